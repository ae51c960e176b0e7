"""What to bid, which trump to name and which card to play.

Deals that fit all that the seat has seen are drawn at random and weighted by how well the other
seats' bids and cards go with their hands; every option is played out in all of them, the own seat
with the learned policy, the others each in a style that fits what it has done. See docs/wizard.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.cards import Card, parse_cards
from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError
from pysolver.wizard.calibration import BID_CALIBRATION, PLAY_CALIBRATION, Calibration
from pysolver.wizard.contradiction import contradiction
from pysolver.wizard.first_round import first_round_bid, first_round_trumps
from pysolver.wizard.knowledge import model
from pysolver.wizard.reach import reach_of_bid, reach_of_play
from pysolver.wizard.round import Round
from pysolver.wizard.rules import DEFAULT_RULES, SUITS, Rules, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysolver.cards import CardsLike

DEFAULT_DEALS: Final = 2000
MOST_DEALS: Final = 100_000
MOST_SEED: Final = 2**64 - 1
FEWEST_DEALS: Final = 2
BID_TIMES: Final = 2  # a bot gives a bid so many times the deals of a card
BID_MARGIN: Final = 1.5  # standard errors of the difference within which bids count as equal
_WORDS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_EQUAL: Final = 1e-9  # points; what rounding may leave between options worth the same


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to do and what comes of it.

    Attributes:
        choice: a bid, a card or a trump.
        ev: expected points of the round.
        stderr: its standard error.
        p_made: the chance that the bid is made, 0 to 1, calibrated at tables of mixed players;
            ``ev`` comes from the roll-outs as they are and, for cards, from what was learned of
            such positions. With a trump, whichever bid will stand is meant: the bids before it, and
            the hook, may leave another than ``bid``.
        p_made_stderr: its standard error.
        bid: the bid: the choice itself, the one made before, or the one to make with this trump.
        deals: deals played out; fewer for options dropped as clearly worse, 0 where exact.
    """

    choice: int | Card | Suit
    ev: float
    stderr: float
    p_made: float
    p_made_stderr: float
    bid: int
    deals: int

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "choice": str(self.choice) if isinstance(self.choice, Card) else self.choice,
            "ev": self.ev,
            "stderr": self.stderr,
            "p_made": self.p_made,
            "p_made_stderr": self.p_made_stderr,
            "bid": self.bid,
            "deals": self.deals,
        }


@dataclass(frozen=True, slots=True)
class _Advice:
    """What the three kinds of advice have in common.

    Attributes:
        options: all that is allowed, best first.
        tricks: the chances of taking 0, 1, … tricks with the best option; they add up to 1.
        exact: the figures are exact, and the errors 0.0: true in round 1, and for a last card.
        deals: deals asked for; 0 where exact.
        seed: of the deals.
        seat: who is advised, 0 at the dealer's left.
    """

    options: tuple[Option, ...]
    tricks: tuple[float, ...]
    exact: bool
    deals: int
    seed: int
    seat: int

    def _rows(self) -> list[str]:
        return [
            f"{option.choice!s:>6} {option.ev:+8.2f} ± {option.stderr:<5.2f}"
            f"{100 * option.p_made:6.1f} %"
            for option in self.options
        ]

    def _text(self, what: str, reason: str) -> str:
        return "\n".join([reason, f"{what:>6}   points         made", *self._rows()])

    def _common(self) -> dict[str, Any]:
        return {
            "options": [option.to_dict() for option in self.options],
            "tricks": list(self.tricks),
            "exact": self.exact,
            "deals": self.deals,
            "seed": self.seed,
            "seat": self.seat,
        }

    def _lead(self) -> str:
        """How far the second option is behind."""
        best = self.options[0]
        # (two wizards are one card to a player)
        others = (other for other in self.options if str(other.choice) != str(best.choice))
        second = next(others, None)
        if second is None:
            return ""
        gap = best.ev - second.ev
        if gap < -_EQUAL and second.p_made < best.p_made:
            return f"; {second.choice} may bring {-gap:.1f} more but is made less often"
        name = _WORDS.get(str(second.choice), str(second.choice))
        verb = "are" if name in _WORDS.values() else "is"
        if gap < _EQUAL:
            return f"; {name} {verb} as good"
        if not self.exact and gap < (best.stderr**2 + second.stderr**2) ** 0.5:
            return f"; {name} {verb} as good within the error"
        return f"; {name} {verb} {gap:.1f} points behind"


@dataclass(frozen=True, slots=True)
class BidAdvice(_Advice):
    """What to bid; see ``options``, ``tricks``, ``exact``."""

    @property
    def bid(self) -> int:
        """The bid with the most expected points; of near equals the likeliest one."""
        choice = self.options[0].choice
        assert isinstance(choice, int)  # noqa: S101  (what recommend_bid puts there)
        return choice

    @property
    def reason(self) -> str:
        """One sentence of why."""
        best = self.options[0]
        mean = sum(count * chance for count, chance in enumerate(self.tricks))
        return (
            f"Bid {self.bid}: made {100 * best.p_made:.0f} % of the time, "
            f"{best.ev:+.1f} points, {mean:.1f} tricks on average{self._lead()}."
        )

    def __str__(self) -> str:
        return self._text("bid", self.reason)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {"bid": self.bid, "reason": self.reason, **self._common()}


@dataclass(frozen=True, slots=True)
class PlayAdvice(_Advice):
    """What to play; see ``options``, ``tricks``, ``exact``.

    Attributes:
        need: tricks still missing to the bid; negative when there are too many.
    """

    need: int

    @property
    def card(self) -> Card:
        """The card with the most expected points."""
        choice = self.options[0].choice
        assert isinstance(choice, Card)  # noqa: S101  (what recommend_play puts there)
        return choice

    @property
    def reason(self) -> str:
        """One sentence of why."""
        best = self.options[0]
        if self.need > 0:
            aim = f"{self.need} more trick{'s' * (self.need > 1)} needed"
        else:
            aim = "no more trick wanted" if self.need == 0 else "the bid is lost, each trick costs"
        if len(self.options) == 1:
            return f"Play {self.card}, the only card allowed: {aim}, {best.ev:+.1f} points."
        return (
            f"Play {self.card}: {aim}; the bid is made {100 * best.p_made:.0f} % of the time, "
            f"{best.ev:+.1f} points{self._lead()}."
        )

    def __str__(self) -> str:
        return self._text("card", self.reason)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "card": str(self.card),
            "need": self.need,
            "reason": self.reason,
            **self._common(),
        }


@dataclass(frozen=True, slots=True)
class TrumpAdvice(_Advice):
    """Which trump to name; see ``options`` (each with the bid that goes with it)."""

    @property
    def trump(self) -> Suit:
        """The suit with the most expected points."""
        choice = self.options[0].choice
        assert isinstance(choice, str)  # noqa: S101  (what recommend_trump puts there)
        return choice

    @property
    def reason(self) -> str:
        """One sentence of why."""
        best = self.options[0]
        return (
            f"Name {_WORDS[self.trump]}: {best.ev:+.1f} points with a bid of about {best.bid}, "
            f"made {100 * best.p_made:.0f} % of the time{self._lead()}."
        )

    def __str__(self) -> str:
        return self._text("trump", self.reason)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {"trump": self.trump, "reason": self.reason, **self._common()}


def settings(deals: int, planned_bids: int = 0, planned_plays: int = 0) -> native.wizard.Settings:
    """How the search is set: deals an option, and on how many of them it plans again."""
    return native.wizard.Settings(
        deals=deals,
        candidates=6,
        survivors=2,
        bid_spread=0.6,
        bid_wide=0.2,
        bid_floor=0.01,
        play_noise=0.4,
        sharpness=0.3,
        exact_share=0.5,
        exact_noise=0.05,
        own_style=native.wizard.LEARNED,
        styles=(0.5, 0.1, 0.4),
        bid_margin=BID_MARGIN,
        planned_bids=planned_bids,
        planned_plays=planned_plays,
        plan_deals=8,
        plan_trust=4.0,
    )


def check_search(deals: object, seed: object) -> tuple[int, int]:
    """Deals and seed as whole numbers in range."""
    return (
        whole_number(deals, "deals", FEWEST_DEALS, MOST_DEALS),
        whole_number(seed, "seed", 0, MOST_SEED),
    )


def recommend_bid(
    hand: CardsLike,
    *,
    players: int,
    turned_up: str | int | None = None,
    trump: str | None = None,
    bids: Iterable[int] = (),
    rules: Rules = DEFAULT_RULES,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
) -> BidAdvice:
    """The bid with the most expected points.

    Bids whose points differ by less than one and a half standard errors of the difference count as
    equal; the one of these that is made most often is best.

    Args:
        hand: the own cards, 1 to 60 // players.
        players: 3 to 6.
        turned_up: the card turned up; None in the last round, where none is left.
        trump: what the dealer named, where a wizard was turned up.
        bids: those made before the own, from the dealer's left: as many as seats come before.
        rules: the options of the game.
        deals: deals to play out, 2 to 100,000. In round 1 the answer is exact without.
        seed: of the deals; the same seed gives the same answer.

    Raises:
        CardError: a card cannot be read, stands twice, or is a fifth wizard or jester.
        RuleError: the position is impossible, or every seat has bid.
    """
    try:
        before = tuple(bids)
    except TypeError:
        message = f"bids are numbers from seat 0 on, such as (1, 0), not {shown(bids)}"
        raise TypeError(message) from None
    cards = parse_cards(hand)
    seat = len(before)
    view = Round(
        players,
        cards,
        seat=min(seat, max(0, players - 1)) if isinstance(players, int) else 0,
        turned_up=turned_up,
        trump=trump,
        bids=before,
        rules=rules,
    )
    if view.awaits != "bid":
        why = "the dealer names the trump first" if view.awaits == "trump" else "every seat has bid"
        message = f"no bid is due: {why}"
        raise RuleError(message)
    return bid_advice(view, deals=deals, seed=seed)


def bid_advice(view: Round, *, deals: int = DEFAULT_DEALS, seed: int = 0) -> BidAdvice:
    """The same for a round in which the view's seat is to bid."""
    deals, seed = check_search(deals, seed)
    if view.awaits != "bid" or view.turn != view.seat:
        message = f"seat {view.seat} is not to bid: {_due(view)}"
        raise RuleError(message)
    if view.size == 1 and view.turned_up is not None and set(view.bids) <= {0, 1}:
        return _first_round_bid(view, seed)
    found = native.wizard.advise_bid(view.view, model(view.players), settings(deals), seed)
    reach = reach_of_bid(view)
    options = tuple(
        _within(_option(option.choice, option, option.choice, BID_CALIBRATION, view.size), *reach)
        for option in found
    )
    return BidAdvice(
        options,
        _tricks(found[0], options[0], 0, view.size),
        exact=False,
        deals=deals,
        seed=seed,
        seat=view.seat,
    )


def recommend_play(view: Round, *, deals: int = DEFAULT_DEALS, seed: int = 0) -> PlayAdvice:
    """The card with the most expected points.

    Args:
        view: the round as its seat sees it; the seat is on turn.
        deals: deals to play out, 2 to 100,000.
        seed: of the deals; the same seed gives the same answer.

    Raises:
        RuleError: the seat is not to play, or no deal fits what was seen.
    """
    deals, seed = check_search(deals, seed)
    if not isinstance(view, Round):
        message = f"a view is a wizard.Round, not {type(view).__name__}"
        raise TypeError(message)
    if view.awaits != "play" or view.turn != view.seat:
        message = f"seat {view.seat} is not to play: {_due(view)}"
        raise RuleError(message)
    try:
        found = native.wizard.advise_card(view.view, model(view.players), settings(deals), seed)
    except RuleError:  # the view itself was checked when it was made
        message = contradiction(view) or "no deal fits the plays"
        raise RuleError(message) from None
    bid = view.bids[view.seat]
    taken, left = view.tricks[view.seat], len(view.held)
    need = bid - taken
    # The last card of all ends the round, and a bid out of reach stays missed: nothing to estimate.
    exact = len(view.plays) + 1 == view.players * view.size
    calibration = PLAY_CALIBRATION if 0 <= need <= left and not exact else None
    options = tuple(
        _within(
            _option(Card(option.choice), option, bid, calibration, left),
            *reach_of_play(view, Card(option.choice)),
        )
        for option in found
    )
    if exact:
        options = tuple(replace(option, stderr=0.0, p_made_stderr=0.0) for option in options)
    return PlayAdvice(
        options,
        _tricks(found[0], options[0], taken, taken + left),
        exact,
        0 if exact else deals,
        seed,
        view.seat,
        need,
    )


def recommend_trump(
    hand: CardsLike,
    *,
    players: int,
    rules: Rules = DEFAULT_RULES,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
) -> TrumpAdvice:
    """The trump for the dealer, who turned a wizard, to name: before the bids, bidding last.

    Args:
        hand: the dealer's cards.
        players: 3 to 6.
        rules: the options of the game.
        deals: deals to play out, 2 to 100,000. In round 1 the answer is exact without.
        seed: of the deals; the same seed gives the same answer.

    Raises:
        CardError: a card cannot be read, stands twice, or is a fourth wizard or fifth jester.
        RuleError: the position is impossible.
    """
    seat = players - 1 if isinstance(players, int) and players > 0 else 0
    view = Round(players, parse_cards(hand), seat=seat, turned_up="W", rules=rules)
    return trump_advice(view, deals=deals, seed=seed)


def trump_advice(view: Round, *, deals: int = DEFAULT_DEALS, seed: int = 0) -> TrumpAdvice:
    """The same for a round in which the dealer is to name the trump."""
    deals, seed = check_search(deals, seed)
    if view.awaits != "trump" or view.turn != view.seat or view.turned_up is None:
        message = f"seat {view.seat} is not to name a trump: {_due(view)}"
        raise RuleError(message)
    if view.size == 1:
        return _first_round_trump(view, seed)
    seen = native.wizard.View(
        view.players,
        bytes(view.hand),
        seat=view.seat,
        turned=int(view.turned_up),
        trump=native.wizard.NO_TRUMP,
        hook=view.rules.hook,
    )
    found = native.wizard.advise_trump(seen, model(view.players), settings(deals), seed)
    best: dict[int, native.wizard.Option] = {}
    for option in found:  # best first: of each suit the best bid
        best.setdefault(option.choice // native.wizard.TRUMP_OPTION, option)
    options = tuple(
        _option(
            SUITS[suit],
            option,
            option.choice % native.wizard.TRUMP_OPTION,
            BID_CALIBRATION,
            view.size,
            barred=view.rules.hook,
        )
        for suit, option in best.items()
    )
    named = next(iter(best.values()))
    return TrumpAdvice(
        options,
        # (with the hook the bid is not one number of tricks)
        named.tricks if view.rules.hook else _tricks(named, options[0], 0, view.size),
        exact=False,
        deals=deals,
        seed=seed,
        seat=view.seat,
    )


def _due(view: Round) -> str:
    if view.awaits is None:
        return "the round is over"
    if view.awaits == "trump":
        return (
            f"a wizard was turned up, and seat {view.turn}, the dealer, names the trump first: "
            "say which, 'c', 'd', 'h' or 's'"
        )
    return f"seat {view.turn} {'bids' if view.awaits == 'bid' else 'plays'} next"


def _option(
    choice: int | Card | Suit,
    found: native.wizard.Option,
    bid: int,
    calibration: Calibration | None,
    left: int,
    *,
    barred: bool = False,
) -> Option:
    """An option of an advice; ``barred``: the hook makes another bid of some deals."""
    raw = found.made if barred else found.tricks[bid]
    if calibration is None:
        error = 0.0 if raw in (0, 1) else (raw * (1 - raw) / found.effective) ** 0.5
        return Option(choice, found.mean, found.stderr, raw, error, bid, found.deals)
    # (one deal more of either kind: none made in a few deals is not never)
    smooth = (raw * found.deals + 1) / (found.deals + 2)
    error = (smooth * (1 - smooth) / found.effective) ** 0.5
    p_made = calibration.of(raw, found.deals, left=left, learned=found.learned)
    return Option(choice, found.mean, found.stderr, p_made, error, bid, found.deals)


def _within(option: Option, fewest: int, most: int) -> Option:
    """The same, certain where the tricks that can still come out leave no doubt."""
    if fewest == most:
        ev = float(native.wizard.score(option.bid, most))
        return replace(
            option, ev=ev, stderr=0.0, p_made=float(option.bid == most), p_made_stderr=0.0
        )
    if not fewest <= option.bid <= most:
        return replace(option, p_made=0.0, p_made_stderr=0.0)
    return option


def _tricks(
    found: native.wizard.Option, option: Option, least: int, most: int
) -> tuple[float, ...]:
    """The chances by tricks; those of missing the bid are scaled to go with ``p_made``.

    ``least`` and ``most`` are the numbers of tricks still possible.
    """
    bid, p_made = option.bid, option.p_made
    others = 1 - found.tricks[bid]
    if p_made == found.tricks[bid]:
        return found.tricks
    if others > 0:
        return tuple(
            p_made if tricks == bid else chance * (1 - p_made) / others
            for tricks, chance in enumerate(found.tricks)
        )
    # Never missed in the deals: the rest goes to the numbers beside the bid.
    beside = [tricks for tricks in (bid - 1, bid + 1) if least <= tricks <= most]
    return tuple(
        p_made if tricks == bid else (1 - p_made) / len(beside) if tricks in beside else 0.0
        for tricks in range(len(found.tricks))
    )


def _first_round_bid(view: Round, seed: int) -> BidAdvice:
    assert view.turned_up is not None  # noqa: S101  (asked before)
    found = first_round_bid(
        view.players,
        view.hand[0],
        turned_up=view.turned_up,
        trump=view.trump,
        bids=view.bids,
        rules=view.rules,
    )
    chances = (1 - float(found.p_win), float(found.p_win))
    values = (float(found.score_zero), float(found.score_one))
    options = sorted(
        (Option(bid, values[bid], 0.0, chances[bid], 0.0, bid, 0) for bid in view.legal_bids()),
        key=lambda option: (-option.ev, option.bid),
    )
    return BidAdvice(tuple(options), chances, exact=True, deals=0, seed=seed, seat=view.seat)


def _first_round_trump(view: Round, seed: int) -> TrumpAdvice:
    found = first_round_trumps(view.players, view.hand[0], rules=view.rules)
    options = sorted(
        (
            Option(trump, float(of.ev), 0.0, float(of.p_made), 0.0, int(2 * of.p_one >= 1), 0)
            for trump, of in found.items()
        ),
        key=lambda option: -option.ev,
    )
    best = options[0].choice
    assert isinstance(best, str)  # noqa: S101  (a suit, as put there)
    p_win = float(found[best].p_win)
    return TrumpAdvice(
        tuple(options), (1 - p_win, p_win), exact=True, deals=0, seed=seed, seat=view.seat
    )
