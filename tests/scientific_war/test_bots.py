"""Bots, games and tournaments."""

from __future__ import annotations

import json

import pytest

from pysolver.errors import RuleError
from pysolver.scientific_war import (
    Bot,
    Choice,
    GreedyBot,
    RandomBot,
    Rules,
    SolverBot,
    State,
    play_game,
    recommend_card,
    tournament,
)
from pysolver.scientific_war.bots import DEFAULT_LEAN
from tests.oracles import scientific_war as referee


def best_by_hand(state: State, player: int) -> Choice:
    """The greedy choice between two players by the referee: cards won, less cards lost."""
    options = referee.Options(
        ranks=state.rules.ranks, jokers=state.rules.jokers, reversal=state.rules.reversal
    )
    stake = len(state.pot) + 2

    def worth(choice: Choice) -> int:
        total = 0
        for other in state.legal(1 - player):
            cards = [choice.card, other.card]
            winner, _, _ = referee.resolve(cards, state.reversed, options)
            total += 0 if winner is None else stake if winner == 0 else -stake
        return total

    return max(state.legal(player), key=worth)


def test_greedy_is_the_best_reply_to_a_random_opponent() -> None:
    seen = 0
    for seed in range(6):
        record = play_game([RandomBot(), RandomBot()], seed=seed)
        state = State.initial(record.final.rules)
        for trick in record.tricks:
            for player in (0, 1):
                assert GreedyBot().choose(state.view(player), 0) == best_by_hand(state, player)
            if state.peeker is not None:
                me, other = state.peeker, trick[1 - state.peeker]
                assert other is not None
                view = state.view(me, choices={1 - me: other})
                reply = GreedyBot().choose(view, 0)
                after = [
                    state.play((one, other) if me == 0 else (other, one)) for one in view.legal
                ]
                leads = [table.totals[me] - table.totals[1 - me] for table in after]
                assert leads[view.legal.index(reply)] == max(leads)
                seen += 1
            state = state.play(trick)
        assert state == record.final
    assert seen > 4


def test_a_game_can_be_replayed() -> None:
    bots: list[Bot] = [SolverBot(300), GreedyBot(), RandomBot()]
    record = play_game(bots, rules=Rules(players=3, ranks="38JQKA"), seed=4)
    assert record == play_game(bots, rules=Rules(players=3, ranks="38JQKA"), seed=4)
    assert record.tricks != play_game(bots, rules=Rules(players=3, ranks="38JQKA"), seed=5).tricks
    state = State.initial(record.final.rules)
    for trick in record.tricks:
        state = state.play(trick)
    assert state == record.final
    assert state.over
    assert sum(record.score) == pytest.approx(1)
    assert record.returns == state.returns
    assert json.loads(json.dumps(record.to_dict())) == record.to_dict()
    assert str(record).splitlines()[-1].startswith("score ")


def test_a_peeker_is_asked_last_and_shown_the_card() -> None:
    shown = []

    class Watcher:
        def choose(self, view: object, seed: int) -> Choice:  # noqa: ARG002
            if view.choices is not None:  # type: ignore[attr-defined]
                shown.append(view.choices)  # type: ignore[attr-defined]
            return view.legal[0]  # type: ignore[attr-defined,no-any-return]

    record = play_game([Watcher(), RandomBot()], seed=2)
    state = State.initial(record.final.rules)
    expected = []
    for trick in record.tricks:
        if state.peeker == 0:
            expected.append((None, trick[1]))
        state = state.play(trick)
    assert shown == expected
    assert shown


def test_the_solver_leans_unless_told_not_to() -> None:
    views = [State.initial(Rules()).view(0), State.initial(Rules()).play(("A", "K")).view(1)]
    leaned = 0
    for view in views:
        for seed in range(20):
            plain = recommend_card(view, iterations=300, seed=seed).choice
            assert SolverBot(300, lean=0.0).choose(view, seed) == plain
            own = SolverBot(300).choose(view, seed)
            assert own == recommend_card(view, iterations=300, lean=DEFAULT_LEAN, seed=seed).choice
            leaned += own != plain
    assert leaned


def test_an_endless_game_is_left() -> None:
    """Both always play the same card: every trick is in dispute, but hands run out; a draw."""
    rules = Rules(ranks="23", jokers=0, trick_limit=None)
    record = play_game([GreedyBot(), GreedyBot()], rules=rules, seed=1)
    assert record.score == (0.5, 0.5)


def test_tournament_is_the_same_for_any_workers() -> None:
    bots: dict[str, Bot] = {"solver": SolverBot(50), "greedy": GreedyBot(), "random": RandomBot()}
    rules = Rules(ranks="38JQKA")
    one = tournament(bots, rules=rules, games=24, seed=3)
    assert tournament(bots, rules=rules, games=24, seed=3, jobs=2) == one
    assert [standing.games for standing in one.standings] == [48, 48, 48]
    total = sum(standing.score.value * standing.games for standing in one.standings)
    assert total == pytest.approx(3 * 24)
    for standing in one.standings:
        for other, score in standing.against.items():
            back = next(s for s in one.standings if s.name == other).against[standing.name]
            assert score.value + back.value == pytest.approx(1)
            assert score.stderr == pytest.approx(back.stderr)
    assert json.loads(json.dumps(one.to_dict())) == one.to_dict()
    assert "of 48 games" in str(one)
    assert one.standings[-1].name == "random"


def test_tournament_of_three_seats() -> None:
    bots: dict[str, Bot] = {"greedy": GreedyBot(), "random": RandomBot()}
    found = tournament(bots, rules=Rules(players=3, ranks="38JQKA"), games=30, seed=1)
    assert found.standings[0].name == "greedy"
    assert [standing.games for standing in found.standings] == [30, 30]


def test_wrong_tournaments() -> None:
    with pytest.raises(RuleError, match="two or more bots"):
        tournament({"greedy": GreedyBot()})
    with pytest.raises(RuleError, match="2 to 3 bots"):
        tournament({str(n): GreedyBot() for n in range(4)}, rules=Rules(players=3))
    with pytest.raises(RuleError, match="games"):
        tournament({"a": GreedyBot(), "b": RandomBot()}, games=1)
    with pytest.raises(TypeError, match="a bot has the method choose: 'b', 6, has not"):
        tournament({"a": GreedyBot(), "b": 6})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="rules are Rules, not 5"):
        State.initial(5)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="as many bots"):
        play_game([GreedyBot()], rules=Rules())
