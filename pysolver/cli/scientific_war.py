"""``pysolver scientific-war``: hints, games, and the exact solution of small decks."""

from __future__ import annotations

from typing import Final

import click

from pysolver.cli.groups import LazyGroup, Place

COMMANDS: Final = {
    "hint": Place(
        "pysolver.cli.scientific_war_hint:hint_command", "What to play in a position, and why."
    ),
    "play": Place(
        "pysolver.cli.scientific_war_play:play_command", "A game against the bot, trick by trick."
    ),
    "tournament": Place(
        "pysolver.cli.scientific_war_play:tournament_command", "Bots against each other."
    ),
    "solve": Place(
        "pysolver.cli.scientific_war_solve:solve_command", "The exact solution of a small deck."
    ),
}

HELP: Final = """Scientific War (Bataille scientifique): what to play, in secret and at once.

A deck is written as the ranks that each player is dealt, X for the joker: 8JQKA, 23456789TJQKAX.

\b
pysolver scientific-war hint 8JQKA --deck 8JQKA
pysolver scientific-war play
pysolver scientific-war solve 8JQKA
"""


@click.group(cls=LazyGroup, places=COMMANDS, help=HELP)
def scientific_war() -> None:
    """``pysolver scientific-war``: what it says stands in ``HELP``."""
