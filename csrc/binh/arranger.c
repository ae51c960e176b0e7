/* arranger.c: builds an arranger and answers for single hands and batches.
 *
 * Building takes the values by strength and derives what the search reads: values by multiset
 * number and, for each of the 125,970 multisets of eight ranks, the best middle and top that can be
 * made of it. The search is in arranger_search.h. */
#include "arranger.h"

#include <stdlib.h>
#include <string.h>

#include "special_hand.h"

/* Checks the values of one branch: within the limit, not falling as strength rises. */
static int copy_values(int32_t *to, const int32_t *from) {
    to[0] = from[1];
    for (int s = 1; s < PS_STRENGTHS; s++) {
        to[s] = from[s];
        if (from[s] > PS_VALUE_LIMIT || from[s] < -PS_VALUE_LIMIT || to[s] < to[s - 1]) {
            return PS_ERROR_TABLE;
        }
    }
    return PS_OK;
}

/* Reads the shipped lists, trusting nothing: a damaged file must not lead the search astray. */
static int read_shapes(struct ps_arranger *a, const uint16_t *words, int64_t count) {
    int64_t bottoms = 0, at = 0;
    int shapes = 0;
    a->bottoms = malloc((size_t)count / SHAPE_BOTTOM_WORDS * sizeof *a->bottoms + 1);
    if (!a->bottoms) {
        return PS_ERROR_MEMORY;
    }
    while (at + SHAPE_HEAD_WORDS <= count) {
        unsigned shape = words[at];
        int64_t entries = words[at + 1];
        if (shape >= SHAPES_13 || !shape_is_valid(shape) || a->shapes[shape].count || entries < 1 ||
            at + SHAPE_HEAD_WORDS + SHAPE_BOTTOM_WORDS * entries > count ||
            words[at + 2] > RANK_MASK || bit_count(words[at + 2]) != 5 ||
            words[at + 3] > RANK_MASK || bit_count(words[at + 3]) != 3) {
            return PS_ERROR_DATA;
        }
        struct shape_list *list = &a->shapes[shape];
        list->bottoms = a->bottoms + bottoms;
        list->count = (uint16_t)entries;
        list->middle = words[at + 2];
        list->top = words[at + 3];
        at += SHAPE_HEAD_WORDS;
        for (int64_t i = 0; i < entries; i++, at += SHAPE_BOTTOM_WORDS) {
            struct shape_bottom *b = &a->bottoms[bottoms++];
            b->bottom = words[at];
            b->middle = words[at + 1];
            b->top = words[at + 2];
            if ((b->bottom | b->middle | b->top) > RANK_MASK || bit_count(b->bottom) != 5 ||
                bit_count(b->middle) != 5 || bit_count(b->top) != 3 || b->bottom & b->middle ||
                b->bottom & b->top) {
                return PS_ERROR_DATA;
            }
        }
        shapes++;
    }
    int valid = 0;
    for (unsigned shape = 0; shape < SHAPES_13; shape++) {
        valid += shape_is_valid(shape);
    }
    return at == count && shapes == valid ? PS_OK : PS_ERROR_DATA;
}

/* The multiset number of the ranks at the places of `mask`. */
static uint32_t number_of(const uint8_t *ranks, unsigned mask) {
    uint32_t number = 0;
    uint64_t places = shape_places[mask];
    for (int i = 0; mask; mask &= mask - 1, i++, places >>= 4) {
        number += poker_choose[i][ranks[places & 15]];
    }
    return number;
}

static uint32_t number_of_ranks(unsigned rank_mask) {
    uint32_t number = 0;
    for (int i = 0; rank_mask; rank_mask &= rank_mask - 1, i++) {
        number += poker_choose[i][lowest_bit(rank_mask)];
    }
    return number;
}

/* Five ranks in a row taken as a high card are worth what the strongest high card below them is:
 * the search looks at straights as straights, and no value it reads here may promise more than the
 * shape of the hand can keep. */
static void value_runs_as_high_cards(const struct ps_arranger *a, int32_t *middle) {
    for (int start = 0; start < 10; start++) {
        int strength = 0; /* below 2-3-4-5-6 there is none: the lowest value of all */
        for (unsigned mask = straight_ranks(start) - 1; mask; mask--) {
            if (bit_count(mask) == 5 && !straight_starts(mask)) {
                strength = a->scale->fives[number_of_ranks(mask)];
                break;
            }
        }
        middle[number_of_ranks(straight_ranks(start))] = a->middle[strength];
    }
}

static void build_rest(struct ps_arranger *a, const int32_t *middle, const uint8_t *ranks) {
    unsigned shape = shape_of_ranks(ranks, 8);
    if (!shape_is_valid(shape)) {
        return; /* five of a rank: never asked for */
    }
    int32_t best = INT32_MIN;
    int best_top = 0;
    for (int i = shape_8_first[shape]; i < shape_8_first[shape + 1]; i++) {
        unsigned top = shape_tops_of_8[shape_8_tops[i]];
        int32_t value =
            a->top_of_three[number_of(ranks, top)] + middle[number_of(ranks, 255 & ~top)];
        if (value > best) {
            best = value;
            best_top = shape_8_tops[i];
        }
    }
    uint32_t number = number_of(ranks, 255);
    a->rest_value[number] = best;
    a->rest_top[number] = (uint8_t)(best_top | (shape_8_strong[shape] ? REST_IS_STRONG : 0));
}

/* Walks all sorted eight-tuples of ranks. */
static int build_rests(struct ps_arranger *a) {
    uint8_t ranks[8] = {0};
    int32_t *middle = malloc(sizeof a->middle_of_five);
    if (!middle) {
        return PS_ERROR_MEMORY;
    }
    memcpy(middle, a->middle_of_five, sizeof a->middle_of_five);
    value_runs_as_high_cards(a, middle);
    for (;;) {
        build_rest(a, middle, ranks);
        int i = 7;
        while (i >= 0 && ranks[i] == ACE) {
            i--;
        }
        if (i < 0) {
            break;
        }
        memset(ranks + i, ranks[i] + 1, (size_t)(8 - i));
    }
    free(middle);
    return PS_OK;
}

ps_arranger *ps_arranger_new(const int32_t *top, const int32_t *middle, const int32_t *bottom,
                             int wheel, int equal_branches, const uint16_t *shape_words,
                             int64_t shape_word_count, int *status) {
    if (wheel < 0 || wheel > 1 || shape_word_count < 0) {
        *status = PS_ERROR_ARGUMENT;
        return NULL;
    }
    struct ps_arranger *a = calloc(1, sizeof *a);
    if (!a) {
        *status = PS_ERROR_MEMORY;
        return NULL;
    }
    a->scale = &poker_scales[wheel];
    a->wheel = wheel;
    a->equal_branches = equal_branches;
    *status = copy_values(a->top, top);
    *status = *status == PS_OK ? copy_values(a->middle, middle) : *status;
    *status = *status == PS_OK ? copy_values(a->bottom, bottom) : *status;
    *status = *status == PS_OK ? read_shapes(a, shape_words, shape_word_count) : *status;
    for (int i = 0; i < THREE_MULTISETS; i++) {
        a->top_of_three[i] = a->top[a->scale->threes[i]];
    }
    for (int i = 0; i < FIVE_MULTISETS; i++) {
        a->middle_of_five[i] = a->middle[a->scale->fives[i]];
        a->bottom_of_five[i] = a->bottom[a->scale->fives[i]];
    }
    *status = *status == PS_OK ? build_rests(a) : *status;
    if (*status != PS_OK) {
        ps_arranger_free(a);
        return NULL;
    }
    return a;
}

void ps_arranger_free(ps_arranger *arranger) {
    if (arranger) {
        free(arranger->bottoms);
        free(arranger->correction);
        free(arranger->sweep);
        free(arranger);
    }
}

/* A copy of the bottoms, with the shape lists of `to` pointing into it. */
static int copy_bottoms(struct ps_arranger *to, const struct ps_arranger *from) {
    size_t total = 0;
    for (int shape = 0; shape < SHAPES_13; shape++) {
        total += from->shapes[shape].count;
    }
    to->bottoms = malloc(total * sizeof *to->bottoms);
    if (!to->bottoms) {
        return PS_ERROR_MEMORY;
    }
    memcpy(to->bottoms, from->bottoms, total * sizeof *to->bottoms);
    for (int shape = 0; shape < SHAPES_13; shape++) {
        if (from->shapes[shape].count) {
            to->shapes[shape].bottoms = to->bottoms + (from->shapes[shape].bottoms - from->bottoms);
        }
    }
    return PS_OK;
}

/* A copy that shares nothing with the arranger. */
static ps_arranger *copy_arranger(const ps_arranger *from) {
    ps_arranger *a = malloc(sizeof *a);
    if (!a) {
        return NULL;
    }
    *a = *from;
    a->correction = from->correction ? malloc(sizeof *a->correction) : NULL;
    a->sweep = from->sweep ? malloc(sizeof *a->sweep) : NULL;
    if (copy_bottoms(a, from) != PS_OK || (from->correction && !a->correction) ||
        (from->sweep && !a->sweep)) {
        ps_arranger_free(a);
        return NULL;
    }
    if (a->correction) {
        *a->correction = *from->correction;
    }
    if (a->sweep) {
        *a->sweep = *from->sweep;
    }
    return a;
}

ps_arranger *ps_arranger_correct(const ps_arranger *plain, const uint16_t *nodes,
                                 const int32_t *coefficients, int *status) {
    ps_arranger *a = copy_arranger(plain);
    if (a && !a->correction) {
        a->correction = malloc(sizeof *a->correction);
    }
    *status = a && a->correction ? PS_OK : PS_ERROR_MEMORY;
    if (*status == PS_OK) {
        const int32_t *values[3] = {plain->top, plain->middle, plain->bottom};
        *status = correction_read(a->correction, values, nodes, coefficients);
    }
    if (*status != PS_OK) {
        ps_arranger_free(a);
        return NULL;
    }
    return a;
}

/* Whether three branches and the highest bonus fit an int32. */
static int fits_sweeps(const struct ps_arranger *a) {
    const int32_t *tables[3] = {a->top, a->middle, a->bottom};
    int32_t limit = PS_VALUE_LIMIT / 8 * 7;
    for (int branch = 0; branch < 3; branch++) {
        if (tables[branch][1] < -limit || tables[branch][PS_STRENGTHS - 1] > limit) {
            return 0;
        }
    }
    return 1;
}

ps_arranger *ps_arranger_sweep(const ps_arranger *base, const uint16_t *edges,
                               const int64_t *counts, const int32_t *cells, int64_t everybody,
                               int bonus, int *status) {
    ps_arranger *a = copy_arranger(base);
    if (a && !a->sweep) {
        a->sweep = malloc(sizeof *a->sweep);
    }
    *status = a && a->sweep ? PS_OK : PS_ERROR_MEMORY;
    if (*status == PS_OK) {
        *status = fits_sweeps(base) ? sweep_read(a->sweep, edges, counts, cells, everybody, bonus)
                                    : PS_ERROR_TABLE;
    }
    if (*status != PS_OK) {
        ps_arranger_free(a);
        return NULL;
    }
    return a;
}

/* `ids` are sorted by rank, so cards of one rank lie side by side. */
static void write_branch(const uint8_t *ids, unsigned places, uint8_t *out) {
    uint8_t cards[5], sizes[5];
    int count = 0, written = 0, repeats = 0;
    for (; places; count++) {
        int place = highest_bit(places);
        cards[count] = ids[place];
        places ^= 1u << place;
        repeats |= count && cards[count] / SUITS == cards[count - 1] / SUITS;
    }
    if (!repeats) {
        int wheel = count == 5 && cards[0] / SUITS == ACE && cards[1] / SUITS == 3;
        memcpy(out, cards + wheel, (size_t)(count - wheel));
        if (wheel) {
            out[4] = cards[0]; /* 5-4-3-2-A */
        }
        return;
    }
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && cards[end] / SUITS == cards[i] / SUITS; end++) {
        }
        memset(sizes + i, end - i, (size_t)(end - i));
    }
    for (int size = 4; size > 0; size--) {
        for (int i = 0; i < count; i++) {
            if (sizes[i] == size) {
                out[written++] = cards[i];
            }
        }
    }
}

void write_split(const struct branches *branches, uint64_t cards, ps_split *split) {
    uint8_t ids[HAND];
    for (int place = 0; place < HAND; place++, cards &= cards - 1) {
        ids[place] = (uint8_t)lowest_bit(cards);
    }
    write_branch(ids, branches->places[0], split->cards);
    write_branch(ids, branches->places[1], split->cards + 3);
    write_branch(ids, branches->places[2], split->cards + 8);
    memcpy(split->strengths, branches->strengths, sizeof split->strengths);
    split->value = branches->value;
    memcpy(split->values, branches->values, sizeof split->values);
    memcpy(split->special, branches->special, sizeof split->special);
}

int ps_arrange(const ps_arranger *arranger, int path, const uint8_t *hand, ps_split *split) {
    uint64_t cards;
    if (!read_cards(hand, HAND, &cards)) {
        return PS_ERROR_CARD;
    }
    struct branches best;
    arrange(arranger, path, cards, &best);
    write_split(&best, cards, split);
    return (int)special_kinds(cards);
}

int64_t ps_arrange_hands(const ps_arranger *arranger, int path, const uint8_t *hands, int64_t rows,
                         uint8_t *cards, uint16_t *strengths, int32_t *values, uint16_t *kinds,
                         int32_t *specials) {
    for (int64_t row = 0; row < rows; row++) {
        uint64_t mask;
        struct branches best;
        ps_split split;
        if (!read_cards(hands + HAND * row, HAND, &mask)) {
            return row;
        }
        arrange(arranger, path, mask, &best);
        write_split(&best, mask, &split);
        memcpy(cards + HAND * row, split.cards, HAND);
        memcpy(strengths + 3 * row, split.strengths, sizeof split.strengths);
        values[row] = split.value;
        kinds[row] = (uint16_t)special_kinds(mask);
        memcpy(specials + 2 * row, best.special, sizeof best.special);
    }
    return rows;
}
