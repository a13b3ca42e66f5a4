"""Findings that are met both in broken YAML and in a tree that was read."""

from __future__ import annotations

import re
from collections.abc import Sequence as Many

from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Source, Span

DEEPEST = 60

_CHOICE = re.compile(r"(?P<condition>.*)\s\?\s+(?P<then>.*?)\s*:\s+(?P<otherwise>[^,\]}]*)")
_BEGINNING = re.compile(r".*(?::\s|[{\[]|^\s*-\s)\s*")


def too_deep(source: Source, at: int, diagnostics: Diagnostics) -> None:
    """E117 where nesting passes what is allowed."""
    message = say("this is nested more than {most} deep", most=DEEPEST)
    remedy = say("give the inner parts names under `define` or `routines`")
    diagnostics.report("E117", Span(source, at, at + 1), message, help=remedy)


def unindented(source: Source, key: str, span: Span, diagnostics: Diagnostics) -> None:
    """E106: the text of `|` or `>` is not indented under its key."""
    message = say("the text of `{key}` must be indented deeper than `{key}`", key=key)
    remedy = say("put two more spaces before each line of the text")
    diagnostics.report("E106", span, message, help=remedy)


def without_comment(text: str) -> str:
    """A line without the comment at its end."""
    return re.split(r"\s#", text)[0].strip()


def no_blank(source: Source, at: int, text: str, diagnostics: Diagnostics, labels: Many[Label] = ()) -> None:
    """E108: a dash that is not followed by a blank; `text` begins with the dash."""
    remedy = say("write `- {rest}`", rest=without_comment(text[1:]))
    message = say("`-` must be followed by a space")
    diagnostics.report("E108", Span(source, at, at + 1), message, *labels, help=remedy)


def choice(source: Source, question: int, diagnostics: Diagnostics) -> None:
    """E118: `condition ? a : b`, with the question mark at an offset."""
    line, column = source.position(question)
    text = source.line(line)
    head = _BEGINNING.match(text[: column - 1])
    begin = head.end() if head else 0
    parts = _CHOICE.match(text[begin:])
    then, condition, otherwise = "a", "c", "b"
    if parts:
        then, condition = parts["then"], parts["condition"].strip()
        otherwise = parts["otherwise"].split(" #")[0].strip()
    choice = say(
        "a choice is written `{then} if {condition} else {otherwise}`",
        then=then,
        condition=condition,
        otherwise=otherwise,
    )
    message = say("`? :` is not part of the rule language")
    diagnostics.report("E118", Span(source, question, question + 1), message, help=choice)


def anchor_or_tag(source: Source, start: int, written: str, diagnostics: Diagnostics) -> None:
    """E116: `&name`, `*name` or `!name`."""
    written = re.split(r"[,\[\]{}]", written)[0]
    span = Span(source, start, start + max(1, len(written)))
    if written.startswith("!"):
        message = say("`{written}` is a YAML tag; the rule language has none", written=written)
        remedy = say(
            "for the opposite of a condition write `not {name}`", name=written.strip("!").removeprefix("not") or ".."
        )
    elif written.startswith("*"):
        message = say("`{written}` is a YAML alias; the rule language has none", written=written)
        remedy = say("write the value out, or give it a name under `define`")
    else:
        message = say("`{written}` is a YAML anchor; the rule language has none", written=written)
        remedy = say("remove it; what is used twice gets a name under `define` or `routines`")
    diagnostics.report("E116", span, message, help=remedy)


def two_colons(source: Source, at: int, diagnostics: Diagnostics) -> None:
    """E119: `a: b: c`."""
    message = say("a second `:` stands here; what is before it is a value already")
    remedy = say("if it belongs to a text, put the text in quotes; else begin a new line")
    diagnostics.report("E119", Span(source, at, at + 1), message, help=remedy)


def colon_without_blank(source: Source, at: int, fixed: str, diagnostics: Diagnostics) -> None:
    """E119: `key:value`."""
    message = say("`:` after a key must be followed by a space")
    remedy = say("write `{fixed}`", fixed=fixed)
    diagnostics.report("E119", Span(source, at, at + 1), message, help=remedy)
