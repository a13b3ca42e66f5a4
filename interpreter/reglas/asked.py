"""How players are asked where a game rests: all must know it, so it may be shown to anybody."""

from __future__ import annotations

from reglas.play import State
from reglas.program import ir


def offered(state: State) -> ir.Decision | None:
    """The decision at which somebody may decline; None where there is none or somebody has to choose."""
    number = state.game.machine.decision(state.row)
    decision = state.game.program.decisions[number] if number is not None and not state.over else None
    return decision if decision is not None and decision.declined >= 0 else None


def is_secret(state: State) -> bool:
    """Do several choose now without seeing what the others choose?"""
    number = state.game.machine.decision(state.row)
    return number is not None and not state.over and state.game.program.decisions[number].waiting >= 0
