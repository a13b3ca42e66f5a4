"""A rulebook made from a spec, and the difference that variants make."""

from __future__ import annotations

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.spec.build import build
from reglas.spec.loading import Loader, Spec
from reglas.spec.model import Game
from reglas.table.rulebook import sections
from reglas.table.rulebook.book import Book, Item, Section
from reglas.table.rulebook.speech import Speech
from reglas.table.rulebook.steps import Steps


def rulebook(spec: Spec, lang: str, players: int | None = None, base: Spec | None = None) -> Book:
    """The rulebook of a spec in a language, for a number of players or for all; `base` is the game without the
    variants, from which the book sets off what is different."""
    speech = Speech(spec, model_of(spec), lang, players)
    parts = _sections(speech)
    about = [speech.words.about] if speech.words.about else []
    variants = [speech.words.variant(name) for name in spec.variants]
    title = " + ".join([speech.words.name, *(name for name, _ in variants)])
    about += [text for _, text in variants if text]
    if base is not None:
        changed = differences(speech, base, parts)
        parts = [changed, *parts] if changed.items else parts
    return Book(title, lang, tuple(parts), tuple(about))


def model_of(spec: Spec) -> Game:
    """The typed model of a spec, built once."""
    if spec.model is None:
        spec.model = build(spec.root, Diagnostics())
    return spec.model


def _sections(speech: Speech) -> list[Section]:
    steps = Steps(speech)
    first = [sections.components(speech), *sections.flow(speech, steps)]
    found = [
        *first,
        sections.actions(speech, steps),
        sections.passages(speech, steps),
        sections.ends(speech),
        sections.sight(speech),
    ]
    found += [sections.meanings(speech), sections.options(speech)]
    return [section for section in found if section.items or section.parts]


def differences(speech: Speech, base: Spec, parts: list[Section]) -> Section:
    """What the book says and that of the base game, in the same words, does not, and the other way round."""
    plain = Speech(base, model_of(base), speech.lang, speech.players)
    name = plain.words.name
    plain.speak_with(speech.words)
    old = {section.key: _items(section) for section in _flat(_sections(plain))}
    items = []
    for section in _flat(parts):
        before, now = old.pop(section.key, ()), _items(section)
        new = [item for item in now if item not in before]
        gone = [item for item in before if item not in now]
        under = [Item(speech.put(say("Now: {text}", text=item.text)), item.under) for item in new]
        under += [Item(speech.put(say("No longer: {text}", text=item.text)), item.under) for item in gone]
        if under:
            items.append(Item(section.title + ":", tuple(under)))
    title = say("What is different from {game}", game=name)
    return Section("differences", speech.put(title), tuple(items))


def _items(section: Section) -> tuple[Item, ...]:
    return (*(Item(text) for text in section.lead), *section.items)


def _flat(found: list[Section]) -> list[Section]:
    return [each for section in found for each in (Section(section.key, section.title, section.items, section.lead),
                                                   *_flat(list(section.parts)))]  # fmt: skip


def base_of(spec: Spec) -> Spec | None:
    """The game that a spec with variants is laid over, read again from its file; None where it is the game itself."""
    if not spec.variants and len(spec.chain) < 2:
        return None
    name = spec.chain[0]
    paths = [file.path for file in spec.files if file.sort == "game" and file.name == name]
    return Loader().load(str(paths[0]) if paths and paths[0] is not None else name)
