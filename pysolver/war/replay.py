"""One game, round by round, as it would be told at the table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pysolver import native
from pysolver.cards import CARDS, Card, format_cards
from pysolver.errors import RuleError
from pysolver.war.games import DEFAULT_GIVE_UP, MOST_SEED, check_give_up
from pysolver.war.piles import core_setup, format_pile, parse_piles
from pysolver.war.rules import DEFAULT_RULES, MOST_ROUNDS, Rules, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pysolver.war.piles import PilesLike

MOST_GAME: Final = 2**63 - 1

Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cycle:
    """How an endless game goes round.

    Attributes:
        start: after so many rounds the cards lie, for the first time, in a way that comes back.
        length: rounds until all cards lie that way again.
        rank_start: the same with suits left out of account, which play does not see.
        rank_length: it divides ``length``.
    """

    start: int
    length: int
    rank_start: int
    rank_length: int

    def __str__(self) -> str:
        text = f"after round {self.start:,} the game repeats every {self.length:,} rounds"
        if (self.rank_start, self.rank_length) == (self.start, self.length):
            return text
        return f"{text}; by ranks alone, after {self.rank_start:,} every {self.rank_length:,}"

    def to_dict(self) -> dict[str, int]:
        """The fields as JSON-ready values."""
        return {
            "start": self.start,
            "length": self.length,
            "rank_start": self.rank_start,
            "rank_length": self.rank_length,
        }

    @classmethod
    def find(cls, setup: native.war.Setup, seed: int, game: int) -> Cycle | None:
        """The cycle of a game of a seed, if it is endless."""
        ranks = setup.cycle(seed, game, by_rank=True)
        if ranks is None:
            return None
        cards = setup.cycle(seed, game, by_rank=False)
        assert cards is not None  # noqa: S101  (a play that repeats by ranks permutes the cards)
        return cls(*cards, *ranks)


@dataclass(frozen=True, slots=True)
class Battle:
    """A tie for the highest card, and what the tied players laid.

    Attributes:
        tied: the players, from 0.
        out: those of them who had too few cards, and are out of it.
        laid: for each of ``tied`` the cards laid, the last one face up; none for one who is out,
            nor for one who has won because the others are.
    """

    tied: tuple[int, ...]
    out: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]

    def text(self, show: Callable[[Card], str]) -> str:
        """The battle in words; ``show`` writes a card."""
        parts = []
        for player, cards in zip(self.tied, self.laid, strict=True):
            hidden = f"[{' '.join(map(show, cards[:-1]))}] " if len(cards) > 1 else ""
            if cards:
                parts.append(f"{player + 1} lays {hidden}{show(cards[-1])}")
            else:
                parts.append(f"{player + 1} {'is out' if player in self.out else 'is left alone'}")
        return f"battle {', '.join(parts)}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "tied": list(self.tied),
            "out": list(self.out),
            "laid": [list(map(str, cards)) for cards in self.laid],
        }


@dataclass(frozen=True, slots=True)
class Round:
    """One round.

    Attributes:
        number: from 1.
        shown: the card that each player turned; None for one who is out.
        battles: in order; none in most rounds.
        taker: the player who took everything, from 0; None when all tied players were out and the
            cards stay on the table for the winner of the next round.
        picked_up: the cards in the order in which they went under the taker's pile.
        counts: cards in each pile afterwards.
        on_table: cards left on the table afterwards.
    """

    number: int
    shown: tuple[Card | None, ...]
    battles: tuple[Battle, ...]
    taker: int | None
    picked_up: tuple[Card, ...]
    counts: tuple[int, ...]
    on_table: int

    def __str__(self) -> str:
        return self.text(str)

    def text(self, show: Callable[[Card], str]) -> str:
        """The round in a line, and one more for each battle; ``show`` writes a card."""
        turned = " ".join("--" if card is None else show(card) for card in self.shown)
        lines = [f"{self.number:>6}  {turned}"]
        lines += [battle.text(show) for battle in self.battles]
        lines[-1] += (
            f"  {self.on_table} cards stay on the table"
            if self.taker is None
            else f"  player {self.taker + 1} takes {len(self.picked_up)}"
        )
        lines[-1] += f"  ({' '.join(map(str, self.counts))})"
        return "\n        ".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "number": self.number,
            "shown": [None if card is None else str(card) for card in self.shown],
            "battles": [battle.to_dict() for battle in self.battles],
            "taker": self.taker,
            "picked_up": list(map(str, self.picked_up)),
            "counts": list(self.counts),
            "on_table": self.on_table,
        }


@dataclass(frozen=True, slots=True)
class Replay:
    """A game from the deal to its end. Players count from 0.

    Attributes:
        piles: as dealt.
        rounds: all rounds; of an endless game those until a state is reached for the second time.
        winner: the player who won; None if the win is shared or the game did not end.
        winners: those who share the win; empty if the game did not end.
        endless: whether the game never ends.
        cycle: of an endless game.
        unfinished: the game was given up: it neither ended nor was found endless.
        counts: cards in each pile at the end.
        on_table: cards left on the table at the end; one player alone with cards wins them.
        seed: of random cards and orders.
        game: the number of the game of this seed.
        rules: the options of the game.
    """

    piles: tuple[tuple[Card, ...], ...]
    rounds: tuple[Round, ...]
    winner: int | None
    winners: tuple[int, ...]
    endless: bool
    cycle: Cycle | None
    unfinished: bool
    counts: tuple[int, ...]
    on_table: int
    seed: int
    game: int
    rules: Rules

    @property
    def battles(self) -> int:
        """The number of battles in all rounds."""
        return sum(len(played.battles) for played in self.rounds)

    @property
    def result(self) -> str:
        """How it ended, in a sentence."""
        if self.cycle is not None:
            return f"Endless: {self.cycle}."
        if self.unfinished:
            return f"Given up after {len(self.rounds):,} rounds."
        who = " and ".join(f"player {player + 1}" for player in self.winners)
        verb = "wins" if len(self.winners) == 1 else "share the win"
        count = len(self.rounds)
        return f"{who[:1].upper()}{who[1:]} {verb} after {count:,} round{'s' * (count != 1)}."

    def __str__(self) -> str:
        dealt = [f"player {n}: {format_cards(pile)}" for n, pile in enumerate(self.piles, 1)]
        return "\n".join([*dealt, *map(str, self.rounds), self.result])

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "piles": [format_pile(pile) for pile in self.piles],
            "rounds": [played.to_dict() for played in self.rounds],
            "winner": self.winner,
            "winners": list(self.winners),
            "endless": self.endless,
            "cycle": self.cycle and self.cycle.to_dict(),
            "unfinished": self.unfinished,
            "counts": list(self.counts),
            "on_table": self.on_table,
            "seed": self.seed,
            "game": self.game,
            "rules": self.rules.to_dict(),
        }


def replay(
    piles: PilesLike | None = None,
    *,
    rules: Rules = DEFAULT_RULES,
    seed: int = 0,
    game: int = 0,
    in_play: bool = False,
    give_up: int = DEFAULT_GIVE_UP,
) -> Replay:
    """Play one game and tell it.

    It is game number ``game`` of those that ``odds`` plays for the same piles, rules and seed.

    Args:
        piles: one for each player, the top card first; cards not known (``?``), or all of them
            where ``piles`` is None, are dealt by the seed.
        rules: the options of the game.
        seed: 0 … 2^64 - 1.
        game: which game of the seed, 0 … 2^63 - 1.
        in_play: the piles are those of a game under way, as in ``odds``.
        give_up: rounds after which the game is given up, as in ``odds``.

    Raises:
        CardError: cards that cannot be read, stand twice or are too many.
        RuleError: piles that the rules do not allow, or a number out of range.
        TypeError: an argument of the wrong type.

    >>> print(replay(["As Kd", "Ac 2d"], rules=Rules(players=2)))
    player 1: As Kd
    player 2: Ac 2d
         1  As Ac
            battle 1 lays Kd, 2 lays 2d  player 1 takes 4  (4 0)
    Player 1 wins after 1 round.
    """
    found = parse_piles(piles, rules, in_play=in_play)
    seed = whole_number("seed", seed, 0, MOST_SEED)
    number = whole_number("game", game, 0, MOST_GAME)
    setup = core_setup(found, rules, check_give_up(give_up))
    cycle = Cycle.find(setup, seed, number)
    last = cycle.start + cycle.length if cycle is not None else None
    if last is not None and last > MOST_ROUNDS:
        message = f"the game is endless ({cycle}): more than {MOST_ROUNDS:,} rounds are not listed"
        raise RuleError(message)
    table = native.war.Game(setup, seed, number)
    dealt, _ = table.piles()
    counts: Counts = tuple(map(len, dealt))
    fewest = rules.face_down + 1 if rules.short == "lose" else 1
    rounds: list[Round] = []
    while last is None or len(rounds) < last:
        turn = table.play_round()
        if turn is None:
            break
        rounds.append(_round(len(rounds) + 1, turn, table, counts, fewest))
        counts = rounds[-1].counts
    winners = () if cycle is not None else table.winners()
    _, on_table = table.piles()
    return Replay(
        tuple(_cards(pile) for pile in dealt),
        tuple(rounds),
        winners[0] if len(winners) == 1 else None,
        winners,
        cycle is not None,
        cycle,
        cycle is None and not winners,
        counts,
        len(on_table),
        seed,
        number,
        rules,
    )


def _cards(ids: Sequence[int]) -> tuple[Card, ...]:
    return tuple(CARDS[i] for i in ids)


def _round(
    number: int, turn: native.war.Turn, table: native.war.Game, before: Counts, fewest: int
) -> Round:
    """The round that the core has just played; ``before`` are the piles' sizes before it."""
    laid: list[dict[int, list[Card]]] = [{} for _ in range(turn.battles + 1)]
    lying = list(zip(turn.cards, turn.owners, turn.battle_of, strict=True))
    for card, owner, battle in lying[turn.carried :]:
        laid[battle].setdefault(owner, []).append(CARDS[card])
    left, on_table = table.piles()
    return Round(
        number,
        tuple(laid[0].get(player, [None])[0] for player in range(len(before))),
        tuple(_battles(laid, list(before), fewest)),
        turn.winner,
        _cards(turn.picked_up),
        tuple(map(len, left)),
        len(on_table),
    )


def _battles(
    laid: Sequence[dict[int, list[Card]]], counts: list[int], fewest: int
) -> Iterator[Battle]:
    """The battles, from what each player laid in turn; those tied showed the highest rank."""
    for before, now in pairwise(laid):
        faces = {player: cards[-1].rank or 0 for player, cards in before.items()}
        for player, cards in before.items():
            counts[player] -= len(cards)
        tied = tuple(player for player, face in faces.items() if face == max(faces.values()))
        yield Battle(
            tied,
            tuple(player for player in tied if counts[player] < fewest),
            tuple(tuple(now.get(player, ())) for player in tied),
        )
