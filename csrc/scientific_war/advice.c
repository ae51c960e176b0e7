/* advice.c: what to choose in a position, as far as a number of positions looked at allows. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

enum { LEAVES_OF_A_NODE = 120 };

/* One pass after the other: how many tricks ahead, and how many choices of each side. */
struct pass {
    int depth;
    int width;
};

static const struct pass PASSES[] = {{1, 28}, {2, 6}, {2, 28}, {3, 6}, {3, 28},
                                     {4, 6},  {5, 6}, {6, 6},  {7, 6}, {8, 6}};
enum { PASS_COUNT = sizeof PASSES / sizeof PASSES[0] };

/* How much less than the value a mix wins against its best answer, by later payoffs. */
static double loss_of(const struct node *node, const struct matrix_mix *mix, int player,
                      double value) {
    double worst = 0.0;
    int answers = player ? node->rows : node->columns, lines = player ? node->columns : node->rows;
    for (int k = 0; k < answers; k++) {
        double sum = 0.0;
        for (int i = 0; i < lines; i++) {
            sum += player ? -mix->column[i] * node->payoffs[k][i] : mix->row[i] * node->payoffs[i][k];
        }
        worst = k == 0 || sum < worst ? sum : worst;
    }
    double loss = (player ? -value : value) - worst;
    return loss > 0.0 ? loss : 0.0;
}
