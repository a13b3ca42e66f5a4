"""`reglas show`: a merged spec, each line with the place it came from."""

from __future__ import annotations

import argparse

from reglas.cli import common
from reglas.cli.common import Commands, told
from reglas.reading.messages import say


def add_parser(commands: Commands) -> None:
    """The arguments of `show`."""
    parser = commands.add_parser("show", help=told(say("the merged rules, and where each line comes from")))
    parser.add_argument("name", metavar=told(say("NAME")), help=told(say("a game or variant")))
    common.add_variants(parser)
    parser.add_argument("--no-origins", action="store_true", help=told(say("leave out where lines come from")))
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Print the merged spec."""
    from reglas.api import SpecError
    from reglas.spec.loading import Loader
    from reglas.spec.printing import lines, with_origins

    loader = Loader()
    spec = loader.load(args.name, common.variants(args), common.options(args))
    if spec is None or not spec.ok:
        raise SpecError(loader.diagnostics.found)
    listed = list(lines(spec.root))
    if args.json:
        rows = [
            {"text": text, "file": span.source.name if span else None, "line": span.line if span else None}
            for text, span in listed
        ]
        common.put_json({
            "name": spec.name, "chain": list(spec.chain), "with": list(spec.variants), "digest": spec.digest,
            "lines": rows,
        })  # fmt: skip
        return common.OK
    for text in [text for text, _ in listed] if args.no_origins else with_origins(listed):
        common.put(text)
    return common.OK
