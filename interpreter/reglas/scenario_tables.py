"""Games as scenarios use them, and how the texts of a scenario are read: seats, cards, places, values.

Every reader gives None after a finding at the very word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reglas.engine.notation import seat_letter, seat_number
from reglas.language.spelling import nearest
from reglas.language.types import NONE, Card, Flag, Number, Player, Record, Type, Value, bare
from reglas.play import Game
from reglas.program.describe import describe
from reglas.program.instance import Family, HoldingEntry, Instance
from reglas.program.translate import Translator
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.scenario_questions import Questions

_APPLIED = re.compile(r"^\s*(\w+)\s*\(\s*([^()]*?)\s*\)\s*$")


@dataclass(frozen=True)
class Part:
    """One of a family: its index (a seat or a kind's value) and what is written for it."""

    index: int
    node: Node


class Table:
    """A game, and what its names stand for."""

    def __init__(self, game: Game, translator: Translator | None = None) -> None:
        assert game.spec.model is not None
        self.game, self.program = game, game.program
        self.questions = Questions(game.program, game.spec.model, translator)

    @property
    def instance(self) -> Instance:
        """What the names of the spec stand for."""
        return self.questions.instance

    # -- seats and cards -------------------------------------------------------------------------------------------

    def seat(self, node: Node, diagnostics: Diagnostics, code: str = "E701") -> int | None:
        """A seat by its letter."""
        seat = seat_number(node.text) if isinstance(node, Scalar) else None
        if seat is not None and seat < self.program.seats:
            return seat
        last = seat_letter(self.program.seats - 1)
        message = say("`{text}` is no seat; there are A to {last}", text=_text(node), last=last)
        diagnostics.report(code, node.span, message)
        return None

    def seats(self, node: Node | None, diagnostics: Diagnostics) -> list[int]:
        """A list of seats."""
        items = node.items if isinstance(node, Sequence) else ()
        found = [self.seat(item, diagnostics) for item in items]
        return [seat for seat in found if seat is not None]

    def face(self, node: Node, card: str, diagnostics: Diagnostics, code: str = "E701") -> int | None:
        """A face of a card type by its attribute values, in any order."""
        faces = [f for f in self.instance.faces if f.card == card]
        if isinstance(node, Scalar):
            words = sorted(node.text.split())
            for face in faces:
                if sorted(face.text.split()) == words:
                    return face.number
        if faces and not faces[0].copies:
            message = say("these dice have no face `{face}`", face=_text(node))
            names = ", ".join(f.text for f in faces)
            diagnostics.report(code, node.span, message, help=say("one of {names}", names=names))
            return None
        near = nearest(_text(node), [f.text for f in faces])
        help = say("did you mean `{near}`?", near=near) if near else None
        if near is None and faces:
            help = say("a card is written as its attributes: `{example}`", example=faces[0].text)
        diagnostics.report(code, node.span, say("there is no card `{card}`", card=_text(node)), help=help)
        return None

    def faces(self, node: Node, card: str, diagnostics: Diagnostics, code: str = "E701") -> list[int] | None:
        """A list of faces."""
        if not isinstance(node, Sequence):
            message = say("a list of cards is wanted here: `[CARD, ..]`")
            diagnostics.report(code, node.span, message)
            return None
        found = [self.face(item, card, diagnostics, code) for item in node]
        return None if None in found else [f for f in found if f is not None]

    # -- families --------------------------------------------------------------------------------------------------

    def named(self, name: str) -> Family | HoldingEntry | None:
        """A zone family, token or memory by its name."""
        return self.instance.families.get(name) or self.instance.holdings.get(name)

    def parts(
        self, key: Scalar, node: Node, diagnostics: Diagnostics, code: str
    ) -> tuple[Family | HoldingEntry, list[Part]] | None:
        """What a key `name`, with a mapping for a family, or `name(index)` speaks of; None when of no component."""
        applied = _APPLIED.match(key.text)
        found = self.named(applied[1] if applied else key.text.strip())
        if found is None:
            return None
        low = found.low if isinstance(found, Family) else found.low_index
        if applied:
            index = self.index(found, key.part(applied.start(2), applied.end(2)), applied[2], diagnostics, code)
            return found, [] if index is None else [Part(index - low, node)]
        if found.per is None:
            return found, [Part(0, node)]
        if not isinstance(node, Mapping):
            message = say("`{name}` is one for each {per}; say whose", name=found.name, per=found.per)
            example = self.index_texts(found)[0]
            help = say("write `{name}: {{{example}: ..}}`", name=found.name, example=example)
            diagnostics.report(code, node.span, message, help=help)
            return found, []
        parts = []
        for entry in node:
            index = self.index(found, entry.key.span, entry.key.text, diagnostics, code)
            if index is not None:
                parts.append(Part(index - low, entry.value))
        return found, parts

    def index_texts(self, found: Family | HoldingEntry) -> list[str]:
        """How the members of a family are told apart."""
        kind = self.instance.index_kind(found.per)
        if kind is not None:
            return list(kind.names)
        return [seat_letter(seat) for seat in range(self.program.seats)]

    def index(
        self, found: Family | HoldingEntry, span: Span, text: str, diagnostics: Diagnostics, code: str
    ) -> int | None:
        """The index of one of a family, as the program counts it."""
        if found.per is None:
            diagnostics.report(code, span, say("there is one `{name}` only", name=found.name))
            return None
        texts = self.index_texts(found)
        if text in texts:
            return texts.index(text) + (found.low if isinstance(found, Family) else found.low_index)
        near = nearest(text, texts)
        help = say("did you mean `{near}`?", near=near) if near else None
        message = say("`{name}` has no `{index}`: there are {all}", name=found.name, index=text, all=", ".join(texts))
        diagnostics.report(code, span, message, help=help)
        return None

    def zone_names(self) -> list[str]:
        """All names of zones, tokens and memory."""
        return [*self.instance.families, *self.instance.holdings]

    def unknown(self, key: Scalar, diagnostics: Diagnostics, code: str, more: tuple[str, ...] = ()) -> None:
        """Report a name that is no zone, token or memory."""
        near = nearest(key.text.split("(")[0].strip(), [*self.zone_names(), *more])
        message = say("there is no zone, token or memory `{name}`", name=key.text)
        help = say("did you mean `{near}`?", near=near) if near else None
        if near is None and key.text in self.instance.options:
            help = say("`{name}` is an option; write it under `set`", name=key.text)
        diagnostics.report(code, key.span, message, help=help)

    # -- places ----------------------------------------------------------------------------------------------------

    def place(
        self, node: Scalar, viewer: int | None, diagnostics: Diagnostics, code: str = "E701"
    ) -> tuple[int, int] | None:
        """`ZONE PLACE`: the number of a zone and a place in it from 0; a viewer's own zone needs no index."""
        name, _, number = node.text.strip().rpartition(" ")
        applied = _APPLIED.match(name)
        family = self.instance.families.get(applied[1] if applied else name.strip())
        if family is None or not number.isdigit() or number == "0":
            message = say("`{text}` is no place; a place is a zone and a number from 1", text=node.text)
            near = nearest((applied[1] if applied else name).strip(), self.instance.families)
            example = near or next(iter(self.instance.families), "deck")
            help = say("such as `{example} 1`", example=example)
            diagnostics.report(code, node.span, message, help=help)
            return None
        index: int | None = family.low
        if applied:
            index = self.index(family, node.span, applied[2], diagnostics, code)
        elif family.per == "player" and viewer is not None and viewer >= 0:
            index = family.low + viewer
        elif family.per is not None:
            message = say("`{name}` is one for each {per}; say whose", name=family.name, per=family.per)
            diagnostics.report(code, node.span, message)
            return None
        return None if index is None else (family.first + index - family.low, int(number) - 1)

    def zone_text(self, number: int) -> str:
        """A zone as an expression writes it."""
        info = self.program.zones[number]
        if info.owner >= 0:
            return f"{info.family}({seat_letter(info.owner)})"
        if info.key < 0:
            return info.family
        family = self.instance.families[info.family]
        return f"{info.family}({self.index_texts(family)[info.key - family.low]})"

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, kind: Type, node: Node, diagnostics: Diagnostics, code: str = "E401") -> int | None:
        """A value of a type as the program holds it."""
        found = self._value(bare(kind), node) if isinstance(node, Scalar) else None
        if found is None and isinstance(node, Scalar) and (node.text == "none" or node.value is None):
            found = NONE
        if found is None and isinstance(bare(kind), Card) and isinstance(node, Scalar):
            place = self.place(node, None, diagnostics, code)
            return None if place is None else self.program.zones[place[0]].start + place[1]
        if found is None:
            wanted = describe(kind)
            help = self.values_help(bare(kind))
            message = say("{wanted} is wanted here, not `{text}`", wanted=wanted, text=_text(node))
            diagnostics.report(code, node.span, message, help=help)
        return found

    def fields(
        self, name: str, kinds: tuple[tuple[str, Type], ...], node: Node, diagnostics: Diagnostics, code: str = "E401"
    ) -> list[Node] | None:
        """What a scenario writes for each field of a record, in the order of the fields; None after a finding."""
        form = "{" + ", ".join(f"{field}: .." for field, _ in kinds) + "}"
        if not isinstance(node, Mapping):
            diagnostics.report(code, node.span, say("`{name}` is a list of records", name=name),
                               help=say("write {record} for each", record=form))  # fmt: skip
            return None
        names = [field for field, _ in kinds]
        for entry in node:
            if entry.key.text not in names:
                message = say("the records of `{list}` have no `{name}`; they have {has}", list=name,
                              name=entry.key.text, has=", ".join(names))  # fmt: skip
                near = nearest(entry.key.text, names)
                help = say("did you mean `{near}`?", near=near) if near else None
                diagnostics.report(code, entry.key.span, message, help=help)
                return None
        missing = [field for field in names if field not in node]
        if missing:
            message = say("a record of `{list}` has {fields} too", list=name, fields=", ".join(missing))
            diagnostics.report(code, node.span, message, help=say("write {record} for each", record=form))
            return None
        return [node.by_key[field].value for field in names]

    def values_help(self, kind: Type) -> Message | None:
        """What a value of a type may be."""
        if isinstance(kind, Value) and kind.kind in self.instance.kinds:
            return say("one of {names}", names=", ".join(self.instance.kinds[kind.kind].names))
        if isinstance(kind, Player):
            return say("one of {names}", names=", ".join(seat_letter(s) for s in range(self.program.seats)))
        return None

    def _value(self, kind: Type, node: Scalar) -> int | None:
        match kind:
            case Number():
                return node.value if isinstance(node.value, int) and not isinstance(node.value, bool) else None
            case Flag():
                return int(node.value) if isinstance(node.value, bool) else None
            case Value(name, _):
                names, text = self.kind_names(name), node.text
                if name in self.instance.kinds and self.instance.kinds[name].rungs:
                    text = "-".join(text.split())  # `rung 8` is as good as `rung-8`
                return names.index(text) if text in names else None
            case Player():
                seat = seat_number(node.text)
                return seat if seat is not None and seat < self.program.seats else None
        return None

    def kind_names(self, name: str) -> tuple[str, ...]:
        """How the values of a kind, or of an option with choices, are written."""
        kind = self.instance.kinds.get(name) or self.instance.kinds.get(f"option {name}")
        return kind.names if kind is not None else ()

    def written(self, kind: Type, value: Any, row: list[int]) -> str:
        """A value of a state as a scenario writes it."""
        if value == NONE:
            return "none"
        match bare(kind):
            case Card():
                return self.program.faces[row[int(value)]]
            case Flag():
                return "true" if value else "false"
            case Value(name, _):
                return self.kind_names(name)[int(value)]
            case Player():
                return seat_letter(value)
            case Record(_, fields):
                values = row[int(value) : int(value) + len(fields)] if len(fields) > 1 else [int(value)]
                texts = [self.written(of, v, row) for (_, of), v in zip(fields, values, strict=True)]
                return f"({', '.join(texts)})"
        return str(value)

    # -- zones of a row --------------------------------------------------------------------------------------------

    def cards(self, row: list[int], number: int) -> tuple[list[int], bool]:
        """The faces in a zone from place 1 on, and whether their order is settled and tells anything."""
        info = self.program.zones[number]
        cells = range(info.start, info.start + row[info.start - 1])
        settled = not any(self.game.machine.cards.unsettled(row, cell) for cell in cells)
        return [row[cell] for cell in cells], settled and info.layout != "hand"

    def face_texts(self, faces: list[int]) -> str:
        """A list of faces as a scenario writes it."""
        return _list(self.program.faces[f] for f in faces)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else node.span.text.split("\n")[0]


def _list(texts: Iterator[str]) -> str:
    return "[" + ", ".join(texts) + "]"
