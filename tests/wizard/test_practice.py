"""Practice: the lessons of whole games against the same games replayed card by card."""

from __future__ import annotations

import copy
import itertools
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
    kinds: Sequence[str],
    seed: int,
    game: int,
    *,
    share: float,
    explore: float,
    path: int = 0,
    hook: bool = False,
    **changes: Any,
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], tuple[int, ...]]:
    """Lessons, rows of bids and points of one game; ``changes`` of the settings."""
    settings = {"deals": 4, "candidates": 1, **NOTHING_IS_EVIDENCE, **changes}
    lessons = np.zeros((20_000, native.wizard.LESSON), np.float32)
    bids = np.zeros((200, native.wizard.BID_ROW), np.float32)
    match = native.wizard.Match(
        kinds,
        knowledge(len(kinds)).model(),
        native.wizard.Settings(**settings),
        seed,
        hook=hook,
        practice=share,
        explore=explore,
        lessons=lessons,
        bids=bids,
    )
    points, _ = match.play(game, path=path)
    return lessons[: match.lesson_count], bids[: match.bid_count], points


class Replay:
    """The rounds of a game in which every player follows its style."""

    def __init__(
        self, kinds: Sequence[str], seed: int, game: int, own: int = native.wizard.LEARNED
    ) -> None:
        self.players, self.kinds, self.seed, self.number = len(kinds), kinds, seed, game
        self.styles = {**STYLES, "search": own}
        self.model = knowledge(self.players).model()
        self.points = [0] * self.players

    def outcomes(self) -> Iterator[list[tuple[float, ...]]]:
        """Of every choice of a player who practises: by card the points and what describes it."""
        for size in range(1, 60 // self.players + 1):
            yield from self._round(size)

    def _round(self, size: int) -> Iterator[list[tuple[float, ...]]]:
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
            kind = self.kinds[self.who[seat]]  # (who practises bids as learned)
            style = STYLES[kind]
            self.bids.append(native.wizard.style_bid(self._view(seat, []), style, self.model))
        game = referee.OracleRound([list(hand) for hand in hands], self.trump)
        plays: list[int] = []
        while game.turn is not None:
            player = game.turn
            choices = referee.legal(game.hands[player], game.trick)
            if self.kinds[self.who[player]] == "search":
                distinct = self._distinct(game, plays, choices)
                if len(distinct) > 1:
                    rows = native.wizard.card_values(self._view(player, plays), self.model)
                    assert {row[0] for row in rows} == set(distinct)
                    yield [
                        (self._play_out(game, plays, int(card))[player], *described)
                        for card, _, *described in rows
                    ]
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
        style = self.styles[self.kinds[self.who[seat]]]
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
    ("kinds", "game", "own"),
    [
        (["search", "cautious", "learned", "bold", "search", "learned"], 3, "learned"),
        (["search", "search", "learned", "cautious", "bold"], 0, "learned"),
        (["search", "bold", "search", "learned", "cautious"], 1, "cautious"),
    ],
)
def test_lessons_are_what_comes_of_each_card(kinds: list[str], game: int, own: str) -> None:
    """Every choice between cards that differ is a lesson, with the points that each brings."""
    lessons, bids, points = practice(
        kinds, 5, game, share=NO_BIDS_SEARCHED, explore=0, own_style=STYLES[own]
    )
    assert len(bids) == 0
    first = np.flatnonzero(lessons[:, 0] == 0)
    taught = [[tuple(row) for row in rows[:, 1:].tolist()] for rows in np.split(lessons, first[1:])]
    replay = Replay(kinds, 5, game, STYLES[own])
    assert list(replay.outcomes()) == taught
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


def first_bids(lessons: np.ndarray[Any, Any], players: int, game: int) -> dict[int, int]:
    """What player 0, who alone practises, bid in each round, as its first decision of it shows.

    Rounds in which the first card leaves no decision are left out: the first decisions of rounds of
    n - 1, n and n + 1 cards come with so many cards, and with as many seats behind as player 0 has.
    """
    state = lessons[lessons[:, 0] == 0, 2:]
    left = np.rint(state[:, 9] * 10).astype(int)
    starts = [i for i in range(len(left)) if i == 0 or left[i] > left[i - 1]]
    found = {}
    for before, start, after in zip(starts, starts[1:], starts[2:], strict=False):
        size = int(left[start])
        behind = players - 1 - -(size + game) % players
        if (left[before], left[after]) == (size - 1, size + 1) and state[start, 13] * 4 == behind:
            found[size] = round(float(state[start, 7] * 4))
    return {size: bid for size, bid in found.items() if size >= 4 and bid < 8}


@pytest.mark.parametrize("hook", [False, True])
def test_a_share_of_the_bids_is_moved_by_one(hook: bool) -> None:
    """Half of these up and half down, as far as there is a bid there and the hook allows it."""
    kinds, model = ["search", "learned", "learned", "learned"], knowledge(4).model()
    explore, asked, moved = 0.4, 0, {-1: 0, 1: 0}
    for game in range(40):
        lessons, _, _ = practice(
            kinds, 13, game, share=NO_BIDS_SEARCHED, explore=explore, hook=hook
        )
        for size, bid in first_bids(lessons, 4, game).items():
            hands, turned = native.wizard.deal(4, size, 13, game * 32 + size)
            if turned is None or referee.is_wizard(turned):
                continue
            trump = referee.suit_of(turned)
            own = -(size + game) % 4  # where player 0 sits
            bids: list[int] = []
            for seat in range(own + 1):
                view = native.wizard.View(
                    4,
                    hands[seat],
                    seat=seat,
                    turned=turned,
                    trump=-1 if trump is None else trump,
                    bids=bids,
                    hook=hook,
                )
                bids.append(native.wizard.style_bid(view, native.wizard.LEARNED, model))
            shift = bid - bids[own]
            assert shift in (-1, 0, 1)
            assert not (hook and own == 3 and sum(bids) + shift == size)
            if bids[own] > 0 and not (hook and own == 3):
                asked += 1
                if shift:
                    moved[shift] += 1
    assert asked > 150
    spread = 4 * (asked * 0.2 * 0.8) ** 0.5
    assert abs(moved[-1] - asked * explore / 2) < spread
    assert abs(moved[1] - asked * explore / 2) < spread


@pytest.mark.parametrize(("kind", "unit"), [(18, 2), (19, 2)], ids=["wizards", "jesters"])
def test_cards_are_explored_at_random(kind: int, unit: int) -> None:
    """With nothing but exploring, whoever leads plays a kind of card as often as it holds one."""

    def led(explore: float) -> float:
        """In standard errors beyond what is due."""
        excess, variance = 0.0, 0.0
        for game in range(60):
            lessons, _, _ = practice(
                ["search", *["random"] * 3], 17, game, share=NO_BIDS_SEARCHED, explore=explore
            )
            state = lessons[lessons[:, 0] == 0, 2:]
            for now, then in itertools.pairwise(state):
                left, held = now[9] * 10, now[kind] * unit
                if now[11] == 1 and left >= 5 and round(left - then[9] * 10) == 1:
                    excess += round(held - then[kind] * unit) - held / left
                    variance += held / left * (1 - held / left)
        return float(excess / variance**0.5)

    assert abs(led(1.0)) < 4
    assert abs(led(0.0)) > 5  # (the policy prefers or shuns it)


def test_rows_of_bids_hold_the_hand_and_the_values() -> None:
    """Of every bid searched for: the hand, the bid made, the points of those not dropped."""
    seed, players, dropped = 19, 5, 0
    _, bids, _ = practice(["search"] * players, seed, 2, share=1, explore=0, deals=40)
    rows = iter(bids)
    for size in range(1, 60 // players + 1):
        hands, turned = native.wizard.deal(players, size, seed, 2 * 32 + size)
        suits = [referee.suit_of(card) for card in hands[-1]]
        trump = None if turned is None else referee.suit_of(turned)
        if turned is not None and referee.is_wizard(turned):
            trump = max(range(4), key=suits.count)
        for hand in hands:
            row = next(rows)
            assert row[0] == size
            assert row[1] == (trump is None)
            places = np.flatnonzero(row[3:63])
            assert len(places) == size
            assert (places < 4).sum() == sum(card >= 56 for card in hand)
            assert (places >= 56).sum() == sum(52 <= card < 56 for card in hand)
            if trump is not None:
                held = sum(referee.suit_of(card) == trump for card in hand)
                assert ((places >= 43) & (places < 56)).sum() == held
            values = row[63 + 8 :][: size + 1]
            assert row[2] in range(size + 1)
            assert values[int(row[2])] > -300
            assert all(value == -1000 or -220 <= value <= 220 for value in values)
            dropped += (values == -1000).sum()
    assert next(rows, None) is None
    assert dropped > 50


def test_bids_have_deals_of_their_own() -> None:
    """The stated chances of bids are shares of so many deals, those of cards of others."""
    samples = np.zeros((1000, native.wizard.SAMPLE), np.float32)
    match = native.wizard.Match(
        ["search", "cautious", "cautious"],
        knowledge(3).model(),
        native.wizard.Settings(deals=5, bid_deals=7, candidates=1, **NOTHING_IS_EVIDENCE),
        3,
        samples=samples,
    )
    match.play(0)
    rows = samples[: match.sample_count]
    for of, deals in ((rows[:, 2] > rows[:, 4], 7), (rows[:, 2] <= rows[:, 4], 5)):
        shares = rows[of, 0] * deals
        assert np.allclose(shares, np.rint(shares), atol=1e-4)
        assert len(set(np.rint(shares).tolist())) >= 4
