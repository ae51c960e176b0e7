/* poker.h: the scale of strength, as tables and as inline look-ups for the other C files. */
#ifndef PS_POKER_H
#define PS_POKER_H

#include "cards.h"
#include "pysolver.h"

enum {
    FIVE_MULTISETS = 6188,    /* C(17,5): multisets of five ranks */
    THREE_MULTISETS = 455,    /* C(15,3) */
    EIGHT_MULTISETS = 125970, /* C(20,8) */
    FOUR_NIBBLES = 65536
};

enum category {
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH
};

/* Strengths under one reading of A-2-3-4-5. Ranks are sorted ascending, r[0] <= r[1] <= ..., and
 * a multiset of ranks has the number sum C(r[i] + i, i + 1) (combinatorial number system). */
struct poker_scale {
    uint16_t fives[FIVE_MULTISETS];   /* five cards of several suits, by multiset number */
    uint16_t threes[THREE_MULTISETS]; /* three cards, by multiset number */
    uint16_t flushes[RANK_MASK + 1];  /* five cards of one suit, by 13-bit rank mask */
};

extern struct poker_scale poker_scales[2];

/* choose[i][r] = C(r + i, i + 1): what rank r adds to a multiset number at sorted place i. */
extern uint32_t poker_choose[8][16];

/* The same for four sorted ranks at once, packed as nibbles, lowest first: places 0..3, 4..7.
 * Trailing nibbles of zero add nothing at places 0..3, so `low` also numbers three ranks. */
extern uint16_t poker_low[FOUR_NIBBLES];
extern uint32_t poker_high[FOUR_NIBBLES];

/* The subsets of five and of three out of 13 places, as 13-bit masks in colexicographic order:
 * the first C(n, 5) are the subsets of the first n places. */
extern uint16_t poker_fives_of_13[PS_FIVES_OF_13];
extern uint16_t poker_threes_of_13[PS_THREES_OF_13];

int poker_init(void);

/* An order-preserving key of three or five sorted ranks: category, ranks of the groups, single
 * ranks, as bit masks. Suits and, if `straights` is 0, straights are left out of account. */
uint64_t poker_key(const uint8_t *ranks, int count, int straights, int wheel);

#endif
