"""Loading: from a name or path to a game that can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reglas.engine.notation import seat_number
from reglas.play import Game, State
from reglas.program.compile import compile_program
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.render import render
from reglas.spec.build import build
from reglas.spec.loading import Loader, UnknownName


class SpecError(ValueError):
    """A spec with faults; `diagnostics` are all findings."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("\n\n".join(render(d) for d in self.diagnostics if d.severity == "error"))


class RecordError(ValueError):
    """Data that is no game in progress, or one of other rules."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message


def load(
    name: str,
    players: int | None = None,
    with_: Sequence[str] = (),
    set: Mapping[str, object] | None = None,
) -> Game:
    """A game by its name or path, for a number of players (default: the fewest), with variants and options.

    Raises `SpecError` for a spec with faults, `UnknownName` for a name, option or number of players that is not
    there, and `reading.files.Unreadable` for a file that cannot be read.
    """
    loader = Loader()
    spec = loader.load(name, with_, set)
    if spec is None or not spec.ok:
        raise SpecError(loader.diagnostics.found)
    spec.model = build(spec.root, spec.diagnostics)
    low, high = spec.model.players
    seats = low if players is None else players
    if spec.ok and not low <= seats <= high:
        raise UnknownName(
            say("`{game}` is for {low} to {high} players, not {players}", game=spec.name, low=low, high=high,
                players=seats),
            say("a variant may say otherwise: `players: {low}..{high}`", low=min(low, seats), high=max(high, seats)),
        )  # fmt: skip
    found = Diagnostics()
    program = compile_program(spec.model, seats, found) if spec.ok else None
    spec.diagnostics.extend(found.errors)
    if program is None or not spec.ok:
        raise SpecError(spec.diagnostics.found)
    return Game(spec, program, tuple((set or {}).items()))


def from_json(data: Mapping[str, Any]) -> State:
    """The state that `State.to_json` gave, its game loaded anew and its moves played again.

    Raises `RecordError` when the rules are others now or the data do not fit, and what `load` raises.
    """
    try:
        game = load(str(data["game"]), int(data["players"]), list(data["with"]), dict(data["set"]))
        if game.digest != data["digest"]:
            raise RecordError(say("the rules of `{game}` have changed since", game=game.name))
        state = game.start(int(data["seed"]), list(data["chance"]))
        for line in data["moves"]:
            player, text = str(line).split(" ", 1)
            state.push(text, seat_number(player))
    except (KeyError, TypeError, IndexError) as error:
        raise RecordError(say("this is no game in progress: {what}", what=repr(error))) from None
    return state
