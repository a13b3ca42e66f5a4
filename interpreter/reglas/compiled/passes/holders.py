"""Which zones the cards may lie in that cells and slots hold, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterable

from reglas.program import ir
from reglas.program.walk import nodes

Families = set[str]

_BINDERS = (ir.Filter, ir.Extreme, ir.Quantify, ir.Pick, ir.Invoke, ir.Tell)
_CARRIERS = (ir.Assign, ir.Draw, ir.Store, ir.Push, ir.Move, ir.MoveTop, ir.Swap)
"""What puts cards into slots and into cells."""


def written(program: ir.Program) -> tuple[object, ...]:
    """All that is written in a program."""
    return (program.decisions, program.ends, program.ops, program.functions)


class Holders:
    """The families of the cards that cells and slots may hold: found by following every operation until nothing is
    added. What holds no card has none."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.cells: dict[int, Families] = {}
        self.slots: dict[int, Families] = {}
        self._lists = {h.cell: h.listed * (len(h.fields) or 1) for h in program.holdings if h.listed}
        self.widths = {h.cell: len(h.fields) or 1 for h in program.holdings if h.listed}
        for op in program.ops:
            match op:
                case ir.Store(cell, most, _, _, width):
                    self._lists[cell], self.widths[cell] = most * width, width
                case ir.Push(cell, most, _, values):
                    self._lists[cell], self.widths[cell] = most * len(values), len(values)
        self._zones = {number: zone.family for number, zone in enumerate(program.zones)}
        self._all = set(self._zones.values())
        self._binders = [node for node in nodes(written(program)) if type(node) in _BINDERS]
        self._carriers = [op for op in program.ops if type(op) in _CARRIERS]
        while self._round():
            pass

    def _round(self) -> bool:
        before = self._size()
        for node in self._binders:
            self._bind(node)
        for decision in self.program.decisions:
            for seat in range(self.program.seats):
                for alternative in decision.alternatives:
                    for pick, kept in zip(alternative.picks, alternative.kept, strict=False):
                        self._put(decision.waiting + seat * decision.width + kept, self.slots.get(pick.slot, set()))
        for op in self._carriers:
            self._follow(op)
        return self._size() != before

    def _size(self) -> int:
        return sum(map(len, self.cells.values())) + sum(map(len, self.slots.values()))

    def _put(self, cell: int, families: Families) -> None:
        if families:
            self.cells.setdefault(cell, set()).update(families)

    def _put_all(self, first: int, count: int, families: Families) -> None:
        if families:
            for cell in range(first, first + count):
                self._put(cell, families)

    def _let(self, slot: int, families: Families) -> None:
        if families:
            self.slots.setdefault(slot, set()).update(families)

    def _bind(self, node: object) -> None:
        match node:
            case ir.Filter(slot, items) | ir.Extreme(_, slot, items) | ir.Quantify(_, slot, items):
                self._let(slot, self.of(items))
            case ir.Tell(items, slot):
                self._let(slot, self.of(items))
            case ir.Pick():
                if node.sort == "card":
                    self._let(node.slot, self.of(node.domain))
                    self._put(node.cell, self.slots.get(node.slot, set()))
            case ir.Invoke(function, args):
                for slot, arg in zip(self.program.functions[function].slots, args, strict=True):
                    self._let(slot, self.of(arg))

    def _follow(self, op: ir.Op) -> None:
        match op:
            case ir.Assign(target, value):
                self._put_all(target.base, target.size, self.of(value))
            case ir.Draw(target, items):
                self._put_all(target.base, target.size, self.of(items))
            case ir.Store(cell, most, items, _, width):
                self._put_all(cell + 1, most * width, self.of(items))
            case ir.Push(cell, most, _, values):
                families = set[str]().union(*(self.of(value) for value in values))
                self._put_all(cell + 1, most * len(values), families)
            case ir.Move(cards, zone, _, held):
                self._carried(self.of(cards), self.zone(zone), held)
            case ir.MoveTop(family, _, zone, held):
                self._carried({family}, self.zone(zone), held)
            case ir.Swap(card, other, held):
                both = self.of(card) | self.of(other)
                self._carried(both, both, held)

    def _carried(self, source: Families, target: Families, held: tuple[int, ...]) -> None:
        for cell in held:
            if self.cells.get(cell, set()) & source:
                self._put(cell, target)

    def lists(self, cells: Iterable[int]) -> tuple[list[tuple[int, str]], list[int]]:
        """Cells that are whole lists, as the cell of their length and text for how many cells an item has (nothing if
        it is one), and the others."""
        left, found = set(cells), list[tuple[int, str]]()
        for first, size in self._lists.items():
            inside = set(range(first + 1, first + 1 + size))
            if len(inside) > 2 and inside <= left:
                left -= inside
                width = self.widths.get(first, 1)
                found.append((first, f" * {width}" if width > 1 else ""))
        return found, sorted(left)

    def length(self, cell: int) -> int:
        """How many cells a kept list may fill."""
        return self._lists.get(cell, 0)

    def zone(self, zone: ir.Expr) -> Families:
        """The families that a zone may be of: those of which a number is written in it."""
        match zone:
            case ir.Const(value):
                return {self._zones[value]}
            case ir.Arithmetic("+", _, ir.Const(value)) if value in self._zones:
                return {self._zones[value]}
            case ir.Select(_, yes, no):
                return self.zone(yes) | self.zone(no)
        return self._all

    def of(self, part: ir.Expr) -> Families:
        """The families of the cards that an expression may give."""
        match part:
            case ir.Contents(family) | ir.Spread(family) | ir.Top(family):
                return {family}
            case ir.Cell(cell):
                return self.cells.get(cell, set())
            case ir.Element(base, _, size):
                return self._cells(base, size)
            case ir.Stored(cell):
                return self._stored(cell)
            case ir.Field():
                return set[str]().union(*self.cells.values())
            case ir.Local(slot):
                return self.slots.get(slot, set())
            case ir.Filter(_, items) | ir.Extreme(_, _, items) | ir.Slice(items) | ir.Item(items) | ir.Only(items):
                return self.of(items)
            case ir.Need(value):
                return self.of(value)
            case ir.Listing(items):
                return set[str]().union(*(self.of(item) for item in items))
            case ir.Select(_, yes, no):
                return self.of(yes) | self.of(no)
            case ir.Invoke(function):
                return self.of(self.program.functions[function].body)
            case ir.Quantify("min" | "max", _, _, body):
                return self.of(body)
        return set()

    def _cells(self, first: int, count: int) -> Families:
        found, get = set[str](), self.cells.get
        for cell in range(first, first + count):
            families = get(cell)
            if families:
                found |= families
        return found

    def _stored(self, cell: int) -> Families:
        """A kept list."""
        return self._cells(cell + 1, self._lists.get(cell, 0))


_FOUND: list[tuple[ir.Program, Holders]] = []
"""Of the programs that were asked for last."""


def holders(program: ir.Program) -> Holders:
    """The holders of a program; those of the last few are kept."""
    for known, found in _FOUND:
        if known is program:
            return found
    found = Holders(program)
    _keep(program, found)
    return found


def same_holders(before: ir.Program, after: ir.Program) -> ir.Program:
    """A program in which cards lie where they did in another, cell by cell and slot by slot: it need not be found out
    anew."""
    if before is not after:
        _keep(after, holders(before))
    return after


def _keep(program: ir.Program, found: Holders) -> None:
    _FOUND.insert(0, (program, found))
    del _FOUND[4:]
