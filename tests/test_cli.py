"""The command line as data: `tests/cli/*.yaml` say arguments, input, files, and what comes out.

    - case: what it shows
      args: check broken.yaml        # as typed in a shell, or a list
      files: {broken.yaml: TEXT}     # written into an empty folder, in which the command runs
      make: {big.yaml: {text: "a: 1 ", times: 100, hex: "00ff"}}
      env: {LANG: es_ES.UTF-8}
      input: TEXT
      code: 1                        # the exit code, 0 unless written
      out: [PART, ..]                # parts of standard output, in this order
      err: [PART, ..]                # parts of standard error, in this order
      never: [PART, ..]              # in neither

No case may bring a traceback.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from reglas.cli import common, main

CASES = Path(__file__).with_name("cli")
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG", "REGLAS_DEBUG", "REGLAS_LANG")


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            yield pytest.param(case, id=f"{path.stem}: {case['case']}")


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and an empty state folder, and no language set."""
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(folder)
    return folder


def prepare(folder: Path, case: dict[str, Any]) -> None:
    for name, text in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, how in case.get("make", {}).items():
        data = bytes.fromhex(how.get("hex", "")) + how.get("text", "").encode() * how.get("times", 1)
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("case", list(cases()))
def test_case(
    case: dict[str, Any],
    empty_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare(empty_folder, case)
    for name, value in case.get("env", {}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdin", io.StringIO(case.get("input", "")))
    args = case["args"]
    code = main.main(shlex.split(args) if isinstance(args, str) else [str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert code == case.get("code", 0), f"{out}\n{err}"
    in_order(case.get("out", []), out)
    in_order(case.get("err", []), err)
    for part in [*case.get("never", []), "Traceback"]:
        assert part not in out + err
    if case.get("json"):
        json.loads(out)


def in_order(parts: list[str], text: str) -> None:
    at = 0
    for part in parts:
        found = text.find(str(part), at)
        assert found >= 0, f"{part!r} is not in (from {at})\n{text}"
        at = found + len(str(part))


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from reglas.cli.main import main; main(['--help']); print([m for m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("lark", "yaml", "jsonschema", "rich", "prompt_toolkit", "wcwidth", "reglas.play"):
        assert f"'{heavy}'" not in ran.stdout


def test_help_imports_nothing_heavy() -> None:
    """Help is quick because it needs none of these; `tools/bench_help.py` measures how quick."""
    heavy = ("lark", "yaml", "jsonschema", "rich", "prompt_toolkit", "reglas.program", "reglas.engine")
    code = (
        "import sys, reglas.cli.main as m\n"
        "try: m.main(['--help'])\n"
        "except SystemExit: pass\n"
        f"print([h for h in {heavy!r} if h in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env={"LC_ALL": "C"})
    assert done.stderr.strip() == "[]"
    assert "usage: reglas" in done.stdout


def test_an_unexpected_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object) -> int:
        raise KeyError("no such\nthing")

    monkeypatch.setattr(main, "_run", broken)
    monkeypatch.delenv("REGLAS_DEBUG", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    assert main.main([]) == common.INTERNAL
    assert re.fullmatch(r"reglas: this is a fault of the program.*\nhelp: .*\n", capsys.readouterr().err)
    monkeypatch.setenv("REGLAS_DEBUG", "1")
    assert main.main([]) == common.INTERNAL
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(("error", "code"), [
    (KeyboardInterrupt(), common.INTERRUPTED), (OSError(28, "No space left on device"), common.INTERNAL),
    (BrokenPipeError(), common.OK), (RecursionError(), common.INTERNAL),
])  # fmt: skip
def test_what_may_happen_to_a_command(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> int:
        raise error

    monkeypatch.setattr(main, "_run", interrupted)
    monkeypatch.setattr(main, "_close_quietly", lambda: None)
    assert main.main([]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_goes_away() -> None:
    command = f"{shlex.quote(sys.executable)} -m reglas.cli.main show hanabi | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("game: hanabi")
    assert ran.stderr == ""
