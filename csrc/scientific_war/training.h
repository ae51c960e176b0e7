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

enum { WEIGHTS = (ROWS + 2 * STAGES) * UNITS };

#endif
