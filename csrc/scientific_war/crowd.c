/* crowd.c: a mix for one of three and more players, by regrets over tables dealt at random.
 *
 * Each pass deals the cards that the player does not see, lets everybody choose one trick by what
 * he regrets so far, and asks what each of one player's choices would have come to against the
 * others': the trick is played, then a few at random, then the cards are counted. Everybody learns
 * by the same passes. The average of the player's mixes comes out, without what the passes that
 * value it show to be clearly worth less than the best: on tables dealt at random regrets never
 * come to rest, and every choice keeps a share. With three and more players this approaches no
 * equilibrium by necessity; it is a sensible mix against others who learn as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../cards.h"
#include "../rng.h"
#include "game.h"

enum {
    CHOICES = PS_SCIENTIFIC_CHOICES,
    SEATS = PS_SCIENTIFIC_SEATS,
    CODES = 32,
    CLEARLY = 2, /* standard errors */
    RANDOM_TRICKS = 3
};

struct crowd {
    const ps_scientific_rules *rules;
    const ps_scientific_view *view;
    struct rng rng;
    double regrets[SEATS][CODES];
    double chosen[SEATS][CODES]; /* everybody's mixes, added up */
};

static double unit(struct rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static int view_sees(const ps_scientific_view *view) {
    int seen = 0;
    for (int player = 0; player < SEATS; player++) {
        seen |= view->seen[player] != PS_SCIENTIFIC_NOTHING;
    }
    return seen;
}

/* PS_OK, or what is wrong with the view. */
static int view_check(const ps_scientific_rules *rules, const ps_scientific_view *view) {
    int status = scientific_rules_check(rules);
    if (status != PS_OK) {
        return status;
    }
    int unseen = count_of_cards(view->unseen), others = 0, good = 1, me = view->player;
    if (me < 0 || me >= rules->players) {
        return PS_ERROR_ARGUMENT;
    }
    for (int player = 0; player < rules->players; player++) {
        int total = view->totals[player], size = view->hand_sizes[player];
        good &= total >= 0 && total <= 14 * SEATS && size <= total && size >= -1;
        if (player == me) {
            good &= count_of_cards(view->state.hands[me]) + count_of_cards(view->state.piles[me]) ==
                    total;
            continue;
        }
        int swaps = view->state.may_swap >> player & 1;
        good &= !view->state.hands[player] && !view->state.piles[player];
        good &= size != 0 || !total;
        good &= !swaps || (total > 1 && (size < 0 || size < total));
        others += total;
        int seen = view->seen[player];
        good &= seen == PS_SCIENTIFIC_NOTHING || (seen < SCIENTIFIC_KINDS && total > 0);
        if (seen < SCIENTIFIC_KINDS) {
            good &= count_of_rank(view->unseen, seen) > 0;
        }
    }
    good &= others == unseen && view->deal >= 1 && view->seen[me] == PS_SCIENTIFIC_NOTHING;
    good &= view->state.peeker == me || !view_sees(view);
    return good ? PS_OK : PS_ERROR_ARGUMENT;
}

/* A table that the player's view allows: the cards not seen, dealt to the others' hands and piles.
 */
static void deal(struct crowd *crowd, ps_scientific_state *state) {
    const ps_scientific_view *view = crowd->view;
    uint8_t cards[16 * SEATS];
    int count = 0;
    *state = view->state;
    for (int rank = 0; rank < SCIENTIFIC_KINDS; rank++) {
        int left = count_of_rank(view->unseen, rank);
        for (int player = 0; player < crowd->rules->players; player++) {
            left -= view->seen[player] == rank;
        }
        for (; left > 0; left--) {
            cards[count++] = (uint8_t)rank;
        }
    }
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(&crowd->rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
    int at = 0;
    for (int player = 0; player < crowd->rules->players; player++) {
        int total = view->totals[player];
        if (player == view->player || !total) {
            continue;
        }
        int hand = view->hand_sizes[player];
        if (hand < 0) {
            /* In the first round of the hands all are as large; later any size may be. */
            int most = total - (state->may_swap >> player & 1);
            int left = view->deal - state->tricks;
            hand = left > 0 ? left : 1 + (int)rng_below(&crowd->rng, (uint32_t)most);
            hand = hand < most ? hand : most;
        }
        int seen = view->seen[player] != PS_SCIENTIFIC_NOTHING;
        for (int k = 0; k < total; k++) {
            int rank;
            if (k == 0 && seen) {
                rank = view->seen[player]; /* chosen already, from the hand */
            } else {
                rank = cards[at++];
            }
            *(k < hand ? &state->hands[player] : &state->piles[player]) += one_card(rank);
        }
    }
}

/* What the player would win if the game were counted now, in the spirit of most cards win. */
static double count_now(const ps_scientific_rules *rules, const ps_scientific_state *state,
                        int player) {
    int winners = ps_scientific_winners(rules, state);
    int players = rules->players;
    double share;
    if (winners > 0) {
        share = (winners >> player & 1) / (double)bit_count((uint64_t)winners);
    } else {
        double sum = 0.0, own = 0.0;
        for (int p = 0; p < players; p++) {
            double total = count_of_cards(state->hands[p]) + count_of_cards(state->piles[p]);
            double weight = total * total * total;
            sum += weight;
            own = p == player ? weight : own;
        }
        share = own / sum;
    }
    return (players * share - 1.0) / (players - 1.0);
}

static int random_choice(struct rng *rng, const ps_scientific_rules *rules,
                         const ps_scientific_state *state, int player) {
    uint8_t choices[CHOICES];
    int count = ps_scientific_choices(rules, state, player, choices);
    return count > 0 ? choices[rng_below(rng, (uint32_t)count)] : PS_SCIENTIFIC_NOTHING;
}

/* The trick, a few at random, and a count. */
static double play_out(struct crowd *crowd, const ps_scientific_state *table,
                       const uint8_t *choices, int player, struct rng rng) {
    ps_scientific_state state = *table;
    const ps_scientific_rules *rules = crowd->rules;
    ps_scientific_play(rules, &state, choices);
    for (int trick = 0; trick < RANDOM_TRICKS && ps_scientific_over(rules, &state) == 0; trick++) {
        uint8_t next[SEATS];
        for (int p = 0; p < rules->players; p++) {
            next[p] = (uint8_t)random_choice(&rng, rules, &state, p);
        }
        ps_scientific_play(rules, &state, next);
    }
    return count_now(rules, &state, player);
}

/* The mix that the regrets ask for. */
static void match(const double *regrets, const uint8_t *choices, int count, double *mix) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        mix[i] = regrets[choices[i]] > 0.0 ? regrets[choices[i]] : 0.0;
        sum += mix[i];
    }
    for (int i = 0; i < count; i++) {
        mix[i] = sum > 0.0 ? mix[i] / sum : 1.0 / count;
    }
}

static int draw(struct rng *rng, const double *mix, int count) {
    double at = unit(rng);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (mix[i] > 0.0) {
            last = i;
            at -= mix[i];
            if (at < 0.0) {
                break;
            }
        }
    }
    return last;
}

/* What the peeker chooses when he has seen the others' choices: the best by a count after it. */
static uint8_t answer(const ps_scientific_rules *rules, const ps_scientific_state *table,
                      const uint8_t *choices, int peeker) {
    uint8_t legal[CHOICES], tried[SEATS], best = PS_SCIENTIFIC_NOTHING;
    int count = ps_scientific_choices(rules, table, peeker, legal);
    double most = -2.0;
    memcpy(tried, choices, sizeof tried);
    for (int i = 0; i < count; i++) {
        ps_scientific_state state = *table;
        tried[peeker] = legal[i];
        ps_scientific_play(rules, &state, tried);
        double worth = count_now(rules, &state, peeker);
        if (worth > most) {
            most = worth;
            best = legal[i];
        }
    }
    return best;
}

/* One pass: the learner's choices, the mix that he plays and what each of them came to. */
static int pass(struct crowd *crowd, double (*weights)[CODES], int learner, uint8_t *own,
                double *own_mix, double *worth) {
    const ps_scientific_rules *rules = crowd->rules;
    const ps_scientific_view *view = crowd->view;
    ps_scientific_state state;
    uint8_t choices[SEATS], legal[CHOICES];
    double mix[CHOICES];
    int own_count = 0;
    memset(choices, PS_SCIENTIFIC_NOTHING, sizeof choices);
    deal(crowd, &state);
    for (int player = 0; player < rules->players; player++) {
        int count = ps_scientific_choices(rules, &state, player, legal);
        if (count <= 0) {
            continue;
        }
        match(weights[player], legal, count, mix);
        choices[player] = legal[draw(&crowd->rng, mix, count)];
        if (view->seen[player] != PS_SCIENTIFIC_NOTHING) {
            choices[player] = view->seen[player];
        }
        if (player == learner) {
            own_count = count;
            memcpy(own, legal, sizeof legal);
            memcpy(own_mix, mix, sizeof mix);
        }
    }
    struct rng after;
    rng_start(&after, rng_next(&crowd->rng), 0);
    int peeker = state.peeker >= 0 && state.peeker != view->player ? state.peeker : -1;
    for (int i = 0; i < own_count; i++) {
        choices[learner] = own[i];
        if (peeker >= 0 && peeker != learner) {
            choices[peeker] = answer(rules, &state, choices, peeker);
        }
        worth[i] = play_out(crowd, &state, choices, learner, after);
    }
    return own_count;
}

static void learn(struct crowd *crowd, int learner, int *games) {
    uint8_t own[CHOICES];
    double mix[CHOICES], worth[CHOICES], mean = 0.0;
    int count = pass(crowd, crowd->regrets, learner, own, mix, worth);
    for (int i = 0; i < count; i++) {
        mean += mix[i] * worth[i];
    }
    for (int i = 0; i < count; i++) {
        double regret = crowd->regrets[learner][own[i]] + worth[i] - mean;
        crowd->regrets[learner][own[i]] = regret > 0.0 ? regret : 0.0;
        crowd->chosen[learner][own[i]] += mix[i];
    }
    *games += count;
}

/* What the choices came to in the passes, one by one and by pairs. */
struct worths {
    int count, passes;
    double sums[CHOICES], products[CHOICES][CHOICES];
};

static void add(struct worths *worths, const double *worth) {
    for (int i = 0; i < worths->count; i++) {
        worths->sums[i] += worth[i];
        for (int j = 0; j < worths->count; j++) {
            worths->products[i][j] += worth[i] * worth[j];
        }
    }
    worths->passes++;
}

/* The mean worth of a sum of choices and its standard error. */
static double mean_of(const struct worths *worths, const double *shares, double *error) {
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < worths->count; i++) {
        mean += shares[i] * worths->sums[i] / worths->passes;
        for (int j = 0; j < worths->count; j++) {
            square += shares[i] * shares[j] * worths->products[i][j] / worths->passes;
        }
    }
    double spread = square - mean * mean;
    *error = sqrt((spread > 0.0 ? spread : 0.0) / (worths->passes - 1));
    return mean;
}

/* Values, and of the mix what is not clearly worth less than the best; of a peeker's the best. */
static void conclude(const struct worths *worths, const double *mix, int peeking,
                     ps_scientific_crowd_advice *advice) {
    int count = worths->count, best = 0;
    double kept = 0.0;
    for (int i = 0; i < count; i++) {
        double alone[CHOICES] = {0.0};
        alone[i] = 1.0;
        advice->evs[i] = mean_of(worths, alone, &advice->stderrs[i]);
        best = advice->evs[i] > advice->evs[best] ? i : best;
    }
    for (int i = 0; i < count; i++) {
        double gap[CHOICES] = {0.0}, error;
        gap[best] += 1.0;
        gap[i] -= 1.0;
        double behind = mean_of(worths, gap, &error);
        int good = peeking ? i == best : i == best || behind <= CLEARLY * error;
        advice->mix[i] = good ? mix[i] : 0.0;
        kept += advice->mix[i];
    }
    for (int i = 0; i < count; i++) {
        advice->mix[i] = kept > 0.0 && !peeking ? advice->mix[i] / kept : i == best;
    }
    advice->value = mean_of(worths, advice->mix, &advice->stderr_of_value);
}

int ps_scientific_crowd(const ps_scientific_rules *rules, const ps_scientific_view *view,
                        uint64_t seed, int iterations, ps_scientific_crowd_advice *advice) {
    int status = view_check(rules, view);
    if (status != PS_OK || iterations < 1) {
        return status != PS_OK ? status : PS_ERROR_ARGUMENT;
    }
    struct crowd *crowd = calloc(1, sizeof *crowd);
    if (!crowd) {
        return PS_ERROR_MEMORY;
    }
    crowd->rules = rules;
    crowd->view = view;
    rng_start(&crowd->rng, seed, 0);
    memset(advice, 0, sizeof *advice);
    ps_scientific_state table;
    deal(crowd, &table);
    status = ps_scientific_over(rules, &table);
    if (status != 0 || !table.hands[view->player]) {
        free(crowd);
        return status < 0 ? status : PS_ERROR_ARGUMENT;
    }
    int games = 0, me = view->player, peeking = view->state.peeker == me;
    /* Who sees the others' choices has nothing to learn from theirs. */
    for (int number = 0; games < iterations / 2 && !peeking; number++) {
        int learner =
            number & 1 ? (me + 1 + (number >> 1) % (rules->players - 1)) % rules->players : me;
        learn(crowd, learner, &games);
        games += 1; /* (a player who is out learns nothing, and must not hold up the count) */
    }
    double mix[CHOICES], worth[CHOICES];
    struct worths worths = {.passes = 0};
    while (worths.passes < 2 || games < iterations) {
        worths.count = pass(crowd, crowd->chosen, me, advice->choices, mix, worth);
        add(&worths, worth);
        games += worths.count;
    }
    conclude(&worths, mix, peeking, advice);
    advice->count = worths.count;
    advice->games = games;
    free(crowd);
    return PS_OK;
}
