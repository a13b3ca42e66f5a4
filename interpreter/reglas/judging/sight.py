"""What an expression reads that whoever has to know it does not see.

Only what is certain counts: a card of which it is not plain where it lies, or which may have been shown, is silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reglas.judging.canon import Atom, Values, atoms, canon, filled
from reglas.judging.facts import Facts
from reglas.program import ir
from reglas.program.instance import Family, HoldingEntry, Instance
from reglas.program.walk import field_names, nodes

UNSURE = "?"


@dataclass(frozen=True)
class Origin:
    """Where a card may lie: a zone family, and whose or of which kind (None: any of them)."""

    family: str
    zone: ir.Expr | None


class Sight:
    """What one reading reads. `me` is whoever has to know, or None for everybody; `shown` are the zone families of
    which something is shown somewhere."""

    def __init__(
        self, instance: Instance, program: ir.Program, me: ir.Expr | None, facts: Facts, shown: frozenset[str]
    ) -> None:
        self.somewhere = shown
        self.instance, self.functions = instance, program.functions
        self.me, self.facts = me, facts
        self.lists: dict[int, tuple[ir.Expr, Values]] = {}
        self.found: dict[str, None] = {}
        self._done: set[object] = set()

    def read(self, expr: ir.Expr, given: tuple[ir.Expr, ...], bound: tuple[tuple[int, ir.Expr], ...]) -> list[str]:
        """The secrets that are read."""
        self.lists.update({slot: (items, {}) for slot, items in bound})
        known = {atom for condition in given for atom in atoms(condition, True, {}, self.functions)}
        for slot, items in bound:
            known |= set(self.of_items(items, slot, {}))
        self.visit(expr, {}, frozenset(known))
        return list(self.found)

    # -- walking ---------------------------------------------------------------------------------------------------

    def visit(self, part: object, values: Values, known: frozenset[Atom]) -> None:
        """Judge an expression and all inside it; `known` are conditions that hold where it is looked at."""
        if isinstance(part, tuple):
            for item in part:
                self.visit(item, values, known)
            return
        if self.facts.conditions and canon(part, values) in self.facts.conditions:
            return
        match part:
            case ir.And(left, right) | ir.Or(left, right):
                self.visit(left, values, known)
                truth = isinstance(part, ir.And)
                self.visit(right, values, known | set(atoms(left, truth, values, self.functions)))
            case ir.Select(condition, yes, no):
                self.visit(condition, values, known)
                self.visit(yes, values, known | set(atoms(condition, True, values, self.functions)))
                self.visit(no, values, known | set(atoms(condition, False, values, self.functions)))
            case ir.Filter(slot, items, inner) | ir.Quantify(_, slot, items, inner) | ir.Extreme(_, slot, items, inner):
                self.visit(items, values, known)
                self.lists[slot] = items, values
                self.visit(inner, values, known | set(self.of_items(items, slot, values)))
            case ir.Invoke(number, args):
                self.visit(args, values, known)
                self.invoke(number, args, values, known)
            case ir.Trait(_, card):
                self.visit(card, values, known)
                self.card(card, values, known)
            case _:
                self.cell(part, values, known)
                for name in field_names(type(part)):
                    self.visit(getattr(part, name), values, known)

    def invoke(self, number: int, args: tuple[ir.Expr, ...], values: Values, known: frozenset[Atom]) -> None:
        """A function, with its parameters filled in."""
        inside = filled(self.functions[number], args, values)
        key = (number, tuple(inside.items()), known)
        if key not in self._done:
            self._done.add(key)
            self.visit(self.functions[number].body, inside, known)

    def of_items(self, items: ir.Expr, slot: int, values: Values) -> Iterator[Atom]:
        """What is known of each item of a list."""
        match items:
            case ir.Filter(own, inner, where):
                yield from atoms(where, True, {**values, own: ir.Local(slot)}, self.functions)
                yield from self.of_items(inner, slot, values)
            case ir.Slice(inner, _, _) | ir.Extreme(_, _, inner, _):
                yield from self.of_items(inner, slot, values)
            case ir.Invoke(number, args):
                function = self.functions[number]
                yield from self.of_items(function.body, slot, filled(function, args, values))

    # -- players ---------------------------------------------------------------------------------------------------

    def same(self, a: ir.Expr | None, b: ir.Expr | None, known: frozenset[Atom]) -> bool:
        """Are these certainly the same player?"""
        if a is None or b is None:
            return False
        tests = (ir.Compare("==", a, b), ir.Compare("==", b, a))
        return a == b or any((t, True) in known or (t, True) in self.facts.atoms for t in tests)

    def index(self, family: Family, zone: ir.Expr) -> ir.Expr | str:
        """Which zone of a family: whose it is."""
        shift = family.first - family.low
        match zone:
            case ir.Const(number):
                return ir.Const(number - shift)
            case ir.Arithmetic("+", index, ir.Const(number)) if number == shift:
                return index
        return zone if shift == 0 else UNSURE

    def holder(self, origin: Origin, card: ir.Expr, known: frozenset[Atom]) -> ir.Expr | str | None:
        """Whose the zone is in which a card lies; None when it may be anybody's."""
        for condition, truth in known | self.facts.atoms:
            match condition:
                case ir.Compare(op, ir.Where("owner", own), player) | ir.Compare(op, player, ir.Where("owner", own)):
                    if own == card and truth == (op == "==") and op in ("==", "!="):
                        return player
        return None if origin.zone is None else self.index(self.instance.families[origin.family], origin.zone)

    # -- cards -----------------------------------------------------------------------------------------------------

    def card(self, card: ir.Expr, values: Values, known: frozenset[Atom]) -> None:
        """The face of a card is read."""
        whole = canon(card, values)
        for condition, truth in known | self.facts.atoms:
            if (
                truth
                and isinstance(condition, ir.Saw)
                and condition.card == whole
                and self.same(condition.player, self.me, known)
            ):
                return
        way: list[ir.Expr] = []
        origins = list(self.origins(card, values, way))
        if any(self.facts.shown(expr, self.me) for expr in way):
            return
        for origin in origins:
            signs = [*known, *(atom for atom in self.facts.atoms if isinstance(atom[0], ir.Cell))]
            silent = origin.family in self.somewhere and any(self.a_sign(*atom) for atom in signs)
            if not silent and not self.visible(origin, whole, known):
                self.found[origin.family] = None

    def a_sign(self, condition: ir.Expr, truth: bool) -> bool:
        """May a condition say that cards have been shown by now? A flag may, and, where all have to know, a counter."""
        cells = [condition] if self.me is not None else [*nodes(condition)]
        entries = [self.holding(node.cell) for node in cells if isinstance(node, ir.Cell)]
        return truth and any(entry is not None and entry.seen_by == "everyone" for entry in entries)

    def origins(self, card: ir.Expr, values: Values, way: list[ir.Expr]) -> Iterator[Origin]:
        """Where a card, or the cards of a list, may lie; `way` gets the lists it is found in."""
        whole = canon(card, values)
        if isinstance(card, ir.Cell) and card in way:
            return
        way.append(whole)
        inside: list[tuple[ir.Expr, Values]] = []
        match card:
            case ir.Top(family, zone) | ir.Contents(family, zone):
                place = canon(zone, values)
                way.append(ir.Contents(family, place))
                yield Origin(family, place)
            case ir.Spread(family, _):
                yield Origin(family, None)
            case ir.Item(items, _) | ir.Slice(items, _, _) | ir.Filter(_, items, _) | ir.Extreme(_, _, items, _):
                inside = [(items, values)]
            case ir.Only(value) | ir.Need(value, _):
                inside = [(value, values)]
            case ir.Select(_, yes, no):
                inside = [(yes, values), (no, values)]
            case ir.Listing(items):
                inside = [(item, values) for item in items]
            case ir.Invoke(number, args):
                function = self.functions[number]
                inside = [(function.body, filled(function, args, values))]
            case ir.Local(slot) if slot in values:
                inside = [(values[slot], {})]
            case ir.Local(slot) if slot in self.lists:
                inside = [self.lists[slot]]
            case ir.Cell(cell):
                inside = [(items, {}) for items in self.facts.lies(cell)]
        for part, its in inside:
            yield from self.origins(part, its, way)

    def visible(self, origin: Origin, card: ir.Expr, known: frozenset[Atom]) -> bool:
        """May whoever has to know see the cards that lie there?"""
        family = self.instance.families[origin.family]
        if family.seen_by == "everyone" or self.facts.maybe_shown(family.name, self.me):
            return True
        if self.me is None or family.seen_by == "nobody":
            return False
        holder = self.holder(origin, card, known)
        return self.rule_allows(family.seen_by, holder, known)

    def rule_allows(self, seen_by: str, holder: ir.Expr | str | None, known: frozenset[Atom]) -> bool:
        """Does a standing rule let whoever acts see what somebody holds?"""
        if isinstance(holder, str):
            return True
        if seen_by == "owner":
            return self.same(holder, self.me, known)
        if seen_by == "others":
            return not (self.same(holder, self.me, known) or self.anybody(holder, known))
        return False

    def anybody(self, holder: ir.Expr | None, known: frozenset[Atom]) -> bool:
        """May this player be whoever acts, as far as the text goes? Only a variable over all players may."""
        if holder is None:
            return True
        if not isinstance(holder, ir.Local) or holder.slot not in self.lists:
            return False
        others = (
            {ir.Compare("!=", holder, self.me), ir.Compare("!=", self.me, holder)} if self.me is not None else set()
        )
        return not any((other, True) in known for other in others)

    # -- cells -----------------------------------------------------------------------------------------------------

    def holding(self, cell: int) -> HoldingEntry | None:
        """The token or memory to which a cell belongs."""
        for entry in self.instance.holdings.values():
            if entry.cell <= cell < entry.cell + entry.cells:
                return entry
        return None

    def cell(self, part: object, values: Values, known: frozenset[Atom]) -> None:
        """A cell is read: of a token or memory, or one that was given a value before."""
        holder: ir.Expr | str | None = None
        match part:
            case ir.Cell(cell):
                number = cell
                for value in self.facts.stands_for(cell):
                    self.visit(value, {}, known)
            case ir.Stored(number, _):
                pass
            case ir.Element(number, _, _, index, _):
                holder = canon(index, values)
            case _:
                return
        entry = self.holding(number)
        if entry is None or entry.seen_by == "everyone":
            return
        if isinstance(part, ir.Cell) and entry.per is not None:
            holder = ir.Const(number - entry.cell + entry.low_index)
        if self.me is None or entry.per != "player" or not self.rule_allows(entry.seen_by, holder, known):
            self.found[entry.name] = None
