"""Reglas: household card and dice games written as data.

>>> import reglas
>>> game = reglas.load("hanabi", players=3)
>>> state = game.start(seed=7)
>>> state.to_act
(0,)
>>> len(state.legal_moves)
20
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reglas.api import RecordError, SpecError, from_json, load
    from reglas.checking import check_file, check_spec, check_text
    from reglas.engine.faults import RuleFault
    from reglas.knowledge.views import View
    from reglas.play import (
        AmbiguousMove,
        Game,
        IllegalMove,
        LegalMoves,
        Move,
        MoveError,
        Outcome,
        State,
        UnreadableMove,
    )
    from reglas.spec.loading import UnknownName

__version__ = "0.1.0"

_HOMES = {
    "reglas.api": ("RecordError", "SpecError", "from_json", "load"),
    "reglas.checking": ("check_file", "check_spec", "check_text"),
    "reglas.engine.faults": ("RuleFault",),
    "reglas.knowledge.views": ("View",),
    "reglas.play": (
        "AmbiguousMove", "Game", "IllegalMove", "LegalMoves", "Move", "MoveError", "Outcome", "State",
        "UnreadableMove",
    ),
    "reglas.spec.loading": ("UnknownName",),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the public names when they are first asked for, so that `import reglas` costs next to nothing."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'reglas' has no attribute {name!r}")


__all__ = [
    "AmbiguousMove", "Game", "IllegalMove", "LegalMoves", "Move", "MoveError", "Outcome", "RecordError", "RuleFault",
    "SpecError", "State", "UnknownName", "UnreadableMove", "View", "check_file", "check_spec", "check_text",
    "from_json", "load",
]  # fmt: skip
