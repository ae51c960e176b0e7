/* arranger_search.h: the exact search for the best split, compiled once for each instruction set.
 *
 * The including file defines
 *   SEARCH(name)           the name of a function of this instruction set
 *   TARGET                 its target attribute, or nothing
 *   SEARCH_USES_BMI2       1 to move bits with pext and pdep, 0 for plain C
 *   SEARCH_FOR_OWN_CARDS   1 for values corrected for the hand's own cards, 0 for the tables'
 *   SEARCH_FOR_SWEEPS      1 where winning all three branches earns a bonus
 *
 * A split is an unordered pair of fives and the top that remains: the stronger five is the bottom.
 * Every five is looked at in one of three ways, and for each the most that the other eight cards
 * can add is read from a table:
 *   flushes    every five cards of one suit, with the best of the rest
 *   straights  one for each run of ranks (which suits it takes does not matter, since the rest
 *              taken as a flush is looked at as a flush)
 *   others     the bottoms on the list of the hand's shape, strongest first, until none that
 *              follows can beat the best found
 * Suits and runs that a five holds beyond what it was looked at for can only make it stronger. As
 * values do not fall with strength, and the stronger five goes to the bottom in the end, no split
 * is worth less than what the search gave it; and the best one is given its full value.
 *
 * What sweeps add does not fall with the strength of any branch either, so all that still holds;
 * but it is no sum over branches. It is told for single splits, and bounded from above by the
 * strongest top and middle there may be. */

#if SEARCH_USES_BMI2
#include <immintrin.h>
#endif

/* The hand, sorted by card id; place 0 is the lowest card. */
struct SEARCH(hand) {
#if SEARCH_USES_BMI2
    uint64_t ranks; /* nibbles */
#else
    uint8_t ranks[HAND];
#endif
    unsigned suit_places[SUITS]; /* 13-bit masks of places */
    unsigned suit_ranks[SUITS];  /* 13-bit masks of ranks */
    unsigned all_ranks, repeated_ranks;
    unsigned shape;
#if SEARCH_FOR_SWEEPS
    unsigned strongest_three; /* of any three cards */
#endif
#if SEARCH_FOR_OWN_CARDS
    struct own_values own;
#endif
};

#define HAND_T struct SEARCH(hand)

/* Values by strength and by multiset number. REST_SLACK is what own cards may add at most to the
 * value that the table of the rest promises. */
#if SEARCH_FOR_OWN_CARDS
#define TOP_VALUE(strength) own_value(a->correction, &h->own, 0, strength)
#define MIDDLE_VALUE(strength) own_value(a->correction, &h->own, 1, strength)
#define BOTTOM_VALUE(strength) own_value(a->correction, &h->own, 2, strength)
#define TOP_OF_THREE(number) TOP_VALUE(a->scale->threes[number])
#define MIDDLE_OF_FIVE(number) MIDDLE_VALUE(a->scale->fives[number])
#define BOTTOM_OF_FIVE(number) BOTTOM_VALUE(a->scale->fives[number])
#define REST_SLACK h->own.slack
#else
#define TOP_VALUE(strength) a->top[strength]
#define MIDDLE_VALUE(strength) a->middle[strength]
#define BOTTOM_VALUE(strength) a->bottom[strength]
#define TOP_OF_THREE(number) a->top_of_three[number]
#define MIDDLE_OF_FIVE(number) a->middle_of_five[number]
#define BOTTOM_OF_FIVE(number) a->bottom_of_five[number]
#define REST_SLACK 0
#endif

/* SWEEP_VALUE: what sweeps add to a split. BOUND_SWEEPS sets a bound of it for the splits looked at
 * next, MOST_SWEEP reads it. */
#if SEARCH_FOR_SWEEPS
#define SWEEP_VALUE(top, middle, bottom) sweep_value(a->sweep, top, middle, bottom)
#define BOUND_SWEEPS(top, middle, bottom) (best->most_sweep = SWEEP_VALUE(top, middle, bottom))
#define UNBOUND_SWEEPS() (best->most_sweep = a->sweep->bonus << PS_VALUE_BITS)
#define MOST_SWEEP (int64_t)best->most_sweep
#else
#define SWEEP_VALUE(top, middle, bottom) 0
#define BOUND_SWEEPS(top, middle, bottom) ((void)0)
#define UNBOUND_SWEEPS() ((void)0)
#define MOST_SWEEP 0
#endif

/* ---- bits and numbers ---- */

#if SEARCH_USES_BMI2

#define COUNT(bits) __builtin_popcount(bits)

/* The nibbles of the ranks at the places of `mask`. */
TARGET static inline uint64_t SEARCH(pick)(const HAND_T *h, unsigned mask) {
    return _pext_u64(h->ranks, _pdep_u64(mask, SUIT_LANE) * 15);
}
TARGET static inline uint32_t SEARCH(three_number)(const HAND_T *h, unsigned mask) {
    return poker_low[SEARCH(pick)(h, mask)];
}
TARGET static inline uint32_t SEARCH(five_number)(const HAND_T *h, unsigned mask) {
    uint64_t picked = SEARCH(pick)(h, mask);
    return poker_low[picked & 0xffff] + poker_choose[4][picked >> 16];
}
TARGET static inline uint32_t SEARCH(eight_number)(const HAND_T *h, unsigned mask) {
    uint64_t picked = SEARCH(pick)(h, mask);
    return poker_low[picked & 0xffff] + poker_high[picked >> 16];
}
/* Lays the bits of `bits` over the set bits of `mask`, lowest to lowest; and takes them up. */
TARGET static inline unsigned SEARCH(deposit)(unsigned bits, unsigned mask) {
    return _pdep_u32(bits, mask);
}
TARGET static inline unsigned SEARCH(extract)(unsigned bits, unsigned mask) {
    return _pext_u32(bits, mask);
}
/* Bit i is set where nibbles i and i + 1 of sorted ranks are equal. */
TARGET static inline unsigned SEARCH(equal_neighbours)(uint64_t ranks, uint64_t lane) {
    uint64_t differ = ranks ^ ranks >> 4;
    differ |= differ >> 2;
    differ |= differ >> 1;
    return (unsigned)_pext_u64(~differ, lane);
}
TARGET static inline unsigned SEARCH(rest_shape)(const HAND_T *h, unsigned rest) {
    return SEARCH(equal_neighbours)(SEARCH(pick)(h, rest), 0x1111111);
}

TARGET static inline void SEARCH(read)(HAND_T *h, uint64_t cards) {
    h->ranks = 0;
    int length = 0;
    for (int quarter = 0; quarter < 4; quarter++) {
        uint64_t bits = cards >> 16 * quarter & 0xffff;
        uint64_t nibbles = _pdep_u64(bits, 0x1111111111111111ULL) * 15;
        uint64_t four_ranks = 0x3333222211110000ULL + 0x4444444444444444ULL * (unsigned)quarter;
        h->ranks |= _pext_u64(four_ranks, nibbles) << 4 * length;
        length += (int)_mm_popcnt_u64(bits);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t lane = SUIT_LANE << suit;
        h->suit_ranks[suit] = (unsigned)_pext_u64(cards, lane);
        h->suit_places[suit] = (unsigned)_pext_u64(lane, cards);
    }
    h->shape = SEARCH(equal_neighbours)(h->ranks, SUIT_LANE >> 4);
}

#else

#define COUNT(bits) bit_count(bits)

static inline uint32_t SEARCH(number)(const HAND_T *h, unsigned mask, int count) {
    uint64_t places = shape_places[mask];
    uint32_t number = 0;
    for (int i = 0; i < count; i++) {
        number += poker_choose[i][h->ranks[places >> 4 * i & 15]];
    }
    return number;
}
static inline uint32_t SEARCH(three_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, mask, 3);
}
static inline uint32_t SEARCH(five_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, mask, 5);
}
static inline uint32_t SEARCH(eight_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, mask, 8);
}
static inline unsigned SEARCH(deposit)(unsigned bits, unsigned mask) {
    unsigned laid = 0;
    uint64_t places = shape_places[mask];
    for (; bits; bits &= bits - 1) {
        laid |= 1u << (places >> 4 * lowest_bit(bits) & 15);
    }
    return laid;
}
static inline unsigned SEARCH(extract)(unsigned bits, unsigned mask) {
    unsigned taken = 0;
    for (int i = 0; mask; mask &= mask - 1, i++) {
        taken |= (bits >> lowest_bit(mask) & 1) << i;
    }
    return taken;
}
static inline unsigned SEARCH(rest_shape)(const HAND_T *h, unsigned rest) {
    uint8_t ranks[8];
    uint64_t places = shape_places[rest];
    for (int i = 0; i < 8; i++, places >>= 4) {
        ranks[i] = h->ranks[places & 15];
    }
    return shape_of_ranks(ranks, 8);
}

static inline void SEARCH(read)(HAND_T *h, uint64_t cards) {
    for (int suit = 0; suit < SUITS; suit++) {
        h->suit_places[suit] = 0;
        h->suit_ranks[suit] = 0;
    }
    for (int place = 0; place < HAND; place++, cards &= cards - 1) {
        int card = lowest_bit(cards);
        h->ranks[place] = (uint8_t)(card / SUITS);
        h->suit_places[card % SUITS] |= 1u << place;
        h->suit_ranks[card % SUITS] |= 1u << card / SUITS;
    }
    h->shape = shape_of_ranks(h->ranks, HAND);
}

#endif

/* Which ranks the hand holds, and which twice or more. */
static inline void SEARCH(count_ranks)(HAND_T *h) {
    unsigned c = h->suit_ranks[0], d = h->suit_ranks[1], e = h->suit_ranks[2], s = h->suit_ranks[3];
    h->all_ranks = c | d | e | s;
    h->repeated_ranks = (c & d) | (e & s) | ((c | d) & (e | s));
}

/* The ranks of places that are all of one suit. */
TARGET static inline unsigned SEARCH(flush_ranks)(const HAND_T *h, unsigned places, int suit) {
    return SEARCH(deposit)(SEARCH(extract)(places, h->suit_places[suit]), h->suit_ranks[suit]);
}

/* Of the places of `among`, which hold exactly the ranks `held`, one place, the lowest, for each
 * rank of `ranks`. */
TARGET static inline unsigned SEARCH(run_places)(const HAND_T *h, unsigned ranks, unsigned among,
                                                 unsigned held) {
    unsigned below = h->shape << 1;          /* places whose lower neighbour has the same rank */
    unsigned below_two = below & below << 1; /* and the one below that */
    unsigned below_three = below_two & below << 2;
    unsigned higher = (among << 1 & below) | (among << 2 & below_two) | (among << 3 & below_three);
    return SEARCH(deposit)(SEARCH(extract)(ranks, held), among & ~higher);
}

/* ---- single splits ---- */

#define TAKE(candidate, five_mask, top_mask)                                                       \
    do {                                                                                           \
        int32_t candidate_ = (candidate);                                                          \
        if (candidate_ > best->value) {                                                            \
            best->value = candidate_;                                                              \
            best->five = (uint16_t)(five_mask);                                                    \
            best->top = (uint16_t)(top_mask);                                                      \
        }                                                                                          \
    } while (0)

/* The two fives by strength, the stronger at the bottom. */
static inline int32_t SEARCH(pair_value)(const struct ps_arranger *a, const HAND_T *h, unsigned x,
                                         unsigned y) {
    (void)h; /* plain values do not depend on it */
    return x > y ? BOTTOM_VALUE(x) + MIDDLE_VALUE(y) : BOTTOM_VALUE(y) + MIDDLE_VALUE(x);
}

/* A split of top t and two fives. */
#if SEARCH_FOR_SWEEPS
#define TAKE_SPLIT(t, x, y, five_mask, top_mask)                                                   \
    do {                                                                                           \
        unsigned t_ = (t), x_ = (x), y_ = (y);                                                     \
        int32_t branches_ = TOP_VALUE(t_) + SEARCH(pair_value)(a, h, x_, y_);                      \
        if (MOST_SWEEP + branches_ > best->value) {                                                \
            int32_t sweep_ = x_ > y_ ? SWEEP_VALUE(t_, y_, x_) : SWEEP_VALUE(t_, x_, y_);          \
            TAKE(branches_ + sweep_, five_mask, top_mask);                                         \
        }                                                                                          \
    } while (0)
#else
#define TAKE_SPLIT(t, x, y, five_mask, top_mask)                                                   \
    TAKE(TOP_VALUE(t) + SEARCH(pair_value)(a, h, x, y), five_mask, top_mask)
#endif

/* All 56 ways to split the eight cards beside the five `x`, suits left out of account. */
TARGET static void SEARCH(open_all)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                    unsigned x, struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    for (int i = 0; i < TOPS_OF_8; i++) {
        unsigned top = SEARCH(deposit)(shape_tops_of_8[i], rest);
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        unsigned y = a->scale->fives[SEARCH(five_number)(h, rest & ~top)];
        if (t < x && t < y) {
            TAKE_SPLIT(t, x, y, five, top);
        }
    }
}

/* The same by the Pareto list of the rest's shape. A top above `x` hides what it dominates: then
 * all ways are gone through. */
TARGET static void SEARCH(open)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                unsigned x, struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    unsigned shape = SEARCH(rest_shape)(h, rest);
    for (int i = shape_8_first[shape]; i < shape_8_first[shape + 1]; i++) {
        unsigned top = SEARCH(deposit)(shape_tops_of_8[shape_8_tops[i]], rest);
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        unsigned y = a->scale->fives[SEARCH(five_number)(h, rest & ~top)];
        if (t > x) {
            SEARCH(open_all)(a, h, five, x, best);
            return;
        }
        TAKE_SPLIT(t, x, y, five, top);
    }
}

/* A five that beats every top, of strength x and different ranks, with the best of the rest. */
TARGET static inline void SEARCH(try_five)(const struct ps_arranger *a, const HAND_T *h,
                                           unsigned five, unsigned five_ranks, unsigned x,
                                           struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    uint32_t number = SEARCH(eight_number)(h, rest);
    UNBOUND_SWEEPS();
    if (a->rest_top[number] & REST_IS_STRONG) {
        SEARCH(open)(a, h, five, x, best); /* the other five may be the stronger */
    } else if (SEARCH_FOR_OWN_CARDS || SEARCH_FOR_SWEEPS) {
        BOUND_SWEEPS(h->strongest_three, x, x); /* for a second straight see below */
        if (MOST_SWEEP + BOTTOM_VALUE(x) + a->rest_value[number] + REST_SLACK > best->value) {
            SEARCH(open)(a, h, five, x, best);
        }
    } else {
        TAKE(BOTTOM_VALUE(x) + a->rest_value[number], five, 0);
    }
    UNBOUND_SWEEPS();
    unsigned rest_ranks = (h->all_ranks & ~five_ranks) | h->repeated_ranks;
    for (unsigned starts = straight_starts(rest_ranks); starts; starts &= starts - 1) {
        unsigned ranks = straight_ranks(lowest_bit(starts));
        unsigned other = SEARCH(run_places)(h, ranks, rest, rest_ranks);
        unsigned top = rest & ~other;
        unsigned y = a->scale->fives[SEARCH(five_number)(h, other)];
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        TAKE_SPLIT(t, x, y, five, top);
    }
}

/* ---- the three ways ---- */

TARGET static void SEARCH(two_flushes)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                       unsigned x, int suit, struct place_split *best) {
    unsigned places = h->suit_places[suit] & ~five;
    int n = COUNT(places);
    UNBOUND_SWEEPS();
    for (int i = 0; i < PS_FIVES_OF_13 && !(poker_fives_of_13[i] >> n); i++) {
        unsigned other = SEARCH(deposit)(poker_fives_of_13[i], places);
        unsigned ranks = SEARCH(flush_ranks)(h, other, suit);
        unsigned top = RANK_MASK & ~five & ~other;
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        TAKE_SPLIT(t, x, a->scale->flushes[ranks], five, top);
    }
}

TARGET static void SEARCH(flushes)(const struct ps_arranger *a, const HAND_T *h,
                                   struct place_split *best) {
    int long_suits = 0; /* a second flush takes two suits of five or one of ten */
    for (int suit = 0; suit < SUITS; suit++) {
        long_suits += COUNT(h->suit_places[suit]) / 5;
    }
    if (!long_suits) {
        return;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        int n = COUNT(h->suit_places[suit]);
        if (n < 5) {
            continue;
        }
        for (int i = 0; i < PS_FIVES_OF_13 && !(poker_fives_of_13[i] >> n); i++) {
            unsigned five = SEARCH(deposit)(poker_fives_of_13[i], h->suit_places[suit]);
            unsigned ranks = SEARCH(deposit)(poker_fives_of_13[i], h->suit_ranks[suit]);
            unsigned x = a->scale->flushes[ranks];
            SEARCH(try_five)(a, h, five, ranks, x, best);
            for (int other = suit; long_suits > 1 && other < SUITS; other++) {
                if (COUNT(h->suit_places[other] & ~five) >= 5) {
                    SEARCH(two_flushes)(a, h, five, x, other, best);
                }
            }
        }
    }
}

TARGET static void SEARCH(straights)(const struct ps_arranger *a, const HAND_T *h,
                                     struct place_split *best) {
    for (unsigned starts = straight_starts(h->all_ranks); starts; starts &= starts - 1) {
        unsigned ranks = straight_ranks(lowest_bit(starts));
        unsigned five = SEARCH(run_places)(h, ranks, RANK_MASK, h->all_ranks);
        unsigned x = a->scale->fives[SEARCH(five_number)(h, five)];
        SEARCH(try_five)(a, h, five, ranks, x, best);
    }
}

TARGET static void SEARCH(others)(const struct ps_arranger *a, const HAND_T *h,
                                  struct place_split *best) {
    const struct shape_list *list = &a->shapes[h->shape];
    int32_t most_middle = MIDDLE_OF_FIVE(SEARCH(five_number)(h, list->middle));
    int32_t most_top = TOP_OF_THREE(SEARCH(three_number)(h, list->top));
#if SEARCH_FOR_SWEEPS
    unsigned strongest_middle = a->scale->fives[SEARCH(five_number)(h, list->middle)];
    unsigned strongest_top = a->scale->threes[SEARCH(three_number)(h, list->top)];
#endif
    for (int i = 0; i < list->count; i++) {
        unsigned five = list->bottoms[i].bottom;
        uint32_t five_number = SEARCH(five_number)(h, five);
        int32_t value = BOTTOM_OF_FIVE(five_number);
        int32_t cap = MIDDLE_OF_FIVE(five_number);
        unsigned x = a->scale->fives[five_number];
        BOUND_SWEEPS(strongest_top, x < strongest_middle ? x : strongest_middle, x);
        if (MOST_SWEEP + value + (cap < most_middle ? cap : most_middle) + most_top <=
            best->value) {
            return; /* nor can any weaker bottom beat it */
        }
        unsigned rest = RANK_MASK & ~five;
        uint32_t number = SEARCH(eight_number)(h, rest);
        if (MOST_SWEEP + value + a->rest_value[number] + REST_SLACK <= best->value) {
            continue;
        }
#if !SEARCH_FOR_OWN_CARDS && !SEARCH_FOR_SWEEPS
        unsigned top = SEARCH(deposit)(shape_tops_of_8[a->rest_top[number] & REST_TOP_MASK], rest);
        if (a->scale->fives[SEARCH(five_number)(h, rest & ~top)] <= x) {
            TAKE(value + a->rest_value[number], five, top);
            continue;
        }
#endif
        int32_t own_middle = MIDDLE_OF_FIVE(SEARCH(five_number)(h, list->bottoms[i].middle));
        int32_t own_top = TOP_OF_THREE(SEARCH(three_number)(h, list->bottoms[i].top));
#if SEARCH_FOR_SWEEPS
        unsigned middle = a->scale->fives[SEARCH(five_number)(h, list->bottoms[i].middle)];
        unsigned three = a->scale->threes[SEARCH(three_number)(h, list->bottoms[i].top)];
        BOUND_SWEEPS(three, x < middle ? x : middle, x);
#endif
        if (MOST_SWEEP + value + (cap < own_middle ? cap : own_middle) + own_top > best->value) {
            SEARCH(open)(a, h, five, x, best);
        }
    }
}

/* ---- the answer ---- */

/* Of five places, suits taken into account. */
TARGET static inline unsigned SEARCH(true_strength)(const struct ps_arranger *a, const HAND_T *h,
                                                    unsigned five) {
    for (int suit = 0; suit < SUITS; suit++) {
        if (!(five & ~h->suit_places[suit])) {
            return a->scale->flushes[SEARCH(flush_ranks)(h, five, suit)];
        }
    }
    return a->scale->fives[SEARCH(five_number)(h, five)];
}

/* The strongest three cards of the hand, whatever the other ten are. */
#if SEARCH_FOR_SWEEPS
static inline unsigned SEARCH(best_three)(const struct ps_arranger *a, const HAND_T *h) {
    unsigned c = h->suit_ranks[0], d = h->suit_ranks[1], e = h->suit_ranks[2], s = h->suit_ranks[3];
    unsigned triples = (c & d & (e | s)) | (e & s & (c | d));
    int ranks[3];
    if (triples) {
        ranks[0] = ranks[1] = ranks[2] = highest_bit(triples);
    } else if (h->repeated_ranks) {
        int pair = highest_bit(h->repeated_ranks);
        int single = highest_bit(h->all_ranks & ~(1u << pair)); /* no hand is one rank alone */
        ranks[0] = single < pair ? single : pair;
        ranks[1] = pair;
        ranks[2] = single < pair ? pair : single;
    } else {
        unsigned left = h->all_ranks;
        for (int i = 2; i >= 0; i--) {
            ranks[i] = highest_bit(left);
            left ^= 1u << ranks[i];
        }
    }
    return a->scale
        ->threes[poker_choose[0][ranks[0]] + poker_choose[1][ranks[1]] + poker_choose[2][ranks[2]]];
}
#endif

TARGET void SEARCH(arrange)(const struct ps_arranger *a, uint64_t cards, struct branches *out) {
    HAND_T hand, *h = &hand;
    struct place_split found = {INT32_MIN, 0, 0, 0}, *best = &found;
    SEARCH(read)(h, cards);
    SEARCH(count_ranks)(h);
#if SEARCH_FOR_OWN_CARDS
    own_values_sum(a->correction, cards, &h->own);
#endif
#if SEARCH_FOR_SWEEPS
    h->strongest_three = SEARCH(best_three)(a, h);
#endif
    SEARCH(flushes)(a, h, best);
    SEARCH(straights)(a, h, best);
    SEARCH(others)(a, h, best);

    unsigned rest = RANK_MASK & ~(unsigned)best->five;
    unsigned top = best->top;
    if (!top) {
        unsigned chosen = a->rest_top[SEARCH(eight_number)(h, rest)] & REST_TOP_MASK;
        top = SEARCH(deposit)(shape_tops_of_8[chosen], rest);
    }
    unsigned one = best->five, other = rest & ~top;
    unsigned x = SEARCH(true_strength)(a, h, one);
    unsigned y = SEARCH(true_strength)(a, h, other);
    unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
    int swap = y > x;
    out->strengths[0] = (uint16_t)t;
    out->strengths[1] = (uint16_t)(swap ? x : y);
    out->strengths[2] = (uint16_t)(swap ? y : x);
    out->places[0] = (uint16_t)top;
    out->places[1] = (uint16_t)(swap ? one : other);
    out->places[2] = (uint16_t)(swap ? other : one);
#if SEARCH_FOR_OWN_CARDS
    out->special[0] = h->own.special[0];
    out->special[1] = h->own.special[1];
#else
    out->special[0] = out->special[1] = 0;
#endif
    out->values[0] = TOP_VALUE(t);
    out->values[1] = MIDDLE_VALUE(out->strengths[1]);
    out->values[2] = BOTTOM_VALUE(out->strengths[2]);
    out->value = out->values[0] + out->values[1] + out->values[2] +
                 SWEEP_VALUE(t, out->strengths[1], out->strengths[2]);
}

#undef BOTTOM_OF_FIVE
#undef BOUND_SWEEPS
#undef BOTTOM_VALUE
#undef COUNT
#undef HAND_T
#undef MIDDLE_OF_FIVE
#undef MIDDLE_VALUE
#undef MOST_SWEEP
#undef REST_SLACK
#undef SWEEP_VALUE
#undef TAKE
#undef TAKE_SPLIT
#undef UNBOUND_SWEEPS
#undef TOP_OF_THREE
#undef TOP_VALUE
