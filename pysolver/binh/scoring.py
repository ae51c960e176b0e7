"""Who wins what: two hands against each other, and a table of two to four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.binh.rules import DEFAULT_RULES, Rules, check_rules
from pysolver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.arrangement import Arrangement
    from pysolver.binh.special_hand import SpecialHand

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4


def score(a: Arrangement, b: Arrangement, *, rules: Rules = DEFAULT_RULES) -> int:
    """Points that ``a`` wins from ``b``; negative when ``b`` wins.

    A special hand counts whatever its split; two specials draw. Two fouls draw. Between two legal
    normal hands each branch won counts one point.
    """
    check_rules(rules)
    for player in (a, b):
        _check_arrangement(player)
    if a.special and b.special:
        return 0
    if a.special:
        return _special_wins(a.special, b, rules)
    if b.special:
        return -_special_wins(b.special, a, rules)
    if a.is_foul or b.is_foul:
        return rules.foul_points * (b.is_foul - a.is_foul)
    return sum(
        (ours > theirs) - (ours < theirs)
        for ours, theirs in zip(a.strengths, b.strengths, strict=True)
    )


def _check_arrangement(player: object) -> None:
    from pysolver.binh.arrangement import Arrangement

    if not isinstance(player, Arrangement):
        message = (
            f"players are given as arrangements, by arrange() or best_arrangement(), not {player!r}"
        )
        raise TypeError(message)


def _special_wins(special: SpecialHand, other: Arrangement, rules: Rules) -> int:
    """Points of a special hand from a normal one; a foul pays its own points if they are more."""
    points = rules.special_points[special.kind == "B"]
    return max(points, rules.foul_points) if other.is_foul else points


def settle(arrangements: Sequence[Arrangement], *, rules: Rules = DEFAULT_RULES) -> list[int]:
    """Points won by each of two to four players, every pair settling separately; the sum is 0.

    Raises:
        RuleError: not two to four arrangements, or a card that two of them hold.
        TypeError: something that is no arrangement.
    """
    players = list(arrangements)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        message = f"2 to 4 players settle, not {len(players)}"
        raise RuleError(message)
    holders: dict[int, int] = {}
    for number, player in enumerate(players, 1):
        _check_arrangement(player)
        for card in (*player.top, *player.middle, *player.bottom):
            if card in holders:
                message = f"players {holders[card]} and {number} both hold {str(card)!r}"
                raise RuleError(message)
            holders[card] = number
    return [sum(score(a, b, rules=rules) for b in players if b is not a) for a in players]
