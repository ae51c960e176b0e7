/* poker_avx2.h: five-card strengths, 32 hands at a time. */
#ifndef PS_POKER_AVX2_H
#define PS_POKER_AVX2_H

#include "poker.h"

/* Reads blocks of 32 rows while their cards are good; returns the rows done, a multiple of 32.
 * The caller reads what is left by the plain path, which finds the bad row if there is one. */
int64_t fives_avx2(const uint8_t *cards, int64_t rows, const struct poker_scale *scale,
                   uint16_t *strengths);

#endif
