/* training.c: self-play and the fitting of the evaluation.
 *
 * No function of the C library's mathematics is used but the square root, which is exact, so that a
 * seed gives the same weights everywhere. */
#include "training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../rng.h"
#include "search.h"

static double unit(struct rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static int draw(struct rng *rng, const double *mix, int count) {
    double at = unit(rng);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (mix[i] > 0.0) {
            last = i;
            at -= mix[i];
            if (at < 0.0) {
                return i;
            }
        }
    }
    return last;
}

/* The position after a random pair of choices, and its own searched value: what lies beside the
 * path of play has to be valued too, for the search compares with it. Returns 0 if the game ends.
 */
static int step_aside(struct search *search, const ps_scientific_practice *practice,
                      struct rng *rng, const struct duel *duel, const struct node *node,
                      int tricks_left, struct sample *sample) {
    struct node other;
    struct matrix_mix mix;
    int row = (int)rng_below(rng, (uint32_t)node->rows);
    int column = (int)rng_below(rng, (uint32_t)node->columns);
    duel_play(&search->rules, duel, node->row[row], node->column[column], &sample->duel);
    if (tricks_left < 2 || duel_over(&sample->duel)) {
        return 0;
    }
    sample->tricks_left = tricks_left - 1;
    sample->target = (float)search_root(search, &sample->duel, tricks_left - 1, practice->depth,
                                        practice->width, &other, &mix);
    return 1;
}

/* Samples of the path of play first, then those beside it. */
static int64_t play_game(struct search *search, const ps_scientific_practice *practice,
                         struct rng *rng, struct sample *samples) {
    struct duel duel;
    struct node node;
    struct matrix_mix mix;
    struct sample aside[PS_SCIENTIFIC_PRACTICE_TRICKS];
    duel_start(&search->rules, &duel);
    int limit = (int)search->rules.trick_limit, tricks = 0, asides = 0;
    int opening = (int)rng_below(rng, (uint32_t)practice->opening + 1);
    int64_t count = 0;
    for (; tricks < limit && !duel_over(&duel); tricks++) {
        int row, column;
        if (tricks < opening) {
            row = (int)rng_below(rng, (uint32_t)duel_choices(&duel, 0, node.row));
            column = (int)rng_below(rng, (uint32_t)duel_choices(&duel, 1, node.column));
        } else {
            search_begin(search, INT64_MAX);
            samples[count].duel = duel;
            samples[count].tricks_left = limit - tricks;
            samples[count].target = (float)search_root(
                search, &duel, limit - tricks, practice->depth, practice->width, &node, &mix);
            count++;
            row = draw(rng, mix.row, node.rows);
            column = draw(rng, mix.column, node.columns);
            if (unit(rng) < practice->stray) {
                asides +=
                    step_aside(search, practice, rng, &duel, &node, limit - tricks, aside + asides);
            }
        }
        struct duel after;
        duel_play(&search->rules, &duel, node.row[row], node.column[column], &after);
        duel = after;
    }
    float target = (float)duel_result(&duel), trace = practice->trace;
    for (int64_t i = count - 1; i >= 0; i--) {
        target = trace * target + (1.0f - trace) * samples[i].target;
        samples[i].target = target;
    }
    memcpy(samples + count, aside, (size_t)asides * sizeof *aside);
    return count + asides;
}

static int practice_check(const ps_scientific_rules *rules, const ps_scientific_practice *practice,
                          int64_t games, int64_t capacity) {
    if (practice->depth < 1 || practice->depth > SEARCH_DEEPEST || practice->width < 1 ||
        practice->width > DUEL_CHOICES || practice->opening < 0 ||
        practice->opening > PS_SCIENTIFIC_PRACTICE_TRICKS || !(practice->stray >= 0.0f) ||
        !(practice->stray <= 1.0f) || !(practice->lean >= 0.0f) || !(practice->lean < 1.0f) ||
        practice->iterations < 0 || !(practice->trace >= 0.0f) || !(practice->trace <= 1.0f) ||
        rules->trick_limit < 1 || rules->trick_limit > PS_SCIENTIFIC_PRACTICE_TRICKS || games < 0 ||
        capacity / rules->trick_limit < games) {
        return PS_ERROR_ARGUMENT;
    }
    return PS_OK;
}

int64_t ps_scientific_practice_games(const ps_scientific_rules *rules, const int16_t *weights,
                                     const ps_scientific_practice *practice, uint64_t seed,
                                     uint64_t first, int64_t games, int64_t capacity,
                                     uint8_t *samples) {
    int64_t count = practice_check(rules, practice, games, capacity);
    if (count != PS_OK) {
        return count;
    }
    struct search *search = calloc(1, sizeof *search);
    struct evaluation *evaluation = malloc(sizeof *evaluation);
    struct sample *game = malloc(2 * PS_SCIENTIFIC_PRACTICE_TRICKS * sizeof *game);
    count = search && evaluation && game ? 0 : PS_ERROR_MEMORY;
    if (count == 0) {
        memcpy(evaluation, weights, sizeof *evaluation);
        search->evaluation = evaluation;
        int status = duel_rules_make(&search->rules, rules);
        status = status == PS_OK ? evaluation_check(evaluation) : status;
        count = status;
        for (int64_t i = 0; i < games && status == PS_OK; i++) {
            struct rng rng;
            rng_start(&rng, seed, first + (uint64_t)i);
            int64_t more = play_game(search, practice, &rng, game);
            memcpy(samples + count * (int64_t)sizeof *game, game, (size_t)more * sizeof *game);
            count += more;
        }
    }
    free(game);
    free(evaluation);
    free(search);
    return count;
}

/* The bot's mixes and payoffs. */
static void ask_bot(struct search *bot, const ps_scientific_practice *practice,
                    const struct duel *duel, int tricks_left, struct node *node,
                    struct matrix_mix *mix) {
    if (practice->iterations > 0) {
        ps_scientific_advice advice;
        search_passes(bot, duel, tricks_left, -1, practice->iterations, 1, (double)practice->lean,
                      &advice);
        node->rows = advice.rows;
        node->columns = advice.columns;
        memcpy(node->payoffs, advice.payoffs, sizeof node->payoffs);
        memcpy(mix->column, advice.column_mix, sizeof mix->column);
        return;
    }
    search_begin(bot, INT64_MAX);
    search_root(bot, duel, tricks_left, practice->depth, practice->width, node, mix);
    if (practice->lean > 0.0f && !bot->exact && duel->peeker == DUEL_NOBODY) {
        search_lean(node, 1, (double)practice->lean, mix);
    }
}

/* One who knows the mixes of the bot, player 1, and answers each as well as he can one trick ahead:
 * what he wins is from below what the bot can be exploited by. Samples as in a game of practice, in
 * which he is player 0. */
static int64_t answer_game(struct search *bot, struct search *own,
                           const ps_scientific_practice *practice, struct rng *rng,
                           struct sample *samples, double *result) {
    struct duel duel;
    struct node node, view;
    struct matrix_mix mix;
    duel_start(&bot->rules, &duel);
    int limit = (int)bot->rules.trick_limit, tricks = 0;
    for (; tricks < limit && !duel_over(&duel); tricks++) {
        int left = limit - tricks, column = 0, row = 0;
        ask_bot(bot, practice, &duel, left, &node, &mix);
        search_begin(own, INT64_MAX);
        search_expand(own, &duel, left, &view);
        column = draw(rng, mix.column, node.columns);
        double best = -2.0;
        for (int i = 0; i < view.rows; i++) {
            double worth = 0.0;
            if (duel.peeker == 0) {
                worth = view.payoffs[i][column];
            } else if (duel.peeker == 1) {
                worth = view.payoffs[i][search_reply(&node, 1, i)];
            } else {
                for (int j = 0; j < view.columns; j++) {
                    worth += mix.column[j] * view.payoffs[i][j];
                }
            }
            if (worth > best) {
                best = worth;
                row = i;
            }
        }
        samples[tricks].duel = duel;
        samples[tricks].tricks_left = left;
        samples[tricks].target = (float)best;
        if (unit(rng) < practice->stray) {
            row = (int)rng_below(rng, (uint32_t)view.rows);
        }
        if (duel.peeker == 1) {
            column = search_reply(&node, 1, row);
        }
        struct duel after;
        duel_play(&bot->rules, &duel, view.row[row], view.column[column], &after);
        duel = after;
    }
    float target = (float)duel_result(&duel), trace = practice->trace;
    *result = (double)target;
    for (int i = tricks - 1; i >= 0; i--) {
        target = trace * target + (1.0f - trace) * samples[i].target;
        samples[i].target = target;
    }
    return tricks;
}

int64_t ps_scientific_answer_games(const ps_scientific_rules *rules, const int16_t *weights,
                                   const int16_t *answering, const ps_scientific_practice *practice,
                                   uint64_t seed, uint64_t first, int64_t games, int64_t capacity,
                                   uint8_t *samples, double *results) {
    int64_t count = practice_check(rules, practice, games, capacity);
    if (count != PS_OK) {
        return count;
    }
    struct search *search = calloc(2, sizeof *search);
    struct evaluation *evaluation = malloc(2 * sizeof *evaluation);
    struct sample *game = malloc(PS_SCIENTIFIC_PRACTICE_TRICKS * sizeof *game);
    count = search && evaluation && game ? 0 : PS_ERROR_MEMORY;
    for (int side = 0; side < 2 && count == 0; side++) {
        memcpy(evaluation + side, side ? answering : weights, sizeof *evaluation);
        search[side].evaluation = evaluation + side;
        int status = duel_rules_make(&search[side].rules, rules);
        count = status == PS_OK ? evaluation_check(evaluation + side) : status;
    }
    for (int64_t i = 0; i < games && count >= 0; i++) {
        struct rng rng;
        rng_start(&rng, seed, first + (uint64_t)i);
        int64_t more = answer_game(search, search + 1, practice, &rng, game, results + i);
        memcpy(samples + count * (int64_t)sizeof *game, game, (size_t)more * sizeof *game);
        count += more;
    }
    free(game);
    free(evaluation);
    free(search);
    return count;
}

/* The sums of both sides and the weighted difference. */
static float forward(const float *weights, uint8_t rows[2][MOST_FEATURES], const int *counts,
                     int stage, float sums[2][LANES]) {
    const float *own = weights + ROW_WEIGHTS + stage * UNITS, *other = own + OUTPUT_WEIGHTS;
    float won = 0.0f, lost = 0.0f;
    for (int side = 0; side < 2; side++) {
        float *sum = sums[side];
        memset(sum, 0, LANES * sizeof *sum);
        for (int i = 0; i < counts[side]; i++) {
            const float *row = weights + rows[side][i] * LANES;
            for (int k = 0; k < LANES; k++) {
                sum[k] += row[k];
            }
        }
    }
    for (int k = 0; k < UNITS; k++) {
        won += (sums[0][k] > 0.0f ? sums[0][k] : 0.0f) * own[k];
        lost += (sums[1][k] > 0.0f ? sums[1][k] : 0.0f) * other[k];
    }
    return won - lost + sums[0][UNITS + stage] - sums[1][UNITS + stage];
}

/* Adds the slope of one sample's error; returns the error squared. */
static float add_slope(const float *weights, const struct sample *sample, float *slope) {
    uint8_t rows[2][MOST_FEATURES];
    int counts[2], stage = stage_of(sample->tricks_left);
    float sums[2][LANES], back[UNITS];
    for (int side = 0; side < 2; side++) {
        counts[side] = features_of(&sample->duel, sample->tricks_left, side, rows[side]);
    }
    float error = squash(forward(weights, rows, counts, stage, sums)) - sample->target;
    for (int side = 0; side < 2; side++) {
        int at = ROW_WEIGHTS + side * OUTPUT_WEIGHTS + stage * UNITS;
        float signed_error = side ? -error : error;
        for (int k = 0; k < UNITS; k++) {
            float active = sums[side][k] > 0.0f ? signed_error : 0.0f;
            slope[at + k] += active * sums[side][k];
            back[k] = active * weights[at + k];
        }
        for (int i = 0; i < counts[side]; i++) {
            float *row = slope + rows[side][i] * LANES;
            for (int k = 0; k < UNITS; k++) {
                row[k] += back[k];
            }
            row[UNITS + stage] += signed_error;
        }
    }
    return error * error;
}

/* One step of Adam; `decay` are the powers of its two means so far. */
static void step(float *weights, float *means, float *squares, const float *slope, float rate,
                 double *decay) {
    decay[0] *= 0.9;
    decay[1] *= 0.999;
    float scale = (float)(1.0 / (1.0 - decay[0])), square_scale = (float)(1.0 / (1.0 - decay[1]));
    for (int i = 0; i < WEIGHTS; i++) {
        means[i] += 0.1f * (slope[i] - means[i]);
        squares[i] += 0.001f * (slope[i] * slope[i] - squares[i]);
        float moved =
            weights[i] - rate * means[i] * scale / (sqrtf(squares[i] * square_scale) + 1e-8f);
        float limit = (float)WEIGHT_LIMIT / (i < ROW_WEIGHTS ? ROW_ONE : OUTPUT_ONE);
        weights[i] = moved > limit ? limit : moved < -limit ? -limit : moved;
    }
}

int ps_scientific_fit(float *weights, float *means, float *squares, double *decay,
                      const uint8_t *samples, int64_t count, int batch, float rate, int tied,
                      uint64_t seed, uint64_t number, double *error) {
    if (count < 1 || count > UINT32_MAX || batch < 1 || batch > count) {
        return PS_ERROR_ARGUMENT;
    }
    uint32_t *order = malloc((size_t)count * sizeof *order);
    float *slope = malloc(WEIGHTS * sizeof *slope);
    if (!order || !slope) {
        free(order);
        free(slope);
        return PS_ERROR_MEMORY;
    }
    struct rng rng;
    rng_start(&rng, seed, number);
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        uint32_t j = rng_below(&rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    double sum = 0.0;
    int status = PS_OK;
    for (int64_t start = 0; start + batch <= count && status == PS_OK; start += batch) {
        memset(slope, 0, WEIGHTS * sizeof *slope);
        for (int i = 0; i < batch; i++) {
            struct sample sample;
            memcpy(&sample, samples + order[start + i] * sizeof sample, sizeof sample);
            if (sample.tricks_left < 1 || !(fabsf(sample.target) <= 1.0f)) {
                status = PS_ERROR_ARGUMENT;
                break;
            }
            sum += (double)add_slope(weights, &sample, slope);
        }
        float share = 1.0f / (float)batch;
        float *own = slope + ROW_WEIGHTS, *other = own + OUTPUT_WEIGHTS;
        for (int i = 0; i < OUTPUT_WEIGHTS && tied; i++) {
            own[i] = other[i] = own[i] + other[i];
        }
        for (int i = 0; i < WEIGHTS; i++) {
            slope[i] *= share;
        }
        if (status == PS_OK) {
            step(weights, means, squares, slope, rate, decay);
        }
    }
    *error = sum / (double)(count / batch * batch);
    free(order);
    free(slope);
    return status;
}

int ps_scientific_first_weights(uint64_t seed, float *weights) {
    struct rng rng;
    rng_start(&rng, seed, 0);
    for (int i = 0; i < ROW_WEIGHTS + OUTPUT_WEIGHTS; i++) {
        float range = i < ROW_WEIGHTS ? 0.1f : 0.25f;
        float weight = range * (float)(2.0 * unit(&rng) - 1.0);
        weights[i] = i < ROW_WEIGHTS && i % LANES >= UNITS ? 0.0f : weight;
    }
    memcpy(weights + ROW_WEIGHTS + OUTPUT_WEIGHTS, weights + ROW_WEIGHTS,
           OUTPUT_WEIGHTS * sizeof *weights);
    return PS_OK;
}

int ps_scientific_round_weights(const float *weights, int16_t *rounded) {
    for (int i = 0; i < WEIGHTS; i++) {
        float scaled = weights[i] * (i < ROW_WEIGHTS ? ROW_ONE : OUTPUT_ONE);
        scaled = scaled > WEIGHT_LIMIT    ? WEIGHT_LIMIT
                 : scaled < -WEIGHT_LIMIT ? -WEIGHT_LIMIT
                                          : scaled;
        if (!(scaled == scaled)) {
            return PS_ERROR_TABLE;
        }
        rounded[i] = (int16_t)floorf(scaled + 0.5f);
    }
    return PS_OK;
}
