/* order.c: fills the five orders of strength. */
#include <math.h>

#include "engine.h"

struct wizard_order wizard_orders[ORDERS];
struct logarithms wizard_logarithms;

static int place_of(int id, int trump) {
    if (id >= FIRST_JESTER) {
        return id - FIRST_JESTER;
    }
    if (id >= FIRST_WIZARD) {
        return id - FIRST_WIZARD + 56;
    }
    int rank = id >> 2, suit = id & 3;
    if (trump == NO_TRUMP) {
        return 4 + id;
    }
    return suit == trump ? 43 + rank : 4 + 3 * rank + (suit - (suit > trump));
}

void wizard_init(void) {
    for (int n = 1; n < 64; n++) {
        wizard_logarithms.of[n] = logf((float)n);
        wizard_logarithms.factorial[n] =
            wizard_logarithms.factorial[n - 1] + wizard_logarithms.of[n];
    }
    for (int trump = 0; trump < ORDERS; trump++) {
        struct wizard_order *order = &wizard_orders[trump];
        for (int id = 0; id < WIZARD_DECK; id++) {
            int place = place_of(id, trump);
            order->place[id] = (uint8_t)place;
            order->card[place] = (uint8_t)id;
            if (id < DECK) {
                order->suits[id & 3] |= 1ULL << place;
            }
        }
        order->trumps = trump == NO_TRUMP ? 0 : order->suits[trump];
        for (int id = 0; id < WIZARD_DECK; id++) {
            int place = order->place[id];
            uint64_t higher = ALL_PLACES & ~((2ULL << place) - 1);
            if (id >= FIRST_JESTER) {
                order->beats[place] = ALL_PLACES & ~JESTERS;
            } else if (id < FIRST_WIZARD) {
                order->follow[place] = order->suits[id & 3];
                order->beats[place] = higher & (order->suits[id & 3] | order->trumps | WIZARDS);
            }
        }
    }
}
