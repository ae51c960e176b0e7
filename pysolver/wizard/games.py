"""Whole games among bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.cards import Card
from pysolver.checks import whole_number
from pysolver.errors import RuleError, SolverError
from pysolver.wizard.bots import MOST_SEED, bot_name, check_bot
from pysolver.wizard.record import GameRecord, RoundRecord, dealt
from pysolver.wizard.round import Round
from pysolver.wizard.rules import DEFAULT_RULES, check_players, rounds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.wizard.bots import Bot
    from pysolver.wizard.rules import Rules

MOST_NUMBER: Final = 2**48
_ROUNDS_A_GAME: Final = 32


def play_game(
    bots: Sequence[Bot],
    *,
    seed: int = 0,
    rules: Rules = DEFAULT_RULES,
    rounds: int | None = None,
    number: int = 0,
) -> GameRecord:
    """Play a game.

    Args:
        bots: 3 to 6 players; player 0 leads the first round.
        seed: of the deals, 0 to 2^64 - 1.
        rules: the options of the game.
        rounds: how many to play, 20, 15, 12 or 10 by default for 3, 4, 5 or 6 players.
        number: which game of the seed.

    Raises:
        RuleError: an argument is out of range, or a bot does what the rules do not allow.
        TypeError: a bot lacks a method.
    """
    players = check_players(len(bots))
    seats = [check_bot(bot) for bot in bots]
    whole_number(seed, "seed", 0, MOST_SEED)
    whole_number(number, "number", 0, MOST_NUMBER)
    most = rounds_of(players)
    count = most if rounds is None else whole_number(rounds, "rounds", 1, most)
    played = [
        _play_round(
            [seats[(seat + size - 1) % players] for seat in range(players)],
            size,
            stream,
            seed,
            rules,
        )
        for size in range(1, count + 1)
        for stream in (number * _ROUNDS_A_GAME + size,)
    ]
    return GameRecord(tuple(map(bot_name, seats)), tuple(played), rules)


def _play_round(
    bots: Sequence[Bot], size: int, stream: int, seed: int, rules: Rules
) -> RoundRecord:
    players = len(bots)
    hands, turned = native.wizard.deal(players, size, seed, stream)
    up = None if turned is None else Card(turned)
    cards = [dealt(hand) for hand in hands]
    views = [
        Round(players, hand, seat=seat, turned_up=up, rules=rules)
        for seat, hand in enumerate(cards)
    ]
    if views[0].awaits == "trump":
        trump = bots[-1].choose_trump(views[-1])
        views = _all(views, bots[-1], lambda view: view.with_trump(trump))
    for seat in range(players):
        bid = bots[seat].bid(views[seat])
        views = _all(views, bots[seat], lambda view, bid=bid: view.bid(bid))
    while (turn := views[0].turn) is not None:
        card = bots[turn].play(views[turn])
        # The own view refuses what the seat does not hold, before the others are told.
        mine = _all(views[turn : turn + 1], bots[turn], lambda view, card=card: view.play(card))
        views = [mine[0] if seat == turn else view.play(card) for seat, view in enumerate(views)]
    return RoundRecord(cards, up, views[0].trump, views[0].bids, views[0].plays, rules)


def _all(views: Sequence[Round], bot: Bot, step: Any) -> list[Round]:
    try:
        return [step(view) for view in views]
    except (SolverError, TypeError) as error:
        message = (
            f"the bot {bot_name(bot)!r} at seat {views[0].turn} does what is not allowed: {error}"
        )
        raise RuleError(message) from error
