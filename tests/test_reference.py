"""The reference: it is as its sources make it, says something of everything, and its examples hold."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import reglas
from reglas.checking import check_file
from reglas.language import types as t
from reglas.language.expressions import QUANTIFIERS, SELECTIONS
from reglas.language.parser import parse_expression
from reglas.language.reserved import KEYWORDS, RESERVED
from reglas.language.schema_files import load_schema
from reglas.language.shape_schema import verbs
from reglas.language.types import Player
from reglas.program import builtin
from reglas.program.ir import Const
from reglas.program.scope import Typed
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import load_source
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Scalar
from reglas.reading.yaml12 import read
from reglas.scenario_games import Games
from reglas.scenario_questions import Questions
from reglas.scenario_setup import set_up
from reglas.scenario_tables import Table
from reglas.scenarios import run_scenarios
from test_expressions import shown

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import reference

HERE = Path(__file__).with_name("reference")
GARDEN = HERE / "garden.yaml"
TOLD: dict[str, list[dict[str, Any]]] = yaml.safe_load(reference.EXPRESSIONS.read_text(encoding="utf-8"))
WITH_EXAMPLES = ("forms", "picks", "words", "functions", "searches")


def names(*sections: str) -> list[str]:
    return [name for section in sections for entry in TOLD[section] for name in entry["names"]]


def test_the_page_is_as_its_sources_make_it() -> None:
    same = reference.PAGE.read_text(encoding="utf-8") == reference.page()
    assert same, "`python tools/reference.py --write` writes docs/reference.md anew"


def test_every_key_has_an_example() -> None:
    """The rows of keys have five cells."""
    rows = [line for line in reference.page().splitlines() if re.match(r"\| `[^|]*` \|", line)]
    keys = [line for line in rows if len(re.split(r"(?<!\\)\|", line)) == 7]
    assert len(keys) > 150
    assert [line for line in keys if line.endswith("|  |")] == []


def test_every_built_in_has_an_entry() -> None:
    assert list(TOLD) == list(reference.TITLES)
    assert names("words") == list(builtin.WORDS)
    assert sorted(names("functions")) == sorted(builtin.FUNCTIONS)
    assert names("searches") == [*QUANTIFIERS, *SELECTIONS]
    built_in = {*builtin.WORDS, *builtin.FUNCTIONS, *QUANTIFIERS, *SELECTIONS}
    assert RESERVED - set(KEYWORDS) <= built_in


def test_every_form_of_the_grammar_has_an_entry() -> None:
    text = (Path(reglas.__file__).parent / "language" / "grammar.lark").read_text(encoding="utf-8")
    rules = [line.split("//")[0] for line in text.splitlines()]
    aliases = {line.split("->")[1].strip() for line in rules if "->" in line}
    heads = {"binding", "domain", "signature"}
    assert {f"{head}:" for head in heads} <= {line.split()[0] for line in rules if line.strip()}
    assert set(names("forms", "picks")) == aliases | heads | {"table"}


def test_every_type_has_an_entry() -> None:
    classes = {name for name, value in vars(t).items() if isinstance(value, type) and value.__module__ == t.__name__}
    assert set(names("types")) == classes - {"Unknown"}


@cache
def asked() -> tuple[Questions, list[int], reglas.Game]:
    game = reglas.load(str(GARDEN), players=3)
    diagnostics = Diagnostics()
    position = read(load_source(HERE / "position.yaml"), diagnostics)
    assert isinstance(position, Mapping)
    state = set_up(Table(game), position, diagnostics)
    assert state is not None, [str(d.message) for d in diagnostics.found]
    assert game.spec.model is not None
    questions = Questions(game.program, game.spec.model)
    questions.scope = replace(questions.scope, me=Typed(Const(0), Player()))
    return questions, state.row, game


ENTRIES = [entry for section in WITH_EXAMPLES for entry in TOLD[section]]
EXAMPLES = [(text, value) for entry in ENTRIES for text, value in entry.get("examples", {}).items()]


def test_every_entry_has_an_example() -> None:
    assert [entry["form"] for entry in ENTRIES if not entry.get("examples")] == []


@pytest.mark.parametrize(("text", "value"), [(text, value) for text, value in EXAMPLES if value])
def test_an_example_has_its_value(text: str, value: str) -> None:
    questions, row, game = asked()
    diagnostics = Diagnostics()
    node = read(Source("example", f"- >-\n  {text}"), diagnostics)
    scalar = node.items[0] if node is not None and hasattr(node, "items") else None
    assert isinstance(scalar, Scalar)
    tree = parse_expression(scalar, diagnostics)
    question = questions.ask(tree, diagnostics) if tree is not None else None
    assert question is not None, [str(d.message) for d in diagnostics.found]
    found = shown(game, row, question.type, questions.answer(question, row))
    written = f"[{', '.join(map(str, found))}]" if isinstance(found, list) else str(found)
    assert (written.lower() if isinstance(found, bool) else written) == value


# -- examples of the schema -------------------------------------------------------------------------------------------

DEFINITIONS: dict[str, Any] = load_schema()["$defs"]
SECTION = {
    "option": "options", "kind": "kinds", "card": "cards", "die": "dice", "zone": "zones", "token": "tokens",
    "memory": "memory", "action": "actions", "end": "end",
}  # fmt: skip


def examples_of(definitions: Iterable[str]) -> list[Any]:
    return [pytest.param(name, example, id=f"{name} {at}")
            for name in definitions for at, example in enumerate(DEFINITIONS[name].get("examples", ()))]  # fmt: skip


def valid(schema: Any, value: Any) -> bool:
    return Draft202012Validator({**schema, "$defs": DEFINITIONS}).is_valid(value)


def test_every_example_is_valid() -> None:
    wrong = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            wrong.extend(value for value in node.get("examples", ()) if not valid(node, value))
            for key, value in node.items():
                if key != "examples":
                    walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(DEFINITIONS)
    assert wrong == []


def checked(folder: Path, change: Any) -> list[str]:
    """The errors in the garden with a change."""
    (folder / "garden.yaml").write_text(GARDEN.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / "changed.yaml"
    path.write_text("\n".join(reference.block({"variant": "changed", "of": "garden", **change})), encoding="utf-8")
    return [f"{d.code} {d.message}" for d in check_file(path) if d.code.startswith("E")]


@pytest.mark.parametrize(("name", "example"), examples_of(SECTION))
def test_an_example_of_a_section_fits_the_garden(name: str, example: Any, tmp_path: Path) -> None:
    change: dict[str, Any] = {SECTION[name]: {"example": example}}
    if name == "card":
        change["zones"] = {"examples": {"of": "example", "layout": "pile"}}
    if name == "end" and "best" in example:
        change = {"end": {"over": example}}
    if name == "action":
        change["flow"] = {"season": {"choose": {"add": ["example"]}}}
    found = checked(tmp_path, {"change": change})
    assert [text for text in found if not (name == "kind" and "already" in text)] == []  # the garden's own names


STEPS = [f"step_{verb}" for verb in verbs()]


def in_the_garden(name: str, step: Any) -> tuple[Any, Any]:
    """Changes that put a step into an action, and into the flow."""
    action = {"pick": {"c": "grip(me)", "p": "others"}, "do": [step]}
    inside = {"actions": {"example": action}, "flow": {"season": {"choose": {"add": ["example"]}}}}
    return inside, {"flow": [step] if name == "step_turns" else {"before": {"season": [step]}}}


@pytest.mark.parametrize(("name", "example"), examples_of(STEPS))
def test_an_example_of_a_step_fits_the_garden(name: str, example: Any, tmp_path: Path) -> None:
    assert [] in [checked(tmp_path, {"change": change}) for change in in_the_garden(name, example)]


TYPED = [
    pytest.param(name, {**example, key: "me" if each["x-type"] == "a number" else 3}, id=f"{name} {key}")
    for name in STEPS
    for key, each in DEFINITIONS[name]["properties"].items()
    for example in DEFINITIONS[name]["examples"]
    if "x-type" in each and key in example
]


@pytest.mark.parametrize(("name", "broken"), TYPED)
def test_a_key_holds_what_is_said_of_it(name: str, broken: Any, tmp_path: Path) -> None:
    """A number or a player where something else is wanted is an error."""
    for change in in_the_garden(name, broken):
        assert checked(tmp_path, {"change": change})


@pytest.mark.parametrize(("name", "example"), examples_of(["change"]))
def test_an_example_of_a_patch_fits_the_garden(name: str, example: Any, tmp_path: Path) -> None:
    found = checked(tmp_path, {"change": example})
    assert [text for text in found if "use" not in example] == []


@pytest.mark.parametrize(("name", "example"), examples_of(["variant"]))
def test_an_example_of_a_variant_fits_the_garden(name: str, example: Any, tmp_path: Path) -> None:
    assert checked(tmp_path, example) == []


@pytest.mark.parametrize(("name", "example"), examples_of(["scenario"]))
def test_an_example_of_a_scenario_holds(name: str, example: Any, tmp_path: Path) -> None:
    (tmp_path / "garden.yaml").write_text(GARDEN.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "scenarios.yaml"
    path.write_text("\n".join(reference.item(example)), encoding="utf-8")
    (result,) = run_scenarios(path, Games())
    found = (*result.differences, *result.diagnostics)
    assert result.ok, [(d.span.line, str(d.message)) for d in found]


def test_the_examples_of_words_fit_the_garden(tmp_path: Path) -> None:
    words = {key: value["examples"][0] for key, value in DEFINITIONS["word_list"]["properties"].items()}
    assert checked(tmp_path, {"words": {"en": words}}) == []


def test_examples_inside_rules_stand_in_the_garden() -> None:
    text = GARDEN.read_text(encoding="utf-8")
    assert [example for example, value in EXAMPLES if not value and example not in text] == []
