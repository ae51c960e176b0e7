"""Odds of a deal or a position, and what the choice of pick-up is worth."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.war.games import DEFAULT_GIVE_UP, check_run, play_games
from pysolver.war.lengths import Rounds
from pysolver.war.piles import core_setup, format_pile, parse_piles
from pysolver.war.replay import Cycle
from pysolver.war.rules import DEFAULT_RULES, PICKUPS, Pickup, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pysolver.estimate import Estimate
    from pysolver.war.games import Games
    from pysolver.war.piles import Pile, PilesLike

DEFAULT_GAMES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Odds:
    """What can be expected of a deal or a position. Players count from 0, in seat order.

    Attributes:
        win: for each player the share of games won, an equal part of a shared one. Together with
            ``endless`` and ``unfinished`` they add up to 1.
        stderr: the standard errors of ``win``; 0.0 where ``exact``.
        rounds: the rounds of the games that ended; None if none did.
        battles: the mean number of battles of the games that ended; None if none did. Each tie for
            the highest card is one.
        battles_stderr: its standard error; 0.0 where ``exact``.
        endless: the share of games that come back to an earlier state with nothing left to chance
            in between, and so never end. Nobody wins them.
        endless_stderr: its standard error.
        unfinished: the share of games that neither ended nor were found endless within ``give_up``
            rounds. Where nobody shuffles, a game may take millions of rounds to come back to a
            state: most of these are endless too.
        exact: all cards are known and nobody picks up shuffled: the one game there can be was
            played, and all errors are 0.0.
        cycle: of that game, if it is endless.
        games: games played.
        seed: of the random cards and orders.
        piles: as given.
        rules: the options of the game.
    """

    win: tuple[float, ...]
    stderr: tuple[float, ...]
    rounds: Rounds | None
    battles: float | None
    battles_stderr: float
    endless: float
    endless_stderr: float
    unfinished: float
    exact: bool
    cycle: Cycle | None
    games: int
    seed: int
    piles: tuple[Pile, ...]
    rules: Rules

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for player, (win, stderr) in enumerate(zip(self.win, self.stderr, strict=True), 1):
            yield f"player {player} wins {100 * win:.2f} ± {100 * stderr:.2f} %"
        if self.rounds is not None:
            yield f"rounds {self.rounds}"
            yield f"battles {self.battles:.2f} ± {self.battles_stderr:.2f}"
        yield f"endless {100 * self.endless:.2f} ± {100 * self.endless_stderr:.2f} %"
        if self.cycle is not None:
            yield str(self.cycle)
        if self.unfinished:
            yield f"unfinished {100 * self.unfinished:.2f} %"
        yield "exact" if self.exact else f"{self.games:,} games, seed {self.seed}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "win": list(self.win),
            "stderr": list(self.stderr),
            "rounds": self.rounds and self.rounds.to_dict(),
            "battles": self.battles,
            "battles_stderr": self.battles_stderr,
            "endless": self.endless,
            "endless_stderr": self.endless_stderr,
            "unfinished": self.unfinished,
            "exact": self.exact,
            "cycle": self.cycle and self.cycle.to_dict(),
            "games": self.games,
            "seed": self.seed,
            "piles": [format_pile(pile) for pile in self.piles],
            "rules": self.rules.to_dict(),
        }


def odds(
    piles: PilesLike | None = None,
    *,
    rules: Rules = DEFAULT_RULES,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    threads: int = 1,
    in_play: bool = False,
    give_up: int = DEFAULT_GIVE_UP,
) -> Odds:
    """Who wins how often, and how long it takes.

    Args:
        piles: one for each player, the top card first; ``?`` is a card that is not known and is
            dealt at random, ``?*16`` are sixteen. None for random deals.
        rules: the options of the game.
        games: games to play, 2 … 10,000,000; one is played where nothing is left to chance.
        seed: 0 … 2^64 - 1. Game number n of a seed has the same deal under all rules for the same
            number of players.
        threads: how many share the work, 1 … 256; the answer does not depend on it.
        in_play: the piles are those of a game under way, between two rounds: of any sizes, and
            empty for who is out.
        give_up: rounds after which a game is left and counted as unfinished, 1 … 2^32 - 1; does
            not matter where ``rules.max_rounds`` ends games.

    Raises:
        CardError: cards that cannot be read, stand twice or are too many.
        RuleError: piles that the rules do not allow, or a number out of range.
        TypeError: an argument of the wrong type.

    >>> odds(["As 2c", "Kd 2d"], rules=Rules(players=2, pickup="high_first")).win
    (1.0, 0.0)
    """
    found = parse_piles(piles, rules, in_play=in_play)
    games, seed, threads, give_up = check_run(games, seed, threads, give_up)
    played = play_games(found, rules, games=games, seed=seed, threads=threads, give_up=give_up)
    ended = played.ends == native.war.WON
    any_ended = bool(ended.any())
    battles = Rounds.of_games(played.battles[ended]) if any_ended else None
    wins = [played.win(player) for player in range(rules.players)]
    endless = played.share(native.war.ENDLESS)
    return Odds(
        tuple(win.value for win in wins),
        tuple(win.stderr for win in wins),
        Rounds.of_games(played.rounds[ended]) if any_ended else None,
        battles.mean if battles else None,
        battles.stderr if battles else 0.0,
        endless.value,
        endless.stderr,
        played.share(native.war.UNFINISHED).value,
        played.exact,
        Cycle.find(core_setup(found, rules, give_up), seed, 0)
        if played.exact and endless.value
        else None,
        len(played.winners),
        seed,
        found,
        rules,
    )


@dataclass(frozen=True, slots=True)
class PickupOdds:
    """What one way to pick up does for one player, all others staying as they are.

    Attributes:
        player: from 0.
        pickup: the way of this player.
        win: the player's share of wins with it.
        stderr: its standard error; 0.0 where ``exact``.
        gain: ``win`` less what the player's present way wins on the same deals; 0.0 for that way.
        gain_stderr: its standard error, from the differences deal by deal.
        endless: the share of endless games with it.
        present: it is the player's present way.
        best: no other way of this player wins more often. Ways that differ by less than a few
            ``gain_stderr`` may be equally good.
        exact: nothing was left to chance.
    """

    player: int
    pickup: Pickup
    win: float
    stderr: float
    gain: float
    gain_stderr: float
    endless: float
    present: bool
    best: bool
    exact: bool

    def __str__(self) -> str:
        marks = [name for name in ("present", "best") if getattr(self, name)]
        return (
            f"player {self.player + 1} {self.pickup}: wins {100 * self.win:.2f} "
            f"± {100 * self.stderr:.2f} %, gain {100 * self.gain:+.2f} "
            f"± {100 * self.gain_stderr:.2f} %" + (f" ({', '.join(marks)})" if marks else "")
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}


def compare_pickups(
    piles: PilesLike | None = None,
    *,
    rules: Rules = DEFAULT_RULES,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    threads: int = 1,
    in_play: bool = False,
    give_up: int = DEFAULT_GIVE_UP,
) -> list[PickupOdds]:
    """How each way to pick up would do for each player, the others keeping to ``rules.pickup``.

    All ways are tried on the same deals.

    Args:
        piles: as in ``odds``.
        rules: the options of the game; ``rules.pickup`` is how everybody picks up now.
        games: games to play for each way.
        seed: as in ``odds``.
        threads: as in ``odds``.
        in_play: as in ``odds``.
        give_up: as in ``odds``.

    Returns:
        Five for each player, players in seat order, the best way of each first.

    Raises:
        CardError: cards that cannot be read, stand twice or are too many.
        RuleError: piles that the rules do not allow, or a number out of range.
        TypeError: an argument of the wrong type.
    """
    found = parse_piles(piles, rules, in_play=in_play)
    games, seed, threads, give_up = check_run(games, seed, threads, give_up)

    def play(pickups: tuple[Pickup, ...]) -> Games:
        changed = dataclasses.replace(rules, pickup=pickups)
        return play_games(found, changed, games=games, seed=seed, threads=threads, give_up=give_up)

    present = play(rules.pickups)
    compared = []
    for player in range(rules.players):
        ways = []
        for pickup in PICKUPS:
            pickups = (*rules.pickups[:player], pickup, *rules.pickups[player + 1 :])
            is_present = pickups == rules.pickups
            played = present if is_present else play(pickups)
            ways.append((pickup, is_present, played, played.win(player)))
        most = max(win.value for _, _, _, win in ways)
        ways.sort(key=lambda way: (-way[3].value, not way[1]))
        compared += [
            _pickup_odds(player, pickup, played, present, is_present, win, most)
            for pickup, is_present, played, win in ways
        ]
    return compared


def _pickup_odds(
    player: int,
    pickup: Pickup,
    played: Games,
    present: Games,
    is_present: bool,  # noqa: FBT001
    win: Estimate,
    most: float,
) -> PickupOdds:
    gain = played.gain(present, player)
    return PickupOdds(
        player,
        pickup,
        win.value,
        win.stderr,
        gain.value,
        gain.stderr,
        played.share(native.war.ENDLESS).value,
        is_present,
        win.value >= most,
        played.exact,
    )
