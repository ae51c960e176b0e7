"""Scientific War for two: looking ahead over a learned evaluation, and how that is learned."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pysolver.native.core import check, ffi, fits, lib, read, write

if TYPE_CHECKING:
    from pysolver._core import CData
    from pysolver.native.core import Buffer
    from pysolver.native.scientific_war import Table

WEIGHTS: Final = lib.PS_SCIENTIFIC_WEIGHTS
SAMPLE_BYTES: Final = lib.PS_SCIENTIFIC_SAMPLE
MOST_PRACTICE_TRICKS: Final = lib.PS_SCIENTIFIC_PRACTICE_TRICKS
_STRIDE: Final = lib.PS_SCIENTIFIC_CHOICES


@dataclass(frozen=True, slots=True)
class Advice:
    """What the core's search found; see ps_scientific_advice in csrc/pysolver.h.

    ``choices``, ``mixes`` and ``losses`` are by player; payoffs are player 0's, his choices the
    rows.
    """

    choices: tuple[bytes, bytes]
    mixes: tuple[tuple[float, ...], tuple[float, ...]]
    payoffs: tuple[tuple[float, ...], ...]
    value: float
    losses: tuple[float, float] | None
    depth: int
    width: int
    exact: bool
    leaves: int


def advise(
    rules: CData,
    table: Table,
    weights: Buffer,
    *,
    seen: int | None,
    iterations: int,
    player: int = 0,
    lean: float = 0.0,
) -> Advice:
    """Looks ahead from a table for two; ``seen`` is the choice that the peeker has seen.

    The mix of ``player`` is leaned by ``lean``.
    """
    found = ffi.new("ps_scientific_advice *")
    numbers = read("int16_t", weights)
    fits(WEIGHTS, (numbers, 1))
    check(
        lib.ps_scientific_advise(
            rules,
            table.handle,
            numbers,
            -1 if seen is None else seen,
            iterations,
            player,
            lean,
            found,
        )
    )
    rows, columns = found.rows, found.columns
    return Advice(
        (bytes(found.row[0:rows]), bytes(found.column[0:columns])),
        (tuple(found.row_mix[0:rows]), tuple(found.column_mix[0:columns])),
        tuple(tuple(found.payoffs[at : at + columns]) for at in range(0, rows * _STRIDE, _STRIDE)),
        found.value,
        (found.loss[0], found.loss[1]) if found.compared else None,
        found.depth,
        found.width,
        bool(found.exact),
        found.leaves,
    )


def evaluate(rules: CData, table: Table, weights: Buffer) -> float:
    """The value to player 0 without looking ahead."""
    numbers = read("int16_t", weights)
    fits(WEIGHTS, (numbers, 1))
    value = ffi.new("double *")
    check(lib.ps_scientific_evaluate(rules, table.handle, numbers, value))
    return float(value[0])


@dataclass(frozen=True, slots=True)
class Practice:
    """How the search plays against itself; see ps_scientific_practice in csrc/pysolver.h."""

    depth: int
    width: int
    opening: int
    stray: float
    trace: float
    lean: float = 0.0
    iterations: int = 0


def practice_games(
    rules: CData, weights: Buffer, practice: Practice, seed: int, first: int, games: int
) -> bytes:
    """Games ``first`` … of a seed, as samples of SAMPLE_BYTES each."""
    numbers = read("int16_t", weights)
    fits(WEIGHTS, (numbers, 1))
    capacity = games * 2 * rules.trick_limit
    samples = bytearray(capacity * SAMPLE_BYTES)
    target = write("uint8_t", samples)
    how = _how(practice)
    count = check(
        lib.ps_scientific_practice_games(rules, numbers, how, seed, first, games, capacity, target)
    )
    return bytes(samples[: count * SAMPLE_BYTES])


def answer_games(
    rules: CData,
    weights: Buffer,
    answering: Buffer,
    practice: Practice,
    seed: int,
    first: int,
    games: int,
) -> tuple[bytes, array[float]]:
    """The same against a bot with ``weights`` whose mixes are known; and what each game won."""
    bot, own = read("int16_t", weights), read("int16_t", answering)
    fits(WEIGHTS, (bot, 1), (own, 1))
    capacity = games * 2 * rules.trick_limit
    samples, results = bytearray(capacity * SAMPLE_BYTES), array("d", bytes(8 * games))
    target, won = write("uint8_t", samples), write("double", results)
    how = _how(practice)
    count = check(
        lib.ps_scientific_answer_games(
            rules, bot, own, how, seed, first, games, capacity, target, won
        )
    )
    return bytes(samples[: count * SAMPLE_BYTES]), results


def _how(practice: Practice) -> CData:
    how = ffi.new("ps_scientific_practice *")
    how.depth, how.width, how.opening = practice.depth, practice.width, practice.opening
    how.stray, how.trace, how.lean = practice.stray, practice.trace, practice.lean
    how.iterations = practice.iterations
    return how


def first_weights(seed: int, weights: Buffer) -> None:
    """Random float32 weights to begin with."""
    numbers = write("float", weights)
    fits(WEIGHTS, (numbers, 1))
    check(lib.ps_scientific_first_weights(seed, numbers))


def round_weights(weights: Buffer, rounded: Buffer) -> None:
    """Float32 weights as the int16 that the search takes."""
    numbers, target = read("float", weights), write("int16_t", rounded)
    fits(WEIGHTS, (numbers, 1), (target, 1))
    check(lib.ps_scientific_round_weights(numbers, target))


def fit(
    weights: Buffer,
    means: Buffer,
    squares: Buffer,
    decay: Buffer,
    samples: Buffer,
    count: int,
    *,
    batch: int,
    rate: float,
    tied: bool,
    seed: int,
    number: int,
) -> float:
    """One pass of Adam over samples, in an order of (seed, number); the mean squared error.

    ``weights``, ``means`` and ``squares`` are float32, ``decay`` two float64, 1.0 at first.
    ``tied``: what is good for one player stays as bad for the other.
    """
    numbers, first, second = (write("float", held) for held in (weights, means, squares))
    powers, positions = write("double", decay), read("uint8_t", samples)
    fits(WEIGHTS, (numbers, 1), (first, 1), (second, 1))
    fits(2, (powers, 1))
    fits(count, (positions, SAMPLE_BYTES))
    error = ffi.new("double *")
    check(
        lib.ps_scientific_fit(
            numbers,
            first,
            second,
            powers,
            positions,
            count,
            batch,
            rate,
            tied,
            seed,
            number,
            error,
        )
    )
    return float(error[0])
