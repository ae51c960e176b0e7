"""By what a hand is valued: the rules, the opponents, and one of the three measures.

What the public calls have in common is drawn together here, with the making of arrangements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pysolver.binh.arrangement import Arrangement, is_foul
from pysolver.binh.outlook import Chances, OwnCardsOutlook, TableOutlook, expected_points
from pysolver.binh.populations import EQUILIBRIUM, check_opponents, folk_policy, folk_tables
from pysolver.binh.rules import Rules, check_rules
from pysolver.binh.special_hand import specials_of_kinds
from pysolver.binh.strength import category_of_strength
from pysolver.binh.tables import Tables, find_tables
from pysolver.binh.variants import laying_rules
from pysolver.cards import CARDS
from pysolver.errors import RuleError, TablesWarning

if TYPE_CHECKING:
    from pysolver import native
    from pysolver.binh.outlook import Outlook
    from pysolver.binh.populations import Opponents

_LOST: Final = Chances(0.0, 0.0, 1.0)


@dataclass(slots=True, eq=False)  # not frozen: one is made for every hand
class Valuation:
    """How a hand is valued; treat as immutable.

    Attributes:
        rules: the options of the game.
        tables: what strengths are worth against the opponents.
        policy: how the opponents lay.
        own_cards: whether the tables are corrected for the own cards.
        samples: 0, or how many opponents are dealt.
        seed: of these.
        note: what a player should know of the tables; mostly empty.
    """

    rules: Rules
    tables: Tables
    policy: native.arranger.Arranger
    own_cards: bool
    samples: int
    seed: int
    note: str

    @property
    def arranger(self) -> native.arranger.Arranger:
        """The search by the tables, corrected for the own cards or not."""
        return self.tables.arranger(self.rules, own_cards=self.own_cards)

    def values(self, hand: bytes) -> tuple[native.core.Buffer, ...]:
        """The values by strength for one hand, three int32 tables."""
        if self.own_cards:
            return tuple(self.arranger.values_for_hand(hand)[0])
        return self.tables.units

    def outlook(self, hand: bytes, split: native.arranger.Split | None = None) -> Outlook:
        """What the hand has to expect by the tables."""
        if self.own_cards:
            return OwnCardsOutlook(self.tables, self.arranger, hand, split)
        return TableOutlook(self.tables)

    def of_split(
        self,
        split: native.arranger.Split,
        outlook: Outlook,
        stderr: float = 0.0,
    ) -> Arrangement:
        """The arrangement of a split that the core gave."""
        cards = tuple([CARDS[i] for i in split.cards])
        strengths, kinds = split.strengths, split.kinds
        rules = self.rules
        foul = is_foul(strengths, rules)
        special = specials_of_kinds(kinds, cards, rules)[0] if kinds else None
        points = special.points if special else None
        a, b, c = strengths
        return Arrangement(
            cards[:3],
            cards[3:8],
            cards[8:],
            strengths,
            (category_of_strength(a), category_of_strength(b), category_of_strength(c)),
            special,
            foul,
            expected_points(outlook, strengths, points, foul=foul, rules=rules),
            stderr,
            (_LOST, _LOST, _LOST) if foul else outlook.chances(strengths),
            outlook.branch_points(strengths),
            outlook.special_shares,
            outlook.measure,
            rules,
            sweeps=None if foul else outlook.sweeps(strengths),
        )


def valuation(
    rules: Rules,
    opponents: Opponents,
    *,
    own_cards: bool,
    samples: int,
    seed: int,
    warn: bool = True,
) -> Valuation:
    """How a hand is valued, from the arguments of the public calls.

    Raises:
        RuleError: no such opponents, or tables for another place of A-2-3-4-5.
        TypeError: no rules, or no opponents at all.

    Warns:
        TablesWarning: shipped tables stand in for those of these rules, unless ``warn`` is false.
    """
    note = ""
    if isinstance(opponents, str) and opponents == EQUILIBRIUM:
        found, note = find_tables(rules)
        if note and warn:
            import warnings

            warnings.warn(note, TablesWarning, stacklevel=3)
    elif isinstance(chosen := check_opponents(opponents), str):
        if check_rules(rules).sweep_bonus:
            message = (
                f"with a sweep_bonus opponents are the equilibrium, or tables that were trained "
                f"for a sweep_bonus, not {chosen!r}: others say nothing of what is won together"
            )
            raise RuleError(message)
        found = folk_tables(chosen, laying_rules(check_rules(rules)))
        policy = folk_policy(chosen, rules.wheel, equal_branches=rules.equal_branches)
        return Valuation(rules, found, policy, False, samples, seed, note)  # noqa: FBT003
    else:
        found = chosen.under(check_rules(rules))
    own_cards = own_cards and found.correction is not None
    return Valuation(rules, found, found.arranger(rules), own_cards, samples, seed, note)
