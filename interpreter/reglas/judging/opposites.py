"""Conditions that exclude one another, or leave nothing out, whatever is on the table: judged by their text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reglas.language import expressions as ex
from reglas.program.walk import field_names
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

_COMPLEMENT = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True)
class Test:
    """Something compared with a written number, or with a named value (then only `==` and `!=`)."""

    subject: ex.Expression
    op: str
    value: int | str
    span: Span


def tests(expr: ex.Expression, truth: bool, values: frozenset[str]) -> Iterator[Test]:
    """The comparisons that certainly hold when a condition has this truth."""
    match expr:
        case ex.Not(_, value):
            yield from tests(value, not truth, values)
        case ex.Both(_, left, right) if truth:
            yield from tests(left, True, values)
            yield from tests(right, True, values)
        case ex.Either(_, left, right) if not truth:
            yield from tests(left, False, values)
            yield from tests(right, False, values)
        case ex.Compare(span, op, left, right):
            for subject, constant, way in ((left, right, op), (right, left, _FLIPPED[op])):
                bound = written(constant, values)
                if bound is not None and written(subject, values) is None:
                    yield Test(subject, way if truth else _COMPLEMENT[way], bound, span)
        case ex.IsNone(span, value, negated):
            yield Test(value, "==" if negated != truth else "!=", "none", span)


def written(expr: ex.Expression, values: frozenset[str]) -> int | str | None:
    """A number or a named value that an author wrote."""
    match expr:
        case ex.Number(_, value):
            return value
        case ex.Negative(_, ex.Number(_, value)):
            return -value
        case ex.Name(_, name) if name in values:
            return name
    return None


def exclude(one: Test, other: Test) -> bool:
    """Can two comparisons never hold together?"""
    if one.subject != other.subject or isinstance(one.value, str) != isinstance(other.value, str):
        return False
    if one.op == "==" or other.op == "==":
        equal, test = (one, other) if one.op == "==" else (other, one)
        return not _holds(equal.value, test.op, test.value)
    if isinstance(one.value, str) or isinstance(other.value, str) or "!=" in (one.op, other.op):
        return False
    low = [t.value + (t.op == ">") for t in (one, other) if t.op in (">", ">=") and isinstance(t.value, int)]
    high = [t.value - (t.op == "<") for t in (one, other) if t.op in ("<", "<=") and isinstance(t.value, int)]
    return bool(low and high) and max(low) > min(high)


def _holds(value: int | str, op: str, bound: int | str) -> bool:
    if isinstance(value, str) or isinstance(bound, str):
        return (value == bound) == (op == "==") if op in ("==", "!=") else True
    return {"==": value == bound, "!=": value != bound, "<": value < bound, "<=": value <= bound,
            ">": value > bound, ">=": value >= bound}[op]  # fmt: skip


def pair(found: list[Test]) -> tuple[Test, Test] | None:
    """The first two comparisons that exclude one another."""
    for place, later in enumerate(found):
        for earlier in found[:place]:
            if exclude(earlier, later):
                return earlier, later
    return None


class Opposites:
    """Looks through a whole game."""

    def __init__(self, game: m.Game, diagnostics: Diagnostics) -> None:
        self.game, self.diagnostics = game, diagnostics
        values = {word.text for kind in game.kinds.values() for word in kind.values or ()}
        self.values = frozenset(values)

    def judge(self) -> None:
        """Report `and` and `or` that can go only one way, and conditions of one action that exclude one another."""
        parts = (self.game.definitions, self.game.actions, self.game.routines, self.game.flow, self.game.ends)
        self.look((parts,))
        for action in self.game.actions.values():
            self.action(action)

    def look(self, part: object) -> None:
        """Every `and` and `or` in a part of the game, the outermost first."""
        if isinstance(part, dict):
            part = tuple(part.values())
        if isinstance(part, tuple):
            for item in part:
                self.look(item)
            return
        if isinstance(part, ex.Both | ex.Either) and self.one_way(part):
            return
        if isinstance(part, Span):
            return
        for name in field_names(type(part)):
            self.look(getattr(part, name))

    def one_way(self, expr: ex.Both | ex.Either) -> bool:
        """Report a condition whose sides exclude one another, or of which one always holds; is it such?"""
        every = isinstance(expr, ex.Both)
        found = pair(list(tests(expr, every, self.values)))
        if found is None:
            return False
        first, second = found[0].span, found[1].span
        message = say("`{text}` is never true: its two sides exclude one another", text=expr.span.text)
        if not every:
            message = say("`{text}` is always true: one of its two sides always holds", text=expr.span.text)
        labels = [Label(span, say("this side")) for span in (first, second) if span != expr.span]
        self.diagnostics.report("W401", expr.span, message, *labels)
        return True

    def action(self, action: m.Action) -> None:
        """Conditions of one action, and of what it picks, that exclude one another."""
        written = [p.domain.where for p in action.picks if p.domain.where is not None and p.domain.count is None]
        found: list[Test] = []
        for condition in (*written, *(need.test for need in action.needs)):
            more = list(tests(condition, True, self.values))
            if pair(more) is not None:
                return
            found += more
            opposite = pair(found)
            if opposite is not None:
                message = say("nobody can ever choose `{name}`: this and an earlier condition exclude one another",
                              name=action.name)  # fmt: skip
                label = Label(opposite[0].span, say("the earlier one"))
                self.diagnostics.report("W403", opposite[1].span, message, label)
                return
