"""The program as a whole: version, help, usage errors, exit codes, what is imported, pipes."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pysolver import native
from pysolver.cli import COMMANDS
from tests.cli.running import (
    COMMAND,
    NORMAL,
    ROOT,
    SPECIAL,
    environment,
    invoke,
    is_one_complaint,
    run,
)

HEAVY = ("numpy", "rich", "joblib", "ortools")
FULL_DEVICE = Path("/dev/full")


def test_the_version_names_the_instruction_set() -> None:
    result = invoke("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("pysolver ")
    assert result.stdout.endswith(f", instruction set {native.core.instruction_set()}\n")


def test_the_version_names_the_portable_path_when_it_is_forced() -> None:
    result = run("--version", PYSOLVER_PORTABLE="1")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.endswith(b", instruction set portable\n")


@pytest.mark.parametrize("module", ["pysolver", "pysolver.binh", "click", "pysolver.cli.groups"])
def test_ctrl_c_is_quiet_while_the_program_is_being_imported(module: str) -> None:
    """As if it came when the module is looked for, on the way that the command takes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    place, function = project["scripts"]["pysolver"].split(":")
    program = f"""
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.argv = ["pysolver", "wizard", "table"]
from {place} import {function} as command
sys.exit(command())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(), check=False
    )
    assert (done.returncode, done.stdout) == (130, b"")
    assert done.stderr.replace(b"\r", b"") == b"pysolver: interrupted\n"


def test_short_help() -> None:
    assert invoke("-h").stdout == invoke("--help").stdout
    assert invoke("wizard", "bid", "-h").stdout == invoke("wizard", "bid", "--help").stdout


def test_help_lists_every_game() -> None:
    result = invoke("--help")
    assert result.exit_code == 0
    for name, place in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert place.summary in result.stdout


def test_the_help_of_a_game_describes_the_hint_and_the_review() -> None:
    text = invoke("binh", "--help").stdout
    assert "pysolver binh [OPTIONS] HAND..." in text
    assert "pysolver binh review --top CARDS" in text
    assert "--alternatives N" in text
    for option in ("--full-deck", "--samples N", "--seed N"):
        assert option in text
        assert option in invoke("binh", "review", "--help").stdout
    assert "  review " in text
    assert "\b" not in text
    assert r"\b" not in text


def test_the_examples_in_the_help_of_a_game_run_and_are_legal() -> None:
    text = invoke("binh", "--help").stdout.partition("what is wrong with it.")[2]
    examples = text.partition("Options:")[0].replace("\\\n", "").strip().splitlines()
    assert len(examples) == 2
    for example in examples:
        program, *args = shlex.split(example)
        result = invoke(*args)
        assert (program, result.exit_code, result.stderr) == ("pysolver", 0, "")
        assert "oul" not in result.stdout


@pytest.mark.parametrize(
    ("args", "part"),
    [
        ((), "name a command: binh, scientific-war, train"),
        (("bridge",), "'bridge'"),
        (("train",), "name a command: binh, binh-check"),
        (("binh",), "missing argument 'HAND...'"),
        (("binh", "--wheel", "first", NORMAL), "'first' is not one of 'second', 'lowest'"),
        (("binh", "--what", NORMAL), "--what"),
        (("binh", "--alternatives", "-1", NORMAL), "-1 is not a whole number from 0 to 256"),
        (("binh", "--alternatives", "x", NORMAL), "x is not a whole number from 0 to 256"),
        (("binh", "--alternatives", "257", NORMAL), "257 is not a whole number from 0 to 256"),
        (("binh", "-", "-"), "- stands alone"),
        (("binh", "As", "-", "Kd"), "- stands alone"),
        (("binh", "review", "-", "-"), "- stands alone"),
        (("binh", "--json", "review", NORMAL), "'review' comes first"),
        (("binh", "review", NORMAL), "missing --top, --middle, --bottom"),
        (("binh", "review", NORMAL, "--top", "2d 3h 4s"), "missing --middle, --bottom"),
        (("binh", "review", "-", "--top", "2d 3h 4s"), "not in --top"),
        (("train", "binh"), "tables for these rules ship with pysolver: give --output FILE"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = invoke(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert is_one_complaint(result.stderr)
    assert part in result.stderr


@pytest.mark.parametrize(
    ("hand", "part"),
    [
        ("As Kd", "takes 13 cards, not 2: As Kd"),
        (NORMAL + " 2s", "takes 13 cards, not 14"),
        (NORMAL.replace("Kc", "Jh"), "'Jh' stands twice"),
        (NORMAL.replace("Kc", "CK"), "write 'Kc'"),
        (NORMAL.replace("Kc", "W"), "'W' is no card of the 52-card deck that Binh is played"),
        ("null", "'null' is no card of the 52-card deck that Binh is played with: write the rank"),
        ("As, n", "'n' is no card of the 52-card deck"),
        ("As Jester", "'Jester' is no card of the 52-card deck"),
        ("Jack", "'Jack' is no card: suits are"),
        (NORMAL.replace("Kc", "\x1b[31m\n"), r"\x1b[31m"),
        ("", "takes 13 cards, not 0"),
    ],
)
def test_a_wrong_hand_is_one_line_and_exit_code_1(hand: str, part: str) -> None:
    result = invoke("binh", hand)
    assert (result.exit_code, result.stdout) == (1, "")
    assert is_one_complaint(result.stderr)
    assert part in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("--version",),
        ("binh", "--help"),
        ("binh", NORMAL),
        ("binh", SPECIAL, "--json"),
        ("train", "--help"),
    ],
)
def test_nothing_heavy_is_imported(args: tuple[str, ...]) -> None:
    probe = (
        "import sys, pysolver.cli\n"
        "try: pysolver.cli.main(sys.argv[1:])\n"
        "finally: print([m for m in sys.modules if '.' not in m], file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", probe, *args], capture_output=True, env=environment(), check=True
    )
    loaded = result.stderr.decode()
    assert "'click'" in loaded
    assert [name for name in HEAVY if f"'{name}'" in loaded] == []


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    probe = (
        "import sys, pysolver.cli\n"
        "try: pysolver.cli.main(['--help'])\n"
        "finally: print([m for m in sys.modules if m.startswith('pysolver.cli.')], file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, env=environment(), check=True
    )
    loaded = result.stderr.decode()
    assert "'pysolver.cli.groups'" in loaded
    assert [p.path for p in COMMANDS.values() if f"'{p.path.split(':')[0]}'" in loaded] == []


def test_python_m_runs_the_same_program() -> None:
    result = run("binh", NORMAL)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == invoke("binh", NORMAL).stdout


def test_errors_of_a_real_process_have_no_traceback() -> None:
    result = run("binh", "As Kd")
    assert (result.returncode, result.stdout) == (1, b"")
    assert is_one_complaint(result.stderr.decode())


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "binh", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{NORMAL}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"top"')
        process.stdout.close()
        process.stdin.write(f"{NORMAL}\n".encode() * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize("args", [("binh", NORMAL), ("--version",), ("binh", NORMAL, "--json")])
def test_a_pipe_closed_from_the_start_ends_quietly(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [*COMMAND, *args],
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, b"")


if FULL_DEVICE.exists():

    def test_a_full_disk_is_one_line_and_exit_code_1() -> None:
        with FULL_DEVICE.open("wb") as full:
            result = subprocess.run(
                [*COMMAND, "binh", NORMAL],
                stdout=full,
                stderr=subprocess.PIPE,
                env=environment(),
                timeout=60,
                check=False,
            )
        assert result.returncode == 1
        assert is_one_complaint(result.stderr.decode())
