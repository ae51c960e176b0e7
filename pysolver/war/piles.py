"""The players' piles: known, partly known or dealt at random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias

from pysolver import native
from pysolver.cards import CARDS, Card, parse_cards
from pysolver.errors import CardError, RuleError

if TYPE_CHECKING:
    from pysolver.war.rules import Rules

DECK_SIZE: Final = native.core.DECK_SIZE

Pile: TypeAlias = tuple[Card | None, ...]
"""Cards from the top down; None for one that is not known."""
PilesLike: TypeAlias = Iterable[str | Iterable[str | SupportsIndex]]

_UNKNOWN: Final = re.compile(r"\?(?:\s*\*\s*(?P<count>\w*))?")
_EXAMPLE: Final = "write a pile from its top, '?' for a card that is not known: 'As ? 10h ?*14'"


def parse_piles(
    piles: PilesLike | None, rules: Rules, *, in_play: bool = False
) -> tuple[Pile, ...]:
    """The piles of all players.

    Args:
        piles: one for each player, each a text or an iterable of texts, ids and cards, the top of
            the pile first; ``?`` is a card that is not known, ``?*16`` are sixteen. None for a
            full deal of which nothing is known.
        rules: the options of the game; says how many players there are.
        in_play: the game is under way: piles may be of any sizes, and empty. Otherwise they are
            the deal, and equally large.

    Raises:
        CardError: a piece is no card of the 52-card deck, a card stands twice or in two piles, or
            there are more than 52 cards.
        RuleError: not one pile for each player; uneven or empty piles of a game not under way.
        TypeError: not piles at all.
    """
    if piles is None:
        return ((None,) * (DECK_SIZE // rules.players),) * rules.players
    if isinstance(piles, str | bytes) or not isinstance(piles, Iterable):
        message = f"piles are a list with one pile for each player, not {piles!r}: {_EXAMPLE}"
        raise TypeError(message)
    found = tuple(_parse_pile(pile, player) for player, pile in enumerate(piles, 1))
    if len(found) != rules.players:
        message = (
            f"{rules.players} players have {rules.players} piles, not {len(found)}: "
            "give one pile for each player, or another number of players"
        )
        raise RuleError(message)
    _check_cards(found)
    _check_sizes([len(pile) for pile in found], in_play=in_play)
    return _fill_in(found)


def core_setup(piles: Sequence[Pile], rules: Rules, give_up: int) -> native.war.Setup:
    """The same for the core, with the rounds after which it gives a game up."""
    return native.war.Setup(
        [[native.war.UNKNOWN if card is None else int(card) for card in pile] for pile in piles],
        face_down=rules.face_down,
        pickups=[native.war.PICKUPS[pickup] for pickup in rules.pickups],
        short=native.war.SHORTS[rules.short],
        max_rounds=rules.max_rounds or 0,
        give_up=give_up,
    )


def format_pile(pile: Pile) -> str:
    """The pile as text that ``parse_piles`` reads back: ``"As Kd ?*15"``."""
    pieces: list[str] = []
    unknown = 0
    for card in (*pile, *CARDS[:1]):  # a card after the end closes the last run
        if card is None:
            unknown += 1
            continue
        if unknown:
            pieces.append("?" if unknown == 1 else f"?*{unknown}")
            unknown = 0
        pieces.append(str(card))
    return " ".join(pieces[:-1])


def _parse_pile(pile: object, player: int) -> Pile:
    try:
        if isinstance(pile, str):
            cards = list(_read_text(pile))
        elif isinstance(pile, bytes | bytearray | memoryview | Card) or not isinstance(
            pile, Iterable
        ):
            message = f"a pile is a text or an iterable of cards, not {pile!r}: {_EXAMPLE}"
            raise TypeError(message)  # noqa: TRY301
        else:
            cards = []
            for piece in pile:
                cards += _read_text(piece) if isinstance(piece, str) else parse_cards([piece])
    except CardError as error:
        message = f"player {player}: {error}"
        raise CardError(message) from None
    except TypeError as error:
        message = f"player {player}: {error}"
        raise TypeError(message) from None
    return tuple(cards)


def _read_text(text: str) -> Iterable[Card | None]:
    at = 0
    for unknown in _UNKNOWN.finditer(text):
        yield from parse_cards(text[at : unknown.start()])
        at = unknown.end()
        count = unknown["count"]
        if count is None:
            yield None
        elif count.isascii() and count.isdigit() and len(count) < 4 and 0 < int(count) <= DECK_SIZE:
            yield from (None,) * int(count)
        else:
            message = (
                f"{unknown.group()!r} has no count from 1 to {DECK_SIZE}: "
                "'?*16' stands for sixteen cards that are not known"
            )
            raise CardError(message)
    yield from parse_cards(text[at:])


def _check_cards(piles: Sequence[Pile]) -> None:
    holders: dict[Card, int] = {}
    for player, pile in enumerate(piles, 1):
        for card in pile:
            if card is None:
                continue
            if card >= DECK_SIZE:
                kind = "wizard" if card.is_wizard else "jester"
                message = (
                    f"player {player}: {str(card)!r} is a {kind}: "
                    "War takes cards of the 52-card deck only"
                )
                raise CardError(message)
            holder = holders.get(card)
            if holder == player:
                message = (
                    f"player {player}: {str(card)!r} stands twice: each card is in the deck once"
                )
                raise CardError(message)
            if holder is not None:
                message = (
                    f"players {holder} and {player} both hold {str(card)!r}: "
                    "each card is in the deck once"
                )
                raise CardError(message)
            holders[card] = player


def _check_sizes(sizes: Sequence[int], *, in_play: bool) -> None:
    total = sum(sizes)
    if total > DECK_SIZE:
        message = f"the piles hold {' + '.join(map(str, sizes))} = {total} cards: the deck has 52"
        raise CardError(message)
    if total == 0:
        message = f"no player holds a card: {_EXAMPLE}"
        raise RuleError(message)
    if not in_play and len(set(sizes)) > 1:
        message = (
            f"the piles hold {', '.join(map(str, sizes))} cards: players start with equally many; "
            "only piles of a game under way (in_play) may be uneven"
        )
        raise RuleError(message)


def _fill_in(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """The piles, with a card known to be the only one left in the place of a single unknown one."""
    known = {card for pile in piles for card in pile if card is not None}
    if len(known) != DECK_SIZE - 1:
        return piles
    last = next(card for card in CARDS if card not in known)
    return tuple(tuple(last if card is None else card for card in pile) for pile in piles)
