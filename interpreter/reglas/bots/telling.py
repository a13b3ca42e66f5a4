"""What a seat saw as plain data, for bots in other processes.

Canonical names and texts only: no words of a language.
"""

from __future__ import annotations

from typing import Any

from reglas.engine import events as ev
from reglas.engine.notation import DECLINE, seat_letter
from reglas.knowledge.seen import Choice, Look, Move, Roll, Seen, Swap
from reglas.language.types import NONE
from reglas.play import Game


class Telling:
    """Writes the events of a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.program, self.notation = game, game.program, game.notation
        self.holdings = {holding.name: holding for holding in self.program.holdings}

    def event(self, seen: Seen) -> dict[str, Any]:
        """An event as plain data; `event` says which it is."""
        match seen:
            case Choice(actor, action, picks):
                chosen = {name: self._picks(picks, name) for name, _, _, _ in picks}
                return {"event": "chosen", "by": seat_letter(actor), "action": action, "picks": chosen}
            case Move(face, source, target):
                return {"event": "moved", "card": self._face(face), "from": self._place(*source),
                        "to": self._place(*target)}  # fmt: skip
            case Swap(first, face, second, other):
                return {"event": "swapped", "first": self._place(*first), "first_card": self._face(face),
                        "second": self._place(*second), "second_card": self._face(other)}  # fmt: skip
            case Look(places, faces, to):
                return {"event": "shown", "places": [self._place(*p) for p in places],
                        "cards": [self._face(f) for f in faces], "to": [seat_letter(s) for s in to]}  # fmt: skip
            case ev.Told(places, holds, faces, to):
                return {"event": "told", "places": [self._place(*p) for p in places], "holds": list(holds),
                        "cards": self._faces(faces), "to": [seat_letter(s) for s in sorted(to)]}  # fmt: skip
            case Roll(zone, count, faces):
                shown = [self._face(f) for f in faces] if faces is not None else [None] * count
                return {"event": "rolled", **self._zone(zone), "dice": shown}
            case ev.Implied(zone, faces, least):
                return {"event": "implied", **self._zone(zone), "cards": self._faces(faces), "least": least}
            case ev.ImpliedThrow(zone, throws):
                ways = [[self._face(face) for face in throw] for throw in sorted(throws)]
                return {"event": "implied_throw", **self._zone(zone), "throws": ways}
        return self._plain(seen)

    def _plain(self, seen: Seen) -> dict[str, Any]:
        """Events that tell of no card's face."""
        match seen:
            case ev.Declined(actor, _):
                return {"event": "declined", "by": seat_letter(actor)}
            case ev.Committed():
                return {"event": "committed", "by": seat_letter(seen.actor), **self._committed(seen)}
            case ev.Voided(actor, decision, alternative):
                action = self.program.decisions[decision].alternatives[alternative].action
                return {"event": "voided", "by": seat_letter(actor), "action": action}
            case ev.Changed(name, index, before, after):
                return {"event": "changed", "name": name, "key": self._index(name, index),
                        "before": self._held(name, before), "after": self._held(name, after)}  # fmt: skip
            case ev.Pushed(name, values):
                sorts = [of for _, of in self.holdings[name].fields] or [self.holdings[name].of]
                told = [self._value(of, value) for of, value in zip(sorts, values, strict=True)]
                return {"event": "pushed", "name": name, "values": told}
            case ev.Shuffled(zone):
                return {"event": "shuffled", **self._zone(zone)}
            case ev.Skipped(player):
                return {"event": "skipped", "player": seat_letter(player)}
            case ev.Ended(end):
                return {"event": "ended", "end": self.program.ends[end].name}
        raise TypeError(f"no such event: {seen!r}")

    def _committed(self, seen: ev.Committed) -> dict[str, Any]:
        """What a seat chose together with others, as it sees that itself; of others it sees nothing."""
        alternatives = self.program.decisions[seen.decision].alternatives
        if not 0 <= seen.alternative < len(alternatives):
            return {"action": DECLINE if seen.alternative >= 0 else None, "picks": {}}
        made = alternatives[seen.alternative]
        values = [v if isinstance(v, tuple) else (v, None) for v in seen.values]
        picks = tuple((p.name, p.sort, *value) for p, value in zip(made.picks, values, strict=True))
        return {"action": made.action, "picks": {name: self._picks(picks, name) for name, _, _, _ in picks}}

    def _face(self, face: int | None) -> str | None:
        return None if face is None else self.program.faces[face]

    def _faces(self, faces: frozenset[int]) -> list[str]:
        return [self.program.faces[face] for face in sorted(faces)]

    def _zone(self, number: int) -> dict[str, Any]:
        info = self.program.zones[number]
        key = seat_letter(info.owner) if info.owner >= 0 else ""
        if not key and info.key != -1:
            model = self.game.spec.model
            per = model.per(info.family) if model else None
            key = self.notation.plain(per.text, info.key) if per is not None else str(info.key)
        return {"zone": info.family, "key": key}

    def _place(self, zone: int, index: int | None) -> dict[str, Any]:
        return {**self._zone(zone), "place": None if index is None else index + 1}

    def _picks(self, picks: tuple[tuple[str, str, int, int | None], ...], name: str) -> Any:
        """What was picked under a name: one thing, or a list of several that were picked at once."""
        found = [self._pick(sort, value, place) for own, sort, value, place in picks if own == name]
        return found[0] if len(found) == 1 else found

    def _pick(self, sort: str, value: int, place: int | None) -> Any:
        if sort == "card":
            return self._place(value, place)
        return self.notation.plain(sort, value)

    def _index(self, name: str, index: int) -> str:
        per = self.holdings[name].per
        if not per:
            return ""
        low = self.notation.kinds[per].low if per in self.notation.kinds else 0
        return self.notation.plain(per, low + index)

    def _held(self, name: str, value: int) -> Any:
        """A value of a token or memory; of a list, how many items it has."""
        holding = self.holdings[name]
        return value if holding.listed else self._value(holding.of, value)

    def _value(self, of: str, value: int) -> Any:
        if value == NONE:
            return None
        if of == "card":
            return self._place(*self.game.machine.place(value))
        return value if of == "number" else self.notation.plain(of, value)
