/* engine.h: what the search works on, and the two builds of it. */
#ifndef PS_WIZARD_ENGINE_H
#define PS_WIZARD_ENGINE_H

#include "model.h"
#include "round.h"

enum { STYLE_CAUTIOUS = 0, STYLE_BOLD = 1, STYLE_LEARNED = 2, STYLES = 3 };

/* A deal that fits, and how likely each way to play is for every seat. */
struct supposed {
    uint64_t hands[WIZARD_SEATS];
    float styles[WIZARD_SEATS][STYLES];
    float weight;   /* first a logarithm */
    int32_t origin; /* copies have the same */
};

/* How a deal was played out, for its copies. */
struct outcome {
    uint32_t styles; /* of all seats */
    int32_t before;  /* the deal of the same origin played out before it; -1: none */
};

struct option {
    int choice;   /* a bid, or the place of a card */
    double lift;  /* points that the network's opinion and planning add */
    double prior; /* points by the network, to tell options of the same mean apart */
    int live;     /* not dropped for being clearly worse */
    int deals;
    int64_t sum; /* of points */
    int64_t squares;
    int32_t made;
    int32_t tricks[WIZARD_MOST + 1]; /* deals by tricks taken */
    /* What planning changes, over the deals that were planned as well. */
    int planned;
    double gain; /* points */
    double gain_squares;
    int32_t shifts[WIZARD_MOST + 1]; /* more or fewer of these deals by tricks taken */
};

/* The chance of taking so many tricks. */
static inline double option_chance(const struct option *option, int tricks) {
    double chance = (double)option->tricks[tricks] / option->deals;
    if (option->planned) {
        chance += (double)option->shifts[tricks] / option->planned;
    }
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static inline double option_mean(const struct option *option) {
    return (double)option->sum / option->deals + option->lift;
}

/* What options are ordered by. */
static inline double option_rank(const struct option *option) {
    return option_mean(option) + 1e-6 * option->prior;
}

/* One card of the round so far. */
struct played {
    int8_t seat;
    int8_t place;
};

struct search {
    int own_seat;
    int size; /* cards dealt to each seat */
    int deals;
    int options;
    int best;
    float effective; /* deals that the weighted ones are worth */
    float learned;   /* mean chance that another seat plays as learned */
    struct option option[WIZARD_MOST + 1];
    int plays;
    struct played history[WIZARD_DECK];
    uint64_t turned;
    int room;             /* for how many deals the arrays have place */
    struct supposed *all; /* as drawn */
    struct supposed *kept;
    int16_t *scores;          /* by option and deal */
    uint8_t *taken;           /* tricks, by option and deal */
    struct outcome *outcomes; /* by deal */
    int32_t *newest;          /* the deal of an origin that was played out last; -1: none */
    float *chances;           /* logarithm of that of the cards a seat has played, by deal */
};

/* Natural logarithms of 0..63 (0 for 0) and of their factorials. */
struct logarithms {
    float of[64];
    float factorial[64];
};

extern struct logarithms wizard_logarithms;

enum { TRUMP_OPTION = 32, LESSON_WIDTH = PS_WIZARD_LESSON };

/* PS_OK or PS_ERROR_MEMORY. */
int wizard_search_new(struct search *search, const ps_wizard_settings *settings);
void wizard_search_free(struct search *search);

struct wizard_engine {
    void (*random_rounds)(int players, int size, uint64_t seed, uint64_t first, int64_t blocks,
                          uint64_t *tricks);
    int (*card)(struct search *search, const struct wizard_round *now,
                const struct ps_wizard_model *model, const ps_wizard_settings *settings,
                uint64_t seed);
    int (*bid)(struct search *search, const struct wizard_round *now, int bidder, int hook,
               const struct ps_wizard_model *model, const ps_wizard_settings *settings,
               uint64_t seed);
    int (*trump)(struct search *search, const struct wizard_round *now, int hook,
                 const struct ps_wizard_model *model, const ps_wizard_settings *settings,
                 uint64_t seed);
    int (*deals)(struct search *search, const struct wizard_round *now,
                 const struct ps_wizard_model *model, const ps_wizard_settings *settings,
                 uint64_t seed, int bidders);
    int (*style_bid)(const struct wizard_round *now, int bidder, int hook, int style,
                     const struct ps_wizard_model *model);
    int (*style_card)(const struct wizard_round *now, int style,
                      const struct ps_wizard_model *model);
    int (*style_trump)(uint64_t hand);
    int (*card_values)(const struct wizard_round *now, const struct ps_wizard_model *model,
                       float *rows);
    void (*match)(struct search *search, const ps_wizard_match *match,
                  const struct ps_wizard_model *model, const ps_wizard_settings *settings,
                  int64_t game, ps_wizard_result *result);
};

extern const struct wizard_engine wizard_engine_portable;
extern const struct wizard_engine wizard_engine_bmi2;

const struct wizard_engine *wizard_engine_of(int path);

#endif
