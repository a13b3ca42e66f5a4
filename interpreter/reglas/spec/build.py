"""The checked tree of a game to its typed model."""

from __future__ import annotations

from collections.abc import Mapping as Mapping_

from reglas.language.expressions import Domain, Expression, Number, Range, Signature, Unread
from reglas.language.parser import parse_domain, parse_signature
from reglas.language.reserved import RESERVED, TYPES
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec import model as m
from reglas.spec.places import BUILT_IN_OPTIONS, FOULS
from reglas.spec.steps import StepBuilder


def build(root: Mapping, diagnostics: Diagnostics) -> m.Game:
    """The model of a merged game tree that has passed the shape check."""
    return _Builder(diagnostics).game(root)


class _Builder:
    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.steps = StepBuilder(diagnostics)

    # -- small pieces ----------------------------------------------------------------------------------------------

    def value(self, node: Node | None) -> Expression | None:
        """A VALUE: an expression or a table."""
        return self.steps.value(node)

    def section(self, root: Mapping, name: str) -> list[Entry]:
        node = root.get(name)
        return list(node) if isinstance(node, Mapping) else []

    def body(self, entry: Entry) -> Mapping:
        value = entry.value
        return value if isinstance(value, Mapping) else Mapping(value.span, ())

    def name(self, key: Scalar) -> str:
        self.free(key.text, key.span)
        return key.text

    def free(self, name: str, span: Span) -> None:
        """Refuse a word of the expression language as a name."""
        if name in RESERVED:
            self.diagnostics.report(
                "E307",
                span,
                say("`{name}` is a word of the expression language and cannot be a name", name=name),
                help=say("take another name, such as `{name}_`", name=name),
            )

    def word(self, node: Node | None) -> m.Word | None:
        return m.Word(node.text, node.span) if isinstance(node, Scalar) else None

    def words(self, node: Node | None) -> tuple[m.Word, ...]:
        items = node.items if isinstance(node, Sequence) else ()
        return tuple(m.Word(i.text, i.span) for i in items if isinstance(i, Scalar))

    def text(self, node: Node | None, default: str) -> str:
        return node.text if isinstance(node, Scalar) else default

    def flag(self, node: Node | None) -> bool:
        return isinstance(node, Scalar) and node.value is True

    def range(self, node: Node | None) -> Range | None:
        found = self.value(node)
        if found is None or isinstance(found, Range):
            return found
        if isinstance(found, Unread):
            return None
        self.diagnostics.report("E401", found.span, "a range `LO..HI` is wanted here")
        return None

    def signature(self, key: Scalar) -> Signature:
        found = parse_signature(key, self.diagnostics)
        if found is None:
            return Signature(key.span, key.text.split("(")[0].strip(), (), (key.span,))
        names = (found.name, *found.parameters)
        for name, span in zip(names, found.spans, strict=True):
            self.free(name, span)
        for i, name in enumerate(found.parameters):
            if name in found.parameters[:i]:
                self.diagnostics.report("E306", found.spans[i + 1], say("there are two parameters `{name}`", name=name))
        return found

    # -- sections --------------------------------------------------------------------------------------------------

    def game(self, root: Mapping) -> m.Game:
        name = root.get("game")
        players = root.get("players")
        return m.Game(
            name=self.text(name, "?"),
            span=root.by_key["game"].key.span if "game" in root else root.span,
            players=self.players(players),
            players_span=players.span if players else root.span,
            options={e.key.text: self.option(e) for e in self.section(root, "options") if not self.built_in(e)},
            kinds={e.key.text: self.kind(e) for e in self.section(root, "kinds")},
            cards={e.key.text: self.card(e) for e in self.section(root, "cards")},
            dice={e.key.text: self.dice(e) for e in self.section(root, "dice")},
            zones={e.key.text: self.zone(e) for e in self.section(root, "zones")},
            tokens={e.key.text: self.token(e) for e in self.section(root, "tokens")},
            memory={e.key.text: self.memory(e) for e in self.section(root, "memory")},
            definitions=self.definitions(root),
            actions=self.actions(root),
            routines=self.routines(root),
            flow=self.steps.steps(root.get("flow")),
            ends={e.key.text: self.end(e) for e in self.section(root, "end")},
            fouls_refused=self.fouls_refused(root),
        )

    def fouls_refused(self, root: Mapping) -> bool:
        """Is the built-in option `fouls` set to `refused`?"""
        choices = BUILT_IN_OPTIONS[FOULS]
        for entry in self.section(root, "options"):
            if not self.built_in(entry) or entry.key.text != FOULS:
                continue
            chosen = self.body(entry).get("default")
            if isinstance(chosen, Scalar) and chosen.text in choices:
                return chosen.text == "refused"
            near = nearest(chosen.text, choices) if isinstance(chosen, Scalar) else None
            self.diagnostics.report(
                "E506",
                chosen.span if chosen is not None else entry.key.span,
                say("`{option}` is one of {names}", option=FOULS, names=", ".join(choices)),
                help=say("did you mean `{near}`?", near=near) if near else None,
            )
        return False

    def players(self, node: Node | None) -> tuple[int, int]:
        found = self.value(node)
        if isinstance(found, Number):
            low = high = found.value
        elif isinstance(found, Range) and isinstance(found.low, Number) and isinstance(found.high, Number):
            low, high = found.low.value, found.high.value
        else:
            if found is not None and not isinstance(found, Unread):
                self.diagnostics.report("E204", found.span, "`players` is a number or a range such as `2..5`")
            return 2, 2
        if not 1 <= low <= high <= 40:
            self.diagnostics.report(
                "E406",
                found.span,
                say("`{text}` players: the range must go upwards and lie within 1..40", text=found.span.text),
            )
            return 2, 2
        return low, high

    def option(self, entry: Entry) -> m.Option:
        body = self.body(entry)
        choices = self.words(body.get("choices")) if "choices" in body else None
        self.once_each(choices or ())
        return m.Option(
            self.name(entry.key),
            entry.key.span,
            self.value(body.get("default")),
            self.range(body.get("range")),
            choices,
        )

    def built_in(self, entry: Entry) -> bool:
        """Is this an option that every game has? Loading puts its choices where its name is first written."""
        body = self.body(entry)
        choices = body.by_key.get("choices")
        return entry.key.text in BUILT_IN_OPTIONS and choices is not None and choices.value.span == entry.key.span

    def once_each(self, words: tuple[m.Word, ...]) -> None:
        """Hold the values of a kind, or the choices of an option, to be different words."""
        first: dict[str, m.Word] = {}
        for word in words:
            if word.text in first:
                label = Label(first[word.text].span, say("first here"))
                self.diagnostics.report("E306", word.span, say("`{name}` stands twice here", name=word.text), label)
            first.setdefault(word.text, word)

    def kind(self, entry: Entry) -> m.Kind:
        name, node = self.name(entry.key), entry.value
        if name in TYPES:
            self.diagnostics.report(
                "E307",
                entry.key.span,
                say("`{name}` is a type of the language and cannot be a kind", name=name),
                help=say("take another name, such as `{name}_`", name=name),
            )
        if isinstance(node, Mapping):
            return m.Kind(name, entry.key.span, ladder=self.ladder(node))
        if isinstance(node, Sequence):
            values = self.words(node)
            for value in values:
                self.free(value.text, value.span)
            self.once_each(values)
            return m.Kind(name, entry.key.span, values=values)
        return m.Kind(name, entry.key.span, range=self.range(node))

    def ladder(self, node: Mapping) -> tuple[tuple[m.Word, Range], ...]:
        """The rungs of a ladder, each with its range."""
        rungs = []
        for entry in self.section(node, "ladder"):
            self.free(entry.key.text, entry.key.span)
            span = self.range(entry.value)
            if span is not None:
                rungs.append((m.Word(entry.key.text, entry.key.span), span))
        return tuple(rungs)

    def card(self, entry: Entry) -> m.CardType:
        body = self.body(entry)
        copies = body.get("copies")
        return m.CardType(
            self.name(entry.key),
            entry.key.span,
            self.words(body.get("has")),
            self.value(copies),
            copies.span if copies else entry.key.span,
        )

    def dice(self, entry: Entry) -> m.Dice:
        body = self.body(entry)
        return m.Dice(
            self.name(entry.key),
            entry.key.span,
            self.word(body.get("faces")) or m.Word("?", entry.key.span),
            self.value(body.get("count")),
            self.word(body.get("per")),
            self.text(body.get("seen_by"), "nobody"),
            seen_by.span if (seen_by := body.get("seen_by")) is not None else entry.key.span,
        )

    def zone(self, entry: Entry) -> m.Zone:
        body = self.body(entry)
        return m.Zone(
            self.name(entry.key),
            entry.key.span,
            self.word(body.get("of")) or m.Word("?", entry.key.span),
            self.text(body.get("layout"), "pile"),
            self.word(body.get("per")),
            self.text(body.get("seen_by"), "nobody"),
            self.value(body.get("most")),
            seen_by.span if (seen_by := body.get("seen_by")) is not None else entry.key.span,
        )

    def token(self, entry: Entry) -> m.Token:
        node = entry.value
        body = node if isinstance(node, Mapping) else Mapping(node.span, ())
        return m.Token(
            self.name(entry.key),
            entry.key.span,
            self.word(body.get("per")),
            self.value(body.get("start")),
            self.value(body.get("min")),
            self.value(body.get("max")),
            self.value(body.get("supply")),
        )

    def memory(self, entry: Entry) -> m.Memory:
        body = self.body(entry)
        listed, of = body.get("list"), body.get("of")
        newest = body.get("newest")
        fields: list[tuple[m.Word, Scalar]] | None = None
        if isinstance(listed, Mapping):
            fields = [(m.Word(self.name(e.key), e.key.span), e.value) for e in listed if isinstance(e.value, Scalar)]
        return m.Memory(
            self.name(entry.key),
            entry.key.span,
            of if isinstance(of, Scalar) else None,
            listed if isinstance(listed, Scalar) else None,
            tuple(fields) if fields is not None else None,
            self.word(body.get("per")),
            self.flag(body.get("optional")),
            self.value(body.get("start")),
            self.text(body.get("seen_by"), "everyone"),
            self.value(newest if newest is not None else body.get("most")),
            newest is not None,
        )

    def definitions(self, root: Mapping) -> dict[str, m.Definition]:
        found: dict[str, m.Definition] = {}
        for entry in self.section(root, "define"):
            signature = self.signature(entry.key)
            body = self.value(entry.value) or Unread(entry.value.span)
            if self._once(found, signature):
                found[signature.name] = m.Definition(
                    signature.name, signature.spans[0], signature.parameters, body, signature.spans[1:]
                )
        return found

    def actions(self, root: Mapping) -> dict[str, m.Action]:
        found: dict[str, m.Action] = {}
        for entry in self.section(root, "actions"):
            signature, body = self.signature(entry.key), self.body(entry)
            if not self._once(found, signature):
                continue
            self.no_condition_twice(body)
            found[signature.name] = m.Action(
                signature.name,
                signature.spans[0],
                signature.parameters,
                tuple(p for e in self.section(body, "pick") if (p := self.pick(e)) is not None),
                tuple(c for e in self.section(body, "needs") if (c := self.condition(e)) is not None),
                self.steps.steps(body.get("do")),
                signature.spans[1:],
                tuple(c for e in self.section(body, "honour") if (c := self.condition(e)) is not None),
                "seen_by" in body,
            )
        return found

    def no_condition_twice(self, body: Mapping) -> None:
        """Hold the conditions of `needs` and `honour` to names of their own: a refusal tells them by name."""
        needs = {e.key.text: e.key.span for e in self.section(body, "needs")}
        for entry in self.section(body, "honour"):
            name = entry.key.text
            if name in needs:
                self.diagnostics.report(
                    "E306",
                    entry.key.span,
                    say("`needs` has a condition `{name}` already", name=name),
                    Label(needs[name], say("first here")),
                    help=say("take another name, such as `{name}_`", name=name),
                )

    def pick(self, entry: Entry) -> m.Pick | None:
        name = self.name(entry.key)
        if not isinstance(entry.value, Scalar):
            self.diagnostics.report("E204", entry.value.span, "a pick is written `DOMAIN [where CONDITION]`")
            return None
        span = entry.value.span
        domain = parse_domain(entry.value, self.diagnostics) or Domain(span, None, Unread(span), None)
        return m.Pick(name, entry.key.span, domain)

    def condition(self, entry: Entry) -> m.Condition | None:
        test = self.value(entry.value)
        return None if test is None else m.Condition(entry.key.text, entry.key.span, test)

    def routines(self, root: Mapping) -> dict[str, m.Routine]:
        found: dict[str, m.Routine] = {}
        for entry in self.section(root, "routines"):
            signature = self.signature(entry.key)
            if self._once(found, signature):
                found[signature.name] = m.Routine(
                    signature.name, signature.spans[0], signature.parameters, self.steps.steps(entry.value),
                    signature.spans[1:],
                )  # fmt: skip
        return found

    def _once(self, found: Mapping_[str, m.Definition | m.Action | m.Routine], signature: Signature) -> bool:
        """Whether a name is new; the first of two counts."""
        first = found.get(signature.name)
        if first is not None:
            self.diagnostics.report(
                "E306",
                signature.spans[0],
                say("`{name}` stands already at line {line}", name=signature.name, line=first.span.line),
                Label(first.span, say("first here")),
            )
        return first is None

    def end(self, entry: Entry) -> m.End:
        body = self.body(entry)
        score: m.Scoring | None = None
        rank_by: m.Scoring | None = None
        for item in body:
            head = item.key.text.split("(")[0].strip()
            if head in ("score", "rank_by"):
                made = self.scoring(item)
                score, rank_by = (made, rank_by) if head == "score" else (score, made)
        return m.End(
            entry.key.text,
            entry.key.span,
            self.value(body.get("when")),
            self.text(body.get("outcome"), ""),
            self.value(body.get("winners")),
            self.text(body.get("best"), ""),
            score,
            rank_by,
            self.text(body.get("known"), "") == "counted",
        )

    def scoring(self, entry: Entry) -> m.Scoring | None:
        found = parse_signature(entry.key, self.diagnostics)
        value = self.value(entry.value)
        if found is None or value is None:
            return None
        for name, span in zip(found.parameters, found.spans[1:], strict=True):
            self.free(name, span)
        parameter = found.parameters[0] if found.parameters else None
        return m.Scoring(parameter, value, entry.key.span, found.spans[-1])
