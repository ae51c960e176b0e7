/* cycle.h: whether a game of War has come back to a state it was in.
 *
 * Brent's method: one earlier state is kept and compared with each later one; after a power of two
 * rounds the present state takes its place. Where a pick-up is left to chance the search begins
 * anew, so a state found again is one that leads back to itself for ever. Most such searches end
 * within a few rounds, which is why a state is kept only from the FIRST_KEPT-th round on. */
#ifndef PS_WAR_CYCLE_H
#define PS_WAR_CYCLE_H

#include "game.h"

enum { FIRST_KEPT = 64, RANKS_ONLY = 0xfc, WHOLE_CARDS = 0xff };

struct war_search {
    uint32_t steps; /* rounds since the kept state; the cycle's length when it is found again */
    uint32_t power;
    int kept;
    uint8_t sizes[WAR_SEATS + 1]; /* of the piles, then of the table */
    uint8_t cards[DECK];          /* of the piles, then of the table */
    uint8_t owners[DECK];         /* of the cards on the table */
};

void war_search_start(struct war_search *search);

/* To be called after each round: whether the state is the kept one. `bits` says whether cards are
 * the same by rank or by rank and suit. */
int war_search_round(struct war_search *search, const struct ps_war_game *game, int bits);

#endif
