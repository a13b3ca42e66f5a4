"""The shape of a file: closed keys and tagged steps, by the JSON Schema, as located findings.

The schema (`schema/reglas.schema.json`) decides what is legal; here its errors only become findings
at the place in the author's file, one for each cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from reglas.language.shape_keys import (
    clashing,
    instead,
    missing_keys,
    missing_one,
    misstep,
    unknown_key,
    unknown_keys,
)
from reglas.language.shape_places import Fault, Path, locate, within
from reglas.language.shape_schema import validator_for
from reglas.language.shape_values import value_finding
from reglas.language.shape_words import quoted
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.messages import say
from reglas.reading.tree import Mapping, Node, Scalar, Sequence, plain

FileKind: TypeAlias = Literal["game", "variant", "library", "words", "scenarios"]
_KINDS: tuple[FileKind, ...] = ("game", "variant", "library", "words")
_NAMES = (*_KINDS, "scenario")


def check_shape(root: Node, diagnostics: Diagnostics) -> bool:
    """Check a file, or a merged spec, against the schema of its kind; True when it has the right shape."""
    kind = kind_of(root)
    findings = [_unknown_kind(root)] if kind is None else _findings(root, kind)
    diagnostics.extend(findings)
    return not findings


def kind_of(root: Node) -> FileKind | None:
    """What a file is, by its first key; a list whose entries have the key `scenario` is one of scenarios."""
    if isinstance(root, Sequence):
        scenarios = any(isinstance(item, Mapping) and "scenario" in item for item in root)
        return "scenarios" if scenarios else None
    if not isinstance(root, Mapping) or not root.entries:
        return None
    first = root.entries[0]
    # Words inside a game whose `game` does not stand first are no file of words.
    if first.key.text == "words" and not isinstance(first.value, Scalar):
        return None
    return next((kind for kind in _KINDS if kind == first.key.text), None)


def _unknown_kind(root: Node) -> Diagnostic:
    names = say("the first key of a file tells its kind: {kinds}, or `scenario` in a list", kinds=quoted(_KINDS))
    top = root.items[0] if isinstance(root, Sequence) and root.items else root
    if not isinstance(top, Mapping) or not top.entries:
        return Diagnostic("E208", say("a file of an unknown kind"), root.span, help=names)
    key = top.entries[0].key
    near = nearest(key.text, _NAMES)
    if near and near != key.text:
        text = say("a file of an unknown kind, `{key}`; did you mean `{near}`?", key=key.text, near=near)
        return Diagnostic("E208", text, key.span, help=say("write `{word}`", word=near))
    for kind in _NAMES:
        entry = top.by_key.get(kind)
        if entry and isinstance(entry.value, Scalar):
            text = say("`{kind}` must be the first key of the file", kind=kind)
            return Diagnostic("E208", text, entry.key.span, help=names)
    return Diagnostic("E208", say("a file of an unknown kind, `{key}`", key=key.text), key.span, help=names)


def _findings(root: Node, kind: FileKind) -> list[Diagnostic]:
    errors = validator_for(kind).iter_errors(plain(root))
    faults = [Fault(str(e.validator), e.validator_value, e.schema, locate(root, e.absolute_path)) for e in errors]
    return sorted(_Shape(faults).findings(), key=lambda finding: finding.span.start) if faults else []


class _Shape:
    """The faults of one file on their way to findings, one for each cause."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        self.meant: dict[Path, set[str]] = {}

    def findings(self) -> list[Diagnostic]:
        found = [*self._steps(), *self._tables(), *self._keys()]
        return [*found, *self._missing(), *self._values()]

    def _take(self, keyword: str, mark: str = "") -> list[Fault]:
        taken = [f for f in self.faults if f.keyword == keyword and (not mark or mark in f.schema)]
        self.faults = [f for f in self.faults if f not in taken]
        return taken

    def _drop(self, outer: Path, itself: bool) -> None:
        self.faults = [f for f in self.faults if not within(f.path, outer) or (f.path == outer and not itself)]

    def _steps(self) -> Iterator[Diagnostic]:
        """Steps whose verb is not clear; what else is wrong in them would be guessing."""
        marked = [f for f in self.faults if "x-verbs" in f.schema or "x-verb" in f.schema]
        for place in {f.path: f.place for f in marked if isinstance(f.place.node, Mapping)}.values():
            finding = misstep(place)
            if finding and any(f.path == place.path for f in self.faults):
                self._drop(place.path, itself=True)
                yield finding

    def _tables(self) -> Iterator[Diagnostic]:
        for fault in self._take("maxProperties"):
            self._drop(fault.path, itself=False)
            yield value_finding(fault)

    def _keys(self) -> Iterator[Diagnostic]:
        for fault in self._take("additionalProperties"):
            missing = self._missing_at(fault.path)
            unknown = unknown_keys(fault)
            required = self._missing_at(fault.path, required_only=True)
            for key in unknown:
                finding, meant = unknown_key(fault, key, missing)
                if not meant and finding.code != "E211" and len(unknown) == len(required) == 1:
                    (meant,) = required
                    finding = instead(finding, fault, meant)
                self.meant.setdefault(fault.path, set()).update({meant} if meant else ())
                yield finding

    def _missing_at(self, path: Path, required_only: bool = False) -> set[str]:
        keys: set[str] = set()
        for fault in self.faults:
            if fault.path == path and fault.keyword == "required":
                assert isinstance(fault.place.node, Mapping)
                keys.update(key for key in fault.wanted if key not in fault.place.node)
            elif fault.path == path and not required_only:
                keys.update(fault.schema.get("x-one-of", ()))
        return keys

    def _missing(self) -> Iterator[Diagnostic]:
        required = {(f.path, f.what): f for f in self._take("required")}
        for fault in required.values():
            assert isinstance(fault.place.node, Mapping)
            keys = [k for k in fault.wanted if k not in fault.place.node and k not in self._meant(fault)]
            if keys:
                yield missing_keys(fault, keys)
        for fault in [*self._take("anyOf", "x-one-of"), *self._take("not", "x-one-of")]:
            if not self._meant(fault) & set(fault.schema["x-one-of"]):
                yield missing_one(fault)
        clashes = {f.path: f for f in reversed(self._take("not", "x-clash"))}
        for fault in clashes.values():
            yield clashing(fault)

    def _meant(self, fault: Fault) -> set[str]:
        return self.meant.get(fault.path, set())

    def _values(self) -> Iterator[Diagnostic]:
        """Values, one finding for each; an option whose `range` is misspelt is not taken for a flag."""
        for fault in {f.path: f for f in reversed(self.faults)}.values():
            if fault.form != "flag" or not self.meant.get(fault.path[:-1]):
                yield value_finding(fault)
