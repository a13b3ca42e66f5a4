"""On a terminal: colours, what it lacks, completion, and the page that hides one person's table from the next."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import reglas
from reglas.cli.console import folded_lines, next_words
from reglas.cli.ink import CARDS, showable, style
from reglas.language.schema_files import load_schema
from reglas.table.pieces import Piece
from reglas.table.screen import Screen
from reglas.table.voice import Voice

HIDE = "\x1b[H\x1b[2J\x1b[3J"


def test_what_a_terminal_lacks_is_drawn_otherwise() -> None:
    assert showable("pilas: rojo R– · dueño, ¿qué?", "utf-8") == "pilas: rojo R– · dueño, ¿qué?"
    assert showable("pilas: rojo R– · dueño, ¿qué?", "ascii") == "pilas: rojo R- | dueno, que?"
    assert showable("pilas: rojo R– · dueño", "latin-1") == "pilas: rojo R- · dueño"
    assert showable("sí …", "no-such-encoding") == "si ..."


def test_every_colour_of_the_words_has_an_ink() -> None:
    named = load_schema()["$defs"]["term"]["properties"]["color"]["enum"]
    assert set(named) == set(CARDS)
    for color in named:
        assert style(Piece("R3", color)).startswith("bold #")
    assert style(Piece("?", hidden=True)) == "dim"


def test_completion_goes_word_by_word() -> None:
    moves = ["pista Luis rojo", "pista Luis 3", "jugar 1", "jugar 2", "por qué"]
    assert list(next_words("p", moves)) == ["ista ", "or "]
    assert list(next_words("PISTA luis ", moves)) == ["rojo", "3"]
    assert list(next_words("por q", moves)) == ["ué"]
    assert list(next_words("jugar 1", moves)) == []


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("lang", ["es", "en"])
def test_sentences_fit(width: int, lang: str) -> None:
    from reglas.table.sentences import Teller

    state = reglas.load("janabi", 3).start(2)
    for move in ("clue_suit B white", "clue_rank C 1", "play 1"):
        if move in state.legal_moves:
            state.push(move)
    voice = Voice(state.game, lang, ("Maximiliana", "Luis", "Eva"))
    for text in Teller(voice, 0).news(state.seen(0)):
        assert all(len(line) <= width for line in folded_lines(text, width))
    lines = Screen(voice, width).draw(state.view(0), "all")
    assert all(line.wide <= width for line in lines)


def piped(environment: dict[str, str], *args: str) -> str:
    code = "import sys; from reglas.cli.main import main; main(); print('rich' in sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", code, "play", "hanabi", "--seed", "4", "--no-record", *args],
        input=b"q\n", capture_output=True, check=True, env={**os.environ, **environment},
    )  # fmt: skip
    assert ran.stderr.decode().strip() == "False"
    return ran.stdout.decode()


def test_a_pipe_has_the_same_text_without_colours() -> None:
    text = piped({"PYTHONIOENCODING": "utf-8"}, "--lang", "es")
    assert "\x1b" not in text
    assert "rojo R– · amarillo A–" in text
    poor = piped({"PYTHONIOENCODING": "ascii"}, "--lang", "es")
    assert poor == showable(text, "ascii")


# -- a real terminal ----------------------------------------------------------------------------------------------


class Terminal:
    """`reglas` in a pseudo-terminal of 80 columns."""

    def __init__(self, home: Path, *args: str, color: bool = True) -> None:
        pty = pytest.importorskip("pty")
        child, self.end = pty.fork()
        if child == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(home), "PYTHONUTF8": "1"}
            environment.pop("NO_COLOR", None)
            if not color:
                environment["NO_COLOR"] = "1"
            os.execve(sys.executable, [sys.executable, "-m", "reglas.cli.main", *args], environment)
        self.child, self.text = child, ""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))

    def until(self, wanted: str, seconds: float = 90) -> str:
        """What comes up to and with a text."""
        begin, stop = len(self.text), time.monotonic() + seconds
        while wanted not in self.text[begin:]:
            assert time.monotonic() < stop, f"{wanted!r} did not come:\n{self.text[begin:]}"
            if not select.select([self.end], [], [], 0.2)[0]:
                continue
            try:
                data = os.read(self.end, 1 << 16)
            except OSError:
                data = b""
            assert data, f"it ended before {wanted!r}:\n{self.text[begin:]}"
            if b"\x1b[6n" in data:  # it asks where the cursor is
                os.write(self.end, b"\x1b[30;1R")
            self.text += data.decode("utf-8", "replace")
        return self.text[begin:]

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def close(self) -> None:
        os.close(self.end)
        os.waitpid(self.child, 0)


def bare(text: str) -> str:
    """Without the sequences that move the cursor or choose colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


PROMPT = "for help):"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_nothing_of_one_person_is_left_for_the_next(tmp_path: Path) -> None:
    game = ["play", "hanabi", "--names", "Ana,Luis", "--seed", "4", "--lang", "en", "--no-record"]
    terminal = Terminal(tmp_path, *game)
    try:
        terminal.until("to see the table.")
        terminal.type("\r")
        ana = terminal.until(PROMPT)
        assert "\x1b[1;38;5;" in ana or "\x1b[1;38;2;" in ana  # cards in colour
        assert "R3  Y4  B1  G1  R5" in bare(ana)
        terminal.type("pl\t")
        terminal.until("ay")  # at once or after "pl", as the terminal is drawn
        terminal.type("3\r")
        terminal.until("Press Enter to hide the table.")
        terminal.type("\r")
        page = terminal.until("to see the table.")
        hidden = page[page.rindex(HIDE) + len(HIDE) :]
        assert [line.strip() for line in bare(hidden).split("\n")] == [
            "Pass the keyboard to Luis (B). Everybody else looks away.",
            "Luis (B), you choose the next move. Press Enter to see the table.",
        ]
        terminal.type("\r")
        luis = bare(terminal.until(PROMPT))
        assert "Luis (B), you  ?   ?   ?   ?   ?" in luis
        assert "R3" not in luis
        terminal.type("\x1b[A\r")  # the line typed before is Ana's, and not to be had
        assert "play 3" not in bare(terminal.until(PROMPT))
        terminal.type("q\r")
        last = terminal.until("not saved.")
        assert "The game is not over" in last[last.rindex(HIDE) :]
    finally:
        terminal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_no_color_leaves_the_text(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, "play", "hanabi", "--seed", "4", "--no-record", "--plain", "--lang", "en", color=False
    )
    try:
        text = terminal.until(PROMPT)
        assert "\x1b[" not in text
        assert "B's hand, card 1: red 3." in text
        terminal.type("q\r")
        terminal.until("not saved.")
    finally:
        terminal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_rulebook_comes_a_screen_at_a_time(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "hanabi", "--names", "Ana,Luis", "--seed", "4", "--lang", "en", "--no-record")
    more = "Enter goes on, anything else leaves off)"
    try:
        terminal.until("to see the table.")
        terminal.type("? all\r")
        first = bare(terminal.until(more))
        assert "What you need\n-----" in first
        assert len(first.split("\n")) <= 40
        terminal.type("\r")
        assert "What you need" not in terminal.until(more)
        terminal.type("enough\r")
        terminal.until("to see the table.")
        terminal.type("\r")
        assert "R3  Y4  B1  G1  R5" in bare(terminal.until(PROMPT))  # a table only now
        terminal.type("?\r")
        terminal.until("what you can type.")
        terminal.until(PROMPT)
        terminal.type("q\r")
        terminal.until("not saved.")
    finally:
        terminal.close()
