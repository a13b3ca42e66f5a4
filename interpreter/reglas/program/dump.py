"""A program as text, and back: for reading, for comparing, and to hold that a program is plain data.

Every node is written `(Name field field ..)` with its fields in order, tuples in brackets, numbers and quoted strings
as they are, and `-` for nothing. `reading(writing(p)) == p` for every program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from reglas.program import expressions, ir, operations
from reglas.program.walk import field_names

_CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for module in (expressions, operations, ir)
    for cls in vars(module).values()
    if isinstance(cls, type) and is_dataclass(cls)
}
_TOKEN = re.compile(r'\s+|(?P<open>[(\[])|(?P<close>[)\]])|(?P<text>"(?:[^"\\]|\\.)*")|(?P<word>[^\s()\[\]"]+)')


def writing(program: ir.Program) -> str:
    """A program as text: a line for each field that is a single value, and for each item of a longer one."""
    lines: list[str] = []
    for field in fields(program):
        value = getattr(program, field.name)
        if isinstance(value, tuple) and value and not isinstance(value[0], int):
            lines.append(f"{field.name} [")
            lines.extend(f"  {_text(item)}" for item in value)
            lines.append("]")
        else:
            lines.append(f"{field.name} {_text(value)}")
    return "\n".join(lines) + "\n"


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return "[" + " ".join(_text(item) for item in value) + "]"
    if is_dataclass(value):
        parts = [type(value).__name__, *(_text(getattr(value, name)) for name in field_names(type(value)))]
        return "(" + " ".join(parts) + ")"
    return str(value)


def points(program: ir.Program) -> str:
    """The operations with their points, and what each decision offers: for people who follow the flow."""
    lines = [f"{point:4}  {_text(op)}" for point, op in enumerate(program.ops)]
    for number, decision in enumerate(program.decisions):
        offers = ", ".join(f"{a.action} -> {a.entry}" for a in decision.alternatives)
        lines.append(f"decision {number}: {offers}; without a move -> {decision.skip}")
    return "\n".join(lines) + "\n"


def reading(text: str) -> ir.Program:
    """The program of a text. Raises `ValueError` for a text that `writing` did not make."""
    tokens = _tokens(text)
    values: dict[str, Any] = {}
    for kind, word in tokens:
        if kind != "word":
            raise ValueError(f"a field's name is wanted, not {word!r}")
        values[word] = _value(tokens, *next(tokens, ("end", "")))
    try:
        return ir.Program(**values)
    except TypeError as error:
        raise ValueError(str(error)) from None


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"this cannot be read: {text[at : at + 20]!r}")
        at = found.end()
        if found.lastgroup is not None:
            yield found.lastgroup, found.group()


def _value(tokens: Iterator[tuple[str, str]], kind: str, word: str) -> Any:
    if kind == "text":
        return json.loads(word)
    if kind == "word":
        return None if word == "-" else int(word)
    if kind != "open":
        raise ValueError(f"a value is wanted, not {word!r}")
    if word == "[":
        return tuple(_items(tokens, "]"))
    head_kind, head = next(tokens, ("end", ""))
    if head_kind != "word" or head not in _CLASSES:
        raise ValueError(f"there is no node {head!r}")
    try:
        return _CLASSES[head](*_items(tokens, ")"))
    except TypeError as error:
        raise ValueError(str(error)) from None


def _items(tokens: Iterator[tuple[str, str]], end: str) -> Iterator[Any]:
    for kind, word in tokens:
        if kind == "close":
            if word != end:
                raise ValueError(f"{end!r} is wanted, not {word!r}")
            return
        yield _value(tokens, kind, word)
    raise ValueError(f"{end!r} is missing at the end")
