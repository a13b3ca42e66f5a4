"""What the whole of the source is held to: imports point one way, no game is named, codes are used and tried."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from error_cases import ERRORS
from reglas.reading.codes import CODES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "interpreter" / "reglas"
FILES = sorted(SOURCE.rglob("*.py"))

STAGES = (
    "paths",
    "reading",
    "language",
    "spec",
    "program",
    "judging",
    "engine",
    "compiled",
    "knowledge",
    "face",
    "table",
    "bots",
    "cli",
)
"""Each stage may import those before it, and only those. `paths` says where files lie and imports nothing."""

FACE = ("moves", "viewing", "play", "asked", "explaining", "worlds", "api", "records", "scenarios", "checking", "deep")
"""The modules of the public face, between knowledge and the table; those named `scenario_..` belong to `scenarios`."""

WORDS_OF_A_SPEC = ("checking", "table.words")
"""Checking a spec's words is left to the table, which knows what words are for."""


def stage(module: str) -> str:
    """The stage of a module, by the first part of its name below `reglas`."""
    first = module.split(".")[0]
    return "face" if first in FACE or first.startswith("scenario") else first


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """The module of a file, and each module of ours that it imports, anywhere in it, for types only too."""
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reglas."):
            base = (node.module or "").removeprefix("reglas.")
            package = (SOURCE / base.replace(".", "/")).is_dir()
            yield from ((module, f"{base}.{alias.name}" if package else base) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "reglas":
            yield from ((module, alias.name) for alias in node.names if not alias.name.startswith("__"))
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("reglas")]
            yield from ((module, name.removeprefix("reglas").lstrip(".")) for name in names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute"


def edges() -> Iterator[tuple[str, str]]:
    for path in FILES:
        if path != SOURCE / "__init__.py":  # the public face, which imports what it is asked for
            yield from imports(path)


def test_every_module_has_a_stage() -> None:
    found = {stage(path.relative_to(SOURCE).with_suffix("").parts[0]) for path in FILES}
    assert found - {"__init__", "__main__"} <= set(STAGES)


def test_imports_point_one_way() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, other in sorted(set(edges()))
        if STAGES.index(stage(other)) > STAGES.index(stage(module)) and (module, other) != WORDS_OF_A_SPEC
    ]
    assert not wrong, "\n".join(wrong)


def test_the_face_has_no_circles() -> None:
    """Stages are packages; the face is a handful of modules, which must not lead back to one another."""
    after: dict[str, set[str]] = {}
    for module, other in edges():
        if stage(module) == stage(other) == "face":
            after.setdefault(module, set()).add(other)
    done: set[str] = set()

    def follow(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " -> ".join((*way, module))
        if module not in done:
            for other in sorted(after.get(module, ())):
                follow(other, (*way, module))
            done.add(module)

    for module in sorted(after):
        follow(module, ())


def test_surfaces_never_see_a_state() -> None:
    """A table, a bot or a command gets views: what lies in the row is not for it."""
    wrong = []
    for path in FILES:
        if stage(".".join(path.relative_to(SOURCE).parts)) not in ("table", "bots", "cli"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            # The row of a program is how every game of it begins, and no secret.
            program = isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("program")
            if isinstance(node, ast.Attribute) and node.attr == "row" and not program:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert not wrong, "\n".join(wrong)


# -- no game is named -------------------------------------------------------------------------------------------------

ORDINARY = frozenset(
    word
    for line in (
        "alike bound caller card change colour complete copies_at deck discard draw drawn drop exchange face faces",
        "falls fits four functions give given gone hand hand_over helper hint keep lay left look mine named needed",
        "number one order peek perfect place play points rank result rounds row short sort stack standing step",
        "places stock take target theirs three thrown to total tried two value values wanted",
        "bad begins begun best breach carry_out claim counts dice hit judge lives many nobody note open",
        "pass passed passes playing reach repeats report said say settle shown shows skip speak way whom",
        "five six seven eight nine ten",
    )
    for word in line.split()
)
"""Names in specs that are also words of the interpreter itself, in its own sense."""

INKS = frozenset({"red", "yellow", "green", "blue", "white", "black", "orange", "grey", "purple"})
"""What a terminal may write in: no suits, where the table and the command line name them."""

SECTIONS = ("options", "kinds", "cards", "zones", "tokens", "memory", "define", "actions", "routines", "end")


def names_of_games() -> set[str]:
    """The names of games and variants, and every name and value that they declare."""
    found: set[str] = set()
    for path in [*ROOT.glob("specs/*/*.yaml"), *ROOT.glob("specs/*/variants/*.yaml")]:
        spec = yaml.safe_load(path.read_text(encoding="utf-8"))
        if not isinstance(spec, dict) or not {"game", "variant"} & set(spec):
            continue
        found.add(str(spec.get("game", spec.get("variant"))))
        for body in (spec, spec.get("change") or {}):
            for section in SECTIONS:
                for key, value in (body.get(section) or {}).items():
                    found |= declared(section, str(key), value)
    return {name for name in found if not name.isdigit()} - ORDINARY


def declared(section: str, key: str, value: object) -> set[str]:
    found = {str(key).split("(")[0]}
    values = value.get("add", []) if isinstance(value, dict) else value
    if section == "kinds" and isinstance(values, list):
        found |= set(map(str, values))
    if section == "actions" and isinstance(value, dict):
        found |= {name for part in ("pick", "needs") for name in value.get(part) or {}}
    return found


def words_in(path: Path) -> Iterator[tuple[int, str]]:
    """Words of a source file; lines that docstrings show as typed are left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        for number, line in enumerate(text.splitlines(), 1):
            yield from ((number, word) for word in re.findall(r"[A-Za-z_][A-Za-z0-9_-]*", line))
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        for offset, line in enumerate(token.string.splitlines()):
            if not line.lstrip().startswith((">>>", "...")):
                for word in re.findall(r"[A-Za-z_][A-Za-z0-9_-]*", line):
                    yield token.start[0] + offset, word


def test_no_game_is_named() -> None:
    names = names_of_games()
    assert len(names) > 40
    files = [p for p in (ROOT / "interpreter").rglob("*") if p.suffix in (".py", ".lark", ".json", ".html", ".js")]
    wrong = []
    for path in sorted(files):
        inks = INKS if {"table", "cli"} & set(path.parts) else frozenset()
        for line, word in words_in(path):
            if {word.casefold(), word.casefold().replace("-", "_")} & (names - inks):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {word}")
    assert not wrong, "\n".join(wrong)


# -- codes ------------------------------------------------------------------------------------------------------------

ELSEWHERE = {
    "E801": "records",
    "E802": "records",
    **{code: "test_faults.py" for code in CODES if code.startswith("R")},
    **dict.fromkeys((*(c for c in CODES if c.startswith("D")), "W611", "W612"), "test_deep.py"),
}
"""Codes that no broken spec can bring about; where they are tried."""


def test_every_code_in_the_source_is_known() -> None:
    for path in FILES:
        for code in re.findall(r'"([EWRD]\d{3})"', path.read_text(encoding="utf-8")):
            assert code in CODES, f"{path}: {code}"


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_tried(code: str) -> None:
    folder = Path(__file__).parent / ELSEWHERE[code] if code in ELSEWHERE else ERRORS
    files = [folder] if folder.is_file() else [p for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc"]
    assert any(code in path.read_bytes().decode("utf-8", errors="replace") for path in files), f"{code} in {folder}"


def test_files_are_short() -> None:
    long = {str(p.relative_to(ROOT)): n for p in FILES if (n := len(p.read_text(encoding="utf-8").splitlines())) > 500}
    assert not long
