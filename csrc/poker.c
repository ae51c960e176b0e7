/* poker.c: one scale of strength for branches of three and of five cards.
 *
 * A branch is first given a key that compares as a plain integer: the category, then a bit mask
 * of the ranks that form its groups, then a bit mask of its single ranks. A missing third or
 * fifth card is an absent bit, so three cards compare with five as the tower rule wants. The mask
 * of A-2-3-4-5 falls between those of the king-high and the ace-high straight by itself, which is
 * the order of Binh. The 7,462 + 455 keys, sorted, are numbered 1..7917: the strengths.
 *
 * Look-up of five cards, plain C: each card adds a pseudo-random number by its rank; the sum
 * names the multiset of ranks and a hash with one displacement a bucket takes it to the strength
 * without a collision. Flushes, 1 hand in 500, have a table of their own by rank mask. */
#include "poker.h"

#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "poker_avx2.h"
#include "rng.h"

struct poker_scale poker_scales[2];
uint32_t poker_choose[8][16];
uint16_t poker_low[FOUR_NIBBLES];
uint32_t poker_high[FOUR_NIBBLES];
uint16_t poker_fives_of_13[PS_FIVES_OF_13];
uint16_t poker_threes_of_13[PS_THREES_OF_13];

enum { CLASSES = PS_STRENGTHS - 1, HASH_SLOTS = 8192, HASH_BUCKETS = 2048, BUCKET_SHIFT = 21 };

/* By id, any byte. High half: the weight of the card's rank; low half: one in the counter of its
 * suit. And the card as a bit, or no bit where the id is none. */
static uint64_t card_words[256];
static uint64_t card_bits[256];
static uint16_t displacements[HASH_BUCKETS];
static uint16_t hashed_fives[2][HASH_SLOTS];
static uint16_t cube_threes[2][RANKS * RANKS * RANKS];
static int category_starts[PS_CATEGORIES + 1];

/* ---- the order ---- */

struct class_entry {
    uint64_t key;
    uint16_t *strength; /* where the number goes */
};

static int compare_keys(const void *a, const void *b) {
    uint64_t x = ((const struct class_entry *)a)->key;
    uint64_t y = ((const struct class_entry *)b)->key;
    return (x > y) - (x < y);
}

static uint64_t key_of(enum category category, unsigned groups, unsigned singles) {
    return ((uint64_t)category << RANKS | groups) << 16 | singles;
}

/* With the wheel lowest, A-2-3-4-5 counts as the mask 2-3-4-5, below 2-3-4-5-6. */
static unsigned straight_mask(unsigned ranks, int wheel) {
    return wheel == PS_WHEEL_LOWEST && ranks == straight_ranks(0) ? ranks & ~(1u << ACE) : ranks;
}

uint64_t poker_key(const uint8_t *ranks, int count, int straights, int wheel) {
    unsigned singles = 0, pairs = 0, triples = 0, fours = 0;
    int pair_count = 0;
    for (int i = 0; i < count;) {
        int length = 1;
        while (i + length < count && ranks[i + length] == ranks[i]) {
            length++;
        }
        unsigned bit = 1u << ranks[i];
        if (length == 1) {
            singles |= bit;
        } else if (length == 2) {
            pairs |= bit;
            pair_count++;
        } else if (length == 3) {
            triples |= bit;
        } else {
            fours |= bit;
        }
        i += length;
    }
    if (fours) {
        return key_of(FOUR_OF_A_KIND, fours, singles);
    }
    if (triples) {
        return pairs ? key_of(FULL_HOUSE, triples, pairs)
                     : key_of(THREE_OF_A_KIND, triples, singles);
    }
    if (pairs) {
        return key_of(pair_count == 2 ? TWO_PAIR : ONE_PAIR, pairs, singles);
    }
    if (straights && count == 5 && straight_starts(singles)) {
        return key_of(STRAIGHT, 0, straight_mask(singles, wheel));
    }
    return key_of(HIGH_CARD, 0, singles);
}

static uint64_t flush_key(unsigned ranks, int wheel) {
    return straight_starts(ranks) ? key_of(STRAIGHT_FLUSH, 0, straight_mask(ranks, wheel))
                                  : key_of(FLUSH, 0, ranks);
}

static void build_scale(int wheel, struct class_entry *entries) {
    struct poker_scale *scale = &poker_scales[wheel];
    int count = 0;
    uint8_t r[5];
    for (r[0] = 0; r[0] < RANKS; r[0]++) {
        for (r[1] = r[0]; r[1] < RANKS; r[1]++) {
            for (r[2] = r[1]; r[2] < RANKS; r[2]++) {
                uint32_t low =
                    poker_choose[0][r[0]] + poker_choose[1][r[1]] + poker_choose[2][r[2]];
                entries[count].key = poker_key(r, 3, 1, wheel);
                entries[count++].strength = &scale->threes[low];
                for (r[3] = r[2]; r[3] < RANKS; r[3]++) {
                    for (r[4] = r[3]; r[4] < RANKS; r[4]++) {
                        if (r[0] == r[4]) {
                            continue; /* five of a rank: not in one deck */
                        }
                        entries[count].key = poker_key(r, 5, 1, wheel);
                        entries[count++].strength =
                            &scale->fives[low + poker_choose[3][r[3]] + poker_choose[4][r[4]]];
                    }
                }
            }
        }
    }
    for (int i = 0; i < PS_FIVES_OF_13; i++) {
        entries[count].key = flush_key(poker_fives_of_13[i], wheel);
        entries[count++].strength = &scale->flushes[poker_fives_of_13[i]];
    }
    qsort(entries, (size_t)count, sizeof *entries, compare_keys);
    for (int i = 0; i < count; i++) {
        *entries[i].strength = (uint16_t)(i + 1);
    }
    for (int i = count - 1; i >= 0; i--) {
        category_starts[entries[i].key >> (RANKS + 16)] = i + 1;
    }
    category_starts[PS_CATEGORIES] = PS_STRENGTHS;
}

/* ---- numbers of multisets and subsets ---- */

static void build_numbers(void) {
    uint32_t pascal[24][9] = {{0}};
    for (int n = 0; n < 24; n++) {
        pascal[n][0] = 1;
        for (int k = 1; k < 9; k++) {
            pascal[n][k] = n ? pascal[n - 1][k - 1] + pascal[n - 1][k] : 0;
        }
    }
    for (int place = 0; place < 8; place++) {
        for (int rank = 0; rank < 16; rank++) {
            poker_choose[place][rank] = pascal[rank + place][place + 1];
        }
    }
    for (int packed = 0; packed < FOUR_NIBBLES; packed++) {
        uint32_t low = 0, high = 0;
        for (int i = 0; i < 4; i++) {
            low += poker_choose[i][packed >> 4 * i & 15];
            high += poker_choose[i + 4][packed >> 4 * i & 15];
        }
        poker_low[packed] = (uint16_t)low;
        poker_high[packed] = high;
    }
    int fives = 0, threes = 0;
    for (unsigned mask = 0; mask <= RANK_MASK; mask++) {
        int count = bit_count(mask);
        if (count == 5) {
            poker_fives_of_13[fives++] = (uint16_t)mask;
        } else if (count == 3) {
            poker_threes_of_13[threes++] = (uint16_t)mask;
        }
    }
}

/* ---- the hash of plain C ---- */

struct bucket {
    int first, size;
};

/* Gives every bucket a displacement that sends its sums to free slots, fullest buckets first. */
static int build_hash(void) {
    uint64_t mix = 13;
    uint32_t weights[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
        weights[rank] = (uint32_t)(split_mix(&mix) >> 32);
    }
    for (int card = 0; card < DECK; card++) {
        card_words[card] = (uint64_t)weights[card / SUITS] << 32 | 1ULL << 4 * (card % SUITS);
        card_bits[card] = 1ULL << card;
    }
    uint32_t *sums = malloc(FIVE_MULTISETS * sizeof *sums);
    uint16_t *numbers = malloc(FIVE_MULTISETS * sizeof *numbers);
    uint16_t *members = malloc(FIVE_MULTISETS * sizeof *members);
    uint8_t *used = calloc(HASH_SLOTS, 1);
    struct bucket *buckets = calloc(HASH_BUCKETS, sizeof *buckets);
    int status = sums && numbers && members && used && buckets ? PS_OK : PS_ERROR_MEMORY;
    int count = 0, largest = 0;
    uint8_t r[5];
    for (r[0] = 0; status == PS_OK && r[0] < RANKS; r[0]++) {
        for (r[1] = r[0]; r[1] < RANKS; r[1]++) {
            for (r[2] = r[1]; r[2] < RANKS; r[2]++) {
                for (r[3] = r[2]; r[3] < RANKS; r[3]++) {
                    for (r[4] = r[3]; r[4] < RANKS; r[4]++) {
                        if (r[0] == r[4]) {
                            continue;
                        }
                        uint32_t sum = 0, number = 0;
                        for (int i = 0; i < 5; i++) {
                            sum += weights[r[i]];
                            number += poker_choose[i][r[i]];
                        }
                        sums[count] = sum;
                        numbers[count++] = (uint16_t)number;
                        buckets[sum >> BUCKET_SHIFT].size++;
                    }
                }
            }
        }
    }
    for (int b = 0, first = 0; status == PS_OK && b < HASH_BUCKETS; b++) {
        buckets[b].first = first;
        first += buckets[b].size;
        largest = buckets[b].size > largest ? buckets[b].size : largest;
        buckets[b].size = 0;
    }
    for (int i = 0; status == PS_OK && i < count; i++) {
        struct bucket *bucket = &buckets[sums[i] >> BUCKET_SHIFT];
        members[bucket->first + bucket->size++] = (uint16_t)i;
    }
    for (int size = largest; status == PS_OK && size > 0; size--) {
        for (int b = 0; status == PS_OK && b < HASH_BUCKETS; b++) {
            if (buckets[b].size != size) {
                continue;
            }
            const uint16_t *own = members + buckets[b].first;
            int displacement = 0, placed = 0;
            while (placed < size && displacement < HASH_SLOTS) {
                uint32_t slot = (sums[own[placed]] + (uint32_t)displacement) % HASH_SLOTS;
                if (!used[slot]) {
                    used[slot] = 1;
                    placed++;
                    continue;
                }
                while (placed > 0) { /* occupied: take back and try the next displacement */
                    placed--;
                    used[(sums[own[placed]] + (uint32_t)displacement) % HASH_SLOTS] = 0;
                }
                displacement++;
            }
            if (placed < size) {
                status = PS_ERROR_DATA; /* cannot happen with the weights above */
            }
            displacements[b] = (uint16_t)displacement;
        }
    }
    for (int i = 0; status == PS_OK && i < count; i++) {
        uint32_t slot = (sums[i] + displacements[sums[i] >> BUCKET_SHIFT]) % HASH_SLOTS;
        for (int wheel = 0; wheel < 2; wheel++) {
            hashed_fives[wheel][slot] = poker_scales[wheel].fives[numbers[i]];
        }
    }
    free(sums);
    free(numbers);
    free(members);
    free(used);
    free(buckets);
    return status;
}

static void build_cube(void) {
    for (int i = 0; i < RANKS * RANKS * RANKS; i++) {
        int a = i / (RANKS * RANKS), b = i / RANKS % RANKS, c = i % RANKS;
        int low = a < b ? (a < c ? a : c) : (b < c ? b : c);
        int high = a > b ? (a > c ? a : c) : (b > c ? b : c);
        uint32_t number =
            poker_choose[0][low] + poker_choose[1][a + b + c - low - high] + poker_choose[2][high];
        for (int wheel = 0; wheel < 2; wheel++) {
            cube_threes[wheel][i] = poker_scales[wheel].threes[number];
        }
    }
}

int poker_init(void) {
    build_numbers();
    struct class_entry *entries = malloc(CLASSES * sizeof *entries);
    if (!entries) {
        return PS_ERROR_MEMORY;
    }
    for (int wheel = 0; wheel < 2; wheel++) {
        build_scale(wheel, entries);
    }
    free(entries);
    build_cube();
    return build_hash();
}

/* ---- look-ups ---- */

static inline uint16_t five_strength(uint64_t sum, uint64_t cards, const struct poker_scale *scale,
                                     int wheel) {
    if ((sum + 0x3333) & 0x8888) { /* some suit counts five */
        unsigned mask = suit_ranks(cards, 0) | suit_ranks(cards, 1) | suit_ranks(cards, 2) |
                        suit_ranks(cards, 3);
        return scale->flushes[mask];
    }
    uint32_t ranks = (uint32_t)(sum >> 32);
    uint32_t slot = ranks + displacements[ranks >> BUCKET_SHIFT];
    return hashed_fives[wheel][slot % HASH_SLOTS];
}

int ps_category_start(int category) {
    return category < 0 || category > PS_CATEGORIES ? PS_ERROR_ARGUMENT : category_starts[category];
}

int ps_strength(const uint8_t *cards, int count, int wheel) {
    uint16_t strength;
    if (wheel < 0 || wheel > 1 || (count != 3 && count != 5)) {
        return PS_ERROR_ARGUMENT;
    }
    int64_t rows = count == 5 ? ps_strengths_of_fives(PS_PORTABLE, cards, 1, wheel, &strength)
                              : ps_strengths_of_threes(cards, 1, wheel, &strength);
    return rows == 1 ? strength : PS_ERROR_CARD;
}

/* Reads rows until one holds a bad card; returns how many were good. */
static int64_t fives_portable(const uint8_t *cards, int64_t rows, int wheel, uint16_t *strengths) {
    const struct poker_scale *scale = &poker_scales[wheel];
    for (int64_t row = 0; row < rows; row++, cards += 5) {
        uint64_t sum = 0, mask = 0;
        for (int i = 0; i < 5; i++) {
            sum += card_words[cards[i]];
            mask |= card_bits[cards[i]];
        }
        uint64_t left = mask & (mask - 1);
        left &= left - 1;
        left &= left - 1;
        if (!(left & (left - 1))) { /* fewer than five different cards */
            return row;
        }
        strengths[row] = five_strength(sum, mask, scale, wheel);
    }
    return rows;
}

int64_t ps_strengths_of_fives(int path, const uint8_t *cards, int64_t rows, int wheel,
                              uint16_t *strengths) {
    if (wheel < 0 || wheel > 1 || rows < 0) {
        return PS_ERROR_ARGUMENT;
    }
    int64_t done = 0;
#if PS_HAVE_X86_PATHS
    if (path >= PS_AVX2) {
        done = fives_avx2(cards, rows, &poker_scales[wheel], strengths);
    }
#else
    (void)path;
#endif
    return done + fives_portable(cards + 5 * done, rows - done, wheel, strengths + done);
}

int64_t ps_strengths_of_threes(const uint8_t *cards, int64_t rows, int wheel, uint16_t *strengths) {
    if (wheel < 0 || wheel > 1 || rows < 0) {
        return PS_ERROR_ARGUMENT;
    }
    const uint16_t *cube = cube_threes[wheel];
    for (int64_t row = 0; row < rows; row++, cards += 3) {
        unsigned a = cards[0], b = cards[1], c = cards[2];
        if (a >= DECK || b >= DECK || c >= DECK || a == b || a == c || b == c) {
            return row;
        }
        strengths[row] = cube[(a / SUITS * RANKS + b / SUITS) * RANKS + c / SUITS];
    }
    return rows;
}

int ps_strengths_of_subsets(const uint8_t *hand, int wheel, uint16_t *fives, uint16_t *threes) {
    uint64_t cards;
    uint8_t ranks[HAND];
    uint8_t places[SUITS][HAND]; /* per suit, the places of its cards in the sorted hand */
    int suit_counts[SUITS] = {0};
    if (wheel < 0 || wheel > 1) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    const struct poker_scale *scale = &poker_scales[wheel];
    int place = 0;
    for (uint64_t left = cards; left; left &= left - 1, place++) {
        int card = lowest_bit(left), suit = card % SUITS;
        ranks[place] = (uint8_t)(card / SUITS);
        places[suit][suit_counts[suit]++] = (uint8_t)place;
    }
    /* Colexicographic order: for the two highest places fixed, the lower three run through the
     * first C(p, 3) triples, so one list of triple numbers serves every pair. */
    uint16_t triples[PS_THREES_OF_13];
    int count = 0;
    for (int c = 2; c < HAND; c++) {
        for (int b = 1; b < c; b++) {
            unsigned pair = poker_choose[2][ranks[c]] + poker_choose[1][ranks[b]];
            for (int a = 0; a < b; a++) {
                triples[count++] = (uint16_t)(pair + poker_choose[0][ranks[a]]);
            }
        }
    }
    for (int i = 0; i < PS_THREES_OF_13; i++) {
        threes[i] = scale->threes[triples[i]];
    }
    uint16_t *out = fives;
    for (int e = 4; e < HAND; e++) {
        for (int d = 3; d < e; d++) {
            unsigned pair = poker_choose[4][ranks[e]] + poker_choose[3][ranks[d]];
            int below = d * (d - 1) * (d - 2) / 6, i = 0;
            /* Four sums in one addition: none of them reaches 2^16. Read back from memory, the
             * order of bytes in a word does not matter. */
            for (; i + 4 <= below; i += 4) {
                uint64_t four;
                memcpy(&four, triples + i, sizeof four);
                four += pair * 0x0001000100010001ULL;
                uint16_t sums[4];
                memcpy(sums, &four, sizeof four);
                out[i] = scale->fives[sums[0]];
                out[i + 1] = scale->fives[sums[1]];
                out[i + 2] = scale->fives[sums[2]];
                out[i + 3] = scale->fives[sums[3]];
            }
            for (; i < below; i++) {
                out[i] = scale->fives[triples[i] + pair];
            }
            out += below;
        }
    }
    for (int suit = 0; suit < SUITS; suit++) {
        int n = suit_counts[suit];
        for (int i = 0; i < PS_FIVES_OF_13 && !(poker_fives_of_13[i] >> n); i++) {
            unsigned rank_mask = 0;
            int number = 0, k = 0; /* colexicographic number of the places */
            for (unsigned left = poker_fives_of_13[i]; left; left &= left - 1, k++) {
                int p = places[suit][lowest_bit(left)];
                rank_mask |= 1u << ranks[p];
                number += p > k ? (int)poker_choose[k][p - k] : 0;
            }
            fives[number] = scale->flushes[rank_mask];
        }
    }
    return PS_OK;
}
