/* model.h: what was learned for one number of players: a small network that values the cards of a
 * hand, and a table from which the bid of a hand is expected. */
#ifndef PS_WIZARD_MODEL_H
#define PS_WIZARD_MODEL_H

#include "order.h"

enum {
    STATE_FEATURES = PS_WIZARD_STATE_FEATURES,
    CARD_FEATURES = PS_WIZARD_CARD_FEATURES,
    HIDDEN = PS_WIZARD_HIDDEN,

    BID_FEATURES = PS_WIZARD_BID_FEATURES
};

struct ps_wizard_model {
    int players;
    /* One hidden layer over the features of the state and of the card; the first is the same for
     * all cards of a decision. */
    float state_weights[STATE_FEATURES][HIDDEN];
    float card_weights[CARD_FEATURES][HIDDEN];
    float bias[HIDDEN];
    float out[HIDDEN];
    /* Expected bid: by trump or none, cards a hand, and feature; see bids.h. */
    float bid_weights[2][WIZARD_MOST + 1][BID_FEATURES];
};

#endif
