/* training.h: games of the search against itself, and weights fitted to what they came to. */
#ifndef PS_SCIENTIFIC_WAR_TRAINING_H
#define PS_SCIENTIFIC_WAR_TRAINING_H

#include <stdint.h>

#include "evaluation.h"

/* A position and what it turned out to be worth to player 0. */
struct sample {
    struct duel duel;
    int32_t tricks_left;
    float target;
};

enum {
    ROW_WEIGHTS = ROWS * LANES,
    OUTPUT_WEIGHTS = STAGES * UNITS,
    WEIGHTS = ROW_WEIGHTS + 2 * OUTPUT_WEIGHTS
};

#endif
