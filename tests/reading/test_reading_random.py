"""Whatever the text, reading and rendering it raises nothing, and every place lies in the text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from reading_samples import VALID, read_text, scalars

from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.files import decode
from reglas.reading.render import as_json, one_line, render
from reglas.reading.source import Source
from reglas.reading.yaml12 import read

SIGNS = list("{}[](),:-?#|>'\"&*!%@`\\ \t\n=~<.…“\xa0\ufeff\u200b\x00\x85é日")
SIGNS += [": ", "- ", " #", "\n  ", "---\n"]
SNIPPETS = st.lists(st.sampled_from([*SIGNS, "a", "do", "lose", "f(x", "y)", "1", "  "]), max_size=40)


def harmless(text: str) -> None:
    for compiled in (True, False):
        diagnostics = Diagnostics()
        node = read(Source("text", text), diagnostics, compiled=compiled)
        for scalar in scalars(node):
            assert len(scalar.offsets) == len(scalar.text) + 1
            assert all(0 <= offset <= len(text) for offset in scalar.offsets)
            assert 0 <= scalar.span.start <= scalar.span.end <= len(text)
        assert node is not None or diagnostics.errors
        for finding in diagnostics.found:
            shown(finding, text)


def shown(finding: Diagnostic, text: str) -> None:
    assert 0 <= finding.span.start <= finding.span.end
    assert finding.span.start <= len(text)
    assert render(finding)
    assert one_line(finding)
    assert as_json(finding)
    assert finding.code != "E119" or "expected" not in str(finding.message)


@given(st.text())
def test_any_text(text: str) -> None:
    harmless(text)


@given(SNIPPETS.map("".join))
@settings(max_examples=300)
def test_any_signs(text: str) -> None:
    harmless(text)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    diagnostics = Diagnostics()
    source = decode(data, "text", diagnostics)
    assert (source is None) == bool(diagnostics.found)
    for finding in diagnostics.found:
        assert render(finding)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    text = VALID
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 12, len(text))))
        text = text[:start] + draw(st.sampled_from(["", *SIGNS])) + text[end:]
    return text


@given(mutations())
@settings(max_examples=200, deadline=None)
def test_any_mutation(text: str) -> None:
    harmless(text)


def test_parsers_differ_in_nothing_on_the_valid_text() -> None:
    assert read_text(VALID, True)[0] == read_text(VALID, False)[0]
