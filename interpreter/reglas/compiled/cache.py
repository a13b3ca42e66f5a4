"""Emitted text as files, beside which what Python and LLVM make of them is kept.

The text itself is emitted anew each time, which takes milliseconds, and a file counts only if it holds just that text:
one that is damaged, or of somebody else, is written again. What is kept of it lies beside it, in a folder that
nobody else may write to; if the folder belongs to somebody else, a folder of this process alone is taken. Files are
put in place whole, so several processes may do so at once.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

from reglas.compiled.emit import emitted
from reglas.compiled.text import MORE
from reglas.program import ir

KEPT = 400
"""How many files are kept; of more, those go that were not used for longest."""


def folder() -> Path:
    """Where emitted files are kept: `REGLAS_CACHE`, or the user's cache."""
    named = os.environ.get("REGLAS_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or tempfile.gettempdir()) / "reglas" / "emitted"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "reglas" / "emitted"


@cache
def _ours(path: Path) -> Path:
    """A folder that is ours alone: this one if it can be, else one of this process."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = path.stat()
        foreign = hasattr(os, "getuid") and (state.st_uid != os.getuid() or state.st_mode & 0o022)
        if not foreign and os.access(path, os.W_OK):
            return path
    except (OSError, RuntimeError):
        pass  # no home, no room, or a file in the way
    own = Path(tempfile.mkdtemp(prefix="reglas-"))
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return own


def own_folder() -> Path:
    """Where files lie that nobody else may write."""
    return _ours(folder())


def placed(program: ir.Program, how: str, passes: tuple[str, ...], marks: bool = False, events: bool = False) -> Path:
    """The file with the text of a program; written if it is not there, or is not just that."""
    text = emitted(program, how, passes, marks, events).encode()
    place = own_folder()
    path = (
        place / f"{program.game}-{program.seats}-{sha256(text).hexdigest()[:20]}-{how}{'-events' if events else ''}.py"
    )
    try:
        if path.read_bytes() == text:
            return path
    except OSError:
        pass
    _forget(path)
    handle, name = tempfile.mkstemp(dir=place, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        file.write(text)
    os.replace(name, path)
    _tidy(place)
    return path


def _forget(path: Path) -> None:
    """Take away what was compiled of a file."""
    for old in (path.parent / "__pycache__").glob(f"{path.stem}*"):
        with suppress(OSError):
            old.unlink(missing_ok=True)


def _tidy(place: Path) -> None:
    """Leave the newest files; others may be at it as well, so any may be gone meanwhile."""
    found = list(place.glob("*.py"))
    if len(found) <= KEPT + 50:
        return
    times = {}
    for file in found:
        with suppress(OSError):
            times[file] = file.stat().st_mtime
    for old in sorted(times, key=times.__getitem__, reverse=True)[KEPT:]:
        _forget(old)
        with suppress(OSError):
            old.unlink(missing_ok=True)


def loaded(program: ir.Program, how: str, passes: tuple[str, ...], marks: bool = False, events: bool = False) -> Any:
    """The module of a program; with `marks` or `events` that which keeps them, or tells of them."""
    path = placed(program, how, passes, marks, events)
    if how == "fast":
        from reglas.compiled.native.machine import loaded as native

        return native(path, program.moves + MORE)
    name = "reglas_emitted_" + path.stem.replace("-", "_")
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except Exception:  # what was kept of it is damaged: once more without
        _forget(path)
        loader.exec_module(module)
    return module
