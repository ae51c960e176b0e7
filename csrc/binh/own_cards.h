/* own_cards.h: how the values of strengths move with the cards one holds oneself.
 *
 * Who holds three aces meets fewer pairs of aces. The value of a strength, given the own hand, is
 * modelled as a sum over features of the hand, at CORRECTION_NODES strengths a branch; between two
 * nodes a strength keeps the place it has by the plain tables. */
#ifndef PS_OWN_CARDS_H
#define PS_OWN_CARDS_H

#include "poker.h"

enum {
    NODES = PS_CORRECTION_NODES,
    OUTPUTS = PS_CORRECTION_OUTPUTS, /* nodes of three branches, special hands of type A and B */
    FEATURES = PS_CORRECTION_FEATURES,
    MOST_ACTIVE = 128, /* features that one hand has, counted as often as it has them */
    WEIGHT_BITS = 16
};

/* Node n of a branch stands for strengths up to the next; place and weight say where between its
 * nodes a strength lies. */
struct correction {
    uint8_t place[3][PS_STRENGTHS];
    uint16_t weight[3][PS_STRENGTHS];
    int32_t plain[3][NODES]; /* the plain values of the nodes */
    int32_t coefficients[FEATURES][OUTPUTS];
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

#endif
