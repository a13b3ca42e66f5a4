"""A rulebook as data: sections of items, which every form of writing it down reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Item:
    """A sentence, with what stands under it; `name` is how it begins where it explains something, `A pair:`."""

    text: str
    under: tuple[Item, ...] = ()
    name: str = ""
    to: str = field(default="", compare=False)
    """The key of the part of the book that tells more of it."""

    @property
    def whole(self) -> str:
        """The sentence with the name before it."""
        return f"{self.name} {self.text}".strip()

    def lines(self) -> Iterator[str]:
        """The sentence and all under it."""
        yield self.whole
        for item in self.under:
            yield from item.lines()


@dataclass(frozen=True)
class Face:
    """A card or a die to be drawn: what it is called, its colour, how many there are, whether it is a die, and the
    short signs of its values."""

    text: str
    color: str = ""
    copies: str = ""
    die: bool = False
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A part of the book: a heading, pictures, a paragraph of sentences, and items."""

    key: str
    title: str
    items: tuple[Item, ...]
    lead: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    parts: tuple[Section, ...] = ()
    across: int = 0
    """How many of the pictures belong in a row; 0 where that does not matter."""

    def lines(self) -> Iterator[str]:
        """All its sentences in order."""
        yield from self.lead
        for item in self.items:
            yield from item.lines()
        for part in self.parts:
            yield from part.lines()


@dataclass(frozen=True)
class Book:
    """The whole rulebook."""

    title: str
    lang: str
    sections: tuple[Section, ...]
    about: tuple[str, ...] = field(default=())
