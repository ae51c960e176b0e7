/* arranger_search.h: the exact search for the best split, compiled once for each instruction set.
 *
 * The including file defines
 *   SEARCH(name)           the name of a function of this instruction set
 *   TARGET                 its target attribute, or nothing
 *   SEARCH_USES_BMI2       1 to move bits with pext and pdep, 0 for plain C
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
 * is worth less than what the search gave it; and the best one is given its full value. */

#if SEARCH_USES_BMI2
#include <immintrin.h>
#endif

enum { PLACES_LIMIT = HAND };

/* The hand, sorted by card id; place 0 is the lowest card. */
struct SEARCH(hand) {
    uint64_t ranks; /* nibbles */
    uint8_t ids[HAND];
    unsigned suit_places[SUITS]; /* 13-bit masks of places */
    unsigned suit_ranks[SUITS];  /* 13-bit masks of ranks */
    unsigned all_ranks, repeated_ranks;
    unsigned shape;
};

#define HAND_T struct SEARCH(hand)

/* ---- bits and numbers ---- */

#if SEARCH_USES_BMI2

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
/* Lays the bits of `bits` over the set bits of `mask`, lowest to lowest. */
TARGET static inline unsigned SEARCH(deposit)(unsigned bits, unsigned mask) {
    return _pdep_u32(bits, mask);
}

#else

static inline unsigned SEARCH(rank_at)(const HAND_T *h, uint64_t place) {
    return (unsigned)(h->ranks >> 4 * place & 15);
}
static inline uint32_t SEARCH(number)(const HAND_T *h, uint64_t places, int count) {
    uint32_t number = 0;
    for (int i = 0; i < count; i++) {
        number += poker_choose[i][h->ids[places >> 4 * i & 15] >> 2];
    }
    return number;
}
static inline uint32_t SEARCH(three_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, shape_places[mask], 3);
}
static inline uint32_t SEARCH(five_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, shape_places[mask], 5);
}
static inline uint32_t SEARCH(eight_number)(const HAND_T *h, unsigned mask) {
    return SEARCH(number)(h, shape_places[mask], 8);
}
static inline unsigned SEARCH(deposit)(unsigned bits, unsigned mask) {
    unsigned laid = 0;
    uint64_t places = shape_places[mask];
    for (; bits; bits &= bits - 1) {
        laid |= 1u << (places >> 4 * lowest_bit(bits) & 15);
    }
    return laid;
}

#endif

TARGET static inline void SEARCH(read)(HAND_T *h, uint64_t cards) {
#if SEARCH_USES_BMI2
    h->ranks = 0;
    int length = 0;
    for (int quarter = 0; quarter < 4; quarter++) {
        uint64_t bits = cards >> 16 * quarter & 0xffff;
        uint64_t nibbles = _pdep_u64(bits, 0x1111111111111111ULL) * 15;
        uint64_t four_ranks = 0x3333222211110000ULL + 0x4444444444444444ULL * (unsigned)quarter;
        if (length < 16) {
            h->ranks |= _pext_u64(four_ranks, nibbles) << 4 * length;
        }
        length += (int)_mm_popcnt_u64(bits);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t lane = SUIT_LANE << suit;
        h->suit_ranks[suit] = (unsigned)_pext_u64(cards, lane);
        h->suit_places[suit] = (unsigned)_pext_u64(lane, cards);
    }
    uint64_t left = cards;
    for (int place = 0; place < HAND; place++, left &= left - 1) {
        h->ids[place] = (uint8_t)lowest_bit(left);
    }
#else
    h->ranks = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        h->suit_places[suit] = 0;
        h->suit_ranks[suit] = 0;
    }
    uint64_t left = cards;
    for (int place = 0; place < HAND; place++, left &= left - 1) {
        int card = lowest_bit(left);
        h->ids[place] = (uint8_t)card;
        h->ranks |= (uint64_t)(card >> 2) << 4 * place;
        h->suit_places[card & 3] |= 1u << place;
        h->suit_ranks[card & 3] |= 1u << (card >> 2);
    }
#endif
    unsigned c = h->suit_ranks[0], d = h->suit_ranks[1], e = h->suit_ranks[2],
             s = h->suit_ranks[3];
    h->all_ranks = c | d | e | s;
    h->repeated_ranks = (c & d) | (e & s) | ((c | d) & (e | s));
    /* Neighbours of equal rank: a nibble of zero in the difference to the next. */
    uint64_t differ = h->ranks ^ h->ranks >> 4;
    differ |= differ >> 2;
    differ |= differ >> 1;
#if SEARCH_USES_BMI2
    h->shape = (unsigned)_pext_u64(~differ, 0x0111111111111ULL);
#else
    h->shape = 0;
    for (int i = 0; i < HAND - 1; i++) {
        h->shape |= (unsigned)(~differ >> 4 * i & 1) << i;
    }
#endif
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
static inline int32_t SEARCH(pair_value)(const struct ps_arranger *a, unsigned x, unsigned y) {
    return x > y ? a->bottom[x] + a->middle[y] : a->bottom[y] + a->middle[x];
}

/* All 56 ways to split the eight cards beside the five `x`, suits left out of account. */
TARGET static void SEARCH(open_all)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                    unsigned x, struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    for (int i = 0; i < TOPS_OF_8; i++) {
        unsigned top = SEARCH(deposit)(shape_tops_of_8[i], rest);
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        unsigned y = a->scale->fives[SEARCH(five_number)(h, rest & ~top)];
        if (t < x && t < y) {
            TAKE(a->top[t] + SEARCH(pair_value)(a, x, y), five, top);
        }
    }
}

/* The same by the Pareto list of the rest's shape. A top above `x` hides what it dominates: then
 * all ways are gone through. */
TARGET static void SEARCH(open)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                unsigned x, struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    uint8_t ranks[8];
    uint64_t places = shape_places[rest];
    for (int i = 0; i < 8; i++, places >>= 4) {
        ranks[i] = h->ids[places & 15] >> 2;
    }
    unsigned shape = shape_of_ranks(ranks, 8);
    for (int i = shape_8_first[shape]; i < shape_8_first[shape + 1]; i++) {
        unsigned top = SEARCH(deposit)(shape_tops_of_8[shape_8_tops[i]], rest);
        unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
        unsigned y = a->scale->fives[SEARCH(five_number)(h, rest & ~top)];
        if (t > x) {
            SEARCH(open_all)(a, h, five, x, best);
            return;
        }
        TAKE(a->top[t] + SEARCH(pair_value)(a, x, y), five, top);
    }
}

/* One place for each rank of a run among the places of `among`, the lowest. */
static inline unsigned SEARCH(run_places)(const HAND_T *h, unsigned ranks, unsigned among) {
    unsigned taken = 0;
    for (; among; among &= among - 1) {
        int place = lowest_bit(among);
        unsigned bit = 1u << (h->ids[place] >> 2);
        if (ranks & bit) {
            taken |= 1u << place;
            ranks &= ~bit;
        }
    }
    return taken;
}

/* A five that beats every top, of strength x and different ranks, with the best of the rest. */
TARGET static inline void SEARCH(try_five)(const struct ps_arranger *a, const HAND_T *h,
                                           unsigned five, unsigned five_ranks, unsigned x,
                                           struct place_split *best) {
    unsigned rest = RANK_MASK & ~five;
    uint32_t number = SEARCH(eight_number)(h, rest);
    if (a->rest_top[number] & REST_IS_STRONG) {
        SEARCH(open)(a, h, five, x, best); /* the other five may be the stronger */
    } else {
        TAKE(a->bottom[x] + a->rest_value[number], five, 0);
    }
    unsigned rest_ranks = (h->all_ranks & ~five_ranks) | h->repeated_ranks;
    for (unsigned starts = straight_starts(rest_ranks); starts; starts &= starts - 1) {
        unsigned other = SEARCH(run_places)(h, straight_ranks(lowest_bit(starts)), rest);
        if (bit_count(other) == 5) {
            unsigned top = rest & ~other;
            unsigned y = a->scale->fives[SEARCH(five_number)(h, other)];
            TAKE(a->top_of_three[SEARCH(three_number)(h, top)] + SEARCH(pair_value)(a, x, y), five,
                 top);
        }
    }
}

/* ---- the three ways ---- */

TARGET static void SEARCH(two_flushes)(const struct ps_arranger *a, const HAND_T *h, unsigned five,
                                       unsigned x, int suit, struct place_split *best) {
    unsigned places = h->suit_places[suit] & ~five;
    int n = bit_count(places);
    for (int i = 0; i < PS_FIVES_OF_13 && !(poker_fives_of_13[i] >> n); i++) {
        unsigned other = SEARCH(deposit)(poker_fives_of_13[i], places);
        unsigned ranks = 0;
        for (unsigned left = other; left; left &= left - 1) {
            ranks |= 1u << (h->ids[lowest_bit(left)] >> 2);
        }
        unsigned top = RANK_MASK & ~five & ~other;
        TAKE(a->top_of_three[SEARCH(three_number)(h, top)] +
                 SEARCH(pair_value)(a, x, a->scale->flushes[ranks]),
             five, top);
    }
}

TARGET static void SEARCH(flushes)(const struct ps_arranger *a, const HAND_T *h,
                                   struct place_split *best) {
    for (int suit = 0; suit < SUITS; suit++) {
        int n = bit_count(h->suit_places[suit]);
        for (int i = 0; i < PS_FIVES_OF_13 && !(poker_fives_of_13[i] >> n); i++) {
            unsigned five = SEARCH(deposit)(poker_fives_of_13[i], h->suit_places[suit]);
            unsigned ranks = SEARCH(deposit)(poker_fives_of_13[i], h->suit_ranks[suit]);
            unsigned x = a->scale->flushes[ranks];
            SEARCH(try_five)(a, h, five, ranks, x, best);
            for (int other = suit; n + HAND >= 18 && other < SUITS; other++) {
                if (bit_count(h->suit_places[other] & ~five) >= 5) {
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
        unsigned five = SEARCH(run_places)(h, ranks, RANK_MASK);
        unsigned x = a->scale->fives[SEARCH(five_number)(h, five)];
        SEARCH(try_five)(a, h, five, ranks, x, best);
    }
}

TARGET static void SEARCH(others)(const struct ps_arranger *a, const HAND_T *h,
                                  struct place_split *best) {
    const struct shape_list *list = &a->shapes[h->shape];
    int32_t most_middle = a->middle_of_five[SEARCH(five_number)(h, list->middle)];
    int32_t most_top = a->top_of_three[SEARCH(three_number)(h, list->top)];
    for (int i = 0; i < list->count; i++) {
        unsigned five = list->bottoms[i].bottom;
        uint32_t five_number = SEARCH(five_number)(h, five);
        int32_t value = a->bottom_of_five[five_number];
        int32_t cap = a->middle_of_five[five_number];
        if (value + (cap < most_middle ? cap : most_middle) + most_top <= best->value) {
            return; /* nor can any weaker bottom beat it */
        }
        unsigned rest = RANK_MASK & ~five;
        uint32_t number = SEARCH(eight_number)(h, rest);
        if (value + a->rest_value[number] <= best->value) {
            continue;
        }
        unsigned x = a->scale->fives[five_number];
        unsigned top = SEARCH(deposit)(shape_tops_of_8[a->rest_top[number] & REST_TOP_MASK], rest);
        if (a->scale->fives[SEARCH(five_number)(h, rest & ~top)] <= x) {
            TAKE(value + a->rest_value[number], five, top);
            continue;
        }
        int32_t own_middle = a->middle_of_five[SEARCH(five_number)(h, list->bottoms[i].middle)];
        int32_t own_top = a->top_of_three[SEARCH(three_number)(h, list->bottoms[i].top)];
        if (value + (cap < own_middle ? cap : own_middle) + own_top > best->value) {
            SEARCH(open)(a, h, five, x, best);
        }
    }
}

/* ---- the answer ---- */

static inline unsigned SEARCH(true_strength)(const struct ps_arranger *a, const HAND_T *h,
                                             unsigned five, uint32_t number) {
    for (int suit = 0; suit < SUITS; suit++) {
        if (!(five & ~h->suit_places[suit])) {
            unsigned ranks = 0;
            for (; five; five &= five - 1) {
                ranks |= 1u << (h->ids[lowest_bit(five)] >> 2);
            }
            return a->scale->flushes[ranks];
        }
    }
    return a->scale->fives[number];
}

TARGET void SEARCH(arrange)(const struct ps_arranger *a, uint64_t cards, ps_split *split) {
    HAND_T hand, *h = &hand;
    struct place_split found = {INT32_MIN, 0, 0}, *best = &found;
    SEARCH(read)(h, cards);
    SEARCH(flushes)(a, h, best);
    SEARCH(straights)(a, h, best);
    SEARCH(others)(a, h, best);

    unsigned rest = RANK_MASK & ~(unsigned)best->five;
    unsigned top = best->top;
    if (!top) {
        unsigned chosen = a->rest_top[SEARCH(eight_number)(h, rest)] & REST_TOP_MASK;
        top = SEARCH(deposit)(shape_tops_of_8[chosen], rest);
    }
    unsigned bottom = best->five, middle = rest & ~top;
    unsigned x = SEARCH(true_strength)(a, h, bottom, SEARCH(five_number)(h, bottom));
    unsigned y = SEARCH(true_strength)(a, h, middle, SEARCH(five_number)(h, middle));
    if (y > x) {
        unsigned places = bottom, strength = x;
        bottom = middle;
        middle = places;
        x = y;
        y = strength;
    }
    unsigned t = a->scale->threes[SEARCH(three_number)(h, top)];
    split->strengths[0] = (uint16_t)t;
    split->strengths[1] = (uint16_t)y;
    split->strengths[2] = (uint16_t)x;
    split->value = a->top[t] + a->middle[y] + a->bottom[x];
    write_branch(h->ids, top, split->cards);
    write_branch(h->ids, middle, split->cards + 3);
    write_branch(h->ids, bottom, split->cards + 8);
}

#undef TAKE
#undef HAND_T
