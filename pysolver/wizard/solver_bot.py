"""The player that searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.wizard.advice import (
    BID_TIMES,
    MOST_DEALS,
    bid_advice,
    check_search,
    recommend_play,
    trump_advice,
)

if TYPE_CHECKING:
    from pysolver.cards import Card
    from pysolver.wizard.round import Round

BOT_DEALS: Final = 600


class SolverBot:
    """Bids, plays and names trumps as the advice says.

    Args:
        deals: deals for each card, 2 to 100,000, and twice as many for each bid or trump;
            more are slower and, up to some hundreds, stronger.
        seed: of the deals; the same round and seed, the same answer.

    Raises:
        RuleError: a number is out of range.
    """

    def __init__(self, deals: int = BOT_DEALS, *, seed: int = 0) -> None:
        self.deals, self.seed = check_search(deals, seed)
        self.bid_deals = min(MOST_DEALS, BID_TIMES * self.deals)

    def bid(self, round: Round) -> int:  # noqa: A002  (the name that users call)
        """The bid with the most expected points."""
        return bid_advice(round, deals=self.bid_deals, seed=self.seed).bid

    def play(self, round: Round) -> Card:  # noqa: A002
        """The card with the most expected points."""
        legal = round.legal_plays()
        if len(legal) == 1:
            return legal[0]
        return recommend_play(round, deals=self.deals, seed=self.seed).card

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """The suit with the most expected points."""
        return trump_advice(round, deals=self.bid_deals, seed=self.seed).trump
