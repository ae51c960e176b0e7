"""Ways to run the command line: in this process, and as a user does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from pysolver.cli import main

if TYPE_CHECKING:
    from click.testing import Result

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "pysolver"]

#: A normal hand, and one that is six pairs and four of a kind at once.
NORMAL = "Kc 9c 8c Jh Jd 2d 2c 3h 9s 8s 7c 6d 5h"
SPECIAL = "2c 2d 2h 2s 4c 4d 5c 5d 6c 6d 7c 7d 9c"


def invoke(*args: str, stdin: str | bytes = "") -> Result:
    """Run in this process; an exception that is no exit is an error of the test."""
    return CliRunner().invoke(main, args, input=stdin, catch_exceptions=False, prog_name="pysolver")


def answer(*args: str, stdin: str | bytes = "") -> dict[str, Any]:
    """The one JSON object that a command prints."""
    result = invoke(*args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def answers(result: Result) -> list[dict[str, Any]]:
    """The JSON objects of the lines that were written."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def is_one_complaint(text: str) -> bool:
    """Whether standard error is one line that begins with the program's name."""
    return bool(re.fullmatch(r"pysolver: [^\n]+\n", text)) and "Traceback" not in text


def environment(**changes: str) -> dict[str, str]:
    """The environment of a user who has set nothing that changes colours or encodings."""
    names = ("NO_COLOR", "TERM", "PYTHONIOENCODING", "PYTHONUTF8", "LC_ALL", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(paths), **changes}


def run(*args: str, stdin: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    """Run in a process of its own, with standard output in a pipe."""
    return subprocess.run(
        [*COMMAND, *args],
        input=stdin,
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-8") | changes,
        timeout=120,
        check=False,
    )
