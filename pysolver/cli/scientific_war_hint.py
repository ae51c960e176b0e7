"""``pysolver scientific-war hint``: a position from options or JSON, and what to play in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.checks import shown
from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.lines import STDIN, Fields, answer_lines, read_request
from pysolver.cli.options import ascii_option, json_option, seed_option
from pysolver.cli.output import Screen, json_line
from pysolver.cli.scientific_war_screen import advice_text
from pysolver.errors import RuleError
from pysolver.scientific_war import Rules, State, View, recommend_card
from pysolver.scientific_war.advice import DEFAULT_ITERATIONS, MOST_ITERATIONS
from pysolver.scientific_war.reason import reason_of
from pysolver.scientific_war.rules import MOST_TRICKS, REVERSALS
from pysolver.scientific_war.seat import seat_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.scientific_war import CardAdvice

_SEAT: Final = (
    "hand",
    "pile",
    "other_hand",
    "other_pile",
    "totals",
    "hand_sizes",
    "pot",
    "order",
    "peeker",
    "seen",
    "may_swap",
    "tricks",
)
_RULES: Final = ("deck", "trick_limit", "reversal", "powers")
_STATE: Final = ("state", "player", "choices")
FIELDS: Final = Fields(
    required=(), optional=(*_SEAT, *_RULES, *_STATE, "iterations", "seed"), plain="hand"
)
FULL_DECK: Final = "23456789TJQKAX"


def _words(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _seats(text: str | None, option: str) -> list[int]:
    """Players by number; ``me`` is 0, ``other`` is 1."""
    found = []
    for word in _words(text) or []:
        named = {"me": 0, "other": 1}.get(word.lower(), word)
        try:
            found.append(int(named))
        except ValueError:
            message = f"{option} names players: me, other, or numbers from 0 (you), not {word!r}"
            raise click.UsageError(message) from None
    return found


def _numbers(text: str | None, option: str) -> list[int] | None:
    try:
        return None if text is None else [int(word) for word in _words(text) or []]
    except ValueError:
        message = f"{option} is a list of numbers such as 14,13, not {text!r}"
        raise click.UsageError(message) from None


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the game itself."""
    for decorate in (
        click.option(
            "--deck",
            default=FULL_DECK,
            show_default=True,
            metavar="CARDS",
            help="What each player was dealt: ranks, and X for a joker.",
        ),
        click.option(
            "--trick-limit",
            type=click.IntRange(1, MOST_TRICKS),
            default=50,
            show_default=True,
            metavar="N",
            help="Tricks after which the most cards win.",
        ),
        click.option("--endless", is_flag=True, help="No limit of tricks."),
        click.option(
            "--reversal",
            type=click.Choice(REVERSALS),
            default="now",
            show_default=True,
            help="A jack turns the order in its own trick, or from the next on.",
        ),
        click.option("--no-powers", is_flag=True, help="Jack, queen, three, eight are plain."),
    ):
        command = decorate(command)
    return command


iterations_option = click.option(
    "--iterations",
    type=click.IntRange(1, MOST_ITERATIONS),
    default=DEFAULT_ITERATIONS,
    show_default=True,
    metavar="N",
    help="Positions to look at: more looks deeper.",
)

HINT_HELP: Final = """Show what to play: the mix, its value, a card drawn from it, and why.

HAND is your hand. For two players everything is open, so say the other's cards too; cards you do
not mention are in his hand. For three and more say --totals, the cards that each of the others
owns, hand and pile together. Players are numbered from you, 0, in seat order.

HAND may also be a JSON object with the fields hand, pile, other_hand, other_pile, totals,
hand_sizes, pot, order, peeker, seen, may_swap, tricks, deck, trick_limit (null for none), reversal
and powers, or with a table as the library writes it in state, and player and choices. A single -
reads such objects, or plain hands, one a line from standard input; what a line leaves out is taken
from the options.

\b
pysolver scientific-war hint 8JQKA --deck 8JQKA
pysolver scientific-war hint 459TQK --pile 236JAX --other-pile 2A --pot 88 --may-swap other
pysolver scientific-war hint 2345678 --totals 19,14,16 --peeker me --seen K,9,9
"""


@click.command("hint", short_help="What to play in a position, and why.", help=HINT_HELP)
@click.argument("hand", metavar="HAND")
@click.option("--pile", default="", metavar="CARDS", help="Your pile.")
@click.option("--other-hand", metavar="CARDS", help="The other's hand, for two players.")
@click.option("--other-pile", default="", metavar="CARDS", help="The other's pile.")
@click.option("--totals", metavar="N,N,...", help="For three and more: cards each other owns.")
@click.option("--hand-sizes", metavar="N,N,...", help="After your three: the others' hand sizes.")
@click.option("--pot", default="", metavar="CARDS", help="Cards of the disputed tricks.")
@click.option(
    "--order",
    type=click.Choice(["normal", "reversed"]),
    default="normal",
    show_default=True,
    help="Ace high, or deuce high after a jack.",
)
@click.option("--peeker", metavar="WHO", help="Who played a lone queen: me, other or a number.")
@click.option("--seen", metavar="CARD,...", help="What the others chose, if you peek.")
@click.option("--may-swap", metavar="WHO,...", help="Who played an eight just now and has a pile.")
@click.option("--tricks", type=click.IntRange(0, MOST_TRICKS), metavar="N", help="Tricks played.")
@rules_options
@iterations_option
@seed_option
@json_option
@ascii_option
def hint_command(**options: Any) -> int:
    """What it says stands in ``HINT_HELP``."""
    peeker = _seats(options["peeker"], "--peeker")
    if len(peeker) > 1:
        message = f"--peeker is one player, not {options['peeker']!r}"
        raise click.UsageError(message)
    given = {
        **options,
        "totals": _numbers(options["totals"], "--totals"),
        "hand_sizes": _numbers(options["hand_sizes"], "--hand-sizes"),
        "peeker": peeker[0] if peeker else None,
        "seen": _words(options["seen"]),
        "may_swap": _seats(options["may_swap"], "--may-swap"),
        "trick_limit": None if options["endless"] else options["trick_limit"],
        "powers": not options["no_powers"],
    }
    if options["hand"] == STDIN:
        given["hand"] = None
        return answer_lines(lambda request: _dictionary({**given, **request}), FIELDS)
    if options["hand"].lstrip().startswith("{"):
        given |= {"hand": None, **read_request(options["hand"].encode(), FIELDS)}
    try:
        view = _view(given)
        advice = _advise(view, given)
    except TypeError as error:  # a field of a JSON object
        raise RuleError(str(error)) from None
    if options["as_json"]:
        click.echo(json_line(_dictionary_of(view, advice)))
        return ALL_ANSWERED
    screen = Screen.of_stdout(ascii_only=options["ascii_only"])
    click.echo(advice_text(view, advice, screen))
    return ALL_ANSWERED


def _dictionary(request: dict[str, Any]) -> dict[str, Any]:
    view = _view(request)
    return _dictionary_of(view, _advise(view, request))


def _dictionary_of(view: View, advice: CardAdvice) -> dict[str, Any]:
    return {**advice.to_dict(), "why": reason_of(advice), "position": view.to_dict()}


def _advise(view: View, request: dict[str, Any]) -> CardAdvice:
    return recommend_card(view, iterations=request["iterations"], seed=request["seed"])


def _view(request: dict[str, Any]) -> View:
    if request.get("state") is not None:
        return _state_view(request)
    if request.get("player") is not None or request.get("choices") is not None:
        message = '"player" and "choices" go with "state"; without it you are player 0'
        raise RuleError(message)
    if request["hand"] is None:
        message = 'a position has at least "hand", your hand, or "state", a table'
        raise RuleError(message)
    rules = Rules.of_deck(
        request["deck"],
        trick_limit=request["trick_limit"],
        reversal=request["reversal"],
        powers=request["powers"],
    )
    seat = {name: request[name] for name in _SEAT if request.get(name) is not None}
    for name in ("totals", "hand_sizes", "seen", "may_swap"):
        if not isinstance(seat.get(name, []), list):
            message = f"{name} is a list, not {shown(seat[name])}"
            raise TypeError(message)
    return seat_view(**seat, rules=rules)


def _state_view(request: dict[str, Any]) -> View:
    state = State.from_dict(request["state"])
    player = request.get("player")
    if player is None:
        message = 'with "state" say "player", whom to advise, from 0'
        raise RuleError(message)
    choices = request.get("choices")
    if choices is None:
        return state.view(player)
    if not isinstance(choices, dict):
        message = f'choices is an object such as {{"1": "K"}}, not {shown(json.dumps(choices))}'
        raise TypeError(message)
    try:
        seen = {int(seat): choice for seat, choice in choices.items()}
    except ValueError:
        message = f"choices are named by players, numbers from 0, not {shown(list(choices))}"
        raise RuleError(message) from None
    return state.view(player, choices=seen)
