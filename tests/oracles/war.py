"""War as a referee would run it: lists of cards, one rule after the other, nothing fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

Card = int
Laid = list[tuple[int, Card]]  # (owner, card) in the order laid


@dataclass(frozen=True)
class Options:
    """The options of the game."""

    pickups: tuple[str, ...]
    face_down: int = 3
    short: str = "last_card"
    max_rounds: int | None = None


@dataclass
class Told:
    """What happened in a round."""

    shown: dict[int, Card]
    battles: list[dict[int, list[Card]]] = field(default_factory=list)  # tied player: cards laid
    taker: int | None = None


def rank(card: Card) -> int:
    return card // 4


def highest(faces: dict[int, Card]) -> list[int]:
    """The players that show the highest rank."""
    best = max(rank(card) for card in faces.values())
    return [player for player in sorted(faces) if rank(faces[player]) == best]


def in_order(pickup: str, laid: Laid, taker: int, players: int) -> list[Card]:
    """The cards as the taker puts them under, for every way but a random one."""
    cards = [card for _, card in laid]
    if pickup == "seat_order":
        return cards
    if pickup == "high_first":
        return sorted(cards, key=lambda card: -rank(card))
    if pickup == "low_first":
        return sorted(cards, key=rank)
    assert pickup == "winner_first"
    around = [(taker + step) % players for step in range(players)]
    return [card for player in around for owner, card in laid if owner == player]


class Game:
    """A game under way, between two rounds."""

    def __init__(self, piles: Sequence[Sequence[Card]], options: Options) -> None:
        self.piles = [list(pile) for pile in piles]
        self.table: Laid = []
        self.options = options
        self.rounds = self.battles = 0
        self.last_tied: list[int] = []

    def state(self) -> tuple[tuple[Card, ...], ...]:
        """Everything that the rest of the game depends on."""
        return (*map(tuple, self.piles), tuple(card for pair in self.table for card in pair))

    def rank_state(self) -> tuple[tuple[int, ...], ...]:
        """The same without the suits."""
        return (
            *(tuple(map(rank, pile)) for pile in self.piles),
            tuple(n for owner, card in self.table for n in (owner, rank(card))),
        )

    def cards(self) -> list[Card]:
        """All cards in play, sorted."""
        return sorted([*(c for pile in self.piles for c in pile), *(c for _, c in self.table)])

    def living(self) -> list[int]:
        return [player for player, pile in enumerate(self.piles) if pile]

    def over(self) -> bool:
        return len(self.living()) < 2 or self.rounds == self.options.max_rounds

    def winners(self) -> list[int]:
        """Who shares the win of a game that is over."""
        living = self.living()
        if not living:
            return self.last_tied
        most = max(len(pile) for pile in self.piles)
        return [player for player in living if len(self.piles[player]) == most]

    def play_round(self, shuffle: Callable[[list[Card]], list[Card]]) -> Told:
        """One round; ``shuffle`` puts cards in the order of a random pick-up."""
        faces = {player: self.lay(player, 1)[-1] for player in self.living()}
        told = Told(dict(faces))
        self.rounds += 1
        tied = highest(faces)
        while len(tied) > 1:
            self.battles += 1
            self.last_tied = tied
            enough = self.options.face_down + 1 if self.options.short == "lose" else 1
            able = [player for player in tied if len(self.piles[player]) >= enough]
            laid: dict[int, list[Card]] = {player: [] for player in tied}
            if len(able) > 1:
                for player in able:
                    laid[player] = self.lay(player, self.options.face_down + 1)
                tied = highest({player: laid[player][-1] for player in able})
            else:
                tied = able
            told.battles.append(laid)
        if tied:
            told.taker = tied[0]
            pickup = self.options.pickups[tied[0]]
            self.piles[tied[0]] += (
                shuffle([card for _, card in self.table])
                if pickup == "shuffled"
                else in_order(pickup, self.table, tied[0], len(self.piles))
            )
            self.table = []
        return told

    def lay(self, player: int, count: int) -> list[Card]:
        """The player's next cards go on the table, as many as there are."""
        cards = self.piles[player][:count]
        del self.piles[player][:count]
        self.table += [(player, card) for card in cards]
        return cards


def no_chance(_cards: list[Card]) -> list[Card]:
    """For games in which nobody shuffles."""
    raise AssertionError


def play_out(
    piles: Sequence[Sequence[Card]], options: Options, *, by_rank: bool = False
) -> tuple[Game, tuple[int, int] | None]:
    """A game without chance to its end, or until a state comes back: then (start, length)."""
    game = Game(piles, options)
    seen: dict[object, int] = {}
    while not game.over():
        state = game.rank_state() if by_rank else game.state()
        if options.max_rounds is None and state in seen:
            return game, (seen[state], game.rounds - seen[state])
        seen[state] = game.rounds
        game.play_round(no_chance)
    return game, None


def win_shares(piles: Sequence[Sequence[Card]], options: Options, sweeps: int) -> list[float]:
    """Exact shares of wins where the way to pick up is random: every order of every pick-up.

    Sums over the states that can be reached, ``sweeps`` times; what is still undecided then is
    left out.
    """
    start = Game(piles, options)
    chances = {start.state(): (Fraction(1), start)}
    wins = [Fraction(0)] * len(piles)
    for _ in range(sweeps):
        after: dict[object, tuple[Fraction, Game]] = {}
        for chance, game in chances.values():
            if game.over():
                for player in game.winners():
                    wins[player] += chance / len(game.winners())
                continue
            for part, successor in _successors(game):
                key = successor.state()
                before = after[key][0] if key in after else Fraction(0)
                after[key] = (before + chance * part, successor)
        chances = after  # type: ignore[assignment]
    return [float(win) for win in wins]


def _successors(game: Game) -> list[tuple[Fraction, Game]]:
    """All games after one more round, with their chances."""
    taken: list[list[Card]] = []

    def copy() -> Game:
        other = Game(game.piles, game.options)
        other.table = list(game.table)
        other.rounds, other.battles = game.rounds, game.battles
        return other

    def note(cards: list[Card]) -> list[Card]:
        taken.append(cards)
        return cards

    first = copy()
    first.play_round(note)
    if not taken:
        return [(Fraction(1), first)]
    orders = list(permutations(taken[0]))
    found = []
    for order in orders:
        other = copy()
        other.play_round(lambda _cards, order=order: list(order))  # type: ignore[misc]
        found.append((Fraction(1, len(orders)), other))
    return found
