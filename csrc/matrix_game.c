/* matrix_game.c: saddle points, closed forms, supports of a similar game, and the simplex method.
 *
 * Most games that a search meets are settled by a saddle point or by the supports that solved the
 * same place before; the simplex method (condensed tableau, Dantzig's rule, Bland's after a while)
 * is for the rest. Each solution is checked against both players' best replies, and one that has
 * lost digits on the way is computed anew from its supports. */
#include "matrix_game.h"

#include <math.h>
#include <string.h>

#include "cards.h"

/* A gap that is taken for rounding, in units of the largest difference of payoffs. */
static const double GOOD = 1e-13;
static const double ZERO = 1e-11;              /* a tableau entry that is taken for zero */
static const double LEAST_DIFFERENCE = 1e-290; /* payoffs closer than that are all the same */

enum { WIDTH = MATRIX_GAME_MOST + 1 };

static void play_pure(struct matrix_mix *mix, int rows, int columns, int row, int column) {
    memset(mix->row, 0, (size_t)rows * sizeof *mix->row);
    memset(mix->column, 0, (size_t)columns * sizeof *mix->column);
    mix->row[row] = mix->column[column] = 1.0;
    mix->row_support = 1u << row;
    mix->column_support = 1u << column;
}

/* Sets value and gap from the best replies to both mixes. */
static void judge(const double *payoffs, int stride, int rows, int columns,
                  struct matrix_mix *mix) {
    double against_row[MATRIX_GAME_MOST] = {0};
    double high = -INFINITY, low = INFINITY;
    for (int i = 0; i < rows; i++) {
        const double *line = payoffs + i * stride;
        double sum = 0.0, weight = mix->row[i];
        for (int j = 0; j < columns; j++) {
            sum += line[j] * mix->column[j];
            against_row[j] += line[j] * weight;
        }
        high = sum > high ? sum : high;
    }
    for (int j = 0; j < columns; j++) {
        low = against_row[j] < low ? against_row[j] : low;
    }
    mix->value = 0.5 * (high + low);
    mix->gap = high > low ? high - low : 0.0;
}

/* The mix of the `count` lines that gives the other side the same on all of its `count` lines:
 * sum_k mix[k] game[k][l] = v, sum mix = 1. Returns 0 when there is none without a negative share.
 * `game` is spoilt. */
static int equalise(double game[WIDTH][WIDTH + 1], int count, double *mix) {
    int size = count + 1;
    for (int r = 0; r < size; r++) {
        int pivot = r;
        for (int i = r + 1; i < size; i++) {
            pivot = fabs(game[i][r]) > fabs(game[pivot][r]) ? i : pivot;
        }
        if (fabs(game[pivot][r]) < ZERO) {
            return 0;
        }
        if (pivot != r) {
            for (int j = r; j <= size; j++) {
                double other = game[r][j];
                game[r][j] = game[pivot][j];
                game[pivot][j] = other;
            }
        }
        for (int i = r + 1; i < size; i++) {
            double factor = game[i][r] / game[r][r];
            if (factor != 0.0) {
                for (int j = r + 1; j <= size; j++) {
                    game[i][j] -= factor * game[r][j];
                }
            }
        }
    }
    double solution[WIDTH], sum = 0.0;
    for (int r = size - 1; r >= 0; r--) {
        double rest = game[r][size];
        for (int j = r + 1; j < size; j++) {
            rest -= game[r][j] * solution[j];
        }
        solution[r] = rest / game[r][r];
    }
    for (int k = 0; k < count; k++) {
        if (solution[k] < -GOOD) {
            return 0;
        }
        mix[k] = solution[k] > 0.0 ? solution[k] : 0.0;
        sum += mix[k];
    }
    for (int k = 0; k < count; k++) {
        mix[k] /= sum;
    }
    return 1;
}

/* Both mixes on the given supports, by two linear systems; 0 when they do not fit. */
static int solve_supports(const double *payoffs, int stride, int rows, int columns, double low,
                          double scale, struct matrix_mix *mix) {
    uint32_t row_support = mix->row_support, column_support = mix->column_support;
    int count = bit_count(row_support);
    if (!count || count != bit_count(column_support) || row_support >> (rows - 1) > 1 ||
        column_support >> (columns - 1) > 1) {
        return 0;
    }
    int row_at[MATRIX_GAME_MOST], column_at[MATRIX_GAME_MOST];
    double game[WIDTH][WIDTH + 1], shares[WIDTH];
    for (int k = 0; k < count; k++) {
        row_at[k] = lowest_bit(row_support);
        row_support &= row_support - 1;
        column_at[k] = lowest_bit(column_support);
        column_support &= column_support - 1;
    }
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < count; k++) {
            for (int l = 0; l < count; l++) {
                int i = side ? row_at[k] : row_at[l], j = side ? column_at[l] : column_at[k];
                game[k][l] = (payoffs[i * stride + j] - low) * scale;
            }
            game[k][count] = -1.0;
            game[k][count + 1] = 0.0;
            game[count][k] = 1.0;
        }
        game[count][count] = 0.0;
        game[count][count + 1] = 1.0;
        if (!equalise(game, count, shares)) {
            return 0;
        }
        double *into = side ? mix->column : mix->row;
        const int *at = side ? column_at : row_at;
        memset(into, 0, (size_t)(side ? columns : rows) * sizeof *into);
        for (int k = 0; k < count; k++) {
            into[at[k]] = shares[k];
        }
    }
    judge(payoffs, stride, rows, columns, mix);
    return 1;
}

/* Maximise the sum of y under A y <= 1, y >= 0, where A is the game made positive: y over its sum
 * is the column player's mix, and the prices of the rows are the row player's. */
static void simplex(const double *payoffs, int stride, int rows, int columns, int first, double low,
                    double scale, struct matrix_mix *mix) {
    double table[WIDTH][WIDTH];
    uint8_t basic[MATRIX_GAME_MOST],
        other[MATRIX_GAME_MOST]; /* columns 0.., slack of row i at 64+i */
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            table[i][j] = (payoffs[i * stride + j] - low) * scale + 0.5;
        }
        table[i][columns] = 1.0;
        basic[i] = (uint8_t)(64 + i);
    }
    for (int j = 0; j < columns; j++) {
        table[rows][j] = -1.0;
        other[j] = (uint8_t)j;
    }
    table[rows][columns] = 0.0;
    int patience = 4 * (rows + columns);
    for (int steps = 0; steps < 64 * patience; steps++) {
        int column = -1, row = -1;
        if (steps == 0) {
            column = first;
        } else if (steps < patience) {
            double least = -ZERO;
            for (int j = 0; j < columns; j++) {
                if (table[rows][j] < least) {
                    least = table[rows][j];
                    column = j;
                }
            }
        } else {
            for (int j = 0; j < columns; j++) {
                if (table[rows][j] < -ZERO && (column < 0 || other[j] < other[column])) {
                    column = j;
                }
            }
        }
        if (column < 0) {
            break;
        }
        double best = INFINITY;
        for (int i = 0; i < rows; i++) {
            double entry = table[i][column];
            if (entry > ZERO) {
                double ratio = table[i][columns] / entry;
                int tie = row >= 0 && ratio <= best + ZERO && ratio >= best - ZERO;
                if (row < 0 || (!tie && ratio < best) ||
                    (tie &&
                     (steps < patience ? entry > table[row][column] : basic[i] < basic[row]))) {
                    best = ratio;
                    row = i;
                }
            }
        }
        if (row < 0) {
            break; /* rounding only: the program is bounded */
        }
        double *line = table[row], inverse = 1.0 / line[column];
        for (int j = 0; j <= columns; j++) {
            line[j] *= inverse;
        }
        line[column] = inverse;
        for (int i = 0; i <= rows; i++) {
            if (i == row) {
                continue;
            }
            double *target = table[i], factor = target[column];
            target[column] = 0.0;
            for (int j = 0; j <= columns; j++) {
                target[j] -= factor * line[j];
            }
        }
        uint8_t label = basic[row];
        basic[row] = other[column];
        other[column] = label;
    }
    memset(mix->row, 0, (size_t)rows * sizeof *mix->row);
    memset(mix->column, 0, (size_t)columns * sizeof *mix->column);
    mix->row_support = mix->column_support = 0;
    double row_sum = 0.0, column_sum = 0.0;
    for (int i = 0; i < rows; i++) {
        if (basic[i] < 64) {
            double share = table[i][columns] > 0.0 ? table[i][columns] : 0.0;
            mix->column[basic[i]] = share;
            column_sum += share;
            mix->column_support |= 1u << basic[i];
        }
    }
    for (int j = 0; j < columns; j++) {
        if (other[j] >= 64) {
            double share = table[rows][j] > 0.0 ? table[rows][j] : 0.0;
            mix->row[other[j] - 64] = share;
            row_sum += share;
            mix->row_support |= 1u << (other[j] - 64);
        }
    }
    for (int i = 0; i < rows; i++) {
        mix->row[i] /= row_sum;
    }
    for (int j = 0; j < columns; j++) {
        mix->column[j] /= column_sum;
    }
    judge(payoffs, stride, rows, columns, mix);
}

int matrix_game_solve(const double *payoffs, int stride, int rows, int columns,
                      struct matrix_mix *mix) {
    double column_high[MATRIX_GAME_MOST];
    double maximin = -INFINITY, minimax = INFINITY, low = INFINITY, high = -INFINITY;
    int best_row = 0, best_column = 0;
    for (int j = 0; j < columns; j++) {
        column_high[j] = -INFINITY;
    }
    for (int i = 0; i < rows; i++) {
        const double *line = payoffs + i * stride;
        double least = line[0];
        for (int j = 0; j < columns; j++) {
            double entry = line[j];
            least = entry < least ? entry : least;
            column_high[j] = entry > column_high[j] ? entry : column_high[j];
        }
        low = least < low ? least : low;
        if (least > maximin) {
            maximin = least;
            best_row = i;
        }
    }
    for (int j = 0; j < columns; j++) {
        high = column_high[j] > high ? column_high[j] : high;
        if (column_high[j] < minimax) {
            minimax = column_high[j];
            best_column = j;
        }
    }
    if (maximin >= minimax || high - low < LEAST_DIFFERENCE) {
        play_pure(mix, rows, columns, best_row, best_column);
        mix->value = maximin;
        mix->gap = minimax > maximin ? minimax - maximin : 0.0;
        return MATRIX_GAME_SADDLE;
    }
    if (rows == 2 && columns == 2) {
        double a = payoffs[0], b = payoffs[1], c = payoffs[stride], d = payoffs[stride + 1];
        double sum = (a - b) + (d - c); /* not 0: no saddle point, so both differences agree */
        mix->row[0] = (d - c) / sum;
        mix->row[1] = (a - b) / sum;
        mix->column[0] = (d - b) / sum;
        mix->column[1] = (a - c) / sum;
        mix->row_support = mix->column_support = 3;
        judge(payoffs, stride, rows, columns, mix);
        return MATRIX_GAME_TWO;
    }
    double scale = 1.0 / (high - low), good = GOOD * (high - low);
    if (mix->row_support && solve_supports(payoffs, stride, rows, columns, low, scale, mix) &&
        mix->gap <= good) {
        return MATRIX_GAME_SUPPORT;
    }
    simplex(payoffs, stride, rows, columns, best_column, low, scale, mix);
    if (mix->gap > good) {
        struct matrix_mix sharper = *mix;
        if (solve_supports(payoffs, stride, rows, columns, low, scale, &sharper) &&
            sharper.gap < mix->gap) {
            *mix = sharper;
        }
    }
    return MATRIX_GAME_SIMPLEX;
}

int64_t ps_matrix_games(const double *payoffs, int64_t games, int rows, int columns, double *values,
                        double *gaps, double *row_mixes, double *column_mixes) {
    if (games < 0 || rows < 1 || rows > MATRIX_GAME_MOST || columns < 1 ||
        columns > MATRIX_GAME_MOST) {
        return PS_ERROR_ARGUMENT;
    }
    struct matrix_mix mix = {.row_support = 0, .column_support = 0};
    int cells = rows * columns;
    for (int64_t game = 0; game < games; game++, payoffs += cells) {
        for (int cell = 0; cell < cells; cell++) {
            if (!(fabs(payoffs[cell]) <= PS_MATRIX_GAME_LIMIT)) {
                return PS_ERROR_ARGUMENT;
            }
        }
        mix.row_support = mix.column_support = 0;
        matrix_game_solve(payoffs, columns, rows, columns, &mix);
        values[game] = mix.value;
        gaps[game] = mix.gap;
        memcpy(row_mixes + game * rows, mix.row, (size_t)rows * sizeof *row_mixes);
        memcpy(column_mixes + game * columns, mix.column, (size_t)columns * sizeof *column_mixes);
    }
    return games;
}

int ps_matrix_game_from(const double *payoffs, int rows, int columns, uint32_t *supports,
                        double *mixes) {
    if (rows < 1 || rows > MATRIX_GAME_MOST || columns < 1 || columns > MATRIX_GAME_MOST) {
        return PS_ERROR_ARGUMENT;
    }
    for (int cell = 0; cell < rows * columns; cell++) {
        if (!(fabs(payoffs[cell]) <= PS_MATRIX_GAME_LIMIT)) {
            return PS_ERROR_ARGUMENT;
        }
    }
    struct matrix_mix mix = {.row_support = supports[0], .column_support = supports[1]};
    int way = matrix_game_solve(payoffs, columns, rows, columns, &mix);
    supports[0] = mix.row_support;
    supports[1] = mix.column_support;
    mixes[0] = mix.value;
    mixes[1] = mix.gap;
    memcpy(mixes + 2, mix.row, (size_t)rows * sizeof *mixes);
    memcpy(mixes + 2 + rows, mix.column, (size_t)columns * sizeof *mixes);
    return way;
}
