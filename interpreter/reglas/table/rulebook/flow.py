"""How a game is set up and in what order it is played: rounds and turns in parts of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reglas.reading.messages import say
from reglas.spec import model as m
from reglas.table.rulebook import asked
from reglas.table.rulebook.address import wished
from reglas.table.rulebook.book import Item, Section
from reglas.table.rulebook.scope import Scope
from reglas.table.rulebook.speech import Speech
from reglas.table.rulebook.steps import Steps, all_steps


def flow(speech: Speech, steps: Steps) -> list[Section]:
    """Setup, and the order of play."""
    before, after = _parted(speech.model, list(speech.model.flow))
    steps.notes.time = speech.put(say("when setting up"))
    setup = steps.told(before, Scope())
    low, high = speech.model.players
    if speech.players is not None:
        players = say("{n} players", n=speech.players)
    else:
        players = say("{low} to {high} players", low=low, high=high) if low != high else say("{n} players", n=low)
    lead = speech.sentence(say("{players} can play", players=players))
    play = _Play(speech, steps)
    play.tell(after, Scope(), play.items)
    play.parts.append(("after", speech.put(say("When all turns are over")), play.items))
    whole = Section("play", speech.put(say("How it is played")), (), tuple(play.lead), parts=play.told())
    return [Section("setup", speech.put(say("Setting up")), setup, lead=(lead,)), whole]


@dataclass
class _Play:
    """The order of play while it is told: sentences at its beginning, and parts for rounds and turns."""

    speech: Speech
    steps: Steps
    lead: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    parts: list[tuple[str, str, list[Item]]] = field(default_factory=list)

    def told(self) -> tuple[Section, ...]:
        """The parts, without those in which nothing happens."""
        return tuple(_part(key, title, items) for key, title, items in self.parts if items)

    def tell(self, steps: Sequence[m.Step], scope: Scope, items: list[Item]) -> None:
        """Tell steps; a round or a turn among them becomes a part."""
        for step in steps:
            if isinstance(step, m.Turns):
                self._turns(step, scope, items)
            elif isinstance(step, m.Until) and _has_turns(self.speech.model, step.do):
                self._rounds(step, scope)
            elif isinstance(step, m.Call) and _has_turns(self.speech.model, [step]):
                routine = self.speech.model.routines[step.routine.name]
                self.tell(routine.steps, self.speech.called(routine.parameters, step.routine.args, scope), items)
            else:
                items += self.steps.step(step, scope)

    def _rounds(self, step: m.Until, scope: Scope) -> None:
        speech = self.speech
        condition = wished(speech.clause(step.condition, scope), speech.lang)
        self.lead.append(speech.sentence(say("The game is played in rounds, until {condition}", condition=condition)))
        self.steps.limited(step, scope, rounds=True)
        self.steps.notes.time = speech.put(say("at the beginning of a round"))
        inner: list[Item] = []
        self.parts.append(("round", speech.put(say("A round")), inner))
        self.tell(step.do, scope, inner)

    def _turns(self, step: m.Turns, scope: Scope, items: list[Item]) -> None:
        speech = self.speech
        sentences = [speech.sentence(text) for text in asked.order(speech, step, scope)]
        if items is self.items:
            self.lead += sentences
        else:
            items.append(Item(" ".join(sentences)))
        self.steps.limited(step, scope)
        before, self.steps.notes.time = self.steps.notes.time, speech.put(say("at the beginning of a turn"))
        inner: list[Item] = []
        self.parts.append(("turn", speech.put(say("Your turn")), inner))
        if step.choose:
            inner.append(asked.turn(self.steps, step, scope))
        else:
            self.tell(step.do, scope, inner)
        self.steps.notes.time = before


def _part(key: str, title: str, items: Sequence[Item]) -> Section:
    """A part; one choice that is all there is to it needs no list around it."""
    if len(items) == 1 and items[0].under:
        return Section(key, title, items[0].under, lead=(items[0].text,))
    return Section(key, title, tuple(items))


def _parted(model: m.Game, steps: list[m.Step]) -> tuple[list[m.Step], list[m.Step]]:
    """What comes before the turns, and the rest; a routine called without arguments that has turns is opened."""
    for at, step in enumerate(steps):
        if isinstance(step, m.Call) and not step.routine.args and _has_turns(model, [step]):
            inner = list(model.routines[step.routine.name].steps)
            before, after = _parted(model, inner)
            return [*steps[:at], *before], [*after, *steps[at + 1 :]]
        if _has_turns(model, [step]):
            return steps[:at], steps[at:]
    return steps, []


def _has_turns(model: m.Game, steps: Sequence[m.Step]) -> bool:
    """Are there turns anywhere in steps? In a game that has none, loops take their place."""
    loops = m.Turns if any(isinstance(step, m.Turns) for step in all_steps(model)) else m.Until
    for step in steps:
        if isinstance(step, loops):
            return True
        if isinstance(step, m.Call) and _has_turns(model, model.routines[step.routine.name].steps):
            return True
        if any(_has_turns(model, getattr(step, part, ())) for part in ("then", "otherwise", "do")):
            return True
    return False
