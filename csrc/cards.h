/* cards.h: cards as bits. Card id c is bit c of a 64-bit mask, so the bits of one rank lie side by
 * side and the cards of a mask come out sorted by rank. */
#ifndef PS_CARDS_H
#define PS_CARDS_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

enum { RANKS = 13, SUITS = 4, DECK = 52, HAND = 13, RANK_MASK = 0x1fff, ACE = 12 };

#define SUIT_LANE 0x1111111111111ULL /* the clubs of a 52-bit mask */

static inline int lowest_bit(uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanForward64(&index, bits);
    return (int)index;
#else
    return __builtin_ctzll(bits);
#endif
}

static inline int highest_bit(uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanReverse64(&index, bits);
    return (int)index;
#else
    return 63 - __builtin_clzll(bits);
#endif
}

static inline int bit_count(uint64_t bits) {
    bits -= (bits >> 1) & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((bits * 0x0101010101010101ULL) >> 56);
}

/* The ranks held in one suit, as 13 bits: gathers every fourth bit of the mask. */
static inline unsigned suit_ranks(uint64_t cards, int suit) {
    uint64_t bits = (cards >> suit) & SUIT_LANE;
    bits = (bits | bits >> 3) & 0x0303030303030303ULL;
    bits = (bits | bits >> 6) & 0x000f000f000f000fULL;
    bits = (bits | bits >> 12) & 0x000000ff000000ffULL;
    return (unsigned)((bits | bits >> 24) & RANK_MASK);
}

/* Which ranks begin five in a row; bit r stands for the straight whose lowest card is rank r - 1,
 * bit 0 for A-2-3-4-5. */
static inline unsigned straight_starts(unsigned ranks) {
    unsigned line = ranks << 1 | ranks >> ACE;
    return line & line >> 1 & line >> 2 & line >> 3 & line >> 4;
}

/* The ranks of the straight with the given start. */
static inline unsigned straight_ranks(int start) {
    return start ? 0x1fu << (start - 1) : 0x100fu;
}

/* Reads `count` card ids into a mask; 0 when an id is out of range or stands twice. */
static inline int read_cards(const uint8_t *cards, int count, uint64_t *mask) {
    uint64_t seen = 0;
    int bad = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bit = 1ULL << (cards[i] & 63);
        bad |= cards[i] >= DECK || (seen & bit);
        seen |= bit;
    }
    *mask = seen;
    return !bad;
}

#endif
