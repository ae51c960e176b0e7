/* duel.h: Scientific War for two, in 24 bytes, for the solver and the search.
 *
 * Cards that are held somewhere are counts by rank, two bits a rank: rank r (0 = deuce .. 12 = ace,
 * 13 = joker) is the bits 2r and 2r + 1 of a 32-bit number. There are two cards of a rank at most.
 * A choice is a rank, plus PS_SCIENTIFIC_SWAP when hand and pile are swapped before it.
 * game.h has the same game for any number of players; the tests hold both to one referee. */
#ifndef PS_SCIENTIFIC_WAR_DUEL_H
#define PS_SCIENTIFIC_WAR_DUEL_H

#include <stdint.h>

#include "../cards.h"
#include "game.h"

enum { DUEL_CHOICES = 2 * SCIENTIFIC_KINDS, DUEL_NOBODY = -1 };

/* What any two cards come to, by the order in force before the trick. */
struct duel_rules {
    uint32_t hand; /* what each is dealt */
    uint32_t trick_limit;
    uint8_t eight; /* the rank that lets swap, or PS_SCIENTIFIC_NOTHING */
    int8_t winner[2][SCIENTIFIC_KINDS][SCIENTIFIC_KINDS]; /* 0, 1 or DUEL_NOBODY for a dispute */
    uint8_t reverse[2][SCIENTIFIC_KINDS][SCIENTIFIC_KINDS];
    int8_t peeker[SCIENTIFIC_KINDS][SCIENTIFIC_KINDS]; /* 0, 1 or DUEL_NOBODY */
};

struct duel {
    uint32_t hand[2];
    uint32_t pile[2];
    uint32_t pot;
    uint8_t reverse;  /* 1: deuce high */
    int8_t peeker;    /* who picks last: 0, 1 or DUEL_NOBODY */
    uint8_t may_swap; /* bit p: player p has played an eight */
    uint8_t spare;    /* 0: states may be compared as bytes */
};

static inline int duel_count(uint32_t cards) {
    return bit_count(cards & 0x55555555u) + 2 * bit_count(cards & 0xaaaaaaaau);
}

static inline int duel_total(const struct duel *duel, int player) {
    return duel_count(duel->hand[player]) + duel_count(duel->pile[player]);
}

/* Whether somebody is out. */
static inline int duel_over(const struct duel *duel) {
    return !duel->hand[0] || !duel->hand[1];
}

/* Who has more cards: 1 for player 0, -1 for player 1, 0 for a draw; so ends the game. */
static inline int duel_result(const struct duel *duel) {
    int lead = duel_total(duel, 0) - duel_total(duel, 1);
    return (lead > 0) - (lead < 0);
}

/* Every choice of a player, by rank, those after a swap last. */
static inline int duel_choices(const struct duel *duel, int player, uint8_t *choices) {
    int count = 0;
    uint32_t hand = duel->hand[player];
    for (uint32_t left = (hand | hand >> 1) & 0x55555555u; left; left &= left - 1) {
        choices[count++] = (uint8_t)(lowest_bit(left) >> 1);
    }
    if (duel->may_swap >> player & 1) {
        uint32_t pile = duel->pile[player];
        for (uint32_t left = (pile | pile >> 1) & 0x55555555u; left; left &= left - 1) {
            choices[count++] = (uint8_t)(lowest_bit(left) >> 1 | PS_SCIENTIFIC_SWAP);
        }
    }
    return count;
}

/* One trick: `after` becomes the state in which the choices leave the game. */
static inline void duel_play(const struct duel_rules *rules, const struct duel *duel, int first,
                             int second, struct duel *after) {
    int a = first & 15, b = second & 15;
    int swap_a = (first & PS_SCIENTIFIC_SWAP) != 0, swap_b = (second & PS_SCIENTIFIC_SWAP) != 0;
    uint32_t card_a = 1u << (2 * a), card_b = 1u << (2 * b);
    uint32_t hand_a = (swap_a ? duel->pile[0] : duel->hand[0]) - card_a;
    uint32_t hand_b = (swap_b ? duel->pile[1] : duel->hand[1]) - card_b;
    uint32_t pile_a = swap_a ? duel->hand[0] : duel->pile[0];
    uint32_t pile_b = swap_b ? duel->hand[1] : duel->pile[1];
    uint32_t table = duel->pot + card_a + card_b;
    int winner = rules->winner[duel->reverse][a][b];
    pile_a += winner == 0 ? table : 0;
    pile_b += winner == 1 ? table : 0;
    after->pot = winner == DUEL_NOBODY ? table : 0;
    after->reverse = rules->reverse[duel->reverse][a][b];
    if (!hand_a) {
        hand_a = pile_a;
        pile_a = 0;
    }
    if (!hand_b) {
        hand_b = pile_b;
        pile_b = 0;
    }
    int peeker = rules->peeker[a][b];
    if ((peeker == 0 && !hand_a) || (peeker == 1 && !hand_b)) {
        peeker = DUEL_NOBODY;
    }
    after->peeker = (int8_t)peeker;
    after->may_swap = (uint8_t)((a == rules->eight && pile_a) | (b == rules->eight && pile_b) << 1);
    after->hand[0] = hand_a;
    after->hand[1] = hand_b;
    after->pile[0] = pile_a;
    after->pile[1] = pile_b;
    after->spare = 0;
}

/* The same state with the players' places changed. */
static inline struct duel duel_mirror(const struct duel *duel) {
    struct duel other = *duel;
    other.hand[0] = duel->hand[1];
    other.hand[1] = duel->hand[0];
    other.pile[0] = duel->pile[1];
    other.pile[1] = duel->pile[0];
    other.peeker = (int8_t)(duel->peeker < 0 ? DUEL_NOBODY : 1 - duel->peeker);
    other.may_swap = (uint8_t)(duel->may_swap >> 1 | (duel->may_swap & 1) << 1);
    return other;
}

/* PS_OK, or PS_ERROR_ARGUMENT when the rules are not for two. */
int duel_rules_make(struct duel_rules *duel_rules, const ps_scientific_rules *rules);

void duel_start(const struct duel_rules *rules, struct duel *duel);

/* PS_OK, or what is wrong with the state of a table. */
int duel_of_state(const ps_scientific_rules *rules, const ps_scientific_state *state,
                  struct duel *duel);

#endif
