/* special_hand.h: the thirteen-card hands that are declared instead of compared. */
#ifndef PS_SPECIAL_HAND_H
#define PS_SPECIAL_HAND_H

#include "cards.h"
#include "pysolver.h"

int special_hand_init(void);

/* The kinds (enum ps_special) of a mask of thirteen cards; 0 for a normal hand. */
unsigned special_kinds(uint64_t cards);

/* specials[0..8]: hands of each kind; [9], [10]: hands whose best kind is of type A, of type B;
 * [11]: normal hands. */
static inline void tally_kinds(unsigned kinds, uint64_t *specials) {
    for (int kind = 0; kind < PS_SPECIAL_KINDS; kind++) {
        specials[kind] += kinds >> kind & 1;
    }
    specials[PS_SPECIAL_KINDS + (!kinds ? 2 : kinds & PS_SPECIAL_TYPE_A ? 0 : 1)]++;
}

#endif
