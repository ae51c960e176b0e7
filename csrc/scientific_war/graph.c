/* graph.c: the states of a graph in a hash table with open addressing; grow.c finds them.
 *
 * A slot holds the number of a state, counted from 1, in its low `slot_bits` bits and bits of its
 * hash above, so that most slots of other states are passed over without a look at their keys. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRETCH = 16384,
    FIRST_SLOT_BITS = 12,
    BLOCK = 16,
    MOST_ENTRIES = DUEL_CHOICES * DUEL_CHOICES
};

/* --- the table of slots */

static void put(struct ps_scientific_graph *graph, uint32_t state) {
    uint64_t hash = graph_hash(graph->keys[state]);
    uint32_t mask = (1u << graph->slot_bits) - 1, at = (uint32_t)hash & mask;
    while (graph->slots[at]) {
        at = (at + 1) & mask;
    }
    graph->slots[at] = graph_tag(hash, graph->slot_bits) | (state + 1);
}

/* Room for another state in the table, which is kept two thirds full at most. */
static int widen(struct ps_scientific_graph *graph) {
    if (graph->count < (uint32_t)((2ULL << graph->slot_bits) / 3)) {
        return PS_OK;
    }
    uint32_t *slots = calloc((size_t)2 << graph->slot_bits, sizeof *slots);
    if (!slots) {
        return PS_ERROR_MEMORY;
    }
    free(graph->slots);
    graph->slots = slots;
    graph->slot_bits++;
    for (uint32_t state = 0; state < graph->count; state++) {
        put(graph, state);
    }
    return PS_OK;
}

int graph_reserve(void **array, uint64_t *capacity, uint64_t needed, size_t size) {
    if (needed <= *capacity) {
        return PS_OK;
    }
    uint64_t wanted = *capacity + *capacity / 2 > needed ? *capacity + *capacity / 2 : needed;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (!grown) {
        return PS_ERROR_MEMORY;
    }
    *array = grown;
    *capacity = wanted;
    return PS_OK;
}

int graph_add(struct ps_scientific_graph *graph, uint64_t key) {
    if (graph->count >= graph->most) {
        return PS_SCIENTIFIC_FULL;
    }
    int status = widen(graph);
    if (status != PS_OK) {
        return status;
    }
    uint64_t capacity = graph->capacity;
    void *keys = graph->keys;
    status = graph_reserve(&keys, &capacity, (uint64_t)graph->count + 1, sizeof *graph->keys);
    graph->keys = keys;
    if (status != PS_OK) {
        return status;
    }
    graph->capacity = (uint32_t)capacity;
    graph->keys[graph->count] = key;
    put(graph, graph->count);
    graph->count++;
    return PS_OK;
}

/* --- made and freed */

static void number_ranks(struct ps_scientific_graph *graph, const struct duel_rules *rules) {
    for (int rank = 0; rank < SCIENTIFIC_KINDS; rank++) {
        if (rules->hand >> (2 * rank) & 3) {
            graph->places[rank] = (uint8_t)graph->kinds;
            graph->ranks[graph->kinds++] = (uint8_t)rank;
        }
    }
    graph->rules = *rules;
    graph->rules.hand = 0;
    graph->rules.eight = PS_SCIENTIFIC_NOTHING;
    for (int a = 0; a < graph->kinds; a++) {
        int rank = graph->ranks[a];
        graph->rules.hand |= 1u << (2 * a);
        graph->rules.eight = rank == rules->eight ? (uint8_t)a : graph->rules.eight;
        for (int b = 0; b < graph->kinds; b++) {
            int other = graph->ranks[b];
            for (int reverse = 0; reverse < 2; reverse++) {
                graph->rules.winner[reverse][a][b] = rules->winner[reverse][rank][other];
                graph->rules.reverse[reverse][a][b] = rules->reverse[reverse][rank][other];
            }
            graph->rules.peeker[a][b] = rules->peeker[rank][other];
        }
    }
    graph->deck = 2 * graph->rules.hand;
}

/* Whether a state is more than where the cards are: a turned order, a peeker, a swap. */
static int has_flags(const struct duel_rules *rules) {
    const uint32_t special =
        3u << (2 * SCIENTIFIC_EIGHT) | 3u << (2 * SCIENTIFIC_JACK) | 3u << (2 * SCIENTIFIC_QUEEN);
    return rules->eight != PS_SCIENTIFIC_NOTHING && rules->hand & special;
}

ps_scientific_graph *ps_scientific_graph_new(const ps_scientific_rules *rules, uint32_t most,
                                             int *status) {
    struct duel_rules full;
    *status = duel_rules_make(&full, rules);
    if (*status != PS_OK) {
        return NULL;
    }
    int kinds = duel_count(full.hand);
    if (kinds > GRAPH_KINDS || (kinds == GRAPH_KINDS && has_flags(&full)) || most < 1 ||
        most > PS_SCIENTIFIC_MOST_STATES) {
        *status = PS_ERROR_ARGUMENT;
        return NULL;
    }
    struct ps_scientific_graph *graph = calloc(1, sizeof *graph);
    if (!graph) {
        *status = PS_ERROR_MEMORY;
        return NULL;
    }
    number_ranks(graph, &full);
    graph->most = most;
    graph->slot_bits = FIRST_SLOT_BITS;
    graph->slots = calloc((size_t)1 << FIRST_SLOT_BITS, sizeof *graph->slots);
    struct duel start;
    uint64_t key;
    duel_start(&graph->rules, &start);
    graph_fold(graph, &start, &key);
    *status = graph->slots ? graph_add(graph, key) : PS_ERROR_MEMORY;
    graph->level[1] = 1;
    if (*status == PS_OK) {
        *status = graph_sort(graph, 0);
    }
    if (*status != PS_OK) {
        ps_scientific_graph_free(graph);
        return NULL;
    }
    return graph;
}

void ps_scientific_graph_free(ps_scientific_graph *graph) {
    if (graph) {
        free(graph->keys);
        free(graph->slots);
        free(graph->runs);
        free(graph->entries);
        free(graph);
    }
}

/* States with the players' places told apart. */
static int64_t unfolded(const ps_scientific_graph *graph) {
    int64_t count = 0;
    for (uint32_t state = 0; state < graph->count; state++) {
        struct duel duel, mirror;
        graph_unfold(graph, graph->keys[state], &duel);
        mirror = duel_mirror(&duel);
        count += memcmp(&duel, &mirror, sizeof duel) ? 2 : 1;
    }
    return count;
}

int64_t ps_scientific_graph_figure(const ps_scientific_graph *graph, int figure) {
    switch (figure) {
    case PS_SCIENTIFIC_STATES:
        return graph->count;
    case PS_SCIENTIFIC_EXPANDED:
        return graph->expanded;
    case PS_SCIENTIFIC_ENTRIES:
        return (int64_t)graph->entry_count;
    case PS_SCIENTIFIC_DEPTH:
        return graph->depth;
    case PS_SCIENTIFIC_UNFOLDED:
        return unfolded(graph);
    case PS_SCIENTIFIC_GAMES:
        return graph->runs[graph->run_count].games;
    case PS_SCIENTIFIC_BYTES:
        return (int64_t)(sizeof *graph + (uint64_t)graph->capacity * sizeof *graph->keys +
                         graph->run_capacity * sizeof *graph->runs +
                         graph->entry_capacity * sizeof *graph->entries +
                         (sizeof *graph->slots << graph->slot_bits));
    default:
        return PS_ERROR_ARGUMENT;
    }
}

int64_t ps_scientific_graph_within(const ps_scientific_graph *graph, int tricks) {
    if (tricks < 0) {
        return PS_ERROR_ARGUMENT;
    }
    return tricks >= graph->depth ? graph->count : graph->level[tricks + 1];
}

/* --- looked up */

uint32_t graph_end(const struct duel *duel) {
    if (duel->hand[0]) {
        return GRAPH_WON;
    }
    return duel->hand[1] ? GRAPH_WON | GRAPH_MIRROR : GRAPH_DRAW;
}

uint32_t graph_entry(const struct ps_scientific_graph *graph, const struct duel *duel) {
    if (duel_over(duel)) {
        return graph_end(duel);
    }
    uint64_t key;
    uint32_t mirror = graph_fold(graph, duel, &key);
    uint32_t slot = graph->slots[graph_slot(graph, key, graph_hash(key))];
    uint32_t mask = (1u << graph->slot_bits) - 1;
    return slot ? ((slot & mask) - 1 + GRAPH_ENDS) | mirror : GRAPH_INDEX;
}

static uint32_t own_ranks(const struct ps_scientific_graph *graph, uint32_t cards) {
    uint32_t own = 0;
    for (int place = 0; place < graph->kinds; place++) {
        own |= (cards >> (2 * graph->ranks[place]) & 3) << (2 * place);
    }
    return own;
}

int graph_duel(const struct ps_scientific_graph *graph, const ps_scientific_rules *rules,
               const ps_scientific_state *state, struct duel *duel) {
    struct duel_rules full;
    int status = duel_rules_make(&full, rules);
    status = status == PS_OK ? duel_of_state(rules, state, duel) : status;
    if (status != PS_OK) {
        return status;
    }
    if (own_ranks(graph, full.hand) != graph->rules.hand || duel_count(full.hand) != graph->kinds) {
        return PS_ERROR_ARGUMENT;
    }
    for (int player = 0; player < 2; player++) {
        duel->hand[player] = own_ranks(graph, duel->hand[player]);
        duel->pile[player] = own_ranks(graph, duel->pile[player]);
    }
    duel->pot = own_ranks(graph, duel->pot);
    return PS_OK;
}

int64_t ps_scientific_graph_find(const ps_scientific_graph *graph, const ps_scientific_rules *rules,
                                 const ps_scientific_state *state, int *mirror) {
    struct duel duel;
    int status = graph_duel(graph, rules, state, &duel);
    if (status != PS_OK) {
        return status;
    }
    uint32_t entry = graph_entry(graph, &duel);
    *mirror = (entry & GRAPH_MIRROR) != 0;
    entry &= GRAPH_INDEX;
    return entry == GRAPH_INDEX || entry < GRAPH_ENDS ? PS_SCIENTIFIC_UNREACHED
                                                      : (int64_t)entry - GRAPH_ENDS;
}

int64_t ps_scientific_graph_keys(const ps_scientific_graph *graph, uint64_t *keys,
                                 int64_t capacity) {
    if (capacity < (int64_t)graph->count) {
        return PS_ERROR_ARGUMENT;
    }
    memcpy(keys, graph->keys, (size_t)graph->count * sizeof *keys);
    return graph->count;
}

/* Whether a key is that of a state of this deck, in its one form. */
static int is_key(const struct ps_scientific_graph *graph, uint64_t key) {
    struct duel duel;
    uint64_t folded;
    graph_unfold(graph, key, &duel);
    for (int place = 0; place < graph->kinds; place++) {
        uint32_t count = 0;
        for (int player = 0; player < 2; player++) {
            count +=
                (duel.hand[player] >> (2 * place) & 3) + (duel.pile[player] >> (2 * place) & 3);
        }
        if (count > 2) {
            return 0;
        }
    }
    return !duel_over(&duel) && graph_fold(graph, &duel, &folded) == 0 && folded == key;
}

ps_scientific_graph *ps_scientific_graph_read(const ps_scientific_rules *rules,
                                              const uint64_t *keys, uint32_t count, int *status) {
    struct ps_scientific_graph *graph = ps_scientific_graph_new(rules, count, status);
    if (!graph) {
        return NULL;
    }
    if (keys[0] != graph->keys[0]) {
        *status = PS_ERROR_ARGUMENT;
    }
    for (uint32_t i = 1; i < count && *status == PS_OK; i++) {
        int known = !is_key(graph, keys[i]) ||
                    graph->slots[graph_slot(graph, keys[i], graph_hash(keys[i]))];
        *status = known ? PS_ERROR_ARGUMENT : graph_add(graph, keys[i]);
    }
    if (*status != PS_OK) {
        ps_scientific_graph_free(graph);
        return NULL;
    }
    return graph;
}
