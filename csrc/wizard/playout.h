/* playout.h: random rounds, the dealing included. */
#ifndef PS_WIZARD_PLAYOUT_H
#define PS_WIZARD_PLAYOUT_H

#include <string.h>

#include "bits.h"
#include "round.h"

/* Hands of `size` cards from a full deck, a card turned up first where one is left; names a trump
 * at random when that is a wizard. Returns the place of the turned card, -1 for none. */
static inline TARGET int deal_random(struct dice *dice, int players, int size, uint64_t *hands,
                                     const struct wizard_order **order) {
    uint8_t deck[64];
    int cards = WIZARD_DECK, turned = -1;
    for (int i = 0; i < 64; i++) {
        deck[i] = (uint8_t)i;
    }
    *order = &wizard_orders[NO_TRUMP];
    if (players * size < WIZARD_DECK) {
        int id = (int)dice_below(dice, WIZARD_DECK);
        int trump = id >= FIRST_JESTER   ? NO_TRUMP
                    : id >= FIRST_WIZARD ? (int)dice_below(dice, SUITS)
                                         : id & 3;
        *order = &wizard_orders[trump];
        turned = (*order)->place[id];
        deck[turned] = deck[--cards];
    }
    for (int seat = 0; seat < players; seat++) {
        hands[seat] = draw_cards(dice, deck, cards, size);
        cards -= size;
    }
    return turned;
}

static inline TARGET int pick_random(struct dice *dice, uint64_t bits) {
    return pick_bit(bits, (int)dice_below(dice, (uint32_t)count(bits)));
}

/* Deals and plays one round at random; adds the tricks of each seat. */
static inline TARGET void play_random_round(struct dice *dice, const int players, const int size,
                                            uint32_t *tricks) {
    uint64_t hands[WIZARD_SEATS];
    const struct wizard_order *order;
    deal_random(dice, players, size, hands, &order);
    int leader = 0;
    for (int trick = 0; trick < size; trick++) {
        int seat = leader, best = pick_random(dice, hands[seat]);
        uint64_t follow = order->follow[best];
        hands[seat] ^= 1ULL << best;
        for (int laid = 1; laid < players; laid++) {
            seat = seat + 1 == players ? 0 : seat + 1;
            uint64_t hand = hands[seat];
            int place = pick_random(dice, wizard_legal(hand, follow));
            hands[seat] = hand ^ 1ULL << place;
            follow = best < 4 ? order->follow[place] : follow;
            int takes = (int)(order->beats[best] >> place & 1);
            best = takes ? place : best;
            leader = takes ? seat : leader;
        }
        tricks[leader]++;
    }
}

enum { PLAYOUT_BLOCK = 1024 }; /* rounds of one stream */

static TARGET void random_rounds(int players, int size, uint64_t seed, uint64_t first,
                                 int64_t blocks, uint64_t *tricks) {
    for (int64_t block = 0; block < blocks; block++) {
        struct dice dice;
        uint32_t taken[WIZARD_SEATS] = {0};
        dice_start(&dice, seed, first + (uint64_t)block);
        if (players == 4) { /* compiled for the number of players most asked for */
            for (int i = 0; i < PLAYOUT_BLOCK; i++) {
                play_random_round(&dice, 4, size, taken);
            }
        } else {
            for (int i = 0; i < PLAYOUT_BLOCK; i++) {
                play_random_round(&dice, players, size, taken);
            }
        }
        for (int seat = 0; seat < players; seat++) {
            tricks[seat] += taken[seat];
        }
    }
}

#endif
