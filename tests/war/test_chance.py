"""Deals and random pick-ups: every order equally often, and games drawn as the exact chances say."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from pysolver import native
from pysolver.war import Rules, odds, parse_piles
from pysolver.war.piles import core_setup
from tests.oracles import war as referee
from tests.war.test_rounds import options_of


def chi_square(counts: Counter[object], cells: int) -> float:
    """Pearson's statistic against equal chances, in standard deviations above its mean."""
    expected = counts.total() / cells
    statistic = sum((n - expected) ** 2 for n in counts.values()) / expected
    statistic += (cells - len(counts)) * expected
    freedom = cells - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def taken(piles: list[str], face_down: int, games: int) -> list[bytes]:
    """How the winner of the first round put the cards under, in each game."""
    rules = Rules(len(piles), face_down)
    setup = core_setup(parse_piles(piles, rules), rules, 1_000_000)
    found = []
    for number in range(games):
        turn = native.war.Game(setup, 12, number).play_round()
        assert turn is not None
        found.append(turn.picked_up)
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_order_of_an_ordinary_round_is_equally_likely(players: int) -> None:
    piles = ["2c 3c", "4c 5c", "6c 7c", "8c 9c", "Tc Jc", "Qc Kc"][:players]
    games = max(12_000, 20 * factorial(players))
    counts: Counter[object] = Counter(taken(piles, 3, games))
    assert len(counts) == factorial(players)
    assert abs(chi_square(counts, factorial(players))) < 4


@pytest.mark.parametrize(("face_down", "players"), [(1, 2), (2, 2), (3, 2), (3, 3), (3, 6)])
def test_every_card_of_a_battle_goes_everywhere(face_down: int, players: int) -> None:
    """6 to 30 cards lie on the table; each goes under in each place equally often."""
    tied = ["Ac 2c 3c 4c 5c", "Ad 6d 7d 8d 9d", "As 2s 3s 4s 6s", "Ah 6h 7h 8h Th"]
    lower = ["Kc 6c 7c 8c 9c", "Qd 2d 3d 4d 5d"]
    piles = {2: tied[:2], 3: [*tied[:2], lower[0]], 6: [*tied, *lower]}[players]
    games = 6000
    orders = taken(piles, face_down, games)
    count = len(orders[0])
    assert count == {1: 6, 2: 8, 3: {2: 10, 3: 11, 6: 22}[players]}[face_down]
    places: Counter[object] = Counter(
        (place, card) for order in orders for place, card in enumerate(order)
    )
    assert len(places) == count * count
    # A permutation has (count - 1)^2 degrees of freedom, the cells are not independent.
    expected = games / count
    statistic = sum((n - expected) ** 2 for n in places.values()) / expected
    freedom = (count - 1) ** 2
    assert abs(statistic - freedom) / (2 * freedom) ** 0.5 < 4
    pairs: Counter[object] = Counter((order[0], order[-1]) for order in orders)
    assert abs(chi_square(pairs, count * (count - 1))) < 4


def test_every_card_is_dealt_everywhere() -> None:
    rules = Rules()
    setup = core_setup(parse_piles(None, rules), rules, 1_000_000)
    games = 20_000
    places: Counter[object] = Counter()
    neighbours: Counter[object] = Counter()
    for number in range(games):
        piles, _ = native.war.Game(setup, 9, number).piles()
        dealt = b"".join(piles)
        places.update(enumerate(dealt))
        neighbours[dealt[0], dealt[1]] += 1
    assert len(places) == 51 * 52
    expected = games / 52
    statistic = sum((n - expected) ** 2 for n in places.values()) / expected
    freedom = 51 * 51
    assert abs(statistic - freedom) / (2 * freedom) ** 0.5 < 4
    assert abs(chi_square(neighbours, 52 * 51)) < 4


def test_known_cards_stay_and_unknown_ones_are_the_others() -> None:
    rules = Rules()
    setup = core_setup(parse_piles(["As ? Kd ?", "?*3 2c", "?*4"], rules), rules, 1_000_000)
    unknown: Counter[object] = Counter()
    for number in range(5000):
        (first, second, third), table = native.war.Game(setup, 1, number).piles()
        assert (first[0], first[2], second[3]) == (51, 45, 0)
        assert len({*first, *second, *third}) == 12
        assert not table
        unknown.update([first[1], first[3], *second[:3], *third])
    assert set(unknown) == set(range(52)) - {51, 45, 0}
    assert abs(chi_square(unknown, 49)) < 4


@pytest.mark.parametrize(
    ("piles", "pickups", "face_down", "short"),
    [
        (["Ac 2c", "Ad Kd"], "shuffled", 0, "last_card"),
        (["9c 2c 5d", "9d 3d 2h"], "shuffled", 1, "last_card"),
        (["9c 2c 5d", "9d 3d 2h"], ("shuffled", "high_first"), 1, "lose"),
        (["9c 2c", "9d 3d", "4h 2h"], "shuffled", 3, "last_card"),
        (["9c 2c", "9d 3d", "4h 2h"], ("low_first", "shuffled", "seat_order"), 0, "lose"),
    ],
)
def test_small_games_are_won_as_often_as_all_orders_say(
    piles: list[str], pickups: str | tuple[str, ...], face_down: int, short: str
) -> None:
    rules = Rules(len(piles), face_down, pickups, short)  # type: ignore[arg-type]
    known = parse_piles(piles, rules)
    exact = referee.win_shares(
        [[int(card) for card in pile if card is not None] for pile in known], options_of(rules), 60
    )
    found = odds(piles, rules=rules, games=40_000, seed=3)
    decided = sum(exact)
    assert decided > 0.999
    for win, stderr, share in zip(found.win, found.stderr, exact, strict=True):
        assert abs(win - share) < 4 * stderr + 0.002
