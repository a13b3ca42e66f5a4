"""`reglas diff`: in what two games or variants differ, by what they mean."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reglas.cli import common
from reglas.cli.common import Commands, Usage, told
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.reading.source import Span
    from reglas.spec.compare import Difference
    from reglas.spec.loading import Spec


def add_parser(commands: Commands) -> None:
    """The arguments of `diff`."""
    parser = commands.add_parser("diff", help=told(say("in what two games or variants differ")))
    parser.add_argument("one", metavar=told(say("NAME")), help=told(say("a game, a variant, or a path")))
    second = say("the second; without it, the first with what `--with` and `--set` say")
    parser.add_argument("other", nargs="?", metavar=told(say("NAME")), help=told(second))
    common.add_variants(parser)
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Compare; 0 if both mean the same, 1 if they do not."""
    from reglas.spec.compare import compare

    lang = common.language(args.lang)
    variants, options = common.variants(args), common.options(args)
    if args.other is None and not variants and not options:
        raise Usage(say("name two games, or say what changes with `--with` or `--set`"))
    one, other = _spec(args.one, (), {}), _spec(args.other or args.one, variants, options)
    assert one.model is not None
    assert other.model is not None
    found = compare(one.model, other.model)
    names = args.one, "+".join([args.other or args.one, *variants, *args.set_])
    if args.json:
        common.put_json({"one": names[0], "other": names[1], "equal": not found,
                         "differences": [_json(d, lang) for d in found]})  # fmt: skip
    else:
        _put(found, *names, lang)
    return common.FAULTS if found else common.OK


def _spec(name: str, variants: Sequence[str], options: Mapping[str, object]) -> Spec:
    from reglas.api import SpecError
    from reglas.spec.build import build
    from reglas.spec.loading import Loader

    loader = Loader()
    spec = loader.load(name, variants, options)
    if spec is not None and spec.ok:
        spec.model = build(spec.root, spec.diagnostics)
    if spec is None or not spec.ok:
        raise SpecError(loader.diagnostics.found)
    return spec


def _put(found: list[Difference], one: str, other: str, lang: str) -> None:
    if not found:
        common.put(say("no difference between {one} and {other}", one=one, other=other).text(lang))
        return
    common.put(f"- {one}\n+ {other}")
    width = min(64, max(len(text) for d in found for text, _ in (*d.one, *d.other)) + 4)
    for difference in found:
        common.put()
        common.put(difference.what.text(lang))
        for sign, lines in (("-", difference.one), ("+", difference.other)):
            for text, span in lines:
                common.put(f"{f'  {sign} {text}':<{width}}  # {_place(span)}")


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def _json(difference: Difference, lang: str) -> dict[str, Any]:
    return {
        "section": difference.section,
        "name": difference.name,
        "what": difference.what.text(lang),
        "one": [_line(text, span) for text, span in difference.one],
        "other": [_line(text, span) for text, span in difference.other],
    }


def _line(text: str, span: Span) -> dict[str, Any]:
    return {"text": text, "file": span.source.name, "line": span.line, "column": span.column}
