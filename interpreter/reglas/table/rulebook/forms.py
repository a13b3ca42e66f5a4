"""A rulebook as Markdown, and as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from reglas.table.rulebook.book import Book, Item, Section


def markdown(book: Book) -> str:
    """Plain Markdown."""
    lines = [f"# {book.title}", ""]
    for text in book.about:
        lines += [text, ""]
    for section in book.sections:
        lines += _section(section, 2)
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {section.title}", "")
    if section.lead:
        yield from (" ".join(section.lead), "")
    if section.items:
        yield from _items(section.items, 0)
        yield ""
    for part in section.parts:
        yield from _section(part, level + 1)


def _items(items: Sequence[Item], depth: int) -> Iterator[str]:
    for item in items:
        name = f"**{item.name}** " if item.name else ""
        yield f"{'  ' * depth}- {name}{item.text}".rstrip()
        yield from _items(item.under, depth + 1)


def terminal(book: Book, width: int = 80) -> str:
    """Lines no longer than a width."""
    lines = [book.title, "=" * len(book.title), ""]
    for text in book.about:
        lines += [*textwrap.wrap(text, width), ""]
    for section in book.sections:
        lines += paragraphs(section, width, "-")
    return "\n".join(lines).rstrip() + "\n"


def paragraphs(section: Section, width: int = 80, line: str = "-") -> Iterator[str]:
    """A part for a terminal, its title underlined."""
    yield section.title
    yield line * len(section.title) if line else ""
    yield from textwrap.wrap(" ".join(section.lead), width)
    yield from _wrapped(section.items, width, 0)
    if section.items or section.lead:
        yield ""
    for part in section.parts:
        yield part.title
        yield from textwrap.wrap(" ".join(part.lead), width, initial_indent="  ", subsequent_indent="  ")
        yield from _wrapped(part.items, width, 1)
        yield ""


def wrapped(text: str, width: int) -> Iterator[str]:
    """A sentence that is no item of a list."""
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    yield from textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False) or [""]


def _wrapped(items: Sequence[Item], width: int, depth: int) -> Iterator[str]:
    for item in items:
        lead = "  " * depth + "- "
        yield from textwrap.wrap(item.whole.strip(), width, initial_indent=lead, subsequent_indent=" " * len(lead))
        yield from _wrapped(item.under, width, depth + 1)
