"""How chances of making a bid as roll-outs show them are made good.

Roll-outs fall short of what a seat makes that decides anew before each card, the more so the more
cards are left and the weaker the others are. So log-odds are shifted and stretched by what tables
of mixed players have shown; see docs/wizard-search.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Calibration:
    """A map of chances.

    Attributes:
        shift: of the log-odds.
        slope: what they are multiplied by.
        left: added, times the logarithm of the cards left in the hand.
        learned: added, times how likely the others are to play as learned, 0 to 1.
        curve: added, times the square of the log-odds.
    """

    shift: float
    slope: float
    left: float = 0.0
    learned: float = 0.0
    curve: float = 0.0

    def of(self, raw: float, deals: int, *, left: int, learned: float) -> float:
        """The chance for a share ``raw`` of so many deals; 0 and 1 are kept near by.

        Args:
            raw: the share of the deals in which the bid is made, 0 to 1.
            deals: how many were played out.
            left: cards in the hand, 1 or more.
            learned: how likely the others are to play as learned, 0 to 1.
        """
        import math

        inside = (raw * deals + 0.5) / (deals + 1)
        odds = math.log(inside / (1 - inside))
        found = self.shift + self.slope * odds + self.left * math.log(left)
        found += self.learned * learned + self.curve * odds * odds
        return 1 / (1 + math.exp(-found))


BID_CALIBRATION: Final = Calibration(0.092, 0.847, 0.123)
PLAY_CALIBRATION: Final = Calibration(0.608, 0.664, 0.085, -0.815, -0.004)
