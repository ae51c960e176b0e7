"""Whole games of Wizard inside the core: strength, and what each part of the search gives.

    python -m bench.wizard_matches table --players 4 --games 200
    python -m bench.wizard_matches curve --games 100
    python -m bench.wizard_matches parts --games 100

Games are those of a seed; the kinds of players are those of ``native.wizard.KINDS``. The public
``pysolver.wizard.tournament`` plays the same players from Python.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pysolver import native
from pysolver.estimate import Estimate
from pysolver.parallel import chunks, run_tasks
from pysolver.wizard.advice import BID_MARGIN, BID_TIMES
from pysolver.wizard.knowledge import model
from pysolver.wizard.rules import rounds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

CHUNK: Final = 5
FLAT: Final = {
    "candidates": 1,
    "survivors": 1,
    "bid_spread": 0.0,
    "bid_wide": 0.0,
    "bid_floor": 1.0,
    "play_noise": 1.0,
    "sharpness": 0.3,
    "own_style": native.wizard.CAUTIOUS,
    "styles": (1.0, 0.0, 0.0),
}
WEIGHED: Final = {
    "candidates": 6,
    "survivors": 2,
    "bid_spread": 0.6,
    "bid_wide": 0.2,
    "bid_floor": 0.01,
    "play_noise": 0.4,
}
EXACT: Final = {"exact_share": 0.5, "exact_noise": 0.05}
PARTS: Final[dict[str, dict[str, Any]]] = {
    "flat Monte Carlo, roll-outs by rule": {"deals": 300, **FLAT},
    "+ learned policy for the own seat": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
    },
    "+ deals weighted by bids": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
        "survivors": 1,
        "play_noise": 1.0,
    },
    "+ and by plays": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
    },
    "+ others as a mix of styles": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
        "styles": (0.5, 0.1, 0.4),
    },
    "+ some of them exact": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
        **EXACT,
        "styles": (0.5, 0.1, 0.4),
    },
    "+ bids planned": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
        **EXACT,
        "styles": (0.5, 0.1, 0.4),
        "planned_bids": 40,
    },
    "+ cards planned": {
        "deals": 300,
        **FLAT,
        "own_style": native.wizard.LEARNED,
        **WEIGHED,
        **EXACT,
        "styles": (0.5, 0.1, 0.4),
        "planned_bids": 40,
        "planned_plays": 30,
    },
}


def say(line: str) -> None:
    """One line, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Result:
    """Points a round and bids made of every player, by game; seconds of processor time."""

    def __init__(self, kinds: Sequence[str], points: Any, made: Any, seconds: float) -> None:
        self.kinds = tuple(kinds)
        self.points: npt.NDArray[np.float64] = np.asarray(points)
        self.made: npt.NDArray[np.float64] = np.asarray(made)
        self.seconds = seconds

    def line(self, name: str, players: Sequence[int] = (0,)) -> str:
        """One row of a table: the mean over some players."""
        chosen = list(players)
        points = Estimate.of_means(self.points[:, chosen].mean(1).tolist())
        made = 100 * self.made[:, chosen].mean()
        return (
            f"{name:<40}{len(self.points):>6}{made:>8.1f} %{points.value:>+8.2f} ±"
            f"{points.stderr:5.2f}{1000 * self.seconds / len(self.points):>10.0f}"
        )


HEAD: Final = f"{'':<40}{'games':>6}{'made':>10}{'points':>8}{'':>7}{'ms a game':>10}"


def _chunk(
    kinds: Sequence[str], options: Mapping[str, Any], seed: int, first: int, games: int, rows: int
) -> tuple[list[Any], list[Any], float, Any]:
    players = len(kinds)
    samples = np.zeros((rows, native.wizard.SAMPLE), np.float32)
    match = native.wizard.Match(
        kinds, model(players), native.wizard.Settings(**options), seed, samples=samples
    )
    rounds = rounds_of(players)
    points, made = [], []
    start = time.process_time()
    for game in range(first, first + games):
        scored, bids = match.play(game)
        points.append([score / rounds for score in scored])
        made.append([count / rounds for count in bids])
    return points, made, time.process_time() - start, samples[: match.sample_count].copy()


def play(
    kinds: Sequence[str],
    options: Mapping[str, Any],
    *,
    games: int,
    seed: int,
    jobs: int = 1,
    rows: int = 0,
) -> tuple[Result, Any]:
    """Games 0 … of a seed; with ``rows`` also that many samples a game of stated chances."""
    tasks = [
        (tuple(kinds), dict(options), seed, first, count, rows * count)
        for first, count in chunks(0, games, CHUNK)
    ]
    found = list(run_tasks(_chunk, tasks, jobs=jobs))
    points = [row for part in found for row in part[0]]
    made = [row for part in found for row in part[1]]
    result = Result(kinds, points, made, sum(part[2] for part in found))
    return result, np.concatenate([part[3] for part in found])


def search_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings of the shipped search, with what the command line changes."""
    return {
        **WEIGHED,
        **EXACT,
        "deals": arguments.deals,
        "sharpness": 0.3,
        "own_style": native.wizard.LEARNED,
        "styles": (0.5, 0.1, 0.4),
        "bid_deals": arguments.bid_deals or BID_TIMES * arguments.deals,
        "bid_margin": arguments.bid_margin,
        "planned_bids": arguments.planned_bids,
        "planned_plays": arguments.planned_plays,
    }


def table(arguments: argparse.Namespace) -> None:
    """One search against each kind, and against itself."""
    players = arguments.players
    options = search_options(arguments)
    run = {"games": arguments.games, "seed": arguments.seed, "jobs": arguments.jobs}
    say(HEAD)
    for other in arguments.against:
        kinds = ["search"] + [other] * (players - 1)
        seats = range(players) if other == "search" else (0,)
        result, _ = play(kinds, options, **run)
        say(result.line(f"{players} players, search v. {other}", seats))
    if arguments.flat:
        kinds = ["search"] + ["cautious"] * (players - 1)
        result, _ = play(kinds, {"deals": arguments.deals, **FLAT}, **run)
        say(result.line(f"{players} players, flat Monte Carlo v. cautious"))


def curve(arguments: argparse.Namespace) -> None:
    """Strength against the number of deals, without planning."""
    say(HEAD)
    kinds = ["search"] + ["cautious"] * (arguments.players - 1)
    for deals in (50, 100, 200, 500, 1000, 2000, 5000, 20000):
        games = arguments.games if deals <= 500 else max(4, arguments.games * 500 // deals)
        arguments.deals, arguments.planned_bids, arguments.planned_plays = deals, 0, 0
        result, _ = play(
            kinds,
            search_options(arguments),
            games=games,
            seed=arguments.seed,
            jobs=arguments.jobs,
        )
        say(result.line(f"{deals} deals"))


def parts(arguments: argparse.Namespace) -> None:
    """What each part of the search gives, against the rule and against the learned policy."""
    say(HEAD)
    for other in ("cautious", "learned"):
        kinds = ["search"] + [other] * (arguments.players - 1)
        for name, options in PARTS.items():
            result, _ = play(
                kinds,
                options,
                games=arguments.games,
                seed=arguments.seed,
                jobs=arguments.jobs,
            )
            say(result.line(f"{name} v. {other}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    for name, run in (
        ("table", table),
        ("curve", curve),
        ("parts", parts),
    ):
        command = commands.add_parser(name, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--players", type=int, default=4)
        command.add_argument("--games", type=int, default=200)
        command.add_argument("--deals", type=int, default=600)
        command.add_argument("--bid-deals", type=int, help="by default twice the deals")
        command.add_argument("--bid-margin", type=float, default=BID_MARGIN)
        command.add_argument("--planned-bids", type=int, default=0)
        command.add_argument("--planned-plays", type=int, default=0)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--jobs", type=int, default=1)
        if name == "table":
            command.add_argument("--against", nargs="+", default=["cautious", "learned"])
            command.add_argument("--flat", action="store_true")
    arguments = parser.parse_args()
    if arguments.games < 2:
        parser.error("--games takes 2 or more: one game has no standard error")
    arguments.run(arguments)


if __name__ == "__main__":
    main()
