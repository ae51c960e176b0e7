"""What a best responder gains where winning all three branches earns a bonus.

As in ``responder``: for random hands opponents are dealt in eight lots, each lot judges the split
that is best against the seven others (lower), and all of them choose and judge (upper). Here the
responder's split is the best by counting the very opponents, sweeps included, among all 72,072
splits: nothing of the tables' joint population is taken for granted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.binh.values import bonus_by_strength, net_points_of_branches

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.rules import Rules

    Triples = npt.NDArray[np.uint16]


#: Lots of opponents, each judging what the others chose.
LOTS: Final = 8


def gains_with_sweeps(
    policy: native.arranger.Arranger,
    own: native.arranger.Split,
    hand: bytes,
    seed: int,
    first: int,
    blocks: int,
    rules: Rules,
) -> tuple[int, int]:
    """What best splits gain on other opponents, and on the same ones; ``blocks`` make a lot."""
    import numpy as np

    shown = native.sweep.opponent_strengths(policy, hand, seed, first, LOTS * blocks)
    lots = np.array(shown, np.uint16).reshape(LOTS, -1, 3)
    return gain(hand, own.strengths, lots, rules)


def gain(hand: bytes, own: tuple[int, int, int], lots: Triples, rules: Rules) -> tuple[int, int]:
    """What best splits gain over the own one, by lots of opponents, shape (8, n, 3)."""
    import numpy as np

    def reply(opponents: Triples) -> tuple[int, int, int]:
        (split,) = native.sweep.best_against(
            branch_values(opponents, rules),
            np.ascontiguousarray(opponents),
            rules.sweep_bonus,
            hand,
            1,
            wheel=native.poker.WHEELS[rules.wheel],
            equal_branches=rules.equal_branches,
        )
        return split.strengths

    lower = 0
    for number, lot in enumerate(lots):
        others = np.delete(lots, number, axis=0).reshape(-1, 3)
        lower += points(reply(others), lot, rules) - points(own, lot, rules)
    everybody = lots.reshape(-1, 3)
    upper = points(reply(everybody), everybody, rules) - points(own, everybody, rules)
    return lower, upper


def branch_values(opponents: Triples, rules: Rules) -> list[native.core.Buffer]:
    """Points of strengths at the branches against opponents with a normal hand, int32."""
    import numpy as np

    normal = opponents[opponents[:, 0] > 0]
    counts = np.concatenate(
        [np.bincount(normal[:, i], minlength=native.poker.STRENGTHS) for i in range(3)]
    )
    return list(net_points_of_branches(counts.tolist(), rules))


def points(split: tuple[int, int, int], opponents: Triples, rules: Rules) -> int:
    """Points of a split against opponents with a normal hand, special hands apart."""
    import numpy as np

    normal = opponents[opponents[:, 0] > 0].astype(np.int32)
    won = normal < np.array(split)
    lost = normal > np.array(split)
    total = rules.sweep_bonus * (int(won.all(axis=1).sum()) - int(lost.all(axis=1).sum()))
    for branch, bonus in enumerate(bonus_by_strength(rules)):
        pays = np.frombuffer(bonus, np.uint8).astype(np.int64) + 1
        total += int(won[:, branch].sum()) * int(pays[split[branch]])
        total -= int(pays[normal[lost[:, branch], branch]].sum())
    return total
