/* game.h: the table of Scientific War for two to eight players.
 *
 * Cards that are held somewhere are counts by rank, four bits a rank: rank r (0 = deuce .. 12 =
 * ace, 13 = joker) is the nibble r of a 64-bit number. Eight players hold eight cards of a rank at
 * most, so nothing carries. duel.h is the same game for two players, smaller and faster. */
#ifndef PS_SCIENTIFIC_WAR_GAME_H
#define PS_SCIENTIFIC_WAR_GAME_H

#include <stdint.h>

#include "../pysolver.h"

enum {
    SCIENTIFIC_THREE = 1,
    SCIENTIFIC_EIGHT = 6,
    SCIENTIFIC_JACK = 9,
    SCIENTIFIC_QUEEN = 10,
    SCIENTIFIC_JOKER = PS_SCIENTIFIC_JOKER,
    SCIENTIFIC_KINDS = 14 /* thirteen ranks and the joker */
};

/* What a trick comes to. */
struct trick_outcome {
    int winner;  /* place in the trick, or -1 for a dispute */
    int reverse; /* the order afterwards */
    int peeker;  /* place in the trick of a lone queen, or -1 */
};

static inline uint64_t one_card(int rank) {
    return 1ULL << (4 * rank);
}

static inline int count_of_rank(uint64_t cards, int rank) {
    return (int)(cards >> (4 * rank) & 15);
}

/* How many cards: the sum of the nibbles. */
static inline int count_of_cards(uint64_t cards) {
    uint64_t pairs = (cards & 0x0f0f0f0f0f0f0f0fULL) + (cards >> 4 & 0x0f0f0f0f0f0f0f0fULL);
    return (int)((pairs * 0x0101010101010101ULL) >> 56);
}

/* The outcome of a trick of `count` cards, which are at least one. */
struct trick_outcome resolve_trick(const ps_scientific_rules *rules, const uint8_t *ranks,
                                   int count, int reverse);

/* PS_OK, or what is wrong with the options. */
int scientific_rules_check(const ps_scientific_rules *rules);

#endif
