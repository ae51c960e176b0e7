/* likelihood.h: the chance of what a seat has bid and played, style by style, if it was dealt a
 * supposed hand.
 *
 * Players keep to a style exactly, as programs do, or loosely, as people do. Those who are exact
 * say much about their cards, and show in time that they are.
 *
 * A seat plays by its own hand and by what all have seen, so its chance does not depend on how the
 * rest of the deal is supposed: the round before each play is made once for all deals, and a hand
 * that comes in several deals is judged once. */
#ifndef PS_WIZARD_LIKELIHOOD_H
#define PS_WIZARD_LIKELIHOOD_H

#include <math.h>

#include "bids.h"
#include "engine.h"
#include "policy.h"

enum { LOOSE = 0, EXACT = 1, MANNERS = 2 };

/* Chances of ways to play: manner by style. */
struct manners {
    double of[MANNERS][STYLES];
};

/* What is known of a seat before it bids. */
static inline TARGET struct manners manners_at_first(const ps_wizard_settings *settings) {
    struct manners manners;
    for (int style = 0; style < STYLES; style++) {
        manners.of[LOOSE][style] = (1 - settings->exact_share) * settings->styles[style];
        manners.of[EXACT][style] = settings->exact_share * settings->styles[style];
    }
    return manners;
}

static inline TARGET double all_manners(const struct manners *manners) {
    double total = 0;
    for (int style = 0; style < STYLES; style++) {
        total += manners->of[LOOSE][style] + manners->of[EXACT][style];
    }
    return total;
}

/* How a bid fits what the hand lets expect. Who is loose bids near the one expectation or the
 * other: two bells, each with a wider one, above a floor. */
static inline TARGET float loose_bid(const ps_wizard_settings *settings, float off_rule,
                                     float off_learned) {
    const float scale = -0.5F / (settings->bid_spread * settings->bid_spread);
    const float a = off_rule * off_rule * scale, b = off_learned * off_learned * scale;
    const float near = exponential(a) + exponential(b);
    const float wide = exponential(a * (1 / 9.0F)) + exponential(b * (1 / 9.0F));
    return settings->bid_floor + (1 - settings->bid_wide) * near + settings->bid_wide * wide;
}

/* Who is exact bids the nearest number, but for rounding at the half. */
static inline TARGET float exact_bid(const ps_wizard_settings *settings, float off) {
    return settings->exact_noise * 0.1F + 1 / (1 + power(4 * off * off, 4));
}

/* How far a bid is from what a hand lets expect. */
struct offsets {
    float rule;
    float learned;
};

static inline TARGET struct offsets offsets_of(const struct wizard_round *round, uint64_t turned,
                                               const struct ps_wizard_model *model, uint64_t hand,
                                               int size, int seat, int prior) {
    const float bid = (float)round->bids[seat];
    const struct offsets off = {
        bid - rule_expectation(round->order, hand, turned, round->players, size, seat, prior),
        bid - learned_expectation(model, round->order, hand, size, seat, prior)};
    return off;
}

/* Multiplies the chances by that of a bid; of who is loose, about 1 over all bids as of the others
 * (sqrt(8 pi) is 5). */
static inline TARGET void judge_bid(const ps_wizard_settings *settings, struct offsets off,
                                    struct manners *manners) {
    const float loose = loose_bid(settings, off.rule, off.learned) /
                        (5 * settings->bid_spread * (1 + 2 * settings->bid_wide));
    for (int style = 0; style < STYLES; style++) {
        manners->of[LOOSE][style] *= loose;
        manners->of[EXACT][style] *=
            exact_bid(settings, style == STYLE_LEARNED ? off.learned : off.rule);
    }
}

/* How likely a bid is, up to a factor that is the same for all hands. */
static inline TARGET float bid_fit(const struct wizard_round *round, uint64_t turned,
                                   const struct ps_wizard_model *model,
                                   const ps_wizard_settings *settings, uint64_t hand, int size,
                                   int seat, int prior) {
    const struct offsets off = offsets_of(round, turned, model, hand, size, seat, prior);
    if (settings->exact_share <= 0) {
        return loose_bid(settings, off.rule, off.learned);
    }
    struct manners manners = manners_at_first(settings);
    judge_bid(settings, off, &manners);
    return (float)all_manners(&manners);
}

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

/* Multiplies the chances by that of a play from a hand. */
static TARGET void judge_play(struct witnessed *play, uint64_t hand,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, struct manners *manners) {
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
    float values[WIZARD_MOST], total = 0;
    uint64_t kept = 0;
    int best = 0;
    value_cards(model, &decision, values);
    for (int c = 0; c < decision.cards; c++) {
        kept |= 1ULL << decision.places[c];
        best = values[c] > values[best] ? c : best;
    }
    /* Every card stands for those of equal worth above it. */
    const uint64_t kind = kind_of(order, play->place);
    const int actual = highest_bit(kept & kind & ((2ULL << play->place) - 1));
    float chosen = 0;
    for (int c = 0; c < decision.cards; c++) {
        float chance = exponential((values[c] - values[best]) * settings->sharpness);
        total += chance;
        chosen = decision.places[c] == actual ? chance : chosen;
    }
    const float loosely = settings->play_noise, seldom = settings->exact_noise;
    const float any = loosely / (float)decision.cards, other = seldom / (float)decision.cards;
    manners->of[LOOSE][STYLE_LEARNED] *= any + (1 - loosely) * chosen / total;
    manners->of[EXACT][STYLE_LEARNED] *= other + (decision.places[best] == actual ? 1 - seldom : 0);
    for (int style = STYLE_CAUTIOUS; style <= STYLE_BOLD; style++) {
        int would = style == STYLE_BOLD ? play_bold(round, legal) : play_cautious(round, legal);
        uint64_t its = kind_of(order, would);
        int same = its == kind && highest_bit(kept & its & ((2ULL << would) - 1)) == actual;
        manners->of[LOOSE][style] *= any + (same ? 1 - loosely : 0);
        manners->of[EXACT][style] *= other + (same ? 1 - seldom : 0);
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

/* Adds the logarithm of the chance of the cards played, given the bids, to the weight of each deal,
 * and leaves with it how likely each style is for every other seat; the first `bidders` seats have
 * bid. `table` and `room` as above, room for one more than there are deals. */
static TARGET void judge_seats(struct search *search, int deals, const struct wizard_round *now,
                               int bidders, const struct ps_wizard_model *model,
                               const ps_wizard_settings *settings, int32_t *table, int room) {
    struct witnesses witnesses;
    recall(search, now, &witnesses);
    for (int seat = 0, prior = 0; seat < now->players; prior += now->bids[seat++]) {
        if (seat == search->own_seat) {
            continue;
        }
        const uint64_t laid = witnesses.plays[seat] ? witnesses.of[seat][0].from_here : 0;
        const int plays = settings->play_noise < 1 ? witnesses.plays[seat] : 0;
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
                struct manners manners = manners_at_first(settings);
                if (settings->bid_spread > 0 && seat < bidders) {
                    judge_bid(settings,
                              offsets_of(now, search->turned, model, deal->hands[seat] | laid,
                                         search->size, seat, prior),
                              &manners);
                }
                const double by_bid = all_manners(&manners);
                for (int i = 0; i < plays; i++) {
                    struct witnessed *play = &witnesses.of[seat][i];
                    judge_play(play, deal->hands[seat] | play->from_here, model, settings,
                               &manners);
                }
                const double total = all_manners(&manners);
                for (int style = 0; style < STYLES; style++) {
                    deal->styles[seat][style] =
                        (float)((manners.of[LOOSE][style] + manners.of[EXACT][style]) / total);
                }
                search->chances[d] = (float)log(total / by_bid);
            }
            deal->weight += search->chances[d];
        }
    }
}

#endif
