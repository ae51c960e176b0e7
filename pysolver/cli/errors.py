"""How a command ends: exit codes, and errors as one line on standard error."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import click

ALL_ANSWERED: Final = 0
BAD_INPUT: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130


class Interrupted(Exception):  # noqa: N818  (Ctrl-C is no error)
    """Ctrl-C, with a message that says what is left of the work."""


def one_line(message: str) -> str:
    """The message without line breaks, and control characters escaped."""
    text = " ".join(message.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def complain(message: str) -> None:
    """Write ``pysolver: message`` to standard error, in one line."""
    with suppress(OSError):
        print(f"pysolver: {one_line(message)}", file=sys.stderr, flush=True)  # noqa: T201


def file_message(error: OSError) -> str:
    """What is wrong with a file, without the number that the system gives to it."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def usage_message(error: click.UsageError) -> str:
    """What is wrong with the arguments, and where to read what is right."""
    text = error.format_message().rstrip(".")
    text = text[:1].lower() + text[1:]
    if error.ctx is None:
        return text
    return f"{text}; '{error.ctx.command_path} --help' says more"
