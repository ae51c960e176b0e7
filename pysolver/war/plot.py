"""The lengths of games as a picture; matplotlib is an optional extra."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pysolver.errors import RuleError, SolverError

if TYPE_CHECKING:
    import os

    from pysolver.war.advice import Odds

FORMATS: Final = (".png", ".svg")


def check_plot_file(path: str | os.PathLike[str]) -> Path:
    """The path, if a picture can be written for it.

    Raises:
        RuleError: its name does not end in ``.png`` or ``.svg``.
        SolverError: matplotlib is not installed.
    """
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        message = f"a picture is a .png or .svg file, not {str(path)!r}"
        raise RuleError(message)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        message = "pictures take matplotlib: pip install 'pysolver-cards[plot]'"
        raise SolverError(message) from None
    return target


def plot_rounds(odds: Odds, path: str | os.PathLike[str]) -> None:
    """Write a histogram of the rounds of the games that ended, as PNG or SVG.

    Raises:
        RuleError: the name does not end in ``.png`` or ``.svg``, or no game ended.
        SolverError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    target = check_plot_file(path)
    if odds.rounds is None:
        message = "no game ended: there are no lengths to draw"
        raise RuleError(message)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    bins = odds.rounds.histogram
    width = bins[0].last - bins[0].first + 1
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.bar(
        [piece.first for piece in bins],
        [100 * piece.share for piece in bins],
        width=width,
        align="edge",
        edgecolor="white",
    )
    axes.axvline(odds.rounds.mean, color="black", label=f"mean {odds.rounds.mean:,.0f}")
    axes.axvline(
        odds.rounds.median, color="black", linestyle="--", label=f"median {odds.rounds.median:,}"
    )
    rules = odds.rules
    pickup = rules.pickup if isinstance(rules.pickup, str) else ", ".join(rules.pickup)
    axes.set_title(f"War, {rules.players} players, {rules.face_down} face down, {pickup}")
    axes.set_xlabel(f"rounds (the last bar: {bins[-1].first:,} to {bins[-1].last:,})")
    axes.set_ylabel("games that ended, %")
    axes.legend()
    # Without a date and with fixed ids the same odds give the same file.
    with mpl.rc_context({"svg.hashsalt": "pysolver"}):
        figure.savefig(target, metadata={"Date": None} if target.suffix.lower() == ".svg" else None)
