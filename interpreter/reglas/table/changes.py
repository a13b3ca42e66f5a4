"""Which changes of memory are worth a sentence.

Not told: memory that has no word (the game's bookkeeping) or whose word is `quiet`; what is emptied again (nothing, an
empty list, a number or flag as at the start); and what only repeats the move, such as who made it or the value that
was picked, until something else has come of the move.
"""

from __future__ import annotations

from collections.abc import Sequence

from reglas.engine import events as ev
from reglas.knowledge.seen import Choice, Seen
from reglas.language.types import NONE
from reglas.table.voice import Voice


class Changes:
    """Judges the changes of one turn."""

    def __init__(self, voice: Voice, events: Sequence[Seen]) -> None:
        self.voice = voice
        self.holdings = {holding.name: holding for holding in voice.program.holdings}
        self.said: set[tuple[str, object]] = set()
        if events and isinstance(events[0], Choice):
            picks = {(sort, (value, at) if sort == "card" else value) for _, sort, value, at in events[0].picks}
            self.said = {("player", events[0].actor), *picks}
        self.plain = set(map(id, self._at_once(events)))

    def _at_once(self, events: Sequence[Seen]) -> Sequence[Seen]:
        """The changes of memory before anything else comes of the move."""
        for at, event in enumerate(events[1:], 1):
            if isinstance(event, ev.Changed | ev.Pushed) and self.holdings[event.component].sort == "memory":
                continue
            if not isinstance(event, ev.Implied | ev.ImpliedThrow):
                return events[:at]
        return events

    def matters(self, event: ev.Changed | ev.Pushed, after: int = NONE) -> bool:
        """Is a change told? `after` is the value at the end of the turn."""
        holding = self.holdings[event.component]
        if holding.sort == "token":
            return True
        words = self.voice.words
        if not words.has("memory", holding.name) or words.term("memory", holding.name).quiet:
            return False
        if isinstance(event, ev.Changed):
            return not self._emptied(event, after) and not (
                id(event) in self.plain and (holding.of, after) in self.said
            )
        sorts = [of for _, of in holding.fields] or [holding.of]
        repeats = all((of, self._thing(of, v)) in self.said for of, v in zip(sorts, event.values, strict=True))
        return not (id(event) in self.plain and repeats)

    def _emptied(self, event: ev.Changed, after: int) -> bool:
        """Is a memory as it was when the game began? A player or a direction is always somebody, or some way."""
        holding = self.holdings[event.component]
        if holding.listed or after == NONE:
            return True
        begun = self.voice.program.row[holding.cell + event.index]
        return holding.of not in ("player", "direction") and after == begun

    def _thing(self, of: str, value: int) -> object:
        """A value as the picks have it: a card as its place."""
        return self.voice.game.machine.place(value) if of == "card" and value >= 0 else value
