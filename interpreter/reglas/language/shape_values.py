"""Findings about values: wrong shape, quotes around numbers, words for truth values, words not allowed."""

from __future__ import annotations

import re
from collections.abc import Callable

from reglas.language.shape_places import Fault, Place
from reglas.language.shape_words import found_is, quoted, shape_is
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Scalar

TRUTH = {"yes": "true", "on": "true", "no": "false", "off": "false"}
OUTCOMES = ["won", "lost", "done"]


def value_finding(fault: Fault) -> Diagnostic:
    """The finding for a value that its schema refuses."""
    node = fault.place.node
    if isinstance(node, Scalar) and node.value is None:
        return _nothing(fault.place)
    return _BY_KEYWORD.get(fault.keyword, _wrong_type)(fault)


def _nothing(place: Place) -> Diagnostic:
    if place.text.strip():
        text = say("`{text}` removes something only in the `change` of a variant", text=place.text)
        return Diagnostic("E209", text, place.value_span, help=say("remove the whole entry"))
    text = say("{name} has no value", name=place.name)
    return Diagnostic("E209", text, place.value_span, help=say("write a value, or remove the entry"))


def _types(fault: Fault) -> list[str]:
    return [fault.wanted] if isinstance(fault.wanted, str) else list(fault.wanted)


def _wrong_type(fault: Fault) -> Diagnostic:
    node, place = fault.place.node, fault.place
    types = _types(fault) if fault.keyword == "type" else []
    if isinstance(node, Scalar):
        if isinstance(node.value, str) and "string" not in types:
            slip = _quoted(place, types) or _truth_word(place, types)
            if slip:
                return slip
        if isinstance(node.value, float) and ("integer" in types or "string" in types):
            return _no_value(place, say("numbers are whole"))
    if fault.what == "the cases of a table":
        return _no_cases(place)
    return Diagnostic("E204", _sentence(fault), place.value_span, help=_remedy(fault, types))


def _sentence(fault: Fault) -> Message:
    place = fault.place
    if fault.what == "a list of steps":
        return say("{name} is a list of steps; each begins with `- `", name=place.name)
    found = found_is(place.node)
    return say("{name} is {what}; here stands {found}", name=place.name, what=shape_is(fault.what), found=found)


def _remedy(fault: Fault, types: list[str]) -> Message | None:
    node = fault.place.node
    if types == ["array"] and isinstance(node, Scalar):
        if fault.what == "a list of steps":
            return say("write `- {text}`", text=fault.place.text)
        return say("write `[{text}]`", text=fault.place.text)
    if types == ["string"] and isinstance(node, Scalar) and fault.what == "a text":
        return say('in quotes it is a text: `"{text}"`', text=fault.place.text)
    if fault.what == "a list of steps" and isinstance(node, Mapping) and node.entries:
        return say("write `- {key}: ...` for each step", key=node.entries[0].key.text)
    table = isinstance(node, Mapping) and len(node) == 1 and isinstance(node.entries[0].value, Mapping)
    if table and fault.what in ("an expression", "a condition"):
        return say("put the table under `define`, and write its name here")
    if fault.what == "a step":
        return say("a step is written `VERB: ...`, for example `shuffle: deck`")
    return None


def _no_cases(place: Place) -> Diagnostic:
    text = say("the cases of a table stand under {name}, each with its value", name=place.name)
    key = place.entry.key.text if place.entry else "x"
    example = say("for example `{{{key}: {{2: 5, else: 4}}}}`", key=key)
    return Diagnostic("E204", text, place.value_span, help=example)


def _quoted(place: Place, types: list[str]) -> Diagnostic | None:
    """A number or truth value in quotes."""
    assert isinstance(place.node, Scalar)
    text = place.node.text.strip()
    if re.fullmatch(r"[-+]?[0-9]+", text) and "integer" in types:
        message = say("a number is wanted; the quotes make it text")
    elif text in ("true", "false") and "boolean" in types:
        message = say("a truth value is wanted; the quotes make it text")
    else:
        return None
    return Diagnostic("E205", message, place.value_span, help=say("write `{word}`", word=text))


def _truth_word(place: Place, types: list[str]) -> Diagnostic | None:
    assert isinstance(place.node, Scalar)
    word = TRUTH.get(place.node.text.casefold())
    if word is None or "boolean" not in types:
        return None
    text = say("`{text}` is a word here, not a truth value; write `{word}`", text=place.text, word=word)
    return Diagnostic("E205", text, place.value_span, help=say("write `{word}`", word=word))


def _no_value(place: Place, remedy: Message | None = None) -> Diagnostic:
    text = say("`{text}` is not a value of this language", text=place.text)
    usual = say("values are whole numbers, `true`, `false` and names")
    return Diagnostic("E206", text, place.value_span, help=remedy or usual)


def _pattern(fault: Fault) -> Diagnostic:
    assert isinstance(fault.place.node, Scalar)
    return _BY_FORM[fault.form](fault)


def _expression(fault: Fault) -> Diagnostic:
    place = fault.place
    slip = _quoted(place, ["integer", "boolean"])
    if slip:
        return slip
    assert isinstance(place.node, Scalar)
    if place.node.text.strip():
        return _no_value(place)
    text = say("{name} is {what}; here stands nothing", name=place.name, what=shape_is(fault.what))
    return Diagnostic("E204", text, place.value_span)


def _flag(fault: Fault) -> Diagnostic:
    return _truth_word(fault.place, ["boolean"]) or _no_value(fault.place)


def _range(fault: Fault) -> Diagnostic:
    node, place = fault.place.node, fault.place
    assert isinstance(node, Scalar)
    if re.fullmatch(r"[0-9]+(:[0-9]+)+", node.text):
        return _no_value(place)
    quoted_number = _quoted(place, ["integer"]) if fault.form == "players" else None
    if quoted_number:
        return quoted_number
    if re.fullmatch(r"\s*-?\d+\s*\.\.\s*", node.text):
        end = node.part(len(node.text), len(node.text))
        text = say("the upper end of the range `{text}` is missing", text=place.text)
        return Diagnostic("E204", text, end, help=say("a range is written `LO..HI`"))
    numbers = re.findall(r"\d+", node.text)
    if len(numbers) == 2 and re.fullmatch(r"\W*\d+\D*\d+\W*", node.text):
        remedy = say("write `{low}..{high}`", low=numbers[0], high=numbers[1])
    else:
        remedy = say("a range is written `LO..HI`")
    text = say("{name} is {what}; `{text}` is not", name=place.name, what=shape_is(fault.what), text=place.text)
    return Diagnostic("E204", text, place.value_span, help=remedy)


def _name(fault: Fault) -> Diagnostic:
    node, place = fault.place.node, fault.place
    assert isinstance(node, Scalar)
    if fault.what == "a choice" and _quoted(place, ["integer", "boolean"]):
        return _quoted(place, ["integer", "boolean"]) or _no_value(place)
    if re.fullmatch(r"[0-9]+(:[0-9]+)+", node.text):
        return _no_value(place)
    return malformed(place.value_span, node.text, fault.form)


def malformed(span: Span, text: str, form: str) -> Diagnostic:
    """The finding for a name that is not well formed, in a key or a value."""
    message = say("`{text}` is not {what}", text=text, what=_FORMS.get(form, _FORMS["name"]))
    fixed = re.sub(r"[-\s]+", "_", text)
    remedy: Message | None = None
    if form not in (*_CODES, "game-name") and "-" in text:
        remedy = say("`-` reads as minus; write `{fixed}`", fixed=fixed)
    elif form not in _CODES:
        remedy = say("a name begins with a letter; letters, digits and `_` follow")
    return Diagnostic("E211", message, span, help=remedy)


_CODES = ("seat", "viewer", "language", "language-code")
_FORMS: dict[str, Message] = {
    "name": say("a well-formed name"),
    "game-name": say("a well-formed name of a game or variant"),
    "head": say("a well-formed name, or one with parameters such as `name(p, q)`"),
    "call": say("a well-formed name, or one with arguments such as `name(x)`"),
    "cell": say("a well-formed name of a cell, or one such as `lives(target)`"),
    "type": say("the name of a type, or a range"),
    "seat": say("a seat; seats are `A`, `B`, `C`.."),
    "viewer": say("a seat; seats are `A`, `B`, `C`.., and `spectator` has none"),
    "language": say("a language; languages are written `es`, `en`"),
    "language-code": say("a language; languages are written `es`, `en`"),
    "value": say("the name of a value"),
}


def _outcome(fault: Fault) -> Diagnostic:
    return _one_of(fault.place, OUTCOMES)


def _enum(fault: Fault) -> Diagnostic:
    return _one_of(fault.place, [str(word) for word in fault.wanted])


def _one_of(place: Place, words: list[str]) -> Diagnostic:
    if not isinstance(place.node, Scalar):
        text = say(
            "{name} is one of {words}; here stands {found}",
            name=place.name,
            words=quoted(words),
            found=found_is(place.node),
        )
        return Diagnostic("E204", text, place.value_span)
    written = place.node.text
    near = nearest(written, words)
    if near:
        text = say(
            "`{text}` is not one of {words}; did you mean `{near}`?",
            text=written,
            words=quoted(words),
            near=near,
        )
        return Diagnostic("E206", text, place.value_span, help=say("write `{word}`", word=near))
    return Diagnostic(
        "E206", say("`{text}` is not one of {words}", text=written, words=quoted(words)), place.value_span
    )


def _version(fault: Fault) -> Diagnostic:
    place = fault.place
    if isinstance(place.node, Scalar) and place.node.text == "1":
        return _quoted(place, ["integer"]) or _no_value(place)
    text = say("version {text} of the language is not known here; this program reads version 1", text=place.text)
    return Diagnostic("E210", text, place.value_span, help=say("write `{word}`", word="1"))


def _empty(fault: Fault) -> Diagnostic:
    text = say("{name} is {what}; here stands nothing", name=fault.place.name, what=shape_is(fault.what))
    return Diagnostic("E204", text, fault.place.value_span)


def _two_heads(fault: Fault) -> Diagnostic:
    node = fault.place.node
    assert isinstance(node, Mapping)
    text = say("a table looks at one thing; here stand {number}", number=len(node))
    remedy = say("the cases stand one level deeper: `{{EXPRESSION: {{CASE: VALUE, else: VALUE}}}}`")
    return Diagnostic("E204", text, node.entries[1].key.span, help=remedy)


def _too_long(fault: Fault) -> Diagnostic:
    text = say("{name} has at most {number} characters", name=fault.place.name, number=fault.wanted)
    return Diagnostic("E206", text, fault.place.value_span)


def _too_small(fault: Fault) -> Diagnostic:
    text = say("{name} is at least {number}", name=fault.place.name, number=fault.wanted)
    return Diagnostic("E206", text, fault.place.value_span)


_BY_FORM: dict[str, Callable[[Fault], Diagnostic]] = {
    "expression": _expression,
    "flag": _flag,
    "range": _range,
    "players": _range,
    "outcome": _outcome,
    "name": _name,
    "game-name": _name,
    "call": _name,
    "type": _name,
    "seat": _name,
    "language-code": _name,
}

_BY_KEYWORD: dict[str, Callable[[Fault], Diagnostic]] = {
    "type": _wrong_type,
    "pattern": _pattern,
    "enum": _enum,
    "const": _version,
    "minProperties": _empty,
    "minItems": _empty,
    "minLength": _empty,
    "maxProperties": _two_heads,
    "maxLength": _too_long,
    "minimum": _too_small,
}
