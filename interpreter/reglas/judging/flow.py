"""Along the flow: what is certain before each operation, on every way that leads there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import heappop, heappush
from typing import TypeAlias

from reglas.judging.canon import atoms, canon, put_for
from reglas.judging.facts import Fact, Facts, Holds, Is, Lies, Perhaps, Shown
from reglas.program import ir
from reglas.program.instance import Instance
from reglas.program.walk import cells_written, nodes

Known: TypeAlias = frozenset[int]
"""The numbers of facts."""


class Flow:
    """The facts before each operation of a program."""

    def __init__(self, program: ir.Program, instance: Instance) -> None:
        self.program, self.instance = program, instance
        self.everyone = ir.Span(ir.Const(0), ir.Const(program.seats - 1))
        self.before: dict[int, Known] = {}
        self.facts: list[Fact] = []
        self.numbers: dict[Fact, int] = {}
        self._reads: list[tuple[frozenset[int], frozenset[str]]] = []
        self._gained: dict[tuple[int, int], Known] = {}
        self._copies: dict[tuple[int, int, int], int] = {}
        self.kept = {op.cell + 1: op.items for op in program.ops if isinstance(op, ir.Store)}
        self.run()

    def number(self, fact: Fact) -> int:
        """The number of a fact: sets of numbers are quick to compare."""
        found = self.numbers.get(fact)
        if found is None:
            found = self.numbers[fact] = len(self.facts)
            self.facts.append(fact)
            self._reads.append(self.spoken_of(fact))
        return found

    def gained(self, key: tuple[int, int], facts: Callable[[], Iterable[Fact]]) -> Known:
        """What an operation makes certain, worked out once."""
        if key not in self._gained:
            self._gained[key] = frozenset(map(self.number, facts()))
        return self._gained[key]

    def at(self, number: int) -> Facts:
        """What is certain before an operation."""
        return Facts(frozenset(self.facts[fact] for fact in self.before.get(number, ())))

    def reached(self, number: int) -> bool:
        """Does any way lead to an operation?"""
        return number in self.before

    def run(self) -> None:
        """From the start, until nothing changes."""
        first = self.program.row[ir.POINT]
        self.before[first] = frozenset()
        waiting, listed = [first], {first}
        while waiting:
            number = heappop(waiting)
            listed.discard(number)
            for to, facts in self.after(number):
                known = self.before.get(to)
                met = facts if known is None else known & facts
                if met != known:
                    self.before[to] = met
                    if to not in listed:
                        listed.add(to)
                        heappush(waiting, to)

    def after(self, number: int) -> Iterator[tuple[int, Known]]:
        """Where an operation leads, with what is certain there."""
        op, facts = self.program.ops[number], self.before[number]
        match op:
            case ir.Jump(to):
                yield to, facts
            case ir.Unless(condition, to):
                yield number + 1, facts | self.gained((number, 1), lambda: self.told(condition, True))
                yield to, facts | self.gained((number, 0), lambda: self.told(condition, False))
            case ir.Ask(decision):
                yield from self.asked(decision, facts)
            case ir.Gather(decision, to):
                yield to, facts
                yield number + 1, facts
                yield from self.asked(decision, facts)
            case ir.Next(decision, to):
                yield to, facts
                yield from self.asked(decision, facts)
            case ir.Finish() | ir.Fail():
                return
            case _:
                yield number + 1, self.done(number, op, facts)

    def asked(self, number: int, facts: Known) -> Iterator[tuple[int, Known]]:
        """The ways out of a decision."""
        decision = self.program.decisions[number]
        for way in (decision.skip, decision.decline):
            if way >= 0:
                yield way, facts
        for place, alternative in enumerate(decision.alternatives):
            cells = [pick.cell for pick in alternative.picks] + [alternative.foul]
            if decision.waiting >= 0:
                cells.append(decision.me)
            gained = self.gained((-1 - number, place), partial(self.chosen, alternative))
            yield alternative.entry, self.without(facts, cells) | gained

    def chosen(self, alternative: ir.Alternative) -> Iterator[Fact]:
        """What is certain once an action has been chosen: a legal move tells that its conditions held."""
        values: dict[int, ir.Expr] = {pick.slot: ir.Cell(pick.cell) for pick in alternative.picks}
        for pick in alternative.picks:
            if pick.sort == "card":
                yield Lies(ir.Cell(pick.cell), canon(pick.domain, values))
            if pick.where is not None:
                yield from self.told(pick.where, True, values)
        for need in alternative.needs:
            yield from self.told(need.test, True, values)

    def told(self, condition: ir.Expr, truth: bool, values: dict[int, ir.Expr] | None = None) -> Iterator[Fact]:
        """What everybody knows once a condition has decided something; only what can matter is kept."""
        for test, known in atoms(condition, truth, values or {}, self.program.functions):
            if self.matters(test):
                yield Holds(test, known)

    def matters(self, test: ir.Expr) -> bool:
        """Does a condition speak of cards, of what is kept secret, or of who is who?"""
        match test:
            case ir.Const():
                return False
            case ir.Cell() | ir.Compare("==", ir.Cell(), ir.Cell()):
                return True
        return any(
            isinstance(node, ir.Trait | ir.Saw | ir.Where)
            or (isinstance(node, ir.Cell | ir.Element) and self.secret(node))
            for node in nodes(test, self.program.functions)
        )

    def secret(self, node: ir.Cell | ir.Element) -> bool:
        """Is this a cell of something that not everybody sees?"""
        cell = node.cell if isinstance(node, ir.Cell) else node.base
        return any(
            entry.cell <= cell < entry.cell + entry.cells and entry.seen_by != "everyone"
            for entry in self.instance.holdings.values()
        )

    def hides(self, node: object) -> bool:
        """Is this a face, or a cell of something that not everybody sees?"""
        return isinstance(node, ir.Trait) or (isinstance(node, ir.Cell | ir.Element) and self.secret(node))

    # -- operations ------------------------------------------------------------------------------------------------

    def done(self, number: int, op: ir.Op, facts: Known) -> Known:
        """What is certain after an operation."""
        match op:
            case ir.Show(cards, to):
                return facts | self.gained((number, 0), lambda: self.shown(canon(cards, {}), self.viewer(to)))
            case ir.Tell(cards, _, _, to):
                told = [Perhaps(family, self.viewer(to)) for family in self.families(cards)]
                return facts | self.gained((number, 0), lambda: told)
            case ir.Move(cards, zone):
                return self.moved(facts, self.zone_family(zone))
            case ir.Swap():
                return self.moved(facts, None)
            case ir.Shuffle(zone) | ir.Roll(zone):
                return self.renewed(facts, self.zone_family(zone))
        written = cells_written(op)
        if written is None:
            return facts
        left = self.without(facts, range(written[0], written[0] + written[1]))
        if isinstance(op, ir.Assign) and op.target.index is None:
            return left | self.copied(op, left) | self.gained((number, 0), lambda: self.given(op))
        return left

    def copied(self, op: ir.Assign, facts: Known) -> Known:
        """What is known of one cell is known of another that gets its value."""
        if not isinstance(op.value, ir.Cell):
            return frozenset()
        old, new = op.value.cell, op.target.base
        return frozenset(self.copy(fact, old, new) for fact in facts if old in self._reads[fact][0])

    def copy(self, fact: int, old: int, new: int) -> int:
        """The same fact about another cell."""
        key = (fact, old, new)
        if key not in self._copies:
            self._copies[key] = self.number(put_for(self.facts[fact], ir.Cell(old), ir.Cell(new)))
        return self._copies[key]

    def given(self, op: ir.Assign) -> Iterator[Fact]:
        """What is known of a cell that gets a value."""
        cell, value = ir.Cell(op.target.base), canon(op.value, {})
        if isinstance(value, ir.Cell):
            yield Holds(ir.Compare("==", cell, value), True)
        if op.component or any(node == cell for node in nodes(value)):
            return
        if any(self.hides(node) for node in nodes(value, self.program.functions)):
            yield Is(cell, value)
        if isinstance(value, ir.Element) and value.base in self.kept:
            yield Lies(cell, canon(self.kept[value.base], {}))
        if isinstance(value, ir.Item | ir.Top):
            yield Lies(cell, value.items if isinstance(value, ir.Item) else ir.Contents(value.family, value.zone))

    def viewer(self, to: ir.Expr) -> ir.Expr | None:
        """One player, or None for all; some of them count as all."""
        found: ir.Expr = canon(to, {})
        return found.value if isinstance(found, ir.Only) else None

    def shown(self, cards: ir.Expr, to: ir.Expr | None) -> Iterator[Fact]:
        """What is certain once cards were shown."""
        yield Shown(cards, to)
        if isinstance(cards, ir.Only):
            yield Shown(cards.value, to)
            cards = cards.value
        if not isinstance(cards, ir.Contents | ir.Cell | ir.Top):
            yield from (Perhaps(family, to) for family in self.families(cards))

    def families(self, cards: ir.Expr) -> set[str]:
        """The zone families of which a list of cards speaks."""
        found = {
            n.family for n in nodes(cards, self.program.functions) if isinstance(n, ir.Top | ir.Contents | ir.Spread)
        }
        return found or {name for name, f in self.instance.families.items() if f.seen_by != "everyone"}

    def zone_family(self, zone: ir.Expr) -> str | None:
        """The family of a zone, if it is plain."""
        every = self.instance.families.values()
        match zone:
            case ir.Const(number):
                found = [family.name for family in every if family.first <= number < family.first + family.count]
            case ir.Arithmetic("+", _, ir.Const(shift)):
                found = [family.name for family in every if family.first - family.low == shift]
            case _:
                found = [family.name for family in every if family.first == family.low and family.per is not None]
        return found[0] if len(found) == 1 else None

    # -- what is certain no longer ---------------------------------------------------------------------------------

    def spoken_of(self, fact: Fact) -> tuple[frozenset[int], frozenset[str]]:
        """The cells a fact speaks of, and the zone families."""
        cells, families = set[int](), set[str]()
        for node in nodes(fact, self.program.functions):
            match node:
                case ir.Cell(cell) | ir.Stored(cell, _):
                    cells.add(cell)
                case ir.Element(base, _, size, _, _):
                    cells.update(range(base, base + size))
                case ir.Top(family, _) | ir.Contents(family, _) | ir.Spread(family, _) | ir.Size(family, _):
                    families.add(family)
                case ir.Where():
                    families.add("*")
                case Perhaps(family, _):
                    families.add(family)
        return frozenset(cells), frozenset(families)

    def without(self, facts: Known, cells: Iterable[int]) -> Known:
        """Without what spoke of cells that were written."""
        gone = frozenset(cells)
        return frozenset(fact for fact in facts if self._reads[fact][0].isdisjoint(gone))

    def moved(self, facts: Known, family: str | None) -> Known:
        """Cards lie elsewhere: of a zone that was shown, it is not plain any more what was."""
        left: set[int] = set()
        for number in facts:
            fact, families = self.facts[number], self._reads[number][1]
            match fact:
                case Shown(cards, to) if families:
                    if isinstance(cards, ir.Contents) and family is not None and family != cards.family:
                        left.add(number)
                    else:
                        left |= {self.number(Perhaps(name, to)) for name in families if name != "*"}
                case Lies() | Is():
                    continue
                case Holds() if families:
                    continue
                case _:
                    left.add(number)
        return frozenset(left)

    def renewed(self, facts: Known, family: str | None) -> Known:
        """What lies in a zone is unknown again."""
        left: set[int] = set()
        for number in facts:
            fact, families = self.facts[number], self._reads[number][1]
            card = isinstance(fact, Lies | Is) or (isinstance(fact, Shown) and not families)
            asked = isinstance(fact, Holds) and any(isinstance(node, ir.Saw | ir.Trait) for node in nodes(fact))
            if not (card or asked or family in families or "*" in families or (family is None and families)):
                left.add(number)
        return frozenset(left)
