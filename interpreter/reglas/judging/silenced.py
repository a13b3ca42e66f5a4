"""Warnings that an author has silenced: `# ok W402: reason` on the line to which a warning points."""

from __future__ import annotations

import re

from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import say
from reglas.reading.source import Source, Span

_OK = re.compile(r"(?:^|(?<=\s))#\s*ok\s+(?P<codes>[A-Z]\d{3}(?:\s*,\s*[A-Z]\d{3})*)\s*(?P<colon>:?)(?P<reason>[^#]*)")


def silenced(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings, without those that are silenced; a comment that gives no reason silences nothing, and says so."""
    left: list[Diagnostic] = []
    told: set[tuple[str, int]] = set()
    for diagnostic in found:
        comment = _comment(diagnostic)
        if comment is None:
            left.append(diagnostic)
            continue
        source, start, end, reason = comment
        if reason:
            continue
        left.append(diagnostic)
        if (source.name, start) not in told:
            told.add((source.name, start))
            message = say("this silences nothing: it gives no reason")
            help = say("write `# ok {code}: ..` and why it is so", code=diagnostic.code)
            left.append(Diagnostic("W105", message, Span(source, start, end), (), help))
    return left


def _comment(diagnostic: Diagnostic) -> tuple[Source, int, int, str] | None:
    """The comment about a warning on its line: where it stands, and its reason."""
    if diagnostic.severity != "warning":
        return None
    source, line = diagnostic.span.source, diagnostic.span.line
    begin = source.line_starts[line - 1]
    for found in _OK.finditer(source.line(line)):
        if diagnostic.code in re.split(r"\s*,\s*", found["codes"]):
            reason = found["reason"].strip() if found["colon"] else ""
            return source, begin + found.start(), begin + found.end("colon"), reason
    return None
