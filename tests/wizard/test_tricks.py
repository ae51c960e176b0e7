"""What may be played and who takes the trick, against the rules written out in Python."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pysolver import Card, CardError, RuleError
from pysolver.cards import CARDS, parse_cards
from pysolver.wizard import Rules, legal_plays, score, trick_winner
from tests.conftest import golden
from tests.oracles import wizard as oracle

GOLDEN = golden("wizard.jsonl")


def cases(kind: str) -> list[dict[str, Any]]:
    found = [case for case in GOLDEN if case["kind"] == kind]
    assert found
    return found


@pytest.mark.parametrize("case", cases("trick"), ids=lambda case: case["cards"])
def test_golden_tricks(case: dict[str, Any]) -> None:
    assert trick_winner(case["cards"], case["trump"]) == case["winner"]


@pytest.mark.parametrize("case", cases("legal"), ids=lambda case: case["trick"])
def test_golden_legal_plays(case: dict[str, Any]) -> None:
    assert legal_plays(case["hand"], case["trick"]) == parse_cards(case["legal"])


@pytest.mark.parametrize("case", cases("score"), ids=lambda case: f"{case['bid']}-{case['tricks']}")
def test_golden_scores(case: dict[str, Any]) -> None:
    assert score(case["bid"], case["tricks"]) == case["points"]


def test_every_score() -> None:
    for bid, tricks in product(range(21), repeat=2):
        assert score(bid, tricks) == oracle.score(bid, tricks)


#: A wizard, a jester, and cards of two suits, high and low; every first three cards of a trick are
#: made of these, with more cards behind.
KINDS = ("W", "N", "5h", "Ah", "2h", "9s", "Ks")


@pytest.mark.parametrize("trump", [None, 0, 2, 3])
def test_every_beginning_of_a_trick(trump: int | None) -> None:
    checked = 0
    for count in (1, 2, 3, 4, 5):
        for kinds in product(KINDS, repeat=min(count, 3)):
            rest = ("7h", "2s")[: max(0, count - 3)]
            words = [*kinds, *rest]
            if any(words.count(word) > 1 for word in words if len(word) == 2):
                continue
            trick = parse_cards(" ".join(words))
            letter = None if trump is None else "cdhs"[trump]
            assert trick_winner(trick, letter) == oracle.winner(trick, trump), words
            hand = [card for card in parse_cards("3h Qh 4s 8c Jd W W N") if card not in trick]
            for held in (hand, hand[2:], hand[3:], hand[4:], hand[:1]):
                found = legal_plays(" ".join(map(str, held)), trick)
                expected = oracle.legal([int(card) for card in held], trick)
                assert [str(card) for card in found] == [str(CARDS[card]) for card in expected]
                checked += 1
    assert checked > 3900


def test_every_pair_and_trump() -> None:
    for first, second in product(range(60), repeat=2):
        if first == second:
            continue
        for trump in (None, 0, 3):
            letter = None if trump is None else "cdhs"[trump]
            trick = [CARDS[first], CARDS[second]]
            assert trick_winner(trick, letter) == oracle.winner(trick, trump)


def test_random_tricks_and_hands() -> None:
    dice = random.Random(11)
    for _ in range(20_000):
        cards = dice.sample(range(60), 26)
        trick = cards[: dice.randint(1, 6)]
        hand = cards[6 : 6 + dice.randint(1, 20)]
        trump = dice.choice([None, 0, 1, 2, 3])
        letter = None if trump is None else "cdhs"[trump]
        assert trick_winner([Card(c) for c in trick], letter) == oracle.winner(trick, trump)
        if len(trick) < 6:
            found = legal_plays([Card(c) for c in hand], [Card(c) for c in trick])
            wanted = [str(CARDS[c]) for c in oracle.legal(hand, trick)]
            assert [str(card) for card in found] == wanted


@pytest.mark.parametrize(
    ("hand", "trick", "wanted"),
    [
        ("", "5h", "1 to 20 cards, not 0"),
        ("5h", "5h 6h", "'5h' stands in the hand and in the trick"),
        ("W W W", "W W", "a fifth wizard"),
        ("N N N", "N N", "a fifth jester"),
        ("5h", "6h 7h 8h 9h Th Jh", "nobody is left to play"),
        ("5h 5h", "", "'5h' stands twice"),
        ("x", "", "'x' is no card"),
    ],
)
def test_impossible_tricks(hand: str, trick: str, wanted: str) -> None:
    with pytest.raises((CardError, RuleError), match=wanted):
        legal_plays(hand, trick)


def test_bad_arguments() -> None:
    with pytest.raises(RuleError, match="1 to 6 cards, not 0"):
        trick_winner("", None)
    with pytest.raises(RuleError, match="1 to 6 cards, not 7"):
        trick_winner("2c 3c 4c 5c 6c 7c 8c", None)
    with pytest.raises(RuleError, match="'x' is no suit"):
        trick_winner("2c", "x")
    with pytest.raises(TypeError, match="trump is 'c', 'd', 'h', 's', or left out for none, not 3"):
        trick_winner("2c", 3)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="bid is a whole number from 0 to 20, not 21"):
        score(21, 0)
    with pytest.raises(TypeError, match="hook is true or false, not 1"):
        Rules(hook=1)  # type: ignore[arg-type]
    assert trick_winner("2c Ah", "Hearts") == 1
    assert trick_winner("2c Ah", "♣") == 0
