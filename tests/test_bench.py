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


def test_a_known_calibration_is_found_again() -> None:
    """Rounds made as often as a map says: the fit gives the map back, the tenths agree with it."""
    import numpy as np

    from bench import wizard_reliability as reliability
    from pysolver.wizard.calibration import Calibration

    chance = np.random.default_rng(1)
    samples = np.zeros((60_000, 7))
    samples[:, reliability.RAW] = chance.random(len(samples))
    samples[:, reliability.LEARNED] = chance.random(len(samples))
    samples[:, reliability.LEFT] = chance.integers(1, 9, len(samples))
    samples[:, reliability.SIZE] = 8
    samples[:, reliability.ROUND] = np.arange(len(samples)) // 2
    true = Calibration(0.4, 1.3, 0.3, -0.6, -0.05)
    chances = reliability.stated(samples, 300, (Calibration(0, 1), true))
    samples[:, reliability.MADE] = chance.random(len(samples)) < chances
    found = reliability.fitted(samples, 300, cards=True)
    for name in ("shift", "slope", "left", "learned", "curve"):
        assert abs(getattr(found, name) - getattr(true, name)) < 0.12
    rows = reliability.tenths(chances, samples)
    assert sum(row[1] for row in rows) == len(samples)
    assert all(abs(row[2] - row[3]) < 5 * row[4] for row in rows)


def test_decisions_of_a_round_count_as_one_for_the_error() -> None:
    import numpy as np

    from bench import wizard_reliability as reliability

    samples = np.zeros((400, 7))
    samples[:, reliability.MADE] = np.arange(400) % 40 < 20
    samples[:, reliability.ROUND] = np.arange(400) // 20
    chances = np.full(400, 0.55)
    ((low, count, mean, made, error),) = reliability.tenths(chances, samples)
    assert (low, count, round(mean, 6), made) == (0.5, 400, 0.55, 0.5)
    # 20 rounds of 20 decisions, half of them made.
    assert error == pytest.approx((20 * (20 * 0.5) ** 2) ** 0.5 / 400)
