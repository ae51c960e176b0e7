/* order.h: the 60 cards of Wizard as bits in their order of strength.
 *
 * Public ids are 4*rank + suit for the 52 suit cards, 52..55 wizards, 56..59 jesters. Inside the
 * core a card is its place in the order that the trump makes: jesters 0..3, the other suits
 * interleaved by rank, the trump suit, wizards 56..59. What beats a card, what follows it and how
 * many cards of either sort are out are then one AND each. */
#ifndef PS_WIZARD_ORDER_H
#define PS_WIZARD_ORDER_H

#include <stdint.h>

#include "../cards.h"
#include "pysolver.h"

enum {
    WIZARD_DECK = PS_WIZARD_DECK,
    WIZARD_SEATS = PS_WIZARD_SEATS,
    WIZARD_MOST = PS_WIZARD_MOST, /* cards a hand, with three players */
    FIRST_WIZARD = 52,
    FIRST_JESTER = 56,
    NO_TRUMP = SUITS, /* the fifth order */
    ORDERS = 5
};

#define JESTERS 0xfULL
#define WIZARDS (0xfULL << 56)
#define ALL_PLACES ((1ULL << WIZARD_DECK) - 1)

struct wizard_order {
    uint64_t beats[WIZARD_DECK];  /* what takes the trick from a card that is winning it */
    uint64_t follow[WIZARD_DECK]; /* the suit a card belongs to; 0 for wizards and jesters */
    uint64_t suits[SUITS];        /* by public suit */
    uint64_t trumps;
    uint8_t place[WIZARD_DECK]; /* of a public id */
    uint8_t card[WIZARD_DECK];  /* the public id at a place */
};

extern struct wizard_order wizard_orders[ORDERS];

void wizard_init(void);

/* The order of a trump as callers give it: a suit, or -1 for none. */
static inline const struct wizard_order *wizard_order_of(int trump) {
    return &wizard_orders[trump < 0 ? NO_TRUMP : trump];
}

#endif
