"""Any expression tree, written as text, parses to an equal tree."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.language import expressions as ex
from reglas.language.parser import parse_binding, parse_domain, parse_expression, parse_signature
from reglas.language.unparse import unparse, unparse_binding, unparse_domain, unparse_signature
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source, Span
from reglas.reading.tree import Scalar

AT = Span(Source("none", ""), 0, 0)
NAMES = st.sampled_from(["a", "b", "deck", "me", "index", "in_turn", "notes", "x1"])
FUNCTIONS = st.sampled_from(["f", "size", "min", "max", "top", "ahead"])
LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-30, 30).map(lambda n: ex.Number(AT, n)),
    st.booleans().map(lambda b: ex.Truth(AT, b)),
    st.just(ex.Nothing(AT)),
    NAMES.map(lambda n: ex.Name(AT, n)),
)


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    where = st.none() | inner
    binding = st.builds(lambda v, g, w: ex.Binding(AT, v, AT, g, w), NAMES, inner, where)
    # A minus before a number is a negative number.
    signed = inner.filter(lambda e: not isinstance(e, ex.Number))
    return st.one_of(
        st.builds(lambda n, a: ex.Apply(AT, n, AT, tuple(a)), FUNCTIONS, st.lists(inner, max_size=3)),
        st.builds(lambda v, n: ex.Attribute(AT, v, n, AT), inner, NAMES),
        signed.map(lambda v: ex.Negative(AT, v)),
        st.builds(lambda o, a, b: ex.Arithmetic(AT, o, a, b), st.sampled_from(["+", "-", "*", "/"]), inner, inner),
        st.builds(
            lambda o, a, b: ex.Compare(AT, o, a, b), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), inner, inner
        ),
        st.builds(lambda a, b, n: ex.Member(AT, a, b, n), inner, inner, st.booleans()),
        st.builds(lambda v, n: ex.IsNone(AT, v, n), inner, st.booleans()),
        st.builds(lambda v, n: ex.IsRung(AT, v, n, AT), inner, NAMES),
        inner.map(lambda v: ex.Not(AT, v)),
        st.builds(lambda a, b: ex.Both(AT, a, b), inner, inner),
        st.builds(lambda a, b: ex.Either(AT, a, b), inner, inner),
        st.builds(lambda c, y, n: ex.Choice(AT, c, y, n), inner, inner, inner),
        st.builds(lambda a, b: ex.Range(AT, a, b), inner, inner),
        st.builds(lambda o, b, d: ex.Quantifier(AT, o, b, d), st.sampled_from(ex.QUANTIFIERS), inner, binding),
        st.builds(lambda o, b: ex.Selection(AT, o, b, None), st.sampled_from(["count", "first", "those"]), binding),
        st.builds(lambda o, b, k: ex.Selection(AT, o, b, k), st.sampled_from(["highest", "lowest"]), binding, inner),
    )


TREES = st.recursive(LEAVES, grown, max_leaves=12)


def scalar(text: str) -> Scalar:
    return Scalar(Span(Source("text", text), 0, len(text)), text, "plain", text, tuple(range(len(text) + 1)))


def parsed(text: str, parse: Any) -> Any:
    diagnostics = Diagnostics()
    found = parse(scalar(text), diagnostics)
    assert found is not None, (text, diagnostics.found[0].message.text())
    return found


@settings(max_examples=400, deadline=None)
@given(TREES)
def test_expression(tree: Any) -> None:
    assert parsed(unparse(tree), parse_expression) == tree


@settings(max_examples=60, deadline=None)
@given(NAMES, TREES, st.none() | TREES)
def test_binding(name: str, group: Any, where: Any) -> None:
    binding = ex.Binding(AT, name, AT, group, where)
    assert parsed(unparse_binding(binding), parse_binding) == binding


@settings(max_examples=60, deadline=None)
@given(st.none() | TREES, TREES, st.none() | TREES)
def test_domain(count: Any, group: Any, where: Any) -> None:
    domain = ex.Domain(AT, count, group, where)
    assert parsed(unparse_domain(domain), parse_domain) == domain


@given(NAMES, st.lists(NAMES, max_size=3))
def test_signature(name: str, parameters: list[str]) -> None:
    signature = ex.Signature(AT, name, tuple(parameters), (AT,))
    assert parsed(unparse_signature(signature), parse_signature) == signature


def test_few_parentheses() -> None:
    for text in (
        "a + 2 * b - 3",
        "(a + 2) * b",
        "a - (b - 1)",
        "not a and b or a == 2",
        "1 if a else 2 if b else 3",
        "any(c.x > 1 for c in deck where c in 1..3)",
        "highest(c in deck where a by -c.x)",
        "-(a + 1)",
        "(a == 1) == b",
        "(1 if a else 2)..b",
    ):
        assert unparse(parsed(text, parse_expression)) == text


def test_table() -> None:
    number = ex.Number(AT, 2)
    case = ex.Case(AT, ex.Number(AT, 1), ex.Number(AT, 3), number)
    table = ex.Table(AT, ex.Name(AT, "a"), (case, ex.Case(AT, number, number, ex.Name(AT, "b"))), number)
    assert unparse(table) == "{a: {1..3: 2, 2: b, else: 2}}"
