"""Players of Wizard: what one is, and those that need no search."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from pysolver import native
from pysolver.cards import Card
from pysolver.checks import shown, whole_number
from pysolver.wizard.rules import SUITS

if TYPE_CHECKING:
    from pysolver.wizard.round import Round

MOST_SEED: Final = 2**64 - 1


@runtime_checkable
class Bot(Protocol):
    """What sits down at a table: any object with these three methods.

    Each is asked only when its seat is on turn (``round.seat == round.turn``), and sees what that
    seat sees. The same ``round`` must get the same answer if games are to be repeatable.
    """

    def bid(self, round: Round) -> int:  # noqa: A002  (the name that users call)
        """One of ``round.legal_bids()``."""
        ...

    def play(self, round: Round) -> Card:  # noqa: A002
        """One of ``round.legal_plays()``."""
        ...

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """``"c"``, ``"d"``, ``"h"`` or ``"s"``, for the dealer who turned a wizard."""
        ...


class RandomBot:
    """Bids, plays and names trumps at random; the same position and seed, the same choice."""

    def __init__(self, seed: int = 0) -> None:
        """Make a bot whose choices depend on a seed, 0 to 2^64 - 1."""
        self.seed = whole_number(seed, "seed", 0, MOST_SEED)

    def _chance(self, round: Round) -> random.Random:  # noqa: A002
        return random.Random(f"{self.seed} {round.to_dict()}")  # noqa: S311

    def bid(self, round: Round) -> int:  # noqa: A002
        """One of the bids that are allowed."""
        return self._chance(round).choice(round.legal_bids())

    def play(self, round: Round) -> Card:  # noqa: A002
        """One of the cards that may be played."""
        return self._chance(round).choice(round.legal_plays())

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """One of the suits."""
        return self._chance(round).choice(SUITS)


class HeuristicBot:
    """Plays by rules of thumb.

    It counts each card for the chance that none of the others' beats it and bids the sum; it names
    its longest suit; it wins with the cheapest card that is likely to hold while it needs tricks,
    and throws its highest losers when it does not.
    """

    _style: int = native.wizard.CAUTIOUS
    name = "heuristic"

    def _model(self, round: Round) -> native.wizard.Model | None:  # noqa: A002, ARG002
        return None

    def bid(self, round: Round) -> int:  # noqa: A002
        """The expected number of tricks, rounded."""
        return native.wizard.style_bid(round.view, self._style, self._model(round))

    def play(self, round: Round) -> Card:  # noqa: A002
        """What the rules of thumb say."""
        return Card(native.wizard.style_card(round.view, self._style, self._model(round)))

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """The longest suit of the hand."""
        return SUITS[native.wizard.style_trump(round.view)]


class BoldBot(HeuristicBot):
    """Plays by other rules of thumb: it wins with its highest card while it needs tricks."""

    _style = native.wizard.BOLD
    name = "bold"


class PolicyBot(HeuristicBot):
    """Plays by what was learned, without any search: a network values the cards."""

    _style = native.wizard.LEARNED
    name = "policy"

    def _model(self, round: Round) -> native.wizard.Model | None:  # noqa: A002
        from pysolver.wizard.knowledge import model

        return model(round.players)


class OutsideBot:
    """Seats an object whose methods have other names or take plain data.

    Args:
        player: the object.
        bid, play, choose_trump: names of its methods. Each is called with ``round.to_dict()`` and,
            under ``"legal"``, the bids or cards allowed (None for a trump), and may answer with
            anything that ``Card`` or ``int`` reads. ``Round.from_dict`` reads what it gets.

    >>> class Friend:
    ...     def make_bid(self, view): return 0
    ...     def pick(self, view): return view["hand"].split()[0]
    ...     def trumps(self, view): return "hearts"
    >>> bot = OutsideBot(Friend(), bid="make_bid", play="pick", choose_trump="trumps")
    """

    def __init__(
        self,
        player: Any,
        *,
        bid: str = "bid",
        play: str = "play",
        choose_trump: str = "choose_trump",
    ) -> None:
        self.player = player
        self.name = type(player).__name__
        self._methods = {"bid": bid, "play": play, "choose_trump": choose_trump}
        for name in self._methods.values():
            if not callable(getattr(player, name, None)):
                message = f"{shown(player)} has no method {name!r}: say which of its methods it is"
                raise TypeError(message)

    def _ask(self, what: str, round: Round) -> Any:  # noqa: A002
        view = {**round.to_dict(), "legal": None}
        if what == "bid":
            view["legal"] = list(round.legal_bids())
        elif what == "play":
            view["legal"] = [str(card) for card in round.legal_plays()]
        return getattr(self.player, self._methods[what])(view)

    def bid(self, round: Round) -> int:  # noqa: A002
        """What the player's own method answers."""
        found: int = self._ask("bid", round)
        return found

    def play(self, round: Round) -> Card:  # noqa: A002
        """What the player's own method answers."""
        return Card(self._ask("play", round))

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """What the player's own method answers."""
        found: str = self._ask("choose_trump", round)
        return found


def bot_name(bot: Any) -> str:
    """What a bot is called: its ``name``, or its class without "Bot", in small letters."""
    name = getattr(bot, "name", None)
    if isinstance(name, str) and name:
        return name
    return type(bot).__name__.removesuffix("Bot").lower() or "bot"


def check_bot(bot: Any) -> Bot:
    """The bot, if it has the three methods.

    Raises:
        TypeError: one is missing.
    """
    if isinstance(bot, type) or not isinstance(bot, Bot):
        message = f"a bot has the methods bid, play and choose_trump: {shown(bot)} has not"
        raise TypeError(message)
    return bot
