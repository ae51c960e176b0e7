"""The README and the docs do what they say: their Python runs, the sessions print what they show."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def blocks(language: str, page: Path = README) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


PAGES = [README, *(page for page in sorted(ROOT.glob("docs/*.md")) if blocks("pycon", page))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path) -> None:
    text = "\n".join(blocks("pycon", page))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, page.name, 0)
    assert len(test.examples) > 2
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
