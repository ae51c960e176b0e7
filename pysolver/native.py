"""The one module that touches the compiled core.

Everything here takes and gives plain Python values or buffers; the rest of the package does not
know that there is a C library. The environment variable ``PYSOLVER_PORTABLE=1`` keeps the core to
plain C; answers are the same on every path.
"""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING, Final

from pysolver._core import ffi, lib
from pysolver.errors import CardError, DataError, RuleError, SolverError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    import numpy.typing as npt
    from typing_extensions import Buffer as BytesLike

    from pysolver._core import CData

    # Arrays count as buffers for type checkers from Python 3.12 on only.
    Buffer: TypeAlias = BytesLike | npt.NDArray[Any]

DECK_SIZE: Final = 52
HAND_SIZE: Final = 13
STRENGTHS: Final = lib.PS_STRENGTHS
VALUE_UNIT: Final = 2.0**-lib.PS_VALUE_BITS
VALUE_LIMIT: Final = lib.PS_VALUE_LIMIT
BLOCK_HANDS: Final = lib.PS_BLOCK_HANDS
BLOCK_OPPONENTS: Final = 3 * lib.PS_OPPONENT_DEALS
CORRECTION_NODES: Final = lib.PS_CORRECTION_NODES
CORRECTION_FEATURES: Final = lib.PS_CORRECTION_FEATURES
CORRECTION_OUTPUTS: Final = lib.PS_CORRECTION_OUTPUTS
CORRECTION_CELLS: Final = lib.PS_CORRECTION_CELLS
CORRECTION_UNIT: Final = 2.0**-14
WHEELS: Final = {"second": lib.PS_WHEEL_SECOND, "lowest": lib.PS_WHEEL_LOWEST}
PATH_NAMES: Final = {
    lib.PS_PORTABLE: "portable",
    lib.PS_AVX2: "avx2",
    lib.PS_AVX2_BMI2: "avx2+bmi2",
}
PORTABLE_VARIABLE: Final = "PYSOLVER_PORTABLE"

#: Names of the kinds of special hand by bit of the core's mask.
SPECIAL_NAMES: Final = (
    "dragon flush",
    "dragon straight",
    "one colour",
    "straight flush",
    "six pairs",
    "four of a kind",
    "three full houses",
    "three flushes",
    "three straights",
)
SPECIAL_TALLY: Final = len(SPECIAL_NAMES) + 3

_STATUS_TEXT: Final = {
    lib.PS_ERROR_MEMORY: "out of memory",
    lib.PS_ERROR_ARGUMENT: "an argument is out of range",
}


def _check(result: int) -> int:
    """The result itself, or the error that a negative one stands for."""
    if result >= 0:
        return result
    if result == lib.PS_ERROR_CARD:
        message = "a card id is not in 0 to 51 or stands twice"
        raise CardError(message)
    if result == lib.PS_ERROR_DATA:
        message = "the shape lists are damaged: reinstall pysolver"
        raise DataError(message)
    if result == lib.PS_ERROR_TABLE:
        message = (
            f"a table must not fall as strength rises, and its values lie within "
            f"{VALUE_LIMIT * VALUE_UNIT:.0f} points"
        )
        raise RuleError(message)
    if result == lib.PS_ERROR_MEMORY:
        raise MemoryError
    raise SolverError(_STATUS_TEXT.get(result, f"status {result}"))


def _check_hand(hand: bytes) -> bytes:
    """The hand, if it is thirteen bytes: the core reads as many."""
    if len(hand) != HAND_SIZE:
        message = f"a hand is {HAND_SIZE} ids, not {len(hand)}"
        raise CardError(message)
    return hand


def _fits(rows: int, *buffers: tuple[CData, int]) -> None:
    """Refuses buffers that hold fewer than ``rows`` rows of their width."""
    if rows < 0 or any(len(buffer) < rows * width for buffer, width in buffers):
        message = f"{rows} rows do not fit the buffers"
        raise RuleError(message)


_check(lib.ps_init())
BEST_PATH: Final[int] = lib.ps_best_path()
PATH: Final[int] = (
    lib.PS_PORTABLE if os.environ.get(PORTABLE_VARIABLE, "0") not in ("", "0") else BEST_PATH
)
CATEGORY_STARTS: Final = tuple(_check(lib.ps_category_start(i)) for i in range(lib.PS_CATEGORIES))


def instruction_set() -> str:
    """The instruction set that this process uses: ``avx2+bmi2``, ``avx2`` or ``portable``."""
    return PATH_NAMES[PATH]


def strength(cards: bytes, wheel: int) -> int:
    """Strength 1 … 7917 of three or five card ids."""
    return _check(lib.ps_strength(cards, len(cards), wheel))


def strengths_of_rows(
    cards: Buffer, rows: int, width: int, wheel: int, strengths: Buffer, path: int = PATH
) -> int:
    """Strengths of ``rows`` rows of three or five ids into uint16; returns the rows done."""
    source = ffi.from_buffer("uint8_t[]", cards)
    target = ffi.from_buffer("uint16_t[]", strengths, require_writable=True)
    _fits(rows, (source, width), (target, 1))
    if width == 3:
        return _check(lib.ps_strengths_of_threes(source, rows, wheel, target))
    if width != 5 or not lib.PS_PORTABLE <= path <= BEST_PATH:
        message = f"rows of 3 or 5 cards on a path that this processor has, not {width} and {path}"
        raise RuleError(message)
    return _check(lib.ps_strengths_of_fives(path, source, rows, wheel, target))


def strengths_of_subsets(hand: bytes, wheel: int) -> tuple[array[int], array[int]]:
    """Strengths of the 1,287 fives and 286 threes of 13 cards.

    The cards count as sorted by id; the subsets come in colexicographic order of places.
    """
    fives = array("H", bytes(2 * lib.PS_FIVES_OF_13))
    threes = array("H", bytes(2 * lib.PS_THREES_OF_13))
    _check(
        lib.ps_strengths_of_subsets(
            _check_hand(hand),
            wheel,
            ffi.from_buffer("uint16_t[]", fives, require_writable=True),
            ffi.from_buffer("uint16_t[]", threes, require_writable=True),
        )
    )
    return fives, threes


def special_kinds(hand: bytes) -> int:
    """The kinds of special hand that 13 ids are, as bits in the order of SPECIAL_NAMES."""
    return _check(lib.ps_special_kinds(_check_hand(hand)))


def special_kinds_of_hands(hands: Buffer, rows: int, kinds: Buffer) -> int:
    """The same for ``rows`` rows of 13 ids into uint16; returns the rows done."""
    source = ffi.from_buffer("uint8_t[]", hands)
    target = ffi.from_buffer("uint16_t[]", kinds, require_writable=True)
    _fits(rows, (source, HAND_SIZE), (target, 1))
    return _check(lib.ps_special_kinds_of_hands(source, rows, target))


def build_shape_lists() -> array[int]:
    """The lists of Pareto-optimal bottoms of all shapes, made anew (about a second)."""
    words = array("H", bytes(2 * 400_000))
    count = _check(
        lib.ps_shape_lists_build(
            ffi.from_buffer("uint16_t[]", words, require_writable=True), len(words)
        )
    )
    return words[:count]


class Split:
    """One split from the core: 13 ids (top, middle, bottom), three strengths, value in units.

    ``values`` are those of the branches if known, ``special`` the chances of an opponent's special
    hand of type A and B by a correction for own cards, in units.
    """

    __slots__ = ("cards", "kinds", "special", "strengths", "value", "values")

    def __init__(
        self,
        cards: bytes,
        strengths: tuple[int, int, int],
        value: int,
        kinds: int,
        values: tuple[int, int, int] | None = None,
        special: tuple[int, int] = (0, 0),
    ) -> None:
        self.cards = cards
        self.strengths = strengths
        self.value = value
        self.kinds = kinds
        self.values = values
        self.special = special


def _splits_of(splits: CData, count: int, hand: bytes) -> list[Split]:
    kinds = special_kinds(hand)
    return [
        Split(
            bytes(ffi.buffer(s.cards)),
            tuple(s.strengths),
            s.value,
            kinds,
            tuple(s.values),
            tuple(s.special),
        )
        for s in splits[0:count]
    ]


class Arranger:
    """The search for the best split under three tables of values in units of 2^-26 points.

    ``top``, ``middle`` and ``bottom`` are int32 buffers of 7,918 values by strength that do not
    fall. Immutable; may be used from any number of threads.
    """

    __slots__ = ("_handle", "path")

    def __init__(
        self,
        top: Buffer,
        middle: Buffer,
        bottom: Buffer,
        *,
        wheel: int,
        equal_branches: bool,
        shape_words: Buffer,
        path: int = PATH,
    ) -> None:
        values = [ffi.from_buffer("int32_t[]", table) for table in (top, middle, bottom)]
        if any(len(table) != STRENGTHS for table in values):
            message = f"a table holds {STRENGTHS} values, one for each strength from 0 to 7917"
            raise RuleError(message)
        if not lib.PS_PORTABLE <= path <= BEST_PATH:
            message = f"this processor has no path {path}"
            raise RuleError(message)
        words = ffi.from_buffer("uint16_t[]", shape_words)
        status = ffi.new("int *")
        handle = lib.ps_arranger_new(
            values[0], values[1], values[2], wheel, equal_branches, words, len(words), status
        )
        _check(status[0])
        self._handle = ffi.gc(handle, lib.ps_arranger_free)
        self.path = path

    def corrected(self, nodes: Buffer, coefficients: Buffer) -> Arranger:
        """The search by values corrected for the own cards of each hand.

        ``nodes``: uint16, 96 strengths for each branch, rising from 1 to 7917. ``coefficients``:
        int32 in units of 2^-14 points, 295 features x (3 x 96 nodes, chances of type A and B).
        """
        strengths = ffi.from_buffer("uint16_t[]", nodes)
        numbers = ffi.from_buffer("int32_t[]", coefficients)
        if (
            len(strengths) != 3 * CORRECTION_NODES
            or len(numbers) != CORRECTION_FEATURES * CORRECTION_OUTPUTS
        ):
            message = "a correction has 3 x 96 nodes and 295 x 290 coefficients"
            raise RuleError(message)
        status = ffi.new("int *")
        handle = lib.ps_arranger_correct(self._handle, strengths, numbers, status)
        _check(status[0])
        found = object.__new__(Arranger)
        found._handle = ffi.gc(handle, lib.ps_arranger_free)
        found.path = self.path
        return found

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._handle

    def best(self, hand: bytes) -> Split:
        """The best split of 13 ids."""
        split = ffi.new("ps_split *")
        kinds = _check(lib.ps_arrange(self._handle, self.path, _check_hand(hand), split))
        a, b, c = split.strengths
        x, y, z = split.values
        type_a, type_b = split.special
        return Split(
            bytes(ffi.buffer(split.cards)),
            (a, b, c),
            split.value,
            kinds,
            (x, y, z),
            (type_a, type_b),
        )

    def ranked(self, hand: bytes, count: int) -> list[Split]:
        """The best ``count`` splits of different strengths (at most 256), best first."""
        splits = ffi.new("ps_split[]", count)
        found = _check(lib.ps_scan(self._handle, _check_hand(hand), count, splits))
        return _splits_of(splits, found, hand)

    def best_of_rows(
        self,
        hands: Buffer,
        rows: int,
        cards: Buffer,
        strengths: Buffer,
        values: Buffer,
        kinds: Buffer,
        specials: Buffer,
    ) -> int:
        """The best splits of ``rows`` rows of 13 ids; returns the rows done before a bad one.

        ``specials``: rows of two int32, the chances of an opponent's special hand of type A and B
        by a correction for own cards, in units; 0 without one.
        """
        source = ffi.from_buffer("uint8_t[]", hands)
        laid = ffi.from_buffer("uint8_t[]", cards, require_writable=True)
        shown = ffi.from_buffer("uint16_t[]", strengths, require_writable=True)
        worth = ffi.from_buffer("int32_t[]", values, require_writable=True)
        named = ffi.from_buffer("uint16_t[]", kinds, require_writable=True)
        chances = ffi.from_buffer("int32_t[]", specials, require_writable=True)
        _fits(rows, (source, HAND_SIZE), (laid, HAND_SIZE), (shown, 3), (worth, 1), (named, 1))
        _fits(rows, (chances, 2))
        return _check(
            lib.ps_arrange_hands(
                self._handle, self.path, source, rows, laid, shown, worth, named, chances
            )
        )

    def values_for_hand(self, hand: bytes) -> tuple[list[array[int]], tuple[int, int]]:
        """Corrected values by strength at top, middle and bottom, and chances of type A and B."""
        tables = [array("i", bytes(4 * STRENGTHS)) for _ in range(3)]
        top, middle, bottom = (
            ffi.from_buffer("int32_t[]", table, require_writable=True) for table in tables
        )
        special = ffi.new("int32_t[2]")
        _check(lib.ps_values_for_hand(self._handle, hand, top, middle, bottom, special))
        return tables, (special[0], special[1])

    def values_of_split(
        self, hand: bytes, strengths: tuple[int, int, int]
    ) -> tuple[tuple[int, int, int], tuple[int, int]]:
        """Corrected values of the branches of a split, and chances of type A and B."""
        values, special = ffi.new("int32_t[3]"), ffi.new("int32_t[2]")
        _check(
            lib.ps_values_of_split(
                self._handle, hand, ffi.new("uint16_t[]", strengths), values, special
            )
        )
        return (values[0], values[1], values[2]), (special[0], special[1])

    def opponents(
        self, hand: bytes, seed: int, first_block: int, blocks: int
    ) -> tuple[array[int], array[int]]:
        """What opponents of a hand show when they lay by this search.

        Each block is 1,024 deals of the other 39 cards to three opponents. Returns counts of
        strengths (3 x 7,918, uint64) over normal hands, and numbers with specials of type A, B.
        """
        counts = array("Q", bytes(8 * 3 * STRENGTHS))
        specials = array("Q", bytes(16))
        _check(
            lib.ps_opponents(
                self._handle,
                self.path,
                hand,
                seed,
                first_block,
                blocks,
                ffi.from_buffer("uint64_t[]", counts, require_writable=True),
                ffi.from_buffer("uint64_t[]", specials, require_writable=True),
            )
        )
        return counts, specials

    def duels(
        self,
        hand: bytes,
        splits: Sequence[tuple[int, int, int]],
        special_points: tuple[int, int],
        seed: int,
        first_block: int,
        blocks: int,
    ) -> tuple[array[int], array[int], array[int]]:
        """Scores of several splits of a hand against the same opponents.

        Returns for each split the sum over deals of three opponents, the sum of squares, and the
        sum of squares of its difference to the first split.
        """
        count = len(splits)
        sums, squares, gaps = (array("q", bytes(8 * count)) for _ in range(3))
        _check(
            lib.ps_duels(
                self._handle,
                self.path,
                hand,
                seed,
                first_block,
                blocks,
                ffi.new("uint16_t[]", [s for split in splits for s in split]),
                count,
                ffi.new("int32_t[2]", special_points),
                ffi.from_buffer("int64_t[]", sums, require_writable=True),
                ffi.from_buffer("int64_t[]", squares, require_writable=True),
                ffi.from_buffer("int64_t[]", gaps, require_writable=True),
            )
        )
        return sums, squares, gaps

    def correction_sums(
        self, nodes: Buffer, seed: int, first_block: int, blocks: int
    ) -> tuple[array[int], array[int]]:
        """The sums from which a correction is fitted: features x features, cells x features."""
        gram = array("q", bytes(8 * CORRECTION_FEATURES**2))
        cells = array("q", bytes(8 * CORRECTION_CELLS * CORRECTION_FEATURES))
        _check(
            lib.ps_correction_sums(
                self._handle,
                self.path,
                seed,
                first_block,
                blocks,
                ffi.from_buffer("uint16_t[]", nodes),
                ffi.from_buffer("int64_t[]", gram, require_writable=True),
                ffi.from_buffer("int64_t[]", cells, require_writable=True),
            )
        )
        return gram, cells

    def population(self, seed: int, first_block: int, blocks: int) -> tuple[array[int], array[int]]:
        """What the hands of random blocks show when arranged so.

        Returns counts of strengths (3 x 7,918, uint64) over the normal hands, and the tally of
        special hands: one count a kind, then best kind of type A, of type B, normal hands.
        """
        counts = array("Q", bytes(8 * 3 * STRENGTHS))
        specials = array("Q", bytes(8 * SPECIAL_TALLY))
        _check(
            lib.ps_population(
                self._handle,
                self.path,
                seed,
                first_block,
                blocks,
                ffi.from_buffer("uint64_t[]", counts, require_writable=True),
                ffi.from_buffer("uint64_t[]", specials, require_writable=True),
            )
        )
        return counts, specials

    def response_gaps(
        self,
        responder: Arranger,
        judge: Arranger,
        seed: int,
        first_block: int,
        blocks: int,
    ) -> Sequence[int]:
        """What the responder's splits gain over these, block by block, in units of the judge."""
        sums = array("q", bytes(8 * blocks))
        _check(
            lib.ps_response_gap(
                self._handle,
                responder.handle,
                judge.handle,
                self.path,
                seed,
                first_block,
                blocks,
                ffi.from_buffer("int64_t[]", sums, require_writable=True),
            )
        )
        return sums


def best_by_values(
    values: Sequence[Buffer], hand: bytes, count: int, *, wheel: int, equal_branches: bool
) -> list[Split]:
    """The best ``count`` splits of 13 ids by any values (three int32 tables by strength)."""
    top, middle, bottom = (ffi.from_buffer("int32_t[]", table) for table in values)
    if not len(top) == len(middle) == len(bottom) == STRENGTHS:
        message = f"a table holds {STRENGTHS} values, one for each strength from 0 to 7917"
        raise RuleError(message)
    splits = ffi.new("ps_split[]", count)
    found = _check(
        lib.ps_scan_values(top, middle, bottom, wheel, equal_branches, hand, count, splits)
    )
    return _splits_of(splits, found, hand)


def special_census(seed: int, first_block: int, blocks: int) -> array[int]:
    """The tally of special hands over random blocks, as in ``Arranger.population``."""
    specials = array("Q", bytes(8 * SPECIAL_TALLY))
    _check(
        lib.ps_special_census(
            seed,
            first_block,
            blocks,
            ffi.from_buffer("uint64_t[]", specials, require_writable=True),
        )
    )
    return specials


def deal_block(seed: int, block: int) -> bytes:
    """The hands of one random block: 4,096 rows of 13 ids."""
    hands = bytearray(BLOCK_HANDS * 13)
    _check(
        lib.ps_deal_block(seed, block, ffi.from_buffer("uint8_t[]", hands, require_writable=True))
    )
    return bytes(hands)


# ---- War ----

WAR_SEATS: Final = lib.PS_WAR_SEATS
WAR_UNKNOWN: Final = lib.PS_WAR_UNKNOWN
WAR_MOST_ROUNDS: Final = lib.PS_WAR_MOST_ROUNDS
WAR_PICKUPS: Final = {
    "shuffled": lib.PS_WAR_SHUFFLED,
    "winner_first": lib.PS_WAR_WINNER_FIRST,
    "seat_order": lib.PS_WAR_SEAT_ORDER,
    "high_first": lib.PS_WAR_HIGH_FIRST,
    "low_first": lib.PS_WAR_LOW_FIRST,
}
WAR_SHORTS: Final = {"last_card": lib.PS_WAR_LAST_CARD, "lose": lib.PS_WAR_LOSE}
WAR_WON: Final = lib.PS_WAR_WON
WAR_ENDLESS: Final = lib.PS_WAR_ENDLESS
WAR_UNFINISHED: Final = lib.PS_WAR_UNFINISHED


class WarSetup:
    """Options and piles of War; immutable, may be used from any number of threads.

    ``piles`` holds ids from the top of each pile down, WAR_UNKNOWN for a card dealt at random;
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
        ``ends`` (uint8) WAR_WON, WAR_ENDLESS or WAR_UNFINISHED; ``rounds``, ``battles``: uint32.
        """
        return _check(
            lib.ps_war_games(
                self._setup,
                seed,
                first,
                games,
                ffi.from_buffer("uint8_t[]", winners, require_writable=True),
                ffi.from_buffer("uint8_t[]", ends, require_writable=True),
                ffi.from_buffer("uint32_t[]", rounds, require_writable=True),
                ffi.from_buffer("uint32_t[]", battles, require_writable=True),
            )
        )

    def cycle(self, seed: int, number: int, *, by_rank: bool) -> tuple[int, int] | None:
        """Where the cycle of an endless game starts and how many rounds it has; else None.

        The state after so many rounds is the first that comes back, by ranks alone or card by card.
        """
        start, length = ffi.new("uint32_t *"), ffi.new("uint32_t *")
        if not _check(lib.ps_war_cycle(self._setup, seed, number, by_rank, start, length)):
            return None
        return start[0], length[0]


class WarTurn:
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


class WarGame:
    """One game of a seed, played round by round."""

    __slots__ = ("_handle", "_players")

    def __init__(self, setup: WarSetup, seed: int, number: int) -> None:
        status = ffi.new("int *")
        handle = lib.ps_war_game_new(setup.handle, seed, number, status)
        _check(status[0])
        self._handle = ffi.gc(handle, lib.ps_war_game_free)
        self._players = setup.players

    def play_round(self) -> WarTurn | None:
        """Plays one round; None when none is left to play."""
        turn = ffi.new("ps_war_round *")
        return WarTurn(turn) if lib.ps_war_game_round(self._handle, turn) else None

    def piles(self) -> tuple[tuple[bytes, ...], bytes]:
        """The piles from their tops, and the cards left on the table."""
        sizes, cards = ffi.new("uint8_t[]", WAR_SEATS), ffi.new("uint8_t[]", DECK_SIZE)
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
