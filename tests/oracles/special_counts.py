"""Exact numbers of special hands among the C(52,13) hands, by counting and not by dealing.

``python -m tests.oracles.special_counts`` prints the table of docs/binh-special-hands.md.

Three ways of counting are used.

* A kind that is a matter of suits alone (straight flush, three flushes, the colours): the hand is
  four sets of ranks, one a suit, so sets are counted by size and multiplied.
* A kind that is a matter of rank counts alone (pairs, triples, four of a kind, straights): the
  number of hands with given counts is a product of binomials.
* How many hands are special at all takes both at once. Of the hands that hold no straight flush
  and no four of a kind (``clean``), counted by a walk over the ranks that remembers the run of
  each suit, take away those of a special suit pattern and those of special rank counts, and give
  back those that are both. A special suit pattern leaves a suit empty, so there the sets of ranks
  are few enough to be listed.

Everything can be counted for the hands of some of the ranks only; with seven ranks all
C(28,13) = 37,442,160 hands can be looked at, which is how the counting itself is tested.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from tests.oracles.special_hands import runs

#: Ways that three flushes share thirteen cards out to the suits.
FLUSH_PATTERNS = ((5, 5, 3, 0), (8, 5, 0, 0), (10, 3, 0, 0), (13, 0, 0, 0))
#: The ranks in the order of the walk: the ace first, so that the wheel is a run.
WALK = (12, *range(12))

Counts = tuple[int, ...]
#: What the walk remembers of a suit: whether it holds the ace, and the run that ends at this rank.
Suit = tuple[bool, int]
Suits = tuple[Suit, ...]
#: Says what it will remember after a rank with so many cards, or None if the hand is not wanted.
Step = Callable[[Hashable, int], Hashable | None]


# ---- polynomials: a list of numbers by size ----


def times(a: list[int], b: list[int]) -> list[int]:
    """The product of two polynomials, up to thirteen cards."""
    return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(14)]


def power(a: list[int], exponent: int) -> list[int]:
    """A polynomial multiplied with itself."""
    return functools.reduce(times, [a] * exponent)


def of_one_rank(*counts: int) -> list[int]:
    """Ways to hold one of these numbers of cards of a rank."""
    return [comb(4, n) if n in counts else 0 for n in range(14)]


# ---- rank counts ----


def laid_counts(straights: list[list[int]], threes: list[list[int]]) -> frozenset[Counts]:
    """Rank counts of all the ways to lay two of the straights and one of the runs of three."""
    found: set[Counts] = set()
    for first, second in combinations_with_replacement(straights, 2):
        for third in threes:
            laid = Counter([*first, *second, *third])
            found.add(tuple(laid[rank] for rank in range(13)))
    return frozenset(found)


@functools.cache
def three_straight_counts() -> frozenset[Counts]:
    """Rank counts of three straights, the ace low or high in each of them."""
    return laid_counts(runs(5), runs(3))


@functools.cache
def pair_and_triple_counts() -> frozenset[Counts]:
    """Rank counts of six pairs and of three full houses, four of a kind apart."""
    found: set[Counts] = set()
    for shape in ([2] * 6 + [1], [2] * 5 + [3], [3, 3, 3, 2, 2]):
        numbers = Counter(shape)
        numbers[0] = 13 - len(shape)
        found.update(_orders(numbers))
    return frozenset(found)


def _orders(numbers: Counter[int]) -> Iterator[Counts]:
    if not numbers.total():
        yield ()
    for number in +numbers:
        for rest in _orders(numbers - Counter([number])):
            yield (number, *rest)


# ---- the walk over the ranks ----


@functools.cache
def _next_suits(suits: Suits, first: bool) -> list[tuple[Suits, int, int]]:
    """What the suits can be after one more rank: (suits, cards of the rank, in how many ways)."""
    found: Counter[tuple[Suits, int]] = Counter()
    for chosen in product((False, True), repeat=4):
        after = tuple(
            sorted(
                (ace or (first and takes), run + 1 if takes else 0)
                for (ace, run), takes in zip(suits, chosen, strict=True)
            )
        )
        if sum(chosen) < 4 and max(run for _, run in after) < 5:
            found[after, sum(chosen)] += 1
    return [(after, count, ways) for (after, count), ways in found.items()]


@dataclass(frozen=True)
class SpecialCounts:
    """Numbers of special hands among the hands that hold these ranks only."""

    ranks: frozenset[int] = frozenset(range(13))

    @property
    def size(self) -> int:
        """How many ranks."""
        return len(self.ranks)

    def hands(self) -> int:
        """All hands."""
        return comb(4 * self.size, 13)

    # ---- each kind ----

    def dragon_flush(self) -> int:
        """All the ranks in a suit."""
        return 4 * comb(self.size, 13)

    def dragon_straight(self) -> int:
        """A suit for every rank."""
        return 4**13 * comb(self.size, 13)

    def one_colour(self) -> int:
        """Thirteen of the red, or of the black."""
        return 2 * comb(2 * self.size, 13)

    def straight_flush(self) -> int:
        """All hands but those where no suit holds five in a row."""
        return self.hands() - power([len(self.sets(n)) for n in range(14)], 4)[13]

    def six_pairs(self) -> int:
        """Exactly one rank with an odd number of cards."""
        even = power(of_one_rank(0, 2, 4), self.size - 1)
        return self.size * times(of_one_rank(1, 3), even)[13]

    def four_of_a_kind(self) -> int:
        """All hands but those with at most three of each rank."""
        return self.hands() - power(of_one_rank(0, 1, 2, 3), self.size)[13]

    def three_full_houses(self) -> int:
        """Three triples and two pairs; the pairs may be four of one rank."""
        others = self.size - 3
        return comb(self.size, 3) * 4**3 * (comb(others, 2) * 6**2 + others)

    def three_flushes(self) -> int:
        """Each pattern of suit counts in all its orders."""
        return sum(
            prod(comb(self.size, n) for n in sizes)
            for pattern in FLUSH_PATTERNS
            for sizes in set(permutations(pattern))
        )

    def three_straights(self) -> int:
        """Each of the rank counts that can be laid so, once."""
        return sum(map(self.hands_with, three_straight_counts()))

    def by_name(self) -> dict[str, int]:
        """The nine kinds; a hand of several kinds counts for each."""
        return {
            "dragon flush": self.dragon_flush(),
            "dragon straight": self.dragon_straight(),
            "one colour": self.one_colour(),
            "straight flush": self.straight_flush(),
            "six pairs": self.six_pairs(),
            "four of a kind": self.four_of_a_kind(),
            "three full houses": self.three_full_houses(),
            "three flushes": self.three_flushes(),
            "three straights": self.three_straights(),
        }

    # ---- how many hands are special at all ----

    def type_a(self) -> int:
        """Hands of type A; a dragon straight of one colour picks one of two suits a rank."""
        dragons_of_one_colour = 2 * 2**13 * comb(self.size, 13)
        return self.dragon_straight() + self.one_colour() - dragons_of_one_colour

    def by_best_type(self) -> dict[str, int]:
        """Every hand once: by the type of its best kind, or as a normal hand."""
        normal, of_type_a = self.normal(), self.type_a()
        of_type_b = self.hands() - normal - of_type_a
        return {"type A": of_type_a, "type B": of_type_b, "normal": normal}

    def normal(self) -> int:
        """Hands that are no special hand."""
        suits, both = self.clean_with_special_suits()
        return self.clean() - suits - self.clean_with_special_ranks() + both

    def clean(self) -> int:
        """Hands with neither a straight flush nor a four of a kind."""
        return self.walk(lambda memory, _count: memory, "any")["any"]

    def clean_with_special_ranks(self) -> int:
        """Clean hands of special rank counts; a dragon straight is three straights."""
        return self.clean_with_listed_ranks(pair_and_triple_counts() | three_straight_counts())

    def clean_with_listed_ranks(self, listed: Iterable[Counts]) -> int:
        """Clean hands whose rank counts are among these.

        Beginnings of the lists that can go on in the same ways are one to the walk: what it
        remembers is the set of endings, by number.
        """
        walked = {tuple(counts[rank] for rank in WALK) for counts in listed}
        numbers: dict[Hashable, int] = {}
        following: dict[tuple[int, int], int] = {}

        def number_of(endings: frozenset[Counts]) -> int:
            by_count: dict[int, set[Counts]] = {}
            for ending in endings:
                if ending:
                    by_count.setdefault(ending[0], set()).add(ending[1:])
            after = {count: number_of(frozenset(rest)) for count, rest in by_count.items()}
            # As many numbers follow as ranks are left, so equal followers are equal endings.
            length = max(map(len, endings))
            number = numbers.setdefault((length, tuple(sorted(after.items()))), len(numbers))
            following.update({(number, count): then for count, then in after.items()})
            return number

        def step(memory: Hashable, count: int) -> Hashable | None:
            assert isinstance(memory, int)
            return following.get((memory, count))

        return sum(self.walk(step, number_of(frozenset(walked))).values())

    def clean_with_special_suits(self) -> tuple[int, int]:
        """Hands of three flushes or one colour without a straight flush, and those of special ranks.

        The second number counts those of the first whose rank counts are special too. A suit at
        least is empty, so there is no four of a kind.
        """
        special_ranks = np.zeros(4**13, np.bool_)
        for counts in pair_and_triple_counts() | three_straight_counts():
            special_ranks[sum(count * 4**rank for rank, count in enumerate(counts))] = True
        patterns = {sizes for pattern in FLUSH_PATTERNS for sizes in permutations(pattern)}
        for size in range(14):
            patterns |= {(size, 0, 0, 13 - size), (0, size, 13 - size, 0)}
        # Patterns that differ by the names of the suits alone have equally many hands.
        ways = Counter(tuple(sorted(sizes, reverse=True)) for sizes in patterns)
        suits = both = 0
        for sizes, orders in ways.items():
            a, b, c = (self.packed_sets(size) for size in sizes[:3])
            suits += orders * len(a) * len(b) * len(c)
            pairs = (a[:, None] + b[None, :]).ravel()
            both += orders * sum(int(np.count_nonzero(special_ranks[pairs + s])) for s in c)
        return suits, both

    # ---- what the counts are made of ----

    def hands_with(self, counts: Counts) -> int:
        """How many hands have these numbers of cards of each rank."""
        if any(count and rank not in self.ranks for rank, count in enumerate(counts)):
            return 0
        return prod(comb(4, count) for count in counts)

    def sets(self, size: int) -> list[tuple[int, ...]]:
        """The sets of ranks of a size, to be held in one suit, with no five in a row."""
        straights = [set(run) for run in runs(5)]
        return [
            chosen
            for chosen in combinations(sorted(self.ranks), size)
            if not any(straight <= set(chosen) for straight in straights)
        ]

    def packed_sets(self, size: int) -> npt.NDArray[np.int32]:
        """The same as numbers with a digit to the base 4 for each rank."""
        return np.array([sum(4**rank for rank in held) for held in self.sets(size)], np.int32)

    def walk(self, step: Step, start: Hashable) -> Counter[Hashable]:
        """Hands with no straight flush and no four of a kind, by what ``step`` remembers last.

        The walk goes ace, deuce, three, … king, and looks at the aces once more. Suits are alike,
        so what is remembered of them is kept sorted.
        """
        states: Counter[tuple[Suits, int, Hashable]] = Counter()
        states[((False, 0),) * 4, 0, start] = 1
        for rank in WALK:
            following: Counter[tuple[Suits, int, Hashable]] = Counter()
            for (suits, held, memory), number in states.items():
                for after, count, ways in _next_suits(suits, rank == WALK[0]):
                    remembered = step(memory, count)
                    if (
                        held + count <= 13
                        and remembered is not None
                        and (count == 0 or rank in self.ranks)
                    ):
                        following[after, held + count, remembered] += number * ways
            states = following
        found: Counter[Hashable] = Counter()
        for (suits, held, memory), number in states.items():
            if held == 13 and all(run + ace < 5 for ace, run in suits):
                found[memory] += number
        return found


def three_straight_readings() -> dict[str, int]:
    """Three straights where the ace is read otherwise, or dragon straights are left out."""
    wheel, (low, *inner, high) = runs(5)[0], runs(3)
    high_only = [run for run in runs(5) if run != wheel]
    readings = {
        "straights, no dragon": three_straight_counts() - {(1,) * 13},
        "straights, no A-2-3": laid_counts(runs(5), [*inner, high]),
        "straights, nor Q-K-A": laid_counts(runs(5), inner),
        "straights, ace high": laid_counts(high_only, [run for run in runs(3) if run != low]),
    }
    everything = SpecialCounts()
    return {name: sum(map(everything.hands_with, listed)) for name, listed in readings.items()}


def main() -> None:
    """Print the tables."""
    counts = SpecialCounts()
    best = counts.by_best_type()
    rows = {
        **counts.by_name(),
        "six pairs: 2x6+1": 13 * 4 * comb(12, 6) * 6**6,
        "six pairs: 2x5+3": 13 * 4 * comb(12, 5) * 6**5,
        "best of type A": best["type A"],
        "best of type B": best["type B"],
        "special at all": best["type A"] + best["type B"],
        "normal": best["normal"],
        "all hands": counts.hands(),
        **three_straight_readings(),
    }
    for name, count in rows.items():
        share = count / counts.hands()
        print(f"{name:<20} {count:>15,}  1 in {1 / share:>17,.1f}  {share:.9f}")  # noqa: T201


if __name__ == "__main__":
    main()
