"""Steps, picks and references of a model as lines of text, the same for the same meaning however it was laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from reglas.language.expressions import Binding, Domain, Expression
from reglas.language.unparse import unparse, unparse_binding, unparse_domain
from reglas.reading.source import Span
from reglas.spec import model as m

Line = tuple[str, Span]
Part = Expression | Binding | Domain | m.Word | int | str | None


def step_lines(steps: tuple[m.Step, ...], depth: int = 0) -> Iterator[Line]:
    """Each step on a line, those inside it below, further in."""
    for step in steps:
        named = f", id: {step.id}" if step.id else ""
        yield f"{'  ' * depth}{_step(step)}{named}", _origin(step)
        for key, inner in _inside(step):
            if inner and key:
                yield f"{'  ' * depth}{key}:", step.span
            yield from step_lines(inner, depth + 1)


def _origin(step: m.Step) -> Span:
    """The place of a step; of one that a variant has edited, the place of the edit."""
    inner = {id(part) for _, steps in _inside(step) for part in steps}
    spans = _spans(step, inner)
    return next((span for span in spans if span.source is not step.span.source), step.span)


def _spans(part: object, inner: set[int]) -> Iterator[Span]:
    """The places of all parts, without the steps inside."""
    if isinstance(part, Span):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _spans(one, inner)
    elif is_dataclass(part) and id(part) not in inner:
        for field in fields(part):
            yield from _spans(getattr(part, field.name), inner)


def _inside(step: m.Step) -> Iterator[tuple[str, tuple[m.Step, ...]]]:
    if isinstance(step, m.If):
        yield "", step.then
        yield "else", step.otherwise
    elif isinstance(step, m.For | m.Until | m.Turns):
        yield "", step.do


def _step(step: m.Step) -> str:
    """A step without what it has inside."""
    match step:
        case m.Move(_, _, cards, to, at):
            return _keys(move=cards, to=to, at=at)
        case m.Swap(_, _, card, other):
            return _keys(swap=card, with_=other)
        case m.Deal(_, _, count, source, to):
            return _keys(deal=count, from_=source, to=to)
        case m.Shuffle(_, _, zone):
            return _keys(shuffle=zone)
        case m.Roll(_, _, what, by, group):
            return _keys(roll=what, by=by, from_=group)
        case m.Assign(_, _, cells):
            return f"set: {{{', '.join(f'{unparse(cell)}: {unparse(value)}' for cell, value in cells)}}}"
        case m.Adjust(_, _, token, by, sign):
            return _keys(gain=token, by=by) if sign > 0 else _keys(lose=token, by=by)
        case m.Push(_, _, value, onto, record):
            return _keys(push=value if record is None else _record(record), onto=onto)
        case m.Clear(_, _, names):
            return f"clear: [{', '.join(name.text for name in names)}]"
        case m.Show(_, _, cards, to):
            return _keys(show=cards, to=to)
        case m.Tell(_, _, condition, of, to):
            return _keys(tell=condition, of=of, to=to)
        case _:
            return _nesting(step)


def _nesting(step: m.Step) -> str:
    """A step that holds others, or asks, or leads elsewhere."""
    match step:
        case m.If(_, _, condition):
            return _keys(if_=condition)
        case m.For(_, _, binding):
            return _keys(for_=binding)
        case m.Until(_, _, condition, _, most):
            return _keys(until=condition, most=most)
        case m.Turns():
            return _turns(step)
        case m.Choose():
            return _choose(step)
        case m.Call(_, _, routine):
            return f"call: {reference(routine)}"
        case m.Leave(_, _, name):
            return _keys(leave=name)
    raise AssertionError(step)


def _turns(step: m.Turns) -> str:
    owed = step.last_round
    last = None if owed is None else f"{{when: {unparse(owed.when)}, owed: {'others' if owed.others else 'everyone'}}}"
    return _keys(turns=step.direction, from_=step.start, choose=_offered(step.choose) if step.choose else None,
                 until=step.until, last_round=last, stuck="skip" if step.skips else None, most=step.most)  # fmt: skip


def _choose(step: m.Choose) -> str:
    actions, manner = _offered(step.actions), None if step.manner == "in_turn" else step.manner
    until, stuck = None if step.until == "once" else step.until, "skip" if step.skips else None
    if step.declines:
        return _keys(offer=actions, to=step.by, as_=manner, until=until, stuck=stuck)
    return _keys(choose=actions, by=step.by, as_=manner, until=until, stuck=stuck)


def _offered(actions: tuple[m.Reference, ...]) -> str:
    return f"[{', '.join(map(reference, actions))}]"


def reference(called: m.Reference) -> str:
    """An action or routine with what it is given."""
    return f"{called.name}({', '.join(map(unparse, called.args))})" if called.args else called.name


def _record(parts: tuple[tuple[m.Word, Expression], ...]) -> str:
    return f"{{{', '.join(f'{name.text}: {unparse(value)}' for name, value in parts)}}}"


def _keys(**parts: Part) -> str:
    """`key: VALUE, key: VALUE` of the parts that are there; a `_` lets a word of Python be a key."""
    return ", ".join(f"{key.rstrip('_')}: {shown(part)}" for key, part in parts.items() if part is not None)


def shown(part: Part) -> str:
    """A part of a model as text."""
    if isinstance(part, m.Word):
        return part.text
    if isinstance(part, Binding):
        return unparse_binding(part)
    if isinstance(part, Domain):
        return unparse_domain(part)
    return str(part) if isinstance(part, int | str) or part is None else unparse(part)
