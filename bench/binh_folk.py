"""What the folk rules of Binh cost, and which sayings hold: the figures of docs/binh-folk.md.

Random deals of four hands. Each hand in turn is the player, the three others of its deal are the
opponents; splits that are compared meet the same opponents, so that differences are paired. Errors
are over deals. Special hands are declared by everybody.

    python -m bench.binh_folk --blocks 256 --seed 1
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pysolver import native
from pysolver.binh import Rules, tables
from pysolver.binh.populations import FOLK, folk_policy, folk_tables

Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

DEALS = native.arranger.BLOCK_HANDS // 4
HIGH, PAIR, TWO_PAIR, _, STRAIGHT, FLUSH, FULL_HOUSE = range(7)
ADVICE = "all by the hand"


def laid(arranger: native.arranger.Arranger, hands: npt.NDArray[np.uint8]) -> tuple[Ints, Flags]:
    """Strengths that the hands show, and which are normal: (deals, 4, 3) and (deals, 4)."""
    rows = len(hands)
    strengths = np.empty((rows, 3), np.uint16)
    kinds = np.empty(rows, np.uint16)
    cards, values = np.empty((rows, 13), np.uint8), np.empty(rows, np.int32)
    chances = np.empty((rows, 2), np.int32)
    done = arranger.best_of_rows(hands, rows, cards, strengths, values, kinds, chances)
    assert done == rows
    return strengths.astype(np.int64).reshape(DEALS, 4, 3), (kinds == 0).reshape(DEALS, 4)


def category(strengths: Ints) -> Ints:
    found: Ints = np.searchsorted(native.poker.CATEGORY_STARTS, strengths, side="right") - 1
    return found


def results(ours: Ints, theirs: Ints, normal: Flags) -> Ints:
    """Branches won minus lost by hand i of ``ours`` against hand j of ``theirs``: (deals, 4, 4).

    Zero against oneself, and where a special hand takes part: it counts the same for every split.
    """
    won: Ints = np.sign(ours[:, :, None, :] - theirs[:, None, :, :]).sum(axis=-1)
    others = ~np.eye(4, dtype=np.bool_)
    found: Ints = won * (normal[:, :, None] & normal[:, None, :] & others)
    return found


class Means:
    """Means and their standard errors of named figures, over deals; ratios of sums."""

    def __init__(self) -> None:
        self._tops: dict[str, list[Ints]] = defaultdict(list)
        self._bottoms: dict[str, list[Ints]] = defaultdict(list)

    def add(self, name: str, tops: Ints, bottoms: Ints) -> None:
        """Add to a figure: for each deal what is summed, and how many it is a mean of."""
        self._tops[name].append(tops)
        self._bottoms[name].append(bottoms)

    def __getitem__(self, name: str) -> tuple[float, float, int]:
        """The mean, its error and how many it is a mean of."""
        tops = np.concatenate(self._tops[name]).astype(np.float64)
        bottoms = np.concatenate(self._bottoms[name]).astype(np.float64)
        count = bottoms.sum()
        mean = tops.sum() / count
        error = np.sqrt(((tops - mean * bottoms) ** 2).sum()) / count
        return float(mean), float(error), int(count)


def by_hand(plays: dict[str, Ints]) -> tuple[Ints, Ints]:
    """The sayings followed hand by hand, and the kind of hand: 0 attacks, 1 defends, 2 is weak."""
    best = category(plays["attack"][..., 2])
    kind = np.where(best >= FULL_HOUSE, 0, np.where(best >= STRAIGHT, 1, 2))
    chosen = np.where(
        (kind == 0)[..., None],
        plays["attack"],
        np.where((kind == 1)[..., None], plays["defend"], plays["weak"]),
    )
    return chosen, kind


def measure(means: Means, hands: npt.NDArray[np.uint8], rules: Rules) -> None:
    """Add the figures of one block."""
    shipped = tables(rules)
    best, normal = laid(shipped.arranger(rules, own_cards=True), hands)
    plays = {name: laid(folk_policy(name, rules.wheel), hands)[0] for name in FOLK}
    plays[ADVICE], kind = by_hand(plays)
    everybody = np.full(DEALS, 12)
    base = results(best, best, normal)

    def add(name: str, gains: Ints, players: Flags | None = None) -> None:
        """Gains (deals, 4, 4) of the players (deals, 4), by opponent."""
        if players is None:
            means.add(name, gains.sum(axis=(1, 2)), everybody)
        else:
            means.add(name, (gains * players[..., None]).sum(axis=(1, 2)), 3 * players.sum(axis=1))

    for name, play in plays.items():
        cost = base - results(play, best, normal)
        add(f"cost {name}", cost)
        meant = {"attack": 0, "defend": 1, "weak": 2, "weak-top": 2}.get(name)
        if meant is not None:
            add(f"own {name}", cost, (kind == meant) & normal)
            means.add(f"share {name}", ((kind == meant) & normal).sum(axis=1), np.full(DEALS, 4))
    for name in FOLK:
        answer, _ = laid(folk_tables(name, Rules(wheel=rules.wheel)).arranger(rules), hands)
        add(f"best against {name}", results(best, plays[name], normal))
        add(f"answer to {name}", results(answer, plays[name], normal))
    sayings(means, best, plays, normal, kind)


def sayings(means: Means, best: Ints, plays: dict[str, Ints], normal: Flags, kind: Ints) -> None:
    """Add what the sayings are about."""
    kinds = category(best)
    ace = _is_ace_high(best[..., 0])
    exactly = (kinds[..., 2] == FULL_HOUSE) & (kinds[..., 1] == STRAIGHT) & ace & normal
    least = (
        (kinds[..., 2] >= FULL_HOUSE)
        & (kinds[..., 1] >= STRAIGHT)
        & ((kinds[..., 0] > HIGH) | ace)
        & normal
    )
    sweeps = results(best, best, normal) == 3
    everyone = sweeps.sum(axis=2) == 3
    for name, shown in (("exactly", exactly), ("at least", least)):
        swept = (sweeps & shown[..., None]).sum(axis=(1, 2))
        means.add(f"sweep {name}", swept, 3 * shown.sum(axis=1))
        means.add(f"sweep all {name}", (everyone & shown).sum(axis=1), shown.sum(axis=1))
        means.add(f"shown {name}", shown.sum(axis=1), np.full(DEALS, 4))
    means.add("sweep by any", sweeps.sum(axis=(1, 2)), np.full(DEALS, 12))

    attack, defend = category(plays["attack"]), category(plays["defend"])
    ace_up = _is_ace_high(plays["attack"][..., 0])
    looks: dict[str, tuple[Flags, Flags]] = {
        "attack: full house / pair / ace": (
            kind == 0,
            (attack[..., 1] == PAIR) & (attack[..., 0] == HIGH) & ace_up,
        ),
        "attack: full house / pair / pair": (
            kind == 0,
            (attack[..., 1] == PAIR) & (attack[..., 0] == PAIR),
        ),
        "defend: flush / two pair / high card": (
            kind == 1,
            (defend[..., 2] == FLUSH) & (defend[..., 1] == TWO_PAIR) & (defend[..., 0] == HIGH),
        ),
    }
    for name in ("weak", "weak-top"):
        play = plays[name]
        found = category(play)
        aces = _is_ace_high(play[..., 0]) & (found[..., 1] == HIGH)
        looks[f"{name}: any / ace / ace"] = (kind == 2, aces)
        looks[f"{name}: pair / pair / pair"] = (kind == 2, (found == PAIR).all(axis=-1))
    for name, (players, seen) in looks.items():
        among = players & normal
        means.add(f"look {name}", (seen & among).sum(axis=1), among.sum(axis=1))

    players = (kind == 2) & normal
    for opponents in ("attack", "defend"):
        ours = {
            name: results(plays[name], plays[opponents], normal) for name in ("weak", "weak-top")
        }
        gain = ((ours["weak"] - ours["weak-top"]) * players[..., None]).sum(axis=(1, 2))
        means.add(f"weak over weak-top against {opponents}", gain, 3 * players.sum(axis=1))
        for name, result in ours.items():
            lost = ((result == -3) & players[..., None]).sum(axis=(1, 2))
            means.add(f"lost all {name} against {opponents}", lost, 3 * players.sum(axis=1))


def _is_ace_high(tops: Ints) -> Flags:
    """Whether a top is a high card with an ace."""
    weakest = native.poker.strength(bytes([48, 1, 6]), native.poker.WHEELS["second"])  # A-3-2
    found: Flags = (tops >= weakest) & (category(tops) == HIGH)
    return found


def report(means: Means) -> str:
    """All figures in lines."""

    def line(title: str, name: str, *, percent: bool = False) -> str:
        mean, error, count = means[name]
        scale, unit = (100, " %") if percent else (1, "")
        digits = 2 if percent else 4
        figure = f"{scale * mean:>9.{digits}f} ± {scale * error:.{digits}f}{unit}"
        return f"  {title:<52}{figure}  ({count:,})"

    rows = ["cost against the equilibrium, points a hand and opponent"]
    rows += [line(name, f"cost {name}") for name in (*FOLK, ADVICE)]
    rows += ["the same on the hands the rule is meant for, and how many these are"]
    for name in FOLK:
        rows += [line(name, f"own {name}"), line("share of hands", f"share {name}", percent=True)]
    rows += ["points a hand from folk players, by the equilibrium and by the answer to them"]
    for name in FOLK:
        rows += [line(f"{name}, equilibrium", f"best against {name}")]
        rows += [line(f"{name}, answer", f"answer to {name}")]
    rows += ["full house / straight / ace laid by the equilibrium: all three branches won"]
    for name in ("exactly", "at least"):
        rows += [line(f"{name} that: share of hands", f"shown {name}", percent=True)]
        rows += [line(f"{name} that: against one opponent", f"sweep {name}", percent=True)]
        rows += [line(f"{name} that: against all of three", f"sweep all {name}", percent=True)]
    rows += [line("any hand, against one opponent", "sweep by any", percent=True)]
    rows += ["often seen, among the hands the rule is meant for"]
    names = [
        "attack: full house / pair / ace",
        "attack: full house / pair / pair",
        "defend: flush / two pair / high card",
        *(
            f"{name}: {look}"
            for name in FOLK[2:]
            for look in ("any / ace / ace", "pair / pair / pair")
        ),
    ]
    rows += [line(name, f"look {name}", percent=True) for name in names]
    rows += ["weak hands: any / max / avg less any / avg / max, points a hand and opponent"]
    for who in ("attack", "defend"):
        rows += [line(f"against {who}", f"weak over weak-top against {who}")]
        rows += [
            line(f"{name} loses all three to {who}", f"lost all {name} against {who}", percent=True)
            for name in ("weak", "weak-top")
        ]
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--blocks", type=int, default=256, help="blocks of 1,024 deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wheel", choices=("second", "lowest"), default="second")
    given = parser.parse_args()
    means = Means()
    for block in range(given.blocks):
        dealt = native.arranger.deal_block(given.seed, block)
        hands = np.frombuffer(dealt, np.uint8).reshape(-1, 13)
        measure(means, hands, Rules(wheel=given.wheel))
    print(f"{given.blocks} blocks of {DEALS:,} deals, seed {given.seed}, wheel {given.wheel}")  # noqa: T201
    print(report(means))  # noqa: T201


if __name__ == "__main__":
    main()
