/* network.h: the values that the network gives to the cards of a decision.
 *
 * Sums of the first layer are whole numbers, so the builds for different processors may make them
 * in any order; those of the second are made in the same order by all. */
#ifndef PS_WIZARD_NETWORK_H
#define PS_WIZARD_NETWORK_H

#include <string.h>

#include "../cpu.h"
#include "bits.h"
#include "model.h"

#if PS_HAVE_SSE2
#include <emmintrin.h>
#endif

struct decision {
    int cards;
    uint8_t places[WIZARD_MOST];
    float state[STATE_FEATURES];
    float features[WIZARD_MOST][CARD_FEATURES];
};

/* Eight units side by side. */
enum { LANES = 8, BLOCKS = HIDDEN / LANES };

_Static_assert(HIDDEN % (3 * LANES) == 0, "hidden units come in whole blocks, three at a time");

#if ENGINE_USES_BMI2
typedef __m256i block;

static inline TARGET block load_block(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* Adds two inputs times their weights. */
static inline TARGET block add_pair(block sum, const int16_t *inputs, const weight_pair *weights) {
    int32_t both;
    memcpy(&both, inputs, sizeof both);
    return _mm256_add_epi32(
        sum, _mm256_madd_epi16(_mm256_set1_epi32(both),
                               _mm256_loadu_si256((const __m256i *)(const void *)weights)));
}

/* Adds what is above 0, times the unit's share of the value, to the sums of the lanes. */
static inline TARGET void add_shares(float *sums, block units, const float *out) {
    const __m256 above = _mm256_cvtepi32_ps(_mm256_max_epi32(units, _mm256_setzero_si256()));
    _mm256_storeu_ps(
        sums, _mm256_add_ps(_mm256_loadu_ps(sums), _mm256_mul_ps(above, _mm256_loadu_ps(out))));
}
#elif PS_HAVE_SSE2
typedef struct {
    __m128i low;
    __m128i high;
} block;

static inline block load_block(const int32_t *from) {
    const block loaded = {_mm_loadu_si128((const __m128i *)(const void *)from),
                          _mm_loadu_si128((const __m128i *)(const void *)(from + LANES / 2))};
    return loaded;
}

static inline block add_pair(block sum, const int16_t *inputs, const weight_pair *weights) {
    int32_t both;
    memcpy(&both, inputs, sizeof both);
    const __m128i twice = _mm_set1_epi32(both);
    const block loaded = load_block((const int32_t *)(const void *)weights);
    sum.low = _mm_add_epi32(sum.low, _mm_madd_epi16(twice, loaded.low));
    sum.high = _mm_add_epi32(sum.high, _mm_madd_epi16(twice, loaded.high));
    return sum;
}

static inline void add_half(float *sums, __m128i units, const float *out) {
    const __m128i positive = _mm_and_si128(units, _mm_cmpgt_epi32(units, _mm_setzero_si128()));
    _mm_storeu_ps(sums, _mm_add_ps(_mm_loadu_ps(sums),
                                   _mm_mul_ps(_mm_cvtepi32_ps(positive), _mm_loadu_ps(out))));
}

static inline void add_shares(float *sums, block units, const float *out) {
    add_half(sums, units.low, out);
    add_half(sums + LANES / 2, units.high, out + LANES / 2);
}
#else
typedef struct {
    int32_t of[LANES];
} block;

static inline block load_block(const int32_t *from) {
    block loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

static inline block add_pair(block sum, const int16_t *inputs, const weight_pair *weights) {
    for (int i = 0; i < LANES; i++) {
        sum.of[i] += inputs[0] * weights[i][0] + inputs[1] * weights[i][1];
    }
    return sum;
}

static inline void add_shares(float *sums, block units, const float *out) {
    for (int i = 0; i < LANES; i++) {
        sums[i] += (float)(units.of[i] > 0 ? units.of[i] : 0) * out[i];
    }
}
#endif

static inline TARGET void count_inputs(const float *features, int number, int16_t *inputs) {
    for (int i = 0; i < number; i++) {
        inputs[i] = (int16_t)(int)(features[i] * INPUT_UNIT);
    }
}

/* Adds the inputs times their weights to all units, three blocks at a time. The sums have names and
 * the loop an open end because compilers then leave it a loop whose sums stay in registers. */
static NEVER_INLINE TARGET void add_inputs(block *units, const int16_t *inputs, int pairs,
                                           const weight_pair (*weights)[HIDDEN]) {
    for (int k = 0; k < BLOCKS; k += 3) {
        const weight_pair *from = weights[0] + k * LANES;
        block a = units[k], b = units[k + 1], c = units[k + 2];
        for (int i = 0; i < pairs; i++, from += HIDDEN) {
            a = add_pair(a, inputs + 2 * i, from);
            b = add_pair(b, inputs + 2 * i, from + LANES);
            c = add_pair(c, inputs + 2 * i, from + 2 * LANES);
        }
        units[k] = a;
        units[k + 1] = b;
        units[k + 2] = c;
    }
}

/* The value of each card in points, up to a number that is the same for all of them. */
static inline TARGET void value_cards(const struct ps_wizard_model *model,
                                      const struct decision *decision, float *values) {
    block base[BLOCKS], units[BLOCKS];
    int16_t inputs[STATE_FEATURES];
    for (int k = 0; k < BLOCKS; k++) {
        base[k] = load_block(model->bias + k * LANES);
    }
    count_inputs(decision->state, STATE_FEATURES, inputs);
    add_inputs(base, inputs, STATE_FEATURES / 2, model->state_weights);
    for (int card = 0; card < decision->cards; card++) {
        float sums[LANES] = {0};
        memcpy(units, base, sizeof units);
        count_inputs(decision->features[card], CARD_FEATURES, inputs);
        add_inputs(units, inputs, CARD_FEATURES / 2, model->card_weights);
        for (int k = 0; k < BLOCKS; k++) {
            add_shares(sums, units[k], model->out + k * LANES);
        }
        values[card] = ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
                       ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    }
}

#endif
