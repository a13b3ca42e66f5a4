"""The runner of scenarios: those of a small game hold, and those that do not tell exactly what differs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from reglas.scenario_games import Games
from reglas.scenarios import run_scenarios

TOY = Path(__file__).with_name("toy")
GAMES = Games()


@pytest.mark.parametrize(
    "path",
    [p for d in ("toy", "dice", "windows") for p in sorted((TOY.parent / d / "scenarios").glob("*.yaml"))],
    ids=lambda p: p.stem,
)
def test_holds(path: Path) -> None:
    results = run_scenarios(path, GAMES)
    assert len(results) > 5
    for result in results:
        assert result.ok, (result.title, [str(d.message) for d in (*result.differences, *result.diagnostics)])


def test_tells_what_differs() -> None:
    path = TOY / "failing" / "failing.yaml"
    wanted = [
        (number, found[1].strip())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := re.search(r"# FAILS: (.*)", line))
    ]
    results = run_scenarios(path, GAMES)
    assert not [d for result in results for d in result.diagnostics]
    assert all(not result.ok for result in results)
    told = sorted((d.span.line, d.message.text()) for result in results for d in result.differences)
    assert len(told) == len(wanted), told
    for (line, text), (wanted_line, part) in zip(told, wanted, strict=True):
        assert line == wanted_line
        assert part in text


def test_only_those_with_a_variant() -> None:
    path = Path(__file__).parents[2] / "specs" / "hanabi" / "scenarios" / "combined.yaml"
    results = run_scenarios(path, GAMES, "early-end")
    assert [r.title.split(",")[0] for r in results] == ["early-end and bottom-deck"]


def test_a_file_of_another_kind() -> None:
    (result,) = run_scenarios(TOY / "toy.yaml", GAMES)
    assert [d.code for d in result.diagnostics] == ["E208"]


def test_chance_that_fails_while_others_decline(tmp_path: Path) -> None:
    shutil.copy(TOY.parent / "windows" / "windows.yaml", tmp_path)
    path = tmp_path / "race.yaml"
    path.write_text(
        "- scenario: C is passed over, and the race is run\n  of: windows\n"
        "  players: 3\n  set: {kind: race_first}\n"
        "  given: {deck: [1, 2, 3], row: {A: [3], B: [3, 5], C: [4]}, turn: A}\n"
        "  chance: [1]\n  moves: [A begin, A throw 1, B take, B begin]\n",
        encoding="utf-8",
    )
    (result,) = run_scenarios(path)
    assert not result.diagnostics, [d.message.text() for d in result.diagnostics]
    (difference,) = result.differences
    assert difference.message.text().startswith("after `B begin`, the script of chance fails")
