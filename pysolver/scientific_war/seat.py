"""A position as a player at the table tells it: own cards, and what can be seen of the rest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal

from pysolver.checks import shown, whole_number
from pysolver.errors import CardError, RuleError
from pysolver.scientific_war.choice import Choice, parse_choice
from pysolver.scientific_war.notation import in_order, read_cards
from pysolver.scientific_war.rules import DEFAULT_RULES, MOST_PLAYERS, MOST_TRICKS, Rules
from pysolver.scientific_war.state import REVERSED, State
from pysolver.scientific_war.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

ME: Final = 0
_TWO: Final = 2


def seat_view(
    hand: str,
    pile: str = "",
    *,
    other_hand: str | None = None,
    other_pile: str = "",
    totals: Sequence[int] | None = None,
    hand_sizes: Sequence[int] | None = None,
    pot: str = "",
    order: Literal["normal", "reversed"] = "normal",
    peeker: int | None = None,
    seen: Sequence[Choice | str] | None = None,
    may_swap: Sequence[int] = (),
    tricks: int | None = None,
    rules: Rules = DEFAULT_RULES,
) -> View:
    """The view of player 0, the player who tells; the others follow in seat order.

    Args:
        hand: the own hand.
        pile: the own pile.
        other_hand: between two players the other's hand; without it all cards that lie nowhere else
            are in it.
        other_pile: between two players the other's pile.
        totals: for three and more, how many cards each of the others owns.
        hand_sizes: for three and more, after a three: how many each of the others held in hand.
        pot: the cards of the disputed tricks.
        order: ``"normal"``: ace high; ``"reversed"``: deuce high.
        peeker: who chooses last in this trick.
        seen: what the others have chosen, if player 0 peeks and has seen it; one for each who is
            in.
        may_swap: who played an eight in the last trick and has a pile.
        tricks: tricks played; by default as few as the hand and the pot allow.
        rules: the options; ``rules.players`` counts for two players only, else ``totals``.

    Raises:
        CardError: cards that cannot be read, or that are not those of the deck.
        RuleError: a position that cannot be.
        TypeError: an argument of the wrong type.
    """
    if order not in ("normal", REVERSED):
        message = f"order is 'normal' or 'reversed', not {shown(order)}"
        raise RuleError(message)
    own = in_order(read_cards(hand, "hand"))
    if not own:
        message = "hand is empty: say the cards that you hold; who has none is out"
        raise CardError(message)
    own_pile = in_order(read_cards(pile, "pile"))
    lying = in_order(read_cards(pot, "pot"))
    tricks = _tricks(tricks, own, lying, rules)
    if totals is not None:
        if other_hand is not None or other_pile:
            message = "totals are for three and more players, whose cards are not known"
            raise RuleError(message)
        return _among_many(
            own, own_pile, lying, order, peeker, seen, may_swap, tricks, totals, hand_sizes, rules
        )
    if hand_sizes is not None:
        message = "hand_sizes go with totals, for three and more players"
        raise RuleError(message)
    if rules.players != _TWO:
        message = f"for {rules.players} players say totals: how many cards each of the others owns"
        raise RuleError(message)
    theirs_pile = read_cards(other_pile, "other_pile")
    if other_hand is None:
        theirs = _rest(rules, own + own_pile + lying + theirs_pile)
    else:
        theirs = read_cards(other_hand, "other_hand")
    state = State(
        rules,
        (own, theirs),
        (own_pile, theirs_pile),
        lying,
        order == REVERSED,
        peeker,
        tuple(may_swap),
        (),
        tricks,
        len(lying) // _TWO,
        (0, 1),
    )
    if seen is None:
        return state.view(ME)
    if len(seen) != 1:
        message = f"the other has made one choice, not {len(seen)}: {shown(list(seen))}"
        raise RuleError(message)
    return state.view(ME, choices={1: seen[0]})


def _tricks(tricks: int | None, hand: str, pot: str, rules: Rules) -> int:
    """The tricks played, or the fewest that the hand and the pot allow."""
    if tricks is not None:
        return whole_number(tricks, "tricks", 0, MOST_TRICKS)
    fewest = max(len(rules.deck) - len(hand), -(-len(pot) // rules.players), 0)
    return fewest if rules.trick_limit is None else min(fewest, rules.trick_limit - 1)


def _rest(rules: Rules, known: str) -> str:
    """The cards of the deck that are not among the known ones."""
    deck = Counter(rules.deck * rules.players)
    held = Counter(known)
    for card in sorted(held):
        if held[card] > deck[card]:
            message = (
                f"{held[card]} cards of {card} are more than the {deck[card]} of the deck "
                f"{rules.deck} for {rules.players} players"
            )
            raise CardError(message)
    return in_order("".join((deck - held).elements()))


def _among_many(
    hand: str,
    pile: str,
    pot: str,
    order: str,
    peeker: int | None,
    seen: Sequence[Choice | str] | None,
    may_swap: Sequence[int],
    tricks: int,
    totals: Sequence[int],
    hand_sizes: Sequence[int] | None,
    rules: Rules,
) -> View:
    import dataclasses

    players = len(totals) + 1
    if not _TWO < players <= MOST_PLAYERS:
        message = f"totals are those of 2 to {MOST_PLAYERS - 1} others, not of {len(totals)}"
        raise RuleError(message)
    rules = dataclasses.replace(rules, players=players)
    most = players * len(rules.deck)
    others = [whole_number(total, "a total", 0, most) for total in totals]
    unseen = _rest(rules, hand + pile + pot)
    if sum(others) != len(unseen):
        message = (
            f"the totals {shown(others)} add up to {sum(others)}, but the others hold "
            f"{len(unseen)} cards: {players} times {rules.deck} less yours and the pot"
        )
        raise RuleError(message)
    sizes = None if hand_sizes is None else (len(hand), *_sizes(hand_sizes, others))
    everybody = (len(hand) + len(pile), *others)
    swaps = tuple(sorted({whole_number(one, "may_swap", 0, players - 1) for one in may_swap}))
    for player in swaps:
        has_pile = bool(pile) if player == ME else everybody[player] > 1
        if not has_pile:
            message = f"player {player} may not swap: there is no pile"
            raise RuleError(message)
    if peeker is not None and not everybody[whole_number(peeker, "peeker", 0, players - 1)]:
        message = f"player {peeker} is out and cannot peek"
        raise RuleError(message)
    choices = None
    if seen is not None:
        choices = _seen_choices(seen, everybody, peeker)
        _rest(rules, hand + pile + pot + "".join(one.card for one in choices if one is not None))
    return View(
        rules=rules,
        player=ME,
        hand=hand,
        pile=pile,
        pot=pot,
        reversed=order == REVERSED,
        peeker=peeker,
        may_swap=swaps,
        tricks=tricks,
        disputed=max(bool(pot), len(pot) // players),
        totals=everybody,
        hand_sizes=sizes,
        holdings=None,
        unseen=unseen,
        choices=choices,
    )


def _sizes(hand_sizes: Sequence[int], others: Sequence[int]) -> list[int]:
    if len(hand_sizes) != len(others):
        message = f"{len(others)} others have as many hand sizes, not {len(hand_sizes)}"
        raise RuleError(message)
    return [
        whole_number(size, "a hand size", min(1, total), total)
        for size, total in zip(hand_sizes, others, strict=True)
    ]


def _seen_choices(
    seen: Sequence[Choice | str], totals: Sequence[int], peeker: int | None
) -> tuple[Choice | None, ...]:
    rivals = [player for player, total in enumerate(totals) if total and player != ME]
    if peeker != ME or len(seen) != len(rivals):
        message = (
            f"who peeks sees one choice of each other who is in, {len(rivals)} here, "
            f"not {shown(list(seen))}"
        )
        raise RuleError(message)
    read = dict(zip(rivals, map(parse_choice, seen), strict=True))
    found = map(read.get, range(len(totals)))
    return tuple(None if choice is None else Choice(choice.card) for choice in found)
