"""A view drawn as plain text: whose turn it is, tokens, piles, everybody's cards as the viewer may see them, moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wcwidth import wcswidth

from reglas.knowledge.views import HoldingView, View, ZoneView
from reglas.program import ir
from reglas.reading.messages import say
from reglas.table.phrases import Phrases
from reglas.table.told import mark, told_to_owners
from reglas.table.voice import Voice

WIDTH = 80
GAP = "  "
DOT = " · "


class Screen:
    """Draws views of a game."""

    def __init__(self, voice: Voice, width: int = WIDTH) -> None:
        self.voice, self.width = voice, width
        self.phrases = Phrases(voice)

    def draw(self, view: View) -> list[str]:
        """The table, without the moves."""
        families = dict.fromkeys(zone.family for zone in view.zones)
        told = told_to_owners(self.voice, view)
        lines = [self.heading(view), *self._counters(view)]
        for family in families:
            zones = [zone for zone in view.zones if zone.family == family]
            if self._hidden(zones):
                continue
            if zones[0].layout == "pile" or zones[0].owner is None:
                lines += self._piles(zones)
            else:
                lines += self._hands(view, zones, told)
        return lines

    def heading(self, view: View) -> str:
        """The game, and whose turn it is."""
        name = self.voice.words.name
        if not view.to_act:
            return self.voice.put(say("{game}: the game is over", game=name))
        player = self.voice.listing([self.voice.label(seat) for seat in view.to_act])
        if view.viewer in view.to_act:
            return self.voice.put(say("{game}: your turn, {player}", game=name, player=player))
        return self.voice.put(say("{game}: {player} to move", game=name, player=player))

    # -- tokens, memory and hidden piles ---------------------------------------------------------------------------

    def _counters(self, view: View) -> list[str]:
        """Tokens and hidden piles in one line, if it fits; memory by itself."""
        parts: list[str] = []
        more: list[str] = []
        for name in dict.fromkeys(holding.name for holding in view.holdings):
            family = [holding for holding in view.holdings if holding.name == name]
            text = f"{self._holding_name(family[0])}: {self._holding(family)}"
            (parts if family[0].sort == "token" else more).append(text)
        for family_name in dict.fromkeys(zone.family for zone in view.zones):
            zones = [zone for zone in view.zones if zone.family == family_name]
            if self._hidden(zones):
                parts += [f"{self._zone_name(zone)}: {len(zone.cards)}" for zone in zones]
        return (self._flow("", parts, DOT) if parts else []) + more

    def _holding_name(self, holding: HoldingView) -> str:
        if holding.sort == "token":
            return self.voice.words.term("tokens", holding.name).many
        return self.voice.words.term("memory", holding.name).one

    def _holding(self, family: Sequence[HoldingView]) -> str:
        return ", ".join(f"{self._key(h)} {self._written(h)}".strip() for h in family) or "–"

    def _key(self, holding: HoldingView) -> str:
        if not holding.key:
            return ""
        per = next(h.per for h in self.voice.program.holdings if h.name == holding.name)
        if per == "player":
            seats = [zone.owner for zone in self.voice.program.zones if zone.owner >= 0]
            return self.voice.player(_seat(holding.key)) if seats or holding.key else holding.key
        return self.voice.words.value(per, holding.key).one

    def _written(self, holding: HoldingView) -> str:
        info = next(h for h in self.voice.program.holdings if h.name == holding.name)
        if holding.text in ("", "none"):
            return "–"
        if info.of in self.voice.kinds:
            values = holding.text.split(", ")
            return ", ".join(self.voice.words.value(info.of, value).one for value in values)
        if info.of == "player":
            return ", ".join(self.voice.player(_seat(letter)) for letter in holding.text.split(", "))
        if info.of == "flag":
            return self.voice.value("flag", holding.text == "true")
        return holding.text

    # -- piles and rows that belong to nobody ----------------------------------------------------------------------

    def _hidden(self, zones: Sequence[ZoneView]) -> bool:
        """A pile that nobody sees is only counted, unless somebody knows something of it."""
        info = self.voice.program.zones[zones[0].number]
        known = any(card.face is not None or card.may_be is not None for zone in zones for card in zone.cards)
        return info.layout == "pile" and (info.seen_by == "nobody" or bool(zones[0].cards)) and not known

    def _zone_name(self, zone: ZoneView) -> str:
        name = self.voice.words.term("zones", zone.family).one
        if zone.owner is not None:
            return f"{name} {self.voice.player(zone.owner)}"
        key = self.voice.zone_key(zone.number)
        return name if key is None else f"{name} {key.one}"

    def _piles(self, zones: Sequence[ZoneView]) -> list[str]:
        term = self.voice.words.term("zones", zones[0].family)
        if len(zones) == 1 and not zones[0].key:
            zone = zones[0]
            return self._flow(f"{term.one} ({len(zone.cards)}): ", self._contents(zone), DOT)
        tops = [f"{self._pile_key(zone)} {self._top(zone)}" for zone in zones]
        return self._flow(f"{term.many}: ", tops, DOT)

    def _pile_key(self, zone: ZoneView) -> str:
        if zone.owner is not None:
            return self.voice.player(zone.owner)
        key = self.voice.zone_key(zone.number)
        return zone.key if key is None else key.one

    def _top(self, zone: ZoneView) -> str:
        """The card on top of a pile, without what the pile's name says already; how many cards, if it is hidden."""
        if not zone.cards:
            return "–"
        face = zone.cards[-1].face
        if face is None:
            return f"({len(zone.cards)})"
        model = self.voice.game.spec.model
        per = model.zones[zone.family].per if model is not None else None
        said = per.text if per is not None else ""
        rest = [a for a in self.voice.attributes_of(face) if a.name != said]
        if not rest or len(rest) == len(self.voice.attributes_of(face)):
            return self.voice.card(face)
        return " ".join(self.voice.trait(a, face) for a in rest)

    def _contents(self, zone: ZoneView) -> list[str]:
        """Cards grouped by an attribute with named values, if there is one, the others in order."""
        if not zone.cards:
            return ["–"]
        faces = [card.face for card in zone.cards if card.face is not None]
        hidden = len(zone.cards) - len(faces)
        parts = list(self._grouped(faces)) if zone.layout == "pile" else [self.voice.card(f) for f in faces]
        if hidden:
            parts.append("?" if hidden == 1 else f"? × {hidden}")
        return parts

    def _grouped(self, faces: Sequence[int]) -> Iterator[str]:
        leading = self._leading()
        if leading is None:
            yield from (self.voice.card(face) for face in sorted(faces))
            return
        for value in sorted({leading.values[face] for face in faces}):
            own = sorted(face for face in faces if leading.values[face] == value)
            rests = [
                " ".join(self.voice.trait(a, f) for a in self.voice.attributes_of(f) if a.name != leading.name)
                for f in own
            ]
            yield f"{self.voice.value(leading.name, value)} {' '.join(rests)}".strip()

    def _leading(self) -> ir.Attribute | None:
        """The first attribute whose values have names, where cards have another one as well."""
        if len(self.voice.attributes) < 2:
            return None
        named = (a for a in self.voice.attributes if not self.voice.kinds[a.name].names[0].lstrip("-").isdigit())
        return next(named, None)

    # -- hands -----------------------------------------------------------------------------------------------------

    def _hands(self, view: View, zones: Sequence[ZoneView], told: dict[int, list[frozenset[int] | None]]) -> list[str]:
        """Players' cards, a line for each, place by place; below it what the owner has been told."""
        rows = [(self._owner(view, zone) + ":", self._cells(zone)) for zone in zones]
        margin = max(_wide(label) for label, _ in rows) + 1
        columns = max(len(cells) for _, cells in rows)
        wide = [max((_wide(c[i]) for _, c in rows if i < len(c)), default=0) for i in range(columns)]
        fits = len(GAP) + margin + sum(wide) + len(GAP) * (columns - 1) <= self.width
        lines = [f"{self.voice.words.term('zones', zones[0].family).many}:"]
        for zone, (label, cells) in zip(zones, rows, strict=True):
            shown = [_padded(cell, wide[i]) for i, cell in enumerate(cells)] if fits else cells
            begin = GAP + _padded(label, margin)
            lines += self._flow(begin, shown, GAP, len(begin))
            known = [f"[{place}] {text}" for place, faces in enumerate(told.get(zone.number, ()), 1)
                     if (text := mark(self.voice, faces))]  # fmt: skip
            if known:
                begin = " " * len(begin) + self.voice.put(say("told:")) + " "
                lines += self._flow(begin, known, GAP, len(begin))
        return lines

    def _owner(self, view: View, zone: ZoneView) -> str:
        assert zone.owner is not None
        label = self.voice.label(zone.owner)
        return self.voice.put(say("{player}, you", player=label)) if zone.owner == view.viewer else label

    def _cells(self, zone: ZoneView) -> list[str]:
        cells = []
        for place, card in enumerate(zone.cards, 1):
            if card.face is not None:
                text = self.voice.card(card.face)
            else:
                text = mark(self.voice, card.may_be) or "?"
            cells.append(f"[{place}] {text}" if zone.follows else text)
        if cells and all(cell == "?" for cell in cells):
            return [self.voice.cards(len(cells))]
        return cells or ["–"]

    # -- moves -----------------------------------------------------------------------------------------------------

    def moves(self, view: View) -> list[str]:
        """The viewer's legal moves, numbered, those of one action together."""
        lines: list[str] = []
        for action in dict.fromkeys(text.split(" ")[0] for text in view.moves):
            own = [
                f"{number}) {self.phrases.write(text)}"
                for number, text in enumerate(view.moves, 1)
                if text.split(" ")[0] == action
            ]
            heading = self.voice.grammar.finish(self.phrases.action_name(action)).rstrip(".")
            lines += self._flow(f"{heading}: ", own, GAP)
        return lines

    def _flow(self, begin: str, items: Sequence[str], gap: str, indent: int = 4) -> list[str]:
        """Things one after the other, each whole, in as many lines as they need."""
        lines, line = [], begin
        for number, item in enumerate(items):
            more = (gap if number and line.strip() else "") + item
            if _wide(line + more.rstrip()) > self.width and line.strip() and number:
                lines.append((line + gap).rstrip())
                line, more = " " * indent, item
            line += more
        return [*lines, line.rstrip()]


def _seat(letter: str) -> int:
    return ord(letter[0]) - ord("A") + 26 * int(letter[1:] or 0)


def _wide(text: str) -> int:
    return max(0, wcswidth(text))


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _wide(text))
