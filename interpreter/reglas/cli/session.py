"""A game at the table: people and bots in turn, what happened told to each, every move recorded."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from reglas.bots.seats import Bot
from reglas.cli import common
from reglas.cli.console import Console
from reglas.engine.faults import RuleFault
from reglas.engine.notation import seat_letter
from reglas.knowledge.seen import OBSERVER, SPECTATOR, Viewer
from reglas.knowledge.views import View
from reglas.play import AmbiguousMove, IllegalMove, Move, MoveError, State, UnreadableMove
from reglas.reading.messages import Message, say
from reglas.records import NoRoom, Recorder
from reglas.table.phrases import folded
from reglas.table.rules_told import rules
from reglas.table.screen import WIDTH, Screen
from reglas.table.sentences import Teller, ending
from reglas.table.voice import Voice

LEAVE = ("q", "quit", "exit", "salir", "fin")
HELP = ("?", "h", "help", "ayuda")
TABLE = ("t", "table", "mesa")


class Left(Exception):
    """Somebody left the table."""


@dataclass
class Session:
    """A game being played. `people` are the seats of people, `bots` the others; `watch` is the viewer to whom a game
    without people is told."""

    state: State
    voice: Voice
    console: Console
    people: Sequence[int]
    bots: Mapping[int, Bot]
    watch: Viewer = OBSERVER
    recorder: Recorder | None = None
    last: int | None = None

    def __post_init__(self) -> None:
        self.screen = Screen(self.voice)
        viewers = list(self.people) or [self.watch]
        self.tellers = {viewer: Teller(self.voice, viewer) for viewer in viewers}

    # -- the whole game --------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end; the exit code."""
        try:
            self.play()
        except Left:
            self._left()
            return common.OK
        except KeyboardInterrupt:
            self.console.tell("")
            self._left()
            return common.INTERRUPTED
        except RuleFault as fault:
            common.complain(say("a rule fails: {what}", what=fault.text(self.voice.lang)), lang=self.voice.lang)
            self._left()
            return common.RULE_FAILED
        except NoRoom as error:
            common.complain(error.message, say("the game up to there is in `{file}`", file=str(error.path)),
                            self.voice.lang)  # fmt: skip
            return common.INTERNAL
        finally:
            if self.recorder is not None:
                self.recorder.close()
        return common.OK

    def play(self) -> None:
        """Move after move, then how it ended."""
        if not self.people:
            self._show(self.watch)
        while not self.state.over:
            seat = self.state.to_act[0]
            if seat in self.bots:
                self._push(self.bots[seat].choose(self._view(seat)), seat)
            else:
                self._turn(seat)
            if not self.people:
                self._news(self.watch)
        self._end()

    def _end(self) -> None:
        outcome = self.state.outcome()
        assert outcome is not None
        if self.recorder is not None:
            self.recorder.end(self.state)
        self._news(self.watch if not self.people else self.people[0] if self.last is None else self.last)
        self.console.tell("")
        self._show(OBSERVER, begin=False)
        self.console.tell("", *ending(self.voice, outcome))
        if self.recorder is not None:
            self.console.say(say("The game is saved in {file}", file=str(self.recorder.path)))

    def _left(self) -> None:
        if self.recorder is None:
            self.console.say(say("The game is not over and is not saved."))
            return
        self.console.say(say("The game is saved. Go on with: {command}",
                             command=f"reglas play --resume {shell(self.recorder.path)}"))  # fmt: skip

    # -- a person's turn -------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """Show a person the table and ask until there is a move that can be played."""
        if len(self.people) > 1 and seat != self.last:
            if not self.console.hand_over(self.voice.label(seat), self.last is None):
                raise Left
            self.last = seat
        self._news(seat)
        self.console.tell("")
        self._show(seat)
        view = self._view(seat)
        self.console.tell("", *self.screen.moves(view))
        while True:
            move = self._asked(view)
            if move is not None:
                self._push(move, seat)
                break
        self._news(seat)

    def _asked(self, view: View) -> str | None:
        """A move that can be played, or None after something else was typed."""
        written = [self.screen.phrases.write(text) for text in view.moves]
        prompt = say("Your move (number or text, `?` for help):")
        line = self.console.ask(prompt, written)
        if line is None:
            raise Left
        text = line.strip()
        command = folded(text)
        if command in LEAVE:
            raise Left
        if command in HELP:
            self.console.tell(*rules(self.voice, self.screen.phrases))
        elif command in TABLE:
            self._show(view.viewer)
            self.console.tell("", *self.screen.moves(view))
        elif text.isascii() and text.isdigit():
            return self._numbered(int(text), view)
        elif text:
            return self._read(text)
        return None

    def _numbered(self, number: int, view: View) -> str | None:
        if 1 <= number <= len(view.moves):
            return view.moves[number - 1]
        self.console.say(say("There is no move {number}; they go from 1 to {most}.", number=number,
                             most=len(view.moves)))  # fmt: skip
        return None

    def _read(self, text: str) -> str | None:
        try:
            return self.screen.phrases.read(self.state, text).text
        except MoveError as error:
            self.console.tell(*refusal(self.voice, self.screen, error))
            return None

    # -- what both do ----------------------------------------------------------------------------------------------

    def _push(self, text: str, seat: int) -> Move:
        made = self.state.push(text, seat)
        if self.recorder is not None:
            self.recorder.move(self.state)
        return made

    def _view(self, viewer: Viewer) -> View:
        return self.state.view(named(viewer))

    def _news(self, viewer: Viewer) -> None:
        for line in self.tellers[viewer].news(self.state.seen(viewer)):
            self.console.tell(*folded_lines(line))

    def _show(self, viewer: Viewer, begin: bool = True) -> None:
        if begin and viewer not in self.people and viewer in self.tellers:
            self._news(viewer)
            self.console.tell("")
        self.console.tell(*self.screen.draw(self._view(viewer)))
        if viewer not in self.people and begin:
            self.console.tell("")


def named(viewer: Viewer) -> int | Literal["spectator", "observer"]:
    """A viewer as `State.view` takes it."""
    if viewer == SPECTATOR:
        return "spectator"
    return "observer" if viewer == OBSERVER else viewer


def folded_lines(text: str) -> list[str]:
    """A long line in several."""
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def refusal(voice: Voice, screen: Screen, error: MoveError) -> list[str]:
    """Why a move is refused, in words, and the key of the condition."""
    if isinstance(error, AmbiguousMove):
        moves = ", ".join(screen.phrases.write(text) for text in error.candidates)
        return [voice.put(say("This may be several moves: {moves}", moves=moves))]
    if isinstance(error, IllegalMove) and error.condition is not None:
        reason = voice.words.condition(error.condition)
        return [voice.put(say("Not allowed: {reason} (`{rule}`).", reason=reason, rule=error.condition))]
    if isinstance(error, UnreadableMove):
        lines = [voice.put(say("Not understood: {what}.", what=error.message))]
    else:
        lines = [voice.put(say("Not possible: {what}.", what=error.message))]
    if error.help is not None:
        lines.append("  " + voice.put(error.help))
    return lines


def shell(path: Path) -> str:
    """A path as it is typed."""
    import shlex

    return shlex.quote(str(path))


def seats_text(voice: Voice, people: Sequence[int], kinds: Mapping[int, str]) -> Message:
    """Who plays."""
    parts = [
        voice.label(seat) if seat in people else f"{seat_letter(seat)} ({kinds[seat]})"
        for seat in range(voice.game.players)
    ]
    return say("players: {players}", players=", ".join(parts))
