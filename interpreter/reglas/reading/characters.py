"""Characters that look like others or like nothing: invisible ones, typographic quotes, `#` in a text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from reglas.reading import scalars
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import BOM
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span
from reglas.reading.tree import Scalar

_FORBIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BLANKS = frozenset("\xa0\u202f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))
ZERO_WIDTH = frozenset("\xad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff") | frozenset(
    map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
INVISIBLE = BLANKS | ZERO_WIDTH
INVISIBLE_CLASS = "[" + "".join(sorted(INVISIBLE)) + "]"
QUOTES = frozenset("“”„‟‘’‚‛")
_ANY = re.compile("[" + "".join(sorted(INVISIBLE | QUOTES)) + "]")
_INVISIBLE = re.compile(INVISIBLE_CLASS)
_LEADING = re.compile(rf"^[ \t]*(?:-[ \t]+)*(?=[ ]*{INVISIBLE_CLASS})([ ]|{INVISIBLE_CLASS})+", re.MULTILINE)
_NAMES = {"\xa0": "no-break space", BOM: "byte order mark", "\xad": "soft hyphen"}


@dataclass(frozen=True)
class Patch:
    """Characters to be read as spaces, because the finding `code` said what is wrong with them.

    `sure`: what is found afterwards is meant seriously; otherwise only a reading without errors counts.
    """

    code: str
    blanks: tuple[int, ...]
    sure: bool

    def apply(self, text: str) -> str:
        """The text with the spaces, equally long."""
        letters = list(text)
        for offset in self.blanks:
            letters[offset] = " "
        return "".join(letters)


@dataclass(frozen=True)
class Checked:
    """A scalar put right, and the invisible characters in the indentation before it."""

    scalar: Scalar
    indentation: list[int] = field(default_factory=list)


def refused(source: Source, diagnostics: Diagnostics) -> bool:
    """Report characters that no YAML file may contain, and marks at the beginning; whether to stop."""
    found = _FORBIDDEN.search(source.text)
    if found:
        at = found.start()
        message = say("a control character ({name}) stands here", name=_name(found.group()))
        diagnostics.report("E102", Span(source, at, at + 1), message, help=say("remove it"))
        return True
    if source.text.startswith(BOM):
        word = re.match(r"[^\s:]*", source.text.lstrip(BOM))
        message = say("an invisible mark (U+FEFF) stands before `{word}`", word=word.group() if word else "")
        diagnostics.report("E102", Span(source, 0, 1), message, help=say("remove it"))
    return False


def suspicious(scalar: Scalar, source: Source) -> bool:
    """Whether a scalar deserves `check`."""
    if _ANY.search(scalar.text):
        return True
    if scalar.style != "plain":
        return False
    return scalar.text.endswith(",") or source.text.startswith(" #", scalar.span.end)


def check(scalar: Scalar, path: list[str], is_key: bool, diagnostics: Diagnostics) -> Checked:
    """Report what is wrong with the characters of a scalar under a path of keys, and put it right."""
    prose = not is_key and is_prose(path)
    indentation: list[int] = []
    if _INVISIBLE.search(scalar.text) and (is_key or (scalar.style == "plain" and not prose)):
        indentation = _indentation(scalar)
        invisible(scalar.span.source, _first(scalar, INVISIBLE).start, diagnostics)
        scalar = scalars.without(scalar, ZERO_WIDTH, BLANKS)
    if scalar.style == "plain":
        scalar = _quotes(scalar, prose, diagnostics)
        if not is_key:
            _cut_short(scalar, prose, diagnostics)
            scalar = scalar if prose else _comma(scalar, diagnostics)
    return Checked(scalar, indentation)


def is_prose(path: list[str]) -> bool:
    """Whether a text for people stands under a path of keys; the first is the file's first key."""
    first, keys = path[0], path[1:]
    if first == "words":
        return True
    return bool(keys) and (keys[0] in ("words", "about", "name") or keys[-1] == "scenario")


def invisible(source: Source, at: int, diagnostics: Diagnostics) -> None:
    """E102 at a character."""
    character = source.text[at]
    message = say("an invisible character ({name}) stands here", name=_name(character))
    remedy: Message = say("write an ordinary space") if character in BLANKS else say("remove it")
    diagnostics.report("E102", Span(source, at, at + 1), message, help=remedy)


def patch(text: str, *others: int) -> Patch:
    """All invisible characters in indentation, and those at some offsets, as spaces."""
    places = list(others)
    for match in _LEADING.finditer(text):
        places += [o for o in range(match.start(), match.end()) if text[o] in INVISIBLE]
    return Patch("E102", tuple(places), sure=all(text[o] in BLANKS for o in places))


def _indentation(scalar: Scalar) -> list[int]:
    """Invisible characters that hide structure: the first on a line, or after a colon."""
    source, start = scalar.span.source, scalar.span.start
    line, column = source.position(start)
    marks = list(zip(scalar.text, scalar.offsets, strict=False))
    places = [o for (c, o), (d, _) in zip(marks[1:], marks, strict=False) if c in BLANKS and d == ":"]
    if scalar.text[0] in INVISIBLE and not source.line(line)[: column - 1].strip(" -"):
        places.append(start)
    return places


def _quotes(scalar: Scalar, prose: bool, diagnostics: Diagnostics) -> Scalar:
    """Typographic quotes: part of a text (a warning), or an error where no text is wanted."""
    if not QUOTES.intersection(scalar.text):
        return scalar
    remedy = say("write straight quotes or none")
    if prose:
        if scalar.text[0] in QUOTES or scalar.text[-1] in "“”„‟":
            message = say(
                "{mark} is a typographic quote and becomes part of the text", mark=_first(scalar, QUOTES).text
            )
            diagnostics.report("W103", _first(scalar, QUOTES), message, help=remedy)
        return scalar
    place = _first(scalar, QUOTES)
    message = say("{mark} is a typographic quote; no quote is wanted here", mark=place.text)
    diagnostics.report("E103", place, message, help=remedy)
    return scalars.without(scalar, QUOTES)


def _comma(scalar: Scalar, diagnostics: Diagnostics) -> Scalar:
    """A comma at the end of a value, a habit from JSON."""
    if len(scalar.text) < 2 or not scalar.text.endswith(","):
        return scalar
    last = len(scalar.text) - 1
    message = say("nothing may follow `{value}` here", value=scalar.text[:-1])
    diagnostics.report("E109", scalar.part(last, last + 1), message, help=say("remove the comma"))
    return scalars.with_text(scalar, scalar.text[:-1].rstrip(), scalar.offsets[: len(scalar.text[:-1].rstrip()) + 1])


def _cut_short(scalar: Scalar, prose: bool, diagnostics: Diagnostics) -> None:
    """W104: a comment that may have been meant as part of the text before it."""
    source, end = scalar.span.source, scalar.span.end
    if not scalar.text or not source.text.startswith(" #", end):
        return
    after = source.text[end + 2 : end + 3]
    if prose or after.isalnum():
        message = say("everything from `#` on is a comment, not part of the text")
        remedy = say("put the text in quotes, or put two spaces before a comment")
        diagnostics.report("W104", Span(source, end + 1, end + 2), message, help=remedy)


def _first(scalar: Scalar, wanted: frozenset[str]) -> Span:
    """The first of some characters in a scalar."""
    index = next(i for i, character in enumerate(scalar.text) if character in wanted)
    return scalar.part(index, index + 1)


def _name(character: str) -> str:
    """What a character is called: `no-break space, U+00A0`."""
    code = f"U+{ord(character):04X}"
    name = _NAMES.get(character) or unicodedata.name(character, "").lower()
    return f"{name}, {code}" if name else code
