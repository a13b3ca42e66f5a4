"""The schema itself: valid, described, closed; and every file of the right shape passes it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reglas.language.schema_files import load_schema, schema_folder
from reglas.language.shape_schema import step_keys, verbs
from reglas.language.shape_words import WHAT
from reglas.language.shapes import check_shape, kind_of
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import plain
from reglas.reading.yaml12 import read

HERE = Path(__file__).parent
SPECS = HERE.parents[1] / "specs"
KINDS = {
    "toy": "game",
    "variant": "variant",
    "library": "library",
    "words": "words",
    "scenarios": "scenarios",
}


def schemas(node: object) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from schemas(value)
    elif isinstance(node, list):
        for value in node:
            yield from schemas(value)


def findings(text: str, name: str) -> list[str]:
    diagnostics = Diagnostics()
    root = read(Source(name, text), diagnostics)
    assert root is not None, [str(d.message) for d in diagnostics.found]
    check_shape(root, diagnostics)
    return [f"{d.span}: {d.code} {d.message}" for d in diagnostics.errors]


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(load_schema())
    assert (schema_folder() / "reglas.schema.json").is_file()


def test_every_property_is_described() -> None:
    for schema in schemas(load_schema()["$defs"]):
        for key in ("properties", "patternProperties"):
            if "x-what" in schema:
                bare = [name for name, value in schema.get(key, {}).items() if "description" not in value]
                assert not bare, (schema["x-what"], bare)


def test_every_definition_has_a_title() -> None:
    definitions = load_schema()["$defs"]
    assert [name for name, value in definitions.items() if "title" not in value] == []


def test_every_mapping_is_closed() -> None:
    for schema in schemas(load_schema()["$defs"]):
        if "x-what" in schema and ("properties" in schema or "patternProperties" in schema):
            assert "additionalProperties" in schema, schema["x-what"]


def test_every_what_has_its_words() -> None:
    whats = {schema["x-what"] for schema in schemas(load_schema()) if isinstance(schema.get("x-what"), str)}
    assert {what for what in whats if not what.startswith("`")} == set(WHAT)


def test_a_verb_that_is_a_key_of_another_step_comes_after_it() -> None:
    order = verbs()
    for verb in order:
        for key in step_keys(verb) - {verb}:
            assert key not in order or order.index(verb) < order.index(key)


@pytest.mark.parametrize("name", KINDS)
def test_files_of_every_kind_pass(name: str) -> None:
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    assert findings(text, name) == []
    root = read(Source(name, text), Diagnostics())
    assert root is not None
    assert kind_of(root) == KINDS[name]
    assert Draft202012Validator(load_schema()).is_valid(plain(root))


def spec_files() -> list[Path]:
    return sorted(SPECS.rglob("*.yaml")) if SPECS.is_dir() else []


@pytest.mark.parametrize("path", spec_files(), ids=lambda path: str(path.relative_to(SPECS)))
def test_the_specs_pass(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8"), str(path)) == []


def test_the_sketches_pass() -> None:
    folder = os.environ.get("REGLAS_SKETCHES")
    if not folder or not Path(folder).is_dir():
        pytest.skip("REGLAS_SKETCHES names no folder of sketches")
    for path in sorted(Path(folder).glob("*.yaml")):
        for number, text in enumerate(path.read_text(encoding="utf-8").split("\n---\n")):
            assert findings(text, f"{path.name}[{number}]") == []
