"""War's odds, games and pick-ups as a player reads them, in 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.cli.output import counted, paragraph, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pysolver.cli.output import Screen
    from pysolver.war import Odds, PickupOdds, Replay, Rounds, Rules

_BAR_COLUMNS: Final = 48
_PILE_CARDS: Final = 20
_SHORT_WORDS: Final = {
    "last_card": "a player too short lays what is left",
    "lose": "a player too short loses the battle",
}


def odds_text(odds: Odds, screen: Screen) -> str:
    """Odds for people."""
    parts = [_title(odds.rules), list(_wins(odds, screen)), list(_figures(odds, screen))]
    if odds.rounds is not None and not odds.exact:
        parts.append(list(_histogram(odds.rounds, screen)))
    return "\n\n".join("\n".join(part) for part in parts)


def replay_text(replay: Replay, screen: Screen) -> str:
    """A game for people."""
    dealt = [
        f"  player {player}  {screen.cards(pile[i : i + _PILE_CARDS])}"
        if i == 0
        else f"            {screen.cards(pile[i : i + _PILE_CARDS])}"
        for player, pile in enumerate(replay.piles, 1)
        for i in range(0, max(1, len(pile)), _PILE_CARDS)
    ]
    played = [
        screen.heading(f"{'round':>6}  what the players show, who takes, (cards held)"),
        *(played.text(screen.card) for played in replay.rounds),
    ]
    parts = [_title(replay.rules), dealt, played, [paragraph(replay.result)]]
    return "\n\n".join("\n".join(part) for part in parts if part)


def pickup_text(compared: Sequence[PickupOdds], rules: Rules, screen: Screen) -> str:
    """How each way to pick up would do, for people."""
    parts = [_title(rules)]
    for player in range(rules.players):
        ways = [way for way in compared if way.player == player]
        lines = [screen.heading(f"{f'Player {player + 1}':<17}{'wins':>16}{'gain':>18}")]
        for way in ways:
            marks = [name for name in ("present", "best") if getattr(way, name)]
            win = _with_error(way.win, way.stderr, screen)
            gain = _with_error(way.gain, way.gain_stderr, screen, sign="+")
            lines.append(f"  {way.pickup:<15}{win:>16}{gain:>18}  {', '.join(marks)}".rstrip())
        parts.append(lines)
    parts.append([paragraph(_pickup_note(compared))])
    return "\n\n".join("\n".join(part) for part in parts)


def _title(rules: Rules) -> list[str]:
    pickup = rules.pickup if isinstance(rules.pickup, str) else ", ".join(rules.pickup)
    limit = f", {counted(rules.max_rounds, 'round')} at most" if rules.max_rounds else ""
    return [
        paragraph(
            f"War, {rules.players} players, {rules.face_down} face down, picked up {pickup}; "
            f"{_SHORT_WORDS[rules.short]}{limit}."
        )
    ]


def _plus_minus(screen: Screen) -> str:
    return "±" if screen.signs else "+-"


def _with_error(share: float, stderr: float, screen: Screen, sign: str = "") -> str:
    error = f" {_plus_minus(screen)} {100 * stderr:.2f}" if stderr else ""
    return f"{100 * share:{sign}.2f}{error} %"


def _wins(odds: Odds, screen: Screen) -> Iterator[str]:
    for player, (win, stderr) in enumerate(zip(odds.win, odds.stderr, strict=True), 1):
        share = f"{100 * win:6.2f}"
        yield (
            f"  player {player}  wins "
            + (
                f"{share} %"
                if odds.exact
                else f"{share} {_plus_minus(screen)} {100 * stderr:.2f} %"
            )
            + f"  {_bar(win, 1.0, 32, screen)}"
        ).rstrip()


def _figures(odds: Odds, screen: Screen) -> Iterator[str]:
    if odds.exact:
        yield "Exact: nothing is left to chance, and this is the one game there can be."
        if odds.rounds is not None:
            yield (
                f"It ends after {counted(odds.rounds.most, 'round')} "
                f"and {counted(round(odds.battles or 0), 'battle')}."
            )
        elif odds.cycle is not None:
            yield paragraph(f"It is endless: {odds.cycle}.")
        else:
            yield "It was given up: it neither ended nor came back to a state. See --give-up."
        return
    plus_minus = _plus_minus(screen)
    if odds.rounds is not None:
        rounds = odds.rounds
        within = ", ".join(f"{q:.0%} in {n:,}" for q, n in rounds.quantiles.items() if q != 0.5)
        mean = f"{rounds.mean:,.1f} {plus_minus} {rounds.stderr:.1f}"
        yield f"Rounds   mean {mean}, median {rounds.median:,}"
        yield f"         {within}"
        yield f"Battles  mean {odds.battles:,.2f} {plus_minus} {odds.battles_stderr:.2f}"
    yield f"Endless  {100 * odds.endless:.2f} {plus_minus} {100 * odds.endless_stderr:.2f} %"
    if odds.unfinished:
        yield f"Given up {100 * odds.unfinished:.2f} %, neither ended nor found endless"
    yield f"{counted(odds.games, 'game')}, seed {odds.seed}"


def _histogram(rounds: Rounds, screen: Screen) -> Iterator[str]:
    yield screen.heading(f"{'rounds':>15}  games")
    most = max(piece.share for piece in rounds.histogram)
    for piece in rounds.histogram:
        yield (
            f"{piece.first:>6,} - {piece.last:>6,}  {percent(piece.share)}  "
            f"{_bar(piece.share, most, _BAR_COLUMNS, screen)}"
        ).rstrip()


def _bar(value: float, most: float, columns: int, screen: Screen) -> str:
    return ("█" if screen.signs else "#") * round(columns * value / most)


def _pickup_note(compared: Sequence[PickupOdds]) -> str:
    endless = max(way.endless for way in compared)
    note = (
        "Gain: what the way wins more often than the player's present one, on the same deals, "
        "the others picking up as they do now."
    )
    return f"{note} Up to {100 * endless:.2f} % of the games are endless." if endless else note
