"""The README does what it says: its Python runs, its sessions print what stands there."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_the_python_of_the_readme_runs() -> None:
    text = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 10
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("session", blocks("console"))
def test_the_sessions_of_the_readme_print_what_stands_there(session: str) -> None:
    from pysolver.cli import main

    command, _, expected = session.partition("\n")
    words = shlex.split(command)
    assert words[:2] == ["$", "pysolver"]
    result = CliRunner().invoke(main, words[2:], prog_name="pysolver")
    assert result.output.rstrip() == expected.rstrip()


def test_the_commands_of_the_readme_exist() -> None:
    makefile = (README.parent / "Makefile").read_text()
    wanted = set(re.findall(r"make (\w+)", README.read_text(encoding="utf-8")))
    assert {"hint", "test", "bench"} <= wanted
    for target in wanted:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
