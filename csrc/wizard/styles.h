/* styles.h: ways to play a card that follow from rules.
 *
 * The cautious style wins with the cheapest card that is likely to hold and throws what it does
 * not need; the bold style wins with the highest. Both see what their seat sees: the own hand and
 * the cards played. */
#ifndef PS_WIZARD_STYLES_H
#define PS_WIZARD_STYLES_H

#include "bits.h"
#include "round.h"

static inline uint64_t lowest_of(uint64_t bits) {
    return bits & (0 - bits);
}

static inline TARGET uint64_t unseen_by(const struct wizard_round *round, uint64_t hand) {
    return ALL_PLACES & ~(round->played | hand);
}

/* Throws a card away: the highest that does not win; if all would, the lowest while others may
 * still take the trick over, else the highest. */
static inline TARGET int throw_away(const struct wizard_round *round, uint64_t legal) {
    if (round->laid == 0) {
        return lowest_bit(legal);
    }
    uint64_t losers = legal & ~round->order->beats[round->best];
    if (losers) {
        return highest_bit(losers);
    }
    return round->laid + 1 == round->players ? highest_bit(legal) : lowest_bit(legal);
}

static inline TARGET int play_bold(const struct wizard_round *round, uint64_t legal) {
    if (round->bids[round->turn] <= round->tricks[round->turn]) {
        return throw_away(round, legal);
    }
    uint64_t winners = round->laid ? legal & round->order->beats[round->best] : legal;
    return winners ? highest_bit(winners) : lowest_bit(legal);
}

/* Those of the cards that the seats behind are not expected to beat: of the unseen cards that
 * would, less than a quarter of a card lies in their hands on average. */
static inline TARGET uint64_t likely_to_hold(const struct wizard_round *round, uint64_t cards,
                                             uint64_t unseen) {
    int behind = round->players - round->laid - 1;
    int out = count(unseen), held = 4 * behind * round->left;
    uint64_t found = 0;
    for (uint64_t rest = cards; rest; rest &= rest - 1) {
        int place = lowest_bit(rest);
        if (count(unseen & round->order->beats[place]) * held < out) {
            found |= lowest_of(rest);
        }
    }
    return found;
}

static inline TARGET int play_cautious(const struct wizard_round *round, uint64_t legal) {
    const struct wizard_order *order = round->order;
    int seat = round->turn, need = round->bids[seat] - round->tricks[seat];
    if (need <= 0) {
        return throw_away(round, legal);
    }
    uint64_t hand = round->hands[seat], unseen = unseen_by(round, hand);
    if (need < round->left) {
        /* With more sure winners than needed, one of them may go unwon. */
        int sure = 0;
        for (uint64_t rest = hand; rest; rest &= rest - 1) {
            sure += (unseen & order->beats[lowest_bit(rest)]) == 0;
        }
        uint64_t losers = round->laid ? legal & ~order->beats[round->best] : 0;
        if (sure > need && losers) {
            return highest_bit(losers);
        }
    }
    uint64_t winners = round->laid ? legal & order->beats[round->best] : legal & ~JESTERS;
    if (round->laid + 1 == round->players) {
        return winners ? lowest_bit(winners) : lowest_bit(legal);
    }
    uint64_t holding = likely_to_hold(round, winners, unseen);
    if (holding) {
        return need >= round->left ? highest_bit(holding) : lowest_bit(holding);
    }
    if (need >= round->left && winners) {
        return highest_bit(winners);
    }
    /* Leading without a likely winner: a low card of a plain suit rather than a jester. */
    uint64_t plain = legal & ~(JESTERS | WIZARDS | order->trumps);
    return lowest_bit(round->laid == 0 && plain ? plain : legal);
}

#endif
