"""Laying one variant's `change` over a draft: structure merges, values are replaced whole, `null` removes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from reglas.language.spelling import nearest
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec import edits
from reglas.spec.drafts import Ledger, Path, Rows, Slot, Table, Touch, freeze, label_of, shown, thaw
from reglas.spec.places import (
    RECORD_FIELDS,
    STEP,
    Fields,
    Kind,
    Names,
    Place,
    Record,
    Steps,
    Words,
    inside,
    missing,
    name_of,
    nulls,
    same,
    settled,
)


@dataclass(frozen=True)
class Addition:
    """A named thing that a variant adds, to which something should refer; `known` are the names beside it."""

    slot: Slot
    path: Path
    known: tuple[str, ...]


@dataclass
class Patcher:
    """Lays patches over a draft in the name of the ledger's variant."""

    ledger: Ledger
    additions: list[Addition] = field(default_factory=list)

    def entry(self, table: Table, entry: Entry, path: Path) -> None:
        """Lay one key of a patch over a mapping."""
        path = (*path, name_of(entry.key.text))
        place = inside(table.place, entry.key.text)
        slot = self.find(table, entry.key.text)
        if slot is None:
            self._absent(table, place, entry, path)
        elif not self.ledger.knows(slot.origin):
            self._foreign(slot, place, entry, path)
        else:
            self.present(slot, place, entry, path)

    def present(self, slot: Slot, place: Place, entry: Entry, path: Path) -> None:
        """Lay a patch over a slot that the variant's author knew; a stranger may have removed it since."""
        if is_null(entry.value):
            self.remove(slot, entry, path)
        elif slot.gone:
            self.ledger.clash(entry.key.span, path, slot.removals[0])
        else:
            self.lay(slot, place, entry, path)

    def find(self, table: Table, key: str) -> Slot | None:
        """The slot that a key means: one that the variant knows, else one that another variant added."""
        seen = [slot for slot in table.slots if self.ledger.sees(slot)]
        strange = [slot for slot in table.slots if not self.ledger.knows(slot.origin) and not slot.gone]
        whole = isinstance(table.place, Names) and table.place.whole
        return meant(seen, key, whole) or meant(strange, key, whole)

    def lay(self, slot: Slot, place: Place, entry: Entry, path: Path) -> None:
        """Lay a patch over a slot that is there."""
        node = entry.value
        table = isinstance(slot.value, Table) and isinstance(node, Mapping)
        if isinstance(place, Kind):
            self._kind(slot, place, entry, path)
        elif isinstance(place, Fields | Names):
            self.structure(slot, place, entry, path)
        elif isinstance(place, Record) and table:
            self.structure(slot, RECORD_FIELDS, entry, path)
        elif isinstance(place, Steps) and not isinstance(node, Sequence):
            edits.steps(self, slot, entry, path)
        elif isinstance(place, Words) and isinstance(node, Mapping):
            edits.words(self, slot, entry, path)
        else:
            self.whole(slot, place, entry, path)

    def structure(self, slot: Slot, place: Place, entry: Entry, path: Path) -> None:
        """Merge a mapping into a mapping."""
        patch = entry.value
        if not isinstance(patch, Mapping):
            self.shape(patch.span, path)
        elif not isinstance(slot.value, Table):
            self.whole(slot, place, entry, path)
        elif self.enter(slot, entry, path):
            self.rename(slot, entry, path)
            for inner in patch:
                self.entry(slot.value, inner, path)

    def enter(self, slot: Slot, entry: Entry, path: Path) -> bool:
        """Whether a patch may reach into a slot; not where a stranger has replaced it."""
        others = [t for t in self.ledger.strangers(slot.touches) if t.deed != "rename"]
        if others:
            self.ledger.clash(entry.key.span, path, others[0])
        elif not isinstance(entry.value, Scalar) and not len(entry.value):
            message = say("this changes nothing")
            self.ledger.diagnostics.report("E501", entry.value.span, message, help=say("leave it out"))
            return False
        return not others

    def whole(self, slot: Slot, place: Place, entry: Entry, path: Path, at: Span | None = None) -> None:
        """Replace a value, with its key; `at` is where findings point, by default at the key."""
        touch = self.ledger.touch("set", entry.value, at or entry.key.span, entry.key.text)
        if not self.admit(entry.value, place, path) or self.clashes(slot, touch, path):
            return
        if not slot.touches and same(freeze(slot.value), entry.value) and self.ledger.by < len(self.ledger.names) - 1:
            message = say("this changes nothing: `{path}` is so already", path=shown(path))
            self.ledger.diagnostics.report("W502", entry.value.span, message, help=say("leave it out"))
        slot.touches.append(touch)
        slot.value = thaw(entry.value, place, self.ledger.by)
        if not isinstance(place, Steps | Words) or "(" in entry.key.text:
            slot.key = entry.key if slot.key is not None else None

    def remove(self, slot: Slot, entry: Entry, path: Path) -> None:
        """Remove a slot."""
        touch = self.ledger.touch("remove", entry.value, entry.key.span)
        if not self.clashes(slot, touch, path):
            slot.touches.append(touch)
            slot.removals.append(touch)

    def clashes(self, slot: Slot, touch: Touch, path: Path) -> bool:
        """Report, and tell, whether a stranger has touched the slot, or anything in it, in another way."""
        # What stands beside a step keeps its place when the step is replaced, but not when it is removed.
        beside = slot.beside if touch.deed == "remove" else []
        for other in self.ledger.strangers([*slot.touches, *beside, *slot.within()]):
            agrees = other in slot.touches and other.deed == touch.deed and other.key == touch.key
            if not agrees or not same(other.node, touch.node):
                self.ledger.clash(touch.span, path, other)
                return True
        return False

    def admit(self, node: Node, place: Place, path: Path) -> bool:
        """Whether a node may be added as it is; reports nulls and edits in it, which hit nothing."""
        found = list(edits_in(node, place))
        for edit in found:
            edits.misplaced(self, edit, path)
        empty = [] if found else list(nulls(node))
        for null in empty:
            self.ledger.diagnostics.report(
                "E209",
                null.span,
                say("`null` removes what a game has; here it removes nothing"),
                help=say("leave the key out"),
            )
        return not found and not empty

    def shape(self, span: Span, path: Path) -> None:
        """Report a patch that is no mapping where only a mapping fits."""
        self.ledger.diagnostics.report(
            "E204",
            span,
            say("a change of `{path}` is a mapping", path=shown(path)),
            help=say("name the keys that change; `null` removes"),
        )

    def _kind(self, slot: Slot, place: Kind, entry: Entry, path: Path) -> None:
        node = entry.value
        if isinstance(node, Mapping) and "ladder" not in node:
            edits.words(self, slot, entry, path)
        elif isinstance(node, Mapping) and isinstance(slot.value, Table):
            self.structure(slot, slot.value.place, entry, path)
        else:
            edits.warn_of_replacing(self, slot, node)
            self.whole(slot, place, entry, path)

    def rename(self, slot: Slot, entry: Entry, path: Path) -> None:
        """Take over a key that brings its own parameters."""
        if slot.key is None or "(" not in entry.key.text:
            return
        touch = self.ledger.touch("rename", entry.key, entry.key.span, entry.key.text)
        others = [t for t in self.ledger.strangers(slot.touches) if t.deed == "rename" and t.key != touch.key]
        if others:
            self.ledger.clash(entry.key.span, path, others[0])
        elif "".join(slot.key.text.split()) != touch.key:
            slot.touches.append(touch)
            slot.key = entry.key

    def _absent(self, table: Table, place: Place, entry: Entry, path: Path) -> None:
        unknown = isinstance(table.place, Fields) and path[-1] not in table.place.keys
        if unknown:
            self._unknown(table.place, entry.key, path)
        elif is_null(entry.value):
            message = say("there is no `{path}` to remove", path=shown(path))
            self.ledger.nothing(entry.key.span, message, path[-1], self.labels(table))
        elif isinstance(place, Names) and isinstance(entry.value, Mapping):
            slot = Slot(entry.key, Table(entry.value, [], place), made=True)
            table.slots.append(slot)
            self.lay(slot, place, entry, path)
        elif self._misspelt(table, place, entry):
            message = say("there is no `{path}` to change", path=shown(path))
            self.ledger.nothing(entry.key.span, message, path[-1], self.labels(table))
        elif self.admit(entry.value, place, path) and self._complete(table, place, entry, path):
            self._add(table, place, entry, path)

    def _misspelt(self, table: Table, place: Place, entry: Entry) -> bool:
        """Whether a name that is not there is meant for one that is: it is patched, not added."""
        word = nearest(name_of(entry.key.text), self.labels(table)) if isinstance(table.place, Names) else None
        if word is None:
            return False
        return is_partial(entry.value, place) or self._second(table, place, entry.value, word)

    def _second(self, table: Table, place: Place, node: Node, word: str) -> bool:
        """Whether a node and the one with a name both lack the key that only one may lack."""
        key = place.all_but_one if isinstance(place, Fields) else None
        other = self.find(table, word)
        if key is None or other is None or not isinstance(other.value, Table) or not isinstance(node, Mapping):
            return False
        return key not in node and self.find(other.value, key) is None

    def _unknown(self, place: Place, key: Scalar, path: Path) -> None:
        known = list(place.keys) if isinstance(place, Fields) else []
        word = nearest(path[-1], known)
        listed = say("known here are: {names}", names=", ".join(known))
        self.ledger.diagnostics.report(
            "E201",
            key.span,
            say("unknown key `{key}`", key=key.text),
            help=say("did you mean `{word}`?", word=word) if word else listed,
        )

    def _complete(self, table: Table, place: Place, entry: Entry, path: Path) -> bool:
        lacks = missing(settled(place, entry.value), entry.value)
        strange = _strange(settled(place, entry.value), entry.value) if lacks else []
        for key in strange:
            self._unknown(settled(place, entry.value), key, (*path, name_of(key.text)))
        if lacks and not strange:
            message = say(
                "there is no `{path}` to change, and a new one needs {keys}",
                path=shown(path),
                keys=", ".join(f"`{key}`" for key in lacks),
            )
            self.ledger.nothing(entry.key.span, message, path[-1], self.labels(table))
        return not lacks

    def _add(self, table: Table, place: Place, entry: Entry, path: Path) -> None:
        by = self.ledger.by
        touch = self.ledger.touch("set", entry.value, entry.key.span, entry.key.text)
        slot = Slot(entry.key, thaw(entry.value, place, by), by, [touch])
        if isinstance(table.place, Names) and table.place.read:
            self.additions.append(Addition(slot, path, tuple(self.labels(table))))
        table.slots.append(slot)

    def _foreign(self, slot: Slot, place: Place, entry: Entry, path: Path) -> None:
        """Two variants add one thing: the same, or a clash; a patch needs `after`."""
        node = entry.value
        if is_partial(node, place):
            self.ledger.stranger(entry.key.span, path[-1], slot)
            return
        touch = self.ledger.touch("set", node, entry.key.span, entry.key.text)
        if not self.clashes(slot, touch, path):
            slot.touches.append(touch)

    def labels(self, table: Table | Rows) -> list[str]:
        """The names in a mapping or words in a list that the variant knows."""
        return [label_of(slot) for slot in table.slots if self.ledger.sees(slot)]


def _strange(place: Place, node: Node) -> list[Scalar]:
    """The keys of a new thing that it cannot have."""
    if not isinstance(place, Fields) or not isinstance(node, Mapping):
        return []
    return [entry.key for entry in node if name_of(entry.key.text) not in place.keys]


def is_null(node: Node) -> bool:
    """Whether a node is `null`, which removes."""
    return isinstance(node, Scalar) and node.value is None


def is_partial(node: Node, place: Place) -> bool:
    """Whether a node can only change something: it removes, edits, or lacks what a new thing needs."""
    if next(nulls(node), None) is not None or next(edits_in(node, place), None) is not None:
        return True
    return bool(missing(settled(place, node), node))


def meant(slots: list[Slot], key: str, whole: bool) -> Slot | None:
    """The last slot with a key: by name; or by the whole key, and by name only if one alone has it."""
    if not whole:
        return next((slot for slot in reversed(slots) if label_of(slot) == name_of(key)), None)
    squeezed = "".join(key.split())
    for slot in reversed(slots):
        if slot.key is not None and "".join(slot.key.text.split()) == squeezed:
            return slot
    named = [slot for slot in slots if label_of(slot) == key.strip()]
    return named[0] if len(named) == 1 else None


def edits_in(node: Node, place: Place) -> Iterator[tuple[Mapping, Place]]:
    """The mappings in a node that edit lists of steps or words rather than being ones."""
    kind_edit = isinstance(place, Kind) and isinstance(node, Mapping) and "ladder" not in node
    place = settled(place, node)
    if isinstance(node, Mapping) and (kind_edit or isinstance(place, Steps | Words)):
        yield node, Words() if kind_edit else place
    elif isinstance(node, Mapping) and isinstance(place, Fields | Names):
        for entry in node:
            yield from edits_in(entry.value, inside(place, entry.key.text))
    elif isinstance(node, Sequence) and isinstance(place, Steps):
        for item in node:
            yield from edits_in(item, STEP)
