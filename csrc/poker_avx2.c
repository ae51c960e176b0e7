/* poker_avx2.c: five-card strengths with AVX2.
 *
 * Thirty-two rows of five bytes are turned into five registers of one card each, sorted by a
 * network of nine min/max pairs (ids sort by rank), and the multiset number of the ranks is
 * summed from byte shuffles used as tables of binomials. What is left for scalar code is one
 * look-up a hand in a table of 12 KB, and the few flushes. */
#include "poker_avx2.h"

#include "cpu.h"

#if PS_HAVE_X86_PATHS
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/* Card `card` of row i stands at byte 5i + card of the 80 bytes of 16 rows: in 16-byte word
 * (5i + card) / 16 at offset (5i + card) % 16. Over the 16 rows those offsets are all different,
 * so five words merge by byte masks and one shuffle puts the bytes in order. */
#define BYTE(card, row) (uint8_t)((5 * (row) + (card)) % 16)
#define BYTES(card)                                                                                \
    {                                                                                              \
        BYTE(card, 0),  BYTE(card, 1),  BYTE(card, 2),  BYTE(card, 3),                             \
        BYTE(card, 4),  BYTE(card, 5),  BYTE(card, 6),  BYTE(card, 7),                             \
        BYTE(card, 8),  BYTE(card, 9),  BYTE(card, 10), BYTE(card, 11),                            \
        BYTE(card, 12), BYTE(card, 13), BYTE(card, 14), BYTE(card, 15)}
static const uint8_t row_order[5][16] = {BYTES(0), BYTES(1), BYTES(2), BYTES(3), BYTES(4)};

/* Byte o of word w holds card (16w + o) % 5. */
#define OWNED(card, word, offset) (uint8_t)((16 * (word) + (offset)) % 5 == (card) ? 255 : 0)
#define OWNED_ROW(card, word)                                                                      \
    {OWNED(card, word, 0),  OWNED(card, word, 1),  OWNED(card, word, 2),  OWNED(card, word, 3),    \
     OWNED(card, word, 4),  OWNED(card, word, 5),  OWNED(card, word, 6),  OWNED(card, word, 7),    \
     OWNED(card, word, 8),  OWNED(card, word, 9),  OWNED(card, word, 10), OWNED(card, word, 11),   \
     OWNED(card, word, 12), OWNED(card, word, 13), OWNED(card, word, 14), OWNED(card, word, 15)}
/* Words 0..4 own card c at the same bytes as word 0 owns card c - w (16 = 1 mod 5). */
static const uint8_t owned[5][16] = {OWNED_ROW(0, 0), OWNED_ROW(1, 0), OWNED_ROW(2, 0),
                                     OWNED_ROW(3, 0), OWNED_ROW(4, 0)};

/* C(r + 1, 2), C(r + 2, 3), C(r + 3, 4), C(r + 4, 5) for r = 0..12, low and high bytes. */
static const uint8_t second[16] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};
static const uint16_t third[16] = {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364};
static const uint16_t fourth[16] = {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365};
static const uint16_t fifth[16] = {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368};

AVX2 static inline __m256i broadcast_bytes(const uint8_t *bytes) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

AVX2 static inline void split_table(const uint16_t *table, __m256i *low, __m256i *high) {
    uint8_t low_bytes[16], high_bytes[16];
    for (int i = 0; i < 16; i++) {
        low_bytes[i] = (uint8_t)table[i];
        high_bytes[i] = (uint8_t)(table[i] >> 8);
    }
    *low = broadcast_bytes(low_bytes);
    *high = broadcast_bytes(high_bytes);
}

AVX2 static inline void sort_pair(__m256i *a, __m256i *b) {
    __m256i low = _mm256_min_epu8(*a, *b);
    *b = _mm256_max_epu8(*a, *b);
    *a = low;
}

AVX2 int64_t fives_avx2(const uint8_t *cards, int64_t rows, const struct poker_scale *scale,
                        uint16_t *strengths) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i second_table = broadcast_bytes(second);
    __m256i third_low, third_high, fourth_low, fourth_high, fifth_low, fifth_high;
    split_table(third, &third_low, &third_high);
    split_table(fourth, &fourth_low, &fourth_high);
    split_table(fifth, &fifth_low, &fifth_high);
    __m256i own[5], order[5];
    for (int i = 0; i < 5; i++) {
        own[i] = broadcast_bytes(owned[i]);
        order[i] = broadcast_bytes(row_order[i]);
    }
    int64_t row = 0;
    for (; row + 32 <= rows; row += 32, cards += 160, strengths += 32) {
        __m256i word[5], card[5];
        for (int w = 0; w < 5; w++) {
            __m128i first = _mm_loadu_si128((const __m128i *)(cards + 16 * w));
            __m128i later = _mm_loadu_si128((const __m128i *)(cards + 80 + 16 * w));
            word[w] = _mm256_inserti128_si256(_mm256_castsi128_si256(first), later, 1);
        }
        for (int c = 0; c < 5; c++) {
            __m256i merged = _mm256_and_si256(word[0], own[c]);
            for (int w = 1; w < 5; w++) {
                merged = _mm256_or_si256(merged, _mm256_and_si256(word[w], own[(c + 5 - w) % 5]));
            }
            card[c] = _mm256_shuffle_epi8(merged, order[c]);
        }
        __m256i suits_differ = _mm256_or_si256(
            _mm256_or_si256(_mm256_xor_si256(card[0], card[1]), _mm256_xor_si256(card[0], card[2])),
            _mm256_or_si256(_mm256_xor_si256(card[0], card[3]),
                            _mm256_xor_si256(card[0], card[4])));
        sort_pair(&card[0], &card[3]);
        sort_pair(&card[1], &card[4]);
        sort_pair(&card[0], &card[2]);
        sort_pair(&card[1], &card[3]);
        sort_pair(&card[0], &card[1]);
        sort_pair(&card[2], &card[4]);
        sort_pair(&card[1], &card[2]);
        sort_pair(&card[3], &card[4]);
        sort_pair(&card[2], &card[3]);
        /* Sorted: a card held twice stands beside itself, an id past the deck stands last. */
        __m256i bad = _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(card[0], card[1]),
                                                      _mm256_cmpeq_epi8(card[1], card[2])),
                                      _mm256_or_si256(_mm256_cmpeq_epi8(card[2], card[3]),
                                                      _mm256_cmpeq_epi8(card[3], card[4])));
        __m256i past = _mm256_cmpeq_epi8(_mm256_max_epu8(card[4], _mm256_set1_epi8(DECK)), card[4]);
        bad = _mm256_or_si256(bad, past);
        if (!_mm256_testz_si256(bad, bad)) {
            break;
        }
        __m256i rank[5];
        for (int c = 0; c < 5; c++) {
            rank[c] = _mm256_and_si256(_mm256_srli_epi16(card[c], 2), _mm256_set1_epi8(15));
        }
        __m256i small = _mm256_add_epi8(rank[0], _mm256_shuffle_epi8(second_table, rank[1]));
        __m256i a = _mm256_shuffle_epi8(third_low, rank[2]);
        __m256i b = _mm256_shuffle_epi8(third_high, rank[2]);
        __m256i c = _mm256_shuffle_epi8(fourth_low, rank[3]);
        __m256i d = _mm256_shuffle_epi8(fourth_high, rank[3]);
        __m256i e = _mm256_shuffle_epi8(fifth_low, rank[4]);
        __m256i f = _mm256_shuffle_epi8(fifth_high, rank[4]);
        /* Interleaving within the 128-bit lanes: `low` holds rows 0-7 and 16-23 of the block. */
        __m256i low = _mm256_add_epi16(
            _mm256_add_epi16(_mm256_unpacklo_epi8(small, zero), _mm256_unpacklo_epi8(a, b)),
            _mm256_add_epi16(_mm256_unpacklo_epi8(c, d), _mm256_unpacklo_epi8(e, f)));
        __m256i high = _mm256_add_epi16(
            _mm256_add_epi16(_mm256_unpackhi_epi8(small, zero), _mm256_unpackhi_epi8(a, b)),
            _mm256_add_epi16(_mm256_unpackhi_epi8(c, d), _mm256_unpackhi_epi8(e, f)));
        uint16_t numbers[32];
        _mm256_storeu_si256((__m256i *)numbers, _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(numbers + 16), _mm256_permute2x128_si256(low, high, 0x31));
        for (int i = 0; i < 32; i += 4) { /* by fours, so that the compiler unrolls it whole */
            uint64_t four;
            memcpy(&four, numbers + i, sizeof four);
            strengths[i] = scale->fives[four & 0xffff];
            strengths[i + 1] = scale->fives[four >> 16 & 0xffff];
            strengths[i + 2] = scale->fives[four >> 32 & 0xffff];
            strengths[i + 3] = scale->fives[four >> 48];
        }
        __m256i one_suit =
            _mm256_cmpeq_epi8(_mm256_and_si256(suits_differ, _mm256_set1_epi8(3)), zero);
        uint32_t flushes = (uint32_t)_mm256_movemask_epi8(one_suit);
        for (; flushes; flushes &= flushes - 1) {
            int i = lowest_bit(flushes);
            unsigned ranks = 0;
            for (int k = 0; k < 5; k++) {
                ranks |= 1u << (cards[5 * i + k] >> 2);
            }
            strengths[i] = scale->flushes[ranks];
        }
    }
    return row;
}

#else
typedef int poker_avx2_is_empty_here; /* ISO C wants a declaration in every file */
#endif
