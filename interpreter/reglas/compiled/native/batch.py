"""What works on many environments at once (`batches`), compiled once for all programs and put to the code of one."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import TypeAlias

from reglas.compiled.cache import own_folder
from reglas.compiled.native.machine import Compiled, kept, this_machine

Cells: TypeAlias = "array[int]"

OUTSIDE = {
    "start": [True, True, False],
    "legal": [True, False, True],
    "bits": [True, False],
    "picked": [True, False, True, True, False],
    "make": [True, True, False, False],
    "observe": [True, False, True],
    "result": [True, True],
}
"""Functions of a program, and which of their parameters are rows."""
SORTS = {
    "begin": "r" * 9,
    "again": "r" * 8,
    "step": "r" * 15,
    "see": "r" * 4,
    "know": "r" * 4,
    "rollout": "r" * 10 + "ii",
}
"""What is called from outside, and which of its parameters are rows."""


class Bound:
    """A function and the rows it is given first: arrays whose length stays the same, so that they stay where they
    are, and which are kept as long as it is."""

    def __init__(self, function: Callable[..., int], given: tuple[Cells, ...]) -> None:
        self._function, self._given = function, given
        self._places = [one.buffer_info()[0] for one in given]

    def __call__(self, *more: Cells | int) -> int:
        """Call it, with the rest."""
        rest = [one if isinstance(one, int) else one.buffer_info()[0] for one in more]
        return self._function(*self._places, *rest)


class Batch:
    """The functions of `batches` for one program."""

    def __init__(self, program: Compiled, marks: bool) -> None:
        machine, sort = this_machine()
        text = files("reglas.compiled").joinpath("batches.py").read_text(encoding="utf-8")
        text, more = (part.split("\n", 1)[1] for part in text.split("# -- ")[1:])
        text, outside = (text + more, {**OUTSIDE, "mark": [True, False, True]}) if marks else (text, OUTSIDE)
        path = own_folder() / f"batches-{sha256(text.encode()).hexdigest()[:20]}-fast.py"
        program.joined(kept(path, text, machine, sort, outside))
        self._program = program

    def bound(self, name: str, *given: Cells) -> Bound:
        """A function by its name, given its first rows once for all."""
        return Bound(self._program.function(name, SORTS[name], long=True), given)
