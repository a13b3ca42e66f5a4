"""Recorded random games come out as they did; `tools/playthroughs.py --write` takes a change over."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import playthroughs


@pytest.mark.parametrize("entry", playthroughs.GAMES, ids=lambda e: playthroughs.file_name(*e))
def test_same_game(entry: tuple[str, tuple[str, ...], int, int]) -> None:
    path = playthroughs.FOLDER / playthroughs.file_name(*entry)
    assert playthroughs.playthrough(*entry) == path.read_text(encoding="utf-8")


def test_every_file_is_compared() -> None:
    expected = {playthroughs.file_name(*entry) for entry in playthroughs.GAMES}
    assert {path.name for path in playthroughs.FOLDER.glob("*.txt")} == expected
