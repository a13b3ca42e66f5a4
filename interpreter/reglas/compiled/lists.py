"""Lists of a program as loops. A list is never kept: what is asked of it becomes a function that goes through it."""

from __future__ import annotations

from collections.abc import Callable

from reglas.compiled.text import Lines
from reglas.compiled.values import Values, plus
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import with_slot

Body = Callable[[], None]


MOST_AT_ONCE = 6
"""The cards of a zone that holds so many are looked at without a loop, in plain Python."""


def plus_in(start: str, number: int) -> str:
    """A cell so many after another, as an index."""
    if start.isdigit():
        return str(int(start) + number)
    return start if number == 0 else f"{start} {'+' if number > 0 else '-'} {abs(number)}"


class Lists(Values):
    """Text of expressions, lists included."""

    def each(self, lines: Lines, items: ir.Expr, slot: int, body: Body) -> None:
        """Do something with each item of a list in turn, which lies in a slot. Loops may lie in one another, so it
        can only be left by `return`."""
        x = f"x{slot}"
        match items:
            case ir.Contents(_, zone):
                first = self.start(zone)
                if not isinstance(zone, ir.Const):
                    start = f"z{self.spare()}"
                    lines.add(f"{start} = {first}")
                    first = start
                with lines.under(f"for {x} in range({first}, {first} + s[{first} - 1]):"):
                    body()
            case ir.Spread(_, zones):
                start = f"z{self.spare()}"
                starts = self.module.table([self.starts[zone] for zone in zones])
                with (
                    lines.under(f"for {start} in {starts}:"),
                    lines.under(f"for {x} in range({start}, {start} + s[{start} - 1]):"),
                ):
                    body()
            case ir.Span(low, high):
                with lines.under(f"for {x} in range({self.value(low)}, {plus(self.value(high), 1)}):"):
                    body()
            case ir.Stored(cell, width):
                self._stored(lines, cell, width, x, body)
            case ir.Listing(parts):
                self._listed(lines, [self.value(part) for part in parts], x, body)
            case ir.Only(value):
                lines.add(f"{x} = {self.value(value)}")
                with lines.under(f"if {x} != {NONE}:"):
                    body()
            case ir.Filter(inner_slot, inner, where):
                self._filtered(lines, inner, slot, with_slot(where, inner_slot, slot), body)
            case ir.Slice(inner, count, last):
                self._part(lines, inner, count, last, slot, body)
            case ir.Extreme(sign, inner_slot, inner, key):
                best = self.spare()
                lines.add(f"x{best} = {self._best(inner, inner_slot, key, sign)}")
                same = ir.Compare("==", with_slot(key, inner_slot, slot), ir.Local(best))
                self.each(lines, inner, slot, lambda: self._if(lines, self.truth(same), body))
            case ir.Among():
                self._among(lines, items, x, body)
            case ir.Select(condition, yes, no):
                with lines.under(f"if {self.truth(condition)}:"):
                    self.each(lines, yes, slot, body)
                with lines.under("else:"):
                    self.each(lines, no, slot, body)
            case ir.Invoke(function, args):
                called = self.program.functions[function]
                for parameter, arg in zip(called.slots, args, strict=True):
                    lines.add(f"x{parameter} = {self.value(arg)}")
                self.each(lines, called.body, slot, body)
            case _:
                raise NotImplementedError(type(items).__name__)

    def _if(self, lines: Lines, text: str, body: Body) -> None:
        with lines.under(f"if {text}:"):
            body()

    def _stored(self, lines: Lines, cell: int, width: int, x: str, body: Body) -> None:
        if width > 1:
            with lines.under(f"for {x} in range({cell + 1}, {cell + 1} + s[{cell}] * {width}, {width}):"):
                body()
            return
        at = f"i{self.spare()}"
        with lines.under(f"for {at} in range({cell + 1}, {cell + 1} + s[{cell}]):"):
            lines.add(f"{x} = s[{at}]")
            body()

    def _listed(self, lines: Lines, values: list[str], x: str, body: Body) -> None:
        if not values:
            return
        with lines.under(f"for {x} in ({', '.join(values)},):"), lines.under(f"if {x} != {NONE}:"):
            body()

    def _filtered(self, lines: Lines, inner: ir.Expr, slot: int, where: ir.Expr, body: Body) -> None:
        if where == ir.Const(1):
            self.each(lines, inner, slot, body)
        else:
            self.each(lines, inner, slot, lambda: self._if(lines, self.truth(where), body))

    def bits(self, lines: Lines, node: ir.Among) -> str:
        """The numbers that cards have, as bits: a name for them."""
        low, high, values = node.low, node.high, self.program.traits[node.trait].values
        return self.joined(lines, node.cards, [1 << (v - low) if low <= v <= high else 0 for v in values])

    def joined(self, lines: Lines, cards: ir.Expr, bits: list[int]) -> str:
        """A name for the bits of all cards of a list, joined; `bits` has those of each face."""
        table, k = self.module.table(bits), f"k{self.spare()}"
        if self.module.how == "plain" and isinstance(cards, ir.Contents):
            start, most = self.start(cards.zone), self._room(cards)
            if not start.isdigit():
                lines.add(f"z{self.spare()} = {start}")
                start = f"z{self._spare - 1}"
            if 0 < most <= MOST_AT_ONCE:
                with lines.under(f"if s[{plus_in(start, -1)}] == {most}:"):
                    lines.add(f"{k} = {' | '.join(f'{table}[s[{plus_in(start, n)}]]' for n in range(most))}")
                lines.add("else:")
                lines.depth += 1
            lines.add(f"{k} = 0")
            with lines.under(f"for face in s[{start}:{start} + s[{plus_in(start, -1)}]]:"):
                lines.add(f"{k} |= {table}[face]")
            lines.depth -= 0 < most <= MOST_AT_ONCE
            return k
        lines.add(f"{k} = 0")
        self.faces(lines, cards, lambda face: lines.add(f"{k} |= {table}[{face}]"))
        return k

    def _room(self, cards: ir.Contents) -> int:
        """How many cards a zone of a family holds, if that is so of all; else 0."""
        most = {zone.most for zone in self.program.zones if zone.family == cards.family}
        return most.pop() if len(most) == 1 else 0

    def _among(self, lines: Lines, node: ir.Among, x: str, body: Body) -> None:
        """The numbers that cards have: as bits, which a table turns into numbers."""
        low, width = node.low, node.high - node.low + 1
        lists = [[low + n for n in range(width) if bit >> n & 1] for bit in range(1 << width)]
        firsts = [sum(len(found) for found in lists[:bit]) for bit in range(len(lists) + 1)]
        first, every = self.module.table(firsts), self.module.table([n for found in lists for n in found])
        k = self.bits(lines, node)
        with lines.under(f"for {x} in {every}[{first}[{k}]:{first}[{k} + 1]]:"):
            body()

    def faces(self, lines: Lines, cards: ir.Expr, body: Callable[[str], None]) -> None:
        """Do something with the face of each card of a list."""
        if isinstance(cards, ir.Contents):
            start, face = f"z{self.spare()}", f"y{self.spare()}"
            lines.add(f"{start} = {self.start(cards.zone)}")
            if self.module.how == "plain":
                with lines.under(f"for {face} in s[{start}:{start} + s[{start} - 1]]:"):
                    body(face)
            else:  # a slice of an array is an object
                with lines.under(f"for {face} in range({start}, {start} + s[{start} - 1]):"):
                    body(f"s[{face}]")
            return
        card = self.spare()
        self.each(lines, cards, card, lambda: body(f"s[x{card}]"))

    def _part(self, lines: Lines, inner: ir.Expr, count: ir.Expr, last: int, slot: int, body: Body) -> None:
        """The first or last so many."""
        at, wanted = f"n{self.spare()}", f"m{self.spare()}"
        lines.add(f"{at} = 0")
        lines.add(f"{wanted} = {self.value(count)}")
        if last:
            lines.add(f"{wanted} = {self.value(ir.Length(inner))} - max(0, {wanted})")

        def some() -> None:
            lines.add(f"{at} += 1")
            with lines.under(f"if {at} {'>' if last else '<='} {wanted}:"):
                body()

        self.each(lines, inner, slot, some)

    # -- what is asked of lists ------------------------------------------------------------------------------------

    def asked(self, stem: str, node: object, given: list[str], build: Callable[[Lines], None]) -> str:
        """A call of a function that is emitted for a node once; `given` are parameters beside its free slots."""
        name = self.module.known((stem, node))
        names = self.names(node)
        if name is None:
            lines, copied, self.copied = Lines(), self.copied, {}
            build(lines)
            self.copied = copied
            name = self.module.name((stem, node), f"{stem}_")
            parameters = [f"g{n}" for n in range(len(given))]
            self.module.function(name, ["s", *parameters, *names], lines)
        return self.call(name, [*given, *names])

    def _quantify(self, node: ir.Quantify) -> str:
        if node.op in ("any", "all"):
            return self._any(node)
        if node.op != "sum":
            return self._least(node)

        def build(lines: Lines) -> None:
            lines.add("found = 0")
            self.each(lines, node.items, node.slot, lambda: lines.add(f"found += {self.value(node.body)}"))
            lines.add("return found")

        return self.asked("sum", node, [], build)

    def _any(self, node: ir.Quantify) -> str:
        def build(lines: Lines) -> None:
            body = self.truth(node.body)

            def leave() -> None:
                with lines.under(f"if {body if node.op == 'any' else f'not {body}'}:"):
                    lines.add(f"return {node.op == 'any'}")

            self.each(lines, node.items, node.slot, leave)
            lines.add(f"return {node.op != 'any'}")

        return self.asked(node.op, node, [], build)

    def _least(self, node: ir.Quantify) -> str:
        return self._ranked(node.items, node.slot, node.body, "<" if node.op == "min" else ">")

    def _best(self, items: ir.Expr, slot: int, key: ir.Expr, sign: int) -> str:
        """The highest or lowest rank in a list, or none."""
        return self._ranked(items, slot, key, ">" if sign > 0 else "<")

    def _ranked(self, items: ir.Expr, slot: int, key: ir.Expr, better: str) -> str:
        def build(lines: Lines) -> None:
            lines.add("found, first = 0, True")

            def look() -> None:
                lines.add(f"rank = {self.value(key)}")
                with lines.under(f"if first or rank {better} found:"):
                    lines.add("found, first = rank, False")

            self.each(lines, items, slot, look)
            lines.add(f"return {NONE} if first else found")

        stem = "least" if better == "<" else "most"
        return self.asked(stem, ir.Quantify("min" if better == "<" else "max", slot, items, key), [], build)

    def _length(self, node: ir.Length) -> str:
        match node.items:
            case ir.Contents(_, zone):
                return self.size(zone)
            case ir.Stored(cell):
                return f"s[{cell}]"

        def build(lines: Lines) -> None:
            lines.add("found = 0")
            self.each(lines, node.items, self.spare(), lambda: lines.add("found += 1"))
            lines.add("return found")

        return self.asked("count", node, [], build)

    def _item(self, node: ir.Item) -> str:
        match node.items:
            case ir.Contents(family, zone) if node.last:
                return self._top(ir.Top(family, zone))
            case ir.Span(ir.Const(low), ir.Const(high)) if low <= high:
                return str(high if node.last else low)

        def build(lines: Lines) -> None:
            x = self.spare()
            if node.last:
                lines.add(f"found = {NONE}")
            self.each(lines, node.items, x, lambda: lines.add(f"{'found =' if node.last else 'return'} x{x}"))
            lines.add(f"return {'found' if node.last else NONE}")

        return self.asked("item", node, [], build)

    def _in(self, value: ir.Expr, items: ir.Expr) -> str:
        match items:
            case ir.Span(low, high):
                return f"({self.value(low)} <= {self.value(value)} <= {self.value(high)})"
            case ir.Contents(_, ir.Const(zone)):
                start = self.starts[zone]
                return f"({start} <= {self.value(value)} < {start} + s[{start - 1}])"
            case ir.Stored(cell, 1) if cell in self.copied:
                return f"({self.value(value)} in {self.copied[cell]})"
            case ir.Stored(cell, 1) if self.module.how == "plain":
                return f"({self.value(value)} in s[{cell + 1}:{cell + 1} + s[{cell}]])"

        def build(lines: Lines) -> None:
            x = self.spare()

            def look() -> None:
                with lines.under(f"if x{x} == g0:"):
                    lines.add("return True")

            self.each(lines, items, x, look)
            lines.add("return False")

        return self.asked("in", items, [self.value(value)], build)
