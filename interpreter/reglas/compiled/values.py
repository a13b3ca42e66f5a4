"""Expressions of a program as text: what is worked out in one go as an expression, what goes through a list as a call
of a function that is emitted for it.

Whether something holds (`truth`) and what number it is (`value`) are told apart, so that no text mixes the two. A slot
`n` is a name `xn`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reglas.compiled.passes.holders import holders
from reglas.compiled.slots import Slots
from reglas.compiled.text import Lines, Module
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import nodes

_TRUTHS = (ir.Compare, ir.And, ir.Or, ir.Not, ir.In, ir.OnRung, ir.Saw)


class Values:
    """Makes text of the expressions of a program, and adds to a module what the text calls."""

    def __init__(self, program: ir.Program, module: Module) -> None:
        self.program, self.module = program, module
        self.starts = [z.start for z in program.zones]
        self.slots, self.holders = Slots(program), holders(program)
        self._spare = program.slots
        self.copied: dict[int, str] = {}  # kept lists that lie in a name, while a function is written

    # -- what an expression is -------------------------------------------------------------------------------------

    def is_truth(self, node: ir.Expr) -> bool:
        """Does it hold or not, instead of being a number?"""
        match node:
            case ir.Quantify(op):
                return op in ("any", "all")
            case ir.Select(_, yes, no):
                return self.is_truth(yes) and self.is_truth(no)
            case ir.Invoke(function):
                return self.is_truth(self.program.functions[function].body)
        return isinstance(node, _TRUTHS)

    def free(self, part: object) -> tuple[int, ...]:
        """The slots that have to be given to an expression."""
        bound = set[int]()
        used = set[int]()
        for node in nodes(part):
            match node:
                case ir.Local(slot):
                    used.add(slot)
                case ir.Filter(slot) | ir.Extreme(_, slot) | ir.Quantify(_, slot):
                    bound.add(slot)
        return tuple(sorted(used - bound))

    def names(self, part: object) -> list[str]:
        """The same as names."""
        return [f"x{slot}" for slot in self.free(part)]

    def sure(self, node: ir.Expr) -> bool:
        """Is a card surely there?"""
        return isinstance(node, ir.Local) and node.slot in self.slots.sure

    def spare(self) -> int:
        """A slot that nothing else uses."""
        self._spare += 1
        return self._spare - 1

    # -- expressions -----------------------------------------------------------------------------------------------

    def truth(self, node: ir.Expr) -> str:
        """Text that holds or does not."""
        match node:
            case ir.Const(value):
                return "True" if value else "False"
            case ir.And(left, right):
                return f"({self.truth(left)} and {self.truth(right)})"
            case ir.Or(left, right):
                return f"({self.truth(left)} or {self.truth(right)})"
            case ir.Not(value):
                return f"(not {self.truth(value)})"
            case ir.Compare(op, left, right):
                return f"({self.value(left)} {op} {self.value(right)})"
            case ir.OnRung(value, low, high):
                return f"({low} <= {self.value(value)} <= {high})"
            case ir.Saw(player, card):
                return self._looked(player, card)
            case ir.In(value, items):
                return self._in(value, items)
            case ir.Select(condition, yes, no) if self.is_truth(node):
                return f"({self.truth(yes)} if {self.truth(condition)} else {self.truth(no)})"
            case ir.Quantify() | ir.Invoke() if self.is_truth(node):
                return self._number(node)
        return f"({self.value(node)} != 0)"

    def _looked(self, player: ir.Expr, card: ir.Expr) -> str:
        """Did a player ever see a card? It is asked in place where the card surely lies where looks are noted."""
        families = self.holders.of(card)
        after = {zone.saw for zone in self.program.zones if zone.family in families}
        if self.sure(card) and len(after) == 1 and 0 not in after:
            return f"(s[{plus(self.value(card), after.pop())}] >> {self.value(player)} & 1 != 0)"
        return f"(looked(s, {self.value(card)}, {self.value(player)}) != 0)"

    def value(self, node: ir.Expr) -> str:
        """Text that is a number."""
        if self.is_truth(node):
            return f"(1 if {self.truth(node)} else 0)"
        return self._number(node)

    def _number(self, node: ir.Expr) -> str:
        method: Callable[[Any], str] = getattr(self, "_" + type(node).__name__.lower())
        return method(node)

    def _const(self, node: ir.Const) -> str:
        return str(node.value) if node.value >= 0 else f"({node.value})"

    def _cell(self, node: ir.Cell) -> str:
        return f"s[{node.cell}]"

    def _local(self, node: ir.Local) -> str:
        return f"x{node.slot}"

    def _element(self, node: ir.Element) -> str:
        return f"s[{self.element(node.base, node.low, node.size, node.index)}]"

    def element(self, base: int, low: int, size: int, index: ir.Expr) -> str:
        """The cell of a family's element."""
        if isinstance(index, ir.Const) and 0 <= index.value - low < size:
            return str(base + index.value - low)
        inside = self.range(index)
        if inside is not None and low <= inside[0] and inside[1] < low + size:
            return plus(self.value(index), base - low)
        return plus(f"within(s, {plus(self.value(index), -low)}, {size})", base)

    def range(self, node: ir.Expr) -> tuple[int, int] | None:
        """The numbers that an expression is among, where that is plain to see."""
        match node:
            case ir.Const(value):
                return value, value
            case ir.Local(slot):
                return self.slots.ranges.get(slot)
        return None

    def _lookup(self, node: ir.Lookup) -> str:
        at = plus(self.value(node.index), -node.low)
        inside = self.range(node.index)
        if inside is None or inside[0] < node.low or inside[1] >= node.low + len(node.table):
            at = f"within(s, {at}, {len(node.table)})"
        return f"{self.module.table(node.table)}[{at}]"

    def _trait(self, node: ir.Trait) -> str:
        values = self.module.table(self.program.traits[node.trait].values)
        if self.sure(node.card):
            return f"{values}[s[{self.value(node.card)}]]"
        return f"of(s, {values}, {self.value(node.card)})"

    def _where(self, node: ir.Where) -> str:
        values = {"owner": "OWNER", "index": "INDEX", "zone": "ZONE"}[node.what]
        if self.sure(node.card):
            return f"{values}[{self.value(node.card)}]"
        return f"at({values}, {self.value(node.card)})"

    def _field(self, node: ir.Field) -> str:
        if self.sure(node.record):
            return f"s[{plus(self.value(node.record), node.offset)}]"
        return f"beside(s, {self.value(node.record)}, {node.offset})"

    def _rung(self, node: ir.Rung) -> str:
        return f"rung({self.value(node.value)}, {node.low}, {node.high}, {node.first - node.low})"

    def _need(self, node: ir.Need) -> str:
        return self.value(node.value) if self.sure(node.value) else f"needed(s, {self.value(node.value)})"

    def _arithmetic(self, node: ir.Arithmetic) -> str:
        left = self.value(node.left)
        if node.op in "+-" and isinstance(node.right, ir.Const):
            return plus(left, node.right.value if node.op == "+" else -node.right.value)
        if node.op == "/":
            return f"divided(s, {left}, {self.value(node.right)})"
        return f"({left} {node.op} {self.value(node.right)})"

    def _select(self, node: ir.Select) -> str:
        return f"({self.value(node.yes)} if {self.truth(node.condition)} else {self.value(node.no)})"

    def _invoke(self, node: ir.Invoke) -> str:
        function = self.program.functions[node.function]
        name = self.module.known(("function", node.function))
        others = [slot for slot in self.free(function.body) if slot not in function.slots]
        if name is None:
            lines, copied, self.copied = Lines(), self.copied, {}
            text = self.truth if self.is_truth(function.body) else self.value
            lines.add(f"return {text(function.body)}")
            self.copied = copied
            name = self.module.name(("function", node.function), "f_")
            self.module.function(name, ["s", *(f"x{slot}" for slot in (*function.slots, *others))], lines)
        return self.call(name, [*(self.value(arg) for arg in node.args), *(f"x{slot}" for slot in others)])

    def _ahead(self, node: ir.Ahead) -> str:
        player, steps, seats = self.value(node.player), self.value(node.steps), self.program.seats
        if node.playing < 0:
            if isinstance(node.steps, ir.Const):
                return f"({plus(player, node.steps.value)}) % {seats}"
            return f"(({player} + {steps}) % {seats})"
        return self.call(self._steps(node.playing), [player, steps])

    def _steps(self, playing: int) -> str:
        """A function that goes round the table from seat to seat that plays."""
        name = self.module.known(("ahead", playing))
        if name is None:
            slot, lines = self.program.functions[playing].slots[0], Lines()
            holds, seats = self.truth(ir.Invoke(playing, (ir.Local(slot),))), self.program.seats
            lines.add("step = 1 if left > 0 else -1")
            with lines.under(f"for _ in range({seats} * abs(left)):"):
                with lines.under("if left == 0:"):
                    lines.add("break")
                lines.add(f"x{slot} = (x{slot} + step) % {seats}")
                with lines.under(f"if {holds}:"):
                    lines.add("left -= step")
            lines.add(f"return x{slot}")
            name = self.module.name(("ahead", playing), "ahead_")
            self.module.function(name, ["s", f"x{slot}", "left"], lines)
        return name

    def start(self, zone: ir.Expr) -> str:
        """The first cell of a zone."""
        if isinstance(zone, ir.Const):
            return str(self.starts[zone.value])
        if isinstance(zone, ir.Arithmetic) and zone.op == "+" and isinstance(zone.right, ir.Const):
            return f"{self.module.table(self.starts[zone.right.value :])}[{self.value(zone.left)}]"
        return f"START[{self.value(zone)}]"

    def size(self, zone: ir.Expr) -> str:
        """How many cards lie in a zone."""
        if isinstance(zone, ir.Const):
            return f"s[{self.starts[zone.value] - 1}]"
        return f"s[{plus(self.start(zone), -1)}]"

    def _size(self, node: ir.Size) -> str:
        return self.size(node.zone)

    def _top(self, node: ir.Top) -> str:
        return f"top(s, {self.start(node.zone)})"

    def call(self, name: str, arguments: Sequence[str]) -> str:
        """A call of an emitted function."""
        return f"{name}({', '.join(['s', *arguments])})"

    # -- from lists: in `lists` ------------------------------------------------------------------------------------

    def _in(self, value: ir.Expr, items: ir.Expr) -> str:
        raise NotImplementedError


def plus(text: str, number: int) -> str:
    """A sum with a constant."""
    if number == 0:
        return text
    return f"({text} {'+' if number > 0 else '-'} {abs(number)})"


__all__ = ["NONE", "Values", "plus"]
