"""How emitted text is compiled: what is alike is there once, and machines without a word for something have it too."""

from __future__ import annotations

import pytest

import reglas
from reglas.compiled.engine import Engine
from reglas.compiled.native.alike import merged

TEXT = """T0 = table((1, 2))

@routine
def sum_1(s):
    x4 = s[3]
    return x4 + s[1]

@routine
def any_2(s):
    x7 = s[3]
    return x7 + s[1]

@routine
def any_3(s):
    x7 = s[3]
    return x7 + s[2]

@entry
def result(s, r):
    r[0] = sum_1(s) + any_2(s) * any_3(s)"""


def test_functions_that_say_the_same_are_there_once() -> None:
    text = merged(TEXT)
    assert "def any_2" not in text
    assert "def any_3" in text
    assert "r[0] = sum_1(s) + sum_1(s) * any_3(s)" in text


def test_a_bit_is_found_without_a_word_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("llvmlite")
    from reglas.compiled.native import machine, words

    program = reglas.load("hanabi", 4).program
    before = Engine(program, "fast").playouts(3, 200)
    monkeypatch.setattr(machine, "NTH_AT_ONCE", words.NTH)
    monkeypatch.setenv("REGLAS_CACHE", str(tmp_path_factory.mktemp("other")))
    assert Engine(program, "fast").playouts(3, 200) == before
    assert Engine(program).playouts(3, 200) == before
