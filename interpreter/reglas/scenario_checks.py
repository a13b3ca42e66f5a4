"""What a scenario says is true afterwards: read once, with findings; then tested on the state, with differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reglas.engine.faults import RuleFault
from reglas.engine.notation import seat_letter, seat_number
from reglas.language.parser import parse_expression
from reglas.language.spelling import nearest
from reglas.language.types import Card, ListOf, Record, Type, Zone, bare
from reglas.play import IllegalMove, State, UnreadableMove
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.instance import Family
from reglas.program.scope import Typed
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.scenario_claims import Difference, Test, differs, together
from reglas.scenario_moves import at_offer, pass_over, read_action, read_move
from reglas.scenario_tables import Part, Table
from reglas.scenario_views import view_claims


def claims(table: Table, then: Mapping, diagnostics: Diagnostics) -> list[Test]:
    """The claims of `then`; what cannot be read gives findings and no claim."""
    reader = _Reader(table, diagnostics)
    return [test for entry in then if (test := reader.claim(entry.key, entry.value)) is not None]


class _Reader:
    def __init__(self, table: Table, diagnostics: Diagnostics) -> None:
        self.table, self.diagnostics = table, diagnostics
        self.named: dict[str, Callable[[Scalar, Node], Test | None]] = {
            "turn": self.turn,
            "asked": self.asked,
            "offered": self.offered,
            "refused": self.refused,
            "foul": self.foul,
            "outcome": self.outcome,
        }

    def claim(self, key: Scalar, node: Node) -> Test | None:
        """One entry of `then`."""
        if key.text in ("knows", "sees"):
            return view_claims(self.table, key, node, self.diagnostics)
        if key.text in self.named:
            return self.named[key.text](key, node)
        return self.family(key, node) if isinstance(node, Mapping) else self.expression(key, node)

    # -- who acts --------------------------------------------------------------------------------------------------

    def turn(self, key: Scalar, node: Node) -> Test | None:
        """Whose turn it is."""
        seat = self.table.seat(node, self.diagnostics)
        if seat is None:
            return None

        def test(state: State) -> Iterator[Difference]:
            found = turn_of(state)
            if found != seat:
                yield differs(node.span, "turn", seat_letter(seat), seat_letter(found) if found is not None else "-")

        return test

    def asked(self, key: Scalar, node: Node) -> Test | None:
        """Who is to act."""
        seats = sorted(self.table.seats(node, self.diagnostics))

        def test(state: State) -> Iterator[Difference]:
            if sorted(state.to_act) != seats:
                yield differs(node.span, "asked", _letters(seats), _letters(state.to_act))

        return test

    # -- moves -----------------------------------------------------------------------------------------------------

    def offered(self, key: Scalar, node: Node) -> Test | None:
        """The legal moves of whoever is to act; where these are other moves than those of an offer, of whoever acts
        when that is declined."""
        if not isinstance(node, Mapping):
            return None
        wanted: list[tuple[str, Scalar]] = []
        for entry in node:
            for item in entry.value.items if isinstance(entry.value, Sequence) else ():
                if isinstance(item, Scalar) and read_action(self.table, item, item.text, 0, self.diagnostics):
                    wanted.append((entry.key.text, item))

        def test(state: State) -> Iterator[Difference]:
            state = at_offer(state, [item.text for _, item in wanted])
            found = {move.text for move in state.legal_moves}
            for sort, item in wanted:
                text = " ".join(item.text.split())
                if sort == "excludes" and text in found:
                    yield Difference(item.span, say("`{move}` is offered", move=text))
                elif sort != "excludes" and text not in found:
                    yield Difference(item.span, say("`{move}` is not offered", move=text))
            if "exactly" in node:
                more = found - {" ".join(item.text.split()) for sort, item in wanted if sort == "exactly"}
                if more:
                    message = say("these are offered too: {moves}", moves=", ".join(sorted(more)))
                    yield Difference(node.by_key["exactly"].key.span, message)

        return test

    def refused(self, key: Scalar, node: Node) -> Test | None:
        """A move that may not be played, and why."""
        if not isinstance(node, Mapping):
            return None
        move, because = node.get("move"), node.get("because")
        read = read_move(self.table, move, self.diagnostics) if isinstance(move, Scalar) else None
        if read is None or not isinstance(move, Scalar):
            return None
        seat, text = read
        reason = because.text if isinstance(because, Scalar) else None
        if isinstance(because, Scalar) and not self.condition(because, text.split(" ")[0]):
            return None
        place = because.span if because is not None else move.span

        def test(state: State) -> Iterator[Difference]:
            found = refusal(state, seat, text)
            if found is None:
                yield Difference(move.span, say("`{move}` is legal", move=move.text))
            elif reason is not None and reason != found:
                yield differs(place, f"refused {move.text}", reason, found)

        return test

    def condition(self, because: Scalar, action: str) -> bool:
        """Is this the name of a condition of the action?"""
        known, honoured = {"not_offered", "not_their_turn"}, set[str]()
        for decision in self.table.program.decisions:
            for alternative in decision.alternatives:
                if alternative.action == action:
                    known |= {need.name for need in alternative.needs}
                    honoured |= {rule.name for rule in alternative.honours}
        if because.text in known:
            return True
        if because.text in honoured:
            message = say("`{name}` may be broken: that is a foul, and no move is refused for it", name=because.text)
            help = say("say `foul: true` in `then` after the move, or `set: {{fouls: refused}}`")
            self.diagnostics.report("E301", because.span, message, help=help)
            return False
        near = nearest(because.text, known)
        help = (
            say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(sorted(known)))
        )
        message = say("`{action}` has no condition `{name}`", action=action, name=because.text)
        self.diagnostics.report("E301", because.span, message, help=help)
        return False

    def foul(self, key: Scalar, node: Node) -> Test | None:
        """Was the last move a foul?"""
        expected = isinstance(node, Scalar) and node.value is True

        def test(state: State) -> Iterator[Difference]:
            if bool(state.last_foul) != expected:
                found = ", ".join(state.last_foul) or "false"
                yield differs(node.span, "foul", "true" if expected else "false", found)

        return test

    # -- the end ---------------------------------------------------------------------------------------------------

    def outcome(self, key: Scalar, node: Node) -> Test | None:
        """How the game ended."""
        if isinstance(node, Mapping) and not self.end_known(node.get("end")):
            return None
        wanted = node if isinstance(node, Mapping) else None
        winners = self.table.seats(wanted.get("winners"), self.diagnostics) if wanted and "winners" in wanted else None

        def test(state: State) -> Iterator[Difference]:
            ended = state.outcome()
            if ended is None:
                yield Difference(key.span, say("the game is not over"))
                return
            if wanted is None:
                yield from _differs(node, "outcome", _text(node), ended.result)
                return
            yield from _differs(wanted.get("is"), "outcome", None, ended.result)
            yield from _differs(wanted.get("end"), "end", None, ended.end)
            yield from _scores(wanted.get("score"), ended.score, ended.scores)
            if winners is not None and sorted(winners) != sorted(ended.winners):
                yield differs(
                    wanted.by_key["winners"].value.span, "winners", _letters(winners), _letters(ended.winners)
                )

        return test

    def end_known(self, node: Node | None) -> bool:
        """Is this the name of an end?"""
        names = [end.name for end in self.table.program.ends]
        if not isinstance(node, Scalar) or node.text in names:
            return True
        near = nearest(node.text, names)
        help = say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(names))
        self.diagnostics.report("E301", node.span, say("there is no end `{name}`", name=node.text), help=help)
        return False

    # -- expressions -----------------------------------------------------------------------------------------------

    def family(self, key: Scalar, node: Mapping) -> Test | None:
        """A whole family: `hand: {A: [..]}`, `lives: {A: 3}`."""
        found = self.table.parts(key, node, self.diagnostics, "E301")
        if found is None:
            self.table.unknown(key, self.diagnostics, "E301")
            return None
        entry, parts = found
        tests = []
        for part in parts:
            if isinstance(entry, Family):
                tests.append(self.zone(entry, part))
            elif not entry.listed:
                cell = Typed(ir.Cell(entry.cell + part.index), entry.type)
                index = self.table.index_texts(entry)[part.index] if entry.per else ""
                tests.append(self.asked_value(f"{entry.name}({index})", cell, part.node))
        return together(tests)

    def zone(self, family: Family, part: Part) -> Test | None:
        """The cards of one zone."""
        number = family.first + part.index
        question = Typed(ir.Const(number), family.zone)
        return self.asked_value(self.table.zone_text(number), question, part.node)

    def expression(self, key: Scalar, node: Node) -> Test | None:
        """`EXPR: VALUE`."""
        expr = parse_expression(key, self.diagnostics)
        if expr is None:
            return None
        question = self.table.questions.ask(expr, self.diagnostics)
        return None if question is None else self.asked_value(key.text, question, node)

    def asked_value(self, what: str, question: Typed, node: Node) -> Test | None:
        """The value of an expression."""
        expected = self.expected(question.type, node)
        if expected is None:
            return None

        def test(state: State) -> Iterator[Difference]:
            try:
                wanted, found = expected(state, self.table.questions.answer(question, state.row))
            except RuleFault as fault:
                yield Difference(node.span, say("`{what}` has no value: {why}", what=what, why=fault.message))
                return
            if wanted != found:
                yield differs(node.span, what, wanted, found)

        return test

    def expected(self, kind: Type, node: Node) -> Callable[[State, object], tuple[str, str]] | None:
        """The expected value and the one found, both as text that is equal if they are."""
        if isinstance(kind, Zone):
            return self.expected_zone(self.table.instance.families[kind.family], node)
        if isinstance(kind, ListOf):
            return self.expected_list(kind, node)
        card = bare(kind)
        if isinstance(card, Card) and isinstance(node, Scalar) and node.text != "none":
            return self.expected_face(node, card)
        value = self.table.value(kind, node, self.diagnostics)
        if value is None:
            return None
        table = self.table
        return lambda state, found: (table.written(kind, value, state.row), table.written(kind, found, state.row))

    def expected_face(self, node: Scalar, kind: Card) -> Callable[[State, object], tuple[str, str]] | None:
        face = self.any_face(node, kind)
        if face is None:
            return None
        table, text = self.table, self.table.program.faces[face]
        return lambda state, found: (text, table.written(Card(), found, state.row))

    def expected_zone(self, family: Family, node: Node) -> Callable[[State, object], tuple[str, str]] | None:
        if isinstance(node, Scalar):
            help = say("for how many, write `size({zone}): {count}`", zone=family.name, count=node.text)
            message = say("a list of cards is wanted here: `[CARD, ..]`")
            self.diagnostics.report("E401", node.span, message, help=help)
            return None
        faces = self.table.faces(node, family.card, self.diagnostics, "E401")
        if faces is None:
            return None
        table, listed = self.table, faces

        def compare(state: State, number: object) -> tuple[str, str]:
            assert isinstance(number, int)
            found, ordered = table.cards(state.row, number)
            if ordered:
                return table.face_texts(listed), table.face_texts(found)
            return table.face_texts(sorted(listed)), table.face_texts(sorted(found))

        return compare

    def expected_list(self, kind: ListOf, node: Node) -> Callable[[State, object], tuple[str, str]] | None:
        if not isinstance(node, Sequence):
            message = say("{wanted} is wanted here: `[..]`", wanted=describe(kind))
            self.diagnostics.report("E401", node.span, message)
            return None
        if isinstance(kind.item, Record):
            return self.expected_records(kind.item, node)
        card = bare(kind.item)
        cards = isinstance(card, Card)
        values = [
            self.any_face(i, card) if isinstance(card, Card) else self.table.value(kind.item, i, self.diagnostics)
            for i in node
        ]
        if None in values:
            return None
        table = self.table
        faces = table.program.faces

        def compare(state: State, found: object) -> tuple[str, str]:
            assert isinstance(found, list | range | tuple)
            wanted = [faces[v or 0] if cards else table.written(kind.item, v, state.row) for v in values]
            return _list(wanted), _list(table.written(kind.item, v, state.row) for v in found)

        return compare

    def expected_records(self, kind: Record, node: Sequence) -> Callable[[State, object], tuple[str, str]] | None:
        """`[{FIELD: VALUE, ..}, ..]`."""
        wanted: list[str] = []
        for item in node:
            parts = self.table.fields(kind.name, kind.fields, item, self.diagnostics)
            if parts is None:
                return None
            texts: list[str] = []
            for (_, of), part in zip(kind.fields, parts, strict=True):
                face = isinstance(bare(of), Card) and isinstance(part, Scalar) and part.text != "none"
                value = self.any_face(part, Card()) if face else self.table.value(of, part, self.diagnostics)
                if value is None:
                    return None
                texts.append(self.table.program.faces[value] if face else self.table.written(of, value, []))
            wanted.append(f"({', '.join(texts)})")
        table = self.table

        def compare(state: State, found: object) -> tuple[str, str]:
            assert isinstance(found, list | range | tuple)
            return _list(wanted), _list(table.written(kind, v, state.row) for v in found)

        return compare

    def any_face(self, node: Node, kind: Card) -> int | None:
        """A face of any card type, or of the dice."""
        sorts = list(self.table.instance.game.cards)
        if kind.dice:
            sorts = list(dict.fromkeys(self.table.instance.families[f].card for f in sorted(kind.families)))
        for sort in sorts:
            quiet = Diagnostics()
            face = self.table.face(node, sort, quiet)
            if face is not None:
                return face
        return self.table.face(node, next(iter(sorts), ""), self.diagnostics, "E401")


def turn_of(state: State) -> int | None:
    """Whose turn it is; None when the game is over."""
    program, machine = state.game.program, state.game.machine
    number = machine.decision(state.row)
    if state.over or number is None:
        return None
    inside = [info for info in program.turns if info.begin <= state.row[ir.POINT] < info.end]
    return state.row[inside[-1].player if inside else program.decisions[number].me]


def refusal(state: State, seat: int, text: str) -> str | None:
    """Why a move is refused: a condition's name, `not_offered`, `not_their_turn`; None when it is legal."""
    state = state.copy()
    pass_over(state, seat, text)
    if not state.over and seat not in state.to_act:
        return "not_their_turn"
    try:
        state.parse(text, seat)
    except IllegalMove as error:
        return error.condition or "not_offered"
    except UnreadableMove:
        return "not_offered"
    return None


def _differs(node: Node | None, what: str, expected: str | None, found: str) -> Iterator[Difference]:
    if node is not None and (expected or _text(node)) != found:
        yield differs(node.span, what, expected or _text(node), found or "-")


def _scores(node: Node | None, score: int | None, scores: tuple[int, ...]) -> Iterator[Difference]:
    if isinstance(node, Scalar) and node.value != score:
        yield differs(node.span, "score", node.text, "-" if score is None else str(score))
    for entry in node if isinstance(node, Mapping) else ():
        seat = seat_number(entry.key.text)
        found = scores[seat] if seat is not None and seat < len(scores) else None
        if isinstance(entry.value, Scalar) and entry.value.value != found:
            found_text = "-" if found is None else str(found)
            yield differs(entry.value.span, f"score({entry.key.text})", entry.value.text, found_text)


def _letters(seats: list[int] | tuple[int, ...]) -> str:
    return _list(seat_letter(seat) for seat in seats)


def _list(texts: Iterator[str] | list[str]) -> str:
    return "[" + ", ".join(texts) + "]"


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else node.span.text
