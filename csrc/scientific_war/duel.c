/* duel.c: tables of the game for two, and states of the table brought into its form. */
#include "duel.h"

#include <string.h>

int duel_rules_make(struct duel_rules *duel_rules, const ps_scientific_rules *rules) {
    int status = scientific_rules_check(rules);
    if (status != PS_OK) {
        return status;
    }
    if (rules->players != 2) {
        return PS_ERROR_ARGUMENT;
    }
    memset(duel_rules, 0, sizeof *duel_rules);
    duel_rules->eight = rules->powers ? SCIENTIFIC_EIGHT : PS_SCIENTIFIC_NOTHING;
    duel_rules->trick_limit = (uint32_t)rules->trick_limit;
    for (int rank = 0; rank < RANKS; rank++) {
        duel_rules->hand |= (uint32_t)(rules->ranks >> rank & 1) << (2 * rank);
    }
    duel_rules->hand |= (uint32_t)rules->jokers << (2 * SCIENTIFIC_JOKER);
    for (int reverse = 0; reverse < 2; reverse++) {
        for (int a = 0; a < SCIENTIFIC_KINDS; a++) {
            for (int b = 0; b < SCIENTIFIC_KINDS; b++) {
                uint8_t ranks[2] = {(uint8_t)a, (uint8_t)b};
                struct trick_outcome outcome = resolve_trick(rules, ranks, 2, reverse);
                duel_rules->winner[reverse][a][b] = (int8_t)outcome.winner;
                duel_rules->reverse[reverse][a][b] = (uint8_t)outcome.reverse;
                duel_rules->peeker[a][b] = (int8_t)outcome.peeker;
            }
        }
    }
    return PS_OK;
}

void duel_start(const struct duel_rules *rules, struct duel *duel) {
    memset(duel, 0, sizeof *duel);
    duel->hand[0] = duel->hand[1] = rules->hand;
    duel->peeker = DUEL_NOBODY;
}

static uint32_t two_bit_counts(uint64_t cards) {
    uint32_t counts = 0;
    for (int rank = 0; rank < SCIENTIFIC_KINDS; rank++) {
        counts |= (uint32_t)count_of_rank(cards, rank) << (2 * rank);
    }
    return counts;
}

static uint64_t four_bit_counts(uint32_t cards) {
    uint64_t counts = 0;
    for (int rank = 0; rank < SCIENTIFIC_KINDS; rank++) {
        counts |= (uint64_t)(cards >> (2 * rank) & 3) << (4 * rank);
    }
    return counts;
}

int duel_of_state(const ps_scientific_rules *rules, const ps_scientific_state *state,
                  struct duel *duel) {
    int status = rules->players == 2 ? ps_scientific_check(rules, state) : PS_ERROR_ARGUMENT;
    if (status != PS_OK) {
        return status;
    }
    memset(duel, 0, sizeof *duel);
    for (int player = 0; player < 2; player++) {
        duel->hand[player] = two_bit_counts(state->hands[player]);
        duel->pile[player] = two_bit_counts(state->piles[player]);
    }
    duel->pot = two_bit_counts(state->pot);
    duel->reverse = (uint8_t)state->reverse;
    duel->peeker = (int8_t)state->peeker;
    duel->may_swap = (uint8_t)state->may_swap;
    return PS_OK;
}

int ps_scientific_duel_play(const ps_scientific_rules *rules, ps_scientific_state *state,
                            const uint8_t *choices) {
    struct duel_rules tables;
    struct duel duel, after;
    uint8_t legal[DUEL_CHOICES];
    int status = duel_rules_make(&tables, rules);
    status = status == PS_OK ? duel_of_state(rules, state, &duel) : status;
    if (status != PS_OK) {
        return status;
    }
    for (int player = 0; player < 2; player++) {
        int count = duel_over(&duel) ? 0 : duel_choices(&duel, player, legal);
        if (!count || !memchr(legal, choices[player], (size_t)count)) {
            return PS_ERROR_ARGUMENT;
        }
    }
    duel_play(&tables, &duel, choices[0], choices[1], &after);
    for (int player = 0; player < 2; player++) {
        state->hands[player] = four_bit_counts(after.hand[player]);
        state->piles[player] = four_bit_counts(after.pile[player]);
    }
    state->pot = four_bit_counts(after.pot);
    state->reverse = after.reverse;
    state->peeker = after.peeker;
    state->may_swap = after.may_swap;
    state->tricks++;
    return PS_OK;
}
