"""Positions explained: what everybody knows is as it is, secrets are told to nobody who cannot know them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import reglas
from reglas.cli.main import main
from reglas.engine.rng import Stream
from reglas.explaining import ActionTold, explain
from reglas.knowledge.seen import OBSERVER
from reglas.play import State
from reglas.records import Recorder

GAMES = [("hanabi", 3), ("julenque", 3), ("sabai-sabai", 3), ("liars-dice", 3), ("golf", 2)]


def played(name: str, players: int, moves: int) -> State:
    state, choices = reglas.load(name, players=players).start(3), Stream(1, 2)
    while not state.over and len(state.played) < moves:
        state.apply(choices.below(len(state.legal_moves)))
    return state


def values(actions: list[ActionTold]) -> list[tuple[str, str, str]]:
    return [(a.action, c.name, c.value) for a in actions for c in a.conditions]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_told_is_so(name: str, players: int) -> None:
    for moves in (0, 7, 20):
        state = played(name, players, moves)
        for seat in state.to_act:
            truth = {(a, c): v for a, c, v in values(explain(state, seat, OBSERVER))}
            for viewer in range(players):
                for action, condition, value in values(explain(state, seat, viewer, worlds=40)):
                    if value in ("true", "false"):
                        assert truth[action, condition] == value, (moves, seat, viewer, action, condition)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nobody_is_told_what_they_cannot_know(name: str, players: int) -> None:
    """A state that a viewer cannot tell from this one is explained to them in the same way."""
    for moves in (3, 12):
        state = played(name, players, moves)
        if state.over:
            continue
        for viewer in range(players):
            other = state.copy()
            other.row[:] = state.resample(viewer, Stream(9, viewer)).row
            seat = state.to_act[0]
            told, again = (values(explain(s, seat, viewer, worlds=60)) for s in (state, other))
            assert told == again, (moves, viewer)


def test_a_secret_of_another_is_not_known() -> None:
    state = reglas.load("julenque", players=3).start(2)
    while not state.legal_moves[0].text.startswith("open"):
        state.apply(len(state.legal_moves) - 1)
    state.push(state.legal_moves[0])
    assert {c for a in explain(state, 0, 1) for c in (x.value for x in a.conditions if not x.public)} == {"unknown"}
    assert not {c for a in explain(state, 0, OBSERVER) for c in (x.value for x in a.conditions)} & {"unknown"}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    state, choices = reglas.load("hanabi", players=3).start(3), Stream(1, 2)
    recorder = Recorder(path)
    recorder.begin(state, ("Ana",), ("random", "random"))
    while not state.over:
        state.apply(choices.below(len(state.legal_moves)))
        recorder.move(state)
    recorder.end(state)
    recorder.close()
    return path


def test_the_command(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(record), "--move", "3"]) == 0
    out = capsys.readouterr().out
    assert "After 3 moves. Asked: Ana (A).\nWhat is offered to Ana, as Ana may know it:" in out
    assert "clue_suit (give a colour clue)\n  pick to (player): 2 candidates\n  pick hint (suit): 5 candidates" in out
    assert "  needs a_clue_token: true\n    clues > 0  # specs/hanabi/hanabi.yaml:" in out
    assert "  needs a_card_touched: it depends on the choice: true for " in out
    assert main(["explain", str(record), "--move", "3", "--view", "B", "--lang", "es"]) == 0
    assert "Lo que puede hacer Ana, según lo que puede saber B:" in capsys.readouterr().out


def test_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    moves = len(record.read_text(encoding="utf-8").splitlines()) - 3
    assert (told["over"], told["moves"]) == (False, moves - 1)
    assert [a["action"] for a in told["actions"]] == ["clue_suit", "clue_rank", "discard", "play"]
    assert told["actions"][0]["conditions"][0]["text"] == "clues > 0"
    assert main(["explain", str(record), "--json", "--move", str(moves)]) == 0
    assert json.loads(capsys.readouterr().out)["over"] is True


def test_what_cannot_be_explained(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(record), "--move", "999"]) == 2
    assert "the record has " in capsys.readouterr().err
    assert main(["explain", str(record), "--move", "-1"]) == 2
    assert main(["explain", str(record), "--view", "Z"]) == 2
    assert main(["explain", str(record.with_name("none"))]) == 2
    record.write_text("no record", encoding="utf-8")
    assert main(["explain", str(record)]) == 2
