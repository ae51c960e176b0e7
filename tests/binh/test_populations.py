"""Folk players and tables of the caller's as opponents."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from pysolver import RuleError, native
from pysolver.binh import (
    Rules,
    arrange,
    best_arrangement,
    best_arrangements,
    hint,
    review,
    tables,
    top_arrangements,
    train,
)
from pysolver.binh.populations import FOLK, folk_policy, folk_tables, folk_values
from tests.binh.test_arranger import DECKS, random_hands
from tests.oracles.branches import branch_key
from tests.oracles.splits import legal_splits

HAND = "As Ah Kd Kc 9s 9d 8h 7h 6h 5h 4c 3d 2h"
STARTS = native.poker.CATEGORY_STARTS
FLUSH, FULL_HOUSE = 5, 6


def wish(name: str, split: tuple[int, int, int]) -> tuple[int, ...]:
    """What a folk player looks at, in the order of the saying."""
    top, middle, bottom = split
    kind = max(c for c in range(9) if STARTS[c] <= bottom)
    return {
        "attack": (min(kind, FULL_HOUSE), top, middle),
        "defend": (min(kind, FLUSH), middle, top),
        "weak": (middle, top),
        "weak-top": (top, middle),
    }[name]


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("name", FOLK)
def test_folk_players_lay_by_their_saying(name: str, wheel: str) -> None:
    """Against every split of the hand, looked at in the order of the wishes."""
    policy = folk_policy(name, wheel)
    for deck in DECKS:
        for hand in random_hands(np.random.default_rng(8), deck, 6):
            found = policy.best(hand.tobytes()).strengths
            best = max(wish(name, split) for split in legal_splits(hand.tolist(), wheel))
            assert wish(name, found) == best


def test_the_places_of_tops_are_those_of_all_threes() -> None:
    top, _, _ = folk_values("defend", "second")
    threes = [list(ranks) for ranks in combinations_with_replacement(range(13), 3)]
    hands = [[4 * rank + suit for suit, rank in enumerate(ranks)] for ranks in threes]
    hands.sort(key=lambda three: branch_key(three, "second"))
    strengths = [native.poker.strength(bytes(three), 0) for three in hands]
    assert [top[s] for s in strengths] == list(range(455))


def test_folk_tables_are_what_the_players_show() -> None:
    found = folk_tables("attack", Rules())
    policy = folk_policy("attack", "second")
    counts, specials = policy.population(20_260, 0, 256)
    assert [n for branch in found.counts for n in branch] == list(counts)
    assert sum(found.counts[0]) + specials[9] + specials[10] == 256 * 4096
    # Who puts the strongest kind below has a full house there whenever the cards hold one.
    full = sum(found.counts[2][STARTS[FULL_HOUSE] :]) / sum(found.counts[2])
    ours = sum(tables().counts[2][STARTS[FULL_HOUSE] :]) / sum(tables().counts[2])
    assert full > ours


@pytest.mark.parametrize("name", FOLK)
def test_an_answer_beats_the_population_more_than_the_equilibrium_does(name: str) -> None:
    hands = np.frombuffer(native.arranger.deal_block(9, 0), np.uint8).reshape(-1, 13)[:400]
    answer = best_arrangements(hands, opponents=name)
    usual = best_arrangements(hands)
    units = folk_tables(name, Rules()).units
    ours, theirs = (
        sum(
            np.asarray(table)[s.astype(int)]
            for table, s in zip(units, found.strengths.T, strict=True)
        )
        for found in (answer, usual)
    )
    assert np.all(ours >= theirs)
    assert ours.mean() > theirs.mean()


@pytest.mark.parametrize("name", FOLK)
def test_every_call_takes_opponents(name: str) -> None:
    best = best_arrangement(HAND, opponents=name)
    assert best.measure == "full deck"
    assert top_arrangements(HAND, 3, opponents=name)[0].strengths == best.strengths
    assert hint(HAND, opponents=name).best == best
    beside = review(HAND, *best.branches, opponents=name)
    assert (beside.best, beside.loss) == (best, 0)
    assert arrange(*best.branches, opponents=name).ev == best.ev
    sampled = best_arrangement(HAND, opponents=name, samples=30_000, seed=3)
    assert sampled.measure == "sample"
    # Own cards are gone from the sampled opponents' hands, so the figures differ somewhat.
    assert abs(sampled.ev - arrange(*sampled.branches, opponents=name).ev) < 0.4
    other = best_arrangement(HAND, samples=30_000, seed=3)
    assert sampled.ev != other.ev


def test_tables_of_the_caller() -> None:
    own = train(hands=8192, iterations=2, seed=4)
    found = best_arrangement(HAND, opponents=own)
    assert found.measure == "full deck"
    assert found.ev == pytest.approx(own.value(found.strengths) - own.special_cost(Rules()))
    shipped = tables()
    assert best_arrangement(HAND, opponents=shipped) == best_arrangement(HAND)
    paid = Rules(branch_bonus=(("top", "pair", 2), ("top", "trips", 2)))
    assert best_arrangement(HAND, opponents=shipped, rules=paid).ev > found.ev
    sampled = best_arrangement(HAND, opponents=own, samples=3_000, seed=1)
    assert sampled.measure == "sample"


@pytest.mark.parametrize("opponents", ["Attack", "nobody", ""])
def test_opponents_of_no_known_name(opponents: str) -> None:
    with pytest.raises(
        RuleError, match=f"^{opponents!r} are no opponents: it is one of equilibrium"
    ):
        best_arrangement(HAND, opponents=opponents)


def test_opponents_of_another_kind() -> None:
    with pytest.raises(TypeError, match=r"not 3$"):
        best_arrangement(HAND, opponents=3)  # type: ignore[arg-type]
    lowest = tables(Rules(wheel="lowest"))
    with pytest.raises(RuleError, match="these tables are for wheel='lowest', not 'second'"):
        best_arrangement(HAND, opponents=lowest)


def test_sampled_reviews_carry_the_error_of_the_loss() -> None:
    worse = ("Kd Kc 4c", "As Ah 9s 9d 3d", "8h 7h 6h 5h 2h")
    found = review(HAND, *worse, samples=20_000, seed=3)
    assert found.loss == found.best.ev - found.yours.ev
    assert 0 < found.stderr < found.yours.stderr + found.best.stderr
    assert not found.is_close
    assert f"loss {found.loss:.3f} ± {found.stderr:.3f} points" in str(found)
    # The errors of the gaps are those that the hint's plans have.
    plan = next(p for p in hint(HAND, samples=20_000, seed=3).plans if p.arrangement == found.yours)
    assert (plan.loss, plan.stderr) == (found.loss, found.stderr)
    same = review(HAND, *found.best.branches, samples=20_000, seed=3)
    assert (same.loss, same.stderr) == (0, 0)
    foul = review(HAND, "As Ah 4c", "8h 7h 6h 5h 2h", "Kd Kc 9s 9d 3d", samples=3_000, seed=3)
    assert foul.yours.is_foul
    assert foul.stderr == pytest.approx(np.hypot(foul.yours.stderr, foul.best.stderr))


def test_a_sampled_hint_deals_its_opponents_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[int] = []
    real = native.arranger.Arranger.opponents

    def counted(self: object, hand: bytes, seed: int, first: int, blocks: int) -> object:
        dealt.append(blocks)
        return real(self, hand, seed, first, blocks)  # type: ignore[arg-type]

    monkeypatch.setattr(native.arranger.Arranger, "opponents", counted)
    hint(HAND, samples=3 * 3072, seed=1)
    assert sum(dealt) == 2 * 3  # one lot to choose by, one to value by
