"""Every sentence of the program has its translation, with the same parts, and none is left over."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
import yaml

from reglas.reading import messages
from reglas.reading.messages import LANGUAGES, Message, catalogue

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}|--[\w-]+")
ALIKE = {"no", "error", "1 error"}
"""Sentences that are the same in both languages by nature."""


def tool() -> ModuleType:
    """The tool that collects the sentences of the program."""
    path = Path(__file__).parents[1] / "tools" / "catalogue.py"
    spec = importlib.util.spec_from_file_location("catalogue_tool", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    """Every template in the code, and where it stands."""
    found = tool().templates()
    assert found.lost == {}
    return dict(found.found)


def parts(template: str) -> list[str]:
    """The names of a template's parts, in a row that does not depend on the language."""
    return sorted({name for _, name, _, _ in Formatter().parse(template) if name is not None})


def code_words(template: str) -> list[str]:
    """Options of commands: they are the same in every language."""
    return sorted(re.findall(r"--[a-z-]+", template))


def test_many_sentences_are_found(said: dict[str, str]) -> None:
    assert len(said) > 500
    assert {"did you mean `{near}`?", "`{token}` would be {value}; it is {low}..{high}"} <= set(said)


def test_a_template_has_named_parts_and_closed_braces(said: dict[str, str]) -> None:
    odd = {t: at for t, at in said.items() if any(not name.isidentifier() for name in parts(t))}
    assert odd == {}


@pytest.mark.parametrize("lang", OTHERS)
def test_no_sentence_is_missing(said: dict[str, str], lang: str) -> None:
    assert {text: at for text, at in said.items() if text not in catalogue(lang)} == {}


@pytest.mark.parametrize("lang", OTHERS)
def test_no_sentence_is_superfluous(said: dict[str, str], lang: str) -> None:
    assert [text for text in catalogue(lang) if text not in said] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_both_languages_have_the_same_parts(lang: str) -> None:
    assert [(a, b) for a, b in catalogue(lang).items() if parts(a) != parts(b) or code_words(a) != code_words(b)] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_sentence_can_be_put_together(lang: str) -> None:
    for template in catalogue(lang):
        text = Message(template, tuple((name, f"<{name}>") for name in parts(template))).text(lang)
        assert "{{" not in text
        assert all(f"<{name}>" in text for name in parts(template))


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_is_left(lang: str) -> None:
    left = [a for a, b in catalogue(lang).items() if a == b and a not in ALIKE and re.search("[a-z]", CODE.sub("", a))]
    assert left == []


@pytest.mark.parametrize("lang", OTHERS)
def test_a_catalogue_has_no_key_twice(lang: str) -> None:
    text = Path(messages.__file__).with_name(f"catalogue.{lang}.yaml").read_text(encoding="utf-8")
    keys = [key.value for key, _ in yaml.compose(text, Loader=yaml.SafeLoader).value]
    assert sorted(keys) == sorted(set(keys))


def test_the_tool_follows_names_choices_and_functions() -> None:
    import ast

    module = ast.parse(
        "TEXTS = {1: 'in a table'}\n"
        "def tell(code, text, *, help=None): say(text); say(help)\n"
        "def pass_on(text): tell(1, text)\n"
        "class Thing:\n"
        "    def fault(self, site, text, **args): return say(text, **args)\n"
        "def use(thing, n):\n"
        "    template = 'the one'\n"
        "    if n: template = 'the other'\n"
        "    say(template, n='no template')\n"
        "    tell('no template', 'first' if n else 'second', help='the help')\n"
        "    pass_on('handed on')\n"
        "    thing.fault('no template', 'a fault', what='no template')\n"
        "    say(TEXTS[n])\n"
        "    say(f'{n} cannot be translated')\n"
    )
    found = tool().Templates()
    found.read({"module": module})
    expected = {"in a table", "the one", "the other", "first", "second", "the help", "handed on", "a fault"}
    assert set(found.found) == expected
    assert list(found.lost) == ["module:14"]
