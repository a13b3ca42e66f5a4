"""`reglas check`: all that is wrong with specs, words and scenarios."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common, deep
from reglas.cli.common import Commands, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.reading.diagnostics import Diagnostics


def add_parser(commands: Commands) -> None:
    """The arguments of `check`."""
    parser = commands.add_parser("check", help=told(say("find mistakes in rules, words and scenarios")))
    parser.add_argument("targets", nargs="*", metavar=told(say("NAME|FILE|FOLDER")),
                        help=told(say("what to check; without it, the current folder")))  # fmt: skip
    common.add_variants(parser)
    parser.add_argument("--format", choices=("text", "line", "json"), default="text",
                        help=told(say("how findings are printed")))  # fmt: skip
    parser.add_argument("--json", action="store_const", const="json", dest="format",
                        help=told(say("the same as `--format json`")))  # fmt: skip
    deep.add_arguments(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Check and report."""
    from reglas.reading.diagnostics import Diagnostics

    if args.trace is not None and not args.deep:
        raise common.Usage(say("`--trace` goes with `--deep`"))
    checker = _Checker(args, Diagnostics())
    for text in args.targets or ["."]:
        checker.target(text)
    return checker.report()


class _Checker:
    def __init__(self, args: argparse.Namespace, found: Diagnostics) -> None:
        self.args, self.found = args, found
        self.lang = common.language(args.lang)
        self.with_, self.options = common.variants(args), common.options(args)
        self.files = self.passed_over = 0
        self.unreadable: list[Message] = []
        self.deep = deep.Deep(args, self.lang) if args.deep else None

    def target(self, text: str) -> None:
        """A name, file or folder."""
        from reglas.cli.targets import ours, target, yaml_files

        path = target(text)
        if not path.is_dir():
            self.file(path)
            return
        if self.with_ or self.options:
            raise common.Usage(say("`--with` and `--set` go with one game, not with a folder"))
        for file in yaml_files(path):
            if ours(file):
                self.file(file)
            else:
                self.passed_over += 1

    def file(self, path: Path) -> None:
        """A file, with variants and options if they are asked for."""
        from reglas.checking import check_file, check_spec
        from reglas.reading.files import Unreadable

        self.files += 1
        try:
            merged = self.with_ or self.options
            found = check_spec(str(path), self.with_, self.options) if merged else check_file(path)
            self.found.extend(found)
            if self.deep is not None and not any(d.severity == "error" for d in found):
                self.play(self.deep, path)
        except Unreadable as error:
            self.unreadable.append(error.message)

    def play(self, deep: deep.Deep, path: Path) -> None:
        """Play a game or variant at length."""
        from reglas.cli.targets import kind

        if kind(path) in ("game", "variant"):
            self.found.extend([f.diagnostic for f in deep.search(path, self.with_, self.options)])

    def report(self) -> int:
        """Print what was found, and the exit code."""
        from reglas.cli.targets import nothing

        if not self.files:
            raise nothing(self.args.targets, "specs")
        if common.from_command_line(self.found.found):
            return common.put_set_findings(self.found.found, self.lang)
        self.put()
        for message in self.unreadable:
            common.complain(message, lang=self.lang)
        if self.unreadable:
            return common.USAGE
        return common.FAULTS if self.found.errors else common.OK

    def put(self) -> None:
        """The findings, as they were asked for."""
        from reglas.reading.render import as_json, one_line

        files = list(dict.fromkeys(d.span.source.name for d in self.found.found))
        found = sorted(self.found.found, key=lambda d: (files.index(d.span.source.name), d.span.start))
        errors = len(self.found.errors)
        written = self.deep.written() if self.deep is not None else []
        if self.args.format == "json":
            common.put_json({
                "files": self.files, "errors": errors, "warnings": len(found) - errors,
                "unreadable": [m.text(self.lang) for m in self.unreadable],
                "findings": [as_json(d, self.lang) for d in found],
                **({"deep": self.deep.as_data(written)} if self.deep is not None else {}),
            })  # fmt: skip
        elif self.args.format == "line":
            for diagnostic in found:
                common.put(one_line(diagnostic, self.lang))
        else:
            common.put_findings(found, self.lang)
            if self.deep is not None:
                self.deep.put()
            for file in written:
                common.put(say("written: `{file}`", file=file).text(self.lang))
            common.put(summary(self.files, errors, len(found) - errors, self.passed_over).text(self.lang))


def summary(files: int, errors: int, warnings: int, passed_over: int = 0) -> Message:
    """How much was checked, and how much was found."""
    checked = say("checked 1 file") if files == 1 else say("checked {count} files", count=files)
    if passed_over:
        checked = say("{checked}, passed over {count} of other kinds", checked=checked, count=passed_over)
    parts = []
    if errors:
        parts.append(say("1 error") if errors == 1 else say("{count} errors", count=errors))
    if warnings:
        parts.append(say("1 warning") if warnings == 1 else say("{count} warnings", count=warnings))
    if not parts:
        return say("{checked}: nothing found", checked=checked)
    if len(parts) == 1:
        return say("{checked}: {first}", checked=checked, first=parts[0])
    return say("{checked}: {first}, {second}", checked=checked, first=parts[0], second=parts[1])
