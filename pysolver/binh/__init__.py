"""Binh poker: thirteen cards in three branches.

The rules
---------
Two to four players hold thirteen cards each of a 52-card deck and lay them in three branches:
three cards at the top, five in the middle, five at the bottom.

Branches rank, weakest first: high card, one pair, two pair, three of a kind, straight, flush, full
house. (Four of a kind and the straight flush rank above; a hand that holds one is special.) Three
cards make a high card, a pair or three of a kind, no straight and no flush. Straights run from
2-3-4-5-6 up to 9-10-J-Q-K; A-2-3-4-5 stands above them, second only to 10-J-Q-K-A
(``Rules(wheel="lowest")`` puts it below all). Inside a category the groups decide, the larger
first, then the single cards from the highest. Suits never break a tie.

Tower rule: no branch may be stronger than the one below it. Three cards against five: the category
first, then the cards in order, and where the three run out the five are stronger. Middle and
bottom may be equal (``equal_branches=False`` forbids it). A hand that breaks the rule is a foul.

Each pair of players settles alone. Two normal hands: a point for each branch won, none for a tie,
and the bonus of the branch that won, if its category has one (``branch_bonus``).
A foul loses 9 (``foul_points``) to a legal hand; two fouls draw. A special hand is declared
instead of compared: it takes 12 points of type A or 6 of type B (``special_points``) from a normal
hand, 9 at least from a foul; two specials draw whatever their types. The special hands:

=================== ==== ==========================================================================
dragon flush         A   thirteen cards of one suit
dragon straight      A   one card of each rank
one colour           A   thirteen red or thirteen black cards
straight flush       B   some five cards of one suit in a row; A-2-3-4-5 counts
six pairs            B   six pairs and a card, or five pairs and three of a kind; four of a kind
                         counts as two pairs
four of a kind       B   four cards of a rank
three full houses    B   three of a kind in three ranks, and two pairs
three flushes        B   five, five and three cards, each group of one suit
three straights      B   five, five and three cards, each group in a row; A-2-3 and Q-K-A count
=================== ==== ==========================================================================

What to read first
------------------
``hint`` answers a player; ``advice`` finds arrangements; ``tables`` says what strengths are worth;
``training`` finds the tables. The search is csrc/binh/arranger_search.h.
"""

from typing import TYPE_CHECKING

from pysolver.binh.advice import (
    Arrangements,
    Review,
    arrange,
    best_arrangement,
    best_arrangements,
    review,
    top_arrangements,
)
from pysolver.binh.arrangement import Arrangement
from pysolver.binh.constraints import Constraints
from pysolver.binh.hint import Hint, Plan, hint
from pysolver.binh.outlook import Chances
from pysolver.binh.rules import Rules
from pysolver.binh.scoring import score, settle
from pysolver.binh.special_hand import SpecialHand, special_hands
from pysolver.binh.strength import category, describe, strength, strengths
from pysolver.binh.tables import Tables, tables

if TYPE_CHECKING:
    from pysolver.binh.own_cards import fit_correction
    from pysolver.binh.responder import exploitability
    from pysolver.binh.training import best_response_gain, train

__all__ = [
    "Arrangement",
    "Arrangements",
    "Chances",
    "Constraints",
    "Hint",
    "Plan",
    "Review",
    "Rules",
    "SpecialHand",
    "Tables",
    "arrange",
    "best_arrangement",
    "best_arrangements",
    "best_response_gain",
    "category",
    "describe",
    "exploitability",
    "fit_correction",
    "hint",
    "review",
    "score",
    "settle",
    "special_hands",
    "strength",
    "strengths",
    "tables",
    "top_arrangements",
    "train",
]

if not TYPE_CHECKING:
    _LATER = {
        "best_response_gain": "training",
        "exploitability": "responder",
        "fit_correction": "own_cards",
        "train": "training",
    }

    def __getattr__(name: str) -> object:
        """Training and its measures, imported when asked for: a hint does without them."""
        if name in _LATER:
            from importlib import import_module

            found = getattr(import_module(f"pysolver.binh.{_LATER[name]}"), name)
            globals()[name] = found  # in place of the module of the same name
            return found
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
