/* pysolver.h: the whole C interface of pysolver.
 *
 * Everything between the two marker comments is read by csrc/build_ffi.py as the cffi
 * declaration, so it holds plain declarations only (constants are enums).
 *
 * Conventions
 *   cards      ids 4*rank + suit, rank 0 = deuce .. 12 = ace, suits c d h s = 0..3
 *   strength   1..7917, one scale for three and five cards, bigger is stronger
 *   value      int32, points in units of 2^-PS_VALUE_BITS
 *   path       which instruction set a call may use: one of enum ps_path
 *   return     a non-negative result, or a negative enum ps_status
 * No function keeps state between calls; an arranger is immutable once built, so every call
 * may run on any number of threads.
 */
#ifndef PYSOLVER_H
#define PYSOLVER_H

#include <stddef.h>
#include <stdint.h>

/* cdef begin */

enum ps_status {
    PS_OK = 0,
    PS_ERROR_CARD = -1,    /* a card id outside 0..51 or a card twice */
    PS_ERROR_MEMORY = -2,  /* out of memory */
    PS_ERROR_DATA = -3,    /* shape lists that do not check */
    PS_ERROR_TABLE = -4,   /* values that fall as strength rises, or are out of range */
    PS_ERROR_ARGUMENT = -5 /* a count or an option out of range */
};

enum ps_path {
    PS_PORTABLE = 0, /* plain C11 */
    PS_AVX2 = 1,     /* AVX2; pext absent or slow (AMD Zen 1 and 2) */
    PS_AVX2_BMI2 = 2 /* AVX2 and a fast pext */
};

enum ps_wheel {
    PS_WHEEL_SECOND = 0, /* A-2-3-4-5 between K-high and A-high */
    PS_WHEEL_LOWEST = 1  /* A-2-3-4-5 below 6-high */
};

/* What the tower rule asks of a split (ps_scan_values). */
enum ps_tower {
    PS_TOWER_STRICT = 0, /* middle and bottom may not be equally strong */
    PS_TOWER_EQUAL = 1,  /* they may */
    PS_TOWER_NONE = 2    /* nothing: any order of strengths */
};

enum ps_sizes {
    PS_STRENGTHS = 7918, /* length of a table indexed by strength; entry 0 is unused */
    PS_VALUE_BITS = 26,
    PS_VALUE_LIMIT = 536870911, /* largest |value| of one branch: three of them fit an int32 */
    PS_FIVES_OF_13 = 1287,
    PS_THREES_OF_13 = 286,
    PS_CATEGORIES = 9,
    PS_MOST_BONUS = 6,        /* points that a branch may win on top of its one */
    PS_BLOCK_HANDS = 4096,    /* hands of one random block, the unit of reproducibility */
    PS_OPPONENT_DEALS = 1024, /* deals of three opponents of one random block */
    PS_CORRECTION_NODES = 96,
    PS_CORRECTION_FEATURES = 295,
    PS_CORRECTION_OUTPUTS = 290, /* three branches of nodes, special hands of type A and B */
    PS_CORRECTION_CELLS = 581,   /* below, at and between the nodes of three branches; A and B */
    PS_SWEEP_CELLS = 48,         /* cells of strengths of a branch in a joint population */
    PS_MOST_SWEEP_BONUS = 6,
    PS_SWEEP_MOST_COUNT = 268435456 /* opponents in a joint population, at most */
};

/* Bits of a special-hand mask, strongest type first. */
enum ps_special {
    PS_DRAGON_FLUSH = 1,
    PS_DRAGON_STRAIGHT = 2,
    PS_ONE_COLOUR = 4,
    PS_STRAIGHT_FLUSH = 8,
    PS_SIX_PAIRS = 16,
    PS_FOUR_OF_A_KIND = 32,
    PS_THREE_FULL_HOUSES = 64,
    PS_THREE_FLUSHES = 128,
    PS_THREE_STRAIGHTS = 256,
    PS_SPECIAL_TYPE_A = 7,
    PS_SPECIAL_KINDS = 9
};

typedef struct ps_arranger ps_arranger;

/* One way to split a hand: strengths and value of its branches, and which cards. */
typedef struct {
    uint8_t cards[13];     /* top 3, middle 5, bottom 5, the defining group first */
    uint16_t strengths[3]; /* top, middle, bottom */
    int32_t value;         /* the sum of the next three, and what sweeps add */
    int32_t values[3];
    int32_t special[2]; /* chances of an opponent's special hand of type A, B, by a correction */
} ps_split;

/* core.c */
int ps_init(void);
int ps_best_path(void);

/* poker.c: the scale of strength */
int ps_category_start(int category); /* smallest strength of a category 0..8; 7918 for 9 */
int ps_strength(const uint8_t *cards, int count, int wheel);
int64_t ps_strengths_of_fives(int path, const uint8_t *cards, int64_t rows, int wheel,
                              uint16_t *strengths);
int64_t ps_strengths_of_threes(const uint8_t *cards, int64_t rows, int wheel, uint16_t *strengths);
int ps_strengths_of_subsets(const uint8_t *hand, int wheel, uint16_t *fives, uint16_t *threes);

/* binh/special_hand.c */
int ps_special_kinds(const uint8_t *hand);
int64_t ps_special_kinds_of_hands(const uint8_t *hands, int64_t rows, uint16_t *kinds);

/* binh/shape.c: the value-independent lists of Pareto-optimal bottoms */
int64_t ps_shape_lists_build(uint16_t *words, int64_t capacity);

/* binh/arranger.c */
ps_arranger *ps_arranger_new(const int32_t *top, const int32_t *middle, const int32_t *bottom,
                             int wheel, int equal_branches, const uint16_t *shape_words,
                             int64_t shape_word_count, int *status);
ps_arranger *ps_arranger_correct(const ps_arranger *plain, const uint16_t *nodes,
                                 const int32_t *coefficients, int *status);
void ps_arranger_free(ps_arranger *arranger);
int ps_arrange(const ps_arranger *arranger, int path, const uint8_t *hand, ps_split *split);
int64_t ps_arrange_hands(const ps_arranger *arranger, int path, const uint8_t *hands, int64_t rows,
                         uint8_t *cards, uint16_t *strengths, int32_t *values, uint16_t *kinds,
                         int32_t *specials);

/* binh/scan.c: every split of one hand, one by one; by any values, falling ones too. allowed: NULL,
 * or a byte for each of the 286 threes, the 1,287 fives as middle and as bottom, in the order of
 * ps_strengths_of_subsets: zero for those that no split may hold */
int ps_scan_values(const int32_t *top, const int32_t *middle, const int32_t *bottom, int wheel,
                   int tower, const uint8_t *hand, const uint8_t *allowed, int count,
                   ps_split *splits);
int ps_scan(const ps_arranger *arranger, const uint8_t *hand, const uint8_t *allowed, int count,
            ps_split *splits);

/* binh/sweep.c: a bonus for winning all three branches. `edges`: PS_SWEEP_CELLS - 1 thresholds a
 * branch; `counts`: how often each strength is shown at each branch; `cells`: how often the three
 * strengths fall into each cell, top, middle, bottom; out of `everybody`, specials included.
 * `values`: the bonus won, and less the bonus paid. */
ps_arranger *ps_arranger_sweep(const ps_arranger *base, const uint16_t *edges,
                               const int64_t *counts, const int32_t *cells, int64_t everybody,
                               int bonus, int *status);
int ps_sweep_values(const ps_arranger *arranger, const uint16_t *strengths, int32_t *values);
int ps_sweep_population(const ps_arranger *arranger, int path, uint64_t seed, uint64_t first_block,
                        uint64_t blocks, const uint16_t *edges, uint64_t *counts,
                        uint64_t *specials, uint64_t *cells);
int ps_opponent_strengths(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
                          uint64_t first_block, uint64_t blocks, uint16_t *strengths);
/* The best splits by values and by counting sweeps, `bonus` each, over `opponents` triples of
 * strengths; those of special hands, which begin with 0, are left out. */
int ps_scan_opponents(const int32_t *top, const int32_t *middle, const int32_t *bottom,
                      const uint16_t *strengths, int64_t opponents, int bonus, int wheel,
                      int equal_branches, const uint8_t *hand, const uint8_t *allowed, int count,
                      ps_split *splits);

/* binh/population.c: hands dealt at random in blocks of PS_BLOCK_HANDS */
int ps_deal_block(uint64_t seed, uint64_t block, uint8_t *hands);
int ps_population(const ps_arranger *arranger, int path, uint64_t seed, uint64_t first_block,
                  uint64_t blocks, uint64_t *counts, uint64_t *specials);
int ps_special_census(uint64_t seed, uint64_t first_block, uint64_t blocks, uint64_t *specials);
int ps_response_gap(const ps_arranger *policy, const ps_arranger *responder,
                    const ps_arranger *judge, int path, uint64_t seed, uint64_t first_block,
                    uint64_t blocks, int64_t *sums);

/* binh/own_cards.c: values for one hand by a corrected arranger; special: the chances of type A
 * and of type B */
int ps_values_for_hand(const ps_arranger *arranger, const uint8_t *hand, int32_t *top,
                       int32_t *middle, int32_t *bottom, int32_t *special);
int ps_values_of_split(const ps_arranger *arranger, const uint8_t *hand, const uint16_t *strengths,
                       int32_t *values, int32_t *special);

/* binh/opponents.c: opponents dealt from the 39 other cards; bonuses: points of each of the nine
 * categories at top, middle and bottom, on top of the one that a branch wins */
int ps_opponents(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
                 uint64_t first_block, uint64_t blocks, uint64_t *counts, uint64_t *specials);
int ps_duels(const ps_arranger *policy, int path, const uint8_t *hand, uint64_t seed,
             uint64_t first_block, uint64_t blocks, const uint16_t *strengths, int splits,
             const int32_t *special_points, const uint8_t *bonuses, int64_t *sums, int64_t *squares,
             int64_t *gap_squares);
int ps_correction_sums(const ps_arranger *policy, int path, uint64_t seed, uint64_t first_block,
                       uint64_t blocks, const uint16_t *nodes, int64_t *gram, int64_t *cells);

/* war/... */
enum ps_war_sizes {
    PS_WAR_SEATS = 6,
    PS_WAR_UNKNOWN = 255,        /* a card of a setup that is dealt at random */
    PS_WAR_MOST_ROUNDS = 1000000 /* largest max_rounds */
};

enum ps_war_pickup {
    PS_WAR_SHUFFLED = 0,
    PS_WAR_WINNER_FIRST = 1,
    PS_WAR_SEAT_ORDER = 2,
    PS_WAR_HIGH_FIRST = 3,
    PS_WAR_LOW_FIRST = 4
};

enum ps_war_short {
    PS_WAR_LAST_CARD = 0, /* a tied player too short lays what is left */
    PS_WAR_LOSE = 1       /* loses the battle and lays nothing */
};

enum ps_war_end {
    PS_WAR_WON = 0,       /* won or shared */
    PS_WAR_ENDLESS = 1,   /* a state came back with no chance in between */
    PS_WAR_UNFINISHED = 2 /* given up */
};

typedef struct ps_war_game ps_war_game;

/* The options and the piles, one after the other, each from its top. */
typedef struct {
    int32_t players;    /* 2..6 */
    int32_t face_down;  /* 0..3 */
    int32_t short_rule; /* enum ps_war_short */
    int32_t max_rounds; /* then the most cards win: 1..PS_WAR_MOST_ROUNDS; 0 for no limit */
    uint32_t give_up;   /* rounds after which a game without such a limit is left, 1.. */
    uint8_t pickup[6];  /* enum ps_war_pickup, by seat */
    uint8_t sizes[6];
    uint8_t cards[52]; /* ids or PS_WAR_UNKNOWN */
} ps_war_setup;

/* What happened in a round; the cards in the order laid. */
typedef struct {
    int32_t count;   /* cards that lay on the table */
    int32_t carried; /* of these, left there by earlier rounds */
    int32_t battles;
    int32_t winner; /* seat, or -1 when the cards stay on the table */
    uint8_t cards[52];
    uint8_t owners[52];    /* the seat that laid each */
    uint8_t battle_of[52]; /* 0 for the cards turned first, 1.. for those of the battles */
    uint8_t face_up[52];
    uint8_t picked_up[52]; /* the same cards as the winner put them under */
} ps_war_round;

/* war/play.c: games `first` .. `first + games - 1` of a seed. For each the seats that share the
 * win as bits (none if it did not end), how it ended, its rounds and its battles. */
int64_t ps_war_games(const ps_war_setup *setup, uint64_t seed, uint64_t first, int64_t games,
                     uint8_t *winners, uint8_t *ends, uint32_t *rounds, uint32_t *battles);

/* war/game.c: one of these games round by round. ps_war_game_round returns 0 when no round is
 * left to play, ps_war_game_piles the number of cards on the table, which follow the piles. */
ps_war_game *ps_war_game_new(const ps_war_setup *setup, uint64_t seed, uint64_t number,
                             int *status);
void ps_war_game_free(ps_war_game *game);
int ps_war_game_round(ps_war_game *game, ps_war_round *round);
int ps_war_game_piles(const ps_war_game *game, uint8_t *sizes, uint8_t *cards);
int ps_war_game_winners(const ps_war_game *game);

/* war/cycle.c: 1 if the game is endless; then after `start` rounds the state is the one that
 * comes back every `length` rounds. `by_rank` leaves suits out of account, which play does not
 * see; without it there is no limit of rounds, so ask by rank first. */
int ps_war_cycle(const ps_war_setup *setup, uint64_t seed, uint64_t number, int by_rank,
                 uint32_t *start, uint32_t *length);

/* cdef end */

#endif
