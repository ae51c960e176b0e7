/* search.h: depth-limited search for two players, an exact matrix game at every node. */
#ifndef PS_SCIENTIFIC_WAR_SEARCH_H
#define PS_SCIENTIFIC_WAR_SEARCH_H

#include <stdint.h>

#include "../matrix_game.h"
#include "duel.h"
#include "evaluation.h"

enum {
    SEARCH_DEEPEST = 12,
    SEARCH_ENDLESS = 1 << 28, /* tricks left where there is no limit */
    SEARCH_SLOTS = 1 << 13,   /* of the table of positions met before */
    SEARCH_NODE = 30          /* what a node costs beside its positions, in positions */
};

/* The choices of both players and what each pair is worth to player 0; rows are player 0's. */
struct node {
    int rows, columns;
    int exact;                        /* no payoff rests on the evaluation */
    uint32_t rows_seen, columns_seen; /* the choices that were looked at as deep as any, as bits */
    uint8_t row[DUEL_CHOICES], column[DUEL_CHOICES];
    double payoffs[DUEL_CHOICES][DUEL_CHOICES];
};

struct search_slot {
    struct duel duel;
    int32_t tricks_left;
    int8_t depth;
    int8_t width;
    uint8_t exact;
    uint32_t call;
    double value;
};

struct search {
    struct duel_rules rules;
    const struct evaluation *evaluation;
    int64_t leaves; /* positions valued since the call began, and SEARCH_NODE for each node */
    int64_t most_leaves;
    int stopped; /* most_leaves was passed: what comes back means nothing */
    int exact;   /* the value found last rests on no evaluation and left out no choice */
    uint32_t call;
    struct hidden row_sums[3][2][DUEL_CHOICES]; /* by who takes the trick, by the order after it */
    struct hidden column_sums[3][2][DUEL_CHOICES];
    struct search_slot slots[SEARCH_SLOTS];
};

/* Every pair of choices, valued by the evaluation after the trick, exactly where the game ends. */
void search_expand(struct search *search, const struct duel *duel, int tricks_left,
                   struct node *node);

/* The value of the position to player 0, `depth` >= 1 tricks ahead; where more than `width` choices
 * are left, those that look best one trick ahead. */
double search_value(struct search *search, const struct duel *duel, int tricks_left, int depth,
                    int width);

/* Deepens the payoffs of an expanded node: values of a search of `depth` - 1 after the trick. A
 * pair of which a bit is missing stays as it is. Returns whether all is exact. */
int search_deepen(struct search *search, const struct duel *duel, int tricks_left, int depth,
                  int width, uint32_t rows, uint32_t columns, struct node *node);

/* The best `most` lines of each side against the other side's mix, those played among them. */
void search_candidates(const struct node *node, const struct matrix_mix *mix, int most,
                       uint32_t *rows, uint32_t *columns);

/* The game of the chosen lines of a node; the mix is over all of them. */
void search_solve(const struct node *node, uint32_t rows, uint32_t columns, struct matrix_mix *mix);

/* The mix of a player leaned towards what wins most from one who thinks less: the best mix if the
 * other did not see through it, with probability `lean`, but took what does well against somebody
 * who plays at random. What it loses to a best answer grows with `lean` and is nothing at 0. The
 * value and the other's mix stay. Not where somebody peeks. */
void search_lean(const struct node *node, int player, double lean, struct matrix_mix *mix);

/* The value where one player chooses second: the other's best choice, the best replies to it. */
double search_peek(const struct node *node, int peeker, int *first, int *reply);

/* The best answer of the peeker to the other's choice, as an index of his own. */
int search_reply(const struct node *node, int peeker, int first);

/* The same value as search_value with the payoffs and both mixes; in the trick of a peeker the
 * other's best choice and the reply to it. At the root every choice that is played one trick ahead
 * is looked at, and the best up to `width`. */
double search_root(struct search *search, const struct duel *duel, int tricks_left, int depth,
                   int width, struct node *node, struct matrix_mix *mix);

/* advice.c: one pass after the other, each wider or deeper, until the positions that are allowed
 * have been looked at. Arguments as those of ps_scientific_advise; PS_OK or PS_ERROR_ARGUMENT. */
int search_passes(struct search *search, const struct duel *duel, int tricks_left, int seen,
                  int64_t iterations, int player, double lean, ps_scientific_advice *advice);

static inline void search_begin(struct search *search, int64_t most_leaves) {
    search->leaves = 0;
    search->most_leaves = most_leaves;
    search->stopped = search->exact = 0;
    if (++search->call == 0) {
        for (int i = 0; i < SEARCH_SLOTS; i++) {
            search->slots[i].call = 0;
        }
        search->call = 1;
    }
}

#endif
