"""Counting sequences of moves: numbers worked out by hand, engines that agree, and one that does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools import perft

import reglas
import shipped
from reglas.play import Game

TOY = """
game: urn
language: 1
players: 2..2
kinds:
  hue: [ash, bay]
cards:
  leaf: {has: [hue], copies: {hue: {ash: 2, bay: 1}}}
zones:
  store: {of: leaf, layout: pile, seen_by: nobody}
  heap: {of: leaf, layout: pile, seen_by: everyone}
actions:
  draw:
    needs: {something: size(store) > 0}
    do: [{deal: 1, from: store, to: heap}]
  wait:
    do: []
flow:
  - shuffle: store
  - turns: forward
    most: 4
    do: [{choose: [draw, wait]}]
end:
  over: {outcome: done}
"""

URN = {0: 1, 1: 3, 2: 8, 3: 19}
"""Of two ash and one bay: 1. draw ash, draw bay, wait; 2. after ash 3, after bay (two ash are left, which are alike) 2,
after waiting 3 as at first; 3. after ash 7, after bay 4, after waiting 8."""


@pytest.fixture
def urn(tmp_path: Path) -> Game:
    path = tmp_path / "urn.yaml"
    path.write_text(TOY, encoding="utf-8")
    return reglas.load(str(path))


@pytest.mark.parametrize("how", perft.HOWS)
def test_positions_are_as_counted_by_hand(urn: Game, how: str) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")
    tally = perft.begun(urn.program, perft.walker(urn, how), 3)
    assert dict(enumerate(tally.positions)) == URN
    assert tally.share == [1, 1, 1, 1]
    assert not any(tally.over + tally.failed)


@pytest.mark.parametrize("how", ["interpreter", "plain"])
def test_outcomes_weigh_what_they_are_likely(urn: Game, how: str) -> None:
    walk = perft.walker(urn, how)
    (start,) = walk.begin()
    number = walk.moves(start.row, 0)[0]
    ways = {reached.outcomes: reached.share for reached in walk.play(start.row, 0, number)}
    assert ways == {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}


@pytest.mark.parametrize("how", ["interpreter", "plain"])
def test_by_the_seed_there_is_one_outcome(urn: Game, how: str) -> None:
    tally = perft.begun(urn.program, perft.walker(urn, how, draws=0), 3)
    assert tally.positions == [1, 2, 4, 8]
    assert tally.share == [1, 1, 1, 1]


@pytest.mark.parametrize("how", ["interpreter", "plain"])
def test_bids_with_a_die_each(how: str) -> None:
    """Who begins and two dice: 2 * 6 * 6. Twelve bids, of which each next one is higher, or a doubt ends the game: 12,
    then 12 + 11 + .. + 1, of which 12 doubts, less one of nothing to doubt; then the sum of l * (12 - l) for l < 12."""
    game = reglas.load("liars-dice", 2, set={"start_dice": 1})
    tally = perft.begun(game.program, perft.walker(game, how, draws=3, deal=True), 3)
    assert tally.positions == [72, 72 * 12, 72 * 78, 72 * 286]
    assert tally.over == [0, 0, 72 * 12, 72 * 66]
    assert tally.share == [1, 1, 1, 1]


CASES = [
    ("hanabi", 2, 1, 1), ("hanabi", 5, 2, 0), ("janabi", 3, 2, 0), ("golf", 2, 2, 1), ("golf", 3, 3, 0),
    ("sabai-sabai", 2, 3, 1), ("julenque", 2, 6, 0), ("julenque", 3, 4, 1), ("liars-dice", 2, 2, 1),
    ("liars-dice", 3, 2, 0),
]  # fmt: skip


def test_all_games_are_tried() -> None:
    assert {case[0] for case in CASES} == {name for name, with_ in shipped.alone() if not with_}


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_engines_count_the_same(case: tuple[str, int, int, int]) -> None:
    name, players, depth, draws = case
    game = reglas.load(name, players)
    walks = {how: perft.walker(game, how, draws, seed=3) for how in ("interpreter", "plain")}
    tally, differs = perft.compare(game, walks, depth)
    assert not differs
    assert tally.share == [1] * (depth + 1)


class Wrong(perft.Emitted):
    """An engine with a mistake: where one card is left nobody may wait."""

    def moves(self, row: Any, seat: int) -> list[int]:
        found = super().moves(row, seat)
        return found[:1] if row[self.engine.program.zones[0].start - 1] == 1 else found


class Stuck(perft.Emitted):
    """One whose cards do not come to the heap, from the second on."""

    def play(self, row: Any, seat: int, number: int) -> Iterator[perft.Reached]:
        for reached in super().play(row, seat, number):
            heap = self.engine.program.zones[1].start - 1
            if reached.row[heap] == 2:
                reached.row[2] = 1
            yield reached


def wrong(urn: Game, how: type[perft.Emitted], depth: int) -> list[str]:
    plain = perft.walker(urn, "plain")
    assert isinstance(plain, perft.Emitted)
    walks = {"interpreter": perft.walker(urn, "interpreter"), "plain": how(plain.engine)}
    return perft.compare(urn, walks, depth)[1]


def test_the_first_position_that_differs_is_found(urn: Game) -> None:
    assert wrong(urn, Wrong, 2) == []
    assert wrong(urn, Wrong, 4) == [
        "the beginning: interpreter, plain count, 3 deep",
        "  begin: 1 3 8 19 | 1 3 8 16   <-- differs",
        "begin: interpreter, plain count, 2 deep",
        "  A draw, then chance 0: 1 3 7 | 1 3 5   <-- differs",
        "  A draw, then chance 1: 1 2 4 | 1 2 3   <-- differs",
        "  A wait: 1 3 8 | 1 3 8",
        "A draw, then chance 0: interpreter, plain count, 1 deep",
        "  B draw, then chance 0: 1 2 | 1 1   <-- differs",
        "  B draw, then chance 1: 1 2 | 1 1   <-- differs",
        "  B wait: 1 3 | 1 3",
        "B draw, then chance 0: interpreter offers 2: A draw, A wait",
        "B draw, then chance 0: plain offers 1: A draw",
        "  cells: all are the same",
    ]


def test_where_one_is_over_its_cells_are_told(urn: Game) -> None:
    found = wrong(urn, Stuck, 3)
    assert found[-2:] == ["B draw, then chance 0: interpreter: goes on; plain: over", "  cells: 2: 0 | 1"]


def test_the_command_prints_what_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft.main(["liars-dice", "--players", "2", "--set", "start_dice=1", "--depth", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["depth", "positions", "over", "failed", "share"]
    assert [line.split() for line in lines[1:3]] == [["0", "1", "0", "0", "1"], ["1", "12", "0", "0", "1"]]
    assert lines[3] == "interpreter, plain: the same"
