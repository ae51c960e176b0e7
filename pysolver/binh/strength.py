"""How strong a branch is, and what it is called.

One scale serves branches of three and of five cards: 1 (4-3-2 high) … 7917 (royal flush), bigger
is stronger, equal means that neither wins. Source of the order: the rules at the top of
``pysolver.binh``; the count 7,917 = 7,462 classes of five cards + 455 of three.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.binh.rules import DEFAULT_RULES, FIVE_SIZE, TOP_SIZE, Rules, check_rules
from pysolver.cards import RANK_WORDS, Card, CardsLike, format_cards, parse_cards
from pysolver.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

CATEGORIES: Final = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def strength(cards: CardsLike, *, rules: Rules = DEFAULT_RULES) -> int:
    """Strength of three or five cards on one scale, 1 … 7917; bigger is stronger.

    Raises:
        CardError: not three or five different cards of the 52-card deck.
        TypeError: not cards at all.

    >>> strength("Qh Qd Kc") < strength("Qc Qs Kh 3d 2c") < strength("Qh Qd Ac")
    True
    """
    branch = parse_branch(cards)
    return native.poker.strength(bytes(branch), native.poker.WHEELS[check_rules(rules).wheel])


def category(cards: CardsLike) -> str:
    """The kind of branch that three or five cards make: ``"high card"`` … ``"straight flush"``.

    Raises:
        CardError: not three or five different cards of the 52-card deck.
        TypeError: not cards at all.

    >>> category("Ah Ad 4c 4s Ac")
    'full house'
    """
    return category_of_strength(strength(cards))


@functools.cache
def category_of_strength(value: int) -> str:
    """The kind of branch of a strength 1 … 7917; the same under every rule for A-2-3-4-5."""
    return CATEGORIES[bisect_right(native.poker.CATEGORY_STARTS, value) - 1]


def parse_branch(cards: CardsLike) -> tuple[Card, ...]:
    """Three or five cards of the 52-card deck."""
    branch = parse_cards(cards)
    if len(branch) not in (TOP_SIZE, FIVE_SIZE):
        message = f"a branch has 3 or 5 cards, not {len(branch)}: {format_cards(branch) or 'none'}"
        raise CardError(message)
    if max(branch) >= native.core.DECK_SIZE:
        message = f"{str(max(branch))!r} is not of the 52-card deck that Binh is played with"
        raise CardError(message)
    return branch


def strengths(
    hands: npt.NDArray[np.uint8], *, rules: Rules = DEFAULT_RULES
) -> npt.NDArray[np.uint16]:
    """Strengths of many branches at once.

    Args:
        hands: ids 0 … 51, shape (n, 3) or (n, 5), uint8.
        rules: the options of the game; only ``wheel`` matters.

    Returns:
        Strengths 1 … 7917, shape (n,), uint16.

    Raises:
        TypeError: not a numpy array of uint8.
        CardError: the wrong shape; or a row with a bad id or a card twice, named by its number.
    """
    import numpy as np

    rows = as_rows(hands, (TOP_SIZE, FIVE_SIZE))
    found = np.empty(len(rows), np.uint16)
    done = native.poker.strengths_of_rows(
        rows, len(rows), rows.shape[1], native.poker.WHEELS[check_rules(rules).wheel], found
    )
    if done < len(rows):
        raise CardError(bad_row(rows[done].tolist(), done))
    return found


def as_rows(hands: object, widths: Sequence[int]) -> npt.NDArray[np.uint8]:
    """The array itself, contiguous, if it is uint8 of shape (n, one of ``widths``)."""
    import numpy as np

    sizes = " or ".join(f"(n, {width})" for width in widths)
    if not isinstance(hands, np.ndarray):
        message = (
            f"a batch is a numpy array of ids, uint8 of shape {sizes}, not {type(hands).__name__}"
        )
        raise TypeError(message)
    if hands.dtype != np.uint8:
        message = (
            f"a batch is a numpy array of dtype uint8, not {hands.dtype}; "
            "ids are 0 to 51: check that they are, then convert with .astype(numpy.uint8)"
        )
        raise TypeError(message)
    if hands.ndim != 2 or hands.shape[1] not in widths:
        message = f"a batch has shape {sizes}, not {hands.shape}"
        raise CardError(message)
    return np.ascontiguousarray(hands)


def bad_row(row: list[int], number: int) -> str:
    """What is wrong with a row of ids that the core refused."""
    past = [card for card in row if card >= native.core.DECK_SIZE]
    if past:
        return f"row {number}: {past[0]} is no card id 0 to 51"
    twice = [card for card, count in Counter(row).items() if count > 1]
    if twice:
        return f"row {number}: {twice[0]} ({Card(twice[0])}) stands twice"
    return f"row {number} was written while it was read"


def describe(cards: CardsLike) -> str:
    """A branch in words.

    >>> describe("Jc 4d Js 4h 2s"), describe("Ah 2d 3c 4s 5h"), describe("Kd 9s 2c")
    ('two pair, jacks and fours', 'straight, ace to five', 'high card, king')
    """
    branch = parse_branch(cards)
    kind = category(branch)
    ranks = sorted((int(card) >> 2 for card in branch), reverse=True)
    return describe_ranks(kind, ranks)


def describe_ranks(kind: str, ranks: list[int]) -> str:  # noqa: PLR0911  (a way of naming each)
    """The words for a category and the ranks of its cards, in any order."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    first, second = groups[0][0], groups[1][0] if len(groups) > 1 else -1
    if kind in ("straight", "straight flush"):
        low, high = min(ranks), max(ranks)
        if low == 0 and high == len(RANK_WORDS) - 1:
            return f"{kind}, ace to five"
        return f"{kind}, {RANK_WORDS[low]} to {RANK_WORDS[high]}"
    if kind == "flush":
        return f"flush, {RANK_WORDS[first]} high"
    if kind == "high card":
        return f"high card, {RANK_WORDS[first]}"
    if kind == "two pair":
        return f"two pair, {plural(first)} and {plural(second)}"
    if kind == "full house":
        return f"full house, {plural(first)} over {plural(second)}"
    return f"{kind}, {plural(first)}"


def plural(rank: int) -> str:
    """The rank as a word in the plural: ``"sixes"``."""
    word = RANK_WORDS[rank]
    return word + ("es" if word == "six" else "s")
