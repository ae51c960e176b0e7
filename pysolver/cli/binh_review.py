"""A review in words: what a player's own split costs, and what is wrong with a foul."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysolver.binh.hint import NOTHING, difference, gains, sweep_gain
from pysolver.binh.rules import BRANCHES
from pysolver.wording import listed, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh import Arrangement, Review
    from pysolver.cards import Card


def foul_reasons(arrangement: Arrangement) -> list[str]:
    """Which branch is stronger than the one below it; one sentence for each such pair."""
    reasons = []
    for upper, lower in ((0, 1), (1, 2)):
        above, below = arrangement.strengths[upper], arrangement.strengths[lower]
        names = arrangement.names[upper], arrangement.names[lower]
        ours, theirs = BRANCHES[upper], BRANCHES[lower]
        if above > below and names[0] != names[1]:
            reasons.append(f"the {ours} ({names[0]}) is stronger than the {theirs} ({names[1]})")
        elif above > below:
            reasons.append(
                f"the {ours} is stronger than the {theirs} (both {names[0]}, but "
                f"{_deciding_cards(arrangement.branches[upper], arrangement.branches[lower])})"
            )
        elif above == below and not arrangement.rules.equal_branches:
            reasons.append(
                f"the {ours} and the {theirs} are equally strong (both {names[0]}), "
                "which these rules forbid"
            )
    return reasons


def _deciding_cards(above: Sequence[Card], below: Sequence[Card]) -> str:
    """The first cards that differ, in the order in which branches are compared."""
    from pysolver.cards import RANK_WORDS

    high, low = next(
        (a, b)
        for a, b in zip(above, below, strict=False)
        if a.rank != b.rank and a.rank is not None and b.rank is not None
    )
    return f"{RANK_WORDS[int(high) >> 2]} beats {RANK_WORDS[int(low) >> 2]}"


def foul_warning(arrangement: Arrangement) -> str:
    """What is wrong with a foul and what that costs; empty for a legal arrangement."""
    reasons = foul_reasons(arrangement)
    if not reasons:
        return ""
    if arrangement.special is not None:
        return f"Laid in branches, your split is a foul: {listed(reasons)}."
    return (
        f"Foul: {listed(reasons)}. "
        f"It loses {arrangement.rules.foul_points} points to every opponent with a legal hand."
    )


def review_reason(review: Review) -> str:
    """What the player's split costs, and where."""
    yours, best, loss = review.yours, review.best, review.loss
    if best.special is not None:
        return (
            f"Declared, it earns {signed(best.ev)} points a deal against one opponent, however it "
            "is laid: nothing is lost."
        )
    if yours.strengths == best.strengths or (loss <= 0 and not review.stderr):
        return "Your split is the best there is."
    error = f" ± {review.stderr:.4f}" if review.stderr else ""
    if loss < NOTHING and not error:
        return "Your split is as good as the best: it costs less than 0.001 points a deal."
    costs = f"our split costs {loss:.3f}{error} points a deal against one opponent"
    if yours.is_foul:
        return f"Y{costs}."
    if loss <= 0 or review.is_close:
        return f"Too close to call: y{costs}."
    changes = (*gains(yours, best), sweep_gain(yours, best))
    return f"Y{costs}: beside the best it {difference(changes)}."
