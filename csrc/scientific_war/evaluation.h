/* evaluation.h: the learned value of a position between two tricks, for two players.
 *
 * A hidden layer of whole numbers over where each card lies, seen from either side, and a weighted
 * difference of the two: what is good for one is bad for the other. Every feature adds one row of
 * weights to the hidden layer, so a trick changes it by a few rows, and whole numbers give the same
 * value on every processor. */
#ifndef PS_SCIENTIFIC_WAR_EVALUATION_H
#define PS_SCIENTIFIC_WAR_EVALUATION_H

#include <stdint.h>

#include "duel.h"

enum {
    UNITS = PS_SCIENTIFIC_UNITS,
    STAGES = PS_SCIENTIFIC_STAGES,
    LANES = UNITS + STAGES, /* of a row: the hidden units, then a plain weight a stage */
    /* Where a card may lie, as a side sees it. */
    OWN_HAND = 0,
    OWN_PILE = 1,
    OTHER_HAND = 2,
    OTHER_PILE = 3,
    IN_POT = 4,
    PLACES = 5,
    /* Rows of one order, then those of both. */
    OWN_PEEK = PLACES * SCIENTIFIC_KINDS,
    OTHER_PEEK,
    OWN_SWAP,
    OTHER_SWAP,
    ORDER_ROWS,
    OWN_SIZE = 2 * ORDER_ROWS,
    SIZES = 16,
    OTHER_SIZE = OWN_SIZE + SIZES,
    STAGE = OTHER_SIZE + SIZES,
    ROWS = STAGE + STAGES,
    /* Fixed point: of the rows, and of the output. */
    ROW_ONE = 512,
    OUTPUT_ONE = 256,
    WEIGHT_LIMIT = 990 /* 28 cards and 5 flags at most: no sum leaves 16 bits */
};

struct evaluation {
    int16_t rows[ROWS][LANES];
    int16_t own[STAGES][UNITS];
    int16_t other[STAGES][UNITS];
};

/* The sums of rows from both sides. */
struct hidden {
    int16_t side[2][LANES];
};

/* By how many tricks are left: one by one at the end, then in wider steps. */
static inline int stage_of(int tricks_left) {
    static const uint8_t starts[STAGES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 22, 28, 35, 43};
    int stage = tricks_left < 9 ? tricks_left - 1 : 8;
    while (stage + 1 < STAGES && tricks_left >= starts[stage + 1]) {
        stage++;
    }
    return stage;
}

static inline int card_row(int reverse, int place, int rank) {
    return reverse * ORDER_ROWS + place * SCIENTIFIC_KINDS + rank;
}

static inline int flag_row(int reverse, int flag) {
    return reverse * ORDER_ROWS + flag;
}

static inline void add_row(int16_t *restrict sum, const int16_t *restrict row) {
    for (int k = 0; k < LANES; k++) {
        sum[k] = (int16_t)(sum[k] + row[k]);
    }
}

/* From the weighted difference to a value between -1 and 1. */
static inline float squash(float x) {
    x = x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x;
    return x * (1.5f - 0.5f * x * x);
}

/* The value to player 0 of a hidden layer that is the sum of two. */
static inline float value_of_sum(const struct evaluation *evaluation, int stage,
                                 const struct hidden *first, const struct hidden *second) {
    const int16_t *own = evaluation->own[stage], *other = evaluation->other[stage];
    int32_t won = 0, lost = 0;
    for (int k = 0; k < UNITS; k++) {
        int16_t unit = (int16_t)(first->side[0][k] + second->side[0][k]);
        unit = unit > 0 ? unit : 0;
        won += (int32_t)unit * own[k];
    }
    for (int k = 0; k < UNITS; k++) {
        int16_t unit = (int16_t)(first->side[1][k] + second->side[1][k]);
        unit = unit > 0 ? unit : 0;
        lost += (int32_t)unit * other[k];
    }
    int plain = UNITS + stage;
    won += (first->side[0][plain] + second->side[0][plain]) * OUTPUT_ONE;
    lost += (first->side[1][plain] + second->side[1][plain]) * OUTPUT_ONE;
    return squash((float)((int64_t)won - lost) * (1.0f / (ROW_ONE * OUTPUT_ONE)));
}

/* The value to player 0 of any position in which nobody is out and tricks are left. */
float evaluate(const struct evaluation *evaluation, const struct duel *duel, int tricks_left);

/* The rows that a position adds up, from one side: at most MOST_FEATURES, a row once for each card;
 * returns how many. */
enum { MOST_FEATURES = 40 };
int features_of(const struct duel *duel, int tricks_left, int side, uint8_t *rows);

/* PS_OK, or PS_ERROR_TABLE when a weight is out of range. */
int evaluation_check(const struct evaluation *evaluation);

#endif
