/* game.c: the deal and the round of War, step by step. The loop that plays whole games fast is
 * play.c; both use the functions here for everything but an ordinary round. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int war_check(const ps_war_setup *setup) {
    if (setup->players < 2 || setup->players > WAR_SEATS || setup->face_down < 0 ||
        setup->face_down > 3 || setup->max_rounds < 0 || setup->max_rounds > PS_WAR_MOST_ROUNDS ||
        setup->give_up == 0 ||
        (setup->short_rule != PS_WAR_LAST_CARD && setup->short_rule != PS_WAR_LOSE)) {
        return PS_ERROR_ARGUMENT;
    }
    int count = 0;
    for (int seat = 0; seat < setup->players; seat++) {
        if (setup->pickup[seat] > PS_WAR_LOW_FIRST) {
            return PS_ERROR_ARGUMENT;
        }
        count += setup->sizes[seat];
    }
    if (count > DECK) {
        return PS_ERROR_ARGUMENT;
    }
    uint64_t seen = 0;
    for (int i = 0; i < count; i++) {
        uint8_t card = setup->cards[i];
        if (card == PS_WAR_UNKNOWN) {
            continue;
        }
        if (card >= DECK || seen >> card & 1) {
            return PS_ERROR_CARD;
        }
        seen |= 1ULL << card;
    }
    return PS_OK;
}

int war_plan_make(struct war_plan *plan, const ps_war_setup *setup) {
    int status = war_check(setup);
    if (status != PS_OK) {
        return status;
    }
    memset(plan, 0, sizeof *plan);
    plan->players = (uint32_t)setup->players;
    plan->laid = (uint32_t)setup->face_down + 1;
    plan->lose = setup->short_rule == PS_WAR_LOSE;
    plan->by_count = setup->max_rounds > 0;
    uint32_t shuffled = 0, at = 0;
    uint64_t known = 0;
    for (uint32_t seat = 0; seat < plan->players; seat++) {
        plan->pickup[seat] = setup->pickup[seat];
        shuffled += setup->pickup[seat] == PS_WAR_SHUFFLED;
        plan->sizes[seat] = setup->sizes[seat];
        for (uint32_t i = 0; i < setup->sizes[seat]; i++) {
            uint8_t card = setup->cards[at++];
            if (card == PS_WAR_UNKNOWN) {
                plan->places[plan->unknown++] = (uint16_t)(seat * WAR_STRIDE + i);
            } else {
                plan->cards[seat][i] = card;
                known |= 1ULL << card;
            }
        }
    }
    plan->all_shuffled = shuffled == plan->players;
    plan->limit = setup->max_rounds > 0 ? (uint32_t)setup->max_rounds : setup->give_up;
    for (uint64_t left = ~known & ((1ULL << DECK) - 1); left; left &= left - 1) {
        plan->others[plan->unseen++] = (uint8_t)lowest_bit(left);
    }
    return PS_OK;
}

#ifdef PYSOLVER_CHECKS
static uint64_t count_in(const uint8_t *cards, uint32_t count, uint64_t seen) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = cards[i] < DECK ? 1ULL << cards[i] : 0;
        if (!bit || seen & bit) {
            fprintf(stderr, "war: %u is no card or stands twice\n", (unsigned)cards[i]);
            abort();
        }
        seen |= bit;
    }
    return seen;
}

static uint64_t war_cards(const struct ps_war_game *game) {
    uint64_t seen = count_in(game->table, game->on_table, 0);
    for (uint32_t seat = 0; seat < game->plan->players; seat++) {
        if (game->head[seat] > game->tail[seat] || game->tail[seat] > WAR_ROOM) {
            fprintf(stderr, "war: a pile has left its room\n");
            abort();
        }
        seen = count_in(game->cards[seat] + game->head[seat], war_size(game, seat), seen);
    }
    return seen;
}

void war_count_cards(const struct ps_war_game *game) {
    if (war_cards(game) != game->deck) {
        fprintf(stderr, "war: a card was lost in round %u\n", (unsigned)game->rounds);
        abort();
    }
}
#endif

void war_deal(struct ps_war_game *game, const struct war_plan *plan, uint64_t seed,
              uint64_t number) {
    chance_start(&game->chance, seed, number);
    game->plan = plan;
    game->rounds = game->battles = game->quiet = 0;
    game->last_tie = game->on_table = 0;
    for (uint32_t seat = 0; seat < plan->players; seat++) {
        game->head[seat] = 0;
        game->tail[seat] = plan->sizes[seat];
        game->seats[seat] = (uint8_t)seat;
        memcpy(game->cards[seat], plan->cards[seat], DECK);
    }
    uint8_t others[DECK];
    memcpy(others, plan->others, DECK);
    uint8_t *cards = (uint8_t *)game->cards;
    for (uint32_t i = 0; i < plan->unknown; i++) {
        uint32_t j = i + chance_below(&game->chance, plan->unseen - i);
        cards[plan->places[i]] = others[j];
        others[j] = others[i];
    }
    game->live = plan->players;
    war_drop(game);
#ifdef PYSOLVER_CHECKS
    game->deck = war_cards(game);
#endif
}

void war_drop(struct ps_war_game *game) {
    uint32_t live = 0;
    for (uint32_t i = 0; i < game->live; i++) {
        game->seats[live] = game->seats[i];
        live += war_size(game, game->seats[i]) > 0;
    }
    game->live = live;
}

/* A seat with cards lays `count` of them (1..4), or what is left. Returns the last one, which is
 * the one face up. Four are copied in any case; those too many are overwritten or never read. */
static uint8_t lay(struct ps_war_game *game, uint32_t seat, uint32_t count) {
    uint32_t size = war_size(game, seat), at = game->on_table;
    count = size < count ? size : count;
    memcpy(game->table + at, game->cards[seat] + game->head[seat], 4);
    memset(game->owners + at, (int)seat, 4);
    game->head[seat] += count;
    game->on_table = at + count;
    return game->table[at + count - 1];
}

/* The seats among `seats` that show the highest rank. */
static uint32_t highest(uint32_t seats, const uint8_t *faces) {
    uint32_t best = 0, tied = 0;
    for (uint32_t left = seats; left; left &= left - 1) {
        uint32_t seat = (uint32_t)lowest_bit(left), rank = faces[seat] >> 2;
        if (rank > best || !tied) {
            best = rank;
            tied = 0;
        }
        tied |= (uint32_t)(rank == best) << seat;
    }
    return tied;
}

static void tell(const struct ps_war_game *game, ps_war_round *round, uint32_t from, int battle) {
    if (!round) {
        return;
    }
    for (uint32_t i = from; i < game->on_table; i++) {
        round->cards[i] = game->table[i];
        round->owners[i] = game->owners[i];
        round->battle_of[i] = (uint8_t)battle;
        /* the last card that a player lays at a time is the one face up */
        round->face_up[i] = i + 1 == game->on_table || game->owners[i + 1] != game->owners[i];
    }
    round->count = (int32_t)game->on_table;
    round->battles = battle;
}

int war_battle(struct ps_war_game *game, uint32_t tied, ps_war_round *round) {
    uint8_t faces[WAR_SEATS] = {0};
    for (int battle = 1; tied & (tied - 1); battle++) {
        game->battles++;
        game->last_tie = tied;
        uint32_t least = game->plan->lose ? game->plan->laid : 1;
        for (uint32_t left = tied; left; left &= left - 1) {
            uint32_t seat = (uint32_t)lowest_bit(left);
            if (war_size(game, seat) < least) {
                tied ^= 1u << seat;
            }
        }
        uint32_t before = game->on_table;
        /* a player left alone has won, and lays nothing */
        if (tied & (tied - 1)) {
            for (uint32_t left = tied; left; left &= left - 1) {
                uint32_t seat = (uint32_t)lowest_bit(left);
                faces[seat] = lay(game, seat, game->plan->laid);
            }
            tied = highest(tied, faces);
        }
        tell(game, round, before, battle);
    }
    return tied ? lowest_bit(tied) : NOBODY;
}

/* The winner's cards, then the others' in turn from the winner's left, each in the order laid. */
static void winner_first(const struct ps_war_game *game, uint32_t winner, uint8_t *to) {
    for (uint32_t i = 0; i < game->plan->players; i++) {
        uint32_t seat = (winner + i) % game->plan->players;
        for (uint32_t j = 0; j < game->on_table; j++) {
            *to = game->table[j];
            to += game->owners[j] == seat;
        }
    }
}

/* By rank, equal ranks in the order laid. `flip` is 0 for low first, 15 for high first. */
static void by_rank(const struct ps_war_game *game, uint32_t flip, uint8_t *to) {
    for (uint32_t i = 0; i < game->on_table; i++) {
        uint8_t card = game->table[i];
        uint32_t key = (uint32_t)(card >> 2) ^ flip, j = i;
        for (; j > 0 && ((uint32_t)(to[j - 1] >> 2) ^ flip) > key; j--) {
            to[j] = to[j - 1];
        }
        to[j] = card;
    }
}

void war_to_front(struct ps_war_game *game, uint32_t seat) {
    uint32_t size = war_size(game, seat);
    memmove(game->cards[seat], game->cards[seat] + game->head[seat], size);
    game->head[seat] = 0;
    game->tail[seat] = size;
}

void war_take(struct ps_war_game *game, uint32_t winner) {
    if (game->tail[winner] > WAR_FULL) {
        war_to_front(game, winner);
    }
    uint8_t *to = game->cards[winner] + game->tail[winner];
    switch (game->plan->pickup[winner]) {
    case PS_WAR_SHUFFLED:
        shuffle_into(&game->chance, game->table, game->on_table, to);
        game->quiet = 0;
        break;
    case PS_WAR_WINNER_FIRST:
        winner_first(game, winner, to);
        break;
    case PS_WAR_SEAT_ORDER:
        memcpy(to, game->table, game->on_table);
        break;
    case PS_WAR_HIGH_FIRST:
        by_rank(game, 15, to);
        break;
    default:
        by_rank(game, 0, to);
        break;
    }
    game->tail[winner] += game->on_table;
    game->on_table = 0;
}

void war_round(struct ps_war_game *game, ps_war_round *round) {
    uint8_t faces[WAR_SEATS] = {0};
    uint32_t shown = 0, carried = game->on_table;
    for (uint32_t i = 0; i < game->live; i++) {
        uint32_t seat = game->seats[i];
        faces[seat] = lay(game, seat, 1);
        shown |= 1u << seat;
    }
    if (round) {
        tell(game, round, 0, 0);
        round->carried = (int32_t)carried;
    }
    game->rounds++;
    game->quiet++;
    uint32_t tied = highest(shown, faces);
    int winner = tied & (tied - 1) ? war_battle(game, tied, round) : lowest_bit(tied);
    if (round) {
        round->winner = winner;
    }
    if (winner != NOBODY) {
        uint32_t count = game->on_table;
        war_take(game, (uint32_t)winner);
        if (round) {
            memcpy(round->picked_up, game->cards[winner] + game->tail[winner] - count, count);
        }
    }
    war_drop(game);
    war_count_cards(game);
}

uint32_t war_winners(const struct ps_war_game *game) {
    if (game->live == 0) {
        return game->last_tie;
    }
    uint32_t most = 0, winners = 0;
    for (uint32_t i = 0; i < game->live; i++) {
        uint32_t seat = game->seats[i], size = war_size(game, seat);
        if (size > most) {
            most = size;
            winners = 0;
        }
        winners |= (uint32_t)(size == most) << seat;
    }
    return winners;
}

/* A game with the plan it points to; freed by the address of its first member. */
struct stepped {
    struct ps_war_game game;
    struct war_plan plan;
};

ps_war_game *ps_war_game_new(const ps_war_setup *setup, uint64_t seed, uint64_t number,
                             int *status) {
    struct stepped *stepped = malloc(sizeof *stepped);
    if (!stepped) {
        *status = PS_ERROR_MEMORY;
        return NULL;
    }
    *status = war_plan_make(&stepped->plan, setup);
    if (*status != PS_OK) {
        free(stepped);
        return NULL;
    }
    war_deal(&stepped->game, &stepped->plan, seed, number);
    return &stepped->game;
}

void ps_war_game_free(ps_war_game *game) {
    free(game);
}

int ps_war_game_round(ps_war_game *game, ps_war_round *round) {
    if (game->live < 2 || game->rounds >= game->plan->limit) {
        return 0;
    }
    war_round(game, round);
    return 1;
}

int ps_war_game_piles(const ps_war_game *game, uint8_t *sizes, uint8_t *cards) {
    for (uint32_t seat = 0; seat < game->plan->players; seat++) {
        uint32_t size = war_size(game, seat);
        sizes[seat] = (uint8_t)size;
        memcpy(cards, game->cards[seat] + game->head[seat], size);
        cards += size;
    }
    memcpy(cards, game->table, game->on_table);
    return (int)game->on_table;
}

int ps_war_game_winners(const ps_war_game *game) {
    int over = game->live < 2 || (game->plan->by_count && game->rounds >= game->plan->limit);
    return over ? (int)war_winners(game) : 0;
}
