"""Why the advice is what it is, in a sentence or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.wording import listed, signed

if TYPE_CHECKING:
    from pysolver.scientific_war.advice import CardAdvice, Option

SURE: Final = 0.995
_LITTLE: Final = 0.005


def reason_of(advice: CardAdvice) -> str:
    """The reason in words.

    >>> from pysolver.scientific_war import Rules, State, recommend_card
    >>> reason_of(recommend_card(State.initial(Rules(ranks="JQKA", jokers=0)), 0))
    'J is worth 0.00, the next best, Q, -1.00.'
    """
    if len(advice.options) == 1:
        return f"{advice.options[0].choice} is the only legal choice."
    if advice.replies is not None:
        return (
            "You choose after seeing the other's card: the mix is the reply to the choice that is "
            "best for him; the replies to the others stand below."
        )
    parts = [_main_reason(advice)]
    if any(option.choice.swap for option in advice.options):
        parts.append(_swap_reason(advice))
    return " ".join(parts)


def _main_reason(advice: CardAdvice) -> str:
    first = advice.options[0]
    if first.probability >= SURE:
        return _pure_reason(advice, first)
    played = [option for option in advice.options if option.probability > _LITTLE]
    names = listed([str(option.choice) for option in played])
    if first.answer is None or first.worst is None:
        return f"Mix {names}, so that the others cannot count on a card of yours."
    loss = advice.value - first.worst
    together = f"{names} are worth about the same against the other's best mix"
    if loss < _LITTLE:
        return f"{together}, so any of them will do."
    return (
        f"{together}. {first.choice} every time would be answered by {first.answer} and cost you "
        f"{loss:.2f}: do not let him know."
    )


def _pure_reason(advice: CardAdvice, first: Option) -> str:
    others = [option for option in advice.options if option is not first]
    second = max(others, key=lambda option: option.ev)
    gap = first.ev - second.ev
    if gap < _LITTLE:
        if first.worst is not None and advice.exact:
            return (
                f"{first.choice} alone: nothing the other can do makes another choice worth more."
            )
        return f"{first.choice} is as good as any: {second.choice} is worth the same."
    return (
        f"{first.choice} is worth {signed(first.ev)}, the next best, {second.choice}, "
        f"{signed(second.ev)}."
    )


def _swap_reason(advice: CardAdvice) -> str:
    swaps = max(option.ev for option in advice.options if option.choice.swap)
    stays = max(option.ev for option in advice.options if not option.choice.swap)
    values = f"at best {signed(swaps)} with it, {signed(stays)} without"
    if advice.swap_share <= _LITTLE:
        return f"Do not swap hand and pile first: {values}."
    if advice.swap_share >= 1 - _LITTLE:
        return f"Swap hand and pile first: {values}."
    return f"Swap hand and pile first in {100 * advice.swap_share:.0f} % of the cases: {values}."
