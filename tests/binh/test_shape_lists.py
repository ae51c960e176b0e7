"""The generated lists: made again byte for byte, complete, and no longer than they must be."""

from __future__ import annotations

from pathlib import Path

import pytest

import pysolver.binh
from pysolver.binh.shapes import shape_record
from pysolver.binh.tables import shape_words
from tests.oracles.shape_lists import all_shapes, missing_splits, read_lists

PARTS = 8


def test_the_generator_makes_the_shipped_file() -> None:
    shipped = Path(pysolver.binh.__file__).parent / "data" / "shapes.record"
    assert shipped.read_bytes() == shape_record()


def test_every_shape_has_its_list() -> None:
    lists = list(read_lists(shape_words()))
    assert [found.shape for found in lists] == all_shapes()
    assert len(lists) == 2_872
    assert sum(len(found.bottoms) for found in lists) == 60_782


@pytest.mark.parametrize("part", range(PARTS))
def test_the_lists_answer_for_every_split_of_every_shape(part: int) -> None:
    lists = list(read_lists(shape_words()))[part::PARTS]
    assert {found.shape: missing_splits(found) for found in lists} == {
        found.shape: 0 for found in lists
    }


def test_a_list_without_one_of_its_bottoms_is_incomplete() -> None:
    lists = [found for found in read_lists(shape_words()) if len(found.bottoms) > 1][::800][:3]
    for found in lists:
        for i in range(0, len(found.bottoms), 1 + len(found.bottoms) // 5):
            shorter = found._replace(bottoms=found.bottoms[:i] + found.bottoms[i + 1 :])
            assert missing_splits(shorter) > 0
