"""What all tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

GOLDEN = Path(__file__).parent / "golden"

# No deadline: a slow moment of the machine is no failure. The same examples every run.
settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


def golden(name: str) -> list[dict[str, Any]]:
    """The cases of a file of tests/golden, one JSON object a line."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
