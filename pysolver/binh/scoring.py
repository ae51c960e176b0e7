"""Who wins what: two hands against each other, and a table of two to four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.binh.rules import check_rules
from pysolver.binh.values import bonus_by_strength
from pysolver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.arrangement import Arrangement
    from pysolver.binh.rules import Rules
    from pysolver.binh.special_hand import SpecialHand

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4


def score(a: Arrangement, b: Arrangement, *, rules: Rules | None = None) -> int:
    """Points that ``a`` wins from ``b``; negative when ``b`` wins.

    A special hand counts whatever its split; two specials draw. Two fouls draw. Between two legal
    normal hands each branch won counts one point and the bonus of its category
    (``Rules.branch_bonus``); all three won, each strictly, earn ``Rules.sweep_bonus`` more.

    Args:
        a: one hand.
        b: the other.
        rules: what fouls and special hands pay; those that the hands were laid under by default.

    Raises:
        RuleError: the hands were laid under different rules and none are given, or A-2-3-4-5
            stands elsewhere in them than the rules say.
        TypeError: something that is no arrangement, or no rules.
    """
    rules = _common_rules((a, b), rules)
    if a.special and b.special:
        return 0
    if a.special:
        return _special_wins(a.special, b, rules)
    if b.special:
        return -_special_wins(b.special, a, rules)
    if a.is_foul or b.is_foul:
        return rules.foul_points * (b.is_foul - a.is_foul)
    points = bonus_by_strength(rules)
    pairs = list(zip(a.strengths, b.strengths, strict=True))
    by_branch = sum(
        (1 + bonus[ours]) * (ours > theirs) - (1 + bonus[theirs]) * (ours < theirs)
        for bonus, (ours, theirs) in zip(points, pairs, strict=True)
    )
    swept = all(ours > theirs for ours, theirs in pairs)
    lost = all(ours < theirs for ours, theirs in pairs)
    return by_branch + rules.sweep_bonus * (swept - lost)


def _common_rules(players: Sequence[Arrangement], rules: Rules | None) -> Rules:
    """The rules given, or those that all players' hands were laid under."""
    for player in players:
        _check_arrangement(player)
    if rules is None:
        rules = players[0].rules
        if any(player.rules != rules for player in players):
            message = "the hands were laid under different rules: say which count with rules=..."
            raise RuleError(message)
    check_rules(rules)
    strangers = {player.rules.wheel for player in players} - {rules.wheel}
    if strangers:
        message = (
            f"a hand was laid with wheel={strangers.pop()!r}, the rules say {rules.wheel!r}: "
            "lay it again under these rules"
        )
        raise RuleError(message)
    return rules


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


def settle(arrangements: Sequence[Arrangement], *, rules: Rules | None = None) -> list[int]:
    """Points won by each of two to four players, every pair settling separately; the sum is 0.

    Raises:
        RuleError: not two to four arrangements, a card that two of them hold, or rules that do not
            fit, as for ``score``.
        TypeError: something that is no arrangement.
    """
    players = list(arrangements)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        message = f"2 to 4 players settle, not {len(players)}"
        raise RuleError(message)
    rules = _common_rules(players, rules)
    holders: dict[int, int] = {}
    for number, player in enumerate(players, 1):
        for card in (*player.top, *player.middle, *player.bottom):
            if card in holders:
                message = f"players {holders[card]} and {number} both hold {str(card)!r}"
                raise RuleError(message)
            holders[card] = number
    return [sum(score(a, b, rules=rules) for b in players if b is not a) for a in players]
