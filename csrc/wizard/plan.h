/* plan.h: roll-outs in which the own seat plans again before each of its cards.
 *
 * A roll-out by policy is worse than what the seat will do in truth, so it sells short what leaves
 * room to decide later. Here each own card is chosen by a small search: some deals that fit what
 * has been seen by then, weighted by the bids, played out by policy; the network's values count as
 * so many deals more. */
#ifndef PS_WIZARD_PLAN_H
#define PS_WIZARD_PLAN_H

#include "evidence.h"

enum { PLAN_CARDS = 3, PLAN_TRIES = 4 };

static const float PLAN_MARGIN = 15; /* cards valued so many points below the best are left out */

/* What all seats have seen, as a roll-out goes on. */
struct plan {
    const struct ps_wizard_model *model;
    const ps_wizard_settings *settings;
    const struct supposed *deal;
    struct dice *dice;
    int own;
    int size;
    uint64_t turned;
    uint64_t laid_by[WIZARD_SEATS];
};

static inline TARGET int draw_style(struct dice *dice, const float *shares) {
    float total = shares[0] + shares[1] + shares[2];
    float at = dice_unit(dice) * total;
    return at < shares[0]               ? STYLE_CAUTIOUS
           : at < shares[0] + shares[1] ? STYLE_BOLD
                                        : STYLE_LEARNED;
}

/* Plays a supposed round to its end. */
static inline TARGET void play_out(const struct ps_wizard_model *model, struct wizard_round *round,
                                   const uint8_t *styles) {
    while (round->left > 0) {
        uint64_t legal = wizard_legal(round->hands[round->turn], round->follow);
        wizard_play(round, legal & (legal - 1)
                               ? choose_card(model, round, legal, styles[round->turn])
                               : lowest_bit(legal));
    }
}

static TARGET void deal_for_plan(struct plan *plan, const struct wizard_round *round,
                                 const struct unseen *unseen, uint64_t *hands, float *weight) {
    for (int i = 0; i < PLAN_TRIES; i++) {
        if (deal_by_seats(plan->dice, unseen, &wizard_logarithms, hands, weight)) {
            goto dealt;
        }
    }
    deal_one_by_one(plan->dice, unseen, &wizard_logarithms, hands, weight);
dealt:
    *weight = 1;
    if (plan->settings->bid_spread > 0) {
        for (int seat = 0, prior = 0; seat < round->players; prior += round->bids[seat++]) {
            if (seat != plan->own) {
                *weight *= bid_fit(round, plan->turned, plan->model, plan->settings,
                                   hands[seat] | plan->laid_by[seat], plan->size, seat, prior);
            }
        }
    }
}

static TARGET int plan_card(struct plan *plan, const struct wizard_round *round, uint64_t legal) {
    struct decision decision;
    float values[WIZARD_MOST];
    describe(round, legal, &decision);
    if (decision.cards == 1) {
        return decision.places[0];
    }
    value_cards(plan->model, &decision, values);
    /* The few cards that the network values most. */
    int chosen[PLAN_CARDS] = {0}, found = 0;
    for (int i = 0; i < decision.cards; i++) {
        int at = found < PLAN_CARDS ? found++ : PLAN_CARDS - 1;
        if (at == PLAN_CARDS - 1 && i >= PLAN_CARDS && values[chosen[at]] >= values[i]) {
            continue;
        }
        for (; at > 0 && values[chosen[at - 1]] < values[i]; at--) {
            chosen[at] = chosen[at - 1];
        }
        chosen[at] = i;
    }
    while (found > 1 && values[chosen[found - 1]] < values[chosen[0]] - PLAN_MARGIN) {
        found--;
    }
    if (found == 1) {
        return decision.places[chosen[0]];
    }
    struct unseen unseen;
    const int players = round->players, own = plan->own;
    unseen.players = players;
    unseen.cards = unseen_by(round, round->hands[own]);
    for (int seat = 0; seat < players; seat++) {
        int laid = (seat - round->leader + players) % players < round->laid;
        unseen.allowed[seat] = unseen.cards & ~round->missing[seat];
        unseen.needed[seat] = (uint8_t)(seat == own ? 0 : round->left - laid);
    }
    unseen_order(&unseen, own);
    const int deals = plan->settings->plan_deals;
    float sums[PLAN_CARDS] = {0}, total = 0;
    for (int d = 0; d < deals; d++) {
        uint64_t hands[WIZARD_SEATS] = {0};
        uint8_t styles[WIZARD_SEATS];
        float weight;
        deal_for_plan(plan, round, &unseen, hands, &weight);
        hands[own] = round->hands[own];
        for (int seat = 0; seat < players; seat++) {
            styles[seat] = (uint8_t)draw_style(plan->dice, plan->deal->styles[seat]);
        }
        styles[own] = STYLE_LEARNED;
        for (int i = 0; i < found; i++) {
            struct wizard_round supposed = *round;
            memcpy(supposed.hands, hands, sizeof hands);
            wizard_play(&supposed, decision.places[chosen[i]]);
            play_out(plan->model, &supposed, styles);
            sums[i] += weight * (float)wizard_score(supposed.bids[own], supposed.tricks[own]);
        }
        total += weight;
    }
    int best = 0;
    const float trust = plan->settings->plan_trust * total / (float)deals;
    for (int i = 0; i < found; i++) {
        sums[i] += trust * values[chosen[i]];
        best = sums[i] > sums[best] ? i : best;
    }
    return decision.places[chosen[best]];
}

/* Plays a supposed round to its end, the own seat planning again. */
static TARGET void plan_out(struct plan *plan, struct wizard_round *round, const uint8_t *styles) {
    while (round->left > 0) {
        const int seat = round->turn;
        const uint64_t legal = wizard_legal(round->hands[seat], round->follow);
        int place = lowest_bit(legal);
        if (legal & (legal - 1)) {
            place = seat == plan->own ? plan_card(plan, round, legal)
                                      : choose_card(plan->model, round, legal, styles[seat]);
        }
        plan->laid_by[seat] |= 1ULL << place;
        wizard_play(round, place);
    }
}

#endif
