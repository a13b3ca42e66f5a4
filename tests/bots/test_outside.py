"""Bots in other processes: what they are told, and what happens when they answer wrongly or not at all."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import reglas
from reglas.bots.outside import OutsideBot
from reglas.bots.seats import Seat
from reglas.bots.telling import Telling
from reglas.cli.main import main
from reglas.play import State

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tools' / 'example_bot.py'))}"
KEEPS = """
import json, sys
for line in sys.stdin:
    open({path!r}, "a").write(line)
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({{"move": message["moves"][-1]}}), flush=True)
"""


@pytest.fixture
def command(tmp_path: Path) -> Callable[[str], str]:
    """A command that runs some Python."""

    def write(text: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(text)
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return write


def asked(bot: OutsideBot, state: State) -> str:
    return bot.choose(Seat(state, state.to_act[0]))


def test_what_it_is_told(command: Callable[[str], str], tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    bot = OutsideBot(command(KEEPS.format(path=str(told))), 5, 0)
    state = reglas.load("hanabi", 2).start(5)
    for _ in range(3):
        state.push(asked(bot, state))
        state.push(state.legal_moves[0])
    bot.finish(Seat(state, 0), None)
    hello, *asks, end = [json.loads(line) for line in told.read_text().splitlines()]
    assert (hello["type"], hello["protocol"], hello["seat"], hello["players"]) == ("hello", 1, "A", 2)
    assert hello["digest"] == state.game.digest
    assert "seed" not in hello
    assert [ask["type"] for ask in asks] == ["choose"] * 3
    events: list[object] = []
    for message in (*asks, end):
        assert message["since"] == len(events)
        events += message["events"]
    telling = Telling(state.game)
    assert events == [telling.event(seen) for seen in state.seen(0)]
    assert asks[0]["view"]["zones"][1]["cards"] == [None] * 5
    assert end == {**end, "type": "end", "outcome": None}
    assert bot.complaint() is None


def test_every_event_can_be_told() -> None:
    for name in ("hanabi", "janabi", str(Path(__file__).parent / "specs" / "orchard-raid.yaml")):
        state = reglas.load(name, 3).start(4)
        while not state.over and len(state.played) < 20:
            state.push(state.legal_moves[len(state.played) % len(state.legal_moves)])
        telling = Telling(state.game)
        for viewer in range(3):
            assert json.dumps([telling.event(seen) for seen in state.seen(viewer)])


def test_moves_that_are_taken_back(command: Callable[[str], str], tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    bot = OutsideBot(command(KEEPS.format(path=str(told))), 5, 0)
    state = reglas.load("hanabi", 2).start(5)
    before = len(state.seen(0))
    asked(bot, state)
    for second in ("clue_rank A 1", "play 1"):
        later = state.copy()
        later.push("play 1")
        later.push(second)
        asked(bot, later)
    bot.close()
    asks = [json.loads(line) for line in told.read_text().splitlines()][1:]
    assert asks[1]["since"] == before
    assert before < asks[2]["since"] < before + len(asks[1]["events"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('input(); input(); print(\'{"move": "fly 9"}\')', "none of its legal moves"),
        ("input(); input(); print('hello')", "no JSON object"),
        ("input(); input(); print('[' * 9000)", "no JSON object"),
        ("input(); input(); print('[1]')", "no JSON object"),
        ("input(); input(); print('{}')", "has no `move`"),
        ("import sys; sys.exit(3)", "exit code 3"),
        ("input(); input(); import time; time.sleep(60)", "did not answer within 1 seconds"),
    ],
)
def test_a_bot_that_loses_its_say(
    command: Callable[[str], str], text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGLAS_BOT_SECONDS", "1" if "sleep" in text else "20")
    state = reglas.load("hanabi", 2).start(5)
    bot = OutsideBot(command(text), 5, 0)
    move = asked(bot, state)
    assert move in state.legal_moves
    complaint = bot.complaint()
    assert complaint is not None
    assert says in complaint.text()
    assert bot.complaint() is None
    assert asked(bot, state) == move


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run `reglas` with a list of arguments."""

    def runs(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        monkeypatch.setenv("LC_ALL", "C")
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return runs


def test_the_example_plays_a_whole_game(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = run("play", "hanabi", "--players", "2", "--bots", EXAMPLE, "--watch", "--seed", "4", "--no-record")
    assert (code, err) == (0, "")
    assert "The game is over" in out
    assert "no say" not in out


def test_the_table_says_so(run: Callable[..., tuple[int, str, str]], command: Callable[[str], str]) -> None:
    bots = f"random,{command('print(1)')}"
    code, out, _ = run("play", "hanabi", "--players", "2", "--bots", bots, "--watch", "--seed", "4", "--no-record")
    assert code == 0
    assert out.count("no say any more") == 1
    assert "The game is over" in out
    assert "Traceback" not in out


def test_a_program_that_there_is_not(run: Callable[..., tuple[int, str, str]]) -> None:
    code, _, err = run("play", "hanabi", "--bots", "no-such-program x", "--no-record")
    assert code == 2
    assert "no program to start" in err


def test_a_record_starts_nothing(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    record, touched = tmp_path / "game.jsonl", tmp_path / "touched"
    assert run("play", "hanabi", "--seed", "4", "--record", str(record))[0] == 0
    bot = f"{sys.executable} -c open({str(touched)!r},'w')"
    record.write_text(record.read_text().replace('["random"]', json.dumps([bot])))
    code, out, err = run("play", "--resume", str(record))
    assert code == 0, err
    assert "is not started; a random one plays" in err + out
    assert not touched.exists()
