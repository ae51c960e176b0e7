"""What a best responder who sees his own thirteen cards gains against a policy.

For each of many random hands, opponents are dealt from the other 39 cards and laid by the policy;
the split that is best against them is compared with the policy's own, on the same hand. Judged on
the opponents it was chosen on, the best split looks better than it is; on others, what it really
gains shows, though with more opponents it would have been chosen better. So the gain of a perfect
responder lies between the two figures.

The opponents come in eight lots. For the lower figure each lot judges the split that is best
against the seven others; for the upper one all of them choose and judge: so almost all opponents
serve in either choice, and every one judges once.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh.sweep_responder import LOTS, gains_with_sweeps
from pysolver.binh.values import net_points_of_branches
from pysolver.errors import DataError
from pysolver.estimate import Bracket, Estimate
from pysolver.storage import checksum, pack_record, read_checkpoint, write_whole

if TYPE_CHECKING:
    import os

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.own_cards import Policy
    from pysolver.binh.rules import Rules
    from pysolver.binh.tables import Tables

CHUNK_HANDS: Final = 16
CHECKPOINT_KIND: Final = "pysolver binh exploitability"
DEFAULT_HANDS: Final = 4_000
DEFAULT_SAMPLES: Final = 49_152
#: Random hands and their opponents come from different seeds, so that no stream serves both.
_OPPONENT_SEED: Final = 0x5DEECE66D


def exploitability(
    tables: Tables,
    *,
    hands: int = DEFAULT_HANDS,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    jobs: int = 1,
    own_cards: bool = True,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Bracket:
    """Points a hand that a best responder who sees his own 13 cards gains against the policy.

    Args:
        tables: the policy; with ``own_cards`` its correction is used, by opponents too.
        hands: random hands, 2 or more; one of each deal. Special ones gain nothing and count.
        samples: opponents a hand; rounded up to eight lots of blocks of 3,072.
        seed: 0 … 2^64 - 1; the answer depends on it and not on ``jobs``.
        jobs: processes that share the work.
        own_cards: whether the policy corrects its tables for own cards.
        checkpoint: a file from which an interrupted run of the same arguments goes on.

    Returns:
        ``lower``, each split judged on opponents not used for choosing it; ``upper``, on the same
        ones; the standard errors are over hands.

    Raises:
        RuleError: an argument is out of range.
        DataError: the checkpoint is damaged or belongs to another run.
    """
    from pysolver.binh.training import check_run
    from pysolver.errors import RuleError
    from pysolver.parallel import progress, run_tasks

    check_run(hands, seed)
    if hands < 2:
        message = f"hands is a whole number from 2 up, not {hands!r}"
        raise RuleError(message)
    if not isinstance(samples, int) or samples < 1:
        message = f"samples is a whole number from 1 up, not {samples!r}"
        raise RuleError(message)
    blocks = -(-samples // (LOTS * native.arranger.BLOCK_OPPONENTS))
    policy = tables.policy(own_cards=own_cards)
    opponents = LOTS * blocks * native.arranger.BLOCK_OPPONENTS
    run = {
        "tables": checksum(policy.units + policy.correction, *(policy.joint or ())),
        "samples": opponents,
        "seed": seed,
    }
    gains = _resume(checkpoint, run) if checkpoint is not None else []
    starts = range(len(gains), hands, CHUNK_HANDS)
    tasks = [(policy, seed, start, min(CHUNK_HANDS, hands - start), blocks) for start in starts]
    with progress("exploitability", hands) as advance:
        advance(len(gains))
        for found in run_tasks(_chunk, tasks, jobs=jobs):
            gains.extend(found)
            advance(len(found))
            if checkpoint is not None:
                header = {"kind": CHECKPOINT_KIND, "run": run}
                write_whole(checkpoint, pack_record(header, json.dumps(gains).encode()))
    scale = 1 / opponents
    lower, upper = ([gain[i] * scale for gain in gains[:hands]] for i in (0, 1))
    return Bracket(Estimate.of_means(lower), Estimate.of_means(upper))


def _chunk(policy: Policy, seed: int, start: int, count: int, blocks: int) -> list[tuple[int, int]]:
    """For each hand, what its best splits gain on other opponents, and on the same ones.

    Sums over all opponents; ``blocks`` is the size of a lot.
    """
    from pysolver.binh.own_cards import policy_arranger

    arranger, rules = policy_arranger(policy), policy.rules
    gains_of = _gains_by_branches if policy.joint is None else gains_with_sweeps
    found = []
    for number in range(start, start + count):
        hand = _random_hand(seed, number)
        own = arranger.best(hand)
        first = LOTS * number * blocks
        opponents = seed ^ _OPPONENT_SEED
        found.append(
            (0, 0) if own.kinds else gains_of(arranger, own, hand, opponents, first, blocks, rules)
        )
    return found


def _gains_by_branches(
    policy: native.arranger.Arranger,
    own: native.arranger.Split,
    hand: bytes,
    seed: int,
    first: int,
    blocks: int,
    rules: Rules,
) -> tuple[int, int]:
    """What best splits gain on other opponents, and on the same ones, where branches are all."""
    import numpy as np

    lots = [
        np.array(
            net_points_of_branches(
                policy.opponents(hand, seed, first + lot * blocks, blocks)[0], rules
            ),
            np.int32,
        )
        for lot in range(LOTS)
    ]
    everybody: npt.NDArray[np.int32] = np.array(lots).sum(axis=0, dtype=np.int32)
    lower = sum(_gain(own, hand, everybody - lot, lot, rules) for lot in lots)
    return lower, _gain(own, hand, everybody, everybody, rules)


def _gain(
    own: native.arranger.Split,
    hand: bytes,
    choosing: npt.NDArray[np.int32],
    judging: npt.NDArray[np.int32],
    rules: Rules,
) -> int:
    """What the split that is best by some values, shape (3, 7918), gains by others over its own."""
    (reply,) = native.arranger.best_by_values(
        list(choosing),
        hand,
        1,
        wheel=native.poker.WHEELS[rules.wheel],
        equal_branches=rules.equal_branches,
    )
    return sum(
        int(judging[branch, theirs]) - int(judging[branch, ours])
        for branch, (theirs, ours) in enumerate(zip(reply.strengths, own.strengths, strict=True))
    )


def _random_hand(seed: int, number: int) -> bytes:
    """The hand of this number: the first of each deal, so that no two share a deal."""
    block, deal = divmod(number, native.arranger.BLOCK_HANDS // 4)
    dealt = native.arranger.deal_block(seed, block)
    return dealt[52 * deal : 52 * deal + 13]


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> list[tuple[int, int]]:
    saved = read_checkpoint(path)
    if saved is None:
        return []
    header, payload = saved
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = f"{path} belongs to another run ({header.get('run')}), not to {run}"
        raise DataError(message)
    return [(int(lower), int(upper)) for lower, upper in json.loads(payload)]
