"""How far the chances that Wizard's advice states can be trusted, and how they are calibrated.

    python -m bench.wizard_reliability fit --games 16
    python -m bench.wizard_reliability check --games 60 --plot docs/wizard-reliability.png

``fit`` plays at TABLES, every mixture of four ways to play but those kept back, and fits the maps
that ``pysolver.wizard.advice`` ships; ``check`` compares what is stated with what came, at tables
that took no part in that.
"""

from __future__ import annotations

import argparse
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench.wizard_matches import play, say, search_options
from pysolver.wizard.advice import BID_MARGIN
from pysolver.wizard.calibration import BID_CALIBRATION, PLAY_CALIBRATION, Calibration

if TYPE_CHECKING:
    from collections.abc import Sequence

OTHERS: Final = ("search", "learned", "cautious", "bold")
KEPT_BACK: Final = (
    ("search", "learned", "cautious"),
    ("search", "learned", "bold"),
    ("learned", "cautious", "bold"),
    ("search", "cautious", "bold"),
)
TABLES: Final = tuple(
    ("search", *others)
    for others in combinations_with_replacement(OTHERS, 3)
    if others not in KEPT_BACK
)
CHECKED: Final = tuple(("search", *others) for others in KEPT_BACK)
RAW, MADE, LEFT, PLAYER, SIZE, LEARNED, ROUND = range(7)  # columns of samples


def gather(tables: Sequence[Sequence[str]], arguments: argparse.Namespace) -> list[Any]:
    """Decisions of the searching players, by table: columns as above."""
    options = search_options(arguments)
    found = []
    for kinds in tables:
        arguments.players = len(kinds)
        _, samples = play(
            kinds,
            options,
            games=arguments.games,
            seed=arguments.seed,
            jobs=arguments.jobs,
            rows=400 * kinds.count("search"),
        )
        found.append(np.column_stack([samples, rounds_of_samples(samples)]))
    return found


def rounds_of_samples(samples: Any) -> Any:
    """A number for each player's round: its decisions share one outcome. A bid opens it."""
    rounds, latest = np.zeros(len(samples)), {}
    for row, (left, player, size) in enumerate(samples[:, [LEFT, PLAYER, SIZE]].tolist()):
        if left > size:
            latest[player] = row
        rounds[row] = latest[player]
    return rounds


def is_bid(samples: Any) -> Any:
    """Which decisions are bids."""
    return samples[:, LEFT] > samples[:, SIZE]


def log_odds(samples: Any, deals: int) -> Any:
    """Of the chances as rolled out, 0 and 1 kept near by."""
    inside = (samples[:, RAW].astype(np.float64) * deals + 0.5) / (deals + 1)
    return np.log(inside / (1 - inside))


def cards_left(samples: Any) -> Any:
    """Cards in the hand."""
    return np.minimum(samples[:, LEFT], samples[:, SIZE])


def fitted(samples: Any, deals: int, *, cards: bool) -> Calibration:
    """The calibration under which the bids made are likeliest: logistic regression.

    Bids have no cards before them that show how others play, and hardly any low chances.
    """
    odds = log_odds(samples, deals)
    terms = [np.ones(len(samples)), odds, np.log(cards_left(samples))]
    if cards:
        terms += [samples[:, LEARNED], odds**2]
    columns = np.column_stack(terms)
    weights = np.zeros(columns.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-columns @ weights))
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns
        weights += np.linalg.solve(curve, columns.T @ (samples[:, MADE] - chance))
    return Calibration(*(round(float(weight), 3) for weight in weights))


def stated(samples: Any, deals: int, calibrations: tuple[Calibration, Calibration]) -> Any:
    """The chances as the advice states them."""
    for_bids, for_cards = calibrations
    rows = zip(
        is_bid(samples).tolist(),
        samples[:, RAW].tolist(),
        cards_left(samples).astype(int).tolist(),
        samples[:, LEARNED].tolist(),
        strict=True,
    )
    return np.array(
        [
            (for_bids if bid else for_cards).of(raw, deals, left=left, learned=learned)
            for bid, raw, left, learned in rows
        ]
    )


def tenths(chances: Any, samples: Any) -> list[tuple[float, int, float, float, float]]:
    """Lower end, decisions, mean stated chance, share made and its standard error, by tenths.

    The decisions of a player's round share its outcome; the errors are those of rounds.
    """
    rows = []
    for low in range(10):
        inside = (chances >= low / 10) & ((chances < (low + 1) / 10) | (low == 9))
        count = int(inside.sum())
        if count:
            made = samples[inside, MADE]
            share = float(made.mean())
            _, of = np.unique(samples[inside, ROUND], return_inverse=True)
            apart = np.bincount(of, weights=made - share)
            error = max(float((apart**2).sum()) ** 0.5, 0.5) / count
            rows.append((low / 10, count, float(chances[inside].mean()), share, error))
    return rows


def show(rows: Sequence[tuple[float, int, float, float, float]]) -> None:
    """A line a tenth."""
    for low, count, mean, made, error in rows:
        say(
            f"{low:.1f} to {low + 0.1:.1f}{count:>8}  stated {mean:.3f}  made {made:.3f} "
            f"± {error:.3f}  {100 * (made - mean):+.1f}"
        )


def joined(tables: Sequence[Any]) -> Any:
    """All tables as one, the rounds still apart."""
    moved, first = [], 0.0
    for samples in tables:
        own = samples.copy()
        own[:, ROUND] += first
        first += len(samples)
        moved.append(own)
    return np.concatenate(moved)


def fit(arguments: argparse.Namespace) -> None:
    """Play at the tables for calibration and print what fits them."""
    samples = joined(gather(TABLES, arguments))
    if arguments.save:
        np.save(arguments.save, samples)
    bids = is_bid(samples)
    found = (
        fitted(samples[bids], arguments.deals, cards=False),
        fitted(samples[~bids], arguments.deals, cards=True),
    )
    say(f"{len(samples)} decisions at {len(TABLES)} tables")
    say(f"BID_CALIBRATION = {found[0]}")
    say(f"PLAY_CALIBRATION = {found[1]}")
    show(tenths(stated(samples, arguments.deals, found), samples))


def check(arguments: argparse.Namespace) -> None:
    """Stated chance of making the bid beside the share made, by tenths."""
    tables = [kinds.split(",") for kinds in arguments.tables] or CHECKED
    found = gather(tables, arguments)
    shipped = (BID_CALIBRATION, PLAY_CALIBRATION)
    for kinds, samples in zip(tables, found, strict=True):
        say(f"{', '.join(kinds)}: {len(samples)} decisions")
        show(tenths(stated(samples, arguments.deals, shipped), samples))
    samples = joined(found)
    if arguments.save:
        np.save(arguments.save, samples)
    say(f"all: {len(samples)} decisions")
    rows = tenths(stated(samples, arguments.deals, shipped), samples)
    show(rows)
    if arguments.plot:
        draw(rows, arguments.plot, "\n".join(", ".join(kinds) for kinds in tables))


def draw(rows: Sequence[tuple[float, int, float, float, float]], path: str, title: str) -> None:
    """The reliability curve as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    axes.fill_between([0, 1], [-0.03, 0.97], [0.03, 1.03], color="0.92")
    axes.errorbar(
        [row[2] for row in rows],
        [row[3] for row in rows],
        yerr=[2 * row[4] for row in rows],
        fmt="o-",
        capsize=3,
    )
    for _, count, mean, made, _ in rows:
        axes.annotate(f"{count:,}", (mean, made), xytext=(6, -10), textcoords="offset points")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("stated chance of making the bid")
    axes.set_ylabel("share made (bars: two standard errors)")
    axes.set_title(title, fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100, metadata={"Software": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    for name, run, games, seed in (("fit", fit, 16, 4), ("check", check, 60, 9)):
        command = commands.add_parser(name, help=run.__doc__)
        command.set_defaults(
            run=run, bid_deals=None, bid_margin=BID_MARGIN, planned_bids=0, planned_plays=0
        )
        command.add_argument("--games", type=int, default=games, help="at each table")
        command.add_argument("--deals", type=int, default=600)
        command.add_argument("--seed", type=int, default=seed)
        command.add_argument("--jobs", type=int, default=1)
        command.add_argument("--save", help="the decisions as a numpy file")
        if name == "check":
            command.add_argument("--tables", nargs="+", default=[], help="kinds with commas")
            command.add_argument("--plot")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
