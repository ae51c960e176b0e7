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
    PS_ERROR_CARD = -1,     /* a card id outside 0..51 or a card twice */
    PS_ERROR_MEMORY = -2,   /* out of memory */
    PS_ERROR_DATA = -3,     /* shape lists that do not check */
    PS_ERROR_TABLE = -4,    /* values that fall as strength rises, or are out of range */
    PS_ERROR_ARGUMENT = -5, /* a count or an option out of range */
    PS_ERROR_RULE = -6      /* a play that the rules do not allow */
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

/* matrix_game.c: zero-sum matrix games; rows maximise */
enum ps_matrix_game_sizes {
    PS_MATRIX_GAME_MOST = 28,         /* most rows and most columns */
    PS_MATRIX_GAME_LIMIT = 1000000000 /* largest |payoff| */
};

/* Each game is rows x columns payoffs; a mix a game goes into row_mixes and column_mixes. */
int64_t ps_matrix_games(const double *payoffs, int64_t games, int rows, int columns, double *values,
                        double *gaps, double *row_mixes, double *column_mixes);
/* One game, from supports (rows, columns as bits; 0: none) that are tried first and replaced.
 * mixes: value, gap, rows, columns. Returns how it was solved: 0 saddle point, 1 two by two,
 * 2 those supports, 3 simplex method. */
int ps_matrix_game_from(const double *payoffs, int rows, int columns, uint32_t *supports,
                        double *mixes);

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

/* wizard/...: ids 4*rank + suit for the suit cards, 52..55 wizards, 56..59 jesters; a trump is a
 * suit or -1 for none; seats count from the dealer's left */
enum ps_wizard_sizes {
    PS_WIZARD_DECK = 60,
    PS_WIZARD_SEATS = 6,
    PS_WIZARD_MOST = 20 /* cards a hand */
};

/* What one seat sees of a round. */
typedef struct {
    int32_t players; /* 3..6 */
    int32_t size;    /* cards dealt to each seat: the tricks of the round */
    int32_t seat;    /* whose view it is */
    int32_t turned;  /* the card turned up; -1 when none is left */
    int32_t trump;   /* fits the turned card unless that is a wizard */
    int32_t hook;    /* the bids may not add up to the tricks */
    int32_t bid_count;
    int32_t play_count;
    int32_t bids[6];   /* from seat 0 on */
    uint8_t hand[20];  /* as dealt */
    uint8_t plays[60]; /* in the order played; seat 0 leads the first trick */
} ps_wizard_view;

/* Where that round stands. */
typedef struct {
    int32_t turn;     /* the seat to play; -1 when the round is over */
    int32_t leader;   /* of this trick */
    int32_t laid;     /* cards of this trick */
    int32_t winner;   /* the seat that would win it now; -1 before its first card */
    int32_t suit;     /* the suit to follow; -1 for none */
    int32_t finished; /* tricks */
    int32_t hand_count;
    int32_t legal_count;
    int32_t tricks[6];
    int32_t voids[6];    /* suits that a seat has shown not to hold, as bits */
    uint8_t winners[20]; /* of the finished tricks */
    uint8_t hand[20];    /* what the seat still holds, in the order given */
    uint8_t legal[20];   /* what it may play; nothing when another seat is on turn */
} ps_wizard_standing;

/* wizard/round.c. ps_wizard_deal returns the turned card, PS_WIZARD_DECK if none is left; the
 * hands follow each other from seat 0. ps_wizard_trick_winner takes 1..6 cards and returns an
 * index; ps_wizard_legal returns how many cards of the hand may be played. ps_wizard_replay
 * answers PS_ERROR_RULE for a play that is no card of the hand, or a revoke. */
int ps_wizard_score(int bid, int tricks);
int ps_wizard_deal(int players, int size, uint64_t seed, uint64_t number, uint8_t *hands);
int ps_wizard_trick_winner(const uint8_t *cards, int count, int trump);
int ps_wizard_legal(const uint8_t *hand, int count, const uint8_t *trick, int laid, uint8_t *legal);
int ps_wizard_replay(const ps_wizard_view *view, ps_wizard_standing *standing);

/* wizard/engine.c: the search and what it learned; widths of its rows of numbers */
enum ps_wizard_widths {
    PS_WIZARD_STATE_FEATURES = 36,
    PS_WIZARD_CARD_FEATURES = 24,
    PS_WIZARD_HIDDEN = 48,
    PS_WIZARD_BID_FEATURES = 68,    /* a card each, and eight of the hand and the bids before */
    PS_WIZARD_MODEL_NUMBERS = 5832, /* network 36*48 + 24*48 + 48 + 48, bids 2*21*68 */
    PS_WIZARD_LESSON = 62,          /* option, points, state, card */
    PS_WIZARD_BID_ROW = 92,         /* cards a hand, no trump, bid, features, means by bid */
    /* chance as rolled out, made, tricks left (a bid: one more than the hand's size), player, size,
     * how likely others play as learned */
    PS_WIZARD_SAMPLE = 6
};

enum ps_wizard_kind {
    PS_WIZARD_RANDOM = 0,
    PS_WIZARD_CAUTIOUS = 1, /* by rule */
    PS_WIZARD_BOLD = 2,     /* by rule, wins with the highest card */
    PS_WIZARD_LEARNED = 3,
    PS_WIZARD_SEARCH = 4
};

typedef struct ps_wizard_model ps_wizard_model;

typedef struct {
    int32_t deals;      /* played out for each option */
    int32_t bid_deals;  /* and for each bid in a match */
    int32_t candidates; /* drawn for each of these where there is evidence to weigh */
    int32_t survivors;  /* kept of them when the bids are weighed, for the cards to be weighed */
    float bid_spread;   /* standard deviation of a bid about its expectation; 0: bids say nothing */
    float bid_wide;     /* share of the bids that are three times as spread */
    float bid_floor;
    float play_noise; /* share of plays that follow no style; 1: plays say nothing */
    float sharpness;  /* of the learned style: 1 / points */
    /* Share of players who keep to their style, and how often one of them does not. */
    float exact_share;
    float exact_noise;
    /* Standard errors of the difference within which bids count as equal, the likeliest best. */
    float bid_margin;
    int32_t planned_bids;  /* deals on which bids are valued by planning; 0: none */
    int32_t planned_plays; /* and cards */
    int32_t plan_deals;    /* deals of each small search that plans a card */
    float plan_trust;      /* the network's values count as so many deals more */
    int32_t own_style;     /* how the own seat plays on: 0 cautious, 1 bold, 2 learned */
    float styles[3];       /* shares expected of the other seats: cautious, bold, learned */
} ps_wizard_settings;

typedef struct {
    int32_t players;
    int32_t hook;
    int32_t kinds[6]; /* enum ps_wizard_kind, by player */
    /* Share of the search's cards played at random, and in practice of its bids moved by one. */
    float explore;
    uint64_t seed;
    /* Above 0: those who search play cards by own_style, and this share of their bids alone is
     * searched for, the others are as learned; lessons come from the deal as it is. */
    float practice;
} ps_wizard_match;

typedef struct {
    int32_t rounds;
    int32_t points[6]; /* by player */
    int32_t made[6];
    float *lessons;
    int64_t lesson_room;
    int64_t lesson_count;
    float *bids;
    int64_t bid_room;
    int64_t bid_count;
    float *samples;
    int64_t sample_room;
    int64_t sample_count;
} ps_wizard_result;

/* Options best first: bids, cards, or for a trump 32 * suit + the bid to make with it. */
typedef struct {
    int32_t count;
    float effective; /* independent deals that the weighted ones are worth */
    float learned;   /* how likely another seat is to play as learned, in the mean */
    int32_t choices[21];
    int32_t deals[21]; /* played out; fewer for options dropped as clearly worse */
    double means[21];  /* points */
    double errors[21]; /* standard errors of the means */
    double made[21];   /* share of the deals in which the bid was made that the hook left to it */
    double chances[21][21]; /* of taking 0, 1, ... tricks */
} ps_wizard_advice;

ps_wizard_model *ps_wizard_model_new(int players, const float *numbers, int64_t given, int *status);
void ps_wizard_model_free(ps_wizard_model *model);
int ps_wizard_playouts(int path, int players, int size, uint64_t seed, uint64_t first,
                       int64_t blocks, uint64_t *tricks);
int ps_wizard_advise_bid(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                         const ps_wizard_settings *settings, uint64_t seed,
                         ps_wizard_advice *advice);
int ps_wizard_advise_card(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                          const ps_wizard_settings *settings, uint64_t seed,
                          ps_wizard_advice *advice);
int ps_wizard_advise_trump(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                           const ps_wizard_settings *settings, uint64_t seed,
                           ps_wizard_advice *advice);
/* The deals that a search plays out: for each of settings->deals the seat that holds each of the 60
 * cards; the number of players for a card that is played, turned or not dealt. */
int ps_wizard_fitting_deals(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                            const ps_wizard_settings *settings, uint64_t seed, uint8_t *owners);
/* How the network values the cards of the seat on turn, rows of PS_WIZARD_LESSON: card, points up
 * to a number that is the same for all, state, card. How many: 0 where all cards are worth the
 * same. */
int ps_wizard_card_values(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                          float *rows);
/* By style (enum ps_wizard_kind less one); the model is needed for the learned one alone. */
int ps_wizard_style_bid(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                        int style);
int ps_wizard_style_card(int path, const ps_wizard_view *view, const ps_wizard_model *model,
                         int style);
int ps_wizard_style_trump(int path, const ps_wizard_view *view);
int ps_wizard_play_match(int path, const ps_wizard_match *match, const ps_wizard_model *model,
                         const ps_wizard_settings *settings, int64_t game,
                         ps_wizard_result *result);
/* scientific_war/game.c: the table for two to eight players, trick by trick */
enum ps_scientific_sizes {
    PS_SCIENTIFIC_SEATS = 8,
    PS_SCIENTIFIC_JOKER = 13,           /* the joker's place after the thirteen ranks */
    PS_SCIENTIFIC_SWAP = 16,            /* added to a rank: hand and pile are swapped before it */
    PS_SCIENTIFIC_NOTHING = 255,        /* the choice of a player who is out */
    PS_SCIENTIFIC_CHOICES = 28,         /* most choices of a player */
    PS_SCIENTIFIC_DISPUTE = 8,          /* in place of a seat: nobody takes the trick */
    PS_SCIENTIFIC_MOST_TRICKS = 1000000 /* largest trick_limit */
};

enum ps_scientific_reversal {
    PS_SCIENTIFIC_NOW = 0, /* an odd number of jacks turns the order in this trick already */
    PS_SCIENTIFIC_NEXT = 1 /* from the next trick on */
};

typedef struct {
    int32_t players;     /* 2..8 */
    int32_t ranks;       /* bit r: rank r is played with */
    int32_t jokers;      /* each player's, 0 or 1 */
    int32_t trick_limit; /* 1.., 0 for none */
    int32_t reversal;    /* enum ps_scientific_reversal */
    int32_t powers;      /* 1: three, eight, jack and queen do what they do */
} ps_scientific_rules;

/* A table between two tricks. Cards are counts by rank, four bits a rank. */
typedef struct {
    uint64_t hands[8];
    uint64_t piles[8];
    uint64_t pot;     /* the cards of the disputed tricks */
    int32_t reverse;  /* 1: deuce high */
    int32_t peeker;   /* who picks last in the next trick, or -1 */
    int32_t may_swap; /* bits: who has played an eight and has a pile */
    int32_t threes;   /* bits: who has played a three */
    int32_t last_in;  /* bits: who was in the last trick */
    int32_t tricks;   /* played so far */
    int32_t disputed; /* of these the last ones that nobody took */
} ps_scientific_state;

/* outcome: place of the winner or -1, the order afterwards, place of who peeks next or -1 */
int ps_scientific_resolve(const ps_scientific_rules *rules, const uint8_t *ranks, int count,
                          int reverse, int32_t *outcome);
int ps_scientific_start(const ps_scientific_rules *rules, ps_scientific_state *state);
int ps_scientific_check(const ps_scientific_rules *rules, const ps_scientific_state *state);
int ps_scientific_over(const ps_scientific_rules *rules, const ps_scientific_state *state);
int ps_scientific_winners(const ps_scientific_rules *rules, const ps_scientific_state *state);
int ps_scientific_choices(const ps_scientific_rules *rules, const ps_scientific_state *state,
                          int player, uint8_t *choices);
/* the seat that takes the trick, or PS_SCIENTIFIC_DISPUTE */
int ps_scientific_play(const ps_scientific_rules *rules, ps_scientific_state *state,
                       const uint8_t *choices);

/* scientific_war/duel.c: the same trick by the form for two that solver and search use; counts of
 * disputes and of who was in the trick are left as they are */
int ps_scientific_duel_play(const ps_scientific_rules *rules, ps_scientific_state *state,
                            const uint8_t *choices);

/* scientific_war/graph.c: the states that a game for two can reach. Built by
 * ps_scientific_graph_new and calls of ps_scientific_graph_grow, which expand so many states each
 * and return 0 when no state is left. A deck has eight cards at most, seven with powers. */
enum ps_scientific_figure {
    PS_SCIENTIFIC_STATES = 0,       /* found so far, mirrored ones counted once */
    PS_SCIENTIFIC_EXPANDED = 1,     /* of these with entries */
    PS_SCIENTIFIC_ENTRIES = 2,      /* pairs of choices */
    PS_SCIENTIFIC_DEPTH = 3,        /* levels that are complete: the fewest tricks to each state */
    PS_SCIENTIFIC_UNFOLDED = 4,     /* states, mirrored ones told apart */
    PS_SCIENTIFIC_GAMES = 5,        /* states with a matrix game of two or more rows and columns */
    PS_SCIENTIFIC_BYTES = 6,        /* memory held */
    PS_SCIENTIFIC_ENDS = 2,         /* values that stand before those of the states in a layer */
    PS_SCIENTIFIC_ONE = 1073741824, /* a won game in the units of a layer */
    PS_SCIENTIFIC_UNREACHED = -100, /* a state that the game does not lead to */
    PS_SCIENTIFIC_FULL = -101,      /* more states than allowed */
    PS_SCIENTIFIC_MOST_STATES = 1000000000
};

typedef struct ps_scientific_graph ps_scientific_graph;

ps_scientific_graph *ps_scientific_graph_new(const ps_scientific_rules *rules, uint32_t most,
                                             int *status);
ps_scientific_graph *ps_scientific_graph_read(const ps_scientific_rules *rules,
                                              const uint64_t *keys, uint32_t count, int *status);
void ps_scientific_graph_free(ps_scientific_graph *graph);
int ps_scientific_graph_grow(ps_scientific_graph *graph, uint32_t states);
int64_t ps_scientific_graph_figure(const ps_scientific_graph *graph, int figure);
/* states that so many tricks can reach: they are the first ones */
int64_t ps_scientific_graph_within(const ps_scientific_graph *graph, int tricks);
int64_t ps_scientific_graph_keys(const ps_scientific_graph *graph, uint64_t *keys,
                                 int64_t capacity);
int64_t ps_scientific_graph_find(const ps_scientific_graph *graph, const ps_scientific_rules *rules,
                                 const ps_scientific_state *state, int *mirror);

/* scientific_war/sweep.c: values of states for player 0, one layer for each number of tricks to
 * go. A layer holds PS_SCIENTIFIC_ENDS fixed values and then one for each state, as far as it is
 * needed. `plus` is the layer below, `minus` the one that mirrored states are looked up in: the
 * same but for bounds of the endless game. `supports` has one number for each matrix game. */
enum ps_scientific_rounding {
    PS_SCIENTIFIC_NEAREST = 0,
    PS_SCIENTIFIC_DOWN = 1, /* lower bounds stay lower bounds */
    PS_SCIENTIFIC_UP = 2
};

enum ps_scientific_first {
    PS_SCIENTIFIC_BY_COUNT = 0, /* most cards win */
    PS_SCIENTIFIC_LOST = 1,     /* player 0 has lost */
    PS_SCIENTIFIC_WON = 2       /* player 0 has won */
};

int ps_scientific_first_layer(const ps_scientific_graph *graph, int first, int64_t states,
                              int32_t *layer);
int ps_scientific_sweep(const ps_scientific_graph *graph, const int32_t *plus, const int32_t *minus,
                        int64_t below, int32_t *layer, int64_t start, int64_t end, int rounding,
                        uint32_t *supports);

/* One position: the payoffs to player 0, row by row, and both mixes. Where somebody peeks, or has
 * no choice, the mixes are pure: the peeker's is the best reply to the other's. */
typedef struct {
    int32_t rows;    /* player 0's choices */
    int32_t columns; /* player 1's */
    int32_t peeker;
    double value; /* for player 0 */
    double gap;   /* how far best replies to the two mixes are apart */
    uint8_t row_choices[28];
    uint8_t column_choices[28];
    double row_mix[28];
    double column_mix[28];
    double payoffs[784];
} ps_scientific_answer;

int ps_scientific_answer_of(const ps_scientific_graph *graph, const ps_scientific_rules *rules,
                            const ps_scientific_state *state, const int32_t *plus,
                            const int32_t *minus, int64_t below, ps_scientific_answer *answer);

/* scientific_war/evaluation.c, search.c: for two players */
enum ps_scientific_search_sizes {
    PS_SCIENTIFIC_UNITS = 64,  /* of the hidden layer */
    PS_SCIENTIFIC_STAGES = 16, /* spans of tricks left */
    PS_SCIENTIFIC_WEIGHTS = 17728,
    PS_SCIENTIFIC_SAMPLE = 32, /* bytes of a position with what it turned out to be worth */
    PS_SCIENTIFIC_PRACTICE_TRICKS = 200 /* largest trick_limit in training */
};

/* What to choose, by looking ahead; rows are player 0's choices, payoffs are his. */
typedef struct {
    int32_t rows;
    int32_t columns;
    uint8_t row[28];
    uint8_t column[28];
    double row_mix[28];
    double column_mix[28];
    double payoffs[784]; /* 28 a row */
    double value;
    double loss[2];   /* if compared: what each one's mix, one trick less ahead, would lose */
    int32_t compared; /* to a best answer by the payoffs above */
    int32_t peeker;   /* 0, 1 or -1 */
    int32_t depth;    /* of the last complete pass */
    int32_t width;
    int32_t exact; /* nothing rests on the evaluation and no choice was left out */
    int64_t leaves;
} ps_scientific_advice;

/* scientific_war/advice.c. iterations: positions to look at, more only for one trick ahead; seen:
 * the choice that the peeker has seen, or -1; lean: of the mix of `player`, 0.0 to below 1.0 (see
 * search_lean), where the answer is not exact. */
int ps_scientific_advise(const ps_scientific_rules *rules, const ps_scientific_state *state,
                         const int16_t *weights, int seen, int64_t iterations, int player,
                         double lean, ps_scientific_advice *advice);
int ps_scientific_evaluate(const ps_scientific_rules *rules, const ps_scientific_state *state,
                           const int16_t *weights, double *value);

/* What one of three and more players sees. */
typedef struct {
    ps_scientific_state state; /* own hand and pile, the others' empty */
    uint64_t unseen;           /* the cards that the others hold, counted as those of a state */
    int32_t player;
    int32_t deal;          /* cards that each was dealt */
    int32_t totals[8];     /* cards of each, hand and pile together */
    int32_t hand_sizes[8]; /* -1 where it is not known */
    uint8_t seen[8];       /* ranks that the peeker has seen, PS_SCIENTIFIC_NOTHING elsewhere */
} ps_scientific_view;

typedef struct {
    int32_t count; /* choices */
    int32_t games; /* played out */
    uint8_t choices[28];
    double mix[28];
    double evs[28];
    double stderrs[28];
    double value;
    double stderr_of_value;
} ps_scientific_crowd_advice;

/* scientific_war/crowd.c: a mix by regrets over tables dealt at random, `iterations` games played
 * out, for three and more players. */
int ps_scientific_crowd(const ps_scientific_rules *rules, const ps_scientific_view *view,
                        uint64_t seed, int iterations, ps_scientific_crowd_advice *advice);

/* How the search plays against itself. */
typedef struct {
    int32_t depth;
    int32_t width;
    int32_t opening;    /* at most so many tricks are chosen at random first */
    float stray;        /* positions beside the path of play, for each one on it */
    float trace;        /* 0: a position's target is its own searched value, 1: the game's result */
    float lean;         /* of the bot that is answered; see search_lean */
    int64_t iterations; /* of the bot that is answered, instead of depth and width; 0 for those */
} ps_scientific_practice;

/* scientific_war/training.c. Games `first` .. of a seed; returns the number of samples, for which
 * there is room if capacity is games times twice the trick limit. */
int64_t ps_scientific_practice_games(const ps_scientific_rules *rules, const int16_t *weights,
                                     const ps_scientific_practice *practice, uint64_t seed,
                                     uint64_t first, int64_t games, int64_t capacity,
                                     uint8_t *samples);
/* The same for one who knows the mixes of `weights` and answers by the weights `answering`, as
 * player 0; results: what he wins in each game. Here stray is the share of random choices. */
int64_t ps_scientific_answer_games(const ps_scientific_rules *rules, const int16_t *weights,
                                   const int16_t *answering, const ps_scientific_practice *practice,
                                   uint64_t seed, uint64_t first, int64_t games, int64_t capacity,
                                   uint8_t *samples, double *results);
/* One pass of Adam over the samples in an order of (seed, number); means, squares and decay (two,
 * 1.0 at first) are its state. error: the mean square before each step. */
int ps_scientific_fit(float *weights, float *means, float *squares, double *decay,
                      const uint8_t *samples, int64_t count, int batch, float rate, int tied,
                      uint64_t seed, uint64_t number, double *error);
int ps_scientific_first_weights(uint64_t seed, float *weights);
int ps_scientific_round_weights(const float *weights, int16_t *rounded);

/* cdef end */

#endif
