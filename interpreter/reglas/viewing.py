"""What a viewer sees of a game: zones, counters, memory and their own moves, put together as a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reglas.engine.notation import Notation, seat_letter
from reglas.knowledge.memory import Memory
from reglas.knowledge.places import Place
from reglas.knowledge.seen import OBSERVER, Eyes
from reglas.knowledge.views import CardView, HoldingView, View, ZoneView
from reglas.language.types import NONE
from reglas.program import ir
from reglas.spec import model as m


@dataclass(frozen=True)
class Face:
    """A state as one viewer sees it: the row, and what is remembered of the viewer's own events."""

    model: m.Game | None
    notation: Notation
    eyes: Eyes
    row: list[int]
    memory: Memory

    def view(
        self, acting: tuple[int, ...], moves: tuple[str, ...], logged: bool, counted: bool, remember: bool = True
    ) -> View:
        """The view. Without a log hidden cards are blank; `counted` tells what counting leaves of them. Without
        `remember` a card that lies face down does not tell what was seen of it before."""
        memory, program = self.memory, self.notation.machine.program
        counts = counted and logged and memory.viewer != OBSERVER  # who sees everything has nothing to count
        if counts and not remember and memory.by_sight(self._face_down()):
            counts = False  # counting would bring back what was seen
        masks = memory.knowledge().left() if counts else None
        return View(
            memory.viewer,
            program.seats,
            acting,
            tuple(self._zone(number, logged, masks, remember) for number in range(len(program.zones))),
            tuple(self._holdings()),
            tuple(memory.seen),
            moves,
            program.ends[self.row[ir.ENDED] - 1].name if self.row[ir.ENDED] else None,
        )

    def _face_down(self) -> list[int]:
        """The zones whose cards the viewer does not see, but can follow."""
        eyes, viewer = self.eyes, self.memory.viewer
        zones = range(len(self.notation.machine.program.zones))
        return [n for n in zones if not eyes.sees_zone(viewer, n) and eyes.follows(viewer, n)]

    def _zone(self, number: int, logged: bool, masks: dict[Place, int] | None, remember: bool) -> ZoneView:
        machine, viewer = self.notation.machine, self.memory.viewer
        info = machine.program.zones[number]
        open_, follows = self.eyes.sees_zone(viewer, number), self.eyes.follows(viewer, number)
        cards: list[CardView] = []
        for index in range(self.row[info.start - 1]):
            cell = info.start + index
            if open_ and not machine.cards.unsettled(self.row, cell):
                cards.append(CardView(self.row[cell]))
            elif not logged or not follows:
                cards.append(CardView(None))
            else:
                cards.append(self.memory.card(number, index, masks, remember))
        return ZoneView(
            number, info.family, self._key(info.family, info.key, info.owner), info.owner if info.owner >= 0 else None,
            info.layout, tuple(cards), follows,
        )  # fmt: skip

    def _key(self, family: str, key: int, owner: int) -> str:
        if owner >= 0:
            return seat_letter(owner)
        if key == -1:
            return ""
        per = self.model.per(family) if self.model else None
        return self.notation.plain(per.text, key) if per is not None else str(key)

    def _holdings(self) -> Iterator[HoldingView]:
        viewer = self.memory.viewer
        for holding in self.notation.machine.program.holdings:
            if holding.listed:
                if self.eyes.sees_holding(viewer, holding.name, 0):
                    text = ", ".join(self._items(holding))
                    yield HoldingView(holding.name, holding.sort, "", text, None, holding.count)
                continue
            for index in range(holding.count):
                if not self.eyes.sees_holding(viewer, holding.name, index):
                    continue
                value = self.row[holding.cell + index]
                yield HoldingView(
                    holding.name, holding.sort, self._index(holding, index), self._written(holding.of, value),
                    None if value == NONE or holding.of == "card" else value, holding.high,
                )  # fmt: skip

    def _index(self, holding: ir.Holding, index: int) -> str:
        if not holding.per:
            return ""
        low = self.notation.kinds[holding.per].low if holding.per in self.notation.kinds else 0
        return self.notation.plain(holding.per, low + index)

    def _items(self, holding: ir.Holding) -> Iterator[str]:
        """The items of a list as text, records as `(B, 11)`."""
        sorts, at = [of for _, of in holding.fields] or [holding.of], holding.cell + 1
        for _ in range(self.row[holding.cell]):
            texts = [self._written(of, self.row[at + n]) for n, of in enumerate(sorts)]
            yield f"({', '.join(texts)})" if holding.fields else texts[0]
            at += len(sorts)

    def _written(self, of: str, value: int) -> str:
        if value == NONE:
            return "none"
        if of == "card":
            zone, at = self.eyes.place(self.memory.viewer, self.notation.machine.place(value))
            return f"{self.notation.zone_text(zone)}{'?' if at is None else at + 1}"
        return self.notation.plain(of, value)
