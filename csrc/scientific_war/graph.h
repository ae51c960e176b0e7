/* graph.h: every state that a game for two can reach, and where each pair of choices leads.
 *
 * A state and the same with the players' places changed are one: of the two the one is kept in
 * which player 0 peeks, or else the one with the smaller cards. States are numbered level by level
 * (the fewest tricks that reach them), within a level by shape, so that loops over states run into
 * the same branches for a long while. */
#ifndef PS_SCIENTIFIC_WAR_GRAPH_H
#define PS_SCIENTIFIC_WAR_GRAPH_H

#include <stddef.h>
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

/* Hand and pile of a player in 4 bits a rank; the other player's above; flags on top. */
static inline uint64_t graph_cards(const struct ps_scientific_graph *graph, const struct duel *duel,
                                   int player) {
    return (uint64_t)duel->hand[player] | (uint64_t)duel->pile[player] << (2 * graph->kinds);
}

/* The one form of a state; returns GRAPH_MIRROR if the places had to be changed. */
static inline uint32_t graph_fold(const struct ps_scientific_graph *graph, const struct duel *duel,
                                  uint64_t *key) {
    uint64_t first = graph_cards(graph, duel, 0), second = graph_cards(graph, duel, 1);
    uint64_t may_swap = duel->may_swap;
    int mirror = duel->peeker == 1 ||
                 (duel->peeker < 0 && (first > second || (first == second && may_swap == 2)));
    if (mirror) {
        uint64_t other = first;
        first = second;
        second = other;
        may_swap = may_swap >> 1 | (may_swap & 1) << 1;
    }
    uint64_t flags = (uint64_t)duel->reverse | (uint64_t)(duel->peeker >= 0) << 1 | may_swap << 2;
    *key = first | second << (4 * graph->kinds);
    if (graph->kinds < GRAPH_KINDS) { /* a deck of eight has no flags */
        *key |= flags << (8 * graph->kinds);
    }
    return mirror ? GRAPH_MIRROR : 0;
}

/* The state of a key. */
static inline void graph_unfold(const struct ps_scientific_graph *graph, uint64_t key,
                                struct duel *duel) {
    int width = 2 * graph->kinds;
    uint32_t mask = (1u << width) - 1;
    duel->hand[0] = (uint32_t)key & mask;
    duel->pile[0] = (uint32_t)(key >> width) & mask;
    duel->hand[1] = (uint32_t)(key >> 2 * width) & mask;
    duel->pile[1] = (uint32_t)(key >> 3 * width) & mask;
    duel->pot = graph->deck - duel->hand[0] - duel->pile[0] - duel->hand[1] - duel->pile[1];
    uint32_t flags = graph->kinds < GRAPH_KINDS ? (uint32_t)(key >> 4 * width) : 0;
    duel->reverse = flags & 1;
    duel->peeker = flags & 2 ? 0 : DUEL_NOBODY;
    duel->may_swap = (uint8_t)(flags >> 2 & 3);
    duel->spare = 0;
}

static inline uint64_t graph_hash(uint64_t key) {
    key = (key ^ key >> 32) * 0x9e3779b97f4a7c15ULL;
    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9ULL;
    return key ^ key >> 32;
}

static inline uint32_t graph_tag(uint64_t hash, int slot_bits) {
    return (uint32_t)(hash >> 32) >> slot_bits << slot_bits;
}

/* The slot of a key, or the empty one where it would go. */
static inline uint32_t graph_slot(const struct ps_scientific_graph *graph, uint64_t key,
                                  uint64_t hash) {
    uint32_t mask = (1u << graph->slot_bits) - 1, at = (uint32_t)hash & mask;
    uint32_t tag = graph_tag(hash, graph->slot_bits);
    for (;; at = (at + 1) & mask) {
        uint32_t slot = graph->slots[at];
        if (!slot || ((slot & ~mask) == tag && graph->keys[(slot & mask) - 1] == key)) {
            return at;
        }
    }
}

/* What an entry for this state says: an end, or the state's number and GRAPH_MIRROR; GRAPH_INDEX
 * when it cannot be reached. */
uint32_t graph_entry(const struct ps_scientific_graph *graph, const struct duel *duel);

/* A state of a table in the graph's own ranks; PS_OK or what is wrong with it. */
int graph_duel(const struct ps_scientific_graph *graph, const ps_scientific_rules *rules,
               const ps_scientific_state *state, struct duel *duel);

/* Appends a state that is not there yet; PS_OK or why not. */
int graph_add(struct ps_scientific_graph *graph, uint64_t key);

/* The array with room for `needed` items; its capacity grows by half. */
int graph_reserve(void **array, uint64_t *capacity, uint64_t needed, size_t size);

/* The entry of a state in which somebody is out. */
uint32_t graph_end(const struct duel *duel);

/* Numbers the states from `first` on anew, by shape; entries and slots follow. PS_OK or why not. */
int graph_sort(struct ps_scientific_graph *graph, uint32_t first);

#endif
