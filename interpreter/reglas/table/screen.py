"""A view drawn: the rules in force, whose turn it is, tokens, piles, everybody's cards as the viewer may see them,
what is known of hidden ones, and the moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from reglas.engine.notation import DECLINE
from reglas.knowledge.views import View, ZoneView
from reglas.program import ir
from reglas.reading.messages import say
from reglas.table import compact, dice
from reglas.table.counters import NOTHING, counters, only_counted, zone_families
from reglas.table.hands import Hands
from reglas.table.phrases import Phrases
from reglas.table.pieces import FAINT, HEADING, STRONG, TURN, Item, Line, Piece, flow, joined, line
from reglas.table.rules_told import title
from reglas.table.told import Level, faces_of
from reglas.table.voice import Voice

WIDTH = 80
GAP = "  "
DOT = " · "

MANY = 20
"""So many moves of an action are written in full even where they differ in a number only."""


class Screen:
    """Draws views of a game."""

    def __init__(self, voice: Voice, width: int = WIDTH) -> None:
        self.voice, self.width = voice, width
        self.phrases = Phrases(voice)

    def draw(self, view: View, level: Level = "said") -> list[Line]:
        """The table, without the moves."""
        lines = [*self.heading(view), *self._counters(view)]
        for zones in zone_families(view):
            if only_counted(self.voice, zones):
                continue
            if dice.is_dice(self.voice, zones):
                lines += dice.draw(self.voice, view, zones)
            elif zones[0].layout == "pile" or zones[0].owner is None:
                lines += self._piles(zones, level)
            else:
                lines += Hands(self.voice, self.width).draw(view, zones, level)
        return lines

    def heading(self, view: View) -> list[Line]:
        """The game with variants and options, and whose turn it is."""
        lines = flow("", [Piece(part, HEADING) for part in title(self.voice)], DOT, self.width)
        return [*lines, line(Piece(whose_turn(self.voice, view), TURN))]

    def _counters(self, view: View) -> list[Line]:
        """Tokens and hidden piles in one line, if it fits; memory in another."""
        parts: list[Item] = []
        more: list[Item] = []
        long: list[Line] = []
        for counter in counters(self.voice, view):
            text = line(f"{counter.name}: ") + Piece(counter.value, STRONG)
            if counter.number:
                parts.append(text)
            elif text.wide > self.width // 2 and ", " in counter.value:
                items: list[Item] = [Piece(value, STRONG) for value in counter.value.split(", ")]
                long += flow(f"{counter.name}: ", items, ", ", self.width)
            else:
                more.append(text)
        return [line for part in (parts, more) if part for line in flow("", part, DOT, self.width)] + long

    # -- piles and rows that belong to nobody ----------------------------------------------------------------------

    def _piles(self, zones: Sequence[ZoneView], level: Level) -> list[Line]:
        term = self.voice.words.term("zones", zones[0].family)
        if len(zones) == 1 and not zones[0].key:
            zone = zones[0]
            begin = f"{term.one} ({len(zone.cards)}): "
            return flow(begin, self._contents(zone, level), DOT, self.width)
        tops = [line(self._pile_key(zone) + " ") + self._top(zone) for zone in zones]
        return flow(f"{term.many}: ", tops, DOT, self.width)

    def _pile_key(self, zone: ZoneView) -> str:
        if zone.owner is not None:
            return self.voice.player(zone.owner)
        key = self.voice.zone_key(zone.number)
        return zone.key if key is None else key.one

    def _top(self, zone: ZoneView) -> Piece:
        """The card on top of a pile; the sign of its kind where there is none; how many cards, if it is hidden."""
        key = self.voice.zone_key(zone.number)
        if not zone.cards:
            return Piece((key.sign if key else "") + NOTHING, key.color if key else "", hidden=True)
        face = zone.cards[-1].face
        return Piece(f"({len(zone.cards)})") if face is None else compact.card(self.voice, face)

    def _contents(self, zone: ZoneView, level: Level) -> list[Item]:
        """Cards grouped by an attribute with named values, if there is one, the others in order; hidden ones counted,
        with what is known of them."""
        if not zone.cards:
            return [NOTHING]
        faces = [card.face for card in zone.cards if card.face is not None]
        parts: list[Item] = list(self._grouped(faces)) if zone.layout == "pile" else self._row(faces)
        hidden = [(place, faces_of(card, level)) for place, card in enumerate(zone.cards, 1) if card.face is None]
        for place, known in hidden:
            if known is not None and compact.known(self.voice, known).text != compact.UNKNOWN:
                parts.append(line(f"[{place}] ") + compact.known(self.voice, known))
        if hidden:
            parts.append("?" if len(hidden) == 1 else f"? × {len(hidden)}")
        return parts

    def _row(self, faces: Sequence[int]) -> list[Item]:
        return [compact.card(self.voice, face) for face in faces]

    def _grouped(self, faces: Sequence[int]) -> Iterator[Line]:
        leading = self._leading()
        if leading is None:
            yield from (line(compact.card(self.voice, face)) for face in sorted(faces))
            return
        for value in sorted({leading.values[face] for face in faces}):
            own = sorted(face for face in faces if leading.values[face] == value)
            yield joined(self._row(own), " ")

    def _leading(self) -> ir.Attribute | None:
        """The first attribute whose values have names, where cards have another one as well."""
        if len(self.voice.attributes) < 2:
            return None
        named = (a for a in self.voice.attributes if not self.voice.kinds[a.name].names[0].lstrip("-").isdigit())
        return next(named, None)

    # -- moves -----------------------------------------------------------------------------------------------------

    def moves(self, view: View, fouls: Collection[str] = ()) -> list[Line]:
        """The viewer's legal moves, numbered, those of one action together. Where the last word is a name, moves
        that differ only in it stand in one line, and what they share is written once. `fouls` are marked."""
        lines: list[Line] = []
        for action in dict.fromkeys(text.split(" ")[0] for text in view.moves):
            heading = self.voice.grammar.finish(self.phrases.action_name(action)).rstrip(".")
            groups = self._alike(view, action, fouls)
            if len(groups) == 1 and not groups[0][0]:
                lines += flow(line(Piece(heading, FAINT)) + ": ", groups[0][1], GAP, self.width)
                continue
            lines.append(line(Piece(heading, FAINT)) + ":")
            for shared, items in groups:
                begin = f"{GAP}{shared} … " if shared else GAP
                lines += flow(begin, items, GAP, self.width, len(begin))
        if any(text in fouls for text in view.moves):
            lines.append(line(Piece(self.voice.put(say("! breaks a rule that others may hold you to")), FAINT)))
        return lines

    def _alike(self, view: View, action: str, fouls: Collection[str]) -> list[tuple[str, list[Item]]]:
        """The moves of an action by what all but their last word is; where they are few and it is a number, all."""
        groups: dict[str, list[Item]] = {}
        own = [(number, text) for number, text in enumerate(view.moves, 1) if text.split(" ")[0] == action]
        for number, text in own:
            written = self.phrases.write(text)
            shared, _, last = written.rpartition(" ")
            if text.count(" ") < 2 or (last.lstrip("-").isdigit() and len(own) <= MANY):
                shared, last = "", written
            item = line(Piece(f"{number})", FAINT)) + f" {last}" + ("!" if text in fouls else "")
            groups.setdefault(shared, []).append(item)
        return list(groups.items())


def whose_turn(voice: Voice, view: View) -> str:
    """Whose turn it is, in a sentence."""
    finish = voice.grammar.finish
    if not view.to_act:
        return finish(voice.put(say("the game is over")))
    player = voice.listing([voice.label(seat) for seat in view.to_act])
    if view.viewer in view.to_act:
        player = voice.label(view.viewer)
        if DECLINE in view.moves:
            return finish(voice.put(say("you may act, {player}", player=player)))
        if len(view.to_act) > 1:
            return finish(voice.put(say("you choose, {player}, and so do others", player=player)))
        return finish(voice.put(say("your turn, {player}", player=player)))
    return finish(voice.put(say("{player} to move", player=player)))
