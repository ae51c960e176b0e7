"""Round 1, exactly: with one card each there is nothing to choose but the bid.

The leader wins if every other card is one that the own card beats: of the 58 cards not seen, x.
A bid of 1 is worth 40 P - 10 points and a bid of 0 is worth 20 - 30 P, so 1 is right from
P = 3/7 on. The other seats see bids as well. Whoever bids by this rule shows with the bid which
cards he may hold, so the chance from a later seat is a count of the deals in which every earlier
seat holds a card with which it would have bid as it did.

A dealer who turned a wizard names the trump before the bids. What that says about his card is left
out of account, and a bid that no card explains says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial, perm
from typing import TYPE_CHECKING, Any, Final

from pysolver.cards import CARDS, Card
from pysolver.errors import CardError, RuleError
from pysolver.wizard.rules import (
    DECK_SIZE,
    DEFAULT_RULES,
    SUITS,
    Rules,
    Suit,
    check_players,
    parse_trump,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BREAK_EVEN: Final = Fraction(3, 7)
_ALL: Final = (1 << DECK_SIZE) - 1
_WIZARDS: Final = 0b1111 << 52
_JESTERS: Final = 0b1111 << 56
_SUIT_CARDS: Final = tuple(sum(1 << card for card in range(suit, 52, 4)) for suit in range(4))


@dataclass(frozen=True, slots=True)
class FirstRoundBid:
    """What a seat should bid with one card.

    Attributes:
        seat: whose bid it is, 0 for the leader.
        turned_up: the card turned up.
        trump: the trump suit or None.
        card: the own card.
        bids: those made before.
        p_win: the chance of taking the trick, exact.
        bid: the better of the bids that are allowed.
    """

    seat: int
    turned_up: Card
    trump: Suit | None
    card: Card
    bids: tuple[int, ...]
    p_win: Fraction
    bid: int

    @property
    def score_zero(self) -> Fraction:
        """Expected points of a bid of 0."""
        return 20 - 30 * self.p_win

    @property
    def score_one(self) -> Fraction:
        """Expected points of a bid of 1."""
        return 40 * self.p_win - 10

    def __str__(self) -> str:
        after = f" after the bids {', '.join(map(str, self.bids))}" if self.bids else ""
        return (
            f"{self.card} with {self.turned_up} turned up{after}: wins {float(self.p_win):.2%}, "
            f"bid {self.bid}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values; ``p_win`` as a fraction and as a number."""
        return {
            "seat": self.seat,
            "turned_up": str(self.turned_up),
            "trump": self.trump,
            "card": str(self.card),
            "bids": list(self.bids),
            "p_win": float(self.p_win),
            "p_win_exact": str(self.p_win),
            "score_zero": float(self.score_zero),
            "score_one": float(self.score_one),
            "bid": self.bid,
        }


@dataclass(frozen=True, slots=True)
class FirstRoundTable:
    """The leader's bid for every turned card and every own card.

    Attributes:
        players: 3 to 6.
        least_beaten: the smallest number of unseen cards to beat for which a bid of 1 is right.
        entries: 57 turned cards (52 suit cards, a wizard under each trump, a jester) with every
            own card, the wizards counted as one and the jesters as one.
    """

    players: int
    least_beaten: int
    entries: tuple[FirstRoundBid, ...]

    def entry(
        self, turned_up: str | Card, card: str | Card, trump: str | None = None
    ) -> FirstRoundBid:
        """The entry of a turned card and an own card.

        Raises:
            CardError: a card cannot be read, or both are the same.
            RuleError: a wizard is turned up and the trump not given, or the trump does not fit.
        """
        turned, own = Card(turned_up), Card(card)
        return leader_bid(self.players, own, turned, _trump_of(turned, trump))

    def least_card(
        self, turned_up: str | Card, *, trumps: bool, trump: str | None = None
    ) -> Card | None:
        """The weakest trump, or card of another suit, with which to bid 1; None if there is none.

        Raises:
            RuleError: as for ``entry``.
        """
        turned = Card(turned_up)
        suit = _trump_of(turned, trump)
        found = [
            entry.card
            for entry in self.entries
            if entry.turned_up == turned
            and entry.trump == suit
            and entry.bid
            and entry.card.suit is not None
            and (SUITS[entry.card.suit] == suit) == trumps
        ]
        return min(found, default=None)

    def __str__(self) -> str:
        lines = [
            f"{self.players} players: bid 1 if the card beats {self.least_beaten} of the 58 unseen",
            f"{'turned up':<12}{'trump from':>12}{'other suits from':>18}",
        ]
        for name, trump, other in threshold_rows(self):
            lines.append(f"{name:<12}{trump:>12}{other:>18}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "players": self.players,
            "least_beaten": self.least_beaten,
            "entries": [entry.to_dict() for entry in self.entries],
        }


def threshold_rows(table: FirstRoundTable) -> list[tuple[str, str, str]]:
    """The turned card, and the weakest trump and other card to bid 1 with, by rank."""
    names = "23456789TJQKA"

    def least(turned: str, *, trumps: bool, trump: str | None = None) -> str:
        card = table.least_card(turned, trumps=trumps, trump=trump)
        return "never" if card is None else names[card.rank or 0].replace("T", "10")

    rows: list[tuple[str, str, str]] = []
    first = last = ""
    for name in names:
        turned = name + "c"
        found = least(turned, trumps=True), least(turned, trumps=False)
        if rows and rows[-1][1:] == found:
            last = name
            rows.pop()
        else:
            first = last = name
        shown = first if first == last else f"{first} to {last}"
        rows.append((shown.replace("T", "10"), *found))
    rows.append(("wizard", least("W", trumps=True, trump="c"), least("W", trumps=False, trump="c")))
    rows.append(("jester", "-", least("N", trumps=False)))
    return rows


def first_round_table(players: int) -> FirstRoundTable:
    """The leader's chance and bid in round 1 for every turned card and every own card, exactly.

    Args:
        players: 3 to 6.

    Raises:
        RuleError: another number of players.

    >>> first_round_table(5).least_beaten
    48
    """
    players = check_players(players)
    others = players - 1
    least = next(x for x in range(59) if Fraction(perm(x, others), perm(58, others)) >= BREAK_EVEN)
    turned = [*CARDS[:52], CARDS[52], CARDS[56]]
    own = [*CARDS[:52], CARDS[53], CARDS[57]]
    entries = [
        leader_bid(players, card, up, trump)
        for up in turned
        for trump in (SUITS if up.is_wizard else (_trump_of(up, None),))
        for card in own
        if card != up
    ]
    return FirstRoundTable(players, least, tuple(entries))


def leader_bid(players: int, card: Card, turned_up: Card, trump: Suit | None) -> FirstRoundBid:
    """The entry of a table for the leader."""
    return first_round_bid(players, card, turned_up=turned_up, trump=trump)


def first_round_bid(
    players: int,
    card: Card | str,
    *,
    turned_up: Card | str,
    trump: str | None = None,
    bids: Sequence[int] = (),
    rules: Rules = DEFAULT_RULES,
) -> FirstRoundBid:
    """The best bid with one card from any seat, after the bids of the seats before.

    Args:
        players: 3 to 6.
        card: the own card.
        turned_up: the card turned up.
        trump: what the dealer named for a wizard; else the suit turned up, with or without saying.
        bids: the bids made, 0 or 1 each, fewer than the players.
        rules: with the hook the last seat is not free in its bid.

    Raises:
        CardError: both cards are the same, or one cannot be read.
        RuleError: players, trump or a bid is out of range, or every seat has bid.
    """
    check_players(players)
    card, turned_up = Card(card), Card(turned_up)
    suit = _trump_of(turned_up, trump)
    if turned_up.suit is not None and card == turned_up:
        message = f"{str(card)!r} was turned up and cannot be held as well"
        raise CardError(message)
    if len(bids) >= players or any(bid not in (0, 1) for bid in bids):
        message = f"up to {players - 1} bids of 0 or 1 come before one's own, not {list(bids)}"
        raise RuleError(message)
    # All wizards are alike, and so are all jesters: the turned one is the last of its kind.
    turned = {True: 55, False: 59}[turned_up.is_wizard] if turned_up.suit is None else turned_up
    own = {True: 52, False: 56}[card.is_wizard] if card.suit is None else card
    before = tuple(bids)
    p_win = _chance(players, int(turned), suit, int(own), before)
    bid = _best_bid(p_win, players, before, rules)
    return FirstRoundBid(len(before), turned_up, suit, card, before, p_win, bid)


@dataclass(frozen=True, slots=True)
class FirstRoundTrump:
    """What the dealer can expect of a trump that he names in round 1, exactly.

    Attributes:
        ev: expected points.
        p_win: the chance of taking the trick.
        p_made: the chance of making the bid.
        p_one: the chance of bidding 1, depending on the bids before.
    """

    ev: Fraction
    p_win: Fraction
    p_made: Fraction
    p_one: Fraction


def first_round_trumps(
    players: int, card: Card | str, *, rules: Rules = DEFAULT_RULES
) -> dict[Suit, FirstRoundTrump]:
    """What the dealer who turned a wizard can expect of each trump.

    The others bid by the rule, and he bids last, knowing their bids.
    """
    check_players(players)
    card = Card(card)
    own = {True: 52, False: 56}[card.is_wizard] if card.suit is None else int(card)
    seats = players - 1
    found: dict[Suit, FirstRoundTrump] = {}
    for trump in SUITS:
        ev = win = made = one = Fraction(0)
        deals = 0
        for number in range(1 << seats):
            bids = tuple(number >> seat & 1 for seat in range(seats))
            sets = _holdings(players, 55, trump, bids, exact=True)
            ways = _choices([held & ~(1 << own) for held in sets])
            if not ways:
                continue
            p_win = _chance(players, 55, trump, own, bids)
            bid = _best_bid(p_win, players, bids, rules)
            ev += ways * (40 * p_win - 10 if bid else 20 - 30 * p_win)
            win += ways * p_win
            made += ways * (p_win if bid else 1 - p_win)
            one += ways * bid
            deals += ways
        found[trump] = FirstRoundTrump(ev / deals, win / deals, made / deals, one / deals)
    return found


def first_round_trump(
    players: int, card: Card | str, *, rules: Rules = DEFAULT_RULES
) -> dict[Suit, Fraction]:
    """Expected points of the dealer for each trump that he may name after turning a wizard.

    The others bid by the rule, and he bids last, knowing their bids.
    """
    outlook = first_round_trumps(players, card, rules=rules)
    return {trump: found.ev for trump, found in outlook.items()}


def _best_bid(p_win: Fraction, players: int, bids: tuple[int, ...], rules: Rules) -> int:
    if rules.hook and len(bids) == players - 1:
        return 1 if sum(bids) else 0
    return int(p_win >= BREAK_EVEN)


def _trump_of(turned: Card, trump: str | None) -> Suit | None:
    named = parse_trump(trump)
    if turned.is_wizard:
        if named is None:
            message = (
                "a wizard is turned up: say which trump the dealer named, 'c', 'd', 'h' or 's'"
            )
            raise RuleError(message)
        return named
    suit = None if turned.suit is None else SUITS[turned.suit]
    if named not in (None, suit):
        message = f"trump {named!r} does not go with {str(turned)!r} turned up, but {suit!r} does"
        raise RuleError(message)
    return suit


@cache
def _chance(
    players: int, turned: int, trump: Suit | None, own: int, bids: tuple[int, ...]
) -> Fraction:
    """The chance that the seat after these bids wins with its card."""
    seat = len(bids)
    sets = [held & ~(1 << own) for held in _holdings(players, turned, trump, bids)]
    deals = _choices(sets)
    if not deals:
        # The bids cannot be explained together with the own card: they say nothing then.
        sets = [_ALL & ~(1 << turned | 1 << own)] * seat
        deals = _choices(sets)
    harmless, won = _harmless(turned, trump, own), 0
    for restricted in _winning(sets, harmless, trump, own):
        won += _choices(restricted)
    later = players - 1 - seat
    return Fraction(
        won * perm(max(0, harmless.bit_count() - seat), later), deals * perm(58 - seat, later)
    )


def _harmless(turned: int, trump: Suit | None, own: int) -> int:
    """The unseen cards that do not beat the own one, as bits."""
    unseen = _ALL & ~(1 << turned | 1 << own)
    if own in range(52, 56):
        return unseen
    if own >= 56:
        return unseen & _JESTERS
    suit = _SUIT_CARDS[own & 3]
    beaten_by = _WIZARDS | suit & ~((1 << own + 1) - 1)
    if trump is not None and SUITS[own & 3] != trump:
        beaten_by |= _SUIT_CARDS[SUITS.index(trump)]
    return unseen & ~beaten_by


def _winning(sets: list[int], harmless: int, trump: Suit | None, own: int) -> Iterator[list[int]]:
    """What the seats before may hold in the deals that the own card wins.

    The cases exclude each other.
    """
    if own in range(52, 56):
        yield [held & ~_WIZARDS for held in sets]
    elif own >= 56:
        if not sets:
            yield []
    elif trump is not None and SUITS[own & 3] == trump:
        yield [held & harmless for held in sets]
    else:
        # The own suit is led: by the first card that is no jester.
        for first in range(len(sets) + 1):
            case = [held & _JESTERS for held in sets[:first]]
            if first < len(sets):
                case.append(sets[first] & harmless & _SUIT_CARDS[own & 3])
                case += [held & harmless for held in sets[first + 1 :]]
            yield case


@cache
def _holdings(
    players: int, turned: int, trump: Suit | None, bids: tuple[int, ...], *, exact: bool = False
) -> tuple[int, ...]:
    """For each bid the cards with which its seat would have made it, as bits; all where none would.

    The hook plays no part: it binds the last seat alone.
    """
    found = []
    unseen = _ALL & ~(1 << turned)
    for seat, bid in enumerate(bids):
        held = sum(
            1 << card
            for card in range(DECK_SIZE)
            if unseen >> card & 1
            and (_chance(players, turned, trump, _alike(card, turned), bids[:seat]) >= BREAK_EVEN)
            == bool(bid)
        )
        found.append(held or (0 if exact else unseen))
    return tuple(found)


def _alike(card: int, turned: int) -> int:
    """The same card, or the first of its kind: what is cached once serves all four."""
    for first in (52, 56):
        if first <= card < first + 4:
            return first if turned != first else first + 1
    return card


@cache
def _partitions(count: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The ways to divide 0 … count - 1 into blocks."""
    if count == 0:
        return ((),)
    found = []
    for blocks in _partitions(count - 1):
        found.append((*blocks, (count - 1,)))
        found += [
            (*blocks[:i], (*block, count - 1), *blocks[i + 1 :]) for i, block in enumerate(blocks)
        ]
    return tuple(found)


def _choices(sets: list[int]) -> int:
    """The ways to choose a card from each set, no card twice.

    By inclusion and exclusion: a partition counts the choices in which the seats of a block hold
    the same card, with the sign and weight (-1)^(b-1) (b-1)! for a block of b.
    """
    total = 0
    for blocks in _partitions(len(sets)):
        term = 1
        for block in blocks:
            common = _ALL
            for seat in block:
                common &= sets[seat]
            term *= (-1) ** (len(block) - 1) * factorial(len(block) - 1) * common.bit_count()
            if not term:
                break
        total += term
    return total
