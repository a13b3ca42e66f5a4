"""Programs as Python text over flat integers, run as it is or compiled by LLVM."""

from reglas.compiled.engine import Engine, engine
from reglas.compiled.marks.telling import Mark
from reglas.compiled.observe import Slice, one_hot
from reglas.compiled.vector import Outcomes, Vector, vector

__all__ = ["Engine", "Mark", "Outcomes", "Slice", "Vector", "engine", "one_hot", "vector"]
