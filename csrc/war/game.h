/* game.h: one game of War under way.
 *
 * A pile is a stretch of its own room: cards are turned at the head and put under at the tail, and
 * when the tail nears the end of the room the pile moves back to the front, so there is no wrapping
 * in the loop. The table holds the cards laid in this round, in the order laid, after those that
 * an undecided battle left there. */
#ifndef PS_WAR_GAME_H
#define PS_WAR_GAME_H

#include "chance.h"
#include "pysolver.h"

enum {
    WAR_SEATS = PS_WAR_SEATS,
    WAR_ROOM = 512,
    WAR_FULL = WAR_ROOM - DECK,
    WAR_SPARE = 4,
    WAR_STRIDE = WAR_ROOM + WAR_SPARE,
    NOBODY = -1
};

/* A setup made ready for dealing many games. */
struct war_plan {
    uint32_t players;
    uint32_t laid;    /* cards a tied player lays in a battle: face_down + 1 */
    int lose;         /* a player too short for that loses the battle */
    int by_count;     /* at the limit the most cards win */
    uint32_t limit;   /* rounds after which nobody plays on */
    int all_shuffled; /* every pick-up is left to chance */
    uint32_t unknown; /* cards to deal */
    uint32_t unseen;  /* cards to deal them from */
    uint8_t pickup[WAR_SEATS];
    uint8_t sizes[WAR_SEATS];
    uint8_t cards[WAR_SEATS][DECK]; /* the piles, as far as known */
    uint8_t others[DECK];
    uint16_t places[DECK]; /* of the unknown cards: seat * WAR_STRIDE + place in the pile */
};

struct ps_war_game {
    struct chance chance;
    const struct war_plan *plan;
    uint32_t rounds;
    uint32_t battles;
    uint32_t quiet;    /* rounds since a pick-up was left to chance */
    uint32_t live;     /* players with cards */
    uint32_t last_tie; /* seats of the last battle, as bits */
    uint32_t on_table;
    uint32_t head[WAR_SEATS];
    uint32_t tail[WAR_SEATS];
    uint8_t seats[WAR_SEATS]; /* the live ones, ascending */
    uint8_t table[DECK + WAR_SPARE];
    uint8_t owners[DECK + WAR_SPARE];
    uint8_t cards[WAR_SEATS][WAR_STRIDE];
#ifdef PYSOLVER_CHECKS
    uint64_t deck; /* the cards in play, as bits */
#endif
};

static inline uint32_t war_size(const struct ps_war_game *game, uint32_t seat) {
    return game->tail[seat] - game->head[seat];
}

/* PS_OK, or what is wrong with the setup. */
int war_plan_make(struct war_plan *plan, const ps_war_setup *setup);

/* Deals the game with this number of the seed. */
void war_deal(struct ps_war_game *game, const struct war_plan *plan, uint64_t seed,
              uint64_t number);

/* Plays one round; two players or more are live. `round` is told what happened, if given. */
void war_round(struct ps_war_game *game, ps_war_round *round);

/* The battles over the cards on the table between the tied seats (bits): the seat that wins, or
 * NOBODY when all of them are out. */
int war_battle(struct ps_war_game *game, uint32_t tied, ps_war_round *round);

/* The winner puts everything on the table under the own pile. */
void war_take(struct ps_war_game *game, uint32_t winner);

/* Moves a pile to the front of its room. */
void war_to_front(struct ps_war_game *game, uint32_t seat);

/* Players without cards are out. */
void war_drop(struct ps_war_game *game);

/* The seats that share the win, as bits, once the game is over. */
uint32_t war_winners(const struct ps_war_game *game);

/* Ends the process when a card is lost or stands twice; in builds with PYSOLVER_CHECKS only. */
#ifdef PYSOLVER_CHECKS
void war_count_cards(const struct ps_war_game *game);
#else
#define war_count_cards(game) ((void)0)
#endif

#endif
