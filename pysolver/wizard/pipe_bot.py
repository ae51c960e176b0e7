"""A player in another process, spoken to in JSON Lines over its standard input and output."""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import time
from typing import TYPE_CHECKING, Any, Final, Self

from pysolver.cards import Card
from pysolver.checks import shown
from pysolver.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from pysolver.wizard.round import Round

DEFAULT_TIMEOUT: Final = 10.0
_LONGEST_ANSWER: Final = 65_536


class PipeError(SolverError):
    """A bot's process that is gone, silent or speaks no JSON."""


class PipeBot:
    """A bot driven over a pipe.

    For each decision the process gets one line, the view as ``Round.to_dict`` gives it with
    ``"ask"`` (``"bid"``, ``"play"`` or ``"trump"``) and ``"legal"`` (what may be answered), and
    answers with one line: ``{"bid": 2}``, ``{"play": "As"}`` or ``{"trump": "h"}``. It must flush
    its output after each line.

    The process starts at the first question and ends with ``close`` (or a ``with`` block). A copy
    of the bot starts a process of its own.

    Args:
        command: the program and its arguments, as a list or as one text that is split as a shell
            would; no shell is started.
        timeout: seconds to wait for an answer.

    Raises:
        PipeError: by each question: the process could not be started, has ended, does not answer
            in time, or its answer is no such object.
    """

    def __init__(self, command: str | Sequence[str], *, timeout: float = DEFAULT_TIMEOUT) -> None:
        self.command = tuple(shlex.split(command) if isinstance(command, str) else command)
        if not self.command:
            message = "the command of a bot is a program and its arguments, not nothing"
            raise ValueError(message)
        self.timeout = timeout
        self.name = self.command[-1].rsplit("/", 1)[-1]
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_process": None, "_rest": b""}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.close()

    def close(self) -> None:
        """End the process, if it runs."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def bid(self, round: Round) -> int:  # noqa: A002
        """What the process answers under "bid"."""
        answer = self._ask("bid", round, list(round.legal_bids()))
        if isinstance(answer, bool) or not isinstance(answer, int):
            message = f"{self.name}: a bid is a whole number, not {shown(answer)}"
            raise PipeError(message)
        return answer

    def play(self, round: Round) -> Card:  # noqa: A002
        """What the process answers under "play"."""
        answer = self._ask("play", round, [str(card) for card in round.legal_plays()])
        if not isinstance(answer, str):
            message = f"{self.name}: a card is a text such as 'As', not {shown(answer)}"
            raise PipeError(message)
        return Card(answer)

    def choose_trump(self, round: Round) -> str:  # noqa: A002
        """What the process answers under "trump"."""
        answer = self._ask("trump", round, ["c", "d", "h", "s"])
        if not isinstance(answer, str):
            message = f"{self.name}: a trump is 'c', 'd', 'h' or 's', not {shown(answer)}"
            raise PipeError(message)
        return answer

    def _ask(self, what: str, round: Round, legal: list[Any]) -> Any:  # noqa: A002
        question = {"ask": what, **round.to_dict(), "legal": legal}
        line = self._exchange(json.dumps(question).encode() + b"\n")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or what not in answer:
            text = line.decode(errors="replace").strip()
            message = (
                f'{self.name} answers with an object such as {{"{what}": …}}, not {shown(text)}'
            )
            raise PipeError(message)
        return answer[what]

    def _exchange(self, question: bytes) -> bytes:
        process = self._running()
        try:
            process.stdin.write(question)  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
        except BrokenPipeError:
            why = "has ended"
            raise self._failure(why) from None
        return self._line(process)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                # In a session of its own, so that Ctrl-C does not reach it: it ends when its
                # standard input does, without a word.
                self._process = subprocess.Popen(  # noqa: S603  (the caller's own command)
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                message = f"{shlex.join(self.command)} cannot be started: {error.strerror}"
                raise PipeError(message) from None
        return self._process

    def _line(self, process: subprocess.Popen[bytes]) -> bytes:
        handle = process.stdout.fileno()  # type: ignore[union-attr]
        deadline = time.monotonic() + self.timeout
        while b"\n" not in self._rest:
            if len(self._rest) > _LONGEST_ANSWER:
                why = f"answers with a line of more than {_LONGEST_ANSWER:,} bytes"
                raise self._failure(why)
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([handle], [], [], left)[0]:
                why = f"did not answer within {self.timeout:g} seconds"
                raise self._failure(why)
            piece = os.read(handle, 4096)
            if not piece:
                why = "has ended"
                raise self._failure(why)
            self._rest += piece
        line, self._rest = self._rest.split(b"\n", 1)
        return line

    def _failure(self, why: str) -> PipeError:
        process = self._process
        code = None if process is None else process.poll()
        if process is not None:
            process.kill()
        self.close()
        ended = f" with exit code {code}" if code is not None and "ended" in why else ""
        return PipeError(f"the bot {shlex.join(self.command)} {why}{ended}")
