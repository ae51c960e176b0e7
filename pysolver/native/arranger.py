"""The search for the best split, hands dealt to it, and opponents who lay by it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from pysolver.errors import RuleError
from pysolver.native.core import PATH, check, check_path, ffi, fits, lib, read, write
from pysolver.native.poker import HAND_SIZE, SPECIAL_TALLY, STRENGTHS, check_hand, special_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData
    from pysolver.native.core import Buffer

VALUE_UNIT: Final = 2.0**-lib.PS_VALUE_BITS
VALUE_LIMIT: Final = lib.PS_VALUE_LIMIT
BLOCK_HANDS: Final = lib.PS_BLOCK_HANDS
BLOCK_OPPONENTS: Final = 3 * lib.PS_OPPONENT_DEALS
CORRECTION_NODES: Final = lib.PS_CORRECTION_NODES
CORRECTION_FEATURES: Final = lib.PS_CORRECTION_FEATURES
CORRECTION_OUTPUTS: Final = lib.PS_CORRECTION_OUTPUTS
CORRECTION_CELLS: Final = lib.PS_CORRECTION_CELLS
CORRECTION_UNIT: Final = 2.0**-14
SWEEP_CELLS: Final = lib.PS_SWEEP_CELLS
#: Opponents, specials included, that a joint population is counted out of.
SWEEP_OPPONENTS: Final = 1 << 24


def build_shape_lists() -> array[int]:
    """The lists of Pareto-optimal bottoms of all shapes, made anew (about a second)."""
    words = array("H", bytes(2 * 400_000))
    count = check(lib.ps_shape_lists_build(write("uint16_t", words), len(words)))
    return words[:count]


class Split:
    """One split from the core: 13 ids (top, middle, bottom), three strengths, value in units.

    ``value`` is the sum of ``values`` and of what sweeps add. ``values`` are those of the branches
    if known, ``special`` the chances of an opponent's special hand of type A and B by a correction
    for own cards, in units.
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


def splits_of(splits: CData, count: int, hand: bytes) -> list[Split]:
    """The first splits of an array of the core."""
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
        check_path(path)
        values = [read("int32_t", table) for table in (top, middle, bottom)]
        if any(len(table) != STRENGTHS for table in values):
            message = f"a table holds {STRENGTHS} values, one for each strength from 0 to 7917"
            raise RuleError(message)
        words = read("uint16_t", shape_words)
        status = ffi.new("int *")
        handle = lib.ps_arranger_new(
            values[0], values[1], values[2], wheel, equal_branches, words, len(words), status
        )
        check(status[0])
        self._handle = ffi.gc(handle, lib.ps_arranger_free)
        self.path = path

    def corrected(self, nodes: Buffer, coefficients: Buffer) -> Arranger:
        """The search by values corrected for the own cards of each hand.

        ``nodes``: uint16, 96 strengths for each branch, rising from 1 to 7917. ``coefficients``:
        int32 in units of 2^-14 points, 295 features x (3 x 96 nodes, chances of type A and B).
        """
        strengths = read("uint16_t", nodes)
        numbers = read("int32_t", coefficients)
        if (
            len(strengths) != 3 * CORRECTION_NODES
            or len(numbers) != CORRECTION_FEATURES * CORRECTION_OUTPUTS
        ):
            message = "a correction has 3 x 96 nodes and 295 x 290 coefficients"
            raise RuleError(message)
        status = ffi.new("int *")
        handle = lib.ps_arranger_correct(self._handle, strengths, numbers, status)
        check(status[0])
        found = object.__new__(Arranger)
        found._handle = ffi.gc(handle, lib.ps_arranger_free)
        found.path = self.path
        return found

    def sweeping(
        self,
        edges: Buffer,
        counts: Buffer,
        cells: Buffer,
        bonus: int,
        everybody: int = SWEEP_OPPONENTS,
    ) -> Arranger:
        """The search where winning all three branches earns ``bonus`` points more, 1 … 6.

        ``edges``: uint16, 47 thresholds a branch, rising within 2 … 7917. ``counts``: int64, how
        often each strength is shown at each branch, at most ``everybody`` in all. ``cells``: int32,
        how often three strengths fall into each of 48 x 48 x 48 cells, out of ``everybody``.
        """
        thresholds = read("uint16_t", edges)
        shown = read("int64_t", counts)
        joint = read("int32_t", cells)
        if (
            len(thresholds) != 3 * (SWEEP_CELLS - 1)
            or len(shown) != 3 * STRENGTHS
            or len(joint) != SWEEP_CELLS**3
        ):
            message = "a joint population has 3 x 47 edges, 3 x 7918 counts and 48^3 cells"
            raise RuleError(message)
        status = ffi.new("int *")
        handle = lib.ps_arranger_sweep(
            self._handle, thresholds, shown, joint, everybody, bonus, status
        )
        check(status[0])
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
        kinds = check(lib.ps_arrange(self._handle, self.path, check_hand(hand), split))
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

    def ranked(self, hand: bytes, count: int, allowed: Buffer | None = None) -> list[Split]:
        """The best ``count`` splits of different strengths (at most 256), best first.

        ``allowed``: as for ``best_by_values``.
        """
        splits = ffi.new("ps_split[]", count)
        kept = kept_branches(allowed)
        found = check(lib.ps_scan(self._handle, check_hand(hand), kept, count, splits))
        return splits_of(splits, found, hand)

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
        source = read("uint8_t", hands)
        laid = write("uint8_t", cards)
        shown = write("uint16_t", strengths)
        worth = write("int32_t", values)
        named = write("uint16_t", kinds)
        chances = write("int32_t", specials)
        fits(rows, (source, HAND_SIZE), (laid, HAND_SIZE), (shown, 3), (worth, 1), (named, 1))
        fits(rows, (chances, 2))
        return check(
            lib.ps_arrange_hands(
                self._handle, self.path, source, rows, laid, shown, worth, named, chances
            )
        )

    def values_for_hand(self, hand: bytes) -> tuple[list[array[int]], tuple[int, int]]:
        """Corrected values by strength at top, middle and bottom, and chances of type A and B."""
        tables = [array("i", bytes(4 * STRENGTHS)) for _ in range(3)]
        top, middle, bottom = (write("int32_t", table) for table in tables)
        special = ffi.new("int32_t[2]")
        check(lib.ps_values_for_hand(self._handle, hand, top, middle, bottom, special))
        return tables, (special[0], special[1])

    def values_of_split(
        self, hand: bytes, strengths: tuple[int, int, int]
    ) -> tuple[tuple[int, int, int], tuple[int, int]]:
        """Corrected values of the branches of a split, and chances of type A and B."""
        values, special = ffi.new("int32_t[3]"), ffi.new("int32_t[2]")
        check(
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
        check(
            lib.ps_opponents(
                self._handle,
                self.path,
                hand,
                seed,
                first_block,
                blocks,
                write("uint64_t", counts),
                write("uint64_t", specials),
            )
        )
        return counts, specials

    def duels(
        self,
        hand: bytes,
        splits: Sequence[tuple[int, int, int]],
        special_points: tuple[int, int],
        bonuses: Sequence[Sequence[int]],
        seed: int,
        first_block: int,
        blocks: int,
    ) -> tuple[array[int], array[int], array[int]]:
        """Scores of several splits of a hand against the same opponents.

        ``bonuses`` of the nine categories at top, middle and bottom come on top of the point.
        Returns for each split the sum over deals of three opponents, the sum of squares, and the
        sum of squares of its difference to the first split.
        """
        count = len(splits)
        sums, squares, gaps = (array("q", bytes(8 * count)) for _ in range(3))
        check(
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
                read("uint8_t", b"".join(map(bytes, bonuses))),
                write("int64_t", sums),
                write("int64_t", squares),
                write("int64_t", gaps),
            )
        )
        return sums, squares, gaps

    def correction_sums(
        self, nodes: Buffer, seed: int, first_block: int, blocks: int
    ) -> tuple[array[int], array[int]]:
        """The sums from which a correction is fitted: features x features, cells x features."""
        gram = array("q", bytes(8 * CORRECTION_FEATURES**2))
        cells = array("q", bytes(8 * CORRECTION_CELLS * CORRECTION_FEATURES))
        check(
            lib.ps_correction_sums(
                self._handle,
                self.path,
                seed,
                first_block,
                blocks,
                read("uint16_t", nodes),
                write("int64_t", gram),
                write("int64_t", cells),
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
        check(
            lib.ps_population(
                self._handle,
                self.path,
                seed,
                first_block,
                blocks,
                write("uint64_t", counts),
                write("uint64_t", specials),
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
        check(
            lib.ps_response_gap(
                self._handle,
                responder.handle,
                judge.handle,
                self.path,
                seed,
                first_block,
                blocks,
                write("int64_t", sums),
            )
        )
        return sums


def kept_branches(allowed: Buffer | None) -> CData:
    """The bytes that say which branches a split may hold, as the core reads them; NULL for all."""
    if allowed is None:
        return ffi.NULL
    kept = read("uint8_t", allowed)
    if len(kept) != lib.PS_THREES_OF_13 + 2 * lib.PS_FIVES_OF_13:
        message = "branches are allowed by 286 bytes for the top and twice 1287 for the fives"
        raise RuleError(message)
    return kept


def best_by_values(
    values: Sequence[Buffer],
    hand: bytes,
    count: int,
    *,
    wheel: int,
    equal_branches: bool,
    allowed: Buffer | None = None,
    tower: bool = True,
) -> list[Split]:
    """The best ``count`` splits of 13 ids by any values (three int32 tables by strength).

    ``tower=False`` leaves the tower rule out.
    ``allowed``: a byte for each of the 286 threes and the 1,287 fives as middle and as bottom, in
    the order of ``poker.strengths_of_subsets``; zero for those that no split may hold.
    """
    top, middle, bottom = (read("int32_t", table) for table in values)
    if not len(top) == len(middle) == len(bottom) == STRENGTHS:
        message = f"a table holds {STRENGTHS} values, one for each strength from 0 to 7917"
        raise RuleError(message)
    rule = lib.PS_TOWER_NONE if not tower else int(equal_branches)
    kept = kept_branches(allowed)
    splits = ffi.new("ps_split[]", count)
    found = check(
        lib.ps_scan_values(top, middle, bottom, wheel, rule, check_hand(hand), kept, count, splits)
    )
    return splits_of(splits, found, hand)


def special_census(seed: int, first_block: int, blocks: int) -> array[int]:
    """The tally of special hands over random blocks, as in ``Arranger.population``."""
    specials = array("Q", bytes(8 * SPECIAL_TALLY))
    check(
        lib.ps_special_census(
            seed,
            first_block,
            blocks,
            write("uint64_t", specials),
        )
    )
    return specials


def deal_block(seed: int, block: int) -> bytes:
    """The hands of one random block: 4,096 rows of 13 ids."""
    hands = bytearray(BLOCK_HANDS * 13)
    check(lib.ps_deal_block(seed, block, write("uint8_t", hands)))
    return bytes(hands)
