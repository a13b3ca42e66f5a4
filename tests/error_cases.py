"""Broken specs as data: the findings a file expects, and the comparison with those that are made.

Every `tests/errors/**/*.yaml` is a spec with mistakes. A comment on the offending line says what is expected:

    players: 2..5   # ERROR E112: part of the message
    suit: [a, b]    # WARNING W401@9

`@COLUMN` pins the column, the text after the colon must be part of what the finding says in English: its message or
its remedy; both may be left out, and one line may expect several findings. Where no comment can stand, a sibling file
`NAME.expected` holds lines `line:column CODE` (and `: part of message`). A finding that is missing and one that is not
expected both fail.

    # WITH: with/other.yaml
    # ERROR E301 IN orchard.yaml:34@22: part of the message

The first, in a variant, lays a sibling variant on top; the findings that the sibling expects count too. Files in
folders called `with` are read only so. The second expects a finding in another file of the same folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from reglas import checking
from reglas.paths import shown_path
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.files import source_of
from reglas.reading.render import one_line

ERRORS = Path(__file__).with_name("errors")
# Missing words, and options left over, are a matter of every small spec; they count only where a file expects them.
UNLESS_EXPECTED = frozenset({"W211", "W601"})

_COMMENT = re.compile(
    r"#\s*(?:ERROR|WARNING)\s+(?P<code>[EWR]\d{3})(?: IN (?P<file>[^\s:]+):(?P<line>\d+))?(?:@(?P<column>\d+))?"
    r"(?::[ ]*(?P<text>.*?))?\s*(?=#\s*(?:ERROR|WARNING)\s+[EWR]\d|$)"
)
_LINE = re.compile(r"(?P<line>\d+):(?P<column>\d+)\s+(?P<code>[EWR]\d{3})(?::\s*(?P<text>.*))?$")
_WITH = re.compile(r"^# WITH: (?P<path>\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Expected:
    """A finding that a file wants: the file, its line, its code, and perhaps its column and part of its text."""

    file: str
    line: int
    code: str
    column: int | None = None
    text: str = ""

    def fits(self, finding: Diagnostic) -> bool:
        """Whether a finding is the one meant."""
        span = finding.span
        if (self.file, self.line, self.code) != (span.source.name, span.line, finding.code):
            return False
        said = [finding.message.text("en"), finding.help.text("en") if finding.help else ""]
        return self.column in (None, span.column) and any(self.text in text for text in said)

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column}"
        return f"{self.file}:{self.line}{column}: {self.code}" + (f": ...{self.text}..." if self.text else "")


def case_files() -> list[Path]:
    """All broken specs."""
    return sorted(p for p in ERRORS.rglob("*.yaml") if p.parent.name != "with")


def laid_on(path: Path) -> list[Path]:
    """The variants that a case lays on top of itself."""
    text = path.read_bytes().decode("utf-8", errors="replace")
    return [path.parent / found["path"] for found in _WITH.finditer(text)]


def expected(path: Path) -> list[Expected]:
    """What a file, or the `.expected` beside it, expects, and the variants laid on it."""
    sibling = path.with_suffix(".expected")
    if sibling.exists():
        return _from_sibling(sibling, shown_path(path))
    return [want for file in (path, *laid_on(path)) for want in _from_comments(file)]


def _from_comments(path: Path) -> list[Expected]:
    text = source_of(path.read_bytes().decode("utf-8")).text
    return [
        Expected(
            shown_path(path.parent / found["file"] if found["file"] else path),
            int(found["line"] or number),
            found["code"],
            _number(found["column"]),
            found["text"] or "",
        )
        for number, line in enumerate(text.split("\n"), 1)
        for found in _COMMENT.finditer(line)
    ]


def _from_sibling(path: Path, file: str) -> list[Expected]:
    wanted = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.match(line.strip())
        assert found, f"{path}: cannot read {line!r}; a line is `line:column CODE`"
        text = found["text"] or ""
        wanted.append(Expected(file, int(found["line"]), found["code"], int(found["column"]), text))
    return wanted


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def check_file(path: Path) -> list[Diagnostic]:
    """All findings about a file, of every stage."""
    laid = laid_on(path)
    if laid:
        return checking.check_spec(str(path), [str(other) for other in laid])
    return checking.check_file(path)


def differences(wanted: list[Expected], found: list[Diagnostic]) -> list[str]:
    """In words: what was expected and not found, and what was found and not expected."""
    left = [d for d in found if d.code not in UNLESS_EXPECTED or any(e.fits(d) for e in wanted)]
    lines = []
    for want in wanted:
        match = next((d for d in left if want.fits(d)), None)
        if match is None:
            lines.append(f"missing     {want}")
        else:
            left.remove(match)
    return lines + [f"unexpected  {one_line(d)}" for d in left]
