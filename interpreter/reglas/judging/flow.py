"""Along the flow: what is certain before each operation, on every way that leads there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reglas.judging.canon import atoms, canon, put_for
from reglas.judging.facts import Fact, Facts, Holds, Is, Lies, Perhaps, Shown
from reglas.program import ir
from reglas.program.instance import Instance
from reglas.program.walk import cells_written, nodes

MOST_VISITS = 40
"""How often an operation is looked at again; facts only grow fewer, so this is never reached in earnest."""

_PLACES = (ir.Top, ir.Contents, ir.Spread, ir.Size, ir.Where)


class Flow:
    """The facts before each operation of a program."""

    def __init__(self, program: ir.Program, instance: Instance) -> None:
        self.program, self.instance = program, instance
        self.everyone = ir.Span(ir.Const(0), ir.Const(program.seats - 1))
        self.before: dict[int, frozenset[Fact]] = {}
        self._reads: dict[Fact, tuple[frozenset[int], frozenset[str]]] = {}
        self.run()

    def at(self, number: int) -> Facts:
        """What is certain before an operation."""
        return Facts(self.before.get(number, frozenset()))

    def reached(self, number: int) -> bool:
        """Does any way lead to an operation?"""
        return number in self.before

    def run(self) -> None:
        """From the start, until nothing changes."""
        first = self.program.row[ir.POINT]
        self.before[first] = frozenset()
        waiting, visits = [first], dict[int, int]()
        while waiting:
            number = waiting.pop()
            visits[number] = visits.get(number, 0) + 1
            if visits[number] > MOST_VISITS:
                continue
            for to, facts in self.after(number):
                known = self.before.get(to)
                met = facts if known is None else known & facts
                if met != known:
                    self.before[to] = met
                    waiting.append(to)

    def after(self, number: int) -> Iterator[tuple[int, frozenset[Fact]]]:
        """Where an operation leads, with what is certain there."""
        op, facts = self.program.ops[number], self.before[number]
        match op:
            case ir.Jump(to):
                yield to, facts
            case ir.Unless(condition, to):
                yield number + 1, facts | self.told(condition, True)
                yield to, facts | self.told(condition, False)
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
                yield number + 1, self.done(op, facts)

    def asked(self, number: int, facts: frozenset[Fact]) -> Iterator[tuple[int, frozenset[Fact]]]:
        """The ways out of a decision."""
        decision = self.program.decisions[number]
        for way in (decision.skip, decision.decline):
            if way >= 0:
                yield way, facts
        for alternative in decision.alternatives:
            cells = [pick.cell for pick in alternative.picks] + [alternative.foul]
            if decision.waiting >= 0:
                cells.append(decision.me)
            left = self.without(facts, cells)
            values: dict[int, ir.Expr] = {pick.slot: ir.Cell(pick.cell) for pick in alternative.picks}
            gained: set[Fact] = set()
            for pick in alternative.picks:
                if pick.sort == "card":
                    gained.add(Lies(ir.Cell(pick.cell), canon(pick.domain, values)))
                if pick.where is not None:
                    gained |= self.told(pick.where, True, values)
            for need in alternative.needs:
                gained |= self.told(need.test, True, values)
            yield alternative.entry, left | gained

    def told(self, condition: ir.Expr, truth: bool, values: dict[int, ir.Expr] | None = None) -> frozenset[Fact]:
        """What everybody knows once a condition has decided something."""
        found = atoms(condition, truth, values or {}, self.program.functions)
        return frozenset(Holds(test, known) for test, known in found if not isinstance(test, ir.Const))

    # -- operations ------------------------------------------------------------------------------------------------

    def done(self, op: ir.Op, facts: frozenset[Fact]) -> frozenset[Fact]:
        """What is certain after an operation."""
        match op:
            case ir.Show(cards, to):
                return facts | set(self.shown(canon(cards, {}), self.viewer(to)))
            case ir.Tell(cards, _, _, to):
                families = self.families(cards)
                return facts | {Perhaps(family, self.viewer(to)) for family in families}
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
            return left | set(self.copied(op, left))
        return left

    def copied(self, op: ir.Assign, facts: frozenset[Fact]) -> Iterator[Fact]:
        """What is known of a value is known of the cell that gets it."""
        cell, value = ir.Cell(op.target.base), canon(op.value, {})
        if isinstance(value, ir.Cell):
            yield Holds(ir.Compare("==", cell, value), True)
            for fact in facts:
                cells, _ = self.reads(fact)
                if value.cell in cells:
                    copy: Fact = put_for(fact, value, cell)
                    yield copy
        elif not op.component and not any(node == cell for node in nodes(value)):
            if any(isinstance(node, ir.Trait | ir.Invoke) for node in nodes(value)):
                yield Is(cell, value)
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

    def reads(self, fact: Fact) -> tuple[frozenset[int], frozenset[str]]:
        """The cells a fact speaks of, and the zone families."""
        if fact not in self._reads:
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
            self._reads[fact] = frozenset(cells), frozenset(families)
        return self._reads[fact]

    def without(self, facts: frozenset[Fact], cells: Iterable[int]) -> frozenset[Fact]:
        """Without what spoke of cells that were written."""
        gone = frozenset(cells)
        return frozenset(fact for fact in facts if not self.reads(fact)[0] & gone)

    def moved(self, facts: frozenset[Fact], family: str | None) -> frozenset[Fact]:
        """Cards lie elsewhere: of a zone that was shown, it is not plain any more what was."""
        left: set[Fact] = set()
        for fact in facts:
            _, families = self.reads(fact)
            match fact:
                case Shown(cards, to) if families and (
                    not isinstance(cards, ir.Contents) or family in (None, cards.family)
                ):
                    left |= {Perhaps(name, to) for name in families if name != "*"}
                case Lies() | Is():
                    continue
                case Holds() if families:
                    continue
                case _:
                    left.add(fact)
        return frozenset(left)

    def renewed(self, facts: frozenset[Fact], family: str | None) -> frozenset[Fact]:
        """What lies in a zone is unknown again."""
        left: set[Fact] = set()
        for fact in facts:
            _, families = self.reads(fact)
            card = isinstance(fact, Lies | Is) or (isinstance(fact, Shown) and not families)
            asked = isinstance(fact, Holds) and any(isinstance(node, ir.Saw | ir.Trait) for node in nodes(fact))
            if not (card or asked or family in families or "*" in families or (family is None and families)):
                left.add(fact)
        return frozenset(left)
