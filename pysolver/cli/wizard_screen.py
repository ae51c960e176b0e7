"""Wizard's advice, tables and standings as a player reads them, in 80 columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from pysolver.cards import Card
from pysolver.cli.output import counted, paragraph, percent
from pysolver.wizard.first_round import threshold_rows

if TYPE_CHECKING:
    from pysolver.cli.output import Screen
    from pysolver.wizard import FirstRoundTable, GameRecord, Round, Standings
    from pysolver.wizard.advice import BidAdvice, Option, PlayAdvice, TrumpAdvice
    from pysolver.wizard.rules import Suit

_SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_WORDS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_BAR_COLUMNS: Final = 24
_VERBS: Final = {"bid": "bid", "trump": "name", "card": "play"}


def bid_text(advice: BidAdvice, view: Round, screen: Screen) -> str:
    """A bid for people."""
    return _advice_text(advice, view, screen, "bid", f"{'':7}")


def trump_text(advice: TrumpAdvice, view: Round, screen: Screen) -> str:
    """A trump for people."""
    return _advice_text(advice, view, screen, "trump", f"{'bid':>7}")


def play_text(advice: PlayAdvice, view: Round, screen: Screen) -> str:
    """A card for people."""
    return _advice_text(advice, view, screen, "card", f"{'':7}")


def _advice_text(advice: Any, view: Round, screen: Screen, what: str, second: str) -> str:
    lines = [*_situation(view, screen), ""]
    heading = f"{what:<8}{second}{'points':>9}{'':9}{'made':>7}"
    lines.append(screen.heading(heading))
    # (two wizards are one card to a player)
    distinct = {str(option.choice): option for option in reversed(advice.options)}
    kept = [option for option in advice.options if distinct[str(option.choice)] is option]
    lines += [_row(option, what, screen, exact=advice.exact) for option in kept]
    reason = paragraph(_as_on_screen(advice.reason, screen))
    best = advice.options[0].choice
    lines += ["", *_tricks(advice.tricks, f"{_VERBS[what]} {_name(best, screen)}", screen)]
    lines += ["", reason, _footing(advice, view)]
    return "\n".join(lines)


def _name(choice: int | Card | str, screen: Screen) -> str:
    if isinstance(choice, Card):
        return screen.card(choice)
    return _suit(choice, screen) if isinstance(choice, str) else str(choice)


def _row(option: Option, what: str, screen: Screen, *, exact: bool) -> str:
    shown = _name(option.choice, screen)
    width = len(str(option.choice) if isinstance(option.choice, Card) else shown)
    second = f"{option.bid:>7}" if what == "trump" else f"{'':7}"
    error = "" if exact else f" {'±' if screen.signs else '+-'} {option.stderr:.2f}"
    points = f"{option.ev:+.2f}"
    return f"{shown}{' ' * (8 - width)}{second}{points:>9}{error:<9}{percent(option.p_made):>7}"


def _situation(view: Round, screen: Screen) -> list[str]:
    turned = "none" if view.turned_up is None else screen.card(view.turned_up)
    held = screen.cards(sorted(view.held, reverse=True))
    lines = [
        (
            f"{view.players} players, {counted(view.size, 'card')} each, seat {view.seat}; "
            f"turned up {turned}, trump {_trump(view, screen)}"
            + ("; with the hook" if view.rules.hook else "")
        ),
        f"hand  {held}",
    ]
    if view.bids:
        lines.append(f"bids  {', '.join(map(str, view.bids))}")
    if view.awaits == "bid" and len(view.legal_bids()) <= view.size:
        barred = set(range(view.size + 1)).difference(view.legal_bids())
        lines.append(f"the hook bars {barred.pop()}")
    if view.awaits == "play":
        taken = ", ".join(map(str, view.tricks))
        lines.append(f"taken {taken}")
        trick = screen.cards(view.trick) or "nothing yet: you lead"
        lines.append(f"trick {trick}")
    return lines


def _trump(view: Round, screen: Screen) -> str:
    if view.awaits == "trump":
        return "for you to name"
    return "none" if view.trump is None else _suit(view.trump, screen)


def _suit(suit: Suit | str, screen: Screen) -> str:
    return _SUIT_SIGNS[suit] if screen.signs else _SUIT_WORDS[suit]


def _tricks(chances: tuple[float, ...], after: str, screen: Screen) -> list[str]:
    most = max(chances)
    lines = [screen.heading(f"tricks  chance if you {after}")]
    for tricks, chance in enumerate(chances):
        if chance >= 0.005:
            bar = ("█" if screen.signs else "#") * round(_BAR_COLUMNS * chance / most)
            lines.append(f"{tricks:>6}  {percent(chance)}  {bar}".rstrip())
    return lines


def _as_on_screen(text: str, screen: Screen) -> str:
    """The cards in a sentence written as in the table above it."""
    if not screen.signs:
        return text
    return re.sub(r"\b[2-9TJQKA][cdhs]\b", lambda card: Card(card[0]).pretty, text)


def _footing(advice: Any, view: Round) -> str:
    if advice.exact:
        others = view.awaits == "trump" or (view.awaits == "bid" and view.bids)
        return "Exact, where the others bid by the same rule." if others else "Exact."
    deals = counted(advice.deals, "deal")
    fewer = any(option.deals < advice.deals for option in advice.options)
    kept = "; options that fell behind were dropped after fewer" if fewer else ""
    return paragraph(f"{deals} an option{kept}. Seed {advice.seed}.")


def table_text(table: FirstRoundTable, screen: Screen) -> str:
    """The first round's bids for people."""
    lines = [
        paragraph(
            f"Round 1, {table.players} players, the leader: bid 1 if the card beats "
            f"{table.least_beaten} or more of the 58 unseen cards, else 0. A wizard always bids "
            "1, a jester 0."
        ),
        "",
        screen.heading(f"{'turned up':<14}{'bid 1 with trump from':<24}and with other suits from"),
    ]
    lines += [f"{name:<14}{trump:<24}{other}" for name, trump, other in threshold_rows(table)]
    lines += ["", "Exact. --json has every card with its chance and both expected scores."]
    return "\n".join(lines)


def standings_text(standings: Standings, screen: Screen) -> str:
    """A tournament for people."""
    text = str(standings)
    return text if screen.signs else text.replace("±", "+-")


def record_text(record: GameRecord) -> str:
    """A game for people."""
    return f"{record}\n\nEach cell: tricks taken / bid, points."
