/* likelihood.h: the chance of the cards that a seat has played, style by style, if it was dealt a
 * supposed hand.
 *
 * A seat plays by its own hand and by what all have seen, so its chance does not depend on how the
 * rest of the deal is supposed: the round before each play is made once for all deals, and a hand
 * that comes in several deals is judged once. */
#ifndef PS_WIZARD_LIKELIHOOD_H
#define PS_WIZARD_LIKELIHOOD_H

#include <math.h>

#include "engine.h"
#include "policy.h"

/* A play of one seat as all have seen it. */
struct witnessed {
    struct wizard_round before; /* no hands */
    uint64_t from_here;         /* the cards that the seat has played from this one on */
    int place;
};

struct witnesses {
    int plays[WIZARD_SEATS];
    struct witnessed of[WIZARD_SEATS][WIZARD_MOST];
};

/* The plays of the round so far, by seat. */
static TARGET void recall(const struct search *search, const struct wizard_round *now,
                          struct witnesses *witnesses) {
    struct wizard_round round = *now;
    memset(round.hands, 0, sizeof round.hands);
    round.played = search->turned;
    round.follow = 0;
    round.leader = round.turn = round.laid = 0;
    round.best = -1;
    round.left = (int8_t)search->size;
    memset(round.tricks, 0, sizeof round.tricks);
    memset(round.missing, 0, sizeof round.missing);
    memset(witnesses->plays, 0, sizeof witnesses->plays);
    for (int i = 0; i < search->plays; i++) {
        const int seat = search->history[i].seat, place = search->history[i].place;
        struct witnessed *play = &witnesses->of[seat][witnesses->plays[seat]++];
        play->before = round;
        play->place = place;
        wizard_play(&round, place);
    }
    for (int seat = 0; seat < round.players; seat++) {
        uint64_t laid = 0;
        for (int i = witnesses->plays[seat] - 1; i >= 0; i--) {
            laid |= 1ULL << witnesses->of[seat][i].place;
            witnesses->of[seat][i].from_here = laid;
        }
    }
}

static inline TARGET uint64_t kind_of(const struct wizard_order *order, int place) {
    return place < 4 ? JESTERS : place >= 56 ? WIZARDS : order->follow[place];
}

/* Multiplies the chance of each style by that of a play from a hand. */
static TARGET void judge_play(struct witnessed *play, uint64_t hand,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, double *fits) {
    struct wizard_round *round = &play->before;
    const struct wizard_order *order = round->order;
    const uint64_t legal = wizard_legal(hand, round->follow);
    if (!(legal & (legal - 1))) {
        return;
    }
    struct decision decision;
    round->hands[round->turn] = hand;
    describe(round, legal, &decision);
    if (decision.cards == 1) {
        return;
    }
    const float noise = settings->play_noise;
    float values[WIZARD_MOST], best = -1e30F, total = 0;
    uint64_t kept = 0;
    value_cards(model, &decision, values);
    for (int c = 0; c < decision.cards; c++) {
        kept |= 1ULL << decision.places[c];
        best = values[c] > best ? values[c] : best;
    }
    /* Every card stands for those of equal worth above it. */
    const uint64_t kind = kind_of(order, play->place);
    const int actual = highest_bit(kept & kind & ((2ULL << play->place) - 1));
    float chosen = 0;
    for (int c = 0; c < decision.cards; c++) {
        float chance = exponential((values[c] - best) * settings->sharpness);
        total += chance;
        chosen = decision.places[c] == actual ? chance : chosen;
    }
    const float any = noise / (float)decision.cards;
    fits[STYLE_LEARNED] *= any + (1 - noise) * chosen / total;
    for (int style = STYLE_CAUTIOUS; style <= STYLE_BOLD; style++) {
        int would = style == STYLE_BOLD ? play_bold(round, legal) : play_cautious(round, legal);
        uint64_t its = kind_of(order, would);
        int same = its == kind && highest_bit(kept & its & ((2ULL << would) - 1)) == actual;
        fits[style] *= any + (same ? 1 - noise : 0);
    }
}

/* The deal before this one in which the seat holds the same hand, or -1; hands are kept in a table
 * of `room` places, -1 where none is. */
static TARGET int same_hand(const struct supposed *deals, int d, int seat, int32_t *table,
                            int room) {
    const uint64_t hand = deals[d].hands[seat];
    const uint64_t mixed = (hand * 0x9E3779B97F4A7C15ULL) >> 32;
    int at = (int)(mixed * (uint64_t)room >> 32);
    while (table[at] >= 0) {
        if (deals[table[at]].hands[seat] == hand) {
            return table[at];
        }
        at = at + 1 == room ? 0 : at + 1;
    }
    table[at] = d;
    return -1;
}

/* Adds the logarithm of the chance of the cards played to the weight of each deal, and leaves with
 * it how likely each style is for every other seat. `table` and `room` as above, room for one more
 * than there are deals. */
static TARGET void judge_plays(struct search *search, int deals, const struct wizard_round *now,
                               const struct ps_wizard_model *model,
                               const ps_wizard_settings *settings, int32_t *table, int room) {
    struct witnesses witnesses;
    recall(search, now, &witnesses);
    for (int seat = 0; seat < now->players; seat++) {
        if (seat == search->own_seat) {
            continue;
        }
        for (int i = 0; i < room; i++) {
            table[i] = -1;
        }
        for (int d = 0; d < deals; d++) {
            struct supposed *deal = &search->kept[d];
            const int before = same_hand(search->kept, d, seat, table, room);
            if (before >= 0) {
                memcpy(deal->styles[seat], search->kept[before].styles[seat],
                       sizeof deal->styles[seat]);
                search->chances[d] = search->chances[before];
            } else {
                double fits[STYLES];
                for (int style = 0; style < STYLES; style++) {
                    fits[style] = settings->styles[style];
                }
                for (int i = 0; i < witnesses.plays[seat]; i++) {
                    struct witnessed *play = &witnesses.of[seat][i];
                    judge_play(play, deal->hands[seat] | play->from_here, model, settings, fits);
                }
                const double total = fits[0] + fits[1] + fits[2];
                for (int style = 0; style < STYLES; style++) {
                    deal->styles[seat][style] = (float)(fits[style] / total);
                }
                search->chances[d] = (float)log(total);
            }
            deal->weight += search->chances[d];
        }
    }
}

#endif
