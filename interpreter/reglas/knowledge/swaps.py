"""Drawing what the hidden cards may be where exact counting would take too long: by swaps.

From one arrangement that fits, two hidden cards change places again and again, each time only if everything known
still holds. Proposals are symmetric, so in the long run every arrangement that swaps can reach comes up equally often;
`ROUNDS` proposals for each hidden card are made before every draw. It is the fallback of `resample`, and not exact:
arrangements that no chain of single swaps reaches are never drawn.
"""

from __future__ import annotations

from reglas.knowledge.dice import Thrower
from reglas.knowledge.places import Knowledge, Place
from reglas.knowledge.resample import Draws, Inconsistent

ROUNDS = 60


class Swapper:
    """Draws arrangements for one viewer's knowledge, as it was when this was made.

    `arrangement` gives the faces of every hidden place to begin with; it must fit. Where it came from is forgotten by
    the first draw. Raises `resample.Inconsistent` if it does not fit.
    """

    def __init__(self, knowledge: Knowledge, arrangement: dict[Place, list[int]]) -> None:
        self.clauses = [(set(c.places), c.mask, c.least) for c in knowledge.clauses]
        self.owners = [place for place, faces in arrangement.items() for _ in faces]
        self.faces = [face for faces in arrangement.values() for face in faces]
        if not all(place.mask >> face & 1 for place, face in zip(self.owners, self.faces, strict=True)):
            raise Inconsistent
        self.counts = [
            sum(1 for p, f in zip(self.owners, self.faces, strict=True) if p in places and mask >> f & 1)
            for places, mask, _ in self.clauses
        ]
        if any(count < least for count, (_, _, least) in zip(self.counts, self.clauses, strict=True)):
            raise Inconsistent
        self.thrower = Thrower(knowledge.dice)
        if not self.thrower.possible:
            raise Inconsistent

    def draw(self, draws: Draws) -> dict[Place, list[int]]:
        """The faces of every hidden place in one arrangement."""
        for _ in range(ROUNDS * len(self.faces)):
            self._swap(draws.below(len(self.faces)), draws.below(len(self.faces)))
        found: dict[Place, list[int]] = {}
        for place, face in zip(self.owners, self.faces, strict=True):
            found.setdefault(place, []).append(face)
        self.thrower.draw(draws, found)
        return found

    def _swap(self, i: int, j: int) -> None:
        a, b, x, y = self.owners[i], self.owners[j], self.faces[i], self.faces[j]
        if a is b or x == y or not (a.mask >> y & 1 and b.mask >> x & 1):
            return
        after = []
        for (places, mask, least), count in zip(self.clauses, self.counts, strict=True):
            gained = (mask >> y & 1) - (mask >> x & 1)
            new = count + gained * ((a in places) - (b in places))
            if new < least:
                return
            after.append(new)
        self.counts = after
        self.faces[i], self.faces[j] = y, x
