"""Scientific War as a referee would run it: sorted lists of ranks, one rule after the other."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

RANKS = "23456789TJQKA"
JOKER = "X"
ORDER = RANKS + JOKER

Choice = tuple[str, bool]  # the card, and whether hand and pile were swapped before it
Key = tuple[object, ...]


@dataclass(frozen=True)
class Options:
    """The options of the game."""

    players: int = 2
    ranks: str = RANKS
    jokers: int = 1
    trick_limit: int | None = 50
    reversal: str = "now"
    powers: bool = True


def strongest(cards: Sequence[str], reverse: bool) -> str | None:
    """The card that beats all others, if there is a single one."""
    if not cards:
        return None
    best = min(cards, key=RANKS.index) if reverse else max(cards, key=RANKS.index)
    return best if cards.count(best) == 1 else None


def resolve(
    cards: Sequence[str], reverse: bool, options: Options
) -> tuple[int | None, bool, int | None]:
    """Who takes (None for a dispute), the order afterwards, who picks last in the next trick."""
    after = reverse
    if options.powers and cards.count("J") % 2 == 1:
        after = not reverse
    in_force = after if options.reversal == "now" else reverse
    plain = [card for card in cards if card != JOKER]
    best = strongest(plain, in_force)
    if cards.count(JOKER) == 1:
        winner = cards.index(JOKER) if best is None and plain else None
    else:
        winner = cards.index(best) if best is not None else None
    peeker = cards.index("Q") if options.powers and cards.count("Q") == 1 else None
    return winner, after, peeker


class Game:
    """A game between two tricks."""

    def __init__(self, options: Options) -> None:
        self.options = options
        deck = [rank for rank in ORDER if rank in options.ranks] + [JOKER] * options.jokers
        self.hands = [list(deck) for _ in range(options.players)]
        self.piles: list[list[str]] = [[] for _ in range(options.players)]
        self.pot: list[str] = []
        self.reverse = False
        self.peeker: int | None = None
        self.may_swap = [False] * options.players
        self.played_three = [False] * options.players
        self.tricks = 0
        self.disputed = 0
        self.last_in: list[int] = list(range(options.players))

    def copy(self) -> Game:
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.piles = [list(pile) for pile in self.piles]
        other.pot = list(self.pot)
        other.may_swap = list(self.may_swap)
        return other

    def players_in(self) -> list[int]:
        return [p for p in range(self.options.players) if self.hands[p]]

    def totals(self) -> list[int]:
        return [len(h) + len(p) for h, p in zip(self.hands, self.piles, strict=True)]

    def over(self) -> bool:
        return len(self.players_in()) < 2 or self.tricks == self.options.trick_limit

    def winners(self) -> list[int]:
        """Who shares the win of a game that is over."""
        if not self.players_in():
            return self.last_in
        most = max(self.totals())
        return [p for p in range(self.options.players) if self.totals()[p] == most]

    def legal(self, player: int) -> list[Choice]:
        """Every card in hand; after an eight every card in the pile too."""
        if self.over():
            return []
        found = [(rank, False) for rank in ORDER if rank in self.hands[player]]
        if self.may_swap[player]:
            found += [(rank, True) for rank in ORDER if rank in self.piles[player]]
        return found

    def play(self, choices: Sequence[Choice | None]) -> int | None:
        """One trick; returns who takes it. Who is out has None for a choice."""
        seats = self.players_in()
        cards = []
        assert not self.over()
        assert all(choices[player] in self.legal(player) for player in seats)
        for player in seats:
            choice = choices[player]
            assert choice is not None
            rank, swap = choice
            if swap:
                self.hands[player], self.piles[player] = self.piles[player], self.hands[player]
            self.hands[player].remove(rank)
            cards.append(rank)
        place, self.reverse, peeks = resolve(cards, self.reverse, self.options)
        winner = None
        if place is None:
            self.pot = sorted(self.pot + cards, key=ORDER.index)
            self.disputed += 1
        else:
            winner = seats[place]
            self.piles[winner] = sorted(self.piles[winner] + self.pot + cards, key=ORDER.index)
            self.pot, self.disputed = [], 0
        for player in range(self.options.players):
            if not self.hands[player]:
                self.hands[player], self.piles[player] = self.piles[player], []
        powers = self.options.powers
        self.may_swap = [False] * self.options.players
        self.played_three = [False] * self.options.players
        for player, rank in zip(seats, cards, strict=True):
            self.may_swap[player] = powers and rank == "8" and bool(self.piles[player])
            self.played_three[player] = powers and rank == "3" and bool(self.hands[player])
        self.peeker = None if peeks is None else seats[peeks]
        if self.peeker is not None and not self.hands[self.peeker]:
            self.peeker = None
        self.tricks += 1
        self.last_in = seats
        return winner

    def cards(self) -> Counter[str]:
        """Every card in the game."""
        return Counter(card for held in (*self.hands, *self.piles, self.pot) for card in held)

    def key(self) -> Key:
        """Everything that the rest of the game depends on, but the number of tricks."""
        return (
            tuple(map(tuple, self.hands)),
            tuple(map(tuple, self.piles)),
            tuple(self.pot),
            self.reverse,
            self.peeker,
            tuple(self.may_swap),
        )


def successors(game: Game) -> Iterator[tuple[tuple[Choice, ...], Game]]:
    """Every pair of choices of two players, and the game after it."""
    for choices in product(game.legal(0), game.legal(1)):
        after = game.copy()
        after.play(choices)
        yield choices, after


def reachable(options: Options) -> dict[Key, Game]:
    """Every state that two players can reach, those in which the game is over too."""
    from dataclasses import replace

    start = Game(replace(options, trick_limit=None))
    found = {start.key(): start}
    waiting = deque([start])
    while waiting:
        for _, after in successors(waiting.popleft()):
            key = after.key()
            if key not in found:
                found[key] = after
                waiting.append(after)
    return found


def game_value(payoffs: Sequence[Sequence[float]]) -> float:
    """The value of a matrix game by linear programming (GLOP), rows maximising."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    value = solver.NumVar(-solver.infinity(), solver.infinity(), "value")
    shares = [solver.NumVar(0.0, 1.0, f"row {i}") for i in range(len(payoffs))]
    solver.Add(sum(shares) == 1)
    for column in zip(*payoffs, strict=True):
        solver.Add(sum(p * s for p, s in zip(column, shares, strict=True)) >= value)
    solver.Maximize(value)
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    found: float = value.solution_value()
    return found


def trick_value(game: Game, after: dict[Choice, dict[Choice, float]]) -> float:
    """The value for player 0 of a trick, from the values after each pair of choices."""
    rows = [list(row.values()) for row in after.values()]
    columns: list[list[float]] = [list(column) for column in zip(*rows, strict=True)]
    if game.peeker == 0:
        return min(max(column) for column in columns)
    if game.peeker == 1:
        return max(min(row) for row in rows)
    best_row, best_column = max(map(min, rows)), min(map(max, columns))
    return best_row if best_row == best_column else game_value(rows)


def count_result(game: Game) -> float:
    """Who has more cards: 1 for player 0, -1 for player 1."""
    mine, other = game.totals()
    return float((mine > other) - (mine < other))


def layers_of_values(
    states: dict[Key, Game], tricks: int, undecided: Callable[[Game], float] = count_result
) -> Iterator[dict[Key, float]]:
    """Values of all states for player 0 with no trick to go, one, two and so on.

    ``undecided`` is what a game is worth that nobody has won when no trick is left to go.
    """
    following = {
        key: {
            mine: {
                other: after.key() for (first, other), after in successors(game) if first == mine
            }
            for mine in game.legal(0)
        }
        for key, game in states.items()
        if not game.over()
    }
    below = {
        key: count_result(game) if game.over() else undecided(game) for key, game in states.items()
    }
    yield below
    for _ in range(tricks):
        layer = {}
        for key, game in states.items():
            if game.over():
                layer[key] = count_result(game)
                continue
            after = {
                mine: {other: below[reached] for other, reached in row.items()}
                for mine, row in following[key].items()
            }
            layer[key] = trick_value(game, after)
        below = layer
        yield below
