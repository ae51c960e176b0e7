"""The nine special hands, each by trying what its definition says."""

from __future__ import annotations

import functools
from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TYPE_A = ("dragon flush", "dragon straight", "one colour")
TYPE_B = (
    "straight flush",
    "six pairs",
    "four of a kind",
    "three full houses",
    "three flushes",
    "three straights",
)
RED = (1, 2)


def rank_of(card: int) -> int:
    """0 (deuce) … 12 (ace)."""
    return card // 4


def suit_of(card: int) -> int:
    """0 … 3: clubs, diamonds, hearts, spades."""
    return card % 4


@functools.cache
def runs(length: int) -> list[list[int]]:
    """All runs of ranks of a length, the ace below the deuce as well as above the king."""
    line = [12, *range(13)]
    return [line[start : start + length] for start in range(len(line) - length + 1)]


def is_run(cards: Sequence[int]) -> bool:
    """Whether the cards are in a row."""
    return any(sorted(map(rank_of, cards)) == sorted(run) for run in runs(len(cards)))


def is_flush(cards: Sequence[int]) -> bool:
    """Whether the cards are of one suit."""
    return len(set(map(suit_of, cards))) == 1


def is_kind(cards: Sequence[int], count: int) -> bool:
    """Whether the cards are ``count`` of one rank."""
    return len(cards) == count and len(set(map(rank_of, cards))) == 1


def is_full_house(cards: Sequence[int]) -> bool:
    """Whether five cards are three of a rank and two of another."""
    return sorted(Counter(map(rank_of, cards)).values()) == [2, 3]


def _dragon_flush(hand: Sequence[int]) -> bool:
    return is_flush(hand)


def _dragon_straight(hand: Sequence[int]) -> bool:
    return {rank_of(card) for card in hand} == set(range(13))


def _one_colour(hand: Sequence[int]) -> bool:
    return len({suit_of(card) in RED for card in hand}) == 1


def _straight_flush(hand: Sequence[int]) -> bool:
    held = set(hand)
    return any(all(4 * rank + suit in held for rank in run) for suit in range(4) for run in runs(5))


def _pairs(hand: Sequence[int]) -> int:
    """How many pairs can be laid side by side."""
    return sum(count // 2 for count in Counter(map(rank_of, hand)).values())


def _six_pairs(hand: Sequence[int]) -> bool:
    return _pairs(hand) == 6


def _four_of_a_kind(hand: Sequence[int]) -> bool:
    return 4 in Counter(map(rank_of, hand)).values()


def _three_full_houses(hand: Sequence[int]) -> bool:
    """Lay three threes of a rank aside: what is left must be two pairs."""
    held = Counter(map(rank_of, hand))
    for triples in combinations(held, 3):
        if all(held[rank] >= 3 for rank in triples):
            left = [count - 3 * (rank in triples) for rank, count in held.items()]
            if all(count % 2 == 0 for count in left):
                return True
    return False


def _three_flushes(hand: Sequence[int]) -> bool:
    """Lay groups of one suit, five, five and three cards, in every order of suits."""
    held = Counter(map(suit_of, hand))
    for first, second, third in product(range(4), repeat=3):
        laid = [0] * 4
        laid[first] += 5
        laid[second] += 5
        laid[third] += 3
        if all(laid[suit] == held[suit] for suit in range(4)):
            return True
    return False


def _three_straights(hand: Sequence[int]) -> bool:
    held = Counter(map(rank_of, hand))
    return _can_lay([held[rank] for rank in range(13)], (5, 5, 3))


def _can_lay(counts: list[int], lengths: tuple[int, ...]) -> bool:
    """Whether the ranks can be laid in runs of these lengths: try a run, go on with the rest."""
    if not lengths:
        return not any(counts)
    for run in runs(lengths[0]):
        if all(counts[rank] for rank in run):
            rest = [count - (rank in run) for rank, count in enumerate(counts)]
            if _can_lay(rest, lengths[1:]):
                return True
    return False


DEFINITIONS: dict[str, Callable[[Sequence[int]], bool]] = {
    "dragon flush": _dragon_flush,
    "dragon straight": _dragon_straight,
    "one colour": _one_colour,
    "straight flush": _straight_flush,
    "six pairs": _six_pairs,
    "four of a kind": _four_of_a_kind,
    "three full houses": _three_full_houses,
    "three flushes": _three_flushes,
    "three straights": _three_straights,
}


def names(hand: Sequence[int]) -> set[str]:
    """All special hands that thirteen cards are."""
    return {name for name, holds in DEFINITIONS.items() if holds(hand)}


def points(hand: Sequence[int], special_points: tuple[int, int] = (12, 6)) -> int:
    """What the best of them pays; 0 for a normal hand."""
    found = names(hand)
    return max((special_points[name not in TYPE_A] for name in found), default=0)


def shows(name: str, groups: Sequence[Sequence[int]], hand: Sequence[int]) -> bool:
    """Whether the groups of cards show a special hand to the eye.

    No card stands in two groups or comes from elsewhere; all thirteen are shown unless a group of
    the hand is what makes it special.
    """
    shown = [card for group in groups for card in group]
    if len(set(shown)) != len(shown) or not set(shown) <= set(hand):
        return False
    if name == "straight flush":
        return len(groups) == 1 and len(shown) == 5 and is_flush(shown) and is_run(shown)
    if name == "four of a kind":
        return bool(groups) and all(is_kind(group, 4) for group in groups)
    return len(shown) == 13 and _shows_all(name, groups)


def _shows_all(name: str, groups: Sequence[Sequence[int]]) -> bool:
    if name == "one colour":
        suits = {suit_of(group[0]) for group in groups}
        return all(map(is_flush, groups)) and (suits <= {0, 3} or suits <= {1, 2})
    if name == "six pairs":
        *pairs, rest = groups
        good = all(is_kind(pair, 2) for pair in pairs)
        return good and (len(pairs), len(rest)) in {(6, 1), (5, 3)} and is_kind(rest, len(rest))
    sizes, conditions = FORMS[name]
    return [len(group) for group in groups] == sizes and all(
        condition(group) for condition, group in zip(conditions, groups, strict=True)
    )


def is_dragon(cards: Sequence[int]) -> bool:
    """Whether no two of the cards are of one rank."""
    return len(set(map(rank_of, cards))) == len(cards)


def is_triple(cards: Sequence[int]) -> bool:
    """Whether the cards are three of one rank."""
    return is_kind(cards, 3)


#: Sizes of the groups, and what each of them is.
FORMS: dict[str, tuple[list[int], list[Callable[[Sequence[int]], bool]]]] = {
    "dragon flush": ([13], [is_flush]),
    "dragon straight": ([13], [is_dragon]),
    "three full houses": ([5, 5, 3], [is_full_house, is_full_house, is_triple]),
    "three flushes": ([5, 5, 3], [is_flush] * 3),
    "three straights": ([5, 5, 3], [is_run] * 3),
}
