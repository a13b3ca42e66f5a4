"""YAML 1.2 to a located tree: one document, distinct scalar keys, no anchors, aliases or tags."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from reglas.reading import characters, commas, findings, mappings, scalars, traps
from reglas.reading.backend import Problem, events
from reglas.reading.diagnostics import Diagnostic, Diagnostics, Label
from reglas.reading.files import BOM, MOST_BYTES
from reglas.reading.messages import say
from reglas.reading.source import Source, Span
from reglas.reading.tree import Node, Scalar, Sequence, Style

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_PROPERTIES = re.compile(r"(?:[&!]\S*[ \t\n]*)+")
_MOST_PATCHES = 20


class _Stop(Exception):
    """Reading ends here; what was wrong has been reported."""


def read(source: Source, diagnostics: Diagnostics, *, compiled: bool | None = None) -> Node | None:
    """The tree of a source, or None when what was read is too broken to go on with.

    Mistakes are added to `diagnostics`. Where the meaning is clear in spite of a mistake, the tree is put
    right, so that later stages find nothing else. `compiled` picks libyaml or PyYAML's own parser (default:
    libyaml where it is installed).
    """
    if len(source.text) > MOST_BYTES:
        message = say("this text is larger than 1 MiB; a spec is a few kilobytes")
        diagnostics.report("E117", Span(source, 0, 0), message)
        return None
    if characters.refused(source, diagnostics):
        return None
    patched, found = Diagnostics(), Diagnostics()
    node = _read_patching(source, patched, found, compiled)
    found.extend(_one_for_each_code(patched.found))
    diagnostics.extend(sorted(found.found, key=lambda d: d.span.start))
    return node


def _read_patching(
    source: Source, patched: Diagnostics, diagnostics: Diagnostics, compiled: bool | None
) -> Node | None:
    """The tree of a source, read again as often as it can be put right; `patched` gets those findings."""
    text = source.text
    for _ in range(_MOST_PATCHES):
        attempt = _Attempt(source, text, Diagnostics(), compiled)
        node = attempt.run()
        patch = attempt.patch
        if patch is None:
            diagnostics.extend(attempt.diagnostics.found)
            return node
        patched.extend(attempt.patched.found)
        text = patch.apply(text)
        if not patch.sure:
            return _quiet_retry(source, text, diagnostics, compiled)
    return None


def _one_for_each_code(found: list[Diagnostic]) -> list[Diagnostic]:
    """A habit that shows in many lines is one finding; the other places are its labels."""
    by_code: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        by_code.setdefault(diagnostic.code, []).append(diagnostic)
    return [
        replace(first, labels=(*first.labels, *(Label(d.span, say("here too")) for d in others)))
        for first, *others in by_code.values()
    ]


def _quiet_retry(source: Source, text: str, diagnostics: Diagnostics, compiled: bool | None) -> Node | None:
    """The tree of a text put right by guess: only if nothing else is wrong with it."""
    attempt = _Attempt(source, text, Diagnostics(), compiled)
    node = attempt.run()
    if attempt.patch or attempt.diagnostics.errors:
        return None
    diagnostics.extend(attempt.diagnostics.found)
    return node


@dataclass
class _Attempt:
    """One run of the parser over a text that has the source's length."""

    source: Source
    text: str
    diagnostics: Diagnostics
    compiled: bool | None
    patch: characters.Patch | None = None
    patched: Diagnostics = field(default_factory=Diagnostics)

    def run(self) -> Node | None:
        """The tree; sets `patch` when the text should be put right and read again."""
        shift = len(self.text) - len(self.text.lstrip(BOM))
        builder = _Builder(self.source, self.diagnostics, shift)
        try:
            for event in events(self.text[shift:], self.compiled):
                builder.take(event)
        except _Stop:
            self._take_patch(builder.patch, self.diagnostics)
            return None
        except Problem as problem:
            if builder.invisible:
                self._take_patch(characters.patch(self.text, *builder.invisible), self.diagnostics)
                return None
            moved = replace(problem, offset=problem.offset + shift, start=_moved(problem.start, shift))
            self._diagnose(moved, builder.last)
            return None
        if builder.invisible:
            self._take_patch(characters.patch(self.text, *builder.invisible), self.diagnostics)
            return None
        return builder.result()

    def _diagnose(self, problem: Problem, last: Scalar | None) -> None:
        """Report why the parser gave up, unless an error before is the cause: on its line, or a tag."""
        line = self.source.position(problem.offset)[0]
        if any(d.span.line == line or d.code == "E116" for d in self.diagnostics.errors):
            return
        own = Diagnostics()
        patch = traps.diagnose(self.source, self.text, problem, last, own)
        causes = {d.span.start for d in own.found}
        self.diagnostics.found[:] = [d for d in self.diagnostics.found if d.span.start not in causes]
        self.diagnostics.extend(own.found)
        self._take_patch(patch, own)

    def _take_patch(self, patch: characters.Patch | None, found: Diagnostics) -> None:
        """Remember how to put the text right, and the findings to keep when that is done."""
        self.patch = patch
        self.patched.extend([d for d in found.found if patch and d.code == patch.code])


def _moved(offset: int | None, shift: int) -> int | None:
    return None if offset is None else offset + shift


@dataclass(slots=True)
class _Frame:
    """An open mapping or list."""

    mapping: bool
    flow: bool
    start: int
    parts: list[Node] = field(default_factory=list)


class _Builder:
    """Events to nodes, with a stack of its own: no depth of nesting is a depth of Python's stack."""

    def __init__(self, source: Source, diagnostics: Diagnostics, shift: int) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.shift = shift
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.last: Scalar | None = None
        self.patch: characters.Patch | None = None
        self.commas = commas.Trap(source)
        self.invisible: list[int] = []
        self.documents = 0
        self.broken = False

    def take(self, event: Any) -> None:
        """Take in one event."""
        if isinstance(event, yaml.ScalarEvent):
            self._put(self._scalar(event))
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            end: Any = event.end_mark
            self._close(end.index + self.shift)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._document(event)

    def result(self) -> Node | None:
        """The tree, after the last event."""
        root = self.root
        if root is None or (isinstance(root, Scalar) and root.style == "plain" and not root.text):
            message = say("nothing stands in this file")
            remedy = say("begin with a line such as `game: NAME`")
            self.diagnostics.report("E120", Span(self.source, 0, 0), message, help=remedy)
            return None
        return None if self.broken else root

    def path(self) -> list[str]:
        """The keys that lead to what is being read, the first key of the file before them."""
        keys = [_key_text(f.parts[-1]) for f in self.stack if f.mapping and len(f.parts) % 2]
        first = self.stack[0].parts[0] if self.stack and self.stack[0].parts else None
        if self.stack and self.stack[0].mapping and first is not None:
            return [_key_text(first), *keys]
        return ["-", *keys]

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            at = event.start_mark.index + self.shift
            self.patch = traps.second_document(self.source, at, self.diagnostics)
            raise _Stop

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        if event.tag or event.anchor:
            start = self._properties(start, end)
        style = _STYLES.get(event.style, "plain")
        value = event.value
        if not value and style == "plain" and event.tag:
            # `!done` is a tag without a value; what was meant is an expression.
            begin = event.start_mark.index + self.shift
            value, start, end = self.source.text[begin + 1 : end], begin + 1, end
        scalar = scalars.make(self.source, start, max(start, end), value, style)
        is_key = bool(self.stack) and self.stack[-1].mapping and not len(self.stack[-1].parts) % 2
        if characters.suspicious(scalar, self.source):
            # One finding for a whole text indented with such characters: it is read again without them.
            found = Diagnostics() if self.invisible else self.diagnostics
            checked = characters.check(scalar, self.path(), is_key, found)
            self.invisible += checked.indentation
            scalar = checked.scalar
        self.last = scalar
        return scalar

    def _properties(self, start: int, end: int) -> int:
        """Report an anchor or tag; the offset after it."""
        found = _PROPERTIES.match(self.source.text, start, end)
        after = found.end() if found else start
        written = self.source.text[start:after].split()
        findings.anchor_or_tag(self.source, start, written[0] if written else "", self.diagnostics)
        return after

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        findings.anchor_or_tag(self.source, start, self.source.text[start:end], self.diagnostics)
        self.broken = True
        self._put(scalars.make(self.source, start, end, self.source.text[start:end], "plain"))

    def _open(self, event: Any) -> None:
        start, flow = event.start_mark.index + self.shift, bool(event.flow_style)
        if event.anchor or event.tag:
            start = self._properties(start, len(self.source.text))
        if len(self.stack) >= findings.DEEPEST:
            findings.too_deep(self.source, start, self.diagnostics)
            raise _Stop
        self.stack.append(_Frame(isinstance(event, yaml.MappingStartEvent), flow, start))

    def _close(self, end: int) -> None:
        frame = self.stack.pop()
        if not frame.flow and frame.parts:
            end = frame.parts[-1].span.end
        span = self._span(frame.start, max(frame.start, end))
        node = self._mapping(frame, span) if frame.mapping else self._sequence(frame, span)
        if self.commas.hits and not (self.stack and self.stack[-1].flow):
            key, listed = self._holder()
            self.commas.report(node, key, listed, self.diagnostics)
        self._put(node)

    def _sequence(self, frame: _Frame, span: Span) -> Node:
        items = self.commas.items(frame.parts) if frame.flow else frame.parts
        return Sequence(span, tuple(items), frame.flow)

    def _mapping(self, frame: _Frame, span: Span) -> Node:
        pairs = list(zip(frame.parts[::2], frame.parts[1::2], strict=True))
        if frame.flow:
            pairs = self.commas.pairs(pairs)
        in_list = bool(self.stack) and not self.stack[-1].mapping
        draft = mappings.Draft(self.source, span, frame.flow, self.path(), in_list)
        node = draft.node(pairs, self.diagnostics)
        self.broken = self.broken or draft.broken
        return node

    def _holder(self) -> tuple[str | None, bool]:
        """The key under which the node just closed stands, and whether it stands in a block list."""
        if not self.stack:
            return None, False
        frame = self.stack[-1]
        if frame.mapping and len(frame.parts) % 2:
            return frame.parts[-1].span.text, False
        return None, not frame.mapping

    def _put(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].parts.append(node)
        elif self.root is None:
            self.root = node


def _key_text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""
