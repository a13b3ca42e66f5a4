"""What happened, told to one viewer in whole sentences.

A `Teller` folds the events that its viewer saw, as `State.seen` gives them, and makes a line of each turn: the choice,
what came of it, and what changed. Deals are summed up. It knows no more than the events say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reglas.engine import events as ev
from reglas.knowledge.seen import Choice, Look, Move, Roll, Seen, Swap, Viewer
from reglas.play import Outcome
from reglas.reading.messages import Message, say
from reglas.table import dice
from reglas.table.changes import Changes
from reglas.table.moves_told import Moves
from reglas.table.races import Races
from reglas.table.voice import Voice
from reglas.table.words import filled


@dataclass(frozen=True)
class Tally:
    """A token or memory, from its value before a turn to its value after."""

    component: str
    index: int
    before: int
    after: int


class Teller:
    """Tells one viewer what happened, turn by turn."""

    def __init__(self, voice: Voice, viewer: Viewer) -> None:
        self.voice, self.viewer = voice, viewer
        self.program = voice.program
        self.holdings = {holding.name: holding for holding in self.program.holdings}
        self.moves = Moves(voice)
        self.races = Races(self.program)
        self.done = 0

    def news(self, seen: Sequence[Seen]) -> list[str]:
        """Lines for what is new among all that the viewer has seen so far."""
        fresh = list(seen[self.done :])
        self.done = len(seen)
        turns = [(self.races.place(turn), self.turn(turn)) for turn in _turns(fresh)]
        several = max((place for place, _ in turns), default=0) > 1
        return [self._placed(place if several else 0, line) for place, line in turns if line]

    def _placed(self, place: int, line: str) -> str:
        """A choice of a race that was carried out, with its place among several."""
        if place == 0:
            return line
        return self.voice.put(say("First: {what}", what=line) if place == 1 else say("Then: {what}", what=line))

    def skip(self, seen: Sequence[Seen]) -> None:
        """Take what was seen so far as told."""
        self.news(seen)

    def turn(self, events: Sequence[Seen]) -> str:
        """A choice and what came of it, or what happened without one, in one line."""
        return " ".join(self.voice.grammar.finish(s) for s in self._sentences(list(events)) if s)

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _sentences(self, events: list[Seen]) -> Iterator[str]:
        tallies, changes = _tallies(events), Changes(self.voice, events)
        actor: int | None = None
        at = 0
        if events and isinstance(events[0], Choice):
            actor = events[0].actor
            sentence, at = self._choice(events)
            yield sentence
        while at < len(events):
            event = events[at]
            if isinstance(event, Move):
                run = self.moves.run(events, at)
                yield self.moves.told(run, actor)
                at += len(run)
            elif isinstance(event, ev.Skipped):
                skipped = [e.player for e in events[at:] if isinstance(e, ev.Skipped)]
                yield self._skipped(skipped)
                at = len(events)
            elif isinstance(event, Roll):
                rolls = self.moves.rolls(events, at)
                yield dice.rolled(self.voice, self.viewer, rolls)
                at += len(rolls)
            else:
                if isinstance(event, ev.Changed):
                    tally = tallies.pop((event.component, event.index), None)
                    yield self._changed(tally) if tally is not None and changes.matters(event, tally.after) else ""
                elif isinstance(event, ev.Pushed) and not changes.matters(event):
                    yield ""
                else:
                    yield self._other(event)
                at += 1

    def _choice(self, events: list[Seen]) -> tuple[str, int]:
        """The sentence of a choice with what it does at once, and the number of events told by it."""
        choice = events[0]
        assert isinstance(choice, Choice)
        sentence = self._log(choice)
        for at, event in enumerate(events[1:], 1):
            if isinstance(event, ev.Changed | ev.Pushed | ev.Implied | ev.ImpliedThrow):
                continue  # a price paid first, which is told afterwards, or what follows without being said
            if isinstance(event, Move) and self._picked(choice, event):
                told = self.moves.joined(sentence, event, choice.action)
            elif isinstance(event, ev.Told) and self._of_a_pick(choice, event):
                told = self._pointed(sentence, event)
            elif isinstance(event, Look) and self._of_the_picks(choice, event):
                told = self._seen(sentence, event)
            else:
                break
            rest = events[1:at] + events[at + 1 :]
            events[1:] = rest
            return told, 1
        return sentence, 1

    def _log(self, choice: Choice) -> str:
        template = self.voice.words.action(choice.action, "log")
        parts: dict[str, list[str]] = {}
        for name, sort, value, index in choice.picks:
            parts.setdefault(name, []).append(self._pick(choice.actor, sort, value, index))
        picks = {name: self.voice.listing(texts) for name, texts in parts.items()}
        if template is None:
            return " ".join([f"{self.voice.player(choice.actor)}:", choice.action, *picks.values()])
        return filled(template, {"me": self.voice.player(choice.actor), **picks})

    def _pick(self, actor: int, sort: str, value: int, index: int | None) -> str:
        if sort == "card":
            return self.voice.place(value, index, actor)
        return self.voice.value(sort, value)

    @staticmethod
    def _picked(choice: Choice, move: Move) -> bool:
        return any(sort == "card" and (zone, index) == move.source for _, sort, zone, index in choice.picks)

    def _of_the_picks(self, choice: Choice, look: Look) -> bool:
        """Are just the cards that were picked shown to the one who picked them, or to everybody?"""
        picked = {(zone, index) for _, sort, zone, index in choice.picks if sort == "card"}
        return picked == set(look.places) and (look.to == (choice.actor,) or len(look.to) == self.program.seats)

    def _seen(self, sentence: str, look: Look) -> str:
        """A choice with the cards that it lets somebody see."""
        faces = [self.voice.card(face) for face in look.faces if face is not None]
        if len(faces) < len(look.faces):
            return sentence
        cards = self.voice.listing(faces)
        if len(look.to) < self.program.seats:
            return self.voice.put(say("{sentence}: {cards}", sentence=sentence, cards=cards))
        return self.voice.put(say("{sentence}: {cards}, for all to see", sentence=sentence, cards=cards))

    def _of_a_pick(self, choice: Choice, told: ev.Told) -> bool:
        seats = {value for _, sort, value, _ in choice.picks if sort == "player"}
        owners = {self.program.zones[zone].owner for zone, _ in told.places}
        return len(owners) == 1 and owners <= seats

    # -- knowledge -------------------------------------------------------------------------------------------------

    def _pointed(self, sentence: str, told: ev.Told) -> str:
        held = [index for (_, index), holds in zip(told.places, told.holds, strict=True) if holds]
        places = [str(index + 1) for index in held if index is not None]
        if len(places) < len(held):  # cards of a loose hand: nobody else can tell which
            return f"{sentence}; {self._told(told)}"
        if not places:
            return self.voice.put(say("{sentence}: none", sentence=sentence))
        if len(places) == 1:
            return self.voice.put(say("{sentence}: card {place}", sentence=sentence, place=places[0]))
        listed = self.voice.listing(places)
        return self.voice.put(say("{sentence}: cards {places}", sentence=sentence, places=listed))

    def _told(self, told: ev.Told) -> str:
        places = [
            self.voice.place(zone, index) for (zone, index), holds in zip(told.places, told.holds, strict=True) if holds
        ]
        if not places:
            return self.voice.put(say("nothing is pointed out"))
        return self.voice.put(say("pointed out: {places}", places=self.voice.listing(places)))

    def _look(self, look: Look) -> str:
        shown: list[str] = []
        for zone in dict.fromkeys(zone for zone, _ in look.places):
            pairs = zip(look.places, look.faces, strict=True)
            held = [(index, face) for (other, index), face in pairs if other == zone]
            shown += self._looked(zone, held)
        things = self.voice.listing(shown)
        if len(look.to) == self.program.seats:
            return self.voice.put(say("everybody sees {things}", things=things))
        players = self.voice.listing([self.voice.player(seat) for seat in look.to])
        if len(look.to) == 1:
            return self.voice.put(say("{player} looks at {things}", player=players, things=things))
        return self.voice.put(say("{players} look at {things}", players=players, things=things))

    def _looked(self, zone: int, held: Sequence[tuple[int | None, int | None]]) -> Iterator[str]:
        """Cards of a zone that were shown: all of them together, or one by one."""
        faces = [face for _, face in held if face is not None]
        if len(held) > 1 and len(held) == self.moves.sizes[zone] and len(faces) in (0, len(held)):
            name = self.voice.dice(zone) if self.voice.are_dice(zone) else self.voice.zone(zone)
            yield f"{name} ({self.voice.listing([self.voice.card(face) for face in faces])})" if faces else name
            return
        for index, face in held:
            place = self.voice.place(zone, index)
            yield place if face is None else f"{place} ({self.voice.card(face)})"

    # -- counters, and the rest ------------------------------------------------------------------------------------

    def _changed(self, tally: Tally) -> str:
        holding = self.holdings[tally.component]
        if tally.before == tally.after:
            return ""
        if holding.sort == "token":
            return self._counted(tally, self.index(tally.component, tally.index))
        name = self.voice.words.term("memory", tally.component).one
        if holding.listed:  # of a list only that it was emptied
            return self.voice.put(say("{thing}: nothing any more", thing=name))
        value = self._value(holding.of, tally.after)
        key = self.index(tally.component, tally.index)
        if key:
            return self.voice.put(say("{thing} ({which}): {value}", thing=name, which=key, value=value))
        return self.voice.put(say("{thing}: {value}", thing=name, value=value))

    def _counted(self, tally: Tally, key: str) -> str:
        count, after = self.voice.words.count(tally.component, tally.after), tally.after
        things = self.voice.words.term("tokens", tally.component).many
        if key:
            return self.voice.put(say("{who} now has {count}", who=key, count=count))
        if after > tally.before:
            return self.voice.put(say("{count} now", count=count))
        if after == 0:
            return self.voice.put(say("no {things} left", things=things))
        return self.voice.put(say("{count} left", count=count) if after > 1 else say("only {count} left", count=count))

    def index(self, component: str, index: int) -> str:
        """Which of a family of tokens or memories, or an empty text."""
        per = self.holdings[component].per
        if not per:
            return ""
        low = self.voice.kinds[per].low if per in self.voice.kinds else 0
        return self.voice.value(per, low + index)

    def _value(self, sort: str, value: int) -> str:
        if sort == "card" and value >= 0:
            zone, index = self.voice.game.machine.place(value)
            return self.voice.place(zone, index)
        return self.voice.value(sort, value)

    def _other(self, event: Seen) -> str:
        voice = self.voice
        match event:
            case ev.Pushed(name, values):
                thing, holding = voice.words.term("memory", name).one, self.holdings[name]
                sorts = [of for _, of in holding.fields] or [holding.of]
                told = ", ".join(self._value(of, value) for of, value in zip(sorts, values, strict=True))
                return voice.put(say("{thing}: now {value} too", thing=thing, value=told))
            case ev.Told():
                return self._told(event)
            case Look():
                return self._look(event)
            case Swap():
                return self._swap(event)
            case ev.Voided(actor, decision, alternative):
                action = self.program.decisions[decision].alternatives[alternative].action
                name = voice.words.action(action, "name") or action
                return voice.put(say("{player} comes too late ({action})", player=voice.player(actor), action=name))
            case ev.Shuffled(zone):
                return voice.put(say("{zone} is shuffled", zone=voice.zone(zone)))
        return ""

    def _swap(self, swap: Swap) -> str:
        places = []
        for (zone, index), face in ((swap.first, swap.first_face), (swap.second, swap.second_face)):
            place = self.voice.place(zone, index if self.voice.game.eyes.follows(self.viewer, zone) else None)
            places.append(place if face is None else f"{place} ({self.voice.card(face)})")
        return self.voice.put(say("{first} and {second} change places", first=places[0], second=places[1]))

    def _skipped(self, players: list[int]) -> str:
        names = [self.voice.player(seat) for seat in dict.fromkeys(players)]
        if len(names) == 1:
            return self.voice.put(say("{player} can do nothing and is passed over", player=names[0]))
        listed = self.voice.listing(names)
        return self.voice.put(say("{players} can do nothing and are passed over", players=listed))


def ending(voice: Voice, outcome: Outcome) -> list[str]:
    """How a game ended: why, and what that means for the players."""
    lines = [voice.put(say("The game is over: {reason}.", reason=voice.words.end(outcome.end).rstrip(".")))]
    result = _result(outcome)
    if result is not None:
        lines.append(voice.put(result))
    if outcome.scores:
        scores = [f"{voice.player(seat)} {score}" for seat, score in enumerate(outcome.scores)]
        lines.append(voice.put(say("Points: {scores}.", scores=", ".join(scores))))
    if outcome.winners:
        names = voice.listing([voice.player(seat) for seat in outcome.winners])
        one = len(outcome.winners) == 1
        lines.append(voice.put(say("{player} wins.", player=names) if one else say("{players} win.", players=names)))
    return lines


def _result(outcome: Outcome) -> Message | None:
    """Won, lost or simply over, with the points all have together."""
    points = None
    if outcome.score is not None:
        points = say("1 point") if outcome.score == 1 else say("{n} points", n=outcome.score)
    sentences = {
        "won": (say("Won."), say("Won, with {points}.", points=points)),
        "lost": (say("Lost."), say("Lost, with {points}.", points=points)),
    }
    plain, counted = sentences.get(outcome.result, (None, say("{points} in all.", points=points)))
    return plain if points is None else counted


def _turns(events: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Events by turns: each begins with a choice, or with somebody being passed over."""
    turn: list[Seen] = []
    for event in events:
        begins = isinstance(event, Choice | ev.Voided) or (
            isinstance(event, ev.Skipped) and not (turn and isinstance(turn[-1], ev.Skipped))
        )
        if begins and turn:
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def _tallies(events: Sequence[Seen]) -> dict[tuple[str, int], Tally]:
    """Each token or memory that changed in a turn, all its changes as one."""
    found: dict[tuple[str, int], Tally] = {}
    for event in events:
        if isinstance(event, ev.Changed):
            key = (event.component, event.index)
            before = found[key].before if key in found else event.before
            found[key] = Tally(event.component, event.index, before, event.after)
    return found
