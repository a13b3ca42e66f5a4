"""Conditions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.table.rulebook import nouns
from reglas.table.rulebook.address import SOMEONE
from reglas.table.rulebook.scope import Scope, Sort, Thing

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech

OPPOSITE: dict[str, ex.CompareOp] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def clause(speech: Speech, expr: ex.Expression, scope: Scope) -> str:
    """That a condition holds."""
    folded = speech.fold(expr, scope)
    match folded:
        case ex.Truth(_, truth):
            return speech.put(say("it is always so") if truth else say("it is never so"))
        case ex.Both(_, left, right) if _follows(speech, left, right, scope):
            return speech.clause(right, scope)
        case ex.Both(_, left, right):
            return speech.put(say("{first} and {last}", first=_grouped(speech, left, scope),
                                  last=_grouped(speech, right, scope)))  # fmt: skip
        case ex.Either(_, left, right):
            return speech.put(say("{first}, or {last}", first=speech.clause(left, scope),
                                  last=speech.clause(right, scope)))  # fmt: skip
        case ex.Not(_, value):
            return speech.denied(value, scope)
        case ex.Compare():
            return _compare(speech, folded, scope)
        case ex.Member(_, item, group, negated):
            parts = {"item": speech.noun(item, scope), "group": speech.noun(group, scope)}
            return speech.put(say("{item} is not among {group}", **parts) if negated else
                              say("{item} is among {group}", **parts))  # fmt: skip
        case ex.IsNone(_, value, negated):
            thing = speech.noun(value, scope)
            return speech.put(
                say("there is already {thing}", thing=thing)
                if negated
                else say("there is not yet {thing}", thing=thing)
            )
        case ex.IsRung(_, value, rung, _):
            name = speech.words.value("", rung).one
            return speech.put(say("{value} is a {rung}", value=speech.noun(value, scope), rung=name))
        case ex.Choice(_, condition, yes, no):
            return speech.put(say("if {condition}, then {yes}; and if not, then {no}", yes=speech.clause(yes, scope),
                                  condition=speech.clause(condition, scope), no=speech.clause(no, scope)))  # fmt: skip
        case ex.Quantifier(_, op, body, binding) if op in ("any", "all"):
            return _quantified(speech, op, body, binding, scope)
    return _named(speech, folded, scope)


def denied(speech: Speech, expr: ex.Expression, scope: Scope) -> str:
    """That a condition does not hold."""
    folded = speech.fold(expr, scope)
    match folded:
        case ex.Both(span, left, right):
            return speech.clause(ex.Either(span, ex.Not(span, left), ex.Not(span, right)), scope)
        case ex.Apply(_, "saw", _, (who, card)):
            parts = {"player": speech.noun(who, scope), "card": speech.noun(card, scope)}
            return speech.put(say("{player} has not seen {card}", **parts))
        case ex.Apply() | ex.Name() if not speech.phrased(folded) and folded.name in speech.model.definitions:
            definition = speech.model.definitions[folded.name]
            args = folded.args if isinstance(folded, ex.Apply) else ()
            return speech.denied(definition.body, speech.called(definition.parameters, args, scope))
        case ex.Truth(span, truth):
            return speech.clause(ex.Truth(span, not truth), scope)
        case ex.Not(_, value):
            return speech.clause(value, scope)
        case ex.Compare(span, op, left, right):
            return speech.clause(ex.Compare(span, OPPOSITE[op], left, right), scope)
        case ex.Member(span, item, group, negated):
            return speech.clause(ex.Member(span, item, group, not negated), scope)
        case ex.IsNone(span, value, negated):
            return speech.clause(ex.IsNone(span, value, not negated), scope)
        case ex.Quantifier(_, "any", body, binding) if (text := none_such(speech, body, binding, scope)) is not None:
            return text
    return speech.put(say("it is not so that {condition}", condition=speech.clause(folded, scope)))


def _grouped(speech: Speech, part: ex.Expression, scope: Scope) -> str:
    """A side of `and`; one that is an `or` stands in brackets."""
    text = speech.clause(part, scope)
    return f"({text})" if _is_either(speech, part, scope) else text


def _follows(speech: Speech, left: ex.Expression, right: ex.Expression, scope: Scope) -> bool:
    """Does a comparison with a number follow from what comes after it, as `n > 0` from `n == 3`?"""
    first, last = speech.fold(left, scope), speech.fold(right, scope)
    if isinstance(last, ex.Name) and last.name in speech.model.definitions and not speech.phrased(last):
        last = speech.fold(speech.model.definitions[last.name].body, Scope({}, scope.me))
    if not (isinstance(first, ex.Compare) and isinstance(last, ex.Compare) and last.op == "=="):
        return False
    value = speech.folder.number(last.right)
    if value is None or first.left != last.left:
        return False
    settled = speech.folder.fold(ex.Compare(first.span, first.op, ex.Number(first.span, value), first.right))
    return isinstance(settled, ex.Truth) and settled.value


def _is_either(speech: Speech, part: ex.Expression, scope: Scope) -> bool:
    """Is a condition told as one of two?"""
    return isinstance(speech.shape(part, scope), ex.Either)


def _side(speech: Speech, part: ex.Expression, scope: Scope) -> str:
    """A side of a comparison; one that depends on a condition stands in brackets."""
    text = speech.noun(part, scope)
    return f"({text})" if isinstance(speech.shape(part, scope), ex.Choice) else text


def _named(speech: Speech, expr: ex.Expression, scope: Scope) -> str:
    """A condition that has a name: a parameter, a definition, a flag in memory."""
    if isinstance(expr, ex.Name):
        thing = scope.things.get(expr.name)
        if thing is not None and thing.expr is not None:
            return speech.clause(thing.expr, thing.scope or Scope())
        definition = speech.model.definitions.get(expr.name)
        if thing is None and definition is not None:
            return speech.clause(definition.body, Scope({}, scope.me))
        if expr.name == "foul":
            return speech.put(say("a rule was broken"))
    if isinstance(expr, ex.Name | ex.Apply) and expr.name in speech.model.memory:
        label = speech.words.term("memory", expr.name).one
        if isinstance(expr, ex.Name) and speech.words.has("memory", expr.name) and speech.words.tree is not None:
            return label
        if isinstance(expr, ex.Name):
            return speech.put(say("it is noted that \u201c{label}\u201d", label=label))
        player = speech.noun(expr.args[0], scope)
        return speech.put(say("it is noted of {player} that \u201c{label}\u201d", player=player, label=label))
    if isinstance(expr, ex.Apply):
        definition = speech.model.definitions.get(expr.name)
        if definition is not None:
            return speech.clause(definition.body, speech.called(definition.parameters, expr.args, scope))
        if expr.name == "saw":
            who, card = (speech.noun(arg, scope) for arg in expr.args)
            return speech.put(say("{player} has seen {card}", player=who, card=card))
        if expr.name == "owed":
            return speech.put(say("{player} still has a turn to come", player=speech.noun(expr.args[0], scope)))
    return speech.put(say("this holds: {thing}", thing=nouns.noun(speech, expr, scope)))


# -- comparisons --------------------------------------------------------------------------------------------------


def _compare(speech: Speech, expr: ex.Compare, scope: Scope) -> str:
    stock = _stock(speech, expr, scope)
    if stock is not None:
        return speech.put(stock)
    if expr.op in ("==", "!=") and isinstance(expr.left, nouns.CONDITIONS) and isinstance(expr.right, nouns.CONDITIONS):
        both = {"first": speech.clause(expr.left, scope), "second": speech.clause(expr.right, scope)}
        return speech.put(say("{first} exactly when {second}", **both) if expr.op == "==" else
                          say("either {first} or {second}, but not both", **both))  # fmt: skip
    more = _more(speech, expr, scope)
    if more is not None:
        return speech.put(more)
    left, right = _side(speech, expr.left, scope), _side(speech, expr.right, scope)
    texts = {
        "==": say("{left} is {right}", left=left, right=right),
        "!=": say("{left} is not {right}", left=left, right=right),
        "<": say("{left} is less than {right}", left=left, right=right),
        "<=": say("{left} is at most {right}", left=left, right=right),
        ">": say("{left} is more than {right}", left=left, right=right),
        ">=": say("{left} is at least {right}", left=left, right=right),
    }
    return speech.put(texts[expr.op])


def _more(speech: Speech, expr: ex.Compare, scope: Scope) -> Message | None:
    """A number that is so much more or less than another."""
    right = expr.right
    if expr.op != "==" or not isinstance(right, ex.Arithmetic) or right.op not in ("+", "-"):
        return None
    number = speech.folder.number(right.right)
    if number is None or number < 1:
        return None
    parts = {"left": _side(speech, expr.left, scope), "right": _side(speech, right.left, scope),
             "n": speech.spelled(str(number))}  # fmt: skip
    if number == 1:
        return say("{left} is one more than {right}", **parts) if right.op == "+" else say(
            "{left} is one less than {right}", **parts)  # fmt: skip
    return say("{left} is {n} more than {right}", **parts) if right.op == "+" else say(
        "{left} is {n} less than {right}", **parts)  # fmt: skip


def _stock(speech: Speech, expr: ex.Compare, scope: Scope) -> Message | None:
    """How many tokens or cards there are, said as people say it."""
    number = speech.folder.number(expr.right)
    empty = (expr.op, number) in (("==", 0), ("<=", 0), ("<", 1))
    some = (expr.op, number) in ((">", 0), (">=", 1), ("!=", 0))
    match expr.left:
        case ex.Name(_, name) if name in speech.model.tokens and name not in scope.things:
            term = speech.words.term("tokens", name)
            left = speech.folder.number(speech.model.tokens[name].start or expr.right) != 0
            if empty or some:
                return _any_left(term.many, some, left)
            told = speech.noun(expr.right, scope)
            return _so_many(expr.op, told, speech.so_many(told, term))
        case ex.Apply(_, name, _, (player,)) if name in speech.model.tokens and (empty or some):
            parts = {"player": speech.noun(player, scope), "things": speech.words.term("tokens", name).many}
            return (
                say("{player} has no {things} left", **parts) if empty else say("{player} has {things} left", **parts)
            )
        case ex.Apply(_, name, _, (player,)) if name in speech.model.tokens and expr.op != "!=":
            told = speech.noun(expr.right, scope)
            things = speech.so_many(told, speech.words.term("tokens", name))
            return _has_so_many(expr.op, speech.noun(player, scope), things) if number is not None else None
        case ex.Apply(_, "size", _, (group,)) if speech.sorts.of(group, scope).base == "card":
            thing = speech.noun(group, scope)
            if empty:
                return say("no card is left in {zone}", zone=thing)
            if some:
                return say("there are cards in {zone}", zone=thing)
            number_told = speech.noun(expr.right, scope)
            cards = say("one card in {zone}", zone=thing) if number_told == "1" else say(
                "{n} cards in {zone}", n=speech.spelled(number_told), zone=thing)  # fmt: skip
            return _so_many(expr.op, number_told, speech.put(cards))
    return None


def _any_left(things: str, some: bool, left: bool) -> Message:
    """Tokens that were there from the beginning are left; others are there."""
    if left:
        return say("there are {things} left", things=things) if some else say("no {things} are left", things=things)
    return say("there are any {things}", things=things) if some else say("there are no {things}", things=things)


def _has_so_many(op: str, player: str, things: str) -> Message:
    """How many tokens a player has."""
    texts = {
        "==": say("{player} has exactly {things}", player=player, things=things),
        "<": say("{player} has fewer than {things}", player=player, things=things),
        "<=": say("{player} has at most {things}", player=player, things=things),
        ">": say("{player} has more than {things}", player=player, things=things),
        ">=": say("{player} has at least {things}", player=player, things=things),
    }
    return texts[op]


def _so_many(op: str, number: str, things: str) -> Message:
    """How many of some things there are; `things` says the number with them."""
    one = {
        "==": say("there is exactly {things}", things=things),
        "!=": say("there is not exactly {things}", things=things),
        "<=": say("there is at most {things}", things=things),
        ">": say("there is more than {things}", things=things),
        ">=": say("there is at least {things}", things=things),
    }
    several = {
        "==": say("there are exactly {things}", things=things),
        "!=": say("there are not exactly {things}", things=things),
        "<": say("there are fewer than {things}", things=things),
        "<=": say("there are at most {things}", things=things),
        ">": say("there are more than {things}", things=things),
        ">=": say("there are at least {things}", things=things),
    }
    return (one if number == "1" else {}).get(op) or several[op]


# -- all or some of a group ---------------------------------------------------------------------------------------


def _quantified(speech: Speech, op: str, body: ex.Expression, binding: ex.Binding, scope: Scope) -> str:
    sort = speech.sorts.of(binding.group, scope).one
    parts = {"a_thing": nouns.with_article(speech, sort), "group": speech.noun(binding.group, scope)}
    if op == "any":
        which = nouns.such(speech, _with(binding, body), binding.variable, sort, scope)
        if which is not None:
            text = say("there is {a_thing} in {group} {which}", which=which, **parts)
            if sort.base == "player":
                text = say("there is {a_thing} among {group} {which}", which=which, **parts)
            return speech.put(text)
    told = _every(speech, sort, body, binding, scope) if op == "all" and binding.where is None else None
    return told or _generally(speech, op, body, binding, scope)


def none_such(speech: Speech, body: ex.Expression, binding: ex.Binding, scope: Scope) -> str | None:
    """That there is none of a group of which something holds; None where that cannot be said shortly."""
    sort = speech.sorts.of(binding.group, scope).one
    which = nouns.such(speech, _with(binding, body), binding.variable, sort, scope, sought=True)
    if which is None or sort.base not in ("card", "player"):
        return None
    group = speech.noun(binding.group, scope)
    if sort.base == "player":
        return speech.put(say("there is no player among {group} {which}", group=group, which=which))
    return speech.put(say("there is no card in {group} {which}", group=group, which=which))


def _with(binding: ex.Binding, body: ex.Expression) -> ex.Expression:
    return body if binding.where is None else ex.Both(binding.span, binding.where, body)


def _every(speech: Speech, sort: Sort, body: ex.Expression, binding: ex.Binding, scope: Scope) -> str | None:
    """What every one of a group does, where the sentence begins with it."""
    text = speech.clause(body, scope.bind({binding.variable: Thing(sort, SOMEONE)}))
    if not text.startswith(SOMEONE + " ") or text.count(SOMEONE) != 1 or sort.base not in ("card", "player"):
        return None
    group, does = speech.noun(binding.group, scope), text.removeprefix(SOMEONE + " ")
    if sort.base == "player":
        return speech.put(say("every player among {group} {does}", group=group, does=does))
    return speech.put(say("every card in {group} {does}", group=group, does=does))


def _generally(speech: Speech, op: str, body: ex.Expression, binding: ex.Binding, scope: Scope) -> str:
    thing, inner = nouns.element(speech, binding, scope)
    sort = speech.sorts.of(binding.group, scope).one
    parts = {
        "thing": thing,
        "a_thing": nouns.with_article(speech, sort),
        "group": speech.noun(binding.group, scope),
        "body": speech.clause(body, inner),
    }
    if binding.where is None:
        if op == "any":
            return speech.put(say("there is {a_thing} among {group} such that {body}", **parts))
        return speech.put(say("for every {thing} among {group} it holds that {body}", **parts))
    parts["such"] = speech.clause(binding.where, inner)
    if op == "any":
        return speech.put(say("there is {a_thing} among {group} for which {such} and such that {body}", **parts))
    return speech.put(say("for every {thing} among {group} for which {such} it holds that {body}", **parts))
