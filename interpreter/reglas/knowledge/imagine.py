"""A row as a viewer may imagine it: what they see stays, what they cannot see is drawn from what they know."""

from __future__ import annotations

from reglas.engine import rng
from reglas.knowledge.places import Knowledge
from reglas.knowledge.resample import Draws, Resampler
from reglas.program import ir


def imagined(
    program: ir.Program, row: list[int], knowledge: Knowledge, resampler: Resampler, draws: Draws
) -> list[int]:
    """A copy of a row with the cards hidden from the viewer drawn anew, and chance to come begun anew.

    Nothing of the hidden cards of `row` is read: their cells are overwritten.
    """
    found = list(row)
    faces = resampler.draw(draws)
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
    for stream, (_, cell) in enumerate(program.streams):
        rng.start(found, cell, draws.below(1 << 30) << 30 | draws.below(1 << 30), stream)
    return found
