"""The README is a test: its Python examples run, its house rule checks and plays."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import reglas
from reglas.checking import check_file

README = Path(__file__).parents[1] / "README.md"


def test_the_python_examples_run() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_docstring_of_the_package_runs() -> None:
    result = doctest.testmod(reglas)
    assert result.attempted
    assert result.failed == 0


def test_the_house_rule_checks_and_plays(tmp_path: Path) -> None:
    found = re.search(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    path = tmp_path / "nine-clues.yaml"
    path.write_text(found.group(1), encoding="utf-8")
    assert check_file(path) == []
    game = reglas.load(str(path), players=3)
    assert game.options["clue_tokens"] == 9
    assert sum(game.program.copies) == 60
    path.write_text(found.group(1).replace("turns:", "turn:"), encoding="utf-8")
    assert [d.code for d in check_file(path)] == ["E501"]


def test_what_the_readme_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
