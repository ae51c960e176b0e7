"""The exact solution: counts and mixes found elsewhere, the slow oracle, files, refusals."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pysolver import native
from pysolver.errors import DataError, RuleError, SolverError
from pysolver.scientific_war import Position, Rules, Solution, State, layers, solve, solver
from pysolver.scientific_war.state import core_table
from tests.oracles import scientific_war as referee

if TYPE_CHECKING:
    from pathlib import Path


@cache
def solved(deck: str, **options: Any) -> Solution:
    return solve(Rules.of_deck(deck, **options))


def root(solution: Solution) -> Position:
    return solution.position(State.initial(solution.rules))


def state_of(game: referee.Game, rules: Rules, tricks: int) -> State:
    """The referee's table as a state after so many tricks."""
    disputed = len(game.pot) // 2
    return State(
        rules,
        tuple(map("".join, game.hands)),
        tuple(map("".join, game.piles)),
        "".join(game.pot),
        game.reverse,
        game.peeker,
        tuple(player for player in range(2) if game.may_swap[player]),
        tricks=max(tricks, disputed),
        disputed=disputed,
    )


def positions_of_play(solution: Solution, games: int, seed: int) -> list[Position]:
    """All positions of random games."""
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        state = State.initial(solution.rules)
        while not state.over:
            found.append(solution.position(state))
            state = state.play([dice.choice(state.legal(player)) for player in range(2)])
    return found


# --- against figures of an independent implementation


@pytest.mark.parametrize(
    ("deck", "powers", "states"),
    [
        ("TKA", False, 102),
        ("9TKA", False, 1_883),
        ("79TKA", False, 24_596),
        ("579TKA", False, 309_301),
        ("8JQ", True, 918),
        ("8JQA", True, 24_904),
        ("8JQKA", True, 427_155),
        ("JQAX", True, 4_514),
    ],
)
def test_reachable_states(deck: str, powers: bool, states: int) -> None:
    graph = solver.build_graph(Rules.of_deck(deck, powers=powers))
    assert graph.unfolded == states
    assert graph.expanded == graph.states


def test_states_counted_once() -> None:
    assert solver.build_graph(Rules.of_deck("8JQKA")).states == 213_764
    assert solver.build_graph(Rules.of_deck("8JQAX")).states == 255_026


@pytest.mark.parametrize(
    ("deck", "powers", "mix"),
    [
        ("TKA", False, {"T": 0.225, "K": 0.590, "A": 0.185}),
        ("8JQ", True, {"8": 1 / 3, "J": 1 / 3, "Q": 1 / 3}),
        ("JQKA", True, {"J": 1.0}),
        ("8JQKA", True, {"8": 0.140, "J": 0.363, "Q": 0.040, "K": 0.214, "A": 0.244}),
        ("8JQAX", True, {"8": 0.116, "J": 0.581, "Q": 0.302}),
        ("38JQKA", True, {"3": 0.201, "J": 0.250, "A": 0.550}),
    ],
)
def test_first_card(deck: str, powers: bool, mix: dict[str, float]) -> None:
    found = root(solved(deck, powers=powers))
    assert found.value == 0.0
    assert found.gap <= 1e-6
    for player in range(2):
        for card, share in found.mix(player).items():
            assert share == pytest.approx(mix.get(card, 0.0), abs=6e-4)


def test_all_that_the_referee_reaches() -> None:
    """The same states, not only as many: each of the referee's has a number, and each number one."""
    rules = Rules.of_deck("8JQ")
    graph = solver.build_graph(rules)
    numbers = set()
    for game in referee.reachable(referee.Options(ranks="8JQ", jokers=0)).values():
        if not game.over():
            state = state_of(game, rules, 20)
            found = graph.find(core_table(state))
            assert found is not None
            numbers.add(found[0])
    assert numbers == set(range(graph.states))


# --- against the slow oracle, with GLOP for matrix games


@pytest.mark.parametrize(
    ("deck", "options", "tricks"),
    [
        ("8JQ", {}, 12),
        ("8JQ", {"reversal": "next"}, 8),
        ("TKA", {"powers": False}, 20),
        ("38J", {}, 8),
        ("JQX", {}, 10),
        ("8QX", {}, 8),
    ],
    ids=str,
)
def test_every_value_of_small_decks(deck: str, options: dict[str, Any], tricks: int) -> None:
    rules = Rules.of_deck(deck, trick_limit=tricks, **options)
    solution = solve(rules)
    told = referee.Options(2, rules.ranks, rules.jokers, None, rules.reversal, rules.powers)
    states = referee.reachable(told)
    compared = 0
    for to_go, values in enumerate(referee.layers_of_values(states, tricks)):
        for key, game in states.items():
            played = tricks - to_go
            if game.over() or to_go == 0 or len(game.pot) // 2 > played:
                continue
            try:
                found = solution.value(state_of(game, rules, played))
            except RuleError:
                continue  # not after so few tricks
            assert found == pytest.approx(values[key], abs=1e-7)
            compared += 1
    assert compared > 300
    assert solution.value(State.initial(rules)) == 0.0


def test_tricks_to_go_by_hand() -> None:
    """With one trick an ace beats a king and wins; with two the king's loser has an ace left.

    Then he takes one of the other's kings back, and each has two cards. Had the limit meant a trick
    more or less, the first or the second of these would not hold.
    """
    one = root(solve(Rules.of_deck("KA", trick_limit=1)))
    assert one.payoffs == ((0.0, -1.0), (1.0, 0.0))
    assert one.mix(0) == {"K": 0.0, "A": 1.0}
    two = root(solve(Rules.of_deck("KA", trick_limit=2)))
    assert two.payoffs == ((0.0, 0.0), (0.0, 0.0))


@pytest.mark.parametrize("deck", ["8JQKA", "8JQAX"])
def test_positions_of_larger_decks(deck: str) -> None:
    """What follows a position is worth what its payoffs say, and nobody gains by leaving a mix."""
    solution = solved(deck)
    dice = random.Random(deck)
    mixed = 0
    for found in positions_of_play(solution, 40, 5):
        state = found.state
        choices = [dice.choice(found.choices[player]) for player in range(2)]
        row, column = (found.choices[player].index(choices[player]) for player in range(2))
        after = state.play(choices)
        assert found.payoffs[row][column] == pytest.approx(solution.value(after), abs=1e-8)
        assert found.choices == (state.legal(0), state.legal(1))
        assert sum(found.mixes[0]) == pytest.approx(1)
        assert sum(found.mixes[1]) == pytest.approx(1)
        if state.peeker is None:
            against_row = [
                sum(p * share for p, share in zip(line, found.mixes[0], strict=True))
                for line in zip(*found.payoffs, strict=True)
            ]
            against_column = [
                sum(p * share for p, share in zip(line, found.mixes[1], strict=True))
                for line in found.payoffs
            ]
            assert max(against_column) - min(against_row) <= 1e-6
            assert min(against_row) - 1e-6 <= found.value <= max(against_column) + 1e-6
            mixed += max(found.mixes[0]) < 0.99
        else:
            rows = [list(line) for line in found.payoffs]
            columns = list(zip(*rows, strict=True))
            worth = min(map(max, columns)) if state.peeker == 0 else max(map(min, rows))
            assert found.value == pytest.approx(worth, abs=1e-8)
    assert mixed > 50


def test_matrix_games_of_play_like_glop() -> None:
    solution = solved("8JQKA")
    compared = 0
    for found in positions_of_play(solution, 20, 9):
        if found.state.peeker is None and max(found.mixes[0]) < 1.0:
            assert referee.game_value(found.payoffs) == pytest.approx(found.value, abs=1e-6)
            compared += 1
    assert compared > 30


def test_places_changed() -> None:
    solution = solved("8JQA")
    for found in positions_of_play(solution, 30, 2):
        state = found.state
        peeker = None if state.peeker is None else 1 - state.peeker
        mirrored = replace(
            state,
            hands=state.hands[::-1],
            piles=state.piles[::-1],
            peeker=peeker,
            may_swap=tuple(1 - player for player in state.may_swap),
            threes=(),
        )
        assert solution.value(mirrored) == -found.value


def test_the_reply_of_a_peeker() -> None:
    solution = solved("8JQKA")
    state = State.initial(solution.rules).play(["Q", "K"])
    assert state.peeker == 0
    found = solution.position(state)
    for place, choice in enumerate(found.choices[1]):
        reply = solution.mix(state, 0, seen=choice)
        best = [name for name, share in reply.items() if share == 1.0]
        column = [row[place] for row in found.payoffs]
        assert sum(reply.values()) == 1.0
        assert column[list(reply).index(best[0])] == max(column)
    with pytest.raises(RuleError, match="player 1 does not peek"):
        solution.mix(state, 1, seen="8")
    with pytest.raises(RuleError, match="player 1 has no choice K, but 8, J, Q, A"):
        solution.mix(state, 0, seen="K")


# --- layers, threads, files


@pytest.mark.parametrize("deck", ["8JQA", "8JQKA"])
def test_supports_of_the_layer_below_change_nothing(deck: str) -> None:
    """Each layer made from the one below by the simplex method alone, nothing remembered."""
    solution = solved(deck)
    graph = solution._graph
    for to_go in (2, 3, 9, 24, 37, 44):
        layer = kept(solution)[to_go]
        below = kept(solution)[to_go - 1]
        fresh = layers.sweep(
            graph, (below, below), graph.within(50 - to_go), layers.new_supports(graph)
        )
        difference = np.frombuffer(layer, np.int32).astype(int) - np.frombuffer(fresh, np.int32)
        assert np.abs(difference).max() <= 1


def test_layers_that_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.of_deck("8JQA", trick_limit=23)
    whole = solve(rules)
    monkeypatch.setattr(layers, "KEEP_ALL", 0)
    monkeypatch.setattr(layers, "SHORT", 1 << 60)
    sparse = solve(rules)
    assert set(kept(sparse)) == {5, 10, 15, 20, 22}
    for to_go in (22, 21, 3, 0, 14, 20, 19):
        assert bytes(sparse._layers.at(to_go)) == bytes(whole._layers.at(to_go))  # type: ignore[union-attr]


def kept(solution: Solution) -> dict[int, Any]:
    held: dict[int, Any] = solution._layers.kept  # type: ignore[union-attr]
    return held


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "CHUNK", 1000)
    rules = Rules.of_deck("8JQA")
    one, three = solve(rules), solve(rules, threads=3)
    for to_go, layer in kept(one).items():
        assert layer == kept(three)[to_go]


@pytest.mark.parametrize("limit", [1, 2, 7, None])
def test_saved_and_opened(tmp_path: Path, limit: int | None) -> None:
    solution = solve(Rules.of_deck("8JQ", trick_limit=limit))
    solution.save(tmp_path / "solution")
    again = Solution.open(tmp_path / "solution")
    assert [path.name for path in tmp_path.iterdir()] == ["solution"]
    assert root(again) == root(solution)
    for name in ("states", "folded", "pairs", "depth", "updates", "seconds", "rules"):
        assert getattr(again, name) == getattr(solution, name)
    assert again.to_dict()["root"] == solution.to_dict()["root"]
    if limit == 7:
        dice = random.Random(1)
        state = State.initial(solution.rules)
        while not state.over:
            assert again.position(state) == solution.position(state)
            state = state.play([dice.choice(state.legal(player)) for player in range(2)])


def test_opened_without_all_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "KEEP_ALL", 0)
    monkeypatch.setattr(layers, "SHORT", 1 << 60)
    solution = solve(Rules.of_deck("8JQA", trick_limit=12))
    solution.save(tmp_path / "solution")
    again = Solution.open(tmp_path / "solution")
    for found in positions_of_play(solution, 3, 1):
        assert again.position(found.state) == found


def test_damage_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "solution"
    solve(Rules.of_deck("8JQ", trick_limit=3)).save(path)
    content = path.read_bytes()
    dice = random.Random(3)
    places = [0, len(content) - 1, content.index(b"\n"), *dice.choices(range(len(content)), k=60)]
    for place in places:
        path.write_bytes(
            content[:place]
            + bytes([content[place] ^ 1 << dice.randrange(8)])
            + content[place + 1 :]
        )
        with pytest.raises(DataError):
            Solution.open(path)
    for shorter in (b"", b"{}\n", content[:-1], content[:100], content + b"0"):
        path.write_bytes(shorter)
        with pytest.raises(DataError):
            Solution.open(path)
    with pytest.raises(OSError, match="No such file"):
        Solution.open(tmp_path / "none")


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_file: int) -> None:
        raise KeyboardInterrupt

    solution = solve(Rules.of_deck("8JQ", trick_limit=3))
    monkeypatch.setattr("os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solution.save(tmp_path / "solution")
    assert not list(tmp_path.iterdir())


# --- the endless game


def test_endless_bounds_like_the_oracle() -> None:
    rules = Rules.of_deck("8JQ", trick_limit=None)
    states = referee.reachable(referee.Options(ranks="8JQ", jokers=0, trick_limit=None))
    for sweeps in (1, 3):
        solution = solve(rules, sweeps=sweeps)
        ends = []
        for worth in (-1.0, 1.0):
            *_, values = referee.layers_of_values(states, sweeps + 1, lambda _g, w=worth: w)  # type: ignore[misc]
            ends.append(values)
        for key, game in states.items():
            if not game.over():
                low, high = solution.interval(state_of(game, rules, 5))
                assert low == pytest.approx(ends[0][key], abs=1e-7)
                assert high == pytest.approx(ends[1][key], abs=1e-7)


def test_endless_intervals_narrow() -> None:
    rules = Rules.of_deck("8JQA", trick_limit=None)
    wide, narrow = solve(rules, sweeps=20), solve(rules, sweeps=80)
    dice = random.Random(1)
    state, seen = State.initial(rules), 0
    while not state.over and state.tricks < 60:
        (low, high), (low_after, high_after) = wide.interval(state), narrow.interval(state)
        assert low - 1e-12 <= low_after <= high_after + 1e-12
        assert high_after <= high + 1e-12
        seen += high_after - low_after < high - low
        state = state.play([dice.choice(state.legal(player)) for player in range(2)])
    assert seen
    with pytest.raises(RuleError, match=r"without a trick_limit the value lies between -0\.0"):
        wide.value(State.initial(rules))
    low, high = wide.interval(State.initial(rules))
    assert low == pytest.approx(-high)
    assert low < 0


@pytest.mark.parametrize("deck", ["TKA", "9TJK"])
def test_endless_bounds_are_rounded_outwards(deck: str) -> None:
    """The root is worth 0: no rounding error may push a bound past it, or join the two."""
    solution = solve(Rules.of_deck(deck, trick_limit=None))
    low, high = solution.interval(State.initial(solution.rules))
    assert -1e-7 < low < 0.0 < high < 1e-7


def test_endless_and_known() -> None:
    solution = solve(Rules.of_deck("JQKA", trick_limit=None))
    assert solution.value(State.initial(solution.rules)) == 0.0
    assert solution.to_dict()["sweeps"] == 26


# --- what is refused


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        (Rules(players=3), {}, "only the game for two players is solved, not for 3"),
        (Rules(), {}, "the deck 23456789TJQKAX is too large to be solved: about"),
        (Rules.of_deck("2358JQKA"), {"memory": 1 << 50}, "and 7 cards at most"),
        (Rules.of_deck("38JQKA"), {"memory": 1 << 20}, "38JQKA is too large to be solved: about"),
        (Rules.of_deck("8JQKA"), {"memory": 1 << 20}, "8JQKA has more than .* states, which take"),
        (Rules.of_deck("8JQ"), {"memory": 0}, "memory is a whole number from 1"),
        (Rules.of_deck("8JQ"), {"threads": 0}, "threads is a whole number from 1 to 256, not 0"),
        (Rules.of_deck("8JQ"), {"sweeps": -1}, "sweeps is a whole number from 1"),
    ],
)
def test_refused(rules: Rules, options: dict[str, int], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        solve(rules, **options)


def test_guesses_are_of_the_right_size() -> None:
    from pysolver.scientific_war.extent import guess_extent

    for deck, powers, states in (
        ("38JQKA", True, 6_458_442),
        ("238JQKA", True, 79_000_000),
        ("579TKA", False, 309_301),
        ("8JQKA", True, 427_155),
    ):
        extent = guess_extent(Rules.of_deck(deck, powers=powers), 50)
        assert states / 2 <= extent.states <= 2 * states


def test_positions_that_do_not_belong() -> None:
    solution = solved("8JQ")
    with pytest.raises(RuleError, match="the position is of Rules"):
        solution.value(State.initial(Rules.of_deck("8JQ", trick_limit=40)))
    over = State(solution.rules, ("88JJQQ", ""), ("", ""), tricks=9)
    assert solution.value(over) == 1.0
    with pytest.raises(RuleError, match="the game is over after 9 tricks"):
        solution.position(over)
    odd = State(solution.rules, ("8", "8JJQQ"), ("", ""), tricks=1)
    with pytest.raises(RuleError, match="this position cannot come up after 1 trick with"):
        solution.value(odd)
    with pytest.raises(TypeError, match="a position is a State"):
        solution.position("8JQ")  # type: ignore[arg-type]


def test_the_core_refuses_short_buffers() -> None:
    graph = solver.build_graph(Rules.of_deck("8JQ"))
    layer = layers.new_layer(graph.states)
    graph.first_layer(native.scientific_graph.BY_COUNT, graph.states, layer)
    short, supports = layers.new_layer(100), layers.new_supports(graph)
    for plus, target, states, bits in (
        (short, layer, graph.states, supports),
        (layer, short, graph.states, supports),
        (layer, layer, graph.states + 1, supports),
        (layer, layer, graph.states, bytearray(8)),
    ):
        with pytest.raises((RuleError, SolverError)):
            graph.sweep(plus, plus, target, 0, states, bits)
    with pytest.raises(RuleError):
        graph.first_layer(native.scientific_graph.BY_COUNT, graph.states, short)
    unfinished = native.scientific_graph.Graph(Rules.of_deck("8JQ").core(), 1000)
    with pytest.raises(SolverError):
        unfinished.sweep(layer, layer, layer, 0, 1, supports)
