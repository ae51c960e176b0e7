"""The one package that touches the compiled core: a module a game over ``core``.

Everything here takes and gives plain Python values or buffers; the rest of pysolver does not know
that there is a C library.
"""

from pysolver.native import (
    arranger,
    core,
    matrix_game,
    poker,
    scientific_crowd,
    scientific_graph,
    scientific_search,
    scientific_war,
    sweep,
    war,
    wizard,
)

__all__ = [
    "arranger",
    "core",
    "matrix_game",
    "poker",
    "scientific_crowd",
    "scientific_graph",
    "scientific_search",
    "scientific_war",
    "sweep",
    "war",
    "wizard",
]
