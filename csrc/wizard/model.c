/* model.c: the numbers of a model as the network wants them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { CACHE_LINE = 64 };

/* By how much the weights of a unit are multiplied before they are rounded: as much as leaves them
 * in 16 bits and the largest sum that inputs can make in 32. */
static double scale_of(const float *state, const float *card, float bias, int unit) {
    double most = 0, sum = 0;
    for (int i = 0; i < STATE_FEATURES + CARD_FEATURES; i++) {
        const double weight = fabs(i < STATE_FEATURES ? state[i * HIDDEN + unit]
                                                      : card[(i - STATE_FEATURES) * HIDDEN + unit]);
        most = weight > most ? weight : most;
        sum += weight;
    }
    const double reach = (sum * INPUT_MOST + fabs(bias)) * INPUT_UNIT;
    const double rounding = (STATE_FEATURES + CARD_FEATURES + 1) * (INPUT_MOST * INPUT_UNIT);
    const double by_weight = most > 0 ? INT16_MAX / most : 1;
    const double by_sum = reach > 0 ? (INT32_MAX - rounding) / reach : 1;
    return by_weight < by_sum ? by_weight : by_sum;
}

static void fill_weights(weight_pair (*to)[HIDDEN], const float *from, int features, int unit,
                         double scale) {
    for (int i = 0; i < features; i++) {
        to[i / 2][unit][i % 2] = (int16_t)lrint(from[i * HIDDEN + unit] * scale);
    }
}

static void fill_network(ps_wizard_model *model, const float *numbers) {
    const float *state = numbers, *card = state + STATE_FEATURES * HIDDEN;
    const float *bias = card + CARD_FEATURES * HIDDEN, *out = bias + HIDDEN;
    for (int unit = 0; unit < HIDDEN; unit++) {
        const double scale = scale_of(state, card, bias[unit], unit);
        fill_weights(model->state_weights, state, STATE_FEATURES, unit, scale);
        fill_weights(model->card_weights, card, CARD_FEATURES, unit, scale);
        model->bias[unit] = (int32_t)lrint(bias[unit] * scale * INPUT_UNIT);
        model->out[unit] = (float)(out[unit] / (scale * INPUT_UNIT));
    }
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
    char *memory = malloc(sizeof(ps_wizard_model) + CACHE_LINE);
    if (!memory) {
        *status = PS_ERROR_MEMORY;
        return NULL;
    }
    /* Half of all loads of 32 bytes would reach over two lines where weights begin anywhere. */
    ps_wizard_model *model = (void *)(memory + CACHE_LINE - (uintptr_t)memory % CACHE_LINE);
    model->memory = memory;
    model->players = players;
    fill_network(model, numbers);
    memcpy(model->bid_weights,
           numbers + PS_WIZARD_MODEL_NUMBERS - sizeof model->bid_weights / sizeof(float),
           sizeof model->bid_weights);
    *status = PS_OK;
    return model;
}

void ps_wizard_model_free(ps_wizard_model *model) {
    if (model) {
        free(model->memory);
    }
}
