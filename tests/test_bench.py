"""What the measuring programs say of arguments that they cannot use."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import ROOT, environment

pytestmark = pytest.mark.skipif(not (ROOT / "bench").is_dir(), reason="the sources are not here")


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run a program of ``bench``."""
    return subprocess.run(
        [sys.executable, "-m", *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", ["table", "curve", "parts"])
def test_one_game_has_no_standard_error(command: str) -> None:
    done = run("bench.wizard_matches", command, "--games", "1")
    assert done.returncode == 2
    assert "--games takes 2 or more" in done.stderr


def test_help_is_no_file_to_draw_to() -> None:
    done = run("bench.exploitability_scientific_war", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: ")
    assert not (ROOT / "--help.png").exists()
