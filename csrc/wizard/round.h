/* round.h: a round of Wizard under way, every hand known or supposed. */
#ifndef PS_WIZARD_ROUND_H
#define PS_WIZARD_ROUND_H

#include "order.h"

struct wizard_round {
    const struct wizard_order *order;
    uint64_t hands[WIZARD_SEATS];
    uint64_t played;
    uint64_t follow;                /* the suit to follow in this trick; 0: none */
    uint64_t missing[WIZARD_SEATS]; /* suits that a seat has shown to be out of */
    int8_t players;
    int8_t leader;
    int8_t turn;
    int8_t laid;   /* cards of this trick */
    int8_t best;   /* the place that wins so far; -1 before the first card */
    int8_t winner; /* its seat */
    int8_t left;   /* tricks not finished, this one included */
    int8_t bids[WIZARD_SEATS];
    int8_t tricks[WIZARD_SEATS];
};

static inline uint64_t wizard_legal(uint64_t hand, uint64_t follow) {
    return hand & follow ? hand & (follow | JESTERS | WIZARDS) : hand;
}

/* The seat on turn plays the card at a place. */
static inline void wizard_play(struct wizard_round *round, int place) {
    const struct wizard_order *order = round->order;
    const uint64_t bit = 1ULL << place, suit = order->follow[place];
    round->hands[round->turn] &= ~bit;
    round->played |= bit;
    if (round->laid == 0) {
        round->best = (int8_t)place;
        round->winner = round->turn;
        round->follow = suit;
    } else {
        round->missing[round->turn] |= suit && suit != round->follow ? round->follow : 0;
        /* A led jester leaves the suit to the first card that is none. */
        if (round->best < 4) {
            round->follow = suit;
        }
        if (order->beats[round->best] & bit) {
            round->best = (int8_t)place;
            round->winner = round->turn;
        }
    }
    if (++round->laid == round->players) {
        round->tricks[round->winner]++;
        round->leader = round->turn = round->winner;
        round->laid = 0;
        round->best = -1;
        round->follow = 0;
        round->left--;
    } else if (++round->turn == round->players) {
        round->turn = 0;
    }
}

static inline int wizard_score(int bid, int tricks) {
    int off = bid > tricks ? bid - tricks : tricks - bid;
    return off ? -10 * off : 20 + 10 * bid;
}

/* Puts a round without hands before its first play. */
void wizard_round_start(struct wizard_round *round, int players, int size, int trump);

/* Checks a view; PS_OK or what is wrong with it. */
int wizard_view_check(const ps_wizard_view *view);

#endif
