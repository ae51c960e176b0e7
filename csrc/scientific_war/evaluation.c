/* evaluation.c: the features of a position and its value. */
#include "evaluation.h"

#include <string.h>

static int add_cards(uint32_t cards, int reverse, int place, uint8_t *rows) {
    int count = 0;
    for (uint32_t left = cards; left; left &= left - 1) {
        int bit = lowest_bit(left), row = card_row(reverse, place, bit >> 1);
        rows[count++] = (uint8_t)row;
        if (bit & 1) {
            rows[count++] = (uint8_t)row;
        }
    }
    return count;
}

static int hand_size(const struct duel *duel, int player) {
    int size = duel_count(duel->hand[player]);
    return size < SIZES ? size : SIZES - 1;
}

int features_of(const struct duel *duel, int tricks_left, int side, uint8_t *rows) {
    int reverse = duel->reverse, other = 1 - side;
    int count = add_cards(duel->hand[side], reverse, OWN_HAND, rows);
    count += add_cards(duel->pile[side], reverse, OWN_PILE, rows + count);
    count += add_cards(duel->hand[other], reverse, OTHER_HAND, rows + count);
    count += add_cards(duel->pile[other], reverse, OTHER_PILE, rows + count);
    count += add_cards(duel->pot, reverse, IN_POT, rows + count);
    if (duel->peeker != DUEL_NOBODY) {
        rows[count++] = (uint8_t)flag_row(reverse, duel->peeker == side ? OWN_PEEK : OTHER_PEEK);
    }
    if (duel->may_swap >> side & 1) {
        rows[count++] = (uint8_t)flag_row(reverse, OWN_SWAP);
    }
    if (duel->may_swap >> other & 1) {
        rows[count++] = (uint8_t)flag_row(reverse, OTHER_SWAP);
    }
    rows[count++] = (uint8_t)(OWN_SIZE + hand_size(duel, side));
    rows[count++] = (uint8_t)(OTHER_SIZE + hand_size(duel, other));
    rows[count++] = (uint8_t)(STAGE + stage_of(tricks_left));
    return count;
}

float evaluate(const struct evaluation *evaluation, const struct duel *duel, int tricks_left) {
    static const struct hidden nothing;
    struct hidden hidden;
    memset(&hidden, 0, sizeof hidden);
    uint8_t rows[MOST_FEATURES];
    for (int side = 0; side < 2; side++) {
        int count = features_of(duel, tricks_left, side, rows);
        for (int i = 0; i < count; i++) {
            add_row(hidden.side[side], evaluation->rows[rows[i]]);
        }
    }
    return value_of_sum(evaluation, stage_of(tricks_left), &hidden, &nothing);
}

int evaluation_check(const struct evaluation *evaluation) {
    const int16_t *weights = &evaluation->rows[0][0];
    int good = 1;
    for (int i = 0; i < (int)(sizeof *evaluation / sizeof *weights); i++) {
        good &= weights[i] >= -WEIGHT_LIMIT && weights[i] <= WEIGHT_LIMIT;
    }
    return good ? PS_OK : PS_ERROR_TABLE;
}
