"""Advice on Scientific War as a player reads it, in 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.cli.output import counted, paragraph, percent
from pysolver.scientific_war.reason import SURE, reason_of
from pysolver.wording import signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pysolver.cli.output import Screen
    from pysolver.scientific_war import CardAdvice, View

_BAR: Final = 30
_OTHERS: Final = 5
_TWO: Final = 2


def advice_text(view: View, advice: CardAdvice, screen: Screen) -> str:
    """Advice for people: what to play, why, the mix as bars, and what is known of its worth."""
    parts = [
        "\n".join(position_lines(view)),
        screen.heading(f"Play {advice.choice}"),
        paragraph(_drawn(advice) + reason_of(advice)),
        "\n".join(_table(advice, screen)),
    ]
    if advice.replies is not None:
        replies = ", ".join(f"{theirs}: {mine}" for theirs, mine in advice.replies.items())
        parts.append(paragraph(f"Your reply to each of his choices: {replies}."))
    parts.append(paragraph(_worth(view, advice, screen)))
    return "\n\n".join(parts)


def _drawn(advice: CardAdvice) -> str:
    """That lots were drawn, lest the card above look like the best one."""
    likely = max(option.probability for option in advice.options)
    return "" if likely >= SURE else "Drawn by lot, by the shares below. "


def position_lines(view: View) -> Iterator[str]:
    """What the player sees of the table."""
    me = view.player
    if view.holdings is not None:
        other = view.holdings[1 - me]
        yield f"you    hand {view.hand or '-'}, pile {view.pile or '-'}"
        yield f"other  hand {other.hand or '-'}, pile {other.pile or '-'}"
    else:
        yield f"you  hand {view.hand or '-'}, pile {view.pile or '-'}"
        totals = ", ".join(
            f"player {player} {counted(total, 'card')}"
            + (f" ({view.hand_sizes[player]} in hand)" if view.hand_sizes else "")
            for player, total in enumerate(view.totals)
            if player != me
        )
        yield paragraph(totals)
    limit = view.rules.trick_limit
    left = "no limit" if limit is None else f"of {limit}"
    notes = [f"trick {view.tricks + 1} {left}", "deuce high" if view.reversed else "ace high"]
    if view.pot:
        notes.append(f"in the pot {view.pot}")
    if view.peeker is not None:
        notes.append(
            "you choose last" if view.peeker == me else _name(view, view.peeker) + " peeks"
        )
    notes += ["you may swap" if p == me else f"{_name(view, p)} may swap" for p in view.may_swap]
    if view.choices is not None:
        shown = ", ".join(str(choice) for choice in view.choices if choice is not None)
        notes.append(f"you see {shown}")
    yield ", ".join(notes)


def _name(view: View, player: int) -> str:
    return "the other" if view.rules.players == _TWO else f"player {player}"


def _table(advice: CardAdvice, screen: Screen) -> Iterator[str]:
    answers = any(option.answer is not None for option in advice.options)
    heading = f"{'':<8}{'play':>6}  {'':<{_BAR}}{'worth':>7}"
    yield screen.heading(heading + ("  if he knew" if answers else "")).rstrip()
    block = "█" if screen.signs else "#"
    played = [option for option in advice.options if option.probability > 0]
    others = [option for option in advice.options if not option.probability > 0]
    for option in [*played, *others[:_OTHERS]]:
        bar = block * round(_BAR * option.probability)
        line = (
            f"{option.choice!s:<8}{percent(option.probability)}  {bar:<{_BAR}}"
            f"{signed(option.ev):>7}"
        )
        if option.stderr:
            line += f" {'±' if screen.signs else '+-'} {option.stderr:.2f}"
        if option.answer is not None and option.worst is not None:
            line += f"  {signed(option.worst)} by {option.answer}"
        yield line.rstrip()
    if len(others) > _OTHERS:
        yield f"and {counted(len(others) - _OTHERS, 'other choice')}, worth no more"


def _worth(view: View, advice: CardAdvice, screen: Screen) -> str:
    value = signed(advice.value, 3)
    plus_minus = "±" if screen.signs else "+-"
    scale = "on a scale from -1, lost, to 1, won"
    if view.rules.players > _TWO:
        return (
            f"Value {value} {plus_minus} {advice.stderr:.3f}, {scale} where all others pay the "
            f"winner, from {counted(advice.leaves, 'game')} played out on tables dealt at random "
            f"as far as you cannot see them. Seed {advice.seed}."
        )
    if advice.exact:
        return f"Value {value}, {scale}: exact. Seed {advice.seed}."
    text = (
        f"Value {value}, {scale}, by {counted(advice.leaves, 'position')} up to "
        f"{counted(advice.depth, 'trick')} ahead."
    )
    if advice.exploitability is not None:
        text += f" A best answer may take about {advice.exploitability:.3f} more from the mix."
    return f"{text} Seed {advice.seed}."
