"""One number that fingerprints what the library answers: ``python -m bench.signature``.

A change that is meant to alter no answer leaves it as it is, on every path and machine.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from pysolver import native
from pysolver.binh import Rules, best_arrangements, strengths

WHEELS = ("second", "lowest")


def signature(blocks: int = 16) -> str:
    """SHA-256 over strengths, arrangements, values and special hands of random hands."""
    digest = hashlib.sha256()
    for block in range(blocks):
        hands = np.frombuffer(native.arranger.deal_block(2024, block), np.uint8).reshape(-1, 13)
        for wheel in WHEELS:
            rules = Rules(wheel=wheel)  # type: ignore[arg-type]
            digest.update(strengths(np.ascontiguousarray(hands[:, :5]), rules=rules).tobytes())
            found = best_arrangements(hands, rules=rules)
            for part in (found.cards, found.strengths, found.ev, found.special):
                digest.update(part.tobytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.write(f"{signature()}  ({native.core.instruction_set()})\n")
