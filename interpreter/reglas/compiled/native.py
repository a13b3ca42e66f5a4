"""Emitted text compiled for this machine, by LLVM: rows are arrays of 64-bit integers.

What was compiled is kept beside the text, for this sort of machine alone, with a sum that tells whether it is whole.
"""

from __future__ import annotations

import ast
import ctypes
import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from reglas.compiled.lowered import OWN, Lowered


def words() -> str:
    """What is compiled with each program."""
    tree = ast.parse(files("reglas.compiled").joinpath("fast.py").read_text(encoding="utf-8"))
    return "\n".join(
        ast.unparse(n) for n in tree.body if isinstance(n, ast.FunctionDef) and n.name not in (*OWN, "table", "scratch")
    )


def _machine() -> tuple[Any, str]:
    """This machine, and what tells it from others."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple, cpu, features = llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=2, reloc="pic", codemodel="small", jit=True
    )
    texts = [
        files("reglas.compiled").joinpath(f"{name}.py").read_text("utf-8") for name in ("fast", "lowered", "native")
    ]
    sort = repr((llvmlite.__version__, llvm.llvm_version_info, triple, cpu, features, texts))
    return machine, sha256(sort.encode()).hexdigest()[:12]


def compiled(text: str, machine: Any) -> bytes:
    """A module of emitted text as the machine's own code."""
    module = llvm.parse_assembly(Lowered(words() + "\n" + text).text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False  # loops are short
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    found: bytes = machine.emit_object(module)
    return found


def loaded(path: Path) -> SimpleNamespace:
    """The functions of a file of emitted text that are called from outside."""
    machine, sort = _machine()
    text = path.read_text(encoding="utf-8")
    kept = path.parent / "__pycache__" / f"{path.stem}.{sort}.o"
    code = _kept(kept)
    if code is None:
        code = compiled(text, machine)
        _keep(kept, code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    module = SimpleNamespace(engine=engine)
    for name, rows in ENTRIES.items():
        setattr(module, name, _called(engine.get_function_address(name), rows))
    return module


ENTRIES = {
    "start": "rri",
    "go": "rr",
    "legal": "rir",
    "make": "rrii",
    "result": "rr",
    "playouts": "rrrrii",
}
"""Which parameters are rows."""


def _called(address: int, given: str) -> Callable[..., int]:
    """A function at an address, for rows and integers."""
    kinds = [ctypes.c_void_p if kind == "r" else ctypes.c_int64 for kind in given]
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)
    names = [f"a{n}" for n in range(len(given))]
    values = [f"{n}.buffer_info()[0]" if kind == "r" else n for n, kind in zip(names, given, strict=True)]
    made: Callable[..., int] = eval(f"lambda {', '.join(names)}: f({', '.join(values)})", {"f": function})
    return made


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
