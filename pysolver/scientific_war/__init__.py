"""Scientific War (Научный бой, Bataille scientifique): hands without luck, chosen in secret.

Two to eight players. Each begins with the same hand: all thirteen ranks of a suit (``ranks`` for a
shorter deck) and a joker (``jokers``). In every trick each chooses a card in secret, then all are
turned up; the strongest takes the trick and puts it on the pile in front of him. The ace is high,
the deuce low. When a hand is empty the pile becomes the hand; a player without hand and pile is
out, though cards of his may lie in the pot. The last player left wins; if nobody is left, those
who played the last trick draw. After ``trick_limit`` tricks the most cards, hand and pile
together, win, and equal counts draw; without a limit the game may be endless.

Dispute
    If two or more cards are equal among the strongest, nobody takes the trick. It stays in the
    pot, and who takes a later trick takes everything in the pot too.
Jack
    An odd number of jacks in a trick turns the order round: the deuce is high and the ace low,
    until jacks turn it again. It holds in the trick of the jack already (``reversal="next"``: from
    the next trick on), and a trick in dispute turns it as well. An even number has no effect.
Queen
    If there is exactly one queen in the trick, whoever played it, winner or not, chooses last in
    the next trick and sees the others' cards before.
Three
    Who played it may see how many cards each of the others holds in hand during the next trick.
    How many they own, hand and pile together, everybody may see at any time.
Eight
    Before the next trick its player may swap hand and pile, if there is a pile. The others are not
    told. So an eight means: choose the next card from the hand or from the pile.
Joker
    One joker in a trick: if the other cards have no single strongest, the joker wins; if they have
    one, the trick is in dispute, so between two players always. Two or more jokers have no effect:
    the other cards decide. Nothing but jokers is a dispute.

With ``powers=False`` jack, queen, three and eight are plain cards; the joker keeps to ``jokers``.

What a player knows
-------------------
Between two players everything is public but a swap that has not shown yet: every card was seen
when it was played, and suits tell which card came from where. ``View`` is what one player may see,
and advice is given from a ``View`` alone. For three and more it holds what the table shows: totals,
the pot, own cards, hand sizes after a three, the others' cards after a lone queen.

What to read first
------------------
``state`` is the game trick by trick, ``rules`` one trick and the options, ``solver`` the exact
solution for two players on small decks. ``advice`` says what to play: for two players by ``search``
over ``evaluation``, which ``training`` learns; for three and more by ``crowd``, where it stands
what that is worth. ``bots`` and ``games`` play. The core is csrc/scientific_war.

>>> advice = recommend_card(State.initial(Rules(ranks="8JQKA", jokers=0)), 0, seed=1)
>>> advice.card in advice.mix, round(abs(advice.value), 9)
(True, 0.0)
"""

from pysolver.scientific_war.advice import CardAdvice, Option, recommend_card
from pysolver.scientific_war.bots import Bot, GreedyBot, RandomBot, SolverBot
from pysolver.scientific_war.choice import Choice, parse_choice
from pysolver.scientific_war.games import GameRecord, Standing, Standings, play_game, tournament
from pysolver.scientific_war.rules import JOKER, RANKS, Rules, TrickOutcome, resolve
from pysolver.scientific_war.seat import seat_view
from pysolver.scientific_war.solution import Position, Solution
from pysolver.scientific_war.solver import solve
from pysolver.scientific_war.state import State
from pysolver.scientific_war.view import Holding, View

__all__ = [
    "JOKER",
    "RANKS",
    "Bot",
    "CardAdvice",
    "Choice",
    "GameRecord",
    "GreedyBot",
    "Holding",
    "Option",
    "Position",
    "RandomBot",
    "Rules",
    "Solution",
    "SolverBot",
    "Standing",
    "Standings",
    "State",
    "TrickOutcome",
    "View",
    "parse_choice",
    "play_game",
    "recommend_card",
    "resolve",
    "seat_view",
    "solve",
    "tournament",
]
