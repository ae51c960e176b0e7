"""What a best responder who sees his own thirteen cards gains against a policy.

For each of many random hands, opponents are dealt from the other 39 cards and laid by the policy;
the split that is best against them is compared with the policy's own, on the same hand. Judged on
the opponents it was chosen on, the best split looks better than it is; on others, what it really
gains shows, though with more opponents it would have been chosen better. So the gain of a perfect
responder lies between the two figures.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.errors import DataError
from pysolver.estimate import Bracket, Estimate
from pysolver.storage import pack_record, unpack_record, write_whole

if TYPE_CHECKING:
    import os
    from array import array

    from pysolver.binh.rules import Rules
    from pysolver.binh.tables import Tables

CHUNK_HANDS: Final = 16
CHECKPOINT_KIND: Final = "pysolver binh exploitability"
DEFAULT_HANDS: Final = 4_000
DEFAULT_SAMPLES: Final = 50_000
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
        samples: opponents a hand, for choosing and once more for judging; rounded up to blocks of
            3,072.
        seed: 0 … 2^64 - 1; the answer depends on it and not on ``jobs``.
        jobs: processes that share the work.
        own_cards: whether the policy corrects its tables for own cards.
        checkpoint: a file from which an interrupted run of the same arguments goes on.

    Returns:
        ``lower``, judged on opponents not used for choosing; ``upper``, on the same ones; the
        standard errors are over hands.

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
    blocks = -(-samples // native.arranger.BLOCK_OPPONENTS)
    correction = tables.correction if own_cards else None
    packed = correction.to_bytes() if correction is not None else b""
    units = b"".join(branch.tobytes() for branch in tables.units)
    run = {
        "tables": _fingerprint(units + packed),
        "samples": blocks * native.arranger.BLOCK_OPPONENTS,
        "seed": seed,
    }
    gains = _resume(checkpoint, run) if checkpoint is not None else []
    starts = range(len(gains), hands, CHUNK_HANDS)
    tasks = [
        (units, tables.rules, packed, seed, start, min(CHUNK_HANDS, hands - start), blocks)
        for start in starts
    ]
    with progress("exploitability", hands) as advance:
        advance(len(gains))
        for found in run_tasks(_chunk, tasks, jobs=jobs):
            gains.extend(found)
            advance(len(found))
            if checkpoint is not None:
                header = {"kind": CHECKPOINT_KIND, "run": run}
                write_whole(checkpoint, pack_record(header, json.dumps(gains).encode()))
    scale = 1 / (blocks * native.arranger.BLOCK_OPPONENTS)
    lower, upper = ([gain[i] * scale for gain in gains[:hands]] for i in (0, 1))
    return Bracket(Estimate.of_means(lower), Estimate.of_means(upper))


def _chunk(
    units: bytes,
    rules: Rules,
    correction: bytes,
    seed: int,
    start: int,
    count: int,
    blocks: int,
) -> list[tuple[int, int]]:
    """For each hand, what its best split gains on other opponents, and on the same ones."""
    from pysolver.binh.own_cards import policy_arranger

    policy = policy_arranger(units, rules, correction)
    wheel = native.poker.WHEELS[rules.wheel]
    gains = []
    for number in range(start, start + count):
        hand = _random_hand(seed, number)
        own = policy.best(hand)
        if own.kinds:
            gains.append((0, 0))
            continue
        first = 2 * number * blocks
        choosing, judging = (
            net_wins(policy.opponents(hand, seed ^ _OPPONENT_SEED, at, blocks)[0])
            for at in (first, first + blocks)
        )
        (reply,) = native.arranger.best_by_values(
            choosing, hand, 1, wheel=wheel, equal_branches=rules.equal_branches
        )
        lower, upper = (
            sum(
                table[theirs] - table[ours]
                for table, theirs, ours in zip(values, reply.strengths, own.strengths, strict=True)
            )
            for values in (judging, choosing)
        )
        gains.append((lower, upper))
    return gains


def _random_hand(seed: int, number: int) -> bytes:
    """The hand of this number: the first of each deal, so that no two share a deal."""
    block, deal = divmod(number, native.arranger.BLOCK_HANDS // 4)
    dealt = native.arranger.deal_block(seed, block)
    return dealt[52 * deal : 52 * deal + 13]


def net_wins(counts: array[int]) -> list[array[int]]:
    """Opponents below minus opponents above each strength, for top, middle and bottom."""
    from array import array as make_array
    from itertools import accumulate

    width = native.poker.STRENGTHS
    tables = []
    for branch in range(3):
        shown = counts[branch * width : (branch + 1) * width]
        up_to = list(accumulate(shown))
        total = up_to[-1]
        tables.append(
            make_array(
                "i", [2 * below - own - total for below, own in zip(up_to, shown, strict=True)]
            )
        )
    return tables


def _fingerprint(content: bytes) -> str:
    from pysolver.storage import checksum

    return checksum(content)


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> list[tuple[int, int]]:
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        return []
    header, payload = unpack_record(content, str(path))
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = f"{path} belongs to another run ({header.get('run')}), not to {run}"
        raise DataError(message)
    return [(int(lower), int(upper)) for lower, upper in json.loads(payload)]
