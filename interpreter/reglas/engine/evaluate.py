"""Expressions of a program as Python functions of the row: one small function for each kind of node.

`s` is the row, `f` the local slots. Lists are Python lists or ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reglas.engine.comparing import Value, comparison
from reglas.engine.faults import RuleFault, none_needed
from reglas.language.types import NONE
from reglas.program import ir
from reglas.reading.messages import say


class Evaluator:
    """Makes functions of expressions."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.starts = [z.start for z in program.zones]
        self.saw_at = {z.start + n: z.start + n + z.saw for z in program.zones if z.saw for n in range(z.most)}
        size = len(program.row)
        self.zone_of, self.index_of, self.owner_of = [-1] * size, [NONE] * size, [NONE] * size
        for number, zone in enumerate(program.zones):
            for offset in range(zone.most):
                self.zone_of[zone.start + offset] = number
                self.index_of[zone.start + offset] = offset + 1
                self.owner_of[zone.start + offset] = zone.owner if zone.owner >= 0 else NONE
        self.functions: list[Value] = []
        for function in program.functions:
            self.functions.append(self.value(function.body))

    def fault(self, code: str, site: int, template: str, **args: object) -> RuleFault:
        """A fault at a place of the author's text."""
        return RuleFault(code, self.program.sites[site], say(template, **args))

    def value(self, node: ir.Expr) -> Value:
        """The function of an expression."""
        method: Callable[[Any], Value] = getattr(self, "_" + type(node).__name__.lower())
        return method(node)

    # -- values ----------------------------------------------------------------------------------------------------

    def _const(self, node: ir.Const) -> Value:
        value = node.value
        return lambda s, f: value

    def _cell(self, node: ir.Cell) -> Value:
        cell = node.cell
        return lambda s, f: s[cell]

    def _local(self, node: ir.Local) -> Value:
        slot = node.slot
        return lambda s, f: f[slot]

    def _element(self, node: ir.Element) -> Value:
        base, low, size, index = node.base, node.low, node.size, self.value(node.index)

        def element(s: list[int], f: list[int]) -> int:
            at: int = index(s, f) - low
            if not 0 <= at < size:
                raise self.fault("R806", node.site, "{index} lies outside what there is", index=at + low)
            return s[base + at]

        return element

    def _lookup(self, node: ir.Lookup) -> Value:
        table, low, index = node.table, node.low, self.value(node.index)

        def lookup(s: list[int], f: list[int]) -> int:
            at: int = index(s, f) - low
            if not 0 <= at < len(table):
                raise self.fault("R806", node.site, "{index} is not in the table", index=at + low)
            return table[at]

        return lookup

    def _trait(self, node: ir.Trait) -> Value:
        values = self.program.traits[node.trait].values
        if isinstance(node.card, ir.Local):
            slot = node.card.slot

            def local(s: list[int], f: list[int]) -> int:
                place = f[slot]
                return values[s[place]] if place != NONE else NONE

            return local
        card = self.value(node.card)

        def trait(s: list[int], f: list[int]) -> int:
            place = card(s, f)
            return values[s[place]] if place != NONE else NONE

        return trait

    def _where(self, node: ir.Where) -> Value:
        card = self.value(node.card)
        table = {"owner": self.owner_of, "index": self.index_of, "zone": self.zone_of}[node.what]
        if isinstance(node.card, ir.Local):
            slot = node.card.slot
            return lambda s, f: table[f[slot]] if f[slot] != NONE else NONE

        def where(s: list[int], f: list[int]) -> int:
            place = card(s, f)
            return table[place] if place != NONE else NONE

        return where

    def _onrung(self, node: ir.OnRung) -> Value:
        value, low, high = self.value(node.value), node.low, node.high
        return lambda s, f: low <= value(s, f) <= high

    def _rung(self, node: ir.Rung) -> Value:
        value, low, high, by = self.value(node.value), node.low, node.high, node.first - node.low

        def rung(s: list[int], f: list[int]) -> int:
            found: int = value(s, f)
            return found + by if low <= found <= high else NONE

        return rung

    def _field(self, node: ir.Field) -> Value:
        record, offset = self.value(node.record), node.offset

        def field(s: list[int], f: list[int]) -> int:
            first = record(s, f)
            return s[first + offset] if first != NONE else NONE

        return field

    def _saw(self, node: ir.Saw) -> Value:
        player, card, saw_at = self.value(node.player), self.value(node.card), self.saw_at

        def saw(s: list[int], f: list[int]) -> bool:
            at = saw_at.get(card(s, f))
            return at is not None and bool(s[at] >> player(s, f) & 1)

        return saw

    def _need(self, node: ir.Need) -> Value:
        value = self.value(node.value)

        def need(s: list[int], f: list[int]) -> int:
            found: int = value(s, f)
            if found == NONE:
                raise RuleFault("R803", self.program.sites[node.site], none_needed())
            return found

        return need

    def _arithmetic(self, node: ir.Arithmetic) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        if node.op in "+-" and isinstance(node.right, ir.Const):
            by = node.right.value if node.op == "+" else -node.right.value
            if isinstance(node.left, ir.Cell):
                cell = node.left.cell
                return lambda s, f: s[cell] + by
            if isinstance(node.left, ir.Local):
                slot = node.left.slot
                return lambda s, f: f[slot] + by
            return lambda s, f: left(s, f) + by
        if node.op == "+":
            return lambda s, f: left(s, f) + right(s, f)
        if node.op == "-":
            return lambda s, f: left(s, f) - right(s, f)
        if node.op == "*":
            return lambda s, f: left(s, f) * right(s, f)

        def divide(s: list[int], f: list[int]) -> int:
            by = right(s, f)
            if by == 0:
                raise self.fault("R806", node.site, "division by zero")
            quotient: int = left(s, f) // by
            return quotient

        return divide

    def _compare(self, node: ir.Compare) -> Value:
        if node.op == "==" and isinstance(node.left, ir.Trait) and isinstance(node.left.card, ir.Local):
            return self._trait_is(node.left.trait, node.left.card.slot, node.right)
        return comparison(node, self.value)

    def _trait_is(self, trait: int, slot: int, right: ir.Expr) -> Value:
        """Whether a card of a search has an attribute: the comparison that most searches make, in one function."""
        values = self.program.traits[trait].values
        if isinstance(right, ir.Local):
            other = right.slot
            return lambda s, f: values[s[f[slot]]] == f[other] if f[slot] != NONE else f[other] == NONE
        if isinstance(right, ir.Const):
            value = right.value
            return lambda s, f: values[s[f[slot]]] == value if f[slot] != NONE else value == NONE
        wanted = self.value(right)

        def holds(s: list[int], f: list[int]) -> bool:
            place = f[slot]
            return bool((values[s[place]] if place != NONE else NONE) == wanted(s, f))

        return holds

    def _and(self, node: ir.And) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        return lambda s, f: left(s, f) and right(s, f)

    def _or(self, node: ir.Or) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.right, ir.Or):
            middle, last = self.value(node.right.left), self.value(node.right.right)
            return lambda s, f: left(s, f) or middle(s, f) or last(s, f)
        return lambda s, f: left(s, f) or right(s, f)

    def _not(self, node: ir.Not) -> Value:
        value = self.value(node.value)
        return lambda s, f: not value(s, f)

    def _select(self, node: ir.Select) -> Value:
        condition, yes, no = self.value(node.condition), self.value(node.yes), self.value(node.no)
        return lambda s, f: yes(s, f) if condition(s, f) else no(s, f)

    def _invoke(self, node: ir.Invoke) -> Value:
        slots, body = self.program.functions[node.function].slots, self.functions[node.function]
        args = [self.value(a) for a in node.args]
        if len(args) == 1:
            slot, arg = slots[0], args[0]

            def one(s: list[int], f: list[int]) -> Any:
                f[slot] = arg(s, f)
                return body(s, f)

            return one

        def invoke(s: list[int], f: list[int]) -> Any:
            values = [arg(s, f) for arg in args]
            for slot, value in zip(slots, values, strict=True):
                f[slot] = value
            return body(s, f)

        return invoke

    def _ahead(self, node: ir.Ahead) -> Value:
        player, steps, seats = self.value(node.player), self.value(node.steps), self.program.seats
        if node.playing < 0:
            return lambda s, f: (player(s, f) + steps(s, f)) % seats
        playing, slot = self.functions[node.playing], self.program.functions[node.playing].slots[0]

        def ahead(s: list[int], f: list[int]) -> int:
            seat, left = player(s, f), steps(s, f)
            step = 1 if left > 0 else -1
            for _ in range(seats * abs(left)):
                if left == 0:
                    break
                seat = (seat + step) % seats
                f[slot] = seat
                left -= step if playing(s, f) else 0
            return int(seat)

        return ahead

    def _size(self, node: ir.Size) -> Value:
        starts = self.starts
        if isinstance(node.zone, ir.Const):
            cell = starts[node.zone.value] - 1
            return lambda s, f: s[cell]
        zone = self.value(node.zone)
        return lambda s, f: s[starts[zone(s, f)] - 1]

    def _top(self, node: ir.Top) -> Value:
        zone, starts = self.value(node.zone), self.starts

        def top(s: list[int], f: list[int]) -> int:
            start = starts[zone(s, f)]
            return start + s[start - 1] - 1 if s[start - 1] else NONE

        return top

    # -- lists -----------------------------------------------------------------------------------------------------

    def _contents(self, node: ir.Contents) -> Value:
        zone, starts = self.value(node.zone), self.starts
        if isinstance(node.zone, ir.Const):
            fixed = starts[node.zone.value]
            return lambda s, f: range(fixed, fixed + s[fixed - 1])

        def contents(s: list[int], f: list[int]) -> Sequence[int]:
            start = starts[zone(s, f)]
            return range(start, start + s[start - 1])

        return contents

    def _spread(self, node: ir.Spread) -> Value:
        starts = [self.starts[z] for z in node.zones]
        return lambda s, f: [place for start in starts for place in range(start, start + s[start - 1])]

    def _span(self, node: ir.Span) -> Value:
        if isinstance(node.low, ir.Const) and isinstance(node.high, ir.Const):
            fixed = range(node.low.value, node.high.value + 1)
            return lambda s, f: fixed
        low, high = self.value(node.low), self.value(node.high)
        return lambda s, f: range(low(s, f), high(s, f) + 1)

    def _stored(self, node: ir.Stored) -> Value:
        cell, width = node.cell, node.width
        if width == 1:
            return lambda s, f: s[cell + 1 : cell + 1 + s[cell]]
        return lambda s, f: range(cell + 1, cell + 1 + s[cell] * width, width)

    def _listing(self, node: ir.Listing) -> Value:
        items = [self.value(item) for item in node.items]
        return lambda s, f: [found for item in items if (found := item(s, f)) != NONE]

    def _only(self, node: ir.Only) -> Value:
        value = self.value(node.value)

        def only(s: list[int], f: list[int]) -> list[int]:
            found = value(s, f)
            return [found] if found != NONE else []

        return only

    def _filter(self, node: ir.Filter) -> Value:
        slot, items, where = node.slot, self.value(node.items), self.value(node.where)
        if node.where == ir.Const(1):
            return items
        if isinstance(node.where, ir.Invoke) and node.where.args == (ir.Local(slot),):
            # a function of the item: it is put where the function looks for it
            slot, where = self.program.functions[node.where.function].slots[0], self.functions[node.where.function]

        def those(s: list[int], f: list[int]) -> list[int]:
            found = []
            for x in items(s, f):
                f[slot] = x
                if where(s, f):
                    found.append(x)
            return found

        return those

    def _slice(self, node: ir.Slice) -> Value:
        items, count, last = self.value(node.items), self.value(node.count), node.last

        def part(s: list[int], f: list[int]) -> Sequence[int]:
            found, n = items(s, f), max(0, count(s, f))
            piece: Sequence[int] = found[max(0, len(found) - n) :] if last else found[:n]
            return piece

        return part

    def _extreme(self, node: ir.Extreme) -> Value:
        sign, slot, items, key = node.sign, node.slot, self.value(node.items), self.value(node.key)

        def extreme(s: list[int], f: list[int]) -> list[int]:
            best: int | None = None
            found: list[int] = []
            for x in items(s, f):
                f[slot] = x
                rank = sign * key(s, f)
                if best is None or rank > best:
                    best, found = rank, []
                if rank == best:
                    found.append(x)
            return found

        return extreme

    def _among(self, node: ir.Among) -> Value:
        values, cards, span = self.program.traits[node.trait].values, self.value(node.cards), (node.low, node.high + 1)

        def among(s: list[int], f: list[int]) -> list[int]:
            found = {values[s[card]] for card in cards(s, f)}
            return [value for value in range(*span) if value in found]

        return among

    # -- from lists to values --------------------------------------------------------------------------------------

    def _length(self, node: ir.Length) -> Value:
        items = self.value(node.items)
        return lambda s, f: len(items(s, f))

    def _item(self, node: ir.Item) -> Value:
        items, at = self.value(node.items), -1 if node.last else 0

        def item(s: list[int], f: list[int]) -> int:
            found = items(s, f)
            return found[at] if found else NONE

        return item

    def _in(self, node: ir.In) -> Value:
        value, items = self.value(node.value), self.value(node.items)
        return lambda s, f: value(s, f) in items(s, f)

    def _some_card(self, node: ir.Quantify) -> Value | None:
        """Whether some card of a zone has an attribute, in one function: what most conditions of moves ask."""
        body, items = node.body, node.items
        if not isinstance(body, ir.Compare) or body.op != "==" or not isinstance(items, ir.Contents):
            return None
        if not isinstance(body.left, ir.Trait) or body.left.card != ir.Local(node.slot):
            return None
        if not isinstance(body.right, ir.Const | ir.Local) or body.right == ir.Local(node.slot):
            return None
        values, starts = self.program.traits[body.left.trait].values, self.starts
        zone, wanted = self.value(items.zone), self.value(body.right)

        def some(s: list[int], f: list[int]) -> bool:
            start, which = starts[zone(s, f)], wanted(s, f)
            for face in s[start : start + s[start - 1]]:  # noqa: SIM110 (a loop is quicker)
                if values[face] == which:
                    return True
            return False

        return some

    def _quantify(self, node: ir.Quantify) -> Value:
        if node.op == "any":
            same = self._some_card(node)
            if same is not None:
                return same
        slot, items, body = node.slot, self.value(node.items), self.value(node.body)
        if node.op in ("any", "all"):
            return _any(slot, items, body) if node.op == "any" else _all(slot, items, body)

        def values(s: list[int], f: list[int]) -> list[int]:
            found = []
            for x in items(s, f):
                f[slot] = x
                found.append(body(s, f))
            return found

        if node.op == "sum":
            return lambda s, f: sum(values(s, f))
        pick: Callable[[list[int]], int] = min if node.op == "min" else max

        def extreme(s: list[int], f: list[int]) -> int:
            found = values(s, f)
            return pick(found) if found else NONE

        return extreme


def _any(slot: int, items: Value, body: Value) -> Value:
    def search(s: list[int], f: list[int]) -> bool:
        for x in items(s, f):
            f[slot] = x
            if body(s, f):
                return True
        return False

    return search


def _all(slot: int, items: Value, body: Value) -> Value:
    def search(s: list[int], f: list[int]) -> bool:
        for x in items(s, f):
            f[slot] = x
            if not body(s, f):
                return False
        return True

    return search
