"""Steps and VALUEs of a checked tree to the model."""

from __future__ import annotations

from collections.abc import Callable

from reglas.language.expressions import Apply, Binding, Case, Expression, Name, Range, Table, Unread
from reglas.language.parser import parse_binding, parse_expression
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.spec import model as m

VERBS = [
    "move", "swap", "deal", "shuffle", "roll", "set", "gain", "lose", "push", "clear", "show", "tell", "if", "for",
    "turns", "offer", "choose", "until", "call", "leave",
]  # fmt: skip
"""The verbs of steps. A step's verb is the first of these among its keys: `turns`, `offer` and `choose` stand
before `until`, which is also a key of theirs, and `turns` before `choose`."""


class StepBuilder:
    """Builds steps, references and VALUEs; findings go to the diagnostics given."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, node: Node | None) -> Expression | None:
        """An expression or a table; None when absent, a stand-in after a finding."""
        if node is None:
            return None
        if isinstance(node, Scalar):
            return parse_expression(node, self.diagnostics) or Unread(node.span)
        if isinstance(node, Mapping) and len(node) == 1 and isinstance(node.entries[0].value, Mapping):
            return self._table(node)
        self.diagnostics.report(
            "E204",
            node.span,
            "an expression is wanted here, or a table",
            help="a table is written `{{expression: {{value: result, else: result}}}}`",
        )
        return Unread(node.span)

    def _table(self, node: Mapping) -> Table | Unread:
        subject = parse_expression(node.entries[0].key, self.diagnostics)
        body = node.entries[0].value
        assert isinstance(body, Mapping)
        cases: list[Case] = []
        otherwise: Expression | None = None
        for entry in body:
            value = self.value(entry.value)
            if entry.key.text == "else":
                otherwise = value
                continue
            key = parse_expression(entry.key, self.diagnostics)
            if key is None or value is None:
                return Unread(node.span)
            low, high = (key.low, key.high) if isinstance(key, Range) else (key, key)
            cases.append(Case(entry.key.span, low, high, value))
        if subject is None:
            return Unread(node.span)
        return Table(node.entries[0].key.span, subject, tuple(cases), otherwise)

    def needed(self, node: Node | None, span: Span) -> Expression:
        """An expression; after a finding, a stand-in."""
        return self.value(node) or Unread(span)

    def reference(self, node: Node | None) -> m.Reference | None:
        """`NAME` or `NAME(args)`."""
        if not isinstance(node, Scalar):
            return None
        found = parse_expression(node, self.diagnostics)
        if isinstance(found, Name):
            return m.Reference(found.name, found.span, ())
        if isinstance(found, Apply):
            return m.Reference(found.name, found.name_span, found.args)
        if found is not None:
            self.diagnostics.report("E302", found.span, "a name is wanted here, or `name(arguments)`")
        return None

    def references(self, node: Node | None) -> tuple[m.Reference, ...]:
        """A list of references, or one alone."""
        items = node.items if isinstance(node, Sequence) else (node,) if node is not None else ()
        return tuple(r for item in items if (r := self.reference(item)) is not None)

    # -- steps -----------------------------------------------------------------------------------------------------

    def steps(self, node: Node | None) -> tuple[m.Step, ...]:
        """A list of steps."""
        items = node.items if isinstance(node, Sequence) else ()
        return tuple(s for item in items if isinstance(item, Mapping) and (s := self.step(item)) is not None)

    def step(self, node: Mapping) -> m.Step | None:
        """One step, by its verb; None after a finding."""
        verb = next((v for v in VERBS if v in node), None)
        if verb is None:
            return None
        span = node.by_key[verb].key.span
        named = node.get("id")
        id = named.text if isinstance(named, Scalar) else None
        build: Callable[[Mapping, Span, str | None], m.Step | None] = getattr(self, f"_{verb}")
        return build(node, span, id)

    def _move(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        at = self.value(node.get("at"))
        return m.Move(span, id, self.needed(node.get("move"), span), self.needed(node.get("to"), span), at)

    def _swap(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Swap(span, id, self.needed(node.get("swap"), span), self.needed(node.get("with"), span))

    def _deal(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Deal(
            span,
            id,
            self.needed(node.get("deal"), span),
            self.needed(node.get("from"), span),
            self.needed(node.get("to"), span),
        )

    def _shuffle(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Shuffle(span, id, self.needed(node.get("shuffle"), span))

    def _set(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        cells: list[tuple[Expression, Expression]] = []
        body = node.get("set")
        for entry in body if isinstance(body, Mapping) else ():
            cell = parse_expression(entry.key, self.diagnostics)
            value = self.value(entry.value)
            if cell is not None and value is not None:
                cells.append((cell, value))
        return m.Assign(span, id, tuple(cells))

    def _gain(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Adjust(span, id, self.needed(node.get("gain"), span), self.value(node.get("by")), 1)

    def _lose(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Adjust(span, id, self.needed(node.get("lose"), span), self.value(node.get("by")), -1)

    def _roll(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        by, source = self.value(node.get("by")), self.value(node.get("from"))
        return m.Roll(span, id, self.needed(node.get("roll"), span), by, source)

    def _push(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        value, onto = node.get("push"), node.get("onto")
        word = m.Word(onto.text, onto.span) if isinstance(onto, Scalar) else m.Word("?", span)
        if isinstance(value, Mapping) and not isinstance(value.entries[0].value, Mapping):
            fields = tuple((m.Word(e.key.text, e.key.span), self.needed(e.value, span)) for e in value)
            return m.Push(span, id, Unread(span), word, fields)
        return m.Push(span, id, self.needed(value, span), word)

    def _clear(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        target = node.get("clear")
        items = target.items if isinstance(target, Sequence) else (target,)
        return m.Clear(span, id, tuple(m.Word(i.text, i.span) for i in items if isinstance(i, Scalar)))

    def _show(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Show(span, id, self.needed(node.get("show"), span), self.needed(node.get("to"), span))

    def _tell(self, node: Mapping, span: Span, id: str | None) -> m.Step | None:
        binding = self._binding(node.get("of"))
        if binding is None:
            return None
        return m.Tell(span, id, self.needed(node.get("tell"), span), binding, self.needed(node.get("to"), span))

    def _binding(self, node: Node | None) -> Binding | None:
        return parse_binding(node, self.diagnostics) if isinstance(node, Scalar) else None

    def _if(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        then, otherwise = self.steps(node.get("then")), self.steps(node.get("else"))
        return m.If(span, id, self.needed(node.get("if"), span), then, otherwise)

    def _for(self, node: Mapping, span: Span, id: str | None) -> m.Step | None:
        binding = self._binding(node.get("for"))
        body = self.steps(node.get("do"))
        return None if binding is None else m.For(span, id, binding, body)

    def _until(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        condition = self.needed(node.get("until"), span)
        return m.Until(span, id, condition, self.steps(node.get("do")), self.value(node.get("most")))

    def _turns(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Turns(
            span,
            id,
            self.needed(node.get("turns"), span),
            self.value(node.get("from")),
            self.references(node.get("choose")),
            self.steps(node.get("do")),
            self.value(node.get("until")),
            self._last_round(node.get("last_round")),
            node.by_key["stuck"].key.span if "stuck" in node else None,
            self.value(node.get("most")),
        )

    def _last_round(self, node: Node | None) -> m.LastRound | None:
        if not isinstance(node, Mapping):
            return None
        owed = node.get("owed")
        others = isinstance(owed, Scalar) and owed.text == "others"
        return m.LastRound(node.span, self.needed(node.get("when"), node.span), others)

    def _choose(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Choose(
            span, id, self.references(node.get("choose")), self.value(node.get("by")), "stuck" in node,
            manner=self._word(node.get("as"), "in_turn"),
        )  # fmt: skip

    def _offer(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        return m.Choose(
            span, id, self.references(node.get("offer")), self.needed(node.get("to"), span), False, True,
            self._word(node.get("as"), "in_turn"), self._word(node.get("until"), "once"),
        )  # fmt: skip

    def _word(self, node: Node | None, default: str) -> str:
        return node.text if isinstance(node, Scalar) else default

    def _call(self, node: Mapping, span: Span, id: str | None) -> m.Step | None:
        found = self.reference(node.get("call"))
        return None if found is None else m.Call(span, id, found)

    def _leave(self, node: Mapping, span: Span, id: str | None) -> m.Step:
        target = node.get("leave")
        word = m.Word(target.text, target.span) if isinstance(target, Scalar) else m.Word("?", span)
        return m.Leave(span, id, word)
