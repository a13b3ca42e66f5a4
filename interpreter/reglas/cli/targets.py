"""The files that a command is about: names, files and folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli.common import Usage
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.language.shapes import FileKind


def target(text: str) -> Path:
    """The file or folder of a NAME or path. Raises `UnknownName`."""
    from reglas.paths import shipped_file
    from reglas.spec.loading import UnknownName, find

    path = Path(text).expanduser()
    if path.is_dir() and ("/" in text or "\\" in text or shipped_file(text) is None):
        return path
    try:
        return find(text)
    except UnknownName:
        if path.is_file():
            return path
        raise


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder and of all folders in it, hidden ones left out."""
    found = (p for ending in ("*.yaml", "*.yml") for p in folder.rglob(ending))
    return sorted(p for p in found if p.is_file() and not any(s.startswith(".") for s in p.relative_to(folder).parts))


def kind(path: Path) -> FileKind | None:
    """What a file is by its first key; None when it is nothing of ours, or cannot be read."""
    from reglas.language.shapes import kind_of
    from reglas.reading.diagnostics import Diagnostics
    from reglas.reading.files import Unreadable
    from reglas.spec.loading import read_file

    try:
        root = read_file(path, Diagnostics())
    except Unreadable:
        return None
    return kind_of(root) if root is not None else None


def ours(path: Path) -> bool:
    """Is a file of a folder meant for us? A first key that is nearly one of ours counts, and so does broken YAML."""
    from reglas.language.shapes import kind_of
    from reglas.language.spelling import nearest
    from reglas.reading.diagnostics import Diagnostics
    from reglas.reading.files import Unreadable
    from reglas.reading.tree import Mapping, Sequence
    from reglas.spec.loading import read_file

    diagnostics = Diagnostics()
    try:
        root = read_file(path, diagnostics)
    except Unreadable:
        return True
    if root is None or diagnostics.errors or kind_of(root) is not None:
        return True
    top = root.items[0] if isinstance(root, Sequence) and root.items else root
    if not isinstance(top, Mapping) or not top.entries:
        return False
    return nearest(top.entries[0].key.text, ("game", "variant", "library", "scenario", "words")) is not None


def scenario_files(path: Path) -> Iterator[Path]:
    """The files of scenarios of a folder, a file, or a spec's folder."""
    if path.is_dir():
        yield from (p for p in yaml_files(path) if kind(p) == "scenarios")
    elif kind(path) == "scenarios":
        yield path
    else:
        home = path.parent.parent if path.parent.name == "variants" else path.parent
        yield from (p for p in yaml_files(home / "scenarios") if kind(p) == "scenarios")


def nothing(texts: list[str], what: str) -> Usage:
    """There are no files of this sort."""
    names = ", ".join(f"`{text}`" for text in texts) or say("this folder")
    if what == "scenarios":
        return Usage(say("there are no scenarios in {where}", where=names))
    return Usage(say("there are no specs in {where}", where=names))
