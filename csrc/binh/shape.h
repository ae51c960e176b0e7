/* shape.h: what can be known of a hand from which neighbours of the sorted hand have equal rank.
 *
 * A shape of n cards is n - 1 bits, bit i set when places i and i + 1 hold the same rank. Straights
 * and flushes apart, which of two branches of a hand is stronger depends on its shape alone. */
#ifndef PS_SHAPE_H
#define PS_SHAPE_H

#include "poker.h"

enum {
    SHAPES_13 = 4096, /* numbers of shapes, valid or not */
    SHAPES_8 = 128,
    TOPS_OF_8 = 56,
    SHAPE_8_PAIRS = 731 /* Pareto-optimal (middle, top) pairs over all 8-shapes */
};

/* Pareto-optimal legal ways to split eight cards into a middle and a top: the tops, as numbers
 * into shape_tops_of_8, those of shape s from shape_8_first[s] up to shape_8_first[s + 1]. */
extern uint16_t shape_8_first[SHAPES_8 + 1];
extern uint8_t shape_8_tops[SHAPE_8_PAIRS];

/* The 56 three-card subsets of eight places as masks. */
extern uint8_t shape_tops_of_8[TOPS_OF_8];

/* 1 where the shape holds three of a rank and a further pair, or four of a rank: its middle may
 * then beat a flush or a straight. */
extern uint8_t shape_8_strong[SHAPES_8];

/* The places of a 13-bit mask, packed as nibbles, lowest first. */
extern uint64_t shape_places[RANK_MASK + 1];

void shape_init(void);

static inline unsigned shape_of_ranks(const uint8_t *ranks, int count) {
    unsigned shape = 0;
    for (int i = 0; i + 1 < count; i++) {
        shape |= (unsigned)(ranks[i] == ranks[i + 1]) << i;
    }
    return shape;
}

/* A deck holds four cards of a rank: no four bits of a shape in a row. */
static inline int shape_is_valid(unsigned shape) {
    return !(shape & shape >> 1 & shape >> 2 & shape >> 3);
}

/* The shipped lists, as 16-bit words. For each valid 13-shape in ascending order: shape, number of
 * bottoms, strongest legal middle, strongest legal top; then for each bottom of a Pareto-optimal
 * legal split, strongest first: bottom, its strongest legal middle, its strongest legal top. All
 * are 13-bit masks of places. */
enum { SHAPE_HEAD_WORDS = 4, SHAPE_BOTTOM_WORDS = 3 };

#endif
