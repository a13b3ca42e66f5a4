"""Names that stand for nothing, or for two things: what an author is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reglas.language.expressions import QUANTIFIERS, SELECTIONS
from reglas.language.reserved import CONSTANTS, ELSEWHERE, RESERVED
from reglas.language.spelling import distance, nearest
from reglas.program.describe import already
from reglas.program.every import references
from reglas.program.scope import Scope, Typed
from reglas.reading.diagnostics import Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span

if TYPE_CHECKING:
    from reglas.program.translate import Translator


class Names:
    """The names of an instance, as far as findings speak of them."""

    def __init__(self, translator: Translator) -> None:
        self.t = translator
        self.game = translator.instance.game
        self._declared: dict[str, tuple[Span, Message]] | None = None

    # -- what there is ---------------------------------------------------------------------------------------------

    def everything(self, scope: Scope) -> set[str]:
        """Every name that could stand here."""
        instance, game = self.t.instance, self.game
        names = set(scope.names) | set(game.definitions) | set(instance.options) | set(instance.kinds)
        names |= set(instance.families) | set(instance.holdings) | set(self.t.builtins.names)
        names |= {*CONSTANTS, *QUANTIFIERS, *SELECTIONS}
        for kind in instance.kinds.values():
            if not kind.numeric:
                names |= set(kind.names) | {rung.name for rung in kind.rungs}
        names = {name for name in names if " " not in name and "-" not in name}
        return names if scope.me is not None else names - {"me", "others"}

    def declared(self) -> Iterator[tuple[str, Span, Message]]:
        """Each name of the spec with a meaning in expressions: where it is declared, and what it is."""
        game = self.game
        for sort, section in (
            (say("an option"), game.options), (say("a kind"), game.kinds), (say("a zone"), game.zones),
            (say("a set of dice"), game.dice), (say("a token"), game.tokens), (say("a memory"), game.memory),
            (say("a definition"), game.definitions),
        ):  # fmt: skip
            for name, item in section.items():
                yield name, item.span, sort
        for kind in game.kinds.values():
            for word in kind.values or ():
                yield word.text, word.span, say("a {kind}", kind=kind.name)
            for word, _ in kind.ladder or ():
                yield word.text, word.span, say("a rung of `{kind}`", kind=kind.name)

    def meaning(self, name: str, scope: Scope) -> tuple[Span, Message] | None:
        """Where a name was declared, and what it is."""
        if name in scope.spans:
            return scope.spans[name], scope.sorts.get(name, say("a name"))
        if self._declared is None:
            self._declared = {known: (span, sort) for known, span, sort in reversed(list(self.declared()))}
        return self._declared.get(name)

    # -- findings --------------------------------------------------------------------------------------------------

    def fresh(self, name: str, span: Span, scope: Scope) -> None:
        """A new local name must not have another meaning here, nor be a word of the language."""
        found = self.meaning(name, scope)
        if name in RESERVED:
            self.t.fault(
                "E307",
                span,
                say("`{name}` is a word of the expression language and cannot be a name", name=name),
                help=say("take another name, such as `{name}_`", name=name),
            )
        elif found is not None and found[0] != span:
            self.t.fault("E306", span, already(name, found[1], span, found[0]), Label(found[0], say("declared here")))

    def unknown(self, name: str, span: Span, scope: Scope) -> Typed:
        """Report a name that stands for nothing."""
        near = self.near(name, scope)
        cased = near in scope.names and near.casefold() == name.casefold() if near else False
        found = self.early(name, span) or (self.elsewhere(name, span) if not cased else None)
        if found is not None:
            return found
        if near is not None and distance(name, near) > 1 and self.renamed(near):
            near = None
        meaning = self.meaning(near, scope) if near else None
        labels = [Label(meaning[0], say("`{name}` is declared here", name=near))] if meaning else []
        if near is None:
            return self.lost(name, span)
        message = say("unknown name `{name}`; did you mean `{near}`?", name=name, near=near)
        return self.t.fault("E301", span, message, *labels)

    def lost(self, name: str, span: Span) -> Typed:
        """Report a name that is like no other. If nothing refers to one thing of the spec, that may be what is
        meant, under another name."""
        unused = self.unused()
        message = say("unknown name `{name}`", name=name)
        if len(unused) != 1:
            help = say("only what is declared has a name: see `kinds`, `zones`, `tokens`, `memory`, `define`")
            return self.t.fault("E301", span, message, help=help)
        other, place, sort = unused[0]
        label = Label(place, say("`{name}` is declared here", name=other))
        help = say("nothing uses `{name}`, {sort}: perhaps it was renamed", name=other, sort=sort)
        return self.t.fault("E301", span, message, label, help=help)

    def unused(self) -> list[tuple[str, Span, Message]]:
        """What is declared and nothing refers to."""
        used = set(references(self.game))
        values = {word.span for kind in self.game.kinds.values() for word in kind.values or ()}
        values |= {word.span for kind in self.game.kinds.values() for word, _ in kind.ladder or ()}
        found = [each for each in self.declared() if each[0] not in used and each[1] not in values]
        components = [each for each in found if each[0] not in self.game.definitions]
        return components or found  # a definition may be there for variants

    def renamed(self, near: str) -> bool:
        """Is there one thing to which nothing refers, and not the one that is near? It may have been renamed."""
        unused = self.unused()
        return len(unused) == 1 and unused[0][0] != near

    def near(self, name: str, scope: Scope) -> str | None:
        """The name that was meant; of two as near, the one bound here."""
        near, local = nearest(name, self.everything(scope)), nearest(name, scope.names)
        if local is not None and near is not None and distance(name, local) <= distance(name, near):
            return local
        return near

    def early(self, name: str, span: Span) -> Typed | None:
        """A name that has no value yet where it stands: before play, or among options before its own."""
        game = self.game
        if name in game.options:
            return self.t.fault(
                "E301",
                span,
                say("the option `{name}` stands further down", name=name),
                Label(game.options[name].span, say("declared here")),
                help=say("an option may use those before it; move it up"),
            )
        if name in game.tokens or name in game.memory or name in game.zones or name in game.dice:
            return self.t.fault(
                "E401",
                span,
                say("`{name}` changes while playing; here stands what is known before play", name=name),
                help=say("options, kinds and the number of players are known before play"),
            )
        return None

    def elsewhere(self, name: str, span: Span) -> Typed | None:
        """A word of another language, or a name that is bound in another place only."""
        if name in ELSEWHERE:
            return self.t.fault(
                "E301", span, say("unknown name `{name}`; write `{ours}`", name=name, ours=ELSEWHERE[name])
            )
        for action in self.game.actions.values():
            pick = next((p for p in action.picks if p.name == name), None)
            if pick is None:
                continue
            message = say("unknown name `{name}`; it is a pick of `{action}` and has a meaning there only", name=name,
                          action=action.name)  # fmt: skip
            help = say("routines and definitions get values as parameters; give it as a parameter")
            if any(p.name != name and _inside(span, p.domain.span) for p in action.picks):
                message = say("unknown name `{name}`; this pick stands further down", name=name)
                help = say("a pick may use those before it")
            return self.t.fault("E301", span, message, Label(pick.span, say("the pick")), help=help)
        return None


def _inside(span: Span, outer: Span) -> bool:
    return span.source is outer.source and outer.start <= span.start and span.end <= outer.end
