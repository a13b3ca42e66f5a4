"""`reglas new`: what it writes checks clean and its scenario holds, as written and with every line brought to life."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shipped
from reglas.checking import check_file
from reglas.cli.main import main
from reglas.cli.new import schema_address
from reglas.language.schema_files import SCHEMA_NAME, schema_folder
from reglas.paths import shipped_games
from reglas.scenarios import run_scenarios

GAMES = [path.stem for path in shipped_games()]
CASES = [(game, lang) for game in GAMES for lang in ("en", "es")]


def alive(text: str) -> str:
    """Every line of rules without its `# `, as an editor takes it off."""
    lines = text.splitlines()
    return "\n".join([lines[0], *(re.sub(r"^# ", "", line) for line in lines[1:])]) + "\n"


@pytest.mark.parametrize(("game", "lang"), CASES if shipped.FULL else [CASES[2 * n + n % 2] for n in range(len(GAMES))])
def test_what_is_written_is_right(game: str, lang: str, tmp_path: Path) -> None:
    for folder in (tmp_path / "mine", tmp_path / game / "variants"):
        assert main(["new", "my-rule", "--of", game, str(folder), "--lang", lang]) == 0
        rule = folder / "my-rule.yaml"
        (scenarios,) = tmp_path.rglob(f"{folder.parent.name if folder.name == 'variants' else 'mine'}/scenarios/*.yaml")
        for wanted in (1, 2):
            found = [d.code for path in (rule, scenarios) for d in check_file(path)]
            assert set(found) <= ({"W502"} if wanted == 2 else set())  # every line says then what is so already
            results = run_scenarios(scenarios)
            assert [result.ok for result in results] == [True] * wanted
            assert main(["test", str(rule)]) == 0
            for path in (rule, scenarios):
                path.write_text(alive(path.read_text(encoding="utf-8")), encoding="utf-8")


def test_the_schema_is_found(tmp_path: Path) -> None:
    schema = schema_folder() / SCHEMA_NAME
    assert schema_address(tmp_path / "a.yaml") == schema.as_uri()
    inside = schema_folder().parent / "specs" / "a.yaml"
    assert (inside.parent / schema_address(inside)).resolve() == schema.resolve()
