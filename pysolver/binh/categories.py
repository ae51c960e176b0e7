"""The nine kinds of branch, weakest first, and reading their names."""

from __future__ import annotations

from typing import Final

from pysolver.errors import RuleError

CATEGORIES: Final = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)

_SHORT_FORMS: Final = {
    "high": "high card",
    "pair": "one pair",
    "two pairs": "two pair",
    "three": "three of a kind",
    "trips": "three of a kind",
    "triple": "three of a kind",
    "set": "three of a kind",
    "full": "full house",
    "boat": "full house",
    "four": "four of a kind",
    "quads": "four of a kind",
}


def parse_category(name: str) -> str:
    """One of the nine categories, from its name or a short form.

    Raises:
        RuleError: there is no such category.
        TypeError: the name is no text.

    >>> parse_category("Trips")
    'three of a kind'
    """
    if not isinstance(name, str):
        message = f"a category is a text such as 'pair' or 'flush', not {name!r}"
        raise TypeError(message)
    plain = " ".join(name.lower().replace("-", " ").replace("_", " ").split())
    plain = _SHORT_FORMS.get(plain, plain)
    if plain not in CATEGORIES:
        message = f"{name!r} is no category: it is one of {', '.join(CATEGORIES)}"
        raise RuleError(message)
    return plain
