"""The options and request fields that say what an arrangement has to fulfil."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.binh import Constraints
from pysolver.binh.rules import BRANCHES
from pysolver.cli.output import paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pysolver.binh import Arrangement

_GROUPS: Final = ("together", "apart")

#: Fields of a request, and, with hyphens, options.
CONSTRAINT_FIELDS: Final = (
    *(f"{branch}_has" for branch in BRANCHES),
    *_GROUPS,
    *(f"{branch}_{bound}" for bound in ("least", "most") for branch in BRANCHES),
)


def constraint_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets them by the names in ``CONSTRAINT_FIELDS``."""
    texts = {
        "has": ("CARDS", "Cards that have to lie in the {branch}."),
        "least": ("CATEGORY", "The weakest {branch} to accept: pair, two pair, trips, flush, …."),
        "most": ("CATEGORY", "The strongest {branch} to accept."),
        "together": ("CARDS", "Cards to keep in one branch, whichever it is; may be repeated."),
        "apart": ("CARDS", "Cards of which no two may share a branch; may be repeated."),
    }
    for name in reversed(CONSTRAINT_FIELDS):
        branch, _, kind = name.rpartition("_")
        metavar, text = texts[kind]
        command = click.option(
            f"--{name.replace('_', '-')}",
            metavar=metavar,
            multiple=name in _GROUPS,
            help=text.format(branch=branch),
        )(command)
    return command


def constraints_of(given: Mapping[str, Any]) -> Constraints | None:
    """The constraints of options or request fields; what is absent, None or () is no wish.

    Raises:
        CardError: no cards, or wishes that contradict each other openly.
        RuleError: no category.
        TypeError: a request's field is of the wrong type.
    """
    named = {
        name: given[name]
        for name in CONSTRAINT_FIELDS
        if name in given and given[name] is not None and given[name] != ()
    }
    if not named:
        return None
    return Constraints(
        **{branch: named.get(f"{branch}_has", ()) for branch in BRANCHES},
        **{kind: named.get(kind, ()) for kind in _GROUPS},
        **{
            bound: {
                branch: named[f"{branch}_{bound}"]
                for branch in BRANCHES
                if f"{branch}_{bound}" in named
            }
            for bound in ("least", "most")
        },
    )


def cost_text(best: Arrangement, constraints: Constraints) -> str:
    """What the constraints cost, in a paragraph."""
    if best.special is not None:
        text = "They shape the split only: a special hand is declared."
    elif best.constraint_cost:
        text = f"They cost {best.constraint_cost:.3f} points a deal against one opponent."
    else:
        text = "They cost nothing: the best arrangement fulfils them."
    return paragraph(f"Constraints: {constraints}. {text}")
