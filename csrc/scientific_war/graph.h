/* graph.h: every state that a game for two can reach, and where each pair of choices leads.
 *
 * A state and the same with the players' places changed are one: of the two the one is kept in
 * which player 0 peeks, or else the one with the smaller cards. States are numbered level by level
 * (the fewest tricks that reach them), within a level by shape, so that loops over states run into
 * the same branches for a long while. */
#ifndef PS_SCIENTIFIC_WAR_GRAPH_H
#define PS_SCIENTIFIC_WAR_GRAPH_H

#include <stdint.h>

#include "duel.h"

enum {
    GRAPH_KINDS = 8,     /* most cards of a player's deck */
    GRAPH_ENDS = 2,      /* states that stand for finished games, before all others */
    GRAPH_DRAW = 0,      /* nobody has won */
    GRAPH_WON = 1,       /* player 0 has won */
    GRAPH_LEVELS = 1024, /* the longest shortest way that is provided for */
    GRAPH_SHAPES = 2048
};

#define GRAPH_INDEX 0x7fffffffu  /* the state that an entry leads to, GRAPH_ENDS included */
#define GRAPH_MIRROR 0x80000000u /* with the players' places changed */

/* A shape: how many choices each has, and whether the rows are chosen knowing the column. */
static inline int shape_rows(int shape) {
    return shape & 31;
}

static inline int shape_columns(int shape) {
    return shape >> 5 & 31;
}

static inline int shape_is_game(int shape) {
    return shape >> 10;
}

/* States of one level and shape, one after the other. */
struct graph_run {
    uint32_t first;   /* state */
    uint32_t games;   /* states before it that are games */
    uint64_t entries; /* entries before it */
    int shape;
};

struct ps_scientific_graph {
    struct duel_rules rules; /* with ranks numbered as in the deck */
    int kinds;
    uint8_t ranks[SCIENTIFIC_KINDS];  /* by place in the deck */
    uint8_t places[SCIENTIFIC_KINDS]; /* by rank */
    uint32_t deck;                    /* the cards of both */
    uint32_t most;                    /* states allowed */
    uint32_t count;                   /* states found */
    uint32_t expanded;                /* of these with entries */
    uint32_t capacity;
    int slot_bits;
    int depth; /* levels that are complete */
    uint32_t level[GRAPH_LEVELS + 1];
    uint64_t entry_count;
    uint64_t entry_capacity;
    uint64_t level_entries; /* where the entries of the level in work begin */
    uint64_t *keys;
    uint32_t *slots;
    uint64_t run_count;
    uint64_t run_capacity;
    struct graph_run *runs; /* with a last one that has no states */
    uint32_t *entries;      /* of games row by row, else column by column */
};

/* The one form of a state; returns GRAPH_MIRROR if the places had to be changed. */
uint32_t graph_fold(const struct ps_scientific_graph *graph, const struct duel *duel,
                    uint64_t *key);

/* The state of a key. */
void graph_unfold(const struct ps_scientific_graph *graph, uint64_t key, struct duel *duel);

/* What an entry for this state says: an end, or the state's number and GRAPH_MIRROR; GRAPH_INDEX
 * when it cannot be reached. */
uint32_t graph_entry(const struct ps_scientific_graph *graph, const struct duel *duel);

/* A state of a table in the graph's own ranks; PS_OK or what is wrong with it. */
int graph_duel(const struct ps_scientific_graph *graph, const ps_scientific_rules *rules,
               const ps_scientific_state *state, struct duel *duel);

#endif
