/* own_cards.c: features of a hand, and the values that follow from them. */
#include "own_cards.h"

#include <string.h>

#include "arranger.h"

/* Feature numbers. The first counts once for every hand. */
enum {
    ALWAYS = 0,
    RANK_COUNT = 1,                       /* + 4 * rank + count - 1, count 1..4 */
    SUIT_LENGTH = RANK_COUNT + 4 * RANKS, /* + cards of a suit 0..13, for each suit */
    REPEATED = SUIT_LENGTH + HAND + 1,    /* + number of ranks held twice or more, 0..6 */
    TWO_RANKS = REPEATED + 7,             /* + number of the pair of ranks, both held */
    RANK_PAIRS = RANKS * (RANKS - 1) / 2,
    TWO_REPEATED = TWO_RANKS + RANK_PAIRS,    /* likewise, both held twice or more */
    CARD_IN_SUIT = TWO_REPEATED + RANK_PAIRS, /* + 5 * rank + cards of its suit - 1, at most 4 */
    END = CARD_IN_SUIT + 5 * RANKS
};

_Static_assert((int)END == (int)FEATURES, "the header counts the features");

static int pair_number(int higher, int lower) {
    return higher * (higher - 1) / 2 + lower;
}

int own_features(uint64_t cards, uint16_t *active) {
    int count = 0, distinct = 0, repeated = 0;
    int held[RANKS], twice[RANKS], suit_sizes[SUITS];
    active[count++] = ALWAYS;
    for (int suit = 0; suit < SUITS; suit++) {
        int length = bit_count(cards & SUIT_LANE << suit);
        active[count++] = (uint16_t)(SUIT_LENGTH + length);
        suit_sizes[suit] = length < 5 ? length - 1 : 4;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        unsigned suits = (unsigned)(cards >> 4 * rank & 15);
        if (!suits) {
            continue;
        }
        int copies = bit_count(suits);
        active[count++] = (uint16_t)(RANK_COUNT + 4 * rank + copies - 1);
        held[distinct++] = rank;
        if (copies > 1) {
            twice[repeated++] = rank;
        }
        for (; suits; suits &= suits - 1) {
            active[count++] = (uint16_t)(CARD_IN_SUIT + 5 * rank + suit_sizes[lowest_bit(suits)]);
        }
    }
    active[count++] = (uint16_t)(REPEATED + repeated);
    for (int i = 1; i < distinct; i++) {
        for (int j = 0; j < i; j++) {
            active[count++] = (uint16_t)(TWO_RANKS + pair_number(held[i], held[j]));
        }
    }
    for (int i = 1; i < repeated; i++) {
        for (int j = 0; j < i; j++) {
            active[count++] = (uint16_t)(TWO_REPEATED + pair_number(twice[i], twice[j]));
        }
    }
    return count;
}

int correction_read(struct correction *correction, const int32_t *const *values,
                    const uint16_t *nodes, const int32_t *coefficients) {
    for (int branch = 0; branch < 3; branch++, nodes += NODES) {
        if (nodes[0] != 1 || nodes[NODES - 1] != PS_STRENGTHS - 1) {
            return PS_ERROR_TABLE;
        }
        const int32_t *value = values[branch];
        for (int n = 0; n < NODES; n++) {
            if (n && (nodes[n] <= nodes[n - 1] || value[nodes[n]] <= value[nodes[n - 1]])) {
                return PS_ERROR_TABLE;
            }
            correction->plain[branch][n] = value[nodes[n]];
            correction->coarse[branch][n] = value[nodes[n]] / COEFFICIENT_SCALE;
        }
        for (int s = 0, n = 0; s < PS_STRENGTHS; s++) {
            while (n + 1 < NODES && nodes[n + 1] <= s) {
                n++;
            }
            int64_t step = n + 1 < NODES ? (int64_t)value[nodes[n + 1]] - value[nodes[n]] : 1;
            int64_t part = s > nodes[n] ? (int64_t)value[s] - value[nodes[n]] : 0;
            correction->place[branch][s] = (uint8_t)n;
            correction->weight[branch][s] = (uint16_t)((part << WEIGHT_BITS) / step);
        }
    }
    memset(correction->coefficients, 0, sizeof correction->coefficients);
    for (int f = 0; f < FEATURES; f++) {
        for (int j = 0; j < OUTPUTS; j++) {
            int32_t coefficient = coefficients[f * OUTPUTS + j];
            if (coefficient > MOST_COEFFICIENT || coefficient < -MOST_COEFFICIENT) {
                return PS_ERROR_TABLE;
            }
            correction->coefficients[f][j] = (uint16_t)coefficient;
        }
    }
    return PS_OK;
}

void own_values_of(const struct correction *correction, uint64_t cards, struct own_values *own) {
    own_values_sum(correction, cards, own);
}

int ps_values_for_hand(const ps_arranger *arranger, const uint8_t *hand, int32_t *top,
                       int32_t *middle, int32_t *bottom, int32_t *special) {
    const struct correction *correction = arranger->correction;
    uint64_t cards;
    struct own_values own;
    if (!correction) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    own_values_of(correction, cards, &own);
    for (unsigned s = 0; s < PS_STRENGTHS; s++) {
        top[s] = own_value(correction, &own, 0, s);
        middle[s] = own_value(correction, &own, 1, s);
        bottom[s] = own_value(correction, &own, 2, s);
    }
    special[0] = own.special[0];
    special[1] = own.special[1];
    return PS_OK;
}

int ps_values_of_split(const ps_arranger *arranger, const uint8_t *hand, const uint16_t *strengths,
                       int32_t *values, int32_t *special) {
    const struct correction *correction = arranger->correction;
    uint64_t cards;
    struct own_values own;
    if (!correction) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    own_values_of(correction, cards, &own);
    for (int branch = 0; branch < 3; branch++) {
        if (strengths[branch] >= PS_STRENGTHS) {
            return PS_ERROR_ARGUMENT;
        }
        values[branch] = own_value(correction, &own, branch, strengths[branch]);
    }
    special[0] = own.special[0];
    special[1] = own.special[1];
    return PS_OK;
}
