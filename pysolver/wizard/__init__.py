"""Wizard, for three to six players: bid how many tricks you take, and take exactly so many.

The rules
---------
60 cards: the 52, four wizards (``W``) and four jesters (``N``). In round r every player is dealt r
cards, so there are 20, 15, 12 or 10 rounds for 3, 4, 5 or 6 players. The next card is turned up:
its suit is trump. A jester, or no card left as in the last round, means that there is no trump; for
a wizard the dealer names one of the four suits after seeing the own hand.

From the dealer's left on everyone bids 0 … r. With the ``hook`` the last one may not make the bids
add up to the tricks of the round. Seat 0, at the dealer's left, leads the first trick; whoever
takes a trick leads the next.

The led suit is followed by those who hold it, but a wizard or a jester may always be played. A led
jester leaves the suit to the next card; a wizard before any suit card frees everybody after it,
while one played after a suit was led frees nobody. Nobody has to trump.

The first wizard takes the trick; without one the highest trump; without that the highest card of
the led suit; of nothing but jesters the first.

A bid that is made scores 20 and 10 for each trick; else 10 are lost for each trick over or under.

What to read first
------------------
``round`` is what one seat sees, ``record`` a whole game, ``first_round`` the exact first round,
``advice`` what to bid, to name and to play. The search is csrc/wizard/search.h.
"""

from pysolver.wizard.advice import (
    BidAdvice,
    Option,
    PlayAdvice,
    TrumpAdvice,
    recommend_bid,
    recommend_play,
    recommend_trump,
)
from pysolver.wizard.bots import BoldBot, Bot, HeuristicBot, OutsideBot, PolicyBot, RandomBot
from pysolver.wizard.first_round import (
    FirstRoundBid,
    FirstRoundTable,
    first_round_bid,
    first_round_table,
    first_round_trump,
)
from pysolver.wizard.games import play_game
from pysolver.wizard.knowledge import Knowledge, knowledge
from pysolver.wizard.pipe_bot import PipeBot, PipeError
from pysolver.wizard.record import GameRecord, RoundRecord
from pysolver.wizard.round import Round
from pysolver.wizard.rules import Rules, Suit, legal_plays, score, trick_winner
from pysolver.wizard.solver_bot import SolverBot
from pysolver.wizard.tournament import Standing, Standings, tournament
from pysolver.wizard.training import train

__all__ = [
    "BidAdvice",
    "BoldBot",
    "Bot",
    "FirstRoundBid",
    "FirstRoundTable",
    "GameRecord",
    "HeuristicBot",
    "Knowledge",
    "Option",
    "OutsideBot",
    "PipeBot",
    "PipeError",
    "PlayAdvice",
    "PolicyBot",
    "RandomBot",
    "Round",
    "RoundRecord",
    "Rules",
    "SolverBot",
    "Standing",
    "Standings",
    "Suit",
    "TrumpAdvice",
    "first_round_bid",
    "first_round_table",
    "first_round_trump",
    "knowledge",
    "legal_plays",
    "play_game",
    "recommend_bid",
    "recommend_play",
    "recommend_trump",
    "score",
    "tournament",
    "train",
    "trick_winner",
]
