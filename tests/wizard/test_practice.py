"""Practice: the lessons of whole games against the same games replayed card by card."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pysolver import native
from pysolver.wizard import knowledge
from tests.oracles import wizard as referee
from tests.wizard.test_deals import NOTHING_IS_EVIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PATHS = range(native.core.BEST_PATH + 1)
STYLES = {
    "cautious": native.wizard.CAUTIOUS,
    "bold": native.wizard.BOLD,
    "learned": native.wizard.LEARNED,
    "search": native.wizard.LEARNED,
}
NO_BIDS_SEARCHED = 1e-30


def practice(
    kinds: Sequence[str], seed: int, game: int, *, share: float, explore: float, path: int = 0
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], tuple[int, ...]]:
    """Lessons, rows of bids and points of one game."""
    lessons = np.zeros((20_000, native.wizard.LESSON), np.float32)
    bids = np.zeros((200, native.wizard.BID_ROW), np.float32)
    match = native.wizard.Match(
        kinds,
        knowledge(len(kinds)).model(),
        native.wizard.Settings(deals=4, candidates=1, **NOTHING_IS_EVIDENCE),
        seed,
        practice=share,
        explore=explore,
        lessons=lessons,
        bids=bids,
    )
    points, _ = match.play(game, path=path)
    return lessons[: match.lesson_count], bids[: match.bid_count], points


class Replay:
    """The rounds of a game in which every player follows its style."""

    def __init__(self, kinds: Sequence[str], seed: int, game: int) -> None:
        self.players, self.kinds, self.seed, self.number = len(kinds), kinds, seed, game
        self.model = knowledge(self.players).model()
        self.points = [0] * self.players

    def outcomes(self) -> Iterator[list[int]]:
        """Of every choice of a player who practises: the points of its round by card."""
        for size in range(1, 60 // self.players + 1):
            yield from self._round(size)

    def _round(self, size: int) -> Iterator[list[int]]:
        hands, self.turned = native.wizard.deal(
            self.players, size, self.seed, self.number * 32 + size
        )
        self.hands = hands
        self.who = [(seat + size + self.number) % self.players for seat in range(self.players)]
        self.trump = None if self.turned is None else referee.suit_of(self.turned)
        if self.turned is not None and referee.is_wizard(self.turned):
            suits = [referee.suit_of(card) for card in hands[-1]]
            self.trump = max(range(4), key=suits.count)  # the first of the longest
        self.bids: list[int] = []
        for seat in range(self.players):
            style = STYLES[self.kinds[self.who[seat]]]
            self.bids.append(native.wizard.style_bid(self._view(seat, []), style, self.model))
        game = referee.OracleRound([list(hand) for hand in hands], self.trump)
        plays: list[int] = []
        while game.turn is not None:
            player = game.turn
            choices = referee.legal(game.hands[player], game.trick)
            if self.kinds[self.who[player]] == "search":
                distinct = self._distinct(game, plays, choices)
                if len(distinct) > 1:
                    yield [self._play_out(game, plays, card)[player] for card in distinct]
            plays.append(self._card(game, plays))
            game.play(plays[-1])
        for seat in range(self.players):
            self.points[self.who[seat]] += referee.score(self.bids[seat], game.tricks[seat])

    def _distinct(
        self, game: referee.OracleRound, plays: list[int], choices: list[int]
    ) -> list[int]:
        """One of the cards that nothing still out, and not the best card of the trick, parts."""
        seat = game.turn
        assert seat is not None
        own = game.hands[seat]
        between = [card for card in range(52) if card not in {*own, *plays, self.turned}]
        if game.trick:
            between.append(game.trick[referee.winner(game.trick, self.trump)])
        found: dict[object, int] = {}
        for card in sorted(choices):
            suit = referee.suit_of(card)
            if suit is None:
                found.setdefault(referee.is_wizard(card), card)
            else:
                parted = sum(referee.suit_of(other) == suit and other < card for other in between)
                found.setdefault((suit, parted), card)
        return list(found.values())

    def _view(self, seat: int, plays: list[int]) -> native.wizard.View:
        return native.wizard.View(
            self.players,
            self.hands[seat],
            seat=seat,
            turned=self.turned,
            trump=-1 if self.trump is None else self.trump,
            bids=self.bids,
            plays=bytes(plays),
        )

    def _card(self, game: referee.OracleRound, plays: list[int]) -> int:
        seat = game.turn
        assert seat is not None
        choices = referee.legal(game.hands[seat], game.trick)
        if len(choices) == 1:
            return choices[0]
        style = STYLES[self.kinds[self.who[seat]]]
        return native.wizard.style_card(self._view(seat, plays), style, self.model)

    def _play_out(self, game: referee.OracleRound, plays: list[int], card: int) -> list[int]:
        game, plays = copy.deepcopy(game), [*plays, card]
        game.play(card)
        while game.turn is not None:
            plays.append(self._card(game, plays))
            game.play(plays[-1])
        return [
            referee.score(bid, tricks) for bid, tricks in zip(self.bids, game.tricks, strict=True)
        ]


@pytest.mark.parametrize(
    ("kinds", "game"),
    [
        (["search", "cautious", "learned", "bold", "search", "learned"], 3),
        (["search", "search", "learned", "cautious", "bold"], 0),
    ],
)
def test_lessons_are_what_comes_of_each_card(kinds: list[str], game: int) -> None:
    """Every choice between cards that differ is a lesson, with the points that each brings."""
    lessons, bids, points = practice(kinds, 5, game, share=NO_BIDS_SEARCHED, explore=0)
    assert len(bids) == 0
    first = np.flatnonzero(lessons[:, 0] == 0)
    taught = [sorted(rows[:, 1].tolist()) for rows in np.split(lessons, first[1:])]
    replay = Replay(kinds, 5, game)
    assert [sorted(outcome) for outcome in replay.outcomes()] == taught
    assert len(taught) > 50
    assert tuple(replay.points) == points


@pytest.mark.parametrize("path", PATHS)
def test_a_share_of_the_bids_is_searched(path: int) -> None:
    kinds = ["search"] * 3
    found = [practice(kinds, 7, game, share=0.25, explore=0.1, path=path) for game in range(5)]
    rows = sum(len(bids) for _, bids, _ in found)
    asked = 5 * 3 * 20
    spread = 4 * (asked * 0.25 * 0.75) ** 0.5
    assert abs(rows - asked / 4) < spread
    again = [practice(kinds, 7, game, share=0.25, explore=0.1) for game in range(5)]
    for (lessons, bids, points), (others, other_bids, other_points) in zip(
        found, again, strict=True
    ):
        assert np.array_equal(lessons, others)
        assert np.array_equal(bids, other_bids)
        assert points == other_points


def test_exploring_leaves_the_policy_at_times() -> None:
    kinds = ["search", "learned", "learned", "learned"]
    plain = practice(kinds, 11, 0, share=NO_BIDS_SEARCHED, explore=0)
    tried = practice(kinds, 11, 0, share=NO_BIDS_SEARCHED, explore=0.3)
    assert plain[2] != tried[2]
    assert plain[0].shape != tried[0].shape or (plain[0] != tried[0]).any()
