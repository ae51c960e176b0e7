/* advice.c: what to choose in a position, as far as a number of positions looked at allows. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

/* One pass after the other: how many tricks ahead, and how many choices of each side. */
struct pass {
    int8_t depth;
    int8_t width;
};

static const struct pass PASSES[] = {{1, DUEL_CHOICES}, {2, 6}, {2, 9}, {2, 14}, {3, 6}, {3, 9},
                                     {3, 14},           {4, 6}, {5, 6}, {6, 6},  {7, 6}, {8, 6}};
enum { PASS_COUNT = sizeof PASSES / sizeof PASSES[0] };

/* About how many positions a pass values: each level has as many choices as the root. */
static double guess(const struct node *node, int depth, int width) {
    double rows = node->rows, columns = node->columns, wide = width;
    double pairs = (rows < wide ? rows : wide) * (columns < wide ? columns : wide);
    double positions = rows * columns + SEARCH_NODE;
    for (; depth > 1; depth--) {
        positions *= pairs;
    }
    return positions;
}

/* How much a mix falls short of the value against its best answer, by other payoffs. */
static double loss_of(const struct node *node, const struct matrix_mix *mix, int player,
                      double value) {
    double worst = 0.0;
    int answers = player ? node->rows : node->columns, lines = player ? node->columns : node->rows;
    for (int k = 0; k < answers; k++) {
        double sum = 0.0;
        for (int i = 0; i < lines; i++) {
            sum +=
                player ? -mix->column[i] * node->payoffs[k][i] : mix->row[i] * node->payoffs[i][k];
        }
        worst = k == 0 || sum < worst ? sum : worst;
    }
    double loss = (player ? -value : value) - worst;
    return loss > 0.0 ? loss : 0.0;
}

/* What is left when the peeker has seen the other's choice: that one line, and a best reply. */
static double reply_to(const struct node *node, int peeker, int first, struct matrix_mix *mix) {
    int reply = search_reply(node, peeker, first);
    int row = peeker ? first : reply, column = peeker ? reply : first;
    memset(mix, 0, sizeof *mix);
    mix->row[row] = mix->column[column] = 1.0;
    mix->row_support = 1u << row;
    mix->column_support = 1u << column;
    mix->value = node->payoffs[row][column];
    return mix->value;
}

static void report(const struct node *node, const struct matrix_mix *mix, int64_t leaves,
                   ps_scientific_advice *advice) {
    advice->rows = node->rows;
    advice->columns = node->columns;
    memcpy(advice->row, node->row, sizeof advice->row);
    memcpy(advice->column, node->column, sizeof advice->column);
    memcpy(advice->row_mix, mix->row, sizeof advice->row_mix);
    memcpy(advice->column_mix, mix->column, sizeof advice->column_mix);
    memcpy(advice->payoffs, node->payoffs, sizeof advice->payoffs);
    advice->value = mix->value;
    advice->leaves = leaves;
}

static int find(const uint8_t *choices, int count, int choice) {
    for (int i = 0; i < count; i++) {
        if (choices[i] == choice) {
            return i;
        }
    }
    return -1;
}

int search_passes(struct search *search, const struct duel *duel, int tricks_left, int seen,
                  int64_t iterations, int player, double lean, ps_scientific_advice *advice) {
    struct node node;
    struct matrix_mix mix, before, shallower;
    memset(&before, 0, sizeof before);
    memset(&shallower, 0, sizeof shallower);
    search_begin(search, INT64_MAX);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        int depth = PASSES[pass].depth, width = PASSES[pass].width;
        if (pass) {
            /* What earlier passes have valued at this depth need not be valued again, and hands
             * grow smaller: begin if half of the guess fits, and give up when all is spent. */
            int all = PASSES[pass - 1].width >= node.rows && PASSES[pass - 1].width >= node.columns;
            if (pass > 1 && all && PASSES[pass - 1].depth == depth) {
                continue;
            }
            if ((double)search->leaves + guess(&node, depth, width) / 2 > (double)iterations) {
                break;
            }
            search->most_leaves = iterations;
        }
        search_root(search, duel, tricks_left, depth, width, &node, &mix);
        if (search->stopped) {
            break;
        }
        int first = -1;
        if (seen >= 0) {
            first = duel->peeker ? find(node.row, node.rows, seen)
                                 : find(node.column, node.columns, seen);
            if (first < 0) {
                return PS_ERROR_ARGUMENT;
            }
            reply_to(&node, duel->peeker, first, &mix);
        }
        if (pass && depth > PASSES[pass - 1].depth) {
            shallower = before; /* the last mix of a pass that looked one trick less ahead */
        }
        if (lean > 0.0 && !search->exact && duel->peeker == DUEL_NOBODY) {
            search_lean(&node, player, lean, &mix);
        }
        int compared = pass > 0 && duel->peeker == DUEL_NOBODY;
        for (int side = 0; side < 2; side++) {
            advice->loss[side] = compared ? loss_of(&node, &shallower, side, mix.value) : 0.0;
        }
        before = mix;
        report(&node, &mix, search->leaves, advice);
        advice->depth = depth;
        advice->width = width;
        advice->exact = search->exact;
        advice->compared = compared;
        if (search->exact || depth >= tricks_left) {
            break;
        }
    }
    return PS_OK;
}

int ps_scientific_advise(const ps_scientific_rules *rules, const ps_scientific_state *state,
                         const int16_t *weights, int seen, int64_t iterations, int player,
                         double lean, ps_scientific_advice *advice) {
    struct duel duel;
    int status = duel_of_state(rules, state, &duel);
    int limit = rules->trick_limit ? rules->trick_limit : SEARCH_ENDLESS;
    if (status != PS_OK) {
        return status;
    }
    if (iterations < 1 || duel_over(&duel) || state->tricks >= limit ||
        (seen >= 0 && duel.peeker == DUEL_NOBODY) || (player & ~1) ||
        !(lean >= 0.0 && lean < 1.0)) {
        return PS_ERROR_ARGUMENT;
    }
    struct search *search = calloc(1, sizeof *search);
    struct evaluation *evaluation = malloc(sizeof *evaluation);
    status = search && evaluation ? PS_OK : PS_ERROR_MEMORY;
    if (status == PS_OK) {
        memcpy(evaluation, weights, sizeof *evaluation);
        search->evaluation = evaluation;
        status = duel_rules_make(&search->rules, rules);
        status = status == PS_OK ? evaluation_check(evaluation) : status;
    }
    if (status == PS_OK) {
        memset(advice, 0, sizeof *advice);
        advice->peeker = duel.peeker;
        status = search_passes(search, &duel, limit - state->tricks, seen, iterations, player, lean,
                               advice);
    }
    free(evaluation);
    free(search);
    return status;
}

int ps_scientific_evaluate(const ps_scientific_rules *rules, const ps_scientific_state *state,
                           const int16_t *weights, double *value) {
    struct duel duel;
    int status = duel_of_state(rules, state, &duel);
    int limit = rules->trick_limit ? rules->trick_limit : SEARCH_ENDLESS;
    if (status != PS_OK || duel_over(&duel) || state->tricks >= limit) {
        return status != PS_OK ? status : PS_ERROR_ARGUMENT;
    }
    struct evaluation *evaluation = malloc(sizeof *evaluation);
    if (!evaluation) {
        return PS_ERROR_MEMORY;
    }
    memcpy(evaluation, weights, sizeof *evaluation);
    status = evaluation_check(evaluation);
    if (status == PS_OK) {
        *value = (double)evaluate(evaluation, &duel, limit - state->tricks);
    }
    free(evaluation);
    return status;
}
