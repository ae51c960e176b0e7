/* scan.c: every split of a hand, one by one: for the alternatives to the best and for rules under
 * which the search's shortcuts do not hold. About a hundred times slower than the search. */
#include <stdlib.h>
#include <string.h>

#include "arranger.h"

/* What opponents show, three strengths each, and how many show less than each strength. */
struct opponents {
    const uint16_t *strengths;
    int64_t count;
    int bonus;
    int32_t below[3][PS_STRENGTHS + 1];
};

enum { SWEEPS_KEPT = 4096 };
struct counted {
    uint16_t strengths[3]; /* 0 where nothing is kept: no top is that weak */
    int32_t value;
};

struct scan {
    const int32_t *top, *middle, *bottom; /* values by strength */
    int wheel, tower;                     /* enum ps_tower */
    int32_t special[2]; /* chances of an opponent's special hand of type A, B, by a correction */
    const struct sweep *sweep;         /* or NULL */
    const struct opponents *opponents; /* or NULL; sweeps are then counted over these */
    struct counted *counted;           /* sweeps counted before, SWEEPS_KEPT of them */
    int64_t floor;                     /* splits below this value need not be looked at */
    uint16_t fives[RANK_MASK + 1];     /* strengths by mask of places */
    uint16_t threes[RANK_MASK + 1];
    const struct allowed *allowed; /* NULL for all */
};

/* Which branches a split may hold, by mask of places. */
struct allowed {
    uint8_t branch[3][RANK_MASK + 1];
};

static void scan_start(struct scan *scan, uint64_t cards) {
    uint16_t fives[PS_FIVES_OF_13], threes[PS_THREES_OF_13];
    uint8_t ids[HAND];
    for (int place = 0; place < HAND; place++, cards &= cards - 1) {
        ids[place] = (uint8_t)lowest_bit(cards);
    }
    ps_strengths_of_subsets(ids, scan->wheel, fives, threes);
    for (int i = 0; i < PS_FIVES_OF_13; i++) {
        scan->fives[poker_fives_of_13[i]] = fives[i];
    }
    for (int i = 0; i < PS_THREES_OF_13; i++) {
        scan->threes[poker_threes_of_13[i]] = threes[i];
    }
}

/* Better by value; of equal value the stronger bottom, then middle. */
static int ranks_before(const struct branches *a, const struct branches *b) {
    if (a->value != b->value) {
        return a->value > b->value;
    }
    if (a->strengths[2] != b->strengths[2]) {
        return a->strengths[2] > b->strengths[2];
    }
    return a->strengths[1] > b->strengths[1];
}

/* Puts a split into the sorted list of the best `count`; of splits with the same three strengths
 * the first stays. */
static int insert(struct branches *list, int held, int count, const struct branches *split) {
    int at = held;
    while (at > 0 && ranks_before(split, &list[at - 1])) {
        at--;
    }
    for (int i = at - 1; i >= 0 && list[i].value == split->value; i--) {
        if (!memcmp(list[i].strengths, split->strengths, sizeof split->strengths)) {
            return held;
        }
    }
    if (at >= count) {
        return held;
    }
    int last = held < count ? held : count - 1;
    for (int i = last; i > at; i--) {
        list[i] = list[i - 1];
    }
    list[at] = *split;
    return last + 1;
}

/* The most that sweeps can add: a sweep wins the branch that wins least often. */
static int64_t most_by_sweeps(const struct opponents *o, const unsigned *strengths) {
    int32_t most = INT32_MAX;
    for (int branch = 0; branch < 3; branch++) {
        int32_t won = o->below[branch][strengths[branch]];
        most = won < most ? won : most;
    }
    return (int64_t)most * o->bonus;
}

static int32_t count_sweeps(const struct scan *scan, unsigned t, unsigned m, unsigned b) {
    const struct opponents *o = scan->opponents;
    struct counted *slot = &scan->counted[(t * 31 + m * 17 + b * 7) % SWEEPS_KEPT];
    if (slot->strengths[0] == t && slot->strengths[1] == m && slot->strengths[2] == b) {
        return slot->value;
    }
    int32_t won = 0, lost = 0;
    const uint16_t *s = o->strengths;
    for (int64_t n = 0; n < o->count; n++, s += 3) {
        won += (s[0] < t) & (s[1] < m) & (s[2] < b) & (s[0] > 0);
        lost += (s[0] > t) & (s[1] > m) & (s[2] > b);
    }
    slot->strengths[0] = (uint16_t)t;
    slot->strengths[1] = (uint16_t)m;
    slot->strengths[2] = (uint16_t)b;
    slot->value = (won - lost) * o->bonus;
    return slot->value;
}

static int scan_splits(const struct scan *scan, int count, struct branches *list) {
    int held = 0;
    for (int i = 0; i < PS_THREES_OF_13; i++) {
        unsigned top = poker_threes_of_13[i], rest = RANK_MASK & ~top;
        uint64_t places = shape_places[rest];
        unsigned t = scan->threes[top];
        for (int j = 0; j < 252; j++) { /* the fives of ten places */
            unsigned middle = 0;
            for (unsigned left = poker_fives_of_13[j]; left; left &= left - 1) {
                middle |= 1u << (places >> 4 * lowest_bit(left) & 15);
            }
            unsigned m = scan->fives[middle], b = scan->fives[rest & ~middle];
            if (scan->tower != PS_TOWER_NONE &&
                (t > m || m > b || (m == b && scan->tower == PS_TOWER_STRICT))) {
                continue;
            }
            if (scan->allowed &&
                !(scan->allowed->branch[0][top] & scan->allowed->branch[1][middle] &
                  scan->allowed->branch[2][rest & ~middle])) {
                continue;
            }
            int32_t value = scan->top[t] + scan->middle[m] + scan->bottom[b];
            if (scan->sweep) {
                value += sweep_value(scan->sweep, t, m, b);
            }
            if (scan->opponents) {
                const unsigned shown[3] = {t, m, b};
                int64_t most = value + most_by_sweeps(scan->opponents, shown);
                if (most < scan->floor || (held == count && most < list[held - 1].value)) {
                    continue;
                }
                value += count_sweeps(scan, t, m, b);
            }
            struct branches split = {
                .value = value,
                .values = {scan->top[t], scan->middle[m], scan->bottom[b]},
                .special = {scan->special[0], scan->special[1]},
                .strengths = {(uint16_t)t, (uint16_t)m, (uint16_t)b},
                .places = {(uint16_t)top, (uint16_t)middle, (uint16_t)(rest & ~middle)}};
            if (held < count || split.value >= list[held - 1].value) {
                held = insert(list, held, count, &split);
            }
        }
    }
    return held;
}

/* Reads one byte each for the tops, the middles and the bottoms, in the order of the subsets. */
static void read_allowed(const uint8_t *bytes, struct allowed *allowed) {
    memset(allowed, 0, sizeof *allowed);
    for (int i = 0; i < PS_THREES_OF_13; i++) {
        allowed->branch[0][poker_threes_of_13[i]] = *bytes++ != 0;
    }
    for (int branch = 1; branch < 3; branch++) {
        for (int i = 0; i < PS_FIVES_OF_13; i++) {
            allowed->branch[branch][poker_fives_of_13[i]] = *bytes++ != 0;
        }
    }
}

/* The best splits by the values of the arranger; those corrected for the hand are written out. */
static int scan_arranger(const struct ps_arranger *a, uint64_t cards, const struct allowed *allowed,
                         int count, struct branches *list) {
    struct scan scan = {.top = a->top,
                        .middle = a->middle,
                        .bottom = a->bottom,
                        .sweep = a->sweep,
                        .allowed = allowed,
                        .wheel = a->wheel,
                        .tower = a->equal_branches ? PS_TOWER_EQUAL : PS_TOWER_STRICT};
    int32_t values[3][PS_STRENGTHS]; /* 95 KB of stack, for the corrected values */
    if (a->correction) {
        struct own_values own;
        own_values_of(a->correction, cards, &own);
        for (int branch = 0; branch < 3; branch++) {
            for (unsigned s = 0; s < PS_STRENGTHS; s++) {
                values[branch][s] = own_value(a->correction, &own, branch, s);
            }
        }
        scan.top = values[0];
        scan.middle = values[1];
        scan.bottom = values[2];
        memcpy(scan.special, own.special, sizeof scan.special);
    }
    scan_start(&scan, cards);
    return scan_splits(&scan, count, list);
}

void scan_best(const struct ps_arranger *arranger, uint64_t cards, struct branches *out) {
    struct branches best;
    if (scan_arranger(arranger, cards, NULL, 1, &best)) {
        *out = best;
    }
}

enum { MOST_KEPT = 256, MOST_OPPONENTS = 20000000 };

int ps_scan(const ps_arranger *arranger, const uint8_t *hand, const uint8_t *allowed, int count,
            ps_split *splits) {
    struct branches list[MOST_KEPT];
    struct allowed branches;
    uint64_t cards;
    if (count < 1 || count > MOST_KEPT) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    if (allowed) {
        read_allowed(allowed, &branches);
    }
    int held = scan_arranger(arranger, cards, allowed ? &branches : NULL, count, list);
    for (int i = 0; i < held; i++) {
        write_split(&list[i], cards, &splits[i]);
    }
    return held;
}

int ps_scan_values(const int32_t *top, const int32_t *middle, const int32_t *bottom, int wheel,
                   int tower, const uint8_t *hand, const uint8_t *allowed, int count,
                   ps_split *splits) {
    struct branches list[MOST_KEPT];
    struct allowed branches;
    uint64_t cards;
    if (count < 1 || count > MOST_KEPT || wheel < 0 || wheel > 1 || tower < PS_TOWER_STRICT ||
        tower > PS_TOWER_NONE) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    struct scan scan = {
        .top = top, .middle = middle, .bottom = bottom, .wheel = wheel, .tower = tower};
    if (allowed) {
        scan.allowed = &branches;
        read_allowed(allowed, &branches);
    }
    scan_start(&scan, cards);
    int held = scan_splits(&scan, count, list);
    for (int i = 0; i < held; i++) {
        write_split(&list[i], cards, &splits[i]);
    }
    return held;
}

/* Strengths that are out of range, or branches that are not all there, are no opponents. */
static int read_opponents(struct opponents *o, const uint16_t *strengths, int64_t count) {
    o->strengths = strengths;
    o->count = count;
    for (int64_t n = 0; n < count; n++, strengths += 3) {
        if (!strengths[0]) {
            continue;
        }
        for (int branch = 0; branch < 3; branch++) {
            if (!strengths[branch] || strengths[branch] >= PS_STRENGTHS) {
                return 0;
            }
            o->below[branch][strengths[branch] + 1]++;
        }
    }
    for (int branch = 0; branch < 3; branch++) {
        for (int s = 0; s < PS_STRENGTHS; s++) {
            o->below[branch][s + 1] += o->below[branch][s];
        }
    }
    return 1;
}

/* The least value among the best `count` splits by the values of branches, sweeps counted: the
 * best with sweeps are worth no less. */
static int64_t floor_of(const struct scan *scan, int count, struct branches *list) {
    struct scan plain = *scan;
    int64_t least = INT64_MAX;
    plain.opponents = NULL;
    int held = scan_splits(&plain, count, list);
    for (int i = 0; i < held; i++) {
        const uint16_t *s = list[i].strengths;
        int64_t value = (int64_t)list[i].value + count_sweeps(scan, s[0], s[1], s[2]);
        least = value < least ? value : least;
    }
    return held == count ? least : INT64_MIN;
}

int ps_scan_opponents(const int32_t *top, const int32_t *middle, const int32_t *bottom,
                      const uint16_t *strengths, int64_t opponents, int bonus, int wheel,
                      int equal_branches, const uint8_t *hand, const uint8_t *allowed, int count,
                      ps_split *splits) {
    struct allowed branches;
    struct branches list[MOST_KEPT];
    uint64_t cards;
    if (count < 1 || count > MOST_KEPT || wheel < 0 || wheel > 1 || opponents < 0 ||
        opponents > MOST_OPPONENTS || bonus < 0 || bonus > PS_MOST_SWEEP_BONUS) {
        return PS_ERROR_ARGUMENT;
    }
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    struct opponents *shown = calloc(1, sizeof *shown);
    struct counted *counted = calloc(SWEEPS_KEPT, sizeof *counted);
    int result = shown && counted ? 0 : PS_ERROR_MEMORY;
    if (!result && !read_opponents(shown, strengths, opponents)) {
        result = PS_ERROR_TABLE;
    }
    if (!result) {
        shown->bonus = bonus;
        struct scan scan = {.top = top,
                            .middle = middle,
                            .bottom = bottom,
                            .wheel = wheel,
                            .tower = equal_branches ? PS_TOWER_EQUAL : PS_TOWER_STRICT,
                            .allowed = allowed ? &branches : NULL,
                            .opponents = shown,
                            .counted = counted};
        if (allowed) {
            read_allowed(allowed, &branches);
        }
        scan_start(&scan, cards);
        scan.floor = floor_of(&scan, count, list);
        result = scan_splits(&scan, count, list);
        for (int i = 0; i < result; i++) {
            write_split(&list[i], cards, &splits[i]);
        }
    }
    free(counted);
    free(shown);
    return result;
}
