"""Records: written as a game goes, read back, played again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.bots.random_bot import RandomBot
from reglas.play import Game, State
from reglas.records import (
    NoRoom,
    Parted,
    Record,
    Recorder,
    RecordFault,
    default_recorder,
    game_of,
    games_folder,
    read_record,
    replay,
)


@cache
def game_for(name: str, players: int) -> Game:
    return reglas.load(name, players=players)


def bot_move(state: State) -> None:
    seat = state.to_act[0]
    state.push(RandomBot(state.seed, seat).choose(state.view(seat)))


def recorded(path: Path, moves: int = 10_000, name: str = "hanabi", seed: int = 4) -> State:
    """A game of bots in a file, to the end or for some moves."""
    state = game_for(name, 3).start(seed)
    recorder = Recorder(path)
    recorder.begin(state, ("Ana",), ("random", "random"))
    while not state.over and len(state.played) < moves:
        bot_move(state)
        recorder.move(state)
    if state.over:
        recorder.end(state)
    recorder.close()
    return state


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def changed(path: Path, number: int, **change: object) -> Record:
    """The record with one line changed."""
    lines = lines_of(path)
    lines[number] = {**lines[number], **change}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return read_record(path)


def test_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = recorded(path)
    head, deal, first, *_, last = lines_of(path)
    assert head["reglas"] == 1
    assert (head["game"], head["players"], head["seed"], head["names"]) == ("hanabi", 3, 4, ["Ana"])
    assert head["digest"] == state.game.digest
    assert len(deal["chance"]) == 15  # type: ignore[arg-type]
    assert first["by"] == "A"
    assert first["move"] == state.played[0].text
    assert last["end"] == state.outcome().end  # type: ignore[union-attr]


def test_replay_gives_the_same_state(tmp_path: Path) -> None:
    state = recorded(tmp_path / "game.jsonl")
    again = replay(read_record(tmp_path / "game.jsonl"))
    assert again.row == state.row
    assert again.drawn == state.drawn


def test_a_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole = recorded(tmp_path / "whole.jsonl")
    path = tmp_path / "part.jsonl"
    recorded(path, moves=5)
    record = read_record(path)
    state = replay(record)
    recorder = Recorder(path, record.kept)
    recorder.go_on(state, record)
    while not state.over:
        bot_move(state)
        recorder.move(state)
    recorder.end(state)
    assert state.row == whole.row
    assert path.read_text() == (tmp_path / "whole.jsonl").read_text()


def test_every_cut_is_survived(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=3)
    game = game_for("hanabi", 3)
    data = path.read_bytes()
    head = data.index(b"\n") + 1
    for size in range(head, len(data)):
        path.write_bytes(data[:size])
        record = read_record(path)
        state = replay(record, game)
        assert len(state.played) == max(0, len(record.lines) - 1)
        recorder = Recorder(path, record.kept)
        recorder.go_on(state, record)
        bot_move(state)
        recorder.move(state)
        recorder.close()
        assert replay(read_record(path), game).row == state.row


def test_a_move_that_is_not_legal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=4)
    with pytest.raises(Parted) as caught:
        replay(changed(path, 3, move="discard 9"))
    assert caught.value.diagnostic.code == "E802"
    assert caught.value.diagnostic.span.line == 4
    assert len(caught.value.state.played) == 1


def test_the_wrong_player(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=4)
    with pytest.raises(Parted):
        replay(changed(path, 2, by="B"))


@pytest.mark.parametrize("chance", [["red 1"], [], ["purple 1"], ["red 1"] * 16, ["red 5"] * 15, ["white 9"] * 15])
def test_chance_that_cannot_be(tmp_path: Path, chance: list[str]) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=2)
    with pytest.raises(Parted) as caught:
        replay(changed(path, 1, chance=chance))
    assert caught.value.diagnostic.span.line == 2


def test_another_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path)
    record = changed(path, -1, score=99)
    with pytest.raises(Parted) as caught:
        replay(record)
    assert caught.value.diagnostic.span.line == record.end_line


def test_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=2)
    record = changed(path, 0, digest="0" * 16)
    with pytest.raises(RecordFault) as caught:
        game_of(record)
    assert caught.value.diagnostic.code == "E802"
    assert len(replay(record, anyway=True).played) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"game: hanabi\n",
        b"[1, 2]\n",
        b"{}\n",
        b"\x00\xff\xfe\x80" * 50,
        b'{"reglas": 2}\n',
        b'{"reglas": 1}\n',
        b'{"reglas": 1, "game": "hanabi", "with": [1], "set": {}, "players": 2, "seed": 1, "digest": ""}\n',
    ],
)
def test_what_is_no_record(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with pytest.raises(RecordFault) as caught:
        read_record(path)
    assert caught.value.diagnostic.code == "E801"


def test_what_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(RecordFault):
            read_record(path)


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(path, moves=1)
    with path.open("ab") as file:
        file.truncate(9 << 20)
    with pytest.raises(RecordFault):
        read_record(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk() -> None:
    state = reglas.load("hanabi").start(1)
    recorder = Recorder(Path("/dev/full"))
    with pytest.raises(NoRoom):
        recorder.begin(state)


def test_a_line_written_in_part_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    state = reglas.load("hanabi").start(1)
    recorder = Recorder(path)
    recorder.begin(state)
    before = path.read_bytes()
    file = recorder._file

    class Full:
        def write(self, data: bytes) -> int:
            file.write(bytes(data)[:7])
            raise OSError(28, "No space left on device")

        def __getattr__(self, name: str) -> object:
            return getattr(file, name)

    monkeypatch.setattr(recorder, "_file", Full())
    bot_move(state)
    with pytest.raises(NoRoom):
        recorder.move(state)
    assert path.read_bytes() == before


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        Recorder(path)
    assert path.read_text() == "mine"


def test_the_default_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert games_folder() == tmp_path / "reglas" / "games"
    game: Game = reglas.load("hanabi")
    first, second = default_recorder(game.start(7)), default_recorder(game.start(7))
    assert first.path != second.path
    assert first.path.name.startswith("hanabi-")
    first.close()
    second.close()
