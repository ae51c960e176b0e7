/* matrix_game.h: zero-sum matrix games up to 28 by 28, solved exactly up to rounding.
 *
 * payoffs[i * stride + j] is what the row player wins from the column player; rows maximise. */
#ifndef PS_MATRIX_GAME_H
#define PS_MATRIX_GAME_H

#include <stdint.h>

#include "pysolver.h"

enum { MATRIX_GAME_MOST = PS_MATRIX_GAME_MOST };

/* How a solution was found. */
enum matrix_game_way {
    MATRIX_GAME_SADDLE,  /* a pure saddle point */
    MATRIX_GAME_TWO,     /* two rows and two columns, in closed form */
    MATRIX_GAME_SUPPORT, /* the supports of the solution that came in */
    MATRIX_GAME_SIMPLEX
};

/* A solution. The supports are read too: those of a similar game are tried before the simplex
 * method; 0 for none. */
struct matrix_mix {
    double value;
    double gap; /* a best reply to `row` and one to `column` are so far apart: a few rounding errors
                   of the payoffs, whatever the way */
    uint32_t row_support; /* bit i: row i is played */
    uint32_t column_support;
    double row[MATRIX_GAME_MOST];
    double column[MATRIX_GAME_MOST];
};

/* Payoffs are finite, rows and columns 1..MATRIX_GAME_MOST: callers see to it. Allocates nothing.
 * Returns the enum matrix_game_way. */
int matrix_game_solve(const double *payoffs, int stride, int rows, int columns,
                      struct matrix_mix *mix);

#endif
