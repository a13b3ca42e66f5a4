"""What the rulebook of a variant says and that of the game does not, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from reglas.reading.messages import Message, say
from reglas.table.rulebook.book import Item, Section
from reglas.table.rulebook.speech import Speech

ADDITIONS = ("meanings", "manners")
"""Sections that explain what the others say: what is gone from them is gone from the others too."""

ALIKE = 0.5
"""A sentence that is as like another as this takes its place."""


def differences(speech: Speech, game: str, before: Sequence[Section], after: Sequence[Section]) -> Section:
    """The sentences of a book that are not in another, beside those whose place they take."""
    old = {section.key: _items(section) for section in _flat(before)}
    items = []
    for section in _flat(after):
        found = _changes(speech, old.pop(section.key, ()), _items(section), section.key not in ADDITIONS)
        under = tuple(found)
        if under:
            items.append(Item(section.title + ":", under))
    title = say("What is different from {game}", game=game)
    return Section("differences", speech.put(title), tuple(items))


def _changes(speech: Speech, before: Sequence[Item], after: Sequence[Item], gone: bool) -> Iterator[Item]:
    """What changed between two lists of items, in order; `gone` if what is gone is told too."""
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        old, new = list(before[a:b]), list(after[c:d])
        for item in new:
            like = max(old, key=lambda each: _likeness(each, item), default=None)
            if like is None or _likeness(like, item) < ALIKE:
                yield _labelled(speech, say("New: {text}", text=item.whole), item.under)
                continue
            old.remove(like)
            yield from _replaced(speech, like, item, gone)
        if gone:
            yield from (_labelled(speech, say("No longer: {text}", text=item.whole), item.under) for item in old)


def _replaced(speech: Speech, before: Item, after: Item, gone: bool) -> Iterator[Item]:
    """One item in place of another: where only what is under it changed, that alone."""
    if before.whole == after.whole:
        under = tuple(_changes(speech, before.under, after.under, gone=True))
        if under:
            yield Item(after.whole, under)
        return
    instead = (Item(speech.put(say("Instead of: {text}", text=before.whole)), before.under),) if gone else ()
    yield _labelled(speech, say("Now: {text}", text=after.whole), (*after.under, *instead))


def _likeness(one: Item, other: Item) -> float:
    if one.whole == other.whole:
        return 1.0
    return SequenceMatcher(None, one.whole.split(), other.whole.split(), autojunk=False).ratio()


def _labelled(speech: Speech, text: Message, under: tuple[Item, ...]) -> Item:
    return Item(speech.put(text), under)


def _items(section: Section) -> tuple[Item, ...]:
    lead = () if section.key in (*ADDITIONS, "notes") else section.lead
    return (*(Item(text) for text in lead), *section.items)


def _flat(found: Sequence[Section]) -> Iterator[Section]:
    for section in found:
        yield section
        yield from _flat(section.parts)
