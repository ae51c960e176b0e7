/* round.c: rounds of Wizard as callers see them: dealing, legal plays, tricks, one seat's view. */
#include <string.h>

#include "../rng.h"
#include "round.h"

void wizard_round_start(struct wizard_round *round, int players, int size, int trump) {
    memset(round, 0, sizeof *round);
    round->order = wizard_order_of(trump);
    round->players = (int8_t)players;
    round->best = -1;
    round->left = (int8_t)size;
}

/* Takes distinct ids into a mask of ids; 0 when one is out of range or stands twice. */
static int take_ids(const uint8_t *cards, int count, uint64_t *seen) {
    for (int i = 0; i < count; i++) {
        uint64_t bit = 1ULL << (cards[i] & 63);
        if (cards[i] >= WIZARD_DECK || *seen & bit) {
            return 0;
        }
        *seen |= bit;
    }
    return 1;
}

int ps_wizard_score(int bid, int tricks) {
    return wizard_score(bid, tricks);
}

int ps_wizard_deal(int players, int size, uint64_t seed, uint64_t number, uint8_t *hands) {
    if (players < 3 || players > WIZARD_SEATS || size < 1 || size > WIZARD_DECK / players) {
        return PS_ERROR_ARGUMENT;
    }
    struct rng rng;
    uint8_t deck[WIZARD_DECK];
    rng_start(&rng, seed, number);
    for (int i = 0; i < WIZARD_DECK; i++) {
        deck[i] = (uint8_t)i;
    }
    int dealt = size * players;
    int drawn = dealt < WIZARD_DECK ? dealt + 1 : dealt;
    for (int i = 0; i < drawn; i++) {
        int j = i + (int)rng_below(&rng, (uint32_t)(WIZARD_DECK - i));
        uint8_t card = deck[j];
        deck[j] = deck[i];
        deck[i] = card;
    }
    for (int i = 0; i < dealt; i++) {
        hands[i] = deck[i];
    }
    return drawn > dealt ? deck[dealt] : WIZARD_DECK;
}

int ps_wizard_trick_winner(const uint8_t *cards, int count, int trump) {
    uint64_t seen = 0;
    if (count < 1 || count > WIZARD_SEATS || trump < -1 || trump >= SUITS) {
        return PS_ERROR_ARGUMENT;
    }
    if (!take_ids(cards, count, &seen)) {
        return PS_ERROR_CARD;
    }
    struct wizard_round round;
    wizard_round_start(&round, WIZARD_SEATS + 1, 1, trump);
    for (int i = 0; i < count; i++) {
        wizard_play(&round, round.order->place[cards[i]]);
    }
    return round.winner;
}

int ps_wizard_legal(const uint8_t *hand, int count, const uint8_t *trick, int laid,
                    uint8_t *legal) {
    uint64_t seen = 0;
    if (count < 0 || count > WIZARD_MOST || laid < 0 || laid >= WIZARD_SEATS) {
        return PS_ERROR_ARGUMENT;
    }
    if (!take_ids(hand, count, &seen) || !take_ids(trick, laid, &seen)) {
        return PS_ERROR_CARD;
    }
    struct wizard_round round;
    wizard_round_start(&round, WIZARD_SEATS, 1, -1);
    for (int i = 0; i < laid; i++) {
        wizard_play(&round, round.order->place[trick[i]]);
    }
    uint64_t places = 0;
    for (int i = 0; i < count; i++) {
        places |= 1ULL << round.order->place[hand[i]];
    }
    uint64_t allowed = wizard_legal(places, round.follow);
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (allowed >> round.order->place[hand[i]] & 1) {
            legal[found++] = hand[i];
        }
    }
    return found;
}

int wizard_view_check(const ps_wizard_view *view) {
    int players = view->players, size = view->size;
    if (players < 3 || players > WIZARD_SEATS || size < 1 || size > WIZARD_DECK / players ||
        view->seat < 0 || view->seat >= players || view->trump < -1 || view->trump >= SUITS ||
        view->turned < -1 || view->turned >= WIZARD_DECK || view->bid_count < 0 ||
        view->bid_count > players || view->play_count < 0 || view->play_count > players * size ||
        (view->play_count > 0 && view->bid_count < players) ||
        (view->turned < 0) != (size * players == WIZARD_DECK)) {
        return PS_ERROR_ARGUMENT;
    }
    int bids = 0;
    for (int i = 0; i < view->bid_count; i++) {
        if (view->bids[i] < 0 || view->bids[i] > size) {
            return PS_ERROR_ARGUMENT;
        }
        bids += view->bids[i];
    }
    if (view->hook && view->bid_count == players && bids == size) {
        return PS_ERROR_RULE;
    }
    /* The turned card says what is trump, unless it is a wizard. */
    if (view->turned < 0 || view->turned >= FIRST_JESTER) {
        if (view->trump >= 0) {
            return PS_ERROR_ARGUMENT;
        }
    } else if (view->turned < FIRST_WIZARD && view->trump != (view->turned & 3)) {
        return PS_ERROR_ARGUMENT;
    }
    uint64_t seen = view->turned >= 0 ? 1ULL << view->turned : 0;
    uint64_t turned = seen;
    if (!take_ids(view->hand, size, &seen)) {
        return PS_ERROR_CARD;
    }
    return take_ids(view->plays, view->play_count, &turned) ? PS_OK : PS_ERROR_CARD;
}

int ps_wizard_replay(const ps_wizard_view *view, ps_wizard_standing *standing) {
    int status = wizard_view_check(view);
    if (status != PS_OK) {
        return status;
    }
    struct wizard_round round;
    const struct wizard_order *order = wizard_order_of(view->trump);
    uint64_t own = 0, left;
    int own_plays = 0;
    memset(standing, 0, sizeof *standing);
    wizard_round_start(&round, view->players, view->size, view->trump);
    for (int i = 0; i < view->size; i++) {
        own |= 1ULL << order->place[view->hand[i]];
    }
    left = own;
    for (int i = 0; i < view->play_count; i++) {
        int seat = round.turn, place = order->place[view->plays[i]];
        uint64_t bit = 1ULL << place;
        if (seat == view->seat) {
            /* An own card, and one that is allowed. */
            if (!(wizard_legal(left, round.follow) & bit)) {
                return PS_ERROR_RULE;
            }
            left &= ~bit;
            own_plays++;
        } else if (own & bit || round.missing[seat] & bit) {
            return PS_ERROR_RULE;
        }
        if (round.laid + 1 == round.players) {
            int finished = view->size - round.left;
            wizard_play(&round, place);
            standing->winners[finished] = (uint8_t)round.leader;
        } else {
            wizard_play(&round, place);
        }
    }
    standing->turn = round.left ? round.turn : -1;
    standing->leader = round.leader;
    standing->laid = round.laid;
    standing->finished = view->size - round.left;
    standing->winner = round.laid ? round.winner : -1;
    standing->suit = -1;
    for (int suit = 0; suit < SUITS; suit++) {
        if (round.follow == order->suits[suit]) {
            standing->suit = suit;
        }
        for (int seat = 0; seat < view->players; seat++) {
            standing->voids[seat] |= (round.missing[seat] & order->suits[suit] ? 1 : 0) << suit;
        }
    }
    for (int seat = 0; seat < view->players; seat++) {
        standing->tricks[seat] = round.tricks[seat];
    }
    uint64_t legal = wizard_legal(left, round.turn == view->seat ? round.follow : 0);
    for (int i = 0; i < view->size; i++) {
        int place = order->place[view->hand[i]];
        if (left >> place & 1) {
            standing->hand[standing->hand_count++] = view->hand[i];
        }
        if (standing->turn == view->seat && legal >> place & 1) {
            standing->legal[standing->legal_count++] = view->hand[i];
        }
    }
    return PS_OK;
}
