"""A whole game of Wizard as data: what was dealt, turned, named, bid and played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from pysolver.cards import CARDS, Card, parse_cards
from pysolver.checks import shown
from pysolver.errors import CardError, RuleError, SolverError
from pysolver.wizard.round import Round
from pysolver.wizard.rules import (
    DEFAULT_RULES,
    Rules,
    Suit,
    check_players,
    name_specials,
    parse_trump,
    rounds_of,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pysolver.cards import CardsLike

GAME_FIELDS: Final = ("players", "names", "hook", "rounds", "totals")
ROUND_FIELDS: Final = (
    "players",
    "hands",
    "turned_up",
    "trump",
    "bids",
    "plays",
    "hook",
    "tricks",
    "points",
)
_DERIVED: Final = ("tricks", "points")


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round with every hand known, played out or not.

    Attributes:
        hands: the cards dealt, by seat from the dealer's left.
        turned_up, trump, bids, plays, rules: as in ``Round``.

    Raises:
        CardError, RuleError, TypeError: as for ``Round``.
    """

    hands: tuple[tuple[Card, ...], ...]
    turned_up: Card | None
    trump: Suit | None = None
    bids: tuple[int, ...] = ()
    plays: tuple[Card, ...] = ()
    rules: Rules = DEFAULT_RULES

    if TYPE_CHECKING:

        def __init__(
            self,
            hands: Iterable[CardsLike],
            turned_up: str | int | None,
            trump: str | None = None,
            bids: Iterable[int] = (),
            plays: CardsLike = (),
            rules: Rules = DEFAULT_RULES,
        ) -> None: ...

    def __post_init__(self) -> None:
        if isinstance(self.hands, str):
            message = f"hands are a list with one for each seat, not {shown(self.hands)}"
            raise TypeError(message)
        hands = tuple(map(parse_cards, self.hands))
        check_players(len(hands))
        if len({len(hand) for hand in hands}) != 1:
            sizes = ", ".join(str(len(hand)) for hand in hands)
            message = f"every seat is dealt as many cards as the others, not {sizes}"
            raise CardError(message)
        seen: dict[Card, int] = {}
        for seat, hand in enumerate(hands):
            for card in hand:
                if card.suit is not None and card in seen:
                    message = f"{str(card)!r} stands in the hands of seat {seen[card]} and {seat}"
                    raise CardError(message)
                seen[card] = seat
        turned = None if self.turned_up is None else Card(self.turned_up)
        *ids, up = name_specials(*hands, () if turned is None else (turned,))
        hands = tuple(tuple(map(Card, hand)) for hand in ids)
        object.__setattr__(self, "hands", hands)
        object.__setattr__(self, "turned_up", None if turned is None else Card(up[0]))
        views = [self._view_of(seat, parse_cards(self.plays)) for seat in range(len(hands))]
        object.__setattr__(self, "trump", views[0].trump)
        object.__setattr__(self, "bids", views[0].bids)
        object.__setattr__(self, "plays", views[0].plays)

    def _view_of(self, seat: int, plays: Sequence[Card]) -> Round:
        return Round(
            len(self.hands),
            self.hands[seat],
            seat=seat,
            turned_up=self.turned_up,
            trump=self.trump,
            bids=self.bids,
            plays=plays,
            rules=self.rules,
        )

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def size(self) -> int:
        """Tricks of the round."""
        return len(self.hands[0])

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        return self.view(0).tricks

    @property
    def points(self) -> tuple[int, ...] | None:
        """What each seat scores; None if the round is not played out."""
        return self.view(0).points

    def view(self, seat: int, plays: int | None = None) -> Round:
        """What a seat saw after so many plays; after all of them by default.

        With fewer plays than were made, all bids stand.
        """
        count = len(self.plays) if plays is None else plays
        return self._view_of(seat, self.plays[:count])

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values, with the tricks and the points."""
        points = self.points
        return {
            "players": self.players,
            "hands": [text_of(hand) for hand in self.hands],
            "turned_up": None if self.turned_up is None else str(self.turned_up),
            "trump": self.trump,
            "bids": list(self.bids),
            "plays": text_of(self.plays),
            "hook": self.rules.hook,
            "tricks": list(self.tricks),
            "points": None if points is None else list(points),
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Read what ``to_dict`` gives; tricks and points may be left out, but not be wrong.

        Raises:
            CardError, RuleError, TypeError: the round is impossible, or a field is missing,
                unknown or does not fit the others.
        """
        _check_fields(fields, ROUND_FIELDS, ("hands", "turned_up"), "a round")
        hands = fields["hands"]
        if not isinstance(hands, list) or not all(isinstance(hand, str | list) for hand in hands):
            message = (
                f"a record has the hand of every seat: hands is a list of them, not {shown(hands)}"
            )
            raise TypeError(message)
        found = cls(
            hands,
            fields["turned_up"],
            parse_trump(fields.get("trump")),
            fields.get("bids", ()),
            fields.get("plays", ()),
            Rules(hook=fields.get("hook", False)),
        )
        actual = found.to_dict()
        for name in ("players", *_DERIVED):
            if name in fields and fields[name] != actual[name]:
                message = f"{name} is {shown(fields[name])} but the plays give {actual[name]}"
                raise RuleError(message)
        return found


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: its players and its rounds, with one card each in the first and one more in each.

    Player p sits at seat (p - r) mod players in round r, counted from 0: the deal moves on to the
    left, and player 0 leads the first round.

    Attributes:
        names: of the players.
        rounds: the rounds, played out.
        rules: the options of the game.

    Raises:
        RuleError: a round is not played out, has the wrong number of players or cards, or there
            are more rounds than the deck allows.
    """

    names: tuple[str, ...]
    rounds: tuple[RoundRecord, ...]
    rules: Rules = DEFAULT_RULES

    def __post_init__(self) -> None:
        players = check_players(len(self.names))
        if len(self.rounds) > rounds_of(players):
            message = f"{players} players play {rounds_of(players)} rounds, not {len(self.rounds)}"
            raise RuleError(message)
        for number, played in enumerate(self.rounds, 1):
            if played.players != players or played.size != number:
                message = (
                    f"round {number} deals {number} to each of {players} players, "
                    f"not {played.size} to {played.players}"
                )
                raise RuleError(message)
            if played.points is None:
                message = f"round {number} is not played out: {len(played.plays)} plays"
                raise RuleError(message)
            if played.rules != self.rules:
                message = f"round {number} is played by other rules than the game"
                raise RuleError(message)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    def seat_of(self, player: int, number: int) -> int:
        """The seat of a player in a round, the first round being number 1."""
        return (player - (number - 1)) % self.players

    def points(self, number: int) -> tuple[int, ...]:
        """What each player scored in a round, the first round being number 1."""
        by_seat = self.rounds[number - 1].points or ()
        return tuple(by_seat[self.seat_of(player, number)] for player in range(self.players))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each player."""
        scores = [self.points(number) for number in range(1, len(self.rounds) + 1)]
        return tuple(sum(column) for column in zip(*scores, strict=True)) or (0,) * self.players

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest score."""
        best = max(self.totals)
        return tuple(player for player, total in enumerate(self.totals) if total == best)

    def __str__(self) -> str:
        lines = [f"{'round':<6}" + "".join(f"{name[:12]:>14}" for name in self.names)]
        for number, played in enumerate(self.rounds, 1):
            cells = []
            for player, points in enumerate(self.points(number)):
                seat = self.seat_of(player, number)
                cells.append(f"{played.tricks[seat]}/{played.bids[seat]} {points:+}")
            lines.append(f"{number:<6}" + "".join(f"{cell:>14}" for cell in cells))
        lines.append(f"{'total':<6}" + "".join(f"{total:>+14}" for total in self.totals))
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON-ready values; ``from_dict`` reads it back."""
        return {
            "players": self.players,
            "names": list(self.names),
            "hook": self.rules.hook,
            "rounds": [played.to_dict() for played in self.rounds],
            "totals": list(self.totals),
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Read what ``to_dict`` gives and replay it.

        Raises:
            CardError, RuleError, TypeError: the game is impossible; the message names the round.
        """
        _check_fields(fields, GAME_FIELDS, ("names", "rounds"), "a game")
        names, rounds = fields["names"], fields["rounds"]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            message = f"names is a list of texts, one for each player, not {shown(names)}"
            raise TypeError(message)
        if not isinstance(rounds, list):
            message = f"rounds is a list of rounds, not {shown(rounds)}"
            raise TypeError(message)
        rules = Rules(hook=fields.get("hook", False))
        found = []
        for number, entry in enumerate(rounds, 1):
            try:
                found.append(RoundRecord.from_dict(entry))
            except (SolverError, TypeError) as error:
                kind = type(error) if isinstance(error, CardError | TypeError) else RuleError
                message = f"round {number}: {error}"
                raise kind(message) from None
        game = cls(tuple(names), tuple(found), rules)
        actual: dict[str, Any] = {"players": game.players, "totals": list(game.totals)}
        for name, value in actual.items():
            if name in fields and fields[name] != value:
                message = f"{name} is {shown(fields[name])} but the rounds give {value}"
                raise RuleError(message)
        return game


def _check_fields(
    fields: object, known: tuple[str, ...], required: tuple[str, ...], what: str
) -> None:
    if not isinstance(fields, dict):
        message = f"{what} is an object with the fields {', '.join(known)}, not {shown(fields)}"
        raise TypeError(message)
    unknown = [name for name in fields if name not in known]
    missing = [name for name in required if name not in fields]
    if unknown or missing:
        wrong = f"{shown(unknown[0])} is none of them" if unknown else f"{missing[0]!r} is missing"
        message = f"{what} has the fields {', '.join(known)}: {wrong}"
        raise RuleError(message)


def dealt(cards: Iterable[int]) -> tuple[Card, ...]:
    """Cards by id."""
    return tuple(CARDS[card] for card in cards)
