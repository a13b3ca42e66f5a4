"""Mappings from their entries: scalar keys, each once; missing dashes and blanks recognised and put right."""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass

from reglas.reading import findings, scalars
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Source, Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence

VERBS = frozenset(
    (
        *("move", "swap", "deal", "shuffle", "roll", "set", "gain", "lose", "push", "clear", "show", "tell"),
        *("if", "for", "until", "turns", "choose", "offer", "call", "leave"),
    )
)
STEP_LISTS = frozenset(("do", "then", "else", "flow"))
_FIELDS = {
    "turns": {"choose", "until"},
    "choose": {"until"},
    "offer": {"until"},
}  # verbs that are fields there
_DASHED = re.compile(r"-[A-Za-z_]")
_TIGHT = re.compile(r"(\w+):(?=\S)")
_TERNARY = re.compile(r"\s\?\s")


@dataclass
class Draft:
    """A mapping about to be made: where it stands, and the keys above it (the file's first key before them).

    `broken` afterwards: an entry was left out whose meaning is unknown, so that later stages would be misled.
    """

    source: Source
    span: Span
    flow: bool
    path: list[str]
    in_list: bool
    broken: bool = False

    def node(self, pairs: Many[tuple[Node, Node]], diagnostics: Diagnostics) -> Node:
        """The mapping; a list of steps where the dashes were forgotten."""
        entries = [e for key, value in pairs if (e := self._entry(key, value, diagnostics))]
        if not self.flow:
            entries = self._empty_block(entries, diagnostics)
            if entries and all(_dashed(entry.key) for entry in entries):
                return self._dashed_list(entries, diagnostics)
        repeated = _repeated(entries)
        if not repeated:
            return Mapping(self.span, tuple(entries), self.flow)
        if self._is_step_list() and all(e.key.text in VERBS for _, e in repeated):
            return self._missing_dashes(entries, repeated, diagnostics)
        for first, again in repeated:
            self._twice(first, again, diagnostics)
        later = {id(again) for _, again in repeated}
        return Mapping(self.span, tuple(e for e in entries if id(e) not in later), self.flow)

    def _entry(self, key: Node, value: Node, diagnostics: Diagnostics) -> Entry | None:
        """An entry, or None when there is none."""
        if _absent(key) and not value.span.text:
            return None
        entry = self._checked_entry(key, value, diagnostics)
        self.broken = self.broken or entry is None
        return entry

    def _checked_entry(self, key: Node, value: Node, diagnostics: Diagnostics) -> Entry | None:
        """An entry, or None when its key is no key."""
        if not isinstance(key, Scalar):
            message = say("a list or mapping cannot be a key")
            diagnostics.report("E119", _first(key.span), message, help=say("a key is a name or an expression"))
            return None
        if key.style == "plain":
            if not key.text:
                diagnostics.report("E119", _first(key.span), say("no key stands before this `:`"))
                return None
            if key.text == "<<":
                message = say("merge keys (`<<`) are not part of the rule language")
                diagnostics.report("E116", key.span, message, help=say("write the keys out"))
                return None
            return self._plain_key(key, value, diagnostics)
        return Entry(key, value)

    def _plain_key(self, key: Scalar, value: Node, diagnostics: Diagnostics) -> Entry | None:
        """An entry with a plain key, which may be cut wrongly."""
        choice = _TERNARY.search(key.text)
        if choice:
            findings.choice(self.source, key.offsets[choice.start() + 1], diagnostics)
            return None
        tight = _TIGHT.match(key.text) if self.flow and _absent(value) else None
        if tight:
            return self._tight(key, tight.end(), diagnostics)
        return Entry(key, value)

    def _tight(self, key: Scalar, after: int, diagnostics: Diagnostics) -> Entry:
        """`{b:1}`: the key `b` and its value without the blank between."""
        at = key.part(after - 1, after)
        name, rest = key.text[: after - 1], key.text[after:]
        findings.colon_without_blank(self.source, at.start, f"{name}: {rest}", diagnostics)
        middle = key.offsets[after]
        left = Scalar(Span(self.source, key.span.start, at.start), name, "plain", name, key.offsets[:after])
        right = Span(self.source, middle, key.span.end)
        return Entry(left, Scalar(right, rest, "plain", scalars.resolve(rest), key.offsets[after:]))

    def _empty_block(self, entries: list[Entry], diagnostics: Diagnostics) -> list[Entry]:
        """`intro: |` with its text below at the same depth: `Note: ...` was read as the next key."""
        for index, entry in enumerate(entries[:-1]):
            value = entry.value
            if isinstance(value, Scalar) and value.style in ("literal", "folded") and not value.text.strip():
                findings.unindented(self.source, entry.key.text, entries[index + 1].key.span, diagnostics)
                prose = " " in entries[index + 1].key.text
                return [e for i, e in enumerate(entries) if not (prose and i == index + 1)]
        return entries

    def _is_step_list(self) -> bool:
        """Whether a list of steps is wanted here; a variant may lay a mapping over one."""
        if len(self.path) < 2 or self.path[0] == "variant" or self.in_list:
            return False
        return self.path[-1] in STEP_LISTS or (len(self.path) == 3 and self.path[-2] == "routines")

    def _missing_dashes(
        self, entries: list[Entry], repeated: list[tuple[Entry, Entry]], diagnostics: Diagnostics
    ) -> Node:
        """Steps without dashes: one finding, the repeated keys are labels of it."""
        message = say("`{key}` is a list of steps; each begins with `- `", key=self.path[-1])
        labels = [Label(e.key.span, say("`{key}` again", key=e.key.text)) for _, e in repeated]
        first = entries[0].key
        remedy = say("write `- {key}: ...` for each step", key=first.text)
        diagnostics.report("E113", first.span, message, *labels, help=remedy)
        return Sequence(self.span, tuple(self._steps(entries)), self.flow)

    def _steps(self, entries: list[Entry]) -> list[Node]:
        """Entries grouped into steps: each verb begins one, unless it is a field of the step before."""
        steps: list[list[Entry]] = []
        for entry in entries:
            key = entry.key.text
            taken = {e.key.text for e in steps[-1]} if steps else set()
            verb = steps[-1][0].key.text if steps else ""
            is_field = key not in VERBS or key in _FIELDS.get(verb, ())
            if steps and is_field and key not in taken:
                steps[-1].append(entry)
            else:
                steps.append([entry])
        return [self._part(step) for step in steps]

    def _part(self, entries: list[Entry]) -> Mapping:
        span = Span(self.source, entries[0].key.span.start, max(e.value.span.end for e in entries))
        return Mapping(span, tuple(entries), self.flow)

    def _dashed_list(self, entries: list[Entry], diagnostics: Diagnostics) -> Node:
        """`-lose: coins` under one another: a list whose dashes lack their blanks."""
        first, *others = [entry.key for entry in entries]
        labels = [Label(_first(key.span), say("and after this one")) for key in others]
        text = self.source.line(first.span.line).strip()
        findings.no_blank(self.source, first.span.start, text, diagnostics, labels)
        items = []
        for entry in entries:
            key = scalars.with_text(entry.key, entry.key.text[1:], entry.key.offsets[1:])
            items.append(self._part([Entry(key, entry.value)]))
        return Sequence(self.span, tuple(items))

    def _twice(self, first: Entry, again: Entry, diagnostics: Diagnostics) -> None:
        """E112, with both places."""
        key = again.key.text
        line = first.key.span.line
        message = say("`{key}` stands already at line {line}", key=key, line=line)
        label = Label(first.key.span, say("the first `{key}`", key=key))
        remedy = say("join the two, or remove one")
        if self.in_list and key in VERBS:
            remedy = say("each step begins with a `- ` of its own")
        diagnostics.report("E112", again.key.span, message, label, help=remedy)


def _dashed(key: Scalar) -> bool:
    return key.style == "plain" and bool(_DASHED.match(key.text))


def _absent(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _first(span: Span) -> Span:
    """The first character of a span."""
    return Span(span.source, span.start, span.start + 1)


def _repeated(entries: Many[Entry]) -> list[tuple[Entry, Entry]]:
    """Entries whose key stood before, each with the first of that key."""
    seen: dict[str, Entry] = {}
    repeated = []
    for entry in entries:
        first = seen.setdefault(entry.key.text, entry)
        if first is not entry:
            repeated.append((first, entry))
    return repeated
