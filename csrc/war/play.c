/* play.c: whole games of War, fast.
 *
 * Nearly all rounds are ordinary ones: each live player turns a card, one is the highest, and its
 * owner takes what lies there. play_ordinary does those with the piles' ends in local variables,
 * once compiled for each number of live players, without a branch on who wins; for a tie it puts
 * everything back into the game and calls war_battle. It draws the same random numbers as
 * war_round, so a game is the same whichever way it is played. */
#include <string.h>

#include "cycle.h"
#include "game.h"

#if defined(__GNUC__) || defined(__clang__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

static ALWAYS_INLINE int all_have_cards(const uint8_t *const *head, uint8_t *const *tail,
                                        const uint32_t live) {
    for (uint32_t i = 0; i < live; i++) {
        if (head[i] == tail[i]) {
            return 0;
        }
    }
    return 1;
}

/* Plays on until a tie is settled, a player is out, or `stop` rounds are played. All pick up
 * shuffled, the table is clear, and there is room for all that can be won until then. */
static ALWAYS_INLINE void play_ordinary(struct ps_war_game *game, const uint32_t live,
                                        const uint32_t stop) {
    struct chance chance = game->chance;
    uint32_t rounds = game->rounds, highest;
    uint32_t shown[WAR_SEATS];
    const uint8_t *head[WAR_SEATS];
    uint8_t *tail[WAR_SEATS];
    for (uint32_t i = 0; i < live; i++) {
        uint32_t seat = game->seats[i];
        head[i] = game->cards[seat] + game->head[seat];
        tail[i] = game->cards[seat] + game->tail[seat];
    }
    do {
        uint32_t best = 0;
        for (uint32_t i = 0; i < live; i++) {
            shown[i] = *head[i]++;
            best = shown[i] > best ? shown[i] : best;
        }
        best &= ~3u; /* the first card of its rank */
        highest = 0;
        for (uint32_t i = 0; i < live; i++) {
            highest |= (uint32_t)(shown[i] >= best) << i;
        }
        rounds++;
        if (highest & (highest - 1)) {
            break;
        }
        uint32_t winner = live <= 3 ? highest >> 1 : (uint32_t)lowest_bit(highest);
        uint8_t *to = tail[winner];
        tail[winner] = to + live;
        if (live == 2) {
            shuffle_two(&chance, shown[0], shown[1], to);
        } else if (live == 3) {
            shuffle_three(&chance, shown[0], shown[1], shown[2], to);
        } else {
            uint8_t cards[WAR_SEATS];
            for (uint32_t i = 0; i < live; i++) {
                cards[i] = (uint8_t)shown[i];
            }
            shuffle_into(&chance, cards, live, to);
        }
    } while (rounds != stop && all_have_cards(head, tail, live));

    game->chance = chance;
    game->rounds = rounds;
    uint32_t tied = 0;
    for (uint32_t i = 0; i < live; i++) {
        uint32_t seat = game->seats[i];
        game->head[seat] = (uint32_t)(head[i] - game->cards[seat]);
        game->tail[seat] = (uint32_t)(tail[i] - game->cards[seat]);
        tied |= (highest >> i & 1) << seat;
        game->table[i] = (uint8_t)shown[i];
    }
    if (tied & (tied - 1)) {
        memcpy(game->owners, game->seats, live);
        game->on_table = live;
        int winner = war_battle(game, tied, NULL);
        if (winner != NOBODY) {
            war_take(game, (uint32_t)winner);
        }
    }
    war_drop(game);
    war_count_cards(game);
}

/* The round until which play_ordinary may go on: an ordinary round turns one card of each pile, and
 * a pile of at most 52 cards ends inside its room as long as its head is not past WAR_FULL. */
static uint32_t make_room(struct ps_war_game *game) {
    uint32_t furthest = 0;
    for (uint32_t i = 0; i < game->live; i++) {
        uint32_t seat = game->seats[i];
        if (game->head[seat] > WAR_ROOM / 2) {
            war_to_front(game, seat);
        }
        furthest = game->head[seat] > furthest ? game->head[seat] : furthest;
    }
    uint32_t rounds = WAR_FULL - furthest;
    return game->plan->limit - game->rounds < rounds ? game->plan->limit : game->rounds + rounds;
}

static void play_shuffled(struct ps_war_game *game) {
    while (game->live > 1 && game->rounds < game->plan->limit) {
        if (game->on_table) {
            war_round(game, NULL);
            continue;
        }
        uint32_t stop = make_room(game);
        switch (game->live) {
        case 2:
            play_ordinary(game, 2, stop);
            break;
        case 3:
            play_ordinary(game, 3, stop);
            break;
        case 4:
            play_ordinary(game, 4, stop);
            break;
        case 5:
            play_ordinary(game, 5, stop);
            break;
        default:
            play_ordinary(game, 6, stop);
            break;
        }
    }
}

/* Plays to the end; whether the game is endless. */
static int play_ordered(struct ps_war_game *game) {
    struct war_search search;
    war_search_start(&search);
    while (game->live > 1 && game->rounds < game->plan->limit) {
        war_round(game, NULL);
        if (!game->plan->by_count && game->live > 1 &&
            war_search_round(&search, game, RANKS_ONLY)) {
            return 1;
        }
    }
    return 0;
}

int64_t ps_war_games(const ps_war_setup *setup, uint64_t seed, uint64_t first, int64_t games,
                     uint8_t *winners, uint8_t *ends, uint32_t *rounds, uint32_t *battles) {
    struct war_plan plan;
    int status = war_plan_make(&plan, setup);
    if (status != PS_OK) {
        return status;
    }
    for (int64_t n = 0; n < games; n++) {
        struct ps_war_game game;
        int endless = 0;
        war_deal(&game, &plan, seed, first + (uint64_t)n);
        if (game.plan->all_shuffled) {
            play_shuffled(&game);
        } else {
            endless = play_ordered(&game);
        }
        int over = game.live < 2 || game.plan->by_count;
        winners[n] = over ? (uint8_t)war_winners(&game) : 0;
        ends[n] = endless ? PS_WAR_ENDLESS : over ? PS_WAR_WON : PS_WAR_UNFINISHED;
        rounds[n] = game.rounds;
        battles[n] = game.battles;
    }
    return games;
}
