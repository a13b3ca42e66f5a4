"""Expressions, as data: each has a value in a given state, or an error at a place."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import reglas
from reglas.engine.faults import RuleFault
from reglas.language.parser import parse_expression
from reglas.language.types import NONE, Card, Flag, ListOf, NoneType, Player, Type, Value, bare
from reglas.language.unparse import unparse
from reglas.play import Game
from reglas.program.ir import Const
from reglas.program.scope import Typed
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import load_source
from reglas.reading.tree import Mapping, Node, Scalar, Sequence, plain
from reglas.reading.yaml12 import read
from reglas.scenario_questions import Questions
from reglas.scenario_setup import set_up
from reglas.scenario_tables import Table

HERE = Path(__file__).with_name("expressions")
_ERROR = re.compile(r"(?P<code>[ER]\d{3})@(?P<column>\d+)(?:: (?P<text>.*))?$")


def cases(section: str) -> list[Any]:
    found = []
    for path in sorted(HERE.glob("*.yaml")):
        diagnostics = Diagnostics()
        root = read(load_source(path), diagnostics)
        assert not diagnostics.found, diagnostics.found
        for group in root.items if isinstance(root, Sequence) else ():
            assert isinstance(group, Mapping)
            rows = group.get(section)
            for entry in rows if isinstance(rows, Mapping) else ():
                found.append(pytest.param(group, entry.key, entry.value, id=entry.key.text))
    return found


@cache
def game_for(players: int) -> Game:
    return reglas.load(str(HERE / "garden.yaml"), players=players)


class Asked:
    """An expression in the state of a group."""

    def __init__(self, group: Mapping) -> None:
        players = group.get("players")
        assert isinstance(players, Scalar)
        self.game = game_for(int(players.text))
        self.diagnostics = Diagnostics()
        assert self.game.spec.model is not None
        state = set_up(Table(self.game), group, self.diagnostics)
        assert state is not None, self.diagnostics.found
        self.row = state.row
        self.questions = Questions(self.game.program, self.game.spec.model)
        self.questions.scope = replace(self.questions.scope, me=Typed(Const(0), Player()))

    def question(self, text: Scalar) -> Typed | None:
        tree = parse_expression(text, self.diagnostics)
        return None if tree is None else self.questions.ask(tree, self.diagnostics)


def shown(game: Game, row: list[int], kind: Type, value: Any) -> object:
    """A value as the tables write it."""
    if isinstance(kind, ListOf):
        return [shown(game, row, kind.item, item) for item in value]
    if value == NONE or isinstance(kind, NoneType):
        return "none"
    match bare(kind):
        case Flag():
            return bool(value)
        case Player():
            return chr(ord("A") + value)
        case Card():
            return game.program.faces[row[value]]
        case Value(name, _):
            return next(k.names[value - k.low] for k in game.program.kinds if k.name == name)
    return int(value)


@pytest.mark.parametrize(("group", "text", "value"), cases("values"))
def test_value(group: Mapping, text: Scalar, value: Node) -> None:
    asked = Asked(group)
    question = asked.question(text)
    assert question is not None, [d.message.text() for d in asked.diagnostics.found]
    found = asked.questions.answer(question, asked.row)
    assert shown(asked.game, asked.row, question.type, found) == plain(value)
    within_its_type(question.type, found)


def within_its_type(kind: Type, value: Any) -> None:
    """What comes out lies in the range that its type promises."""
    inner = bare(kind)
    low, high = getattr(inner, "low", None), getattr(inner, "high", None)
    if low is not None and high is not None and value != NONE:
        assert low <= value <= high


@pytest.mark.parametrize(("group", "text", "value"), cases("errors"))
def test_error(group: Mapping, text: Scalar, value: Node) -> None:
    assert isinstance(value, Scalar)
    wanted = _ERROR.match(value.text)
    assert wanted, value.text
    asked = Asked(group)
    question = asked.question(text)
    if wanted["code"].startswith("R"):
        assert question is not None, [d.message.text() for d in asked.diagnostics.found]
        with pytest.raises(RuleFault) as caught:
            asked.questions.answer(question, asked.row)
        site = caught.value.site
        place, code, said = site.column, caught.value.code, str(caught.value.message)
        assert site.line == text.span.line
    else:
        (finding,) = asked.diagnostics.found
        place, code, said = finding.span.column, finding.code, str(finding.message)
        assert finding.span.line == text.span.line
    assert (code, place - text.span.column + 1) == (wanted["code"], int(wanted["column"])), said
    assert (wanted["text"] or "") in said


@pytest.mark.parametrize(("group", "text", "value"), cases("values"))
def test_unparsed_and_parsed_again(group: Mapping, text: Scalar, value: Node) -> None:
    tree = parse_expression(text, Diagnostics())
    assert tree is not None
    written = unparse(tree)
    other = replace(text, text=written, offsets=(text.span.start,) * (len(written) + 1))
    assert parse_expression(other, Diagnostics()) == tree, written
