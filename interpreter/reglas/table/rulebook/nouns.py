"""What the things of a game are called in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.unparse import unparse
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.table.rulebook import tables
from reglas.table.rulebook.address import READER, SOMEONE, as_noun, relative, wished
from reglas.table.rulebook.scope import Scope, Sort, Thing

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech

CONDITIONS = (ex.Both, ex.Either, ex.Not, ex.Compare, ex.Member, ex.IsNone, ex.IsRung, ex.Quantifier)
"""What is a condition wherever it stands."""


def noun(speech: Speech, expr: ex.Expression, scope: Scope) -> str:
    """A thing in words."""
    folded = speech.fold(expr, scope)
    match folded:
        case ex.Number(_, value):
            return str(value).replace("-", "\u2212")
        case ex.Truth(_, truth):
            return speech.put(say("yes") if truth else say("no"))
        case ex.Nothing():
            return speech.put(say("nobody or nothing"))
        case ex.Name(_, name):
            return name_in_words(speech, name, scope)
        case ex.Apply():
            return _apply(speech, folded, scope)
        case ex.Attribute(_, value, name, _):
            return _attribute(speech, value, name, scope)
        case ex.Table():
            return tables.in_words(speech, folded, scope)
        case ex.Choice(_, condition, yes, no):
            return speech.put(say("{yes} if {condition}, and otherwise {no}", yes=speech.noun(yes, scope),
                                  condition=speech.clause(condition, scope), no=speech.noun(no, scope)))  # fmt: skip
        case ex.Selection():
            return _selection(speech, folded, scope)
        case ex.Quantifier(_, op, body, binding) if op in ("sum", "min", "max"):
            return _over(speech, op, body, binding, scope)
        case ex.Arithmetic(_, op, left, right):
            sides = [
                f"({speech.noun(side, scope)})"
                if isinstance(speech.shape(side, scope), ex.Choice)
                else speech.noun(side, scope)
                for side in (left, right)
            ]
            return _arithmetic(speech, op, *sides)
        case ex.Negative(_, value):
            return speech.put(say("minus {value}", value=speech.noun(value, scope)))
        case ex.Unread(span):
            return span.text
        case ex.Range(_, low, high):
            return speech.put(
                say("the numbers {low} to {high}", low=speech.noun(low, scope), high=speech.noun(high, scope))
            )
    if isinstance(folded, CONDITIONS):
        return speech.put(say("whether {condition}", condition=speech.clause(folded, scope)))
    return unparse(folded)


# -- names --------------------------------------------------------------------------------------------------------


def name_in_words(speech: Speech, name: str, scope: Scope) -> str:
    """A name by itself."""
    if name in scope.things:
        return _thing(speech, name, scope.things[name])
    if name == "me":
        return scope.me or READER
    named = {"others": say("the others"), "players": say("the players"), "seats": say("all players"),
             "everyone": say("everybody"), "foul": say("a rule was broken")}  # fmt: skip
    if name == "players" and "playing" in speech.model.definitions:
        return speech.put(say("the players still in the game"))
    if name in named:
        return speech.put(named[name])
    sort = speech.sorts.of(ex.Name(_span(speech), name), scope)
    declared = name in speech.model.memory or name in speech.model.definitions
    if sort.base == "kind" and not sort.many and not declared:
        return speech.words.value(sort.name, name).one
    return _component(speech, name, scope)


def _component(speech: Speech, name: str, scope: Scope) -> str:
    model, words = speech.model, speech.words
    if name in model.definitions:
        return speech.noun(model.definitions[name].body, Scope({}, scope.me))
    if name in model.kinds:
        return speech.grammar.the(words.term("kinds", name), many=True)
    if name in model.tokens:
        term = words.term("tokens", name)
        if model.tokens[name].per is not None:
            return speech.grammar.the(term, many=True)
        return speech.put(say("the number of {things}", things=term.many))
    if name in model.zones or name in model.dice:
        family = model.per(name) is not None
        several = family or (name in model.dice and _several(speech, name))
        text = speech.grammar.the(words.term("zones", name), many=several)
        return speech.put(say("{zones} of everybody", zones=text)) if family else text
    if name in model.memory:
        return noted(speech, name)
    option = model.options.get(name)
    if option is not None and option.default is not None:
        return tables.by_players(speech, option.default, scope)
    return name


def noted(speech: Speech, name: str) -> str:
    """Something in memory by its label, as a noun where it is one."""
    label = speech.words.term("memory", name).one
    return as_noun(label, speech.lang) or speech.put(say("\u201c{action}\u201d", action=label))


def _several(speech: Speech, dice: str) -> bool:
    return speech.folder.number(speech.model.dice[dice].count) != 1


def _thing(speech: Speech, name: str, thing: Thing) -> str:
    if thing.text is not None:
        return thing.text
    if thing.expr is not None:
        return speech.noun(thing.expr, thing.scope or Scope())
    return speech.that(thing.sort)


def _span(speech: Speech) -> Span:
    return speech.model.span


# -- what is applied ----------------------------------------------------------------------------------------------


def _apply(speech: Speech, expr: ex.Apply, scope: Scope) -> str:
    model, name = speech.model, expr.name
    definition = model.definitions.get(name)
    if definition is not None:
        return speech.noun(definition.body, speech.called(definition.parameters, expr.args, scope))
    if name in model.zones or name in model.dice:
        return zone(speech, name, expr.args, scope)
    if name in model.tokens:
        term = speech.words.term("tokens", name)
        return _of_player(speech, speech.grammar.the(term, many=True), term.many, expr.args, scope)
    if name in model.memory:
        label = noted(speech, name)
        return speech.put(say("{thing} of {player}", thing=label, player=speech.noun(expr.args[0], scope)))
    rung = next((kind for kind in model.kinds.values() for word, _ in kind.ladder or () if word.text == name), None)
    args = [speech.noun(arg, scope) for arg in expr.args]
    if rung is not None:
        return speech.words.value(rung.name, f"{name}-{args[0]}").one
    cards = bool(args) and speech.sorts.of(expr.args[0], scope).base == "card"
    message = _function(name, args, cards, speech.spelled)
    if name == "size" and speech.sorts.of(expr.args[0], scope).base == "player":
        message = say("the number of players among {group}", group=args[0])
        if isinstance(expr.args[0], ex.Name) and expr.args[0].name in ("seats", "players"):
            message = say("the number of players")
    if name == "size" and speech.sorts.of(expr.args[0], scope).base == "die":
        message = say("the number of dice of {group}", group=args[0])
    if name == "size" and speech.sorts.of(expr.args[0], scope).base in ("kind", "number", "record", "flag"):
        message = say("how many there are among {group}", group=args[0])
    return speech.put(message)


def _function(name: str, args: list[str], cards: bool, spelled: Callable[[str], str]) -> Message:
    one = args[0] if args else ""
    two = spelled(args[1]) if len(args) > 1 else ""
    if len(args) > 1 and name in ("min", "max"):
        return say("the smaller of {a} and {b}", a=one, b=two) if name == "min" else say(
            "the larger of {a} and {b}", a=one, b=two)  # fmt: skip
    if len(args) > 1 and cards and name in ("first", "last"):
        if name == "first":
            return say("the first {n} cards of {group}", n=two, group=one)
        return say("the last {n} cards of {group}", n=two, group=one)
    if len(args) > 1 and name in ("top", "first", "last"):
        several = {"top": say("the top {n} of {group}", n=two, group=one),
                   "first": say("the first {n} of {group}", n=two, group=one),
                   "last": say("the last {n} of {group}", n=two, group=one)}  # fmt: skip
        return several[name]
    functions = {
        "size": say("the number of cards in {zone}", zone=one),
        "top": say("the top card of {zone}", zone=one),
        "first": say("the first of {group}", group=one),
        "last": say("the last of {group}", group=one),
        "next": say("the player after {player}", player=one),
        "previous": say("the player before {player}", player=one),
        "ahead": say("the player {n} seats after {player}", player=one, n=two),
        "others": say("all but {player}", player=one),
        "owner": say("whoever has {card}", card=one),
        "index": say("the place of {card}", card=one),
        "copies": say("how many there are of {card} in all", card=one),
    }
    return functions.get(name, say("{name} of {thing}", name=name, thing=", ".join(args)))


def zone(speech: Speech, name: str, args: tuple[ex.Expression, ...], scope: Scope) -> str:
    """One zone of a family."""
    term, grammar = speech.words.term("zones", name), speech.grammar
    per = speech.model.per(name)
    if per is not None and per.text == "player":
        several = name in speech.model.dice and _several(speech, name)
        return _of_player(speech, grammar.the(term), term.one, args, scope, many=several)
    key = speech.fold(args[0], scope)
    if isinstance(key, ex.Name) and speech.folder.constant(key) and per is not None:
        return grammar.keyed(term, speech.words.value(per.text, key.name))
    return speech.put(say("{the_zone} of {key}", the_zone=grammar.the(term), key=speech.noun(args[0], scope)))


def _of_player(
    speech: Speech, the: str, bare: str, args: tuple[ex.Expression, ...], scope: Scope, many: bool = True
) -> str:
    """A thing of a player: `their hand`, `the hand of that player`."""
    owner = speech.fold(args[0], scope)
    if isinstance(owner, ex.Name) and owner.name in scope.things:
        thing = scope.things[owner.name]
        if thing.expr is not None and thing.scope is not None:
            inner = speech.fold(thing.expr, thing.scope)
            if isinstance(inner, ex.Name) and inner.name == "me" and thing.scope.own is None:
                owner = inner
    if isinstance(owner, ex.Name) and owner.name == "me" and scope.me is None:
        return speech.put(say("your {things}", things=bare) if the != bare and _is_many(the) else
                          say("your {thing}", thing=bare))  # fmt: skip
    return speech.put(say("{thing} of {player}", thing=the, player=speech.noun(args[0], scope)))


def _is_many(the: str) -> bool:
    return the.startswith(("los ", "las "))


def _attribute(speech: Speech, value: ex.Expression, name: str, scope: Scope) -> str:
    of = speech.sorts.of(value, scope)
    thing = speech.noun(value, scope)
    if of.base == "die":
        return speech.put(say("the face of {die}", die=thing))
    if of.base == "record":
        sort = speech.sorts.of(ex.Attribute(value.span, value, name, value.span), scope)
        return speech.put(say("the player it falls to")) if sort.base == "player" else speech.that(sort)
    if name in speech.model.kinds:
        return speech.put(say("{thing} of {of}", thing=speech.grammar.the(speech.words.term("kinds", name)), of=thing))
    return speech.put(say("the number of {value}", value=thing))


# -- groups -------------------------------------------------------------------------------------------------------


def element(speech: Speech, binding: ex.Binding, scope: Scope) -> tuple[str, Scope]:
    """The bare noun for one of a group, and the scope in which its name is `that one`, or `the other` where one of
    its sort is spoken of already."""
    sort = speech.sorts.of(binding.group, scope).one
    others = {"player": say("the other player"), "card": say("the other card"), "die": say("the other die")}
    spoken = {_last(thing) for thing in scope.things.values() if thing.sort == sort}
    text = speech.that(sort)
    if text in spoken and sort.base in others:
        text = speech.put(others[sort.base])
    return bare(speech, sort), scope.bind({binding.variable: Thing(sort, text)})


def _last(thing: Thing) -> str | None:
    """What a thing is called, through the parameters it was handed on by."""
    if isinstance(thing.expr, ex.Name) and thing.scope is not None and thing.expr.name in thing.scope.things:
        return _last(thing.scope.things[thing.expr.name])
    return thing.text


def bare(speech: Speech, sort: Sort) -> str:
    """One of a sort without an article."""
    if sort.base == "kind":
        return speech.words.term("kinds", sort.name).one
    names = {"player": say("player"), "card": say("card"), "die": say("die"), "number": say("number")}
    return speech.put(names.get(sort.base, say("thing")))


def with_article(speech: Speech, sort: Sort) -> str:
    """One of a sort that was not spoken of: `a card`."""
    if sort.base == "kind":
        return speech.put(speech.a(speech.words.term("kinds", sort.name)))
    names = {"player": say("a player"), "card": say("a card"), "die": say("a die"), "number": say("a number")}
    return speech.put(names.get(sort.base, say("something")))


def such(
    speech: Speech, condition: ex.Expression, variable: str, sort: Sort, scope: Scope, sought: bool = False
) -> str | None:
    """A condition on a thing as a clause that follows its noun; None where it cannot be said so. `sought` where a
    thing is looked for of which it holds."""
    inner = scope.bind({variable: Thing(sort, SOMEONE)})
    parts: list[str] = []
    for part in conjuncts(speech.fold(condition, inner)):
        turned = relative(speech.clause(part, inner), speech.lang, sort.base == "player")
        if turned is None:
            return None
        parts.append(wished(turned, speech.lang) if sought else turned)
    return speech.listed(parts)


def conjuncts(expr: ex.Expression) -> list[ex.Expression]:
    """The parts of a condition all of which must hold."""
    return [*conjuncts(expr.left), *conjuncts(expr.right)] if isinstance(expr, ex.Both) else [expr]


def _selection(speech: Speech, expr: ex.Selection, scope: Scope) -> str:
    binding = expr.binding
    _, inner = element(speech, binding, scope)
    group = speech.noun(binding.group, scope)
    if expr.op in ("highest", "lowest") and expr.key is not None:
        return _best(speech, expr, scope)
    if binding.where is None:
        return speech.put(say("how many there are among {group}", group=group)) if expr.op == "count" else group
    which = such(speech, binding.where, binding.variable, speech.sorts.of(binding.group, scope).one, scope)
    if which is not None:
        texts = {"count": say("how many there are among {group} {which}", group=group, which=which),
                 "first": say("the first of {group} {which}", group=group, which=which)}  # fmt: skip
        return speech.put(texts.get(expr.op, say("those of {group} {which}", group=group, which=which)))
    holds = speech.clause(binding.where, inner)
    if expr.op == "count":
        return speech.put(say("how many of {group} there are for which {such}", group=group, such=holds))
    if expr.op == "first":
        return speech.put(say("the first of {group} for which {such}", group=group, such=holds))
    return speech.put(say("those of {group} for which {such}", group=group, such=holds))


def _best(speech: Speech, expr: ex.Selection, scope: Scope) -> str:
    """Those of a group that share the highest or the lowest number."""
    binding = expr.binding
    sort = speech.sorts.of(binding.group, scope).one
    group = speech.noun(binding.group, scope)
    if binding.where is not None:
        group = speech.noun(ex.Selection(expr.span, "those", binding, None), scope)
    assert expr.key is not None
    key = speech.noun(expr.key, scope.bind({binding.variable: Thing(sort, SOMEONE)}))
    for owned in (f" de {SOMEONE}", f" of {SOMEONE}"):
        key = key.removesuffix(owned)
    if SOMEONE in key:
        _, inner = element(speech, binding, scope)
        key = speech.noun(expr.key, inner)
    if expr.op == "highest":
        return speech.put(say("those of {group} with the most: {key}", group=group, key=key))
    return speech.put(say("those of {group} with the least: {key}", group=group, key=key))


def _over(speech: Speech, op: str, body: ex.Expression, binding: ex.Binding, scope: Scope) -> str:
    thing, inner = element(speech, binding, scope)
    group = speech.noun(binding.group, scope)
    text = speech.noun(body, inner)
    if binding.where is not None:
        group = speech.noun(ex.Selection(binding.span, "those", binding, None), scope)
    whole = isinstance(binding.group, ex.Name) and binding.where is None
    if op == "sum" and isinstance(binding.group, ex.Name) and binding.group.name in speech.model.kinds:
        sort = speech.sorts.of(binding.group, scope).one
        where = binding.where
        which = None if where is None else such(speech, where, binding.variable, sort, scope)
        if which is not None:
            return speech.put(say("the sum of {body}, for each {thing} {which}", body=text, thing=thing, which=which))
    if op == "sum" and whole:
        return speech.put(say("the sum of {body}, for each {thing}", body=text, thing=thing))
    if op == "sum":
        return speech.put(say("the sum of {body}, for each {thing} of {group}", thing=thing, group=group, body=text))
    if op == "max":
        return speech.put(
            say("the largest there is of {body}, for each {thing} of {group}", thing=thing, group=group, body=text)
        )
    return speech.put(
        say("the smallest there is of {body}, for each {thing} of {group}", thing=thing, group=group, body=text)
    )


def _arithmetic(speech: Speech, op: str, a: str, b: str) -> str:
    if op == "+":
        return speech.put(say("{a} plus {b}", a=a, b=b))
    if op == "-":
        return speech.put(say("{a} minus {b}", a=a, b=b))
    if op == "*":
        return speech.put(say("{a} times {b}", a=a, b=b))
    return speech.put(say("{a} divided by {b}, rounded down", a=a, b=b))
