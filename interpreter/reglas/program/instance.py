"""What the names of a spec stand for, once its options and number of players are fixed: kinds, faces, cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from reglas.language.types import Card, Number, Type, Value, Zone, bare
from reglas.program.ir import Site
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Span
from reglas.spec import model as m

DIRECTION = "direction"

DICE = "dice"
"""The layout of dice."""

FACE = "face"
"""The only attribute of a die."""

UNKNOWN_PER = "?"
"""Stands for a family's index that could not be understood."""


@dataclass(frozen=True)
class RungEntry:
    """A rung of a ladder: its numbers `first..last`, and the ladder's value that the first of them is."""

    name: str
    first: int
    last: int
    low: int

    @property
    def high(self) -> int:
        """The ladder's value that the last number is."""
        return self.low + self.last - self.first


@dataclass(frozen=True)
class KindEntry:
    """A kind: lowest value, how the values are written, whether they are plain numbers, and a ladder's rungs."""

    name: str
    low: int
    names: tuple[str, ...]
    numeric: bool
    rungs: tuple[RungEntry, ...] = ()

    @property
    def size(self) -> int:
        """How many values."""
        return len(self.names)

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each value by how it is written."""
        return {name: place for place, name in reversed([*enumerate(self.names)])}

    @cached_property
    def type(self) -> Type:
        """The type of its values."""
        if self.numeric:
            return Number(self.low, self.low + self.size - 1, self.name)
        return Value(self.name, self.size)

    def text(self, value: int) -> str:
        """How a value is written."""
        return self.names[value - self.low]


@dataclass(frozen=True)
class Face:
    """A face: its number, card type, attribute values by kind, and how many cards have it."""

    number: int
    card: str
    values: dict[str, int]
    copies: int
    text: str


@dataclass(frozen=True)
class Family:
    """A zone family: `count` zones from number `first` on, indexed by a kind, by player, or not at all. A family of
    dice is one too, with a layout of its own; its `card` is what its dice are, as a card's type is to a card."""

    name: str
    card: str
    layout: str
    per: str | None
    low: int
    first: int
    count: int
    most: int
    seen_by: str
    shuffled: bool

    @property
    def dice(self) -> bool:
        """Do dice lie here, and not cards?"""
        return self.layout == DICE

    @property
    def item(self) -> Card:
        """The type of what lies here."""
        return Card(frozenset({self.name}), self.dice)

    @property
    def zone(self) -> Zone:
        """The type of one zone of the family."""
        return Zone(self.name, self.dice)


@dataclass(frozen=True)
class HoldingEntry:
    """A token or memory: `count` cells from `cell` on (a list: its length and `most` items, each of one cell or, for
    records, of one for each field)."""

    name: str
    sort: str
    cell: int
    count: int
    per: str | None
    low_index: int
    type: Type
    start: int
    seen_by: str
    listed: bool = False
    newest: bool = False
    most: int = 0
    supply: bool = False
    fields: tuple[tuple[str, Type], ...] = ()

    @property
    def width(self) -> int:
        """How many cells one item takes."""
        return len(self.fields) or 1

    @property
    def cells(self) -> int:
        """How many cells all of it takes."""
        return self.count * (self.most * self.width + 1) if self.listed else self.count

    @cached_property
    def card_cells(self) -> tuple[int, ...]:
        """The cells that hold cards."""
        if not self.listed:
            return tuple(range(self.cell, self.cell + self.count)) if _a_card(self.type) else ()
        return self.record_cards(self.cell + 1, self.most)

    def record_cards(self, first: int, items: int) -> tuple[int, ...]:
        """The cells that hold cards among those of so many items from a cell on."""
        kinds = [kind for _, kind in self.fields] or [self.type]
        return tuple(
            first + item * self.width + offset
            for item in range(items)
            for offset, kind in enumerate(kinds)
            if _a_card(kind)
        )


def _a_card(kind: Type) -> bool:
    return isinstance(bare(kind), Card)


@dataclass
class Instance:
    """A spec for given options and seats. Built by `program.components`, read by everything after."""

    game: m.Game
    seats: int
    diagnostics: Diagnostics
    options: dict[str, int] = field(default_factory=dict)
    option_types: dict[str, Type] = field(default_factory=dict)
    option_ranges: dict[str, Number] = field(default_factory=dict)
    kinds: dict[str, KindEntry] = field(default_factory=dict)
    faces: list[Face] = field(default_factory=list)
    families: dict[str, Family] = field(default_factory=dict)
    holdings: dict[str, HoldingEntry] = field(default_factory=dict)
    traits: list[str] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    streams: list[tuple[str, int]] = field(default_factory=list)
    row_size: int = 0
    owed_cell: int = -1
    owed_used: bool = False
    saw_asked: bool = False
    _site_keys: dict[tuple[str, int], int] = field(default_factory=dict)

    def allocate(self, cells: int) -> int:
        """The first of so many new cells of the row."""
        first = self.row_size
        self.row_size += cells
        return first

    def stream(self, name: str) -> int:
        """The first cell of the random stream of this name, which is made when first asked for."""
        found = dict(self.streams).get(name)
        if found is None:
            found = self.allocate(4)
            self.streams.append((name, found))
        return found

    def site(self, span: Span) -> int:
        """The number of a place in the text."""
        key = (span.source.name, span.start)
        if key not in self._site_keys:
            self._site_keys[key] = len(self.sites)
            text = span.source.line(span.line).strip()
            self.sites.append(Site(span.source.name, span.line, span.column, text))
        return self._site_keys[key]

    def forget_sites(self, count: int) -> None:
        """Keep only the first so many places."""
        del self.sites[count:]
        self._site_keys = {key: number for key, number in self._site_keys.items() if number < count}

    def values_named(self, name: str) -> list[tuple[KindEntry, int]]:
        """The kinds that have a value of this name, and the value."""
        found = []
        for kind in self.kinds.values():
            if not kind.numeric and name in kind.places:
                found.append((kind, kind.places[name]))
        return found

    def rung_named(self, name: str) -> tuple[KindEntry, RungEntry] | None:
        """The rung of this name, and its ladder."""
        return next(((k, r) for k in self.kinds.values() for r in k.rungs if r.name == name), None)

    def index_kind(self, per: str | None) -> KindEntry | None:
        """The kind that indexes a family, or None for `player` and for no family."""
        return self.kinds.get(per) if per is not None and per != "player" else None

    def cards_of(self, card: str) -> int:
        """How many cards of a type there are."""
        return sum(face.copies for face in self.faces if face.card == card)
