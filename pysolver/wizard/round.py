"""One seat's view of a round of Wizard: what was seen, who is on turn, what may be played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias

from pysolver import native
from pysolver.cards import Card, parse_cards
from pysolver.checks import shown, whole_number
from pysolver.errors import CardError, RuleError
from pysolver.wizard.plays import name_cards
from pysolver.wizard.rules import (
    DECK_SIZE,
    DEFAULT_RULES,
    SUITS,
    Rules,
    Suit,
    check_players,
    name_specials,
    parse_trump,
    text_of,
    trump_id,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pysolver.cards import CardsLike

Awaited: TypeAlias = Literal["trump", "bid", "play"]
FIELDS: Final = ("players", "hand", "seat", "turned_up", "trump", "bids", "plays", "hook")
#: What a bot of another program is told besides.
_ASKED: Final = ("ask", "legal")
#: What the record of a round says besides, which follows from the rest.
_RESULTS: Final = ("tricks", "points")


@dataclass(frozen=True, slots=True)
class Round:
    """What one seat sees of a round; immutable: ``bid``, ``play`` and so on give a new one.

    Seats count from the dealer's left: seat 0 bids first and leads the first trick, the last seat
    is the dealer. The four wizards are alike, and so are the jesters: they are told apart only by
    the order in which they come up.

    Attributes:
        players: 3 to 6.
        hand: the cards dealt to the seat, 1 to 60 // players.
        seat: whose view it is, 0 to players - 1.
        turned_up: the card turned up for trump; None in the last round, where none is left.
        trump: ``"c"``, ``"d"``, ``"h"``, ``"s"``, or None for no trump. It follows from a turned
            suit card or jester; where a wizard was turned up it is what the dealer named, and None
            as long as he has not.
        bids: the bids made so far, from seat 0 on.
        plays: all cards played so far in order.
        rules: the options of the game.

    Raises:
        CardError: a card cannot be read, stands twice, or is a fifth wizard or jester.
        RuleError: the position is impossible; the message says why.
        TypeError: a value is of the wrong type.
    """

    players: int
    hand: tuple[Card, ...]
    seat: int = field(kw_only=True)
    turned_up: Card | None = field(kw_only=True)
    trump: Suit | None = field(default=None, kw_only=True)
    bids: tuple[int, ...] = field(default=(), kw_only=True)
    plays: tuple[Card, ...] = field(default=(), kw_only=True)
    rules: Rules = field(default=DEFAULT_RULES, kw_only=True)
    _standing: native.wizard.Standing | None = field(
        init=False, repr=False, compare=False, hash=False
    )
    _view: native.wizard.View = field(init=False, repr=False, compare=False, hash=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            players: int,
            hand: CardsLike,
            *,
            seat: int,
            turned_up: str | int | None,
            trump: str | None = None,
            bids: Iterable[int] = (),
            plays: CardsLike = (),
            rules: Rules = DEFAULT_RULES,
        ) -> None: ...

    def __post_init__(self) -> None:
        players = check_players(self.players)
        seat = whole_number(self.seat, "seat", 0, players - 1)
        if not isinstance(self.rules, Rules):
            message = f"rules are wizard.Rules, not {shown(self.rules)}"
            raise TypeError(message)
        hand = parse_cards(self.hand)
        most = DECK_SIZE // players
        if not 1 <= len(hand) <= most:
            message = f"{players} players hold 1 to {most} cards each, not {len(hand)}" + (
                f": {text_of(hand)}" if hand else ""
            )
            raise CardError(message)
        turned = _turned_card(self.turned_up, players, len(hand))
        trump = _settled_trump(self.trump, turned)
        undecided = turned is not None and turned.is_wizard and trump is None
        bids = _checked_bids(self.bids, players, len(hand), self.rules)
        if undecided and bids:
            message = (
                "a wizard was turned up: say which trump the dealer named, 'c', 'd', 'h' or 's'"
            )
            raise RuleError(message)
        plays = parse_cards(self.plays)
        if plays and len(bids) < players:
            message = f"no card is played before every seat has bid: {len(bids)} of {players} bids"
            raise RuleError(message)
        if len(plays) > players * len(hand):
            message = f"{len(plays)} cards played where {players} x {len(hand)} were dealt"
            raise RuleError(message)
        hand, turned, plays = name_cards(players, seat, hand, turned, plays, trump_id(trump))
        for name, value in (
            ("players", players),
            ("hand", hand),
            ("seat", seat),
            ("turned_up", turned),
            ("trump", trump),
            ("bids", bids),
            ("plays", plays),
        ):
            object.__setattr__(self, name, value)
        view = native.wizard.View(
            players,
            bytes(hand),
            seat=seat,
            turned=None if turned is None else int(turned),
            trump=trump_id(trump),
            bids=bids,
            plays=bytes(plays),
            hook=self.rules.hook,
        )
        standing = None if undecided else view.standing()
        object.__setattr__(self, "_view", view)
        object.__setattr__(self, "_standing", standing)

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        return type(self).from_dict, (self.to_dict(),)

    # -- where the round stands --

    @property
    def size(self) -> int:
        """Tricks of the round: the number of cards dealt to each seat."""
        return len(self.hand)

    @property
    def awaits(self) -> Awaited | None:
        """What comes next: ``"trump"``, ``"bid"``, ``"play"``; None when the round is over."""
        if self._standing is None:
            return "trump"
        if len(self.bids) < self.players:
            return "bid"
        return "play" if self._standing.turn is not None else None

    @property
    def turn(self) -> int | None:
        """The seat that acts next; None when the round is over."""
        if self._standing is None:
            return self.players - 1
        if len(self.bids) < self.players:
            return len(self.bids)
        return self._standing.turn

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken so far, by seat."""
        return (0,) * self.players if self._standing is None else self._standing.tricks

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that took the finished tricks."""
        return () if self._standing is None else tuple(self._standing.winners)

    @property
    def leader(self) -> int:
        """The seat that leads this trick, or the last one when the round is over."""
        return 0 if self._standing is None else self._standing.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick under way."""
        laid = 0 if self._standing is None else self._standing.laid
        return self.plays[len(self.plays) - laid :]

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards that the seat still holds."""
        return self.hand if self._standing is None else tuple(map(Card, self._standing.hand))

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        """The suits that each seat has shown not to hold."""
        if self._standing is None:
            return ((),) * self.players
        return tuple(
            tuple(suit for i, suit in enumerate(SUITS) if bits >> i & 1)
            for bits in self._standing.voids
        )

    @property
    def points(self) -> tuple[int, ...] | None:
        """What each seat scores; None until the round is over."""
        if self.awaits is not None:
            return None
        return tuple(map(native.wizard.score, self.bids, self.tricks))

    @property
    def view(self) -> native.wizard.View:
        """The round in the core; the trump is NO_TRUMP there while the dealer has not named it."""
        return self._view

    # -- what may come next --

    def legal_plays(self) -> tuple[Card, ...]:
        """The cards that the seat may play now; none when it is not on turn."""
        if self.awaits != "play" or self._standing is None:
            return ()
        return tuple(map(Card, self._standing.legal))

    def legal_bids(self) -> tuple[int, ...]:
        """The bids that the next seat may make; none when the bids are in or trump is open."""
        if self.awaits != "bid":
            return ()
        barred = self.size - sum(self.bids) if self._is_hooked() else None
        return tuple(bid for bid in range(self.size + 1) if bid != barred)

    def _is_hooked(self) -> bool:
        return self.rules.hook and len(self.bids) == self.players - 1

    def with_trump(self, trump: str) -> Self:
        """The round after the dealer named the trump.

        Raises:
            RuleError: it is not the dealer's to name, or no suit.
        """
        if self.awaits != "trump":
            message = "the trump is settled: it is named only when a wizard was turned up, once"
            raise RuleError(message)
        if parse_trump(trump) is None:
            message = "the dealer names one of the four suits: 'c', 'd', 'h' or 's'"
            raise RuleError(message)
        return self._with(trump=trump)

    def bid(self, bid: int) -> Self:
        """The round after the next seat's bid.

        Raises:
            RuleError: the bids are in already, or the bid is not allowed.
        """
        if self.awaits != "bid":
            missing = "the dealer names the trump first" if self.awaits else "the round is over"
            message = f"no bid is due: {missing if self.awaits != 'play' else 'every seat has bid'}"
            raise RuleError(message)
        return self._with(bids=(*self.bids, bid))

    def play(self, card: str | Card) -> Self:
        """The round after the seat on turn played a card.

        Raises:
            RuleError: no play is due, or the card may not be played by that seat.
        """
        if self.awaits != "play":
            due = {"trump": "the dealer names the trump first", "bid": "the bids come first"}
            message = f"no play is due: {due.get(self.awaits or '', 'the round is over')}"
            raise RuleError(message)
        return self._with(plays=(*self.plays, *_free_name(Card(card), self)))

    def _with(self, **changes: Any) -> Self:
        fields: dict[str, Any] = {
            "seat": self.seat,
            "turned_up": self.turned_up,
            "trump": self.trump,
            "bids": self.bids,
            "plays": self.plays,
            "rules": self.rules,
        }
        return type(self)(self.players, self.hand, **{**fields, **changes})

    # -- as data --

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values; ``from_dict`` reads them back."""
        return {
            "players": self.players,
            "seat": self.seat,
            "hand": text_of(self.hand),
            "turned_up": None if self.turned_up is None else str(self.turned_up),
            "trump": self.trump,
            "bids": list(self.bids),
            "plays": text_of(self.plays),
            "hook": self.rules.hook,
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Read what ``to_dict`` gives.

        ``players``, ``hand``, ``seat`` and ``turned_up`` are needed, the others may be left out.
        A record of a round serves too, with ``hands`` for all seats in place of ``hand``; hands
        that are not known are null, ``seat`` may be left out where one alone is known, and
        ``players`` as well; ``tricks`` and ``points`` may be there but not be wrong. So does
        the question that a bot of another program gets: its ``ask`` and ``legal`` follow from the
        rest and are not read.

        Raises:
            CardError, RuleError, TypeError: as for ``Round``, or a field is missing or unknown.
        """
        if not isinstance(fields, dict):
            message = (
                f"a view is an object with the fields {', '.join(FIELDS)}, not {shown(fields)}"
            )
            raise TypeError(message)
        given = dict(fields)
        hands: list[Any] = []
        results: dict[str, Any] = {}
        if "hands" in given and "hand" not in given:
            hands = _all_hands(given.pop("hands"), given.get("players"))
            given["seat"], given["hand"] = _own_hand(hands, given.get("seat"))
            given["players"] = len(hands)
            results = {name: given.pop(name) for name in _RESULTS if name in given}
        unknown = [name for name in given if name not in (*FIELDS, *_ASKED)]
        missing = [name for name in FIELDS[:4] if name not in given]
        if unknown or missing:
            wrong = (
                f"{shown(unknown[0])} is none of them" if unknown else f"{missing[0]!r} is missing"
            )
            message = f"a view has the fields {', '.join(FIELDS)}: {wrong}"
            raise RuleError(message)

        def view_of(seat: Any, hand: Any) -> Round:
            return cls(
                given["players"],
                hand,
                seat=seat,
                turned_up=given["turned_up"],
                trump=given.get("trump"),
                bids=given.get("bids", ()),
                plays=given.get("plays", ()),
                rules=Rules(hook=given.get("hook", False)),
            )

        found = view_of(given["seat"], given["hand"])
        assert isinstance(found, cls)  # noqa: S101  (for the types)
        _check_others(found, hands, view_of)
        for name, value in results.items():
            actual = getattr(found, name)
            if value != (None if actual is None else list(actual)):
                message = f"{name} is {shown(value)} but the plays give {actual}"
                raise RuleError(message)
        return found


def _all_hands(hands: object, players: object) -> list[Any]:
    if not isinstance(hands, list):
        message = (
            f"hands is a list with one for each seat, null where not known, not {shown(hands)}"
        )
        raise TypeError(message)
    if players is not None and players != len(hands):
        message = (
            f"hands has {len(hands)} of them for {shown(players)} players: one for each seat, "
            "null where not known"
        )
        raise RuleError(message)
    return hands


def _check_others(own: Round, hands: Sequence[Any], view_of: Callable[[int, Any], Round]) -> None:
    """Refuses other hands that are known and cannot be."""
    dealt = dict.fromkeys(own.hand, own.seat)
    specials = [card for card in (*own.hand, own.turned_up) if card and card.suit is None]
    for seat, hand in enumerate(hands):
        if hand is None or seat == own.seat:
            continue
        view = view_of(seat, hand)
        if view.size != own.size:
            message = (
                f"every seat is dealt as many cards as the others, not {_cards(own.size)} to seat "
                f"{own.seat} and {view.size} to seat {seat}"
            )
            raise CardError(message)
        for card in view.hand:
            if card.suit is None:
                specials.append(card)
            elif dealt.setdefault(card, seat) != seat:
                message = f"{str(card)!r} stands in the hands of seat {dealt[card]} and {seat}"
                raise CardError(message)
    name_specials(specials)


def _own_hand(hands: Sequence[Any], seat: object) -> tuple[object, object]:
    known = [i for i, hand in enumerate(hands) if hand is not None]
    if seat is None and len(known) == 1:
        seat = known[0]
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in known:
        which = ", ".join(map(str, known)) or "none is"
        message = f"seat says whose view it is, one of those whose hand is known: {which}"
        raise RuleError(message)
    return seat, hands[seat]


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _turned_card(turned_up: Any, players: int, size: int) -> Card | None:
    is_last = players * size == DECK_SIZE
    if turned_up is None:
        if not is_last:
            message = (
                f"{players} players with {_cards(size)} each leave a card to turn up: "
                "say which it is, 'W' for a wizard, 'N' for a jester"
            )
            raise RuleError(message)
        return None
    card = Card(turned_up)
    if is_last:
        message = (
            f"{players} players with {_cards(size)} each hold the whole deck: "
            f"no card is left to turn up, not even {str(card)!r}"
        )
        raise RuleError(message)
    return card


def _settled_trump(trump: object, turned: Card | None) -> Suit | None:
    named = parse_trump(trump)
    if turned is not None and turned.is_wizard:
        return named
    suit = None if turned is None else turned.suit
    follows = None if suit is None else SUITS[suit]
    if named is not None and named != follows:
        why = "no card was left to turn up" if turned is None else f"{str(turned)!r} was turned up"
        so = "there is none" if follows is None else f"it is {follows!r}"
        message = f"trump {named!r} does not go with the card: {why}, so {so}"
        raise RuleError(message)
    return follows


def _checked_bids(bids: Any, players: int, size: int, rules: Rules) -> tuple[int, ...]:
    if isinstance(bids, str | bytes):
        message = f"bids are numbers from seat 0 on, not {shown(bids)}"
        raise TypeError(message)
    try:
        given = enumerate(bids)
    except TypeError:
        message = f"bids are numbers from seat 0 on, such as (1, 0), not {shown(bids)}"
        raise TypeError(message) from None
    found = tuple(whole_number(bid, f"the bid of seat {seat}", 0, size) for seat, bid in given)
    if len(found) > players:
        message = f"{len(found)} bids where {players} players bid once each"
        raise RuleError(message)
    if rules.hook and len(found) == players and sum(found) == size:
        message = (
            f"the last bid, {found[-1]}, makes the bids add up to the {size} tricks of the round: "
            "the hook bars it"
        )
        raise RuleError(message)
    return found


def _free_name(card: Card, view: Round) -> tuple[Card, ...]:
    """The card under an id that stands nowhere in the view, if it is a wizard or a jester."""
    if card.suit is not None:
        return (card,)
    first = 52 if card.is_wizard else 56
    taken = {*view.plays, view.turned_up}
    free = [Card(number) for number in range(first, first + 4) if Card(number) not in taken]
    if not free:
        kind = "wizard" if card.is_wizard else "jester"
        message = f"a fifth {kind}: the deck holds four"
        raise CardError(message)
    return (free[0],)


__all__ = ["FIELDS", "Awaited", "Round"]
