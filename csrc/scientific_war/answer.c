/* answer.c: one position in full, from the values of what may follow. */
#include <math.h>
#include <string.h>

#include "../matrix_game.h"
#include "graph.h"

/* The row that does best against a column. */
static int best_row(const ps_scientific_answer *answer, int column) {
    int best = 0;
    for (int i = 1; i < answer->rows; i++) {
        if (answer->payoffs[i * answer->columns + column] >
            answer->payoffs[best * answer->columns + column]) {
            best = i;
        }
    }
    return best;
}

static int best_column(const ps_scientific_answer *answer, int row) {
    const double *line = answer->payoffs + row * answer->columns;
    int best = 0;
    for (int j = 1; j < answer->columns; j++) {
        best = line[j] < line[best] ? j : best;
    }
    return best;
}

/* Pure choices where one of the two chooses knowing the other's. */
static void reply(ps_scientific_answer *answer) {
    int row = 0, column = 0;
    if (answer->peeker == 0) {
        for (int j = 0; j < answer->columns; j++) {
            if (answer->payoffs[best_row(answer, j) * answer->columns + j] <
                answer->payoffs[best_row(answer, column) * answer->columns + column]) {
                column = j;
            }
        }
        row = best_row(answer, column);
    } else {
        for (int i = 0; i < answer->rows; i++) {
            if (answer->payoffs[i * answer->columns + best_column(answer, i)] >
                answer->payoffs[row * answer->columns + best_column(answer, row)]) {
                row = i;
            }
        }
        column = best_column(answer, row);
    }
    answer->row_mix[row] = answer->column_mix[column] = 1.0;
    answer->value = answer->payoffs[row * answer->columns + column];
}

int ps_scientific_answer_of(const ps_scientific_graph *graph, const ps_scientific_rules *rules,
                            const ps_scientific_state *state, const int32_t *plus,
                            const int32_t *minus, int64_t below, ps_scientific_answer *answer) {
    struct duel duel, after;
    int status = graph_duel(graph, rules, state, &duel);
    if (status != PS_OK) {
        return status;
    }
    uint32_t entry = graph_entry(graph, &duel);
    if (entry == GRAPH_INDEX || (entry & GRAPH_INDEX) < GRAPH_ENDS) {
        return PS_SCIENTIFIC_UNREACHED;
    }
    memset(answer, 0, sizeof *answer);
    answer->rows = duel_choices(&duel, 0, answer->row_choices);
    answer->columns = duel_choices(&duel, 1, answer->column_choices);
    answer->peeker = duel.peeker;
    for (int i = 0; i < answer->rows; i++) {
        for (int j = 0; j < answer->columns; j++) {
            duel_play(&graph->rules, &duel, answer->row_choices[i], answer->column_choices[j],
                      &after);
            entry = graph_entry(graph, &after);
            int64_t at = entry & GRAPH_INDEX;
            if (at >= below + GRAPH_ENDS) {
                return PS_SCIENTIFIC_UNREACHED;
            }
            int32_t value = entry & GRAPH_MIRROR ? -minus[at] : plus[at];
            answer->payoffs[i * answer->columns + j] = (double)value / PS_SCIENTIFIC_ONE;
        }
    }
    if (duel.peeker >= 0) {
        reply(answer);
    } else {
        struct matrix_mix mix;
        mix.row_support = mix.column_support = 0;
        matrix_game_solve(answer->payoffs, answer->columns, answer->rows, answer->columns, &mix);
        memcpy(answer->row_mix, mix.row, (size_t)answer->rows * sizeof *mix.row);
        memcpy(answer->column_mix, mix.column, (size_t)answer->columns * sizeof *mix.column);
        answer->value = mix.value;
        if (plus == minus) { /* as it stands in the layer */
            answer->value = floor(mix.value * PS_SCIENTIFIC_ONE + 0.5) / PS_SCIENTIFIC_ONE;
        }
        answer->gap = mix.gap;
    }
    for (int player = 0; player < 2; player++) {
        uint8_t *choices = player ? answer->column_choices : answer->row_choices;
        for (int i = 0; i < (player ? answer->columns : answer->rows); i++) {
            choices[i] =
                (uint8_t)(graph->ranks[choices[i] & 15] | (choices[i] & PS_SCIENTIFIC_SWAP));
        }
    }
    return PS_OK;
}
