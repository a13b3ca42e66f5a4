"""Expressions back to text, with no more parentheses than they need; the text parses to an equal tree."""

from __future__ import annotations

from reglas.language import expressions as ex

CHOICE, OR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, SIGN, ATOM = range(10)
"""How tightly each form binds, loosest first."""


def unparse(expr: ex.Expression) -> str:
    """An expression, or a table in braces, as an author would write it."""
    return _text(expr)[0]


def unparse_binding(binding: ex.Binding) -> str:
    """`x in L where C`."""
    where = f" where {unparse(binding.where)}" if binding.where is not None else ""
    return f"{binding.variable} in {unparse(binding.group)}{where}"


def unparse_domain(domain: ex.Domain) -> str:
    """`N of L where C`."""
    count = f"{unparse(domain.count)} of " if domain.count is not None else ""
    where = f" where {unparse(domain.where)}" if domain.where is not None else ""
    return f"{count}{unparse(domain.group)}{where}"


def unparse_signature(signature: ex.Signature) -> str:
    """`name` or `name(p, q)`."""
    return f"{signature.name}({', '.join(signature.parameters)})" if signature.parameters else signature.name


def _at(expr: ex.Expression, level: int) -> str:
    """An expression where only what binds as tightly as `level` may stand without parentheses."""
    text, own = _text(expr)
    return text if own >= level else f"({text})"


def _text(expr: ex.Expression) -> tuple[str, int]:
    """An expression and how tightly it binds."""
    match expr:
        case ex.Number(_, value):
            return str(value), ATOM if value >= 0 else SIGN
        case ex.Truth(_, truth):
            return ("true" if truth else "false"), ATOM
        case ex.Nothing():
            return "none", ATOM
        case ex.Name(_, name):
            return name, ATOM
        case ex.Apply(_, name, _, args):
            return f"{name}({', '.join(unparse(a) for a in args)})", ATOM
        case ex.Attribute(_, value, name, _):
            return f"{_at(value, ATOM)}.{name}", ATOM
        case ex.Quantifier(_, op, body, binding):
            return f"{op}({unparse(body)} for {unparse_binding(binding)})", ATOM
        case ex.Selection():
            return _selection(expr), ATOM
        case ex.Table():
            return _table(expr), ATOM
        case ex.Unread(span):
            return span.text, ATOM
    return _operation(expr)


def _operation(expr: ex.Expression) -> tuple[str, int]:
    match expr:
        case ex.Negative(_, value):
            return f"-{_at(value, SIGN)}", SIGN
        case ex.Arithmetic(_, op, left, right):
            level = PRODUCT if op in ("*", "/") else SUM
            return f"{_at(left, level)} {op} {_at(right, level + 1)}", level
        case ex.Range(_, low, high):
            return f"{_at(low, SUM)}..{_at(high, SUM)}", RANGE
        case ex.Compare(_, op, left, right):
            return f"{_at(left, RANGE)} {op} {_at(right, RANGE)}", COMPARISON
        case ex.Member(_, item, group, negated):
            return f"{_at(item, RANGE)} {'not in' if negated else 'in'} {_at(group, RANGE)}", COMPARISON
        case ex.IsNone(_, value, negated):
            return f"{_at(value, RANGE)} {'is not none' if negated else 'is none'}", COMPARISON
        case ex.IsRung(_, value, rung, _):
            return f"{_at(value, RANGE)} is {rung}", COMPARISON
        case ex.Not(_, value):
            return f"not {_at(value, NOT)}", NOT
        case ex.Both(_, left, right):
            return f"{_at(left, AND)} and {_at(right, NOT)}", AND
        case ex.Either(_, left, right):
            return f"{_at(left, OR)} or {_at(right, AND)}", OR
        case ex.Choice(_, condition, yes, no):
            return f"{_at(yes, OR)} if {_at(condition, OR)} else {_at(no, CHOICE)}", CHOICE
    raise AssertionError(expr)


def _selection(expr: ex.Selection) -> str:
    binding = expr.binding
    where = f" where {unparse(binding.where)}" if binding.where is not None else ""
    key = f" by {unparse(expr.key)}" if expr.key is not None else ""
    return f"{expr.op}({binding.variable} in {_at(binding.group, RANGE)}{where}{key})"


def _table(expr: ex.Table) -> str:
    cases = [f"{_case(case)}: {unparse(case.value)}" for case in expr.cases]
    if expr.otherwise is not None:
        cases.append(f"else: {unparse(expr.otherwise)}")
    return f"{{{unparse(expr.subject)}: {{{', '.join(cases)}}}}}"


def _case(case: ex.Case) -> str:
    low, high = unparse(case.low), unparse(case.high)
    return low if case.low == case.high else f"{low}..{high}"
