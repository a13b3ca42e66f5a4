"""The steps of a spec as sentences; routines are told where they are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook import asked, nouns
from reglas.table.rulebook.book import Item
from reglas.table.rulebook.scope import Scope, Sort, Thing

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech


class Steps:
    """Tells steps; `ids` are the names of loops and routines that a step may leave, with what they are called."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.action = ""
        """The action whose steps are told."""
        self.given: dict[str, tuple[Thing, ...]] = {}
        """What the parameters of actions were, where they are first offered."""

    def told(self, steps: Sequence[m.Step], scope: Scope) -> tuple[Item, ...]:
        """Steps in order."""
        return tuple(item for step in steps for item in self.step(step, scope))

    def step(self, step: m.Step, scope: Scope) -> Iterator[Item]:
        """One step: a sentence, several, or none where it never happens."""
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
                yield self._item(self._clear(step))
            case _:
                yield self._item(self._simple(step, scope))

    def _item(self, message: Message, under: tuple[Item, ...] = ()) -> Item:
        return Item(self.speech.sentence(message), under)

    # -- things that move ------------------------------------------------------------------------------------------

    def _simple(self, step: m.Step, scope: Scope) -> Message:
        noun = self.speech.noun
        match step:
            case m.Move(_, _, cards, to, at):
                return self._move(cards, to, at, scope)
            case m.Swap(_, _, card, other):
                return say("Exchange {card} and {other}", card=noun(card, scope), other=noun(other, scope))
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
        parts = {"cards": self._cards(cards, scope), "zone": self.speech.noun(to, scope)}
        if at is not None:
            parts["place"] = self.speech.noun(at, scope)
            return say("Put {cards} in {zone}, in {place}", **parts)
        if not several or self._one(cards):
            return say("Put {cards} in {zone}", **parts)
        whole = isinstance(cards, ex.Name | ex.Apply) and cards.name in self.speech.model.zones
        return say("All of {cards} go to {zone}", **parts) if whole else say("{cards} go to {zone}", **parts)

    def _one(self, cards: ex.Expression) -> bool:
        """Is it a zone that holds one card at most?"""
        zone = self.speech.model.zones.get(cards.name) if isinstance(cards, ex.Name | ex.Apply) else None
        return zone is not None and self.speech.folder.number(zone.most) == 1

    def _cards(self, cards: ex.Expression, scope: Scope) -> str:
        """Cards to be moved; a zone that holds one card at most is that card."""
        return self.speech.noun(cards, scope)

    def _deal(self, step: m.Deal, scope: Scope) -> Message:
        count, speech = self.speech.fold(step.count, scope), self.speech
        pile = speech.noun(step.source, scope)
        one = isinstance(count, ex.Number) and count.value == 1
        number = speech.noun(count, scope)
        to = step.to
        if isinstance(to, ex.Name) and speech.model.per(to.name) is not None:
            zones = speech.grammar.the(speech.words.term("zones", to.name))
            parts = {"n": number, "pile": pile, "zone": zones}
            if isinstance(count, ex.Number):
                return say("Deal everybody {n} cards from {pile}: {zone}", **parts)
            return say("Deal everybody cards from {pile}, {n}: {zone}", **parts)
        parts = {"pile": pile, "zone": speech.noun(to, scope)}
        if one:
            return say("Draw a card from {pile}, if there is one, for {zone}", **parts)
        return say("Draw {n} cards from {pile}, as far as there are any, for {zone}", n=number, **parts)

    def _roll(self, step: m.Roll, scope: Scope) -> Message:
        what = self.speech.noun(step.what, scope)
        if step.source is not None:
            group = self.speech.noun(step.source, scope)
            return say("Draw lots among {group}: {what}", group=group, what=what)
        if step.by is not None:
            return say("Roll as many dice as this: {n} ({what})", n=self.speech.noun(step.by, scope), what=what)
        return say("Roll {what}", what=what)

    def _show(self, cards: ex.Expression, to: ex.Expression, scope: Scope) -> Message:
        parts = {"cards": self.speech.noun(cards, scope), "player": self.speech.noun(to, scope)}
        if isinstance(to, ex.Name) and to.name in ("everyone", "players", "seats"):
            return say("Everybody gets to see {cards}", **parts)
        if isinstance(to, ex.Name) and to.name == "me":
            return say("The player looks at {cards}, unseen by the others", **parts)
        return say("{player} looks at {cards}, unseen by the others", **parts)

    def _tell(self, step: m.Tell, scope: Scope) -> Message:
        thing, inner = nouns.element(self.speech, step.of, scope)
        group = self.speech.noun(step.of.group, scope)
        parts = {"group": group, "condition": self.speech.clause(step.condition, inner), "thing": thing}
        if isinstance(step.to, ex.Name) and step.to.name in ("everyone", "players", "seats"):
            return say("Say aloud of each card of {group} whether {condition}", **parts)
        who = self.speech.noun(step.to, scope)
        return say("Tell {player} of each card of {group} whether {condition}", player=who, **parts)

    # -- what is counted and noted ---------------------------------------------------------------------------------

    def _adjust(self, step: m.Adjust, scope: Scope) -> Message:
        speech = self.speech
        number = "1" if step.by is None else speech.noun(step.by, scope)
        name = step.token.name if isinstance(step.token, ex.Name | ex.Apply) else ""
        term = speech.words.term("tokens", name)
        folded = None if step.by is None else speech.fold(step.by, scope)
        if folded is None or isinstance(folded, ex.Number):
            things = speech.counted(number, term)
        else:
            things = speech.put(say("{things}, as many as this: {number}", things=term.many, number=number))
        if isinstance(step.token, ex.Apply) and step.token.args:
            player = speech.noun(step.token.args[0], scope)
            if step.sign > 0:
                return say("{player} gets {things}", player=player, things=things)
            return say("{player} loses {things}", player=player, things=things)
        return say("Gain {things}", things=things) if step.sign > 0 else say("Spend {things}", things=things)

    def _push(self, step: m.Push, scope: Scope) -> Message:
        speech = self.speech
        onto = speech.noun(ex.Name(step.span, step.onto.text), scope)
        if step.fields is not None:
            value = speech.listed([speech.noun(value, scope) for _, value in step.fields])
            return say("{values} now count among {group}", values=value, group=onto)
        value = speech.noun(step.value, scope)
        return say("{value} now counts among {group}", value=value, group=onto)

    def _assign(self, step: m.Assign, scope: Scope) -> Iterator[Item]:
        speech = self.speech
        for cell, value in step.cells:
            if speech.sorts.of(cell, scope).base == "flag":
                folded = speech.fold(value, scope)
                if isinstance(folded, ex.Truth):
                    holds = speech.clause(cell, scope) if folded.value else speech.denied(cell, scope)
                    yield self._item(say("From now on {condition}", condition=holds))
                else:
                    parts = {"cell": speech.clause(cell, scope), "value": speech.clause(value, scope)}
                    yield self._item(say("It is remembered that {cell} if {value}", **parts))
            elif isinstance(cell, ex.Apply) and cell.name in speech.model.tokens:
                parts = {"things": speech.noun(cell, scope), "value": speech.noun(value, scope)}
                yield self._item(say("{things} become {value}", **parts))
            else:
                yield self._item(self._becomes(cell, value, scope))

    def _becomes(self, cell: ex.Expression, value: ex.Expression, scope: Scope) -> Message:
        speech = self.speech
        parts = {"cell": speech.noun(cell, scope), "value": speech.noun(value, scope)}
        if isinstance(speech.shape(value, scope), ex.Choice):
            return say("{cell} is from now on: {value}", **parts)
        if speech.sorts.of(cell, scope).base == "player":
            return say("{value} becomes {cell}", **parts)
        return say("{cell} is now {value}", **parts)

    def _clear(self, step: m.Clear) -> Message:
        names = [self.speech.remembered(ex.Name(step.span, word.text)) for word in step.names]
        return say("This is forgotten: {things}", things=self.speech.listed(names))

    # -- order -----------------------------------------------------------------------------------------------------

    def _if(self, step: m.If, scope: Scope) -> Iterator[Item]:
        condition = self.speech.fold(step.condition, scope)
        if isinstance(condition, ex.Truth):
            yield from self.told(step.then if condition.value else step.otherwise, scope)
            return
        then = self.told(step.then, scope)
        yield self._item(say("If {condition}:", condition=self.speech.clause(step.condition, scope)), then)
        if step.otherwise:
            yield self._item(say("Otherwise:"), self.told(step.otherwise, scope))

    def _for(self, step: m.For, scope: Scope) -> Iterator[Item]:
        thing, inner = nouns.element(self.speech, step.binding, scope)
        group = self.speech.noun(step.binding.group, scope)
        if isinstance(step.binding.group, ex.Name) and step.binding.group.name in ("players", "seats"):
            staying = step.binding.group.name == "players" and "playing" in self.speech.model.definitions
            text = say("For each player still in the game:") if staying else say("For each player:")
        elif self.speech.sorts.of(step.binding.group, scope).base == "player":
            text = say("For each of {group}:", group=group)
        else:
            text = say("For each {thing} of {group}, in order:", thing=thing, group=group)
        if step.binding.where is not None:
            such = self.speech.clause(step.binding.where, inner)
            text = say("For each {thing} of {group} for which {such}:", thing=thing, group=group, such=such)
        yield self._item(text, self.told(step.do, inner))

    def _until(self, step: m.Until, scope: Scope) -> Iterator[Item]:
        condition = self.speech.clause(step.condition, scope)
        text = say("This is repeated until {condition}:", condition=condition)
        if step.most is not None:
            most = self.speech.noun(step.most, scope)
            text = say("This is repeated until {condition}, at most {n} times:", condition=condition, n=most)
        yield self._item(text, self.told(step.do, scope))

    def _turns(self, step: m.Turns, scope: Scope) -> Iterator[Item]:
        own = Scope(scope.things, self.speech.put(say("whoever has the turn")))
        yield from (self._item(text) for text in asked.order(self.speech, step, scope))
        if step.choose:
            yield asked.turn(self, step, own)
        else:
            yield self._item(say("A turn:"), self.told(step.do, own))

    def _call(self, step: m.Call, scope: Scope) -> Iterator[Item]:
        routine = self.speech.model.routines[step.routine.name]
        text = self.speech.routine(step.routine.name, step.routine.args, scope)
        if text is not None:
            yield Item(self.speech.sentence(text))
            return
        yield from self.told(routine.steps, self.speech.called(routine.parameters, step.routine.args, scope))

    def _leave(self, step: m.Leave) -> Message:
        loop = next((s for s in all_steps(self.speech.model) if s.id == step.name.text), None)
        if isinstance(loop, m.Turns):
            return say("With that the round is over")
        if loop is not None:
            return say("With that this part of the game is over")
        return say("No more of this is done")

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


def all_steps(model: m.Game) -> Iterator[m.Step]:
    """Every step of a game."""
    for steps in (model.flow, *(r.steps for r in model.routines.values()), *(a.do for a in model.actions.values())):
        yield from _within(steps)


def _within(steps: Sequence[m.Step]) -> Iterator[m.Step]:
    for step in steps:
        yield step
        for part in ("then", "otherwise", "do"):
            yield from _within(getattr(step, part, ()))
