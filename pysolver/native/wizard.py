"""Wizard: deals, legal plays, tricks, one seat's view of a round; styles, search, matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.errors import CardError, RuleError
from pysolver.native.core import PATH, check, ffi, lib, read, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData
    from pysolver.native.core import Buffer

DECK: Final = lib.PS_WIZARD_DECK
SEATS: Final = lib.PS_WIZARD_SEATS
MOST: Final = lib.PS_WIZARD_MOST
NO_TRUMP: Final = -1
STATE_FEATURES: Final = lib.PS_WIZARD_STATE_FEATURES
CARD_FEATURES: Final = lib.PS_WIZARD_CARD_FEATURES
HIDDEN: Final = lib.PS_WIZARD_HIDDEN
BID_FEATURES: Final = lib.PS_WIZARD_BID_FEATURES
MODEL_NUMBERS: Final = lib.PS_WIZARD_MODEL_NUMBERS
LESSON: Final = lib.PS_WIZARD_LESSON
BID_ROW: Final = lib.PS_WIZARD_BID_ROW
SAMPLE: Final = lib.PS_WIZARD_SAMPLE
PLAYOUT_BLOCK: Final = 1024
CAUTIOUS: Final = 0
BOLD: Final = 1
LEARNED: Final = 2
KINDS: Final = {
    "random": lib.PS_WIZARD_RANDOM,
    "cautious": lib.PS_WIZARD_CAUTIOUS,
    "bold": lib.PS_WIZARD_BOLD,
    "learned": lib.PS_WIZARD_LEARNED,
    "search": lib.PS_WIZARD_SEARCH,
}
TRUMP_OPTION: Final = 32


def _checked(status: int) -> int:
    if status == lib.PS_ERROR_CARD:
        message = f"a card id is not in 0 to {DECK - 1} or stands twice"
        raise CardError(message)
    if status == lib.PS_ERROR_RULE:
        message = "a play is no card of the hand, or a revoke, or the hook bars the bids"
        raise RuleError(message)
    if status == lib.PS_ERROR_TABLE:
        message = "a number of the model is not finite, or beyond a million"
        raise RuleError(message)
    return check(status)


def score(bid: int, tricks: int) -> int:
    """Points for a bid and the tricks taken, both 0 to 20."""
    return lib.ps_wizard_score(bid, tricks)


def deal(players: int, size: int, seed: int, number: int) -> tuple[tuple[bytes, ...], int | None]:
    """Hands of ``size`` ids from seat 0 on, and the turned card; None when no card is left."""
    hands = ffi.new("uint8_t[]", DECK)
    turned = _checked(lib.ps_wizard_deal(players, size, seed, number, hands))
    dealt = tuple(bytes(hands[seat * size : (seat + 1) * size]) for seat in range(players))
    return dealt, turned if turned < DECK else None


def trick_winner(cards: bytes, trump: int) -> int:
    """The index of the card that wins a trick, complete or not; ``trump`` a suit or NO_TRUMP."""
    return _checked(lib.ps_wizard_trick_winner(cards, len(cards), trump))


def legal_plays(hand: bytes, trick: bytes) -> bytes:
    """The cards of a hand that may be played on the cards of a trick, in the hand's order."""
    legal = ffi.new("uint8_t[]", MOST)
    count = _checked(lib.ps_wizard_legal(hand, len(hand), trick, len(trick), legal))
    return bytes(legal[0:count])


class View:
    """What one seat sees of a round; immutable, may be used from any number of threads.

    ``turned`` is None when no card was left to turn; ``bids`` and ``plays`` are those made so far,
    from seat 0 on.
    """

    __slots__ = ("_view",)

    def __init__(
        self,
        players: int,
        hand: bytes,
        *,
        seat: int,
        turned: int | None,
        trump: int,
        bids: Sequence[int] = (),
        plays: bytes = b"",
        hook: bool = False,
    ) -> None:
        if len(hand) > MOST or len(bids) > SEATS or len(plays) > DECK:
            message = f"{len(hand)} cards, {len(bids)} bids and {len(plays)} plays do not fit"
            raise RuleError(message)
        view = ffi.new("ps_wizard_view *")
        view.players, view.size, view.seat = players, len(hand), seat
        view.turned = -1 if turned is None else turned
        view.trump, view.hook = trump, hook
        view.bid_count, view.play_count = len(bids), len(plays)
        view.bids[0 : len(bids)] = list(bids)
        view.hand[0 : len(hand)] = hand
        view.plays[0 : len(plays)] = plays
        self._view = view

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._view

    @property
    def size(self) -> int:
        """Cards dealt to each seat."""
        return self._view.size

    def standing(self) -> Standing:
        """Where the round stands.

        Raises:
            CardError: a card stands twice.
            RuleError: a play is no card of the hand, a revoke, or out of range.
        """
        standing = ffi.new("ps_wizard_standing *")
        _checked(lib.ps_wizard_replay(self._view, standing))
        return Standing(standing, self._view.players)


class Standing:
    """Where a round stands; see ps_wizard_standing in csrc/pysolver.h.

    ``turn``, ``winner`` and ``suit`` are None where C says -1; ``voids`` are bits by suit.
    """

    __slots__ = (
        "hand",
        "laid",
        "leader",
        "legal",
        "suit",
        "tricks",
        "turn",
        "voids",
        "winner",
        "winners",
    )

    def __init__(self, standing: CData, players: int) -> None:
        self.turn: int | None = standing.turn if standing.turn >= 0 else None
        self.winner: int | None = standing.winner if standing.winner >= 0 else None
        self.suit: int | None = standing.suit if standing.suit >= 0 else None
        self.leader: int = standing.leader
        self.laid: int = standing.laid
        self.tricks = tuple(standing.tricks[0:players])
        self.voids = tuple(standing.voids[0:players])
        self.winners = bytes(standing.winners[0 : standing.finished])
        self.hand = bytes(standing.hand[0 : standing.hand_count])
        self.legal = bytes(standing.legal[0 : standing.legal_count])


class Model:
    """What was learned for one number of players; immutable, may be used from any thread.

    ``numbers`` are MODEL_NUMBERS floats (float32): the network, then the expected bids.
    """

    __slots__ = ("_handle", "players")

    def __init__(self, players: int, numbers: Buffer) -> None:
        status = ffi.new("int *")
        given = read("float", numbers)
        handle = lib.ps_wizard_model_new(players, given, len(given), status)
        _checked(status[0])
        self._handle = ffi.gc(handle, lib.ps_wizard_model_free)
        self.players = players

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._handle


class Settings:
    """How much and by what the search searches; see ps_wizard_settings in csrc/pysolver.h."""

    __slots__ = ("_settings",)

    def __init__(
        self,
        *,
        deals: int,
        candidates: int,
        survivors: int,
        bid_spread: float,
        bid_wide: float,
        bid_floor: float,
        play_noise: float,
        sharpness: float,
        own_style: int,
        styles: Sequence[float],
        bid_deals: int | None = None,
        bid_margin: float = 1.5,
        exact_share: float = 0.0,
        exact_noise: float = 0.05,
        planned_bids: int = 0,
        planned_plays: int = 0,
        plan_deals: int = 8,
        plan_trust: float = 4.0,
    ) -> None:
        settings = ffi.new("ps_wizard_settings *")
        settings.deals, settings.candidates, settings.survivors = deals, candidates, survivors
        settings.bid_spread, settings.bid_wide = bid_spread, bid_wide
        settings.bid_floor, settings.play_noise = bid_floor, play_noise
        settings.sharpness, settings.own_style = sharpness, own_style
        settings.styles = list(styles)
        settings.exact_share, settings.exact_noise = exact_share, exact_noise
        settings.bid_deals = deals if bid_deals is None else bid_deals
        settings.bid_margin = bid_margin
        settings.planned_bids, settings.planned_plays = planned_bids, planned_plays
        settings.plan_deals, settings.plan_trust = plan_deals, plan_trust
        self._settings = settings

    @property
    def handle(self) -> CData:
        """The pointer to the C structure, for other calls of the core."""
        return self._settings

    @property
    def deals(self) -> int:
        """Deals played out for each option."""
        found: int = self._settings.deals
        return found


class Option:
    """One option of an advice: points with their standard error, chances by tricks taken.

    ``made`` is the share of the deals in which the bid was made: of a trump the bid that the hook
    left to it. ``effective`` is how many independent deals the weighted ones are worth; ``learned``
    how likely another seat is to play as learned.
    """

    __slots__ = ("choice", "deals", "effective", "learned", "made", "mean", "stderr", "tricks")

    def __init__(self, advice: CData, index: int, most: int) -> None:
        self.choice: int = advice.choices[index]
        self.deals: int = advice.deals[index]
        self.effective: float = 1 / (1 / self.deals + 1 / advice.effective)
        self.learned: float = advice.learned
        self.made: float = advice.made[index]
        self.mean: float = advice.means[index]
        self.stderr: float = advice.errors[index]
        self.tricks: tuple[float, ...] = tuple(advice.chances[index][0 : most + 1])


def _options(advice: CData, view: View) -> tuple[Option, ...]:
    return tuple(Option(advice, index, view.size) for index in range(advice.count))


def advise_bid(
    view: View, model: Model, settings: Settings, seed: int, *, path: int = PATH
) -> tuple[Option, ...]:
    """The bids, best first, for the seat that is to bid."""
    advice = ffi.new("ps_wizard_advice *")
    _checked(
        lib.ps_wizard_advise_bid(path, view.handle, model.handle, settings.handle, seed, advice)
    )
    return _options(advice, view)


def advise_card(
    view: View, model: Model, settings: Settings, seed: int, *, path: int = PATH
) -> tuple[Option, ...]:
    """The cards that may be played, best first, for the seat that is to play."""
    advice = ffi.new("ps_wizard_advice *")
    _checked(
        lib.ps_wizard_advise_card(path, view.handle, model.handle, settings.handle, seed, advice)
    )
    return _options(advice, view)


def advise_trump(
    view: View, model: Model, settings: Settings, seed: int, *, path: int = PATH
) -> tuple[Option, ...]:
    """For the dealer who turned a wizard: TRUMP_OPTION * suit + bid, best first."""
    advice = ffi.new("ps_wizard_advice *")
    _checked(
        lib.ps_wizard_advise_trump(path, view.handle, model.handle, settings.handle, seed, advice)
    )
    return _options(advice, view)


def fitting_deals(
    view: View, model: Model, settings: Settings, seed: int, *, path: int = PATH
) -> tuple[bytes, ...]:
    """The deals that a search plays out: of each the holders of the 60 cards, by id.

    A card that is played, turned or not dealt has the number of players for a holder.
    """
    owners = ffi.new("uint8_t[]", settings.deals * DECK)
    _checked(
        lib.ps_wizard_fitting_deals(path, view.handle, model.handle, settings.handle, seed, owners)
    )
    return tuple(
        bytes(owners[first : first + DECK]) for first in range(0, settings.deals * DECK, DECK)
    )


def style_bid(view: View, style: int, model: Model | None = None, *, path: int = PATH) -> int:
    """The bid by rule (CAUTIOUS, BOLD) or as learned (LEARNED, with its model)."""
    handle = model.handle if model else ffi.NULL
    return _checked(lib.ps_wizard_style_bid(path, view.handle, handle, style))


def style_card(view: View, style: int, model: Model | None = None, *, path: int = PATH) -> int:
    """The card that a style plays; its id."""
    handle = model.handle if model else ffi.NULL
    return _checked(lib.ps_wizard_style_card(path, view.handle, handle, style))


def card_values(view: View, model: Model, *, path: int = PATH) -> list[tuple[float, ...]]:
    """How the network values the cards of the seat on turn; none where all are worth the same.

    Rows of LESSON numbers: card id, points up to a number that is the same for all cards, then the
    STATE_FEATURES of the state and the CARD_FEATURES of the card.
    """
    rows = ffi.new("float[]", MOST * LESSON)
    count = _checked(lib.ps_wizard_card_values(path, view.handle, model.handle, rows))
    return [tuple(rows[row * LESSON : (row + 1) * LESSON]) for row in range(count)]


def style_trump(view: View, *, path: int = PATH) -> int:
    """The suit that every style names: the longest of the hand."""
    return _checked(lib.ps_wizard_style_trump(path, view.handle))


def playouts(
    players: int, size: int, seed: int, first: int, blocks: int, *, path: int = PATH
) -> tuple[int, ...]:
    """Tricks by seat over random rounds, PLAYOUT_BLOCK a block, from block ``first`` of a seed."""
    tricks = ffi.new("uint64_t[]", SEATS)
    _checked(lib.ps_wizard_playouts(path, players, size, seed, first, blocks, tricks))
    return tuple(tricks[0:players])


class Match:
    """Games of a seed among kinds of players (KINDS), the search's decisions kept where room is.

    ``lessons`` (rows of LESSON), ``bids`` (of BID_ROW), ``samples`` (of SAMPLE): float32 buffers;
    ``lesson_count``, ``bid_count`` and ``sample_count`` say how many rows are filled.
    """

    __slots__ = ("_buffers", "_match", "_model", "_players", "_result", "_settings")

    def __init__(
        self,
        kinds: Sequence[str],
        model: Model,
        settings: Settings,
        seed: int,
        *,
        hook: bool = False,
        explore: float = 0.0,
        practice: float = 0.0,
        lessons: Buffer | None = None,
        bids: Buffer | None = None,
        samples: Buffer | None = None,
    ) -> None:
        match, result = ffi.new("ps_wizard_match *"), ffi.new("ps_wizard_result *")
        match.players = self._players = len(kinds)
        match.kinds[0 : len(kinds)] = [KINDS[kind] for kind in kinds]
        match.hook, match.explore, match.seed = hook, explore, seed
        match.practice = practice
        self._buffers = []
        for name, width, buffer in (
            ("lesson", LESSON, lessons),
            ("bid", BID_ROW, bids),
            ("sample", SAMPLE, samples),
        ):
            if buffer is not None:
                room = write("float", buffer)
                setattr(result, f"{name}s", room)
                setattr(result, f"{name}_room", len(room) // width)
                self._buffers.append(room)
        self._match, self._result = match, result
        self._model, self._settings = model, settings

    def play(self, game: int, *, path: int = PATH) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Plays a whole game; points and bids made of each player."""
        _checked(
            lib.ps_wizard_play_match(
                path,
                self._match,
                self._model.handle,
                self._settings.handle,
                game,
                self._result,
            )
        )
        players = self._players
        return tuple(self._result.points[0:players]), tuple(self._result.made[0:players])

    @property
    def lesson_count(self) -> int:
        """Rows filled of the lessons."""
        return self._result.lesson_count

    @property
    def bid_count(self) -> int:
        """Rows filled of the bids."""
        return self._result.bid_count

    @property
    def sample_count(self) -> int:
        """Rows filled of the samples."""
        return self._result.sample_count
