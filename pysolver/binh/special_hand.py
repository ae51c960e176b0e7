"""The nine special hands: which a hand is, and the groups of cards that show it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from pysolver import native
from pysolver.binh.rules import DEFAULT_RULES, Rules, check_rules, parse_hand
from pysolver.cards import Card, CardsLike, format_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Group = tuple[Card, ...]

TYPE_A: Final = frozenset({"dragon flush", "dragon straight", "one colour"})
_ACE: Final = 12
_STRAIGHT: Final = 5
_RUN: Final = 3


@dataclass(frozen=True, slots=True)
class SpecialHand:
    """One name that a hand of thirteen may be declared by.

    Attributes:
        name: ``"six pairs"`` and so on.
        kind: ``"A"`` or ``"B"``.
        points: what each opponent with a normal hand pays.
        groups: the cards that show it, group by group: the two straights and the three in a row,
            the pairs, the four of a kind, ….
    """

    name: str
    kind: Literal["A", "B"]
    points: int
    groups: tuple[Group, ...]

    def __str__(self) -> str:
        shown = " | ".join(format_cards(group) for group in self.groups)
        return f"{self.name} (type {self.kind}, {self.points} points): {shown}"

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON-ready values, cards as texts."""
        return {
            "name": self.name,
            "kind": self.kind,
            "points": self.points,
            "groups": [[str(card) for card in group] for group in self.groups],
        }


def special_hands(hand: CardsLike, *, rules: Rules = DEFAULT_RULES) -> tuple[SpecialHand, ...]:
    """All names of a hand of thirteen cards, best paid first, then by name; ``()`` if it is normal.

    Raises:
        CardError: not thirteen different cards of the 52-card deck.
        TypeError: not cards at all.

    >>> [s.name for s in special_hands("2c 2d 2h 2s 4c 4d 5c 5d 6c 6d 7c 7d 9c")]
    ['four of a kind', 'six pairs']
    """
    cards = parse_hand(hand)
    check_rules(rules)
    return specials_of_kinds(native.poker.special_kinds(bytes(cards)), cards, rules)


def specials_of_kinds(kinds: int, cards: Sequence[Card], rules: Rules) -> tuple[SpecialHand, ...]:
    """The special hands of a mask of kinds from the core."""
    if not kinds:
        return ()
    by_rank = sorted(cards, reverse=True)
    found = [
        _special(name, by_rank, rules)
        for bit, name in enumerate(native.poker.SPECIAL_NAMES)
        if kinds >> bit & 1
    ]
    return tuple(sorted(found, key=lambda special: (-special.points, special.name)))


def points_of_kinds(kinds: int, rules: Rules) -> int:
    """Points of the best of a mask of kinds; 0 for a normal hand."""
    names = {name for bit, name in enumerate(native.poker.SPECIAL_NAMES) if kinds >> bit & 1}
    return max((rules.special_points[name not in TYPE_A] for name in names), default=0)


def _special(name: str, cards: list[Card], rules: Rules) -> SpecialHand:
    kind: Literal["A", "B"] = "A" if name in TYPE_A else "B"
    points = rules.special_points[kind == "B"]
    return SpecialHand(name, kind, points, tuple(_GROUPS[name](cards, rules)))


# ---- the groups; every function takes the cards from the highest down ----


def _everything(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    yield tuple(cards)


def _rank(card: Card) -> int:
    return int(card) >> 2


def _suit(card: Card) -> int:
    return int(card) & 3


def _by(key: Callable[[Card], int], cards: Iterable[Card]) -> list[list[Card]]:
    """Cards of equal key together, largest groups first, otherwise in the order of the cards."""
    groups = defaultdict(list)
    for card in cards:
        groups[key(card)].append(card)
    return sorted(groups.values(), key=len, reverse=True)


def _run_ranks(start: int, length: int) -> list[int]:
    """The ranks of a run from the highest down; ``start`` -1 means the ace below the deuce."""
    return [rank % 13 for rank in range(start + length - 1, start - 1, -1)]


def _straight_starts(rules: Rules) -> list[int]:
    """Starts of the ten straights, strongest first."""
    starts = list(range(8, -1, -1))
    starts.insert(1 if rules.wheel == "second" else len(starts), -1)
    return starts


def _straight_flush(cards: list[Card], rules: Rules) -> Iterator[Group]:
    held = set(cards)
    for start in _straight_starts(rules):
        for suit in range(3, -1, -1):
            group = tuple(Card(4 * rank + suit) for rank in _run_ranks(start, _STRAIGHT))
            if held.issuperset(group):
                yield group
                return


def _one_colour(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    yield from map(tuple, _by(_suit, cards))


def _six_pairs(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    """The pairs, four of a kind as two, then what is left: one card or three of a rank."""
    left: list[Group] = []
    for group in sorted(_by(_rank, cards), key=lambda group: -_rank(group[0])):
        if len(group) % 2:
            left.append(tuple(group))
        else:
            yield from (tuple(group[i : i + 2]) for i in range(0, len(group), 2))
    yield from left


def _four_of_a_kind(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    yield from (tuple(group) for group in _by(_rank, cards) if len(group) == 4)


def _three_full_houses(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    groups = _by(_rank, cards)
    triples = sorted((g for g in groups if len(g) == 3), key=lambda g: -_rank(g[0]))
    others = sorted((g for g in groups if len(g) != 3), key=lambda g: -_rank(g[0]))
    paired = [card for group in others for card in group]
    yield (*triples[0], *paired[:2])
    yield (*triples[1], *paired[2:])
    yield tuple(triples[2])


def _three_flushes(cards: list[Card], _rules: Rules) -> Iterator[Group]:
    """Two groups of five, then the three: of a suit of 8 or 13 the three lowest are left over."""
    threes: list[Group] = []
    for suited in _by(_suit, cards):
        group = list(suited)
        if len(group) % 5 == 3:
            threes.append(tuple(group[-3:]))
            del group[-3:]
        yield from (tuple(group[i : i + 5]) for i in range(0, len(group), 5))
    yield from threes


def _three_straights(cards: list[Card], rules: Rules) -> Iterator[Group]:
    by_rank = defaultdict(list)
    for card in cards:
        by_rank[_rank(card)].append(card)
    counts = [len(by_rank[rank]) for rank in range(13)]
    for runs in _run_triples(_straight_starts(rules)):
        wanted = [0] * 13
        for run in runs:
            for rank in run:
                wanted[rank] += 1
        if wanted == counts:
            for run in runs:
                yield tuple(by_rank[rank].pop(0) for rank in run)
            return


def _run_triples(starts: list[int]) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Every two straights and a run of three, the strongest straights first."""
    for i, first in enumerate(starts):
        for second in starts[i:]:
            for third in range(10, -2, -1):
                yield (
                    _run_ranks(first, _STRAIGHT),
                    _run_ranks(second, _STRAIGHT),
                    _run_ranks(third, _RUN),
                )


_GROUPS: Final[dict[str, Callable[[list[Card], Rules], Iterator[Group]]]] = {
    "dragon flush": _everything,
    "dragon straight": _everything,
    "one colour": _one_colour,
    "straight flush": _straight_flush,
    "six pairs": _six_pairs,
    "four of a kind": _four_of_a_kind,
    "three full houses": _three_full_houses,
    "three flushes": _three_flushes,
    "three straights": _three_straights,
}
