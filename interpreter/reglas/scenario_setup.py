"""From what a scenario gives to a state: zones, tokens, memory, whose turn it is."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace

from reglas.engine import rng
from reglas.engine.faults import RuleFault
from reglas.language.types import NONE, Number, Type, bare
from reglas.play import ChanceError, Game, State
from reglas.program import ir
from reglas.program.instance import Family, HoldingEntry
from reglas.program.sight import seers
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.scenario_tables import Part, Table

OWN_KEYS = ("turn", "owed", "rest", "saw")
"""Keys of `given` that name no component."""


def set_up(table: Table, scenario: Mapping, diagnostics: Diagnostics) -> State | None:
    """The state in which a scenario begins; None after findings."""
    before = len(diagnostics.errors)
    seed = _number(scenario.get("seed"))
    given = scenario.get("given")
    rest = scenario.get("rest") or (given.get("rest") if isinstance(given, Mapping) else None)
    chance = _texts(scenario.get("chance"))
    try:
        if not isinstance(given, Mapping) and rest is None:
            return table.game.start(seed, chance)
        start = table.game.start(seed)
    except ChanceError as error:
        diagnostics.report("E701", _span(scenario, "chance"), error.message)
        return None
    except RuleFault as error:
        message = say("a rule fails before the first decision: {what}", what=error.message)
        diagnostics.report("E701", _span(scenario, "scenario"), message)
        return None
    entries = given if isinstance(given, Mapping) else Mapping(scenario.span, ())
    setup = _Setup(table, start, entries, diagnostics)
    row = setup.row_given(dealt=rest is not None)
    if len(diagnostics.errors) > before:
        return None
    state = State(beginning_at(table.game, row), row, [], chance, seed=seed)
    try:
        state.begin()
    except ChanceError as error:
        diagnostics.report("E701", _span(scenario, "chance"), error.message)
        return None
    except RuleFault as error:
        message = say("a rule fails before the first decision: {what}", what=error.message)
        diagnostics.report("E701", _span(scenario, "scenario"), message)
        return None
    return state


def beginning_at(game: Game, row: list[int]) -> Game:
    """The same game, beginning at a row: what players learn is counted from there."""
    other = copy(game)
    object.__setattr__(other, "program", replace(game.program, row=tuple(row)))
    return other


class _Setup:
    def __init__(self, table: Table, start: State, given: Mapping, diagnostics: Diagnostics) -> None:
        self.table, self.start, self.given, self.diagnostics = table, start, given, diagnostics
        self.program, self.row = table.program, list(start.row)
        self.used: Counter[int] = Counter()
        self.placed: set[int] = set()

    def row_given(self, dealt: bool) -> list[int]:
        """Everything named, the rest empty or dealt, and then the decision."""
        if self.program.decisions == () or self.start.over:
            message = say("this game is over before anybody is asked, so nothing can be given")
            self.diagnostics.report("E701", self.given.span, message)
            return self.row
        self.to_turn()
        for number in range(len(self.program.zones)):
            self.fill(number, [])
        for entry in self.given:
            if entry.key.text not in OWN_KEYS:
                self.component(entry.key, entry.value)
        if dealt and not self.diagnostics.errors:
            self.deal()
        if "owed" in self.given:
            self.owed(self.given.by_key["owed"].value)
        if "saw" in self.given:
            self.looks(self.given.by_key["saw"].value)
        self.row[self.program.pending : self.program.pending + self.program.seats] = [0] * self.program.seats
        return self.row

    # -- components ------------------------------------------------------------------------------------------------

    def component(self, key: Scalar, node: Node) -> None:
        """A zone, token or memory."""
        found = self.table.parts(key, node, self.diagnostics, "E701")
        if found is None:
            self.table.unknown(key, self.diagnostics, "E701", OWN_KEYS)
            return
        entry, parts = found
        for part in parts:
            if isinstance(entry, Family):
                self.zone(entry, part)
            elif entry.listed:
                self.listed(entry, part.node)
            else:
                self.holding(entry, part)

    def zone(self, family: Family, part: Part) -> None:
        """The cards of a zone; not more of a face than there are cards of it, and not more than fit."""
        faces = self.table.faces(part.node, family.card, self.diagnostics)
        if faces is None:
            return
        assert isinstance(part.node, Sequence)
        for face, item in zip(faces, part.node, strict=True):
            self.used[face] += 1
            if not family.dice and self.used[face] > self.program.copies[face]:
                message = say("there are {count} of `{card}`, and this is one more",
                              count=self.program.copies[face], card=self.program.faces[face])  # fmt: skip
                self.diagnostics.report("E701", item.span, message)
                return
        if len(faces) > family.most:
            template = "`{zone}` holds {most} cards, not {count}"
            if family.dice:
                template = "`{zone}` has {most} dice, not {count}"
            message = say(template, zone=family.name, most=family.most, count=len(faces))
            self.diagnostics.report("E701", part.node.span, message)
            return
        number = family.first + part.index
        self.placed.add(number)
        self.fill(number, faces)

    def fill(self, number: int, faces: list[int], settled: bool = True) -> None:
        """Put faces into a zone, and nothing else."""
        info, row = self.program.zones[number], self.row
        space = [0] * (info.most - len(faces))
        row[info.start - 1] = len(faces)
        row[info.start : info.start + info.most] = faces + space
        if info.shuffled:
            marks = [0 if settled else 1] * len(faces)
            row[info.start + info.most : info.start + 2 * info.most] = marks + space
        if info.saw:
            bits = seers(info, self.program.seats) if settled else 0
            row[info.start + info.saw : info.start + info.saw + info.most] = [bits] * len(faces) + space

    def holding(self, entry: HoldingEntry, part: Part) -> None:
        """A token or one remembered value."""
        value = self.value(entry.name, entry.type, part.node)
        if value is not None:
            self.row[entry.cell + part.index] = value

    def listed(self, entry: HoldingEntry, node: Node) -> None:
        """A list that is remembered."""
        if not isinstance(node, Sequence):
            self.diagnostics.report("E701", node.span, say("`{name}` is a list: `[..]`", name=entry.name))
            return
        items = [self.table.fields(entry.name, entry.fields, item, self.diagnostics, "E701") if entry.fields else [item]
                 for item in node]  # fmt: skip
        if len(items) > entry.most:
            message = say("`{name}` holds {most} and no more", name=entry.name, most=entry.most)
            self.diagnostics.report("E701", node.span, message)
            return
        kinds = entry.fields or ((entry.name, entry.type),)
        values = [
            self.value(name, kind, part)
            for item in items if item is not None
            for (name, kind), part in zip(kinds, item, strict=True)
        ]  # fmt: skip
        found = [v for v in values if v is not None]
        if len(found) == len(items) * entry.width:
            self.row[entry.cell] = len(items)
            space = [NONE] * (entry.most * entry.width - len(found))
            self.row[entry.cell + 1 : entry.cell + entry.cells] = found + space

    def value(self, name: str, held: Type, node: Node) -> int | None:
        """A value within the range of a token or memory, or of a field."""
        value = self.table.value(held, node, self.diagnostics, "E701")
        kind = bare(held)
        if value is None or value == NONE or not isinstance(kind, Number) or kind.low <= value <= kind.high:
            return value
        message = say("`{name}` is {low}..{high}, so it cannot be {value}", name=name, low=kind.low,
                      high=kind.high, value=value)  # fmt: skip
        self.diagnostics.report("E701", node.span, message)
        return None

    # -- the rest, dealt -------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Zones that are not named keep the cards that the seed dealt, as far as they are not named elsewhere; what
        is left over lies in the pile that is drawn from, shuffled."""
        pool = Counter({face: copies for face, copies in enumerate(self.program.copies) if copies})
        pool.subtract(self.used)
        stock: dict[str, int] = {}
        for number, info in enumerate(self.program.zones):
            if info.shuffled and number not in self.placed:
                stock.setdefault(self.table.instance.families[info.family].card, number)
        for number, info in enumerate(self.program.zones):
            if info.dice and number not in self.placed:
                was = self.start.row
                self.fill(number, was[info.start : info.start + was[info.start - 1]])
            elif number not in self.placed and number not in stock.values():
                self.fill(number, self.kept(info, pool))
        for card, number in stock.items():
            left = [f.number for f in self.table.instance.faces if f.card == card for _ in range(pool[f.number])]
            self.fill(number, left[: self.program.zones[number].most], settled=False)

    def kept(self, info: ir.ZoneInfo, pool: Counter[int]) -> list[int]:
        """As many cards as were dealt; one that is named elsewhere gives way to another by the seed."""
        found: list[int] = []
        was = self.start.row
        card = self.table.instance.families[info.family].card
        for face in was[info.start : info.start + was[info.start - 1]]:
            if pool[face] <= 0:
                others = [f.number for f in self.table.instance.faces if f.card == card for _ in range(pool[f.number])]
                if not others:
                    break
                face = others[
                    rng.below(self.row, self.program.streams[0][1], len(others)) if self.program.streams else 0
                ]
            pool[face] -= 1
            found.append(face)
        return found

    # -- who looked at what ----------------------------------------------------------------------------------------

    def looks(self, node: Node) -> None:
        """`SEAT: [ZONE PLACE, ..]`: cards that a seat has seen, beyond those that it sees where they lie."""
        cards = self.table.game.machine.cards
        if not cards.watched:
            message = say("no rule of this game asks `saw`, so who saw which card is not kept")
            self.diagnostics.report("E701", node.span, message)
            return
        for entry in node if isinstance(node, Mapping) else ():
            seat = self.table.seat(entry.key, self.diagnostics)
            for item in entry.value.items if isinstance(entry.value, Sequence) else ():
                place = self.table.place(item, seat, self.diagnostics) if isinstance(item, Scalar) else None
                if seat is None or place is None:
                    continue
                start = self.program.zones[place[0]].start
                if place[1] >= self.row[start - 1]:
                    message = say("there is no card at `{place}`", place=item.span.text)
                    self.diagnostics.report("E701", item.span, message)
                    continue
                cards.look(self.row, start + place[1], 1 << seat)

    # -- whose turn it is ------------------------------------------------------------------------------------------

    def to_turn(self) -> None:
        """The beginning of a turn of the turns that the flow is in, or comes to first, and whose turn it is; a game
        without turns stays at its first decision."""
        program, row = self.program, self.row
        turn = self.given.get("turn")
        seat = self.table.seat(turn, self.diagnostics) if turn is not None else None
        row[ir.BEGUN] = 2  # ends are looked at after the first move, all of them at the next decision
        if not program.turns:
            number = self.table.game.machine.decision(row)
            if number is not None and seat is not None:
                row[program.decisions[number].me] = seat
            return
        inside = [info for info in program.turns if self.within(info)]
        info = inside[-1] if inside else program.turns[0]
        if not self.within(info):
            row[info.player] = row[info.count] = row[info.skips] = row[info.last] = 0
        if seat is not None:
            row[info.player] = seat
        row[ir.POINT], row[ir.BEGUN] = info.begin, 3

    def within(self, info: ir.TurnsInfo) -> bool:
        """Does the flow rest inside these turns?"""
        return info.begin <= self.row[ir.POINT] < info.end

    def owed(self, node: Node) -> None:
        """The last round runs, and these owe a turn."""
        info = next((info for info in self.program.turns if info.owed >= 0), None)
        if info is None:
            message = say("no `turns` of this game has a `last_round`, so nobody owes a turn")
            self.diagnostics.report("E701", node.span, message)
            return
        seats = self.table.seats(node, self.diagnostics)
        self.row[info.last] = 1
        for seat in range(self.program.seats):
            self.row[info.owed + seat] = int(seat in seats)


def _number(node: Node | None) -> int:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else 0


def _texts(node: Node | None) -> list[str]:
    items = node.items if isinstance(node, Sequence) else ()
    return [item.text for item in items if isinstance(item, Scalar)]


def _span(scenario: Mapping, key: str) -> Span:
    node = scenario.get(key)
    return node.span if node is not None else scenario.entries[0].key.span
