/* policy.h: the learned way to play a card. */
#ifndef PS_WIZARD_POLICY_H
#define PS_WIZARD_POLICY_H

#include "network.h"
#include "styles.h"

/* Of cards that are worth the same, one after the other in a suit as far as the others and the
 * table are concerned, the lowest; of wizards and of jesters one. */
static inline TARGET uint64_t distinct_cards(const struct wizard_round *round, uint64_t hand,
                                             uint64_t legal, uint64_t unseen) {
    const struct wizard_order *order = round->order;
    uint64_t jester = lowest_of(legal & JESTERS), wizard = lowest_of(legal & WIZARDS);
    uint64_t kept = jester | wizard;
    uint64_t between = unseen | (round->laid ? 1ULL << round->best : 0);
    for (uint64_t rest = legal & ~(JESTERS | WIZARDS); rest; rest &= rest - 1) {
        int place = lowest_bit(rest);
        uint64_t bit = lowest_of(rest), suit = order->follow[place];
        uint64_t lower = hand & suit & (bit - 1);
        if (!lower || between & suit & (bit - 1) & ~((2ULL << highest_bit(lower)) - 1)) {
            kept |= bit;
        }
    }
    return kept;
}

/* What the network sees of a decision. Shares are of the cards that the seat has not seen. Where
 * all cards are worth the same there is nothing to decide: one card, and no numbers. Every number
 * lies between -INPUT_MOST and INPUT_MOST. */
static inline TARGET void describe(const struct wizard_round *round, uint64_t legal,
                                   struct decision *decision) {
    const struct wizard_order *order = round->order;
    const int seat = round->turn, players = round->players, left = round->left;
    const int behind = players - round->laid - 1;
    const int need = round->bids[seat] - round->tricks[seat];
    const uint64_t hand = round->hands[seat], unseen = unseen_by(round, hand);
    const uint64_t kept = distinct_cards(round, hand, legal, unseen);
    if (!(kept & (kept - 1))) {
        decision->cards = 1;
        decision->places[0] = (uint8_t)lowest_bit(kept);
        return;
    }
    const float out = (float)count(unseen), share = out > 0 ? 1 / out : 0;
    const uint64_t beats_best = round->laid ? order->beats[round->best] : ALL_PLACES & ~JESTERS;
    float worth[WIZARD_MOST], above[WIZARD_MOST];
    float expected = 0;
    int sure = 0, small = 0, index = 0;

    /* The chance of every card of the hand to win some trick to come, roughly: no beater among
     * one unseen card of each other seat. */
    for (uint64_t rest = hand; rest; rest &= rest - 1, index++) {
        int beaters = count(unseen & order->beats[lowest_bit(rest)]);
        above[index] = (float)beaters * share;
        worth[index] = power(1 - above[index], players - 1);
        expected += worth[index];
        sure += beaters == 0;
        small += worth[index] < 0.1F;
    }
    int wanted = 0, wanting_behind = 0;
    for (int i = 0; i < players; i++) {
        int other = round->bids[i] - round->tricks[i];
        wanted += other > 0 ? other : 0;
    }
    for (int i = 1, other = seat; i <= behind; i++) {
        other = other + 1 == players ? 0 : other + 1;
        wanting_behind += round->bids[other] > round->tricks[other];
    }
    const int winner_wants =
        round->laid && round->bids[round->winner] > round->tricks[round->winner];
    const float wants = need > 0, avoids = need <= 0, all = need > 0 && need >= left;
    const float enough = need > 0 && sure >= need;
    const float inverse_left = 1 / (float)left;

    float *s = decision->state;
    s[0] = need < 0;
    s[1] = need == 0;
    s[2] = need == 1;
    s[3] = need == 2;
    s[4] = need >= 3;
    s[5] = need == left;
    s[6] = need > left;
    s[7] = clamp((float)need, -4, 8) * 0.25F;
    s[8] = clamp((float)need * inverse_left, -1, 1.5F);
    s[9] = (float)left * 0.1F;
    s[10] = inverse_left;
    s[11] = round->laid == 0;
    s[12] = behind == 0;
    s[13] = (float)behind * 0.25F;
    s[14] = expected * 0.25F;
    s[15] = clamp(expected - (float)need, -4, 4) * 0.5F;
    s[16] = clamp((float)(sure - need), -4, 4) * 0.5F;
    s[17] = (float)sure * 0.25F;
    s[18] = (float)count(hand & WIZARDS) * 0.5F;
    s[19] = (float)count(hand & JESTERS) * 0.5F;
    s[20] = (float)count(hand & order->trumps) * 0.25F;
    s[21] = clamp((float)(wanted - left), -4, 4) * 0.5F;
    s[22] = (float)winner_wants;
    s[23] = (float)wanting_behind * 0.5F;
    s[24] = round->laid && round->best >= 56;
    s[25] = round->laid ? (float)count(unseen & beats_best) * share : 1;
    s[26] = (legal & beats_best) != 0;
    s[27] = (legal & ~beats_best) != 0;
    s[28] = (hand & round->follow) != 0;
    s[29] = round->follow != 0 && round->follow == order->trumps;
    s[30] = (float)count(unseen & order->trumps) * share * 2;
    s[31] = (float)count(unseen & WIZARDS) * 0.25F;
    s[32] = (float)count(unseen & JESTERS) * 0.25F;
    s[33] = (float)small * inverse_left;
    s[34] = (float)small * 0.25F;
    s[35] = order->trumps == 0;

    decision->cards = 0;
    index = 0;
    for (uint64_t rest = hand; rest; rest &= rest - 1, index++) {
        uint64_t bit = lowest_of(rest);
        if (!(kept & bit)) {
            continue;
        }
        int place = lowest_bit(rest);
        uint64_t suit = order->follow[place];
        int wins = round->laid == 0 || beats_best >> place & 1;
        float holds = wins ? power(1 - above[index], behind) : 0;
        int own = count(hand & suit), others = count(unseen & suit);
        int higher = count(unseen & suit & order->beats[place]);
        int trump = (order->trumps & bit) != 0;
        float *f = decision->features[decision->cards];
        decision->places[decision->cards++] = (uint8_t)place;
        f[0] = place < 4;
        f[1] = place >= 56;
        f[2] = (float)trump;
        f[3] = (float)wins;
        f[4] = above[index];
        f[5] = holds;
        f[6] = holds * holds;
        f[7] = worth[index];
        f[8] = (float)index * inverse_left;
        f[9] = (float)own * 0.2F;
        f[10] = own == 1 && !trump;
        f[11] = (float)others * (1 / 13.0F);
        f[12] = (float)higher / (float)(others + 1);
        f[13] = suit && higher == 0;
        f[14] = holds * wants;
        f[15] = holds * avoids;
        f[16] = holds * all;
        f[17] = worth[index] * wants;
        f[18] = worth[index] * avoids;
        f[19] = holds * (float)wanting_behind * 0.5F;
        f[20] = worth[index] * enough;
        f[21] = holds * enough;
        f[22] = (float)(trump && round->laid == 0);
        f[23] = above[index] == 0;
    }
}

static inline TARGET int play_learned(const struct ps_wizard_model *model,
                                      const struct wizard_round *round, uint64_t legal) {
    struct decision decision;
    float values[WIZARD_MOST];
    describe(round, legal, &decision);
    if (decision.cards == 1) {
        return decision.places[0];
    }
    value_cards(model, &decision, values);
    int best = 0;
    for (int i = 1; i < decision.cards; i++) {
        best = values[i] > values[best] ? i : best;
    }
    return decision.places[best];
}

#endif
