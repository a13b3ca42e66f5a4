"""Of what sort a thing is, as far as its words need to know."""

from __future__ import annotations

from collections.abc import Iterator

from reglas.language import expressions as ex
from reglas.spec.model import Definition, Game
from reglas.table.rulebook.phrasebook import expressions_in
from reglas.table.rulebook.scope import Scope, Sort, Thing

NUMBER, FLAG, PLAYER, CARD, DIE = Sort("number"), Sort("flag"), Sort("player"), Sort("card"), Sort("die")

PLACE = Sort("number", "place")


class Sorts:
    """Finds the sorts of the expressions of a game."""

    def __init__(self, model: Game) -> None:
        self.model = model
        self.values = {word.text: kind.name for kind in model.kinds.values() for word in kind.values or ()}

    def calls(self, part: object) -> Iterator[tuple[str, tuple[ex.Expression, ...]]]:
        """The definitions that an expression names, with their arguments."""
        for expr in expressions_in(part):
            if isinstance(expr, ex.Apply) and expr.name in self.model.definitions:
                yield expr.name, expr.args
            elif isinstance(expr, ex.Name) and expr.name in self.model.definitions:
                yield expr.name, ()

    def of(self, expr: ex.Expression, scope: Scope) -> Sort:
        """The sort of an expression."""
        match expr:
            case ex.Name(_, name):
                return self._name(name, scope)
            case ex.Apply():
                return self._apply(expr, scope)
            case ex.Attribute(_, value, name, _):
                return self._attribute(self.of(value, scope), name)
            case ex.Choice(_, _, yes, no):
                return self.of(no if isinstance(yes, ex.Nothing) else yes, scope)
            case ex.Table():
                return self.of(expr.cases[0].value, scope) if expr.cases else NUMBER
            case ex.Selection(_, op, binding, _):
                group = self.of(binding.group, scope)
                return NUMBER if op == "count" else group.one if op == "first" else group.listed
            case ex.Quantifier(_, op, _, _):
                return FLAG if op in ("any", "all") else NUMBER
            case ex.Range():
                return NUMBER.listed
            case ex.Number() | ex.Arithmetic() | ex.Negative():
                return NUMBER
        return FLAG

    def parameter(self, definition: Definition, name: str, seen: frozenset[str] = frozenset()) -> Sort | None:
        """What a parameter of a definition must be, by how it is used there; None where that says nothing."""
        for expr in expressions_in(definition.body):
            sort = self._used(expr, definition, name, seen | {definition.name})
            if sort is not None:
                return sort
        return None

    def _used(self, expr: ex.Expression, definition: Definition, name: str, seen: frozenset[str]) -> Sort | None:
        match expr:
            case ex.Attribute(_, ex.Name(_, of), attribute, _) if of == name and attribute in self.model.kinds:
                return CARD
            case ex.Apply(_, function, _, args):
                places = [at for at, arg in enumerate(args) if isinstance(arg, ex.Name) and arg.name == name]
                return self._taken(function, places[0], seen) if places else None
            case ex.Compare(_, _, left, right):
                for one, other in ((left, right), (right, left)):
                    if isinstance(one, ex.Name) and one.name == name:
                        unknown = {other_name: Thing(CARD) for other_name in definition.parameters}
                        return (
                            self.of(other, Scope(unknown)) if not isinstance(other, ex.Name) else self._name_of(other)
                        )
        return None

    def _name_of(self, expr: ex.Name) -> Sort | None:
        """The sort of a name that means something everywhere."""
        known = expr.name in self.values or expr.name in self.model.memory
        return self._name(expr.name, Scope()) if known else None

    def _taken(self, function: str, at: int, seen: frozenset[str]) -> Sort | None:
        """What a function takes in a place."""
        if function in ("owner", "index", "copies") or (function == "saw" and at == 1):
            return CARD
        if function in ("next", "previous", "ahead", "others", "owed", "saw"):
            return PLAYER if at == 0 else NUMBER
        definition = self.model.definitions.get(function)
        if definition is not None:
            inner = definition.parameters[at] if at < len(definition.parameters) else ""
            return None if function in seen else self.parameter(definition, inner, seen)
        model = self.model
        family = (
            model.zones.get(function) or model.tokens.get(function) or model.memory.get(function)
            or model.dice.get(function)
        )  # fmt: skip
        per = family.per if family is not None else None
        if per is None:
            return None
        return PLAYER if per.text == "player" else Sort("kind", per.text)

    def typed(self, text: str) -> Sort:
        """The sort that a type in memory says."""
        if text in self.model.kinds or text == "direction":
            return Sort("kind", text)
        if text in self.model.cards:
            return CARD
        names = {"player": PLAYER, "flag": FLAG, "card": CARD}
        return names.get(text, NUMBER)

    def _name(self, name: str, scope: Scope) -> Sort:
        if name in scope.things:
            return scope.things[name].sort
        if name == "me":
            return PLAYER
        if name in ("players", "seats", "everyone", "others"):
            return PLAYER.listed
        if name in ("forward", "backward"):
            return Sort("kind", "direction")
        if name in self.values:
            return Sort("kind", self.values[name])
        if name in self.model.kinds or name == "direction":
            return Sort("kind", name, many=True)
        if name in self.model.definitions:
            return self.of(self.model.definitions[name].body, Scope())
        return self._component(name)

    def _component(self, name: str) -> Sort:
        if name in self.model.zones:
            return CARD.listed
        if name in self.model.dice:
            return DIE.listed
        memory = self.model.memory.get(name)
        if memory is not None:
            of = memory.listed or memory.of
            sort = self.typed(of.text) if of is not None else Sort("record", name)
            return sort if memory.listed is None and memory.fields is None else sort.listed
        option = self.model.options.get(name)
        flag = option is not None and (isinstance(option.default, ex.Truth) or option.choices is not None)
        return FLAG if flag else NUMBER

    def _apply(self, expr: ex.Apply, scope: Scope) -> Sort:
        definition = self.model.definitions.get(expr.name)
        if definition is not None:
            things = {
                name: Thing(self.of(arg, scope)) for name, arg in zip(definition.parameters, expr.args, strict=False)
            }
            return self.of(definition.body, Scope(things))
        if expr.name in ("next", "previous", "ahead", "owner"):
            return PLAYER
        if expr.name == "others":
            return PLAYER.listed
        if expr.name in ("top", "first", "last") and expr.args:
            group = self.of(expr.args[0], scope)
            return group.one if len(expr.args) == 1 else group.listed
        if expr.name in ("saw", "owed"):
            return FLAG
        if expr.name == "index":
            return PLACE
        if any(expr.name == rung.text for kind in self.model.kinds.values() for rung, _ in kind.ladder or ()):
            return next(Sort("kind", kind.name) for kind in self.model.kinds.values()
                        if any(rung.text == expr.name for rung, _ in kind.ladder or ()))  # fmt: skip
        return self._component(expr.name)

    def _attribute(self, of: Sort, name: str) -> Sort:
        if of.base == "die":
            return next((Sort("kind", dice.faces.text) for dice in self.model.dice.values()), NUMBER)
        if of.base == "record":
            fields = self.model.memory[of.name].fields or ()
            return next((self.typed(sort.text) for word, sort in fields if word.text == name), NUMBER)
        return Sort("kind", name) if name in self.model.kinds else NUMBER
