"""`reglas test`: the scenarios of games, played."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reglas.cli import common, mutate
from reglas.cli.common import Commands, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.scenario_games import Games
    from reglas.scenarios import Result


def add_parser(commands: Commands) -> None:
    """The arguments of `test`."""
    parser = commands.add_parser("test", help=told(say("play the scenarios of a game")))
    parser.add_argument("targets", nargs="*", metavar=told(say("NAME|FILE|FOLDER")),
                        help=told(say("whose scenarios; without it, those of the current folder")))  # fmt: skip
    parser.add_argument("-v", "--verbose", action="store_true", help=told(say("name each scenario")))
    mutate.add_arguments(parser)
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Play scenarios and report."""
    from reglas.cli.targets import nothing
    from reglas.scenario_games import Games

    if args.mutate:
        return mutate.run(args)
    lang = common.language(args.lang)
    games = Games()
    seen: set[Path] = set()
    results: list[Result] = []
    for text in args.targets or ["."]:
        for result in _results(text, games, seen):
            results.append(result)
            if not args.json:
                _put(result, lang, args.verbose)
    if not results:
        raise nothing(args.targets, "scenarios")
    failed = sum(not result.ok for result in results)
    if args.json:
        common.put_json({"scenarios": len(results), "failed": failed, "results": [_json(r, lang) for r in results]})
    else:
        common.put(_summary(len(results), failed).text(lang))
    return common.FAULTS if failed else common.OK


def _results(text: str, games: Games, seen: set[Path]) -> list[Result]:
    """The scenarios of a name, file or folder; of a variant, those in which it is laid on."""
    from reglas.cli.targets import kind, scenario_files, target
    from reglas.scenarios import run_scenarios

    path = target(text)
    only = path.stem if not path.is_dir() and path.parent.name == "variants" else None
    if path.is_file() and kind(path) is None:
        return run_scenarios(path, games)
    found: list[Result] = []
    for file in scenario_files(path):
        if file.resolve() not in seen:
            if only is None:
                seen.add(file.resolve())
            found += run_scenarios(file, games, only)
    return found


def _put(result: Result, lang: str, verbose: bool) -> None:
    if result.ok:
        if verbose:
            common.put(told(say("holds: {title}", title=result.title)))
        return
    common.put(say("fails: {title}", title=result.title).text(lang))
    common.put(f"  {result.span.source.name}:{result.span.line}")
    for difference in result.differences:
        common.put(f"  {difference.span.source.name}:{difference.span.line}: {difference.message.text(lang)}")
    if result.diagnostics:
        common.put()
        common.put_findings(result.diagnostics, lang)


def _summary(count: int, failed: int) -> Message:
    played = say("1 scenario") if count == 1 else say("{count} scenarios", count=count)
    if not failed:
        return say("{scenarios}: all hold", scenarios=played)
    return say("{scenarios}: {failed} fail", scenarios=played, failed=failed)


def _json(result: Result, lang: str) -> dict[str, Any]:
    from reglas.reading.render import as_json

    return {
        "title": result.title,
        "file": result.span.source.name,
        "line": result.span.line,
        "ok": result.ok,
        "differences": [
            {"file": d.span.source.name, "line": d.span.line, "column": d.span.column, "message": d.message.text(lang)}
            for d in result.differences
        ],
        "findings": [as_json(d, lang) for d in result.diagnostics],
    }
