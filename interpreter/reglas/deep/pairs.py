"""Two states that are one to a viewer: whatever is asked in their name has to have one answer.

In the second state the cards that the viewer cannot see lie otherwise, in a way that fits all they know, or memory and
choices that they cannot see are others. Both are looked at, and both go one move on. What the viewer is told of that
move may differ only if it also tells which of the two is so: a card that is turned up, shown or told of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.deep import kept
from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.engine.notation import seat_letter
from reglas.engine.rng import Stream
from reglas.knowledge.imagine import imagined
from reglas.knowledge.places import Knowledge
from reglas.knowledge.seen import SPECTATOR, Look, Move, Roll, Seen, Swap, Viewer
from reglas.play import Game, State
from reglas.reading.messages import Message, say

Raw = tuple[int, ...]

BUDGET = 2_000
"""Steps of exact counting for what may be imagined; then swaps do."""


@dataclass(frozen=True)
class Leak:
    """What a viewer learns that no rule tells them: from what, and by which action (empty: none)."""

    what: Message
    action: str
    decision: int
    by_move: bool = False
    """Does it show by the move, and not before?"""


def leak(state: State, viewer: Viewer, choices: Stream, move: tuple[int, Raw]) -> Leak | None:
    """A leak to a viewer at a decision, or by the move that is made there next."""
    sampler = state.resampler(viewer, BUDGET)
    resampled = state.resample(viewer, choices, sampler).row
    number = state.game.machine.decision(state.row)
    assert number is not None
    found = _now(state, _beside(state, resampled), viewer)
    if found is not None:
        return Leak(found[0], found[1], number)
    row = imagined(state.game.program, state.row, state.knowledge(viewer), sampler, choices)
    after = _after(state, row, viewer, move, choices) or _kept(state, viewer, move, choices)
    action = state.game.program.decisions[number].alternatives
    name = action[move[1][0]].action if move[1][0] < len(action) else ""
    return Leak(after, name, number, by_move=True) if after is not None else None


def who(viewer: Viewer) -> object:
    """A viewer in words."""
    return say("somebody without a seat") if viewer == SPECTATOR else seat_letter(viewer)


def _beside(state: State, row: list[int]) -> State:
    """The same game with other cards: its log, and so all that anybody was told, is that of the first."""
    other = State(state.game, row, state.log, [], list(state._played), list(state._drawn), state.seed)
    other._memories = state._memories  # folds of the same log
    return other


def _now(state: State, other: State, viewer: Viewer) -> tuple[Message, str] | None:
    """What differs between two states to a viewer: what, and the action whose moves tell."""
    if other.over != state.over or other.to_act != state.to_act:
        return say("who is asked"), ""
    if viewer in state.to_act:
        one, two = state.all_moves(viewer), other.all_moves(viewer)
        odd = {m.text: m for m in (*one, *two) if (m in one) != (m in two)}
        if odd:
            move = next(iter(odd.values()))
            return say("whether `{move}` is offered", move=move.text), move.action
    if other.view(viewer) != state.view(viewer):
        return say("the view of the table"), ""
    return None


def _after(state: State, row: list[int], viewer: Viewer, move: tuple[int, Raw], choices: Stream) -> Message | None:
    """What differs to a viewer after a move, and is not told by it."""
    seat, raw = move
    game, one = state.game, state.copy()
    if raw not in game.machine.moves(row, seat):
        return None  # a legal move informs
    try:
        one._play(raw, seat)
        log = _step(game, row, seat, raw, [value for _, value in one._drawn[len(state._drawn) :]], choices)
    except RuleFault:
        return None
    if log is None:
        return None
    first, second = _seen(game, (one.log or [])[len(state.log or []) :], viewer), _seen(game, log, viewer)
    if first != second:
        if _tells(first, second) or not _fits(game, one.row, row, one.knowledge(viewer)):
            return None
        return say("what happens then")
    bare = [State(game, r, None, [], [], [], 0) for r in (one.row, row)]
    found = _now(bare[0], bare[1], viewer)
    return found[0] if found is not None else None


def _kept(state: State, viewer: Viewer, move: tuple[int, Raw], choices: Stream) -> Message | None:
    """What differs to a viewer after a move if memory that they do not see, or choices that wait, are others."""
    game = state.game
    for one, two in kept.pairs(state, viewer, move, choices):
        if _seen(game, one.log, viewer) != _seen(game, two.log, viewer):
            return say("what happens then")
        bare = [State(game, ran.row, None, [], [], [], 0) for ran in (one, two)]
        found = _now(bare[0], bare[1], viewer)
        if found is not None:
            return found[0]
    return None


def _step(game: Game, row: list[int], seat: int, raw: Raw, wanted: list[int], choices: Stream) -> list[ev.Event] | None:
    """Play a move on a row with the same outcomes of chance, or with other cards and dice; None where an outcome that
    everybody sees cannot come about."""
    machine, log = game.machine, list[ev.Event]()
    others = choices.below(2) == 0
    machine.log = log
    try:
        machine.commit(row, seat, raw)
        while (chance := machine.chance_at(row)) is not None:
            value = wanted.pop(0) if wanted else chance.bag[0]
            if chance.sort in ("card", "die") and (others or value not in chance.bag):
                value = chance.bag[choices.below(len(chance.bag))]
            elif value not in chance.bag:
                return None
            machine.settle(row, chance, value)
            machine.run(row)
    finally:
        machine.log = None
    return log


def _seen(game: Game, log: Sequence[ev.Event], viewer: Viewer) -> list[Seen]:
    """What a viewer sees of events."""
    return [s for s in (game.eyes.see(viewer, event) for event in log) if s is not None]


def _tells(first: Sequence[Seen], second: Sequence[Seen]) -> bool:
    """Is the first difference one that tells which cards there are: the same thing seen of other cards?"""
    for one, two in zip(first, second, strict=False):
        if one != two:
            return _of_cards(one, two)
    return False


def _of_cards(one: Seen, two: Seen) -> bool:
    """Is this the same thing seen of other cards?"""
    match one, two:
        case ((Move() | Look()), (Move() | Look())):
            faces, others = _faces(one), _faces(two)
            return any(face != others.get(place, face) for place, face in faces.items())
        case Swap(first, a, second, b), Swap(third, c, fourth, d):
            return (first, second) == (third, fourth) and (a, b) != (c, d)
        case Roll(zone, count, _), Roll(other, number, _):
            return (zone, count) == (other, number)
        case ev.Told(), ev.Told():
            return (one.places, one.to) == (two.places, two.to)
        case ((ev.Implied() | ev.ImpliedThrow()), (ev.Implied() | ev.ImpliedThrow())):
            return True
    return False


def _faces(event: Move | Look) -> dict[object, int]:
    """The faces that are seen, by the places of their cards."""
    if isinstance(event, Move):
        return {event.source: event.face} if event.face is not None else {}
    return {place: face for place, face in zip(event.places, event.faces, strict=True) if face is not None}


def _fits(game: Game, one: Sequence[int], other: Sequence[int], knowledge: Knowledge) -> bool:
    """Do the cards of a row fit what is known in another? Then what was seen does not tell the two apart."""
    lying: dict[int, tuple[int, list[int]]] = {}
    masks = knowledge.left()
    for number, (zone, places) in enumerate(zip(game.program.zones, knowledge.zones, strict=True)):
        size = one[zone.start - 1]
        if other[zone.start - 1] != size:
            return True  # nothing tells, and more than values differ
        if game.eyes.sees_zone(knowledge.viewer, number):
            if one[zone.start : zone.start + size] != other[zone.start : zone.start + size]:
                return False
            continue
        at = zone.start
        for place in places:
            faces = list(other[at : at + place.size])
            mask = place.mask & masks[place] if place.size else 0
            if any(not mask >> face & 1 for face in faces):
                return False
            lying[id(place)] = (at, faces)
            at += place.size
    for number, dice in knowledge.dice.zones.items():
        start = game.program.zones[number].start
        for index, die in enumerate(dice):
            if not die.mask & masks.get(die, die.mask) >> other[start + index] & 1:
                return False
            lying[id(die)] = (start + index, [other[start + index]])
    clauses = [*knowledge.clauses, *(c for some in knowledge.dice.clauses.values() for c in some)]
    return all(
        sum(1 for p in clause.places for f in lying.get(id(p), (0, []))[1] if clause.mask >> f & 1) >= clause.least
        for clause in clauses
    )
