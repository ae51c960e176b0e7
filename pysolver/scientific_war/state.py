"""The game between two tricks: what may be chosen, what follows, who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from pysolver import native
from pysolver.checks import shown, whole_number
from pysolver.errors import CardError, RuleError
from pysolver.scientific_war.choice import (
    Choice,
    choice_of,
    choices_of,
    code_of,
    parse_choice,
)
from pysolver.scientific_war.notation import codes, in_order, of_codes, read_cards
from pysolver.scientific_war.rules import DEFAULT_RULES, MOST_TRICKS, Rules, TrickOutcome, resolve
from pysolver.scientific_war.view import View, view_of

if TYPE_CHECKING:
    from pysolver.native.scientific_war import Table

NORMAL: Final = "normal"
REVERSED: Final = "reversed"


@dataclass(frozen=True, slots=True)
class State:
    """The table between two tricks; immutable.

    Cards are strings of ranks, weakest first, ``X`` the joker; players are numbered from 0.

    Attributes:
        rules: the options played by.
        hands: each player's hand. Who has none is out.
        piles: each player's pile.
        pot: the cards of the disputed tricks, which the next taker takes too.
        reversed: whether the deuce is high.
        peeker: who chooses last in the next trick, after a lone queen; None for nobody.
        may_swap: who may swap hand and pile before the next trick, after an eight.
        threes: who may see the others' hand sizes, after a three.
        tricks: tricks played.
        disputed: the last tricks, whose cards are in the pot.
        last_in: who was in the last trick.

    Raises:
        CardError: a card cannot be read, or the cards are not those of the deck.
        RuleError: a table that cannot be.
        TypeError: a field is of the wrong type.
    """

    rules: Rules
    hands: tuple[str, ...]
    piles: tuple[str, ...]
    pot: str = ""
    reversed: bool = False
    peeker: int | None = None
    may_swap: tuple[int, ...] = ()
    threes: tuple[int, ...] = ()
    tricks: int = 0
    disputed: int = 0
    last_in: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _tidy(self)

    @classmethod
    def initial(cls, rules: Rules = DEFAULT_RULES) -> Self:
        """The table as dealt."""
        if not isinstance(rules, Rules):
            message = f"rules are Rules, not {shown(rules)}"
            raise TypeError(message)
        return cls(rules, (rules.deck,) * rules.players, ("",) * rules.players)

    @property
    def order(self) -> str:
        """``"normal"``, the ace high, or ``"reversed"``, the deuce high."""
        return REVERSED if self.reversed else NORMAL

    @property
    def played(self) -> str:
        """How many tricks have been played, in words: ``"1 trick"``."""
        return f"{self.tricks} trick{'' if self.tricks == 1 else 's'}"

    @property
    def totals(self) -> tuple[int, ...]:
        """How many cards each player owns, hand and pile together."""
        return tuple(len(h) + len(p) for h, p in zip(self.hands, self.piles, strict=True))

    @property
    def over(self) -> bool:
        """Whether at most one player has cards, or the limit of tricks is reached."""
        return sum(map(bool, self.hands)) < 2 or self.tricks == self.rules.trick_limit

    @property
    def winners(self) -> tuple[int, ...]:
        """Who shares the win of a game that is over; () while it goes on."""
        bits = core_table(self).winners()
        return tuple(player for player in range(self.rules.players) if bits >> player & 1)

    @property
    def returns(self) -> tuple[float, ...]:
        """What each player has won, summing to 0: two players +1 and -1, or 0 for a draw.

        With n players each pays 1 / (n - 1), and the winner, or those who draw, share that.

        Raises:
            RuleError: the game goes on.
        """
        winners, players = self.winners, self.rules.players
        if not winners:
            message = f"the game goes on after {self.played}: nothing is won yet"
            raise RuleError(message)
        if len(winners) == players:
            return (0.0,) * players
        stake = 1 / (players - 1)
        share = players * stake / len(winners) - stake
        return tuple(share if player in winners else -stake for player in range(players))

    def legal(self, player: int) -> tuple[Choice, ...]:
        """What the player may choose: the ranks in hand, then those in the pile after a swap.

        () if he is out or the game is over. A peeker has the same choices after seeing the others'.

        Raises:
            RuleError: there is no such player.
        """
        player = whole_number(player, "player", 0, self.rules.players - 1)
        if self.over:
            return ()
        return choices_of(self.hands[player], self.piles[player] if player in self.may_swap else "")

    def play(self, choices: Sequence[Choice | str | None]) -> State:
        """The table after a trick.

        Args:
            choices: one for each player in turn, ``"K"`` or ``"swap K"``; None for who is out.

        Raises:
            CardError: a card cannot be read.
            RuleError: the game is over, or a choice is not legal.
        """
        table = core_table(self)
        table.play(self._codes(choices))
        return _state(self.rules, table)

    def trick(self, choices: Sequence[Choice | str | None]) -> TrickOutcome:
        """What a trick would come to, with players for places; arguments and errors of ``play``."""
        chosen = self._codes(choices)
        seats = [player for player, hand in enumerate(self.hands) if hand]
        cards = "".join(choice_of(chosen[player]).card for player in seats)
        found = resolve(cards, reversed=self.reversed, rules=self.rules)
        return TrickOutcome(
            None if found.winner is None else seats[found.winner],
            found.reversed,
            None if found.peeker is None else seats[found.peeker],
        )

    def view(self, player: int, *, choices: Mapping[int, Choice | str] | None = None) -> View:
        """What a player may see.

        Args:
            player: who looks.
            choices: what the others have chosen for the next trick, shown to its peeker alone.

        Raises:
            RuleError: there is no such player, a choice is not legal, or the player is not the
                peeker.
        """
        player = whole_number(player, "player", 0, self.rules.players - 1)
        seen = None
        if choices is not None:
            if player != self.peeker:
                message = f"player {player} may not see the others' cards: {self._who_peeks()}"
                raise RuleError(message)
            others = {p for p, hand in enumerate(self.hands) if hand and p != player}
            if set(choices) != others:
                message = (
                    f"the peeker sees a choice of each of the players {sorted(others)}, "
                    f"not of {sorted(choices)}"
                )
                raise RuleError(message)
            seen = {p: self._choice(p, choice) for p, choice in choices.items()}
        return view_of(self, player, seen)

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON-ready values; ``from_dict`` reads it back."""
        return {
            "rules": self.rules.to_dict(),
            "hands": list(self.hands),
            "piles": list(self.piles),
            "pot": self.pot,
            "order": self.order,
            "peeker": self.peeker,
            "may_swap": list(self.may_swap),
            "threes": list(self.threes),
            "tricks": self.tricks,
            "disputed": self.disputed,
            "last_in": list(self.last_in),
        }

    @classmethod
    def from_dict(cls, table: dict[str, Any]) -> Self:
        """The table of a ``to_dict``. Only ``hands`` must be there.

        Without ``rules`` those of the deck are taken that all cards together make, and no other
        option than the default; without ``disputed`` the pot is that of as many tricks as it may
        have taken.

        Raises:
            CardError: a card cannot be read, or the cards are not those of the deck.
            RuleError: a table that cannot be, or a field that does not exist.
            TypeError: a field is of the wrong type.
        """
        fields = _fields(table)
        order = fields.pop("order", NORMAL)
        if order not in (NORMAL, REVERSED):
            message = f"order is {NORMAL!r} or {REVERSED!r}, not {shown(order)}"
            raise RuleError(message)
        hands = tuple(_cards_of_players(fields.pop("hands"), "hands"))
        piles = tuple(_cards_of_players(fields.pop("piles", [""] * len(hands)), "piles"))
        pot = in_order(read_cards(fields.pop("pot", ""), "pot"))
        given = fields.pop("rules", None)
        if given is not None:
            rules = Rules.from_dict(given)
        else:
            deck = "".join(dict.fromkeys("".join((*hands, *piles, pot))))
            rules = Rules.of_deck(deck, players=len(hands))
        disputed = fields.pop("disputed", -(-len(pot) // rules.players))
        tricks = fields.pop("tricks", disputed)
        return cls(
            rules,
            hands,
            piles,
            pot,
            reversed=order == REVERSED,
            tricks=tricks,
            disputed=disputed,
            **fields,
        )

    def __str__(self) -> str:
        limit = self.rules.trick_limit
        order = "deuce high" if self.reversed else "ace high"
        played = self.played if limit is None else f"{self.tricks} of {limit} tricks"
        lines = [f"{played} played, {order}"]
        for player, (hand, pile) in enumerate(zip(self.hands, self.piles, strict=True)):
            notes = [
                note
                for who, note in (
                    ((self.peeker,), "picks last"),
                    (self.may_swap, "may swap"),
                    (self.threes, "sees hand sizes"),
                )
                if player in who
            ]
            held = f"{hand} | {pile}" if pile else hand or "out"
            lines.append(f"player {player}: {held}{''.join(f', {note}' for note in notes)}")
        if self.pot:
            lines.append(f"pot: {self.pot}")
        return "\n".join(lines)

    def _codes(self, choices: Sequence[Choice | str | None]) -> bytes:
        if self.over:
            message = f"the game is over after {self.played}: nothing is left to choose"
            raise RuleError(message)
        if isinstance(choices, str) or not isinstance(choices, Sequence):
            message = f"choices are a list, one for each player, not {shown(choices)}"
            raise TypeError(message)
        if len(choices) != self.rules.players:
            message = (
                f"{self.rules.players} players make {self.rules.players} choices, None for who is "
                f"out, not {len(choices)}: {shown(choices)}"
            )
            raise RuleError(message)
        return bytes(
            native.scientific_war.NOTHING if found is None else code_of(found)
            for found in (self._choice(p, choice) for p, choice in enumerate(choices))
        )

    def _choice(self, player: int, choice: Choice | str | None) -> Choice | None:
        """The choice, if the player may make it."""
        if not self.hands[player]:
            if choice is not None:
                message = f"player {player} is out and chooses None, not {shown(choice)}"
                raise RuleError(message)
            return None
        if choice is None:
            message = f"player {player} chooses a card of {self.hands[player]}, not None"
            raise RuleError(message)
        found = parse_choice(choice)
        if found.swap and player not in self.may_swap:
            message = (
                f"player {player} may not swap: that takes an eight in the last trick and a pile"
            )
            raise RuleError(message)
        held = self.piles[player] if found.swap else self.hands[player]
        if found.card not in held:
            place = "pile" if found.swap else "hand"
            message = f"player {player} has no {found.card} in the {place} {held}"
            raise RuleError(message)
        return found

    def _who_peeks(self) -> str:
        return "nobody peeks" if self.peeker is None else f"player {self.peeker} peeks"


def _tidy(state: State) -> None:
    """Bring the fields into their one form and check them."""
    set_field = object.__setattr__
    rules = state.rules
    if not isinstance(rules, Rules):
        message = f"rules are Rules, not {shown(rules)}"
        raise TypeError(message)
    for name in ("hands", "piles"):
        held = _cards_of_players(getattr(state, name), name)
        if len(held) != rules.players:
            message = f"{rules.players} players have {rules.players} {name}, not {len(held)}"
            raise RuleError(message)
        set_field(state, name, tuple(map(in_order, held)))
    set_field(state, "pot", in_order(read_cards(state.pot, "pot")))
    if not isinstance(state.reversed, bool):
        message = f"reversed is True or False, not {shown(state.reversed)}"
        raise TypeError(message)
    last = rules.players - 1
    if state.peeker is not None:
        set_field(state, "peeker", whole_number(state.peeker, "peeker", 0, last))
    for name in ("may_swap", "threes", "last_in"):
        set_field(state, name, _players(getattr(state, name), name, last))
    if not state.last_in:
        set_field(state, "last_in", tuple(range(rules.players)))
    most = rules.trick_limit or MOST_TRICKS
    set_field(state, "tricks", whole_number(state.tricks, "tricks", 0, most))
    set_field(state, "disputed", whole_number(state.disputed, "disputed", 0, state.tricks))
    _check_cards(state)
    _check_places(state)


def _check_cards(state: State) -> None:
    found = Counter("".join((*state.hands, *state.piles, state.pot)))
    players = state.rules.players
    for card in in_order("".join({*found, *state.rules.deck})):
        due = players if card in state.rules.deck else 0
        if found[card] != due:
            message = (
                f"hands, piles and pot hold {found[card]} of {card}, not {due}: "
                f"{players} players have the deck {state.rules.deck} each"
            )
            raise CardError(message)


def _check_places(state: State) -> None:
    for player, (hand, pile) in enumerate(zip(state.hands, state.piles, strict=True)):
        wrong = ""
        if pile and not hand:
            wrong = f"has the pile {pile} and no hand: the pile becomes the hand"
        elif player in state.may_swap and not pile:
            wrong = "may not swap: there is no pile"
        elif not hand and (player in state.threes or player == state.peeker):
            wrong = "is out and can neither peek nor see hand sizes"
        if wrong:
            message = f"player {player} {wrong}"
            raise RuleError(message)
    if bool(state.pot) != (state.disputed > 0):
        message = f"the pot {state.pot!r} does not go with {state.disputed} disputed tricks"
        raise RuleError(message)
    special = state.may_swap or state.threes or state.peeker is not None or state.reversed
    if special and not state.rules.powers:
        message = "without powers nobody swaps, peeks or sees hand sizes, and the ace stays high"
        raise RuleError(message)


def _cards_of_players(held: object, name: str) -> list[str]:
    if isinstance(held, str) or not isinstance(held, Iterable):
        message = f"{name} is a list with the cards of each player, not {shown(held)}"
        raise TypeError(message)
    return [read_cards(cards, name) for cards in held]


def _players(players: object, name: str, last: int) -> tuple[int, ...]:
    if isinstance(players, str) or not isinstance(players, Iterable):
        message = f"{name} is a list of players, not {shown(players)}"
        raise TypeError(message)
    return tuple(sorted({whole_number(player, name, 0, last) for player in players}))


def _fields(table: object) -> dict[str, Any]:
    known = ("rules", "hands", "piles", "pot", "order", *_PLAIN_FIELDS)
    if not isinstance(table, dict):
        message = f"a table is an object with {', '.join(known)}, not {shown(table)}"
        raise TypeError(message)
    for name in table:
        if name not in known:
            message = f"{shown(name)} is no field of a table: it has {', '.join(known)}"
            raise RuleError(message)
    if "hands" not in table:
        message = "a table has at least the field hands, a list with the cards of each player"
        raise RuleError(message)
    return dict(table)


_PLAIN_FIELDS: Final = ("peeker", "may_swap", "threes", "tricks", "disputed", "last_in")


def _bits(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)


def core_table(state: State) -> Table:
    """The state as the core has it."""
    table = native.scientific_war.Table(state.rules.core())
    table.arrange(
        hands=[codes(hand) for hand in state.hands],
        piles=[codes(pile) for pile in state.piles],
        pot=codes(state.pot),
        reverse=state.reversed,
        peeker=-1 if state.peeker is None else state.peeker,
        may_swap=_bits(state.may_swap),
        threes=_bits(state.threes),
        last_in=_bits(state.last_in),
        tricks=state.tricks,
        disputed=state.disputed,
    )
    return table


def _state(rules: Rules, table: Table) -> State:
    """What the core's table is, as a state; the core vouches for it, so nothing is checked."""
    seats = range(rules.players)

    def those(bits: int) -> tuple[int, ...]:
        return tuple(player for player in seats if bits >> player & 1)

    state = object.__new__(State)
    for name, value in (
        ("rules", rules),
        ("hands", tuple(of_codes(table.hand(player)) for player in seats)),
        ("piles", tuple(of_codes(table.pile(player)) for player in seats)),
        ("pot", of_codes(table.pot())),
        ("reversed", table.reverse),
        ("peeker", table.peeker if table.peeker >= 0 else None),
        ("may_swap", those(table.may_swap)),
        ("threes", those(table.threes)),
        ("tricks", table.tricks),
        ("disputed", table.disputed),
        ("last_in", those(table.last_in)),
    ):
        object.__setattr__(state, name, value)
    return state
