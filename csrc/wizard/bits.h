/* bits.h: counting and picking bits, by the instructions of the file that includes it. TARGET and
 * ENGINE_USES_BMI2 are defined there. */
#ifndef PS_WIZARD_BITS_H
#define PS_WIZARD_BITS_H

#include <string.h>

#include "../rng.h"
#include "order.h"

#if defined(__GNUC__) || defined(__clang__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#endif

#if ENGINE_USES_BMI2
#include <immintrin.h>

static inline TARGET int count(uint64_t bits) {
    return (int)_mm_popcnt_u64(bits);
}

/* The bit number k, from the lowest; there are more than k. */
static inline TARGET int pick_bit(uint64_t bits, int k) {
    return (int)_tzcnt_u64(_pdep_u64(1ULL << k, bits));
}
#else
static inline int count(uint64_t bits) {
    return bit_count(bits);
}

/* The bit number k: the byte by the counts up to each byte, compared all at once, then the rest by
 * dropping bits (Vigna's broadword selection). */
static inline int pick_bit(uint64_t bits, int k) {
    uint64_t sums = bits - ((bits >> 1) & 0x5555555555555555ULL);
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
    uint64_t wanted = (uint64_t)k * 0x0101010101010101ULL;
    uint64_t passed = (((wanted | 0x8080808080808080ULL) - sums) >> 7) & 0x0101010101010101ULL;
    int byte = (int)((passed * 0x0101010101010101ULL) >> 56);
    int before = (int)((sums << 8) >> (8 * byte) & 0xff);
    unsigned rest = (unsigned)(bits >> (8 * byte)) & 0xff;
    for (k -= before; k > 0; k--) {
        rest &= rest - 1;
    }
    return 8 * byte + lowest_bit(rest);
}
#endif

static inline float clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static inline float power(float x, int exponent) {
    float result = 1;
    for (; exponent > 0; exponent--) {
        result *= x;
    }
    return result;
}

/* e to the power of x <= 0, to 3e-6 of itself, and not below e^-80: 2^n times a polynomial about
 * the nearest whole n. The same bits wherever floats are, and several times as fast as a call. */
static inline float exponential(float x) {
    const float scaled = (x > -80 ? x : -80) * 1.44269504F;
    const int whole = (int)(scaled - 0.5F);
    const float rest = (scaled - (float)whole) * 0.693147181F;
    const float sum =
        1 + rest * (1 + rest * (0.5F + rest * (1 / 6.0F + rest * (1 / 24.0F + rest / 120))));
    const uint32_t bits = (uint32_t)(whole + 127) << 23;
    float power_of_two;
    memcpy(&power_of_two, &bits, sizeof power_of_two);
    return power_of_two * sum;
}

/* Random numbers in halves of 32 bits. */
struct dice {
    struct rng rng;
    uint64_t spare;
    int has_spare;
};

static inline void dice_start(struct dice *dice, uint64_t seed, uint64_t stream) {
    rng_start(&dice->rng, seed, stream);
    dice->spare = 0;
    dice->has_spare = 0;
}

static inline uint32_t dice_word(struct dice *dice) {
    if (dice->has_spare) {
        dice->has_spare = 0;
        return (uint32_t)dice->spare;
    }
    uint64_t word = rng_next(&dice->rng);
    dice->spare = word >> 32;
    dice->has_spare = 1;
    return (uint32_t)word;
}

/* 0..range-1 for ranges up to 60; the bias is below 2^-26. */
static inline uint32_t dice_below(struct dice *dice, uint32_t range) {
    return (uint32_t)((uint64_t)dice_word(dice) * range >> 32);
}

/* 0 <= x < 1 in steps of 2^-24. */
static inline float dice_unit(struct dice *dice) {
    return (float)(dice_word(dice) >> 8) * 0x1p-24F;
}

/* Draws `batch` random cards, 1..4, of the `size` at the front of a deck, which closes up behind
 * them; the cards as bits. All come out of one 32-bit word (batched bounded numbers,
 * Brackett-Rozinsky and Lemire): 60*59*58*57 < 2^24, and the few words that would favour some
 * cards are drawn again. */
static ALWAYS_INLINE TARGET uint64_t draw_batch(struct dice *dice, uint8_t *deck, int size,
                                                const int batch) {
    uint32_t range = (uint32_t)size, product = range, places[4];
    uint64_t drawn = 0;
    for (int j = 1; j < batch; j++) {
        product *= range - (uint32_t)j;
    }
    for (;;) {
        uint64_t word = dice_word(dice);
        for (int j = 0; j < batch; j++) {
            word = (word & 0xffffffffU) * (range - (uint32_t)j);
            places[j] = (uint32_t)(word >> 32);
        }
        uint32_t low = (uint32_t)word;
        if (low >= product || low >= (uint32_t)(0U - product) % product) {
            break;
        }
    }
    for (int j = 0; j < batch; j++) {
        uint8_t card = deck[places[j]];
        deck[places[j]] = deck[--size];
        drawn |= 1ULL << card;
    }
    return drawn;
}

static inline TARGET uint64_t draw_cards(struct dice *dice, uint8_t *deck, int size, int wanted) {
    uint64_t drawn = 0;
    for (; wanted >= 4; wanted -= 4, size -= 4) {
        drawn |= draw_batch(dice, deck, size, 4);
    }
    switch (wanted) {
    case 3:
        return drawn | draw_batch(dice, deck, size, 3);
    case 2:
        return drawn | draw_batch(dice, deck, size, 2);
    case 1:
        return drawn | draw_batch(dice, deck, size, 1);
    default:
        return drawn;
    }
}

#endif
