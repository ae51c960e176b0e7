"""pysolver: solvers and hints for card games.

>>> from pysolver import best_arrangement
>>> best_arrangement("As Ad Ac Ks Kd 9h 9c 8d 7s 6h 5c 3d 2s").categories
('one pair', 'three of a kind', 'straight')
"""

from typing import TYPE_CHECKING

from pysolver.binh import best_arrangement, best_arrangements
from pysolver.cards import Card, parse_cards
from pysolver.errors import (
    CardError,
    DataError,
    InfeasibleError,
    RuleError,
    SolverError,
    TablesWarning,
)

__all__ = [
    "Card",
    "CardError",
    "DataError",
    "InfeasibleError",
    "RuleError",
    "SolverError",
    "TablesWarning",
    "__version__",
    "best_arrangement",
    "best_arrangements",
    "parse_cards",
    "war_odds",
]

if TYPE_CHECKING:
    from pysolver.war import odds as war_odds

    __version__: str
else:

    def __getattr__(name: str) -> object:
        """What a hint does not need, looked up when asked for."""
        if name == "war_odds":
            from pysolver.war import odds

            return odds
        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("pysolver-cards")
            except PackageNotFoundError:  # the sources on the path without an installation
                return "0+unknown"
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
