/* sweep.h: what a bonus for winning all three branches adds to the value of a split.
 *
 * How often a split of strengths (t, m, b) wins all three is P(T < t, M < m, B < b), how often it
 * loses all three P(T > t, M > m, B > b), over what opponents show together. Both are kept on a
 * grid: each branch is cut into PS_SWEEP_CELLS cells of strengths, and between two edges a
 * threshold keeps the place it has by what opponents show at that branch alone. So they are exact
 * at the edges, and neither falls (or rises) anywhere in between: a stronger branch is never worth
 * less. */
#ifndef PS_SWEEP_H
#define PS_SWEEP_H

#include "poker.h"

enum {
    SWEEP_CELLS = PS_SWEEP_CELLS,
    SWEEP_EDGES = PS_SWEEP_CELLS + 1,
    SWEEP_INNER_EDGES = PS_SWEEP_CELLS - 1,
    SWEEP_WEIGHT_BITS = 16
};

/* An edge is a threshold: edge e parts the strengths below it from itself and those above. */
struct sweep {
    uint8_t edge[3][PS_STRENGTHS + 1];                   /* by threshold: the edge at or below it */
    uint16_t weight[3][PS_STRENGTHS + 1];                /* and how far on towards the next */
    int32_t won[SWEEP_EDGES][SWEEP_EDGES][SWEEP_EDGES];  /* all below the thresholds */
    int32_t lost[SWEEP_EDGES][SWEEP_EDGES][SWEEP_EDGES]; /* less all at or above them */
    int32_t bonus;                                       /* points */
};

/* Checks and reads a joint population; see ps_arranger_sweep. */
int sweep_read(struct sweep *sweep, const uint16_t *edges, const int64_t *counts,
               const int32_t *cells, int64_t everybody, int bonus);

/* The cell of each strength, for inner edges that rise within 2..7917; 0 if they do not. */
int sweep_cells(const uint16_t *edges, uint8_t cells[3][PS_STRENGTHS]);

static inline int32_t sweep_between(int32_t low, int32_t high, uint16_t weight) {
    return low + (int32_t)(((int64_t)high - low) * weight >> SWEEP_WEIGHT_BITS);
}

/* `grid`: the first number of `won` or of `lost`. */
static inline int32_t sweep_look_up(const struct sweep *sweep, const int32_t *grid, unsigned top,
                                    unsigned middle, unsigned bottom) {
    unsigned i = sweep->edge[0][top], j = sweep->edge[1][middle], k = sweep->edge[2][bottom];
    uint16_t u = sweep->weight[0][top], v = sweep->weight[1][middle], w = sweep->weight[2][bottom];
    const int32_t *here = grid + (i * SWEEP_EDGES + j) * SWEEP_EDGES + k;
    /* No step where the weight is 0: past the last edge there is nothing to read. */
    int step_top = u ? SWEEP_EDGES * SWEEP_EDGES : 0;
    int step_middle = v ? SWEEP_EDGES : 0;
    int step_bottom = w ? 1 : 0;
    int32_t corner[4];
    for (int n = 0; n < 4; n++) {
        const int32_t *at = here + (n & 1 ? step_middle : 0) + (n & 2 ? step_top : 0);
        corner[n] = sweep_between(at[0], at[step_bottom], w);
    }
    return sweep_between(sweep_between(corner[0], corner[1], v),
                         sweep_between(corner[2], corner[3], v), u);
}

/* The bonus won, and less the bonus paid, by opponent dealt. */
static inline int32_t sweep_won(const struct sweep *sweep, unsigned top, unsigned middle,
                                unsigned bottom) {
    return sweep_look_up(sweep, &sweep->won[0][0][0], top, middle, bottom);
}
static inline int32_t sweep_lost(const struct sweep *sweep, unsigned top, unsigned middle,
                                 unsigned bottom) {
    return sweep_look_up(sweep, &sweep->lost[0][0][0], top + 1, middle + 1, bottom + 1);
}

static inline int32_t sweep_value(const struct sweep *sweep, unsigned top, unsigned middle,
                                  unsigned bottom) {
    return sweep_won(sweep, top, middle, bottom) + sweep_lost(sweep, top, middle, bottom);
}

#endif
