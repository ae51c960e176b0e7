/* search.h: bids, trumps and cards by flat search over deals that fit what the seat has seen. */
#ifndef PS_WIZARD_SEARCH_H
#define PS_WIZARD_SEARCH_H

#include "engine.h"
#include "plan.h"

enum { PLAN_OPTIONS = 3 };

/* Bids are judged every few deals, each time with a chance to drop the best one. */
enum { CARD_DROP_ERRORS = 2, BID_DROP_ERRORS = 3 };

static const double PRIOR_SPREAD = 4; /* variance of what the network is off among options */
static const double PLAN_SPREAD = 2;  /* variance of what planning adds among options */
static const double PLAN_REACH = 6;   /* options so many points behind are not planned */

/* Sums over the deals played so far for one option. */
static TARGET void tally(struct option *option, int bid, int tricks, int16_t *score) {
    int points = wizard_score(bid, tricks);
    option->sum += points;
    option->squares += (int64_t)points * points;
    option->tricks[tricks]++;
    option->made += bid == tricks;
    option->deals++;
    *score = (int16_t)points;
}

/* The deal played out before this one that has the same hands and styles, or -1. */
static TARGET int copy_of(struct search *search, int d, int players, const uint8_t *styles) {
    const int origin = search->kept[d].origin;
    uint32_t all = 0;
    for (int i = 0; i < players; i++) {
        all = all << 2 | styles[i];
    }
    int before = search->newest[origin];
    search->outcomes[d].styles = all;
    search->outcomes[d].before = before;
    search->newest[origin] = d;
    while (before >= 0 && search->outcomes[before].styles != all) {
        before = search->outcomes[before].before;
    }
    return before;
}

/* How far an option is behind another, deal by deal. */
struct gap {
    double mean;
    double variance; /* over deals */
};

static TARGET struct gap gap_between(const struct search *search, int ahead, int behind,
                                     int deals) {
    const int16_t *leader = search->scores + (size_t)ahead * (size_t)search->deals;
    const int16_t *other = search->scores + (size_t)behind * (size_t)search->deals;
    double sum = 0, squares = 0;
    for (int d = 0; d < deals; d++) {
        double gap = leader[d] - other[d];
        sum += gap;
        squares += gap * gap;
    }
    struct gap found = {sum / deals, 0};
    double rest = squares - sum * found.mean;
    found.variance = rest > 0 ? rest / (deals - 1) : 0;
    return found;
}

/* Drops the options whose points are, deal by deal, more than so many standard errors below those
 * of the best. */
static TARGET void drop_losers(struct search *search, int done, int errors) {
    int best = -1;
    for (int i = 0; i < search->options; i++) {
        struct option *option = &search->option[i];
        if (option->live && (best < 0 || option->sum > search->option[best].sum)) {
            best = i;
        }
    }
    for (int i = 0; i < search->options; i++) {
        if (i == best || !search->option[i].live) {
            continue;
        }
        const struct gap gap = gap_between(search, best, i, done);
        if (gap.mean * gap.mean * done > errors * errors * (gap.variance + 1)) {
            search->option[i].live = 0;
        }
    }
}

static TARGET int live_options(const struct search *search) {
    int live = 0;
    for (int i = 0; i < search->options; i++) {
        live += search->option[i].live;
    }
    return live;
}

static TARGET int best_option(const struct search *search) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < search->options; i++) {
        const struct option *option = &search->option[i];
        if (option->live && (best < 0 || option_rank(option) > most)) {
            best = i;
            most = option_rank(option);
        }
    }
    return best;
}

/* What is known of differences between cards from few deals is mixed with the network's opinion of
 * them, each by how far it may be off; where all deals agree, nothing is changed. */
static TARGET void heed_prior(struct search *search) {
    const int best = best_option(search);
    const double uncertain = 1.0 / search->deals + 1.0 / (double)search->effective;
    for (int i = 0; i < search->options; i++) {
        struct option *option = &search->option[i];
        if (i == best || !option->live) {
            continue;
        }
        const struct gap gap = gap_between(search, best, i, search->deals);
        const double error = gap.variance * uncertain;
        const double opinion = search->option[best].prior - option->prior;
        option->lift = (gap.mean - opinion) * error / (error + PRIOR_SPREAD);
    }
}

/* Of the bids that the deals cannot tell from the best, the margin being the measure, the one that
 * is made most often: what looks best among near equals is best by luck as often as not, and the
 * likelier bid is the safer one. */
static TARGET int safest_bid(const struct search *search, double margin) {
    const int best = best_option(search);
    int chosen = best;
    double most = option_chance(&search->option[best], search->option[best].choice);
    for (int i = 0; i < search->options; i++) {
        const struct option *option = &search->option[i];
        const double chance = option_chance(option, option->choice);
        if (!option->live || chance <= most) {
            continue;
        }
        const struct gap gap = gap_between(search, best, i, search->deals);
        if (gap.mean * gap.mean * search->deals < margin * margin * gap.variance) {
            chosen = i;
            most = chance;
        }
    }
    return chosen;
}

/* Leaves the options that may still be best for planning: at most PLAN_OPTIONS, none unless two. */
static TARGET int options_to_plan(const struct search *search, int *chosen) {
    int found = 0;
    for (int i = 0; i < search->options; i++) {
        if (!search->option[i].live) {
            continue;
        }
        int at = found < PLAN_OPTIONS ? found++ : PLAN_OPTIONS;
        for (; at > 0 && search->option[chosen[at - 1]].sum < search->option[i].sum; at--) {
            if (at < PLAN_OPTIONS) {
                chosen[at] = chosen[at - 1];
            }
        }
        if (at < PLAN_OPTIONS) {
            chosen[at] = i;
        }
    }
    const struct option *first = &search->option[chosen[0]];
    while (found > 1) {
        const struct option *last = &search->option[chosen[found - 1]];
        if ((double)(first->sum - last->sum) / first->deals < PLAN_REACH) {
            break;
        }
        found--;
    }
    return found;
}

static TARGET void start_plan(struct plan *plan, const struct search *search,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, const struct supposed *deal,
                              struct dice *dice) {
    memset(plan, 0, sizeof *plan);
    plan->model = model;
    plan->settings = settings;
    plan->deal = deal;
    plan->dice = dice;
    plan->own = search->own_seat;
    plan->size = search->size;
    plan->turned = search->turned;
    for (int i = 0; i < search->plays; i++) {
        plan->laid_by[search->history[i].seat] |= 1ULL << search->history[i].place;
    }
}

static TARGET void tally_plan(struct option *option, int bid, int tricks, int16_t flat_score,
                              int flat_tricks) {
    double gain = wizard_score(bid, tricks) - flat_score;
    option->gain += gain;
    option->gain_squares += gain * gain;
    option->planned++;
    option->shifts[tricks]++;
    option->shifts[flat_tricks]--;
}

/* What planning adds is found on the first deals, beside the flat roll-outs of the same. The few
 * deals tell little about differences between options, so each is drawn to the mean of all by how
 * uncertain it is beside the spread that such differences have. */
static TARGET void finish_plan(struct search *search, const int *chosen, int found) {
    double mean = 0;
    for (int i = 0; i < found; i++) {
        const struct option *option = &search->option[chosen[i]];
        mean += option->gain / option->planned / found;
    }
    for (int i = 0; i < found; i++) {
        struct option *option = &search->option[chosen[i]];
        double planned = option->planned, gain = option->gain / planned;
        double error = (option->gain_squares / planned - gain * gain) / planned;
        option->lift += mean + (gain - mean) * PLAN_SPREAD / (PLAN_SPREAD + error);
    }
}

static TARGET int best_planned(const struct search *search) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < search->options; i++) {
        const struct option *option = &search->option[i];
        if (option->planned) {
            double mean = option_rank(option);
            if (best < 0 || mean > most) {
                best = i;
                most = mean;
            }
        }
    }
    return best;
}

static TARGET void plan_cards(struct search *search, const struct wizard_round *now,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, uint64_t seed) {
    int chosen[PLAN_OPTIONS] = {0};
    const int found = options_to_plan(search, chosen), own = now->turn;
    if (found < 2) {
        return;
    }
    struct dice dice, planning;
    dice_start(&dice, seed, 2);
    dice_start(&planning, seed, 3);
    const int rounds =
        settings->planned_plays < search->deals ? settings->planned_plays : search->deals;
    for (int d = 0; d < rounds; d++) {
        const struct supposed *deal = &search->kept[d];
        uint8_t styles[WIZARD_SEATS];
        for (int i = 0; i < now->players; i++) {
            styles[i] = (uint8_t)draw_style(&dice, deal->styles[i]);
        }
        styles[own] = (uint8_t)settings->own_style;
        for (int i = 0; i < found; i++) {
            struct option *option = &search->option[chosen[i]];
            struct wizard_round flat = *now, round;
            struct plan plan;
            memcpy(flat.hands, deal->hands, sizeof flat.hands);
            round = flat;
            wizard_play(&flat, option->choice);
            play_out(model, &flat, styles);
            start_plan(&plan, search, model, settings, deal, &planning);
            wizard_play(&round, option->choice);
            plan_out(&plan, &round, styles);
            tally_plan(option, now->bids[own], round.tricks[own],
                       search->scores[(size_t)chosen[i] * (size_t)search->deals + (size_t)d],
                       flat.tricks[own]);
        }
    }
    finish_plan(search, chosen, found);
    search->best = best_planned(search);
}

/* Values the cards that may be played. The round holds the own hand, bids and tricks. */
static TARGET int search_card(struct search *search, const struct wizard_round *now,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, uint64_t seed) {
    const int seat = now->turn;
    const uint64_t hand = now->hands[seat];
    uint64_t kept =
        distinct_cards(now, hand, wizard_legal(hand, now->follow), unseen_by(now, hand));
    search->options = 0;
    for (uint64_t rest = kept; rest; rest &= rest - 1) {
        struct option *option = &search->option[search->options++];
        memset(option, 0, sizeof *option);
        option->choice = lowest_bit(rest);
        option->live = 1;
    }
    struct decision decision;
    float values[WIZARD_MOST] = {0};
    describe(now, wizard_legal(hand, now->follow), &decision);
    if (decision.cards > 1) {
        value_cards(model, &decision, values);
    }
    for (int i = 0; i < search->options; i++) {
        search->option[i].prior = values[i];
    }
    int status = gather_deals(search, now, model, settings, seed, now->players);
    if (status != PS_OK) {
        return status;
    }
    struct dice dice;
    dice_start(&dice, seed, 2);
    for (int d = 0; d < search->deals; d++) {
        const struct supposed *deal = &search->kept[d];
        uint8_t styles[WIZARD_SEATS];
        for (int i = 0; i < now->players; i++) {
            styles[i] = (uint8_t)draw_style(&dice, deal->styles[i]);
        }
        styles[seat] = (uint8_t)settings->own_style;
        const int copy = copy_of(search, d, now->players, styles);
        for (int i = 0; i < search->options; i++) {
            struct option *option = &search->option[i];
            if (!option->live) {
                continue;
            }
            uint8_t *taken = search->taken + (size_t)i * (size_t)search->deals;
            if (copy >= 0) {
                taken[d] = taken[copy];
            } else {
                struct wizard_round round = *now;
                memcpy(round.hands, deal->hands, sizeof round.hands);
                wizard_play(&round, option->choice);
                play_out(model, &round, styles);
                taken[d] = (uint8_t)round.tricks[seat];
            }
            tally(option, now->bids[seat], taken[d],
                  &search->scores[(size_t)i * (size_t)search->deals + (size_t)d]);
        }
        /* Later than bids: after plays many of these deals are copies of a few, and say less. */
        if (search->options > 1 && d >= 31 && ((d + 1) & 31) == 0 && live_options(search) > 1) {
            drop_losers(search, d + 1, CARD_DROP_ERRORS);
        }
    }
    heed_prior(search);
    search->best = best_option(search);
    if (settings->planned_plays > 0) {
        plan_cards(search, now, model, settings, seed);
    }
    return PS_OK;
}

/* The bids of the seats behind the bidder. */
static TARGET void suppose_bids(struct wizard_round *round, int bidder, int prior, int hook,
                                const struct ps_wizard_model *model, const uint8_t *styles,
                                const float *noise) {
    int bids = prior + round->bids[bidder];
    for (int other = bidder + 1; other < round->players; other++) {
        int bar = barred_bid(hook, round->players, round->left, other, bids);
        int bid = suppose_bid(round, model, other, bids, bar, styles[other], noise[other]);
        round->bids[other] = (int8_t)bid;
        bids += bid;
    }
}

static TARGET void plan_bids(struct search *search, const struct wizard_round *now, int bidder,
                             int prior, int hook, const struct ps_wizard_model *model,
                             const ps_wizard_settings *settings, uint64_t seed) {
    int chosen[PLAN_OPTIONS] = {0};
    const int found = options_to_plan(search, chosen);
    if (found < 2) {
        return;
    }
    struct dice dice, planning;
    dice_start(&dice, seed, 2);
    dice_start(&planning, seed, 3);
    const int rounds =
        settings->planned_bids < search->deals ? settings->planned_bids : search->deals;
    for (int d = 0; d < rounds; d++) {
        const struct supposed *deal = &search->kept[d];
        uint8_t styles[WIZARD_SEATS];
        float noise[WIZARD_SEATS];
        for (int i = 0; i < now->players; i++) {
            styles[i] = (uint8_t)draw_style(&dice, deal->styles[i]);
            noise[i] = dice_unit(&dice) + dice_unit(&dice) - 1;
        }
        styles[bidder] = (uint8_t)settings->own_style;
        for (int i = 0; i < found; i++) {
            struct option *option = &search->option[chosen[i]];
            struct wizard_round flat = *now, round;
            struct plan plan;
            memcpy(flat.hands, deal->hands, sizeof flat.hands);
            flat.bids[bidder] = (int8_t)option->choice;
            suppose_bids(&flat, bidder, prior, hook, model, styles, noise);
            round = flat;
            play_out(model, &flat, styles);
            start_plan(&plan, search, model, settings, deal, &planning);
            plan_out(&plan, &round, styles);
            tally_plan(option, option->choice, round.tricks[bidder],
                       search->scores[(size_t)chosen[i] * (size_t)search->deals + (size_t)d],
                       flat.tricks[bidder]);
        }
    }
    finish_plan(search, chosen, found);
    search->best = best_planned(search);
}

/* Values the bids. The round holds the own hand and the bids made before; `bidder` bids. */
static TARGET int search_bid(struct search *search, const struct wizard_round *now, int bidder,
                             int hook, const struct ps_wizard_model *model,
                             const ps_wizard_settings *settings, uint64_t seed) {
    const int players = now->players, size = now->left;
    int prior = 0;
    for (int i = 0; i < bidder; i++) {
        prior += now->bids[i];
    }
    const int barred = barred_bid(hook, players, size, bidder, prior);
    search->options = 0;
    for (int bid = 0; bid <= size; bid++) {
        if (bid != barred) {
            struct option *option = &search->option[search->options++];
            memset(option, 0, sizeof *option);
            option->choice = bid;
            option->live = 1;
        }
    }
    int status = gather_deals(search, now, model, settings, seed, bidder);
    if (status != PS_OK) {
        return status;
    }
    struct dice dice;
    dice_start(&dice, seed, 2);
    for (int d = 0; d < search->deals; d++) {
        const struct supposed *deal = &search->kept[d];
        uint8_t styles[WIZARD_SEATS];
        float noise[WIZARD_SEATS];
        for (int i = 0; i < players; i++) {
            styles[i] = (uint8_t)draw_style(&dice, deal->styles[i]);
            noise[i] = dice_unit(&dice) + dice_unit(&dice) - 1;
        }
        styles[bidder] = (uint8_t)settings->own_style;
        for (int i = 0; i < search->options; i++) {
            struct option *option = &search->option[i];
            if (!option->live) {
                continue;
            }
            struct wizard_round round = *now;
            memcpy(round.hands, deal->hands, sizeof round.hands);
            round.bids[bidder] = (int8_t)option->choice;
            suppose_bids(&round, bidder, prior, hook, model, styles, noise);
            play_out(model, &round, styles);
            tally(option, option->choice, round.tricks[bidder],
                  &search->scores[(size_t)i * (size_t)search->deals + (size_t)d]);
        }
        if (d >= 15 && ((d + 1) & 15) == 0 && live_options(search) > 1) {
            drop_losers(search, d + 1, BID_DROP_ERRORS);
        }
    }
    search->best = safest_bid(search, settings->bid_margin);
    if (settings->planned_bids > 0) {
        plan_bids(search, now, bidder, prior, hook, model, settings, seed);
    }
    return PS_OK;
}

static TARGET uint64_t reorder(uint64_t places, const struct wizard_order *from,
                               const struct wizard_order *to) {
    uint64_t moved = 0;
    for (; places; places &= places - 1) {
        moved |= 1ULL << to->place[from->card[lowest_bit(places)]];
    }
    return moved;
}

/* Values the suits that the dealer may name, each with the bids about the one it lets expect: an
 * option's choice is TRUMP_OPTION * suit + bid. The round is one without trump, before any bid. */
static TARGET int search_trump(struct search *search, const struct wizard_round *now, int hook,
                               const struct ps_wizard_model *model,
                               const ps_wizard_settings *settings, uint64_t seed) {
    const int players = now->players, size = now->left, dealer = players - 1;
    search->options = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const struct wizard_order *order = &wizard_orders[suit];
        int prior = size * dealer / players;
        float expected = learned_expectation(
            model, order, reorder(now->hands[dealer], now->order, order), size, dealer, prior);
        int lowest = (int)clamp(expected - 1, 0, (float)(size > 3 ? size - 3 : 0));
        for (int bid = lowest; bid <= size && bid < lowest + 4; bid++) {
            struct option *option = &search->option[search->options++];
            memset(option, 0, sizeof *option);
            option->choice = TRUMP_OPTION * suit + bid;
            option->live = 1;
        }
    }
    int status = gather_deals(search, now, model, settings, seed, 0);
    if (status != PS_OK) {
        return status;
    }
    struct dice dice;
    dice_start(&dice, seed, 2);
    for (int d = 0; d < search->deals; d++) {
        const struct supposed *deal = &search->kept[d];
        uint8_t styles[WIZARD_SEATS];
        float noise[WIZARD_SEATS];
        struct wizard_round named[SUITS];
        int priors[SUITS];
        for (int i = 0; i < players; i++) {
            styles[i] = (uint8_t)draw_style(&dice, deal->styles[i]);
            noise[i] = dice_unit(&dice) + dice_unit(&dice) - 1;
        }
        styles[dealer] = (uint8_t)settings->own_style;
        for (int suit = 0; suit < SUITS; suit++) {
            struct wizard_round *round = &named[suit];
            *round = *now;
            round->order = &wizard_orders[suit];
            priors[suit] = 0;
            for (int seat = 0; seat < players; seat++) {
                round->hands[seat] = reorder(deal->hands[seat], now->order, round->order);
            }
            for (int seat = 0; seat < dealer; seat++) {
                int bid =
                    suppose_bid(round, model, seat, priors[suit], -1, styles[seat], noise[seat]);
                round->bids[seat] = (int8_t)bid;
                priors[suit] += bid;
            }
        }
        for (int i = 0; i < search->options; i++) {
            struct option *option = &search->option[i];
            if (!option->live) {
                continue;
            }
            int suit = option->choice / TRUMP_OPTION, bid = option->choice % TRUMP_OPTION;
            struct wizard_round round = named[suit];
            if (bid == barred_bid(hook, players, size, dealer, priors[suit])) {
                bid += bid < size ? 1 : -1;
            }
            round.bids[dealer] = (int8_t)bid;
            play_out(model, &round, styles);
            tally(option, bid, round.tricks[dealer],
                  &search->scores[(size_t)i * (size_t)search->deals + (size_t)d]);
        }
        if (d >= 31 && ((d + 1) & 31) == 0 && live_options(search) > 1) {
            drop_losers(search, d + 1, BID_DROP_ERRORS);
        }
    }
    search->best = best_option(search);
    return PS_OK;
}

#endif
