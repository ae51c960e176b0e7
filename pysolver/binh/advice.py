"""Hints: the best arrangement of a hand, its alternatives, and what another split costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh.arrangement import Arrangement, in_order, is_foul
from pysolver.binh.rules import (
    BRANCHES,
    DEFAULT_RULES,
    HAND_SIZE,
    Rules,
    check_rules,
    parse_branches,
    parse_hand,
)
from pysolver.binh.special_hand import points_of_kinds, specials_of_kinds
from pysolver.binh.strength import as_rows, bad_row, category_of_strength
from pysolver.binh.tables import Chances, Tables, tables
from pysolver.cards import CARDS, Card, CardsLike, format_cards
from pysolver.checks import whole_number
from pysolver.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.constraints import Constraints

MOST_ALTERNATIVES: Final = 256
_PART_ROWS: Final = 2048
_LOST: Final = Chances(0.0, 0.0, 1.0)


def best_arrangement(
    hand: CardsLike, *, rules: Rules = DEFAULT_RULES, constraints: Constraints | None = None
) -> Arrangement:
    """The best way to lay a hand: the exact optimum over all 72,072 splits.

    The value of a split is what it earns from an opponent of the equilibrium population
    (``tables(rules)``), its own cards left out of account. Two splits of the same value: which of
    them is given is fixed by the hand, and does not depend on the order of its cards, the
    instruction set or the number of threads.

    Args:
        hand: thirteen cards.
        rules: the options of the game.
        constraints: what the split has to fulfil. ``.constraint_cost`` says what that costs.

    Returns:
        The arrangement. A special hand is declared (``.special``; ``.ev`` counts its points) and
        still comes with its best legal split; constraints shape that split only, and cost nothing.
        ``.stderr`` is 0.0: the value is read from tables.

    Raises:
        CardError: not thirteen different cards of the 52-card deck, or constraints that name a
            card which is not among them.
        InfeasibleError: no split fulfils the constraints; ``.conflict`` says which of them cannot
            hold together.
        TypeError: not cards at all.

    >>> print(best_arrangement("Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d").names)
    ('high card, king', 'straight, deuce to six', 'straight, eight to queen')
    """
    cards = parse_hand(hand)
    if constraints:
        return _constrained(bytes(cards), constraints, tables(rules).units, rules, 1)[0]
    split = tables(rules).arranger(rules).best(bytes(cards))
    return _arrangement_of_split(split, rules)


def top_arrangements(
    hand: CardsLike,
    count: int = 5,
    *,
    rules: Rules = DEFAULT_RULES,
    constraints: Constraints | None = None,
) -> list[Arrangement]:
    """The best ways to lay a hand, best first by ``ev``; ways of equal strengths count once.

    Args:
        hand: thirteen cards.
        count: how many, 1 … 256. A hand may have fewer.
        rules: the options of the game.
        constraints: what each of them has to fulfil; tens of milliseconds for each way.

    Raises:
        CardError: not thirteen different cards of the 52-card deck, or constraints that name a
            card which is not among them.
        InfeasibleError: no split fulfils the constraints.
        RuleError: ``count`` is out of range.
        TypeError: not cards at all.
    """
    count = whole_number(count, "count", 1, MOST_ALTERNATIVES)
    cards = parse_hand(hand)
    if constraints:
        return _constrained(bytes(cards), constraints, tables(rules).units, rules, count)
    splits = tables(rules).arranger(rules).ranked(bytes(cards), count)
    return [_arrangement_of_split(split, rules) for split in splits]


def arrange(
    top: CardsLike, middle: CardsLike, bottom: CardsLike, *, rules: Rules = DEFAULT_RULES
) -> Arrangement:
    """The caller's own split, valued; a foul is reported (``.is_foul``), not refused.

    Raises:
        CardError: branches of the wrong size, or a card that stands twice.
        TypeError: not cards at all.
    """
    branches = parse_branches(top, middle, bottom)
    wheel = native.WHEELS[check_rules(rules).wheel]
    a, b, c = (native.strength(bytes(branch), wheel) for branch in branches)
    hand = tuple(card for branch in branches for card in branch)
    kinds = native.special_kinds(bytes(hand))
    laid_top, laid_middle, laid_bottom = map(in_order, branches)
    return _arrangement(laid_top, laid_middle, laid_bottom, (a, b, c), kinds, rules)


@dataclass(frozen=True, slots=True)
class Review:
    """A player's own split beside the best one.

    Attributes:
        yours: the player's split.
        best: the best arrangement of the same hand.
        loss: points a deal against one opponent that the player's split gives away; 0.0 for a
            special hand, which is declared however it is laid.
    """

    yours: Arrangement
    best: Arrangement
    loss: float

    def __str__(self) -> str:
        return f"yours\n{self.yours}\nbest\n{self.best}\nloss {self.loss:.3f} points"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {"loss": self.loss, "yours": self.yours.to_dict(), "best": self.best.to_dict()}


def review(
    hand: CardsLike,
    top: CardsLike,
    middle: CardsLike,
    bottom: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    constraints: Constraints | None = None,
) -> Review:
    """What the player's own split of a hand costs against the best one.

    With constraints the best is the best that fulfils them; the player's own split need not, and
    loses nothing where it is worth more.

    Raises:
        CardError: not thirteen cards, or branches that are not those cards, or constraints that
            name others.
        InfeasibleError: no split fulfils the constraints.
        TypeError: not cards at all.
    """
    cards = parse_hand(hand)
    yours = arrange(top, middle, bottom, rules=rules)
    laid = {card for branch in yours.branches for card in branch}
    strangers = laid - set(cards)
    if strangers:
        missing = set(cards) - laid
        message = (
            f"the branches hold {format_cards(sorted(strangers))}, which the hand does not; "
            f"of the hand {format_cards(sorted(missing))} is not laid"
        )
        raise CardError(message)
    best = best_arrangement(cards, rules=rules, constraints=constraints)
    return Review(yours, best, max(0.0, best.ev - yours.ev))


@dataclass(frozen=True, slots=True, eq=False)
class Arrangements:
    """The best splits of a batch of n hands.

    Attributes:
        cards: ids, shape (n, 13), uint8: top 3, middle 5, bottom 5.
        strengths: shape (n, 3), uint16: top, middle, bottom.
        ev: points expected from one opponent, shape (n,), float64; special hands count as declared.
        special: points of the best special hand, 0 for a normal hand, shape (n,), uint8.
    """

    cards: npt.NDArray[np.uint8]
    strengths: npt.NDArray[np.uint16]
    ev: npt.NDArray[np.float64]
    special: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.cards)


def best_arrangements(
    hands: npt.NDArray[np.uint8], *, rules: Rules = DEFAULT_RULES, threads: int = 1
) -> Arrangements:
    """The best arrangement of every hand of a batch, as ``best_arrangement`` finds it.

    Args:
        hands: ids 0 … 51, shape (n, 13), uint8.
        rules: the options of the game.
        threads: how many threads share the work, 1 … 256; the answer does not depend on it.

    Raises:
        TypeError: not a numpy array of uint8.
        CardError: the wrong shape, or a row with a bad id or a card twice, named by its number.
        RuleError: ``threads`` is out of range.
    """
    import numpy as np

    from pysolver.parallel import run_threads

    threads = whole_number(threads, "threads", 1, 256)
    rows = as_rows(hands, (HAND_SIZE,))
    count = len(rows)
    found = tables(rules)
    arranger = found.arranger(rules)
    cards = np.empty((count, HAND_SIZE), np.uint8)
    strengths = np.empty((count, len(BRANCHES)), np.uint16)
    values = np.empty(count, np.int32)
    kinds = np.empty(count, np.uint16)

    def work(part: slice) -> int:
        done = arranger.best_of_rows(
            rows[part],
            part.stop - part.start,
            cards[part],
            strengths[part],
            values[part],
            kinds[part],
        )
        return part.start + done if done < part.stop - part.start else count

    # Small parts, so that an interruption is heard between them.
    step = min(_PART_ROWS, max(1, -(-count // threads)))
    parts = [slice(start, min(start + step, count)) for start in range(0, count, step)]
    first_bad = min(run_threads(work, parts, threads), default=count)
    if first_bad < count:
        raise CardError(bad_row(rows[first_bad].tolist(), first_bad))
    special = np.zeros(count, np.uint8)
    for value in np.unique(kinds):
        special[kinds == value] = points_of_kinds(int(value), rules)
    ev: npt.NDArray[np.float64] = np.where(
        kinds > 0,
        special * found.normal_share,
        values * native.VALUE_UNIT - found.special_cost(rules),
    )
    return Arrangements(cards, strengths, ev, special)


# ---- making arrangements ----


def _constrained(
    hand: bytes,
    constraints: Constraints,
    values: Sequence[native.Buffer],
    rules: Rules,
    count: int,
) -> list[Arrangement]:
    """The best arrangements under constraints by any values, each with what they cost."""
    from pysolver.binh.constrained import constrained_splits

    splits = constrained_splits(hand, constraints, values, rules, count)
    (free,) = native.best_by_values(
        values,
        hand,
        1,
        wheel=native.WHEELS[rules.wheel],
        equal_branches=rules.equal_branches,
    )
    found = []
    for split in splits:
        arrangement = _arrangement_of_split(split, rules)
        # The cost is that of the wishes, so that of the best split, however many are asked for.
        cost = 0.0 if arrangement.special else (free.value - splits[0].value) * native.VALUE_UNIT
        found.append(replace(arrangement, constraint_cost=cost))
    return found


def _arrangement_of_split(split: native.Split, rules: Rules) -> Arrangement:
    cards = tuple([CARDS[i] for i in split.cards])
    return _arrangement(cards[:3], cards[3:8], cards[8:], split.strengths, split.kinds, rules)


def _arrangement(
    top: tuple[Card, ...],
    middle: tuple[Card, ...],
    bottom: tuple[Card, ...],
    strengths: tuple[int, int, int],
    kinds: int,
    rules: Rules,
) -> Arrangement:
    found = tables(rules)
    foul = is_foul(strengths, rules)
    special = specials_of_kinds(kinds, top + middle + bottom, rules)[0] if kinds else None
    a, b, c = strengths
    return Arrangement(
        top,
        middle,
        bottom,
        strengths,
        (category_of_strength(a), category_of_strength(b), category_of_strength(c)),
        special,
        foul,
        _expected_points(
            found, strengths, special.points if special else None, foul=foul, rules=rules
        ),
        0.0,
        (_LOST, _LOST, _LOST)
        if foul
        else (found.chances(0, a), found.chances(1, b), found.chances(2, c)),
        rules,
    )


def _expected_points(
    found: Tables,
    strengths: tuple[int, int, int],
    special_points: int | None,
    *,
    foul: bool,
    rules: Rules,
) -> float:
    if special_points is not None:
        return special_points * found.normal_share
    if foul:
        a, b = found.special_shares
        return -(
            found.normal_share * rules.foul_points
            + a * max(rules.foul_points, rules.special_points[0])
            + b * max(rules.foul_points, rules.special_points[1])
        )
    return found.value(strengths) - found.special_cost(rules)
