"""The hint from Python: the plans are those an oracle finds among all splits, the words follow."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import native
from pysolver.binh import Rules, arrange, best_arrangement, hint, special_hands, tables
from pysolver.binh.hint import Plan, difference, gains, reason
from pysolver.cards import CARDS, Card, format_cards, parse_cards
from pysolver.errors import CardError, RuleError
from tests.oracles.branches import all_keys, branch_key
from tests.oracles.splits import legal_splits

DECK = CARDS[:52]
BRANCHES = ("top", "middle", "bottom")
SPECIAL = "2c 2d 2h 2s 4c 4d 5c 5d 6c 6d 7c 7d 9c"

#: Pairs that may go to any branch, so that plans of the same kinds lie close together.
PAIRS = "2c 2d 5h 5s 9c 9d Jh Js Kc Kd Ah 7c 3s"

#: How many ranks of an oracle's key say which groups, straight or flush the branch is.
NAMING_RANKS = (0, 1, 2, 1, 1, 1, 2, 1, 1)


def normal_hands(count: int, seed: int) -> list[str]:
    generator = random.Random(seed)
    hands = [format_cards(generator.sample(DECK, 13)) for _ in range(count)]
    return [hand for hand in hands if not special_hands(hand)]


def plan_of_key(key: tuple[int, ...]) -> tuple[int, ...]:
    return key[: 1 + NAMING_RANKS[key[0]]]


def plan_of_cards(branches: list[list[str]]) -> tuple[tuple[int, ...], ...]:
    return tuple(plan_of_key(branch_key([int(Card(c)) for c in branch])) for branch in branches)


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(wheel="lowest"), Rules(equal_branches=False)],
    ids=["", "low", "unlike"],
)
def test_plans_are_the_best_of_every_other_combination(rules: Rules) -> None:
    units = tables(Rules(wheel=rules.wheel)).units
    keys = sorted(all_keys(rules.wheel), key=all_keys(rules.wheel).__getitem__)
    for hand in [PAIRS, *normal_hands(4, 2)]:
        best_of_plan: dict[tuple[tuple[int, ...], ...], int] = {}
        values = []
        for strengths in legal_splits(
            parse_cards(hand), rules.wheel, equal_branches=rules.equal_branches
        ):
            value = sum(table[s] for table, s in zip(units, strengths, strict=True))
            plan = tuple(plan_of_key(keys[s - 1]) for s in strengths)
            best_of_plan[plan] = max(value, best_of_plan.get(plan, value))
            values.append((value, *strengths))
        worst_kept = sorted(set(values), reverse=True)[:256][-1][0]
        best, *others = sorted(best_of_plan.values(), reverse=True)
        losses = [
            (best - value) * native.arranger.VALUE_UNIT for value in others if value > worst_kept
        ]
        assert losses
        found = hint(hand, rules=rules, plans=256, own_cards=False)
        assert [p.loss for p in found.plans][: len(losses)] == pytest.approx(losses, abs=1e-12)
        assert found.plan_count == len(found.plans) >= len(losses)
        ways = [found.best, *(plan.arrangement for plan in found.plans)]
        plans = [plan_of_cards([[str(c) for c in b] for b in way.branches]) for way in ways]
        assert len(set(plans)) == len(plans)
        assert [plan.name for plan in found.plans] == list(
            dict.fromkeys(plan.name for plan in found.plans)
        )
        for way, loss in zip(ways, [0.0, *(plan.loss for plan in found.plans)], strict=True):
            assert sorted(sum(way.branches, ())) == sorted(parse_cards(hand))
            assert way.ev == pytest.approx(found.best.ev - loss, abs=1e-12)


def test_a_split_with_other_pairs_of_the_same_kinds_is_another_plan() -> None:
    found = hint(PAIRS, plans=256, own_cards=False)
    other = arrange("Kc Kd Ah", "5h 5s 2c 2d 7c", "Jh Js 9c 9d 3s", own_cards=False)
    assert other.categories == found.best.categories
    plan = next(p for p in found.plans if p.arrangement.strengths == other.strengths)
    assert plan.name == "one pair, kings; two pair, fives and deuces; two pair, jacks and nines"
    assert plan.loss == pytest.approx(found.best.ev - other.ev, abs=1e-12)
    assert 0.17 < plan.loss < 0.19


def test_the_gains_are_the_changes_of_the_branches_and_come_to_the_loss() -> None:
    units = tables().units
    for hand in normal_hands(40, 3):
        found = hint(hand, plans=5, own_cards=False)
        for plan in found.plans:
            for i, gain in enumerate(plan.gains):
                ours, theirs = (
                    units[i][way.strengths[i]] for way in (found.best, plan.arrangement)
                )
                assert gain == pytest.approx(
                    (theirs - ours) * native.arranger.VALUE_UNIT, abs=1e-12
                )
            assert sum(plan.gains) == pytest.approx(-plan.loss, abs=1e-9)


def test_why_is_computed_from_the_branches() -> None:
    for hand in normal_hands(60, 4):
        found = hint(hand, plans=1, own_cards=False)
        best, plan = found.best, found.plans[0]
        units = tables().units
        values = [
            t[s] * native.arranger.VALUE_UNIT for t, s in zip(units, best.strengths, strict=True)
        ]
        strongest = values.index(max(values))
        branch = BRANCHES[strongest]
        assert f"{100 * best.odds[strongest].win:.1f}% of the time" in found.why
        assert (f"The {branch} carries the plan" in found.why) == (values[strongest] > 0)
        assert (f"No branch is a favourite; the {branch}" in found.why) == (values[strongest] <= 0)
        weak = [v for v in values if v < 0]
        assert (" back." in found.why) == (bool(weak) and sum(values) >= 0)
        assert ("more than that." in found.why) == (max(values) > 0 > sum(values))
        assert f"The nearest other plan ({plan.name})" in found.why
        for i, place in enumerate(("at the top", "in the middle", "at the bottom")):
            change = plan.gains[i]
            if abs(change) > 0.001:
                assert f"{abs(change):.3f} {place}" in found.why
                words = found.why.partition(plan.name)[2]
                before, _, after = words.rpartition(
                    "worse in every" if "every" in words else "loses"
                )
                assert (f"{change:.3f} {place}" in before) == (change > 0)
                assert (f"{-change:.3f} {place}" in after) == (change < 0)
        worse = sum(change <= -0.0005 for change in plan.gains)
        assert ("worse in every branch" in found.why) == (worse == 3)
        assert ("points worse in all" in found.why) == (plan.loss >= 0.0005)
        assert ("as good as equal" in found.why) <= (plan.loss < 0.005)
        assert best.branch_points == pytest.approx(values, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((0, 0, 0), "is worth the same"),
        ((0.0004, -0.0004, 0), "is worth the same"),
        ((0, -0.25, 0), "loses 0.250 in the middle"),
        ((-0.125, 0, -0.25), "loses 0.125 at the top and 0.250 at the bottom"),
        ((0.125, -0.25, 0), "gains 0.125 at the top but loses 0.250 in the middle"),
        (
            (-0.5, -0.25, -0.125),
            "is worse in every branch, by 0.500 at the top, 0.250 in the middle and 0.125 at the bottom",
        ),
    ],
)
def test_a_difference_in_words(changes: tuple[float, ...], words: str) -> None:
    assert difference(changes) == words


def test_a_plan_that_is_as_good_says_so() -> None:
    """JJ55 over 9922 and JJ22 over 9955 differ by less than a thousandth of a point."""
    found = hint(PAIRS, own_cards=False)
    assert found.plans[0].loss < 0.0005
    assert found.why.endswith("at the bottom: as good as equal in all.")


def test_a_way_beside_itself_gains_nothing() -> None:
    best = best_arrangement(PAIRS)
    assert gains(best, best) == (0, 0, 0)


def test_a_hand_with_one_plan_alone_says_so() -> None:
    why = reason(best_arrangement(PAIRS), [])
    assert why.endswith(". All the best ways have these names, any high card alike.")


def test_a_special_hand_is_declared_and_has_no_other_plans() -> None:
    found = hint(SPECIAL, own_cards=False)
    assert found.best == best_arrangement(SPECIAL, own_cards=False)
    assert [s.name for s in found.special_hands] == ["four of a kind", "six pairs"]
    assert (found.plans, found.plan_count) == ((), 0)
    assert found.why.startswith("Declared, it takes 6 points from every opponent with a normal")
    assert f"{100 * tables().normal_share:.1f}% of them" in found.why
    assert str(found).count("six pairs (type B, 6 points): ") == 1
    assert str(found).count("four of a kind (type B, 6 points): ") == 1


def test_the_fields_and_the_text() -> None:
    for hand in [PAIRS, SPECIAL, *normal_hands(20, 5)]:
        found = hint(hand, plans=2, own_cards=False)
        ev = found.best.ev
        assert found.opponents == (ev, 2 * ev, 3 * ev)
        text = str(found)
        assert text.startswith(str(found.best))
        assert found.why in text
        for plan in found.plans:
            assert f"{plan.loss:.3f} points worse: " in text
            assert plan.name in text
            assert re.search(r"high card, ", plan.name) is None
        as_dict = found.to_dict()
        assert json.loads(json.dumps(as_dict, allow_nan=False)) == as_dict
        assert {key: as_dict[key] for key in found.best.to_dict()} == found.best.to_dict()
        assert as_dict["special_hands"] == [s.to_dict() for s in found.special_hands]
        assert as_dict["opponents"] == {"1": ev, "2": 2 * ev, "3": 3 * ev}
        assert as_dict["opponent_special"] == {
            "A": tables().special_shares[0],
            "B": tables().special_shares[1],
            "cost": tables().special_cost(Rules()),
        }
        assert (as_dict["why"], as_dict["plan_count"]) == (found.why, found.plan_count)
        for shown, plan in zip(as_dict["plans"], found.plans, strict=True):
            assert shown == {
                **plan.arrangement.to_dict(),
                "loss": plan.loss,
                "loss_stderr": 0.0,
                "is_close": False,
                "gains": dict(zip(BRANCHES, plan.gains, strict=True)),
                "sweep_gain": 0.0,
            }


def test_the_number_of_plans_is_at_most_the_one_asked_for() -> None:
    everything = hint(PAIRS, plans=256)
    for count in (0, 1, 3):
        found = hint(PAIRS, plans=count)
        assert found.plans == everything.plans[:count]
        assert (found.plan_count, found.why) == (everything.plan_count, everything.why)


@pytest.mark.parametrize("plans", [-1, 257, 1.0, True, "3", None])
def test_a_wrong_number_of_plans_is_refused(plans: object) -> None:
    with pytest.raises(RuleError, match=f"plans is a whole number from 0 to 256, not {plans!r}"):
        hint(PAIRS, plans=plans)  # type: ignore[arg-type]


def test_wrong_cards_are_refused_and_an_iterator_is_read_once() -> None:
    with pytest.raises(CardError, match="takes 13 cards, not 2"):
        hint("As Kd")
    with pytest.raises(TypeError):
        hint(None)  # type: ignore[arg-type]
    assert hint(iter(parse_cards(PAIRS))) == hint(PAIRS)


@given(st.permutations(DECK))
def test_any_order_of_the_cards_gets_the_same_hint(deck: list[Card]) -> None:
    assert hint(deck[:13]) == hint(sorted(deck[:13]))


def test_a_hint_imports_neither_numpy_nor_the_command_line() -> None:
    code = (
        "import sys; from pysolver.binh import hint; hint(sys.argv[1]); "
        "print([m for m in ('numpy', 'click', 'rich', 'joblib') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, PAIRS], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"


# ---- own cards, the full deck, samples ----


def test_own_cards_are_taken_out_by_default() -> None:
    changed = 0
    for hand in normal_hands(30, 6):
        own, plain = hint(hand), hint(hand, own_cards=False)
        assert own == hint(hand, own_cards=True)
        assert (own.best.measure, plain.best.measure) == ("own cards", "full deck")
        assert {plan.arrangement.measure for plan in own.plans} == {"own cards"}
        assert own.best == best_arrangement(hand)
        assert own.best.ev != plain.best.ev
        assert own.best.special_shares != plain.best.special_shares
        a, b = own.best.special_shares
        cost = 12 * a + 6 * b
        assert own.to_dict()["opponent_special"] == {"A": a, "B": b, "cost": cost}
        for plan in own.plans:
            assert plan.loss == pytest.approx(own.best.ev - plan.arrangement.ev, abs=1e-12)
            assert sum(plan.gains) == pytest.approx(-plan.loss, abs=1e-9)
            assert (plan.stderr, plan.is_close) == (0.0, False)
            assert plan.loss >= 0
        changed += own.best.strengths != plain.best.strengths
    assert changed > 0


def test_sampled_plans_have_errors_and_differ_by_what_the_gains_say() -> None:
    for hand in [PAIRS, *normal_hands(4, 7)]:
        found = hint(hand, samples=6_000, seed=8, plans=20)
        assert found.best.stderr > 0
        assert found == hint(hand, samples=6_000, seed=8, plans=20)
        assert found.best != hint(hand, samples=6_000, seed=9).best
        for plan in found.plans:
            assert plan.arrangement.measure == "sample"
            assert plan.arrangement.special_shares == found.best.special_shares
            assert plan.loss == pytest.approx(found.best.ev - plan.arrangement.ev, abs=1e-12)
            assert sum(plan.gains) == pytest.approx(-plan.loss, abs=1e-9)
            assert plan.is_close == (plan.stderr > 0 and abs(plan.loss) <= 2 * plan.stderr)
            # Score differences of an opponent lie within 6 points.
            assert plan.stderr < 6 / (2 * 1_024) ** 0.5
            shown = plan.to_dict()
            assert (shown["loss_stderr"], shown["is_close"]) == (plan.stderr, plan.is_close)
            assert f"{plan.loss:.4f} ± {plan.stderr:.4f} points worse" in str(plan)
        assert [p.loss for p in found.plans] == sorted(p.loss for p in found.plans)


def test_two_nearly_equal_plans_are_too_close_to_call_under_few_samples() -> None:
    """Nines and fives over jacks and deuces, or nines and deuces over jacks and fives."""
    few = hint(PAIRS, samples=3_072, seed=0)
    assert few.plans[0].is_close
    nearest = few.plans[0]
    assert f"({nearest.name}) is too close to call: " in few.why
    assert f"it differs by {nearest.loss:.4f} ± {nearest.stderr:.4f} points." in few.why
    far = next(plan for plan in few.plans if plan.loss > 0.1)
    assert not far.is_close
    assert far.loss > 5 * far.stderr
    assert "too close" not in reason(few.best, [far])
    assert "too close" not in hint(PAIRS).why


@pytest.mark.parametrize(
    ("loss", "stderr", "close"),
    [
        (0.2, 0.1, True),
        (-0.2, 0.1, True),
        (0.21, 0.1, False),
        (-0.21, 0.1, False),
        (0.0, 0.1, True),
        (0.0, 0.0, False),
    ],
)
def test_close_is_within_two_standard_errors(loss: float, stderr: float, *, close: bool) -> None:
    best = best_arrangement(PAIRS)
    plan = Plan(best, loss, (0.0, -loss, 0.0), stderr)
    assert plan.is_close is close
    why = reason(best, [plan])
    assert ("too close to call" in why) is close
    better = f"did better against the opponents dealt to value them, by {-loss:.4f} ± {stderr:.4f}"
    assert (better in why) is (loss < 0 and not close)


def test_a_sampled_special_hand_has_the_error_of_its_declaration() -> None:
    """It takes 6 points from every normal opponent: the error is that of a share."""
    found = hint(SPECIAL, samples=30_000, seed=1)
    assert (found.plans, found.best.measure) == ((), "sample")
    share = 1 - sum(found.best.special_shares)
    assert found.best.ev == pytest.approx(6 * share, abs=1e-12)
    opponents = 10 * 3_072
    expected = 6 * (share * (1 - share) / opponents) ** 0.5
    # Opponents of one deal depend on one another a little.
    assert found.best.stderr == pytest.approx(expected, rel=0.1)
    assert f"({100 * share:.1f}% of them)" in found.why


@pytest.mark.parametrize("samples", [-1, 10**8 + 1, 1.5, "3", True])
def test_a_wrong_number_of_samples_is_refused(samples: object) -> None:
    with pytest.raises(RuleError, match=f"samples is a whole number from .*, not {samples!r}"):
        hint(PAIRS, samples=samples)  # type: ignore[arg-type]
