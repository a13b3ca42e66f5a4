"""Undo: only as far as nothing came to light; the record agrees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import reglas
from reglas.cli.console import Console
from reglas.cli.session import Session
from reglas.knowledge.seen import OBSERVER
from reglas.records import Recorder, RecordFault, read_record, replay
from reglas.table.reveal import reveals
from reglas.table.voice import Voice

TOY = Path(__file__).parent / "toy" / "toy.yaml"
HEAP = """\
game: heap
language: 1
players: 2
tokens: {stones: {start: 7, max: 7}}
actions:
  take: {pick: {n: 1..3}, needs: {enough: n <= stones}, do: [{lose: stones, by: n}]}
flow: [{turns: forward, choose: [take]}]
end:
  empty: {when: stones == 0, outcome: done, score: stones}
  never: {outcome: done}
"""


def test_what_reveals() -> None:
    state = reglas.load("hanabi", 2).start(4)
    for move in ("clue_rank B 1", "play 1"):
        before = len(state.seen(OBSERVER))
        state.push(move)
        assert reveals(state.game.eyes, state.seen(OBSERVER)[before:])


def test_a_card_that_somebody_new_sees() -> None:
    state = reglas.load(str(TOY), 2).start(3)
    before = len(state.seen(OBSERVER))
    state.push("give 1 B")
    assert reveals(state.game.eyes, state.seen(OBSERVER)[before:])


@pytest.fixture
def session(tmp_path: Path) -> Session:
    path = tmp_path / "heap.yaml"
    path.write_text(HEAP)
    game = reglas.load(str(path))
    state = game.start(1)
    recorder = Recorder(tmp_path / "game.jsonl")
    recorder.begin(state, ("Ana", "Luis"))
    return Session(state, Voice(game, "en", ("Ana", "Luis")), Console("en"), [0, 1], {}, OBSERVER, recorder)


def test_moves_of_open_games_are_taken_back(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    for move in ("take 3", "take 1", "take 2"):
        session._push(move, session.state.to_act[0])
    session._undo()
    session._undo()
    assert [move.text for move in session.state.played] == ["take 3"]
    assert session.state.to_act == (1,)
    session._push("take 2", 1)
    session._push("take 2", 0)
    assert session.recorder is not None
    session.recorder.end(session.state)
    record = read_record(session.recorder.path)
    assert [line.move for line in record.lines if line.move] == ["take 3", "take 2", "take 2"]
    again = replay(record)
    assert again.row == session.state.row
    assert "The last move of Ana is taken back." in capsys.readouterr().out


def test_nothing_to_take_back(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    session._undo()
    assert "There is no move to take back yet." in capsys.readouterr().out


def test_after_a_clue_nothing_is_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    game = reglas.load("hanabi", 2)
    session = Session(game.start(4), Voice(game, "es"), Console("es"), [0, 1], {})
    session._push("clue_rank B 1", 0)
    session._undo()
    assert len(session.state.played) == 1
    assert "No se puede deshacer" in capsys.readouterr().out


@pytest.mark.parametrize(("undo", "says"), [
    (9, "more moves are taken back"), (0, "not a line of the record"), (True, "not a line of the record"),
    (2, "cards were drawn"),
])  # fmt: skip
def test_records_that_cannot_be(tmp_path: Path, undo: object, says: str) -> None:
    state = reglas.load("hanabi", 2).start(4)
    path = tmp_path / "game.jsonl"
    recorder = Recorder(path)
    recorder.begin(state)
    for move in ("play 1", "clue_rank A 2"):
        state.push(move)
        recorder.move(state)
    recorder.close()
    path.write_text(path.read_text() + json.dumps({"undo": undo}) + "\n")
    with pytest.raises(RecordFault, match=says):
        read_record(path)
