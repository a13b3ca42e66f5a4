"""Two states that are one to a viewer: whatever is asked in their name has to have one answer.

A pair is made by putting other cards where the viewer cannot see them: any, or such as fit what the viewer knows. Both
are looked at, and both go one move on: if the viewer is told the same of that, all else is the same again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import reglas
from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge import holdings, waiting
from reglas.knowledge.places import Clause, Knowledge, Place
from reglas.knowledge.resample import BUDGET
from reglas.knowledge.seen import OBSERVER, SPECTATOR, Seen
from reglas.play import Game, State
from reglas.program import ir

Raw = tuple[int, ...]

TOLD: Counter[str] = Counter()
"""How many pairs were tried, how many moves on from them, and after how many the viewer was told the same."""


def viewers(state: State) -> tuple[int, ...]:
    """Every seat, and the spectator."""
    return (*range(state.game.players), SPECTATOR)


def beside(state: State, row: list[int]) -> State:
    """The same game with other cards: its log, and so all that anybody was told, is that of the first."""
    other = State(state.game, row, state.log, [], list(state._played), list(state._drawn), state.seed)
    other._memories = state._memories  # folds of the same log
    return other


def permuted(state: State, viewer: int, choices: Stream) -> list[int]:
    """A row with the cards that a viewer cannot see put anywhere, dice fallen otherwise, and others' choices that wait,
    and what is hidden of tokens and memory, anything."""
    row, hidden = list(state.row), []
    for number, zone in enumerate(state.game.program.zones):
        if not state.game.eyes.sees_zone(viewer, number):
            cells = range(zone.start, zone.start + row[zone.start - 1])
            if zone.dice:
                for cell in cells:
                    row[cell] = zone.dice[choices.below(len(zone.dice))]
                continue
            hidden += [
                c for c in cells if not (zone.shuffled and row[c + zone.most]) and not _saw(row, zone, c, viewer)
            ]
    faces = [row[cell] for cell in hidden]
    for cell in hidden:
        row[cell] = faces.pop(choices.below(len(faces)))
    holdings.redrawn(state.game.program, state.game.eyes, row, viewer, choices)
    waiting.redrawn(state.game.machine, state.game.windows, row, state.log or [], viewer, choices)
    return row


def _saw(row: list[int], zone: ir.ZoneInfo, card: int, viewer: int) -> bool:
    """Is it kept that a viewer ever saw a card? Then they know its face, and rules may go by it."""
    return viewer >= 0 and zone.saw > 0 and bool(row[card + zone.saw] >> viewer & 1)


def alike(state: State, row: list[int], viewer: int, choices: Stream | None = None) -> State:
    """Who acts, the view, the legal moves and the answers to moves are the same. Raises AssertionError."""
    other = beside(state, row)
    TOLD["pairs"] += 1
    assert other.over == state.over, "one is over"
    assert other.to_act == state.to_act, "others are to act"
    if viewer in state.to_act:
        assert other.raw_moves(viewer) == state.raw_moves(viewer), f"other moves are offered to viewer {viewer}"
        if choices is not None:
            text = any_text(state, choices)
            told, heard = answer(state, text, viewer), answer(other, text, viewer)
            assert heard == told, f"to {text} the answer is {heard}, not {told}"
    assert other.view(viewer) == state.view(viewer), f"viewer {viewer} gets another view"
    return other


def any_text(state: State, choices: Stream) -> str:
    """The text of a move that may be offered or not."""
    decision = state.game.machine.decision(state.row)
    assert decision is not None
    alternatives = state.game.program.decisions[decision].alternatives
    alternative = alternatives[choices.below(len(alternatives))]
    words = [alternative.action]
    for pick in alternative.picks:
        value = pick.low + choices.below(pick.radix)
        plain = state.game.notation.plain
        words.append(str(value) if pick.sort == "card" else plain(pick.sort, value))
    return " ".join(words)


def answer(state: State, text: str, player: int) -> str:
    """What a player is told who tries a move."""
    try:
        state.parse(text, player)
    except reglas.MoveError as error:
        return str(error)
    return "it can be played"


def step(game: Game, row: list[int], player: int, raw: Raw, faces: Sequence[int]) -> tuple[list[ev.Event], list[int]]:
    """Play a move on a bare row. Chance gives the faces wanted where it can. What happened, and what was drawn."""
    machine, log, drawn = game.machine, list[ev.Event](), list[int]()
    machine.log = log
    try:
        machine.commit(row, player, raw)
        while (chance := machine.chance_at(row)) is not None:
            bag = chance.bag
            wanted = faces[len(drawn)] if len(drawn) < len(faces) else bag[0]
            drawn.append(wanted if wanted in bag else bag[len(bag) // 2])
            machine.settle(row, chance, drawn[-1])
            machine.run(row)
    finally:
        machine.log = None
    return log, drawn


def seen(game: Game, log: Sequence[ev.Event], viewer: int) -> list[Seen]:
    """What a viewer sees of these events."""
    return [s for s in (game.eyes.see(viewer, event) for event in log) if s is not None]


def step_alike(state: State, row: list[int], viewer: int, player: int, raw: Raw, choices: Stream) -> bool:
    """Both go one move on. If the viewer is told the same, all else is the same. Was it told the same?"""
    game = state.game
    if raw not in game.machine.moves(row, player):
        assert player != viewer, f"{raw} is offered to viewer {viewer} in one state only"
        return False
    one, other = list(state.row), list(row)
    try:
        log, faces = step(game, one, player, raw, [choices.below(len(game.program.faces)) for _ in range(3)])
        second, _ = step(game, other, player, raw, faces)
    except RuleFault:
        return False  # cards that cannot lie so may break a rule of the game
    TOLD["moves"] += 1
    if seen(game, log, viewer) != seen(game, second, viewer):
        return False
    TOLD["told the same"] += 1
    bare = [State(game, r, None, [], [], [], 0) for r in (one, other)]
    assert bare[0].over == bare[1].over, "one is over"
    assert bare[0].to_act == bare[1].to_act, "others are to act"
    assert bare[0].view(viewer) == bare[1].view(viewer), f"viewer {viewer} gets another view after {raw}"
    if viewer in bare[0].to_act:
        assert bare[0].raw_moves(viewer) == bare[1].raw_moves(viewer), (
            f"other moves are offered to viewer {viewer} after {raw}"
        )
    return True


def hold(state: State, viewer: int, choices: Stream, budget: int = BUDGET) -> None:
    """A pair with any cards and a pair with cards that fit, as they are and one move on."""
    alike(state, permuted(state, viewer, choices), viewer)
    row = state.resample(viewer, choices, state.resampler(viewer, budget)).row
    resampled_fits(state, viewer, row)
    alike(state, row, viewer, choices)
    if not state.over:
        acting = state.to_act
        player = acting[choices.below(len(acting)) if len(acting) > 1 else 0]
        moves = state.raw_moves(player)
        step_alike(state, row, viewer, player, moves[choices.below(len(moves))], choices)


# -- what may be known ------------------------------------------------------------------------------------------------


def true_to_all(state: State, viewer: int) -> None:
    """What a viewer knows is true of the cards as they lie: marks, sets, clauses."""
    knowledge = state.knowledge(viewer)
    masks = knowledge.left()
    for zone in state.view(viewer).zones:
        start = state.game.program.zones[zone.number].start
        for index, card in enumerate(zone.cards):
            face = state.row[start + index]
            assert card.face in (None, face), f"viewer {viewer} sees what is not there"
            if card.face is None:
                for marks in (card.may_be, card.said):
                    assert marks is None or face in marks, f"a mark of viewer {viewer} excludes the card it is on"
    lying = lie(state, knowledge)
    for place, faces in lying.items():
        mask = place.mask & masks[place]
        assert all(mask >> f & 1 for f in faces), f"viewer {viewer} knows what is not so"
    for clause in all_clauses(knowledge):
        met = sum(1 for p in clause.places for f in lying.get(p, ()) if clause.mask >> f & 1)
        assert met >= clause.least, f"a clause of viewer {viewer} does not hold"


def lie(state: State, knowledge: Knowledge) -> dict[Place, list[int]]:
    """The faces that lie in the places a viewer cannot see. In an unordered part of a pile any order will do."""
    found: dict[Place, list[int]] = {}
    for zone, places in zip(state.game.program.zones, knowledge.zones, strict=True):
        at = zone.start
        for place in places:
            if place.size:
                found[place] = list(state.row[at : at + place.size])
            at += place.size
    for number, dice in knowledge.dice.zones.items():
        start = state.game.program.zones[number].start
        assert state.row[start - 1] == len(dice), f"viewer {knowledge.viewer} thinks that there are other dice"
        found.update((die, [state.row[start + index]]) for index, die in enumerate(dice))
    return found


def all_clauses(knowledge: Knowledge) -> list[Clause]:
    """Clauses about cards and about dice."""
    return [*knowledge.clauses, *(clause for some in knowledge.dice.clauses.values() for clause in some)]


def resampled_fits(state: State, viewer: int, row: list[int]) -> None:
    """A resampled state has the cards of the game, those the viewer sees where they are, and fits what is known."""
    knowledge = state.knowledge(viewer)
    faces: list[int] = []
    for number, zone in enumerate(state.game.program.zones):
        size = state.row[zone.start - 1]
        assert row[zone.start - 1] == size
        faces += row[zone.start : zone.start + size] if not zone.dice else []
        if state.game.eyes.sees_zone(viewer, number):
            assert row[zone.start : zone.start + size] == state.row[zone.start : zone.start + size]
    assert Counter(faces) == Counter({f: n for f, n in enumerate(state.game.program.copies) if n})
    lying = lie(State(state.game, row, None, [], [], [], 0), knowledge)
    for place, cards in lying.items():
        assert all(place.mask >> f & 1 for f in cards)
    for clause in all_clauses(knowledge):
        assert sum(1 for p in clause.places for f in lying.get(p, ()) if clause.mask >> f & 1) >= clause.least
    for decision in state.game.program.decisions:
        if decision.waiting >= 0 and viewer >= 0:
            own = slice(decision.waiting + viewer * decision.width, decision.waiting + (viewer + 1) * decision.width)
            assert row[own] == state.row[own], "the viewer's own choice is another"


# -- what is told -----------------------------------------------------------------------------------------------------


def tells_no_more(game: Game, log: Sequence[ev.Event], viewer: int) -> None:
    """What a viewer sees of each event stays the same when the event tells of other cards in places that the viewer
    does not see, or of other places in loose hands. This goes by the spec alone: who sees which zone."""
    for event in log:
        for other in _changed(game, event, viewer):
            assert game.eyes.see(viewer, other) == game.eyes.see(viewer, event), f"viewer {viewer} is told of {event}"


def _open(game: Game, viewer: int, zone: int) -> bool:
    info = game.program.zones[zone]
    by = {"everyone": True, "nobody": False, "owner": info.owner == viewer}
    return viewer == OBSERVER or by.get(info.seen_by, viewer >= 0 and info.owner != viewer)


def _hears_all(game: Game, viewer: int, to: frozenset[int]) -> bool:
    return viewer == OBSERVER or (viewer == SPECTATOR and len(to) == game.players)


def _loose(game: Game, viewer: int, zone: int) -> bool:
    info = game.program.zones[zone]
    return viewer != OBSERVER and info.layout == "hand" and info.owner != viewer


def _changed(game: Game, event: ev.Event, viewer: int) -> list[ev.Event]:
    """The event with other hidden faces, and with other places in loose hands."""
    most = len(game.program.faces)

    def place(p: ev.Place) -> ev.Place:
        return (p[0], p[1] + 1) if _loose(game, viewer, p[0]) else p

    match event:
        case ev.Moved(face, source, target, picked):
            hidden = not _open(game, viewer, source[0]) and not _open(game, viewer, target[0])
            return [ev.Moved((face + 1) % most if hidden else face, place(source), place(target), picked)]
        case ev.Swapped(a, x, b, y):
            hidden = not _open(game, viewer, a[0]) and not _open(game, viewer, b[0])
            faces = ((x + 1) % most, (y + 1) % most) if hidden else (x, y)
            return [ev.Swapped(place(a), faces[0], place(b), faces[1])]
        case ev.Shown(places, faces, to):
            told = viewer in to or _hears_all(game, viewer, to)
            other = tuple(f if told or _open(game, viewer, p[0]) else (f + 1) % most
                          for p, f in zip(places, faces, strict=True))  # fmt: skip
            found: list[ev.Event] = [ev.Shown(tuple(place(p) for p in places), other, to)]
            if all(_loose(game, viewer, z) for z, _ in places):
                found.append(ev.Shown(places, faces[::-1], to))
            return found
        case ev.Rolled(zone, faces) if not _open(game, viewer, zone):
            return [ev.Rolled(zone, tuple((f + 1) % most for f in faces))]
        case ev.Committed(actor, decision, alternative, values) if viewer not in (actor, OBSERVER):
            return [ev.Committed(actor, decision, alternative + 1, ()), ev.Committed(actor, decision, 0, (*values, 1))]
        case ev.Changed(name, index, before, after) if not game.eyes.sees_holding(viewer, name, index):
            return [ev.Changed(name, index, before + 1, after + 2)]
        case ev.Pushed(name, values) if not game.eyes.sees_holding(viewer, name, 0):
            return [ev.Pushed(name, tuple(v + 1 for v in values))]
        case ev.Chosen(actor, decision, alternative, values) if viewer not in (actor, OBSERVER):
            made = game.program.decisions[decision].alternatives[alternative]
            others = [tuple(place(v) if isinstance(v, tuple) else v for v in values)]
            if made.secret:
                others.append(tuple((v[0], v[1] + 1) if isinstance(v, tuple) else v + 1 for v in values))
            return [ev.Chosen(actor, decision, alternative, other) for other in others]
        case ev.Told(places, holds, faces, to) if not (viewer in to or _hears_all(game, viewer, to)):
            return [ev.Told(places, tuple(not h for h in holds), faces, to)]
        case ev.Told(places, holds, faces, to) if all(_loose(game, viewer, z) for z, _ in places):
            return [ev.Told(places, holds[::-1], faces, to)]
    return []
