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

const struct wizard_engine ENGINE_NAME = {
    random_rounds, search_card, search_bid,   search_trump,
    style_bid,     style_card,  longest_suit, play_match,
};
