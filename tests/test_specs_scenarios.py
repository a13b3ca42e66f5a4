"""Every scenario of the shipped specs, as a test of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reglas.paths import specs_folder
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.tree import Mapping, Scalar, Sequence
from reglas.scenario_games import Games
from reglas.scenarios import run
from reglas.spec.loading import read_file

GAMES = Games()


def scenarios() -> Iterator[Any]:
    for path in sorted(specs_folder().glob("*/scenarios/*.yaml")):
        root = read_file(path, Diagnostics())
        assert isinstance(root, Sequence), path
        for scenario in root:
            assert isinstance(scenario, Mapping), path
            title = scenario.get("scenario")
            assert isinstance(title, Scalar), path
            yield pytest.param(path, scenario, id=f"{path.parent.parent.name}/{path.stem}: {title.text}")


@pytest.mark.parametrize(("path", "scenario"), list(scenarios()))
def test_holds(path: Path, scenario: Mapping) -> None:
    result = run(path, scenario, GAMES)
    wrong = [*result.differences, *result.diagnostics]
    assert result.ok, "\n".join(f"{w.span}: {w.message}" for w in wrong)


def test_no_two_scenarios_of_a_file_have_one_title() -> None:
    for path in sorted(specs_folder().glob("*/scenarios/*.yaml")):
        root = read_file(path, Diagnostics())
        assert isinstance(root, Sequence)
        titles = [t.text for s in root if isinstance(s, Mapping) and isinstance(t := s.get("scenario"), Scalar)]
        assert len(titles) == len(set(titles)), path
