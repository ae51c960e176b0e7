/* opponents.c: opponents of a known hand, dealt from the other 39 cards and laid by a policy; and
 * the sums from which the correction for own cards is fitted.
 *
 * A block is PS_OPPONENT_DEALS deals of three opponents each, from the random stream (seed, block),
 * so sums do not depend on who works on which block. Opponents of one deal hold different cards and
 * are not independent: errors are told from sums over deals. */
#include <string.h>

#include "arranger.h"
#include "dealer.h"
#include "special_hand.h"

enum { TYPE_A, TYPE_B, NORMAL };

static int type_of(unsigned kinds) {
    return !kinds ? NORMAL : kinds & PS_SPECIAL_TYPE_A ? TYPE_A : TYPE_B;
}

int ps_opponents(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
                 uint64_t first_block, uint64_t blocks, uint64_t *counts, uint64_t *specials) {
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
            for (int i = 0; i < OPPONENTS_A_DEAL; i++) {
                int type = type_of(special_kinds(hands[i]));
                if (type != NORMAL) {
                    specials[type]++;
                    continue;
                }
                struct branches split;
                arrange(policy, path, hands[i], &split);
                for (int branch = 0; branch < 3; branch++) {
                    counts[branch * PS_STRENGTHS + split.strengths[branch]]++;
                }
            }
        }
    }
    return PS_OK;
}

/* What branches of each strength win: a point and the bonus of their category. */
static int read_bonuses(const uint8_t *bonuses, uint8_t (*points)[PS_STRENGTHS]) {
    for (int branch = 0; branch < 3; branch++, bonuses += PS_CATEGORIES) {
        for (int category = 0; category < PS_CATEGORIES; category++) {
            if (bonuses[category] > PS_MOST_BONUS) {
                return PS_ERROR_ARGUMENT;
            }
            int start = category ? ps_category_start(category) : 0;
            memset(points[branch] + start, 1 + bonuses[category],
                   (size_t)(ps_category_start(category + 1) - start));
        }
    }
    return PS_OK;
}

static int compare(const uint8_t *points, unsigned ours, unsigned theirs) {
    return ours > theirs ? points[ours] : ours < theirs ? -points[theirs] : 0;
}

/* Scores of several splits of the hand against the same opponents: for each split the sum over
 * deals, the sum of squares, and the sum of squares of its difference to the first split. */
int ps_duels(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
             uint64_t first_block, uint64_t blocks, const uint16_t *strengths, int splits,
             const int32_t *special_points, const uint8_t *bonuses, int64_t *sums, int64_t *squares,
             int64_t *gap_squares) {
    uint64_t own;
    uint8_t points[3][PS_STRENGTHS];
    int sweep_bonus = policy->sweep ? policy->sweep->bonus : 0;
    if (!read_cards(hand, HAND, &own)) {
        return PS_ERROR_CARD;
    }
    if (read_bonuses(bonuses, points) != PS_OK) {
        return PS_ERROR_ARGUMENT;
    }
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK & ~own);
        for (int n = 0; n < PS_OPPONENT_DEALS; n++) {
            uint64_t hands[OPPONENTS_A_DEAL];
            struct branches theirs[OPPONENTS_A_DEAL];
            int types[OPPONENTS_A_DEAL], lost = 0;
            deal(&dealer, OPPONENTS_A_DEAL, hands);
            for (int i = 0; i < OPPONENTS_A_DEAL; i++) {
                types[i] = type_of(special_kinds(hands[i]));
                if (types[i] == NORMAL) {
                    arrange(policy, path, hands[i], &theirs[i]);
                } else {
                    lost += special_points[types[i]];
                }
            }
            int first = 0;
            for (int k = 0; k < splits; k++) {
                int score = -lost;
                for (int i = 0; i < OPPONENTS_A_DEAL; i++) {
                    int won = 0; /* branches won less branches lost */
                    for (int branch = 0; types[i] == NORMAL && branch < 3; branch++) {
                        unsigned ours = strengths[3 * k + branch];
                        unsigned other = theirs[i].strengths[branch];
                        score += compare(points[branch], ours, other);
                        won += (ours > other) - (ours < other);
                    }
                    score += sweep_bonus * (won / 3);
                }
                first = k ? first : score;
                sums[k] += score;
                squares[k] += score * score;
                gap_squares[k] += (score - first) * (score - first);
            }
        }
    }
    return PS_OK;
}

/* The cell of a strength among the nodes of a branch: 2n + 1 at node n, 2n below it. */
static void cells_of_nodes(const uint16_t *nodes, uint8_t *cells) {
    for (int s = 0, n = 0; s < PS_STRENGTHS; s++) {
        while (n < NODES && nodes[n] < s) {
            n++;
        }
        cells[s] = (uint8_t)(2 * n + (n < NODES && nodes[n] == s));
    }
}

/* Least squares over every ordered pair of hands of a deal, the first of them normal: for its
 * features f and g, gram[f][g] counts how often they come together; cells[c][f] how often the other
 * hand, laid by the policy, falls into cell c when the first has feature f. */
int ps_correction_sums(const ps_arranger *policy, int path, uint64_t seed, uint64_t first_block,
                       uint64_t blocks, const uint16_t *nodes, int64_t *gram, int64_t *cells) {
    enum { BRANCH_CELLS = 2 * NODES + 1 };
    uint8_t cell[3][PS_STRENGTHS];
    for (int branch = 0; branch < 3; branch++) {
        cells_of_nodes(nodes + branch * NODES, cell[branch]);
    }
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK);
        for (int n = 0; n < PS_BLOCK_HANDS / HANDS_A_DEAL; n++) {
            uint64_t hands[HANDS_A_DEAL];
            int types[HANDS_A_DEAL], fell[HANDS_A_DEAL][3];
            deal(&dealer, HANDS_A_DEAL, hands);
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                types[i] = type_of(special_kinds(hands[i]));
                if (types[i] == NORMAL) {
                    struct branches split;
                    arrange(policy, path, hands[i], &split);
                    for (int branch = 0; branch < 3; branch++) {
                        fell[i][branch] =
                            branch * BRANCH_CELLS + cell[branch][split.strengths[branch]];
                    }
                }
            }
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                uint16_t active[MOST_ACTIVE];
                if (types[i] != NORMAL) {
                    continue;
                }
                int count = own_features(hands[i], active);
                for (int f = 0; f < count; f++) {
                    int64_t *row = gram + active[f] * FEATURES;
                    for (int g = 0; g < count; g++) {
                        row[active[g]] += HANDS_A_DEAL - 1;
                    }
                }
                for (int j = 0; j < HANDS_A_DEAL; j++) {
                    int fallen = types[j] == NORMAL ? 3 : 1;
                    for (int k = 0; j != i && k < fallen; k++) {
                        int where = types[j] == NORMAL ? fell[j][k] : 3 * BRANCH_CELLS + types[j];
                        int64_t *row = cells + where * FEATURES;
                        for (int f = 0; f < count; f++) {
                            row[active[f]]++;
                        }
                    }
                }
            }
        }
    }
    return PS_OK;
}
