/* bids.h: the bid that a hand lets expect, by rule or learned. */
#ifndef PS_WIZARD_BIDS_H
#define PS_WIZARD_BIDS_H

#include "model.h"
#include "styles.h"

/* The expected bid by rule: every card counts for the chance that none of some random cards beats
 * it; more than one a seat, since the others choose theirs. `turned` is the turned card as a bit.
 */
static inline TARGET float rule_expectation(const struct wizard_order *order, uint64_t hand,
                                            uint64_t turned, int players) {
    uint64_t unseen = ALL_PLACES & ~(hand | turned);
    const int cards = (8 * (players - 1) + 2) / 5;
    float share = 1 / (float)count(unseen), expected = 0;
    for (uint64_t rest = hand; rest; rest &= rest - 1) {
        float free = 1 - (float)count(unseen & order->beats[lowest_bit(rest)]) * share;
        expected += power(free, cards);
    }
    return expected;
}

/* What the learned expectation is linear in, besides the cards of the hand. */
static inline TARGET void describe_bid(const struct wizard_order *order, uint64_t hand, int players,
                                       int size, int seat, int prior, float *extras) {
    int voids = 0, singles = 0, trumps = count(hand & order->trumps);
    for (int suit = 0; suit < SUITS; suit++) {
        if (order->suits[suit] != order->trumps) {
            int held = count(hand & order->suits[suit]);
            voids += held == 0;
            singles += held == 1;
        }
    }
    float ahead = (float)prior / (float)size - (float)seat / (float)players;
    extras[0] = 1;
    extras[1] = (float)seat / (float)(players - 1);
    extras[2] = ahead;
    extras[3] = (float)(trumps * trumps) * 0.1F;
    extras[4] = (float)voids;
    extras[5] = (float)(voids * trumps) * 0.25F;
    extras[6] = (float)singles;
    extras[7] = seat == players - 1 ? ahead : 0;
}

/* The learned part that does not depend on the bids made before. */
static inline TARGET float learned_expectation(const struct ps_wizard_model *model,
                                               const struct wizard_order *order, uint64_t hand,
                                               int size, int seat, int prior) {
    const float *weights = model->bid_weights[order->trumps == 0][size];
    float extras[BID_FEATURES - WIZARD_DECK], expected = 0;
    for (uint64_t rest = hand; rest; rest &= rest - 1) {
        expected += weights[lowest_bit(rest)];
    }
    describe_bid(order, hand, model->players, size, seat, prior, extras);
    for (int i = 0; i < BID_FEATURES - WIZARD_DECK; i++) {
        expected += weights[WIZARD_DECK + i] * extras[i];
    }
    return expected;
}

/* The whole number nearest to an expectation that may be bid; `barred` is -1 or what the hook
 * forbids. */
static inline int nearest_bid(float expected, int size, int barred) {
    int bid = expected <= 0 ? 0 : (int)(expected + 0.5F);
    bid = bid > size ? size : bid;
    if (bid == barred) {
        bid += bid == 0 || (bid < size && expected > (float)bid) ? 1 : -1;
    }
    return bid;
}

static inline int barred_bid(int hook, int players, int size, int seat, int prior) {
    return hook && seat == players - 1 && prior <= size ? size - prior : -1;
}

#endif
