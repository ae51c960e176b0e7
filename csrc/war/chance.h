/* chance.h: many small random numbers from one 64-bit draw.
 *
 * A draw is a fixed-point fraction of 58 bits. Times a range it gives a number below the range
 * above the point and what is left of the chance below it, which serves the next number. Each
 * number uses up the logarithm of its range; after 26 bits a new draw is made, so no outcome of
 * the numbers taken from one draw is off its probability by more than 2^-32 of it. */
#ifndef PS_WAR_CHANCE_H
#define PS_WAR_CHANCE_H

#include <stdint.h>
#include <string.h>

#include "cards.h"
#include "rng.h"

enum { FRACTION_BITS = 58, CHANCE_MOST = 52, CHANCE_BUDGET = 26 * 32 };

struct chance {
    struct rng rng;
    uint64_t fraction;
    uint32_t budget; /* what may still be taken from the fraction, in bits / 32 */
};

/* 32 log2(range), rounded up; ranges up to 52 leave the product inside 64 bits. */
static const uint8_t CHANCE_COST[CHANCE_MOST + 1] = {
    0,   0,   32,  51,  64,  75,  83,  90,  96,  102, 107, 111, 115, 119, 122, 126, 128, 131,
    134, 136, 139, 141, 143, 145, 147, 149, 151, 153, 154, 156, 158, 159, 160, 162, 163, 165,
    166, 167, 168, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183};

static inline void chance_start(struct chance *chance, uint64_t seed, uint64_t stream) {
    rng_start(&chance->rng, seed, stream);
    chance->fraction = 0;
    chance->budget = 0;
}

/* A number 0..range-1, range 1..52. */
static inline uint32_t chance_below(struct chance *chance, uint32_t range) {
    if (chance->budget < CHANCE_COST[range]) {
        chance->fraction = rng_next(&chance->rng) >> (64 - FRACTION_BITS);
        chance->budget = CHANCE_BUDGET;
    }
    chance->budget -= CHANCE_COST[range];
    uint64_t product = chance->fraction * range;
    chance->fraction = product & ((1ULL << FRACTION_BITS) - 1);
    return (uint32_t)(product >> FRACTION_BITS);
}

static inline void shuffle_two(struct chance *chance, uint32_t a, uint32_t b, uint8_t *to) {
    uint32_t place = chance_below(chance, 2);
    to[place] = (uint8_t)a;
    to[place ^ 1] = (uint8_t)b;
}

/* Where the first, second and third of three cards go, for each of their six orders. */
static const uint8_t ORDERS_OF_THREE[6][4] = {{0, 1, 2, 0}, {0, 2, 1, 0}, {1, 0, 2, 0},
                                              {1, 2, 0, 0}, {2, 0, 1, 0}, {2, 1, 0, 0}};

static inline void shuffle_three(struct chance *chance, uint32_t a, uint32_t b, uint32_t c,
                                 uint8_t *to) {
    const uint8_t *place = ORDERS_OF_THREE[chance_below(chance, 6)];
    to[place[0]] = (uint8_t)a;
    to[place[1]] = (uint8_t)b;
    to[place[2]] = (uint8_t)c;
}

/* Puts `count` cards (0..52) in random order. The orders of up to eleven fit one draw. */
static inline void shuffle_into(struct chance *chance, const uint8_t *from, uint32_t count,
                                uint8_t *to) {
    if (count == 2) {
        shuffle_two(chance, from[0], from[1], to);
    } else if (count == 3) {
        shuffle_three(chance, from[0], from[1], from[2], to);
    } else {
        to[0] = from[0];
        uint32_t i = 1;
        if (count >= 7) {
            uint64_t fraction = rng_next(&chance->rng) >> (64 - FRACTION_BITS);
            for (; i < 11 && i < count; i++) {
                uint64_t product = fraction * (i + 1);
                fraction = product & ((1ULL << FRACTION_BITS) - 1);
                uint32_t j = (uint32_t)(product >> FRACTION_BITS);
                to[i] = to[j];
                to[j] = from[i];
            }
        }
        for (; i < count; i++) {
            uint32_t j = chance_below(chance, i + 1);
            to[i] = to[j];
            to[j] = from[i];
        }
    }
}

#endif
