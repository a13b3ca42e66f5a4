"""Merging, as data: see the heads of `cases/*.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from variant_trees import read_list

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.tree import Mapping, Scalar, Sequence, plain
from reglas.spec.variants import merge

CASES = Path(__file__).parent / "cases"


def cases() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        for case in read_list(path.read_text(encoding="utf-8"), path.name):
            title = case.get("case")
            assert isinstance(title, Scalar)
            found.append(pytest.param(case, id=f"{path.stem}: {title.text}"))
    return found


@pytest.mark.parametrize("case", cases())
def test_case(case: Mapping) -> None:
    unknown = set(case.by_key) - {"case", "base", "variants", "overrides", "gives", "finds", "label"}
    assert not unknown
    base, variants, overrides = case.get("base"), case.get("variants"), case.get("overrides")
    assert isinstance(base, Mapping)
    assert isinstance(variants, Sequence)
    assert overrides is None or isinstance(overrides, Mapping)
    diagnostics = Diagnostics()
    merged = merge(base, [v for v in variants if isinstance(v, Mapping)], diagnostics, overrides)
    finds = case.get("finds")
    wanted = plain(finds) if finds is not None else []
    assert [f"{d.code} {d.span.text}" for d in diagnostics.found] == wanted, diagnostics.found
    gives = case.get("gives")
    for entry in gives if isinstance(gives, Mapping) else ():
        assert as_pairs(merged.get(entry.key.text)) == as_pairs(entry.value)
    label = case.get("label")
    if label is not None:
        (finding,) = diagnostics.found
        assert [at.span.text for at in finding.labels] == [plain(label)]
        assert finding.help is not None


def as_pairs(node: object) -> object:
    """Plain data in which the order of keys counts."""
    if isinstance(node, Mapping):
        return [(entry.key.text, as_pairs(entry.value)) for entry in node]
    if isinstance(node, Sequence):
        return [as_pairs(item) for item in node]
    return node.value if isinstance(node, Scalar) else node
