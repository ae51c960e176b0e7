"""``pysolver wizard``: bids, trumps and plays, the first round exactly, tournaments, records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.checks import shown
from pysolver.cli.errors import ALL_ANSWERED, Interrupted
from pysolver.cli.groups import LazyGroup
from pysolver.cli.lines import STDIN, Fields, answer_lines
from pysolver.cli.options import ascii_option, jobs_option, json_option, seed_option
from pysolver.cli.output import Screen, json_line
from pysolver.cli.wizard_screen import (
    bid_text,
    play_text,
    record_text,
    standings_text,
    table_text,
    trump_text,
)
from pysolver.errors import DataError, RuleError
from pysolver.wizard import GameRecord, Round, Rules, first_round_table
from pysolver.wizard.advice import (
    DEFAULT_DEALS,
    FEWEST_DEALS,
    MOST_DEALS,
    bid_advice,
    recommend_play,
    trump_advice,
)
from pysolver.wizard.rules import FEWEST_PLAYERS, MOST_PLAYERS, check_players
from pysolver.wizard.tournament import MOST_GAMES, tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.wizard import Bot

VIEW_FIELDS: Final = ("players", "hand", "hands", "seat", "turned_up", "trump", "bids", "plays")
SEARCH_FIELDS: Final = ("hook", "deals", "seed")
#: What a bot of another program is told besides: it may hand on what it was asked.
ASKED_FIELDS: Final = ("ask", "legal")
SEEN_FIELDS: Final = ("players", "seat", "turned_up", "trump", "bids", "plays")
BID_FIELDS: Final = Fields(
    required=("hand",), optional=(*SEEN_FIELDS, *SEARCH_FIELDS, *ASKED_FIELDS)
)
TRUMP_FIELDS: Final = BID_FIELDS
PLAY_FIELDS: Final = Fields(
    required=(), optional=(*VIEW_FIELDS, "tricks", "points", *SEARCH_FIELDS, *ASKED_FIELDS)
)
TABLE_FIELDS: Final = Fields(required=("players",))

HELP: Final = """Wizard: what to bid, which trump to name, which card to play, and why.

Cards are written 10h or Th, W for a wizard, N for a jester. Seats count from the dealer's left,
who is seat 0, bids first and leads. A single - reads standard input instead, one JSON object a
line, and writes one JSON line each; what a line leaves out is taken from the options, and a bad
line is answered with its number and what is wrong with it.

\b
pysolver wizard bid --players 4 --hand "W N As 10h 3c" --up 9h --bids 1,0
pysolver wizard trump --players 4 --hand "Kd Qd 4d 2s"
pysolver wizard play --players 3 --hand "Ah 4h 2c" --seat 1 --up 9h --bids 1,1,0 --plays "Kh"
pysolver wizard play '{"players": 3, "hand": "Ah 4h 2c", "seat": 1, "turned_up": "9h", ...}'
pysolver wizard table --players 5
pysolver wizard tournament --bot solver --bot heuristic --bot heuristic --games 20
"""


@click.group(cls=LazyGroup, help=HELP)
def wizard() -> None:
    """``pysolver wizard``: what it says stands in ``HELP``."""


def _bids(
    _context: click.Context, option: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """Numbers with commas or blanks between."""
    if text is None:
        return None
    try:
        return tuple(int(word) for word in text.replace(",", " ").split())
    except ValueError:
        message = f"{text!r} is no list of bids: write them as 1,0,2, from seat 0 on"
        raise click.BadParameter(message, _context, option) from None


def _decorated(command: Callable[..., Any], *decorators: Any) -> Callable[..., Any]:
    for decorate in reversed(decorators):
        command = decorate(command)
    return command


players_option = click.option(
    "--players",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    default=4,
    show_default=True,
    metavar="N",
    help="3 to 6.",
)
hand_option = click.option("--hand", metavar="CARDS", help='The cards as dealt: "W N As 10h 3c".')
up_option = click.option(
    "--up",
    "turned_up",
    metavar="CARD",
    help="The card turned up for trump; leave it out in the last round.",
)
trump_option = click.option(
    "--trump", metavar="SUIT", help="c, d, h or s: what the dealer named for a turned wizard."
)
bids_option = click.option(
    "--bids", callback=_bids, metavar="N,N,...", help="The bids made so far, from seat 0 on."
)
hook_option = click.option(
    "--hook", is_flag=True, help="The last bid may not make the bids add up to the tricks."
)
deals_option = click.option(
    "--deals",
    type=click.IntRange(FEWEST_DEALS, MOST_DEALS),
    default=DEFAULT_DEALS,
    show_default=True,
    metavar="N",
    help="Deals to play out for each option.",
)


def _search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    return _decorated(command, hook_option, deals_option, seed_option, json_option, ascii_option)


stdin_argument = click.argument("source", required=False, metavar="[-]")
view_argument = click.argument("source", required=False, metavar="[VIEW|-]")


@wizard.command("bid", short_help="How many tricks to bid.")
@view_argument
@players_option
@hand_option
@up_option
@trump_option
@bids_option
@_search_options
def bid_command(**options: Any) -> int:
    """Show every bid with its expected points and the chance of making it.

    The seat is the one after the bids given: with --bids 1,0 it is seat 2. VIEW is the round as a
    JSON object with the fields of these options (turned_up for --up).
    """
    return _advise(options, BID_FIELDS, _bid_view, bid_advice, bid_text)


@wizard.command("trump", short_help="Which trump to name for a turned wizard.")
@view_argument
@players_option
@hand_option
@_search_options
def trump_command(**options: Any) -> int:
    """Show what each trump is worth to the dealer who turned a wizard.

    VIEW is the round as a JSON object with the fields of these options.
    """
    return _advise(options, TRUMP_FIELDS, _trump_view, trump_advice, trump_text)


@wizard.command("play", short_help="Which card to play.")
@view_argument
@players_option
@hand_option
@click.option("--seat", type=int, metavar="N", help="Whose hand it is, 0 at the dealer's left.")
@up_option
@trump_option
@bids_option
@click.option("--plays", metavar="CARDS", help="All cards played so far, in order.")
@_search_options
def play_command(**options: Any) -> int:
    """Show what each card that may be played is worth.

    VIEW is the round as a JSON object with the fields of these options (turned_up for --up), or
    the record of a round.
    """
    return _advise(options, PLAY_FIELDS, _play_view, recommend_play, play_text)


def _advise(
    options: dict[str, Any],
    fields: Fields,
    view_of: Callable[[dict[str, Any]], Round],
    advise: Callable[..., Any],
    text_of: Callable[[Any, Round, Screen], str],
) -> int:
    source = options.pop("source")
    given = {name: value for name, value in options.items() if value is not None}

    def answer(asked: dict[str, Any]) -> tuple[Any, Round]:
        view = view_of(asked)
        return advise(view, deals=asked["deals"], seed=asked["seed"]), view

    def filled(line: dict[str, Any]) -> dict[str, Any]:
        # (so many hands are so many players)
        unsaid = ("players",) if "hands" in line and "players" not in line else ()
        return {name: value for name, value in {**given, **line}.items() if name not in unsaid}

    if source == STDIN:
        return answer_lines(lambda line: answer(filled(line))[0].to_dict(), fields)
    if source is not None:
        given = filled(_view_object(source, fields))
    try:
        advice, view = answer(given)
    except TypeError as error:  # a field of a JSON object
        raise RuleError(str(error)) from None
    if options["as_json"]:
        click.echo(json_line(advice.to_dict()))
    else:
        screen = Screen.of_stdout(ascii_only=options["ascii_only"])
        click.echo(text_of(advice, view, screen))
    return ALL_ANSWERED


def _view_object(text: str, fields: Fields) -> dict[str, Any]:
    from pysolver.cli.lines import read_request

    if not text.lstrip().startswith("{"):
        message = f"{text!r} is neither - nor a view as a JSON object"
        raise click.UsageError(message)
    return read_request(text.encode(), fields)


def _hand(asked: dict[str, Any]) -> Any:
    if "hand" not in asked:
        message = (
            '--hand is missing, or "hand" in the object: the cards as dealt, such as '
            '"W N As 10h 3c"'
        )
        raise click.UsageError(message)
    return asked["hand"]


def _rules(asked: dict[str, Any]) -> Rules:
    return Rules(hook=asked.get("hook", False))


def _bid_view(asked: dict[str, Any]) -> Round:
    if "seat" in asked:
        return _play_view(asked)
    bids = asked.get("bids", ())
    if not isinstance(bids, list | tuple):
        message = f"bids is a list of numbers from seat 0 on, not {shown(bids)}"
        raise TypeError(message)
    players = asked["players"]
    if len(bids) >= check_players(players):
        message = f"{len(bids)} bids were made by {players} players: no bid is due"
        raise RuleError(message)
    return Round(
        players,
        _hand(asked),
        seat=len(bids),
        turned_up=asked.get("turned_up"),
        trump=asked.get("trump"),
        bids=bids,
        rules=_rules(asked),
    )


def _trump_view(asked: dict[str, Any]) -> Round:
    if "seat" in asked:
        return _play_view(asked)
    players = asked["players"]
    seat = players - 1 if isinstance(players, int) else 0
    return Round(players, _hand(asked), seat=seat, turned_up="W", rules=_rules(asked))


def _play_view(asked: dict[str, Any]) -> Round:
    names = (*VIEW_FIELDS, "tricks", "points", "hook")
    fields: dict[str, Any] = {name: asked[name] for name in names if name in asked}
    if "hands" not in fields:
        _hand(asked)
    if "turned_up" not in fields:
        fields["turned_up"] = None
    if "seat" not in fields and "hands" not in fields:
        message = (
            '--seat is missing, or "seat" in the object: whose hand it is, 0 at the dealer\'s left'
        )
        raise click.UsageError(message)
    return Round.from_dict(fields)


@wizard.command("table", short_help="The leader's bids of round 1, exactly.")
@stdin_argument
@players_option
@json_option
@ascii_option
def table_command(*, source: str | None, players: int, as_json: bool, ascii_only: bool) -> int:
    """Show with which card to bid 1 in round 1; --json has every chance as a fraction too."""
    if source == STDIN:
        return answer_lines(lambda line: first_round_table(line["players"]).to_dict(), TABLE_FIELDS)
    if source is not None:
        message = f"{source!r} is not -: this command takes no other argument"
        raise click.UsageError(message)
    table = first_round_table(players)
    if as_json:
        click.echo(json_line(table.to_dict()))
    else:
        click.echo(table_text(table, Screen.of_stdout(ascii_only=ascii_only)))
    return ALL_ANSWERED


BOT_HELP: Final = (
    "A player, once for each: solver, solver:DEALS, policy, heuristic, bold, random, random:SEED "
    "or pipe:COMMAND."
)


@wizard.command("tournament", short_help="Games among bots, with standard errors.")
@click.option("--bot", "bots", multiple=True, metavar="BOT", help=BOT_HELP)
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=20,
    show_default=True,
    metavar="N",
    help="Games to play.",
)
@click.option("--rounds", type=click.IntRange(1, 20), metavar="N", help="Rounds a game; else all.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep the games played there, and go on from it after an interruption.",
)
@jobs_option
@hook_option
@seed_option
@json_option
@ascii_option
def tournament_command(
    *,
    bots: tuple[str, ...],
    games: int,
    rounds: int | None,
    checkpoint: str | None,
    jobs: int,
    hook: bool,
    seed: int,
    as_json: bool,
    ascii_only: bool,
) -> int:
    """Play games among bots that change seats, and show how each did."""
    if not FEWEST_PLAYERS <= len(bots) <= MOST_PLAYERS:
        message = f"3 to 6 players sit at a table, each with its --bot, not {len(bots)}"
        raise click.UsageError(message)
    players = [_bot(spec) for spec in bots]
    try:
        found = tournament(
            players,
            games=games,
            seed=seed,
            jobs=jobs,
            rules=Rules(hook=hook),
            rounds=rounds,
            checkpoint=checkpoint,
        )
    except KeyboardInterrupt:
        raise Interrupted(_what_is_left(checkpoint)) from None
    if as_json:
        click.echo(json_line(found.to_dict()))
    else:
        click.echo(standings_text(found, Screen.of_stdout(ascii_only=ascii_only)))
    return ALL_ANSWERED


def _what_is_left(checkpoint: str | None) -> str:
    if checkpoint is None:
        return "interrupted, and nothing is kept: with --checkpoint FILE the games played are"
    if not Path(checkpoint).exists():
        return "interrupted before the first two games were played: nothing is kept"
    return f"interrupted; {checkpoint!r} holds the games played: the same command goes on"


def _bot(spec: str) -> Bot:
    from pysolver.wizard import BoldBot, HeuristicBot, PipeBot, PolicyBot, RandomBot, SolverBot

    kind, colon, detail = spec.partition(":")
    if kind == "pipe" and detail:
        try:
            return PipeBot(detail)
        except ValueError as error:  # a quotation mark without another one, or nothing but blanks
            message = f"{detail!r} is no command: {str(error)[:1].lower()}{str(error)[1:]}"
            raise click.BadParameter(message, param_hint="--bot") from None
    plain: dict[str, Callable[[], Bot]] = {
        "bold": BoldBot,
        "heuristic": HeuristicBot,
        "policy": PolicyBot,
        "random": RandomBot,
        "solver": SolverBot,
    }
    if kind in plain and not colon:
        return plain[kind]()
    numbered: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "solver": SolverBot}
    if kind in numbered and detail.isascii() and detail.isdigit() and len(detail) < 30:
        try:
            bot: Any = numbered[kind](int(detail))
        except RuleError as error:
            message = f"{spec!r}: {error}"
            raise click.BadParameter(message, param_hint="--bot") from None
        bot.name = spec  # what tells it from another of its kind in the standings
        return bot  # type: ignore[no-any-return]
    message = f"{spec!r} is no bot: {BOT_HELP[len('A player, once for each: ') :].rstrip('.')}"
    raise click.BadParameter(message, param_hint="--bot")


@wizard.command("record", short_help="Check and show the record of a game.")
@click.argument("file", type=click.File("rb"))
@json_option
def record_command(*, file: Any, as_json: bool) -> int:
    """Replay a game from its JSON record, and show the bids, the tricks and the scores."""
    try:
        fields = json.load(file)
    except (ValueError, RecursionError) as error:
        message = f"{file.name} is no JSON record of a game: {error}"
        raise DataError(message) from None
    try:
        record = GameRecord.from_dict(fields)
    except TypeError as error:  # a field of the file
        raise DataError(str(error)) from None
    click.echo(json_line(record.to_dict()) if as_json else record_text(record))
    return ALL_ANSWERED
