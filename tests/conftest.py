"""What all tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pysolver.binh.variants import CACHE_VARIABLE

GOLDEN = Path(__file__).parent / "golden"

# No deadline: a slow moment of the machine is no failure. The same examples every run.
settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for kept tables that is empty: tests never see the user's."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    return folder


def golden(name: str) -> list[dict[str, Any]]:
    """The cases of a file of tests/golden, one JSON object a line."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
