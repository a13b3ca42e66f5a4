"""A rulebook as people ask for it at a table: its contents, one part by its number or by a word, or all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reglas.reading.files import Unreadable
from reglas.reading.messages import say
from reglas.spec.loading import UnknownName
from reglas.table.phrases import Phrases, folded
from reglas.table.rulebook.book import Book, Section
from reglas.table.rulebook.forms import paragraphs, terminal, wrapped
from reglas.table.rulebook.write import base_of, rulebook
from reglas.table.rules_told import rules, title
from reglas.table.voice import Voice

WHOLE = frozenset({"all", "everything", "todo", "todas"})
SHORT = frozenset({"short", "brief", "corto", "resumen"})
"""What is asked for besides parts, in the languages there are."""

ASIDE = " .,?\u00bf!\u00a1"
"""Marks around what is asked, which mean nothing."""


@dataclass(frozen=True)
class Page:
    """A part of the book with its number, such as `4`, or `4.2` for a part of a part."""

    number: str
    section: Section

    @property
    def parts(self) -> list[Page]:
        """The parts of this part."""
        return [Page(f"{self.number}.{at}", part) for at, part in enumerate(self.section.parts, 1)]


class Pages:
    """The rulebook of the game that is being played. It is made from the rules and the number of players, and from
    nothing that has happened. `width` is that of a line; in parts of more than `room` lines one is asked for."""

    def __init__(self, voice: Voice, phrases: Phrases, width: int = 80, room: int = 20) -> None:
        self.voice, self.phrases, self.width, self.room = voice, phrases, width, room
        self.book = book_of(voice)
        self.pages = [Page(str(at), section) for at, section in enumerate(self.book.sections, 1)]
        self.every = [each for page in self.pages for each in (page, *page.parts)]
        self.typed = dict(_typed(voice, phrases))

    def answer(self, asked: str = "") -> list[str]:
        """The lines for what somebody asked: nothing for the contents, a number, or words."""
        wanted = folded(asked).strip(ASIDE)
        if not wanted:
            return self.contents()
        if wanted in WHOLE:
            return terminal(self.book, self.width).splitlines()
        if wanted in SHORT:
            return rules(self.voice, self.phrases, self.width)
        found = self.found(asked)
        if not found:
            return self._lines(self.voice.put(say("The rulebook has nothing about `{text}`; `?` lists its parts.",
                                                  text=asked)))  # fmt: skip
        return self.page(found[0]) if len(found) == 1 else self._list(found)

    def contents(self) -> list[str]:
        """What game this is, its parts, and how to ask for them."""
        players = self.voice.put(say("{n} players", n=self.voice.game.players))
        lines = self._lines(" · ".join([*title(self.voice), players]))
        for text in self.book.about:
            lines += self._lines(text)
        lines += ["", *self._list(self.pages), ""]
        for how in (
            say("`? 2` shows part 2, and so does a word from it."),
            say("`? all` shows all of them, `? short` the rules in a few lines."),
            say("`help` tells what you can type."),
        ):
            lines += self._lines(self.voice.put(how))
        return lines

    def page(self, page: Page) -> list[str]:
        """A part; only the names of its parts where it is long."""
        lines = list(paragraphs(page.section, self.width))
        while lines and not lines[-1]:
            lines.pop()
        if page.section.parts and len(lines) > self.room:
            how = say("`? {number}` shows one of these, and so does a word of it.", number=page.parts[0].number)
            return [*lines[:2], *self._list(page.parts), *self._lines(self.voice.put(how))]
        return lines

    def found(self, asked: str) -> list[Page]:
        """The parts that somebody means: by number, by what they are called or how a move is typed, by words of their
        titles, or else by what they say."""
        wanted = folded(asked).strip(ASIDE)
        if re.fullmatch(r"\d+(\.\d+)?", wanted):
            return [page for page in self.every if page.number == wanted]
        exact = [page for page in self.every if wanted in self._names(page.section)]
        titled = exact or [page for page in self.every if _begun(wanted, page.section.title)]
        return titled or [
            page
            for page in self.every
            if not page.section.parts and any(_begun(wanted, text) for text in page.section.lines())
        ]

    def _names(self, section: Section) -> set[str]:
        key = section.key.removeprefix("action-").removeprefix("passage-")
        return {folded(section.title), key, *self.typed.get(key, ())}

    def _list(self, pages: list[Page]) -> list[str]:
        return [line for page in pages for line in self._lines(f"  {page.number}  {page.section.title}")]

    def _lines(self, text: str) -> list[str]:
        return list(wrapped(text, self.width))


def book_of(voice: Voice) -> Book:
    """The rulebook of a game in force: its variants, options and number of players, in the language of the table."""
    spec = voice.game.spec
    try:
        base = base_of(spec)
    except (UnknownName, Unreadable):  # its file is gone since the game began
        base = None
    return rulebook(spec, voice.lang, voice.game.players, base)


def _typed(voice: Voice, phrases: Phrases) -> Iterator[tuple[str, set[str]]]:
    """Each action with the words that its moves begin with."""
    for action in phrases.alternatives:
        form = voice.words.action(action, "type") or action
        start = folded(form.split("{", 1)[0]).strip()
        yield action, {start, *start.split()[:1]}


def _begun(wanted: str, text: str) -> bool:
    """Does every word begin a word of a text?"""
    words = re.findall(r"\w+", folded(text))
    return all(any(word.startswith(part) for word in words) for part in re.findall(r"\w+", wanted) or [wanted])
