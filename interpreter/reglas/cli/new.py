"""`reglas new`: a house rule to begin with, and a first scenario beside it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common
from reglas.cli.common import Commands, Usage, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.play import Game

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def add_parser(commands: Commands) -> None:
    """The arguments of `new`."""
    parser = commands.add_parser("new", help=told(say("begin a house rule: a file to fill in and its first scenario")))
    parser.add_argument("name", metavar=told(say("NAME")), help=told(say("what the house rule is called")))
    # argparse has done with what stands alone before it comes to `--of`, so the folder after it is taken there.
    of = say("the game that it changes; after it, perhaps the folder to write to")
    parser.add_argument("--of", nargs="+", metavar=(told(say("GAME")), told(say("FOLDER"))), required=True,
                        help=told(of))  # fmt: skip
    parser.add_argument("folder", nargs="?", metavar=told(say("FOLDER")), help=told(say("where to write it")))
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Write both files."""
    from reglas.api import load

    lang = common.language(args.lang)
    named: list[str] = [*args.of, *([args.folder] if args.folder else [])]
    base, folders = named[0], named[1:]
    if len(folders) > 1:
        raise Usage(say("`{command}` takes no more: `{text}`", command="reglas new", text=folders[-1]),
                    say("`{command} --help` shows what there is", command="reglas new"))  # fmt: skip
    folder = Path(folders[0] if folders else ".").expanduser()
    _check_name(args.name)
    game = load(base)
    of = _name_from(folder, args.name, base, game)
    rule, scenarios = places(folder, args.name)
    for path in (rule, scenarios):
        if path.exists():
            raise Usage(say("`{file}` is there already", file=str(path)),
                        say("choose another name or folder; nothing is written over"))  # fmt: skip
    from reglas.cli.new_text import rule_text, scenario_text

    texts = {rule: rule_text(game, args.name, of, lang, schema_address(rule)),
             scenarios: scenario_text(game, args.name, lang, schema_address(scenarios))}  # fmt: skip
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        common.put(say("written: {file}", file=str(path)).text(lang))
    common.put(_next_steps(rule, lang))
    return common.OK


def places(folder: Path, name: str) -> tuple[Path, Path]:
    """The file of a house rule and that of its scenarios; those of a game's `variants` stand in the game's folder."""
    home = folder.parent if folder.name == "variants" else folder
    return folder / f"{name}.yaml", home / "scenarios" / f"{name}.yaml"


def schema_address(path: Path) -> str:
    """Where an editor finds the schema: from within a checkout a relative path, which goes with it; else the address
    of the installed file."""
    from reglas.language.schema_files import SCHEMA_NAME, schema_folder

    schema = (schema_folder() / SCHEMA_NAME).resolve()
    above, home = schema.parent.parent, path.resolve().parent
    if schema_folder().parent.name != "data" and home.is_relative_to(above):
        up = len(home.relative_to(above).parts)
        return "/".join([*[".."] * up, *schema.relative_to(above).parts])
    return schema.as_uri()


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise Usage(say("`{name}` is no name for a house rule", name=name),
                    say("letters, digits and hyphens, beginning with a letter: `nine-lives`"))  # fmt: skip


def _name_from(folder: Path, own: str, given: str, game: Game) -> str:
    """The name by which the file of a house rule finds the game from its folder."""
    from reglas.spec.loading import UnknownName, find

    name = game.spec.chain[-1]
    if own in game.spec.chain:
        raise Usage(say("`{name}` is the name of the game itself", name=own))
    path = find(given).resolve()
    try:
        if find(name, folder).resolve() == path:
            return name
    except UnknownName:
        pass
    raise Usage(say("from `{folder}`, `{name}` does not lead to `{file}`", folder=str(folder), name=name, file=given),
                say("write the house rule beside its game: `reglas new NAME --of GAME FOLDER`"))  # fmt: skip


def _next_steps(rule: Path, lang: str) -> str:
    file = str(rule)
    lines: tuple[tuple[str, Message], ...] = (
        (f"reglas check {file}", say("finds mistakes")),
        (f"reglas test {file}", say("plays the scenarios")),
        (f"reglas play {file}", say("plays the game with it")),
    )
    width = max(len(command) for command, _ in lines)
    return "\n".join(f"  {command:<{width}}  {message.text(lang)}" for command, message in lines)
