"""Expressions in words: what a thing is called, and what a condition says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec.loading import Spec
from reglas.spec.model import Action, Game
from reglas.table.grammar import Term
from reglas.table.rulebook import clauses, nouns
from reglas.table.rulebook.address import addressed, spoken_of
from reglas.table.rulebook.folding import Folder
from reglas.table.rulebook.phrasebook import Phrasebook
from reglas.table.rulebook.scope import Scope, Sort, Thing
from reglas.table.rulebook.sorts import Sorts
from reglas.table.words import Words, filled

SPELLED = {2: say("two"), 3: say("three"), 4: say("four"), 5: say("five"), 6: say("six"), 7: say("seven"),
           8: say("eight"), 9: say("nine"), 10: say("ten")}  # fmt: skip
"""The numbers written in letters where things are counted."""

MEMBERS = ("X", "Y", "Z")
"""What stands for things of one sort that a definition tells apart."""


@dataclass
class Speech:
    """Says the expressions of a game in a language; remembers which definitions it named and owes to the reader."""

    spec: Spec
    model: Game
    lang: str
    players: int | None = None
    owed: dict[str, tuple[Thing, ...]] = field(default_factory=dict)
    owed_routines: dict[str, tuple[Thing, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = Words(self.spec, self.lang)
        self.grammar = self.words.grammar
        self.folder = Folder(self.model, self.players)
        self.sorts = Sorts(self.model)
        self.book = Phrasebook(self.model, self.words.tree)

    def speak_with(self, other: Speech) -> None:
        """Use the words of another spec; what only that one has is nothing here, and stands for nothing else."""
        self.words, self.book = other.words, Phrasebook(self.model, other.words.tree)
        self.book.known |= other.book.known

    # -- texts -----------------------------------------------------------------------------------------------------

    def put(self, message: Message) -> str:
        """A message in the language."""
        return message.text(self.lang)

    def sentence(self, message: Message | str) -> str:
        """A whole sentence; one that introduces what is under it ends with its colon."""
        text = addressed(message if isinstance(message, str) else self.put(message), self.lang)
        whole = self.grammar.finish(text)
        return whole.removesuffix(".") if text.rstrip().endswith(":") else whole

    def listed(self, texts: Sequence[str], either: bool = False) -> str:
        """Several in a row: `a, b and c`."""
        if len(texts) < 2:
            return "".join(texts)
        *first, last = texts
        first_texts = ", ".join(first)
        if either:
            return self.put(say("{first} or {last}", first=first_texts, last=last))
        return self.put(say("{first} and {last}", first=first_texts, last=last))

    def counted(self, number: str, term: Term) -> str:
        """A number of things; one of them in the words of the language."""
        if number == "1":
            return self.put(self.a(term))
        return f"{self.spelled(number)} {term.many}"

    def spelled(self, number: str) -> str:
        """A number of things, a small one in letters."""
        return self.put(SPELLED[int(number)]) if number.isdigit() and int(number) in SPELLED else number

    def so_many(self, number: str, term: Term) -> str:
        """A number of things, of which the number is what matters: `one coin`."""
        if number != "1":
            return f"{self.spelled(number)} {term.many}"
        feminine = term.gender == "f"
        return self.put(say("one {feminine}", feminine=term.one) if feminine else say("one {thing}", thing=term.one))

    def a(self, term: Term) -> Message:
        """A thing that was not spoken of before."""
        if term.gender == "f":
            return say("a {feminine}", feminine=term.one)
        return say("a {thing}", thing=term.one)

    # -- expressions -----------------------------------------------------------------------------------------------

    def fold(self, expr: ex.Expression, scope: Scope) -> ex.Expression:
        """A simpler expression, with what is settled of the names in force."""
        settled = {}
        for name, thing in scope.things.items():
            if thing.expr is not None:
                value = self.fold(thing.expr, thing.scope or Scope())
                settled[name] = value if self.folder.constant(value) else ex.Name(thing.expr.span, name)
            else:
                settled[name] = ex.Name(expr.span, name)
        return self.folder.fold(expr, settled)

    def noun(self, expr: ex.Expression, scope: Scope) -> str:
        """What a thing is called."""
        return self._phrase(expr, scope) or nouns.noun(self, expr, scope)

    def clause(self, expr: ex.Expression, scope: Scope) -> str:
        """What a condition says."""
        return self._phrase(expr, scope) or clauses.clause(self, expr, scope)

    def denied(self, expr: ex.Expression, scope: Scope) -> str:
        """That a condition does not hold."""
        return self._phrase(ex.Not(expr.span, expr), scope) or clauses.denied(self, expr, scope)

    def _phrase(self, expr: ex.Expression, scope: Scope) -> str | None:
        folded = self.fold(expr, scope)
        if self.folder.constant(folded):
            return None
        if isinstance(expr, ex.Name) and expr.name in scope.things:
            return None
        for form in (folded, expr):
            found = self.book.find(form)
            if found is None:
                continue
            phrase, bound = found
            self._owe(phrase.pattern, bound, scope)
            values = {name: bound.get(name) or ex.Name(expr.span, name) for name in phrase.parts}
            return filled(phrase.text, {name: self.noun(value, scope) for name, value in values.items()})
        return None

    def routine(self, name: str, args: tuple[ex.Expression, ...], scope: Scope) -> str | None:
        """The sentence for a routine where it is called, which owes the reader its steps; None where it has none."""
        span = self.model.span
        called = ex.Apply(span, name, span, args) if args else ex.Name(span, name)
        text = self._phrase(called, scope)
        if text is not None and name not in self.owed_routines:
            self.owed_routines[name] = tuple(Thing(self.sorts.of(arg, scope)) for arg in args)
        return text

    def never(self, action: Action) -> bool:
        """Do the options in force rule an action out?"""
        tests = [self.folder.fold(need.test) for need in action.needs]
        return any(isinstance(test, ex.Truth) and not test.value for test in tests)

    def family(self, expr: ex.Expression) -> bool:
        """Is it all the zones, or dice, of a family that players have?"""
        known = isinstance(expr, ex.Name) and (expr.name in self.model.zones or expr.name in self.model.dice)
        per = self.model.per(expr.name) if known and isinstance(expr, ex.Name) else None
        return per is not None and per.text == "player"

    def shape(self, expr: ex.Expression, scope: Scope) -> ex.Expression:
        """The expression that is told: definitions and parameters without a sentence of their own are looked into."""
        folded = self.fold(expr, scope)
        if self.phrased(expr) or self.phrased(folded) or not isinstance(folded, ex.Apply | ex.Name):
            return ex.Nothing(expr.span) if self.phrased(expr) or self.phrased(folded) else folded
        thing = scope.things.get(folded.name) if isinstance(folded, ex.Name) else None
        if thing is not None:
            return self.shape(thing.expr, thing.scope or Scope()) if thing.expr is not None else folded
        definition = self.model.definitions.get(folded.name)
        if definition is None:
            return folded
        args = folded.args if isinstance(folded, ex.Apply) else ()
        return self.shape(definition.body, self.called(definition.parameters, args, scope))

    def remembered(self, name: ex.Name) -> str:
        """Something in memory by its name alone; one flag is `whether ..`."""
        memory = self.model.memory.get(name.name)
        if memory is not None and memory.of is not None and memory.of.text == "flag" and memory.per is None:
            return self.put(say("whether {condition}", condition=self.clause(name, Scope())))
        return self.noun(name, Scope())

    def phrased(self, expr: ex.Expression) -> bool:
        """Has an expression a sentence of its own?"""
        return self.book.find(expr) is not None

    def _owe(self, pattern: object, bound: dict[str, ex.Expression], scope: Scope) -> None:
        """Remember the definitions that a sentence names, so that the book says what they are."""
        for name, args in self.sorts.calls(pattern):
            if name in self.owed:
                continue
            given = [bound.get(a.name, a) if isinstance(a, ex.Name) else a for a in args]
            definition = self.model.definitions[name]
            known = [self.sorts.parameter(definition, parameter) for parameter in definition.parameters]
            self.owed[name] = tuple(
                Thing(sort or self.sorts.of(arg, scope)) for sort, arg in zip(known, given, strict=False)
            )

    # -- scopes ----------------------------------------------------------------------------------------------------

    def called(self, parameters: Sequence[str], args: Sequence[ex.Expression], scope: Scope) -> Scope:
        """The scope of a body: its parameters are what they were called with."""
        things = {
            name: Thing(self.sorts.of(arg, scope), expr=arg, scope=scope)
            for name, arg in zip(parameters, args, strict=False)
        }
        return Scope(things, scope.me, scope.own)

    def introduced(self, names: Sequence[str], things: Sequence[Thing], first: bool) -> Scope:
        """Parameters as they are named at first, and afterwards; letters tell two of one sort apart."""
        sorts = [thing.sort for thing in things]
        bound = {}
        for at, (name, sort) in enumerate(zip(names, sorts, strict=False)):
            word = self.of_sort(sort) if first else self.that(sort)
            letter = MEMBERS[sorts[:at].count(sort) % len(MEMBERS)]
            if sorts.count(sort) > 1:
                word = f"{word} {letter}" if first else letter
            bound[name] = Thing(sort, word)
        return Scope(bound)

    def of_sort(self, sort: Sort) -> str:
        """A thing by its sort alone: `the card`."""
        if sort.base == "kind":
            term = self.words.term("kinds", sort.name)
            return self.grammar.the(term, many=True) if sort.many else self.put(self.a(term))
        if sort.many:
            names = {"player": say("those players"), "card": say("those cards"), "die": say("those dice")}
            return self.put(names.get(sort.base, say("those things")))
        names = {"player": say("a player"), "card": say("a card"), "die": say("a die"), "number": say("a number")}
        return self.put(names.get(sort.base, say("that thing")))

    def that(self, sort: Sort) -> str:
        """A thing spoken of before: `that card`."""
        if sort.base == "kind":
            term = self.words.term("kinds", sort.name)
            return self.put(say("that {feminine}", feminine=term.one) if term.gender == "f" else
                            say("that {thing}", thing=term.one))  # fmt: skip
        names = {"player": say("that player"), "card": say("that card"), "die": say("that die"),
                 "number": say("that number")}  # fmt: skip
        return spoken_of(self.put(names.get(sort.base, say("that thing"))), sort.base == "player")
