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

_Static_assert(HIDDEN == BLOCKS * LANES, "hidden units come in whole blocks");
_Static_assert(STATE_FEATURES % 4 == 0 && CARD_FEATURES % 4 == 0, "inputs are counted in fours");
_Static_assert(BLOCKS == 6, "add_inputs has a name for each block");

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

/* Parts of a value, side by side. */
typedef __m256 parts;

/* Adds what is above 0, times the unit's share of the value. */
static inline TARGET parts add_parts(parts sum, block units, const float *out) {
    const __m256 above = _mm256_cvtepi32_ps(_mm256_max_epi32(units, _mm256_setzero_si256()));
    return _mm256_add_ps(sum, _mm256_mul_ps(above, _mm256_loadu_ps(out)));
}

static inline TARGET parts load_parts(const float *from) {
    return _mm256_loadu_ps(from);
}

static inline TARGET parts both_parts(parts a, parts b) {
    return _mm256_add_ps(a, b);
}

static inline TARGET void store_parts(float *sums, parts sum) {
    _mm256_storeu_ps(sums, sum);
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

typedef struct {
    __m128 low;
    __m128 high;
} parts;

static inline __m128 add_half(__m128 sum, __m128i units, const float *out) {
    const __m128i positive = _mm_and_si128(units, _mm_cmpgt_epi32(units, _mm_setzero_si128()));
    return _mm_add_ps(sum, _mm_mul_ps(_mm_cvtepi32_ps(positive), _mm_loadu_ps(out)));
}

static inline parts add_parts(parts sum, block units, const float *out) {
    sum.low = add_half(sum.low, units.low, out);
    sum.high = add_half(sum.high, units.high, out + LANES / 2);
    return sum;
}

static inline parts load_parts(const float *from) {
    const parts loaded = {_mm_loadu_ps(from), _mm_loadu_ps(from + LANES / 2)};
    return loaded;
}

static inline parts both_parts(parts a, parts b) {
    a.low = _mm_add_ps(a.low, b.low);
    a.high = _mm_add_ps(a.high, b.high);
    return a;
}

static inline void store_parts(float *sums, parts sum) {
    _mm_storeu_ps(sums, sum.low);
    _mm_storeu_ps(sums + LANES / 2, sum.high);
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

typedef struct {
    float of[LANES];
} parts;

static inline parts add_parts(parts sum, block units, const float *out) {
    for (int i = 0; i < LANES; i++) {
        sum.of[i] += (float)(units.of[i] > 0 ? units.of[i] : 0) * out[i];
    }
    return sum;
}

static inline parts load_parts(const float *from) {
    parts loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

static inline parts both_parts(parts a, parts b) {
    for (int i = 0; i < LANES; i++) {
        a.of[i] += b.of[i];
    }
    return a;
}

static inline void store_parts(float *sums, parts sum) {
    memcpy(sums, &sum, sizeof sum);
}
#endif

/* Four inputs as whole numbers, rounded towards 0; they fit 16 bits. */
static inline TARGET void count_four(const float *features, int16_t *inputs) {
#if ENGINE_USES_BMI2 || PS_HAVE_SSE2
    const __m128 scaled = _mm_mul_ps(_mm_loadu_ps(features), _mm_set1_ps((float)INPUT_UNIT));
    const __m128i whole = _mm_cvttps_epi32(scaled);
    _mm_storel_epi64((__m128i *)(void *)inputs, _mm_packs_epi32(whole, whole));
#else
    for (int i = 0; i < 4; i++) {
        inputs[i] = (int16_t)(int)(features[i] * INPUT_UNIT);
    }
#endif
}

static inline TARGET void count_inputs(const float *features, int number, int16_t *inputs) {
    for (int i = 0; i < number; i += 4) {
        count_four(features + i, inputs + i);
    }
}

/* The hidden units. The blocks have names, and the loop over inputs an open end, because compilers
 * then leave it a loop whose sums stay in registers. */
struct units {
    block a, b, c, d, e, f;
};

/* The units with inputs times their weights added, two pairs of inputs at a time. */
static ALWAYS_INLINE TARGET struct units add_inputs(struct units sum, const int16_t *inputs,
                                                    int pairs,
                                                    const weight_pair (*weights)[HIDDEN]) {
    const weight_pair *at = weights[0];
    for (int i = 0; i < pairs; i += 2, at += 2 * HIDDEN) {
        const int16_t *one = inputs + 2 * i, *two = one + 2;
        sum.a = add_pair(add_pair(sum.a, one, at), two, at + HIDDEN);
        sum.b = add_pair(add_pair(sum.b, one, at + LANES), two, at + HIDDEN + LANES);
        sum.c = add_pair(add_pair(sum.c, one, at + 2 * LANES), two, at + HIDDEN + 2 * LANES);
        sum.d = add_pair(add_pair(sum.d, one, at + 3 * LANES), two, at + HIDDEN + 3 * LANES);
        sum.e = add_pair(add_pair(sum.e, one, at + 4 * LANES), two, at + HIDDEN + 4 * LANES);
        sum.f = add_pair(add_pair(sum.f, one, at + 5 * LANES), two, at + HIDDEN + 5 * LANES);
    }
    return sum;
}

static ALWAYS_INLINE TARGET float value_of(struct units units, const float *out) {
    static const float nothing[LANES];
    float sums[LANES];
    parts even = load_parts(nothing), odd = even;
    even = add_parts(even, units.a, out);
    odd = add_parts(odd, units.b, out + LANES);
    even = add_parts(even, units.c, out + 2 * LANES);
    odd = add_parts(odd, units.d, out + 3 * LANES);
    even = add_parts(even, units.e, out + 4 * LANES);
    odd = add_parts(odd, units.f, out + 5 * LANES);
    store_parts(sums, both_parts(even, odd));
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
           ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/* The value of each card in points, up to a number that is the same for all of them. */
static inline TARGET void value_cards(const struct ps_wizard_model *model,
                                      const struct decision *decision, float *values) {
    int16_t inputs[STATE_FEATURES];
    const int32_t *bias = model->bias;
    struct units base = {load_block(bias),
                         load_block(bias + LANES),
                         load_block(bias + 2 * LANES),
                         load_block(bias + 3 * LANES),
                         load_block(bias + 4 * LANES),
                         load_block(bias + 5 * LANES)};
    count_inputs(decision->state, STATE_FEATURES, inputs);
    base = add_inputs(base, inputs, STATE_FEATURES / 2, model->state_weights);
    for (int card = 0; card < decision->cards; card++) {
        count_inputs(decision->features[card], CARD_FEATURES, inputs);
        values[card] =
            value_of(add_inputs(base, inputs, CARD_FEATURES / 2, model->card_weights), model->out);
    }
}

#endif
