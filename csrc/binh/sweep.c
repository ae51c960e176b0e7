/* sweep.c: joint populations, in which it counts what opponents show at all three branches
 * together. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "arranger.h"
#include "dealer.h"
#include "special_hand.h"

int sweep_cells(const uint16_t *edges, uint8_t cells[3][PS_STRENGTHS]) {
    for (int branch = 0; branch < 3; branch++, edges += SWEEP_INNER_EDGES) {
        int cell = 0;
        for (int n = 0; n < SWEEP_INNER_EDGES; n++) {
            if (edges[n] < 2 || edges[n] >= PS_STRENGTHS || (n && edges[n] <= edges[n - 1])) {
                return 0;
            }
        }
        for (int s = 0; s < PS_STRENGTHS; s++) {
            while (cell < SWEEP_INNER_EDGES && edges[cell] <= s) {
                cell++;
            }
            cells[branch][s] = (uint8_t)cell;
        }
    }
    return 1;
}

/* Edge and weight of each threshold 0..7918, the last of which is the last edge. */
static int read_thresholds(struct sweep *sweep, uint8_t cells[3][PS_STRENGTHS],
                           const int64_t *counts, int64_t everybody) {
    for (int branch = 0; branch < 3; branch++, counts += PS_STRENGTHS) {
        int64_t mass[SWEEP_CELLS] = {0}, total = 0, below = 0;
        for (int s = 0; s < PS_STRENGTHS; s++) {
            if (counts[s] < 0 || counts[s] > everybody - total) {
                return PS_ERROR_TABLE;
            }
            mass[cells[branch][s]] += counts[s];
            total += counts[s];
        }
        for (int s = 0; s < PS_STRENGTHS; s++) {
            int cell = cells[branch][s];
            below = s && cells[branch][s - 1] == cell ? below : 0;
            int64_t weight = mass[cell] ? (below << SWEEP_WEIGHT_BITS) / mass[cell] : 0;
            sweep->edge[branch][s] = (uint8_t)cell;
            sweep->weight[branch][s] =
                (uint16_t)(weight > UINT16_MAX ? UINT16_MAX : weight /* past what is shown */);
            below += counts[s];
        }
        sweep->edge[branch][PS_STRENGTHS] = SWEEP_CELLS;
        sweep->weight[branch][PS_STRENGTHS] = 0;
    }
    return PS_OK;
}

int sweep_read(struct sweep *sweep, const uint16_t *edges, const int64_t *counts,
               const int32_t *cells, int64_t everybody, int bonus) {
    uint8_t cell_of[3][PS_STRENGTHS];
    if (bonus < 1 || bonus > PS_MOST_SWEEP_BONUS || everybody < 1 ||
        everybody > PS_SWEEP_MOST_COUNT || !sweep_cells(edges, cell_of)) {
        return PS_ERROR_ARGUMENT;
    }
    int status = read_thresholds(sweep, cell_of, counts, everybody);
    if (status != PS_OK) {
        return status;
    }
    sweep->bonus = bonus;
    int64_t scale = (int64_t)bonus << PS_VALUE_BITS, total = 0;
    for (int n = 0; n < SWEEP_CELLS * SWEEP_CELLS * SWEEP_CELLS; n++) {
        if (cells[n] < 0 || cells[n] > everybody - total) {
            return PS_ERROR_TABLE;
        }
        total += cells[n];
    }
    /* Sums over all cells below an edge, and over all cells above it; then their values. */
    memset(sweep->won, 0, sizeof sweep->won);
    memset(sweep->lost, 0, sizeof sweep->lost);
    for (int i = 0; i < SWEEP_CELLS; i++) {
        for (int j = 0; j < SWEEP_CELLS; j++) {
            int32_t row = 0;
            for (int k = 0; k < SWEEP_CELLS; k++) {
                row += cells[(i * SWEEP_CELLS + j) * SWEEP_CELLS + k];
                sweep->won[i + 1][j + 1][k + 1] = row + sweep->won[i + 1][j][k + 1] +
                                                  sweep->won[i][j + 1][k + 1] -
                                                  sweep->won[i][j][k + 1];
            }
        }
    }
    for (int i = SWEEP_CELLS - 1; i >= 0; i--) {
        for (int j = SWEEP_CELLS - 1; j >= 0; j--) {
            int32_t row = 0;
            for (int k = SWEEP_CELLS - 1; k >= 0; k--) {
                row += cells[(i * SWEEP_CELLS + j) * SWEEP_CELLS + k];
                sweep->lost[i][j][k] = row + sweep->lost[i + 1][j][k] + sweep->lost[i][j + 1][k] -
                                       sweep->lost[i + 1][j + 1][k];
            }
        }
    }
    for (int i = 0; i < SWEEP_EDGES; i++) {
        for (int j = 0; j < SWEEP_EDGES; j++) {
            for (int k = 0; k < SWEEP_EDGES; k++) {
                sweep->won[i][j][k] = (int32_t)(sweep->won[i][j][k] * scale / everybody);
                sweep->lost[i][j][k] = -(int32_t)(sweep->lost[i][j][k] * scale / everybody);
            }
        }
    }
    return PS_OK;
}

int ps_sweep_values(const ps_arranger *arranger, const uint16_t *strengths, int32_t *values) {
    unsigned t = strengths[0], m = strengths[1], b = strengths[2];
    if (!arranger->sweep || t >= PS_STRENGTHS || m >= PS_STRENGTHS || b >= PS_STRENGTHS) {
        return PS_ERROR_ARGUMENT;
    }
    values[0] = sweep_won(arranger->sweep, t, m, b);
    values[1] = sweep_lost(arranger->sweep, t, m, b);
    return PS_OK;
}

/* As ps_population, and how often the normal hands fall into each cell of the grid. */
int ps_sweep_population(const ps_arranger *arranger, int path, uint64_t seed, uint64_t first_block,
                        uint64_t blocks, const uint16_t *edges, uint64_t *counts,
                        uint64_t *specials, uint64_t *cells) {
    uint8_t cell_of[3][PS_STRENGTHS];
    if (!sweep_cells(edges, cell_of)) {
        return PS_ERROR_ARGUMENT;
    }
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK);
        for (int n = 0; n < PS_BLOCK_HANDS / HANDS_A_DEAL; n++) {
            uint64_t hands[HANDS_A_DEAL];
            deal(&dealer, HANDS_A_DEAL, hands);
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                unsigned kinds = special_kinds(hands[i]);
                tally_kinds(kinds, specials);
                if (kinds) {
                    continue;
                }
                struct branches split;
                arrange(arranger, path, hands[i], &split);
                int cell = 0;
                for (int branch = 0; branch < 3; branch++) {
                    counts[branch * PS_STRENGTHS + split.strengths[branch]]++;
                    cell = cell * SWEEP_CELLS + cell_of[branch][split.strengths[branch]];
                }
                cells[cell]++;
            }
        }
    }
    return PS_OK;
}

/* What each opponent shows, as ps_opponents deals them: three strengths, or 0, 0 and 1 for a
 * special hand of type A, 2 for one of type B. */
int ps_opponent_strengths(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
                          uint64_t first_block, uint64_t blocks, uint16_t *strengths) {
    uint64_t own;
    if (!read_cards(hand, HAND, &own)) {
        return PS_ERROR_CARD;
    }
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK & ~own);
        for (int n = 0; n < PS_OPPONENT_DEALS; n++) {
            uint64_t hands[OPPONENTS_A_DEAL];
            deal(&dealer, OPPONENTS_A_DEAL, hands);
            for (int i = 0; i < OPPONENTS_A_DEAL; i++, strengths += 3) {
                unsigned kinds = special_kinds(hands[i]);
                if (kinds) {
                    strengths[0] = strengths[1] = 0;
                    strengths[2] = kinds & PS_SPECIAL_TYPE_A ? 1 : 2;
                    continue;
                }
                struct branches split;
                arrange(policy, path, hands[i], &split);
                memcpy(strengths, split.strengths, sizeof split.strengths);
            }
        }
    }
    return PS_OK;
}
