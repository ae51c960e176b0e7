/* graph.c: states by breadth-first search in a hash table with open addressing.
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

/* --- keys */

/* Hand and pile of a player in 4 bits a rank; the other player's above; flags on top. */
static uint64_t cards_of(const struct ps_scientific_graph *graph, const struct duel *duel,
                         int player) {
    return (uint64_t)duel->hand[player] | (uint64_t)duel->pile[player] << (2 * graph->kinds);
}

uint32_t graph_fold(const struct ps_scientific_graph *graph, const struct duel *duel,
                    uint64_t *key) {
    uint64_t first = cards_of(graph, duel, 0), second = cards_of(graph, duel, 1);
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

void graph_unfold(const struct ps_scientific_graph *graph, uint64_t key, struct duel *duel) {
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

static uint64_t hash_of(uint64_t key) {
    key = (key ^ key >> 32) * 0x9e3779b97f4a7c15ULL;
    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9ULL;
    return key ^ key >> 32;
}

static inline void fetch_ahead(const void *place) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(place);
#else
    (void)place;
#endif
}

/* --- the table of slots */

static uint32_t tag_of(uint64_t hash, int slot_bits) {
    return (uint32_t)(hash >> 32) >> slot_bits << slot_bits;
}

/* The slot of a key, or the empty one where it would go. */
static uint32_t find_slot(const struct ps_scientific_graph *graph, uint64_t key, uint64_t hash) {
    uint32_t mask = (1u << graph->slot_bits) - 1, at = (uint32_t)hash & mask;
    uint32_t tag = tag_of(hash, graph->slot_bits);
    for (;; at = (at + 1) & mask) {
        uint32_t slot = graph->slots[at];
        if (!slot || ((slot & ~mask) == tag && graph->keys[(slot & mask) - 1] == key)) {
            return at;
        }
    }
}

static void put(struct ps_scientific_graph *graph, uint32_t state) {
    uint64_t hash = hash_of(graph->keys[state]);
    uint32_t mask = (1u << graph->slot_bits) - 1, at = (uint32_t)hash & mask;
    while (graph->slots[at]) {
        at = (at + 1) & mask;
    }
    graph->slots[at] = tag_of(hash, graph->slot_bits) | (state + 1);
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

/* The array with room for `needed` items; its capacity grows by half. */
static int reserve(void **array, uint64_t *capacity, uint64_t needed, size_t size) {
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

static int add_state(struct ps_scientific_graph *graph, uint64_t key) {
    if (graph->count >= graph->most) {
        return PS_SCIENTIFIC_FULL;
    }
    int status = widen(graph);
    if (status != PS_OK) {
        return status;
    }
    uint64_t capacity = graph->capacity;
    void *keys = graph->keys;
    status = reserve(&keys, &capacity, (uint64_t)graph->count + 1, sizeof *graph->keys);
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

/* --- where choices lead */

static int shape_of(const struct duel *duel, int rows, int columns) {
    int game = duel->peeker < 0 && rows > 1 && columns > 1;
    return rows | columns << 5 | game << 10;
}

static int state_shape(const struct duel *duel) {
    uint8_t choices[DUEL_CHOICES];
    return shape_of(duel, duel_choices(duel, 0, choices), duel_choices(duel, 1, choices));
}

struct pending {
    uint64_t key;
    uint64_t hash;
    uint32_t mirror;
    uint32_t end; /* GRAPH_INDEX: not the end */
};

static uint32_t end_of(const struct duel *duel) {
    if (duel->hand[0]) {
        return GRAPH_WON;
    }
    return duel->hand[1] ? GRAPH_WON | GRAPH_MIRROR : GRAPH_DRAW;
}

/* Every state after this one, in the order of its entries. */
static int successors(const struct ps_scientific_graph *graph, uint32_t state,
                      struct pending *pending) {
    struct duel duel, after;
    uint8_t rows[DUEL_CHOICES], columns[DUEL_CHOICES];
    graph_unfold(graph, graph->keys[state], &duel);
    int row_count = duel_choices(&duel, 0, rows), column_count = duel_choices(&duel, 1, columns);
    int by_rows = shape_is_game(shape_of(&duel, row_count, column_count)), count = 0;
    int outer = by_rows ? row_count : column_count, inner = by_rows ? column_count : row_count;
    for (int i = 0; i < outer; i++) {
        for (int j = 0; j < inner; j++) {
            duel_play(&graph->rules, &duel, rows[by_rows ? i : j], columns[by_rows ? j : i],
                      &after);
            struct pending *next = &pending[count++];
            if (duel_over(&after)) {
                next->end = end_of(&after);
                continue;
            }
            next->end = GRAPH_INDEX;
            next->mirror = graph_fold(graph, &after, &next->key);
            next->hash = hash_of(next->key);
            fetch_ahead(&graph->slots[(uint32_t)next->hash & ((1u << graph->slot_bits) - 1)]);
        }
    }
    return count;
}

static int enter(struct ps_scientific_graph *graph, const struct pending *pending, int count) {
    uint32_t mask = (1u << graph->slot_bits) - 1;
    for (int i = 0; i < count; i++) {
        if (pending[i].end != GRAPH_INDEX) {
            graph->entries[graph->entry_count++] = pending[i].end;
            continue;
        }
        uint32_t slot = graph->slots[find_slot(graph, pending[i].key, pending[i].hash)];
        uint32_t state = (slot & mask) - 1;
        if (!slot) {
            state = graph->count;
            int status = add_state(graph, pending[i].key);
            if (status != PS_OK) {
                return status;
            }
            mask = (1u << graph->slot_bits) - 1;
        }
        graph->entries[graph->entry_count++] = (state + GRAPH_ENDS) | pending[i].mirror;
    }
    return PS_OK;
}

/* --- levels */

/* Closes the last run and begins another of so many states. */
static int add_run(struct ps_scientific_graph *graph, int shape, uint32_t states) {
    void *runs = graph->runs;
    int status = reserve(&runs, &graph->run_capacity, graph->run_count + 2, sizeof *graph->runs);
    graph->runs = runs;
    if (status != PS_OK) {
        return status;
    }
    struct graph_run *run = &graph->runs[graph->run_count++];
    if (graph->run_count == 1) {
        memset(run, 0, sizeof *run);
    }
    run->shape = shape;
    run[1] = *run;
    run[1].first += states;
    run[1].games += shape_is_game(shape) ? states : 0;
    run[1].entries += (uint64_t)states * (uint64_t)(shape_rows(shape) * shape_columns(shape));
    return PS_OK;
}

/* Their numbers by shape, and their keys in that order. */
static int sort_stretch(struct ps_scientific_graph *graph, uint32_t first, uint32_t states,
                        uint64_t *sorted, uint32_t *number) {
    uint32_t starts[GRAPH_SHAPES] = {0}, at = first;
    struct duel duel;
    for (uint32_t i = 0; i < states; i++) {
        graph_unfold(graph, graph->keys[first + i], &duel);
        number[i] = (uint32_t)state_shape(&duel);
        starts[number[i]]++;
    }
    for (int shape = 0; shape < GRAPH_SHAPES; shape++) {
        uint32_t count = starts[shape];
        starts[shape] = at;
        at += count;
        if (count && add_run(graph, shape, count) != PS_OK) {
            return PS_ERROR_MEMORY;
        }
    }
    for (uint32_t i = 0; i < states; i++) {
        number[i] = starts[number[i]]++;
        sorted[number[i] - first] = graph->keys[first + i];
    }
    return PS_OK;
}

/* Numbers the states from `first` on anew, by shape; entries and slots follow. */
static int sort_level(struct ps_scientific_graph *graph, uint32_t first) {
    uint32_t size = graph->count - first;
    uint64_t *sorted = malloc((size_t)size * sizeof *sorted);
    uint32_t *number = malloc((size_t)size * sizeof *number);
    if (!sorted || !number) {
        free(sorted);
        free(number);
        return PS_ERROR_MEMORY;
    }
    for (uint32_t done = 0; done < size; done += STRETCH) {
        uint32_t states = size - done < STRETCH ? size - done : STRETCH;
        if (sort_stretch(graph, first + done, states, sorted + done, number + done) != PS_OK) {
            free(sorted);
            free(number);
            return PS_ERROR_MEMORY;
        }
    }
    uint32_t mask = (1u << graph->slot_bits) - 1;
    for (uint32_t slot = 0; slot <= mask; slot++) {
        uint32_t state = (graph->slots[slot] & mask) - 1;
        if (graph->slots[slot] && state >= first) {
            graph->slots[slot] = (graph->slots[slot] & ~mask) | (number[state - first] + 1);
        }
    }
    memcpy(graph->keys + first, sorted, (size_t)size * sizeof *sorted);
    for (uint64_t i = graph->level_entries; i < graph->entry_count; i++) {
        uint32_t entry = graph->entries[i], state = entry & GRAPH_INDEX;
        if (state >= first + GRAPH_ENDS) {
            state = number[state - GRAPH_ENDS - first] + GRAPH_ENDS;
            graph->entries[i] = state | (entry & GRAPH_MIRROR);
        }
    }
    free(sorted);
    free(number);
    return PS_OK;
}

/* Gives back room that was kept for more states. */
static void trim(struct ps_scientific_graph *graph) {
    void *keys = realloc(graph->keys, (size_t)graph->count * sizeof *graph->keys);
    if (keys) {
        graph->keys = keys;
        graph->capacity = graph->count;
    }
    void *entries = realloc(graph->entries, (size_t)graph->entry_count * sizeof *graph->entries);
    if (entries) {
        graph->entries = entries;
        graph->entry_capacity = graph->entry_count;
    }
}

int ps_scientific_graph_grow(ps_scientific_graph *graph, uint32_t states) {
    struct pending *pending = malloc((size_t)BLOCK * MOST_ENTRIES * sizeof *pending);
    if (!pending) {
        return PS_ERROR_MEMORY;
    }
    int status = PS_OK;
    while (states && graph->expanded < graph->count && status == PS_OK) {
        uint32_t end = graph->level[graph->depth + 1], block = end - graph->expanded;
        block = block > BLOCK ? BLOCK : block;
        block = block > states ? states : block;
        int counts[BLOCK], total = 0;
        for (uint32_t i = 0; i < block; i++) {
            counts[i] = successors(graph, graph->expanded + i, pending + total);
            total += counts[i];
        }
        void *entries = graph->entries;
        status = reserve(&entries, &graph->entry_capacity, graph->entry_count + (uint64_t)total,
                         sizeof *graph->entries);
        graph->entries = entries;
        if (status == PS_OK) {
            status = enter(graph, pending, total);
        }
        graph->expanded += block;
        states -= block;
        if (graph->expanded == end && status == PS_OK && graph->count > end) {
            status = graph->depth + 2 > GRAPH_LEVELS ? PS_SCIENTIFIC_FULL : sort_level(graph, end);
            graph->depth++;
            graph->level[graph->depth + 1] = graph->count;
            graph->level_entries = graph->entry_count;
        }
    }
    free(pending);
    if (status == PS_OK && graph->expanded == graph->count) {
        trim(graph);
    }
    return status == PS_OK ? graph->expanded < graph->count : status;
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
    *status = graph->slots ? add_state(graph, key) : PS_ERROR_MEMORY;
    graph->level[1] = 1;
    if (*status == PS_OK) {
        *status = sort_level(graph, 0);
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

uint32_t graph_entry(const struct ps_scientific_graph *graph, const struct duel *duel) {
    if (duel_over(duel)) {
        return end_of(duel);
    }
    uint64_t key;
    uint32_t mirror = graph_fold(graph, duel, &key);
    uint32_t slot = graph->slots[find_slot(graph, key, hash_of(key))];
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
        int known =
            !is_key(graph, keys[i]) || graph->slots[find_slot(graph, keys[i], hash_of(keys[i]))];
        *status = known ? PS_ERROR_ARGUMENT : add_state(graph, keys[i]);
    }
    if (*status != PS_OK) {
        ps_scientific_graph_free(graph);
        return NULL;
    }
    return graph;
}
