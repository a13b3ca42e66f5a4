"""Findings about keys: unknown, misplaced, missing, clashing, badly named; and steps without a clear verb."""

from __future__ import annotations

from dataclasses import replace

from reglas.language.shape_places import Fault, Place
from reglas.language.shape_schema import legal_keys, places_of, step_keys, verbs
from reglas.language.shape_values import malformed
from reglas.language.shape_words import listed, quoted, what_is
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic, Label
from reglas.reading.messages import Message, say
from reglas.reading.tree import Mapping, Scalar


def misstep(place: Place) -> Diagnostic | None:
    """What is wrong with the verb of a step: misspelt, missing, or two of them."""
    node = place.node
    if not isinstance(node, Mapping):
        return None
    keys = list(node.by_key)
    present = [verb for verb in verbs() if verb in keys]
    return _misspelt_verb(place, keys, bool(present)) or _verb_count(place, keys, present)


def _misspelt_verb(place: Place, keys: list[str], has_verb: bool) -> Diagnostic | None:
    for key in keys:
        verb = None if places_of(key) else nearest(key, verbs())
        fits = verb is not None and all(k in step_keys(verb) for k in keys if k != key)
        if verb and verb not in keys and (fits or not has_verb):
            return _misspelt(place, key, "a step", verb)
    return None


def _verb_count(place: Place, keys: list[str], present: list[str]) -> Diagnostic | None:
    if not present:
        text = say("a step needs a verb; none stands here")
        return Diagnostic("E207", text, place.owner_span, help=say("verbs are {verbs}", verbs=quoted(verbs())))
    main = present[0]
    rest = [verb for verb in present[1:] if verb not in step_keys(main)]
    if not rest:
        return None
    first, second = sorted([main, rest[0]], key=keys.index)
    text = say("two steps in one: `{first}` and `{second}`", first=first, second=second)
    label = Label(place.key_span(first), say("the first verb stands here"))
    remedy = say("begin each step with `- ` on a line of its own")
    return Diagnostic("E207", text, place.key_span(second), (label,), remedy)


def unknown_keys(fault: Fault) -> list[str]:
    """The keys of a closed mapping that its schema does not know, as the validator finds them."""
    import re

    assert isinstance(fault.place.node, Mapping)
    patterns = fault.schema.get("patternProperties", {})
    known = fault.schema.get("properties", {})
    return [k for k in fault.place.node.by_key if k not in known and not any(re.search(p, k) for p in patterns)]


def unknown_key(fault: Fault, key: str, missing: set[str]) -> tuple[Diagnostic, str | None]:
    """The finding for an unknown key, and the key that was probably meant."""
    place = fault.place
    if _cut_off(place, key):
        return _comma(place, key), None
    if "x-names" in fault.schema and "properties" not in fault.schema:
        return malformed(place.key_span(key), key, fault.schema["x-names"]), None
    legal = [k for k in legal_keys(fault.schema) if k not in _keys(place)]
    near = nearest(key, legal)
    elsewhere = tuple(what for what in places_of(key) if what != fault.what)
    same_but_case = near is not None and near.casefold() == key.casefold()
    if elsewhere and not same_but_case and near not in missing:
        return _misplaced(fault, key, elsewhere), None
    meant = near or nearest(key, missing)
    if meant:
        return _misspelt(place, key, fault.what, meant), meant
    text = say("unknown key `{key}` of {what}", key=key, what=what_is(fault.what))
    return Diagnostic("E201", text, place.key_span(key), help=_its_keys(fault)), None


def instead(finding: Diagnostic, fault: Fault, key: str) -> Diagnostic:
    """The finding for the only unknown key of a mapping that lacks just one key: perhaps that was meant."""
    return replace(finding, help=say("{what} lacks `{key}`; perhaps that is meant", what=what_is(fault.what), key=key))


def _its_keys(fault: Fault) -> Message:
    return say("the keys of {what} are {keys}", what=what_is(fault.what), keys=quoted(legal_keys(fault.schema)))


def _cut_off(place: Place, key: str) -> bool:
    """Is this a key only because a comma in braces ended the text before it?"""
    assert isinstance(place.node, Mapping)
    node = place.node
    value = node.by_key[key].value
    empty = isinstance(value, Scalar) and value.value is None and not value.span.text.strip()
    return node.flow and empty and key != node.entries[0].key.text and " " in key


def _comma(place: Place, key: str) -> Diagnostic:
    text = say("the comma before `{key}` ends the value: in braces it begins another key", key=key)
    remedy = say("write the entry on a line of its own without braces, or put the text in quotes")
    return Diagnostic("E211", text, place.key_span(key), help=remedy)


def _keys(place: Place) -> set[str]:
    return set(place.node.by_key) if isinstance(place.node, Mapping) else set()


def _misspelt(place: Place, key: str, what: str, meant: str) -> Diagnostic:
    text = say("unknown key `{key}` of {what}; did you mean `{meant}`?", key=key, what=what_is(what), meant=meant)
    return Diagnostic("E201", text, place.key_span(key), help=say("write `{word}`", word=meant))


def _misplaced(fault: Fault, key: str, elsewhere: tuple[str, ...]) -> Diagnostic:
    span = fault.place.key_span(key)
    under_do = "do" in fault.schema.get("properties", {})
    places = tuple(what for what in elsewhere if what != f"`{key}`") if not under_do else elsewhere
    if f"`{key}`" in elsewhere and (under_do or not places):
        text = say("`{key}` is a step, not a key of {what}", key=key, what=what_is(fault.what))
        remedy = say("steps stand in a list under `do`") if under_do else None
        return Diagnostic("E202", text, span, help=remedy)
    text = say(
        "`{key}` is a key of {places}, not of {what}",
        key=key,
        places=listed(places),
        what=what_is(fault.what),
    )
    return Diagnostic("E202", text, span, help=_its_keys(fault))


def missing_keys(fault: Fault, keys: list[str]) -> Diagnostic:
    """The finding for keys that a mapping must have and has not."""
    text = say("{what} lacks {keys}", what=what_is(fault.what), keys=quoted(keys))
    words = [fault.schema["properties"].get(key, {}).get("enum") for key in keys]
    remedy = say("write {keys} there", keys=quoted([f"{key}: .." for key in keys]))
    if len(keys) == 1 and words[0]:
        remedy = say("`{key}` is one of {words}", key=keys[0], words=quoted(words[0]))
    return Diagnostic("E203", text, fault.place.owner_span, help=remedy)


def missing_one(fault: Fault) -> Diagnostic:
    """The finding for a mapping that needs one of several keys and has none."""
    text = say("{what} lacks one of {keys}", what=what_is(fault.what), keys=quoted(fault.schema["x-one-of"]))
    remedy = say("write {keys} there", keys=quoted([f"{fault.schema['x-one-of'][0]}: .."]))
    return Diagnostic("E203", text, fault.place.owner_span, help=remedy)


def clashing(fault: Fault) -> Diagnostic:
    """The finding for two keys that cannot stand together; both places."""
    assert isinstance(fault.place.node, Mapping)
    order = list(fault.place.node.by_key)
    first, second = sorted(fault.schema["x-clash"], key=order.index)
    text = say("`{second}` cannot stand beside `{first}`", first=first, second=second)
    label = Label(fault.place.key_span(first), say("`{key}` stands here", key=first))
    return Diagnostic("E204", text, fault.place.key_span(second), (label,), say("remove one of them"))
