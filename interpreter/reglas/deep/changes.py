"""Changes to rules, one place at a time: what a good set of scenarios would notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Scalar
from reglas.spec import model as m

TURNED: dict[str, ex.CompareOp] = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
QUANTIFIED: dict[str, ex.QuantifierOp] = {"any": "all", "all": "any", "min": "max", "max": "min"}
SELECTED: dict[str, ex.SelectionOp] = {"highest": "lowest", "lowest": "highest"}

Key: TypeAlias = tuple[str, int, int, str]
"""A part of a model: its sort, and where it stands in which file."""

Edit: TypeAlias = Callable[[Any], Any]
"""From a part of a model to what stands in its place; None takes a step or condition out of its list."""


@dataclass(frozen=True)
class Change:
    """A change: where, of what sort of part, and what it becomes. `inside` is the action, routine, definition or other
    thing in whose text it lies. The same change can be made in every model that has the place."""

    span: Span
    sort: str
    name: str
    told: Message
    inside: str
    edit: Edit

    @property
    def key(self) -> Key:
        """What is changed: a part of this sort at this place."""
        return (self.sort, self.span.start, self.span.end, self.span.source.name)

    def made(self, model: m.Game, places: Places | None = None) -> m.Game:
        """A model with the change; the same model where the place is not in it. `places` are those of the model."""
        made: dict[str, Any] = {}
        for section, name in (places or Places(model)).holding(self.key):
            whole = made.get(section, getattr(model, section))
            if name is None:
                made[section] = _rebuilt(whole, self, {})
            else:
                made[section] = {**whole, name: _rebuilt(whole[name], self, {})}
        return replace(model, **made) if made else model

    def fits(self, part: object) -> bool:
        """Is this the part that is changed?"""
        return _key(part) == self.key


class Places:
    """In which sections of a model, and in what of them, its parts are: only these are made anew by a change."""

    def __init__(self, model: m.Game) -> None:
        self._found: dict[Key, list[tuple[str, str | None]]] = {}
        for each in fields(model):
            whole = getattr(model, each.name)
            for name, part in whole.items() if isinstance(whole, dict) else ((None, whole),):
                for key in set(_keys(part)):
                    self._found.setdefault(key, []).append((each.name, name))

    def holding(self, key: Key) -> list[tuple[str, str | None]]:
        """Where a part is: section and name, no name in a section that has none."""
        return self._found.get(key, [])


def _keys(part: Any) -> Iterator[Key]:
    """The places of a part and of all within it."""
    if isinstance(part, Span | Scalar | m.Word | str | int) or part is None:
        return
    if isinstance(part, dict | tuple):
        for item in part.values() if isinstance(part, dict) else part:
            yield from _keys(item)
        return
    key = _key(part)
    if key is not None:
        yield key
    for each in fields(part) if is_dataclass(part) else ():
        yield from _keys(getattr(part, each.name))


def _key(part: object) -> Key | None:
    span = getattr(part, "span", None)
    return (type(part).__name__, span.start, span.end, span.source.name) if isinstance(span, Span) else None


def _rebuilt(part: Any, change: Change, done: dict[int, Any]) -> Any:
    """A part of a model with the change made in it; the part itself where there is nothing to change."""
    if isinstance(part, Span | Scalar | m.Word | str | int) or part is None:
        return part
    if id(part) not in done:
        done[id(part)] = change.edit(part) if change.fits(part) else _inside(part, change, done)
    return done[id(part)]


def _inside(part: Any, change: Change, done: dict[int, Any]) -> Any:
    if isinstance(part, dict):
        items = {key: _rebuilt(value, change, done) for key, value in part.items()}
        return items if any(items[key] is not part[key] for key in part) else part
    if isinstance(part, tuple):
        listed = [_rebuilt(item, change, done) for item in part]
        same = all(a is b for a, b in zip(listed, part, strict=True))
        return part if same else tuple(a for a, b in zip(listed, part, strict=True) if a is not None or b is None)
    if not is_dataclass(part):
        return part
    old = {f.name: getattr(part, f.name) for f in fields(part)}
    new = {name: _rebuilt(value, change, done) for name, value in old.items()}
    changed = {name: value for name, value in new.items() if value is not old[name]}
    return replace(part, **changed) if changed else part  # type: ignore[type-var]


# -- finding them -----------------------------------------------------------------------------------------------------

SECTIONS = ("options", "kinds", "cards", "dice", "tokens", "memory", "definitions", "actions", "routines", "ends")


def changes(model: m.Game) -> list[Change]:
    """All changes to a model, in the order of its sections; the same place is changed in each way once."""
    found: dict[tuple[object, ...], Change] = {}
    parts = [(name, part) for section in SECTIONS for name, part in getattr(model, section).items()]
    for inside, part in [*parts, ("", model.flow)]:
        for change in _changes(part, inside):
            key = (change.span.source.name, change.span.start, change.span.end, change.sort, change.name)
            found.setdefault(key, change)
    return list(found.values())


def _changes(part: Any, inside: str, step: bool = False) -> Iterator[Change]:
    """The changes to a part and all within it; a `step` may be taken out."""
    if isinstance(part, Span | Scalar | m.Word | str | int) or part is None:
        return
    if isinstance(part, tuple):
        for item in part:
            yield from _changes(item, inside, step)
        return
    if not is_dataclass(part):
        return
    if step and isinstance(part, m.Step):
        yield _change(part, inside, "removed", say("`{text}` is left out", text=_text(part)), lambda _: None)
    yield from _own(part, inside)
    for each in fields(part):
        if not _bound(part, each.name):
            steps = each.name in ("do", "then", "otherwise", "steps")
            yield from _changes(getattr(part, each.name), inside, steps)


def _bound(part: Any, name: str) -> bool:
    """Is this a bound on what can be, and no rule of how it is played?"""
    if isinstance(part, m.Option):
        return name in ("range", "choices")
    if isinstance(part, m.Token):  # with a supply it is a rule where a counter stops; past others it may not go
        return name in ("low", "high")
    return name == "most" and isinstance(part, m.Zone | m.Memory | m.Until) and not getattr(part, "newest", False)


def _own(part: Any, inside: str) -> Iterator[Change]:
    """The changes to a part itself."""
    match part:
        case ex.Number(span, value):
            for other in (value + 1, value - 1):
                if other >= 0:
                    yield _becomes(part, inside, str(other), ex.Number(span, other))
        case ex.Truth(span, value):
            yield _becomes(part, inside, "false" if value else "true", ex.Truth(span, not value))
        case ex.Compare(_, op):
            told = say("`{old}` becomes `{new}` in `{text}`", old=op, new=TURNED[op], text=_text(part))
            yield _change(part, inside, "turned", told, lambda p: replace(p, op=TURNED[p.op]))
        case ex.Member() | ex.IsNone():
            told = say("`{text}` is turned into its opposite", text=_text(part))
            yield _change(part, inside, "negated", told, lambda p: replace(p, negated=not p.negated))
        case ex.IsRung(span):
            told = say("`{text}` is turned into its opposite", text=_text(part))
            yield _change(part, inside, "negated", told, lambda p: ex.Not(p.span, p))
        case ex.Not():
            told = say("`not` is left out of `{text}`", text=_text(part))
            yield _change(part, inside, "negated", told, lambda p: p.value)
        case ex.Both() | ex.Either():
            yield _joined(part, inside)
        case ex.Arithmetic(_, op) if op in "+-":
            other_op = "-" if op == "+" else "+"
            told = say("`{old}` becomes `{new}` in `{text}`", old=op, new=other_op, text=_text(part))
            yield _change(part, inside, "turned", told, lambda p: replace(p, op="-" if p.op == "+" else "+"))
        case ex.Quantifier(_, op) if op in QUANTIFIED:
            told = say("`{old}` becomes `{new}` in `{text}`", old=op, new=QUANTIFIED[op], text=_text(part))
            yield _change(part, inside, "turned", told, lambda p: replace(p, op=QUANTIFIED[p.op]))
        case ex.Selection(_, op) if op in SELECTED:
            told = say("`{old}` becomes `{new}` in `{text}`", old=op, new=SELECTED[op], text=_text(part))
            yield _change(part, inside, "turned", told, lambda p: replace(p, op=SELECTED[p.op]))
        case ex.Choice():
            told = say("what `if` and `else` give change places in `{text}`", text=_text(part))
            yield _change(part, inside, "swapped", told, lambda p: replace(p, yes=p.no, no=p.yes))
        case ex.Binding(_, _, _, _, where) | ex.Domain(_, _, _, where) if where is not None:
            told = say("`where {text}` is left out", text=_text(where))
            yield _change(part, inside, "unbounded", told, lambda p: replace(p, where=None))
        case _:
            yield from _of_steps(part, inside)


def _joined(part: ex.Both | ex.Either, inside: str) -> Change:
    old, new = ("and", "or") if isinstance(part, ex.Both) else ("or", "and")
    told = say("`{old}` becomes `{new}` in `{text}`", old=old, new=new, text=_text(part))

    def edit(p: Any) -> Any:
        return ex.Either(p.span, p.left, p.right) if isinstance(p, ex.Both) else ex.Both(p.span, p.left, p.right)

    return _change(part, inside, "joined", told, edit)


def _of_steps(part: Any, inside: str) -> Iterator[Change]:
    """The changes to actions, steps and options themselves."""
    match part:
        case m.Condition(name):
            told = say("the condition `{name}` is left out", name=name)
            yield _change(part, inside, "removed", told, lambda _: None)
        case m.If():
            told = say("`then` and `else` change places in `{text}`", text=_text(part))
            yield _change(part, inside, "swapped", told, lambda p: replace(p, then=p.otherwise, otherwise=p.then))
        case m.Turns():
            if part.skips is not None:
                yield _change(part, inside, "unstuck", say("`stuck: skip` is left out"),
                              lambda p: replace(p, skips=None))  # fmt: skip
            if part.last_round is not None:
                yield _change(part, inside, "no last round", say("`last_round` is left out"),
                              lambda p: replace(p, last_round=None))  # fmt: skip
        case m.Choose() if part.skips:
            yield _change(part, inside, "unstuck", say("`stuck: skip` is left out"), lambda p: replace(p, skips=False))
        case m.LastRound():
            old, new = ("others", "everyone") if part.others else ("everyone", "others")
            told = say("`{old}` becomes `{new}` in `{text}`", old=old, new=new, text=_text(part))
            yield _change(part, inside, "turned", told, lambda p: replace(p, others=not p.others))
        case m.Option(_, _, ex.Name(_, chosen), _, choices) if choices is not None:
            for other in [word.text for word in choices if word.text != chosen][:1]:
                told = say("the option `{name}` is `{value}`", name=part.name, value=other)
                yield _change(part, inside, "chosen", told, _chosen(other))


def _chosen(value: str) -> Edit:
    return lambda option: replace(option, default=ex.Name(option.span, value))


def _becomes(part: Any, inside: str, text: str, other: ex.Expression) -> Change:
    told = say("`{old}` becomes `{new}`", old=_text(part), new=text)
    return _change(part, inside, f"to {text}", told, lambda _: other)


def _change(part: Any, inside: str, name: str, told: Message, edit: Edit) -> Change:
    return Change(part.span, type(part).__name__, name, told, inside, edit)


def _text(part: Any) -> str:
    """The text of a part, in one line and not long."""
    span: Span = part.span
    text = " ".join(span.source.text[span.start : span.end].split())
    if isinstance(part, m.Step):  # its place is its verb; what it is about stands behind that
        line, column = span.source.position(span.start)
        text = span.source.line(line)[column - 1 :].split(" #")[0].rstrip(" ,]}")
    return text if len(text) <= 60 else f"{text[:57]}..."
