"""`reglas check --deep`: specs are played at length, and what comes of it is told with a game that comes to it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reglas.cli import common
from reglas.cli.common import told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.deep.findings import Finding
    from reglas.deep.search import Found

SECONDS = 20.0
"""How long a spec is played unless something else is asked for."""

MOST_MOVES = 200
"""Longer games are not printed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--deep`, `--seconds` and `--trace`."""
    parser.add_argument(
        "--deep", action="store_true", help=told(say("also play at length, to find what reading cannot"))
    )
    parser.add_argument("--seconds", type=seconds, default=SECONDS, metavar=told(say("SECONDS")),
                        help=told(say("how long each game is played (20)")))  # fmt: skip
    parser.add_argument("--trace", metavar=told(say("FILE")),
                        help=told(say("write the game that comes to a finding, for `reglas replay`")))  # fmt: skip


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 86_400:
        raise common.Usage(say("`{text}` is no number of seconds", text=text))
    return found


class Deep:
    """Searches specs, and keeps what was found for the report."""

    def __init__(self, args: argparse.Namespace, lang: str) -> None:
        self.args, self.lang = args, lang
        self.findings: list[Finding] = []
        self.searched: list[tuple[str, Found]] = []

    def search(self, path: Path, with_: list[str], options: dict[str, object]) -> list[Finding]:
        """Search a game or variant."""
        from reglas.deep.search import Search

        bar = Bar(path.stem, self.lang)
        found = Search(str(path), with_, options).go(self.args.seconds, bar.show)
        bar.close()
        self.searched.append((path.stem, found))
        self.findings += found.findings
        return found.findings

    def put(self) -> None:
        """The games that come to the findings, as scenarios, and what was searched."""
        for finding in self.findings:
            if finding.trace is None or finding.title is None:
                continue
            span = finding.diagnostic.span
            where = f"{span.source.name}:{span.line}"
            common.put(say("{code} at {where}, as a scenario to keep:", code=finding.diagnostic.code, where=where)
                       .text(self.lang))  # fmt: skip
            if len(finding.trace.moves) > MOST_MOVES:
                common.put(say("it has {moves} moves; `--json` and `--trace FILE` give them all",
                               moves=len(finding.trace.moves)).text(self.lang))  # fmt: skip
                continue
            for line in finding.trace.scenario(finding.title, self.lang):
                common.put(line)
            common.put()
        for name, found in self.searched:
            common.put(summary(name, found).text(self.lang))

    def written(self) -> list[str]:
        """The records, into files: the one that was named, and numbered ones beside it."""
        if self.args.trace is None:
            return []
        names: list[str] = []
        for finding in self.findings:
            if finding.trace is not None:
                name = Path(self.args.trace).expanduser()
                if names:
                    name = name.with_stem(f"{name.stem}-{len(names) + 1}")
                name.write_text("".join(f"{line}\n" for line in finding.trace.record()), encoding="utf-8")
                names.append(str(name))
        return names

    def as_data(self, written: list[str]) -> dict[str, Any]:
        """What was searched and found, for `--json`."""
        traced = [f for f in self.findings if f.trace is not None and f.title is not None]
        return {
            "searched": [
                {"name": name, "games": f.games, "moves": f.moves, "pairs": f.pairs, "states": f.states,
                 "all_states": f.whole} for name, f in self.searched
            ],
            "traces": [
                {
                    "code": f.diagnostic.code,
                    "file": f.diagnostic.span.source.name,
                    "line": f.diagnostic.span.line,
                    "moves": len(f.trace.moves),
                    "record": f.trace.record(),
                    "scenario": "\n".join(f.trace.scenario(f.title, self.lang)) + "\n",
                }
                for f in traced if f.trace is not None and f.title is not None
            ],
            "written": written,
        }  # fmt: skip


def summary(name: str, found: Found) -> Message:
    """How much was played."""
    states = say("{states} states of a small instance", states=found.states)
    if found.whole:
        states = say("all {states} states of a small instance", states=found.states)
    return say("{name}: {games} games of {moves} moves in all, {pairs} decisions looked at for secrets, {states}",
               name=name, games=found.games, moves=found.moves, pairs=found.pairs, states=states)  # fmt: skip


class Bar:
    """How far something is, in one line of a terminal; nothing elsewhere."""

    WIDTH = 30

    def __init__(self, what: str, lang: str) -> None:
        self.what, self.lang = what, lang
        self.shown = -1
        self.terminal = sys.stderr is not None and sys.stderr.isatty()

    def show(self, part: float, count: int) -> None:
        """Draw it, if it has grown."""
        full = min(self.WIDTH, int(part * self.WIDTH))
        if not self.terminal or full == self.shown:
            return
        self.shown = full
        print(f"\r{self.what} [{'#' * full}{'.' * (self.WIDTH - full)}] {count} ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clear the line."""
        if self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
