"""Definitions: put in place, or called as functions of the program, one for each types of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Player, Type, Unknown
from reglas.program import ir
from reglas.program.describe import arity
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
        self.open: list[tuple[str, Span]] = []
        self._playing: int | None = None

    def define(
        self, name: str, args: tuple[Typed, ...], span: Span, scope: Scope, applied: ex.Apply | None = None
    ) -> Typed:
        """A definition, put in place (without parameters) or called as a function of the program."""
        definition = self.t.instance.game.definitions[name]
        self.t.used.add(name)
        if len(args) != len(definition.parameters):
            return self.miscounted(definition, len(args), span, applied is not None)
        if name in [opened for opened, _ in self.open]:
            return self.circle(name, span)
        if all(isinstance(a.node, ir.Const | ir.Local | ir.Cell) for a in args):
            return self.in_place(definition, args, scope, span)
        function, kind = self.function(name, tuple(a.type for a in args), span)
        if isinstance(kind, Unknown):
            return UNKNOWN
        return Typed(ir.Invoke(function, tuple(a.node for a in args)), kind)

    def miscounted(self, definition: m.Definition, found: int, span: Span, applied: bool) -> Typed:
        """Report a wrong number of arguments."""
        name, parameters = definition.name, definition.parameters
        label = Label(definition.span, say("defined here"))
        written = f"{name}({', '.join(parameters)})"
        if applied and not parameters:
            return self.t.fault("E310", span, say("`{name}` takes no arguments", name=name), label)
        if applied:
            return self.t.fault(
                "E309", span, arity(name, (len(parameters),), found), label, help=say("write `{call}`", call=written)
            )
        return self.t.fault(
            "E310",
            span,
            say("`{name}` is a definition with parameters", name=name),
            label,
            help=say("say of what: `{call}`", call=written),
        )

    def circle(self, name: str, span: Span) -> Typed:
        """Report a definition that leads back to itself, where it first leaves itself."""
        names = [opened for opened, _ in self.open]
        begin = names.index(name)
        links = [*[used for _, used in self.open[begin + 1 :]], span]
        chain = " -> ".join([*names[begin:], name])
        labels = [Label(link, say("which leads on here")) for link in links[1:]]
        return self.t.fault(
            "E308", links[0], say("this definition leads back to itself: {chain}", chain=chain), *labels
        )

    def in_place(self, definition: m.Definition, args: tuple[Typed, ...], scope: Scope, span: Span) -> Typed:
        """A definition put where it is used: its arguments cost nothing to read twice, or there are none."""
        inner = scope.outside()
        for parameter, value, place in zip(definition.parameters, args, definition.parameter_spans, strict=True):
            inner = inner.bind(parameter, value, place, say("a parameter"))
        self.open.append((definition.name, span))
        found = self.t.translate(definition.body, inner)
        self.open.pop()
        return found

    def function(self, name: str, types: tuple[Type, ...], span: Span) -> tuple[int, Type]:
        """The function of a definition for given argument types, made once."""
        key = (name, types)
        if key not in self.keys:
            definition = self.t.instance.game.definitions[name]
            self.t.used.add(name)
            slots = tuple(self.t.slot() for _ in types)
            scope = Scope()
            places = definition.parameter_spans
            for parameter, slot, kind, place in zip(definition.parameters, slots, types, places, strict=True):
                scope = scope.bind(parameter, Typed(ir.Local(slot), kind), place, say("a parameter"))
            self.open.append((name, span))
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
            if "playing" in [opened for opened, _ in self.open]:
                self.t.fault(
                    "E308",
                    definition.span,
                    say("this definition leads back to itself: {chain}", chain="playing -> playing"),
                    help=say("`players`, `others`, `next`, `previous` and `ahead` ask who is playing; use `seats`"),
                )
                return -1
            if len(definition.parameters) != 1:
                self.t.fault("E309", definition.span, say("`playing` takes one player"))
                self._playing = -1
            else:
                self._playing = self.function("playing", (Player(),), definition.span)[0]
        return self._playing
