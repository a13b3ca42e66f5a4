"""What playing a spec found: a place in the rules, a code, and a game that comes to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.deep.pairs import Leak, who
from reglas.deep.traces import Trace
from reglas.engine.faults import RuleFault
from reglas.knowledge.seen import Viewer
from reglas.play import Game
from reglas.program.ir import Site
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span

Key = tuple[object, ...]
"""Faults with equal keys are one fault met twice."""

ENDLESS = ("R804", "R807")
"""Faults of rules that do not come to an end."""


@dataclass(frozen=True)
class Finding:
    """A diagnostic, the game that comes to it, and what a scenario of that game is called."""

    diagnostic: Diagnostic
    trace: Trace | None = None
    title: Message | None = None


def key_of(fault: RuleFault) -> Key:
    """What makes a fault of a rule this one."""
    return ("rule", fault.code, fault.site.file, fault.site.line, fault.site.column)


def of_fault(fault: RuleFault, trace: Trace) -> Finding:
    """A rule that fails, nobody who can move, or a game without an end."""
    span = _at(trace.game, fault.site)
    moves = len(trace.moves)
    if fault.code == "R805":
        message = say("a player has no legal move here, after {moves} moves", moves=moves)
        help = say("`stuck: skip` passes over who cannot move; else offer an action that is always legal")
        return Finding(Diagnostic("D101", message, span, help=help), trace, say("somebody can always move"))
    if fault.code in ENDLESS:
        message = say("the game does not end: {what}", what=fault.message)
        help = say("see to it that something is used up, or write how often at most: `most: N`")
        return Finding(Diagnostic("D103", message, span, help=help), trace, say("the game comes to an end"))
    message = say("a rule fails here ({code}), after {moves} moves: {what}", code=fault.code, moves=moves,
                  what=fault.message)  # fmt: skip
    return Finding(Diagnostic("D102", message, span), trace, say("no rule fails"))


def of_leak(leak: Leak, viewer: Viewer, trace: Trace) -> Finding:
    """A secret that shows."""
    message = say("a secret leaks to {who}: {what} depends on cards that they have not seen", who=who(viewer),
                  what=leak.what)  # fmt: skip
    help = say("show the cards to those who may know (`show`, `tell`), or let the rule not ask for them")
    return Finding(Diagnostic("D104", message, of_action(trace.game, leak), help=help), trace,
                   say("where a secret leaks"))  # fmt: skip


def of_action(game: Game, leak: Leak) -> Span:
    """The action that leaks, or the decision."""
    model = game.spec.model
    if model is not None and leak.action in model.actions:
        return model.actions[leak.action].span
    return _at(game, game.program.sites[game.program.decisions[leak.decision].site])


def unreached(game: Game, actions: Sequence[str], ends: Sequence[str], games: int) -> list[Finding]:
    """Actions that nobody chose, and ends that no game came to."""
    model = game.spec.model
    assert model is not None
    found = []
    for name in actions:
        message = say("nobody chose `{action}` in {games} games", action=name, games=games)
        found.append(Finding(Diagnostic("W611", message, model.actions[name].span, help=_perhaps())))
    for name in ends:
        message = say("no game of {games} came to the end `{end}`", end=name, games=games)
        found.append(Finding(Diagnostic("W612", message, model.ends[name].span, help=_perhaps())))
    return found


def _perhaps() -> Message:
    return say("perhaps nothing leads there; chance players seldom do what takes skill")


def _at(game: Game, site: Site) -> Span:
    """A place of the author's text as a stretch of its source."""
    for file in game.spec.files:
        source = file.root.span.source
        if source.name == site.file:
            start = source.offset(site.line, site.column)
            return Span(source, start, start + max(1, len(site.text)))
    source = Source(site.file, "\n" * (site.line - 1) + " " * (site.column - 1) + site.text)
    start = source.offset(site.line, site.column)
    return Span(source, start, start + max(1, len(site.text)))
