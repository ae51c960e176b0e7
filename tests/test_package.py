"""The package as a whole: docstrings that run, what an import costs, which path is in use."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys

import pytest

import pysolver
from pysolver import native

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(pysolver.__path__, "pysolver.")
    if not info.name.endswith(("__main__", "_core"))
)


@pytest.mark.parametrize("name", ["pysolver", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples_in_docstrings() -> None:
    found = sum(
        len(test.examples)
        for name in ["pysolver", *MODULES]
        for test in doctest.DocTestFinder().find(importlib.import_module(name))
    )
    assert found >= 8


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_a_hint_does_not_import_what_it_does_not_need() -> None:
    code = (
        "import sys, pysolver; "
        "pysolver.best_arrangement('As Kd 10h Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s'); "
        "print([m for m in ('numpy', 'rich', 'joblib', 'click', 'ortools') if m in sys.modules])"
    )
    assert python(code) == "[]"


def test_every_public_name_is_there() -> None:
    for package in (pysolver, importlib.import_module("pysolver.binh")):
        for name in package.__all__:
            assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_that_name"):
        _ = pysolver.nothing_of_that_name  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "portable"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_the_environment_forces_plain_c(value: str, portable: bool) -> None:
    code = "from pysolver import native; print(native.core.instruction_set())"
    expected = "portable" if portable else native.core.PATH_NAMES[native.core.BEST_PATH]
    assert python(code, PYSOLVER_PORTABLE=value) == expected


SIGNATURE = """
import numpy as np
from pysolver import native
from pysolver.binh import Rules, best_arrangements, strengths
import hashlib
digest = hashlib.sha256()
for wheel in ("second", "lowest"):
    hands = np.frombuffer(native.arranger.deal_block(2024, 1), np.uint8).reshape(-1, 13)
    found = best_arrangements(hands, rules=Rules(wheel=wheel))
    fives = np.ascontiguousarray(hands[:, 3:8])
    for part in (found.cards, found.ev, found.special, strengths(fives)):
        digest.update(part.tobytes())
print(digest.hexdigest())
"""


def test_plain_c_gives_the_same_answers() -> None:
    assert python(SIGNATURE, PYSOLVER_PORTABLE="1") == python(SIGNATURE, PYSOLVER_PORTABLE="0")
