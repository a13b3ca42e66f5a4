"""Engines: chance that is given, rules that fail, whole games, and files that are not to be trusted."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

import reglas
from reglas.compiled import cache, engine
from reglas.compiled.engine import Engine, RuleFailed
from reglas.play import Game
from reglas.program import ir

COUNTS = """
game: counts
language: 1
players: 2..2
tokens:
  left: {start: 3, max: 3}
actions:
  take:
    do: [{lose: left}]
flow:
  - turns: forward
    most: 9
    do: [{choose: [take]}]
end:
  over: {outcome: done}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "counts.yaml"
    path.write_text(COUNTS, encoding="utf-8")
    return reglas.load(str(path), 2)


def test_outcomes_are_given_and_asked_for() -> None:
    hanabi = reglas.load("hanabi", 2)
    plain = engine(hanabi)
    row = plain.start(5)
    discard = next(number for number in plain.legal(row) if number >= hanabi.program.decisions[0].alternatives[-1].base)
    before = list(row)
    asked = plain.played(row, discard, draw=False)
    assert row == before
    assert asked.came == ()
    assert len(asked.wanted) == 40
    assert all(a <= b for a, b in pairwise(asked.wanted))
    face = asked.wanted[-1]
    assert plain.played(row, discard, given=[face]).came == (face,)
    hand = hanabi.program.zones[1]
    assert row[hand.start + row[hand.start - 1] - 1] == face


def test_a_rule_that_fails_leaves_the_row_as_it_was(game: Game) -> None:
    plain = Engine(game.program)
    row = plain.start(1)
    for _ in range(3):
        plain.apply(row, plain.legal(row)[0])
    before = list(row)
    with pytest.raises(RuleFailed):
        plain.played(row, 0)
    assert row == before


def test_whole_games_are_the_same_as_move_by_move() -> None:
    hanabi = reglas.load("hanabi", 3)
    moves, games = engine(hanabi).playouts(7, 20)
    assert games == 20
    assert moves > 20 * 8


def test_llvm_makes_the_same_whole_games() -> None:
    pytest.importorskip("llvmlite")
    dice = reglas.load("liars-dice", 2)
    assert Engine(dice.program, "fast").playouts(3, 30) == Engine(dice.program).playouts(3, 30)


def test_what_was_compiled_counts_only_if_it_is_whole(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llvmlite")
    place = tmp_path / "kept"
    monkeypatch.setenv("REGLAS_CACHE", str(place))
    cache._ours.cache_clear()
    before = list(Engine(game.program, "fast").start(1))
    (kept,) = (place / "__pycache__").glob("*.o")
    code = kept.read_bytes()
    kept.write_bytes(code[:-100])
    assert list(Engine(game.program, "fast").start(1)) == before
    assert kept.read_bytes() == code
    cache._ours.cache_clear()


def test_a_file_that_is_not_ours_is_written_again(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "kept"
    monkeypatch.setenv("REGLAS_CACHE", str(place))
    cache._ours.cache_clear()
    first = cache.placed(game.program, "plain", ())
    text = first.read_text(encoding="utf-8")
    first.write_text("raise SystemExit('not ours')\n", encoding="utf-8")
    assert Engine(game.program, "plain", ()).start(1)[ir.ENDED] == 0
    assert first.read_text(encoding="utf-8") == text
    first.write_text(text[: len(text) // 2], encoding="utf-8")
    assert Engine(game.program, "plain", ()).start(1)[ir.ENDED] == 0
    assert first.read_text(encoding="utf-8") == text


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners of files to tell apart")
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "open"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.setenv("REGLAS_CACHE", str(place))
    cache._ours.cache_clear()
    assert cache._ours(cache.folder()) != place
    cache._ours.cache_clear()
