/* arranger.h: the best split of a hand for given values of strengths. */
#ifndef PS_ARRANGER_H
#define PS_ARRANGER_H

#include "cpu.h"
#include "own_cards.h"
#include "poker.h"
#include "shape.h"
#include "sweep.h"

/* One bottom of a shape list: masks of places in the sorted hand. */
struct shape_bottom {
    uint16_t bottom, middle, top;
};

struct shape_list {
    const struct shape_bottom *bottoms;
    uint16_t count;
    uint16_t middle, top; /* the strongest legal ones of the whole shape */
};

struct ps_arranger {
    const struct poker_scale *scale;
    int wheel;
    int equal_branches; /* middle and bottom may be of equal strength */

    /* values by strength */
    int32_t top[PS_STRENGTHS], middle[PS_STRENGTHS], bottom[PS_STRENGTHS];

    /* values by multiset number, suits left out of account */
    int32_t top_of_three[THREE_MULTISETS];
    int32_t middle_of_five[FIVE_MULTISETS], bottom_of_five[FIVE_MULTISETS];

    /* For each multiset of eight ranks the most that a legal middle and top are worth, straights
     * and flushes left out of account, and which top (a number into shape_tops_of_8) with
     * REST_IS_STRONG added where shape_8_strong says so. */
    int32_t rest_value[EIGHT_MULTISETS];
    uint8_t rest_top[EIGHT_MULTISETS];

    struct shape_list shapes[SHAPES_13];
    struct shape_bottom *bottoms;

    struct correction *correction; /* for own cards; NULL for the plain tables */
    struct sweep *sweep;           /* a bonus for winning all three branches; or NULL */
};

enum { REST_IS_STRONG = 64, REST_TOP_MASK = 63 };

/* The best split found so far, as masks of places in the sorted hand. `value` leaves out of account
 * what suits and runs may add. */
struct place_split {
    int32_t value;
    uint16_t five;      /* one of the two branches of five */
    uint16_t top;       /* 0: take the top of the best rest */
    int32_t most_sweep; /* no split looked at next wins more by sweeps */
};

/* A finished split: top, middle, bottom. */
struct branches {
    int32_t value;      /* of the branches and, with a bonus, of sweeps */
    int32_t values[3];  /* by branch */
    int32_t special[2]; /* chances of an opponent's special hand of type A, B, by own cards; or 0 */
    uint16_t strengths[3];
    uint16_t places[3];
};

/* The search itself, once for each instruction set, by the plain values and by corrected ones.
 * `cards` is a mask of thirteen cards. */
typedef void arrange_function(const struct ps_arranger *arranger, uint64_t cards,
                              struct branches *out);
arrange_function arrange_portable, arrange_own_portable;
arrange_function arrange_sweep_portable, arrange_own_sweep_portable;
#if PS_HAVE_X86_PATHS
arrange_function arrange_bmi2, arrange_own_bmi2;
arrange_function arrange_sweep_bmi2, arrange_own_sweep_bmi2;
#endif

/* The best split by looking at all of them; for the rule that branches may not be equal. */
void scan_best(const struct ps_arranger *arranger, uint64_t cards, struct branches *out);

static inline void arrange(const struct ps_arranger *arranger, int path, uint64_t cards,
                           struct branches *out) {
#if PS_HAVE_X86_PATHS
    if (path >= PS_AVX2_BMI2) {
        if (arranger->sweep) {
            (arranger->correction ? arrange_own_sweep_bmi2 : arrange_sweep_bmi2)(arranger, cards,
                                                                                 out);
        } else {
            (arranger->correction ? arrange_own_bmi2 : arrange_bmi2)(arranger, cards, out);
        }
    } else
#endif
    {
        (void)path;
        if (arranger->sweep) {
            (arranger->correction ? arrange_own_sweep_portable
                                  : arrange_sweep_portable)(arranger, cards, out);
        } else {
            (arranger->correction ? arrange_own_portable : arrange_portable)(arranger, cards, out);
        }
    }
    if (!arranger->equal_branches && out->strengths[1] == out->strengths[2]) {
        scan_best(arranger, cards, out);
    }
}

/* Turns places into cards: each branch in the order a player lays it, larger groups first, then by
 * rank from the highest; A-2-3-4-5 as 5-4-3-2-A. */
void write_split(const struct branches *branches, uint64_t cards, ps_split *split);

#endif
