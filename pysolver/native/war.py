"""War: setups, games of a seed in bulk or round by round, cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.native.core import DECK_SIZE, check, ffi, lib, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData
    from pysolver.native.core import Buffer

SEATS: Final = lib.PS_WAR_SEATS
UNKNOWN: Final = lib.PS_WAR_UNKNOWN
MOST_ROUNDS: Final = lib.PS_WAR_MOST_ROUNDS
PICKUPS: Final = {
    "shuffled": lib.PS_WAR_SHUFFLED,
    "winner_first": lib.PS_WAR_WINNER_FIRST,
    "seat_order": lib.PS_WAR_SEAT_ORDER,
    "high_first": lib.PS_WAR_HIGH_FIRST,
    "low_first": lib.PS_WAR_LOW_FIRST,
}
SHORTS: Final = {"last_card": lib.PS_WAR_LAST_CARD, "lose": lib.PS_WAR_LOSE}
WON: Final = lib.PS_WAR_WON
ENDLESS: Final = lib.PS_WAR_ENDLESS
UNFINISHED: Final = lib.PS_WAR_UNFINISHED


class Setup:
    """Options and piles of War; immutable, may be used from any number of threads.

    ``piles`` holds ids from the top of each pile down, UNKNOWN for a card dealt at random;
    ``max_rounds`` is 0 for no limit; a game without one is left after ``give_up`` rounds.
    """

    __slots__ = ("_setup", "players")

    def __init__(
        self,
        piles: Sequence[Sequence[int]],
        *,
        face_down: int,
        pickups: Sequence[int],
        short: int,
        max_rounds: int,
        give_up: int,
    ) -> None:
        setup = ffi.new("ps_war_setup *")
        setup.players = self.players = len(piles)
        setup.face_down = face_down
        setup.short_rule = short
        setup.max_rounds = max_rounds
        setup.give_up = give_up
        for seat, (pile, pickup) in enumerate(zip(piles, pickups, strict=True)):
            setup.sizes[seat] = len(pile)
            setup.pickup[seat] = pickup
        for place, card in enumerate(card for pile in piles for card in pile):
            setup.cards[place] = card
        self._setup = setup

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._setup

    def play(
        self,
        seed: int,
        first: int,
        games: int,
        winners: Buffer,
        ends: Buffer,
        rounds: Buffer,
        battles: Buffer,
    ) -> int:
        """Plays games ``first`` … of a seed; returns how many.

        Into ``winners`` (uint8) go the seats that share each as bits, none if it did not end; into
        ``ends`` (uint8) WON, ENDLESS or UNFINISHED; ``rounds``, ``battles``: uint32.
        """
        return check(
            lib.ps_war_games(
                self._setup,
                seed,
                first,
                games,
                write("uint8_t", winners),
                write("uint8_t", ends),
                write("uint32_t", rounds),
                write("uint32_t", battles),
            )
        )

    def cycle(self, seed: int, number: int, *, by_rank: bool) -> tuple[int, int] | None:
        """Where the cycle of an endless game starts and how many rounds it has; else None.

        The state after so many rounds is the first that comes back, by ranks alone or card by card.
        """
        start, length = ffi.new("uint32_t *"), ffi.new("uint32_t *")
        if not check(lib.ps_war_cycle(self._setup, seed, number, by_rank, start, length)):
            return None
        return start[0], length[0]


class Turn:
    """What happened in one round, cards in the order laid; see ps_war_round in csrc/pysolver.h."""

    __slots__ = (
        "battle_of",
        "battles",
        "cards",
        "carried",
        "face_up",
        "owners",
        "picked_up",
        "winner",
    )

    def __init__(self, turn: CData) -> None:
        count = turn.count
        self.carried: int = turn.carried
        self.battles: int = turn.battles
        self.winner: int | None = turn.winner if turn.winner >= 0 else None
        self.cards = bytes(turn.cards[0:count])
        self.owners = bytes(turn.owners[0:count])
        self.battle_of = bytes(turn.battle_of[0:count])
        self.face_up = bytes(turn.face_up[0:count])
        self.picked_up = bytes(turn.picked_up[0:count]) if self.winner is not None else b""


class Game:
    """One game of a seed, played round by round."""

    __slots__ = ("_handle", "_players")

    def __init__(self, setup: Setup, seed: int, number: int) -> None:
        status = ffi.new("int *")
        handle = lib.ps_war_game_new(setup.handle, seed, number, status)
        check(status[0])
        self._handle = ffi.gc(handle, lib.ps_war_game_free)
        self._players = setup.players

    def play_round(self) -> Turn | None:
        """Plays one round; None when none is left to play."""
        turn = ffi.new("ps_war_round *")
        return Turn(turn) if lib.ps_war_game_round(self._handle, turn) else None

    def piles(self) -> tuple[tuple[bytes, ...], bytes]:
        """The piles from their tops, and the cards left on the table."""
        sizes, cards = ffi.new("uint8_t[]", SEATS), ffi.new("uint8_t[]", DECK_SIZE)
        on_table = lib.ps_war_game_piles(self._handle, sizes, cards)
        piles, at = [], 0
        for seat in range(self._players):
            piles.append(bytes(cards[at : at + sizes[seat]]))
            at += sizes[seat]
        return tuple(piles), bytes(cards[at : at + on_table])

    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; none while the game goes on."""
        bits = lib.ps_war_game_winners(self._handle)
        return tuple(seat for seat in range(self._players) if bits >> seat & 1)
