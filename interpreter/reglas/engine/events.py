"""What happened, in full. Only `knowledge` reads these; everybody else gets what a viewer may see of them.

A place is a pair: the number of a zone, and the place in it, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player committed a move: the action, and its picks (cards as places)."""

    actor: int
    decision: int
    alternative: int
    values: tuple[int | Place, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """A player did nothing of what was offered."""

    actor: int
    decision: int


@dataclass(frozen=True, slots=True)
class Committed:
    """A player chose, or declined (`alternative` is then how many there are), together with others: what it was is
    theirs alone until it is carried out."""

    actor: int
    decision: int
    alternative: int
    values: tuple[int | Place, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """A choice made together with others could not be carried out any more when its turn came."""

    actor: int
    decision: int
    alternative: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled: the faces, die by die."""

    zone: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A card moved; `picked`, because a choice made together with others took it."""

    face: int
    source: Place
    target: Place
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two cards changed places; the faces as they lay before."""

    first: Place
    first_face: int
    second: Place
    second_face: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A token or memory changed: its component, which of the family, before and after."""

    component: str
    index: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """A value, or the values of a record's fields, were appended to a list."""

    component: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """For each of some cards whether a condition holds, which holds for exactly these faces; told to `to`. A place is
    None only as a viewer sees it who cannot follow it."""

    places: tuple[tuple[int, int | None], ...]
    holds: tuple[bool, ...]
    faces: frozenset[int]
    to: frozenset[int]


@dataclass(frozen=True, slots=True)
class Shown:
    """Players looked at cards, once."""

    places: tuple[Place, ...]
    faces: tuple[int, ...]
    to: frozenset[int]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone was shuffled."""

    zone: int


@dataclass(frozen=True, slots=True)
class Implied:
    """A legal move tells everybody who sees it that at least so many cards of a zone have one of these faces: a
    condition of the move read its actor's own hidden cards, and it held."""

    zone: int
    faces: frozenset[int]
    least: int


@dataclass(frozen=True, slots=True)
class ImpliedThrow:
    """The same of dice, where a condition reads them otherwise than by how many show what: the ways in which the dice
    of a zone may lie, in the order of their places."""

    zone: int
    throws: frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A player without a legal move was passed over."""

    player: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    end: int


Event: TypeAlias = (
    Chosen
    | Declined
    | Committed
    | Voided
    | Rolled
    | Moved
    | Swapped
    | Changed
    | Pushed
    | Told
    | Shown
    | Shuffled
    | Implied
    | ImpliedThrow
    | Skipped
    | Ended
)
