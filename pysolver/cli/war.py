"""``pysolver war``: odds, one game told, and what the choice of pick-up is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.groups import LazyGroup
from pysolver.cli.lines import STDIN, Fields, answer_lines
from pysolver.cli.options import ascii_option, json_option, seed_option
from pysolver.cli.output import Screen, counted, json_line
from pysolver.cli.war_screen import odds_text, pickup_text, replay_text
from pysolver.errors import RuleError
from pysolver.war import DEFAULT_GIVE_UP, MOST_GAMES, PICKUPS, Rules, compare_pickups, odds, replay
from pysolver.war.advice import DEFAULT_GAMES
from pysolver.war.games import MOST_GIVE_UP
from pysolver.war.plot import check_plot_file, plot_rounds
from pysolver.war.rules import (
    DEFAULT_RULES,
    FEWEST_PLAYERS,
    MOST_FACE_DOWN,
    MOST_PLAYERS,
    MOST_ROUNDS,
    SHORTS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PILE_BAR: Final = "|"
RULE_FIELDS: Final = ("players", "face_down", "pickup", "short", "max_rounds")
POSITION_FIELDS: Final = ("piles", "in_play", *RULE_FIELDS, "seed", "give_up")
RUN_FIELDS: Final = Fields(required=(), optional=(*POSITION_FIELDS, "games"), plain="piles")
REPLAY_FIELDS: Final = Fields(required=(), optional=(*POSITION_FIELDS, "game"), plain="piles")


def _pickup(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> str | tuple[str, ...] | None:
    """One way for all, or several with commas between."""
    if text is None:
        return None
    ways = tuple(way.strip() for way in text.split(","))
    return ways[0] if len(ways) == 1 else ways


def _position_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What every command asks: the piles and the rules."""
    for decorate in (
        click.argument("piles", nargs=-1, metavar="[PILE...]"),
        click.option(
            "--players",
            type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
            metavar="N",
            help=f"{FEWEST_PLAYERS} to {MOST_PLAYERS}; without it one for each pile, or 3.",
        ),
        click.option(
            "--face-down",
            type=click.IntRange(0, MOST_FACE_DOWN),
            default=3,
            show_default=True,
            metavar="N",
            help="Cards laid face down in a battle, 0 to 3.",
        ),
        click.option(
            "--pickup",
            callback=_pickup,
            default="shuffled",
            show_default=True,
            metavar="WAY[,WAY...]",
            help=f"How winners pick up, one way for all or one for each: {', '.join(PICKUPS)}.",
        ),
        click.option(
            "--short",
            type=click.Choice(SHORTS),
            default="last_card",
            show_default=True,
            help="A tied player with too few cards lays what is left, or loses the battle.",
        ),
        click.option(
            "--max-rounds",
            type=click.IntRange(1, MOST_ROUNDS),
            metavar="N",
            help="Rounds after which the most cards win; without it the game is played out.",
        ),
        click.option(
            "--in-play",
            is_flag=True,
            help="The piles are those of a game under way: of any sizes, '' for who is out.",
        ),
        click.option(
            "--give-up",
            type=click.IntRange(1, MOST_GIVE_UP),
            default=DEFAULT_GIVE_UP,
            show_default=True,
            metavar="N",
            help="Rounds after which a game that neither ended nor was found endless is left.",
        ),
        seed_option,
        json_option,
        ascii_option,
    ):
        command = decorate(command)
    return command


games_option = click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=DEFAULT_GAMES,
    show_default=True,
    metavar="N",
    help="Games to play.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads that share the work. The answer stays the same.",
)


HELP: Final = """War (Bataille): who wins how often, one game told, and how to pick up.

PILE is a player's pile, the top card first, one argument for each player: "As Kd 10h …".
? is a card that is not known, ?*16 are sixteen. Without piles the cards are dealt at random.

A single - reads standard input instead, a request a line, and writes one JSON line each: a list
of piles, piles with | between, or an object with the fields piles, players, face_down, pickup,
short, max_rounds, in_play, give_up, seed and games (replay: game). What a line leaves out is taken
from the options. A bad line is answered with its number and what is wrong.

\b
pysolver war odds --players 3 --face-down 1
pysolver war odds "As Ah ?*15" "?*17" "?*17" --pickup high_first
pysolver war replay --seed 7
pysolver war pickup --face-down 1
"""


@click.group(cls=LazyGroup, help=HELP)
def war() -> None:
    """``pysolver war``: what it says stands in ``HELP``."""


@war.command("odds", short_help="Who wins how often, and how long it takes.")
@_position_options
@games_option
@threads_option
@click.option(
    "--plot",
    metavar="FILE",
    help="Write the histogram as .png or .svg too; takes the extra 'plot'.",
)
def odds_command(**options: Any) -> int:
    """Show who wins how often, and how long games are.

    Where all cards are known and nobody shuffles, the answer is exact.
    """
    plot, threads = options["plot"], options["threads"]
    if options["piles"] == (STDIN,):
        if plot is not None:
            message = "--plot draws one answer; it does not go with -"
            raise click.UsageError(message)

        def answer(asked: dict[str, Any]) -> dict[str, Any]:
            return odds(**_position(asked), games=asked["games"], threads=threads).to_dict()

        return _answer(answer, RUN_FIELDS, options)
    if plot is not None:
        check_plot_file(plot)
    found = odds(**_position(options), games=options["games"], threads=threads)
    if plot is not None:
        plot_rounds(found, plot)
    return _show(found.to_dict, lambda screen: odds_text(found, screen), options)


@war.command("replay", short_help="One game, round by round.")
@_position_options
@click.option(
    "--game",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="Which game of the seed.",
)
def replay_command(**options: Any) -> int:
    """Tell one game round by round; cards that are not known are dealt by the seed.

    Game N of a seed is the one that odds plays as its game N, counted from 0.
    """
    if options["piles"] == (STDIN,):
        return _answer(
            lambda asked: replay(**_position(asked), game=asked["game"]).to_dict(),
            REPLAY_FIELDS,
            options,
        )
    found = replay(**_position(options), game=options["game"])
    return _show(found.to_dict, lambda screen: replay_text(found, screen), options)


@war.command("pickup", short_help="What each way to pick up is worth to each player.")
@_position_options
@games_option
@threads_option
def pickup_command(**options: Any) -> int:
    """Show how each way to pick up would do for each player, the others keeping to theirs."""
    threads = options["threads"]

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        position = _position(asked)
        compared = compare_pickups(**position, games=asked["games"], threads=threads)
        return {
            "pickups": [way.to_dict() for way in compared],
            "games": asked["games"],
            "seed": position["seed"],
            "rules": position["rules"].to_dict(),
        }

    if options["piles"] == (STDIN,):
        return _answer(answer, RUN_FIELDS, options)
    if options["as_json"]:
        click.echo(json_line(answer(options)))
        return ALL_ANSWERED
    position = _position(options)
    compared = compare_pickups(**position, games=options["games"], threads=threads)
    screen = Screen.of_stdout(ascii_only=options["ascii_only"])
    click.echo(pickup_text(compared, position["rules"], screen))
    return ALL_ANSWERED


def _position(asked: dict[str, Any]) -> dict[str, Any]:
    """The arguments that all three functions take."""
    piles = asked["piles"]
    if isinstance(piles, str):
        piles = piles.split(PILE_BAR)
    elif isinstance(piles, tuple):  # the arguments of the command line
        piles = list(piles) or None
    players = asked["players"]
    if players is None:
        players = len(piles) if isinstance(piles, list) else DEFAULT_RULES.players
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            message = (
                f"{counted(players, 'pile')} given, {FEWEST_PLAYERS} to {MOST_PLAYERS} are played "
                f"with, one for each player: {PILE_BAR.join(map(str, piles))[:60]!r}"
            )
            raise RuleError(message)
    rules = Rules(
        players=players,
        face_down=asked["face_down"],
        pickup=asked["pickup"],
        short=asked["short"],
        max_rounds=asked["max_rounds"],
    )
    in_play = asked["in_play"]
    if not isinstance(in_play, bool):
        message = f"in_play is true or false, not {in_play!r}"
        raise TypeError(message)
    return {
        "piles": piles,
        "rules": rules,
        "seed": asked["seed"],
        "in_play": in_play,
        "give_up": asked["give_up"],
    }


def _answer(
    answer: Callable[[dict[str, Any]], dict[str, Any]], fields: Fields, options: dict[str, Any]
) -> int:
    """Answer each line of standard input; the options stand in for what it leaves out."""
    given = {**options, "piles": None}
    return answer_lines(lambda request: answer({**given, **request}), fields)


def _show(
    as_dict: Callable[[], dict[str, Any]], as_text: Callable[[Screen], str], options: dict[str, Any]
) -> int:
    if options["as_json"]:
        click.echo(json_line(as_dict()))
    else:
        click.echo(as_text(Screen.of_stdout(ascii_only=options["ascii_only"])))
    return ALL_ANSWERED
