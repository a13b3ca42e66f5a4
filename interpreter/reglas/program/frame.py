"""Where a step stands: what names mean, what encloses it, and the operations put out so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from reglas.language.types import NONE, Card
from reglas.program import ir
from reglas.program.scope import Scope, Typed
from reglas.reading.messages import Message
from reglas.reading.source import Span
from reglas.spec import model as m


@dataclass(frozen=True)
class Exit:
    """A way out: the label behind an enclosing step or routine, and how many cells were in use there."""

    label: int
    depth: int


@dataclass(frozen=True)
class Branch:
    """The outermost `if` around a step: where its operations begin, and the ways out that lead past it."""

    begin: int
    past: frozenset[int]


@dataclass(frozen=True)
class Frame:
    """The place of a step. `cells` are the flow's own cells in use. Ends are not looked at inside the branch of an
    `if`, which counts as one step: `branch` says which one. `open_ended` are the loops around a step for which nobody
    wrote how often they go round at most."""

    scope: Scope
    exits: dict[str, Exit] = field(default_factory=dict)
    routines: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    held: tuple[int, ...] = ()
    branch: Branch | None = None
    actions: tuple[str, ...] = ()
    open_ended: tuple[m.Turns | m.Until, ...] = ()

    def bind(self, name: str, cell: int, value: Typed, span: Span | None, sort: Message) -> Frame:
        """With one more name, kept in a cell."""
        frame = replace(self, scope=self.scope.bind(name, value, span, sort))
        return frame.using(cell, 1, holds_card(value))

    def using(self, cell: int, count: int, holds: bool = False) -> Frame:
        """With more of the flow's own cells in use; `holds` when they hold cards."""
        held = (*self.held, *range(cell, cell + count)) if holds else self.held
        return replace(self, cells=(*self.cells, (cell, count)), held=held)

    @property
    def checked(self) -> bool:
        """Are ends looked at after each step here?"""
        return self.branch is None

    def branching(self, begin: int) -> Frame:
        """Inside an `if` whose operations begin here."""
        past = frozenset(way.label for way in self.exits.values())
        return replace(self, branch=self.branch or Branch(begin, past))

    def leaving(self, name: str | None, label: int) -> Frame:
        """Inside something that `leave` can name."""
        if name is None:
            return self
        return replace(self, exits={**self.exits, name: Exit(label, len(self.cells))})


@dataclass(frozen=True)
class Ways:
    """Where a decision leads besides its actions, as labels: `skip` without a legal move, `decline` (-1: not there).
    For several at once: `nobody` is asked, `on` to the next choice, `done` when all are carried out."""

    skip: int = -1
    decline: int = -1
    nobody: int = -1
    on: int = -1
    done: int = -1


@dataclass(frozen=True)
class Own:
    """The cells of an action's picks, which are forgotten after its effects, and those that hold cards."""

    cells: tuple[tuple[int, int], ...]
    held: tuple[int, ...]


@dataclass(frozen=True)
class Draft:
    """An action that is offered: as it stands in the program, the frame, own cells and the label of its effects."""

    alternative: ir.Alternative
    action: m.Action
    frame: Frame
    own: Own
    entry: int


def holds_card(value: Typed) -> bool:
    """Is this a card, or none?"""
    from reglas.language.types import bare

    return isinstance(bare(value.type), Card)


@dataclass
class Output:
    """Operations with labels, resolved at the end. A label is written as the negative of its number, minus one."""

    ops: list[ir.Op] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def label(self) -> int:
        """A new label, to be placed later."""
        self.places.append(-1)
        return -len(self.places)

    def place(self, label: int) -> None:
        """Put a label at the next operation."""
        self.places[-label - 1] = len(self.ops)

    def emit(self, op: ir.Op) -> None:
        """Put out an operation."""
        self.ops.append(op)

    def point(self, label: int) -> int:
        """The point of a label."""
        return self.places[-label - 1] if label < 0 else label

    def resolved(self) -> tuple[ir.Op, ...]:
        """The operations with points for labels."""
        done: list[ir.Op] = []
        for op in self.ops:
            if isinstance(op, ir.Jump | ir.Unless | ir.Gather | ir.Next):
                done.append(replace(op, to=self.point(op.to)))
            else:
                done.append(op)
        return tuple(done)

    def forget(self, cells: tuple[tuple[int, int], ...]) -> None:
        """Empty cells that are no longer in use, so that states that differ only in the past are equal."""
        for cell, count in cells:
            self.emit(ir.Fill(cell, count, NONE, ""))
