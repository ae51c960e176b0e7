"""JSON Lines: answers in order, bad lines answered with their number, nothing held back."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.binh import Rules, best_arrangement, hint, review
from pysolver.cards import parse_cards
from pysolver.cli.lines import LONGEST_LINE, Fields, RequestError, read_request
from tests.cli.running import (
    COMMAND,
    NORMAL,
    SPECIAL,
    answers,
    environment,
    invoke,
    is_one_complaint,
    run,
)

BOM = b"\xef\xbb\xbf"
HINT = {**hint(NORMAL).to_dict(), "seed": 0}


@pytest.mark.parametrize(
    "line",
    [
        NORMAL,
        NORMAL.replace(" ", ""),
        f"  {NORMAL}\t\r",
        json.dumps(NORMAL),
        json.dumps({"hand": NORMAL}),
        json.dumps({"hand": NORMAL.split()}),
        json.dumps(NORMAL.split()),
        json.dumps([int(card) for card in parse_cards(NORMAL)]),
    ],
)
def test_every_form_of_a_request_gets_the_same_answer(line: str) -> None:
    result = invoke("binh", "-", stdin=line)
    assert (result.exit_code, result.stderr) == (0, "")
    assert answers(result) == [HINT]


def test_answers_come_in_order_and_bad_lines_have_their_number() -> None:
    lines = [
        NORMAL.encode(),
        b"",
        b"As Kd",
        b"\xff\xfe",
        json.dumps({"hand": SPECIAL}).encode(),
        b"   ",
        b'{"hand": "As"',
        b'{"hnad": "As"}',
        b"{}",
        json.dumps({"hand": NORMAL, "wheel": "lowest"}).encode(),
        b'{"hand": null}',
        b'{"hand": {"a": 1}}',
        b'{"hand": [true]}',
        b'{"hand": [1e999]}',
        b'"\\ud800"',
        b"[" * 20_000,
        b"1" * 6_000,
        b"[" + b"1" * 6_000 + b"]",
        NORMAL.encode(),
    ]
    result = invoke("binh", "-", stdin=b"\n".join(lines))
    found = answers(result)
    assert result.exit_code == 1
    assert result.stderr == "pysolver: 14 of 17 inputs were bad\n"
    bad = {1: 3, 2: 4, **{i: i + 3 for i in range(4, 16)}}
    assert {i: a["line"] for i, a in enumerate(found) if "error" in a} == bad
    assert all(set(found[i]) == {"line", "error"} and found[i]["error"] for i in bad)
    assert found[0] == found[16] == HINT
    assert found[3]["special"]["name"] == "four of a kind"
    parts = {
        1: "takes 13 cards, not 2",
        2: "byte 1 of the line, 0xff, is not UTF-8",
        4: "not JSON",
        5: "'hnad' is no field",
        6: '"hand" missing',
        7: "'wheel' is no field",
        8: "None",
        13: "nested too deeply",
    }
    assert {i: part for i, part in parts.items() if part not in found[i]["error"]} == {}


def test_one_bad_line_is_counted_in_the_singular() -> None:
    result = invoke("binh", "-", stdin="x")
    assert (result.exit_code, result.stderr) == (1, "pysolver: 1 of 1 input was bad\n")


def test_no_lines_at_all_are_all_answered() -> None:
    result = invoke("binh", "-", stdin="\n\n")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert answers(invoke("binh", "-", stdin=BOM + NORMAL.encode())) == [HINT]


def test_lines_end_where_they_end_and_long_ones_are_refused() -> None:
    fits = NORMAL.encode().ljust(LONGEST_LINE)
    too_long = [fits + b" x", fits + b" " * (3 * LONGEST_LINE), NORMAL.encode() * 5_000]
    result = invoke("binh", "-", stdin=b"\n".join([fits, *too_long, fits, fits + b"\r"]))
    found = answers(result)
    message = {"error": "the line is longer than 65,536 bytes"}
    assert found == [HINT, *({"line": n, **message} for n in (2, 3, 4)), HINT, HINT]


def test_options_hold_for_every_line() -> None:
    hand = "Ah 2d 3c 4s 5h 2c 3h 4d 5s 6h 8c Td Qs"
    result = invoke(
        "binh", "-", "--wheel", "lowest", "--alternatives", "1", stdin=f"{hand}\n{NORMAL}"
    )
    rules = Rules(wheel="lowest")
    assert answers(result) == [
        {**hint(h, rules=rules, plans=1).to_dict(), "seed": 0} for h in (hand, NORMAL)
    ]


@pytest.mark.parametrize(
    ("options", "measured", "seed"),
    [
        (("--full-deck",), {"own_cards": False}, 0),
        (("--samples", "3000", "--seed", "6"), {"samples": 3_000, "seed": 6}, 6),
        (("--seed", "6"), {}, 6),
    ],
)
def test_the_measure_holds_for_every_line(
    options: tuple[str, ...], measured: dict[str, Any], seed: int
) -> None:
    hands = (NORMAL, SPECIAL)
    result = invoke("binh", "-", *options, stdin="\n".join(hands))
    assert answers(result) == [{**hint(h, **measured).to_dict(), "seed": seed} for h in hands]
    best = best_arrangement(NORMAL).to_dict()
    request = {"hand": NORMAL, **{branch: best[branch] for branch in ("top", "middle", "bottom")}}
    (row,) = answers(invoke("binh", "review", "-", *options, stdin=json.dumps(request)))
    assert row == {**row, **review(**request, **measured).to_dict(), "seed": seed}
    assert result.stdout == invoke("binh", "-", *options, stdin="\n".join(hands)).stdout


def test_reviews_of_many_lines() -> None:
    best = best_arrangement(NORMAL).to_dict()
    request = {"hand": NORMAL, **{branch: best[branch] for branch in ("top", "middle", "bottom")}}
    foul = {**request, "middle": best["bottom"], "bottom": best["middle"]}
    lines: list[Any] = [request, foul, {"hand": NORMAL}, NORMAL, {**request, "top": "As Ks Qs"}]
    result = invoke("binh", "review", "-", stdin="\n".join(map(json.dumps, lines)))
    found = answers(result)
    assert result.exit_code == 1
    for row, given_lines in zip(found[:2], (request, foul), strict=True):
        expected = review(**given_lines).to_dict()
        assert row == {**row, **expected}
    assert (found[0]["loss"], found[0]["foul"]) == (0, None)
    assert found[1]["foul"].startswith("Foul: the middle")
    assert [row["line"] for row in found[2:]] == [3, 4, 5]
    assert '"top", "middle", "bottom" missing' in found[2]["error"]
    assert "a request is a JSON object" in found[3]["error"]
    assert "As Ks Qs"[:2] in found[4]["error"]


def test_a_request_without_a_plain_field_is_an_object() -> None:
    fields = Fields(required=("piles",), optional=("seed",))
    assert read_request(b'{"piles": [1], "seed": 2}', fields) == {"piles": [1], "seed": 2}
    for line in (b'"As"', b"[1]", b"3", b"As"):
        with pytest.raises(RequestError, match="JSON"):
            read_request(line, fields)


def test_answers_are_written_before_the_next_request_comes() -> None:
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
        for hand in (NORMAL, "x", SPECIAL):
            process.stdin.write(f"{hand}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline()
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(60) == 1


def test_a_batch_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of the input is read than a line at a time, whatever its length."""

    class Endless(BytesIO):
        served = 0

        def readline(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 2
            self.served += 1
            return b"As Kd\n" if self.served <= 2_000 else b""

        def read(self, *_sizes: int | None) -> bytes:
            raise AssertionError

    class Stdin:
        buffer = Endless()

    from click.testing import CliRunner

    from pysolver.cli import lines, main

    monkeypatch.setattr(lines, "_stdin", lambda: Stdin.buffer)
    result = CliRunner().invoke(main, ["binh", "-"])
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2_000


if sys.platform != "win32":

    def test_ctrl_c_ends_with_130_and_one_line() -> None:
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
            assert json.loads(process.stdout.readline()) == HINT
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
            assert process.stderr.read() == b"pysolver: interrupted\n"


def test_json_lines_are_ascii_whatever_the_encoding() -> None:
    result = run("binh", "-", stdin="♥♥\n".encode(), PYTHONIOENCODING="ascii")
    assert result.returncode == 1
    assert "♥♥" in json.loads(result.stdout.decode("ascii"))["error"]


pieces = st.one_of(
    st.text(max_size=30).map(str.encode),
    st.binary(max_size=30),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["hand", "top", "middle", "bottom", "x"]), inner)
        ),
    ).map(lambda value: json.dumps(value).encode()),
    st.sampled_from([NORMAL, json.dumps({"hand": SPECIAL})]).map(str.encode),
)


@pytest.mark.parametrize("args", [("binh", "-"), ("binh", "review", "-")])
@given(lines=st.lists(pieces, max_size=8))
def test_every_line_that_is_not_empty_gets_one_answer(
    args: tuple[str, ...], lines: list[bytes]
) -> None:
    stdin = b"\n".join(lines)
    result = invoke(*args, stdin=stdin)
    found = answers(result)
    numbers = [n for n, line in enumerate(stdin.removeprefix(BOM).split(b"\n"), 1) if line.strip()]
    assert len(found) == len(numbers)
    bad = [row for row in found if "error" in row]
    assert result.exit_code == bool(bad)
    for number, row in zip(numbers, found, strict=True):
        assert "error" not in row or (set(row), row["line"]) == ({"line", "error"}, number)
    assert is_one_complaint(result.stderr) if bad else result.stderr == ""
