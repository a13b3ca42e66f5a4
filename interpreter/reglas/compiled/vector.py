"""Many environments of one game at once: for programs that learn, and for games that are imagined."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reglas.compiled import batches as b
from reglas.compiled.engine import Engine, Playable, RuleFailed, engine
from reglas.compiled.room import ByLLVM, Cells, InPython, Inside, Room, cells, flags, legal_of

MOST_TOLD = 12
"""So many legal moves are told of where one is refused."""


@dataclass(frozen=True)
class Outcomes:
    """How random games from one row ended: `rewards` and `won`, as those of a vector, but for each game, and how many
    moves they had in all."""

    rewards: memoryview
    won: memoryview
    moves: int


class Vector:
    """`count` environments of an engine's game, numbered from 0. What is told of them is told as memory that stays the
    same, and changes with each step: `memoryview`s that only read, of bytes or 64-bit integers, with shapes, which
    `numpy.asarray` takes as they are. A move is its number, as the engine has it; in each environment the first seat
    that is to act moves.

    An environment whose game is over begins the next by itself, with the seed that is `count` more: `step` says that
    it was over, and what each seat got, and all else is already of the new game.
    """

    def __init__(self, engine: Engine, count: int) -> None:
        if count < 1:
            raise ValueError(count)
        self.engine, self.count = engine, count
        self.seats, self.moves = engine.program.seats, engine.program.moves
        self.observation_size = engine.observation_size
        self._room = Room(engine, count)
        self._inside: Inside = (InPython if engine.how == "plain" else ByLLVM)(engine, self._room)
        self._begun = False
        room = self._room
        self._acting, self._seeds, self._picks = (_shaped(one, count) for one in (room.acts, room.seeds, room.picks))
        self._legal, self._won = _shaped(room.mask, count, self.moves), _shaped(room.won, count, self.seats)
        self._rewards, self._done = _shaped(room.rewards, count, self.seats), _shaped(room.done, count)
        self._seen = _shaped(room.seen, count, self.observation_size)
        self.marks_size = engine.marks_size
        self._known = _shaped(room.known, count, self.marks_size) if self.marks_size else memoryview(b"")
        self._mask = memoryview(room.mask)

    def reset(self, seeds: int | Sequence[int] = 0) -> None:
        """Begin a game in each environment: of the seeds that are given, or of one seed and those that follow it.
        A seed is played as `Engine.start` does. Raises `RuleFailed`."""
        if isinstance(seeds, int):
            seeds = range(seeds, seeds + self.count)
        given = array("q", seeds)
        if len(given) != self.count:
            raise ValueError(f"{len(given)} seeds for {self.count} environments")
        self._room.seeds[:] = given
        self._checked(self._inside.begin(), given)
        self._begun = True

    def acting(self) -> memoryview:
        """The seat that is to act: `count` integers. Where several are, it is the first."""
        return self._acting

    def legal(self) -> memoryview:
        """What is legal for it: `count` x `moves` bytes, 1 for each legal number, else 0."""
        return self._legal

    def legal_moves(self, environment: int) -> list[int]:
        """The same of one environment, as numbers."""
        return legal_of(self._mask, range(self.count)[environment], self.moves)

    def random(self) -> memoryview:
        """A legal move of each environment, each as likely, chosen anew with each step: `count` integers."""
        return self._picks

    def seeds(self) -> memoryview:
        """The seed of the game that each environment plays: `count` integers."""
        return self._seeds

    def observe(self, seats: Sequence[int] | None = None) -> memoryview:
        """What may be seen by the seat that is to act, or by a seat of each environment: `count` x `observation_size`
        integers, as `Engine.observation_layout` says. It is written by this call, and stays until the next."""
        self._inside.see(self._viewers(seats))
        return self._seen

    def marks(self, seats: Sequence[int] | None = None) -> memoryview:
        """What such a seat was told of hidden cards, or saw of them, of an engine that keeps marks: `count` x
        `marks_size` integers, as `Engine.marks_layout` says; written by this call."""
        if self.engine.tracks is None:
            raise ValueError("marks=True")
        self._inside.know(self._viewers(seats))
        return self._known

    def _viewers(self, seats: Sequence[int] | None) -> Cells:
        """Seats that are asked for, or those that are to act."""
        self._ready()
        if seats is None:
            return self._room.acts
        given = array("q", seats)
        if len(given) != self.count or not all(0 <= seat < self.seats for seat in given):
            raise ValueError(f"{self.count} seats from 0 to {self.seats - 1} are wanted")
        return given

    def step(self, moves: Any = None) -> tuple[memoryview, memoryview]:
        """Carry out a move in each environment, `random()` if none are given: a sequence or an array of integers.

        Returns rewards, `count` x `seats` integers, and whether the game was over, `count` bytes. A reward is 0 until
        then. It is the score of the seat, or the one for all, and negative if the lowest score wins; in a game
        without scores it is 1 for who won. Raises `ValueError` for a move that is not legal, and `RuleFailed` where a
        rule fails; either way nothing has happened in any environment."""
        self._ready()
        given = self._room.picks[:] if moves is None else self._given(moves)
        found = self._inside.step(given)
        if found:
            self._checked(found, given)
        return self._rewards, self._done

    def won(self) -> memoryview:
        """Who won the games that were over with the last step: `count` x `seats` bytes."""
        return self._won

    def row(self, environment: int) -> Any:
        """A copy of the row of an environment, as engines have it."""
        self._ready()
        return self._inside.row(range(self.count)[environment])

    def rollout(self, row: Any, games: int, seed: int) -> Outcomes:
        """Play random games to their end from a row of the same program, which stays as it is. Each has chance of its
        own, by the seeds from `seed` on: what the row left open comes out otherwise, what is settled in it stays.
        Rewards and who won are `games` x `seats`, as in `step`. Raises `RuleFailed`."""
        if len(row) != self.engine.row_size or games < 1:
            raise ValueError(len(row), games)
        rewards, won = cells(games * self.seats), flags(games * self.seats)
        moves = self._inside.rollout(row, seed, games, rewards, won)
        if moves < 0:
            raise RuleFailed(f"game {self._room.facts[b.WHERE]}: a rule failed")
        return Outcomes(_shaped(rewards, games, self.seats), _shaped(won, games, self.seats), moves)

    def _ready(self) -> None:
        if not self._begun:
            raise ValueError("`reset` comes first")

    def _given(self, moves: Any) -> Cells:
        """Moves in memory of our own."""
        try:
            view = memoryview(moves)
        except TypeError:
            view = None
        if view is not None and view.format in ("q", "l") and view.itemsize == 8 and view.c_contiguous:
            own = array("q", view.tobytes())
        else:
            own = array("q", moves)
        if len(own) != self.count:
            raise ValueError(f"{len(own)} moves for {self.count} environments")
        return own

    def _checked(self, found: int, given: Cells) -> None:
        """Say what went wrong, if something did."""
        if found == b.DONE:
            return
        n = self._room.facts[b.WHERE]
        if found == b.REFUSED:
            raise ValueError(f"environment {n}: move {given[n]} is not legal{self._told(n)}")
        if self._begun:
            self._inside.again()
        what = "game after game is over before anybody moves" if found == b.EMPTY else "a rule failed"
        raise RuleFailed(f"environment {n}: {what}")

    def _told(self, n: int) -> str:
        """Who is to act in an environment, and what is legal there, as far as it can be told shortly."""
        legal = self.legal_moves(n)
        more = f" and {len(legal) - MOST_TOLD} more" if len(legal) > MOST_TOLD else ""
        return f" for seat {self._acting[n]}; legal: {', '.join(map(str, legal[:MOST_TOLD]))}{more}"


def _shaped(room: Cells, *shape: int) -> memoryview:
    """Memory that is only read, with a shape."""
    view = memoryview(room).toreadonly().cast("B")
    return view.cast("B", shape) if room.typecode == "B" else view.cast("q", shape)


def vector(game: Playable, count: int, how: str = "fast", marks: bool = False) -> Vector:
    """So many environments of a game; `how` and `marks` are as of an engine."""
    return Vector(engine(game, how, marks), count)
