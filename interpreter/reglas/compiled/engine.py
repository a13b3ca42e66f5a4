"""Emitted programs at work on rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Any, Protocol

from reglas.compiled.cache import loaded
from reglas.compiled.emit import HOWS
from reglas.compiled.marks.telling import marks_layout
from reglas.compiled.marks.tracks import Tracks
from reglas.compiled.observe import Slice, layout
from reglas.compiled.passes import PASSES
from reglas.compiled.text import MORE
from reglas.program import ir

MOST_DRAWN = 4_096
"""How many outcomes of chance there may be from one move to the next."""
STOP, KEEP, DRAW = 0, 1, 2
HEAD = 3
FAILED, WANTED = 1, 2
"""As in `prelude`."""


class RuleFailed(Exception):
    """A rule failed, or goes on for ever: the row was put back. The interpreter, asked the same, says what it is."""


@dataclass(frozen=True)
class Chances:
    """What chance did while a move was carried out: the outcomes that came, in order, and, if one more is wanted that
    was not given, what it may be (each as often as it is likely); then the row was put back."""

    came: tuple[int, ...]
    wanted: tuple[int, ...] = ()


class Legal(Protocol):
    """What lists legal moves."""

    def __call__(self, row: Any, seat: int | None = None) -> list[int]:
        """Their numbers."""


class Apply(Protocol):
    """What carries out a move."""

    def __call__(self, row: Any, number: int, seat: int | None = None) -> None:
        """The move with a number."""


class Engine:
    """A program, emitted. `how` is `plain` (Python) or `fast` (compiled by LLVM); `passes` are the passes made before.

    A row is a list of integers, or an array if it is not plain Python, as in `program.ir`; a move is its number, the
    same all game. With `marks` rows are longer, and keep what each viewer was told of hidden cards, or saw of them.

    `legal(row, seat=None)`: the numbers of the legal moves of a seat, or of the first that is to act; none when the
    game is over. Raises `RuleFailed`.

    `apply(row, number, seat=None)`: carry out a move, chance included, up to the next decision or the end. A
    rule that fails leaves `row[FAILED]` set, and the row is of no use then: `played` is for those who keep it. `fast`
    takes a number that is no legal move for such a failure, `plain` does not look.
    """

    legal: Legal
    apply: Apply

    def __init__(
        self, program: ir.Program, how: str = "plain", passes: Iterable[str] = PASSES, marks: bool = False
    ) -> None:
        if how not in HOWS:
            raise ValueError(how)
        self.program, self.how = program, how
        self.module = loaded(program, how, tuple(passes), marks)
        self.tracks = Tracks(program) if marks else None
        self.row_size = len(program.row) + (len(self.tracks.row) if self.tracks is not None else 0)
        self.marks_layout: tuple[Slice, ...] = marks_layout(program, self.tracks) if self.tracks is not None else ()
        self.marks_size = sum(part.count for part in self.marks_layout)
        self._marked = self.cells(self.marks_size)
        self.observation_layout: tuple[Slice, ...] = layout(program)
        self.observation_size = sum(part.count for part in self.observation_layout)
        self._moves, self._seen = self.cells(program.moves + MORE), self.cells(self.observation_size)
        self._plain = how == "plain"
        self._together = any(decision.waiting >= 0 for decision in program.decisions)
        self._asked = slice(program.pending, program.pending + program.seats)
        self._drawn = self.cells(3)
        self._drawn[2] = DRAW
        self.legal, self.apply = (_plain if self._plain else _fast)(self)

    def cells(self, count: int) -> Any:
        """So many integers: a list, or an array for LLVM."""
        if self.how == "plain":
            return [0] * count
        return array("q", bytes(8 * count))

    def start(self, seed: int) -> Any:
        """The row of a new game, at its first decision. Raises `RuleFailed`."""
        if self._plain:
            row = self.module.fresh(seed)
        else:
            row = self.cells(self.row_size)
            self.module.start(row, self._drawn, seed)
        if row[ir.FAILED]:
            raise RuleFailed
        return row

    def over(self, row: Any) -> bool:
        """Is the game over?"""
        return bool(row[ir.ENDED])

    def acting(self, row: Any) -> tuple[int, ...]:
        """The seats that are to act."""
        asked = row[self._asked]
        return _among(tuple(asked)) if self._plain else _among(tuple(asked.tolist()))

    def played(
        self, row: Any, number: int, seat: int | None = None, given: Sequence[int] = (), draw: bool = True
    ) -> Chances:
        """The same; outcomes of chance are those given, in order, while they last, then drawn, or asked for unless
        `draw`. Raises `RuleFailed`."""
        before = self.copied(row)
        chances = self._given(given, draw)
        self.module.make(row, chances, self._seat(row) if seat is None else seat, number)
        return self._chances(row, before, chances)

    def begun(self, row: Any, given: Sequence[int] = (), draw: bool = True) -> Chances:
        """Go on from the row's point, as at the start of a game, likewise."""
        before = self.copied(row)
        chances = self._given(given, draw)
        self.module.go(row, chances)
        return self._chances(row, before, chances)

    def _given(self, given: Sequence[int], draw: bool) -> Any:
        """How outcomes of chance are to come about, as emitted text has it."""
        chances = self.cells(HEAD + MOST_DRAWN)
        chances[1], chances[2] = len(given), KEEP if draw else STOP
        for at, value in enumerate(given):
            chances[HEAD + at] = value
        return chances

    def _chances(self, row: Any, before: Any, chances: Any) -> Chances:
        failed, count = int(row[ir.FAILED]), int(chances[0])
        came = tuple(int(value) for value in chances[HEAD : HEAD + count])
        if not failed:
            return Chances(came)
        row[:] = before
        if failed != WANTED:
            raise RuleFailed
        first = HEAD + count + 1
        return Chances(came, tuple(int(value) for value in chances[first : first + int(chances[first - 1])]))

    def copied(self, row: Any) -> Any:
        """A copy of a row."""
        return row[:]

    def _seat(self, row: Any) -> int:
        first = self.program.pending
        return next((seat for seat in range(self.program.seats) if row[first + seat]), 0)

    def result(self, row: Any) -> list[int]:
        """How a game that is over ended: the score for all, the scores of the seats, and for each whether it won."""
        found = self.cells(1 + 2 * self.program.seats)
        self.module.result(row, found)
        return [int(value) for value in found]

    def observe(self, row: Any, seat: int, out: Any) -> None:
        """Write what a seat may see of a row into `out`, a list or an array of whatever numbers, of `observation_size`;
        `observation_layout` says what each means. What the seat was told or saw before is not in it: see `marks`."""
        if len(out) < self.observation_size or not 0 <= seat < self.program.seats:
            raise ValueError(len(out), seat)
        if self._plain or (isinstance(out, array) and out.typecode == "q"):
            self.module.observe(row, seat, out)
            return
        self.module.observe(row, seat, self._seen)
        out[: self.observation_size] = array(out.typecode, self._seen) if isinstance(out, array) else self._seen

    def marks(self, row: Any, seat: int, out: Any) -> None:
        """Write what a seat knows of hidden cards, and what everybody knows, by what was told and seen, into `out`, of
        `marks_size`; `marks_layout` says what each integer means. For engines made with `marks`."""
        if self.tracks is None:
            raise ValueError("marks=True")
        if len(row) < self.row_size or len(out) < self.marks_size or not 0 <= seat < self.program.seats:
            raise ValueError(len(row), len(out), seat)
        if isinstance(out, list) if self._plain else isinstance(out, array) and out.typecode == "q":
            self.module.mark(row, seat, out)
            return
        self.module.mark(row, seat, self._marked)
        out[: self.marks_size] = array(out.typecode, self._marked) if isinstance(out, array) else self._marked

    def playouts(self, seed: int, games: int) -> tuple[int, int]:
        """Random games to their end: how many moves they had, and how many games there were."""
        row = self.cells(self.row_size)
        return int(self.module.playouts(row, self._drawn, self._moves, self.cells(4), seed, games)), games


def _plain(engine: Engine) -> tuple[Legal, Apply]:
    """What is emitted is used as it is."""
    moves: Legal = engine.module.moves

    def legal(row: Any, seat: int | None = None) -> list[int]:
        found = moves(row, seat)
        if row[ir.FAILED]:
            row[ir.FAILED] = 0
            raise RuleFailed
        return found

    return (legal if engine.module.LEGAL_FAILS else moves), engine.module.apply


def _fast(engine: Engine) -> tuple[Legal, Apply]:
    first = engine._seat if engine._together else lambda row: 0
    numbers, drawn, list_moves, make = engine._moves, engine._drawn, engine.module.legal, engine.module.make

    def legal(row: Any, seat: int | None = None) -> list[int]:
        found: list[int] = numbers[: list_moves(row, first(row) if seat is None else seat, numbers)].tolist()
        if row[ir.FAILED]:
            row[ir.FAILED] = 0
            raise RuleFailed
        return found

    def apply(row: Any, number: int, seat: int | None = None) -> None:
        make(row, drawn, first(row) if seat is None else seat, number)

    return legal, apply


@lru_cache(maxsize=1 << 14)
def _among(asked: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that are asked."""
    return tuple(compress(range(len(asked)), asked))


class Playable(Protocol):
    """What has a program: a game."""

    @property
    def program(self) -> ir.Program:
        """The program."""


@lru_cache(maxsize=32)
def _engine(program: _Same, how: str, marks: bool) -> Engine:
    return Engine(program.program, how, marks=marks)


class _Same:
    """A program that is the same only as itself: telling whether two are alike would take longer than emitting one."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


def engine(game: Playable, how: str = "plain", marks: bool = False) -> Engine:
    """The engine of a game, kept for a while. `how` is `plain` (Python) or `fast` (by LLVM, of the extra `fast`); with
    `marks` it keeps what is known of hidden cards."""
    return _engine(_Same(game.program), how, marks)
