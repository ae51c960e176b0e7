/* special_hand.c: finds all nine kinds of special hand from the 52-bit mask.
 *
 * Card ids put the four suits of a rank side by side, so a few word operations look at every rank
 * or every suit at once. Only three straights need a table: the rank counts of all the ways to
 * lay two 5-card straights and one of three (660 ways, fewer counts), kept in a hash set. */
#include "special_hand.h"

enum { LINES_SLOTS = 4096, LINES_SHIFT = 64 - 12 };

static uint64_t three_straights[LINES_SLOTS]; /* rank counts, a nibble a rank; 0 is free */

static unsigned lines_slot(uint64_t counts) {
    return (unsigned)(counts * 0x9e3779b97f4a7c15ULL >> LINES_SHIFT);
}

/* One in the nibble of each rank of the run of `length` that starts at `start`, 0 meaning the ace
 * below the deuce. */
static uint64_t run_counts(int start, int length) {
    uint64_t counts = 0;
    for (int i = start; i < start + length; i++) {
        counts += 1ULL << 4 * (i ? i - 1 : ACE);
    }
    return counts;
}

int special_hand_init(void) {
    for (int a = 0; a < 10; a++) {
        for (int b = a; b < 10; b++) {
            for (int c = 0; c < 12; c++) {
                uint64_t counts = run_counts(a, 5) + run_counts(b, 5) + run_counts(c, 3);
                unsigned slot = lines_slot(counts);
                while (three_straights[slot] && three_straights[slot] != counts) {
                    slot = (slot + 1) % LINES_SLOTS;
                }
                three_straights[slot] = counts;
            }
        }
    }
    return PS_OK;
}

static int is_three_straights(uint64_t counts) {
    unsigned slot = lines_slot(counts);
    while (three_straights[slot]) {
        if (three_straights[slot] == counts) {
            return 1;
        }
        slot = (slot + 1) % LINES_SLOTS;
    }
    return 0;
}

/* Two flushes and three of one suit: suit counts 5-5-3, 8-5, 10-3 or 13. */
static int is_three_flushes(const int *suit_counts) {
    int fives = 0, threes = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int left = suit_counts[suit];
        if (left % 5 == 3) {
            threes++;
            left -= 3;
        }
        if (left % 5) {
            return 0;
        }
        fives += left / 5;
    }
    return fives == 2 && threes == 1;
}

unsigned special_kinds(uint64_t cards) {
    unsigned kinds = 0;
    uint64_t pairs = cards - (cards >> 1 & 0x5555555555555555ULL);
    uint64_t counts = (pairs & 0x3333333333333333ULL) + (pairs >> 2 & 0x3333333333333333ULL);
    uint64_t odd = counts & SUIT_LANE;
    uint64_t triples = odd & counts >> 1;

    uint64_t line = cards << 4 | cards >> 4 * ACE; /* the aces once more below the deuces */
    if (line & line >> 4 & line >> 8 & line >> 12 & line >> 16) {
        kinds |= PS_STRAIGHT_FLUSH;
    }
    if (counts == SUIT_LANE) {
        kinds |= PS_DRAGON_STRAIGHT;
    }
    if (counts & SUIT_LANE << 2) {
        kinds |= PS_FOUR_OF_A_KIND;
    }
    if (!(odd & (odd - 1))) { /* thirteen is odd: at least one rank is */
        kinds |= PS_SIX_PAIRS;
    }
    if (triples && bit_count(triples) == 3 && odd == triples) { /* the other four: two pairs */
        kinds |= PS_THREE_FULL_HOUSES;
    }
    if (is_three_straights(counts)) {
        kinds |= PS_THREE_STRAIGHTS;
    }
    int suit_counts[SUITS];
    for (int suit = 0; suit < SUITS; suit++) {
        suit_counts[suit] = bit_count(cards & SUIT_LANE << suit);
    }
    if (is_three_flushes(suit_counts)) {
        kinds |= PS_THREE_FLUSHES;
    }
    int red = suit_counts[1] + suit_counts[2];
    if (red == 0 || red == HAND) {
        kinds |= PS_ONE_COLOUR;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        if (suit_counts[suit] == HAND) {
            kinds |= PS_DRAGON_FLUSH;
        }
    }
    return kinds;
}

int ps_special_kinds(const uint8_t *hand) {
    uint64_t cards;
    return read_cards(hand, HAND, &cards) ? (int)special_kinds(cards) : PS_ERROR_CARD;
}

int64_t ps_special_kinds_of_hands(const uint8_t *hands, int64_t rows, uint16_t *kinds) {
    for (int64_t row = 0; row < rows; row++) {
        uint64_t cards;
        if (!read_cards(hands + HAND * row, HAND, &cards)) {
            return row;
        }
        kinds[row] = (uint16_t)special_kinds(cards);
    }
    return rows;
}
