"""Cards on the screen, colour, numbers and sentences."""

from __future__ import annotations

import os
import sys

import click
import pytest

from pysolver.cards import Card, parse_cards
from pysolver.cli.errors import one_line
from pysolver.cli.output import Screen, counted, listed, paragraph, percent, signed
from tests.cli.running import COMMAND, NORMAL, environment, invoke, run

RED = "\x1b[31m"


def test_only_red_suits_are_coloured_and_every_suit_stays_written() -> None:
    screen = Screen(signs=True, colour=True)
    shown = [screen.card(Card(text)) for text in ("As", "Kh", "Qd", "Jc")]
    assert [RED in text for text in shown] == [False, True, True, False]
    assert [click.unstyle(text) for text in shown] == ["A♠", "K♥", "Q♦", "J♣"]


@pytest.mark.parametrize(
    "screen", [Screen(signs, colour) for signs in (False, True) for colour in (False, True)]
)
def test_cards_fill_their_columns(screen: Screen) -> None:
    text = click.unstyle(screen.cards(parse_cards("Ah 10d W"), 12))
    assert len(text) == 12
    assert text.rstrip() == ("A♥ T♦ W" if screen.signs else "Ah Td W")


def test_numbers() -> None:
    assert [signed(value) for value in (0.524, -1.3, 0.004, -0.004, 0)] == [
        "+0.52",
        "-1.30",
        "0.00",
        "0.00",
        "0.00",
    ]
    assert [percent(share) for share in (0, 0.0123, 1)] == ["  0.0%", "  1.2%", "100.0%"]
    assert [counted(n, "hand") for n in (0, 1, 2, 1000)] == [
        "0 hands",
        "1 hand",
        "2 hands",
        "1,000 hands",
    ]
    assert counted(2, "loss", "losses") == "2 losses"


def test_sentences() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert max(map(len, paragraph("word " * 100, "  ").splitlines())) <= 80
    assert one_line("a\n  b\x1b[0m\udcff") == r"a b\x1b[0m\udcff"


def test_letters_where_they_are_asked_for() -> None:
    signs, letters = invoke("binh", NORMAL).stdout, invoke("binh", NORMAL, "--ascii").stdout
    assert "♠" in signs
    assert letters.isascii()
    for sign, letter in zip("♣♦♥♠", "cdhs", strict=True):
        signs = signs.replace(sign, letter)
    assert signs == letters


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "euc-kr"])
def test_letters_where_standard_output_is_not_utf8(encoding: str) -> None:
    result = run("binh", NORMAL, PYTHONIOENCODING=encoding)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("ascii") == invoke("binh", NORMAL, "--ascii").stdout


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8"])
def test_signs_where_standard_output_is_utf8(encoding: str) -> None:
    assert "♠" in run("binh", NORMAL, PYTHONIOENCODING=encoding).stdout.decode()


def on_a_terminal(*args: str, **changes: str) -> str:
    """What a terminal receives from the program."""
    import pty  # the platforms without one have no such terminals

    process, terminal = pty.fork()
    if process == 0:
        os.execve(sys.executable, [*COMMAND, *args], environment(**changes))  # noqa: S606
    received = bytearray()
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        received += piece
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    return received.decode().replace("\r\n", "\n")


if sys.platform != "win32":

    def test_colour_on_a_terminal_only_adds_to_the_text() -> None:
        shown = on_a_terminal("binh", NORMAL, PYTHONIOENCODING="utf-8")
        assert f"{RED}J♥" in shown
        assert f"{RED}9♠" not in shown
        assert click.unstyle(shown) == invoke("binh", NORMAL).stdout

    @pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_no_colour_where_it_is_not_wanted(changes: dict[str, str]) -> None:
        shown = on_a_terminal("binh", NORMAL, PYTHONIOENCODING="utf-8", **changes)
        assert shown == invoke("binh", NORMAL).stdout

    def test_an_empty_no_color_counts_as_none() -> None:
        assert RED in on_a_terminal("binh", NORMAL, NO_COLOR="")
