"""JSON Lines: one request a line from standard input, one answer a line, in order.

A request is a JSON object, or, where a game says which field that is, a JSON string, a JSON list
or a plain text. A bad line is answered with its number and what is wrong with it, and the rest goes
on. Empty lines are counted, not answered. One line is held at a time, and every answer is written
out before the next request is read.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

from pysolver.cli.errors import ALL_ANSWERED, BAD_INPUT, complain
from pysolver.cli.output import counted, json_line
from pysolver.errors import InfeasibleError, SolverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STDIN: Final = "-"
LONGEST_LINE: Final = 65_536
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Fields:
    """What a request may hold.

    Attributes:
        required: fields that every request has.
        optional: fields that it may have.
        plain: the field that a line stands for which is no object, if there is one.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    plain: str | None = None


class RequestError(SolverError, ValueError):
    """A line that is no request."""


def answer_lines(answer: Callable[[dict[str, Any]], dict[str, Any]], fields: Fields) -> int:
    """Answer every line of standard input; returns the exit code.

    Args:
        answer: gives the answer to a request. A ``SolverError``, a ``TypeError`` or a
            ``click.UsageError`` of it is the request's fault: the values come from the line as
            they are, and what it leaves out may be missing from the options too.
        fields: what a request may hold.
    """
    answered = bad = 0
    for number, line in _numbered_lines(_stdin()):
        try:
            found = answer(read_request(line, fields))
        except (SolverError, TypeError, click.UsageError) as error:
            told = error.format_message() if isinstance(error, click.UsageError) else str(error)
            found = {"line": number, "error": told}
            if isinstance(error, InfeasibleError):
                found["conflict"] = list(error.conflict)
            bad += 1
        answered += 1
        click.echo(json_line(found))
    if bad:
        complain(f"{bad:,} of {counted(answered, 'input')} {'was' if bad == 1 else 'were'} bad")
    return BAD_INPUT if bad else ALL_ANSWERED


def read_request(line: bytes, fields: Fields) -> dict[str, Any]:
    """The fields of a request.

    Raises:
        RequestError: the line is no request; the message says what would be right.
    """
    if len(line) > LONGEST_LINE:
        message = f"the line is longer than {LONGEST_LINE:,} bytes"
        raise RequestError(message)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} of the line, {line[error.start]:#04x}, is not UTF-8"
        raise RequestError(message) from None
    if fields.plain is not None and text[:1] not in ("{", "[", '"'):
        return {fields.plain: text}
    value = _decoded(text)
    if isinstance(value, dict):
        return _checked(value, fields)
    if fields.plain is None:
        names = _names(fields.required or fields.optional)
        message = f"a request is a JSON object with {names}, not {_brief(text)}"
        raise RequestError(message)
    return _checked({fields.plain: value}, fields)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        message = "standard input is closed"
        raise click.ClickException(message)
    return sys.stdin.buffer


def _numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines that are not empty, without blanks around them; of one too long the beginning."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 2):
        number += 1
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        is_whole = line.endswith(b"\n")
        if not is_whole:
            is_whole = not _skip_rest_of_line(stream)
        if is_whole:
            line = line.strip()
        if line:
            yield number, line


def _skip_rest_of_line(stream: BinaryIO) -> bool:
    """Read on to the end of the line; returns whether there was any more of it."""
    skipped = False
    while rest := stream.readline(LONGEST_LINE):
        skipped = True
        if rest.endswith(b"\n"):
            break
    return skipped


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else error
        message = f"not JSON ({reason}): {_brief(text)}"
        raise RequestError(message) from None


def _checked(request: dict[str, Any], fields: Fields) -> dict[str, Any]:
    missing = [name for name in fields.required if name not in request]
    known = (*fields.required, *fields.optional)
    unknown = [name for name in request if name not in known]
    if unknown:
        message = f"{_brief(unknown[0])} is no field of a request: it has {_names(known)}"
        raise RequestError(message)
    if missing:
        message = f"a request has {_names(fields.required)}: {_names(missing)} missing"
        raise RequestError(message)
    return request


def _names(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _brief(text: str) -> str:
    """The text, quoted, or its beginning."""
    most = 60
    return repr(text) if len(text) <= most else f"{text[:most]!r}…"
