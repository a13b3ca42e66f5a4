"""The tree under change: a game's tree in which every place remembers which variants touched it.

Nothing is taken out while variants are laid over it: what one variant removes stays as a slot that is gone.
So a variant meets the tree as its own author knew it (the base and the variants it comes after), in whatever
order the variants are given, and finds out when another has touched the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import is_
from typing import Literal, TypeAlias

from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec.places import STEP, VALUE, Fields, Names, Place, Steps, Words, inside, name_of, settled

BASE = -1
Path: TypeAlias = tuple[str, ...]
Deed: TypeAlias = Literal["set", "replace", "remove", "beside", "rename"]


@dataclass(frozen=True)
class Touch:
    """What a variant did to a slot: which variant (by number), what, with what node, written where."""

    by: int
    deed: Deed
    node: Node
    span: Span
    key: str = ""


@dataclass(eq=False)
class Slot:
    """An entry of a mapping (then it has a key) or an item of a list.

    `origin` is who put it there. `touches` changed it as a whole, `beside` only used it to say where
    something goes, `removals` are the touches that took it away. `made`: an empty mapping nobody wrote,
    dropped if it stays empty.
    """

    key: Scalar | None
    value: Draft
    origin: int = BASE
    touches: list[Touch] = field(default_factory=list)
    beside: list[Touch] = field(default_factory=list)
    removals: list[Touch] = field(default_factory=list)
    anchor: Slot | None = None
    made: bool = False

    @property
    def gone(self) -> bool:
        """Whether some variant took it away."""
        return bool(self.removals)

    def within(self) -> Iterator[Touch]:
        """The touches on everything inside the slot."""
        for slot in [] if isinstance(self.value, Leaf) else self.value.slots:
            yield from slot.touches
            yield from slot.beside
            yield from slot.within()


@dataclass(eq=False)
class Leaf:
    """A value, or something whose shape fits no structure."""

    node: Node


@dataclass(eq=False)
class Table:
    """A mapping under change."""

    node: Mapping
    slots: list[Slot]
    place: Place


@dataclass(eq=False)
class Rows:
    """A list of steps or of words under change."""

    node: Node
    slots: list[Slot]


Draft: TypeAlias = Leaf | Table | Rows


def thaw(node: Node, place: Place, origin: int = BASE) -> Draft:
    """A draft of a node that stands at a place."""
    place = settled(place, node)
    if isinstance(node, Sequence) and isinstance(place, Steps | Words):
        each: Place = STEP if isinstance(place, Steps) else VALUE
        return Rows(node, [Slot(None, thaw(item, each, origin), origin) for item in node])
    if isinstance(node, Mapping) and isinstance(place, Fields | Names):
        slots = [Slot(e.key, thaw(e.value, inside(place, e.key.text), origin), origin) for e in node]
        return Table(node, slots, place)
    return Leaf(node)


def freeze(draft: Draft) -> Node:
    """The node that a draft has become; the very node that it was where nothing has changed."""
    if isinstance(draft, Leaf):
        return draft.node
    live = [slot for slot in draft.slots if not slot.gone and not _hollow(slot)]
    if isinstance(draft, Rows):
        return _frozen_rows(draft, [freeze(slot.value) for slot in live])
    node, pairs = draft.node, [(slot.key, freeze(slot.value)) for slot in live if slot.key is not None]
    same = len(pairs) == len(node) and all(k is e.key and v is e.value for (k, v), e in zip(pairs, node, strict=True))
    return node if same else Mapping(node.span, tuple(Entry(key, value) for key, value in pairs), node.flow)


def _frozen_rows(draft: Rows, items: list[Node]) -> Node:
    node = draft.node
    listed = node.items if isinstance(node, Sequence) else ()
    if isinstance(node, Sequence) and len(items) == len(listed) and all(map(is_, items, listed)):
        return node
    return Sequence(node.span, tuple(items), isinstance(node, Sequence) and node.flow)


def _hollow(slot: Slot) -> bool:
    """Whether a mapping of names is empty because nobody wrote into it, or because all in it was removed."""
    if not isinstance(slot.value, Table) or not (slot.made or isinstance(slot.value.place, Names)):
        return False
    inner = slot.value.slots
    return all(name.gone for name in inner) and (slot.made or bool(inner))


def label_of(slot: Slot) -> str:
    """A slot as its neighbours call it: a key's name or a word's text."""
    if slot.key is not None:
        return name_of(slot.key.text)
    if isinstance(slot.value, Leaf) and isinstance(slot.value.node, Scalar):
        return slot.value.node.text
    return ""


@dataclass
class Ledger:
    """Whose changes a variant knows of, and where findings go.

    `names[i]` is variant i, `before[i]` holds the variants it comes after; `by` is the one being laid.
    """

    names: list[str]
    before: list[frozenset[int]]
    diagnostics: Diagnostics
    by: int = BASE

    def knows(self, other: int) -> bool:
        """Whether the variant being laid was written on top of another's changes."""
        return other in (BASE, self.by) or other in self.before[self.by]

    def sees(self, slot: Slot) -> bool:
        """Whether the variant's author knew a slot; a stranger may have removed it since."""
        return self.knows(slot.origin) and not any(self.knows(touch.by) for touch in slot.removals)

    def strangers(self, touches: Iterable[Touch]) -> list[Touch]:
        """The touches by variants that this one does not come after."""
        return [touch for touch in touches if not self.knows(touch.by)]

    def touch(self, deed: Deed, node: Node, span: Span, key: str = "") -> Touch:
        """A touch by the variant being laid."""
        return Touch(self.by, deed, node, span, "".join(key.split()))

    def clash(self, span: Span, path: Path, other: Touch) -> None:
        """Report that two variants touch one place differently."""
        mine, theirs = self.names[self.by], self.names[other.by]
        self.diagnostics.report(
            "E502",
            span,
            say(
                "variants `{mine}` and `{theirs}` change `{path}` differently",
                mine=mine,
                theirs=theirs,
                path=shown(path),
            ),
            Label(other.span, say("`{name}` changes it here", name=theirs)),
            help=say(
                "leave one of them out; or write `after: [{theirs}]` in `{mine}`, if its change should stand",
                mine=mine,
                theirs=theirs,
            ),
        )

    def stranger(self, span: Span, name: str, slot: Slot) -> None:
        """Report a patch on something that only a variant adds which this one does not come after."""
        other = self.names[slot.origin]
        self.diagnostics.report(
            "E501",
            span,
            say(
                "`{name}` comes from variant `{other}`, which this one does not come after",
                name=name,
                other=other,
            ),
            help=say("write `after: [{other}]` in `{mine}`", other=other, mine=self.names[self.by]),
        )

    def nothing(self, span: Span, message: Message, name: str, known: Iterable[str]) -> None:
        """Report a patch that hits nothing, with the names that are there and the nearest of them."""
        self.diagnostics.report("E501", span, message, help=remedy(name, known))


def remedy(name: str, known: Iterable[str]) -> Message | None:
    """The nearest of the names that are known, and all of them if they are few."""
    names = list(dict.fromkeys(known))
    word = nearest(name, names)
    listed = ", ".join(names) if len(names) <= 12 and names != [word] else ""
    if word and listed:
        return say("did you mean `{word}`? there are: {names}", word=word, names=listed)
    if word:
        return say("did you mean `{word}`?", word=word)
    return say("there are: {names}", names=listed) if listed else None


def shown(path: Path) -> str:
    """A path as findings show it."""
    return ".".join(path)
