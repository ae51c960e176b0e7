/* dealer.h: random deals from one numbered stream. */
#ifndef PS_DEALER_H
#define PS_DEALER_H

#include <string.h>

#include "cards.h"
#include "rng.h"

enum { HANDS_A_DEAL = 4, OPPONENTS_A_DEAL = 3 };

struct dealer {
    struct rng rng;
    uint8_t deck[DECK];
    int size;
};

/* A dealer of the cards of a mask. */
static inline void dealer_start(struct dealer *dealer, uint64_t seed, uint64_t block,
                                uint64_t cards) {
    rng_start(&dealer->rng, seed, block);
    dealer->size = 0;
    for (; cards; cards &= cards - 1) {
        dealer->deck[dealer->size++] = (uint8_t)lowest_bit(cards);
    }
}

/* Deals all cards to `count` hands of thirteen: a Fisher-Yates shuffle, the last hand being what
 * is left. */
static inline void deal(struct dealer *dealer, int count, uint64_t *hands) {
    for (int hand = 0, i = 0; hand < count; hand++) {
        uint64_t cards = 0;
        for (int end = i + HAND; i < end; i++) {
            if (hand + 1 < count) {
                int j = i + (int)rng_below(&dealer->rng, (uint32_t)(dealer->size - i));
                uint8_t card = dealer->deck[j];
                dealer->deck[j] = dealer->deck[i];
                dealer->deck[i] = card;
            }
            cards |= 1ULL << dealer->deck[i];
        }
        hands[hand] = cards;
    }
}

#define FULL_DECK ((1ULL << DECK) - 1)

#endif
