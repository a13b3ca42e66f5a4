"""The steps of a spec as sentences; routines are told where they are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook import asked, components, notes, nouns
from reglas.table.rulebook.address import READER, each_of, lowered, questioned, wished
from reglas.table.rulebook.book import Item
from reglas.table.rulebook.notes import Notes
from reglas.table.rulebook.scope import Scope, Sort, Thing

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech


SIMPLE = (m.Move, m.Swap, m.Deal, m.Roll, m.Adjust, m.Show)
"""Steps that are one sentence about one player."""

SHORT = 150
"""What is done on a condition is told in the same sentence, where that is no longer than this."""


class Steps:
    """Tells steps; those that only keep books go to `notes`."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.notes = Notes()
        self.action = ""
        """The action whose steps are told."""
        self.given: dict[str, tuple[Thing, ...]] = {}
        """What the parameters of actions were, where they are first offered."""

    def told(self, steps: Sequence[m.Step], scope: Scope) -> tuple[Item, ...]:
        """Steps in order."""
        return tuple(item for step in steps for item in self.step(step, scope))

    def step(self, step: m.Step, scope: Scope) -> Iterator[Item]:
        """One step: a sentence, several, or none where it never happens or only keeps books."""
        match step:
            case m.If():
                yield from self._if(step, scope)
            case m.For():
                yield from self._for(step, scope)
            case m.Until():
                yield from self._until(step, scope)
            case m.Turns():
                yield from self._turns(step, scope)
            case m.Choose():
                yield asked.window(self, step, scope)
            case m.Call():
                yield from self._call(step, scope)
            case m.Assign():
                yield from self._assign(step, scope)
            case m.Adjust():
                yield self._item(self._adjust(step, scope))
            case m.Leave():
                yield self._item(self._leave(step))
            case m.Clear():
                for name, what in notes.cleared(self.speech, step):
                    self.notes.add(name, what)
                yield from self._emptied(step)
            case m.Push() if step.fields is None and notes.plain(self.speech, step.value, scope):
                self.notes.add(step.onto.text, self._added(step.value, scope))
            case _:
                yield self._item(self._simple(step, scope))

    def _item(self, message: Message, under: tuple[Item, ...] = ()) -> Item:
        return Item(self.speech.sentence(message), under)

    def _led(self, lead: str, under: tuple[Item, ...]) -> Item:
        """A condition or a group with what is done then: in one sentence where that is short, else under it."""
        if len(under) == 1 and under[0].under and under[0].text.endswith(":"):
            return Item(self.speech.sentence(f"{lead}, {lowered(under[0].text)}"), under[0].under)
        if len(under) <= 2 and not any(item.under for item in under):
            texts = [lowered(item.text) for item in under]
            whole = f"{lead}, {self.speech.listed(texts)}"
            plain = len(under) == 1 or not any(", " in text for text in texts)
            ends = any(text.endswith((":", "!", "?")) or ". " in text for text in texts)
            if plain and not ends and len(whole) <= SHORT:
                return Item(self.speech.sentence(whole))
        return Item(self.speech.sentence(f"{lead}:"), under)

    # -- things that move ------------------------------------------------------------------------------------------

    def _simple(self, step: m.Step, scope: Scope) -> Message:
        noun = self.speech.noun
        match step:
            case m.Move(_, _, cards, to, at):
                return self._move(cards, to, at, scope)
            case m.Swap(_, _, card, other):
                return say("Swap {card} and {other}", card=noun(card, scope), other=noun(other, scope))
            case m.Deal():
                return self._deal(step, scope)
            case m.Shuffle(_, _, zone):
                return say("Shuffle {zone}", zone=noun(zone, scope))
            case m.Roll():
                return self._roll(step, scope)
            case m.Push():
                return self._push(step, scope)
            case m.Show(_, _, cards, to):
                return self._show(cards, to, scope)
            case m.Tell():
                return self._tell(step, scope)
        raise AssertionError(step)

    def _move(self, cards: ex.Expression, to: ex.Expression, at: ex.Expression | None, scope: Scope) -> Message:
        several = self.speech.sorts.of(cards, scope).many
        parts = {"cards": self.speech.noun(cards, scope), "zone": self._where(cards, to, scope)}
        if at is not None:
            parts["place"] = self.speech.noun(at, scope)
            return say("Put {cards} in {zone}, in {place}", **parts)
        if not several or self._one(cards):
            return say("Put {cards} in {zone}", **parts)
        whole = isinstance(cards, ex.Name | ex.Apply) and cards.name in self.speech.model.zones
        return say("Put all of {cards} in {zone}", **parts) if whole else say("Put {cards} in {zone}", **parts)

    def _one(self, cards: ex.Expression) -> bool:
        """Is it a zone that holds one card at most?"""
        zone = self.speech.model.zones.get(cards.name) if isinstance(cards, ex.Name | ex.Apply) else None
        return zone is not None and self.speech.folder.number(zone.most) == 1

    def _where(self, cards: ex.Expression, to: ex.Expression, scope: Scope) -> str:
        """Where cards go; a zone for something of the card itself is that of `its` kind."""
        speech = self.speech
        key = to.args[0] if isinstance(to, ex.Apply) and to.args else None
        if not isinstance(key, ex.Attribute) or not isinstance(to, ex.Apply) or key.name not in speech.model.kinds:
            return speech.noun(to, scope)
        if to.name not in speech.model.zones or speech.noun(key.value, scope) != speech.noun(cards, scope):
            return speech.noun(to, scope)
        zone = speech.grammar.the(speech.words.term("zones", to.name))
        return speech.put(say("{zone} of its {kind}", zone=zone, kind=speech.words.term("kinds", key.name).one))

    def _deal(self, step: m.Deal, scope: Scope) -> Message:
        count, speech = self.speech.fold(step.count, scope), self.speech
        pile = speech.noun(step.source, scope)
        one = isinstance(count, ex.Number) and count.value == 1
        number = speech.noun(count, scope)
        to = step.to
        if isinstance(to, ex.Name) and speech.model.per(to.name) is not None:
            parts = {"n": speech.spelled(number), "pile": pile, "zone": speech.words.term("zones", to.name).one}
            if one:
                return say("Deal each player a card from {pile}, for their {zone}", pile=pile, zone=parts["zone"])
            if isinstance(count, ex.Number):
                return say("Deal each player {n} cards from {pile}, for their {zone}", **parts)
            return say("Deal each player cards from {pile}, for their {zone}: {n}", **parts)
        parts = {"pile": pile, "zone": speech.noun(to, scope)}
        if one and self._one(to):
            return say("Draw a card from {pile}, if any is left: it is {zone}", **parts)
        if one and isinstance(to, ex.Name):
            return say("Put a card from {pile}, if any is left, in {zone}", **parts)
        if one:
            return say("Draw a card from {pile}, if any is left, for {zone}", **parts)
        parts["n"] = speech.spelled(number)
        return say("Draw {n} cards from {pile}, as long as there are any, for {zone}", **parts)

    def _roll(self, step: m.Roll, scope: Scope) -> Message:
        what = self.speech.noun(step.what, scope)
        if step.source is not None:
            group = self.speech.noun(step.source, scope)
            return say("Draw lots among {group} for {what}", group=group, what=questioned(what, self.speech.lang))
        if step.by is not None:
            return self._so_many(step.by, what, scope)
        return say("Roll {what}", what=what)

    def _so_many(self, by: ex.Expression, what: str, scope: Scope) -> Message:
        """A roll of so many of the dice."""
        speech = self.speech
        if isinstance(by, ex.Apply) and by.name in speech.model.tokens and by.args:
            things = speech.words.term("tokens", by.name).many
            player = speech.noun(by.args[0], scope)
            return say("Roll {what}: as many dice as {player} has {things}", what=what, player=player, things=things)
        return say("Roll {what}: as many dice as {n}", n=speech.noun(by, scope), what=what)

    def _show(self, cards: ex.Expression, to: ex.Expression, scope: Scope) -> Message:
        parts = {"cards": self.speech.noun(cards, scope), "player": self.speech.noun(to, scope)}
        if isinstance(to, ex.Name) and to.name in ("everyone", "players", "seats"):
            if isinstance(cards, ex.Name) and self.speech.family(cards):
                return say("Everybody shows their {zone}", zone=self.speech.words.term("zones", cards.name).one)
            return say("Show everybody {cards}", **parts)
        if isinstance(to, ex.Name) and to.name == "me":
            return say("Look at {cards} without letting the others see", **parts)
        return say("{player} looks at {cards} without letting the others see", **parts)

    def _tell(self, step: m.Tell, scope: Scope) -> Message:
        speech, binding = self.speech, step.of
        thing, inner = nouns.element(speech, binding, scope)
        group = speech.noun(binding.group, scope)
        aloud = isinstance(step.to, ex.Name) and step.to.name in ("everyone", "players", "seats")
        sort = speech.sorts.of(binding.group, scope).one
        which = nouns.such(speech, step.condition, binding.variable, sort, scope)
        if aloud and which is not None and binding.where is None:
            return say("Point out every card in {group} {which}, and no other", group=group, which=which)
        parts = {"group": group, "condition": speech.clause(step.condition, inner), "thing": thing}
        if aloud:
            return say("Say aloud of each card of {group} whether {condition}", **parts)
        who = speech.noun(step.to, scope)
        return say("Tell {player} of each card of {group} whether {condition}", player=who, **parts)

    # -- what is counted and noted ---------------------------------------------------------------------------------

    def _adjust(self, step: m.Adjust, scope: Scope) -> Message:
        speech = self.speech
        number = "1" if step.by is None else speech.noun(step.by, scope)
        name = step.token.name if isinstance(step.token, ex.Name | ex.Apply) else ""
        term, of = speech.words.term("tokens", name), isinstance(step.token, ex.Apply) and step.token.args
        settled = step.by is None or isinstance(speech.fold(step.by, scope), ex.Number)
        player = speech.noun(step.token.args[0], scope) if isinstance(step.token, ex.Apply) and of else ""
        if step.sign > 0 and components.on_paper(speech, speech.model.tokens[name]):
            if of:
                return say("Write down for {player} {number}", player=player, number=number)
            if number == "1":
                return say("Write down, as one more, {one_thing}", one_thing=speech.so_many("1", term))
            return say("Write down {number} more {things}", number=number, things=term.many)
        things = speech.counted(number, term) if settled else speech.put(
            say("as many {things} as this: {number}", things=term.many, number=number))  # fmt: skip
        if of and player != READER:
            return say("{player} gets {things}", player=player, things=things) if step.sign > 0 else say(
                "{player} loses {things}", player=player, things=things)  # fmt: skip
        if settled and number != "1":
            return say("Gain {several}", several=things) if step.sign > 0 else say("Lose {several}", several=things)
        return say("Gain {things}", things=things) if step.sign > 0 else say("Lose {things}", things=things)

    def _push(self, step: m.Push, scope: Scope) -> Message:
        speech = self.speech
        onto = speech.noun(ex.Name(step.span, step.onto.text), scope)
        if step.fields is None:
            return say("Add {value} to {group}", value=speech.noun(step.value, scope), group=onto)
        values = [value for _, value in step.fields]
        players = [value for value in values if speech.sorts.of(value, scope).base == "player"]
        others = [speech.noun(value, scope) for value in values if value not in players]
        if len(players) == 1 and others:
            parts = {"values": speech.listed(others), "player": speech.noun(players[0], scope), "group": onto}
            return say("Add {values}, for {player}, to {group}", **parts)
        return say("Add {values} to {group}", values=speech.listed([speech.noun(v, scope) for v in values]), group=onto)

    def _added(self, value: ex.Expression, scope: Scope) -> str:
        """What is noted of something that comes to a list."""
        if isinstance(value, ex.Name) and value.name == "me":
            return self.speech.put(say("whoever has done so is added"))
        return self.speech.put(say("{value} is added", value=self.speech.noun(value, scope)))

    def _assign(self, step: m.Assign, scope: Scope) -> Iterator[Item]:
        speech = self.speech
        for cell, value in step.cells:
            if notes.keeps_books(speech, cell, value, scope) and isinstance(cell, ex.Name | ex.Apply):
                self.notes.add(cell.name, notes.becomes(speech, cell, value, scope))
            elif speech.sorts.of(cell, scope).base == "flag":
                parts = {"cell": speech.clause(cell, scope), "value": speech.clause(value, scope)}
                yield self._item(say("It is remembered that {cell} if {value}", **parts))
            elif isinstance(cell, ex.Apply) and cell.name in speech.model.tokens:
                parts = {"things": speech.noun(cell, scope), "value": speech.noun(value, scope)}
                yield self._item(say("{things} become {value}", **parts))
            else:
                yield self._item(self._becomes(cell, value, scope))

    def _becomes(self, cell: ex.Expression, value: ex.Expression, scope: Scope) -> Message:
        speech = self.speech
        shape = speech.shape(value, scope)
        parts = {"cell": speech.noun(cell, scope), "value": speech.noun(value, scope)}
        if speech.sorts.of(cell, scope).base != "player":
            return say("{cell} is now {value}", **parts)
        return say("{value} is now {cell}", **parts) if not isinstance(shape, ex.Choice) else say(
            "From now on {cell} is {value}", **parts)  # fmt: skip

    def _emptied(self, step: m.Clear) -> Iterator[Item]:
        """Tokens that go back to their start."""
        for word in step.names:
            if word.text not in self.speech.model.memory:
                things = self.speech.noun(ex.Name(step.span, word.text), Scope())
                yield self._item(say("{things} go back to where they began", things=things))

    # -- order -----------------------------------------------------------------------------------------------------

    def _if(self, step: m.If, scope: Scope) -> Iterator[Item]:
        speech = self.speech
        condition = speech.fold(step.condition, scope)
        if isinstance(condition, ex.Truth):
            yield from self.told(step.then if condition.value else step.otherwise, scope)
            return
        holds, fails = speech.clause(step.condition, scope), speech.denied(step.condition, scope)
        then = self._under(holds, step.then, scope)
        otherwise = self._under(fails, step.otherwise, scope)
        if then:
            yield self._led(speech.put(say("If {condition}", condition=holds)), then)
            if otherwise:
                yield self._led(speech.put(say("Otherwise")), otherwise)
        elif otherwise:
            yield self._led(speech.put(say("If {condition}", condition=fails)), otherwise)

    def _under(self, condition: str, steps: Sequence[m.Step], scope: Scope) -> tuple[Item, ...]:
        """Steps on a condition; what only keeps books is noted with it."""
        before = self.notes.conditions
        self.notes.conditions = (*before, condition)
        found = self.told(steps, scope)
        self.notes.conditions = before
        return found

    def _for(self, step: m.For, scope: Scope) -> Iterator[Item]:
        speech, binding = self.speech, step.binding
        thing, inner = nouns.element(speech, binding, scope)
        group, sort = speech.noun(binding.group, scope), speech.sorts.of(binding.group, scope)
        everybody = isinstance(binding.group, ex.Name) and binding.group.name in ("players", "seats")
        staying = everybody and group == speech.put(say("the players still in the game"))
        if everybody and binding.where is None and self._one_sentence(step.do):
            noun = speech.put(say("each player still in the game") if staying else say("each player"))
            each = each_of(noun, speech.put(say("that player")))
            yield from self.told(step.do, scope.bind({binding.variable: Thing(sort.one, each)}))
            return
        under = self.told(step.do, inner)
        if not under:
            return
        if binding.where is not None:
            which = nouns.such(speech, binding.where, binding.variable, sort.one, scope)
            lead = say("For each {thing} of {group} {which}", thing=thing, group=group, which=which)
            if which is None:
                holds = speech.clause(binding.where, inner)
                lead = say("For each {thing} of {group} for which {such}", thing=thing, group=group, such=holds)
        elif everybody:
            lead = say("For each player still in the game") if staying else say("For each player")
        elif sort.base == "player":
            lead = say("For each of {group}", group=group)
        elif sort.base == "record":
            lead = say("For all of {group}, in order", group=group)
        else:
            lead = say("For each {thing} of {group}, in order", thing=thing, group=group)
        yield self._led(speech.put(lead), under)

    def _one_sentence(self, steps: Sequence[m.Step]) -> bool:
        """Are steps told in one sentence about one player?"""
        if len(steps) != 1:
            return False
        step = steps[0]
        if isinstance(step, m.Call) and step.routine.name not in self.speech.owed_routines:
            return self._one_sentence(self.speech.model.routines[step.routine.name].steps)
        return isinstance(step, SIMPLE)

    def _until(self, step: m.Until, scope: Scope) -> Iterator[Item]:
        condition = wished(self.speech.clause(step.condition, scope), self.speech.lang)
        self.limited(step, scope)
        yield self._led(
            self.speech.put(say("Until {condition}, again and again", condition=condition)), self.told(step.do, scope)
        )

    def limited(self, step: m.Until | m.Turns, scope: Scope, rounds: bool = False) -> None:
        """Note how long a loop may be."""
        if step.most is None:
            return
        most = self.speech.noun(step.most, scope)
        if isinstance(step, m.Turns):
            self.notes.limit(self.speech.sentence(say("After {n} turns it is over in any case", n=most)))
        elif rounds:
            self.notes.limit(self.speech.sentence(say("After {n} rounds it is over in any case", n=most)))
        else:
            self.notes.limit(self.speech.sentence(say("After {n} times it is over in any case", n=most)))

    def _turns(self, step: m.Turns, scope: Scope) -> Iterator[Item]:
        yield from (self._item(text) for text in asked.order(self.speech, step, scope))
        self.limited(step, scope)
        if step.choose:
            yield asked.turn(self, step, scope)
        else:
            yield self._item(say("A turn:"), self.told(step.do, scope))

    def _call(self, step: m.Call, scope: Scope) -> Iterator[Item]:
        routine = self.speech.model.routines[step.routine.name]
        if not self._does_something(routine, step, scope):
            return
        text = self.speech.routine(step.routine.name, step.routine.args, scope)
        if text is not None:
            yield Item(self.speech.sentence(text))
            return
        yield from self.told(routine.steps, self.speech.called(routine.parameters, step.routine.args, scope))

    def _does_something(self, routine: m.Routine, step: m.Call, scope: Scope) -> bool:
        """Is there anything to tell of a routine, with the options in force?"""
        kept, given = self.notes, self.given
        self.notes, self.given = Notes(), dict(given)
        inner = self.speech.called(routine.parameters, step.routine.args, scope)
        found = any(True for part in routine.steps for _ in self.step(part, inner)) or bool(self.notes.changes)
        self.notes, self.given = kept, given
        return found

    def _leave(self, step: m.Leave) -> Message:
        loop = next((s for s in all_steps(self.speech.model) if s.id == step.name.text), None)
        if isinstance(loop, m.Turns):
            return say("the round is over")
        if loop is not None:
            return say("this part of the game is over")
        if any(
            _calls(turns.do, step.name.text) for turns in all_steps(self.speech.model) if isinstance(turns, m.Turns)
        ):
            return say("the turn is over")
        return say("nothing more of this is done")

    def parameters(self, name: str, args: Sequence[ex.Expression], scope: Scope) -> None:
        """Remember of what sorts the parameters of an action are."""
        if args and name not in self.given:
            self.given[name] = tuple(Thing(self.speech.sorts.of(arg, scope), self._offered_by(arg)) for arg in args)

    def _offered_by(self, arg: ex.Expression) -> str | None:
        """Who `me` is, where one action offers another."""
        if self.action and isinstance(arg, ex.Name) and arg.name == "me":
            name = asked.action_name(self.speech, self.action)
            return self.speech.put(say("the player who chose \u201c{action}\u201d", action=name))
        return None

    def named(self, sort: Sort) -> str:
        """What a parameter of an action is called in its own paragraph."""
        if sort.base == "player":
            return self.speech.put(say("the player concerned"))
        if sort.name == "place":
            return self.speech.put(say("the place concerned"))
        return self.speech.that(sort)


def _calls(steps: Sequence[m.Step], routine: str) -> bool:
    """Are steps nothing but a routine?"""
    return len(steps) == 1 and isinstance(steps[0], m.Call) and steps[0].routine.name == routine


def all_steps(model: m.Game) -> Iterator[m.Step]:
    """Every step of a game."""
    for steps in (model.flow, *(r.steps for r in model.routines.values()), *(a.do for a in model.actions.values())):
        yield from _within(steps)


def _within(steps: Sequence[m.Step]) -> Iterator[m.Step]:
    for step in steps:
        yield step
        for part in ("then", "otherwise", "do"):
            yield from _within(getattr(step, part, ()))
