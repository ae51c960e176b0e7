/* match.h: whole games among ways to play, seats moving on from game to game; what practice finds
 * can be kept as lessons for the policy, and what the search states as samples of how reliable its
 * chances are. */
#ifndef PS_WIZARD_MATCH_H
#define PS_WIZARD_MATCH_H

#include "playout.h"
#include "search.h"

static inline uint64_t stream_of(uint64_t seed, uint64_t game, uint64_t number) {
    uint64_t mix = seed ^ (game << 20) ^ number;
    return split_mix(&mix);
}

static int is_choice(uint64_t cards) {
    return (cards & (cards - 1)) != 0;
}

static TARGET int random_bid(struct dice *dice, int size, int barred) {
    int bid = (int)dice_below(dice, (uint32_t)(size + 1));
    return bid == barred ? (bid == size ? bid - 1 : bid + 1) : bid;
}

static void write_lesson(float *row, int option, float points, const struct decision *decision,
                         int card) {
    row[0] = (float)option;
    row[1] = points;
    memcpy(row + 2, decision->state, sizeof decision->state);
    memcpy(row + 2 + STATE_FEATURES, decision->features[card], sizeof decision->features[card]);
}

static void keep_lesson(ps_wizard_result *result, const struct search *search,
                        const struct decision *decision) {
    if (!result->lessons || result->lesson_count + search->options > result->lesson_room) {
        return;
    }
    for (int i = 0; i < search->options; i++) {
        write_lesson(result->lessons + LESSON_WIDTH * result->lesson_count++, i,
                     (float)search->option[i].sum, decision, i);
    }
}

static void keep_sample(ps_wizard_result *result, const struct search *search, int bid, int left,
                        int player) {
    if (!result->samples || result->sample_count >= result->sample_room) {
        return;
    }
    const struct option *option = &search->option[search->best];
    float *row = result->samples + PS_WIZARD_SAMPLE * result->sample_count++;
    row[0] = (float)option_chance(option, bid);
    row[1] = -1; /* whether it was made, filled in when the round is over */
    row[2] = (float)left;
    row[3] = (float)player;
    row[4] = (float)search->size;
    row[5] = search->learned;
}

static TARGET int longest_suit(uint64_t hand) {
    const struct wizard_order *order = &wizard_orders[NO_TRUMP];
    int best = 0;
    for (int suit = 1; suit < SUITS; suit++) {
        if (count(hand & order->suits[suit]) > count(hand & order->suits[best])) {
            best = suit;
        }
    }
    return best;
}

/* The style by which a seat plays on, as far as it has one. */
static int style_of(int kind, const ps_wizard_settings *settings) {
    switch (kind) {
    case PS_WIZARD_BOLD:
        return STYLE_BOLD;
    case PS_WIZARD_LEARNED:
        return STYLE_LEARNED;
    case PS_WIZARD_SEARCH:
        return settings->own_style;
    default:
        return STYLE_CAUTIOUS;
    }
}

/* Every card that may be played, played out in the deal as it is. Over many rounds the true deals
 * are as good a sample as any of those that fit, and one play-out a card is all it takes. */
static TARGET void practise(struct search *search, const struct wizard_round *round,
                            const ps_wizard_match *match, const int *who,
                            const struct ps_wizard_model *model, const ps_wizard_settings *settings,
                            const struct decision *decision, ps_wizard_result *result) {
    uint8_t styles[WIZARD_SEATS];
    for (int seat = 0; seat < round->players; seat++) {
        styles[seat] = (uint8_t)style_of(match->kinds[who[seat]], settings);
    }
    search->options = decision->cards;
    for (int i = 0; i < decision->cards; i++) {
        struct option *option = &search->option[i];
        struct wizard_round supposed = *round;
        int16_t score;
        memset(option, 0, sizeof *option);
        option->choice = decision->places[i];
        wizard_play(&supposed, option->choice);
        play_out(model, &supposed, styles);
        tally(option, round->bids[round->turn], supposed.tricks[round->turn], &score);
    }
    keep_lesson(result, search, decision);
}

static TARGET void play_match_round(struct search *search, const ps_wizard_match *match,
                                    const struct ps_wizard_model *model,
                                    const ps_wizard_settings *settings, int64_t game, int size,
                                    ps_wizard_result *result) {
    const int players = match->players;
    const uint64_t number = (uint64_t)game * 32 + (uint64_t)size;
    uint8_t ids[WIZARD_DECK];
    struct dice dice;
    int who[WIZARD_SEATS];
    int turned = ps_wizard_deal(players, size, match->seed, number, ids);
    dice_start(&dice, ~match->seed, number);
    for (int seat = 0; seat < players; seat++) {
        who[seat] = (int)((seat + size + game) % players);
    }
    int trump = turned < FIRST_WIZARD ? turned & 3 : -1;
    if (turned >= FIRST_WIZARD && turned < FIRST_JESTER) {
        uint64_t hand = 0;
        for (int i = 0; i < size; i++) {
            hand |= 1ULL << wizard_orders[NO_TRUMP].place[ids[(players - 1) * size + i]];
        }
        trump = longest_suit(hand);
    }
    struct wizard_round round;
    wizard_round_start(&round, players, size, trump);
    const struct wizard_order *order = round.order;
    uint64_t hands[WIZARD_SEATS] = {0};
    for (int seat = 0; seat < players; seat++) {
        for (int i = 0; i < size; i++) {
            hands[seat] |= 1ULL << order->place[ids[seat * size + i]];
        }
    }
    round.played = turned < WIZARD_DECK ? 1ULL << order->place[turned] : 0;
    search->turned = round.played;
    search->size = size;
    search->plays = 0;
    const int64_t first_sample = result->sample_count;

    for (int seat = 0, prior = 0; seat < players; seat++) {
        const int barred = barred_bid(match->hook, players, size, seat, prior);
        int bid;
        switch (match->kinds[who[seat]]) {
        case PS_WIZARD_RANDOM:
            bid = random_bid(&dice, size, barred);
            break;
        case PS_WIZARD_CAUTIOUS:
        case PS_WIZARD_BOLD:
            bid = nearest_bid(
                rule_expectation(order, hands[seat], round.played, players, size, seat, prior),
                size, barred);
            break;
        case PS_WIZARD_LEARNED:
            bid = nearest_bid(learned_expectation(model, order, hands[seat], size, seat, prior),
                              size, barred);
            break;
        default: {
            if (match->practice > 0 && dice_unit(&dice) >= match->practice) {
                bid = nearest_bid(learned_expectation(model, order, hands[seat], size, seat, prior),
                                  size, barred);
                break;
            }
            memset(round.hands, 0, sizeof round.hands);
            round.hands[seat] = hands[seat];
            search->own_seat = seat;
            search->deals = settings->bid_deals;
            search_bid(search, &round, seat, match->hook, model, settings,
                       stream_of(match->seed, number, 99));
            search->deals = settings->deals;
            bid = search->option[search->best].choice;
            keep_sample(result, search, bid, size + 1, who[seat]);
            if (result->bids && result->bid_count < result->bid_room) {
                float *row = result->bids + PS_WIZARD_BID_ROW * result->bid_count++;
                memset(row, 0, PS_WIZARD_BID_ROW * sizeof *row);
                row[0] = (float)size;
                row[1] = order->trumps == 0;
                row[2] = (float)bid;
                for (uint64_t rest = hands[seat]; rest; rest &= rest - 1) {
                    row[3 + lowest_bit(rest)] = 1;
                }
                describe_bid(order, hands[seat], players, size, seat, prior, row + 3 + WIZARD_DECK);
                for (int i = 0; i < search->options; i++) {
                    const struct option *option = &search->option[i];
                    row[3 + BID_FEATURES + option->choice] =
                        option->live ? (float)((double)option->sum / option->deals) : -1000;
                }
            }
        }
        }
        if (match->practice > 0 && match->kinds[who[seat]] == PS_WIZARD_SEARCH &&
            dice_unit(&dice) < match->explore) {
            int other = bid + (dice_unit(&dice) < 0.5F ? 1 : -1);
            bid = other >= 0 && other <= size && other != barred ? other : bid;
        }
        round.bids[seat] = (int8_t)bid;
        prior += bid;
    }
    memcpy(round.hands, hands, sizeof round.hands);
    while (round.left > 0) {
        const int seat = round.turn;
        const uint64_t legal = wizard_legal(round.hands[seat], round.follow);
        int place = lowest_bit(legal);
        if (is_choice(legal)) {
            switch (match->kinds[who[seat]]) {
            case PS_WIZARD_RANDOM:
                place = pick_random(&dice, legal);
                break;
            case PS_WIZARD_CAUTIOUS:
                place = play_cautious(&round, legal);
                break;
            case PS_WIZARD_BOLD:
                place = play_bold(&round, legal);
                break;
            case PS_WIZARD_LEARNED:
                place = play_learned(model, &round, legal);
                break;
            default: {
                struct wizard_round seen = round;
                memset(seen.hands, 0, sizeof seen.hands);
                seen.hands[seat] = round.hands[seat];
                search->own_seat = seat;
                if (match->practice > 0) {
                    struct decision decision;
                    describe(&round, legal, &decision);
                    if (decision.cards > 1) {
                        practise(search, &round, match, who, model, settings, &decision, result);
                    }
                    place = choose_card(model, &round, legal, settings->own_style);
                } else if (is_choice(distinct_cards(&round, seen.hands[seat], legal,
                                                    unseen_by(&round, seen.hands[seat])))) {
                    search_card(search, &seen, model, settings,
                                stream_of(match->seed, number, (uint64_t)(100 + search->plays)));
                    place = search->option[search->best].choice;
                    keep_sample(result, search, round.bids[seat], round.left, who[seat]);
                }
                if (match->explore > 0 && dice_unit(&dice) < match->explore) {
                    place = pick_random(&dice, legal);
                }
            }
            }
        }
        search->history[search->plays].seat = (int8_t)seat;
        search->history[search->plays++].place = (int8_t)place;
        wizard_play(&round, place);
    }
    for (int seat = 0; seat < players; seat++) {
        int made = round.bids[seat] == round.tricks[seat];
        result->points[who[seat]] += wizard_score(round.bids[seat], round.tricks[seat]);
        result->made[who[seat]] += made;
        for (int64_t i = first_sample; i < result->sample_count; i++) {
            float *row = result->samples + PS_WIZARD_SAMPLE * i;
            if (row[3] == (float)who[seat]) {
                row[1] = (float)made;
            }
        }
    }
    result->rounds++;
}

static TARGET void play_match(struct search *search, const ps_wizard_match *match,
                              const struct ps_wizard_model *model,
                              const ps_wizard_settings *settings, int64_t game,
                              ps_wizard_result *result) {
    memset(result->points, 0, sizeof result->points);
    memset(result->made, 0, sizeof result->made);
    result->rounds = 0;
    int last = WIZARD_DECK / match->players;
    for (int size = 1; size <= last; size++) {
        play_match_round(search, match, model, settings, game, size, result);
    }
}

#endif
