"""The cells that a vector of environments is kept in, and what is done with them in plain Python or by LLVM."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import compress
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from reglas.compiled import batches as b
from reglas.compiled.plain import below, stream
from reglas.compiled.text import MORE
from reglas.language.types import NONE

if TYPE_CHECKING:
    from reglas.compiled.engine import Engine

Cells: TypeAlias = "array[int]"


def cells(count: int) -> Cells:
    """So many 64-bit integers."""
    return array("q", bytes(8 * count))


def flags(count: int) -> Cells:
    """So many bytes."""
    return array("B", bytes(count))


STEPS = 64
"""After so many steps rows are kept anew."""


class Room:
    """What is seen of all environments, one after the other; `batches` says what each is."""

    def __init__(self, engine: Engine, count: int) -> None:
        program, seats = engine.program, engine.program.seats
        self.facts = cells(b.SIZE)
        self.facts[b.COUNT], self.facts[b.CELLS], self.facts[b.MOVES] = count, engine.row_size, program.moves
        self.facts[b.SEEN], self.facts[b.PENDING], self.facts[b.SEATS] = engine.observation_size, program.pending, seats
        self.facts[b.STREAMS], self.facts[b.KNOWN] = len(program.streams), engine.marks_size
        self.ends = cells(3 * len(program.ends))
        for number, end in enumerate(program.ends):
            kind = b.EACH if end.scores else b.SHARED if end.score is not None else b.WON
            all_won = end.outcome == "won" and end.winners is None and not end.best
            self.ends[3 * number : 3 * number + 3] = array("q", (kind, -1 if end.best < 0 else 1, int(all_won)))
            if kind == b.WON:
                self.ends[3 * number + 1] = 1
        self.acts, self.seeds, self.picks = (cells(count) for _ in range(3))
        self.mask, self.done, self.won = flags(count * program.moves), flags(count), flags(count * seats)
        self.rewards, self.seen = cells(count * seats), cells(count * engine.observation_size)
        self.known = cells(count * engine.marks_size)

    def cleared(self) -> None:
        """No game was over with the last step."""
        self.rewards[:], self.won[:], self.done[:] = (
            array(one.typecode, bytes(one.itemsize * len(one))) for one in (self.rewards, self.won, self.done)
        )


class Inside(Protocol):
    """What works on environments. Calls return what came of them, as `batches` numbers it; where it is not `DONE`
    nothing has happened, and `WHERE` in the facts says in which environment it was."""

    def begin(self) -> int:
        """Begin a game of each of the seeds."""

    def again(self) -> None:
        """Make all as it was before a call of which nothing came, if there was one before it."""

    def step(self, moves: Cells) -> int:
        """A move in each."""

    def see(self, seats: Cells) -> None:
        """What a seat of each may see."""

    def know(self, seats: Cells) -> None:
        """The marks of a seat of each."""

    def rollout(self, row: Any, seed: int, games: int, rewards: Cells, won: Cells) -> int:
        """Random games from a row on: how many moves they had, or -1."""

    def row(self, n: int) -> Any:
        """A copy of the row of an environment."""


class ByLLVM:
    """One call for all, which works on the rows as they lie. Rows are kept now and then, and the moves since: should
    a rule fail, they are played once more, so that nothing has happened."""

    def __init__(self, engine: Engine, room: Room) -> None:
        from reglas.compiled.native.batch import Batch

        self.room, self.program = room, engine.program
        module = engine.module
        if module.batch is None:
            module.batch = Batch(module, engine.tracks is not None)
        self._cells = engine.row_size
        self._width = self._cells + b.MORE
        self._rows = cells(room.facts[b.COUNT] * self._width)
        self._chance, self._moves = cells(3), cells(self.program.moves + MORE)
        self._chance[2] = 2  # drawn by the row's own streams
        self._result, self._given = cells(1 + 2 * self.program.seats), cells(room.facts[b.COUNT])
        streams = array("q", [cell for _, cell in self.program.streams] or [0])
        held = cells(room.facts[b.COUNT] * (b.MOST_HELD + 1))
        shown, work = (room.acts, room.seeds, room.picks, room.mask, held), (self._chance, self._moves)
        paid = (room.rewards, room.won)
        bound: Callable[..., Callable[..., int]] = module.batch.bound
        self._begin = bound("begin", room.facts, self._rows, *work, *shown)
        self._again = bound("again", room.facts, self._rows, self._moves, *shown)
        self._step = bound(
            "step", room.facts, room.ends, self._rows, *work, self._result, self._given, *shown, *paid, room.done
        )
        self._see = bound("see", room.facts, self._rows)
        self._know = bound("know", room.facts, self._rows) if engine.tracks is not None else None
        self._rollout = bound("rollout", room.facts, room.ends, streams, *work, self._result)
        self._changed = (self._rows, room.rewards, room.won, room.done)
        self._kept = tuple(one[:] for one in self._changed)
        self._since: list[Cells] = []

    def begin(self) -> int:
        """Begin a game of each of the seeds."""
        found = self._begin()
        if found == b.DONE:
            self.room.cleared()
            self._keep()
        return found

    def _keep(self) -> None:
        """As it is now it can be had again."""
        for kept, one in zip(self._kept, self._changed, strict=True):
            kept[:] = one
        self._since.clear()

    def again(self) -> None:
        """As it was kept, and the moves since."""
        for kept, one in zip(self._kept, self._changed, strict=True):
            one[:] = kept
        self._again()
        for moves in self._since:
            self._given[:] = moves
            self._step()

    def step(self, moves: Cells) -> int:
        """A move in each."""
        if len(self._since) == STEPS:
            self._keep()
        self._given[:] = moves
        found = self._step()
        if found == b.DONE:
            self._since.append(moves)
        return found

    def see(self, seats: Cells) -> None:
        """Into the observations."""
        self._see(seats, self.room.seen)

    def know(self, seats: Cells) -> None:
        """Into the marks."""
        if self._know is not None:
            self._know(seats, self.room.known)

    def rollout(self, row: Any, seed: int, games: int, rewards: Cells, won: Cells) -> int:
        """In rows of their own."""
        return self._rollout(array("q", row), cells(self._width), rewards, won, seed, games)

    def row(self, n: int) -> Cells:
        """An array."""
        first = n * self._width
        return self._rows[first : first + self._cells]


class InPython:
    """The same by the functions of plain text, one environment after the other."""

    def __init__(self, engine: Engine, room: Room) -> None:
        self.room, self.program, self.module = room, engine.program, engine.module
        self._cells, self._count, self._size = engine.row_size, room.facts[b.COUNT], room.facts[b.SEEN]
        self._rows: list[list[int]] = [[] for _ in range(self._count)]
        self._seeds: list[int] = []
        self._streams = [[0] * 4 for _ in range(self._count)]
        self._none = flags(self.program.moves)
        self._chance = [0, 0, 2]

    def _fresh(self, seed: int) -> tuple[int, list[int], int]:
        """A new game of a seed, or of the next that somebody has to play."""
        row = [0] * self._cells
        for _ in range(b.MOST_EMPTY):
            self.module.start(row, self._chance, seed)
            if row[3]:
                return b.FAILED, row, seed
            if not row[2]:
                return b.DONE, row, seed
            seed += self._count
        return b.EMPTY, row, seed

    def _asked(self, row: list[int]) -> int:
        return next(seat for seat in range(self.program.seats) if row[self.program.pending + seat])

    def _legal(self, row: list[int]) -> list[int]:
        """The legal moves of the first that is to act; none if a rule fails."""
        found: list[int] = []
        self.module.legal(row, self._asked(row), found)
        return [] if row[3] else found

    def _wrong(self, n: int, what: int) -> int:
        self.room.facts[b.WHERE] = n
        return what

    def _shown(self, rows: list[list[int]], seeds: list[int], found: list[list[int]], afresh: list[bool]) -> None:
        """What is seen of new rows, which from now on are the rows."""
        room, most = self.room, self.program.moves
        self._rows, self._seeds = rows, seeds
        for n, numbers in enumerate(found):
            if afresh[n]:
                stream(self._streams[n], 0, seeds[n], b.CHOICES)
            room.acts[n], room.seeds[n] = self._asked(rows[n]), seeds[n]
            room.picks[n] = numbers[below(self._streams[n], 0, len(numbers))]
            room.mask[n * most : n * most + most] = self._none
            for number in numbers:
                room.mask[n * most + number] = 1

    def begin(self) -> int:
        """Begin a game of each of the seeds."""
        rows, seeds, found = [], [], []
        for n in range(self._count):
            wrong, row, seed = self._fresh(self.room.seeds[n])
            numbers = self._legal(row) if wrong == b.DONE else []
            if not numbers:
                return self._wrong(n, wrong or b.FAILED)
            rows.append(row)
            seeds.append(seed)
            found.append(numbers)
        self._shown(rows, seeds, found, [True] * self._count)
        self.room.cleared()
        return b.DONE

    def again(self) -> None:
        """Only seeds were given anew."""
        self.room.seeds[:] = array("q", self._seeds)

    def step(self, moves: Cells) -> int:
        """A move in each."""
        room, most, seats, module = self.room, self.program.moves, self.program.seats, self.module
        for n, move in enumerate(moves):
            if not (0 <= move < most and room.mask[n * most + move]):
                return self._wrong(n, b.REFUSED)
        rows, seeds, found, over = [], room.seeds.tolist(), [], [False] * self._count
        rewards, won = cells(self._count * seats), flags(self._count * seats)
        for n, move in enumerate(moves):
            row, wrong = self._rows[n][:], b.DONE
            module.make(row, self._chance, room.acts[n], move)
            if row[3]:
                return self._wrong(n, b.FAILED)
            if row[2]:
                over[n] = True
                self._paid(row, n, rewards, won)
                wrong, row, seeds[n] = self._fresh(seeds[n] + self._count)
            numbers = self._legal(row) if wrong == b.DONE else []
            if not numbers:
                return self._wrong(n, wrong or b.FAILED)
            rows.append(row)
            found.append(numbers)
        room.rewards[:], room.won[:], room.done[:] = rewards, won, array("B", over)
        self._shown(rows, seeds, found, over)
        return b.DONE

    def _paid(self, row: list[int], n: int, rewards: Cells, won: Cells) -> None:
        """What each seat gets at the end of a game."""
        seats, result = self.program.seats, [0] * (1 + 2 * self.program.seats)
        self.module.result(row, result)
        kind, by, all_won = self.room.ends[3 * (row[2] - 1) : 3 * row[2]]
        for seat in range(seats):
            best = max(result[1 + seats + seat], all_won)
            value = {b.SHARED: result[0], b.EACH: result[1 + seat], b.WON: best}[kind]
            rewards[n * seats + seat] = 0 if value == NONE else value * by
            won[n * seats + seat] = best

    def see(self, seats: Cells) -> None:
        """Into the observations."""
        seen, size = [0] * self._size, self._size
        for n, row in enumerate(self._rows):
            self.module.observe(row, seats[n], seen)
            self.room.seen[n * size : n * size + size] = array("q", seen)

    def know(self, seats: Cells) -> None:
        """Into the marks."""
        size = self.room.facts[b.KNOWN]
        known = [0] * size
        for n, row in enumerate(self._rows):
            self.module.mark(row, seats[n], known)
            self.room.known[n * size : n * size + size] = array("q", known)

    def rollout(self, row: Any, seed: int, games: int, rewards: Cells, won: Cells) -> int:
        """In rows of their own."""
        moves, first, own = 0, list(row), [0] * 4
        for game in range(games):
            s = first[:]
            for number, (_, cell) in enumerate(self.program.streams):
                stream(s, cell, seed + game, number)
            stream(own, 0, seed + game, b.CHOICES)
            while not s[2]:
                numbers = self._legal(s)
                if numbers:
                    self.module.make(s, self._chance, self._asked(s), numbers[below(own, 0, len(numbers))])
                if not numbers or s[3]:
                    return self._wrong(game, -1)
                moves += 1
            self._paid(s, game, rewards, won)
        return moves

    def row(self, n: int) -> list[int]:
        """A list."""
        return self._rows[n][:]


def legal_of(mask: memoryview, n: int, most: int) -> list[int]:
    """The moves that are legal in one environment."""
    return list(compress(range(most), mask[n * most : n * most + most]))
