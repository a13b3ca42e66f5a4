"""What a scenario says of viewers: what they know of hidden places, and what they see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from reglas.knowledge.marks import Marks
from reglas.knowledge.seen import SPECTATOR
from reglas.knowledge.views import View, ZoneView
from reglas.language.spelling import nearest
from reglas.play import State
from reglas.program.instance import Face, Family, HoldingEntry
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.scenario_claims import Difference, Test, differs, together
from reglas.scenario_tables import Part, Table

_Seen: TypeAlias = Callable[[View], Iterator[Difference]]


def view_claims(table: Table, key: Scalar, node: Node, diagnostics: Diagnostics) -> Test | None:
    """`knows` or `sees`: a mapping by viewer."""
    if not isinstance(node, Mapping):
        return None
    reader = _Views(table, diagnostics)
    read = reader.knows if key.text == "knows" else reader.sees
    tests: list[Test | None] = []
    for entry in node:
        viewer = reader.viewer(entry.key)
        if viewer is not None and isinstance(entry.value, Mapping):
            tests.append(read(viewer, entry.value))
    return together(tests)


class _Views:
    def __init__(self, table: Table, diagnostics: Diagnostics) -> None:
        self.table, self.diagnostics = table, diagnostics

    def viewer(self, node: Scalar) -> int | None:
        """A seat, or the spectator."""
        return SPECTATOR if node.text == "spectator" else self.table.seat(node, self.diagnostics)

    # -- knows -----------------------------------------------------------------------------------------------------

    def knows(self, viewer: int, claims: Mapping) -> Test:
        """`ZONE PLACE: PATTERN`: exactly these faces are possible by what the viewer was told."""
        wanted: list[tuple[Entry, tuple[int, int], frozenset[int]]] = []
        for entry in claims:
            place = self.table.place(entry.key, viewer, self.diagnostics, "E301")
            faces = self.pattern(entry.value, self.faces_at(place[0])) if place is not None else None
            if place is not None and faces is not None:
                wanted.append((entry, place, faces))

        def test(state: State) -> Iterator[Difference]:
            marks = Marks(state.game.program, viewer).take_in(state.seen(viewer))
            for entry, (zone, index), faces in wanted:
                places = marks.places[zone]
                if index >= len(places):
                    yield Difference(entry.key.span, say("there is no card at `{place}`", place=entry.key.text))
                elif self.known(state, viewer, zone, index, places[index]) != faces:
                    found = self.known(state, viewer, zone, index, places[index])
                    every = self.faces_at(zone)
                    yield differs(entry.value.span, entry.key.text, self.text(faces, every), self.text(found, every))

        return test

    def known(self, state: State, viewer: int, zone: int, index: int, told: frozenset[int]) -> frozenset[int]:
        """What a viewer knows of a place: its face if they see it, else what they were told."""
        if state.game.eyes.sees_zone(viewer, zone):
            return frozenset({state.row[self.table.program.zones[zone].start + index]})
        return told

    def faces_at(self, zone: int) -> list[Face]:
        """The faces of what lies in a zone: of cards, or of its dice."""
        dice = self.table.program.zones[zone].dice
        return [f for f in self.table.instance.faces if (f.number in dice if dice else f.copies)]

    def pattern(self, node: Node, faces: list[Face]) -> frozenset[int] | None:
        """The faces of a pattern: alternatives split by `|`, each one or more attribute values, or `not` of that."""
        if not isinstance(node, Scalar):
            self.diagnostics.report("E701", node.span, say("a pattern of faces is wanted, such as `a 1 | a 2`"))
            return None
        every = frozenset(f.number for f in faces)
        found: frozenset[int] = frozenset()
        for alternative in node.text.split("|"):
            words = alternative.split()
            negated = words[:1] == ["not"]
            fitting = self.fitting(words[negated:], node, faces)
            if fitting is None:
                return None
            found |= every - fitting if negated else fitting
        return found

    def fitting(self, words: list[str], node: Scalar, faces: list[Face]) -> frozenset[int] | None:
        """The faces that have all of some attribute values."""
        values = sorted({word for face in faces for word in face.text.split()})
        for word in words:
            if word not in values:
                near = nearest(word, values)
                help = say("did you mean `{near}`?", near=near) if near else None
                message = say("no card has the value `{value}`", value=word)
                self.diagnostics.report("E301", node.span, message, help=help)
                return None
        if not words:
            self.diagnostics.report("E701", node.span, say("a pattern of faces is wanted, such as `a 1 | a 2`"))
            return None
        return frozenset(f.number for f in faces if all(word in f.text.split() for word in words))

    def text(self, faces: frozenset[int], everything: list[Face]) -> str | Message:
        """A set of faces, as short as can be: by one attribute where that is enough."""
        if len(faces) == len(everything):
            return say("any card")
        cards = bool(everything) and everything[0].copies > 0
        for kind in [name for name in self.table.instance.traits if cards and name in self.table.instance.kinds]:
            values = {f.values[kind] for f in everything if f.number in faces and kind in f.values}
            if faces == {f.number for f in everything if f.values.get(kind) in values}:
                return " | ".join(self.table.instance.kinds[kind].text(value) for value in sorted(values))
        return " | ".join(self.table.program.faces[face] for face in sorted(faces)) or "-"

    # -- sees ------------------------------------------------------------------------------------------------------

    def sees(self, viewer: int, claims: Mapping) -> Test:
        """Zones: cards with `?` for hidden ones, or how many; tokens and memory: their value, or `?`."""
        tests: list[_Seen] = []
        for entry in claims:
            found = self.table.parts(entry.key, entry.value, self.diagnostics, "E301")
            if found is None:
                self.table.unknown(entry.key, self.diagnostics, "E301")
                continue
            component, parts = found
            for part in parts:
                one = self.zone(component, part) if isinstance(component, Family) else self.holding(component, part)
                if one is not None:
                    tests.append(one)

        def test(state: State) -> Iterator[Difference]:
            view = state.view("spectator" if viewer == SPECTATOR else viewer)
            for one in tests:
                yield from one(view)

        return test

    def zone(self, family: Family, part: Part) -> _Seen | None:
        """A zone as it is seen."""
        number, node = family.first + part.index, part.node
        what = self.table.zone_text(number)
        if isinstance(node, Scalar) and isinstance(node.value, int):
            expected, listed = node.text, False
        elif isinstance(node, Sequence):
            texts = [self.card(item, family) for item in node]
            if None in texts:
                return None
            expected, listed = _cards(texts, family.layout), True
        else:
            self.diagnostics.report("E701", node.span, say("a list of cards and `?`, or how many, is wanted here"))
            return None

        def test(view: View) -> Iterator[Difference]:
            zone = view.zones[number]
            found = _cards(self.seen(zone), family.layout) if listed else str(len(zone.cards))
            if found != expected:
                yield differs(node.span, what, expected, found)

        return test

    def card(self, node: Node, family: Family) -> str | None:
        """A card as a claim writes it, `?` for a hidden one."""
        if isinstance(node, Scalar) and node.text == "?":
            return "?"
        face = self.table.face(node, family.card, self.diagnostics)
        return None if face is None else self.table.program.faces[face]

    def seen(self, zone: ZoneView) -> list[str | None]:
        """The cards of a zone that was viewed, as text."""
        return ["?" if card.face is None else self.table.program.faces[card.face] for card in zone.cards]

    def record(self, entry: HoldingEntry, node: Node) -> str | None:
        """A record as a view writes it; None after a finding."""
        parts = self.table.fields(entry.name, entry.fields, node, self.diagnostics)
        return None if parts is None else f"({', '.join(_text(part) for part in parts)})"

    def holding(self, entry: HoldingEntry, part: Part) -> _Seen | None:
        """A token or memory as it is seen."""
        node = part.node
        key = self.table.index_texts(entry)[part.index] if entry.per else ""
        what = f"{entry.name}({key})" if key else entry.name
        if isinstance(node, Sequence):
            texts = [self.record(entry, item) if entry.fields else _text(item) for item in node]
            if None in texts:
                return None
            expected = ", ".join(text for text in texts if text)
        elif isinstance(node, Scalar):
            expected = node.text
        else:
            return None

        def test(view: View) -> Iterator[Difference]:
            found = next((h.text for h in view.holdings if h.name == entry.name and h.key == key), "?")
            if found != expected:
                yield differs(node.span, what, expected or "-", found or "-")

        return test


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _cards(texts: list[str | None], layout: str) -> str:
    kept = [text for text in texts if text is not None]
    return "[" + ", ".join(sorted(kept) if layout == "hand" else kept) + "]"
