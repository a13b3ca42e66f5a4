"""Information states: all that a viewer has seen, in order. Two states with one information state are one to them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from reglas.knowledge.seen import Seen


def information_text(events: Iterable[Seen]) -> str:
    """The viewer's own events as text, a line each: perfect recall."""
    return "\n".join(repr(event) for event in events)


def information_digest(events: Iterable[Seen]) -> str:
    """Sixteen hexadecimal digits that are the same for the same information state."""
    return hashlib.sha256(information_text(events).encode()).hexdigest()[:16]
