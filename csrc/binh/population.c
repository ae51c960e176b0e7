/* population.c: random hands, and what a population of players makes of them.
 *
 * Hands come in blocks of PS_BLOCK_HANDS: 1,024 deals of four hands, from the random stream
 * (seed, block). Whoever asks for a block gets the same hands, so results add up to the same sums
 * however the blocks are shared out. */
#include <string.h>

#include "arranger.h"
#include "dealer.h"
#include "special_hand.h"

int ps_deal_block(uint64_t seed, uint64_t block, uint8_t *hands) {
    struct dealer dealer;
    dealer_start(&dealer, seed, block, FULL_DECK);
    for (int n = 0; n < PS_BLOCK_HANDS / HANDS_A_DEAL; n++) {
        uint64_t masks[HANDS_A_DEAL];
        deal(&dealer, HANDS_A_DEAL, masks);
        for (int i = 0; i < HANDS_A_DEAL; i++) {
            for (uint64_t left = masks[i]; left; left &= left - 1) {
                *hands++ = (uint8_t)lowest_bit(left);
            }
        }
    }
    return PS_OK;
}

/* Adds to counts[3][PS_STRENGTHS] how often the normal hands of the blocks, arranged, show each
 * strength at the top, in the middle and at the bottom. */
int ps_population(const ps_arranger *arranger, int path, uint64_t seed, uint64_t first_block,
                  uint64_t blocks, uint64_t *counts, uint64_t *specials) {
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK);
        for (int n = 0; n < PS_BLOCK_HANDS / HANDS_A_DEAL; n++) {
            uint64_t hands[HANDS_A_DEAL];
            deal(&dealer, HANDS_A_DEAL, hands);
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                unsigned kinds = special_kinds(hands[i]);
                tally_kinds(kinds, specials);
                if (!kinds) {
                    struct branches split;
                    arrange(arranger, path, hands[i], &split);
                    for (int branch = 0; branch < 3; branch++) {
                        counts[branch * PS_STRENGTHS + split.strengths[branch]]++;
                    }
                }
            }
        }
    }
    return PS_OK;
}

int ps_special_census(uint64_t seed, uint64_t first_block, uint64_t blocks, uint64_t *specials) {
    for (uint64_t block = first_block; block < first_block + blocks; block++) {
        struct dealer dealer;
        dealer_start(&dealer, seed, block, FULL_DECK);
        for (int n = 0; n < PS_BLOCK_HANDS / HANDS_A_DEAL; n++) {
            uint64_t hands[HANDS_A_DEAL];
            deal(&dealer, HANDS_A_DEAL, hands);
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                tally_kinds(special_kinds(hands[i]), specials);
            }
        }
    }
    return PS_OK;
}

/* What the responder's split gains over the policy's on the same hand, by the judge's values:
 * for each block the sum over its hands. Special hands gain nothing. */
int ps_response_gap(const ps_arranger *policy, const ps_arranger *responder,
                    const ps_arranger *judge, int path, uint64_t seed, uint64_t first_block,
                    uint64_t blocks, int64_t *sums) {
    for (uint64_t n = 0; n < blocks; n++) {
        struct dealer dealer;
        int64_t sum = 0;
        dealer_start(&dealer, seed, first_block + n, FULL_DECK);
        for (int m = 0; m < PS_BLOCK_HANDS / HANDS_A_DEAL; m++) {
            uint64_t hands[HANDS_A_DEAL];
            deal(&dealer, HANDS_A_DEAL, hands);
            for (int i = 0; i < HANDS_A_DEAL; i++) {
                if (special_kinds(hands[i])) {
                    continue;
                }
                struct branches own, reply;
                arrange(policy, path, hands[i], &own);
                arrange(responder, path, hands[i], &reply);
                int64_t gain = 0;
                gain += judge->top[reply.strengths[0]] - judge->top[own.strengths[0]];
                gain += judge->middle[reply.strengths[1]] - judge->middle[own.strengths[1]];
                gain += judge->bottom[reply.strengths[2]] - judge->bottom[own.strengths[2]];
                sum += gain;
            }
        }
        sums[n] = sum;
    }
    return PS_OK;
}
