"""A spec, options and a number of players to a program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reglas.language import expressions as ex
from reglas.language.types import NONE, Flag, ListOf, Maybe, Number, Player, Record, Type, Unknown, Value, bare
from reglas.program import ir
from reglas.program.components import Components
from reglas.program.describe import already, describe
from reglas.program.every import all_steps, references
from reglas.program.frame import Frame
from reglas.program.instance import FACE, Face, HoldingEntry, Instance
from reglas.program.lower import Lowering
from reglas.program.readings import Reading
from reglas.program.scope import Scope, Typed
from reglas.program.sight import seers
from reglas.program.translate import Translator
from reglas.program.unused import judge_unused
from reglas.program.walk import reads
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.spec import model as m


def compile_program(game: m.Game, seats: int, diagnostics: Diagnostics) -> ir.Program | None:
    """The program of a merged spec for a number of seats; None when it has errors."""
    found = compile_judged(game, seats, diagnostics)
    return found.program if found is not None else None


@dataclass(frozen=True)
class Compiled:
    """A program, and what of its making others look at: the checks for authors, and questions about its states."""

    program: ir.Program
    instance: Instance
    readings: list[Reading]
    translator: Translator


def compile_judged(game: m.Game, seats: int, diagnostics: Diagnostics) -> Compiled | None:
    """The same, with what its conditions and effects read."""
    before = len(diagnostics.errors)
    compiler = _Compiler(game, seats, diagnostics)
    program = compiler.program()
    if len(diagnostics.errors) != before:
        return None
    return Compiled(program, compiler.instance, compiler.lowering.readings.all, compiler.translator)


def prepare(game: m.Game, seats: int, diagnostics: Diagnostics) -> Translator:
    """A translator for more expressions about the states of a program of this game and number of players: what the
    names stand for is the same there. Its functions, slots and sites are its own (see `scenario_questions`)."""
    compiler = _Compiler(game, seats, diagnostics)
    compiler.components_built()
    return compiler.translator


class _Compiler:
    def __init__(self, game: m.Game, seats: int, diagnostics: Diagnostics) -> None:
        self.game, self.seats, self.diagnostics = game, seats, diagnostics
        self.instance = Instance(game, seats, diagnostics, saw_asked="saw" in references(game))
        self.translator = Translator(self.instance)
        shuffled = {
            step.zone.name
            for step in all_steps(game)
            if isinstance(step, m.Shuffle) and isinstance(step.zone, ex.Name | ex.Apply)
        }
        self.components = Components(self.instance, self.translator, shuffled & set(game.zones))
        self.lowering = Lowering(self.instance, self.translator)

    def program(self) -> ir.Program:
        """Components, ends, flow; then all of it as one program."""
        instance, lowering = self.instance, self.lowering
        self.components_built()
        zones = self.zone_infos()
        for entry in instance.holdings.values():
            lowering.owner.update(dict.fromkeys(range(entry.cell, entry.cell + entry.cells), entry.name))
        if instance.owed_cell >= 0:
            lowering.owner.update({instance.owed_cell + i: "owed" for i in range(self.seats)})
        ends = [self.end(end) for end in self.game.ends.values()]
        self.one_end()
        lowering.end_reads = [
            reads(end.when, self.translator.functions, lowering.owner) if end.when is not None else set()
            for end in ends
        ]
        for number in range(len(ends)):
            lowering.out.emit(ir.Finish(number))
        lowering.steps(self.game.flow, Frame(Scope()))
        playing = self.translator.definitions.playing()
        if playing >= 0:
            body = self.game.definitions["playing"].body
            lowering.readings.note("playing", self.translator.functions[playing].body, body, -1)
        last = next((i for i, end in enumerate(ends) if end.when is None), 0)
        lowering.out.emit(ir.Finish(last))
        self.unreached()
        return self.assemble(zones, tuple(ends))

    def components_built(self) -> None:
        """What there is, and in which cells; the first step, always with the same result."""
        self.instance.site(self.game.span)
        self.clashes()
        self.components.build()
        if any(isinstance(s, m.Turns) and s.last_round is not None for s in all_steps(self.game)):
            self.instance.owed_cell = self.instance.allocate(self.seats)

    # -- checks ----------------------------------------------------------------------------------------------------

    def clashes(self) -> None:
        """Two things with one name in the scope of expressions."""
        first: dict[str, tuple[Span, Message, bool]] = {}
        names = self.translator.names
        values = {word.span for kind in self.game.kinds.values() for word in kind.values or ()}
        for name, span, sort in [*names.declared(), *self.parameters()]:
            known = first.setdefault(name, (span, sort, span in values))
            # Two kinds may share the name of a value; two parameters are no clash.
            if known[0] is span or (known[2] and span in values):
                continue
            later, earlier, other = span, known[0], known[1]
            if _after(earlier, later):
                later, earlier, other = earlier, later, sort
            self.diagnostics.report(
                "E306", later, already(name, other, later, earlier), Label(earlier, say("declared here"))
            )

    def parameters(self) -> Iterator[tuple[str, Span, Message]]:
        """Parameters that have the name of something else."""
        game = self.game
        taken = {name for name, _, _ in self.translator.names.declared()}
        scorings = [s for end in game.ends.values() for s in (end.score, end.rank_by) if s is not None]
        named = [(s.parameter, s.parameter_span) for s in scorings if s.parameter is not None]
        for section in (game.definitions, game.actions, game.routines):
            for item in section.values():
                named += zip(item.parameters, item.parameter_spans, strict=True)
        for name, span in named:
            if name in taken:
                yield name, span, say("a parameter")

    def one_end(self) -> None:
        """Exactly one end has no `when`: the flow ran off its end."""
        plain = [end for end in self.game.ends.values() if end.when is None]
        if len(plain) == 1:
            return
        span = plain[1].span if plain else self.game.span
        if self.game.ends and not plain:
            span = list(self.game.ends.values())[-1].span
        help = say("leave `when` out of the end for a flow that has run to its end")
        labels = [Label(end.span, say("and this one")) for end in plain if end is not plain[1]] if plain else []
        message = say("two ends have no `when`") if plain else say("no end is without `when`")
        if len(plain) > 2:
            message = say("{count} ends have no `when`", count=len(plain))
        if plain:
            help = say("one end only is for a flow that has run to its end; give the others a `when`")
        self.diagnostics.report("E603", span, message, *labels, help=help)

    def unreached(self) -> None:
        """Actions never offered and routines never called; definitions nobody uses are still checked."""
        if self.diagnostics.errors:
            self.unused_definitions()
            return
        for action in self.game.actions.values():
            if action.name not in self.lowering.offered:
                self.diagnostics.report(
                    "E601",
                    action.span,
                    say("the action `{name}` is offered nowhere", name=action.name),
                    help=self.near_action(action.name),
                )
        for end in self.game.ends.values():
            if end.when == ex.Truth(end.span, False):
                self.diagnostics.report(
                    "E601",
                    end.span,
                    say("nothing can bring about the end `{name}`", name=end.name),
                    help=say("remove it, in a variant with `null`"),
                )
        for routine in self.game.routines.values():
            if routine.name not in self.lowering.called:
                self.diagnostics.report(
                    "E601", routine.span, say("the routine `{name}` is called nowhere", name=routine.name)
                )
        self.unused_definitions()

    def near_action(self, name: str):  # type: ignore[no-untyped-def]
        """A remedy for an action that nothing offers."""
        from reglas.language.spelling import nearest

        near = nearest(name, [a for a in self.game.actions if a != name])
        if near:
            return say("did you mean `{near}`? Otherwise add `{name}` to a `choose`", near=near, name=name)
        return say("add `{name}` to a `choose`", name=name)

    def unused_definitions(self) -> None:
        """Definitions that nothing uses are judged too."""
        for name, definition in self.game.definitions.items():
            if name not in self.translator.used:
                judge_unused(self.translator, definition)

    # -- parts -----------------------------------------------------------------------------------------------------

    def zone_infos(self) -> tuple[ir.ZoneInfo, ...]:
        """Zones and their cells: length, faces, for a shuffled zone what is unsettled, and who saw each card."""
        infos: list[ir.ZoneInfo] = []
        for family in self.instance.families.values():
            for offset in range(family.count):
                watched = int(self.instance.saw_asked and not family.dice)
                blocks = 1 + family.shuffled + watched
                start = self.instance.allocate(1 + family.most * blocks) + 1
                dice = tuple(f.number for f in self.instance.faces if family.dice and f.card == family.card)
                key = family.low + offset if family.per is not None else -1
                owner = offset if family.per == "player" else -1
                infos.append(
                    ir.ZoneInfo(
                        family.name, key, owner, start, family.most, family.layout, family.seen_by,
                        int(family.shuffled), dice, family.most * (blocks - 1) if watched else 0,
                    )
                )  # fmt: skip
        return tuple(infos)

    def end(self, end: m.End) -> ir.End:
        """An end: condition, outcome, scores, ranks."""
        t, scope = self.translator, Scope()
        when = t.condition(end.when, scope) if end.when is not None else None
        if when is not None and end.when is not None and not end.counted:
            self.lowering.readings.note("when", when, end.when, -1, end.name)
        score, scores = self.scoring(end.score)
        common, ranks = self.scoring(end.rank_by)
        if common is not None and end.rank_by is not None:
            self.diagnostics.report("E203", end.rank_by.span, say("`rank_by` is for each player: `rank_by(p)`"))
        best = {"high": 1, "low": -1}.get(end.best, 0)
        if best and not ranks:
            ranks = scores
        if best and not ranks:
            self.diagnostics.report("E203", end.span, say("`best` needs `score(p)` or `rank_by(p)`"))
        winners = self.winners(end.winners) if end.winners is not None else None
        site = self.instance.site(end.span)
        return ir.End(end.name, when, end.outcome, score, scores, ranks if best else (), best, winners, site)

    def winners(self, expr: ex.Expression) -> ir.Expr:
        """A list of players."""
        found = self.translator.items(expr, Scope())
        if isinstance(found.type, ListOf) and not isinstance(found.type.item, Player | Unknown):
            self.diagnostics.report(
                "E401", expr.span, say("players are wanted here; this is {found}", found=describe(found.type.item))
            )
        return found.node

    def scoring(self, scoring: m.Scoring | None) -> tuple[ir.Expr | None, tuple[ir.Expr, ...]]:
        """A score for all, or one for each seat."""
        if scoring is None:
            return None, ()
        if scoring.parameter is None:
            return self.translator.number(scoring.value, Scope()).node, ()
        each = []
        for seat in range(self.seats):
            place = scoring.parameter_span
            scope = Scope().bind(scoring.parameter, Typed(ir.Const(seat), Player()), place, say("a parameter"))
            each.append(self.translator.number(scoring.value, scope).node)
        return None, tuple(each)

    def first_pile(self, card: str) -> str | None:
        """Where cards of a type begin: the first pile of theirs that is one only."""
        for family in self.instance.families.values():
            if family.card == card and family.layout == "pile" and family.per is None:
                return family.name
        return None

    def start_row(self, zones: tuple[ir.ZoneInfo, ...]) -> tuple[int, ...]:
        """The row before the flow begins: counters at their start, all cards in their first pile."""
        row = [0] * self.instance.row_size
        row[ir.POINT] = len(self.game.ends)
        for entry in self.instance.holdings.values():
            if entry.listed:
                row[entry.cell + 1 : entry.cell + entry.cells] = [NONE] * (entry.cells - 1)
            else:
                row[entry.cell : entry.cell + entry.count] = [entry.start] * entry.count
        for card in self.game.cards.values():
            pile = self.first_pile(card.name)
            faces = [f.number for f in self.instance.faces if f.card == card.name for _ in range(f.copies)]
            if pile is None and any(z.of.text not in self.game.cards for z in self.game.zones.values()):
                continue  # one of them may have been meant
            if pile is None:
                self.diagnostics.report(
                    "E203",
                    card.span,
                    say("there is no pile for `{card}` cards to begin in", card=card.name),
                    help=say("declare a zone with `layout: pile` that is not `per` anything"),
                )
                continue
            zone = next(z for z in zones if z.family == pile)
            if len(faces) > zone.most:
                place = self.game.zones[pile].span
                self.diagnostics.report("E406", place, say("{count} cards begin in `{zone}`, which holds {most}",
                                                           count=len(faces), zone=pile, most=zone.most))  # fmt: skip
                faces = faces[: zone.most]
            row[zone.start - 1] = len(faces)
            row[zone.start : zone.start + len(faces)] = faces
            if zone.saw:
                first = zone.start + zone.saw
                row[first : first + len(faces)] = [seers(zone, self.seats)] * len(faces)
        return tuple(row)

    def assemble(self, zones: tuple[ir.ZoneInfo, ...], ends: tuple[ir.End, ...]) -> ir.Program:
        """The program."""
        instance, out, choices = self.instance, self.lowering.out, self.lowering.choices
        decisions = tuple(
            replace(
                d,
                skip=out.point(d.skip) if d.skip != -1 else -1,
                decline=out.point(d.decline) if d.decline != -1 else -1,
                alternatives=tuple(replace(a, entry=out.point(a.entry)) for a in d.alternatives),
            )
            for d in choices.decisions
        )
        faces = instance.faces
        traits = (
            *(ir.Attribute(name, tuple(_trait(f, name) for f in faces)) for name in instance.traits),
            ir.Attribute("copies", tuple(f.copies for f in faces)),
        )
        return ir.Program(
            game=self.game.name,
            seats=self.seats,
            options=tuple(instance.options.items()),
            row=self.start_row(zones),
            slots=self.translator.slots,
            pending=self.components.pending,
            streams=tuple(instance.streams),
            kinds=tuple(ir.KindInfo(k.name, k.low, k.names) for k in instance.kinds.values()),
            faces=tuple(f.text for f in faces),
            copies=tuple(f.copies for f in faces),
            traits=traits,
            zones=zones,
            holdings=tuple(self.holding_info(e) for e in instance.holdings.values()),
            functions=tuple(self.translator.functions),
            decisions=decisions,
            ends=ends,
            ops=out.resolved(),
            sites=tuple(instance.sites),
            moves=choices.moves,
            turns=tuple(self.lowering.loops.infos),
        )

    def holding_info(self, entry: HoldingEntry) -> ir.Holding:
        """A token or memory as the program states it."""
        low, high = _range(bare(entry.type), self.seats)
        return ir.Holding(
            entry.name, entry.sort, entry.cell, entry.most if entry.listed else entry.count, entry.per or "",
            type_word(bare(entry.type)), low, high, entry.seen_by, int(entry.listed),
            int(isinstance(entry.type, Maybe)), tuple((name, type_word(bare(kind))) for name, kind in entry.fields),
            tuple(_range(bare(kind), self.seats) for _, kind in entry.fields),
        )  # fmt: skip


def type_word(kind: Type) -> str:
    """How a holding's values are written: a kind, `number`, `player`, `flag`, `card`, or `record`."""
    match kind:
        case Number(_, _, name):
            return name or "number"
        case Value(name, _):
            return name
        case Player():
            return "player"
        case Flag():
            return "flag"
        case ListOf():
            return "list"
        case Record():
            return "record"
    return "card"


def _trait(face: Face, name: str) -> int:
    """An attribute of a face. A die has none of a card's, nor a card what only dice have."""
    return face.values.get(name, 0 if face.copies and name != FACE else NONE)


def _range(kind: Type, seats: int) -> tuple[int, int]:
    from reglas.program.lower import bounds

    return bounds(kind, seats)


def _after(a: Span, b: Span) -> bool:
    return a.source.name == b.source.name and a.start > b.start
