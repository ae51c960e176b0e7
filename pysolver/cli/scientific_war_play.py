"""``pysolver scientific-war play`` and ``tournament``."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.checks import shown
from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.options import ascii_option, jobs_option, json_option, seed_option
from pysolver.cli.output import Screen, counted, json_line, paragraph
from pysolver.cli.scientific_war_hint import iterations_option, rules_options
from pysolver.cli.scientific_war_screen import advice_text, position_lines
from pysolver.errors import SolverError
from pysolver.scientific_war import (
    Choice,
    GreedyBot,
    RandomBot,
    Rules,
    SolverBot,
    State,
    parse_choice,
    recommend_card,
    tournament,
)
from pysolver.scientific_war import __doc__ as scientific_war_rules
from pysolver.scientific_war.rules import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pysolver.scientific_war import Bot, View

ME: Final = 0
_WORDS: Final = "a card such as K, 'swap K' after an eight, 'hint', 'rules' or 'quit'"
BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "solver": SolverBot,
    "greedy": lambda _: GreedyBot(),
    "greedy-won": lambda _: GreedyBot(losses=False),
    "random": lambda _: RandomBot(),
}


@click.command("play", short_help="A game against the bot, trick by trick.")
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    default=2,
    show_default=True,
    metavar="N",
    help="You and so many bots less one.",
)
@click.option("--bot", type=click.Choice(list(BOTS)), default="solver", show_default=True)
@rules_options
@iterations_option
@seed_option
@ascii_option
def play_command(**options: Any) -> int:
    """Play against the bot.

    You are asked for a card in every trick; 'hint' shows what the solver would do, 'quit' or the
    end of the input leaves the game. What cannot be read is asked for again.
    """
    rules = _rules(options, options["players"])
    bot = BOTS[options["bot"]](options["iterations"])
    screen = Screen.of_stdout(ascii_only=options["ascii_only"])
    dice = random.Random(options["seed"])  # noqa: S311  (no secret)
    state = State.initial(rules)
    click.echo(paragraph(f"You are player 0. Type {_WORDS}."))

    def ask(view: View, seed: int) -> Choice | None:
        return _ask(view, options, seed, screen)

    while not state.over:
        if not state.hands[ME]:
            click.echo("You are out.")
            break
        seeds = [dice.getrandbits(64) for _ in range(rules.players)]
        chosen = _trick(state, bot, seeds, lambda view, seed: _ask(view, options, seed, screen))
        if chosen is None:
            click.echo(f"Left after {counted(state.tricks, 'trick')}.")
            return ALL_ANSWERED
        trick = [chosen.get(player) for player in range(rules.players)]
        outcome = state.trick(trick)
        cards = "  ".join(
            f"{'you' if player == ME else f'player {player}'} {choice.card}"
            for player, choice in enumerate(trick)
            if choice is not None
        )
        taker = outcome.winner
        result = (
            "in dispute"
            if taker is None
            else "you take it"
            if taker == ME
            else f"player {taker} takes it"
        )
        state = state.play(trick)
        click.echo(f"  {cards}: {result}. Cards {'  '.join(map(str, state.totals))}.\n")
    if state.over:
        click.echo(_result(state))
    return ALL_ANSWERED


def _trick(
    state: State, bot: Bot, seeds: list[int], ask: Callable[[View, int], Choice | None]
) -> dict[int, Choice] | None:
    """Everybody's choices; None when the player leaves."""
    chosen: dict[int, Choice] = {}
    seats = [player for player, hand in enumerate(state.hands) if hand]
    for player in sorted(seats, key=lambda seat: seat == state.peeker):
        seen = chosen if player == state.peeker else None
        view = state.view(player, choices=seen)
        if player != ME:
            chosen[player] = bot.choose(view, seeds[player])
            continue
        choice = ask(view, seeds[player])
        if choice is None:
            return None
        chosen[player] = choice
    return chosen


def _ask(view: View, options: dict[str, Any], seed: int, screen: Screen) -> Choice | None:
    """The player's choice; None at the end of the input or when he leaves."""
    click.echo("\n".join(position_lines(view)))
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.buffer.readline().decode(errors="replace") if sys.stdin else ""
        if not line:
            click.echo()
            return None
        text = line.strip()
        if text.lower() in ("quit", "exit"):
            return None
        try:
            if text.lower() == "hint":
                advice = recommend_card(view, iterations=options["iterations"], seed=seed)
                click.echo(advice_text(view, advice, screen))
                continue
            if text.lower() == "rules":
                click.echo(scientific_war_rules)
                continue
            choice = parse_choice(text)
        except SolverError as error:
            click.echo(paragraph(f"{error}. Type {_WORDS}."))
            continue
        if choice in view.legal:
            return choice
        legal = ", ".join(map(str, view.legal))
        why = ": that takes an eight in the last trick and a pile" if choice.swap else ""
        click.echo(paragraph(f"{shown(str(choice))} cannot be played now{why}; you have {legal}."))


def _result(state: State) -> str:
    winners = state.winners
    if winners == (ME,):
        return "You have won."
    if ME in winners:
        return "A draw." if len(winners) == len(state.hands) else "You share the win."
    return f"Player {winners[0]} has won." if len(winners) == 1 else "You have lost."


def _rules(options: Mapping[str, Any], players: int) -> Rules:
    return Rules.of_deck(
        options["deck"],
        players=players,
        trick_limit=None if options["endless"] else options["trick_limit"],
        reversal=options["reversal"],
        powers=not options["no_powers"],
    )


@click.command("tournament", short_help="Bots against each other.")
@click.argument("bots", nargs=-1, metavar="[BOT...]")
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    default=2,
    show_default=True,
    metavar="N",
    help="Seats at the table.",
)
@click.option(
    "--games",
    type=click.IntRange(2, 10_000_000),
    default=200,
    show_default=True,
    metavar="N",
    help="Games of each pair; with more than two players games in all.",
)
@rules_options
@iterations_option
@seed_option
@jobs_option
@json_option
def tournament_command(**options: Any) -> int:
    """Let bots play each other: solver, greedy and random by default.

    The solver may be given a number of iterations: solver:2000. greedy-won is greedy for cards won
    and does not mind those lost.
    """
    rules = _rules(options, options["players"])
    names = options["bots"] or ("solver", "greedy", "random")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        message = (
            f"{twice[0]!r} is named twice: each bot once, such as solver:2000 and solver:20000; "
            "with more than two players the seats are filled from those named"
        )
        raise click.UsageError(message)
    bots = {name: _bot(name, options["iterations"]) for name in names}
    found = tournament(
        bots, rules=rules, games=options["games"], seed=options["seed"], jobs=options["jobs"]
    )
    click.echo(json_line(found.to_dict()) if options["as_json"] else str(found))
    return ALL_ANSWERED


def _bot(name: str, iterations: int) -> Bot:
    kind, _, number = name.partition(":")
    if kind not in BOTS or (number and (kind != "solver" or not number.isdecimal())):
        message = f"a bot is {', '.join(BOTS)} or solver:ITERATIONS, not {name!r}"
        raise click.UsageError(message)
    return BOTS[kind](int(number) if number else iterations)
