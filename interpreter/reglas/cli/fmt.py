"""`reglas fmt`: files in one layout, their words and their order as they are."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common
from reglas.cli.common import Commands, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.reading.source import Source


def add_parser(commands: Commands) -> None:
    """The arguments of `fmt`."""
    parser = commands.add_parser("fmt", help=told(say("put files in one layout; what they say stays the same")))
    parser.add_argument("targets", nargs="*", metavar=told(say("FILE|FOLDER")),
                        help=told(say("what to put in order; without it, the current folder")))  # fmt: skip
    parser.add_argument("--check", action="store_true", help=told(say("only name the files that it would change")))
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Put files in order; 1 if one has errors, or with `--check` if one would change."""
    from reglas.cli.targets import nothing

    lang = common.language(args.lang)
    done = _Done(lang, args.check)
    for path in _files(args.targets or ["."]):
        done.file(path)
    if not done.files:
        raise nothing(args.targets, "specs")
    common.put(done.summary().text(lang))
    return common.FAULTS if done.broken or (args.check and done.changed) else common.OK


def _files(targets: list[str]) -> list[Path]:
    """The files named, and in folders those that are ours; each once."""
    from reglas.cli.targets import ours, yaml_files

    found: dict[Path, Path] = {}
    for text in targets:
        path = Path(text).expanduser()
        for file in [f for f in yaml_files(path) if ours(f)] if path.is_dir() else [path]:
            found.setdefault(file.resolve(), file)
    return list(found.values())


@dataclass
class _Done:
    """What has been done so far."""

    lang: str
    check: bool
    files: int = 0
    broken: int = 0
    changed: list[Path] = field(default_factory=list)

    def file(self, path: Path) -> None:
        """One file. Raises `Unreadable`."""
        from reglas.language.shapes import check_shape
        from reglas.reading.diagnostics import Diagnostics
        from reglas.reading.files import NotText, load_source, read_bytes
        from reglas.reading.yaml12 import read

        self.files += 1
        found = Diagnostics()
        try:
            source = load_source(path, diagnostics=found)
        except NotText as error:
            source, found = None, error.diagnostics
        root = read(source, found) if source is not None else None
        if root is not None and not found.errors:
            check_shape(root, found)
        if source is None or found.errors:
            self.broken += 1
            common.put_findings(found.errors, self.lang, sys.stderr)
            return
        self.laid_out(path, source, read_bytes(path))

    def laid_out(self, path: Path, source: Source, before: bytes) -> None:
        """A file that says something, put in order."""
        from reglas.spec.layout import laid_out

        text = laid_out(source)
        if text is None:
            common.complain(say("{file} is left as it is: it could not be put in order with certainty", file=str(path)),
                            lang=self.lang)  # fmt: skip
            return
        after = text.encode("utf-8")
        if after == before:
            return
        self.changed.append(path)
        if not self.check:
            path.write_bytes(after)
        message = say("would change: {file}", file=str(path)) if self.check else say("in order: {file}", file=str(path))
        common.put(message.text(self.lang))

    def summary(self) -> Message:
        """How many files, and what became of them."""
        files = say("1 file") if self.files == 1 else say("{count} files", count=self.files)
        parts = say("{files}: {changed} changed", files=files, changed=len(self.changed))
        if self.check:
            parts = say("{files}: {changed} would change", files=files, changed=len(self.changed))
        if not self.broken:
            return parts
        return say("{what}, {broken} left alone because of errors", what=parts, broken=self.broken)
