/* special_hand.h: the thirteen-card hands that are declared instead of compared. */
#ifndef PS_SPECIAL_HAND_H
#define PS_SPECIAL_HAND_H

#include "cards.h"
#include "pysolver.h"

int special_hand_init(void);

/* The kinds (enum ps_special) of a mask of thirteen cards; 0 for a normal hand. */
unsigned special_kinds(uint64_t cards);

#endif
