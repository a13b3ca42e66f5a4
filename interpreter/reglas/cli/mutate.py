"""`reglas test --mutate`: rules are changed one place at a time, and it is told which changes no scenario notices."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from reglas.cli import common
from reglas.cli.common import told
from reglas.cli.deep import Bar, seconds
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.deep.changes import Change

SECONDS = 300.0
"""How long changes are tried unless something else is asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--mutate`, `--seconds` and `--jobs`."""
    help = say("change the rules one place at a time, and tell what no scenario notices")
    parser.add_argument("--mutate", action="store_true", help=told(help))
    parser.add_argument("--seconds", type=seconds, default=SECONDS, metavar=told(say("SECONDS")),
                        help=told(say("how long changes are tried for each game (300)")))  # fmt: skip
    parser.add_argument("--jobs", type=jobs, metavar=told(say("NUMBER")),
                        help=told(say("how many processes try changes (as many as there are cores)")))  # fmt: skip


def jobs(text: str) -> int:
    """A number of processes."""
    if not text.isdecimal() or not 0 < int(text) < 1000:
        raise common.Usage(say("`{text}` is no number of processes", text=text))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Try changes for each name, and report."""
    lang = common.language(args.lang)
    reports = [_tried(text, args, lang) for text in args.targets or ["."]]
    if args.json:
        common.put_json({"games": reports})
    return common.FAULTS if any(report["failing"] for report in reports) else common.OK


def _tried(text: str, args: argparse.Namespace, lang: str) -> dict[str, Any]:
    """The changes to one spec."""
    from reglas.cli.targets import kind, nothing, scenario_files, target
    from reglas.deep.noticing import Noticing
    from reglas.deep.trying import cores, tried

    path = target(text)
    if path.is_dir() or kind(path) not in ("game", "variant"):
        raise common.Usage(say("`--mutate` is for a game or variant, and `{text}` is none", text=text))
    begin = monotonic()
    only = path.stem if path.parent.name == "variants" else None
    noticing = Noticing(str(path), list(scenario_files(path)), only)
    if not noticing.cases and not noticing.failing:
        raise nothing([text], "scenarios")
    bar = Bar(path.stem, lang)
    found = tried(noticing, begin + args.seconds, args.jobs or cores(), bar.show)
    bar.close()
    report = {
        "game": path.stem,
        "scenarios": len(noticing.cases),
        "failing": len(noticing.failing),
        "changes": found.tried,
        "unnoticed": len(found.unnoticed),
        "left": found.left,
        "places": [
            {"file": c.span.source.name, "line": c.span.line, "column": c.span.column, "in": c.inside,
             "change": c.told.text(lang)} for c in found.unnoticed
        ],
    }  # fmt: skip
    if not args.json:
        _put(path, report, found.unnoticed, lang)
    return report


def _put(path: Path, report: dict[str, Any], unnoticed: list[Change], lang: str) -> None:
    for change in unnoticed:
        where = f"{change.span.source.name}:{change.span.line}:{change.span.column}"
        inside = f" ({change.inside})" if change.inside else ""
        common.put(f"{where}{inside}: {change.told.text(lang)}")
    if report["failing"]:
        common.put(
            say("{count} scenarios fail as the rules stand, and were left out", count=report["failing"]).text(lang)
        )
    common.put(summary(path.stem, report).text(lang))


def summary(name: str, report: dict[str, Any]) -> Message:
    """How many changes went unnoticed."""
    found = say("{name}: {unnoticed} of {changes} changes unnoticed by {scenarios} scenarios", name=name,
                unnoticed=report["unnoticed"], changes=report["changes"], scenarios=report["scenarios"])  # fmt: skip
    if report["left"]:
        return say("{found}; {left} were not tried, for lack of time", found=found, left=report["left"])
    return found
