"""What emitted text tells of a move, read: the events that the interpreter would have noted, in the same order.

What a move implies of hidden cards is asked of the interpreter itself (`engine.implied`), which works it out from the
conditions as they are written: of a move that is made at once on the row before it, of anything else on the row that
the text has put among the events where it happened. Which of it holds is settled, as there, where the flow rests.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from reglas.compiled.cache import loaded
from reglas.compiled.passes import PASSES
from reglas.compiled.prelude import HEAD, KEEP
from reglas.compiled.telling import PLAIN, ROOM, Kind, components, first, written
from reglas.engine import events as ev
from reglas.engine import rng
from reglas.engine.machine import Machine, Move
from reglas.program import ir

Log: TypeAlias = list[ev.Event]
Drawn: TypeAlias = list[tuple[str, int]]
"""Outcomes of chance, each with how it is written."""


MOST_KEPT = 1 << 14
"""How many events are kept, to be given again when the same happens."""


class Told:
    """Carries out moves of a machine's program by emitted text that tells what happens."""

    def __init__(self, machine: Machine, how: str = "plain", passes: Iterable[str] = PASSES) -> None:
        self.machine, self.how, program = machine, how, machine.program
        self._module = loaded(program, how, tuple(passes), events=True)
        self._components, self._written = components(program), written(program)
        self._index, self._place = machine.cell_names, machine.place
        self._first = first(program, HEAD)
        self._c: Any = [0] * self._first
        if how != "plain":
            self._c = array("q", bytes(8 * (self._first + 2 + ROOM)))
            self._c[self._first + 1] = self._first + 2 + ROOM
        self._c[2] = KEEP
        self._log: Log = []
        self._drawn: Drawn = []
        self._readers: dict[int, Callable[[list[int]], Any]] = {
            kind: getattr(self, "_" + kind.name.lower()) for kind in Kind
        }
        self._made: dict[tuple[int, ...], ev.Event] = {}  # events are the same all game

    # -- moves -----------------------------------------------------------------------------------------------------

    def start(self, seed: int, log: Log) -> tuple[Any, Drawn] | None:
        """The row of a new game, at its first decision. None if the interpreter has to do it."""
        row = list(self.machine.program.row)
        for stream, (_, cell) in enumerate(self.machine.program.streams):
            rng.start(row, cell, seed, stream)
        cells: Any = row if self.how == "plain" else array("q", row)
        drawn = self.begin(cells, log)
        return None if drawn is None else (cells, drawn)

    def begin(self, row: Any, log: Log | None) -> Drawn | None:
        """Let the flow run from the row's point to the next decision: the outcomes. What happens is added to the log.
        None if the interpreter has to do it: then nothing has happened."""
        before = row[:]
        self._begin()
        self._module.go(row, self._c)
        if row[ir.FAILED]:
            row[:] = before
            return None
        return self._outcomes() if log is None else self._read(row, log)

    def play(self, row: Any, seat: int, move: Move, log: Log | None) -> Drawn | None:
        """Carry out a legal move, chance included, drawn with the row's own streams: the outcomes. What happens is
        added to the log. None if the interpreter has to do it: then nothing has happened. Raises `RuleFault`."""
        machine, number, before = self.machine, self.machine.decision(row), row[:]
        assert number is not None
        decision = machine.program.decisions[number]
        alternative = decision.alternatives[move[0]] if move[0] < len(decision.alternatives) else None
        told = []
        if log is not None and alternative is not None and decision.waiting < 0:
            told = machine.implications.of_move(row, alternative, move[1:])
        self._begin()
        self._module.make(row, self._c, seat, machine.code(number, move))
        if row[ir.FAILED]:
            row[:] = before
            return None
        if log is None:
            return self._outcomes()
        log.append(self._choice(seat, number, move))
        return self._read(row, log, [(len(log), told)] if told else [])

    def _begin(self) -> None:
        """Nothing has happened so far."""
        self._c[0] = 0
        if self.how == "plain":
            del self._c[self._first :]
        else:
            self._c[self._first] = self._first + 2

    def _choice(self, seat: int, number: int, move: Move) -> ev.Event:
        """What a player chose."""
        key = (0, seat, number, *move)
        event = self._made.get(key)
        if event is None:
            decision = self.machine.program.decisions[number]
            declined = move[0] == len(decision.alternatives)
            values = () if declined else self.machine.places(decision.alternatives[move[0]], move)
            if decision.waiting >= 0:
                event = ev.Committed(seat, number, move[0], values)
            else:
                event = ev.Declined(seat, number) if declined else ev.Chosen(seat, number, move[0], values)
            self._keep(key, event)
        return event

    def _new(self, key: tuple[int, ...]) -> ev.Event:
        """An event that was not there before."""
        event: ev.Event = self._readers[key[0]](list(key[2:]))
        self._keep(key, event)
        return event

    def _keep(self, key: tuple[int, ...], event: ev.Event) -> None:
        if len(self._made) >= MOST_KEPT:
            self._made.clear()
        self._made[key] = event

    def _outcomes(self) -> Drawn:
        """The outcomes alone."""
        c, found = self._c, list[tuple[str, int]]()
        at, end = self._span()
        while at < end:
            if c[at] == Kind.RESTED:
                name, done = self._written[c[at + 3]], len(found)
                found += [(name, value) for value in c[HEAD + done : HEAD + c[at + 2]]]
            at += 2 + c[at + 1]
        return found

    def _span(self) -> tuple[int, int]:
        """Where in `c` what is told begins and ends."""
        return (self._first, len(self._c)) if self.how == "plain" else (self._first + 2, self._c[self._first])

    # -- events ----------------------------------------------------------------------------------------------------

    def _read(self, row: Any, log: Log, implied: list[Any] | None = None) -> Drawn:
        """Read what was told, up to where the flow rests."""
        c, machine, readers, made = self._c, self.machine, self._readers, self._made
        self._log, self._drawn, (at, end) = log, [], self._span()
        keep, machine.log = machine.log, log
        machine.implied[:] = implied or []
        try:
            while at < end:
                begin, last = at + 2, at + 2 + c[at + 1]
                if c[at] < PLAIN:
                    readers[c[at]](c[begin:last])
                else:
                    key = tuple(c[at:last])
                    event = made.get(key)
                    log.append(self._new(key) if event is None else event)
                at = last
            if row[ir.ENDED]:
                log.append(ev.Ended(row[ir.ENDED] - 1))
            machine.tell()
        finally:
            machine.log = keep
        return self._drawn

    def _rested(self, values: list[int]) -> None:
        count, of = values
        name, done = self._written[of], len(self._drawn)
        self._drawn += [(name, value) for value in self._c[HEAD + done : HEAD + count]]
        self.machine.tell()

    def _moved(self, values: list[int]) -> ev.Event:
        face, before, after, picked = values
        return ev.Moved(face, self._place(before), self._place(after), bool(picked))

    def _changed(self, values: list[int]) -> ev.Event:
        component, cell, before, after = values
        return ev.Changed(self._components[component], self._index.get(cell, 0), before, after)

    def _pushed(self, values: list[int]) -> ev.Event:
        return ev.Pushed(self._components[values[0]], tuple(values[1:]))

    def _rolled(self, values: list[int]) -> ev.Event:
        return ev.Rolled(values[0], tuple(values[1:]))

    def _swapped(self, values: list[int]) -> ev.Event:
        a, face, b, other = values
        return ev.Swapped(self._place(a), face, self._place(b), other)

    def _shuffled(self, values: list[int]) -> ev.Event:
        return ev.Shuffled(values[0])

    def _seats(self, bits: int) -> frozenset[int]:
        return frozenset(seat for seat in range(self.machine.program.seats) if bits >> seat & 1)

    def _shown(self, values: list[int]) -> ev.Event:
        places = tuple(map(self._place, values[1::2]))
        return ev.Shown(places, tuple(values[2::2]), self._seats(values[0]))

    def _told(self, values: list[int]) -> ev.Event:
        to, count = values[:2]
        last = 2 + 2 * count
        places, holds = tuple(map(self._place, values[2:last:2])), tuple(map(bool, values[3:last:2]))
        return ev.Told(places, holds, frozenset(values[last:]), self._seats(to))

    # -- players ---------------------------------------------------------------------------------------------------

    def _chosen(self, values: list[int]) -> None:
        player, number, choice = values[:3]
        alternative = self.machine.program.decisions[number].alternatives[choice]
        last = 3 + len(alternative.picks)
        move, row = (choice, *values[3:last]), list(values[last:])
        places = self.machine.places(alternative, move)
        self._log.append(ev.Chosen(player, number, choice, places))
        told = self.machine.implications.of_move(row, alternative, move[1:]) if row else []
        if told:
            self.machine.implied.append((len(self._log), told))

    def _voided(self, values: list[int]) -> ev.Event:
        return ev.Voided(*values)

    def _skipped(self, values: list[int]) -> None:
        player, number, *row = values
        if row:
            self._log += self.machine.implications.of_none(row, self.machine.program.decisions[number])
        self._log.append(ev.Skipped(player))

    def _asked(self, values: list[int]) -> None:
        number, *row = values
        self._log += self.machine.implications.of_some(row, self.machine.program.decisions[number])
