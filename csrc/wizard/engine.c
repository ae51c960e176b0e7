/* engine.c: the door to the engine: arguments checked, memory taken, the build chosen. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "../cpu.h"

enum { MOST_DEALS = 100000, MOST_CANDIDATES = 64 };

const struct wizard_engine *wizard_engine_of(int path) {
#if PS_HAVE_X86_PATHS
    if (path == PS_AVX2_BMI2) {
        return &wizard_engine_bmi2;
    }
#endif
    (void)path;
    return &wizard_engine_portable;
}

static int settings_check(const ps_wizard_settings *settings) {
    return settings->deals >= 2 && settings->deals <= MOST_DEALS && settings->candidates >= 1 &&
           settings->candidates <= MOST_CANDIDATES && settings->survivors >= 1 &&
           settings->survivors <= settings->candidates;
}

int wizard_search_new(struct search *search, const ps_wizard_settings *settings) {
    memset(search, 0, sizeof *search);
    search->deals = settings->deals;
    size_t drawn = (size_t)settings->deals * (size_t)settings->candidates;
    search->all = calloc(drawn, sizeof *search->all);
    search->kept = calloc(drawn, sizeof *search->kept);
    search->scores =
        calloc((size_t)settings->deals * (WIZARD_MOST + 1), sizeof *search->scores);
    if (!search->all || !search->kept || !search->scores) {
        wizard_search_free(search);
        return PS_ERROR_MEMORY;
    }
    return PS_OK;
}

void wizard_search_free(struct search *search) {
    free(search->all);
    free(search->kept);
    free(search->scores);
}

ps_wizard_model *ps_wizard_model_new(int players, const float *numbers, int64_t given,
                                     int *status) {
    *status = PS_ERROR_ARGUMENT;
    if (players < 3 || players > WIZARD_SEATS || given != PS_WIZARD_MODEL_NUMBERS) {
        return NULL;
    }
    for (int64_t i = 0; i < given; i++) {
        if (!(numbers[i] >= -1e6F && numbers[i] <= 1e6F)) {
            *status = PS_ERROR_TABLE;
            return NULL;
        }
    }
    ps_wizard_model *model = malloc(sizeof *model);
    if (!model) {
        *status = PS_ERROR_MEMORY;
        return NULL;
    }
    model->players = players;
    const float *from = numbers;
    memcpy(model->state_weights, from, sizeof model->state_weights);
    from += STATE_FEATURES * HIDDEN;
    memcpy(model->card_weights, from, sizeof model->card_weights);
    from += CARD_FEATURES * HIDDEN;
    memcpy(model->bias, from, sizeof model->bias);
    from += HIDDEN;
    memcpy(model->out, from, sizeof model->out);
    from += HIDDEN;
    memcpy(model->bid_weights, from, sizeof model->bid_weights);
    *status = PS_OK;
    return model;
}

void ps_wizard_model_free(ps_wizard_model *model) {
    free(model);
}

int ps_wizard_playouts(int path, int players, int size, uint64_t seed, uint64_t first,
                       int64_t blocks, uint64_t *tricks) {
    if (players < 3 || players > WIZARD_SEATS || size < 1 || size > WIZARD_DECK / players ||
        blocks < 0) {
        return PS_ERROR_ARGUMENT;
    }
    wizard_engine_of(path)->random_rounds(players, size, seed, first, blocks, tricks);
    return PS_OK;
}

int ps_wizard_play_match(int path, const ps_wizard_match *match, const ps_wizard_model *model,
                         const ps_wizard_settings *settings, int64_t game,
                         ps_wizard_result *result) {
    if (!settings_check(settings) || match->players != model->players || game < 0) {
        return PS_ERROR_ARGUMENT;
    }
    struct search search;
    int status = wizard_search_new(&search, settings);
    if (status == PS_OK) {
        wizard_engine_of(path)->match(&search, match, model, settings, game, result);
        wizard_search_free(&search);
    }
    return status;
}
