"""What a program can never do: conditions that are decided before play, actions nobody can choose, empty picks."""

from __future__ import annotations

from collections.abc import Iterator

from reglas.judging.way import uses
from reglas.language import expressions as ex
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.compile import Compiled
from reglas.program.every import references
from reglas.program.readings import Reading
from reglas.program.walk import field_names, nodes
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

CONDITIONS = ("needs", "honour", "where", "until", "last_round", "when", "if")

SEATS = frozenset({"seats", "players", "everyone", "others"})


class Soundness:
    """Judges one program. What it finds counts only if it is found for every number of players and every option."""

    def __init__(self, game: m.Game, compiled: Compiled, diagnostics: Diagnostics) -> None:
        self.game, self.program, self.instance = game, compiled.program, compiled.instance
        self.readings, self.diagnostics = compiled.readings, diagnostics

    def judge(self) -> None:
        """Constant conditions and empty picks."""
        self.constants()
        self.picks()

    # -- conditions ------------------------------------------------------------------------------------------------

    def constants(self) -> None:
        """Conditions that are decided before play, wherever they are asked."""
        found: dict[tuple[str, int], set[int | None]] = {}
        for reading in self.readings:
            value = reading.node.value if isinstance(reading.node, ir.Const) else None
            found.setdefault(_place(reading), set()).add(value)
        for reading in self.readings:
            values = found.pop(_place(reading), set())
            if reading.sort in CONDITIONS and len(values) == 1 and None not in values and self.by_nature(reading):
                self.constant(reading, bool(next(iter(values))))

    def by_nature(self, reading: Reading) -> bool:
        """Is it decided by what is written here, not by an option, a truth value in a definition or the seats?"""
        if isinstance(reading.expr, ex.Truth):
            return reading.sort == "needs" and not reading.expr.value
        if any(d.code == "W401" and _inside(d.span, reading.span) for d in self.diagnostics.found):
            return False
        return not self.switched(reading.expr, frozenset())

    def switched(self, part: object, seen: frozenset[str]) -> bool:
        """Does it speak of a truth value, an option, or who sits at the table?"""
        if _truths(part):
            return True
        for name, _ in uses(part):
            if name in self.game.options or name in SEATS or name == "fouls":
                return True
            definition = self.game.definitions.get(name)
            if definition is not None and name not in seen and self.switched(definition.body, seen | {name}):
                return True
        return False

    def constant(self, reading: Reading, truth: bool) -> None:
        """Report a condition that is decided before play."""
        text = reading.span.text
        if reading.sort == "needs" and not truth:
            message = say("`{name}` never holds, so nobody can ever choose this", name=reading.name)
            self.diagnostics.report("W403", reading.span, message, help=say("take the action out, or what it needs"))
            return
        if reading.sort == "honour" and not truth:
            return  # a move that is always a foul
        message = say("`{text}` is never true", text=text)
        if truth:
            message = say("`{text}` is always true", text=text)
        self.diagnostics.report("W401", reading.span, message)

    # -- picks -----------------------------------------------------------------------------------------------------

    def picks(self) -> None:
        """Picks of which there is never anything to choose; one finding for each zone that stays empty."""
        filled = self.filled()
        told: set[str] = set()
        for reading in self.readings:
            if reading.sort != "pick" or not self.empty(reading.node, filled):
                continue
            zones = sorted(_families(reading.node) - filled)
            if zones and zones[0] in told:
                continue
            if zones:
                told.add(zones[0])
                zone = self.game.zones.get(zones[0])
                labels = [Label(zone.span, say("declared here"))] if zone is not None else []
                message = say("there is never anything to pick here: no card ever comes into `{zone}`", zone=zones[0])
                self.diagnostics.report("W404", reading.span, message, *labels)
                continue
            self.diagnostics.report("W404", reading.span, say("there is never anything to pick here"))

    def filled(self) -> set[str]:
        """The zone families in which something may ever lie."""
        every = self.instance.families.values()
        found = {zone.family for zone in self.program.zones if self.program.row[zone.start - 1] > 0}
        for op in self.program.ops:
            if isinstance(op, ir.Move | ir.Roll):
                found |= {family.name for family in every if self.may_be(op.zone, family.first, family.count)}
        return found

    def may_be(self, zone: ir.Expr, first: int, count: int) -> bool:
        """May an expression stand for one of these zones?"""
        if isinstance(zone, ir.Const):
            return first <= zone.value < first + count
        family = next(f for f in self.instance.families.values() if f.first == first)
        match zone:
            case ir.Arithmetic("+", _, ir.Const(shift)):
                return family.first - family.low == shift
        return True

    def empty(self, domain: ir.Expr, filled: set[str]) -> bool:
        """Is a list always empty?"""
        match domain:
            case ir.Span(ir.Const(low), ir.Const(high)):
                return low > high
            case ir.Slice(items, count, _):
                return (isinstance(count, ir.Const) and count.value <= 0) or self.empty(items, filled)
            case ir.Filter(_, items, where):
                return where == ir.Const(0) or self.empty(items, filled)
            case ir.Extreme(_, _, items, _):
                return self.empty(items, filled)
            case ir.Contents(family, _) | ir.Spread(family, _):
                return family not in filled
            case ir.Only(value):
                return value == ir.Const(NONE) or (isinstance(value, ir.Top) and value.family not in filled)
        return False


def _place(reading: Reading) -> tuple[str, int]:
    return reading.span.source.name, reading.span.start


def _inside(one: Span, other: Span) -> bool:
    return one.source is other.source and other.start <= one.start and one.end <= other.end


def _truths(part: object) -> bool:
    return any(isinstance(node, ex.Truth) for node in _nodes(part))


def _nodes(part: object) -> Iterator[object]:
    if isinstance(part, tuple):
        for item in part:
            yield from _nodes(item)
    elif not isinstance(part, Span) and field_names(type(part)):
        yield part
        for name in field_names(type(part)):
            yield from _nodes(getattr(part, name))


def _families(node: ir.Expr) -> set[str]:
    return {n.family for n in nodes(node) if isinstance(n, ir.Contents | ir.Spread | ir.Top)}


def unread_options(game: m.Game, diagnostics: Diagnostics) -> None:
    """Options that no rule reads."""
    named = set(references(game))
    for option in game.options.values():
        if option.name not in named and option.name != "fouls":
            message = say("no rule reads the option `{name}`", name=option.name)
            diagnostics.report("W601", option.span, message, help=say("take it out, or use it"))
