"""Moves and outcomes as everybody outside the engine gets them, and the errors for moves that cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reglas.reading.messages import Message, say


@dataclass(frozen=True)
class Move:
    """A move: who, which action, its picks as text, its canonical text, its number, the same all game, and the names
    of the conditions that it should honour and breaks (for its player alone, before it is made)."""

    player: int
    action: str
    picks: tuple[str, ...]
    text: str
    number: int
    foul: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `end`: the name of the end; `result`: won, lost, done, or empty when players are ranked; `score`: for all, or
    None; `scores`: for each seat; `winners`: the seats that won.
    """

    end: str
    result: str
    score: int | None
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class MoveError(ValueError):
    """A move that cannot be played. `text` is what was given, `message` what is wrong, `help` what would do."""

    def __init__(self, text: str, message: Message, help: Message | None = None) -> None:
        super().__init__(f"{text!r}: {message.text()}")
        self.text, self.message, self.help = text, message, help


class UnreadableMove(MoveError):
    """A text that is no move of the game; `at` is the character at which it goes wrong."""

    def __init__(self, text: str, message: Message, at: int, help: Message | None = None) -> None:
        super().__init__(text, message, help)
        self.at = at


class IllegalMove(MoveError):
    """A move that the rules forbid now. `condition` is the rule's name in the spec, or None when the move is not
    among those offered; `pick` then names the pick that does not exist."""

    def __init__(self, text: str, message: Message, condition: str | None = None, pick: str | None = None) -> None:
        super().__init__(text, message)
        self.condition, self.pick = condition, pick


class AmbiguousMove(MoveError):
    """A text that several moves have; `candidates` are their canonical texts."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(text, say("this may be {moves}", moves=", ".join(candidates)))
        self.candidates = tuple(candidates)


class ChanceError(ValueError):
    """A script of chance that cannot come out: an outcome that is not possible, or none left."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message
