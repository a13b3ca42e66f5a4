"""A rulebook made from a spec, and the difference that variants make."""

from __future__ import annotations

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.spec.build import build
from reglas.spec.loading import Loader, Spec
from reglas.spec.model import Game
from reglas.table.rulebook import components, ends, flow, notes, sections
from reglas.table.rulebook.book import Book, Item, Section
from reglas.table.rulebook.changes import differences
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
        plain = Speech(base, model_of(base), lang, players)
        name = plain.words.name
        plain.speak_with(speech)
        changed = differences(speech, name, _sections(plain), parts)
        parts = _with(changed, parts, first=not _of_its_own(spec)) if changed.items else parts
    return Book(title, lang, tuple(parts), tuple(about))


def _of_its_own(spec: Spec) -> bool:
    """Is what is laid over the game a game by itself, with a file of words beside it?"""
    last = next((file for file in spec.files if file.name == spec.chain[-1]), None)
    if spec.variants or last is None or last.path is None:
        return False
    return any(last.path.parent.glob("words.*.yaml"))


def _with(changed: Section, parts: list[Section], first: bool) -> list[Section]:
    """What is different: first of all in a variant, at the end in a game of its own."""
    return [changed, *parts] if first else [*parts, changed]


def model_of(spec: Spec) -> Game:
    """The typed model of a spec, built once."""
    if spec.model is None:
        spec.model = build(spec.root, Diagnostics())
    return spec.model


def _sections(speech: Speech) -> list[Section]:
    steps = Steps(speech)
    found = [components.components(speech), *flow.flow(speech, steps), sections.actions(speech, steps),
             sections.passages(speech, steps), ends.ends(speech), sections.sight(speech)]  # fmt: skip
    found += [sections.meanings(speech), notes.section(speech, steps.notes), manners(speech), sections.options(speech)]
    return [section for section in found if section.items or section.parts or section.lead]


def manners(speech: Speech) -> Section:
    """What the words of the game say of behaviour at the table, which no rule can see to."""
    items = tuple(Item(text) for text in speech.words.manners)
    return Section("manners", speech.put(say("At the table")), items)


def base_of(spec: Spec) -> Spec | None:
    """What a spec is laid over by its variants, or by itself where it is one, read again from its file; None where it
    is a game."""
    if not spec.variants and len(spec.chain) < 2:
        return None
    name = spec.chain[-1] if spec.variants else spec.chain[-2]
    paths = [file.path for file in spec.files if file.sort in ("game", "variant") and file.name == name]
    return Loader().load(str(paths[0]) if paths and paths[0] is not None else name)
