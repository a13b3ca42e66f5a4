"""Emitted text compiled for this machine, by LLVM: rows are arrays of 64-bit integers.

What was compiled is kept beside the text, for this sort of machine alone, with a sum that tells whether it is whole.
"""

from __future__ import annotations

import ast
import ctypes
import os
import tempfile
from array import array
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import llvmlite
import llvmlite.binding as llvm

from reglas.compiled.native.alike import merged
from reglas.compiled.native.module import Lowered
from reglas.compiled.native.words import NTH, NTH_AT_ONCE, OWN

Row: TypeAlias = "array[int]"

WRITTEN = ("alike", "blocks", "machine", "module", "outside", "steps", "values", "words")
"""What says how text is compiled: if it changes, nothing that was kept is of use."""
_LINE = "# -- from here on it is compiled "


def words(program: bool) -> str:
    """What is compiled with each module, or with each program."""
    place = files("reglas.compiled").joinpath("native")
    tree = ast.parse(place.joinpath("blocks.py").read_text(encoding="utf-8"))
    outside = place.joinpath("outside.py").read_text(encoding="utf-8").split(_LINE, 1)[1].split("\n", 1)[1]
    blocks = [ast.unparse(n) for n in tree.body if isinstance(n, ast.FunctionDef) and n.name not in OWN]
    return "\n".join([*blocks, outside] if program else blocks)


def this_machine() -> tuple[Any, str]:
    """This machine, and what tells it from others."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple, cpu, features = llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=2, reloc="pic", codemodel="small", jit=True
    )
    place = files("reglas.compiled")
    texts = [place.joinpath(f"{name}.py").read_text("utf-8") for name in (f"native/{n}" for n in WRITTEN)]
    sort = repr((llvmlite.__version__, llvm.llvm_version_info, triple, cpu, features, texts))
    return machine, sha256(sort.encode()).hexdigest()[:12]


def compiled(text: str, machine: Any, outside: Mapping[str, list[bool]] | None = None) -> bytes:
    """A program's emitted text as the machine's own code; or a text that calls functions of a program, `outside`."""
    at_once = machine.triple.startswith("x86_64") and llvm.get_host_cpu_features().get("bmi2")
    nth = NTH_AT_ONCE if at_once else NTH
    module = llvm.parse_assembly(nth + Lowered(words(outside is None) + "\n" + merged(text), outside).text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False  # loops are short
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    found: bytes = machine.emit_object(module)
    return found


class Compiled:
    """The functions of a module that are called from outside; a list of moves takes `most` cells."""

    def __init__(self, code: bytes, machine: Any, most: int) -> None:
        self.batch: Any = None
        """What works on many environments at once, if it was asked for."""
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)  # what is called lies in it
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._start, self._go = self.function("start", "rri"), self.function("go", "rr")
        self._legal, self._chosen = self.function("listed", "rir"), self.function("chosen", "rrrii")
        self._observe = self.function("observe", "rir")
        self._mark: Callable[..., int] | None = None
        self._result, self._playouts = self.function("result", "rr"), self.function("playouts", "rrrrii", long=True)
        self._kept = array("q", bytes(8 * most))
        self._moves = self._kept.buffer_info()[0]

    def joined(self, code: bytes) -> None:
        """Put more code to it, which calls the functions that are there."""
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, given: str, long: bool = False) -> Callable[..., int]:
        """A function; `given` says which parameters are rows. Unless it takes long, nothing else runs meanwhile."""
        kinds = [ctypes.c_void_p if kind == "r" else ctypes.c_int64 for kind in given]
        sort = ctypes.CFUNCTYPE if long else ctypes.PYFUNCTYPE
        return sort(ctypes.c_int64, *kinds)(self._engine.get_function_address(name))

    def start(self, s: Row, c: Row, seed: int) -> None:
        """As in `playing`, like those that follow."""
        self._start(s.buffer_info()[0], c.buffer_info()[0], seed)

    def go(self, s: Row, c: Row) -> None:
        """Go on."""
        self._go(s.buffer_info()[0], c.buffer_info()[0])

    def legal(self, s: Row, seat: int, m: Row) -> int:
        """Legal moves."""
        return self._legal(s.buffer_info()[0], seat, m.buffer_info()[0])

    def make(self, s: Row, c: Row, seat: int, number: int) -> None:
        """A move, if it is legal; if not, `s[3]` is set and nothing else."""
        self._chosen(s.buffer_info()[0], c.buffer_info()[0], self._moves, seat, number)

    def observe(self, s: Row, seat: int, o: Row) -> None:
        """What a seat may see."""
        self._observe(s.buffer_info()[0], seat, o.buffer_info()[0])

    def mark(self, s: Row, seat: int, o: Row) -> None:
        """What a seat knows of hidden cards, where that is kept."""
        if self._mark is None:
            self._mark = self.function("mark", "rir")
        self._mark(s.buffer_info()[0], seat, o.buffer_info()[0])

    def result(self, s: Row, r: Row) -> None:
        """How a game ended."""
        self._result(s.buffer_info()[0], r.buffer_info()[0])

    def playouts(self, s: Row, c: Row, m: Row, r: Row, seed: int, games: int) -> int:
        """Whole games."""
        return self._playouts(*(row.buffer_info()[0] for row in (s, c, m, r)), seed, games)


def loaded(path: Path, most: int) -> Compiled:
    """The functions of a file of emitted text, of which a list of moves takes so many cells."""
    machine, sort = this_machine()
    return Compiled(kept(path, path.read_text(encoding="utf-8"), machine, sort), machine, most)


def kept(path: Path, text: str, machine: Any, sort: str, outside: Mapping[str, list[bool]] | None = None) -> bytes:
    """What is compiled of a text, kept beside its file."""
    place = path.parent / "__pycache__" / f"{path.stem}.{sort}.o"
    code = _kept(place)
    if code is None:
        code = compiled(text, machine, outside)
        _keep(place, code)
    return code


def _kept(path: Path) -> bytes | None:
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    return whole[32:] if sha256(whole[32:]).digest() == whole[:32] else None


def _keep(path: Path, code: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        file.write(sha256(code).digest() + code)
    os.replace(name, path)
