"""Comparisons as functions of the row: the general one, and those that moves are tried with, without calls within.

Each function here takes the comparison's sign and gives the same six comparisons, of other operands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from reglas.program import ir

Value: TypeAlias = Callable[[list[int], list[int]], Any]


def comparison(node: ir.Compare, value: Callable[[ir.Expr], Value]) -> Value:
    """The function of a comparison; `value` makes those of its operands."""
    match node.left, node.right:
        case ir.Cell(cell), ir.Const(fixed):
            return cell_with_constant(node.op, cell, fixed)
        case _, ir.Const(fixed):
            return value_with_constant(node.op, value(node.left), fixed)
        case ir.Local(slot), ir.Cell(cell):
            return slot_with_cell(node.op, slot, cell)
        case _, ir.Cell(cell) if node.op == "==":
            return is_in_cell(value(node.left), cell)
        case _, ir.Local(slot) if node.op == "==":
            return is_in_slot(value(node.left), slot)
    return value_with_value(node.op, value(node.left), value(node.right))


def value_with_value(op: str, left: Value, right: Value) -> Value:
    """Any value with any other."""
    match op:
        case "==":
            return lambda s, f: left(s, f) == right(s, f)
        case "!=":
            return lambda s, f: left(s, f) != right(s, f)
        case "<":
            return lambda s, f: left(s, f) < right(s, f)
        case "<=":
            return lambda s, f: left(s, f) <= right(s, f)
        case ">":
            return lambda s, f: left(s, f) > right(s, f)
    return lambda s, f: left(s, f) >= right(s, f)


def value_with_constant(op: str, left: Value, fixed: int) -> Value:
    """Any value with a constant."""
    match op:
        case "==":
            return lambda s, f: left(s, f) == fixed
        case "!=":
            return lambda s, f: left(s, f) != fixed
        case "<":
            return lambda s, f: left(s, f) < fixed
        case "<=":
            return lambda s, f: left(s, f) <= fixed
        case ">":
            return lambda s, f: left(s, f) > fixed
    return lambda s, f: left(s, f) >= fixed


def cell_with_constant(op: str, cell: int, fixed: int) -> Value:
    """A cell with a constant."""
    match op:
        case "==":
            return lambda s, f: s[cell] == fixed
        case "!=":
            return lambda s, f: s[cell] != fixed
        case "<":
            return lambda s, f: s[cell] < fixed
        case "<=":
            return lambda s, f: s[cell] <= fixed
        case ">":
            return lambda s, f: s[cell] > fixed
    return lambda s, f: s[cell] >= fixed


def slot_with_cell(op: str, slot: int, cell: int) -> Value:
    """What is picked or searched for with a cell."""
    match op:
        case "==":
            return lambda s, f: f[slot] == s[cell]
        case "!=":
            return lambda s, f: f[slot] != s[cell]
        case "<":
            return lambda s, f: f[slot] < s[cell]
        case "<=":
            return lambda s, f: f[slot] <= s[cell]
        case ">":
            return lambda s, f: f[slot] > s[cell]
    return lambda s, f: f[slot] >= s[cell]


def is_in_cell(left: Value, cell: int) -> Value:
    """Whether a value is that of a cell."""
    return lambda s, f: left(s, f) == s[cell]


def is_in_slot(left: Value, slot: int) -> Value:
    """Whether a value is that of a slot."""
    return lambda s, f: left(s, f) == f[slot]
