"""The check of words: every key means something of the game, every `{part}` exists, and nothing lacks its word."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.files import Unreadable
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.spec.build import build
from reglas.spec.loading import File, Loader, Spec, UnknownName, find
from reglas.spec.model import Game as Model
from reglas.table.rulebook.sentence_check import check_sentences

_PART = re.compile(r"\{([^{}]*)\}")

DIRECTION = ("forward", "backward")
"""The values of the built-in kind `direction`, whose words are the program's unless a game has others."""

SECTIONS = (
    *("kinds", "values", "cards", "dice", "zones", "tokens", "memory"),
    *("options", "conditions", "ends", "actions"),
)
"""The sections whose keys are names of the game."""


@dataclass(frozen=True)
class Known:
    """The names of a game by section, each with the place where it is defined."""

    names: dict[str, dict[str, Span]]
    model: Model

    def parts(self, section: str, name: str, form: str) -> tuple[str, ...] | None:
        """The parts a template may have; None for a text that is no template."""
        if section == "cards":
            return tuple(word.text for word in self.model.cards[name].has)
        if section == "actions" and form in ("type", "log"):
            picks = tuple(pick.name for pick in self.model.actions[name].picks)
            return picks if form == "type" else ("me", *picks)
        return None


def known_names(model: Model) -> Known:
    """All that words may be given for."""
    values: dict[str, Span] = {}
    for kind in model.kinds.values():
        for word in (*(kind.values or ()), *(rung for rung, _ in kind.ladder or ())):
            values[word.text] = word.span
    for option in model.options.values():
        for word in option.choices or ():
            values.setdefault(word.text, word.span)
    actions = model.actions.values()
    conditions = {need.name: need.span for action in actions for need in (*action.needs, *action.honour)}
    sections: dict[str, dict[str, Span]] = {"values": values, "conditions": conditions}
    for section in ("kinds", "cards", "dice", "zones", "tokens", "memory", "options", "actions"):
        sections[section] = {name: thing.span for name, thing in getattr(model, section).items()}
    sections["ends"] = {name: end.span for name, end in model.ends.items()}
    return Known(sections, model)


# -- files of words -----------------------------------------------------------------------------------------------


def check_words(path: Path, root: Mapping, diagnostics: Diagnostics) -> None:
    """The findings in a file of words, against the game it is for."""
    of = root.get("of")
    if not isinstance(of, Scalar):
        return
    loader = Loader()
    try:
        spec = loader.load(str(find(of.text, path.parent)))
    except UnknownName as error:
        diagnostics.report("E301", of.span, error.message, help=error.help)
        return
    except Unreadable as error:
        diagnostics.report("E301", of.span, error.message)
        return
    if spec is None or not spec.ok:
        message = say("`{game}` has faults of its own, so its words are not checked", game=of.text)
        diagnostics.report("E301", of.span, message, help=say("`reglas check {game}` shows them", game=of.text))
        return
    known = _known(spec)
    if known is None:
        return
    check_keys(root, known, diagnostics)
    lang = root.entries[0].value
    if isinstance(lang, Scalar) and lang.text in spec.words:
        for section, name, _ in _gaps(spec.words[lang.text], known, _remembered(spec.words.values())):
            entry = root.by_key.get(section)
            diagnostics.found.append(_gap(lang.text, section, name, (entry or root.entries[0]).key.span))


def _known(spec: Spec) -> Known | None:
    own = Diagnostics()
    model = spec.model or build(spec.root, own)
    return None if own.errors else known_names(model)


# -- words inside specs -------------------------------------------------------------------------------------------


def check_inline_words(spec: Spec, diagnostics: Diagnostics) -> None:
    """The findings in the words that stand inside the last spec of the chain and the variants laid over it, and a
    warning for each thing of those files that some language of the game has no word for."""
    known = _known(spec)
    if known is None:
        return
    names = (spec.chain[-1:] or (spec.name,)) + spec.variants
    for file in _files(spec, names):
        words = file.root.get("words")
        for entry in words if isinstance(words, Mapping) else ():
            if isinstance(entry.value, Mapping):
                check_keys(entry.value, known, diagnostics)
    for lang, words in spec.words.items():
        for section, name, span in _gaps(words, known, _remembered(spec.words.values())):
            diagnostics.found.append(_gap(lang, section, name, span))


def _files(spec: Spec, names: tuple[str, ...]) -> Iterator[File]:
    if not spec.files:
        yield File(None, spec.root)
    seen: set[str] = set()
    for file in spec.files:
        if file.name in names and file.sort in ("game", "variant") and file.name not in seen:
            seen.add(file.name)
            yield file


# -- keys and templates -------------------------------------------------------------------------------------------


def check_keys(words: Mapping, known: Known, diagnostics: Diagnostics) -> None:
    """Every key under the sections means something; every part of a template exists."""
    for section in SECTIONS:
        entries = words.get(section)
        for entry in entries if isinstance(entries, Mapping) else ():
            if _name(section, entry.key, known, diagnostics):
                _templates(section, entry.key.text, entry.value, known, diagnostics)
    check_sentences(words, known.model, diagnostics)


def _name(section: str, key: Scalar, known: Known, diagnostics: Diagnostics) -> bool:
    names = known.names[section]
    if key.text in names or (section == "values" and _a_value(key.text, known)):
        return True
    near = nearest(key.text, names)
    elsewhere = next((s for s in SECTIONS if key.text in known.names[s]), None)
    help: Message | None
    if near is not None:
        help = say("did you mean `{near}`?", near=near)
    elif elsewhere is not None:
        help = say("`{name}` belongs under `{section}`", name=key.text, section=elsewhere)
    else:
        help = say("one of {names}", names=", ".join(names)) if names else None
    message = say("the game has no `{name}` among its {section}", name=key.text, section=section)
    diagnostics.report("E301", key.span, message, help=help)
    return False


def _a_value(text: str, known: Known) -> bool:
    """Is a text a value: `kind.value`, a number of a kind that is a range, `rung.number` of a ladder, a direction?"""
    kind_name, dot, value = text.rpartition(".")
    kinds = known.model.kinds
    if value in DIRECTION and kind_name in ("", "direction"):
        return True
    if any(rung.text == kind_name for kind in kinds.values() for rung, _ in kind.ladder or ()):
        return value.isdigit()
    candidates = [kinds[kind_name]] if dot and kind_name in kinds else [] if dot else list(kinds.values())
    for kind in candidates:
        if any(word.text == value for word in kind.values or ()):
            return True
        if kind.values is None and kind.ladder is None and value.lstrip("-").isdigit():
            return True
        rung, _, number = value.partition("-")
        if any(word.text == rung for word, _ in kind.ladder or ()) and number.lstrip("-").isdigit():
            return True
    return False


def _templates(section: str, name: str, value: Node, known: Known, diagnostics: Diagnostics) -> None:
    if section == "cards" and isinstance(value, Scalar):
        _parts(value, known.parts(section, name, ""), diagnostics)
    elif section == "actions" and isinstance(value, Mapping):
        for entry in value:
            if isinstance(entry.value, Scalar):
                _parts(entry.value, known.parts(section, name, entry.key.text), diagnostics)


def _parts(template: Scalar, parts: tuple[str, ...] | None, diagnostics: Diagnostics) -> None:
    if parts is None:
        return
    for match in _PART.finditer(template.text):
        if match[1] in parts:
            continue
        near = nearest(match[1], parts)
        help = say("did you mean `{near}`?", near="{" + near + "}") if near else _which(parts)
        span = template.part(match.start(), match.end())
        diagnostics.report("E301", span, say("this sentence has no part `{part}`", part=match[1]), help=help)
    rest = _PART.sub("", template.text)
    if "{" in rest or "}" in rest:
        at = next(i for i, c in enumerate(template.text) if c in "{}" and not _inside(template.text, i))
        message = say("a brace without its other half")
        diagnostics.report("E204", template.part(at, at + 1), message, help=_which(parts))


def _inside(text: str, at: int) -> bool:
    return any(m.start() <= at < m.end() for m in _PART.finditer(text))


def _which(parts: tuple[str, ...]) -> Message:
    if not parts:
        return say("it has no parts")
    return say("its parts are {parts}", parts=", ".join("`{" + part + "}`" for part in parts))


# -- what is missing ----------------------------------------------------------------------------------------------


def _remembered(languages: Iterable[Mapping]) -> set[str]:
    """The memory that has a word in some language."""
    sections = (words.get("memory") for words in languages)
    return {key for section in sections if isinstance(section, Mapping) for key in section.by_key}


def _gaps(words: Mapping, known: Known, remembered: Collection[str]) -> Iterator[tuple[str, str, Span]]:
    """What has no word: section, name, and where the thing is defined; `remembered` is the memory that has one in some
    language."""
    if "name" not in words:
        yield "name", "name", known.model.span
    for section in SECTIONS:
        entries = words.get(section)
        for name, span in known.names[section].items():
            given = entries.by_key if isinstance(entries, Mapping) else {}
            if section == "values":
                missing = not any(key == name or key.endswith(f".{name}") for key in given)
            else:
                missing = name not in given
            if section == "memory" and name not in remembered:
                continue  # memory without a word is bookkeeping of the game, which nobody is shown
            if missing and not (section == "kinds" and known.model.kinds[name].ladder):
                yield section, name, span
            elif section == "actions":
                forms = given[name].value
                for form in ("name", "type", "log"):
                    if isinstance(forms, Mapping) and form not in forms:
                        yield section, f"{name}.{form}", span


def _gap(lang: str, section: str, name: str, span: Span) -> Diagnostic:
    if section == "name":
        return Diagnostic("W211", say("the game has no name in the words for `{lang}`", lang=lang), span)
    message = say("the words for `{lang}` have no `{name}` under `{section}`", lang=lang, name=name, section=section)
    return Diagnostic("W211", message, span, help=say("without it people see the key `{name}`", name=name))
