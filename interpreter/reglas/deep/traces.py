"""How a fault was come to: a game up to there, as a record that is replayed and as a scenario to keep."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reglas.engine.faults import RuleFault
from reglas.engine.notation import seat_letter
from reglas.play import ChanceError, Game, MoveError, State
from reglas.reading.messages import Message
from reglas.records import header

Made = tuple[int, str]
"""A move: its seat and its text."""


@dataclass(frozen=True)
class Trace:
    """A game up to a fault: its seed, the outcomes of chance before the first move, and each move with the outcomes
    after it. After a last move that a rule fails on, what is not told comes by the seed. Without `scripted` all of
    them come by the seed."""

    game: Game
    seed: int
    moves: tuple[Made, ...]
    chance: tuple[tuple[str, ...], ...] = ()
    scripted: bool = False

    def record(self) -> list[str]:
        """The lines of a record."""
        state = State(self.game, list(self.game.program.row), None, [], seed=self.seed)
        chance = [list(drawn) for drawn in self.chance] + [[]] * (1 + len(self.moves) - len(self.chance))
        lines: list[object] = [header(state), {"chance": chance[0]}]
        for (seat, text), drawn in zip(self.moves, chance[1:], strict=True):
            lines.append({"by": seat_letter(seat), "move": text, "chance": drawn})
        return [json.dumps(line, ensure_ascii=False) for line in lines]

    def scenario(self, title: Message, lang: str) -> list[str]:
        """The lines of a scenario."""
        return list(self._scenario(title.text(lang)))

    def _scenario(self, title: str) -> Iterator[str]:
        game = self.game
        yield f"- scenario: {_text(title)}"
        yield f"  of: {_text(game.name)}"
        yield f"  players: {game.players}"
        if game.variants:
            yield f"  with: [{', '.join(_text(v) for v in game.variants)}]"
        if game.requested:
            yield f"  set: {{{', '.join(f'{name}: {_value(value)}' for name, value in game.requested)}}}"
        yield f"  seed: {self.seed}"
        outcomes = [text for drawn in self.chance for text in drawn] if self.scripted else []
        if outcomes:
            yield f"  chance: [{', '.join(_text(text) for text in outcomes)}]"
        if self.moves:
            yield "  moves:"
        for seat, text in self.moves:
            yield f"    - {_text(f'{seat_letter(seat)} {text}')}"


def _text(text: str) -> str:
    """A text as YAML has it: plain where that is safe."""
    plain = all(c.isalnum() or c in " _-." for c in text) and text == text.strip() and text[:1] not in ("-", "")
    return text if plain and not text.replace("-", "").isdigit() else json.dumps(text, ensure_ascii=False)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Ran:
    """What came of playing moves: those that could be played, the state, and the rule that failed."""

    moves: tuple[Made, ...]
    state: State | None
    fault: RuleFault | None
    chance: tuple[tuple[str, ...], ...]


def run(game: Game, seed: int, moves: Sequence[Made], record: bool = False) -> Ran:
    """Play moves from a seed; what cannot be played is left out, and a move may be made by another seat."""
    try:
        state = game.start(seed, record=record)
    except RuleFault as fault:
        return Ran((), None, fault, ())
    made: list[Made] = []
    chance = [tuple(state.drawn)]
    for seat, text in moves:
        if state.over:
            break
        by = seat if seat in state.to_act else state.to_act[0]
        drawn = len(state._drawn)
        try:
            state.push(text, by)
        except MoveError:
            continue
        except RuleFault as fault:
            return Ran((*made, (by, text)), state, fault, tuple(chance))
        except ChanceError:  # pragma: no cover - nothing is scripted
            break
        made.append((by, text))
        chance.append(tuple(game.notation.outcome(of, value) for of, value in state._drawn[drawn:]))
    return Ran(tuple(made), state, None, tuple(chance))
