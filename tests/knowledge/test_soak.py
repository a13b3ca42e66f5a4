"""The tool that plays at length: what it says, and that it fails when something does."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from reglas.compiled.quick import Quick
from reglas.engine.machine import Machine

sys.path.append(str(Path(__file__).parents[2] / "tools"))
soak: Any = import_module("soak")


def test_a_short_soak(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["janabi", "--players", "3", "--games", "6", "--jobs", "1", "--every", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["done"]
    assert [s["label"] for s in found["specs"]] == ["janabi"]
    assert found["specs"][0]["counts"]["games"] == 6
    assert not found["specs"][0]["failures"]


def test_a_failure_comes_with_the_command_that_shows_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Machine.moves
    monkeypatch.setattr(Quick, "used", False)
    monkeypatch.setattr(
        Machine,
        "moves",
        lambda machine, row, *seat: [m for m in old(machine, row, *seat) if m[0] != 3 or row[m[1]] % 2],
    )
    result = soak.run(soak.Task(("hanabi", ()), 2, 0, 3, 2))
    assert result.failures
    assert result.failures[0].startswith(
        "tools/soak.py hanabi --players 2 --seed 0 --games 1 --every 2: AssertionError"
    )
