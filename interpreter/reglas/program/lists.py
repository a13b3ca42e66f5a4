"""Steps that fill and empty what is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import NONE, Maybe, Type, Unknown
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.frame import Frame
from reglas.program.instance import HoldingEntry
from reglas.program.scope import Scope
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.lower import Lowering


PLAIN = (m.Move, m.Swap, m.Deal, m.Shuffle, m.Roll, m.Assign, m.Adjust, m.Show, m.Tell)
"""Steps that leave every list as it is."""


class Lists:
    """Lowers `push` and `clear`."""

    def __init__(self, lowering: Lowering) -> None:
        self.lower, self.fault = lowering, lowering.fault
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out

    def push(self, step: m.Push, frame: Frame) -> None:
        """A value or a record onto a list."""
        entry = self.instance.holdings.get(step.onto.text)
        if entry is not None and not entry.listed:
            self.fault("E401", step.onto.span, say("`{name}` is no list", name=entry.name), help=say("use `set`"))
            return
        if entry is None:
            for _, value in step.fields or ((None, step.value),):
                self.t.translate(value, frame.scope)
            lists = [e.name for e in self.instance.holdings.values() if e.listed]
            near = nearest(step.onto.text, lists)
            help = say("did you mean `{near}`?", near=near) if near else None
            self.fault("E301", step.onto.span, say("there is no list `{name}`", name=step.onto.text), help=help)
            return
        values = self.record(step, entry, frame) if step.fields is not None else self.value(step, entry, frame)
        if values is not None:
            for node, expr in zip(values, told(step, entry), strict=True):
                self.lower.effect(entry, node, expr)
            site = self.instance.site(step.span)
            self.out.emit(ir.Push(entry.cell, entry.most, int(entry.newest), values, entry.name, site))

    def overfull(self, steps: tuple[m.Step, ...]) -> None:
        """Report what is pushed onto a list, one after the other, beyond its most."""
        count: dict[str, int] = {}
        for step in steps:
            if not isinstance(step, m.Push):
                if isinstance(step, m.Clear):
                    for word in step.names:
                        count.pop(word.text, None)
                elif not isinstance(step, PLAIN):
                    count.clear()  # what it does may empty a list
                continue
            entry = self.instance.holdings.get(step.onto.text)
            if entry is None or not entry.listed or entry.newest:
                continue
            count[entry.name] = count.get(entry.name, 0) + 1
            if count[entry.name] > entry.most:
                self.fault(
                    "E402",
                    step.onto.span,
                    say("`{name}` holds {most} at most, and here {count} are pushed", name=entry.name, most=entry.most,
                        count=count[entry.name]),
                    help=say("raise its `most`, `clear` it first, or declare `newest: N` to forget the oldest"),
                )  # fmt: skip

    def value(self, step: m.Push, entry: HoldingEntry, frame: Frame) -> tuple[ir.Expr, ...] | None:
        """A value for a list of values."""
        if entry.fields:
            found = self.t.translate(step.value, frame.scope)
            if not isinstance(found.type, Unknown):
                self.fault(
                    "E401",
                    step.value.span,
                    say("`{name}` holds records; this is {found}", name=entry.name, found=describe(found.type)),
                    help=say("write `push: {record}`", record=written(entry)),
                )
            return None
        node = self.fitting(step.value, entry.type, entry.name, frame)
        return None if node is None else (node,)

    def record(self, step: m.Push, entry: HoldingEntry, frame: Frame) -> tuple[ir.Expr, ...] | None:
        """A record for a list of records: a value for each field, in the order of the list's fields."""
        given = {word.text: (word, value) for word, value in step.fields or ()}
        if not entry.fields:
            for _, value in given.values():
                self.t.translate(value, frame.scope)
            self.fault(
                "E401",
                step.span,
                say("`{name}` holds {wanted}; this is a record", name=entry.name, wanted=describe(entry.type)),
                help=say("push one value: `push: E`"),
            )
            return None
        kinds = dict(entry.fields)
        for name, (word, value) in given.items():
            if name not in kinds:
                self.unknown_field(entry, word, frame, value)
        missing = [name for name in kinds if name not in given]
        if missing and set(given) <= set(kinds):
            self.fault(
                "E203",
                step.span,
                say("a record of `{list}` has {fields} too", list=entry.name, fields=", ".join(missing)),
                help=say("write `push: {record}`", record=written(entry)),
            )
        values = [
            self.fitting(given[name][1], kind, f"{entry.name}.{name}", frame) if name in given else None
            for name, kind in entry.fields
        ]
        whole = [value for value in values if value is not None]
        return tuple(whole) if len(whole) == len(values) == len(given) else None

    def unknown_field(self, entry: HoldingEntry, word: m.Word, frame: Frame, value: ex.Expression) -> None:
        """Report a field that the records of a list do not have."""
        self.t.translate(value, frame.scope)
        names = [name for name, _ in entry.fields]
        near = nearest(word.text, names)
        message = say("the records of `{list}` have no `{name}`; they have {has}", list=entry.name, name=word.text,
                      has=", ".join(names))  # fmt: skip
        if near:
            message = say("the records of `{list}` have no `{name}`; did you mean `{near}`?", list=entry.name,
                          name=word.text, near=near)  # fmt: skip
        self.fault("E405", word.span, message)

    def fitting(self, expr: ex.Expression, kind: Type, name: str, frame: Frame) -> ir.Expr | None:
        """A value that is there and of a type; None after a finding."""
        found = self.t.translate(expr, frame.scope, kind)
        if isinstance(found.type, Unknown):
            return None
        self.lower.fits(expr, found, kind, name)
        self.lower.cards.settle(frame, found)
        return found.node if isinstance(kind, Maybe) else self.t.present(expr, found).node

    def clear(self, step: m.Clear) -> None:
        """Tokens and memory back to their start."""
        for word in step.names:
            entry = self.instance.holdings.get(word.text)
            if word.text in self.instance.families or word.text in self.instance.options:
                sort = self.t.names.meaning(word.text, Scope())
                message = say("`{name}` is {sort}; `clear` is for tokens and memory", name=word.text,
                              sort=sort[1] if sort else "?")  # fmt: skip
                self.fault("E401", word.span, message)
            elif entry is None:
                self.nothing_to_clear(word.text, word.span)
            elif entry.listed:
                self.out.emit(ir.Fill(entry.cell, 1, 0, entry.name))
                self.out.emit(ir.Fill(entry.cell + 1, entry.most * entry.width, NONE, ""))
            else:
                self.out.emit(ir.Fill(entry.cell, entry.count, entry.start, entry.name))

    def nothing_to_clear(self, name: str, span: Span) -> None:
        """Report a name that is no token or memory."""
        near = nearest(name, self.instance.holdings)
        message = say("there is no token or memory `{name}`", name=name)
        if near:
            message = say("there is no token or memory `{name}`; did you mean `{near}`?", name=name, near=near)
        self.fault("E301", span, message)


def written(entry: HoldingEntry) -> str:
    """A record of a list as an author writes it, with gaps for the values."""
    return "{" + ", ".join(f"{name}: .." for name, _ in entry.fields) + "}"


def told(step: m.Push, entry: HoldingEntry) -> list[ex.Expression]:
    """What is pushed, in the order of a record's fields."""
    given = {word.text: value for word, value in step.fields or ()}
    return [given[name] for name, _ in entry.fields] if step.fields is not None else [step.value]
