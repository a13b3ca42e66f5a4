"""Sentences for cards that move: one card, a run of them dealt or taken, and how many are left behind."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.knowledge.seen import Move, Roll, Seen
from reglas.reading.messages import Message, say
from reglas.table.voice import Voice

MOST_NAMED = 6
"""So many cards are named in a sentence; of more only the number is told."""


class Moves:
    """Tells moves of cards; keeps the sizes of the zones as it goes."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.zones = voice, voice.program.zones
        self.sizes = [voice.program.row[zone.start - 1] for zone in self.zones]

    def run(self, events: Sequence[Seen], at: int) -> list[Move]:
        """The moves from a place on that belong in one sentence: from one zone, into one zone or players' zones of
        one family."""
        first = events[at]
        assert isinstance(first, Move)
        run = [first]
        for event in events[at + 1 :]:
            if not isinstance(event, Move) or not self._together(first, event):
                break
            run.append(event)
        return run

    def _together(self, first: Move, other: Move) -> bool:
        if first.source[0] != other.source[0]:
            return False
        a, b = self.zones[first.target[0]], self.zones[other.target[0]]
        return first.target[0] == other.target[0] or (a.family == b.family and a.owner >= 0)

    def rolls(self, events: Sequence[Seen], at: int) -> list[Roll]:
        """The rolls from a place on that belong in one sentence, those of one family; their dice are counted."""
        run: list[Roll] = []
        for event in events[at:]:
            if not isinstance(event, Roll) or (run and not self._alike(run[0], event)):
                break
            run.append(event)
            self.sizes[event.zone] = event.count
        return run

    def _alike(self, first: Roll, other: Roll) -> bool:
        a, b = self.zones[first.zone], self.zones[other.zone]
        return a.family == b.family and a.owner >= 0

    def count(self, run: Sequence[Move]) -> None:
        """Take note of moves."""
        for move in run:
            self.sizes[move.source[0]] -= 1
            self.sizes[move.target[0]] += 1

    # -- sentences -------------------------------------------------------------------------------------------------

    def joined(self, sentence: str, move: Move, action: str) -> str:
        """The sentence of a choice, with where the card that was picked went. Where the action is called like the
        zone, the zone need not be said."""
        self.count([move])
        said = self.zones[move.target[0]].family == action
        zone = self.voice.zone(move.target[0])
        if move.face is None:
            return sentence if said else self.voice.put(say("{sentence}, to {zone}", sentence=sentence, zone=zone))
        card = self.voice.card(move.face)
        if said:
            return self.voice.put(say("{sentence}: {card}", sentence=sentence, card=card))
        return self.voice.put(say("{sentence}: {card}, to {zone}", sentence=sentence, card=card, zone=zone))

    def told(self, run: Sequence[Move], actor: int | None) -> str:
        """A run of moves in a sentence; `actor` is whose turn it is."""
        self.count(run)
        source, owners = run[0].source[0], [self.zones[m.target[0]].owner for m in run]
        if self.zones[source].layout == "pile" and self.zones[source].owner < 0 and owners[0] >= 0:
            if len(set(owners)) == 1:
                return self._taken(run, owners[0], actor)
            return self._dealt(owners, source)
        return self._moved(run)

    def left(self, zone: int) -> Message:
        """How many cards are left in a zone."""
        count = self.sizes[zone]
        if count == 0:
            return say("none left")
        return say("one left") if count == 1 else say("{n} left", n=count)

    def _dealt(self, owners: list[int], source: int) -> str:
        counts = {owner: owners.count(owner) for owner in sorted(set(owners))}
        left, voice = self.left(source), self.voice
        if len(counts) == voice.program.seats and len(set(counts.values())) == 1:
            cards = voice.cards(counts[0])
            return voice.put(say("everybody is dealt {cards} ({left})", cards=cards, left=left))
        shares = [f"{voice.player(owner)} {count}" for owner, count in counts.items()]
        return voice.put(say("cards are dealt: {shares} ({left})", shares=", ".join(shares), left=left))

    def _taken(self, run: Sequence[Move], owner: int, actor: int | None) -> str:
        source, voice = run[0].source[0], self.voice
        cards, left = voice.cards(len(run)), self.left(source)
        faces = self._faces(run)
        if faces:
            cards = voice.put(say("{cards}: {faces}", cards=cards, faces=faces))
        hidden = self.zones[source].seen_by == "nobody"
        zone, player = voice.zone(source), voice.player(owner)
        if owner == actor:
            if hidden:
                return voice.put(say("draws {cards} ({left})", cards=cards, left=left))
            return voice.put(say("takes {cards}, from {zone} ({left})", cards=cards, zone=zone, left=left))
        if hidden:
            return voice.put(say("{player} draws {cards} ({left})", player=player, cards=cards, left=left))
        return voice.put(
            say("{player} takes {cards}, from {zone} ({left})", player=player, cards=cards, zone=zone, left=left)
        )

    def _faces(self, run: Sequence[Move]) -> str:
        faces = [m.face for m in run if m.face is not None]
        if len(faces) != len(run) or len(faces) > MOST_NAMED:
            return ""
        return self.voice.listing([self.voice.card(face) for face in faces])

    def _moved(self, run: Sequence[Move]) -> str:
        source, target = self.voice.zone(run[0].source[0]), self.voice.zone(run[0].target[0])
        faces = self._faces(run)
        things = faces or self.voice.cards(len(run))
        if len(run) == 1 and self.zones[run[0].source[0]].most == 1:
            # A place for one card is called after the card.
            if faces:
                return self.voice.put(say("{source}, {card}, goes to {zone}", source=source, card=faces, zone=target))
            return self.voice.put(say("{source} goes to {zone}", source=source, zone=target))
        if len(run) == 1:
            return self.voice.put(say("{card} goes from {source} to {zone}", card=things, source=source, zone=target))
        return self.voice.put(say("{cards} go from {source} to {zone}", cards=things, source=source, zone=target))
