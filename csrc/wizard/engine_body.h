/* engine_body.h: the engine, compiled once for each build by a file that defines TARGET,
 * ENGINE_USES_BMI2 and ENGINE_NAME. */
#include "match.h"

static TARGET int style_bid(const struct wizard_round *now, int bidder, int hook, int style,
                            const struct ps_wizard_model *model) {
    int prior = 0;
    for (int i = 0; i < bidder; i++) {
        prior += now->bids[i];
    }
    return suppose_bid(now, model, bidder, prior,
                       barred_bid(hook, now->players, now->left, bidder, prior), style, 0);
}

static TARGET int style_card(const struct wizard_round *now, int style,
                             const struct ps_wizard_model *model) {
    return choose_card(model, now, wizard_legal(now->hands[now->turn], now->follow), style);
}

static TARGET int card_values(const struct wizard_round *now, const struct ps_wizard_model *model,
                              float *rows) {
    struct decision decision;
    float values[WIZARD_MOST];
    describe(now, wizard_legal(now->hands[now->turn], now->follow), &decision);
    if (decision.cards == 1) {
        return 0;
    }
    value_cards(model, &decision, values);
    for (int i = 0; i < decision.cards; i++) {
        write_lesson(rows + LESSON_WIDTH * i, now->order->card[decision.places[i]], values[i],
                     &decision, i);
    }
    return decision.cards;
}

const struct wizard_engine ENGINE_NAME = {
    random_rounds, search_card, search_bid,   search_trump, gather_deals,
    style_bid,     style_card,  longest_suit, card_values,  play_match,
};
