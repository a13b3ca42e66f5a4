"""The components of a spec, for given options and seats: what there is, how much of it, and in which cells."""

from __future__ import annotations

from itertools import product

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import Flag, Number, Type, Unknown
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.dice import dice_faces, dice_families
from reglas.program.instance import DIRECTION, UNKNOWN_PER, Face, Family, HoldingEntry, Instance, KindEntry
from reglas.program.ladders import ladder_entry
from reglas.program.memories import Memories
from reglas.program.remedies import involved, options_in
from reglas.program.scope import Scope, Typed
from reglas.program.translate import Translator
from reglas.reading.diagnostics import Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.spec import model as m


class Components:
    """Fills an instance, section by section, in the order in which they may refer to one another."""

    def __init__(self, instance: Instance, translator: Translator, shuffled: set[str]) -> None:
        self.instance = instance
        self.t = translator
        self.shuffled = shuffled
        self.memories = Memories(self)

    def build(self) -> None:
        """Options, kinds, faces, then the cells: streams, pending choices, tokens, memory, zones."""
        instance = self.instance
        instance.allocate(ir.HEADER)
        self.kinds_of_values()
        self.options()
        self.ranges()
        self.faces()
        dice_faces(self)
        for name in (*sorted(self.shuffled), *instance.game.dice):
            instance.stream(name)
        self.pending = instance.allocate(instance.seats)
        self.holdings()
        self.zones()

    def fault(self, code: str, span: Span, message: Message, *labels: Label, help: Message | None = None) -> None:
        """Report a mistake."""
        self.instance.diagnostics.report(code, span, message, *labels, help=help)

    def constant(self, expr: ex.Expression | None, default: int, what: Message | str) -> int:
        """A number that must be known before play."""
        if expr is None:
            return default
        found = self.t.translate(expr, Scope())
        if isinstance(found.type, Unknown):
            return default
        if not isinstance(found.node, ir.Const) or not isinstance(found.type, Number):
            self.fault(
                "E401",
                expr.span,
                say("{what} is a number known before play; this is {found}", what=what,
                    found=describe(found.type)),
            )  # fmt: skip
            return default
        return found.node.value

    # -- options and kinds -----------------------------------------------------------------------------------------

    def options(self) -> None:
        """Each option's value and type; an option may use those before it."""
        for name, option in self.instance.game.options.items():
            value, kind = self.option(option)
            self.instance.options[name] = value
            self.instance.option_types[name] = kind

    def option(self, option: m.Option) -> tuple[int, Type]:
        """One option: a flag, a choice, or a number in a range."""
        if option.choices is not None:
            return self.choice(option, option.choices)
        if option.range is not None:
            return self.ranged(option, option.range)
        if option.default is None:
            return 0, Flag()
        found = self.t.translate(option.default, Scope())
        if not isinstance(found.type, Flag | Unknown):
            self.fault(
                "E401",
                option.default.span,
                say("an option without a range or choices is true or false; this is {found}",
                    found=describe(found.type)),
                help=say("a number needs a range: `{{default: .., range: LO..HI}}`", _=0),
            )  # fmt: skip
            return 0, Unknown()
        value = found.node.value if isinstance(found.node, ir.Const) else 0
        return value, Flag()

    def choice(self, option: m.Option, choices: tuple[m.Word, ...]) -> tuple[int, Type]:
        """An option that is one of several words; its words become values of a kind of its own."""
        names = tuple(word.text for word in choices)
        kind = KindEntry(option.name, 0, names, False)
        self.instance.kinds.setdefault(f"option {option.name}", kind)
        default = option.default
        if not isinstance(default, ex.Name | ex.Truth | ex.Nothing) or default.span.text not in names:
            span = default.span if default is not None else option.span
            near = nearest(span.text, names)
            help = say("did you mean `{near}`?", near=near) if near else None
            self.fault(
                "E506",
                span,
                say("`{option}` is one of {names}", option=option.name, names=", ".join(names)),
                help=help,
            )
            return 0, kind.type
        return names.index(default.span.text), kind.type

    def ranged(self, option: m.Option, span: ex.Range) -> tuple[int, Type]:
        """An option that is a number in a range."""
        before = len(self.instance.diagnostics.found)
        low = self.constant(span.low, 0, say("a bound"))
        high = self.constant(span.high, low, say("a bound"))
        if low > high:
            self.fault("E406", span.span, say("the range {low}..{high} is empty", low=low, high=high))
            high = low
        self.instance.option_ranges[option.name] = Number(low, high)
        value = self.constant(option.default, low, say("an option"))
        if len(self.instance.diagnostics.found) > before:
            return low, Unknown()
        if not low <= value <= high:
            place = option.default.span if option.default is not None else option.span
            self.fault(
                "E506",
                place,
                say("`{option}` is {low}..{high}; {value} lies outside", option=option.name, low=low, high=high,
                    value=value),
                Label(span.span, say("the range")),
            )  # fmt: skip
            value = min(max(value, low), high)
        return value, Number(value, value)

    def kinds_of_values(self) -> None:
        """Kinds with named values, the built-in direction first."""
        kinds = self.instance.kinds
        kinds[DIRECTION] = KindEntry(DIRECTION, 0, ("forward", "backward"), False)
        for name, kind in self.instance.game.kinds.items():
            if kind.values is None:
                continue
            names = tuple(word.text for word in kind.values)
            if not names:
                self.fault("E406", kind.span, say("the kind `{kind}` has no values", kind=name))
                names = ("?",)
            kinds[name] = KindEntry(name, 0, names, False)

    def ranges(self) -> None:
        """Kinds that are ranges of numbers, and ladders."""
        for name, kind in self.instance.game.kinds.items():
            if kind.range is None:
                if kind.ladder is not None:
                    self.instance.kinds[name] = ladder_entry(self, kind)
                elif kind.values is None:
                    self.instance.kinds[name] = KindEntry(name, 0, ("0",), True)
                continue
            low = self.constant(kind.range.low, 0, say("a bound"))
            high = self.constant(kind.range.high, low, say("a bound"))
            if high < low:
                message = say("the kind `{kind}` is empty: {low}..{high}", kind=name, low=low, high=high)
                self.fault("E406", kind.range.span, message, help=self.involved(kind.range))
                high = low
            numbers = tuple(str(n) for n in range(low, high + 1))
            self.instance.kinds[name] = KindEntry(name, low, numbers, True)

    # -- cards -----------------------------------------------------------------------------------------------------

    def faces(self) -> None:
        """Every face of every card type, with its copies; faces without a card are left out."""
        instance = self.instance
        for card in instance.game.cards.values():
            kinds = [k for word in card.has if (k := self.kind_of(word)) is not None]
            if len(kinds) != len(card.has):
                continue
            for values in product(*(range(k.low, k.low + k.size) for k in kinds)):
                named = dict(zip((k.name for k in kinds), values, strict=True))
                text = " ".join(k.text(v) for k, v in zip(kinds, values, strict=True))
                copies = self.copies(card, kinds, named, text)
                if copies:
                    instance.faces.append(Face(len(instance.faces), card.name, named, copies, text))
            if not instance.cards_of(card.name):
                message = say("there are no cards of `{card}`", card=card.name)
                self.fault("E406", card.copies_span, message, help=self.involved(card.copies))
        instance.traits = list(dict.fromkeys(w.text for c in instance.game.cards.values() for w in c.has))

    def kind_of(self, word: m.Word, others: tuple[str, ...] = ()) -> KindEntry | None:
        """A kind by its name in the text; `others` are words that could stand there as well."""
        kinds = self.instance.kinds
        if word.text in kinds:
            return kinds[word.text]
        if word.text in self.instance.game.kinds:
            return None
        near = nearest(word.text, [*others, *(k for k in kinds if " " not in k)])
        message = say("unknown kind `{name}`", name=word.text)
        if near:
            message = say("unknown kind `{name}`; did you mean `{near}`?", name=word.text, near=near)
        self.fault("E301", word.span, message)
        return None

    def copies(self, card: m.CardType, kinds: list[KindEntry], values: dict[str, int], text: str) -> int:
        """How many cards have a face; `copies` may use the attributes."""
        if card.copies is None:
            return 1
        scope = Scope()
        for kind in kinds:
            scope = scope.bind(kind.name, Typed(ir.Const(values[kind.name]), kind.type))
        found = self.t.translate(card.copies, scope)
        if not isinstance(found.node, ir.Const) or not isinstance(found.type, Number):
            if not isinstance(found.type, Unknown):
                self.fault(
                    "E401",
                    card.copies.span,
                    say("`copies` is a number known before play; this is {found}", found=describe(found.type)),
                )
            return 1
        if not 0 <= found.node.value <= 1000:
            options = options_in(self.instance, card.copies)
            message = say("{count} copies of `{face}`", count=found.node.value, face=text)
            if options:
                message = say("{count} copies of `{face}` with {options}", count=found.node.value, face=text,
                              options=options)  # fmt: skip
            self.fault("E406", card.copies_span, message, help=say("`copies` is 0..1000"))
            return 1
        return found.node.value

    def involved(self, expr: ex.Expression | None) -> Message | None:
        """The options that decide a value, as a remedy, or None when none do."""
        return involved(self.instance, expr)

    # -- tokens and memory -----------------------------------------------------------------------------------------

    def per(self, word: m.Word | None) -> tuple[str | None, int, int]:
        """The index of a family: its name, lowest value and size."""
        if word is None:
            return None, 0, 1
        if word.text == "player":
            return "player", 0, self.instance.seats
        kind = self.kind_of(word, ("player",))
        return (word.text, kind.low, kind.size) if kind is not None else (UNKNOWN_PER, 0, 1)

    def holdings(self) -> None:
        """Tokens, then memory."""
        for token in self.instance.game.tokens.values():
            self.token(token)
        for memory in self.instance.game.memory.values():
            self.memories.memory(memory)

    def token(self, token: m.Token) -> None:
        """A counter: with a supply it stops at its bounds, with `min` and `max` passing them is a fault."""
        per, low_index, count = self.per(token.per)
        low = self.constant(token.low, 0, "`min`")
        supply = token.supply is not None
        bound = token.supply if supply else token.high
        high = self.constant(bound, 1000, "`supply`" if supply else "`max`")
        start = self.constant(token.start, max(low, 0), "`start`")
        if low > high:
            message = say("`{token}` has the empty range {low}..{high}", token=token.name, low=low, high=high)
            self.fault("E406", token.span, message, help=self.involved(bound))
            high = low
        if not low <= start <= high:
            place = token.start.span if token.start is not None else token.span
            self.fault("E402", place, say("`{token}` is {low}..{high}; it cannot start at {start}",
                                          token=token.name, low=low, high=high, start=start))  # fmt: skip
            start = low
        self.instance.holdings[token.name] = HoldingEntry(
            token.name, "token", self.instance.allocate(count), count, per, low_index, Number(low, high), start,
            "everyone", supply=supply,
        )  # fmt: skip

    # -- zones -----------------------------------------------------------------------------------------------------

    def zones(self) -> None:
        """Zone families and their cells."""
        number = 0
        for zone in self.instance.game.zones.values():
            if zone.of.text not in self.instance.game.cards:
                near = nearest(zone.of.text, self.instance.game.cards)
                help = say("did you mean `{near}`?", near=near) if near else None
                self.fault(
                    "E301",
                    zone.of.span,
                    say("there are no cards called `{name}`", name=zone.of.text),
                    help=help,
                )
            per, low, count = self.per(zone.per)
            everything = max(1, self.instance.cards_of(zone.of.text))
            most = self.constant(zone.most, everything, "`most`")
            if most < 1:
                place = zone.most.span if zone.most is not None else zone.span
                message = say("`{zone}` can hold {most} cards", zone=zone.name, most=most)
                self.fault("E406", place, message, help=self.involved(zone.most))
            if per not in ("player", UNKNOWN_PER) and zone.seen_by in ("owner", "others"):
                self.fault(
                    "E206",
                    zone.seen_by_span,
                    say("`{zone}` is nobody's, so it has no owner to see it", zone=zone.name),
                    help=say("write `per: player`, or `seen_by: everyone` or `nobody`"),
                )
            self.instance.families[zone.name] = Family(
                zone.name, zone.of.text, zone.layout, per, low, number, count, max(1, min(most, everything)),
                zone.seen_by, zone.name in self.shuffled,
            )  # fmt: skip
            number += count
        dice_families(self, number)
