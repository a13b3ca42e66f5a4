"""Players' cards drawn place by place: a line for each player, below it what the owner knows or may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.engine.notation import seat_letter
from reglas.knowledge.views import CardView, View, ZoneView
from reglas.reading.messages import say
from reglas.table import compact
from reglas.table.counters import NOTHING
from reglas.table.pieces import FAINT, STRONG, Item, Line, Piece, flow, line
from reglas.table.told import Faces, Level, faces_of, told_to_owners
from reglas.table.voice import Voice

MARGIN = 2
GAP = "  "


@dataclass(frozen=True)
class Row:
    """A label and cells, one for each place; `places` are the places shown where there are no columns."""

    label: Item
    cells: tuple[Line, ...]
    numbered: bool = True
    bare: str = ""


class Hands:
    """Draws the hands of a family of zones."""

    def __init__(self, voice: Voice, width: int) -> None:
        self.voice, self.width = voice, width

    def draw(self, view: View, zones: Sequence[ZoneView], level: Level) -> list[Line]:
        """Columns with the places above them where they fit; else one after the other."""
        if not any(zone.cards for zone in zones):
            return [line(f"{self.voice.words.term('zones', zones[0].family).many}: {NOTHING}")]
        if all(self.voice.program.zones[zone.number].most == 1 for zone in zones):
            return self._singles(zones, level)
        told = told_to_owners(self.voice, view, level)
        rows = [row for zone in zones for row in self._rows(view, zone, told.get(zone.number, []), level)]
        name = self.voice.words.term("zones", zones[0].family).many
        margin = max(line(row.label).wide for row in rows) + MARGIN
        margin = max(margin, len(name) + MARGIN)
        widths = _widths(rows)
        if margin + sum(widths) + len(GAP) * max(0, len(widths) - 1) > self.width:
            return [line(name + ":"), *(part for row in rows for part in self._flowing(row))]
        places: list[Item] = [Piece(str(place), FAINT) for place in range(1, len(widths) + 1)]
        return [_columns(name, places, margin, widths), *(self._row(row, margin, widths) for row in rows)]

    def _singles(self, zones: Sequence[ZoneView], level: Level) -> list[Line]:
        """Zones of one card each: those that have one."""
        held = [zone for zone in zones if zone.cards and zone.owner is not None]
        items: list[Item] = [
            line(self.voice.label(zone.owner or 0) + " ") + self._cell(zone.cards[0], level, "", 1) for zone in held
        ]
        name = self.voice.words.term("zones", zones[0].family).many
        return flow(f"{name}: ", items, " · ", self.width)

    # -- what stands in the rows -----------------------------------------------------------------------------------

    def _rows(self, view: View, zone: ZoneView, told: Sequence[Faces], level: Level) -> list[Row]:
        assert zone.owner is not None
        label = Piece(self._owner(view, zone), STRONG if zone.owner in view.to_act else "")
        begin = Line((Piece("> " if zone.owner in view.to_act else "  "), label))
        if not zone.cards:
            return [Row(begin, (), bare=NOTHING)]
        if not zone.follows:
            return [Row(begin, (), bare=self.voice.cards(len(zone.cards)))]
        named = zone.number in self.voice.mixed
        hidden = [faces_of(card, level) if card.face is None else None for card in zone.cards]
        unknown = all(card.face is None and card.may_be is None for card in zone.cards)
        if unknown and not named and zone.owner != view.viewer:
            return [Row(begin, (), bare=self.voice.cards(len(zone.cards)))]
        letter = seat_letter(zone.owner) if named else ""
        cells = (line(self._cell(card, level, letter, place)) for place, card in enumerate(zone.cards, 1))
        rows = [Row(begin, tuple(cells))]
        rows += self._told(told)
        return rows + self._not(told or hidden)

    def _cell(self, card: CardView, level: Level, letter: str, place: int) -> Item:
        """A card; one that lies face down where places are written with their owner shows its place."""
        if card.face is not None:
            return compact.card(self.voice, card.face)
        known = compact.known(self.voice, faces_of(card, level))
        if not letter:
            return known
        name = Piece(f"{letter}{place}", hidden=True)
        return name if known.text == compact.UNKNOWN else line(name) + ":" + known

    def _told(self, told: Sequence[Faces]) -> list[Row]:
        """What an owner has been told of cards that the viewer sees."""
        marks = [compact.known(self.voice, faces) for faces in told]
        if all(mark.text == compact.UNKNOWN for mark in marks):
            return []
        label = Piece("    " + self.voice.put(say("told")), FAINT)
        return [Row(label, tuple(map(line, marks)))]

    def _not(self, faces: Sequence[Faces]) -> list[Row]:
        """What the cards are known not to be."""
        marks = [compact.ruled_out(self.voice, known) for known in faces]
        if not any(marks):
            return []
        label = Piece("    " + self.voice.put(say("is not")), FAINT)
        return [Row(label, tuple(line(Piece(mark, FAINT)) for mark in marks))]

    def _owner(self, view: View, zone: ZoneView) -> str:
        assert zone.owner is not None
        label = self.voice.label(zone.owner)
        return self.voice.put(say("{player}, you", player=label)) if zone.owner == view.viewer else label

    # -- how they are drawn ----------------------------------------------------------------------------------------

    @staticmethod
    def _row(row: Row, margin: int, widths: Sequence[int]) -> Line:
        if row.bare:
            return line(row.label).padded(margin) + row.bare
        return _columns(row.label, row.cells, margin, widths)

    def _flowing(self, row: Row) -> list[Line]:
        """A row where columns do not fit: each cell with its place."""
        begin = line(row.label) + ": "
        if row.bare:
            return [begin + row.bare]
        cells: list[Item] = [
            line(Piece(f"[{place}] ", FAINT)) + cell for place, cell in enumerate(row.cells, 1) if cell.text
        ]
        return flow(begin, cells, GAP, self.width, min(6, self.width // 4))


def _columns(label: Item, cells: Sequence[Item], margin: int, widths: Sequence[int]) -> Line:
    drawn = line(label).padded(margin)
    for number, cell in enumerate(cells):
        drawn = (drawn + GAP if number else drawn) + line(cell).padded(widths[number])
    return drawn


def _widths(rows: Sequence[Row]) -> list[int]:
    """How wide each column must be; no less than a card with two signs and a blank."""
    columns = max((len(row.cells) for row in rows), default=0)
    return [max(2, *(row.cells[i].wide for row in rows if i < len(row.cells))) for i in range(columns)]
