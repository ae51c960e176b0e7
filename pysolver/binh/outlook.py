"""What a player of one hand has to expect: what branches win, and how often specials come.

An outlook answers for one hand against one population. ``TableOutlook`` reads the plain tables;
``OwnCardsOutlook`` corrects them for the thirteen own cards; ``SampleOutlook`` counts opponents
dealt from the other 39 cards.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from pysolver import native
from pysolver.binh.values import net_points_of_branches

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.rules import Rules
    from pysolver.binh.tables import Tables


class Chances(NamedTuple):
    """How often a branch wins, ties and loses against an opponent with a normal hand; sum 1."""

    win: float
    tie: float
    lose: float


class Sweeps(NamedTuple):
    """Winning or losing all three branches, each strictly, against an opponent.

    Attributes:
        win: how often all three are won against an opponent with a normal hand.
        lose: how often all three are lost.
        points: the bonus won less the bonus paid, by opponent dealt.
    """

    win: float
    lose: float
    points: float


Measure = Literal["full deck", "own cards", "sample"]


class Outlook(Protocol):
    """Shares of opponents, and how branches fare against those with a normal hand."""

    @property
    def measure(self) -> Measure:
        """Where the figures come from."""

    @property
    def normal_share(self) -> float:
        """Share of opponents with a normal hand."""

    @property
    def special_shares(self) -> tuple[float, float]:
        """Shares of opponents whose best special hand is of type A, of type B."""

    def chances(self, strengths: tuple[int, int, int]) -> tuple[Chances, Chances, Chances]:
        """How top, middle and bottom of these strengths fare."""

    def branch_points(self, strengths: tuple[int, int, int]) -> tuple[float, float, float]:
        """Points won minus lost at top, middle and bottom, by opponent dealt, specials apart."""

    def sweeps(self, strengths: tuple[int, int, int]) -> Sweeps | None:
        """How all three fare together; None where no bonus is paid for that."""


def expected_points(
    outlook: Outlook,
    strengths: tuple[int, int, int],
    special_points: int | None,
    *,
    foul: bool,
    rules: Rules,
) -> float:
    """Points from one opponent: of a special hand (its points), a foul or a legal normal hand."""
    if special_points is not None:
        return special_points * outlook.normal_share
    a, b = outlook.special_shares
    if foul:
        return -(
            outlook.normal_share * rules.foul_points
            + a * max(rules.foul_points, rules.special_points[0])
            + b * max(rules.foul_points, rules.special_points[1])
        )
    sweeps = outlook.sweeps(strengths)
    won = sum(outlook.branch_points(strengths)) + (sweeps.points if sweeps else 0.0)
    return won - a * rules.special_points[0] - b * rules.special_points[1]


class TableOutlook:
    """By the plain tables: opponents dealt from a full deck."""

    __slots__ = ("_tables",)
    measure: Measure = "full deck"

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @property
    def normal_share(self) -> float:
        """Share of opponents with a normal hand."""
        return self._tables.normal_share

    @property
    def special_shares(self) -> tuple[float, float]:
        """Shares of opponents with a special hand."""
        return self._tables.special_shares

    def chances(self, strengths: tuple[int, int, int]) -> tuple[Chances, Chances, Chances]:
        """How the branches fare."""
        a, b, c = strengths
        chances = self._tables.chances
        return chances(0, a), chances(1, b), chances(2, c)

    def branch_points(self, strengths: tuple[int, int, int]) -> tuple[float, float, float]:
        """Points at the branches."""
        top, middle, bottom = self._tables.units
        a, b, c = strengths
        unit = native.arranger.VALUE_UNIT
        return top[a] * unit, middle[b] * unit, bottom[c] * unit

    def sweeps(self, strengths: tuple[int, int, int]) -> Sweeps | None:
        """How all three fare together."""
        return table_sweeps(self._tables, strengths, self.normal_share)


class OwnCardsOutlook:
    """By the tables corrected for the thirteen own cards.

    The correction moves what a branch wins minus what it loses; how often it ties, and what bonus
    stronger branches win from it on average, is taken from the plain tables.
    """

    __slots__ = ("_arranger", "_hand", "_known", "_tables", "normal_share", "special_shares")
    measure: Measure = "own cards"

    def __init__(
        self,
        tables: Tables,
        arranger: native.arranger.Arranger,
        hand: bytes,
        split: native.arranger.Split | None = None,
    ) -> None:
        """Look at the hand; what the search says of a split is taken over."""
        self._tables = tables
        self._arranger = arranger
        self._hand = hand
        if split is not None and split.values is not None:
            self._known = (split.strengths, split.values)
            a, b = split.special
        else:
            strengths = (1, 1, 1) if split is None else split.strengths
            values, (a, b) = arranger.values_of_split(hand, strengths)
            self._known = (strengths, values)
        self.special_shares = (
            max(0.0, a * native.arranger.VALUE_UNIT),
            max(0.0, b * native.arranger.VALUE_UNIT),
        )
        self.normal_share = 1.0 - sum(self.special_shares)

    def _values(self, strengths: tuple[int, int, int]) -> tuple[int, int, int]:
        """The values of the branches in units; those last asked for are kept."""
        if self._known[0] != strengths:
            self._known = (strengths, self._arranger.values_of_split(self._hand, strengths)[0])
        return self._known[1]

    def chances(self, strengths: tuple[int, int, int]) -> tuple[Chances, Chances, Chances]:
        """How the branches fare."""
        unit = native.arranger.VALUE_UNIT / self.normal_share
        a, b, c = strengths
        top, middle, bottom = self._values(strengths)
        return (
            self._chances(0, a, top * unit),
            self._chances(1, b, middle * unit),
            self._chances(2, c, bottom * unit),
        )

    def _chances(self, branch: int, strength: int, net: float) -> Chances:
        tie = self._tables.chances(branch, strength).tie
        won, lost = self._tables.stakes(branch, strength)
        return _chances(tie, net, won, lost)

    def branch_points(self, strengths: tuple[int, int, int]) -> tuple[float, float, float]:
        """Points at the branches."""
        a, b, c = self._values(strengths)
        return (
            a * native.arranger.VALUE_UNIT,
            b * native.arranger.VALUE_UNIT,
            c * native.arranger.VALUE_UNIT,
        )

    def sweeps(self, strengths: tuple[int, int, int]) -> Sweeps | None:
        """How all three fare together, by the plain tables."""
        return table_sweeps(self._tables, strengths, self._tables.normal_share)


def table_sweeps(
    tables: Tables, strengths: tuple[int, int, int], normal_share: float
) -> Sweeps | None:
    """How a split fares by tables of sweeps; None by others."""
    shares = tables.sweep_shares(strengths)
    if shares is None:
        return None
    won, lost = shares
    points = tables.rules.sweep_bonus * (won - lost)
    return Sweeps(won / normal_share, lost / normal_share, points)


def _chances(tie: float, net: float, won: float, lost: float) -> Chances:
    """Chances that tie so often and earn so many points, kept within 0 and 1.

    ``won`` is what a win brings, ``lost`` what a loss costs.
    """
    most = 1.0 - tie
    win = min(max((net + lost * most) / (won + lost), 0.0), most)
    return Chances(win, tie, most - win)


class SampleOutlook:
    """By counting what sampled opponents show.

    ``counts``: 3 x 7,918, over normal hands. ``specials``: opponents with a special of type A, B.
    ``rules`` say what a branch won pays.
    """

    __slots__ = (
        "_counts",
        "_less",
        "_net",
        "everybody",
        "normal",
        "normal_share",
        "special_shares",
    )
    measure: Measure = "sample"

    def __init__(self, counts: array[int], specials: array[int], rules: Rules) -> None:
        self._net = net_points_of_branches(counts, rules)
        width = native.poker.STRENGTHS
        self._counts = [counts[i * width : (i + 1) * width] for i in range(3)]
        self._less = [list(accumulate(shown, initial=0)) for shown in self._counts]
        self.normal = self._less[0][-1]
        self.everybody = self.normal + sum(specials)
        self.normal_share = self.normal / self.everybody
        self.special_shares = (specials[0] / self.everybody, specials[1] / self.everybody)

    def chances(self, strengths: tuple[int, int, int]) -> tuple[Chances, Chances, Chances]:
        """How the branches fare."""
        a, b, c = (self._branch(branch, strength) for branch, strength in enumerate(strengths))
        return a, b, c

    def _branch(self, branch: int, strength: int) -> Chances:
        total = max(1, self.normal)
        win, tie = self._less[branch][strength], self._counts[branch][strength]
        return Chances(win / total, tie / total, (self.normal - win - tie) / total)

    def branch_points(self, strengths: tuple[int, int, int]) -> tuple[float, float, float]:
        """Points at the branches."""
        a, b, c = (
            net[strength] / self.everybody
            for net, strength in zip(self._net, strengths, strict=True)
        )
        return a, b, c

    def sweeps(self, strengths: tuple[int, int, int]) -> Sweeps | None:
        """Nobody counts how all three fare together where no bonus is paid for that."""
        del strengths
        return None


class SweepSampleOutlook(SampleOutlook):
    """The same where winning all three branches earns a bonus.

    ``opponents``: the strengths that normal hands show, shape (n, 3).
    """

    __slots__ = ("_bonus", "_opponents")

    def __init__(
        self,
        counts: array[int],
        specials: array[int],
        rules: Rules,
        opponents: npt.NDArray[np.uint16],
    ) -> None:
        super().__init__(counts, specials, rules)
        self._opponents = opponents
        self._bonus = rules.sweep_bonus

    def sweeps(self, strengths: tuple[int, int, int]) -> Sweeps:
        """How all three fare together."""
        won = int((self._opponents < strengths).all(axis=1).sum())
        lost = int((self._opponents > strengths).all(axis=1).sum())
        total = max(1, self.normal)
        return Sweeps(won / total, lost / total, self._bonus * (won - lost) / self.everybody)
