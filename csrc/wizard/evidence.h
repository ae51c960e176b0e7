/* evidence.h: how well a supposed deal fits the bids and the cards of the other seats.
 *
 * Every deal is weighted by the chance of the bids (a bell around the expectation of the hand, by
 * rule and as learned, above a floor) and of the cards played under each style. The chances of the
 * styles go with the deal: a seat that plays on as it has played so far. */
#ifndef PS_WIZARD_EVIDENCE_H
#define PS_WIZARD_EVIDENCE_H

#include "bids.h"
#include "deals.h"
#include "likelihood.h"

static inline TARGET int choose_card(const struct ps_wizard_model *model,
                                     const struct wizard_round *round, uint64_t legal, int style) {
    switch (style) {
    case STYLE_CAUTIOUS:
        return play_cautious(round, legal);
    case STYLE_BOLD:
        return play_bold(round, legal);
    default:
        return play_learned(model, round, legal);
    }
}

/* A bid that a seat may make; `noise` in -1..1. */
static inline TARGET int suppose_bid(const struct wizard_round *round,
                                     const struct ps_wizard_model *model, int seat, int prior,
                                     int barred, int style, float noise) {
    const uint64_t hand = round->hands[seat];
    float expected = style == STYLE_LEARNED
                         ? learned_expectation(model, round->order, hand, round->left, seat, prior)
                         : rule_expectation(round->order, hand, round->played, round->players,
                                            round->left, seat, prior);
    return nearest_bid(expected + noise, round->left, barred);
}

/* Turns logarithms into weights that add up to 1; how many equal ones they are worth. */
static TARGET float normalise(struct supposed *deals, int count_of) {
    float most = deals[0].weight;
    double total = 0, squares = 0;
    for (int i = 1; i < count_of; i++) {
        most = deals[i].weight > most ? deals[i].weight : most;
    }
    for (int i = 0; i < count_of; i++) {
        deals[i].weight = exponential(deals[i].weight - most);
        total += deals[i].weight;
    }
    for (int i = 0; i < count_of; i++) {
        deals[i].weight = (float)(deals[i].weight / total);
        squares += (double)deals[i].weight * deals[i].weight;
    }
    return (float)(1 / squares);
}

/* Systematic resampling: deals come as often as their weights say, to the nearest whole number. */
static TARGET void resample(const struct supposed *from, int count_of, struct supposed *to,
                            int wanted, struct dice *dice) {
    double step = 1.0 / wanted, at = step * dice_unit(dice), sum = from[0].weight;
    for (int i = 0, j = 0; j < wanted; j++, at += step) {
        while (sum < at && i + 1 < count_of) {
            sum += from[++i].weight;
        }
        to[j] = from[i];
        to[j].origin = i;
    }
}

/* Mixes the order, so that the first deals are as good a sample as all. */
static TARGET void mix(struct supposed *deals, int count_of, struct dice *dice) {
    for (int i = count_of - 1; i > 0; i--) {
        int j = (int)((uint64_t)dice_word(dice) * (uint32_t)(i + 1) >> 32);
        struct supposed other = deals[i];
        deals[i] = deals[j];
        deals[j] = other;
    }
}

/* How likely another seat plays as learned, in the mean of the deals: what is seen of how strong
 * they are. */
static TARGET float learned_share(const struct search *search, int players) {
    float total = 0;
    for (int d = 0; d < search->deals; d++) {
        for (int seat = 0; seat < players; seat++) {
            total += seat == search->own_seat ? 0 : search->kept[d].styles[seat][STYLE_LEARNED];
        }
    }
    return total / (float)(search->deals * (players - 1));
}

/* Fills search->kept with deals that fit, weighted and resampled: by the bids of the first
 * `bidders` seats and by the cards played. */
static TARGET int gather_deals(struct search *search, const struct wizard_round *now,
                               const struct ps_wizard_model *model,
                               const ps_wizard_settings *settings, uint64_t seed, int bidders) {
    const int players = now->players, own = search->own_seat;
    const int size = search->size;
    struct unseen unseen;
    struct dice dice;
    const uint64_t hand = now->hands[own];
    unseen.players = players;
    unseen.cards = unseen_by(now, hand);
    for (int seat = 0; seat < players; seat++) {
        unseen.allowed[seat] = unseen.cards & ~now->missing[seat];
        int laid = (seat - now->leader + players) % players < now->laid;
        unseen.needed[seat] = (uint8_t)(seat == own ? 0 : now->left - laid);
    }
    if (!unseen_start(&unseen, own, seed, &wizard_logarithms)) {
        return PS_ERROR_RULE;
    }
    uint64_t laid_by[WIZARD_SEATS] = {0};
    for (int i = 0; i < search->plays; i++) {
        laid_by[search->history[i].seat] |= 1ULL << search->history[i].place;
    }
    const int weighted = settings->bid_spread > 0 && bidders > 0;
    const int judged = search->plays > 0 && settings->play_noise < 1;
    int drawn = search->deals, between = search->deals;
    if (weighted || unseen.constrained || judged) {
        drawn = search->deals * settings->candidates;
        between = judged ? search->deals * settings->survivors : search->deals;
    }
    dice_start(&dice, seed, 1);
    for (int d = 0; d < drawn; d++) {
        struct supposed *deal = &search->all[d];
        memset(deal->hands, 0, sizeof deal->hands);
        deal_unseen(&dice, &unseen, &wizard_logarithms, deal->hands, &deal->weight);
        deal->hands[own] = hand;
        for (int seat = 0; seat < players; seat++) {
            for (int style = 0; style < STYLES; style++) {
                deal->styles[seat][style] = settings->styles[style];
            }
        }
        if (weighted) {
            float fit = 1;
            for (int seat = 0, prior = 0; seat < bidders; prior += now->bids[seat++]) {
                if (seat != own) {
                    fit *= bid_fit(now, search->turned, model, settings,
                                   deal->hands[seat] | laid_by[seat], size, seat, prior);
                }
            }
            deal->weight += logf(fit);
        }
    }
    search->effective = (float)drawn;
    if (drawn > between) {
        search->effective = normalise(search->all, drawn);
        resample(search->all, drawn, search->kept, between, &dice);
    } else {
        memcpy(search->kept, search->all, (size_t)between * sizeof *search->kept);
    }
    if (judged) {
        for (int d = 0; d < between; d++) {
            search->kept[d].weight = drawn > between ? 0 : search->kept[d].weight;
        }
        judge_seats(search, between, now, bidders, model, settings, search->newest, drawn + 1);
        float effective = normalise(search->kept, between);
        search->effective = effective < search->effective ? effective : search->effective;
        resample(search->kept, between, search->all, search->deals, &dice);
        memcpy(search->kept, search->all, (size_t)search->deals * sizeof *search->kept);
    } else {
        for (int d = 0; d < between && drawn == between; d++) {
            search->kept[d].origin = d;
        }
        if (weighted && settings->exact_share > 0) { /* bids alone tell of styles as well */
            judge_seats(search, between, now, bidders, model, settings, search->newest, drawn + 1);
        }
    }
    for (int i = 0; i < drawn; i++) {
        search->newest[i] = -1;
    }
    mix(search->kept, search->deals, &dice);
    search->learned = learned_share(search, players);
    return PS_OK;
}

#endif
