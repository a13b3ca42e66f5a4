"""The sentences of the program and their translations: `python tools/catalogue.py [LANG]`.

Prints the English templates in the code that the catalogue lacks, and those in the catalogue that the code no longer
has; exits with 1 if there are any. A template is a string that reaches `say`: an argument of it, an argument of a
function that hands that parameter on to `say`, or a value of a name that is given to one of these.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[1]
CODE = ROOT / "interpreter" / "reglas"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Scopes: TypeAlias = tuple[ast.Module | Function, ...]


@dataclass
class Templates:
    """What the code says: every template and where it stands, and what is handed to `say` but cannot be followed."""

    found: dict[str, str] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    _doors: set[tuple[str, int | str]] = field(default_factory=lambda: {("say", 0)})

    def read(self, modules: dict[str, ast.Module]) -> None:
        """Collect from modules by their names, until no function is found any more that leads to `say`."""
        known = 0
        while known != len(self._doors):
            known = len(self._doors)
            for name, module in modules.items():
                for call, scopes in _calls(module, (module,)):
                    self._call(name, call, scopes)

    def _call(self, module: str, call: ast.Call, scopes: Scopes) -> None:
        callee = _callee(call)
        for place, value in _arguments(call):
            if (callee, place) in self._doors:
                at = f"{module}:{value.lineno}"
                self._follow(value, scopes, at, strict=callee == "say", seen=frozenset())

    def _follow(self, value: ast.expr, scopes: Scopes, at: str, strict: bool, seen: frozenset[str]) -> None:
        """Take the strings a value may be; a message is not a string, so a call is none unless `strict`."""
        if isinstance(value, ast.Constant):
            if isinstance(value.value, str):
                self.found.setdefault(value.value, at)
        elif isinstance(value, ast.Name):
            self._name(value.id, scopes, at, strict, seen)
        elif inner := list(_choices(value)):
            for one in inner:
                self._follow(one, scopes, at, strict, seen)
        elif strict or isinstance(value, ast.JoinedStr):
            self.lost[at] = ast.unparse(value)

    def _name(self, name: str, scopes: Scopes, at: str, strict: bool, seen: frozenset[str]) -> None:
        if name in seen:
            return
        for depth in range(len(scopes) - 1, -1, -1):
            scope = scopes[depth]
            values = list(_assigned(name, scope))
            if not isinstance(scope, ast.Module) and name in (parameters := _parameters(scope)):
                self._doors |= {(scope.name, parameters.index(name)), (scope.name, name)}
            elif not values:
                continue
            for value in values:
                self._follow(value, scopes[: depth + 1], at, strict, seen | {name})
            return
        if strict:
            self.lost[at] = name


def _calls(node: ast.AST, scopes: Scopes) -> Iterator[tuple[ast.Call, Scopes]]:
    """Every call under a node, with the module and the functions it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, scopes
        inside = (*scopes, child) if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else scopes
        yield from _calls(child, inside)


def _callee(call: ast.Call) -> str:
    """The last name of what is called; a method named `say` speaks messages that were made before."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    if isinstance(call.func, ast.Attribute) and call.func.attr != "say":
        return call.func.attr
    return ""


def _arguments(call: ast.Call) -> Iterator[tuple[int | str, ast.expr]]:
    yield from enumerate(call.args)
    for keyword in call.keywords:
        if keyword.arg:
            yield keyword.arg, keyword.value


def _parameters(function: Function) -> list[str]:
    """Names of parameters as a caller counts them: without `self`."""
    arguments = function.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names
    return names + [a.arg for a in arguments.kwonlyargs]


def _choices(value: ast.expr) -> Iterator[ast.expr]:
    """The values one of which a choice or a look-up is."""
    if isinstance(value, ast.IfExp):
        yield from (value.body, value.orelse)
    elif isinstance(value, ast.BoolOp | ast.Dict):
        yield from value.values
    elif isinstance(value, ast.Tuple | ast.List | ast.Set):
        yield from value.elts
    elif isinstance(value, ast.NamedExpr | ast.Subscript):
        yield value.value
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
        yield from (value.func.value, *value.args[1:])


def _assigned(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    """What a name is set to within a scope, functions inside it left out."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Assign):
            targets = [target for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name):
            targets = [node.target]
        else:
            targets = []
        value = getattr(node, "value", None)
        if value is not None and any(target.id == name for target in targets):
            yield value
        yield from _assigned(name, node)


def templates() -> Templates:
    """What the whole program says."""
    modules = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))
    }
    said = Templates()
    said.read(modules)
    return said


def main() -> int:
    """Compare the code with a catalogue."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lang", nargs="?", default="es")
    lang = parser.parse_args().lang
    from reglas.reading.messages import catalogue

    said, translated = templates(), catalogue(lang)
    missing = {text: at for text, at in said.found.items() if text not in translated}
    superfluous = [text for text in translated if text not in said.found]
    for title, lines in (
        ("missing", [f"{text!r}  {at}" for text, at in missing.items()]),
        ("superfluous", [repr(text) for text in superfluous]),
        ("not to be followed", [f"{text}  {at}" for at, text in said.lost.items()]),
    ):
        if lines:
            print(f"{title}:", *lines, sep="\n    ")
    print(f"{len(said.found)} sentences, {len(missing)} missing, {len(superfluous)} superfluous")
    return 1 if missing or superfluous or said.lost else 0


if __name__ == "__main__":
    sys.exit(main())
