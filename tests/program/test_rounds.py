"""Toy games rich in dice, ladders, records and windows, played at random by the laws, kept, and read back."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

import playing
import reglas
from reglas.engine.machine import Machine
from reglas.engine.rng import Stream
from reglas.knowledge.seen import SPECTATOR
from reglas.play import Game, State
from reglas.program.dump import reading, writing
from reglas.records import Recorder, read_record, replay

HERE = Path(__file__).parent
WINDOWS = HERE.parent / "scenarios" / "windows" / "windows.yaml"
KINDS = (
    *("turn_once", "turn_first", "turn_nobody", "together", "together_first", "race", "race_first", "choices"),
    "nested",
)
ROUNDS = HERE / "specs" / "rounds.yaml"
CASES = [
    *((str(ROUNDS), players, fouls) for players in (2, 3, 4) for fouls in ("allowed", "refused")),
    *((str(WINDOWS), players, kind) for kind in KINDS for players in ((2,) if kind == "nested" else (2, 4))),
    (str(HERE.parent / "scenarios" / "dice" / "dice.yaml"), 2, ""),
]


@cache
def load(path: str, players: int, option: str) -> Game:
    """A toy game; `option` sets what its windows are, or whether fouls are allowed."""
    chosen = {"fouls" if option in ("allowed", "refused") else "kind": option} if option else {}
    return reglas.load(path, players=players, set=chosen)


def label(case: tuple[str, int, str]) -> str:
    return f"{Path(case[0]).stem}-{case[1]}-{case[2]}"


@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_program_reads_back_equal(case: tuple[str, int, str]) -> None:
    program = load(*case).program
    text = writing(program)
    assert reading(text) == program
    assert writing(reading(text)) == text


@pytest.mark.parametrize("case", CASES, ids=label)
def test_laws(case: tuple[str, int, str]) -> None:
    for seed in range(3):
        playing.play_by_the_laws(load(*case), seed, every=4, hidden=False)


@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_program_read_back_plays_the_same_game(case: tuple[str, int, str]) -> None:
    game = load(*case)
    state, choices = game.start(11), Stream(11, 3)
    machine = Machine(reading(writing(game.program)))
    while not state.over and len(state.played) < 60:
        for seat in state.to_act:
            assert machine.moves(list(state.row), seat) == state.raw_moves(seat)
        seat = playing.any_of(state.to_act, choices)
        state.push(playing.any_of(state.all_moves(seat), choices), seat)


@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_record_plays_again(case: tuple[str, int, str], tmp_path: Path) -> None:
    """The record of a game that is over or broken off gives the same state, and so does plain data."""
    for moves in (13, playing.MOST_MOVES):
        path = tmp_path / f"{moves}.jsonl"
        state, choices, recorder = load(*case).start(5), Stream(5, 3), Recorder(path)
        recorder.begin(state)
        while not state.over and len(state.played) < moves:
            seat = playing.any_of(state.to_act, choices)
            state.push(playing.any_of(state.all_moves(seat), choices), seat)
            recorder.move(state)
        if state.over:
            recorder.end(state)
        recorder.close()
        last = replay(read_record(path))
        assert last.row == state.row
        assert last.played == state.played
        assert reglas.from_json(json.loads(json.dumps(state.to_json()))).row == state.row


@pytest.mark.parametrize("case", CASES, ids=label)
def test_views_as_json(case: tuple[str, int, str]) -> None:
    """Views as data can be written, offer a seat its own moves, and tell the same to whoever asks twice."""
    state, choices = load(*case).start(3), Stream(3, 3)
    faces = state.game.program.faces
    while not state.over and len(state.played) < 40:
        for viewer in (*range(state.game.players), SPECTATOR):
            data = view_json(state, viewer)
            assert data == json.loads(json.dumps(state.copy().view(viewer_name(viewer)).to_json(faces)))
            own = [m.text for m in state.all_moves(viewer)] if viewer in state.to_act else []
            assert state.view(viewer_name(viewer)).moves == tuple(own)
        seat = playing.any_of(state.to_act, choices)
        state.push(playing.any_of(state.all_moves(seat), choices), seat)


def viewer_name(viewer: int) -> int | Literal["spectator"]:
    return "spectator" if viewer == SPECTATOR else viewer


def view_json(state: State, viewer: int) -> object:
    return json.loads(json.dumps(state.view(viewer_name(viewer)).to_json(state.game.program.faces)))
