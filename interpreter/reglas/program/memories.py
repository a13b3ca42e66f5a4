"""What is remembered: values, lists of them, and lists of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.parser import parse_expression
from reglas.language.types import NONE, Card, Flag, Maybe, Number, Player, Record, Type, Unknown, bare, comparable
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.instance import HoldingEntry
from reglas.program.remedies import involved
from reglas.program.scope import Scope
from reglas.reading.messages import say
from reglas.reading.tree import Scalar
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.components import Components


class Memories:
    """Gives each memory its cells."""

    def __init__(self, components: Components) -> None:
        self.components, self.instance, self.t = components, components.instance, components.t
        self.fault, self.constant = components.fault, components.constant

    def memory(self, memory: m.Memory) -> None:
        """A remembered value, or a bounded list of values or of records."""
        per, low_index, count = self.components.per(memory.per)
        kind = self.kind(memory)
        listed = memory.listed is not None or memory.fields is not None
        most = self.most(memory) if listed else 0
        start = NONE if memory.optional or isinstance(kind, Card) else self.first_value(kind)
        if memory.start is not None:
            start = self.start(memory, kind, start)
        if isinstance(kind, Card) and not memory.optional and not listed:
            self.fault(
                "E203",
                memory.span,
                say("`{name}` holds a card and at first there is none", name=memory.name),
                help=say("write `optional: true`"),
            )
        held = Maybe(kind, True) if memory.optional else kind
        entry = HoldingEntry(
            memory.name, "memory", self.instance.row_size, count, per, low_index, held, start,
            memory.seen_by, listed=listed, newest=memory.newest, most=most,
            fields=kind.fields if isinstance(kind, Record) else (),
        )  # fmt: skip
        self.instance.allocate(entry.cells)
        self.instance.holdings[memory.name] = entry

    def most(self, memory: m.Memory) -> int:
        """How many items a list holds at most."""
        most = self.constant(memory.most, 1, "`most`")
        if most < 1 and memory.most is not None:
            self.fault(
                "E406",
                memory.most.span,
                say("`{name}` is a list of {count} at most", name=memory.name, count=most),
                help=involved(self.instance, memory.most),
            )
        return max(1, most)

    def kind(self, memory: m.Memory) -> Type:
        """The type of what is remembered; for a list, of each item."""
        if memory.fields is not None:
            return Record(memory.name, tuple((word.text, self.named(scalar)) for word, scalar in memory.fields))
        scalar = memory.listed or memory.of
        return Unknown() if scalar is None else self.named(scalar)

    def named(self, scalar: Scalar) -> Type:
        """The type that a text names."""
        if ".." in scalar.text:
            found = parse_expression(scalar, self.instance.diagnostics)
            if not isinstance(found, ex.Range):
                return Unknown()
            low, high = self.constant(found.low, 0, say("a bound")), self.constant(found.high, 0, say("a bound"))
            return Number(low, max(low, high))
        simple: dict[str, Type] = {"player": Player(), "card": Card(), "flag": Flag()}
        for card in self.instance.game.cards:
            simple[card] = Card(frozenset(z.name for z in self.instance.game.zones.values() if z.of.text == card))
        if scalar.text in simple:
            return simple[scalar.text]
        kind = self.components.kind_of(m.Word(scalar.text, scalar.span), tuple(simple))
        return Unknown() if kind is None else kind.type

    def first_value(self, kind: Type) -> int:
        """Where a memory without `start` begins: its type's first value."""
        return kind.low if isinstance(kind, Number) else 0

    def start(self, memory: m.Memory, kind: Type, default: int) -> int:
        """A memory's written start."""
        assert memory.start is not None
        found = self.t.translate(memory.start, Scope(), kind)
        if isinstance(found.type, Unknown):
            return default
        if not isinstance(found.node, ir.Const) or not comparable(found.type, kind):
            self.fault(
                "E401",
                memory.start.span,
                say("`{name}` holds {wanted}; this is {found}", name=memory.name, wanted=describe(kind),
                    found=describe(found.type)),
            )  # fmt: skip
            return default
        value, inner = found.node.value, bare(kind)
        if isinstance(inner, Number) and not inner.low <= value <= inner.high and value != NONE:
            self.fault("E402", memory.start.span, say("`{name}` is {low}..{high}; it cannot start at {start}",
                                                      name=memory.name, low=inner.low, high=inner.high,
                                                      start=value))  # fmt: skip
            return default
        return value
