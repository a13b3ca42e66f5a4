"""Libraries: which ones a game and its variants use, and their sections put under the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Several
from dataclasses import replace

from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec.places import name_of

OVERRIDDEN = ("options", "define", "routines")
"""Sections of which a game may have its own version; the library's is then left out."""

DECLARED = ("tokens", "memory")
"""Sections of things that exist once: a game that has one of the same name has two."""


def used(game: Mapping, variants: Several[Mapping]) -> list[Scalar]:
    """The names of the libraries that a game with variants laid over it uses."""
    names = list(_words(game.get("use")))
    for variant in variants:
        change = variant.get("change")
        use = change.get("use") if isinstance(change, Mapping) else None
        if isinstance(use, Sequence):
            names = list(_words(use))
        elif isinstance(use, Mapping):
            gone = {word.text for word in _words(use.get("remove"))}
            names = [name for name in names if name.text not in gone]
            names += _words(use.get("add"))
    return list({name.text: name for name in reversed(names)}.values())[::-1]


def put_in(game: Mapping, libraries: Several[Mapping], diagnostics: Diagnostics) -> Mapping:
    """A game with the sections of libraries under its own."""
    for section in (*DECLARED, *OVERRIDDEN):
        own = _entries(game.get(section))
        given: dict[str, Entry] = {}
        for library in libraries:
            for entry in _entries(library.get(section)).values():
                name = name_of(entry.key.text)
                other = given.get(name) or (own.get(name) if section in DECLARED else None)
                if other is not None:
                    _twice(name, entry, other, diagnostics)
                given.setdefault(name, entry)
        added = [entry for name, entry in given.items() if name not in own]
        if added:
            game = _with(game, section, added, next(lib for lib in libraries if section in lib))
    return game


def words_of(libraries: Several[Mapping]) -> Iterator[tuple[str, Mapping]]:
    """The words that libraries bring for what they declare: the language, and the words."""
    for library in libraries:
        words = library.get("words")
        for entry in words if isinstance(words, Mapping) else ():
            if isinstance(entry.value, Mapping):
                yield entry.key.text, entry.value


def _with(game: Mapping, section: str, added: list[Entry], library: Mapping) -> Mapping:
    old = game.by_key.get(section)
    if old is None or not isinstance(old.value, Mapping):
        first = library.by_key[section]
        value = first.value if isinstance(first.value, Mapping) else library
        return replace(game, entries=(*game.entries, Entry(first.key, replace(value, entries=tuple(added)))))
    whole = Entry(old.key, replace(old.value, entries=(*old.value.entries, *added)))
    return replace(game, entries=tuple(whole if e.key.text == section else e for e in game.entries))


def _entries(node: Node | None) -> dict[str, Entry]:
    return {name_of(e.key.text): e for e in node} if isinstance(node, Mapping) else {}


def _twice(name: str, entry: Entry, other: Entry, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "E306",
        other.key.span,
        say("`{name}` comes from a library as well", name=name),
        Label(entry.key.span, say("here in the library")),
        help=say("take another name"),
    )


def _words(node: Node | None) -> Iterator[Scalar]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return (item for item in items if isinstance(item, Scalar))
