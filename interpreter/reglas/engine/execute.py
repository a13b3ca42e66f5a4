"""Operations of a program as Python functions: each does its work on the row and gives the next point.

`STOP` means that the flow rests here: a decision, a chance or the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reglas.engine import events as ev
from reglas.engine import rolling
from reglas.engine.asking import STOP, Asking, Step
from reglas.engine.chance import Chance
from reglas.engine.comparing import Value
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import nodes

if TYPE_CHECKING:
    from reglas.engine.machine import Machine


def taken_by_choice(program: ir.Program, point: int, cards: ir.Expr) -> bool:
    """Are these, and nothing else, the cards picked in a choice that is made together with others, as everybody can
    read in the rules?"""
    begun = {op.decision for op in program.ops[:point] if isinstance(op, ir.Gather)}
    within = [op.decision for op in program.ops if isinstance(op, ir.Next) and point < op.to]
    made = [a for number in within if number in begun for a in program.decisions[number].alternatives]
    cells = {pick.cell for alternative in made for pick in alternative.picks}
    parts = list(nodes(cards)) if cells else []
    return bool(parts) and all(
        isinstance(part, ir.Only | ir.Listing) or (isinstance(part, ir.Cell) and part.cell in cells) for part in parts
    )


class Executor(Asking):
    """Makes functions of operations, for a machine."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.value = machine.evaluator.value
        self.f = machine.locals
        self.cell_names = machine.cell_names

    def step(self, point: int, op: ir.Op) -> Step:
        """The function of the operation at a point."""
        method: Callable[[int, Any], Step] = getattr(self, "_" + type(op).__name__.lower())
        return method(point, op)

    # -- flow ------------------------------------------------------------------------------------------------------

    def _jump(self, point: int, op: ir.Jump) -> Step:
        to = op.to
        return lambda s: to

    def _unless(self, point: int, op: ir.Unless) -> Step:
        condition, to, f, on = self.value(op.condition), op.to, self.f, point + 1
        return lambda s: on if condition(s, f) else to

    def _fail(self, point: int, op: ir.Fail) -> Step:
        def fail(s: list[int]) -> int:
            raise self.m.fault(op.code, op.site, "this loop goes round more often than its bound allows")

        return fail

    def _finish(self, point: int, op: ir.Finish) -> Step:
        def finish(s: list[int]) -> int:
            if not s[ir.ENDED]:
                s[ir.ENDED] = op.end + 1
                self.m.note(ev.Ended(op.end))
            return STOP

        return finish

    def _check(self, point: int, op: ir.Check) -> Step:
        tests = self.m.end_tests(op.ends)
        f, on = self.f, point + 1

        def check(s: list[int]) -> int:
            if s[ir.BEGUN] in (1, 2):
                for end, test in tests:
                    if test(s, f):
                        return end
            return on

        return check

    # -- cells -----------------------------------------------------------------------------------------------------

    def _cell(self, target: ir.Target, site: int) -> Value:
        base, low, size = target.base, target.low, target.size
        if target.index is None:
            return lambda s, f: base
        index = self.value(target.index)

        def cell(s: list[int], f: list[int]) -> int:
            at: int = index(s, f) - low
            if not 0 <= at < size:
                raise self.m.fault("R806", site, "{index} lies outside what there is", index=at + low)
            return base + at

        return cell

    def _assign(self, point: int, op: ir.Assign) -> Step:
        value, f, on, low, high, component = (
            self.value(op.value),
            self.f,
            point + 1,
            op.low,
            op.high,
            op.component,
        )
        if op.target.index is None and not component:
            fixed = op.target.base

            def put(s: list[int]) -> int:
                s[fixed] = int(value(s, f))
                return on

            return put
        cell = self._cell(op.target, op.site)

        def assign(s: list[int]) -> int:
            new, at = int(value(s, f)), cell(s, f)
            if not low <= new <= high and new != NONE:
                raise self.m.fault("R806", op.site, "{value} lies outside {low}..{high}", value=new, low=low, high=high)
            self.m.changed(s, component, at, new)
            return on

        return assign

    def _fill(self, point: int, op: ir.Fill) -> Step:
        first, last, value, on, component = op.cell, op.cell + op.count, op.value, point + 1, op.component
        filler = [value] * op.count

        def fill(s: list[int]) -> int:
            if component and self.m.log is not None:
                for cell in range(first, last):
                    self.m.changed(s, component, cell, value)
            s[first:last] = filler
            return on

        return fill

    def _adjust(self, point: int, op: ir.Adjust) -> Step:
        cell, by, f, on = self._cell(op.target, op.site), self.value(op.by), self.f, point + 1
        low, high, component = op.low, op.high, op.component

        def adjust(s: list[int]) -> int:
            at = cell(s, f)
            new = s[at] + by(s, f)
            if not low <= new <= high:
                if not op.supply:
                    raise self.m.fault(
                        "R801", op.site, "`{token}` would be {value}; it is {low}..{high}", token=component,
                        value=new, low=low, high=high,
                    )  # fmt: skip
                new = low if new < low else high
            self.m.changed(s, component, at, new)
            return on

        return adjust

    def _store(self, point: int, op: ir.Store) -> Step:
        items, f, on, cell, most = self.value(op.items), self.f, point + 1, op.cell, op.most
        width = op.width

        def store(s: list[int]) -> int:
            found = list(items(s, f))
            if len(found) > most:
                raise self.m.fault("R802", op.site, "a list of {size} where {most} fit", size=len(found), most=most)
            s[cell] = len(found)
            if width > 1:
                found = [value for first in found for value in s[first : first + width]]
            s[cell + 1 : cell + 1 + most * width] = found + [NONE] * (most * width - len(found))
            return on

        return store

    def _push(self, point: int, op: ir.Push) -> Step:
        values, f, on, cell, most = [self.value(v) for v in op.values], self.f, point + 1, op.cell, op.most
        width = len(values)
        first, end = cell + 1, cell + 1 + most * width

        def push(s: list[int]) -> int:
            new = [value(s, f) for value in values]
            if s[cell] == most:
                if not op.newest:
                    raise self.m.fault(
                        "R802", op.site, "`{list}` holds {most} and no more", list=op.component, most=most
                    )
                s[first : end - width] = s[first + width : end]
                s[cell] -= 1
            at = first + s[cell] * width
            s[at : at + width] = new
            s[cell] += 1
            if self.m.log is not None:
                self.m.log.append(ev.Pushed(op.component, tuple(new)))
            return on

        return push

    # -- cards -----------------------------------------------------------------------------------------------------

    def _settle(self, point: int, op: ir.Settle) -> Step:
        """Rest at the first card or die whose face is open; chance settles it and the flow comes here again."""
        cards, f, on, machine = self.value(op.cards), self.f, point + 1, self.m
        unsettled = machine.cards.unsettled

        def settle(s: list[int]) -> int:
            for card in cards(s, f):
                if unsettled(s, card):
                    machine.chance = self._open(s, card)
                    return STOP
            return on

        return settle

    def _settletop(self, point: int, op: ir.SettleTop) -> Step:
        return self._settle(point, ir.Settle(ir.Only(ir.Top(op.family, op.zone))))

    def _movetop(self, point: int, op: ir.MoveTop) -> Step:
        return self._move(point, ir.Move(ir.Only(ir.Top(op.family, op.source)), op.zone, None, op.held, op.site))

    def _deal(self, point: int, op: ir.Deal) -> Step:
        top, f, on, last = ir.Top(op.family, ir.Const(op.zone)), self.f, point + 1, len(op.to)
        settle, size = self._settle(point, ir.Settle(ir.Only(top))), self.value(ir.Size(op.family, ir.Const(op.zone)))
        moves = {to: self._move(point, ir.Move(ir.Only(top), ir.Const(to), None, (), op.site)) for to in set(op.to)}

        def deal(s: list[int]) -> int:
            while s[op.cell] < last and size(s, f):
                if settle(s) == STOP:
                    return STOP
                moves[op.to[s[op.cell]]](s)
                s[op.cell] += 1
            return on

        return deal

    def _open(self, s: list[int], card: int) -> Chance:
        """The chance of a card of a shuffled pile, or of a die that has not fallen yet."""
        machine = self.m
        zone = machine.program.zones[machine.evaluator.zone_of[card]]
        stream = machine.stream_of[zone.family]
        if zone.dice:
            return Chance("die", card, zone.dice, stream, "card")
        cells = machine.cards.bag(s, machine.evaluator.zone_of[card])
        bag = s[cells.start : cells.stop] if isinstance(cells, range) else [s[cell] for cell in cells]
        return Chance("card", card, bag, stream, "card")

    def _roll(self, point: int, op: ir.Roll) -> Step:
        return rolling.roll(self.m, point, op)

    def _rolled(self, point: int, op: ir.Rolled) -> Step:
        return rolling.rolled(self.m, point, op)

    def _draw(self, point: int, op: ir.Draw) -> Step:
        return rolling.draw(self.m, op, self._cell(op.target, op.site))

    def _move(self, point: int, op: ir.Move) -> Step:
        items, zone, f, on = self.value(op.cards), self.value(op.zone), self.f, point + 1
        at = self.value(op.at) if op.at is not None else None
        held, cards, machine, zones = op.held, self.m.cards, self.m, self.m.program.zones
        zone_of, watched = machine.evaluator.zone_of, cards.watched
        picked = taken_by_choice(machine.program, point, op.cards)
        loose = frozenset(number for number, info in enumerate(zones) if info.layout == "hand")

        def unordered(s: list[int], found: list[int]) -> None:
            """Cards that leave a loose hand together go in the order of their faces, not of their places: how they
            lie is nobody else's business."""
            at = [n for n, card in enumerate(found) if card != NONE and zone_of[card] in loose]
            for number, card in zip(at, sorted((found[n] for n in at), key=lambda card: (zone_of[card], s[card])),
                                    strict=True):  # fmt: skip
                found[number] = card

        def move(s: list[int]) -> int:
            waiting = list(items(s, f))
            if len(waiting) > 1:
                unordered(s, waiting)
            number = zone(s, f)
            place = at(s, f) - 1 if at is not None else NONE
            while waiting:
                card = waiting.pop(0)
                if card == NONE:
                    continue
                source = zone_of[card]
                if source != number and cards.full(s, number):
                    raise machine.fault(
                        "R802", op.site, "`{zone}` holds {most} cards and no more", zone=zones[number].family,
                        most=zones[number].most,
                    )  # fmt: skip
                start = zones[number].start
                mine = [cell for cell in held if s[cell] == card]
                size = zones[source].start + s[zones[source].start - 1]
                saw = cards.saw(s, card) if watched else 0
                face, offset = cards.take(s, card, held)
                to = s[start - 1] if place == NONE else place
                if not 0 <= to <= s[start - 1]:
                    raise machine.fault("R806", op.site, "place {place} lies outside the zone", place=to + 1)
                new = cards.put(s, face, number, to, held)
                if watched:
                    cards.look(s, new, saw)
                for cell in mine:
                    s[cell] = new
                if waiting:
                    waiting = [_follow(w, card, size, new, source == number) for w in waiting]
                if machine.log is not None:
                    machine.log.append(ev.Moved(face, (source, offset), (number, to), picked))
            return on

        return move

    def _swap(self, point: int, op: ir.Swap) -> Step:
        first, second, f, on, machine = self.value(op.card), self.value(op.other), self.f, point + 1, self.m

        def swap(s: list[int]) -> int:
            a, b = first(s, f), second(s, f)
            if NONE in (a, b):
                raise machine.fault("R803", op.site, "there is no card here, and one is needed")
            machine.note(ev.Swapped(machine.place(a), s[a], machine.place(b), s[b]))
            machine.cards.swap(s, a, b)
            for cell in op.held:
                if s[cell] in (a, b):
                    s[cell] = b if s[cell] == a else a
            return on

        return swap

    def _shuffle(self, point: int, op: ir.Shuffle) -> Step:
        zone, f, on, machine = self.value(op.zone), self.f, point + 1, self.m

        def shuffle(s: list[int]) -> int:
            number = zone(s, f)
            machine.cards.shuffle(s, number, op.held)
            machine.note(ev.Shuffled(number))
            return on

        return shuffle

    def _show(self, point: int, op: ir.Show) -> Step:
        cards, to, f, on, machine = self.value(op.cards), self.value(op.to), self.f, point + 1, self.m

        watched = machine.cards.watched

        def show(s: list[int]) -> int:
            if machine.log is None and not watched:
                return on
            found, seats = list(cards(s, f)), frozenset(to(s, f))
            if watched:
                for card in found:
                    machine.cards.look(s, card, sum(1 << seat for seat in seats))
            places = tuple(machine.place(c) for c in found)
            machine.note(ev.Shown(places, tuple(s[c] for c in found), seats))
            return on

        return show

    def _tell(self, point: int, op: ir.Tell) -> Step:
        """The condition is tried on each card, and on every face it might have had: what was told is a set."""
        cards, condition, to, f, on = (
            self.value(op.cards), self.value(op.condition), self.value(op.to), self.f, point + 1,
        )  # fmt: skip
        machine = self.m

        def tell(s: list[int]) -> int:
            if machine.log is None:
                return on
            found = list(cards(s, f))
            holds: list[bool] = []
            for card in found:
                f[op.slot] = card
                holds.append(bool(condition(s, f)))
            fitting: set[int] = set()
            if found:
                card = f[op.slot] = found[0]
                truth = s[card]
                for face in machine.faces_of[machine.evaluator.zone_of[card]]:
                    s[card] = face
                    if condition(s, f):
                        fitting.add(face)
                s[card] = truth
            places = tuple(machine.place(c) for c in found)
            machine.note(ev.Told(places, tuple(holds), frozenset(fitting), frozenset(to(s, f))))
            return on

        return tell


def _follow(waiting: int, card: int, end: int, new: int, same: bool) -> int:
    """Where a card still to be moved lies after another has moved."""
    if card < waiting < end:
        waiting -= 1
    if same and new <= waiting < end:
        waiting += 1
    return waiting
