"""A figure with its standard error."""

from __future__ import annotations

import json
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.estimate import Bracket, Estimate


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_of_means_is_the_textbook_formula(means: list[float]) -> None:
    """Mean, and the sample standard deviation over the root of the count."""
    found = Estimate.of_means(means)
    assert found.value == pytest.approx(statistics.fmean(means), rel=1e-9, abs=1e-6)
    expected = statistics.stdev(means) / len(means) ** 0.5
    assert found.stderr == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_by_hand() -> None:
    """1, 2, 3, 6: mean 3, squares 4+1+0+9 = 14 over 3, over 4."""
    found = Estimate.of_means([1.0, 2.0, 3.0, 6.0])
    assert found.value == 3.0
    assert found.stderr == pytest.approx((14 / 3 / 4) ** 0.5, rel=1e-15)


def test_the_order_of_means_does_not_matter() -> None:
    """To the last bit, so that workers may come in any order."""
    means = [random.Random(5).gauss(0, 1e-3) + n * 1e6 for n in range(50)]
    assert Estimate.of_means(means) == Estimate.of_means(means[::-1])


def test_the_error_covers_the_truth() -> None:
    """Of 400 estimates about 95 in 100 lie within 1.96 standard errors."""
    dice = random.Random(6)
    inside = 0
    for _ in range(400):
        found = Estimate.of_means([dice.gauss(5, 2) for _ in range(40)])
        inside += abs(found.value - 5) < 1.96 * found.stderr
    assert 360 <= inside <= 395


@pytest.mark.parametrize("means", [[], [1.0]])
def test_one_mean_tells_no_error(means: list[float]) -> None:
    """Two at least."""
    with pytest.raises(ValueError, match=f"two means or more, not {len(means)}$"):
        Estimate.of_means(means)


def test_text_and_dict() -> None:
    """What people and programs are given."""
    found = Estimate(0.25, 0.0125)
    assert str(found) == "0.250 ± 0.013"
    assert found.to_dict() == {"value": 0.25, "stderr": 0.0125}


def test_a_bracket_by_hand() -> None:
    """The middle of 0.25 and 0.75; the larger error, on whichever side it stands."""
    low, high = Estimate(0.25, 0.0125), Estimate(0.75, 0.05)
    found = Bracket(low, high)
    assert (found.value, found.stderr) == (0.5, 0.05)
    assert Bracket(Estimate(0.25, 0.5), high).stderr == 0.5
    assert str(found) == "0.250 ± 0.013 to 0.750 ± 0.050"
    assert found.to_dict() == {
        "value": 0.5,
        "stderr": 0.05,
        "lower": {"value": 0.25, "stderr": 0.0125},
        "upper": {"value": 0.75, "stderr": 0.05},
    }
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
