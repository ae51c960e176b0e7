"""pysolver: solvers and hints for card games.

>>> from pysolver import best_arrangement
>>> best_arrangement("As Ad Ac Ks Kd 9h 9c 8d 7s 6h 5c 3d 2s").categories
('high card', 'one pair', 'full house')
"""

from importlib.metadata import PackageNotFoundError, version

from pysolver.binh import best_arrangement, best_arrangements
from pysolver.cards import Card, parse_cards
from pysolver.errors import CardError, DataError, InfeasibleError, RuleError, SolverError

try:
    __version__ = version("pysolver-cards")
except PackageNotFoundError:  # the sources on the path without an installation
    __version__ = "0+unknown"

__all__ = [
    "Card",
    "CardError",
    "DataError",
    "InfeasibleError",
    "RuleError",
    "SolverError",
    "__version__",
    "best_arrangement",
    "best_arrangements",
    "parse_cards",
]
