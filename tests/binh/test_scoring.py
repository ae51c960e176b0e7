"""Who wins what: pairs of hands, and tables of two to four."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from pysolver import RuleError, native
from pysolver.binh import Arrangement, Rules, arrange, best_arrangement, score, settle
from tests.oracles import scoring as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = (
    Rules(),
    Rules(wheel="lowest"),
    Rules(equal_branches=False),
    Rules(foul_points=0, special_points=(20, 3)),
    Rules(foul_points=6, special_points=(3, 9)),
    Rules(branch_bonus=(("top", "trips", 3), ("top", "pair", 1), ("middle", "full", 2))),
    Rules(wheel="lowest", branch_bonus=(("bottom", "flush", 1), ("bottom", "full", 6))),
)
RANKS = "23456789TJQKA"


def options(rules: Rules) -> oracle.Options:
    """The same options for the oracle."""
    return oracle.Options(
        rules.wheel,
        rules.equal_branches,
        rules.foul_points,
        rules.special_points,
        rules.branch_bonus,
    )


def laid(arrangement: Arrangement) -> oracle.Laid:
    """The same cards for the oracle."""
    top, middle, bottom = ([int(card) for card in cards] for cards in arrangement.branches)
    return oracle.Laid(top, middle, bottom)


def split(text: str, rules: Rules = Rules()) -> Arrangement:  # noqa: B008
    """A split from a text "top / middle / bottom"."""
    top, middle, bottom = text.split("/")
    return arrange(top, middle, bottom, rules=rules)


# Nobody holds a special hand unless it says so; the cards of all are different.
STRONG = "9c 9d Kh / Ac Ad Th Ts 3c / 4c 6c 8c Tc Qc"
WEAK = "2d 5h Jc / 3d 3h 6s 8s Kd / 7h 7d 7s Qh 2s"
MIXED = "2c 5d Qs / 3s 4d 5s 6d 7c / 8h 8d Jh Jd 9h"  # a straight above two pairs: a foul
MIXED_FOUL = "As Ks Jh / 8h 8d 4d 5s 9h / 2c 3s 6d Qs 7c"
DRAGON = "Ah 2h 3c / 4h 5c 6h 7c 8h / 9s Th Js Qd Kc"
QUADS = "6c 7d 8h / 2c 2d 2h 2s Kc / Ah Ac 3d 3s 9d"


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        (STRONG, WEAK, 3),
        (
            "2d 5h Jc / 3d 3h 6s 8s Kd / 7h 7d 7s Qh 2s",
            "2c 6h Jd / 4d 4h 6c 8d Kc / 9h 9d 9s Qs 2h",
            -3,
        ),
        (
            "2d 5h Jc / 3d 3h 6s 8s Kd / 7h 7d 7s Qh 2s",
            "2c 5c Jd / 3c 3s 6c 8d Kc / 6h 6d 7c Qs 2h",
            1,
        ),
        (
            "2d 5h Jc / 3d 3h 6s 8s Kd / 7h 7d 7s Qh 2s",
            "2c 5c Jd / 3c 3s 6c 8d Kc / 9h 9d 9s Qs 2h",
            -1,
        ),
        (
            "2d 5h Kc / 3d 3h 6s 8s Kd / 7h 7d 7s Qh 2s",
            "2c 5c Jd / 4c 4s 6c 8d Kh / 9h 9d 9s Qs 2h",
            -1,
        ),
        (STRONG, MIXED_FOUL, 9),
        (MIXED_FOUL, MIXED, 0),
        (DRAGON, STRONG, 12),
        (DRAGON, MIXED_FOUL, 12),
        (QUADS, STRONG, 6),
        (QUADS, MIXED_FOUL, 9),
        (DRAGON, QUADS, 0),
    ],
)
def test_two_hands(a: str, b: str, points: int) -> None:
    """Each case and its mirror."""
    first, second = split(a), split(b)
    assert score(first, second) == points
    assert score(second, first) == -points
    assert oracle.score(laid(first), laid(second), oracle.Options()) == points


def test_a_hand_draws_with_itself() -> None:
    """Nobody wins, whatever it is."""
    for text in (STRONG, WEAK, MIXED_FOUL, DRAGON, QUADS):
        hand = split(text)
        assert score(hand, hand) == 0


def test_a_special_hand_counts_whatever_its_split() -> None:
    """A foul split of a special hand is still declared."""
    foul = split("2c 2d 2h / 2s 6c 7d 8h Kc / Ah Ac 3d 3s 9d")
    assert foul.is_foul
    assert foul.special
    assert score(foul, split(STRONG)) == 6
    assert score(foul, split(MIXED_FOUL)) == 9


@pytest.mark.filterwarnings("ignore::pysolver.errors.TablesWarning")
@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_points_are_those_of_the_rules(rules: Rules) -> None:
    """Fouls and special hands pay what the options say, to the larger where both apply."""
    dragon, quads, strong, foul = (split(t, rules) for t in (DRAGON, QUADS, STRONG, MIXED_FOUL))
    a, b = rules.special_points
    assert score(dragon, strong, rules=rules) == max(a, b)  # also three straights, of type B
    assert score(quads, strong, rules=rules) == b
    assert score(strong, foul, rules=rules) == rules.foul_points
    assert score(dragon, foul, rules=rules) == max(a, b, rules.foul_points)
    assert score(quads, foul, rules=rules) == max(b, rules.foul_points)


def dealt(dice: random.Random, players: int, deck: Sequence[int]) -> list[list[int]]:
    """Hands of one deal."""
    cards = dice.sample(list(deck), 13 * players)
    return [cards[13 * i : 13 * i + 13] for i in range(players)]


@pytest.mark.filterwarnings("ignore::pysolver.errors.TablesWarning")
@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_random_tables(rules: Rules) -> None:
    """Tables of two to four, some laid well and some at random, against the oracle."""
    dice = random.Random(str(rules))
    seen = {"foul": 0, "special": 0, "draw": 0}
    for number in range(300):
        players = 2 + number % 3
        table = []
        for hand in dealt(dice, players, range(52)):
            if dice.random() < 0.5:
                table.append(best_arrangement(hand, rules=rules))
            else:
                branches = [hand[:3], hand[3:8], hand[8:]]
                if dice.random() < 0.5:  # at least middle and bottom the right way round
                    wheel = native.poker.WHEELS[rules.wheel]
                    branches[1:] = sorted(
                        branches[1:], key=lambda five: native.poker.strength(bytes(five), wheel)
                    )
                table.append(arrange(*branches, rules=rules))
        expected = oracle.settle([laid(player) for player in table], options(rules))
        assert settle(table, rules=rules) == expected
        assert sum(expected) == 0
        for i, ours in enumerate(table):
            seen["foul"] += ours.is_foul
            seen["special"] += ours.special is not None
            for theirs in table[:i]:
                won = score(ours, theirs, rules=rules)
                assert won == oracle.score(laid(ours), laid(theirs), options(rules))
                assert won == -score(theirs, ours, rules=rules)
                seen["draw"] += won == 0
    assert min(seen.values()) > 20


@pytest.mark.parametrize("rules", [Rules(), Rules(wheel="lowest")], ids=repr)
def test_hands_with_many_ties(rules: Rules) -> None:
    """Two hands of the same ranks in other suits: few ranks, so that branches often tie."""
    dice = random.Random(4)
    draws = 0
    for _ in range(300):
        ranks = dice.sample(range(13), 13)
        ours = [4 * rank + dice.randrange(2) for rank in ranks]
        theirs = [card ^ 2 for card in ours]
        theirs = dice.sample(theirs, 13) if dice.random() < 0.3 else theirs
        first, second = (arrange(h[:3], h[3:8], h[8:], rules=rules) for h in (ours, theirs))
        # Thirteen ranks are a dragon: score the branches alone, as normal hands would.
        plain = oracle.Options(rules.wheel, special_points=(0, 0))
        won = oracle.score(laid(first), laid(second), plain)
        hidden = [_without_special(arrangement) for arrangement in (first, second)]
        assert score(*hidden, rules=rules) == won
        draws += won == 0
    assert draws > 20


def _without_special(arrangement: Arrangement) -> Arrangement:
    """The same split as if the hand were normal."""
    fields = {name: getattr(arrangement, name) for name in arrangement.__dataclass_fields__}
    return Arrangement(**{**fields, "special": None})


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_table_seats_two_to_four(count: int) -> None:
    """Anything else is refused."""
    with pytest.raises(RuleError, match=f"^2 to 4 players settle, not {count}$"):
        settle([split(STRONG)] * count)


def test_a_card_that_two_players_hold() -> None:
    """It is named, and who holds it."""
    table = [split(STRONG), split(WEAK), split(WEAK.replace("2d", "2h"))]
    with pytest.raises(RuleError, match=r"^players 2 and 3 both hold 'Jc'$"):
        settle(table)
    assert settle(table[:2]) == [3, -3]
