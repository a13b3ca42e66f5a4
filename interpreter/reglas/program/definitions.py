"""Definitions: put in place, or called as functions of the program, one for each types of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Player, Type, Unknown
from reglas.program import ir
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.reading.diagnostics import Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.translate import Translator


class Definitions:
    """The definitions of an instance, translated as they are used."""

    def __init__(self, translator: Translator) -> None:
        self.t = translator
        self.functions: list[ir.Function] = []
        self.keys: dict[tuple[str, tuple[Type, ...]], tuple[int, Type]] = {}
        self.open: list[str] = []
        self._playing: int | None = None

    def define(
        self, name: str, args: tuple[Typed, ...], span: Span, scope: Scope, applied: ex.Apply | None = None
    ) -> Typed:
        """A definition, put in place (without parameters) or called as a function of the program."""
        definition = self.t.instance.game.definitions[name]
        self.t.used.add(name)
        if len(args) != len(definition.parameters):
            return self.t.fault(
                "E309" if applied else "E310",
                span,
                say("`{name}` takes {count} arguments: {parameters}", name=name,
                    count=len(definition.parameters), parameters=", ".join(definition.parameters) or "-"),
                Label(definition.span, say("defined here")),
            )  # fmt: skip
        if name in self.open:
            chain = " -> ".join([*self.open[self.open.index(name) :], name])
            return self.t.fault(
                "E308",
                span,
                say("this definition leads back to itself: {chain}", chain=chain),
                Label(definition.span, say("`{name}` is defined here", name=name)),
            )
        if all(isinstance(a.node, ir.Const | ir.Local | ir.Cell) for a in args):
            return self.in_place(definition, args, scope)
        function, kind = self.function(name, tuple(a.type for a in args))
        if isinstance(kind, Unknown):
            return UNKNOWN
        return Typed(ir.Invoke(function, tuple(a.node for a in args)), kind)

    def in_place(self, definition: m.Definition, args: tuple[Typed, ...], scope: Scope) -> Typed:
        """A definition put where it is used: its arguments cost nothing to read twice, or there are none."""
        inner = scope.outside()
        for parameter, value in zip(definition.parameters, args, strict=True):
            inner = inner.bind(parameter, value, definition.span)
        self.open.append(definition.name)
        found = self.t.translate(definition.body, inner)
        self.open.pop()
        return found

    def function(self, name: str, types: tuple[Type, ...]) -> tuple[int, Type]:
        """The function of a definition for given argument types, made once."""
        key = (name, types)
        if key not in self.keys:
            definition = self.t.instance.game.definitions[name]
            self.t.used.add(name)
            slots = tuple(self.t.slot() for _ in types)
            scope = Scope()
            for parameter, slot, kind in zip(definition.parameters, slots, types, strict=True):
                scope = scope.bind(parameter, Typed(ir.Local(slot), kind), definition.span)
            self.open.append(name)
            body = self.t.translate(definition.body, scope)
            self.open.pop()
            self.keys[key] = (len(self.functions), body.type)
            self.functions.append(ir.Function(name, slots, body.node))
        return self.keys[key]

    def playing(self) -> int:
        """The function of `playing(p)`, or -1 when everybody plays."""
        if "playing" not in self.t.instance.game.definitions:
            return -1
        if self._playing is None:
            definition = self.t.instance.game.definitions["playing"]
            if len(definition.parameters) != 1:
                self.t.fault("E309", definition.span, say("`playing` takes one player"))
                self._playing = -1
            else:
                self._playing = -1  # asked for again only by a definition that leads back to itself
                self._playing = self.function("playing", (Player(),))[0]
        return self._playing
