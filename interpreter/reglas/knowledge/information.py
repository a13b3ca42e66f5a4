"""Information states: all that a viewer has seen, in order. Two states with one information state are one to them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from reglas.knowledge.seen import Seen
from reglas.program.walk import field_names


def information_text(events: Iterable[Seen]) -> str:
    """The viewer's own events as text, a line each: perfect recall."""
    return "\n".join(map(_line, events))


def _line(event: Seen) -> str:
    """An event as text, with its sets in order: how Python keeps a set depends on how it came about."""
    found: dict[str, Any] = {name: getattr(event, name) for name in field_names(type(event))}
    sets: Any = {name: tuple(sorted(value)) for name, value in found.items() if isinstance(value, frozenset)}
    return repr(replace(event, **sets) if sets else event)


def information_digest(events: Iterable[Seen]) -> str:
    """Sixteen hexadecimal digits that are the same for the same information state."""
    return hashlib.sha256(information_text(events).encode()).hexdigest()[:16]
