"""Games between bots, and tournaments of many."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError
from pysolver.estimate import Estimate
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.scientific_war.rules import DEFAULT_RULES, Rules
from pysolver.scientific_war.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pysolver.scientific_war.bots import Bot
    from pysolver.scientific_war.choice import Choice

MOST_SEED: Final = 2**64 - 1
MOST_GAMES: Final = 10_000_000
#: Tricks after which a game without a limit is left as a draw.
MOST_TRICKS: Final = 2_000
_TASK_GAMES: Final = 20


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played.

    Attributes:
        tricks: the choices of each trick by player; None for who was out.
        final: the last table.
        returns: what each player won, as ``State.returns``.
        score: for each player 1 for a win, 0 for a loss; those who draw or share a win share 1.
        seed: as given.
    """

    tricks: tuple[tuple[Choice | None, ...], ...]
    final: State
    returns: tuple[float, ...]
    score: tuple[float, ...]
    seed: int

    def __str__(self) -> str:
        lines = [
            f"{number:>3}  " + "  ".join("-" if one is None else str(one) for one in trick)
            for number, trick in enumerate(self.tricks, 1)
        ]
        return "\n".join([*lines, "score " + " ".join(f"{one:g}" for one in self.score)])

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "tricks": [
                [None if choice is None else str(choice) for choice in trick]
                for trick in self.tricks
            ],
            "final": self.final.to_dict(),
            "returns": list(self.returns),
            "score": list(self.score),
            "seed": self.seed,
        }


def play_game(bots: Sequence[Bot], *, rules: Rules | None = None, seed: int = 0) -> GameRecord:
    """One game; bot n is player n.

    Without a limit of tricks a game is left as a draw after 2,000.

    Args:
        bots: one for each player.
        rules: by default the default rules for as many players as bots.
        seed: of all chance; each choice gets a seed of its own from it.

    Raises:
        RuleError: not a bot for each player, or a bot makes a choice that is not legal.
    """
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    if rules is None:
        rules = Rules(players=len(bots))
    if len(bots) != rules.players:
        message = f"{rules.players} players take as many bots, not {len(bots)}"
        raise RuleError(message)
    dice = random.Random(f"game {seed}")  # noqa: S311  (no secret)
    state = State.initial(rules)
    tricks = []
    while not state.over and state.tricks < MOST_TRICKS:
        seeds = [dice.getrandbits(64) for _ in bots]
        chosen: dict[int, Choice] = {}
        seats = [player for player, hand in enumerate(state.hands) if hand]
        # Who peeks chooses last.
        for player in sorted(seats, key=lambda seat: seat == state.peeker):
            seen = chosen if player == state.peeker else None
            chosen[player] = bots[player].choose(state.view(player, choices=seen), seeds[player])
        trick = tuple(chosen.get(player) for player in range(rules.players))
        state = state.play(trick)
        tricks.append(trick)
    players = range(rules.players)
    if state.over:
        returns, winners = state.returns, state.winners
    else:
        returns, winners = (0.0,) * rules.players, tuple(players)
    score = tuple((player in winners) / len(winners) for player in players)
    return GameRecord(tuple(tricks), state, returns, score, seed)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did.

    Attributes:
        name: of the bot.
        score: mean score of a game: wins, and a share of games won or drawn together.
        games: its games.
        against: its score against each other bot, for tournaments of pairs; else empty.
    """

    name: str
    score: Estimate
    games: int
    against: Mapping[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "name": self.name,
            "score": self.score.to_dict(),
            "games": self.games,
            "against": {name: score.to_dict() for name, score in self.against.items()},
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament's result, the best bot first."""

    standings: tuple[Standing, ...]
    rules: Rules
    seed: int

    def __str__(self) -> str:
        width = max(len(standing.name) for standing in self.standings)
        lines = []
        for standing in self.standings:
            against = ", ".join(
                f"{score} against {name}" for name, score in standing.against.items()
            )
            lines.append(
                f"{standing.name:<{width}}  {standing.score} of {standing.games:,} games"
                + (f": {against}" if len(standing.against) > 1 else "")
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "standings": [standing.to_dict() for standing in self.standings],
            "rules": self.rules.to_dict(),
            "seed": self.seed,
        }


def tournament(
    bots: Mapping[str, Bot],
    *,
    rules: Rules = DEFAULT_RULES,
    games: int = 1_000,
    seed: int = 0,
    jobs: int = 1,
) -> Standings:
    """Bots against each other, seats changed from game to game.

    With two players every two bots play ``games`` games. With more the bots take the seats in
    turn, all of them the same number of times if there are as many seats as bots.

    Args:
        bots: by name, two and more; with more than two players at most as many as seats.
        rules: the options of the game.
        games: games of a pair; with more than two players games in all. 2 … 10,000,000.
        seed: 0 … 2^64 - 1; game n of a pair has a stream of its own.
        jobs: processes that share the games; the result does not depend on it.

    Returns:
        The standings with standard errors.

    Raises:
        RuleError: too few or too many bots, or an argument is out of range.
    """
    games = whole_number(games, "games", 2, MOST_GAMES)
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    names = list(bots)
    if len(names) < 2 or (rules.players > 2 and len(names) > rules.players):
        most = "two or more" if rules.players == 2 else f"2 to {rules.players}"
        message = f"a tournament of {rules.players} players takes {most} bots, not {shown(names)}"
        raise RuleError(message)
    for name, bot in bots.items():
        if not callable(getattr(bot, "choose", None)):
            message = f"a bot has the method choose: {name!r}, {shown(bot)}, has not"
            raise TypeError(message)
    pairs = list(combinations(names, 2)) if rules.players == 2 else [tuple(names)]
    tasks = [
        (tuple((name, bots[name]) for name in pair), rules, seed, index, first, count)
        for index, pair in enumerate(pairs)
        for first, count in chunks(0, games, _TASK_GAMES)
    ]
    scores: dict[tuple[int, str], list[float]] = {}
    with progress("games", games * len(pairs)) as advance:
        for task, played in zip(tasks, run_tasks(_play_some, tasks, jobs=jobs), strict=True):
            for name, found in played.items():
                scores.setdefault((task[3], name), []).extend(found)
            advance(task[5])
    standings = []
    for name in names:
        mine = {
            index: scores[index, name]
            for index, pair in enumerate(pairs)
            if (index, name) in scores
        }
        every = [score for found in mine.values() for score in found]
        against = {
            next(other for other in pairs[index] if other != name): Estimate.of_means(found)
            for index, found in mine.items()
            if rules.players == 2
        }
        standings.append(Standing(name, Estimate.of_means(every), len(every), against))
    standings.sort(key=lambda standing: -standing.score.value)
    return Standings(tuple(standings), rules, seed)


def _play_some(
    entries: tuple[tuple[str, Bot], ...],
    rules: Rules,
    seed: int,
    pair: int,
    first: int,
    count: int,
) -> dict[str, list[float]]:
    """Each bot's scores of games ``first`` …; of several seats of a game the mean."""
    scores: dict[str, list[float]] = {name: [] for name, _ in entries}
    for number in range(first, first + count):
        seats = [entries[(number + seat) % len(entries)] for seat in range(rules.players)]
        own = random.Random(f"{seed} {pair} {number}").getrandbits(64)  # noqa: S311
        record = play_game([bot for _, bot in seats], rules=rules, seed=own)
        for name, found in scores.items():
            held = [
                score for score, (who, _) in zip(record.score, seats, strict=True) if who == name
            ]
            found.append(sum(held) / len(held))
    return scores
