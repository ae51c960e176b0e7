"""Looking ahead for two players from what one of them may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pysolver import native
from pysolver.errors import RuleError
from pysolver.scientific_war.choice import Choice, choice_of, code_of
from pysolver.scientific_war.evaluation import evaluation_for
from pysolver.scientific_war.likeness import alike, stand_ins
from pysolver.scientific_war.notation import codes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysolver.native.scientific_search import Advice
    from pysolver.native.scientific_war import Table
    from pysolver.scientific_war.evaluation import Evaluation
    from pysolver.scientific_war.view import View


def table_of(view: View, names: Mapping[str, str]) -> Table:
    """The table of two players as either of them sees it, cards under other names."""
    holdings = view.holdings
    if holdings is None:
        message = "the cards of others are hidden: there is no table to look ahead from"
        raise RuleError(message)

    def named(cards: str) -> list[int]:
        return codes("".join(names[card] for card in cards))

    table = native.scientific_war.Table(alike(view.rules).core())
    table.arrange(
        hands=[named(held.hand) for held in holdings],
        piles=[named(held.pile) for held in holdings],
        pot=named(view.pot),
        reverse=view.reversed,
        peeker=-1 if view.peeker is None else view.peeker,
        may_swap=sum(1 << player for player in view.may_swap),
        threes=0,
        last_in=3,
        tricks=view.tricks,
        disputed=view.disputed,
    )
    return table


@dataclass(frozen=True, slots=True)
class Outlook:
    """What looking ahead found.

    Attributes:
        choices: of each player.
        found: the core's advice on them.
    """

    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    found: Advice


def look_ahead(
    view: View, *, iterations: int, lean: float = 0.0, evaluation: Evaluation | None = None
) -> Outlook:
    """What the core's search finds; the peeker's answer, if the view holds the other's choice."""
    names = stand_ins(view.rules)
    back = {name: card for card, name in names.items()}
    seen = None
    if view.choices is not None:
        other = view.choices[1 - view.player]
        seen = None if other is None else code_of(other._replace(card=names[other.card]))
    weights = evaluation or evaluation_for(view.rules)
    found = native.scientific_search.advise(
        alike(view.rules).core(),
        table_of(view, names),
        weights.weights,
        seen=seen,
        iterations=iterations,
        player=view.player,
        lean=lean,
    )
    first, second = (
        tuple(Choice(back[one.card], one.swap) for one in map(choice_of, own))
        for own in found.choices
    )
    return Outlook((first, second), found)
