"""Who knows what a rule reads: moves, ends, loops and public effects that would tell a secret."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from reglas.judging.facts import NONE_KNOWN, Facts
from reglas.judging.flow import Flow
from reglas.judging.sight import Sight
from reglas.judging.way import labels
from reglas.program import ir
from reglas.program.compile import Compiled
from reglas.program.readings import Reading, ask_all, who_is_asked
from reglas.program.walk import nodes
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.spec import model as m

ACTING = ("needs", "honour", "pick", "where")


def shape_of(compiled: Compiled) -> tuple[object, ...]:
    """A program without its numbers: what its operations are, and of which parts what is read consists."""
    ops = tuple(map(type, compiled.program.ops))
    readings = tuple((r.sort, r.at, r.span.start, *map(type, nodes((r.node, r.bound)))) for r in compiled.readings)
    functions = tuple(tuple(map(type, nodes(function.body))) for function in compiled.program.functions)
    return ops, readings, functions


class Secrecy:
    """Judges the readings of one program."""

    def __init__(self, game: m.Game, compiled: Compiled, diagnostics: Diagnostics) -> None:
        self.game, self.compiled, self.diagnostics = game, compiled, diagnostics
        self.program, self.instance = compiled.program, compiled.instance
        self.flow: Flow | None = None
        secret = [e for e in self.instance.holdings.values() if e.seen_by != "everyone"]
        self.cells = frozenset(cell for e in secret for cell in range(e.cell, e.cell + e.cells))
        self.reported: list[tuple[range, str]] = []
        """Where the flow hangs on a secret, which has been reported once."""

    def judge(self) -> None:
        """Report each reading of a secret. The flow is followed only where something may be wrong."""
        for reading in self.compiled.readings:
            if self.suspect(reading) and (self.secrets(reading, NONE_KNOWN) or self.of_cells(reading)):
                self.along(reading)

    def suspect(self, reading: Reading) -> bool:
        """Could it read anything at all that is secret, and tell it?"""
        if reading.sort == "effect":
            return True
        if reading.sort == "if" and not self.asks(reading):
            return False  # a branch tells by what it does
        if reading.sort == "for" and self.hangs(reading.at, reading.end) is None:
            return False
        parts = (reading.node, *(items for _, items in reading.bound))
        return any(
            self.reads_secret(node) or (isinstance(node, ir.Cell) and node.cell in self.told)
            for node in nodes(parts, self.program.functions)
        )

    def asks(self, reading: Reading) -> bool:
        """Does an `if` ask somebody before anything else in the branch would tell that it is taken?"""
        otherwise = self.otherwise(reading.at, reading.end)
        return "ask" in (self.hangs(reading.at + 1, otherwise), self.hangs(otherwise, reading.end))

    def otherwise(self, at: int, end: int) -> int:
        """Where the other branch of an `if` begins."""
        op = self.program.ops[at]
        return op.to if isinstance(op, ir.Unless) else end

    def hangs(self, begin: int, end: int) -> str | None:
        """What everybody notices first between two points: that somebody is asked (`ask`), or something else (`do`)."""
        for op in self.program.ops[begin:end]:
            match op:
                case ir.Ask() | ir.Gather():
                    return "ask"
                case ir.Show() | ir.Tell() | ir.Move() | ir.Swap() | ir.Shuffle() | ir.Roll():
                    return "do"
                case ir.Assign() | ir.Fill() | ir.Adjust() | ir.Push() | ir.Draw() if self.is_public(op.component):
                    return "do"
        return None

    def is_public(self, component: str) -> bool:
        """Does everybody see a token or memory?"""
        entry = self.instance.holdings.get(component)
        return entry is not None and entry.seen_by == "everyone"

    def reads_secret(self, node: object) -> bool:
        """A face, or a cell that not everybody sees."""
        match node:
            case ir.Trait():
                return True
            case ir.Cell(cell) | ir.Stored(cell, _) | ir.Element(cell, _, _, _, _):
                return cell in self.cells
        return False

    def of_cells(self, reading: Reading) -> bool:
        """Does it read a picked card, or a cell of the flow that stands for what was worked out from cards?"""
        if reading.sort == "playing":
            return False
        for node in nodes(reading.node, self.program.functions):
            if isinstance(node, ir.Trait) and any(isinstance(part, ir.Cell) for part in nodes(node.card)):
                return True
            if isinstance(node, ir.Cell) and node.cell in self.told:
                return True
        return False

    @cached_property
    def told(self) -> frozenset[int]:
        """Cells of the flow that are given what was worked out from cards."""
        found: set[int] = set()
        for op in self.program.ops:
            if isinstance(op, ir.Assign) and not op.component and not isinstance(op.value, ir.Const):
                copied = any(isinstance(node, ir.Cell) and node.cell in found for node in nodes(op.value))
                if copied or any(self.reads_secret(node) for node in nodes(op.value, self.program.functions)):
                    found.add(op.target.base)
        return frozenset(found)

    @cached_property
    def shown(self) -> frozenset[str]:
        """Zone families of which something is shown somewhere."""
        cards = [op.cards for op in self.program.ops if isinstance(op, ir.Show | ir.Tell)]
        every = nodes(tuple(cards), self.program.functions)
        return frozenset(node.family for node in every if isinstance(node, ir.Top | ir.Contents | ir.Spread))

    def secrets(self, reading: Reading, facts: Facts) -> list[str]:
        """The secrets of a reading."""
        sight = Sight(self.instance, self.program, reading.me, facts, self.shown)
        return sight.read(reading.node, reading.given, reading.bound)

    def along(self, reading: Reading) -> None:
        """Judge a reading with what is certain where it is read."""
        if reading.sort == "playing":
            self.report(reading, self.secrets(reading, NONE_KNOWN)[0])
            return
        if self.flow is None:
            self.flow = Flow(self.program, self.instance)
        for point in self.points(reading, self.flow):
            found = self.secrets(reading, self.flow.at(point))
            if not found or (reading.sort == "effect" and self.shown_later(reading, point)):
                continue
            if not any(point in where and found[0] == secret for where, secret in self.reported):
                self.report(reading, found[0])
            if reading.sort == "for":
                self.reported.append((range(point, reading.end), found[0]))
            return

    def points(self, reading: Reading, flow: Flow) -> Iterator[int]:
        """Where a reading is read."""
        if reading.sort != "when":
            yield from (point for point in (reading.at,) if flow.reached(point))
            return
        number = next(i for i, end in enumerate(self.program.ends) if end.name == reading.name)
        for point, op in enumerate(self.program.ops):
            if isinstance(op, ir.Check) and number in op.ends and flow.reached(point):
                yield point

    def shown_later(self, reading: Reading, point: int) -> bool:
        """Is a card that an effect reads shown or moved, before anybody chooses again?"""
        cells = {n.cell for n in nodes(reading.node, self.program.functions) if isinstance(n, ir.Cell)}
        for op in self.program.ops[point:]:
            if isinstance(op, ir.Ask | ir.Gather | ir.Finish | ir.Next):
                return False
            told = op.cards if isinstance(op, ir.Show | ir.Move) else None
            if any(isinstance(node, ir.Cell) and node.cell in cells for node in nodes(told)):
                return True
        return False

    # -- findings --------------------------------------------------------------------------------------------------

    def report(self, reading: Reading, secret: str) -> None:
        """What is read, how it gets there, and what to write instead."""
        code, message, help = self.finding(reading, secret)
        self.diagnostics.report(code, reading.span, message, *labels(self.game, reading.expr, secret), help=help)

    def finding(self, reading: Reading, secret: str) -> tuple[str, Message, Message]:
        """Code, message and remedies."""
        name = reading.name
        match reading.sort:
            case "needs" | "honour":
                return "E610", say("whether `{name}` holds depends on `{secret}`, which whoever acts does not see",
                                   name=name, secret=secret), self.acting(reading)  # fmt: skip
            case "pick" | "where":
                return "E610", say("what can be picked as `{name}` depends on `{secret}`, which whoever acts does not "
                                   "see", name=name, secret=secret), self.acting(reading)  # fmt: skip
            case "when":
                help = say("end the game after a `show` or `tell`; or, where everybody can know it by counting, say "
                           "`known: counted`")  # fmt: skip
                return "E612", say("whether the game is over depends on `{secret}`, which not everybody sees",
                                   secret=secret), help  # fmt: skip
            case "moved":
                help = say("`show` or `tell` it first; or go over all of them and choose with `if`, which tells")
                return (
                    "E613",
                    say("which cards go depends on `{secret}`, which not everybody sees", secret=secret),
                    help,
                )
            case "asked":
                return "E607", who_is_asked(secret), ask_all()
            case "if":
                return "E607", say("whether somebody is asked depends on `{name}`, which not everybody sees, so being "
                                   "asked would tell", name=secret), say(
                    "ask in any case, or `show` or `tell` it first")  # fmt: skip
            case "for" if self.hangs(reading.at, reading.end) == "ask":
                return "E607", who_is_asked(secret), ask_all()
            case "for":
                help = say("`show` or `tell` it first; or go over all of them and choose with `if`, which tells")
                return "E611", say("for which of them this is done depends on `{secret}`, which not everybody sees",
                                   secret=secret), help  # fmt: skip
            case "effect" if name in ("show", "tell"):
                help = say("let everybody look, or keep who looks in a memory that everybody sees")
                return "E613", say("everybody sees who looks, so this tells of `{secret}`, which not everybody sees",
                                   secret=secret), help  # fmt: skip
            case "effect" if reading.me is not None:
                help = say("`show` or `tell` it first, choose the step with `if`, which tells, or keep it in a memory "
                           "with `seen_by: nobody`")  # fmt: skip
                return "E613", say("its owner sees `{name}`, so this tells them of `{secret}`, which they may not see",
                                   name=name, secret=secret), help  # fmt: skip
            case "effect":
                help = say("`show` or `tell` it first, choose the step with `if`, which tells, or keep it in a memory "
                           "with `seen_by: nobody`")  # fmt: skip
                return "E613", say("everybody sees `{name}`, so this tells of `{secret}`, which not everybody sees",
                                   name=name, secret=secret), help  # fmt: skip
            case "playing":
                help = say("keep who plays in a memory or a token that everybody sees")
                return "E611", say("who plays depends on `{secret}`, which not everybody sees", secret=secret), help
            case "from":
                help = say("`show` it first, or keep who begins in a memory that everybody sees")
                return "E611", say("who begins depends on `{secret}`, which not everybody sees", secret=secret), help
        help = say("`show` or `tell` it before, or set a memory that everybody sees inside an `if`, which tells")
        if reading.sort == "last_round":
            return "E611", say("whether the last round begins depends on `{secret}`, which not everybody sees",
                               secret=secret), help  # fmt: skip
        return "E611", say("whether this goes on depends on `{secret}`, which not everybody sees", secret=secret), help

    def acting(self, reading: Reading) -> Message:
        """The remedies for what whoever acts does not see."""
        if reading.skips:
            return say("to be passed over would tell as well: let the move be made, and settle it in `do`; or `show` "
                       "or `tell` it first")  # fmt: skip
        return say("let the move be made, and settle it in `do`; or `show` or `tell` it first; or ask whoever sees it")
