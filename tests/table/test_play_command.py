"""`reglas play` and `reglas replay`, as they are called."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reglas.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line with some input; gives the exit code, the output and the complaints."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C")

    def runs(command: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(command.split())
        out, err = capsys.readouterr()
        return code, out, err

    return runs


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_whole_game_is_told(run: Run, lang: str) -> None:
    code, out, err = run(f"play janabi --lang {lang} --players 4 --bots random --watch --seed 4 --no-record")
    assert (code, err) == (0, "")
    ends = {"es": "Partida perdida.", "en": "Lost."}
    assert out.rstrip().endswith(ends[lang])
    assert "Traceback" not in out


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    command = "play hanabi --players 3 --watch --seed 9 --no-record"
    assert run(command) == run(command)


def test_moves_line_by_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    typed = "?\npista b rjo\n99\n1\njugar 1\nJUGAR 2\nj 1\nsalir\n"
    code, out, err = run(f"play hanabi --names Ana --lang es --seed 5 --record {path}", typed)
    assert (code, err) == (0, "")
    assert "¿querías decir `rojo`?" in out
    assert "No hay jugada 99" in out
    assert "Ana juega su carta 1" in out
    rows = [json.loads(line) for line in path.read_text().splitlines()[2:]]
    assert [row["move"] for row in rows if row.get("by") == "A"][1] == "play 1"


def test_a_refusal_names_the_condition(run: Run) -> None:
    _, out, _ = run("play hanabi --lang es --seed 5 --no-record", "descartar 1\n")
    assert "no falta ninguna ficha de pista" in out
    assert "a_token_to_regain" in out


def test_the_end_of_input_saves_and_resume_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    code, out, _ = run(f"play hanabi --names Ana --seed 5 --record {path}", "play 1\n")
    assert code == 0
    assert f"reglas play --resume {path}" in out
    code, out, err = run(f"play --resume {path}", "play 1\nq\n")
    assert (code, err) == (0, "")
    assert out.count("Ana plays card 1") == 1
    code, out, _ = run(f"replay {path} --quiet")
    assert code == 0
    assert "4 moves replayed" in out


def test_two_people_hand_over(run: Run) -> None:
    _, out, _ = run("play hanabi --names Ana,Luis --seed 5 --no-record", "\n1\n\nq\n")
    assert "Pass the keyboard to Ana (A)." in out
    assert "Pass the keyboard to Luis (B)." in out
    assert "Your turn, Luis (B)." in out


def test_a_game_to_the_end_by_numbers(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    code, out, _ = run(f"play hanabi --seed 5 --record {path}", "1\n" * 200)
    assert code == 0
    assert "The game is over: " in out
    assert run(f"replay {path}")[0] == 0
    code, _, err = run(f"play --resume {path}")
    assert code == 2
    assert "that game is over" in err


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("play hanabbi", "did you mean `hanabi`?"),
        ("play", "name a game"),
        ("play hanabi --players 9", "2 to 5 players"),
        ("play hanabi --players two", "`--players` is a number"),
        ("play hanabi --seed -1", "`--seed` is from 0"),
        ("play hanabi --bots randm", "did you mean `random`?"),
        ("play hanabi --bots random,random", ""),
        ("play hanabi --names Ana,Ana", "the same name"),
        ("play hanabi --names Ana,A", "the letter of another seat"),
        ("play hanabi --names A,B,C,D,E,F", "players"),
        ("play hanabi --names Ana,,B", "--names"),
        ("play hanabi --watch --names Ana", "does not go with"),
        ("play hanabi --watch --view Z", "one of A, B, spectator, observer"),
        ("play hanabi --set clue_token=3", "clue_tokens"),
        ("play hanabi --set clue_tokens=99", "1..20"),
        ("play hanabi --with nothing-like-it", "nothing-like-it"),
        ("play --resume /nowhere/x.jsonl", "there is no file"),
        ("play hanabi --record /nowhere/x.jsonl", "cannot be written"),
        ("play hanabi --record x --no-record", "does not go with"),
        ("play hanabi --resume x", "does not go with"),
    ],
)
def test_mistakes_on_the_command_line(run: Run, command: str, says: str) -> None:
    code, _, err = run(command, "q\n")
    if says:
        assert code == 2, err
        assert says in err
    assert "Traceback" not in err


def test_a_spec_with_faults(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("game: broken\nlanguage: 1\nplayers: 2\nkinds: {a: [x\n")
    code, _, err = run(f"play {path}")
    assert code == 1
    assert "error E" in err


def test_a_rule_that_fails_while_playing(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "faulty.yaml"
    game.write_text((Path(__file__).parent / "toy" / "toy.yaml").read_text().replace("max: 20", "max: 2"))
    record = tmp_path / "game.jsonl"
    code, out, err = run(f"play {game} --seed 1 --record {record}", "give 1 B\n")
    assert code == 3
    assert "faulty.yaml:" in err
    assert "R801" in err
    assert len(record.read_text().splitlines()) == 2
    assert "reglas play --resume" in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_no_room_to_save(run: Run) -> None:
    code, _, err = run("play hanabi --record /dev/full", "1\n")
    assert code == 4
    assert "no room to save" in err


def test_a_default_place_that_cannot_be_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    code, out, err = run("play hanabi --watch --seed 1")
    assert code == 0
    assert "the game is not saved" in err
    assert "The game is over" in out


def test_ctrl_c_saves(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reglas.cli.console import Console

    answers = iter(["play 1"])

    def ask(self: Console, *_: object) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "ask", ask)
    path = tmp_path / "game.jsonl"
    code, out, _ = run(f"play hanabi --seed 5 --record {path}")
    assert code == 130
    assert str(path) in out
    assert run(f"replay {path}")[0] == 0


def test_replay_parts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(f"play hanabi --watch --seed 5 --record {path}")
    text = path.read_text()
    path.write_text(text.replace('"move": "', '"move": "x', 1))
    code, _, err = run(f"replay {path}")
    assert code == 1
    assert f"{path}:3:1" in err
    code, out, _ = run(f"replay {path} --json")
    assert code == 1
    data = json.loads(out)
    assert data["fine"] is False
    assert data["finding"]["line"] == 3


def test_replay_of_other_rules(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(f"play hanabi --watch --seed 5 --record {path}")
    path.write_text(path.read_text().replace('"digest": "', '"digest": "0', 1))
    assert run(f"replay {path}")[0] == 1
    code, _, err = run(f"replay {path} --anyway --quiet")
    assert code == 0
    assert "have changed since" in err


def test_replay_of_no_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\x00\xff" * 100)
    code, _, err = run(f"replay {path}")
    assert code == 2
    assert "E801" in err


def test_watching_as_a_player(run: Run) -> None:
    _, out, _ = run("play hanabi --players 2 --watch --view B --seed 5 --no-record")
    first = out.split("stacks:")[0]
    assert "  B, you  ?   ?" in first
