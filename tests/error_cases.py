"""Broken specs as data: the findings a file expects, and the comparison with those that are made.

Every `tests/errors/**/*.yaml` is a spec with mistakes. A comment on the offending line says what is expected:

    players: 2..5   # ERROR E112: part of the message
    suit: [a, b]    # WARNING W401@9

`@COLUMN` pins the column, the text after the colon must be part of the English message; both may be left out,
and one line may expect several findings. Where no comment can stand, a sibling file `NAME.expected` holds
lines `line:column CODE` (and `: part of message`). A finding that is missing and one that is not expected
both fail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import reglas
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.files import NotText, load_source, source_of
from reglas.reading.render import one_line
from reglas.reading.yaml12 import read

ERRORS = Path(__file__).with_name("errors")
# Missing words are a matter of every small spec; they count only where a file expects them.
UNLESS_EXPECTED = frozenset({"W211"})

_COMMENT = re.compile(
    r"#\s*(?:ERROR|WARNING)\s+(?P<code>[EWR]\d{3})(?:@(?P<column>\d+))?"
    r"(?::[ ]*(?P<text>.*?))?\s*(?=#\s*(?:ERROR|WARNING)\s+[EWR]\d|$)"
)
_LINE = re.compile(r"(?P<line>\d+):(?P<column>\d+)\s+(?P<code>[EWR]\d{3})(?::\s*(?P<text>.*))?$")


@dataclass(frozen=True)
class Expected:
    """A finding that a file wants: its line, its code, and perhaps its column and part of its message."""

    line: int
    code: str
    column: int | None = None
    text: str = ""

    def fits(self, finding: Diagnostic) -> bool:
        """Whether a finding is the one meant."""
        if (self.line, self.code) != (finding.span.line, finding.code):
            return False
        return self.column in (None, finding.span.column) and self.text in finding.message.text("en")

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column}"
        return f"line {self.line}{column}: {self.code}" + (f": ...{self.text}..." if self.text else "")


def case_files() -> list[Path]:
    """All broken specs."""
    return sorted(ERRORS.rglob("*.yaml"))


def expected(path: Path) -> list[Expected]:
    """What a file, or the `.expected` beside it, expects."""
    sibling = path.with_suffix(".expected")
    if sibling.exists():
        return _from_sibling(sibling)
    text = source_of(path.read_bytes().decode("utf-8")).text
    return [
        Expected(number, found["code"], _number(found["column"]), found["text"] or "")
        for number, line in enumerate(text.split("\n"), 1)
        for found in _COMMENT.finditer(line)
    ]


def _from_sibling(path: Path) -> list[Expected]:
    wanted = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.match(line.strip())
        assert found, f"{path}: cannot read {line!r}; a line is `line:column CODE`"
        text = found["text"] or ""
        wanted.append(Expected(int(found["line"]), found["code"], int(found["column"]), text))
    return wanted


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def check_file(path: Path) -> list[Diagnostic]:
    """All findings about a file: of every stage there is."""
    if hasattr(reglas, "check"):
        return list(reglas.check(path))
    diagnostics = Diagnostics()
    try:
        read(load_source(path), diagnostics)
    except NotText as error:
        return error.diagnostics.found
    return diagnostics.found


def stage_exists(wanted: list[Expected]) -> bool:
    """Whether the stages are there that make the findings wanted; reading makes the codes below 200."""
    return hasattr(reglas, "check") or all(int(e.code[1:]) < 200 for e in wanted)


def differences(path: Path, wanted: list[Expected], found: list[Diagnostic]) -> list[str]:
    """In words: what was expected and not found, and what was found and not expected."""
    left = [d for d in found if d.code not in UNLESS_EXPECTED or any(e.fits(d) for e in wanted)]
    lines = []
    for want in wanted:
        match = next((d for d in left if d.span.source.name == str(path) and want.fits(d)), None)
        if match is None:
            lines.append(f"missing     {want}")
        else:
            left.remove(match)
    return lines + [f"unexpected  {one_line(d)}" for d in left]
