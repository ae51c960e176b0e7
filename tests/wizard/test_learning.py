"""What was learned: the network against plain arithmetic, training, the files that ship."""

from __future__ import annotations

import random
import re
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pysolver import DataError, RuleError, native
from pysolver.storage import checksum
from pysolver.wizard import Knowledge, knowledge, train
from pysolver.wizard.fitting import fit_bids, fit_network
from tests.oracles import wizard as referee
from tests.wizard.test_deals import Position

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PATHS = range(native.core.BEST_PATH + 1)
STATE = native.wizard.STATE_FEATURES
CARD = native.wizard.CARD_FEATURES
HIDDEN = native.wizard.HIDDEN


def network_of(feature: int, players: int = 4) -> native.wizard.Model:
    """A network that values a card by one of its features alone."""
    numbers = np.zeros(native.wizard.MODEL_NUMBERS, np.float32)
    card = numbers[STATE * HIDDEN :][: CARD * HIDDEN].reshape(CARD, HIDDEN)
    out = numbers[(STATE + CARD + 1) * HIDDEN :][:HIDDEN]
    unit = feature % HIDDEN
    card[feature, unit] = 2
    out[unit] = 3
    return native.wizard.Model(players, array("f", numbers.tolist()))


class Seen:
    """What the seat on turn of a position sees, in plain Python."""

    def __init__(self, position: Position) -> None:
        game = referee.OracleRound([list(hand) for hand in position.hands], position.trump)
        for card in position.plays:
            game.play(card)
        self.position, self.trump, self.trick = position, position.trump, list(game.trick)
        self.hand = game.hands[position.seat]
        self.legal = referee.legal(self.hand, self.trick)
        gone = {*position.plays, position.turned, *self.hand}
        self.unseen = [card for card in range(60) if card not in gone]

    def beats(self, other: int, card: int) -> bool:
        """Whether a later card takes the trick from one that is winning it."""
        return referee.winner([card, other], self.trump) == 1

    def beaten_by(self, card: int) -> float:
        return sum(self.beats(other, card) for other in self.unseen) / len(self.unseen)

    def wins_now(self, card: int) -> float:
        return float(referee.winner([*self.trick, card], self.trump) == len(self.trick))

    def worth(self, card: int) -> float:
        return float((1 - self.beaten_by(card)) ** (self.position.players - 1))

    def holds(self, card: int) -> float:
        behind = self.position.players - len(self.trick) - 1
        return float(self.wins_now(card) * (1 - self.beaten_by(card)) ** behind)

    def length(self, card: int) -> float:
        suit = referee.suit_of(card)
        return sum(suit is not None and referee.suit_of(other) == suit for other in self.hand)

    def others_of_suit(self, card: int) -> float:
        suit = referee.suit_of(card)
        return sum(suit is not None and referee.suit_of(other) == suit for other in self.unseen)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("feature", "meant"),
    [
        (3, Seen.wins_now),
        (4, Seen.beaten_by),
        (5, Seen.holds),
        (7, Seen.worth),
        (9, Seen.length),
        (11, Seen.others_of_suit),
    ],
)
def test_features_of_cards(feature: int, meant: Callable[[Seen, int], float], path: int) -> None:
    """The card played by a network of one feature has the most of what that feature means."""
    network = network_of(feature)
    for seed in range(60):
        chance = random.Random(seed)
        size = chance.randint(2, 14)
        position = Position(4, size, chance.randrange(4 * size), seed)
        seen = Seen(position)
        played = native.wizard.style_card(
            position.view(), native.wizard.LEARNED, network, path=path
        )
        assert played in seen.legal
        most = max(meant(seen, card) for card in seen.legal)
        assert meant(seen, played) == pytest.approx(most, abs=1e-6)


def random_network(seed: int, *, spread: float, bias: float) -> Any:
    """The numbers of a model whose network is random."""
    dice = np.random.default_rng(seed)
    numbers = np.zeros(native.wizard.MODEL_NUMBERS, np.float32)
    inner = (STATE + CARD) * HIDDEN
    numbers[:inner] = dice.normal(0, spread, inner) * (dice.random(inner) < 0.8)
    numbers[inner:][:HIDDEN] = dice.normal(0, bias, HIDDEN)
    numbers[inner + HIDDEN :][:HIDDEN] = dice.normal(0, 3, HIDDEN)
    return numbers


def values_of(numbers: Any, state: Any, cards: Any) -> tuple[Any, float]:
    """The network in plain arithmetic: the value of each card, and the most that units add up to."""
    ends = np.cumsum([STATE * HIDDEN, CARD * HIDDEN, HIDDEN, HIDDEN])
    first, second, bias, out, _ = np.split(numbers.astype(np.float64), ends)
    hidden = state @ first.reshape(STATE, HIDDEN) + cards @ second.reshape(CARD, HIDDEN) + bias
    return np.maximum(hidden, 0) @ out, float((np.abs(hidden) @ np.abs(out)).max())


@pytest.mark.parametrize(
    ("spread", "bias"), [(None, 0), (1e-3, 1e-3), (500, 500), (1, 200_000)], ids=str
)
def test_values_of_the_network(spread: float | None, bias: float) -> None:
    """Sixteen bits a weight and whole sums give the values of plain arithmetic, on every path.

    By the networks that ship and by random ones of small weights, large ones, and large biases.
    """
    compared = 0
    for seed in range(200):
        chance = random.Random(seed)
        players = chance.choice([3, 4, 5, 6])
        size = chance.randint(2, 60 // players)
        position = Position(players, size, chance.randrange(players * size), seed)
        if spread is None:
            numbers = np.frombuffer(knowledge(players).numbers, "<f4")
        else:
            numbers = random_network(seed, spread=spread, bias=bias)
        model = native.wizard.Model(players, array("f", numbers.tolist()))
        found = [native.wizard.card_values(position.view(), model, path=path) for path in PATHS]
        assert all(values == found[0] for values in found)
        if not found[0]:
            continue
        rows = np.array(found[0])
        assert {int(card) for card in rows[:, 0]} <= set(Seen(position).legal)
        state, cards = rows[:, 2 : 2 + STATE], rows[:, 2 + STATE :]
        assert (np.abs(rows[:, 2:]) <= 5).all()  # what the whole numbers are made for
        assert (state == state[0]).all()
        plain, most = values_of(numbers, state, cards)
        assert np.abs(rows[:, 1] - plain).max() < 5e-4 * most
        compared += len(rows)
    assert compared > 300


def test_all_paths_play_alike() -> None:
    for seed in range(30):
        chance = random.Random(seed)
        players = chance.choice([3, 4, 5, 6])
        size = chance.randint(1, 60 // players)
        position = Position(players, size, chance.randrange(players * size), seed)
        for style in (native.wizard.CAUTIOUS, native.wizard.BOLD, native.wizard.LEARNED):
            model = knowledge(players).model()
            cards = {
                native.wizard.style_card(position.view(), style, model, path=path) for path in PATHS
            }
            assert len(cards) == 1


# -- random rounds ---------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("players", "size"), [(4, 10), (3, 20), (5, 1), (6, 7)])
def test_random_rounds(players: int, size: int, path: int) -> None:
    """Every trick is taken, by each seat as often as in a plain simulation."""
    blocks = 4
    tricks = native.wizard.playouts(players, size, 5, 3, blocks, path=path)
    rounds = blocks * native.wizard.PLAYOUT_BLOCK
    assert sum(tricks) == rounds * size
    assert tricks == native.wizard.playouts(players, size, 5, 3, blocks, path=0)
    parts = [native.wizard.playouts(players, size, 5, 3 + block, 1) for block in range(blocks)]
    assert tricks == tuple(map(sum, zip(*parts, strict=True)))
    chance, plain, sample = random.Random(1), np.zeros(players), 300
    for _ in range(sample):
        hands, turned = referee.deal(players, size, chance)
        trump = None if turned is None else referee.suit_of(turned)
        if turned is not None and referee.is_wizard(turned):
            trump = chance.randrange(4)
        game = referee.OracleRound(hands, trump)
        while (turn := game.turn) is not None:
            game.play(chance.choice(referee.legal(game.hands[turn], game.trick)))
        plain += game.tricks
    spread = 5 * (size / sample) ** 0.5
    assert np.abs(np.array(tricks) / rounds - plain / sample).max() < spread


# -- fitting ---------------------------------------------------------------


def test_the_network_learns_what_is_in_the_lessons() -> None:
    """Lessons whose values are a sum of two features: the fit orders new cards as they do."""
    chance = np.random.default_rng(1)
    lessons = chance.random((3000, native.wizard.LESSON)).astype(np.float32)
    lessons[:, 0] = np.arange(3000) % 3
    features = lessons[:, 2 + STATE :]
    lessons[:, 1] = 10 * features[:, 0] - 5 * features[:, 1]
    weights = fit_network(lessons, None, epochs=200, seed=1)
    state = lessons[:, 2 : 2 + STATE]
    hidden = np.maximum(state @ weights[0] + features @ weights[1] + weights[2], 0)
    values = (hidden @ weights[3]).reshape(-1, 3)
    best = values.argmax(1) == lessons[:, 1].reshape(-1, 3).argmax(1)
    assert best.mean() > 0.9


def test_the_bid_table_learns_what_is_in_the_rows() -> None:
    """Bids of one a wizard come out as one a wizard."""
    chance = np.random.default_rng(2)
    rows = np.zeros((2000, native.wizard.BID_ROW), np.float32)
    for row in rows:
        row[0] = size = chance.integers(1, 16)
        hand = chance.permutation(60)[:size]
        row[3 + hand] = 1
        row[63] = 1  # the constant
        wizards = int((hand >= 56).sum())
        row[71:] = -1000
        row[71 : 72 + size] = -10 * np.abs(np.arange(size + 1) - wizards)
    table = fit_bids(rows, 4)
    assert table.shape == (2, native.wizard.MOST + 1, native.wizard.BID_FEATURES)
    assert np.abs(table[0, 8, 56:60] - 1).max() < 0.1
    assert np.abs(table[0, 8, :56]).max() < 0.1


@pytest.fixture(scope="module")
def small() -> Knowledge:
    return train(6, games=1, iterations=2, seed=3)


def test_training_does_not_depend_on_workers_or_interruptions(
    small: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pysolver.wizard import training

    checkpoint = tmp_path / "training"
    stopped: list[object] = []
    practise = training._practise

    def stopping(*arguments: object) -> object:
        if arguments[2] == 1 and not stopped:
            stopped.append(arguments)
            raise KeyboardInterrupt
        return practise(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(training, "_practise", stopping)
    with pytest.raises(KeyboardInterrupt):
        train(6, games=1, iterations=2, seed=3, checkpoint=checkpoint)
    assert train(6, games=1, iterations=2, seed=3, checkpoint=checkpoint) == small
    with pytest.raises(DataError, match="another training"):
        train(6, games=1, iterations=2, seed=4, checkpoint=checkpoint)

    def never(*_: object) -> None:
        pytest.fail("a finished training practises again")

    monkeypatch.setattr(training, "_practise", never)
    assert train(6, games=1, iterations=2, seed=3, checkpoint=checkpoint) == small


def test_a_long_training_goes_on_as_if_uninterrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted after more rounds than a fit looks back on."""
    from pysolver.wizard import training

    whole = train(6, games=1, iterations=5, seed=8)
    checkpoint = tmp_path / "training"
    practise = training._practise

    def stopping(*arguments: object) -> object:
        if arguments[2] == 4:
            raise KeyboardInterrupt
        return practise(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(training, "_practise", stopping)
    with pytest.raises(KeyboardInterrupt):
        train(6, games=1, iterations=5, seed=8, checkpoint=checkpoint)
    monkeypatch.setattr(training, "_practise", practise)
    assert train(6, games=1, iterations=5, seed=8, checkpoint=checkpoint) == whole


def test_knowledge_in_a_file(small: Knowledge, tmp_path: Path) -> None:
    path = tmp_path / "knowledge"
    small.save(path)
    assert Knowledge.load(path) == small
    content = bytearray(path.read_bytes())
    content[-10] ^= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged"):
        Knowledge.load(path)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_what_ships_says_how_it_was_made(players: int) -> None:
    found = knowledge(players)
    assert found.players == players
    command = found.provenance["command"]
    assert re.fullmatch(
        rf"pysolver train wizard --players {players} --games \d+ --iterations \d+ --seed \d+",
        command,
    )
    assert len(checksum(found.numbers)) == 64
    assert len(found.to_bytes()) < 40_000


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e7])
def test_numbers_that_are_none(number: float) -> None:
    numbers = array("f", [0.0] * native.wizard.MODEL_NUMBERS)
    numbers[7] = number
    with pytest.raises(RuleError):
        native.wizard.Model(4, numbers)


def test_the_policy_beats_the_rule() -> None:
    """Twenty games: the learned policy scores far more than the rule at the same table."""
    settings = native.wizard.Settings(
        deals=2,
        candidates=1,
        survivors=1,
        bid_spread=0.0,
        bid_wide=0.0,
        bid_floor=1.0,
        play_noise=1.0,
        sharpness=0.3,
        own_style=native.wizard.LEARNED,
        styles=(1.0, 0.0, 0.0),
    )
    kinds = ["learned", "cautious", "learned", "cautious"]
    match = native.wizard.Match(kinds, knowledge(4).model(), settings, 1)
    points = np.sum([match.play(game)[0] for game in range(20)], axis=0)
    assert points[0] + points[2] > points[1] + points[3] + 20 * 15 * 2 * 5
