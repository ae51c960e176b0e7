"""Tables for other rules: trained, kept, found again, and what is said where there are none."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from pysolver import DataError, TablesWarning
from pysolver.binh import (
    Rules,
    best_arrangement,
    best_arrangements,
    exploitability,
    hint,
    review,
    tables,
    top_arrangements,
    train,
    variants,
)
from pysolver.storage import pack_record

UNLIKE = Rules(equal_branches=False)
PAID = Rules(branch_bonus=(("top", "trips", 3),))
HAND = "As Kd 10h Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s"
SMALL = {"hands": 8192, "iterations": 2, "seed": 1}


def kept(rules: Rules) -> Path:
    train(rules, **SMALL, keep=True)  # type: ignore[arg-type]
    return variants.kept_file(rules)


@pytest.mark.parametrize("rules", [UNLIKE, PAID], ids=["unlike", "paid"])
def test_kept_tables_are_found_by_everything(rules: Rules) -> None:
    with pytest.warns(TablesWarning, match="no tables are trained for these rules yet"):
        before = best_arrangement(HAND, rules=rules)
    path = kept(rules)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = tables(rules)
        after = best_arrangement(HAND, rules=rules)
        assert top_arrangements(HAND, 1, rules=rules)[0].ev == after.ev
        assert hint(HAND, rules=rules).note == ""
    assert found.provenance["hands"] == 8192
    assert found.correction is not None
    assert found.rules == rules
    assert after.measure == "own cards"
    assert after.ev != before.ev
    assert path.parent == variants.cache_folder()
    # Whatever points fouls and special hands have, these are the tables.
    other = Rules(
        equal_branches=rules.equal_branches,
        branch_bonus=rules.branch_bonus,
        foul_points=5,
        special_points=(20, 10),
    )
    assert tables(other) is found


def test_the_same_training_keeps_the_same_file() -> None:
    path = kept(UNLIKE)
    content = path.read_bytes()
    assert kept(UNLIKE).read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_tables_trained_later_are_read_anew() -> None:
    path = kept(UNLIKE)
    first = tables(UNLIKE)
    assert tables(UNLIKE) is first
    train(UNLIKE, hands=4096, iterations=1, seed=2, keep=True)
    assert tables(UNLIKE).provenance["seed"] == 2
    path.unlink()
    with pytest.warns(TablesWarning):
        tables(UNLIKE)


def test_rules_without_tables_are_told_with_the_command() -> None:
    command = "pysolver train binh --wheel lowest --no-equal-branches"
    rules = Rules(wheel="lowest", equal_branches=False)
    with pytest.warns(TablesWarning, match=f"those for the usual rules are used.*{command}$"):
        found = tables(rules)
    assert found is tables(Rules(wheel="lowest"))
    assert command in hint(HAND, rules=rules).note
    assert command in str(hint(HAND, rules=rules))
    beside = review(HAND, "9h 9c 2s", "6s 6h Kd Jc 8d", "As Qs Th 4c 3d", rules=rules)
    assert command in beside.note
    assert beside.to_dict()["note"] == beside.note in str(beside)
    # A bonus is valued at once, against players who do not know of it.
    with pytest.warns(TablesWarning, match="opponents are taken to play as without the bonus"):
        paid = tables(PAID)
    assert list(paid.counts[0]) == list(tables().counts[0])
    assert paid.units != tables().units


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: content[:-5], "is damaged|no pysolver record"),
        (lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:], "damaged"),
        (lambda _: b"", "is no pysolver record, or damaged"),
        (lambda _: pack_record({"kind": "something else"}, b"x"), "holds no tables for these"),
    ],
)
def test_a_damaged_file_is_told_of_and_left_alone(damage: object, message: str) -> None:
    path = kept(UNLIKE)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    content = path.read_bytes()
    with pytest.warns(TablesWarning, match=message) as caught:
        found = tables(UNLIKE)
    assert str(path) in str(caught[0].message)
    assert "pysolver train binh" in str(caught[0].message)
    assert found is tables()
    assert path.read_bytes() == content
    kept(UNLIKE)  # the same command heals it
    assert tables(UNLIKE).provenance["hands"] == 8192


def test_a_file_of_other_rules_is_refused() -> None:
    other = kept(PAID)
    variants.kept_file(UNLIKE).write_bytes(other.read_bytes())
    with pytest.warns(TablesWarning, match="holds no tables for these rules"):
        assert tables(UNLIKE) is tables()


def test_a_cache_that_cannot_be_written_ends_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    monkeypatch.setenv(variants.CACHE_VARIABLE, str(file))
    with pytest.raises(OSError, match="file"):
        train(UNLIKE, hands=10**9, iterations=1000, keep=True)


def test_the_usual_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.delenv(variants.CACHE_VARIABLE)
    expected = Path(platformdirs.user_cache_dir("pysolver", appauthor=False))
    assert variants.cache_folder() == expected


def test_only_corrected_tables_are_kept() -> None:
    found = train(UNLIKE, **SMALL)  # type: ignore[arg-type]
    assert not os.path.lexists(variants.cache_folder())
    with pytest.raises(DataError, match="fit one first"):
        variants.keep(found)


def test_a_variant_is_less_exploitable_by_its_own_tables() -> None:
    """Where trips on top pay six more, players who do not know lose to those who do."""
    rules = Rules(branch_bonus=(("top", "trips", 6), ("middle", "full house", 6)))
    trained = train(rules, hands=65536, iterations=6, seed=3)
    stand_in = tables().under(rules)
    ours, theirs = (
        exploitability(found, hands=60, samples=6000, seed=2, own_cards=False)
        for found in (trained, stand_in)
    )
    assert ours.upper.value < theirs.lower.value


def test_batches_read_the_same_tables() -> None:
    import numpy as np

    kept(PAID)
    hands = np.array([[int(card) for card in best_arrangement(HAND).branches[0]] + [0] * 10])
    hands = np.array([list(range(0, 52, 4)), list(range(13))], np.uint8)
    for own_cards in (False, True):
        found = best_arrangements(hands, rules=PAID, own_cards=own_cards)
        for row, ev in zip(hands, found.ev, strict=True):
            one = best_arrangement(row.tolist(), rules=PAID, own_cards=own_cards)
            assert ev == pytest.approx(one.ev, abs=1e-12)
