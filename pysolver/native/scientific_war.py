"""Scientific War: the table between two tricks, for two to eight players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.native.core import check, ffi, lib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData

SEATS: Final = lib.PS_SCIENTIFIC_SEATS
JOKER: Final = lib.PS_SCIENTIFIC_JOKER
KINDS: Final = JOKER + 1
SWAP: Final = lib.PS_SCIENTIFIC_SWAP
NOTHING: Final = lib.PS_SCIENTIFIC_NOTHING
DISPUTE: Final = lib.PS_SCIENTIFIC_DISPUTE
MOST_TRICKS: Final = lib.PS_SCIENTIFIC_MOST_TRICKS
REVERSALS: Final = {"now": lib.PS_SCIENTIFIC_NOW, "next": lib.PS_SCIENTIFIC_NEXT}
_RANK_BITS: Final = 15


def rules_of(
    *, players: int, ranks: int, jokers: int, trick_limit: int, reversal: int, powers: bool
) -> CData:
    """The options as the core takes them; ``ranks`` are bits, ``trick_limit`` 0 for none."""
    rules = ffi.new("ps_scientific_rules *")
    rules.players = players
    rules.ranks = ranks
    rules.jokers = jokers
    rules.trick_limit = trick_limit
    rules.reversal = reversal
    rules.powers = powers
    return rules


def resolve(rules: CData, ranks: bytes, *, reverse: bool) -> tuple[int, bool, int]:
    """The winner's place or -1, the order afterwards, the place of who peeks next or -1."""
    outcome = ffi.new("int32_t[]", 3)
    check(lib.ps_scientific_resolve(rules, ranks, len(ranks), reverse, outcome))
    return outcome[0], bool(outcome[1]), outcome[2]


class Table:
    """A table between two tricks; changes as tricks are played."""

    __slots__ = ("_players", "_rules", "_state")

    def __init__(self, rules: CData) -> None:
        self._rules = rules
        self._players: int = rules.players
        self._state = ffi.new("ps_scientific_state *")
        check(lib.ps_scientific_start(rules, self._state))

    def arrange(
        self,
        *,
        hands: Sequence[Sequence[int]],
        piles: Sequence[Sequence[int]],
        pot: Sequence[int],
        reverse: bool,
        peeker: int,
        may_swap: int,
        threes: int,
        last_in: int,
        tricks: int,
        disputed: int,
    ) -> None:
        """Set up any table; cards are ranks 0 … 12 and JOKER."""
        state = self._state
        for player, (hand, pile) in enumerate(zip(hands, piles, strict=True)):
            state.hands[player] = _counts(hand)
            state.piles[player] = _counts(pile)
        state.pot = _counts(pot)
        state.reverse = reverse
        state.peeker = peeker
        state.may_swap = may_swap
        state.threes = threes
        state.last_in = last_in
        state.tricks = tricks
        state.disputed = disputed

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._state

    def check(self) -> None:
        """Raises CardError where cards are missing or too many, SolverError where a rule breaks."""
        check(lib.ps_scientific_check(self._rules, self._state))

    def hand(self, player: int) -> tuple[int, ...]:
        """The player's hand, by rank."""
        return _ranks(self._state.hands[player])

    def pile(self, player: int) -> tuple[int, ...]:
        """The player's pile, by rank."""
        return _ranks(self._state.piles[player])

    def pot(self) -> tuple[int, ...]:
        """The cards of the disputed tricks, by rank."""
        return _ranks(self._state.pot)

    @property
    def reverse(self) -> bool:
        """Whether the deuce is high."""
        return bool(self._state.reverse)

    @property
    def peeker(self) -> int:
        """Who picks last in the next trick, or -1."""
        return int(self._state.peeker)

    @property
    def may_swap(self) -> int:
        """Who may swap, as bits."""
        return int(self._state.may_swap)

    @property
    def threes(self) -> int:
        """Who has played a three, as bits."""
        return int(self._state.threes)

    @property
    def last_in(self) -> int:
        """Who was in the last trick, as bits."""
        return int(self._state.last_in)

    @property
    def tricks(self) -> int:
        """Tricks played."""
        return int(self._state.tricks)

    @property
    def disputed(self) -> int:
        """The last tricks, which nobody took."""
        return int(self._state.disputed)

    def over(self) -> bool:
        """Whether the game is over."""
        return bool(check(lib.ps_scientific_over(self._rules, self._state)))

    def winners(self) -> int:
        """Who shares the win, as bits; 0 while the game goes on."""
        return check(lib.ps_scientific_winners(self._rules, self._state))

    def choices(self, player: int) -> bytes:
        """The player's choices: ranks, SWAP added to those after a swap."""
        found = ffi.new("uint8_t[]", lib.PS_SCIENTIFIC_CHOICES)
        count = check(lib.ps_scientific_choices(self._rules, self._state, player, found))
        return bytes(found[0:count])

    def play(self, choices: bytes) -> int:
        """Plays a trick, NOTHING for who is out; returns who takes it, or DISPUTE."""
        _one_each(choices, self._players)
        return check(lib.ps_scientific_play(self._rules, self._state, choices))

    def play_as_two(self, choices: bytes) -> None:
        """The same by the core's form for two players, counts of disputes left as they are."""
        _one_each(choices, self._players)
        check(lib.ps_scientific_duel_play(self._rules, self._state, choices))


def _one_each(choices: bytes, players: int) -> None:
    if len(choices) != players:
        message = f"{players} players make {players} choices, not {len(choices)}"
        raise ValueError(message)


def _counts(ranks: Sequence[int]) -> int:
    counts = 0
    for rank in ranks:
        counts += 1 << 4 * rank
    return counts


def _ranks(counts: int) -> tuple[int, ...]:
    found: list[int] = []
    rank = 0
    while counts:
        found += [rank] * (counts & _RANK_BITS)
        counts >>= 4
        rank += 1
    return tuple(found)
