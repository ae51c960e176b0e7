/* rng.h: random numbers by stream. A stream is named by (seed, number) and does not depend on any
 * other, so work can be cut into streams and done in any order on any number of threads.
 * The generator is xoshiro256++ (Blackman and Vigna), its state filled by splitmix64. */
#ifndef PS_RNG_H
#define PS_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state[4];
};

static inline uint64_t split_mix(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static inline void rng_start(struct rng *rng, uint64_t seed, uint64_t stream) {
    uint64_t mix = seed;
    uint64_t state = split_mix(&mix) ^ stream;
    for (int i = 0; i < 4; i++) {
        rng->state[i] = split_mix(&state);
    }
}

static inline uint64_t rotate_left(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

static inline uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* A number 0..range-1, every one equally likely: a multiply, and a new draw for the few values
 * that would favour the low numbers (Lemire). */
static inline uint32_t rng_below(struct rng *rng, uint32_t range) {
    uint64_t product = (rng_next(rng) >> 32) * range;
    if ((uint32_t)product < range) {
        uint32_t surplus = (uint32_t)(0U - range) % range;
        while ((uint32_t)product < surplus) {
            product = (rng_next(rng) >> 32) * range;
        }
    }
    return (uint32_t)(product >> 32);
}

#endif
