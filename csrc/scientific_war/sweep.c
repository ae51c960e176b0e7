/* sweep.c: values of all states, one number of tricks to go after the other.
 *
 * A layer is computed from the one below alone, so its states may be cut into ranges and done in
 * any order. Values are whole numbers in units of 2^-30: halving and turning them is exact, and
 * bounds can be rounded outwards. */
#include <math.h>
#include <string.h>

#include "../matrix_game.h"
#include "graph.h"

/* What a best reply may gain, in units of 2^-30, in a solution that is taken as one. */
static const double TOLERANCE = 1e-4;

enum { BATCH = 2048 };

struct layers {
    const int32_t *plus;
    const int32_t *minus;
};

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

/* A mix of two or three rows and as many columns. */
struct small_mix {
    int rows[3];
    int columns[3];
    double row[3];
    double column[3];
    double value;
};

/* Whether nobody does better by leaving such a mix. */
static inline int holds(const int32_t *payoffs, int rows, int columns, int size,
                        const struct small_mix *mix) {
    double high = mix->value + TOLERANCE, low = mix->value - TOLERANCE;
    for (int i = 0; i < rows; i++) {
        double sum = 0.0;
        for (int k = 0; k < size; k++) {
            sum += payoffs[i * columns + mix->columns[k]] * mix->column[k];
        }
        if (sum > high) {
            return 0;
        }
    }
    for (int j = 0; j < columns; j++) {
        double sum = 0.0;
        for (int k = 0; k < size; k++) {
            sum += payoffs[mix->rows[k] * columns + j] * mix->row[k];
        }
        if (sum < low) {
            return 0;
        }
    }
    return 1;
}

/* Mixes of two that make the other indifferent. The shares come out as no numbers when there are
 * none, and comparisons with those fail. */
static int of_two(const int32_t *payoffs, int columns, struct small_mix *mix) {
    const int32_t *first = payoffs + mix->rows[0] * columns;
    const int32_t *second = payoffs + mix->rows[1] * columns;
    double a = first[mix->columns[0]], b = first[mix->columns[1]];
    double c = second[mix->columns[0]], d = second[mix->columns[1]];
    double sum = (a - b) + (d - c);
    double row = (d - c) / sum, column = (d - b) / sum;
    mix->row[0] = row;
    mix->row[1] = 1.0 - row;
    mix->column[0] = column;
    mix->column[1] = 1.0 - column;
    mix->value =
        (a * row + c * mix->row[1]) * column + (b * row + d * mix->row[1]) * mix->column[1];
    return row >= 0.0 && row <= 1.0 && column >= 0.0 && column <= 1.0;
}

/* The mix that is at right angles to two differences. */
static int across(const double *p, const double *q, double *mix) {
    double x = p[1] * q[2] - p[2] * q[1], y = p[2] * q[0] - p[0] * q[2];
    double z = p[0] * q[1] - p[1] * q[0], sum = x + y + z;
    mix[0] = x / sum;
    mix[1] = y / sum;
    mix[2] = z / sum;
    return mix[0] >= 0.0 && mix[1] >= 0.0 && mix[2] >= 0.0;
}

static int of_three(const int32_t *payoffs, int columns, struct small_mix *mix) {
    double game[3][3], rows[2][3], down[2][3];
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            game[k][l] = payoffs[mix->rows[k] * columns + mix->columns[l]];
        }
    }
    for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 3; l++) {
            rows[k][l] = game[k][l] - game[2][l];
            down[k][l] = game[l][k] - game[l][2];
        }
    }
    if (!across(rows[0], rows[1], mix->column) || !across(down[0], down[1], mix->row)) {
        return 0;
    }
    mix->value = 0.0;
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            mix->value += game[k][l] * mix->row[k] * mix->column[l];
        }
    }
    return 1;
}

/* The rows and columns that were played on before, if they are two or three and still will do. */
static int on_few(const int32_t *payoffs, int rows, int columns, uint32_t row_support,
                  uint32_t column_support, double *value) {
    int size = bit_count(row_support);
    if ((size != 2 && size != 3) || size != bit_count(column_support)) {
        return 0;
    }
    struct small_mix mix = {.value = 0.0};
    for (int k = 0; k < size; k++) {
        mix.rows[k] = lowest_bit(row_support);
        row_support &= row_support - 1;
        mix.columns[k] = lowest_bit(column_support);
        column_support &= column_support - 1;
    }
    int good = size == 2
                   ? of_two(payoffs, columns, &mix) && holds(payoffs, rows, columns, 2, &mix)
                   : of_three(payoffs, columns, &mix) && holds(payoffs, rows, columns, 3, &mix);
    *value = mix.value;
    return good;
}

/* A matrix game that has no saddle point. */
static int32_t mixed(const int32_t *payoffs, int rows, int columns, int rounding,
                     uint32_t *supports) {
    struct matrix_mix mix;
    mix.row_support = *supports & 0xffff;
    mix.column_support = *supports >> 16;
    mix.gap = 2.0 * TOLERANCE;
    if (on_few(payoffs, rows, columns, mix.row_support, mix.column_support, &mix.value)) {
        return rounded(&mix, rounding);
    }
    double game[DUEL_CHOICES * DUEL_CHOICES];
    for (int i = 0; i < rows * columns; i++) {
        game[i] = payoffs[i];
    }
    matrix_game_solve(game, columns, rows, columns, &mix);
    *supports = mix.row_support | mix.column_support << 16;
    return rounded(&mix, rounding);
}

static inline int32_t game_value(const int32_t *payoffs, int rows, int columns, int rounding,
                                 uint32_t *supports) {
    int32_t high[DUEL_CHOICES], maximin = INT32_MIN, minimax = INT32_MAX;
    for (int j = 0; j < columns; j++) {
        high[j] = INT32_MIN;
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

/* The values of where entries lead. A loop without branches, so that many look-ups are under way at
 * a time: most wait for memory. */
static void look_up(const uint32_t *entries, struct layers below, int32_t *values, int count) {
    if (below.plus == below.minus) {
        const int32_t *layer = below.plus;
        for (int i = 0; i < count; i++) {
            int32_t value = layer[entries[i] & GRAPH_INDEX], sign = -(int32_t)(entries[i] >> 31);
            values[i] = (value ^ sign) - sign;
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        uint32_t at = entries[i] & GRAPH_INDEX;
        values[i] = entries[i] & GRAPH_MIRROR ? -below.minus[at] : below.plus[at];
    }
}

/* The column whose best row is worst. */
static inline int32_t reply_value(const int32_t *payoffs, int rows, int columns) {
    int32_t low = INT32_MAX;
    for (int j = 0; j < columns; j++, payoffs += rows) {
        int32_t high = payoffs[0];
        for (int i = 1; i < rows; i++) {
            high = payoffs[i] > high ? payoffs[i] : high;
        }
        low = high < low ? high : low;
    }
    return low;
}

/* States of one shape. */
static void sweep_run(const uint32_t *entries, struct layers below, int shape, int32_t *values,
                      uint32_t count, int rounding, uint32_t *supports) {
    int32_t payoffs[BATCH];
    int rows = shape_rows(shape), columns = shape_columns(shape), cells = rows * columns;
    uint32_t batch = (uint32_t)(BATCH / cells);
    for (uint32_t done = 0; done < count; done += batch) {
        uint32_t states = count - done < batch ? count - done : batch;
        look_up(entries + (uint64_t)done * (uint64_t)cells, below, payoffs, (int)states * cells);
        const int32_t *next = payoffs;
        if (shape_is_game(shape)) {
            for (uint32_t i = done; i < done + states; i++, next += cells) {
                values[i] = game_value(next, rows, columns, rounding, &supports[i]);
            }
        } else {
            for (uint32_t i = done; i < done + states; i++, next += cells) {
                values[i] = reply_value(next, rows, columns);
            }
        }
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
