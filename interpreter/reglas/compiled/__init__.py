"""Programs as Python text over flat integers, run as it is or compiled by numba."""

from reglas.compiled.engine import Engine, engine

__all__ = ["Engine", "engine"]
