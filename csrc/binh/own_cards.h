/* own_cards.h: how the values of strengths move with the cards one holds oneself.
 *
 * Who holds three aces meets fewer pairs of aces. The value of a strength, given the own hand, is
 * modelled as a sum over features of the hand, at CORRECTION_NODES strengths a branch; between two
 * nodes a strength keeps the place it has by the plain tables. */
#ifndef PS_OWN_CARDS_H
#define PS_OWN_CARDS_H

#include <string.h>

#include "poker.h"

enum {
    NODES = PS_CORRECTION_NODES,
    OUTPUTS = PS_CORRECTION_OUTPUTS, /* nodes of three branches, special hands of type A and B */
    FEATURES = PS_CORRECTION_FEATURES,
    MOST_ACTIVE = 128, /* features that one hand has, counted as often as it has them */
    NO_FEATURE = FEATURES,
    PADDED_OUTPUTS = (OUTPUTS + 15) / 16 * 16,
    WEIGHT_BITS = 16
};

/* Node n of a branch stands for strengths up to the next; place and weight say where between its
 * nodes a strength lies. */
struct correction {
    uint8_t place[3][PS_STRENGTHS];
    uint16_t weight[3][PS_STRENGTHS];
    int32_t plain[3][NODES];  /* the plain values of the nodes */
    int32_t coarse[3][NODES]; /* the same in units of coefficients */
    uint16_t coefficients[FEATURES + 1]
                         [PADDED_OUTPUTS]; /* two's complement; the last row is zero */
};

/* The values of the nodes for one hand. */
struct own_values {
    int32_t node[3][NODES + 1];
    int32_t special[2]; /* chances that an opponent's best special hand is of type A, of type B */
    int32_t slack;      /* no (middle, top) is worth more than by the plain tables plus this */
};

/* Checks and reads nodes (NODES strengths a branch, rising from 1 to 7917) and coefficients. */
int correction_read(struct correction *correction, const int32_t *const *values,
                    const uint16_t *nodes, const int32_t *coefficients);

/* The features of thirteen cards: feature numbers, each as often as it counts. */
int own_features(uint64_t cards, uint16_t *active);

void own_values_of(const struct correction *correction, uint64_t cards, struct own_values *own);

static inline int32_t own_value(const struct correction *correction, const struct own_values *own,
                                int branch, unsigned strength) {
    const int32_t *node = own->node[branch] + correction->place[branch][strength];
    int64_t step = (int64_t)node[1] - node[0];
    return node[0] + (int32_t)(step * correction->weight[branch][strength] >> WEIGHT_BITS);
}

/* Coefficients come in units of 2^-14 points. Their sums are taken modulo 2^16, which is harmless
 * as long as own cards move a value by less than two points. */
enum { COEFFICIENT_SCALE = 1 << (PS_VALUE_BITS - 14), MOST_COEFFICIENT = 1 << 17 };

static inline void own_values_sum(const struct correction *correction, uint64_t cards,
                                  struct own_values *own) {
    uint16_t active[MOST_ACTIVE];
    uint16_t sums[PADDED_OUTPUTS] = {0};
    int count = own_features(cards, active);
    while (count & 3) {
        active[count++] = NO_FEATURE;
    }
    for (int i = 0; i < count; i += 4) { /* by fours, to store the sums less often */
        const uint16_t *a = correction->coefficients[active[i]];
        const uint16_t *b = correction->coefficients[active[i + 1]];
        const uint16_t *c = correction->coefficients[active[i + 2]];
        const uint16_t *d = correction->coefficients[active[i + 3]];
        for (int j = 0; j < PADDED_OUTPUTS; j++) {
            sums[j] = (uint16_t)(sums[j] + a[j] + b[j] + c[j] + d[j]);
        }
    }
    int32_t slack[3];
    for (int branch = 0; branch < 3; branch++) {
        const int32_t *plain = correction->plain[branch];
        const int32_t *coarse = correction->coarse[branch];
        int32_t *node = own->node[branch];
        slack[branch] = INT32_MIN;
        for (int n = 0; n < NODES; n++) {
            uint16_t change = (uint16_t)(sums[branch * NODES + n] - (uint16_t)coarse[n]);
            node[n] = (coarse[n] + (int16_t)change) * COEFFICIENT_SCALE;
            if (n && node[n] < node[n - 1]) {
                node[n] = node[n - 1]; /* a stronger branch is never worth less */
            }
            if (node[n] - plain[n] > slack[branch]) {
                slack[branch] = node[n] - plain[n];
            }
        }
        node[NODES] = node[NODES - 1];
    }
    own->special[0] = (int16_t)sums[3 * NODES] * COEFFICIENT_SCALE;
    own->special[1] = (int16_t)sums[3 * NODES + 1] * COEFFICIENT_SCALE;
    own->slack = slack[0] + slack[1]; /* between nodes, weights are rounded down */
}

#endif
