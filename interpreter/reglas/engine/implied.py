"""What a legal move tells everybody: where a condition of it read its actor's hidden cards, it held.

Conditions that say how many cards of a zone are of some kind fit: `any`, `all`, `count` compared with a number, and
their negations, joined by `and`; of an `or` whose other side does not hold, the side that must.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reglas.engine import events as ev
from reglas.engine.evaluate import Value
from reglas.program import ir
from reglas.program.walk import nodes

if TYPE_CHECKING:
    from reglas.engine.machine import Machine


class Implications:
    """The conditions of one program's moves that may tell of hidden cards."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self._values: dict[int, Value] = {}
        self.secret = {z.family for z in self.program.zones if z.seen_by != "everyone"}

    def value(self, node: ir.Expr) -> Value:
        """The function of an expression of the program, made once."""
        found = self._values.get(id(node))
        if found is None:
            found = self._values[id(node)] = self.machine.evaluator.value(node)
        return found

    def conditions(self, alternative: ir.Alternative) -> tuple[ir.Expr, ...]:
        """The conditions of an alternative that read cards of zones not everybody sees."""
        tests = [p.where for p in alternative.picks if p.where is not None] + [n.test for n in alternative.needs]
        return tuple(t for t in tests if self._reads_secret(t))

    def _reads_secret(self, test: ir.Expr) -> bool:
        parts = list(nodes(test, self.program.functions))
        traits = any(isinstance(p, ir.Trait) for p in parts)
        return traits and any(isinstance(p, ir.Contents) and p.family in self.secret for p in parts)

    def of(self, row: list[int], conditions: tuple[ir.Expr, ...]) -> list[ev.Implied]:
        """What these conditions, which hold, say of zones: picks are in their local slots."""
        found: list[ev.Implied] = []
        for condition in conditions:
            found.extend(self._holds(row, condition, True))
        return [f for f in dict.fromkeys(found) if f.least > 0]

    def _holds(self, row: list[int], test: ir.Expr, truth: bool) -> Iterator[ev.Implied]:
        """What follows from a condition having this truth."""
        match test:
            case ir.Not(value):
                yield from self._holds(row, value, not truth)
            case ir.And(left, right) | ir.Or(left, right):
                yield from self._joined(row, left, right, isinstance(test, ir.And) == truth, truth)
            case ir.Invoke(function, args):
                yield from self._called(row, function, args, truth)
            case ir.Select(condition, yes, no):
                chosen = yes if self._test(row, condition) else no
                yield from self._holds(row, chosen, truth)
            case ir.Quantify(op, slot, items, body) if op in ("any", "all"):
                yield from self._quantified(row, slot, items, body, (op == "any") == truth, op == "any")
            case ir.Compare(op, ir.Length(ir.Filter(slot, ir.Contents() as items, where)), ir.Const(number)):
                yield from self._counted(row, slot, items, where, _complement(op) if not truth else op, number)

    def _joined(self, row: list[int], left: ir.Expr, right: ir.Expr, both: bool, truth: bool) -> Iterator[ev.Implied]:
        """Both sides have this truth; or one of them, which is known where the other has not."""
        if both:
            yield from self._holds(row, left, truth)
            yield from self._holds(row, right, truth)
        elif self._test(row, left) != truth:
            yield from self._holds(row, right, truth)
        elif self._test(row, right) != truth:
            yield from self._holds(row, left, truth)

    def _called(self, row: list[int], function: int, args: tuple[ir.Expr, ...], truth: bool) -> Iterator[ev.Implied]:
        f, called = self.machine.locals, self.program.functions[function]
        values = [self.value(a)(row, f) for a in args]
        for slot, value in zip(called.slots, values, strict=True):
            f[slot] = value
        yield from self._holds(row, called.body, truth)

    def _test(self, row: list[int], test: ir.Expr) -> bool:
        return bool(self.value(test)(row, self.machine.locals))

    def _quantified(
        self, row: list[int], slot: int, items: ir.Expr, body: ir.Expr, exists: bool, plain: bool
    ) -> Iterator[ev.Implied]:
        """`any` that holds, `all` that does not: at least one; `all` that holds, `any` that does not: every one."""
        if not isinstance(items, ir.Contents):
            return
        zone, faces = self._faces(row, slot, items, body)
        every = frozenset(range(len(self.program.faces)))
        size = row[self.program.zones[zone].start - 1]
        if exists:
            yield ev.Implied(zone, faces if plain else every - faces, min(1, size))
        else:
            yield ev.Implied(zone, every - faces if plain else faces, size)

    def _counted(
        self, row: list[int], slot: int, items: ir.Contents, where: ir.Expr, op: str, number: int
    ) -> Iterator[ev.Implied]:
        zone, faces = self._faces(row, slot, items, where)
        size = row[self.program.zones[zone].start - 1]
        least = {">": number + 1, ">=": number, "==": number}.get(op, 0)
        most = {"<": number - 1, "<=": number, "==": number}.get(op, size)
        if op == "!=" and number == 0:
            least = 1
        yield ev.Implied(zone, faces, least)
        yield ev.Implied(zone, frozenset(range(len(self.program.faces))) - faces, size - most)

    def _faces(self, row: list[int], slot: int, items: ir.Contents, where: ir.Expr) -> tuple[int, frozenset[int]]:
        """The zone, and the faces for which a card in it would fit."""
        f, test = self.machine.locals, self.value(where)
        zone = int(self.value(items.zone)(row, f))
        start = self.program.zones[zone].start
        fitting: set[int] = set()
        truth = row[start]
        for face in range(len(self.program.faces)):
            row[start], f[slot] = face, start
            if test(row, f):
                fitting.add(face)
        row[start] = truth
        return zone, frozenset(fitting)


def _complement(op: str) -> str:
    return {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[op]
