/* deals.h: hands of the other seats that fit all that one seat has seen.
 *
 * Seats are dealt one after the other from the unseen cards of suits they have not shown to be out
 * of. Unless no such suit is known, some deals come out more often than others: each carries the
 * logarithm of the number of ways it stood for, its weight. Where a seat is often left without
 * enough cards, cards are dealt one by one instead, each only to a seat that leaves the others
 * able to fill their hands (Hall's condition), which never fails when a deal exists. */
#ifndef PS_WIZARD_DEALS_H
#define PS_WIZARD_DEALS_H

#include "bits.h"
#include "engine.h"

struct unseen {
    int players;
    int others;                     /* seats to deal to */
    uint64_t cards;                 /* to deal from; some may stay undealt */
    uint64_t allowed[WIZARD_SEATS]; /* of these, by seat */
    uint8_t needed[WIZARD_SEATS];
    uint8_t seats[WIZARD_SEATS]; /* the seats to deal to, the most constrained first */
    int constrained;             /* some seat may not hold some card */
    int one_by_one;
};

/* Enough cards for every group of seats; then a deal exists. */
static inline TARGET int can_fill(const struct unseen *unseen, uint64_t cards,
                                  const uint8_t *needed) {
    uint64_t together[1 << (WIZARD_SEATS - 1)];
    int wanted[1 << (WIZARD_SEATS - 1)];
    together[0] = 0;
    wanted[0] = 0;
    for (int i = 0; i < unseen->others; i++) {
        int seat = unseen->seats[i];
        for (int group = 0; group < 1 << i; group++) {
            int with = group | 1 << i;
            together[with] = together[group] | (unseen->allowed[seat] & cards);
            wanted[with] = wanted[group] + needed[seat];
            if (count(together[with]) < wanted[with]) {
                return 0;
            }
        }
    }
    return 1;
}

static TARGET int deal_by_seats(struct dice *dice, const struct unseen *unseen,
                                const struct logarithms *logs, uint64_t *hands, float *weight) {
    uint64_t cards = unseen->cards;
    float log_ways = 0;
    for (int i = 0; i < unseen->others; i++) {
        int seat = unseen->seats[i], needed = unseen->needed[seat], size = 0;
        uint8_t deck[64];
        uint64_t allowed = cards & unseen->allowed[seat];
        for (uint64_t rest = allowed; rest; rest &= rest - 1) {
            deck[size++] = (uint8_t)lowest_bit(rest);
        }
        if (size < needed) {
            return 0;
        }
        log_ways += logs->factorial[size] - logs->factorial[size - needed];
        hands[seat] = draw_cards(dice, deck, size, needed);
        cards &= ~hands[seat];
    }
    *weight = unseen->constrained ? log_ways : 0;
    return 1;
}

static TARGET void deal_one_by_one(struct dice *dice, const struct unseen *unseen,
                                   const struct logarithms *logs, uint64_t *hands, float *weight) {
    uint8_t needed[WIZARD_SEATS], deck[64];
    uint64_t cards = unseen->cards;
    int size = 0, spare = count(cards);
    float log_chance = 0;
    for (int i = 0; i < unseen->others; i++) {
        int seat = unseen->seats[i];
        needed[seat] = unseen->needed[seat];
        spare -= needed[seat];
        hands[seat] = 0;
    }
    for (uint64_t rest = cards; rest; rest &= rest - 1) {
        deck[size++] = (uint8_t)lowest_bit(rest);
    }
    for (; size > 0; size--) {
        /* The cards with the fewest takers first would be quicker; by place is enough. */
        uint64_t bit = 1ULL << deck[size - 1];
        int options[WIZARD_SEATS + 1], slots[WIZARD_SEATS + 1], found = 0, total = 0;
        cards &= ~bit;
        for (int i = 0; i < unseen->others; i++) {
            int seat = unseen->seats[i];
            if (needed[seat] && unseen->allowed[seat] & bit) {
                needed[seat]--;
                if (can_fill(unseen, cards, needed)) {
                    options[found] = seat;
                    slots[found] = needed[seat] + 1;
                    total += slots[found++];
                }
                needed[seat]++;
            }
        }
        if (spare > 0 && can_fill(unseen, cards, needed)) {
            options[found] = -1;
            slots[found] = spare;
            total += slots[found++];
        }
        int at = (int)dice_below(dice, (uint32_t)total), choice = 0;
        while (at >= slots[choice]) {
            at -= slots[choice++];
        }
        log_chance += logs->of[slots[choice]] - logs->of[total];
        if (options[choice] < 0) {
            spare--;
        } else {
            needed[options[choice]]--;
            hands[options[choice]] |= bit;
        }
    }
    *weight = -log_chance;
}

enum { PILOT_DEALS = 64, PILOT_FEWEST = 16 };

/* The seats to deal to in order: those with the least choice first. */
static TARGET void unseen_order(struct unseen *unseen, int own_seat) {
    int slack[WIZARD_SEATS];
    unseen->others = 0;
    unseen->constrained = 0;
    unseen->one_by_one = 0;
    for (int seat = 0; seat < unseen->players; seat++) {
        if (seat == own_seat || !unseen->needed[seat]) {
            continue;
        }
        unseen->allowed[seat] &= unseen->cards;
        unseen->constrained |= unseen->allowed[seat] != unseen->cards;
        slack[seat] = count(unseen->allowed[seat]) - unseen->needed[seat];
        int i = unseen->others++;
        for (; i > 0 && slack[unseen->seats[i - 1]] > slack[seat]; i--) {
            unseen->seats[i] = unseen->seats[i - 1];
        }
        unseen->seats[i] = (uint8_t)seat;
    }
}

/* Makes ready; 0 when no deal fits. The allowed cards, needs and players are given. */
static TARGET int unseen_start(struct unseen *unseen, int own_seat, uint64_t seed,
                               const struct logarithms *logs) {
    unseen_order(unseen, own_seat);
    if (!can_fill(unseen, unseen->cards, unseen->needed)) {
        return 0;
    }
    if (unseen->constrained) {
        struct dice dice;
        int dealt = 0;
        dice_start(&dice, seed, ~0ULL);
        for (int i = 0; i < PILOT_DEALS; i++) {
            uint64_t hands[WIZARD_SEATS];
            float weight;
            dealt += deal_by_seats(&dice, unseen, logs, hands, &weight);
        }
        unseen->one_by_one = dealt < PILOT_FEWEST;
    }
    return 1;
}

/* Fills the hands of the other seats; the weight is a natural logarithm. */
static TARGET void deal_unseen(struct dice *dice, const struct unseen *unseen,
                               const struct logarithms *logs, uint64_t *hands, float *weight) {
    if (unseen->one_by_one) {
        deal_one_by_one(dice, unseen, logs, hands, weight);
        return;
    }
    while (!deal_by_seats(dice, unseen, logs, hands, weight)) {
    }
}

#endif
