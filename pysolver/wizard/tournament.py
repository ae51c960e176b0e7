"""Many games among the same bots, with standard errors."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver.checks import whole_number
from pysolver.errors import DataError
from pysolver.estimate import Estimate
from pysolver.storage import pack_record, read_checkpoint, writable_target, write_whole
from pysolver.wizard.bots import MOST_SEED, bot_name, check_bot
from pysolver.wizard.games import play_game
from pysolver.wizard.rules import DEFAULT_RULES, check_players, rounds_of

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from pysolver.wizard.bots import Bot
    from pysolver.wizard.rules import Rules

CHECKPOINT_KIND: Final = "wizard-tournament"
MOST_GAMES: Final = 10_000_000
_CHUNK_GAMES: Final = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did.

    Attributes:
        bot: its place among the bots given, from 0.
        name: what it is called.
        points: points a round, with the standard error over games.
        made: share of bids made, with the standard error over games.
        wins: share of games won; a game won by several counts for each in parts.
        total: points a game.
        by_round: points in each round, round 1 first.
    """

    bot: int
    name: str
    points: Estimate
    made: Estimate
    wins: Estimate
    total: Estimate
    by_round: tuple[Estimate, ...]

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "bot": self.bot,
            "name": self.name,
            "points": self.points.to_dict(),
            "made": self.made.to_dict(),
            "wins": self.wins.to_dict(),
            "total": self.total.to_dict(),
            "by_round": [estimate.to_dict() for estimate in self.by_round],
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of a tournament.

    Attributes:
        bots: how each did, in the order given.
        points, made: means over all bots, with standard errors over games: the figures of a table
            where all are alike.
        games, rounds: games played and rounds in each.
        seed: of deals and seats.
        rules: the options of the game.
    """

    bots: tuple[Standing, ...]
    points: Estimate
    made: Estimate
    games: int
    rounds: int
    seed: int
    rules: Rules

    def __str__(self) -> str:
        lines = [
            f"{self.games:,} games of {self.rounds} rounds, seed {self.seed}"
            + (", with the hook" if self.rules.hook else ""),
            f"{'bot':<20}{'points a round':>20}{'bids made':>20}{'games won':>19}",
        ]
        lines += [
            f"{standing.name[:18]:<20}{_plus_minus(standing.points, 1, '+.2f'):>20}"
            f"{_plus_minus(standing.made, 100, '.1f', ' %'):>20}"
            f"{_plus_minus(standing.wins, 100, '.1f', ' %'):>19}"
            for standing in self.bots
        ]
        lines.append(
            f"{'mean of the table':<20}{_plus_minus(self.points, 1, '+.2f'):>20}"
            f"{_plus_minus(self.made, 100, '.1f', ' %'):>20}"
        )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "bots": [standing.to_dict() for standing in self.bots],
            "points": self.points.to_dict(),
            "made": self.made.to_dict(),
            "games": self.games,
            "rounds": self.rounds,
            "seed": self.seed,
            "rules": self.rules.to_dict(),
        }


def _plus_minus(estimate: Estimate, scale: float, form: str, unit: str = "") -> str:
    digits = form.removeprefix("+")
    return f"{scale * estimate.value:{form}} ± {scale * estimate.stderr:{digits}}{unit}"


def tournament(
    bots: Sequence[Bot],
    *,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    rules: Rules = DEFAULT_RULES,
    rounds: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Standings:
    """Play games among bots who change seats.

    In every game the bots sit down in a random order, drawn by the seed and the number of the
    game, and each game is played by fresh copies of them, so the result does not depend on the
    number of processes.

    Args:
        bots: 3 to 6 players; they must be able to be copied, and pickled for more than one job.
        games: 2 or more.
        seed: of deals and seats, 0 to 2^64 - 1.
        jobs: processes, -1 for one a processor.
        rules: the options of the game.
        rounds: how many a game has, all by default.
        checkpoint: a file that keeps the games played, so that an interrupted run goes on there.
            It is replaced as a whole each time.

    Raises:
        RuleError: an argument is out of range, or a bot does what the rules do not allow.
        TypeError: a bot lacks a method.
        DataError: the checkpoint is damaged or belongs to another run.
        OSError: the checkpoint could not be written there.
    """
    from pysolver.parallel import chunks, progress, run_tasks

    players = check_players(len(bots))
    names = [bot_name(check_bot(bot)) for bot in bots]
    whole_number(games, "games", 2, MOST_GAMES)
    whole_number(seed, "seed", 0, MOST_SEED)
    most = rounds_of(players)
    count = most if rounds is None else whole_number(rounds, "rounds", 1, most)
    run = {
        "bots": names,
        "settings": [_settings(bot) for bot in bots],
        "seed": seed,
        "rounds": count,
        "rules": rules.to_dict(),
    }
    if checkpoint is not None:
        writable_target(checkpoint)  # (before the first games, which would be lost)
    played = [] if checkpoint is None else _resume(checkpoint, run)
    tasks = [
        (tuple(bots), seed, rules, count, start, number)
        for start, number in chunks(len(played), max(0, games - len(played)), _CHUNK_GAMES)
    ]
    with progress("tournament", games) as advance:
        advance(min(games, len(played)))
        for found in run_tasks(_games, tasks, jobs=jobs):
            played.extend(found)
            advance(len(found))
            if checkpoint is not None:
                header = {"kind": CHECKPOINT_KIND, "run": run}
                write_whole(checkpoint, pack_record(header, json.dumps(played).encode()))
    return _standings(names, played[:games], count, seed, rules)


def _games(
    bots: Sequence[Bot], seed: int, rules: Rules, rounds: int, start: int, count: int
) -> list[list[list[list[int]]]]:
    """For each game and bot the points and the bids made (0 or 1), round by round."""
    found = []
    for number in range(start, start + count):
        order = list(range(len(bots)))
        random.Random(f"{seed} {number}").shuffle(order)  # noqa: S311
        seated = [copy.deepcopy(bots[bot]) for bot in order]
        try:
            record = play_game(seated, seed=seed, rules=rules, rounds=rounds, number=number)
        finally:
            for bot in seated:
                close = getattr(bot, "close", None)
                if callable(close):
                    close()
        rows: list[list[list[int]]] = [[] for _ in bots]
        for player, place in enumerate(order):
            points = [record.points(r)[player] for r in range(1, rounds + 1)]
            made = [int(p > 0) for p in points]
            rows[place] = [points, made]
        found.append(rows)
    return found


def _standings(
    names: list[str], played: list[list[list[list[int]]]], rounds: int, seed: int, rules: Rules
) -> Standings:
    standings = []
    totals = [[sum(points) for points, _ in game] for game in played]
    shares = [[(total == max(game)) / game.count(max(game)) for total in game] for game in totals]
    made = [[sum(kept) / rounds for _, kept in game] for game in played]
    for bot, name in enumerate(names):
        standings.append(
            Standing(
                bot,
                name,
                Estimate.of_means([game[bot] / rounds for game in totals]),
                Estimate.of_means([game[bot] for game in made]),
                Estimate.of_means([game[bot] for game in shares]),
                Estimate.of_means([float(game[bot]) for game in totals]),
                tuple(
                    Estimate.of_means([float(game[bot][0][r]) for game in played])
                    for r in range(rounds)
                ),
            )
        )
    players = len(names)
    return Standings(
        tuple(standings),
        Estimate.of_means([sum(game) / players / rounds for game in totals]),
        Estimate.of_means([sum(game) / players for game in made]),
        len(played),
        rounds,
        seed,
        rules,
    )


def _settings(bot: Bot) -> dict[str, Any]:
    """What a bot plays by, as far as its plain attributes tell; of a pipe the whole command."""
    kept = getattr(bot, "__dict__", {}).items()
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in kept
        if isinstance(value, int | float | str)
        or (isinstance(value, tuple) and all(isinstance(part, str) for part in value))
    }


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> list[list[list[list[int]]]]:
    saved = read_checkpoint(path)
    if saved is None:
        return []
    header, payload = saved
    kept = header.get("run")
    if header.get("kind") != CHECKPOINT_KIND or not isinstance(kept, dict):
        message = f"{path} is no checkpoint of a Wizard tournament: name another file"
        raise DataError(message)
    if kept != run:
        differences = ", ".join(
            f"{name} {json.dumps(kept.get(name))} instead of {json.dumps(value)}"
            for name, value in run.items()
            if kept.get(name) != value
        )
        message = f"{path} belongs to another run, {differences}: delete it or name another file"
        raise DataError(message)
    played: list[list[list[list[int]]]] = json.loads(payload)
    return played
