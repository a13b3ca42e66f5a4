"""A row as a viewer may imagine it: what they see stays, what they cannot see is drawn from what they know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reglas.engine import rng
from reglas.knowledge.dice import lay
from reglas.knowledge.places import Knowledge, Place
from reglas.knowledge.resample import Draws, Resampler, TooMany, mix
from reglas.knowledge.swaps import Swapper
from reglas.program import ir


def sampler(program: ir.Program, row: Sequence[int], knowledge: Knowledge, budget: int) -> Resampler | Swapper:
    """What draws the hidden cards for a viewer: exact counting, or swaps where that would pass the budget."""
    try:
        return Resampler(knowledge, budget)
    except TooMany:
        return Swapper(knowledge, arrangement(program, row, knowledge))


def arrangement(program: ir.Program, row: Sequence[int], knowledge: Knowledge) -> dict[Place, list[int]]:
    """The faces that lie in the places hidden from a viewer: where swaps begin, and nothing else may."""
    found: dict[Place, list[int]] = {}
    for zone, places, open_ in zip(program.zones, knowledge.zones, knowledge.open, strict=True):
        at = zone.start
        for place in places if not open_ else ():
            found[place] = list(row[at : at + place.size])
            at += place.size
    return found


def imagined(
    program: ir.Program, row: list[int], knowledge: Knowledge, resampler: Resampler | Swapper, draws: Draws
) -> list[int]:
    """A copy of a row with the cards hidden from the viewer drawn anew, and chance to come begun anew.

    Nothing of the hidden cards of `row` is read: their cells are overwritten.
    """
    faces = resampler.draw(draws)
    for place in orderly(program, row, knowledge):
        mix(faces[place], draws)
    found = laid(program, row, knowledge, faces)
    for stream, (_, cell) in enumerate(program.streams):
        rng.start(found, cell, draws.below(1 << 30) << 30 | draws.below(1 << 30), stream)
    return found


def orderly(program: ir.Program, row: Sequence[int], knowledge: Knowledge) -> Iterator[Place]:
    """The places of several cards in which the row has an order, though the viewer knows of none: loose hands, and
    parts of piles where somebody has looked at a card."""
    for zone, places in zip(program.zones, knowledge.zones, strict=True):
        at = zone.start + zone.most
        for place in places:
            if place.bag and place.size > 1 and (not zone.shuffled or 0 in row[at : at + place.size]):
                yield place
            at += place.size


def laid(
    program: ir.Program, row: Sequence[int], knowledge: Knowledge, faces: Mapping[Place, Sequence[int]]
) -> list[int]:
    """A copy of a row with these faces in the places hidden from the viewer."""
    found = list(row)
    for number, places in enumerate(knowledge.zones):
        if knowledge.open[number]:
            continue
        zone = program.zones[number]
        cards = [face for place in places for face in faces.get(place, ())]
        found[zone.start : zone.start + len(cards)] = cards
        if zone.shuffled:
            open_cells = [c for c in range(zone.start, zone.start + len(cards)) if found[c + zone.most]]
            for cell, face in zip(open_cells, sorted(found[c] for c in open_cells), strict=True):
                found[cell] = face  # a bag lies sorted
    lay(found, program.zones, knowledge.dice, faces)
    return found
