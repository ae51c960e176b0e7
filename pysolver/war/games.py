"""Many games at once: how each ended, and what the shares and their errors are.

Game number n of a seed is the same game however many are played, in whatever order and on
whatever number of threads: each has a random stream of its own, the deal first. All sums are of
whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.estimate import Estimate
from pysolver.parallel import chunks, progress
from pysolver.war.piles import core_setup
from pysolver.war.rules import PICKUPS, SHUFFLED, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    from pysolver.war.piles import Pile
    from pysolver.war.rules import Rules

MOST_GAMES: Final = 10_000_000
MOST_SEED: Final = 2**64 - 1
MOST_THREADS: Final = 256
MOST_GIVE_UP: Final = 2**32 - 1
DEFAULT_GIVE_UP: Final = 100_000
CHUNK_GAMES: Final = 4096
#: Games from which on a terminal shows a progress bar.
LONG_RUN: Final = 1_000_000

#: A won game in units that all shares between equals come out whole in.
_WHOLE: Final = 60
_MASKS: Final = 1 << native.war.SEATS


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """How n games ended.

    Attributes:
        winners: the players that share the win as bits, 0 where nobody does, shape (n,), uint8.
        ends: ``native.war.WON``, ``WAR_ENDLESS`` or ``WAR_UNFINISHED``, shape (n,), uint8.
        rounds: shape (n,), uint32.
        battles: shape (n,), uint32.
        exact: there is one game, and it is the only one there can be.
    """

    winners: npt.NDArray[np.uint8]
    ends: npt.NDArray[np.uint8]
    rounds: npt.NDArray[np.uint32]
    battles: npt.NDArray[np.uint32]
    exact: bool

    def win(self, player: int) -> Estimate:
        """The share of wins of a player, an equal part of a shared one."""
        import numpy as np

        counts = np.bincount(self.winners, minlength=_MASKS).tolist()
        return _mean([(_part(mask, player), count) for mask, count in enumerate(counts)])

    def gain(self, other: Games, player: int) -> Estimate:
        """What a player wins more often here than in the other games, deal by deal."""
        import numpy as np

        pairs = self.winners.astype(np.intp) * _MASKS + other.winners
        counts = np.bincount(pairs, minlength=_MASKS**2).tolist()
        return _mean(
            [
                (_part(pair // _MASKS, player) - _part(pair % _MASKS, player), count)
                for pair, count in enumerate(counts)
                if count
            ]
        )

    def share(self, end: int) -> Estimate:
        """The share of games with that end."""
        count = int((self.ends == end).sum())
        return _mean([(0, len(self.ends) - count), (_WHOLE, count)])


def is_exact(piles: Sequence[Pile], rules: Rules) -> bool:
    """Whether nothing is left to chance: all cards known, and no player picks up shuffled."""
    return all(
        None not in pile and (pickup != SHUFFLED or not pile)
        for pile, pickup in zip(piles, rules.pickups, strict=True)
    )


def check_run(games: int, seed: int, threads: int, give_up: int) -> tuple[int, int, int, int]:
    """The numbers as ints.

    Raises:
        RuleError: one is out of range.
        TypeError: one is no whole number.
    """
    return (
        whole_number("games", games, 2, MOST_GAMES),
        whole_number("seed", seed, 0, MOST_SEED),
        whole_number("threads", threads, 1, MOST_THREADS),
        check_give_up(give_up),
    )


def check_give_up(give_up: int) -> int:
    """The number of rounds as an int.

    Raises:
        RuleError: it is out of range.
        TypeError: it is no whole number.
    """
    return whole_number("give_up", give_up, 1, MOST_GIVE_UP)


def play_games(
    piles: Sequence[Pile], rules: Rules, *, games: int, seed: int, threads: int, give_up: int
) -> Games:
    """Games 0 … games - 1 of a seed; one alone where nothing is left to chance."""
    import numpy as np

    exact = is_exact(piles, rules)
    count = 1 if exact else games
    setup = core_setup(piles, rules, give_up)
    winners, ends = np.empty(count, np.uint8), np.empty(count, np.uint8)
    rounds, battles = np.empty(count, np.uint32), np.empty(count, np.uint32)

    def work(piece: tuple[int, int]) -> None:
        first, size = piece
        part = slice(first, first + size)
        setup.play(seed, first, size, winners[part], ends[part], rounds[part], battles[part])

    pieces = list(chunks(0, count, CHUNK_GAMES))
    if count >= LONG_RUN:
        with progress("playing", count) as advance:
            _run(work, pieces, threads, advance)
    else:
        _run(work, pieces, threads, lambda _games: None)
    return Games(winners, ends, rounds, battles, exact)


def _run(
    work: Callable[[tuple[int, int]], None],
    pieces: Sequence[tuple[int, int]],
    threads: int,
    advance: Callable[[int], None],
) -> None:
    if threads == 1 or len(pieces) == 1:
        for piece in pieces:
            work(piece)
            advance(piece[1])
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        for piece, _ in zip(pieces, pool.map(work, pieces), strict=True):
            advance(piece[1])
    finally:
        pool.shutdown(cancel_futures=True)


def _part(mask: int, player: int) -> int:
    """A player's part of a win that those in the mask share, in sixtieths."""
    return _WHOLE // mask.bit_count() if mask >> player & 1 else 0


def _mean(counted: Sequence[tuple[int, int]]) -> Estimate:
    """The mean of values in sixtieths with their counts, and its standard error."""
    count = sum(n for _, n in counted)
    total = sum(value * n for value, n in counted)
    squares = sum(value * value * n for value, n in counted)
    if count == 1:
        return Estimate(total / _WHOLE, 0.0)
    variance = (squares * count - total * total) / (count * (count - 1))
    return Estimate(total / (_WHOLE * count), math.sqrt(variance / count) / _WHOLE)


assert set(native.war.PICKUPS) == set(PICKUPS)  # noqa: S101  (the core knows the same words)
