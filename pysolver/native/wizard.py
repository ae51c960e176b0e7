"""Wizard: deals, legal plays, tricks, one seat's view of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.errors import CardError, RuleError
from pysolver.native.core import check, ffi, lib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData

DECK: Final = lib.PS_WIZARD_DECK
SEATS: Final = lib.PS_WIZARD_SEATS
MOST: Final = lib.PS_WIZARD_MOST
NO_TRUMP: Final = -1


def _checked(status: int) -> int:
    if status == lib.PS_ERROR_CARD:
        message = f"a card id is not in 0 to {DECK - 1} or stands twice"
        raise CardError(message)
    if status == lib.PS_ERROR_RULE:
        message = "a play is no card of the hand, or a revoke, or the hook bars the bids"
        raise RuleError(message)
    return check(status)


def score(bid: int, tricks: int) -> int:
    """Points for a bid and the tricks taken, both 0 to 20."""
    return lib.ps_wizard_score(bid, tricks)


def deal(players: int, size: int, seed: int, number: int) -> tuple[tuple[bytes, ...], int | None]:
    """Hands of ``size`` ids from seat 0 on, and the turned card; None when no card is left."""
    hands = ffi.new("uint8_t[]", DECK)
    turned = _checked(lib.ps_wizard_deal(players, size, seed, number, hands))
    dealt = tuple(bytes(hands[seat * size : (seat + 1) * size]) for seat in range(players))
    return dealt, turned if turned < DECK else None


def trick_winner(cards: bytes, trump: int) -> int:
    """The index of the card that wins a trick, complete or not; ``trump`` a suit or NO_TRUMP."""
    return _checked(lib.ps_wizard_trick_winner(cards, len(cards), trump))


def legal_plays(hand: bytes, trick: bytes) -> bytes:
    """The cards of a hand that may be played on the cards of a trick, in the hand's order."""
    legal = ffi.new("uint8_t[]", MOST)
    count = _checked(lib.ps_wizard_legal(hand, len(hand), trick, len(trick), legal))
    return bytes(legal[0:count])


class View:
    """What one seat sees of a round; immutable, may be used from any number of threads.

    ``turned`` is None when no card was left to turn; ``bids`` and ``plays`` are those made so far,
    from seat 0 on.
    """

    __slots__ = ("_view",)

    def __init__(
        self,
        players: int,
        hand: bytes,
        *,
        seat: int,
        turned: int | None,
        trump: int,
        bids: Sequence[int] = (),
        plays: bytes = b"",
        hook: bool = False,
    ) -> None:
        if len(hand) > MOST or len(bids) > SEATS or len(plays) > DECK:
            message = f"{len(hand)} cards, {len(bids)} bids and {len(plays)} plays do not fit"
            raise RuleError(message)
        view = ffi.new("ps_wizard_view *")
        view.players, view.size, view.seat = players, len(hand), seat
        view.turned = -1 if turned is None else turned
        view.trump, view.hook = trump, hook
        view.bid_count, view.play_count = len(bids), len(plays)
        view.bids[0 : len(bids)] = list(bids)
        view.hand[0 : len(hand)] = hand
        view.plays[0 : len(plays)] = plays
        self._view = view

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._view

    def standing(self) -> Standing:
        """Where the round stands.

        Raises:
            CardError: a card stands twice.
            RuleError: a play is no card of the hand, a revoke, or out of range.
        """
        standing = ffi.new("ps_wizard_standing *")
        _checked(lib.ps_wizard_replay(self._view, standing))
        return Standing(standing, self._view.players)


class Standing:
    """Where a round stands; see ps_wizard_standing in csrc/pysolver.h.

    ``turn``, ``winner`` and ``suit`` are None where C says -1; ``voids`` are bits by suit.
    """

    __slots__ = (
        "hand",
        "laid",
        "leader",
        "legal",
        "suit",
        "tricks",
        "turn",
        "voids",
        "winner",
        "winners",
    )

    def __init__(self, standing: CData, players: int) -> None:
        self.turn: int | None = standing.turn if standing.turn >= 0 else None
        self.winner: int | None = standing.winner if standing.winner >= 0 else None
        self.suit: int | None = standing.suit if standing.suit >= 0 else None
        self.leader: int = standing.leader
        self.laid: int = standing.laid
        self.tricks = tuple(standing.tricks[0:players])
        self.voids = tuple(standing.voids[0:players])
        self.winners = bytes(standing.winners[0 : standing.finished])
        self.hand = bytes(standing.hand[0 : standing.hand_count])
        self.legal = bytes(standing.legal[0 : standing.legal_count])
