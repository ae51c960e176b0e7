/* engine.c: the door to the engine: arguments checked, memory taken, the build chosen. */
#include "engine.h"

#include <math.h>
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
    return settings->deals >= 2 && settings->deals <= MOST_DEALS && settings->bid_deals >= 2 &&
           settings->bid_deals <= MOST_DEALS && settings->candidates >= 1 &&
           settings->candidates <= MOST_CANDIDATES && settings->survivors >= 1 &&
           settings->survivors <= settings->candidates && settings->planned_bids >= 0 &&
           settings->planned_plays >= 0 && settings->plan_deals >= 1 &&
           settings->plan_deals <= MOST_DEALS && settings->own_style >= STYLE_CAUTIOUS &&
           settings->own_style <= STYLE_LEARNED && settings->bid_margin >= 0;
}

int wizard_search_new(struct search *search, const ps_wizard_settings *settings) {
    memset(search, 0, sizeof *search);
    search->deals = settings->deals;
    const int most = settings->bid_deals > settings->deals ? settings->bid_deals : settings->deals;
    size_t drawn = (size_t)most * (size_t)settings->candidates;
    search->all = calloc(drawn, sizeof *search->all);
    search->kept = calloc(drawn, sizeof *search->kept);
    search->scores = calloc((size_t)most * (WIZARD_MOST + 1), sizeof *search->scores);
    search->taken = calloc((size_t)most * (WIZARD_MOST + 1), sizeof *search->taken);
    search->outcomes = calloc((size_t)most, sizeof *search->outcomes);
    search->newest = calloc(drawn + 1, sizeof *search->newest);
    search->chances = calloc(drawn, sizeof *search->chances);
    if (!search->all || !search->kept || !search->scores || !search->taken || !search->outcomes ||
        !search->newest || !search->chances) {
        wizard_search_free(search);
        return PS_ERROR_MEMORY;
    }
    return PS_OK;
}

void wizard_search_free(struct search *search) {
    free(search->all);
    free(search->kept);
    free(search->scores);
    free(search->taken);
    free(search->outcomes);
    free(search->newest);
    free(search->chances);
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

/* The round as the view shows it, the own hand alone known; the history for the search, if given.
 * `bidding`: the view's seat is to bid, else to play. */
static int open_view(const ps_wizard_view *view, int bidding, struct wizard_round *round,
                     struct search *search) {
    ps_wizard_standing standing;
    int status = ps_wizard_replay(view, &standing);
    if (status != PS_OK) {
        return status;
    }
    if (bidding ? view->bid_count != view->seat || view->play_count
                : view->bid_count != view->players || standing.turn != view->seat) {
        return PS_ERROR_RULE;
    }
    wizard_round_start(round, view->players, view->size, view->trump);
    const struct wizard_order *order = round->order;
    for (int seat = 0; seat < view->bid_count; seat++) {
        round->bids[seat] = (int8_t)view->bids[seat];
    }
    for (int i = 0; i < view->size; i++) {
        round->hands[view->seat] |= 1ULL << order->place[view->hand[i]];
    }
    round->played = view->turned < 0 ? 0 : 1ULL << order->place[view->turned];
    if (search) {
        search->turned = round->played;
        search->own_seat = view->seat;
        search->size = view->size;
        search->plays = view->play_count;
    }
    for (int i = 0; i < view->play_count; i++) {
        int seat = round->turn, place = order->place[view->plays[i]];
        if (search) {
            search->history[i].seat = (int8_t)seat;
            search->history[i].place = (int8_t)place;
        }
        wizard_play(round, place);
    }
    return PS_OK;
}

/* Best first: those planned, then those played out in all deals, then those dropped. */
static int better(const struct option *a, const struct option *b) {
    int rank_a = a->live + (a->planned > 0), rank_b = b->live + (b->planned > 0);
    if (rank_a != rank_b) {
        return rank_a > rank_b;
    }
    double mean_a = option_rank(a), mean_b = option_rank(b);
    return mean_a != mean_b ? mean_a > mean_b : a->choice < b->choice;
}

/* The standard error of an option's mean: the deals come from weighted ones, so it is that of so
 * many independent deals as both are worth together. One more deal ten points off keeps a few deals
 * that all came out alike from passing for certain. */
static double error_of(const struct option *option, double effective) {
    double deals = option->deals, mean = (double)option->sum / deals;
    double variance = (double)option->squares / deals - mean * mean;
    double square = ((variance > 0 ? variance : 0) + 100 / deals) * (1 / deals + 1 / effective);
    if (option->planned > 1) {
        double planned = option->planned, gain = option->gain / planned;
        square += (option->gain_squares / planned - gain * gain) / (planned - 1);
    }
    return sqrt(square);
}

/* What the search chose, then the others, best first. */
static void write_advice(struct search *search, ps_wizard_advice *advice) {
    memset(advice, 0, sizeof *advice);
    const struct option chosen = search->option[search->best];
    search->option[search->best] = search->option[0];
    search->option[0] = chosen;
    search->best = 0;
    for (int i = 2; i < search->options; i++) {
        struct option option = search->option[i];
        int at = i;
        for (; at > 1 && better(&option, &search->option[at - 1]); at--) {
            search->option[at] = search->option[at - 1];
        }
        search->option[at] = option;
    }
    advice->effective = search->effective;
    advice->learned = search->learned;
    advice->count = search->options;
    for (int i = 0; i < search->options; i++) {
        const struct option *option = &search->option[i];
        double total = 0;
        advice->choices[i] = option->choice;
        advice->deals[i] = option->deals;
        advice->means[i] = option_mean(option);
        advice->errors[i] = error_of(option, search->effective);
        advice->made[i] = (double)option->made / option->deals;
        for (int tricks = 0; tricks <= search->size; tricks++) {
            total += option_chance(option, tricks);
        }
        for (int tricks = 0; tricks <= search->size; tricks++) {
            advice->chances[i][tricks] = option_chance(option, tricks) / total;
        }
    }
}

/* The trump is named, unless the dealer is to name it. */
static int trump_is_open(const ps_wizard_view *view) {
    return view->turned >= FIRST_WIZARD && view->turned < FIRST_JESTER && view->trump < 0;
}

static int check_call(const ps_wizard_view *view, const ps_wizard_model *model,
                      const ps_wizard_settings *settings) {
    int status = wizard_view_check(view);
    if (status == PS_OK && (!settings_check(settings) || model->players != view->players)) {
        status = PS_ERROR_ARGUMENT;
    }
    return status;
}

/* Puts ids for places, and beside each card those legal ones that it stood for. */
static void name_cards(const struct wizard_round *round, ps_wizard_advice *advice) {
    const ps_wizard_advice found = *advice;
    const struct wizard_order *order = round->order;
    const uint64_t legal = wizard_legal(round->hands[round->turn], round->follow);
    uint64_t kept = 0;
    for (int i = 0; i < found.count; i++) {
        kept |= 1ULL << found.choices[i];
    }
    advice->count = 0;
    for (int i = 0; i < found.count; i++) {
        int place = found.choices[i];
        uint64_t kind = place < 4 ? JESTERS : place >= 56 ? WIZARDS : order->follow[place];
        uint64_t others = kind & kept & ~((2ULL << place) - 1);
        uint64_t below = others ? (1ULL << lowest_bit(others)) - 1 : ALL_PLACES;
        for (uint64_t rest = legal & kind & below & ~((1ULL << place) - 1); rest;
             rest &= rest - 1) {
            int to = advice->count++;
            advice->choices[to] = order->card[lowest_bit(rest)];
            advice->deals[to] = found.deals[i];
            advice->means[to] = found.means[i];
            advice->errors[to] = found.errors[i];
            advice->made[to] = found.made[i];
            memcpy(advice->chances[to], found.chances[i], sizeof found.chances[i]);
        }
    }
}

/* What to bid or to play, for the seat on turn. */
static int advise(int bidding, int path, const ps_wizard_view *view, const ps_wizard_model *model,
                  const ps_wizard_settings *settings, uint64_t seed, ps_wizard_advice *advice) {
    const struct wizard_engine *engine = wizard_engine_of(path);
    struct search search;
    struct wizard_round round;
    int status = check_call(view, model, settings);
    if (status != PS_OK || trump_is_open(view)) {
        return status != PS_OK ? status : PS_ERROR_RULE;
    }
    status = wizard_search_new(&search, settings);
    if (status != PS_OK) {
        return status;
    }
    status = open_view(view, bidding, &round, &search);
    if (status == PS_OK) {
        status = bidding
                     ? engine->bid(&search, &round, view->seat, view->hook, model, settings, seed)
                     : engine->card(&search, &round, model, settings, seed);
    }
    if (status == PS_OK) {
        write_advice(&search, advice);
        if (!bidding) {
            name_cards(&round, advice);
        }
    }
    wizard_search_free(&search);
    return status;
}

int ps_wizard_advise_bid(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                         const ps_wizard_settings *settings, uint64_t seed,
                         ps_wizard_advice *advice) {
    return advise(1, path, view, model, settings, seed, advice);
}

int ps_wizard_advise_card(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                          const ps_wizard_settings *settings, uint64_t seed,
                          ps_wizard_advice *advice) {
    return advise(0, path, view, model, settings, seed, advice);
}

int ps_wizard_advise_trump(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                           const ps_wizard_settings *settings, uint64_t seed,
                           ps_wizard_advice *advice) {
    struct search search;
    struct wizard_round round;
    int status = check_call(view, model, settings);
    if (status != PS_OK) {
        return status;
    }
    if (!trump_is_open(view) || view->seat != view->players - 1 || view->bid_count ||
        view->play_count) {
        return PS_ERROR_RULE;
    }
    status = wizard_search_new(&search, settings);
    if (status == PS_OK) {
        ps_wizard_view as_bidder = *view;
        as_bidder.seat = 0; /* nobody has bid yet */
        status = open_view(&as_bidder, 1, &round, &search);
        if (status == PS_OK) {
            round.hands[view->seat] = round.hands[0];
            round.hands[0] = 0;
            search.own_seat = view->seat;
            status =
                wizard_engine_of(path)->trump(&search, &round, view->hook, model, settings, seed);
        }
        if (status == PS_OK) {
            write_advice(&search, advice);
        }
        wizard_search_free(&search);
    }
    return status;
}

int ps_wizard_fitting_deals(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                            const ps_wizard_settings *settings, uint64_t seed, uint8_t *owners) {
    struct search search;
    struct wizard_round round;
    int status = check_call(view, model, settings);
    if (status != PS_OK || trump_is_open(view)) {
        return status != PS_OK ? status : PS_ERROR_RULE;
    }
    status = wizard_search_new(&search, settings);
    if (status == PS_OK) {
        status = open_view(view, view->bid_count < view->players, &round, &search);
        if (status == PS_OK) {
            status = wizard_engine_of(path)->deals(&search, &round, model, settings, seed,
                                                   view->bid_count);
        }
        if (status == PS_OK) {
            memset(owners, view->players, (size_t)search.deals * WIZARD_DECK);
            for (int d = 0; d < search.deals; d++) {
                for (int seat = 0; seat < view->players; seat++) {
                    for (uint64_t hand = search.kept[d].hands[seat]; hand; hand &= hand - 1) {
                        owners[d * WIZARD_DECK + round.order->card[lowest_bit(hand)]] =
                            (uint8_t)seat;
                    }
                }
            }
        }
        wizard_search_free(&search);
    }
    return status;
}

static int style_fits(int style, const ps_wizard_view *view, const ps_wizard_model *model) {
    return style >= STYLE_CAUTIOUS && style <= STYLE_LEARNED &&
           (style != STYLE_LEARNED || (model && model->players == view->players));
}

int ps_wizard_style_bid(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                        int style) {
    struct wizard_round round;
    int status = wizard_view_check(view);
    if (status == PS_OK && !style_fits(style, view, model)) {
        status = PS_ERROR_ARGUMENT;
    }
    if (status == PS_OK) {
        status = trump_is_open(view) ? PS_ERROR_RULE : open_view(view, 1, &round, NULL);
    }
    return status != PS_OK
               ? status
               : wizard_engine_of(path)->style_bid(&round, view->seat, view->hook, style, model);
}

int ps_wizard_style_card(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                         int style) {
    struct wizard_round round;
    int status = wizard_view_check(view);
    if (status == PS_OK && !style_fits(style, view, model)) {
        status = PS_ERROR_ARGUMENT;
    }
    if (status == PS_OK) {
        status = trump_is_open(view) ? PS_ERROR_RULE : open_view(view, 0, &round, NULL);
    }
    return status != PS_OK
               ? status
               : round.order->card[wizard_engine_of(path)->style_card(&round, style, model)];
}

int ps_wizard_card_values(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                          float *rows) {
    struct wizard_round round;
    int status = wizard_view_check(view);
    if (status == PS_OK && !style_fits(STYLE_LEARNED, view, model)) {
        status = PS_ERROR_ARGUMENT;
    }
    if (status == PS_OK) {
        status = trump_is_open(view) ? PS_ERROR_RULE : open_view(view, 0, &round, NULL);
    }
    return status != PS_OK ? status : wizard_engine_of(path)->card_values(&round, model, rows);
}

int ps_wizard_style_trump(int path, const ps_wizard_view *view) {
    int status = wizard_view_check(view);
    if (status != PS_OK || !trump_is_open(view)) {
        return status != PS_OK ? status : PS_ERROR_RULE;
    }
    uint64_t hand = 0;
    for (int i = 0; i < view->size; i++) {
        hand |= 1ULL << wizard_orders[NO_TRUMP].place[view->hand[i]];
    }
    return wizard_engine_of(path)->style_trump(hand);
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
