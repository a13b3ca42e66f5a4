"""Expressions made simpler for one way of playing: options that are settled, definitions that say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

from reglas.language import expressions as ex
from reglas.reading.source import Span
from reglas.spec.model import Game

Values = Mapping[str, ex.Expression]


class Folder:
    """Folds the expressions of a game; `players` where their number is settled."""

    def __init__(self, model: Game, players: int | None = None) -> None:
        self.model, self.players = model, players
        self.values: dict[str, tuple[str, int]] = {}
        for kind in model.kinds.values():
            for at, word in enumerate(kind.values or ()):
                self.values[word.text] = (kind.name, at)
        self.choices = {w.text for option in model.options.values() for w in option.choices or ()}

    # -- what is settled -------------------------------------------------------------------------------------------

    def constant(self, expr: ex.Expression | None) -> bool:
        """Is it a value that stands for itself?"""
        if isinstance(expr, ex.Number | ex.Truth | ex.Nothing):
            return True
        return isinstance(expr, ex.Name) and (expr.name in self.values or expr.name in self.choices)

    def number(self, expr: ex.Expression | None, env: Values | None = None) -> int | None:
        """The number an expression is, where that is settled."""
        folded = None if expr is None else self.fold(expr, env)
        return folded.value if isinstance(folded, ex.Number) else None

    def with_players(self, players: int) -> Folder:
        """The same for a number of players."""
        return Folder(self.model, players)

    def fold(self, expr: ex.Expression, env: Values | None = None) -> ex.Expression:
        """A simpler expression that means the same."""
        env = env or {}
        match expr:
            case ex.Name(span, name):
                return self._name(expr, name, span, env)
            case ex.Apply():
                return self._apply(expr, env)
            case ex.Negative(span, value):
                inner = self.fold(value, env)
                return ex.Number(span, -inner.value) if isinstance(inner, ex.Number) else ex.Negative(span, inner)
            case ex.Arithmetic(span, op, left, right):
                return _arithmetic(span, op, self.fold(left, env), self.fold(right, env))
            case ex.Compare(span, op, left, right):
                return self._compare(ex.Compare(span, op, self.fold(left, env), self.fold(right, env)))
            case ex.Not(span, value):
                inner = self.fold(value, env)
                return ex.Truth(span, not inner.value) if isinstance(inner, ex.Truth) else ex.Not(span, inner)
            case ex.Both(span, left, right):
                return _joined(ex.Both, span, self.fold(left, env), self.fold(right, env), absorbing=False)
            case ex.Either(span, left, right):
                return _joined(ex.Either, span, self.fold(left, env), self.fold(right, env), absorbing=True)
            case ex.Choice(span, condition, yes, no):
                chosen = self.fold(condition, env)
                if isinstance(chosen, ex.Truth):
                    return self.fold(yes if chosen.value else no, env)
                one, other = self.fold(yes, env), self.fold(no, env)
                return one if self.constant(one) and one == other else ex.Choice(span, chosen, one, other)
            case ex.Quantifier() | ex.Selection():
                return self._bound(expr, env)
            case ex.Table():
                return self._table(expr, env)
        return self._parts(expr, env)

    # -- one by one ------------------------------------------------------------------------------------------------

    def _name(self, expr: ex.Expression, name: str, span: Span, env: Values) -> ex.Expression:
        if name in env:
            return env[name]
        option = self.model.options.get(name)
        if option is not None and option.default is not None:
            settled = self.fold(option.default)
            return settled if self.constant(settled) else expr
        if name in self.model.definitions:
            body = self.fold(self.model.definitions[name].body)
            return body if self.constant(body) else expr
        return expr

    def _apply(self, expr: ex.Apply, env: Values) -> ex.Expression:
        args = tuple(self.fold(arg, env) for arg in expr.args)
        folded = replace(expr, args=args)
        definition = self.model.definitions.get(expr.name)
        if definition is not None:
            body = self.fold(definition.body, dict(zip(definition.parameters, args, strict=False)))
            return body if self.constant(body) or body in args else folded
        if expr.name == "size" and len(args) == 1 and isinstance(args[0], ex.Name):
            size = self._size(args[0].name)
            return folded if size is None else ex.Number(expr.span, size)
        numbers = [arg.value for arg in args if isinstance(arg, ex.Number)]
        if expr.name in ("min", "max") and len(numbers) == len(args) > 1:
            return ex.Number(expr.span, min(numbers) if expr.name == "min" else max(numbers))
        return folded

    def _size(self, name: str) -> int | None:
        kind = self.model.kinds.get(name)
        if kind is not None and kind.values is not None:
            return len(kind.values)
        if kind is not None and kind.range is not None:
            low, high = self.number(kind.range.low), self.number(kind.range.high)
            return high - low + 1 if low is not None and high is not None else None
        return self.players if name == "seats" else None

    def _compare(self, expr: ex.Compare) -> ex.Expression:
        left, right = self.rank(expr.left), self.rank(expr.right)
        if left is None or right is None:
            return expr
        truth = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
                 ">": left > right, ">=": left >= right}[expr.op]  # fmt: skip
        return ex.Truth(expr.span, truth)

    def rank(self, expr: ex.Expression) -> int | None:
        """A number or a value of a kind by its place in order."""
        if isinstance(expr, ex.Number):
            return expr.value
        if isinstance(expr, ex.Truth):
            return int(expr.value)
        return self.values[expr.name][1] if isinstance(expr, ex.Name) and expr.name in self.values else None

    def _bound(self, expr: ex.Quantifier | ex.Selection, env: Values) -> ex.Expression:
        binding = expr.binding
        inner = {name: value for name, value in env.items() if name != binding.variable}
        where = None if binding.where is None else self.fold(binding.where, inner)
        if isinstance(where, ex.Truth) and where.value:
            where = None
        bound = replace(binding, group=self.fold(binding.group, env), where=where)
        if isinstance(expr, ex.Selection):
            return replace(expr, binding=bound, key=None if expr.key is None else self.fold(expr.key, inner))
        body = self.fold(expr.body, inner)
        if expr.op == "all" and isinstance(body, ex.Truth) and body.value:
            return body
        if expr.op == "any" and isinstance(body, ex.Truth) and not body.value:
            return body
        return replace(expr, binding=bound, body=body)

    def _table(self, expr: ex.Table, env: Values) -> ex.Expression:
        subject = self.fold(expr.subject, env)
        at = self.rank(subject)
        if at is not None:
            for case in expr.cases:
                low, high = self.rank(self.fold(case.low)), self.rank(self.fold(case.high))
                if low is not None and high is not None and low <= at <= high:
                    return self.fold(case.value, env)
            if expr.otherwise is not None:
                return self.fold(expr.otherwise, env)
        cases = tuple(replace(case, value=self.fold(case.value, env)) for case in expr.cases)
        otherwise = None if expr.otherwise is None else self.fold(expr.otherwise, env)
        return replace(expr, subject=subject, cases=cases, otherwise=otherwise)

    def _parts(self, expr: ex.Expression, env: Values) -> ex.Expression:
        changed: dict[str, object] = {}
        for each in fields(expr):
            part = getattr(expr, each.name)
            if is_dataclass(part) and not isinstance(part, Span):
                changed[each.name] = self.fold(part, env)  # type: ignore[arg-type]
        return replace(expr, **changed) if changed else expr  # type: ignore[arg-type]


def _arithmetic(span: Span, op: ex.ArithmeticOp, left: ex.Expression, right: ex.Expression) -> ex.Expression:
    if isinstance(left, ex.Number) and isinstance(right, ex.Number):
        if op == "/" and right.value == 0:
            return ex.Arithmetic(span, op, left, right)
        a, b = left.value, right.value
        result = a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else a // b
        return ex.Number(span, result)
    zero = isinstance(right, ex.Number) and right.value == 0
    return left if zero and op in ("+", "-") else ex.Arithmetic(span, op, left, right)


def _joined(
    made: type[ex.Both] | type[ex.Either], span: Span, left: ex.Expression, right: ex.Expression, absorbing: bool
) -> ex.Expression:
    """`and` or `or`: what is `absorbing` decides it, the other truth says nothing."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ex.Truth):
            return one if one.value == absorbing else other
    return made(span, left, right)
