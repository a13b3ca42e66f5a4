"""The text of a program: one module of functions over flat integers, for plain Python or for LLVM.

It has `run(s, c)`, `legal(s, seat, m)`, `picked(s, seat, m, q, at)`, `make(s, c, seat, number)`, `result(s, r)`,
`observe(s, seat, o)` and `playouts(s, ..)`; see `engine` for what they take. Both sorts of text are the same but for
the line that says where their words come from, and for how blocks of cells are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.resources import files

from reglas.compiled.marks.keeping import Keeping, KeepingStretches
from reglas.compiled.marks.telling import telling
from reglas.compiled.marks.tracks import Tracks
from reglas.compiled.observe import observing
from reglas.compiled.passes import PASSES, passed
from reglas.compiled.picking import BITS
from reglas.compiled.pieces import Pieces
from reglas.compiled.prelude import HEAD
from reglas.compiled.stretches import Stretches
from reglas.compiled.telling import Telling, TellingStretches, first
from reglas.compiled.text import Lines, Module
from reglas.compiled.values import plus
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.sight import seers

_LINE = "# -- from here on it is emitted "
HOWS = ("plain", "fast")
"""Plain Python, and what LLVM compiles."""
LOSING = frozenset({"deals", "opening"})
"""Passes that make one of what is told of one by one, or leave it out: dealing, and shuffling at the start."""


def emitted(
    program: ir.Program, how: str, passes: Iterable[str] = PASSES, marks: bool = False, events: bool = False
) -> str:
    """The text of a program; `how` is one of `HOWS`. With `marks` rows are longer and keep them: see `marks`. With
    `events` it is text that tells what happens: it makes moves, and goes on from a row's point, and has nothing else
    that is called from outside."""
    module = Module(how)
    if events:
        return _telling(program, passed(program, set(passes) - LOSING), module)
    tracks = Tracks(program) if marks else None
    program = passed(program, passes if tracks is None else tracks.without(passes))
    pieces = _pieces(program, module, tracks)
    _decisions(program, pieces)
    _picked(program, pieces)
    pieces.run()
    _result(program, pieces)
    observing(program, module)
    if tracks is None:
        return _whole(program, module, [], [_words("playing")])
    telling(program, tracks, module)
    return _whole(program, module, [*tracks.tables(), _words("marks/carrying")], [_words("playing")], tracks)


def _telling(original: ir.Program, program: ir.Program, module: Module) -> str:
    pieces = (TellingStretches if module.how == "fast" else Telling)(program, module, original)
    make, go = Lines(), Lines()
    if module.how == "fast":
        _decisions(program, pieces)
    else:
        for point, op in enumerate(program.ops):
            if isinstance(op, ir.Ask | ir.Gather):
                with make.under(f"if s[0] == {point}:"):
                    make.add(f"return {pieces.make(op.decision, point)}(s, c, seat, number)")
        module.function("make", ["s", "c", "seat", "number"], make, entry=True)
    pieces.run()
    go.add("run(s, c)")
    module.function("go", ["s", "c"], go, entry=True)
    return _whole(program, module, [f"TOLD = {first(program, HEAD)}", _words("noting")], [])


def _whole(
    program: ir.Program, module: Module, before: list[str], after: list[str], tracks: Tracks | None = None
) -> str:
    """The whole text."""
    words = sha256((_text("plain") + _text("emit")).encode()).hexdigest()[:20]
    parts = [
        f"# Emitted by reglas from the rules of {program.game}, with words of {words}; written anew when it changes.",
        "from __future__ import annotations",
        "from reglas.compiled.plain import arrange, below, closed, copied, drawn, entry, fill, find, handed",
        "from reglas.compiled.plain import paste, routine, scratch, shift, stream, table, total",
        *(["from reglas.compiled.plain import Spread, spread"] if tracks is not None else []),
        f"NONE = {NONE}",
        f"TOGETHER = {any(d.waiting >= 0 for d in program.decisions)}",
        *_layout(program, tracks.row if tracks is not None else ()),
        *module.tables(),
        *module.constants,
        _words("prelude"),
        *before,
        *module.functions,
        *after,
    ]
    return "\n\n".join(parts)


def _pieces(program: ir.Program, module: Module, tracks: Tracks | None) -> Pieces:
    """What makes text of operations."""
    if tracks is not None:
        return (KeepingStretches if module.how == "fast" else Keeping)(program, module, tracks)
    return (Stretches if module.how == "fast" else Pieces)(program, module)


def _text(name: str) -> str:
    return files("reglas.compiled").joinpath(f"{name}.py").read_text(encoding="utf-8")


def _words(name: str) -> str:
    """What of a text is emitted."""
    return _text(name).split(_LINE, 1)[1].split("\n", 1)[1]


def _layout(program: ir.Program, more: Sequence[int]) -> list[str]:
    """The tables that say where cards lie, and the row at the start, behind which there may be more."""
    size, zones = len(program.row), program.zones
    zone, index, owner = [-1] * size, [NONE] * size, [NONE] * size
    for number, info in enumerate(zones):
        for at in range(info.most):
            zone[info.start + at] = number
            index[info.start + at] = at + 1
            owner[info.start + at] = info.owner if info.owner >= 0 else NONE
    streams, faces = dict(reversed(program.streams)), sorted({z.dice for z in zones if z.dice})
    starts = {dice: sum(len(d) for d in faces[:n]) for n, dice in enumerate(faces)}
    tables = {
        "ZONE": zone,
        "INDEX": index,
        "OWNER": owner,
        "START": [z.start for z in zones],
        "MOST": [z.most for z in zones],
        "MARKS": [z.most if z.shuffled else 0 for z in zones],
        "SAW": [z.saw for z in zones],
        "SEERS": [seers(z, program.seats) for z in zones],
        "STREAM": [streams.get(z.family, 0) for z in zones],
        "DICE": [starts[z.dice] if z.dice else -1 for z in zones],
        "SIDES": [len(z.dice) for z in zones],
        "LOOSE": [int(z.layout == "hand") for z in zones],
        "FACES": [face for dice in faces for face in dice],
        "STREAMS": [cell for _, cell in program.streams],
        "ROW": [*program.row, *more],
    }
    lines = [f"{name} = table({tuple(values)!r})" for name, values in tables.items()]
    return [
        *lines,
        f"WATCHED = {any(z.saw for z in zones)}",
        f"PENDING = {program.pending}",
        f"SEATS = {program.seats}",
    ]


def _decisions(program: ir.Program, pieces: Pieces) -> None:
    """`legal` and `make`: whichever decision the flow rests at. In plain Python there are more: `moves`, a list of the
    legal moves, and `apply`, which are what an engine gives away; `raw`, the moves as the interpreter has them."""
    at = {op.decision: point for point, op in enumerate(program.ops) if isinstance(op, ir.Ask | ir.Gather)}
    module, plain = pieces.module, pieces.module.how == "plain"
    legal, make, raw, apply = Lines(), Lines(), Lines(), Lines()
    together = any(decision.waiting >= 0 for decision in program.decisions)
    if plain and together:
        first = program.pending
        for lines, over in ((legal, "return []"), (apply, "return")):
            with lines.under("if s[2]:"):
                lines.add(over)
            with lines.under("if seat is None:"):
                lines.add(f"seat = s.index(1, {first}, {first + program.seats}) - {first}")
    for number, decision in enumerate(program.decisions):
        if number not in at:
            continue
        point = at[number]
        _listed(legal, f"{pieces.legal(number)}(s)" if plain else f"{pieces.legal(number)}(s, m)", decision, point)
        if plain:
            _listed(raw, f"{pieces.raw(number)}(s, m)", decision, point)
        name = pieces.make(number, point)
        with make.under(f"if s[0] == {point}:"):
            make.add(f"{name}(s, c, seat, number)")
            make.add("return")
        with apply.under(f"if s[0] == {point}:"):
            apply.add(f"{name}(s, DRAWN, seat, number)")
            apply.add("return")
    legal.add("return []" if plain else "return 0")
    for lines in (make, raw, apply):
        lines.add("return")
    module.function("make", ["s", "c", "seat", "number"], make, entry=True)
    if not plain:
        module.function("legal", ["s", "seat", "m"], legal, entry=True)
        return
    module.function("moves", ["s", "seat=None"], legal, entry=True)
    module.function("apply", ["s", "number", "seat=None"], apply, entry=True)
    module.function("raw", ["s", "seat", "m"], raw, entry=True)
    _fresh(program, module)
    module.constants.append(f"LEGAL_FAILS = {module.fails('moves', _text('prelude'))}")
    copied = Lines()
    copied.add("m[:] = moves(s, seat)")
    copied.add("return len(m)")
    module.function("legal", ["s", "seat", "m"], copied, entry=True)


def _picked(program: ir.Program, pieces: Pieces) -> None:
    """`picked`: one of the legal moves, each as likely, by the random stream in the cells of `q` from `at` on; -1 if
    there is none. `bits`: the legal moves as bits, for LLVM; 0 if a program has too many moves, or lists them."""
    lines, bits, plain = Lines(), Lines(), pieces.module.how == "plain"
    if plain:
        lines.add("m = moves(s, seat)")
    for point, op in enumerate(program.ops):
        if not isinstance(op, ir.Ask | ir.Gather) or plain:
            continue
        found = pieces.bits_of(op.decision)
        if found is not None:
            name, first = found
            decision = program.decisions[op.decision]
            with lines.under(f"if s[0] == {point}:"):
                _as_seat(lines, f"w = {name}(s)", decision)
                with lines.under("if w != 0:"):
                    lines.add(f"return {plus('nth(w, below(q, at, ones(w)))', first)}")
            if program.moves <= BITS:
                with bits.under(f"if s[0] == {point}:"):
                    _as_seat(bits, f"w = {name}(s)", decision)
                    bits.add(f"return w << {first}")
    lines.add(f"n = {'len(m)' if plain else 'legal(s, seat, m)'}")
    lines.add("return m[below(q, at, n)] if n else -1")
    pieces.module.function("picked", ["s", "seat", "m", "q", "at"], lines, entry=True)
    if not plain:
        bits.add("return 0")
        pieces.module.function("bits", ["s", "seat"], bits, entry=True)


def _fresh(program: ir.Program, module: Module) -> None:
    """`fresh`: the row of a new game, at its first decision."""
    module.constants.append("DRAWN = [0, 0, 2]")
    lines = Lines()
    lines.add("s = list(ROW)")
    for number, (_, cell) in enumerate(program.streams):
        lines.add(f"stream(s, {cell}, seed, {number})")
    lines.add("run(s, DRAWN)")
    lines.add("return s")
    module.function("fresh", ["seed"], lines, entry=True)


def _listed(lines: Lines, call: str, decision: ir.Decision, point: int) -> None:
    """Call what lists the moves of a decision; where several choose at once, `me` is the seat meanwhile."""
    with lines.under(f"if s[0] == {point}:"):
        if decision.waiting < 0:
            lines.add(f"return {call}")
            return
        _as_seat(lines, f"n = {call}", decision)
        lines.add("return n")


def _as_seat(lines: Lines, line: str, decision: ir.Decision) -> None:
    """A line meanwhile `me` is the seat, where several choose at once."""
    if decision.waiting >= 0:
        lines.add(f"before = s[{decision.me}]")
        lines.add(f"s[{decision.me}] = seat")
    lines.add(line)
    if decision.waiting >= 0:
        lines.add(f"s[{decision.me}] = before")


def _result(program: ir.Program, pieces: Pieces) -> None:
    """`result`: the score for all, then for each seat its score and whether it won."""
    lines, seats = Lines(), program.seats
    for number, end in enumerate(program.ends):
        with lines.under(f"if s[2] == {number + 1}:"):
            lines.add(f"r[0] = {pieces.value(end.score) if end.score is not None else NONE}")
            for seat in range(seats):
                lines.add(f"r[{1 + seat}] = {pieces.value(end.scores[seat]) if end.scores else NONE}")
            lines.add(f"fill(r, {1 + seats}, {1 + 2 * seats}, 0)")
            if end.winners is not None:
                x = pieces.spare()
                pieces.each(lines, end.winners, x, lambda x=x: lines.add(f"r[{1 + seats} + x{x}] = 1"))  # type: ignore[misc]
            elif end.best:
                for seat in range(seats):
                    lines.add(f"k{seat} = {pieces.value(end.ranks[seat])} * {end.best}")
                ranks = ", ".join(f"k{seat}" for seat in range(seats))
                lines.add(f"best = max({ranks})" if seats > 1 else "best = k0")
                for seat in range(seats):
                    lines.add(f"r[{1 + seats + seat}] = 1 if k{seat} == best else 0")
    lines.add("return")
    pieces.module.function("result", ["s", "r"], lines, entry=True)
