/* search.h: bids, trumps and cards by flat search over deals that fit what the seat has seen. */
#ifndef PS_WIZARD_SEARCH_H
#define PS_WIZARD_SEARCH_H

#include "engine.h"
#include "evidence.h"

/* Plays a supposed round to its end. */
static inline TARGET void play_out(const struct ps_wizard_model *model, struct wizard_round *round,
                                   const uint8_t *styles) {
    while (round->left > 0) {
        uint64_t legal = wizard_legal(round->hands[round->turn], round->follow);
        wizard_play(round, legal & (legal - 1)
                               ? choose_card(model, round, legal, styles[round->turn])
                               : lowest_bit(legal));
    }
}

static inline TARGET int draw_style(struct dice *dice, const float *shares) {
    float total = shares[0] + shares[1] + shares[2];
    float at = dice_unit(dice) * total;
    return at < shares[0]               ? STYLE_CAUTIOUS
           : at < shares[0] + shares[1] ? STYLE_BOLD
                                        : STYLE_LEARNED;
}

/* Sums over the deals played so far for one option. */
static TARGET void tally(struct option *option, int bid, int tricks, int16_t *score) {
    int points = wizard_score(bid, tricks);
    option->sum += points;
    option->squares += (int64_t)points * points;
    option->tricks[tricks]++;
    option->deals++;
    *score = (int16_t)points;
}

/* Drops the options whose points are, deal by deal, clearly below those of the best. */
static TARGET void drop_losers(struct search *search, int done) {
    int best = -1;
    for (int i = 0; i < search->options; i++) {
        struct option *option = &search->option[i];
        if (option->live && (best < 0 || option->sum > search->option[best].sum)) {
            best = i;
        }
    }
    const int16_t *leader = search->scores + (size_t)best * (size_t)search->deals;
    for (int i = 0; i < search->options; i++) {
        if (i == best || !search->option[i].live) {
            continue;
        }
        const int16_t *other = search->scores + (size_t)i * (size_t)search->deals;
        double sum = 0, squares = 0;
        for (int d = 0; d < done; d++) {
            double gap = leader[d] - other[d];
            sum += gap;
            squares += gap * gap;
        }
        double mean = sum / done, variance = (squares - sum * mean) / (done - 1);
        if (mean * mean * done > 9 * (variance + 1)) {
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
    int best = 0;
    for (int i = 1; i < search->options; i++) {
        const struct option *option = &search->option[i];
        if (option->live &&
            (!search->option[best].live || option->sum > search->option[best].sum)) {
            best = i;
        }
    }
    return best;
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
        for (int i = 0; i < search->options; i++) {
            struct option *option = &search->option[i];
            if (!option->live) {
                continue;
            }
            struct wizard_round round = *now;
            memcpy(round.hands, deal->hands, sizeof round.hands);
            wizard_play(&round, option->choice);
            play_out(model, &round, styles);
            tally(option, now->bids[seat], round.tricks[seat],
                  &search->scores[(size_t)i * (size_t)search->deals + (size_t)d]);
        }
        if (search->options > 1 && d >= 31 && ((d + 1) & 31) == 0 && live_options(search) > 1) {
            drop_losers(search, d + 1);
        }
    }
    search->best = best_option(search);
    return PS_OK;
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
            int bids = prior + option->choice;
            round.bids[bidder] = (int8_t)option->choice;
            for (int other = bidder + 1; other < players; other++) {
                int bar = barred_bid(hook, players, size, other, bids);
                int bid = suppose_bid(&round, model, other, bids, bar, styles[other], noise[other]);
                round.bids[other] = (int8_t)bid;
                bids += bid;
            }
            play_out(model, &round, styles);
            tally(option, option->choice, round.tricks[bidder],
                  &search->scores[(size_t)i * (size_t)search->deals + (size_t)d]);
        }
        if (d >= 15 && ((d + 1) & 15) == 0 && live_options(search) > 1) {
            drop_losers(search, d + 1);
        }
    }
    search->best = best_option(search);
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
            drop_losers(search, d + 1);
        }
    }
    search->best = best_option(search);
    return PS_OK;
}

#endif
