/* sweep.c: values of all states, one number of tricks to go after the other.
 *
 * A layer is computed from the one below alone, so its states may be cut into ranges and done in
 * any order. Values are whole numbers in units of 2^-30: halving and turning them is exact, and
 * bounds can be rounded outwards. */
#include <math.h>
#include <string.h>

#include "../matrix_game.h"
#include "graph.h"

struct layers {
    const int32_t *plus;
    const int32_t *minus;
};

/* The value of where an entry leads, for player 0 of the state that it leads from. */
static inline int32_t look(struct layers below, uint32_t entry) {
    uint32_t at = entry & GRAPH_INDEX;
    return entry & GRAPH_MIRROR ? -below.minus[at] : below.plus[at];
}

/* The same where both layers are one; without a branch. */
static inline int32_t look_in_one(const int32_t *below, uint32_t entry) {
    int32_t value = below[entry & GRAPH_INDEX], sign = -(int32_t)(entry >> 31);
    return (value ^ sign) - sign;
}

int ps_scientific_first_layer(const ps_scientific_graph *graph, int first, int64_t states,
                              int32_t *layer) {
    if (states < 0 || states > (int64_t)graph->count || first < PS_SCIENTIFIC_BY_COUNT ||
        first > PS_SCIENTIFIC_WON) {
        return PS_ERROR_ARGUMENT;
    }
    layer[GRAPH_DRAW] = 0;
    layer[GRAPH_WON] = PS_SCIENTIFIC_ONE;
    for (int64_t state = 0; state < states; state++) {
        int result = first == PS_SCIENTIFIC_WON ? 1 : -1;
        if (first == PS_SCIENTIFIC_BY_COUNT) {
            struct duel duel;
            graph_unfold(graph, graph->keys[state], &duel);
            result = duel_result(&duel);
        }
        layer[state + GRAPH_ENDS] = result * PS_SCIENTIFIC_ONE;
    }
    return PS_OK;
}

/* The value of a mix, rounded the way that is asked for. */
static int32_t rounded(const struct matrix_mix *mix, int rounding) {
    double value = mix->value;
    if (rounding == PS_SCIENTIFIC_NEAREST) {
        value = floor(value + 0.5);
    } else {
        /* a little more than what rounding errors can have done */
        double slack = 0.5 * mix->gap + 1e-3;
        value = rounding == PS_SCIENTIFIC_DOWN ? floor(value - slack) : ceil(value + slack);
    }
    value = value < -PS_SCIENTIFIC_ONE ? -PS_SCIENTIFIC_ONE : value;
    return (int32_t)(value > PS_SCIENTIFIC_ONE ? PS_SCIENTIFIC_ONE : value);
}

/* A matrix game that has no saddle point. */
static int32_t mixed(const int32_t *payoffs, int rows, int columns, int rounding,
                     uint32_t *supports) {
    double game[DUEL_CHOICES * DUEL_CHOICES];
    for (int i = 0; i < rows * columns; i++) {
        game[i] = payoffs[i];
    }
    struct matrix_mix mix;
    mix.row_support = *supports & 0xffff;
    mix.column_support = *supports >> 16;
    matrix_game_solve(game, columns, rows, columns, &mix);
    *supports = mix.row_support | mix.column_support << 16;
    return rounded(&mix, rounding);
}

static inline int32_t game_value(const int32_t *payoffs, int rows, int columns, int rounding,
                                 uint32_t *supports) {
    int32_t high[DUEL_CHOICES], maximin = INT32_MIN, minimax = INT32_MAX;
    for (int j = 0; j < columns; j++) {
        high[j] = payoffs[j];
    }
    for (int i = 0; i < rows; i++) {
        int32_t low = INT32_MAX;
        for (int j = 0; j < columns; j++) {
            int32_t payoff = payoffs[i * columns + j];
            low = payoff < low ? payoff : low;
            high[j] = payoff > high[j] ? payoff : high[j];
        }
        maximin = low > maximin ? low : maximin;
    }
    for (int j = 0; j < columns; j++) {
        minimax = high[j] < minimax ? high[j] : minimax;
    }
    return maximin >= minimax ? maximin : mixed(payoffs, rows, columns, rounding, supports);
}

/* States of one shape. `one` says that both layers are the same; it is known where this is inlined,
 * and so is a small shape. */
static inline void sweep_games(const uint32_t *entries, struct layers below, int one, int rows,
                               int columns, int32_t *values, uint32_t count, int rounding,
                               uint32_t *supports) {
    int32_t payoffs[DUEL_CHOICES * DUEL_CHOICES];
    for (uint32_t i = 0; i < count; i++, entries += rows * columns) {
        for (int k = 0; k < rows * columns; k++) {
            payoffs[k] = one ? look_in_one(below.plus, entries[k]) : look(below, entries[k]);
        }
        values[i] = game_value(payoffs, rows, columns, rounding, &supports[i]);
    }
}

static inline void sweep_replies(const uint32_t *entries, struct layers below, int one, int rows,
                                 int columns, int32_t *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t low = INT32_MAX;
        for (int j = 0; j < columns; j++, entries += rows) {
            int32_t high = INT32_MIN;
            for (int k = 0; k < rows; k++) {
                int32_t value = one ? look_in_one(below.plus, entries[k]) : look(below, entries[k]);
                high = value > high ? value : high;
            }
            low = high < low ? high : low;
        }
        values[i] = low;
    }
}

static void sweep_run(const uint32_t *entries, struct layers below, int shape, int32_t *values,
                      uint32_t count, int rounding, uint32_t *supports) {
    int rows = shape_rows(shape), columns = shape_columns(shape);
    int one = below.plus == below.minus;
    if (!shape_is_game(shape)) {
        if (one) {
            sweep_replies(entries, below, 1, rows, columns, values, count);
        } else {
            sweep_replies(entries, below, 0, rows, columns, values, count);
        }
    } else if (one) {
        sweep_games(entries, below, 1, rows, columns, values, count, rounding, supports);
    } else {
        sweep_games(entries, below, 0, rows, columns, values, count, rounding, supports);
    }
}

/* The run that a state is in: the last one that does not begin after it. */
static uint64_t run_of(const struct ps_scientific_graph *graph, uint32_t state) {
    uint64_t low = 0, high = graph->run_count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (graph->runs[middle].first <= state) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

int ps_scientific_sweep(const ps_scientific_graph *graph, const int32_t *plus, const int32_t *minus,
                        int64_t below, int32_t *layer, int64_t start, int64_t end, int rounding,
                        uint32_t *supports) {
    if (graph->expanded < graph->count || start < 0 || start > end || end > (int64_t)graph->count ||
        rounding < PS_SCIENTIFIC_NEAREST || rounding > PS_SCIENTIFIC_UP) {
        return PS_ERROR_ARGUMENT;
    }
    /* entries of these states lead one level on at most */
    int depth = 0;
    while (depth < graph->depth && (int64_t)graph->level[depth + 1] < end) {
        depth++;
    }
    if (below < ps_scientific_graph_within(graph, depth + 1)) {
        return PS_ERROR_ARGUMENT;
    }
    struct layers layers = {plus, minus};
    if (start == 0) {
        layer[GRAPH_DRAW] = 0;
        layer[GRAPH_WON] = PS_SCIENTIFIC_ONE;
    }
    uint32_t state = (uint32_t)start;
    for (uint64_t i = run_of(graph, state); state < end; i++) {
        const struct graph_run *run = &graph->runs[i];
        uint32_t last = run[1].first < end ? run[1].first : (uint32_t)end,
                 skip = state - run->first;
        int cells = shape_rows(run->shape) * shape_columns(run->shape);
        sweep_run(graph->entries + run->entries + (uint64_t)skip * (uint64_t)cells, layers,
                  run->shape, layer + state + GRAPH_ENDS, last - state, rounding,
                  shape_is_game(run->shape) ? supports + run->games + skip : NULL);
        state = last;
    }
    return PS_OK;
}
