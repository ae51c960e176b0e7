/* game.c: Scientific War trick by trick, for two to eight players and every option. */
#include "game.h"

#include <string.h>

#include "../cards.h"

int scientific_rules_check(const ps_scientific_rules *rules) {
    int good = rules->players >= 2 && rules->players <= PS_SCIENTIFIC_SEATS && rules->jokers >= 0 &&
               rules->jokers <= 1 && rules->trick_limit >= 0 &&
               rules->trick_limit <= PS_SCIENTIFIC_MOST_TRICKS && rules->ranks >= 0 &&
               rules->ranks <= RANK_MASK && (rules->ranks || rules->jokers) &&
               (rules->reversal == PS_SCIENTIFIC_NOW || rules->reversal == PS_SCIENTIFIC_NEXT) &&
               (rules->powers == 0 || rules->powers == 1);
    return good ? PS_OK : PS_ERROR_ARGUMENT;
}

/* What each player is dealt. */
static uint64_t first_hand(const ps_scientific_rules *rules) {
    uint64_t hand = rules->jokers ? one_card(SCIENTIFIC_JOKER) : 0;
    for (int rank = 0; rank < RANKS; rank++) {
        hand |= rules->ranks >> rank & 1 ? one_card(rank) : 0;
    }
    return hand;
}

/* The place of the card that beats all other plain ones, or -1 when there is none. */
static int single_strongest(const uint8_t *ranks, int count, int reverse) {
    int best = -1, place = -1;
    for (int i = 0; i < count; i++) {
        if (ranks[i] == SCIENTIFIC_JOKER) {
            continue;
        }
        int strength = reverse ? ACE - ranks[i] : ranks[i];
        if (strength > best) {
            best = strength;
            place = i;
        } else if (strength == best) {
            place = -1;
        }
    }
    return place;
}

struct trick_outcome resolve_trick(const ps_scientific_rules *rules, const uint8_t *ranks,
                                   int count, int reverse) {
    int jacks = 0, queens = 0, jokers = 0, queen = -1, joker = -1;
    for (int i = 0; i < count; i++) {
        jacks += ranks[i] == SCIENTIFIC_JACK;
        if (ranks[i] == SCIENTIFIC_QUEEN) {
            queens++;
            queen = i;
        } else if (ranks[i] == SCIENTIFIC_JOKER) {
            jokers++;
            joker = i;
        }
    }
    struct trick_outcome outcome;
    outcome.reverse = reverse ^ (rules->powers & jacks & 1);
    int order = rules->reversal == PS_SCIENTIFIC_NOW ? outcome.reverse : reverse;
    outcome.winner = single_strongest(ranks, count, order);
    if (jokers == 1) {
        outcome.winner = outcome.winner < 0 && count > 1 ? joker : -1;
    }
    outcome.peeker = rules->powers && queens == 1 ? queen : -1;
    return outcome;
}

int ps_scientific_resolve(const ps_scientific_rules *rules, const uint8_t *ranks, int count,
                          int reverse, int32_t *outcome) {
    int status = scientific_rules_check(rules);
    if (status != PS_OK) {
        return status;
    }
    if (count < 1 || count > PS_SCIENTIFIC_SEATS || (reverse & ~1)) {
        return PS_ERROR_ARGUMENT;
    }
    for (int i = 0; i < count; i++) {
        if (ranks[i] >= SCIENTIFIC_KINDS) {
            return PS_ERROR_CARD;
        }
    }
    struct trick_outcome found = resolve_trick(rules, ranks, count, reverse);
    outcome[0] = found.winner;
    outcome[1] = found.reverse;
    outcome[2] = found.peeker;
    return PS_OK;
}

int ps_scientific_start(const ps_scientific_rules *rules, ps_scientific_state *state) {
    int status = scientific_rules_check(rules);
    if (status != PS_OK) {
        return status;
    }
    memset(state, 0, sizeof *state);
    for (int player = 0; player < rules->players; player++) {
        state->hands[player] = first_hand(rules);
    }
    state->peeker = -1;
    state->last_in = (1 << rules->players) - 1;
    return PS_OK;
}

/* Players with cards, as bits. */
static int players_in(const ps_scientific_rules *rules, const ps_scientific_state *state) {
    int seats = 0;
    for (int player = 0; player < rules->players; player++) {
        seats |= (state->hands[player] != 0) << player;
    }
    return seats;
}

int ps_scientific_check(const ps_scientific_rules *rules, const ps_scientific_state *state) {
    int status = scientific_rules_check(rules);
    if (status != PS_OK) {
        return status;
    }
    uint64_t deck = first_hand(rules);
    for (int rank = 0; rank < 16; rank++) {
        int count = count_of_rank(state->pot, rank);
        for (int player = 0; player < rules->players; player++) {
            count += count_of_rank(state->hands[player], rank);
            count += count_of_rank(state->piles[player], rank);
        }
        if (count != count_of_rank(deck, rank) * rules->players) {
            return PS_ERROR_CARD;
        }
    }
    int seats = (1 << rules->players) - 1, in = players_in(rules, state);
    int good = state->tricks >= 0 && !(state->reverse & ~1) && !(state->may_swap & ~in) &&
               !(state->threes & ~in) && !(state->last_in & ~seats) && state->last_in &&
               state->peeker >= -1 && state->peeker < rules->players &&
               (state->peeker < 0 || in >> state->peeker & 1) &&
               (state->pot != 0) == (state->disputed > 0) && state->disputed >= 0 &&
               state->disputed <= state->tricks &&
               (!rules->trick_limit || state->tricks <= rules->trick_limit) &&
               (rules->powers || !(state->reverse | state->may_swap | state->threes)) &&
               (rules->powers || state->peeker < 0);
    for (int player = 0; player < rules->players; player++) {
        good &= state->hands[player] || !state->piles[player];
        good &= state->piles[player] || !(state->may_swap >> player & 1);
    }
    return good ? PS_OK : PS_ERROR_ARGUMENT;
}

static int is_over(const ps_scientific_rules *rules, const ps_scientific_state *state) {
    int in = players_in(rules, state);
    return !(in & (in - 1)) || (rules->trick_limit && state->tricks >= rules->trick_limit);
}

int ps_scientific_over(const ps_scientific_rules *rules, const ps_scientific_state *state) {
    int status = ps_scientific_check(rules, state);
    return status == PS_OK ? is_over(rules, state) : status;
}

int ps_scientific_winners(const ps_scientific_rules *rules, const ps_scientific_state *state) {
    int status = ps_scientific_check(rules, state);
    if (status != PS_OK || !is_over(rules, state)) {
        return status;
    }
    if (!players_in(rules, state)) {
        return state->last_in;
    }
    int most = 0, winners = 0;
    for (int player = 0; player < rules->players; player++) {
        int total = count_of_cards(state->hands[player]) + count_of_cards(state->piles[player]);
        if (total > most) {
            most = total;
            winners = 0;
        }
        winners |= (total == most) << player;
    }
    return winners;
}

static int add_ranks(uint64_t cards, int swap, uint8_t *choices) {
    int count = 0;
    for (int rank = 0; rank < SCIENTIFIC_KINDS; rank++) {
        if (count_of_rank(cards, rank)) {
            choices[count++] = (uint8_t)(rank | swap);
        }
    }
    return count;
}

int ps_scientific_choices(const ps_scientific_rules *rules, const ps_scientific_state *state,
                          int player, uint8_t *choices) {
    int status = ps_scientific_check(rules, state);
    if (status != PS_OK) {
        return status;
    }
    if (player < 0 || player >= rules->players) {
        return PS_ERROR_ARGUMENT;
    }
    if (is_over(rules, state)) {
        return 0;
    }
    int count = add_ranks(state->hands[player], 0, choices);
    if (state->may_swap >> player & 1) {
        count += add_ranks(state->piles[player], PS_SCIENTIFIC_SWAP, choices + count);
    }
    return count;
}

/* Whether a player may choose so; who is out chooses PS_SCIENTIFIC_NOTHING. */
static int may_choose(const ps_scientific_state *state, int player, uint8_t choice) {
    if (!state->hands[player]) {
        return choice == PS_SCIENTIFIC_NOTHING;
    }
    int rank = choice & 15, swap = choice & PS_SCIENTIFIC_SWAP;
    if (choice != (rank | swap) || rank >= SCIENTIFIC_KINDS) {
        return 0;
    }
    if (!swap) {
        return count_of_rank(state->hands[player], rank) > 0;
    }
    return state->may_swap >> player & 1 && count_of_rank(state->piles[player], rank) > 0;
}

int ps_scientific_play(const ps_scientific_rules *rules, ps_scientific_state *state,
                       const uint8_t *choices) {
    int status = ps_scientific_check(rules, state);
    if (status != PS_OK) {
        return status;
    }
    if (is_over(rules, state)) {
        return PS_ERROR_ARGUMENT;
    }
    uint8_t ranks[PS_SCIENTIFIC_SEATS], seats[PS_SCIENTIFIC_SEATS];
    uint64_t table = state->pot;
    int count = 0;
    for (int player = 0; player < rules->players; player++) {
        if (!may_choose(state, player, choices[player])) {
            return PS_ERROR_ARGUMENT;
        }
    }
    for (int player = 0; player < rules->players; player++) {
        uint8_t choice = choices[player];
        if (choice == PS_SCIENTIFIC_NOTHING) {
            continue;
        }
        if (choice & PS_SCIENTIFIC_SWAP) {
            uint64_t hand = state->hands[player];
            state->hands[player] = state->piles[player];
            state->piles[player] = hand;
        }
        ranks[count] = choice & 15;
        seats[count] = (uint8_t)player;
        state->hands[player] -= one_card(ranks[count]);
        table += one_card(ranks[count]);
        count++;
    }
    struct trick_outcome outcome = resolve_trick(rules, ranks, count, state->reverse);
    if (outcome.winner < 0) {
        state->pot = table;
        state->disputed++;
    } else {
        state->piles[seats[outcome.winner]] += table;
        state->pot = 0;
        state->disputed = 0;
    }
    state->reverse = outcome.reverse;
    state->may_swap = state->threes = state->last_in = 0;
    for (int i = 0; i < count; i++) {
        int player = seats[i];
        if (!state->hands[player]) {
            state->hands[player] = state->piles[player];
            state->piles[player] = 0;
        }
        int eight = rules->powers && ranks[i] == SCIENTIFIC_EIGHT && state->piles[player];
        int three = rules->powers && ranks[i] == SCIENTIFIC_THREE && state->hands[player];
        state->may_swap |= eight << player;
        state->threes |= three << player;
        state->last_in |= 1 << player;
    }
    state->peeker = outcome.peeker < 0 ? -1 : seats[outcome.peeker];
    if (state->peeker >= 0 && !state->hands[state->peeker]) {
        state->peeker = -1;
    }
    state->tricks++;
    return outcome.winner < 0 ? PS_SCIENTIFIC_DISPUTE : seats[outcome.winner];
}
