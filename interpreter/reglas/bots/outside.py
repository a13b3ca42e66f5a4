"""A bot in another process: JSON, one message a line, to its input and from its output. See `docs/bots.md`.

The other side gets what its seat may know, and neither the state nor the game's seed, which would tell the cards. If
it cannot be started, ends, is too slow or answers what is no legal move, it has no say any more: random moves are
played in its place, and `complaint` says why.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
from typing import IO, Any

from reglas.bots.random_bot import RandomBot
from reglas.bots.seats import Seat
from reglas.bots.telling import Telling
from reglas.engine.notation import seat_letter
from reglas.knowledge.seen import Seen
from reglas.play import Outcome
from reglas.reading.messages import Message, say

PROTOCOL = 1
PATIENCE = 30.0
"""How many seconds an answer may take; `REGLAS_BOT_SECONDS` says otherwise."""

MOST = 1 << 16
"""An answer longer than this is none."""


class _Fault(Exception):
    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message


def words_of(command: str) -> list[str]:
    """The words of a command as they are given to the system; empty when it cannot be read."""
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return []


def can_start(command: str) -> bool:
    """Is there such a program?"""
    words = words_of(command)
    return bool(words) and shutil.which(words[0]) is not None


def patience() -> float:
    """How many seconds an answer may take."""
    try:
        return max(0.1, float(os.environ.get("REGLAS_BOT_SECONDS", PATIENCE)))
    except ValueError:
        return PATIENCE


class OutsideBot:
    """Lets another process choose."""

    def __init__(self, command: str, seed: int, seat: int) -> None:
        self.command, self.seat = command, seat
        self._instead = RandomBot(seed, seat)
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._told: tuple[Seen, ...] = ()
        self._silent = False
        self._complaint: Message | None = None

    def choose(self, seat: Seat) -> str:
        """The move the other side answers, or a random one if it has no say any more."""
        if not self._silent:
            try:
                return self._asked(seat)
            except _Fault as fault:
                self._complaint, self._silent = fault.message, True
                self.close()
        return self._instead.choose(seat)

    def complaint(self) -> Message | None:
        """Why the other side has lost its say: told once."""
        found, self._complaint = self._complaint, None
        return found

    def finish(self, seat: Seat, outcome: Outcome | None) -> None:
        """Tell the other side how it ended (or, without an outcome, that the table broke up), and part."""
        if self._process is None or self._silent:
            return
        told = None
        if outcome is not None:
            winners = [seat_letter(s) for s in outcome.winners]
            told = {"end": outcome.end, "result": outcome.result, "score": outcome.score,
                    "scores": list(outcome.scores), "winners": winners}  # fmt: skip
        with contextlib.suppress(_Fault):
            self._send({"type": "end", "outcome": told, **self._news(seat)})
        self.close()

    def close(self) -> None:
        """Part from the other side; one that does not go by itself is ended."""
        process, self._process, self._silent = self._process, None, True
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    # -- talking ---------------------------------------------------------------------------------------------------

    def _asked(self, seat: Seat) -> str:
        if self._process is None:
            self._begin(seat)
        view = seat.view.to_json(seat.game.program.faces)
        self._send({"type": "choose", "view": view, **self._news(seat), "moves": list(seat.moves)})
        answer = self._answer()
        move = answer.get("move")
        if not isinstance(move, str):
            raise _Fault(say("its answer has no `move`: {answer}", answer=_short(json.dumps(answer))))
        if move not in seat.moves:
            raise _Fault(say("`{move}` is none of its legal moves", move=_short(move)))
        return move

    def _begin(self, seat: Seat) -> None:
        try:
            self._process = subprocess.Popen(
                words_of(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise _Fault(say("it cannot be started: {reason}", reason=reason)) from None
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._send(hello(seat))

    def _listen(self, output: IO[str]) -> None:
        """Gather lines, so that waiting for one can be given up."""
        with contextlib.suppress(OSError, ValueError):
            while line := output.readline(MOST):
                self._lines.put(line)
        self._lines.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            raise _Fault(self._ended()) from None

    def _ended(self) -> Message:
        code = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(1.0)
        if code is None:
            return say("it listens no longer")
        return say("it has ended, with exit code {code}", code=code)

    def _answer(self) -> dict[str, Any]:
        seconds = patience()
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise _Fault(say("it did not answer within {seconds} seconds", seconds=f"{seconds:g}")) from None
        if line is None:
            raise _Fault(self._ended())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise _Fault(say("its answer is no JSON object: {answer}", answer=_short(line.strip())))
        return answer

    def _news(self, seat: Seat) -> dict[str, Any]:
        """The events since the last message. After moves were taken back `since` is less than what was told before:
        the events from there on are others now."""
        log, told = tuple(seat.log), self._told
        since = min(len(log), len(told))
        while log[:since] != told[:since]:
            since -= 1
        self._told = log
        telling = Telling(seat.game)
        return {"since": since, "events": [telling.event(seen) for seen in log[since:]]}


def hello(seat: Seat) -> dict[str, Any]:
    """The first message: the protocol, the game and its rules' digest, the seat."""
    game = seat.game
    copies = {face: game.program.copies[n] for n, face in enumerate(game.program.faces) if game.program.copies[n]}
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "with": list(game.variants),
        "options": game.options,
        "digest": game.digest,
        "players": game.players,
        "seat": seat_letter(seat.seat),
        "cards": copies,
    }


def _short(text: str) -> str:
    """A text that others wrote, short and on one line."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= 60 else clean[:57] + "..."
