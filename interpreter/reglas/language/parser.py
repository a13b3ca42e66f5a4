"""Text to expression tree, with findings at the very character."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from reglas.language import expressions as ex
from reglas.language.slips import explain
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic, Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Scalar

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

Start: TypeAlias = Literal["expression", "binding", "domain", "signature"]


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        strict=True,
        start=["expression", "binding", "domain", "signature"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


@lru_cache(maxsize=8192)
def _tree(text: str, start: Start) -> Tree[Token]:
    """Lark's tree; one text is parsed once, wherever it stands."""
    return _parser().parse(text, start=start)


def parse_expression(scalar: Scalar, diagnostics: Diagnostics) -> ex.Expression | None:
    """An expression; None after a finding."""
    return cast("ex.Expression | None", _parse(scalar, "expression", diagnostics))


def parse_binding(scalar: Scalar, diagnostics: Diagnostics) -> ex.Binding | None:
    """`x in L [where C]`; None after a finding."""
    return cast("ex.Binding | None", _parse(scalar, "binding", diagnostics))


def parse_domain(scalar: Scalar, diagnostics: Diagnostics) -> ex.Domain | None:
    """`[COUNT of] DOMAIN [where C]`; None after a finding."""
    return cast("ex.Domain | None", _parse(scalar, "domain", diagnostics))


def parse_signature(scalar: Scalar, diagnostics: Diagnostics) -> ex.Signature | None:
    """`name` or `name(p, ..)`; None after a finding."""
    return cast("ex.Signature | None", _parse(scalar, "signature", diagnostics))


def _parse(scalar: Scalar, start: Start, diagnostics: Diagnostics) -> object | None:
    made, found = _parsed(scalar, start)
    diagnostics.extend(found)
    return made


@lru_cache(maxsize=8192)
def _parsed(scalar: Scalar, start: Start) -> tuple[object | None, list[Diagnostic]]:
    """What a scalar says, and what is wrong with it. The same rules are built again and again, with other rules."""
    diagnostics = Diagnostics()
    return _read(scalar, start, diagnostics), diagnostics.found


def _read(scalar: Scalar, start: Start, diagnostics: Diagnostics) -> object | None:
    from lark.exceptions import UnexpectedInput

    if not scalar.text.strip():
        diagnostics.report("E302", scalar.span, "an expression is wanted here; nothing is written")
        return None
    if _too_deep(scalar, diagnostics):
        return None
    try:
        tree = _tree(scalar.text, start)
    except UnexpectedInput as error:
        diagnostics.add(explain(scalar, start, error))
        return None
    try:
        return cast("object", _Builder(scalar).build(tree))
    except _Refused as refused:
        diagnostics.report(refused.code, refused.span, refused.message, *refused.labels, help=refused.help)
        return None


def _too_deep(scalar: Scalar, diagnostics: Diagnostics, most: int = 60) -> bool:
    depth = 0
    for position, character in enumerate(scalar.text):
        depth += (character == "(") - (character == ")")
        if depth > most:
            diagnostics.report(
                "E117",
                scalar.part(position, position + 1),
                say("parentheses are nested deeper than {most}", most=most),
            )
            return True
    if len(scalar.text) > 4000:
        diagnostics.report("E117", scalar.span, "an expression of more than 4,000 characters; use definitions")
        return True
    return False


class _Refused(Exception):
    """A tree that parses but is no expression of the language."""

    def __init__(self, code: str, span: Span, message: Message, *labels: Label, help: Message | None = None) -> None:
        super().__init__(code)
        self.code, self.span, self.message, self.labels, self.help = code, span, message, labels, help


class _Builder:
    """Lark's tree to ours."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar

    def build(self, tree: Tree[Token]) -> Any:
        method = getattr(self, "_" + tree.data)
        return method(self._span(tree), tree.children)

    def _span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        if meta.empty:
            return self.scalar.span
        return self.scalar.part(meta.start_pos, meta.end_pos)

    def _token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self.scalar.part(start, start + len(token))

    def _many(self, children: list[Any]) -> list[Any]:
        return [None if child is None else self.build(child) for child in children]

    def _expression(self, span: Span, children: list[Any]) -> ex.Expression:
        return cast("ex.Expression", self.build(children[0]))

    def _binding(self, span: Span, children: list[Any]) -> ex.Binding:
        name, group, where = children
        made_group, made_where = self._many([group, where])
        return ex.Binding(span, str(name), self._token_span(name), made_group, made_where)

    def _domain(self, span: Span, children: list[Any]) -> ex.Domain:
        group, where = self._many(children)
        return ex.Domain(span, None, group, where)

    def _several(self, span: Span, children: list[Any]) -> ex.Domain:
        count, group, where = self._many(children)
        return ex.Domain(span, count, group, where)

    def _signature(self, span: Span, children: list[Any]) -> ex.Signature:
        name, *parameters = [child for child in children if child is not None]
        return ex.Signature(
            span,
            str(name),
            tuple(str(p) for p in parameters),
            tuple(self._token_span(t) for t in (name, *parameters)),
        )

    def _choice(self, span: Span, children: list[Any]) -> ex.Choice:
        yes, condition, no = self._many(children)
        return ex.Choice(span, condition, yes, no)

    def _either(self, span: Span, children: list[Any]) -> ex.Either:
        return ex.Either(span, *self._many(children))

    def _both(self, span: Span, children: list[Any]) -> ex.Both:
        return ex.Both(span, *self._many(children))

    def _opposite(self, span: Span, children: list[Any]) -> ex.Not:
        return ex.Not(span, *self._many(children))

    def _compare(self, span: Span, children: list[Any]) -> ex.Compare:
        left, op, right = children
        return ex.Compare(span, cast(ex.CompareOp, str(op)), self._single(left), self.build(right))

    def _single(self, tree: Tree[Token]) -> ex.Expression:
        """The left side of a comparison, which must not be a comparison itself."""
        built = cast("ex.Expression", self.build(tree))
        if tree.data in ("compare", "member", "no_member", "is_none", "is_not_none", "is_rung"):
            raise _Refused(
                "E311",
                self._span(tree),
                say("comparisons are not chained"),
                help=say("join two of them: `a < b and b < c`"),
            )
        return built

    def _group(self, span: Span, children: list[Any]) -> ex.Expression:
        """What stands in parentheses; a comparison there is no chain."""
        return cast("ex.Expression", self.build(children[0]))

    def _member(self, span: Span, children: list[Any]) -> ex.Member:
        return ex.Member(span, self._single(children[0]), self.build(children[1]), False)

    def _no_member(self, span: Span, children: list[Any]) -> ex.Member:
        return ex.Member(span, self._single(children[0]), self.build(children[1]), True)

    def _is_none(self, span: Span, children: list[Any]) -> ex.IsNone:
        return ex.IsNone(span, self._single(children[0]), False)

    def _is_not_none(self, span: Span, children: list[Any]) -> ex.IsNone:
        return ex.IsNone(span, self._single(children[0]), True)

    def _is_rung(self, span: Span, children: list[Any]) -> ex.IsRung:
        return ex.IsRung(span, self._single(children[0]), str(children[1]), self._token_span(children[1]))

    def _range(self, span: Span, children: list[Any]) -> ex.Range:
        return ex.Range(span, *self._many(children))

    def _arithmetic(self, span: Span, children: list[Any]) -> ex.Arithmetic:
        left, op, right = children
        return ex.Arithmetic(span, cast(ex.ArithmeticOp, str(op)), self.build(left), self.build(right))

    def _negative(self, span: Span, children: list[Any]) -> ex.Expression:
        value = self.build(children[1])
        if isinstance(value, ex.Number):
            return ex.Number(span, -value.value)
        return ex.Negative(span, value)

    def _attribute(self, span: Span, children: list[Any]) -> ex.Attribute:
        value, name = children
        return ex.Attribute(span, self.build(value), str(name), self._token_span(name))

    def _number(self, span: Span, children: list[Any]) -> ex.Number:
        value = int(children[0])
        if value > 1_000_000:
            raise _Refused("E402", span, say("numbers go up to 1,000,000"), help=say("write a smaller number"))
        return ex.Number(span, value)

    def _true(self, span: Span, children: list[Any]) -> ex.Truth:
        return ex.Truth(self._word(span), True)

    def _false(self, span: Span, children: list[Any]) -> ex.Truth:
        return ex.Truth(self._word(span), False)

    def _none(self, span: Span, children: list[Any]) -> ex.Nothing:
        return ex.Nothing(self._word(span))

    def _word(self, span: Span) -> Span:
        return span

    def _name(self, span: Span, children: list[Any]) -> ex.Name:
        return ex.Name(span, str(children[0]))

    def _apply(self, span: Span, children: list[Any]) -> ex.Expression:
        token, *args = children
        built = [self.build(a) for a in args if a is not None]
        name = str(token)
        if name in ex.SELECTIONS and len(built) == 1 and isinstance(built[0], ex.Member):
            return self._select(span, token, built[0], None, None)
        return ex.Apply(span, name, self._token_span(token), tuple(built))

    def _quantifier(self, span: Span, children: list[Any]) -> ex.Quantifier:
        token, body, variable, group, where = children
        if str(token) not in ex.QUANTIFIERS:
            self._misspelt_search(token, ex.QUANTIFIERS)
            raise _Refused(
                "E302",
                self._token_span(token),
                say("`{name}` takes no `for`; only any, all, sum, min and max do", name=str(token)),
                help=say("count, first, those, highest and lowest are written `count(x in list where condition)`"),
            )
        made_group, made_where = self._many([group, where])
        binding = ex.Binding(span, str(variable), self._token_span(variable), made_group, made_where)
        return ex.Quantifier(span, cast(ex.QuantifierOp, str(token)), self.build(body), binding)

    def _misspelt_search(self, token: Token, words: tuple[str, ...]) -> None:
        """Refuse a search whose name has a slip in it."""
        near = nearest(str(token), words) if str(token) not in ex.QUANTIFIERS + ex.SELECTIONS else None
        if near:
            message = say("unknown name `{name}`; did you mean `{near}`?", name=str(token), near=near)
            raise _Refused("E301", self._token_span(token), message)

    def _selection(self, span: Span, children: list[Any]) -> ex.Selection:
        token, head, where, key = children
        made_head, made_where, made_key = self._many([head, where, key])
        return self._select(span, token, made_head, made_where, made_key)

    def _ranking(self, span: Span, children: list[Any]) -> ex.Selection:
        token, head, key = children
        made_head, made_key = self._many([head, key])
        return self._select(span, token, made_head, None, made_key)

    def _select(
        self,
        span: Span,
        token: Token,
        head: ex.Expression,
        where: ex.Expression | None,
        key: ex.Expression | None,
    ) -> ex.Selection:
        op = str(token)
        if op not in ex.SELECTIONS:
            self._misspelt_search(token, ex.SELECTIONS)
            help = say("it is written `{op}(condition for x in list)`", op=op) if op in ex.QUANTIFIERS else None
            raise _Refused(
                "E302",
                self._token_span(token),
                say("`{op}` does not take `x in list`; count, first, those, highest and lowest do", op=op),
                help=help,
            )
        if not isinstance(head, ex.Member) or head.negated or not isinstance(head.item, ex.Name):
            raise _Refused("E302", head.span, say("`{op}` is written `{op}(x in list where condition)`", op=op))
        if (op in ("highest", "lowest")) != (key is not None):
            wanted = say("`{op}` needs `by`: `{op}(x in list by number)`", op=op)
            refused = say("`{op}` takes no `by`; highest and lowest do", op=op)
            raise _Refused("E302", span, wanted if key is None else refused)
        binding = ex.Binding(span, head.item.name, head.item.span, head.group, where)
        return ex.Selection(span, op, binding, key)
