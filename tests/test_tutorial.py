"""The tutorial is a test: its files are written, its commands run in a shell, and what they print is what it shows.

A block `console` holds commands after `$ ` and what they print, where a line `...` stands for any lines. A block after
`<!-- FILE -->` is written to that file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"(?:^<!-- (?P<file>\S+) -->\n)?^```(?P<sort>\w+)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE)


def environment(folder: Path) -> dict[str, str]:
    """A shell in which `reglas` is this tree, and nothing else is set up."""
    tools = folder / "bin"
    tools.mkdir()
    command = tools / "reglas"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m reglas.cli.main "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "interpreter"),
        "PYTHONUTF8": "1",
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
    }


def as_run(command: str, env: dict[str, str]) -> str:
    """A command as it is run here: `make` sets nothing up, and takes this `reglas`."""
    tools = env["PATH"].split(os.pathsep)[0]
    return command.replace("make play", f"make -s -C '{ROOT}' -o .venv/.core BIN='{tools}' play")


def shown(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        yield command, lines


def fits(lines: list[str], printed: list[str]) -> bool:
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in lines)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None


def run(command: str, folder: Path, env: dict[str, str]) -> list[str]:
    done = subprocess.run(["bash", "-c", as_run(command, env)], cwd=folder, env=env, text=True, capture_output=True,
                          encoding="utf-8", check=False, timeout=60)  # fmt: skip
    return (done.stdout + done.stderr).splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="its commands are for a Unix shell")
def test_the_tutorial_comes_out(tmp_path: Path) -> None:
    env, folder, commands = environment(tmp_path), tmp_path / "mine", 0
    folder.mkdir()
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if block["file"]:
            path = folder / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
            continue
        assert block["sort"] == "console"
        for command, lines in shown(block["text"]):
            printed = run(command, folder, env)
            assert fits(lines, printed), "\n".join([f"$ {command}", *printed])
            commands += 1
    assert commands > 8
