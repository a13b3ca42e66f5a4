"""Pages are tests: every spec on them checks and plays, every scenario holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import reglas
from reglas.checking import check_file
from reglas.engine.rng import Stream
from reglas.scenario_games import Games
from reglas.scenarios import run_scenarios

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)
MOST_MOVES = 2_000


def blocks(first: str) -> Iterator[Any]:
    """The blocks of all pages that begin with a word, with their page."""
    for page in sorted(DOCS.rglob("*.md")):
        texts = [found[1] for found in BLOCK.finditer(page.read_text(encoding="utf-8"))]
        specs = {text.split()[1]: text for text in texts if text.startswith("game:")}
        for number, text in enumerate(texts):
            if text.startswith(first):
                yield pytest.param(text, specs, id=f"{page.stem} {number}")


def written(specs: dict[str, str], folder: Path) -> None:
    for name, text in specs.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("text", "specs"), list(blocks("game:")))
def test_a_spec_checks_and_plays(text: str, specs: dict[str, str], tmp_path: Path) -> None:
    written(specs, tmp_path)
    path = tmp_path / f"{text.split()[1]}.yaml"
    assert [d for d in check_file(path) if d.code != "W211"] == []
    model = reglas.load(str(path)).spec.model
    assert model is not None
    for players in range(model.players[0], model.players[1] + 1):
        state, choices = reglas.load(str(path), players=players).start(1), Stream(1, 2)
        while not state.over:
            assert len(state.played) < MOST_MOVES
            state.apply(choices.below(len(state.legal_moves)))


@pytest.mark.parametrize(("text", "specs"), list(blocks("- scenario:")))
def test_a_scenario_holds(text: str, specs: dict[str, str], tmp_path: Path) -> None:
    written(specs, tmp_path)
    path = tmp_path / "scenarios.yaml"
    path.write_text(text, encoding="utf-8")
    results = run_scenarios(path, Games())
    assert results
    for result in results:
        found = (*result.differences, *result.diagnostics)
        assert result.ok, (result.title, [(d.span.line, str(d.message)) for d in found])
