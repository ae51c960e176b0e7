"""What the search recommends: forced cards, endings by exhaustion, the same answer every time."""

from __future__ import annotations

import copy
import itertools
import json
import random
from typing import Any

import pytest

from pysolver import CardError, RuleError, native
from pysolver.wizard import (
    PolicyBot,
    Round,
    Rules,
    SolverBot,
    first_round_bid,
    play_game,
    recommend_bid,
    recommend_play,
    recommend_trump,
)
from pysolver.wizard.advice import BID_MARGIN, bid_advice, settings, trump_advice
from pysolver.wizard.knowledge import model
from pysolver.wizard.reach import reach_of_play
from tests.oracles import wizard as referee
from tests.oracles import wizard_search as oracle
from tests.wizard.test_deals import NOTHING_IS_EVIDENCE, Position

PATHS = range(native.core.BEST_PATH + 1)
HAND = "W As Kh 10h 9c 8c 5d 4d 2d N"


def view_of(position: Position) -> Round:
    return Round(
        position.players,
        list(position.hand),
        seat=position.seat,
        turned_up=position.turned,
        trump=None if position.trump is None else "cdhs"[position.trump],
        bids=position.bids,
        plays=list(position.plays),
    )


def best_card(position: Position, deals: int) -> int:
    """The id of the card recommended; a Round would name wizards and jesters anew."""
    found = native.wizard.advise_card(position.view(), model(position.players), settings(deals), 0)
    return found[0].choice


# -- endings ---------------------------------------------------------------


def dominant(position: Position) -> tuple[set[int], set[int]]:
    """The cards never worse than any other, whatever the others hold and play; and the rest."""
    game = referee.OracleRound([list(hand) for hand in position.hands], position.trump)
    for card in position.plays:
        game.play(card)
    seat = position.seat
    options = referee.legal(game.hands[seat], game.trick)
    least: dict[int, list[int]] = {card: [] for card in options}
    most: dict[int, list[int]] = {card: [] for card in options}
    for hands in position.all_deals():
        for card in options:
            found = oracle.scores_after(
                hands,
                seat,
                card,
                game.trick,
                game.leader,
                position.trump,
                position.bids[seat],
                game.tricks[seat],
            )
            least[card].append(min(found))
            most[card].append(max(found))
    best = {
        card
        for card in options
        if all(
            worst >= other_best
            for other in options
            if other != card
            for worst, other_best in zip(least[card], most[other], strict=True)
        )
    }
    return best, set(options) - best


@pytest.mark.parametrize(("players", "seeds"), [(3, 150), (4, 80), (5, 20)])
def test_a_card_that_cannot_be_worse_is_played(players: int, seeds: int) -> None:
    """With two cards a hand in the last round, in every deal that fits and whatever others do."""
    size, decided, told_apart = 60 // players, 0, 0
    for seed in range(seeds):
        chance = random.Random(seed)
        played = players * (size - 2) + chance.randrange(players)
        position = Position(players, size, played, seed)
        taken = [0] * players
        game = referee.OracleRound([list(hand) for hand in position.hands], position.trump)
        for card in position.plays:
            game.play(card)
        taken = game.tricks
        # A bid that is still open, so that the last tricks matter.
        position.bids[position.seat] = taken[position.seat] + chance.randrange(3)
        best, worse = dominant(position)
        if not best or not worse:
            continue
        decided += 1
        found = native.wizard.advise_card(position.view(), model(players), settings(100), 0)
        equal = {option.choice for option in found if option.mean == found[0].mean}
        assert equal & best
        told_apart += found[0].choice in best
    assert decided >= 3
    assert told_apart >= 0.8 * decided


def test_known_cards_by_max_n() -> None:
    """Where one deal alone fits, two or three cards a hand: nearly always what max-n plays.

    Not always, for the search takes the others to play in their styles, not perfectly.
    """
    players, size, known, agreed = 3, 20, 0, 0
    for seed in range(600):
        chance = random.Random(seed)
        position = Position(players, size, players * (size - 2) - chance.randrange(4), seed)
        deals = list(itertools.islice(position.fitting(), 2))
        if len(deals) != 1:
            continue
        game = referee.OracleRound([list(hand) for hand in position.hands], position.trump)
        for card in position.plays:
            game.play(card)
        position.bids = [taken + chance.randrange(3) for taken in game.tricks]
        seat = position.seat
        values = {}
        for card in referee.legal(game.hands[seat], game.trick):
            hands = tuple(
                frozenset(hand) - ({card} if at == seat else set())
                for at, hand in enumerate(game.hands)
            )
            values[card] = oracle.max_n(
                hands,
                (*game.trick, card),
                game.leader,
                position.trump,
                position.bids,
                tuple(game.tricks),
            )[seat]
        if len(set(values.values())) < 2:
            continue
        known += 1
        agreed += values[best_card(position, 50)] == max(values.values())
    assert known >= 10
    assert agreed >= 0.9 * known


# -- forced by the bid -----------------------------------------------------


def test_all_tricks_needed_leads_what_cannot_lose() -> None:
    view = Round(4, "W 2c 3d", seat=0, turned_up="9h", bids=(3, 0, 0, 0), plays="")
    assert recommend_play(view, deals=200).card.is_wizard


def test_no_trick_wanted_leads_what_cannot_win() -> None:
    view = Round(4, "W N Ah", seat=0, turned_up="9h", bids=(1, 1, 1, 0), plays="")
    last = Round(3, "2c W", seat=2, turned_up="9h", bids=(1, 0, 0), plays="3c 4c")
    assert str(recommend_play(last, deals=50).card) == "2c"
    throw = Round(3, "Kd N 2c", seat=2, turned_up="9h", bids=(1, 0, 0), plays="3d 4d")
    assert str(recommend_play(throw, deals=200).card) == "N"
    assert str(recommend_play(view, deals=300).card) in {"W", "Ah", "N"}


def test_last_to_play_takes_the_last_trick_needed_at_the_least_cost() -> None:
    """Two tricks left, both needed: the last seat takes this one and keeps the wizard."""
    view = Round(3, "Kh W", seat=2, turned_up="9s", bids=(0, 0, 2), plays="3h 4h")
    advice = recommend_play(view, deals=100)
    assert str(advice.card) == "Kh"
    assert advice.options[0].ev == 40
    assert advice.options[0].p_made > 0.95
    assert advice.tricks[2] == advice.options[0].p_made


# -- advice ----------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_every_path_gives_the_same_advice(path: int) -> None:
    for seed in range(3):
        position = Position(4, 8, 13 + seed, seed)
        found = [
            [
                (option.choice, option.deals, option.mean, option.stderr, option.tricks)
                for option in native.wizard.advise_card(
                    position.view(), model(4), settings(60), 5, path=way
                )
            ]
            for way in (path, native.core.PATH)
        ]
        assert found[0] == found[1]


def test_seed_and_nothing_else_makes_the_answer() -> None:
    view = Round(4, HAND, seat=1, turned_up="9h", bids=(2, 3, 2, 2), plays="Kc")
    first = recommend_play(view, deals=100, seed=3)
    assert recommend_play(Round.from_dict(view.to_dict()), deals=100, seed=3) == first
    assert recommend_play(view, deals=100, seed=4).options != first.options


def test_every_allowed_card_stands_in_the_options() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        players = chance.choice([3, 4, 5, 6])
        size = chance.randint(2, 60 // players)
        view = view_of(Position(players, size, chance.randrange(players * size), seed))
        advice = recommend_play(view, deals=8)
        cards = [option.choice for option in advice.options]
        assert sorted(map(str, cards)) == sorted(map(str, view.legal_plays()))
        assert advice.card == cards[0]
        assert sum(advice.tricks) == pytest.approx(1)
        for option in advice.options:
            assert 0 <= option.p_made <= 1
            certain = option.p_made in (0, 1) and option.p_made_stderr == 0
            assert option.stderr > 0 or advice.exact or certain


@pytest.mark.parametrize("hook", [False, True])
def test_every_allowed_bid_stands_in_the_options(hook: bool) -> None:
    advice = recommend_bid(
        HAND, players=4, turned_up="9h", bids=(2, 3, 1), rules=Rules(hook=hook), deals=40
    )
    bids = sorted(option.bid for option in advice.options)
    assert bids == [bid for bid in range(11) if not (hook and bid == 4)]
    assert advice.options[0].choice == advice.bid
    assert sum(advice.tricks) == pytest.approx(1)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("card", ["As", "7h", "2h", "W", "N", "Kc"])
def test_round_one_is_exact(players: int, card: str) -> None:
    for bids in ((), (1,), (0, 1)):
        advice = recommend_bid(card, players=players, turned_up="9h", bids=bids)
        exact = first_round_bid(
            players, advice_card(card), turned_up=advice_card("9h"), trump="h", bids=bids
        )
        assert advice.exact
        assert advice.bid == exact.bid
        values = {option.bid: option.ev for option in advice.options}
        assert values == {0: float(exact.score_zero), 1: float(exact.score_one)}
        assert all(option.stderr == 0 for option in advice.options)
        assert advice.tricks[1] == float(exact.p_win)


def advice_card(text: str) -> Any:
    from pysolver import Card

    return Card(text)


def test_trump_of_round_one_is_exact() -> None:
    advice = recommend_trump("As", players=4)
    assert advice.exact
    assert advice.trump == "s"
    assert advice.options[0].choice == "s"


def test_trump_names_the_long_suit() -> None:
    advice = recommend_trump("As Ks Qs 9s 3h 2d", players=4, deals=100)
    assert advice.trump == "s"
    assert {option.choice for option in advice.options} == set("cdhs")
    assert advice.options[0].ev == max(option.ev for option in advice.options)


def test_of_bids_that_come_out_alike_the_likelier_is_best() -> None:
    """A bid stands before one with more points only if likelier and hard to tell from it."""
    chance = random.Random(5)
    safer = 0
    for seed in range(60):
        cards = chance.sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 8)
        advice = recommend_bid(cards[:7], players=4, turned_up=cards[7], deals=100, seed=seed)
        best, *others = advice.options
        for other in others:
            if other.ev > best.ev and other.deals == best.deals:
                safer += 1
                assert best.p_made > other.p_made
                # The errors of both bids are at least that of their difference on the same deals.
                assert other.ev - best.ev < BID_MARGIN * (best.stderr + other.stderr)
                assert "is made less often" in advice.reason or other is not others[0]
        assert all(
            option.ev <= best.ev or option.p_made < best.p_made
            for option in others
            if option.deals == best.deals
        )
    assert safer >= 5


@pytest.mark.parametrize("path", PATHS)
def test_the_margin_of_bids_goes_from_points_to_chances(path: int) -> None:
    """Without one the best bid has the most points; with no end to it the likeliest is best."""
    chance = random.Random(6)
    steps = [0, 0]
    for seed in range(40):
        cards = chance.sample(range(4, 56), 8)
        view = native.wizard.View(4, bytes(cards[:7]), seat=0, turned=cards[7], trump=cards[7] % 4)
        found = {}
        for margin in (0.0, 0.7, 1e6):
            searched = native.wizard.Settings(
                deals=60, candidates=1, bid_margin=margin, **NOTHING_IS_EVIDENCE
            )
            options = native.wizard.advise_bid(view, model(4), searched, seed, path=path)
            whole = [option for option in options if option.deals == 60]
            found[margin] = options[0]
            assert options[0].deals == 60
            if margin == 0:
                assert options[0].mean == max(option.mean for option in whole)
            if margin == 1e6:
                chances = [option.tricks[option.choice] for option in whole]
                assert options[0].tricks[options[0].choice] == max(chances)
        means = [option.mean for option in found.values()]
        assert means == sorted(means, reverse=True)
        none, some, all_of_it = (option.choice for option in found.values())
        steps[0] += none != some
        steps[1] += some != all_of_it
    assert min(steps) >= 1


def test_advice_as_text_and_as_data() -> None:
    view = Round(4, HAND, seat=1, turned_up="9h", bids=(2, 3, 2, 2), plays="Kc")
    for advice in (
        recommend_bid(HAND, players=4, turned_up="9h", bids=(2,), deals=40),
        recommend_play(view, deals=40),
        recommend_trump(HAND, players=4, deals=40),
    ):
        data = json.loads(json.dumps(advice.to_dict()))
        assert data["reason"] in str(advice)
        assert len(data["options"]) == len(advice.options) == len(str(advice).splitlines()) - 2
        assert data["options"][0]["ev"] == advice.options[0].ev


def test_what_cannot_happen_has_no_chance() -> None:
    """Four jesters take no trick, and of two cards one never takes two: whatever was sampled."""
    none = recommend_bid("N N N N", players=4, turned_up="5c", deals=20)
    assert none.bid == 0
    assert [(option.ev, option.stderr, option.p_made) for option in none.options[:1]] == [
        (20, 0, 1)
    ]
    assert {option.p_made for option in none.options[1:]} == {0.0}
    four = recommend_bid("W W W W N N N N", players=3, turned_up="5c", deals=20)
    assert {option.bid: option.p_made > 0 for option in four.options} == {
        bid: bid <= 4 for bid in range(9)
    }
    late = Round(4, "N 2s", seat=3, turned_up="3h", bids=(0, 0, 1, 2), plays="N N N")
    chances = {
        str(option.choice): option.p_made for option in recommend_play(late, deals=20).options
    }
    assert chances["N"] == 0
    taken = Round(4, "Ac W", seat=3, turned_up="3h", bids=(1, 0, 1, 0), plays="Kc 2c 4c")
    assert {option.p_made for option in recommend_play(taken, deals=20).options} == {0.0}
    sure = Round(3, "W W W", seat=0, turned_up="5c", bids=(3, 0, 0))
    best = recommend_play(sure, deals=20).options[0]
    assert (best.ev, best.stderr, best.p_made, best.p_made_stderr) == (50, 0, 1, 0)


def finishes(game: referee.OracleRound, seat: int) -> set[int]:
    """The tricks that a seat can end with, over all that can be played."""
    if game.turn is None:
        return {game.tricks[seat]}
    found = set()
    for card in referee.legal(game.hands[game.turn], game.trick):
        after = copy.deepcopy(game)
        after.play(card)
        found |= finishes(after, seat)
    return found


def test_reach_holds_all_that_can_follow() -> None:
    """Over every way to go on in some of the deals that fit, two cards a hand and fewer."""
    certain = 0
    for seed in range(120):
        chance = random.Random(seed)
        players, size = chance.choice([3, 4]), chance.randint(2, 5)
        position = Position(players, size, players * (size - 2) + chance.randrange(players), seed)
        view = view_of(position)
        so_far = referee.OracleRound([list(hand) for hand in position.hands], position.trump)
        for card in position.plays:
            so_far.play(card)
        for hands in itertools.islice(position.fitting(), 0, 4000, 800):
            for card, held in zip(sorted(view.held), sorted(hands[position.seat]), strict=True):
                game = copy.deepcopy(so_far)
                game.hands = [list(hand) for hand in hands]
                if card not in view.legal_plays():
                    continue
                game.play(held)
                fewest, most = reach_of_play(view, card)
                assert finishes(game, position.seat) <= set(range(fewest, most + 1))
                certain += fewest == most
    assert certain > 20


def test_chances_that_are_certain_stay_so() -> None:
    """A lost bid is lost, and the last card of a round settles it: no calibration touches that."""
    lost = Round(3, "Kh W 2c", seat=1, turned_up="9s", bids=(0, 3, 0), plays="Ah Kh 3h 5d")
    advice = recommend_play(lost, deals=50)
    assert advice.need == 3
    assert all(option.p_made == 0 for option in advice.options)
    assert advice.tricks[3] == 0
    last = Round(3, "Kh", seat=2, turned_up="9s", bids=(0, 0, 1), plays="2h 3h")
    advice = recommend_play(last, deals=50)
    assert advice.exact
    assert advice.options[0].to_dict() == {
        "choice": "Kh",
        "ev": 30.0,
        "stderr": 0.0,
        "p_made": 1.0,
        "p_made_stderr": 0.0,
        "bid": 1,
        "deals": 50,
    }
    assert advice.tricks == (0.0, 1.0)


# -- what is refused -------------------------------------------------------


def test_positions_that_cannot_be() -> None:
    with pytest.raises(CardError):
        recommend_bid("W W W W W", players=4, turned_up="9h")
    with pytest.raises(RuleError, match="every seat has bid"):
        recommend_bid("As Kh", players=3, turned_up="9h", bids=(0, 0, 0))
    with pytest.raises(RuleError, match="names the trump first"):
        recommend_bid("As Kh", players=3, turned_up="W")
    with pytest.raises(TypeError, match=r"such as \(1, 0\), not 5"):
        recommend_bid("As Kh", players=3, turned_up="9h", bids=5)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="seat 0 plays next"):
        recommend_play(Round(3, "As Kh", seat=1, turned_up="9h", bids=(0, 0, 0)))
    with pytest.raises(RuleError, match="the round is over"):
        recommend_play(Round(3, "As", seat=0, turned_up="9h", bids=(0, 0, 0), plays="As 2c 3c"))
    with pytest.raises(RuleError, match="not to bid"):
        bid_advice(Round(3, "As Kh", seat=1, turned_up="9h"))
    with pytest.raises(RuleError, match="not to name a trump"):
        trump_advice(Round(3, "As Kh", seat=2, turned_up="9h"))
    with pytest.raises(TypeError, match=r"wizard\.Round"):
        recommend_play("As")  # type: ignore[arg-type]


@pytest.mark.parametrize("deals", [1, 0, -5, 100_001, 2.5, True])
def test_deals_out_of_range(deals: Any) -> None:
    with pytest.raises((RuleError, TypeError)):
        recommend_bid("As Kh", players=3, turned_up="9h", deals=deals)


def test_voids_that_leave_no_deal() -> None:
    """A view whose plays cannot all be true is refused, not searched for ever.

    Last round, seat 0 holds all clubs and diamonds but one: the others cannot both be out of
    hearts, when more hearts and spades are left than the one who is not can hold.
    """
    hand = [*range(0, 52, 4), *range(1, 29, 4)]
    assert len(hand) == 20
    # Seat 0 leads clubs: nobody else has one. Seat 1 throws a spade on a heart lead of seat 2.
    others = [card for card in range(60) if card not in hand]
    diamonds = [card for card in others if card % 4 == 1 and card < 52]
    assert len(others) == 40
    assert len(diamonds) == 6
    view = Round(
        3,
        hand,
        seat=0,
        turned_up=None,
        bids=(0, 0, 0),
        plays=["2d", "2h", "2s"],
    )
    # Neither has a diamond left, yet six diamonds are: 38 cards fit 32 places to hold them.
    with pytest.raises(RuleError):
        recommend_play(view, deals=10)


# -- players ---------------------------------------------------------------


def test_a_whole_game_with_the_solver() -> None:
    record = play_game([SolverBot(deals=8), PolicyBot(), PolicyBot()], seed=2, rounds=6)
    again = play_game([SolverBot(deals=8), PolicyBot(), PolicyBot()], seed=2, rounds=6)
    assert record == again
    assert all(points is not None for points in record.totals)
