"""Operations as text that keeps marks: before each of them, the marks of its cards are seen to."""

from __future__ import annotations

from collections.abc import Callable

from reglas.compiled.marks.tracks import WORD, Tracks
from reglas.compiled.pieces import Pieces
from reglas.compiled.stretches import Stretches
from reglas.compiled.text import Lines, Module
from reglas.language.types import NONE
from reglas.program import ir


class Keeping(Pieces):
    """Text of all operations of a program, and of what they tell of hidden cards."""

    def __init__(self, program: ir.Program, module: Module, tracks: Tracks) -> None:
        super().__init__(program, module)
        self.tracks = tracks

    def _moving(self, lines: Lines, op: ir.Move | ir.MoveTop, card: str, zone: str, place: str) -> None:
        tracks = self.tracks
        source = tracks.zones({op.family} if isinstance(op, ir.MoveTop) else self.holders.of(op.cards), True)
        target = tracks.zones(self.holders.zone(op.zone), True)
        if not tracks.keeps(source) and not tracks.keeps(target):
            return
        if tracks.planes == 1 and not any(tracks.know[number] for number in (*source, *target)):
            if not tracks.keeps(target):
                lines.add(f"gone(s, {card})")
                return
            if not tracks.keeps(source) and place == str(NONE):
                lines.add(f"new(s, {card}, {zone})")
                return
        lines.add(f"moved(s, {card}, {zone}, {place})")

    def _op_movetop(self, lines: Lines, point: int, op: ir.MoveTop) -> bool:
        self._moving(lines, op, f"top(s, {self.start(op.source)})", self.value(op.zone), str(NONE))
        return super()._op_movetop(lines, point, op)

    def _op_deal(self, lines: Lines, point: int, op: ir.Deal) -> bool:
        """Cards of which nothing was kept come to the ends of zones."""
        assert not self.tracks.keeps([op.zone])
        kept = [(n, self.program.zones[n].start) for n in sorted(set(op.to)) if self.tracks.keeps([n])]
        names = {zone: f"d{self.spare()}" for zone, _ in kept}
        for zone, start in kept:
            lines.add(f"{names[zone]} = {start} + s[{start - 1}]")
        super()._op_deal(lines, point, op)
        for zone, start in kept:
            lines.add(f"dealt_to(s, {zone}, {names[zone]}, {start} + s[{start - 1}], LOOKS[{op.zone}])")
        return True

    def drawn_and_moved(self, lines: Lines, draw: ir.SettleTop, op: ir.MoveTop) -> None:
        """The same where the card is drawn first."""
        self._moving(lines, op, f"top(s, {self.start(op.source)})", self.value(op.zone), str(NONE))
        super().drawn_and_moved(lines, draw, op)

    def _op_move(self, lines: Lines, point: int, op: ir.Move) -> bool:
        match op.cards:
            case ir.Only(card) | ir.Listing((card,)):
                self._moving(lines, op, self.value(card), self.value(op.zone), self._at(op))
        return super()._op_move(lines, point, op)

    def _op_swap(self, lines: Lines, point: int, op: ir.Swap) -> bool:
        if self.tracks.keeps(self.tracks.zones(self.holders.of(op.card) | self.holders.of(op.other))):
            lines.add(f"swapped(s, {self.value(op.card)}, {self.value(op.other)})")
        return super()._op_swap(lines, point, op)

    def _op_shuffle(self, lines: Lines, point: int, op: ir.Shuffle) -> bool:
        self._forgotten(lines, op.zone)
        return super()._op_shuffle(lines, point, op)

    def _op_rolled(self, lines: Lines, point: int, op: ir.Rolled) -> bool:
        self._forgotten(lines, op.zone)
        return super()._op_rolled(lines, point, op)

    def _forgotten(self, lines: Lines, zone: ir.Expr) -> None:
        if self.tracks.keeps(self.tracks.zones(self.holders.zone(zone), True)):
            lines.add(f"forgotten(s, {self.value(zone)})")

    def _op_show(self, lines: Lines, point: int, op: ir.Show) -> bool:
        super()._op_show(lines, point, op)
        families = self.holders.of(op.cards)
        if any(self.tracks.know[zone] for zone in self.tracks.zones(families, True)):
            x = self.spare()
            seers = self._seers(lines, op.to)
            self.each(lines, op.cards, x, lambda: lines.add(f"shown(s, x{x}, {seers})"))
        return True

    def _seers(self, lines: Lines, to: ir.Expr) -> str:
        """Viewers as bits, in a name."""
        name, y = f"v{self.spare()}", self.spare()
        lines.add(f"{name} = 0")
        self.each(lines, to, y, lambda: lines.add(f"{name} |= 1 << x{y}"))
        lines.add(f"{name} = everyone({name})")
        return name

    # -- what is told --------------------------------------------------------------------------------------------------

    def _op_tell(self, lines: Lines, point: int, op: ir.Tell) -> bool:
        super()._op_tell(lines, point, op)
        tracks, words = self.tracks, self.tracks.words
        zones = tracks.zones(self.holders.of(op.cards), True)
        if not any(tracks.told[zone] for zone in zones):
            return True
        at_once = Faces(self, op.slot).of(op.condition) if self._of_cards(op) else None
        faces, x = f"f{self.spare()}", self.spare()
        if at_once is not None and tracks.planes == 1 and all(tracks.told[zone] for zone in zones):
            lines.add(f"{faces} = {at_once(0)}")
            self.each(lines, op.cards, x, lambda: self._heard(lines, f"x{x}", faces))
            return True
        seers = self._seers(lines, op.to) if tracks.classes > 1 else "0"
        lines.add(f"{faces} = scratch({words})")
        if at_once is None:
            self._tried(lines, op, faces, seers)
            return True
        for word in range(words):
            lines.add(f"{faces}[{word}] = {at_once(word)}")
        holds = f"{faces}[s[x{x}] // {WORD}] >> s[x{x}] % {WORD} & 1"
        self.each(lines, op.cards, x, lambda: lines.add(f"heard_of(s, x{x}, {holds}, {faces}, {seers})"))
        return True

    def _heard(self, lines: Lines, card: str, faces: str) -> None:
        """All are told of a card, in one word."""
        lines.add(f"at_ = {card} + TOLD[ZONE[{card}]]")
        lines.add(f"some = s[at_] & {faces}")
        lines.add(f"s[at_] = some if {faces} >> s[{card}] & 1 else s[at_] - some")

    def _of_cards(self, op: ir.Tell) -> bool:
        """Are they cards, and no dice?"""
        families = self.holders.of(op.cards)
        return bool(families) and not any(z.dice for z in self.program.zones if z.family in families)

    def _tried(self, lines: Lines, op: ir.Tell, faces: str, seers: str) -> None:
        """The condition is tried on each card, and on every face that the first might have."""
        words, x = self.tracks.words, f"x{op.slot}"
        w, n = self._gathered(lines, op.cards, sum(zone.most for zone in self.program.zones))
        h, i = f"h{self.spare()}", f"i{self.spare()}"
        lines.add(f"{h} = scratch({sum(zone.most for zone in self.program.zones)})")
        with lines.under(f"for {i} in range({n}):"):
            lines.add(f"{x} = {w}[{i}]")
            lines.add(f"{h}[{i}] = 1 if {self.truth(op.condition)} else 0")
        lines.add(f"fill({faces}, 0, {words}, 0)")
        with lines.under(f"if {n}:"):
            lines.add(f"{x} = {w}[0]")
            lines.add(f"face = s[{x}]")
            possible = f"EVERY[ZONE[{x}] * {words} + {i} // {WORD}] >> {i} % {WORD} & 1"
            with lines.under(f"for {i} in range({len(self.program.faces)}):"), lines.under(f"if {possible}:"):
                lines.add(f"s[{x}] = {i}")
                with lines.under(f"if {self.truth(op.condition)}:"):
                    lines.add(f"{faces}[{i} // {WORD}] |= 1 << {i} % {WORD}")
            lines.add(f"s[{x}] = face")
        self._failing(lines)
        with lines.under(f"for {i} in range({n}):"):
            lines.add(f"heard_of(s, {w}[{i}], {h}[{i}], {faces}, {seers})")


class KeepingStretches(Keeping, Stretches):
    """The same for LLVM."""


Word = Callable[[int], str]
"""The text of a word of faces, by its number."""


class Faces:
    """The faces of which a condition holds, in one go, where it reads a card only by comparing its attributes with
    something that has nothing to do with the card. A card lies in a slot."""

    def __init__(self, values: Keeping, slot: int) -> None:
        self.values, self.slot = values, slot
        self.cards, self.tracks = values.tracks.cards, values.tracks
        self.all = self.tracks.faces(self.cards)

    def of(self, condition: ir.Expr) -> Word | None:
        """The words; None if it does not go in one go."""
        match condition:
            case ir.And(left, right):
                return self._both(left, right, "&")
            case ir.Or(left, right):
                return self._both(left, right, "|")
            case ir.Not(inner):
                found = self.of(inner)
                return (lambda word: f"({self.all[word]} - {found(word)})") if found is not None else None
            case ir.Compare("==", ir.Trait(trait, ir.Local(self.slot)), value) if self._apart(value):
                return self._same(trait, value)
            case ir.Compare("==", value, ir.Trait(trait, ir.Local(self.slot))) if self._apart(value):
                return self._same(trait, value)
        return None

    def _apart(self, value: ir.Expr) -> bool:
        """Is it the same whatever face the card has?"""
        return isinstance(value, ir.Cell | ir.Const) or (isinstance(value, ir.Local) and value.slot != self.slot)

    def _both(self, left: ir.Expr, right: ir.Expr, sign: str) -> Word | None:
        one, two = self.of(left), self.of(right)
        return (lambda word: f"({one(word)} {sign} {two(word)})") if one is not None and two is not None else None

    def _same(self, trait: int, value: ir.Expr) -> Word | None:
        """The faces that have an attribute's value."""
        values = self.values.program.traits[trait].values
        low, high = min(values[face] for face in self.cards), max(values[face] for face in self.cards)
        if low == NONE:
            return None
        words = [self.tracks.faces([f for f in self.cards if values[f] == v]) for v in range(low, high + 1)]
        text = self.values.value(value)

        def made(word: int) -> str:
            table = self.values.module.table([one[word] for one in words])
            return f"valued({table}, {text} - {low})" if low else f"valued({table}, {text})"

        return made
