/* grow.c: the states of a graph by breadth-first search, and where each pair of choices leads. */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

enum { STRETCH = 16384, BLOCK = 16, MOST_ENTRIES = DUEL_CHOICES * DUEL_CHOICES };

static inline void fetch_ahead(const void *place) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(place);
#else
    (void)place;
#endif
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
                next->end = graph_end(&after);
                continue;
            }
            next->end = GRAPH_INDEX;
            next->mirror = graph_fold(graph, &after, &next->key);
            next->hash = graph_hash(next->key);
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
        uint32_t slot = graph->slots[graph_slot(graph, pending[i].key, pending[i].hash)];
        uint32_t state = (slot & mask) - 1;
        if (!slot) {
            state = graph->count;
            int status = graph_add(graph, pending[i].key);
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
    int status =
        graph_reserve(&runs, &graph->run_capacity, graph->run_count + 2, sizeof *graph->runs);
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

int graph_sort(struct ps_scientific_graph *graph, uint32_t first) {
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
        status = graph_reserve(&entries, &graph->entry_capacity,
                               graph->entry_count + (uint64_t)total, sizeof *graph->entries);
        graph->entries = entries;
        if (status == PS_OK) {
            status = enter(graph, pending, total);
        }
        graph->expanded += block;
        states -= block;
        if (graph->expanded == end && status == PS_OK && graph->count > end) {
            status = graph->depth + 2 > GRAPH_LEVELS ? PS_SCIENTIFIC_FULL : graph_sort(graph, end);
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
