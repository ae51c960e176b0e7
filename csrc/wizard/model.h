/* model.h: what was learned for one number of players: a small network that values the cards of a
 * hand, and a table from which the bid of a hand is expected. */
#ifndef PS_WIZARD_MODEL_H
#define PS_WIZARD_MODEL_H

#include "order.h"

enum {
    STATE_FEATURES = PS_WIZARD_STATE_FEATURES,
    CARD_FEATURES = PS_WIZARD_CARD_FEATURES,
    HIDDEN = PS_WIZARD_HIDDEN,

    BID_FEATURES = PS_WIZARD_BID_FEATURES,

    /* Inputs are counted in 4096ths and lie between -5 and 5 (policy.h). */
    INPUT_UNIT = 4096,
    INPUT_MOST = 5
};

/* The weights of two inputs side by side, which are multiplied in one step. */
typedef int16_t weight_pair[2];

struct ps_wizard_model {
    /* One hidden layer over the features of the state and of the card; the first is the same for
     * all cards of a decision. Each unit has a scale of its own, which its share of the value takes
     * out again, so that 16 bits hold its weights and 32 bits every sum. */
    weight_pair state_weights[STATE_FEATURES / 2][HIDDEN];
    weight_pair card_weights[CARD_FEATURES / 2][HIDDEN];
    int32_t bias[HIDDEN];
    float out[HIDDEN];
    /* Expected bid: by trump or none, cards a hand, and feature; see bids.h. */
    float bid_weights[2][WIZARD_MOST + 1][BID_FEATURES];
    int players;
    void *memory; /* what was allocated: the model stands in it where a cache line begins */
};

_Static_assert(STATE_FEATURES % 2 == 0 && CARD_FEATURES % 2 == 0, "inputs come in pairs");

#endif
