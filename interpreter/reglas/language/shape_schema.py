"""The schema as the shape check uses it: compiled once for each kind of file; and what is legal where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from reglas.language.schema_files import load_schema

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

DEFINITION_OF = {
    "game": "game",
    "variant": "variant",
    "library": "library",
    "words": "words_file",
    "scenarios": "scenarios",
}


MOST_SOUND = 100_000
_sound: dict[tuple[str, int], object] = {}
"""Plain data that have been found to be of a definition's shape, by its name and theirs."""


@lru_cache(maxsize=8)
def validator_for(kind: str) -> Draft202012Validator:
    """The compiled validator of a kind of file."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    definitions = load_schema()["$defs"]
    validator: Any = extend(Draft202012Validator, {"$ref": _referred})  # type: ignore[no-untyped-call]
    made: Draft202012Validator = validator({"$ref": f"#/$defs/{DEFINITION_OF[kind]}", "$defs": definitions})
    return made


def _referred(validator: Any, ref: str, instance: object, schema: object) -> Iterator[Any]:
    """`$ref`. What is sound is not looked at again: merged rules consist of parts of files, each of which has its plain
    data for good."""
    from jsonschema import Draft202012Validator

    key = (ref, id(instance))
    if key in _sound:
        return
    errors = list(Draft202012Validator.VALIDATORS["$ref"](validator, ref, instance, schema))
    yield from errors
    if not errors and isinstance(instance, dict | list):
        if len(_sound) >= MOST_SOUND:
            _sound.clear()
        _sound[key] = instance


def legal_keys(schema: Mapping[str, Any]) -> list[str]:
    """The keys a mapping may have, in the order of the schema; patterns by their usual spelling."""
    return [*schema.get("properties", {}), *schema.get("x-also", ())]


@lru_cache(maxsize=1)
def verbs() -> tuple[str, ...]:
    """The verbs of steps; where a verb is also a key of another step, that other step comes first."""
    return tuple(load_schema()["$defs"]["step"]["x-verbs"])


@lru_cache(maxsize=32)
def step_keys(verb: str) -> frozenset[str]:
    """The keys that the step of a verb may have."""
    return frozenset(load_schema()["$defs"][f"step_{verb}"]["properties"])


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[str, ...]]:
    places: dict[str, dict[str, None]] = {}
    for schema in _closed(load_schema()["$defs"]):
        for key in schema["properties"]:
            places.setdefault(key, {})[schema["x-what"]] = None
    return {key: tuple(whats) for key, whats in places.items()}


def places_of(key: str) -> tuple[str, ...]:
    """What a key is legal in, by the `x-what` of the schema; empty for a key of nothing."""
    return _places().get(key, ())


def _closed(node: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        # A patch repeats the sections of a game, and `id` is everywhere: neither would help anybody.
        if "x-what" in node and node.get("properties") and node["x-what"] != "`change`":
            yield node
        for value in node.values():
            yield from _closed(value)
    elif isinstance(node, list):
        for value in node:
            yield from _closed(value)
