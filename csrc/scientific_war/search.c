/* search.c: values by looking ahead.
 *
 * A node is expanded one trick deep at once: the hidden layer after a pair of choices is a part of
 * the row's plus a part of the column's, so that a pair costs one addition a unit. What this gives
 * decides which choices are looked at deeper. */
#include "search.h"

#include <string.h>

enum { TAKEN_BY_NOBODY = 2 };
static const double LEAN_REACH = 0.3;

static void add_cards(const struct evaluation *evaluation, uint32_t cards, int reverse, int place,
                      int16_t *sum) {
    for (uint32_t left = cards; left; left &= left - 1) {
        int bit = lowest_bit(left);
        const int16_t *row = evaluation->rows[card_row(reverse, place, bit >> 1)];
        add_row(sum, row);
        if (bit & 1) {
            add_row(sum, row);
        }
    }
}

static void subtract_row(int16_t *restrict sum, const int16_t *restrict row) {
    for (int k = 0; k < LANES; k++) {
        sum[k] = (int16_t)(sum[k] - row[k]);
    }
}

static void subtract_cards(const struct evaluation *evaluation, uint32_t cards, int reverse,
                           int place, int16_t *sum) {
    for (uint32_t left = cards; left; left &= left - 1) {
        int bit = lowest_bit(left);
        const int16_t *row = evaluation->rows[card_row(reverse, place, bit >> 1)];
        subtract_row(sum, row);
        if (bit & 1) {
            subtract_row(sum, row);
        }
    }
}

static int has_powers(const struct duel_rules *rules) {
    return rules->eight == SCIENTIFIC_EIGHT;
}

/* Where the cards of a trick lie afterwards, as `side` sees it. */
static int place_after(int taker, int side) {
    return taker == TAKEN_BY_NOBODY ? IN_POT : taker == side ? OWN_PILE : OTHER_PILE;
}

/* The part of the hidden layer that neither choice changes. */
static void add_common(const struct search *search, const struct duel *duel, int stage, int reverse,
                       struct hidden *sums) {
    const struct evaluation *evaluation = search->evaluation;
    for (int side = 0; side < 2; side++) {
        int other = 1 - side;
        int16_t *sum = sums->side[side];
        memcpy(sum, evaluation->rows[STAGE + stage], sizeof sums->side[side]);
        add_cards(evaluation, duel->hand[side], reverse, OWN_HAND, sum);
        add_cards(evaluation, duel->pile[side], reverse, OWN_PILE, sum);
        add_cards(evaluation, duel->hand[other], reverse, OTHER_HAND, sum);
        add_cards(evaluation, duel->pile[other], reverse, OTHER_PILE, sum);
    }
}

/* The part that a player's choice adds, for every taker, to what `start` (by taker) holds. */
static void add_choice(const struct search *search, const struct duel *duel, int player, int choice,
                       int reverse, const struct hidden *start[3],
                       struct hidden (*sums)[2][DUEL_CHOICES], int index) {
    const struct evaluation *evaluation = search->evaluation;
    int rank = choice & 15, swap = (choice & PS_SCIENTIFIC_SWAP) != 0;
    uint32_t from = swap ? duel->pile[player] : duel->hand[player];
    uint32_t rest = swap ? duel->hand[player] : duel->pile[player];
    int size = duel_count(from) - 1;
    size = size < SIZES ? size : SIZES - 1;
    int powers = has_powers(&search->rules);
    for (int side = 0; side < 2; side++) {
        int own = side == player;
        int hand = own ? OWN_HAND : OTHER_HAND, pile = own ? OWN_PILE : OTHER_PILE;
        int16_t change[LANES];
        memcpy(change, evaluation->rows[(own ? OWN_SIZE : OTHER_SIZE) + size], sizeof change);
        if (swap) {
            subtract_cards(evaluation, duel->hand[player], reverse, hand, change);
            subtract_cards(evaluation, duel->pile[player], reverse, pile, change);
            add_cards(evaluation, duel->hand[player], reverse, pile, change);
            add_cards(evaluation, duel->pile[player], reverse, hand, change);
        }
        subtract_row(change, evaluation->rows[card_row(reverse, hand, rank)]);
        if (powers && rank == SCIENTIFIC_QUEEN) {
            add_row(change, evaluation->rows[flag_row(reverse, own ? OWN_PEEK : OTHER_PEEK)]);
        }
        for (int taker = 0; taker < 3; taker++) {
            int16_t *sum = sums[taker][reverse][index].side[side];
            int place = place_after(taker, side);
            const int16_t *card = evaluation->rows[card_row(reverse, place, rank)];
            if (start[taker]) {
                const int16_t *base = start[taker]->side[side];
                for (int k = 0; k < LANES; k++) {
                    sum[k] = (int16_t)(base[k] + change[k] + card[k]);
                }
            } else {
                for (int k = 0; k < LANES; k++) {
                    sum[k] = (int16_t)(change[k] + card[k]);
                }
            }
            if (powers && rank == SCIENTIFIC_EIGHT && (rest || taker == player)) {
                add_row(sum, evaluation->rows[flag_row(reverse, own ? OWN_SWAP : OTHER_SWAP)]);
            }
        }
    }
}

static void sum_choices(struct search *search, const struct duel *duel, int stage, int reverse,
                        const struct node *node) {
    static const struct hidden *const nothing[3] = {NULL, NULL, NULL};
    struct hidden common, by_taker[3];
    const struct hidden *start[3] = {by_taker, by_taker + 1, by_taker + 2};
    add_common(search, duel, stage, reverse, &common);
    for (int taker = 0; taker < 3; taker++) {
        by_taker[taker] = common;
        for (int side = 0; side < 2 && duel->pot; side++) {
            add_cards(search->evaluation, duel->pot, reverse, place_after(taker, side),
                      by_taker[taker].side[side]);
        }
    }
    for (int i = 0; i < node->rows; i++) {
        add_choice(search, duel, 0, node->row[i], reverse, start, search->row_sums, i);
    }
    memcpy(start, nothing, sizeof start);
    for (int j = 0; j < node->columns; j++) {
        add_choice(search, duel, 1, node->column[j], reverse, start, search->column_sums, j);
    }
}

/* The trick is the last one: the cards decide. */
static void count_cards(const struct search *search, const struct duel *duel, struct node *node) {
    int lead = duel_total(duel, 0) - duel_total(duel, 1), stake = duel_count(duel->pot) + 2;
    for (int i = 0; i < node->rows; i++) {
        for (int j = 0; j < node->columns; j++) {
            int winner =
                search->rules.winner[duel->reverse][node->row[i] & 15][node->column[j] & 15];
            int after = lead + (winner == 0 ? stake : winner == 1 ? -stake : 0);
            node->payoffs[i][j] = (after > 0) - (after < 0);
        }
    }
}

/* Two queens cancel: neither player peeks, though each choice alone would let him. */
static void forget_peeks(const struct evaluation *evaluation, int reverse, struct hidden *sums) {
    for (int side = 0; side < 2; side++) {
        subtract_row(sums->side[side], evaluation->rows[flag_row(reverse, OWN_PEEK)]);
        subtract_row(sums->side[side], evaluation->rows[flag_row(reverse, OTHER_PEEK)]);
    }
}

static int holds(const struct duel *duel, int player, int rank) {
    uint32_t cards = duel->hand[player];
    cards |= duel->may_swap >> player & 1 ? duel->pile[player] : 0;
    return (cards >> (2 * rank) & 3) != 0;
}

/* Whether the choice empties the hand it comes from. */
static int last_of_hand(const struct duel *duel, int player, int choice) {
    uint32_t from = choice & PS_SCIENTIFIC_SWAP ? duel->pile[player] : duel->hand[player];
    return duel_count(from) == 1;
}

void search_expand(struct search *search, const struct duel *duel, int tricks_left,
                   struct node *node) {
    node->rows = duel_choices(duel, 0, node->row);
    node->columns = duel_choices(duel, 1, node->column);
    node->exact = 1;
    node->rows_seen = (1u << node->rows) - 1;
    node->columns_seen = (1u << node->columns) - 1;
    search->leaves += node->rows * node->columns + SEARCH_NODE;
    if (tricks_left <= 1) {
        count_cards(search, duel, node);
        return;
    }
    const struct duel_rules *rules = &search->rules;
    int after = tricks_left - 1, stage = stage_of(after), reverse = duel->reverse;
    uint8_t last_row[DUEL_CHOICES], last_column[DUEL_CHOICES];
    int all_last = 1, columns_last = 1;
    for (int i = 0; i < node->rows; i++) {
        last_row[i] = (uint8_t)last_of_hand(duel, 0, node->row[i]);
        all_last &= last_row[i];
    }
    for (int j = 0; j < node->columns; j++) {
        last_column[j] = (uint8_t)last_of_hand(duel, 1, node->column[j]);
        columns_last &= last_column[j];
    }
    if (!(all_last | columns_last)) {
        sum_choices(search, duel, stage, reverse, node);
        if (has_powers(rules) &&
            (holds(duel, 0, SCIENTIFIC_JACK) || holds(duel, 1, SCIENTIFIC_JACK))) {
            sum_choices(search, duel, stage, !reverse, node);
        }
    }
    for (int i = 0; i < node->rows; i++) {
        int a = node->row[i] & 15;
        for (int j = 0; j < node->columns; j++) {
            int b = node->column[j] & 15;
            if (last_row[i] | last_column[j]) {
                struct duel next;
                duel_play(rules, duel, node->row[i], node->column[j], &next);
                if (duel_over(&next)) {
                    node->payoffs[i][j] = duel_result(&next);
                } else {
                    node->payoffs[i][j] = (double)evaluate(search->evaluation, &next, after);
                    node->exact = 0;
                }
                continue;
            }
            int winner = rules->winner[reverse][a][b], turned = rules->reverse[reverse][a][b];
            int taker = winner < 0 ? TAKEN_BY_NOBODY : winner;
            const struct hidden *row = &search->row_sums[taker][turned][i];
            struct hidden unseen;
            if (has_powers(rules) && a == SCIENTIFIC_QUEEN && b == SCIENTIFIC_QUEEN) {
                unseen = *row;
                forget_peeks(search->evaluation, reverse, &unseen);
                row = &unseen;
            }
            node->payoffs[i][j] = (double)value_of_sum(search->evaluation, stage, row,
                                                       &search->column_sums[taker][turned][j]);
            node->exact = 0;
        }
    }
}

double search_peek(const struct node *node, int peeker, int *first, int *reply) {
    double best = 0.0;
    int firsts = peeker ? node->rows : node->columns;
    int seconds = peeker ? node->columns : node->rows;
    *first = *reply = -1;
    for (int i = 0; i < firsts; i++) {
        double worst = 0.0;
        int answer = -1;
        for (int j = 0; j < seconds; j++) {
            double payoff = peeker ? node->payoffs[i][j] : -node->payoffs[j][i];
            if (answer < 0 || payoff < worst) {
                worst = payoff;
                answer = j;
            }
        }
        if (*first < 0 || worst > best) {
            best = worst;
            *first = i;
            *reply = answer;
        }
    }
    return peeker ? best : -best;
}

/* The `most` largest entries of `worth`, and those of `played`, as bits. */
static uint32_t best_lines(const double *worth, int count, int most, uint32_t played) {
    uint32_t chosen = played;
    for (int taken = bit_count(played); taken < most && taken < count; taken++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            if (!(chosen >> i & 1) && (best < 0 || worth[i] > worth[best])) {
                best = i;
            }
        }
        chosen |= 1u << best;
    }
    return chosen;
}

void search_candidates(const struct node *node, const struct matrix_mix *mix, int most,
                       uint32_t *rows, uint32_t *columns) {
    double row_worth[DUEL_CHOICES] = {0.0}, column_worth[DUEL_CHOICES] = {0.0};
    for (int i = 0; i < node->rows; i++) {
        for (int j = 0; j < node->columns; j++) {
            row_worth[i] += node->payoffs[i][j] * mix->column[j];
            column_worth[j] -= node->payoffs[i][j] * mix->row[i];
        }
    }
    *rows = best_lines(row_worth, node->rows, most, mix->row_support);
    *columns = best_lines(column_worth, node->columns, most, mix->column_support);
}

void search_solve(const struct node *node, uint32_t rows, uint32_t columns,
                  struct matrix_mix *mix) {
    double payoffs[DUEL_CHOICES * DUEL_CHOICES] = {0.0};
    int row_at[DUEL_CHOICES], column_at[DUEL_CHOICES], row_count = 0, column_count = 0;
    struct matrix_mix part = {.row_support = 0, .column_support = 0};
    for (int i = 0; i < node->rows; i++) {
        if (rows >> i & 1) {
            part.row_support |= (mix->row_support >> i & 1) << row_count;
            row_at[row_count++] = i;
        }
    }
    for (int j = 0; j < node->columns; j++) {
        if (columns >> j & 1) {
            part.column_support |= (mix->column_support >> j & 1) << column_count;
            column_at[column_count++] = j;
        }
    }
    for (int i = 0; i < row_count; i++) {
        for (int j = 0; j < column_count; j++) {
            payoffs[i * column_count + j] = node->payoffs[row_at[i]][column_at[j]];
        }
    }
    matrix_game_solve(payoffs, column_count, row_count, column_count, &part);
    memset(mix, 0, sizeof *mix);
    mix->value = part.value;
    mix->gap = part.gap;
    for (int i = 0; i < row_count; i++) {
        mix->row[row_at[i]] = part.row[i];
        mix->row_support |= (part.row_support >> i & 1) << row_at[i];
    }
    for (int j = 0; j < column_count; j++) {
        mix->column[column_at[j]] = part.column[j];
        mix->column_support |= (part.column_support >> j & 1) << column_at[j];
    }
}

/* How likely each choice of somebody is who thinks the other plays at random: none that is worse
 * by LEAN_REACH than his best, the better ones the more. (A polynomial, since exponentials differ
 * from one C library to the next.) */
static void simple_answers(const struct node *node, int player, double *likely) {
    int count = player ? node->columns : node->rows, others = player ? node->rows : node->columns;
    double best = -2.0, sum = 0.0;
    for (int k = 0; k < count; k++) {
        likely[k] = 0.0;
        for (int i = 0; i < others; i++) {
            likely[k] += (player ? -node->payoffs[i][k] : node->payoffs[k][i]) / others;
        }
        best = likely[k] > best ? likely[k] : best;
    }
    for (int k = 0; k < count; k++) {
        double share = 1.0 - (best - likely[k]) / LEAN_REACH;
        likely[k] = share > 0.0 ? share * share : 0.0;
        sum += likely[k];
    }
    for (int k = 0; k < count; k++) {
        likely[k] /= sum;
    }
}

void search_lean(const struct node *node, int player, double lean, struct matrix_mix *mix) {
    struct node leaning = *node;
    struct matrix_mix leaned = *mix;
    double likely[DUEL_CHOICES];
    simple_answers(node, 1 - player, likely);
    int count = player ? node->columns : node->rows, others = player ? node->rows : node->columns;
    for (int k = 0; k < count; k++) {
        double worth = 0.0;
        for (int i = 0; i < others; i++) {
            worth += likely[i] * (player ? node->payoffs[i][k] : node->payoffs[k][i]);
        }
        for (int i = 0; i < others; i++) {
            double *payoff = player ? &leaning.payoffs[i][k] : &leaning.payoffs[k][i];
            *payoff += lean * (worth - *payoff);
        }
    }
    search_solve(&leaning, node->rows_seen, node->columns_seen, &leaned);
    if (player) {
        memcpy(mix->column, leaned.column, sizeof mix->column);
        mix->column_support = leaned.column_support;
    } else {
        memcpy(mix->row, leaned.row, sizeof mix->row);
        mix->row_support = leaned.row_support;
    }
}

/* One pair of choices looked at deeper; a game that ends there has its exact value already. */
static int deepen_pair(struct search *search, const struct duel *duel, int tricks_left, int depth,
                       int width, int i, int j, struct node *node) {
    struct duel next;
    duel_play(&search->rules, duel, node->row[i], node->column[j], &next);
    if (duel_over(&next)) {
        return 1;
    }
    node->payoffs[i][j] = search_value(search, &next, tricks_left - 1, depth - 1, width);
    return search->exact;
}

int search_deepen(struct search *search, const struct duel *duel, int tricks_left, int depth,
                  int width, uint32_t rows, uint32_t columns, struct node *node) {
    int exact = bit_count(rows) == node->rows && bit_count(columns) == node->columns;
    for (int i = 0; i < node->rows && !search->stopped; i++) {
        for (int j = 0; j < node->columns && !search->stopped; j++) {
            if (rows >> i & 1 && columns >> j & 1) {
                exact &= deepen_pair(search, duel, tricks_left, depth, width, i, j, node);
            }
        }
    }
    return exact;
}

/* Where one player peeks: his replies to the other's `width` best choices, `width` of each. */
static double deepen_peek(struct search *search, const struct duel *duel, int tricks_left,
                          int depth, int width, struct node *node) {
    int peeker = duel->peeker;
    int firsts = peeker ? node->rows : node->columns;
    int seconds = peeker ? node->columns : node->rows;
    double worth[DUEL_CHOICES], sign = peeker ? 1.0 : -1.0, best = -2.0;
    for (int i = 0; i < firsts; i++) {
        worth[i] = 2.0;
        for (int j = 0; j < seconds; j++) {
            double payoff = sign * (peeker ? node->payoffs[i][j] : node->payoffs[j][i]);
            worth[i] = payoff < worth[i] ? payoff : worth[i];
        }
    }
    int exact = width >= firsts && width >= seconds;
    uint32_t tried = 0;
    for (int taken = 0; taken < width && taken < firsts && !search->stopped; taken++) {
        uint32_t more = best_lines(worth, firsts, taken + 1, tried);
        int i = lowest_bit(more & ~tried);
        tried = more;
        double replies[DUEL_CHOICES], worst = 2.0;
        for (int j = 0; j < seconds; j++) {
            replies[j] = -sign * (peeker ? node->payoffs[i][j] : node->payoffs[j][i]);
        }
        uint32_t answered = 0;
        for (int given = 0; given < width && given < seconds && worst > best; given++) {
            uint32_t wider = best_lines(replies, seconds, given + 1, answered);
            int j = lowest_bit(wider & ~answered);
            answered = wider;
            int row = peeker ? i : j, column = peeker ? j : i;
            exact &= deepen_pair(search, duel, tricks_left, depth, width, row, column, node);
            double payoff = sign * node->payoffs[row][column];
            worst = payoff < worst ? payoff : worst;
        }
        best = worst > best ? worst : best;
    }
    search->exact = exact;
    return sign * best;
}

static struct search_slot *slot_of(struct search *search, const struct duel *duel,
                                   int tricks_left) {
    uint64_t words[3];
    memcpy(words, duel, sizeof words);
    uint64_t hash = (uint64_t)tricks_left * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ words[i]) * 0xbf58476d1ce4e5b9ULL;
        hash ^= hash >> 31;
    }
    return &search->slots[hash & (SEARCH_SLOTS - 1)];
}

static double compute(struct search *search, const struct duel *duel, int tricks_left, int depth,
                      int width) {
    struct node node;
    struct matrix_mix mix = {.row_support = 0, .column_support = 0};
    int first, reply;
    search_expand(search, duel, tricks_left, &node);
    if (node.exact || depth <= 1) {
        search->exact = node.exact;
        if (duel->peeker != DUEL_NOBODY) {
            return search_peek(&node, duel->peeker, &first, &reply);
        }
        matrix_game_solve(&node.payoffs[0][0], DUEL_CHOICES, node.rows, node.columns, &mix);
        return mix.value;
    }
    if (duel->peeker != DUEL_NOBODY) {
        return deepen_peek(search, duel, tricks_left, depth, width, &node);
    }
    matrix_game_solve(&node.payoffs[0][0], DUEL_CHOICES, node.rows, node.columns, &mix);
    uint32_t rows, columns;
    search_candidates(&node, &mix, width, &rows, &columns);
    int exact = search_deepen(search, duel, tricks_left, depth, width, rows, columns, &node);
    search_solve(&node, rows, columns, &mix);
    search->exact = exact;
    return mix.value;
}

double search_value(struct search *search, const struct duel *duel, int tricks_left, int depth,
                    int width) {
    if (search->leaves > search->most_leaves) {
        search->stopped = 1;
    }
    if (search->stopped) {
        return 0.0;
    }
    width = depth > 1 ? width : 0; /* (one trick ahead every choice is looked at) */
    struct search_slot *slot = slot_of(search, duel, tricks_left);
    if (slot->call == search->call && slot->tricks_left == tricks_left && slot->depth == depth &&
        slot->width == width && !memcmp(&slot->duel, duel, sizeof *duel)) {
        search->exact = slot->exact;
        return slot->value;
    }
    double value = compute(search, duel, tricks_left, depth, width);
    if (!search->stopped) {
        slot->duel = *duel;
        slot->tricks_left = tricks_left;
        slot->depth = (int8_t)depth;
        slot->width = (int8_t)width;
        slot->exact = (uint8_t)search->exact;
        slot->call = search->call;
        slot->value = value;
    }
    return value;
}

int search_reply(const struct node *node, int peeker, int first) {
    int best = 0, count = peeker ? node->columns : node->rows;
    for (int k = 1; k < count; k++) {
        if (peeker ? node->payoffs[first][k] < node->payoffs[first][best]
                   : node->payoffs[k][first] > node->payoffs[best][first]) {
            best = k;
        }
    }
    return best;
}

static void play_peek(const struct node *node, int peeker, struct matrix_mix *mix) {
    int first, reply;
    memset(mix, 0, sizeof *mix);
    mix->value = search_peek(node, peeker, &first, &reply);
    int row = peeker ? first : reply, column = peeker ? reply : first;
    mix->row[row] = mix->column[column] = 1.0;
    mix->row_support = 1u << row;
    mix->column_support = 1u << column;
}

double search_root(struct search *search, const struct duel *duel, int tricks_left, int depth,
                   int width, struct node *node, struct matrix_mix *mix) {
    search_expand(search, duel, tricks_left, node);
    uint32_t rows = (1u << node->rows) - 1, columns = (1u << node->columns) - 1;
    int peeker = duel->peeker, exact = node->exact;
    if (peeker != DUEL_NOBODY) {
        if (!exact && depth > 1) {
            exact = search_deepen(search, duel, tricks_left, depth, width, rows, columns, node);
        }
        play_peek(node, peeker, mix);
    } else {
        mix->row_support = mix->column_support = 0;
        matrix_game_solve(&node->payoffs[0][0], DUEL_CHOICES, node->rows, node->columns, mix);
        if (!exact && depth > 1) {
            search_candidates(node, mix, width, &rows, &columns);
            exact = search_deepen(search, duel, tricks_left, depth, width, rows, columns, node);
            search_solve(node, rows, columns, mix);
            node->rows_seen = rows;
            node->columns_seen = columns;
        }
    }
    search->exact = exact;
    return mix->value;
}
