/* shape.c: the lists of Pareto-optimal splits by shape.
 *
 * A split dominates another when no branch of it is weaker. Whatever the values of strengths, as
 * long as they do not fall with strength, some best split without straights and flushes is on the
 * list of its shape. The 8-card lists are small and made when the library is loaded; the 13-card
 * lists take a second or so, hence ship as a file that ps_shape_lists_build makes again. */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

uint16_t shape_8_first[SHAPES_8 + 1];
uint8_t shape_8_tops[SHAPE_8_PAIRS];
uint8_t shape_tops_of_8[TOPS_OF_8];
uint8_t shape_8_strong[SHAPES_8];
uint64_t shape_places[RANK_MASK + 1];

/* Ranks that stand for the shape: 0 for the lowest group, 1 for the next, ... */
static void shape_ranks(unsigned shape, int count, uint8_t *ranks) {
    ranks[0] = 0;
    for (int i = 1; i < count; i++) {
        ranks[i] = (uint8_t)(ranks[i - 1] + !(shape >> (i - 1) & 1));
    }
}

/* Key of the cards at the places of `mask`, straights and flushes left out of account. */
static uint64_t mask_key(const uint8_t *ranks, unsigned mask) {
    uint8_t chosen[5];
    int count = 0;
    for (; mask; mask &= mask - 1) {
        chosen[count++] = ranks[lowest_bit(mask)];
    }
    return poker_key(chosen, count, 0, PS_WHEEL_SECOND);
}

struct rest_split {
    uint64_t middle, top; /* keys */
    uint16_t middle_mask, top_mask;
};

/* Lists the Pareto-optimal legal splits among `count`; of equal ones the first stays. In place;
 * returns how many stay. */
static int keep_pareto(struct rest_split *splits, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int dominated = 0;
        for (int j = 0; j < count && !dominated; j++) {
            int covers = splits[j].middle >= splits[i].middle && splits[j].top >= splits[i].top;
            int same = splits[j].middle == splits[i].middle && splits[j].top == splits[i].top;
            dominated = covers && (!same || j < i);
        }
        if (!dominated) {
            splits[kept++] = splits[i]; /* kept <= i, and what is overwritten was dominated */
        }
    }
    return kept;
}

static int group_sizes(unsigned shape, int count, int *fours) {
    int run = 1, triples = 0, pairs = 0;
    *fours = 0;
    for (int i = 0; i < count; i++) {
        if (i + 1 < count && shape >> i & 1) {
            run++;
            continue;
        }
        *fours += run == 4;
        triples += run == 3;
        pairs += run >= 2;
        run = 1;
    }
    return triples >= 1 && pairs >= 2; /* a triple counts as a pair too */
}

void shape_init(void) {
    int tops = 0;
    for (unsigned mask = 0; mask < 256; mask++) {
        if (bit_count(mask) == 3) {
            shape_tops_of_8[tops++] = (uint8_t)mask;
        }
    }
    for (unsigned mask = 0; mask <= RANK_MASK; mask++) {
        uint64_t packed = 0;
        int count = 0;
        for (unsigned left = mask; left; left &= left - 1) {
            packed |= (uint64_t)lowest_bit(left) << 4 * count++;
        }
        shape_places[mask] = packed;
    }
    int pairs = 0;
    for (unsigned shape = 0; shape < SHAPES_8; shape++) {
        shape_8_first[shape] = (uint16_t)pairs;
        if (!shape_is_valid(shape)) {
            continue;
        }
        uint8_t ranks[8];
        struct rest_split splits[TOPS_OF_8];
        int count = 0, fours;
        shape_ranks(shape, 8, ranks);
        shape_8_strong[shape] = (uint8_t)(group_sizes(shape, 8, &fours) || fours);
        for (int i = 0; i < TOPS_OF_8; i++) {
            unsigned top = shape_tops_of_8[i];
            struct rest_split split = {mask_key(ranks, 255 & ~top), mask_key(ranks, top),
                                       (uint16_t)i, (uint16_t)i};
            if (split.top <= split.middle) {
                splits[count++] = split;
            }
        }
        count = keep_pareto(splits, count);
        for (int i = 0; i < count && pairs < SHAPE_8_PAIRS; i++) {
            shape_8_tops[pairs++] = (uint8_t)splits[i].top_mask;
        }
    }
    shape_8_first[SHAPES_8] = (uint16_t)pairs;
}

/* ---- the 13-card lists ---- */

struct bottom {
    uint64_t key;
    uint16_t mask;
};

static int stronger_first(const void *a, const void *b) {
    const struct bottom *x = a, *y = b;
    return (x->key < y->key) - (x->key > y->key);
}

/* Of masks that choose the same ranks only the one with the lowest places of each group counts. */
static int is_canonical(unsigned shape, unsigned mask) {
    return !(mask >> 1 & ~mask & shape);
}

struct builder {
    uint64_t keys[RANK_MASK + 1]; /* of all masks of three and five places */
    uint16_t fives[PS_FIVES_OF_13];
    uint16_t threes[PS_THREES_OF_13];
    struct bottom bottoms[PS_FIVES_OF_13];
    struct rest_split splits[PS_FIVES_OF_13];
    struct rest_split front[PS_FIVES_OF_13]; /* Pareto front of (middle, top) so far */
    uint16_t words[SHAPE_BOTTOM_WORDS * PS_FIVES_OF_13];
};

static int dominated_by_front(const struct rest_split *front, int count,
                              const struct rest_split *split) {
    for (int i = 0; i < count; i++) {
        if (front[i].middle >= split->middle && front[i].top >= split->top) {
            return 1;
        }
    }
    return 0;
}

/* Replaces the fronts' dominated members by the new ones. */
static int merge_front(struct rest_split *front, int count, const struct rest_split *fresh,
                       int fresh_count) {
    for (int i = 0; i < fresh_count; i++) {
        int kept = 0;
        for (int j = 0; j < count; j++) {
            if (!(fresh[i].middle >= front[j].middle && fresh[i].top >= front[j].top)) {
                front[kept++] = front[j];
            }
        }
        front[kept++] = fresh[i];
        count = kept;
    }
    return count;
}

/* Legal (middle, top) splits of the places left by a bottom, canonical ones only. The strongest
 * legal middle and top go to `strongest`. Returns the number of Pareto-optimal ones. */
static int rest_splits(struct builder *b, unsigned shape, const struct bottom *bottom,
                       struct rest_split *strongest) {
    unsigned rest = RANK_MASK & ~bottom->mask;
    unsigned places[8];
    int n = 0, count = 0;
    uint8_t rest_ranks[8], ranks[HAND];
    shape_ranks(shape, HAND, ranks);
    for (unsigned left = rest; left; left &= left - 1) {
        places[n] = (unsigned)lowest_bit(left);
        rest_ranks[n] = ranks[places[n]];
        n++;
    }
    unsigned rest_shape = shape_of_ranks(rest_ranks, 8);
    memset(strongest, 0, sizeof *strongest);
    for (int i = 0; i < TOPS_OF_8; i++) {
        unsigned chosen = shape_tops_of_8[i];
        if (!is_canonical(rest_shape, chosen)) {
            continue;
        }
        unsigned top = 0;
        for (unsigned left = chosen; left; left &= left - 1) {
            top |= 1u << places[lowest_bit(left)];
        }
        unsigned middle = rest & ~top;
        struct rest_split split = {b->keys[middle], b->keys[top], (uint16_t)middle, (uint16_t)top};
        if (split.top > split.middle || split.middle > bottom->key) {
            continue;
        }
        if (split.middle > strongest->middle) {
            strongest->middle = split.middle;
            strongest->middle_mask = split.middle_mask;
        }
        if (split.top > strongest->top) {
            strongest->top = split.top;
            strongest->top_mask = split.top_mask;
        }
        b->splits[count++] = split;
    }
    return keep_pareto(b->splits, count);
}

/* Writes the list of one shape; returns its number of words. */
static int build_shape(struct builder *b, unsigned shape) {
    uint8_t ranks[HAND];
    int bottoms = 0, front = 0, words = SHAPE_HEAD_WORDS;
    struct rest_split strongest = {0, 0, 0, 0};
    shape_ranks(shape, HAND, ranks);
    for (int i = 0; i < PS_THREES_OF_13; i++) {
        b->keys[poker_threes_of_13[i]] = mask_key(ranks, poker_threes_of_13[i]);
    }
    for (int i = 0; i < PS_FIVES_OF_13; i++) {
        unsigned mask = poker_fives_of_13[i];
        b->keys[mask] = mask_key(ranks, mask);
        if (is_canonical(shape, mask)) {
            b->bottoms[bottoms].key = b->keys[mask];
            b->bottoms[bottoms++].mask = (uint16_t)mask;
        }
    }
    qsort(b->bottoms, (size_t)bottoms, sizeof *b->bottoms, stronger_first);
    for (int i = 0; i < bottoms; i++) {
        struct rest_split own;
        int count = rest_splits(b, shape, &b->bottoms[i], &own);
        if (own.middle > strongest.middle) {
            strongest.middle = own.middle;
            strongest.middle_mask = own.middle_mask;
        }
        if (own.top > strongest.top) {
            strongest.top = own.top;
            strongest.top_mask = own.top_mask;
        }
        int fresh = 0;
        for (int j = 0; j < count; j++) {
            if (!dominated_by_front(b->front, front, &b->splits[j])) {
                b->splits[fresh++] = b->splits[j];
            }
        }
        if (fresh) {
            front = merge_front(b->front, front, b->splits, fresh);
            b->words[words++] = b->bottoms[i].mask;
            b->words[words++] = own.middle_mask;
            b->words[words++] = own.top_mask;
        }
    }
    b->words[0] = (uint16_t)shape;
    b->words[1] = (uint16_t)((words - SHAPE_HEAD_WORDS) / SHAPE_BOTTOM_WORDS);
    b->words[2] = strongest.middle_mask;
    b->words[3] = strongest.top_mask;
    return words;
}

int64_t ps_shape_lists_build(uint16_t *words, int64_t capacity) {
    struct builder *b = calloc(1, sizeof *b);
    if (!b) {
        return PS_ERROR_MEMORY;
    }
    int64_t total = 0;
    for (unsigned shape = 0; shape < SHAPES_13; shape++) {
        if (!shape_is_valid(shape)) {
            continue;
        }
        int count = build_shape(b, shape);
        if (total + count > capacity) {
            free(b);
            return PS_ERROR_ARGUMENT;
        }
        memcpy(words + total, b->words, (size_t)count * sizeof *words);
        total += count;
    }
    free(b);
    return total;
}
