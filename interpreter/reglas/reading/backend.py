"""The YAML parser underneath: libyaml where it is installed, else PyYAML's own, made to read the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

_COMPILED: Any = getattr(yaml, "CLoader", None)
_TABS_AT_END = re.compile(r"[ \t]*\t[ \t]*(?=#|$)", re.MULTILINE)


@dataclass(frozen=True)
class Problem(Exception):
    """Where a parser stopped, in what, and since where; offsets in characters."""

    offset: int
    start: int | None
    context: str
    what: str


class _PlainLoader(yaml.Loader):
    """PyYAML's loader, but a plain scalar in flow style may contain `?`, as in YAML 1.2 and in libyaml."""

    def scan_plain(self) -> yaml.ScalarToken:
        """A plain scalar; like the original except for `?`."""
        me: Any = self
        chunks: list[str] = []
        start = end = me.get_mark()
        indent = me.indent + 1
        spaces: list[str] = []
        while me.peek() != "#":
            length = self._plain_length()
            if length == 0:
                break
            me.allow_simple_key = False
            chunks += [*spaces, me.prefix(length)]
            me.forward(length)
            end = me.get_mark()
            spaces = me.scan_plain_spaces(indent, start)
            if not spaces or me.peek() == "#" or (not me.flow_level and me.column < indent):
                break
        return yaml.ScalarToken("".join(chunks), True, start, end)

    def _plain_length(self) -> int:
        """How many characters follow that a plain scalar may contain without a blank."""
        me: Any = self
        blanks, length = "\0 \t\r\n\x85\u2028\u2029", 0
        while True:
            character = me.peek(length)
            after_colon = blanks + (",[]{}" if me.flow_level else "")
            if character in blanks or (me.flow_level and character in ",[]{}"):
                return length
            if character == ":" and me.peek(length + 1) in after_colon:
                return self._colon(length)
            length += 1

    def _colon(self, length: int) -> int:
        """`{a:}` is refused as libyaml does."""
        me: Any = self
        if me.flow_level and me.peek(length + 1) in ",?[]{}":
            me.forward(length)
            raise yaml.scanner.ScannerError(
                "while scanning a plain scalar", None, "found unexpected ':'", me.get_mark()
            )
        return length


def has_compiled() -> bool:
    """Whether libyaml is there."""
    return _COMPILED is not None


def events(text: str, compiled: bool | None = None) -> Iterator[Any]:
    """Parser events one by one; `Problem` where the text is not YAML."""
    use_compiled = has_compiled() if compiled is None else compiled
    try:
        if use_compiled:
            yield from yaml.parse(text, Loader=_COMPILED)
        else:
            yield from yaml.parse(_blank_tabs(text), Loader=_PlainLoader)
    except yaml.MarkedYAMLError as error:
        raise _problem(error, len(text)) from None
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        raise Problem(min(position, len(text)), None, "", "character") from None
    except (ValueError, OverflowError) as error:
        # PyYAML's own parser lets these out: an escape beyond Unicode, a version of thousands of digits.
        raise Problem(0, None, "", str(error)) from None


def _problem(error: yaml.MarkedYAMLError, most: int) -> Problem:
    """The places of a parser's error."""
    mark, start = error.problem_mark, error.context_mark
    offset = mark.index if mark else start.index if start else 0
    begin = start.index if start else None
    return Problem(min(offset, most), begin, error.context or "", error.problem or "")


def _blank_tabs(text: str) -> str:
    """Tabs before a comment or a line end as spaces: PyYAML's own parser refuses them, YAML does not."""
    return _TABS_AT_END.sub(lambda match: " " * len(match.group()), text)
