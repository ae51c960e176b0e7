/* cycle.c: endless games and the exact length of their cycles. */
#include "cycle.h"

#include <string.h>

void war_search_start(struct war_search *search) {
    search->steps = 0;
    search->power = FIRST_KEPT;
    search->kept = 0;
}

static void keep(struct war_search *search, const struct ps_war_game *game) {
    uint8_t *to = search->cards;
    for (uint32_t seat = 0; seat < game->plan->players; seat++) {
        uint32_t size = war_size(game, seat);
        search->sizes[seat] = (uint8_t)size;
        memcpy(to, game->cards[seat] + game->head[seat], size);
        to += size;
    }
    search->sizes[WAR_SEATS] = (uint8_t)game->on_table;
    memcpy(to, game->table, game->on_table);
    memcpy(search->owners, game->owners, game->on_table);
    search->kept = 1;
}

static int same_cards(const uint8_t *a, const uint8_t *b, uint32_t count, int bits) {
    for (uint32_t i = 0; i < count; i++) {
        if ((a[i] ^ b[i]) & bits) {
            return 0;
        }
    }
    return 1;
}

static int is_kept(const struct war_search *search, const struct ps_war_game *game, int bits) {
    if (search->sizes[WAR_SEATS] != game->on_table) {
        return 0;
    }
    for (uint32_t seat = 0; seat < game->plan->players; seat++) {
        if (search->sizes[seat] != war_size(game, seat)) {
            return 0;
        }
    }
    const uint8_t *kept = search->cards;
    for (uint32_t seat = 0; seat < game->plan->players; seat++) {
        uint32_t size = search->sizes[seat];
        if (!same_cards(kept, game->cards[seat] + game->head[seat], size, bits)) {
            return 0;
        }
        kept += size;
    }
    return same_cards(kept, game->table, game->on_table, bits) &&
           memcmp(search->owners, game->owners, game->on_table) == 0;
}

int war_search_round(struct war_search *search, const struct ps_war_game *game, int bits) {
    if (game->quiet == 0) {
        war_search_start(search);
        return 0;
    }
    search->steps++;
    if (search->kept && is_kept(search, game, bits)) {
        return 1;
    }
    if (search->steps >= search->power) {
        keep(search, game);
        search->power = search->kept ? search->power * 2 : search->power;
        search->steps = 0;
    }
    return 0;
}

/* Plays on to a round. */
static void play_to(struct ps_war_game *game, uint32_t rounds) {
    while (game->rounds < rounds) {
        war_round(game, NULL);
    }
}

int ps_war_cycle(const ps_war_setup *setup, uint64_t seed, uint64_t number, int by_rank,
                 uint32_t *start, uint32_t *length) {
    struct war_plan plan;
    int status = war_plan_make(&plan, setup);
    if (status != PS_OK) {
        return status;
    }
    int bits = by_rank ? RANKS_ONLY : WHOLE_CARDS, found = 0;
    struct ps_war_game game;
    struct war_search search;
    war_deal(&game, &plan, seed, number);
    war_search_start(&search);
    uint32_t limit = by_rank ? game.plan->limit : UINT32_MAX;
    while (!found && game.live > 1 && game.rounds < limit && !game.plan->by_count) {
        war_round(&game, NULL);
        found = game.live > 1 && war_search_round(&search, &game, bits);
    }
    if (!found) {
        return 0;
    }
    /* Two copies, the length of the cycle apart, meet where it begins. */
    uint32_t last_chance = game.rounds - game.quiet;
    struct ps_war_game behind, ahead;
    war_deal(&behind, &plan, seed, number);
    play_to(&behind, last_chance);
    ahead = behind;
    play_to(&ahead, last_chance + search.steps);
    for (;;) {
        keep(&search, &behind);
        if (is_kept(&search, &ahead, bits)) {
            break;
        }
        war_round(&behind, NULL);
        war_round(&ahead, NULL);
    }
    *start = behind.rounds;
    *length = ahead.rounds - behind.rounds;
    return 1;
}
