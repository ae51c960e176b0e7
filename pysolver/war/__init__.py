"""War, "Bataille", for two to six players: a game without a choice but one.

The rules
---------
Each player is dealt the same number of cards, face down: 26 for two players, 17 for three, 13, 10
or 8 for more. The cards left over are set aside. Ranks go from the deuce up to the ace; suits do
not matter.

In a round every player turns the top card of the own pile. Whoever shows the highest rank takes
all cards on the table and puts them under the own pile. Where two or more tie for the highest
there is a battle: those tied, and they alone, lay three cards face down (``face_down``, 0 … 3) and
one face up, in seat order; the highest of these takes everything, and while there is a tie the
battle goes on.

A tied player who has cards, but too few, lays what is left, the last card face up; with
``short="lose"`` he loses that battle instead and keeps his cards. A tied player without a card
drops out of the battle. If but one of those tied is left, he has won and lays nothing; if none is
left, the cards stay on the table and go to the winner of the next round.

The order in which a winner picks up is the only decision in the game (``pickup``, one for all or
one for each player):

============= =====================================================================================
shuffled      in random order
winner_first  the winner's own cards, then the others' in turn from the winner's left, each player's
              in the order laid
seat_order    as they were laid: what was left on the table, the cards turned in seat order, then
              battle by battle what each player laid, in seat order
high_first    by rank, the highest first; equal ranks in the order laid
low_first     by rank, the lowest first; equal ranks in the order laid
============= =====================================================================================

A player without cards is out. The game ends when at most one player has cards: he wins, with what
is on the table; if nobody has any, those who tied in the last battle share the win. It also ends
after an agreed number of rounds (``max_rounds``): the player with the most cards wins, and equal
counts share. Where a state comes back with nothing left to chance in between, the game is endless,
and nobody wins. Such a game may take millions of rounds to come back: one that has neither ended
nor come back after 100,000 (``give_up``) is reported as unfinished.

What to read first
------------------
``advice`` gives odds and compares pick-ups; ``replay`` tells one game. The game itself is
csrc/war/game.c, the fast loop csrc/war/play.c, endless games csrc/war/cycle.c.
"""

from pysolver.war.advice import Odds, PickupOdds, compare_pickups, odds
from pysolver.war.games import DEFAULT_GIVE_UP, MOST_GAMES
from pysolver.war.lengths import Bin, Rounds
from pysolver.war.piles import parse_piles
from pysolver.war.replay import Battle, Cycle, Replay, Round, replay
from pysolver.war.rules import PICKUPS, Pickup, Rules

__all__ = [
    "DEFAULT_GIVE_UP",
    "MOST_GAMES",
    "PICKUPS",
    "Battle",
    "Bin",
    "Cycle",
    "Odds",
    "Pickup",
    "PickupOdds",
    "Replay",
    "Round",
    "Rounds",
    "Rules",
    "compare_pickups",
    "odds",
    "parse_piles",
    "replay",
]
