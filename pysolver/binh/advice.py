"""Hints: the best arrangement of a hand, its alternatives, and what another split costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh.arrangement import in_order
from pysolver.binh.populations import EQUILIBRIUM
from pysolver.binh.rules import (
    BRANCHES,
    DEFAULT_RULES,
    HAND_SIZE,
    Rules,
    parse_branches,
    parse_hand,
)
from pysolver.binh.special_hand import points_of_kinds
from pysolver.binh.strength import as_rows, bad_row
from pysolver.binh.valuation import valuation
from pysolver.binh.ways import best_and_own, best_way, best_ways
from pysolver.cards import Card, CardsLike, format_cards
from pysolver.checks import whole_number
from pysolver.errors import CardError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.arrangement import Arrangement
    from pysolver.binh.constraints import Constraints
    from pysolver.binh.populations import Opponents

Branches = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]

MOST_ALTERNATIVES: Final = 256
_PART_ROWS: Final = 2048


def best_arrangement(
    hand: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    own_cards: bool = True,
    samples: int = 0,
    seed: int = 0,
    opponents: Opponents = EQUILIBRIUM,
    constraints: Constraints | None = None,
) -> Arrangement:
    """The best way to lay a hand: the exact optimum over all 72,072 splits for its values.

    The value of a split is what it earns from an opponent of the equilibrium population, by one of
    three measures: the tables corrected for the thirteen own cards (``own_cards=True``), the plain
    tables, as if opponents were dealt from a full deck (``own_cards=False``), or opponents dealt
    from the other 39 cards and laid by the plain tables (``samples=N``).

    Two splits of the same value: which of them is given is fixed by the hand, and does not depend
    on the order of its cards, the instruction set or the number of threads.

    Args:
        hand: thirteen cards.
        rules: the options of the game.
        own_cards: whether the tables are corrected for the own cards.
        samples: 0, or how many opponents are dealt, at least; the split is chosen against them,
            and ``ev``, ``stderr`` and ``odds`` come from as many others.
        seed: of the sampled opponents, 0 … 2^64 - 1.
        opponents: ``"equilibrium"``; a folk player, ``"attack"``, ``"defend"``, ``"weak"`` or
            ``"weak-top"`` (``pysolver.binh.populations``); or ``Tables``, such as ``train`` gives,
            whose population is met. Only tables with a correction are corrected for own cards.
        constraints: what the split has to fulfil; ``.constraint_cost`` says what that costs.

    Returns:
        The arrangement. A special hand is declared (``.special``; ``.ev`` counts its points) and
        still comes with its best legal split: constraints shape that split only, and cost nothing.
        ``.stderr`` is 0.0 for values read from tables.

    Raises:
        CardError: not thirteen different cards of the 52-card deck, or constraints that name a
            card which is not among them.
        InfeasibleError: no split fulfils the constraints; ``.conflict`` says which of them cannot
            hold together.
        RuleError: an option is out of range.
        TypeError: not cards at all.

    Warns:
        TablesWarning: no tables are trained for these rules yet, and the shipped ones stand in.

    >>> print(best_arrangement("Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d").names)
    ('high card, king', 'straight, deuce to six', 'straight, eight to queen')
    """
    cards = bytes(parse_hand(hand))
    measure = valuation(rules, opponents, own_cards=own_cards, samples=samples, seed=seed)
    return best_way(cards, measure, constraints)


def top_arrangements(
    hand: CardsLike,
    count: int = 5,
    *,
    rules: Rules = DEFAULT_RULES,
    own_cards: bool = True,
    samples: int = 0,
    seed: int = 0,
    opponents: Opponents = EQUILIBRIUM,
    constraints: Constraints | None = None,
) -> list[Arrangement]:
    """The best ways to lay a hand, best first by ``ev``; ways of equal strengths count once.

    With ``samples`` the ways are those that did best against the opponents they were chosen on;
    their order and their ``ev`` are those against others, so a way may overtake the one that
    ``best_arrangement`` gives.

    Args:
        hand: thirteen cards.
        count: how many, 1 … 256. A hand may have fewer.
        rules: as for ``best_arrangement``.
        own_cards: likewise.
        samples: likewise.
        seed: likewise.
        opponents: likewise.
        constraints: likewise, for each of them.

    Raises:
        CardError: not thirteen different cards of the 52-card deck, or constraints that name a
            card which is not among them.
        InfeasibleError: no split fulfils the constraints.
        RuleError: an option is out of range.
        TypeError: not cards at all.
    """
    count = whole_number(count, "count", 1, MOST_ALTERNATIVES)
    cards = bytes(parse_hand(hand))
    measure = valuation(rules, opponents, own_cards=own_cards, samples=samples, seed=seed)
    ways = best_ways(cards, count, measure, constraints)
    return sorted((way.arrangement for way in ways), key=lambda way: -way.ev)


def arrange(
    top: CardsLike,
    middle: CardsLike,
    bottom: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    own_cards: bool = True,
    samples: int = 0,
    seed: int = 0,
    opponents: Opponents = EQUILIBRIUM,
) -> Arrangement:
    """The caller's own split, valued; a foul is reported (``.is_foul``), not refused.

    Args:
        top: three cards.
        middle: five cards.
        bottom: five cards.
        rules: as for ``best_arrangement``.
        own_cards: likewise.
        samples: likewise.
        seed: likewise.
        opponents: likewise.

    Raises:
        CardError: branches of the wrong size, or a card that stands twice.
        TypeError: not cards at all.
    """
    measure = valuation(rules, opponents, own_cards=own_cards, samples=samples, seed=seed)
    own = _split_of(parse_branches(top, middle, bottom), rules)
    if samples:
        from pysolver.binh.sampling import value_splits

        (valued,) = value_splits(own.cards, [own.strengths], measure)
        return measure.of_split(own, valued.outlook, valued.stderr)
    return measure.of_split(own, measure.outlook(own.cards))


def _split_of(branches: Branches, rules: Rules) -> native.arranger.Split:
    """A player's own split, each branch in the order it is laid."""
    wheel = native.poker.WHEELS[rules.wheel]
    a, b, c = (native.poker.strength(bytes(branch), wheel) for branch in branches)
    laid = bytes(card for branch in map(in_order, branches) for card in branch)
    return native.arranger.Split(laid, (a, b, c), 0, native.poker.special_kinds(laid))


@dataclass(frozen=True, slots=True)
class Review:
    """A player's own split beside the best one.

    Attributes:
        yours: the player's split.
        best: the best arrangement of the same hand.
        loss: points a deal against one opponent that the player's split gives away; 0.0 for a
            special hand, which is declared however it is laid.
        stderr: standard error of ``loss``; 0.0 where it is read from tables.
        note: what to know of the tables that both are valued by, if they are those of other rules.
    """

    yours: Arrangement
    best: Arrangement
    loss: float
    stderr: float = 0.0
    note: str = ""

    @property
    def is_close(self) -> bool:
        """Whether the loss is within two standard errors of nothing: too close to call."""
        return 0 < self.loss <= 2 * self.stderr

    def __str__(self) -> str:
        error = f" ± {self.stderr:.3f}" if self.stderr else ""
        loss = f"loss {self.loss:.3f}{error} points"
        return "\n".join(
            ["yours", str(self.yours), "best", str(self.best), loss, *filter(None, [self.note])]
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "loss": self.loss,
            "loss_stderr": self.stderr,
            "is_close": self.is_close,
            "yours": self.yours.to_dict(),
            "best": self.best.to_dict(),
            "note": self.note,
        }


def review(
    hand: CardsLike,
    top: CardsLike,
    middle: CardsLike,
    bottom: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    own_cards: bool = True,
    samples: int = 0,
    seed: int = 0,
    opponents: Opponents = EQUILIBRIUM,
    constraints: Constraints | None = None,
) -> Review:
    """What the player's own split of a hand costs against the best one.

    Args:
        hand: thirteen cards.
        top: three of them, as the player lays them.
        middle: five of them.
        bottom: five of them.
        rules: as for ``best_arrangement``.
        own_cards: likewise.
        samples: likewise; both splits meet the same opponents.
        seed: likewise.
        opponents: likewise.
        constraints: what the best arrangement has to fulfil. The player's own split need not, and
            loses nothing where it is worth more.

    Raises:
        CardError: not thirteen cards, or branches or constraints that name others.
        InfeasibleError: no split fulfils the constraints.
        TypeError: not cards at all.
    """
    cards = parse_hand(hand)
    branches = parse_branches(top, middle, bottom)
    laid = {card for branch in branches for card in branch}
    strangers = laid - set(cards)
    if strangers:
        missing = set(cards) - laid
        message = (
            f"the branches hold {format_cards(sorted(strangers))}, which the hand does not; "
            f"of the hand {format_cards(sorted(missing))} is not laid"
        )
        raise CardError(message)
    measure = valuation(
        rules, opponents, own_cards=own_cards, samples=samples, seed=seed, warn=False
    )
    best, yours = best_and_own(bytes(cards), _split_of(branches, rules), measure, constraints)
    loss = max(0.0, best.ev - yours.arrangement.ev)
    stderr = 0.0 if best.special else yours.gap_stderr
    return Review(yours.arrangement, best, loss, stderr, measure.note)


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
    hands: npt.NDArray[np.uint8],
    *,
    rules: Rules = DEFAULT_RULES,
    own_cards: bool = False,
    threads: int = 1,
    opponents: Opponents = EQUILIBRIUM,
) -> Arrangements:
    """The best arrangement of every hand of a batch, as ``best_arrangement`` finds it.

    Args:
        hands: ids 0 … 51, shape (n, 13), uint8.
        rules: the options of the game.
        own_cards: whether the tables are corrected for each hand's own cards; about ten times
            slower than the plain tables.
        threads: how many threads share the work, 1 … 256; the answer does not depend on it.
        opponents: as for ``best_arrangement``.

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
    measure = valuation(rules, opponents, own_cards=own_cards, samples=0, seed=0)
    found, arranger, own_cards = measure.tables, measure.arranger, measure.own_cards
    cards = np.empty((count, HAND_SIZE), np.uint8)
    strengths = np.empty((count, len(BRANCHES)), np.uint16)
    values = np.empty(count, np.int32)
    kinds = np.empty(count, np.uint16)
    chances = np.empty((count, 2), np.int32)

    def work(part: slice) -> int:
        done = arranger.best_of_rows(
            rows[part],
            part.stop - part.start,
            cards[part],
            strengths[part],
            values[part],
            kinds[part],
            chances[part],
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
    shares = (
        np.maximum(0, chances) * native.arranger.VALUE_UNIT if own_cards else found.special_shares
    )
    type_a, type_b = np.broadcast_to(shares, (count, 2)).T
    cost = type_a * rules.special_points[0] + type_b * rules.special_points[1]
    ev: npt.NDArray[np.float64] = np.where(
        kinds > 0, special * (1 - type_a - type_b), values * native.arranger.VALUE_UNIT - cost
    )
    return Arrangements(cards, strengths, ev, special)
