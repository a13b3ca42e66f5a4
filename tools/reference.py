"""The reference of the language: `python tools/reference.py [--write]`.

`docs/reference.md` is made from `schema/reglas.schema.json` (sections, keys, steps, words, scenarios),
`schema/expressions.yaml` (expressions and built-ins) and `reading/codes.py` (findings, each with a line of the tests
that brings it about). Without `--write` the exit code is 1 if the page is not as they make it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference.md"
GARDEN, POSITION = (ROOT / "tests" / "reference" / name for name in ("garden.yaml", "position.yaml"))
EXPRESSIONS = ROOT / "schema" / "expressions.yaml"
ERRORS, FAULTS = ROOT / "tests" / "errors", ROOT / "tests" / "test_faults.py"
WIDTH, LONG = 100, 90

CHAPTERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Games", "A file that begins with `game:`.",
     ("game", "option", "kind", "card", "die", "zone", "token", "memory", "action", "end")),
    ("Variants", "A file that begins with `variant:`. See [variants](language.md#variants) for how patches are laid.",
     ("variant", "change")),
    ("Libraries", "A file that begins with `library:`. See [libraries](language.md#libraries).", ("library",)),
    ("Words", "A file that begins with `words:`, or the same keys under `words: {LANG: ..}` inside a spec. See "
     "[words](language.md#words).", ("words_file", "term")),
    ("Scenarios", "A file that is a list whose items begin with `scenario:`. See [scenarios](language.md#scenarios).",
     ("scenario",)),
)  # fmt: skip
"""The kinds of files, with the definitions of the schema that describe them."""


PATCHED = " Edited by name or address; a list of steps takes `before`, `after`, `add`; null removes."
"""What the schema says of every section of a patch; here it is said once."""


OPENING = """\
Every section, key, step, form of expression, built-in and finding of the language, version 1.
[The language](language.md) says how they work together. This page is made from `schema/reglas.schema.json`,
`schema/expressions.yaml` and the table of codes by `python tools/reference.py --write`; its examples are checked by
tests. An editor that reads the schema shows the same texts."""

FINDINGS = """\
E: an error. W: a warning; a comment `# ok CODE: reason` on its line silences it. R: a rule failed while playing.
D: playing at length found it (`reglas check --deep`)."""

TITLES = {
    "types": "Types",
    "forms": "Forms",
    "picks": "Phrases",
    "words": "Built-in words",
    "functions": "Built-in functions",
    "searches": "Searches",
    "meanings": "Names with a meaning",
}
"""The sections of `schema/expressions.yaml`."""


# -- writing YAML -----------------------------------------------------------------------------------------------------


def flow(value: object) -> str:
    """A value on one line, as an author would write it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: object) -> str:
    """A number, a truth value or a text, in quotes only where YAML asks for them inside braces."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    plain = yaml.safe_load(f"[{value}]") if value != "-" and not re.search(r"[\[\]{},#]|: ", value) else None
    return value if plain == [value] else '"' + value.replace('"', '\\"') + '"'


def block(value: object, indent: int = 0, lead: str = "") -> Iterator[str]:
    """Lines of a value: what fits on a line in braces, the rest key by key."""
    pad = " " * indent
    if indent and len(pad + lead + flow(value)) <= WIDTH:
        yield pad + lead + flow(value)
    elif isinstance(value, Mapping):
        if lead:
            yield pad + lead.rstrip()
        for key, each in value.items():
            yield from entry(scalar(key), each, indent + (2 if lead else 0))
    else:
        yield pad + lead + flow(value)


def entry(key: str, value: object, indent: int) -> Iterator[str]:
    """Lines of a key with its value."""
    pad = " " * indent
    line = f"{pad}{key}: {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, Mapping | list):
        yield line
    elif isinstance(value, Mapping):
        yield f"{pad}{key}:"
        for inner, each in value.items():
            yield from entry(scalar(inner), each, indent + 2)
    else:
        yield f"{pad}{key}:"
        yield from (f"{pad}  - {flow(each)}" for each in value)


def item(value: Mapping[str, Any]) -> Iterator[str]:
    """Lines of an item of a list."""
    if len("- " + flow(value)) <= WIDTH:
        yield "- " + flow(value)
        return
    lines = [line for key, each in value.items() for line in entry(scalar(key), each, 2)]
    yield "- " + lines[0][2:]
    yield from lines[1:]


# -- keys -------------------------------------------------------------------------------------------------------------


class Keys:
    """What the schema says of mappings and their keys."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """A schema with what it refers to."""
        name = schema.get("$ref", "").rpartition("/")[2]
        return {**self.definitions[name], **schema} if name else schema

    def type(self, schema: Mapping[str, Any]) -> str:
        """What stands under a key."""
        full = self.resolved(schema)
        if "enum" in full:
            return ", ".join(f"`{word}`" for word in full["enum"])
        if "const" in full:
            return f"`{full['const']}`"
        what = str(full.get("x-what", full.get("title", "a patch")))
        return f"{what}: {full['x-type']}" if "x-type" in full else what

    def table(self, name: str) -> Iterator[str]:
        """The keys of a definition, with those of mappings inside it."""
        if name == "change":
            yield from (PATCHED.strip(), "")
        yield from ("| key | holds | | what it says | such as |", "|---|---|---|---|---|")
        schema = self.definitions[name]
        rows = self.rows(schema, schema.get("examples", []), "")
        yield from (row.replace(PATCHED, "") for row in rows)
        notes = [*self.notes(schema)]
        if notes:
            yield from ("", " ".join(notes))

    def rows(self, schema: Mapping[str, Any], examples: list[Any], above: str) -> Iterator[str]:
        """A row for each key."""
        named = [*schema.get("properties", {}).items(), *spelt(schema)]
        for key, each in named:
            full = self.resolved(each)
            shown = example(key, each, examples)
            such = cell(f"`` {key}: {flow(shown[0])} ``" if shown else "")
            needed = self.needed(key, schema, full)
            yield f"| `{above}{key}` | {cell(self.type(each))} | {needed} | {cell(full['description'])} | {such} |"
            inner = inside(each)
            if inner is not None:
                below = [value[key] for value in examples if isinstance(value, Mapping) and key in value]
                mark = "." if inner is each else ".NAME."
                found = [*below, *each.get("examples", [])]
                if inner is not each:
                    found = [value for mapping in found for value in mapping.values()]
                yield from self.rows(inner, found, f"{above}{key}{mark}")

    def needed(self, key: str, schema: Mapping[str, Any], full: Mapping[str, Any]) -> str:
        """Whether a key has to be there, or what holds without it."""
        if key in schema.get("required", ()):
            return "required"
        for part in (schema, *schema.get("allOf", ())):
            if key in part.get("x-one-of", ()) and "if" not in part:
                return "one of " + ", ".join(f"`{each}`" for each in part["x-one-of"])
        return f"else `{flow(full['default'])}`" if "default" in full else ""

    def notes(self, schema: Mapping[str, Any]) -> Iterator[str]:
        """Which keys do not go together, and which need one another."""
        rules = [part for each in schema.get("allOf", ()) for part in (each, *each.get("then", {}).get("allOf", ()))]
        clashes = dict.fromkeys(tuple(sorted(part["x-clash"])) for part in rules if "x-clash" in part)
        if clashes:
            yield "Not together: " + ", ".join(f"`{a}` and `{b}`" for a, b in clashes) + "."
        for part in rules:
            then = part.get("then", {})
            if "x-one-of" in then and "required" in part["if"] and "properties" not in part["if"]:
                keys = ", ".join(f"`{key}`" for key in part["if"]["required"])
                yield f"With {keys}: one of " + ", ".join(f"`{key}`" for key in then["x-one-of"]) + "."


def spelt(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Keys with a pattern of their own, as they are usually spelt."""
    for key in schema.get("x-also", ()):
        yield next((key, each) for pattern, each in schema["patternProperties"].items() if re.search(pattern, key))


def inside(schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The mapping with keys of its own that stands under a key, or under each name there."""
    if "properties" in schema:
        return schema
    named = [each for each in schema.get("patternProperties", {}).values() if "properties" in each]
    return named[0] if named else None


def example(key: str, schema: Mapping[str, Any], examples: list[Any]) -> list[Any]:
    """The shortest example of a key: one of its own, else one in those of the whole mapping."""
    found = schema.get("examples") or [value[key] for value in examples if isinstance(value, Mapping) and key in value]
    return sorted(found, key=lambda value: len(flow(value)))[:1]


def cell(text: str) -> str:
    """A text inside a table."""
    return text.replace("|", "\\|")


# -- the page ---------------------------------------------------------------------------------------------------------


def page() -> str:
    """The whole page."""
    parts = [*opening(), *games(), *steps(), *expressions(), *others(), *codes()]
    return "\n".join(parts).rstrip() + "\n"


def opening() -> Iterator[str]:
    """What this is, and what is where."""
    yield "# Reference"
    yield ""
    yield OPENING
    yield ""
    titles = ["Games", "Steps", "Expressions", *(title for title, _, _ in CHAPTERS[1:]), "Findings"]
    yield ", ".join(f"[{title}](#{title.lower()})" for title in titles) + "."
    yield ""
    yield "The examples are about this game:"
    yield ""
    yield from ("```yaml", *GARDEN.read_text(encoding="utf-8").splitlines(), "```", "")


def keys() -> Keys:
    """The schema."""
    from reglas.language.schema_files import load_schema

    return Keys(load_schema()["$defs"])


def chapter(title: str, lead: str, names: tuple[str, ...]) -> Iterator[str]:
    """A kind of file: its keys, then those of what stands in it."""
    from reglas.language.shape_words import shape_is

    yield from (f"## {title}", "", lead, "")
    for name in names:
        schema = keys().definitions[name]
        if name != names[0]:
            yield from (f"### {schema['title']}", "")
        shape = shape_is(str(schema.get("x-what", "")))
        if len(schema["type"]) in (2, 3) and not isinstance(shape, str):
            yield from (f"Written as {shape.text()}.", "")
        if "properties" in schema:
            yield from (*keys().table(name), "")
        yield from written(name, schema.get("examples", []))


def written(name: str, examples: list[Any]) -> Iterator[str]:
    """The examples of a definition as an author writes them."""
    if not examples:
        return
    yield "```yaml"
    for at, value in enumerate(examples):
        if name == "scenario":
            yield from item(value)
        elif name == "variant":
            yield from (*(["# in another file:"] if at else []), *block(value))
        else:
            yield from (*(["# or:"] if at else []), *entry("change" if name == "change" else "NAME", value, 0))
    yield from ("```", "")


def games() -> Iterator[str]:
    """The chapter of games."""
    yield from chapter(*CHAPTERS[0])


def others() -> Iterator[str]:
    """The other kinds of files."""
    for each in CHAPTERS[1:]:
        yield from chapter(*each)


def steps() -> Iterator[str]:
    """Every step with its keys."""
    schema = keys()
    lead = "A step is a mapping with one verb. Any may carry an `id`, by which `leave` and variants name it."
    yield from ("## Steps", "", lead, "")
    names = [name for name in schema.definitions if name.startswith("step_")]
    for name in names:
        yield from (f"### `{name.removeprefix('step_')}`", "", *schema.table(name), "")
        yield from (
            "```yaml",
            *(line for value in schema.definitions[name]["examples"] for line in item(value)),
            "```",
            "",
        )


def expressions() -> Iterator[str]:
    """Types, forms, words and functions."""
    told = yaml.safe_load(EXPRESSIONS.read_text(encoding="utf-8"))
    lead = "`E` is an expression, `C` a condition, `N` a number. The values are those in this position, where A acts:"
    yield from ("## Expressions", "", lead, "")
    lines = POSITION.read_text(encoding="utf-8").splitlines()
    yield from ("```yaml", *(line for line in lines if not line.startswith("#")), "```", "")
    for section, title in TITLES.items():
        yield from (f"### {title}", "")
        if section in ("types", "meanings"):
            yield from ("| | what it is |", "|---|---|")
            yield from (f"| {code(each['form'])} | {cell(each['says'])} |" for each in told[section])
        else:
            yield from ("| form | gives | what it says | such as |", "|---|---|---|---|")
            yield from (_row(each) for each in told[section])
        yield ""
    yield from (reserved(), "")


def reserved() -> str:
    """Which words cannot be names."""
    from reglas.language.reserved import RESERVED, TYPES

    words = ", ".join(f"`{word}`" for word in sorted(RESERVED | TYPES))
    return f"These words cannot be names of anything: {words}."


def _row(each: Mapping[str, Any]) -> str:
    such = "<br>".join(f"`{text}`" + f" → `{value}`" * bool(value) for text, value in each["examples"].items())
    return f"| {code(each['form'])} | {cell(each.get('gives', ''))} | {cell(each['says'])} | {cell(such)} |"


def code(text: str) -> str:
    """A text as code, unless it says itself what is, or is an ordinary word."""
    words = "`" in text or text.startswith(("a ", "type,")) or text in ("number", "zone", "record", "list")
    return text if words else f"`{text}`"


# -- findings ---------------------------------------------------------------------------------------------------------

_WANTED = re.compile(
    r"^(?P<line>.*?)\s*#\s*(?:ERROR|WARNING) (?P<code>[EW]\d{3})(?:@\d+)?(?:: (?P<text>(?:[^#]|#`)*))?"
    r"(?:#\s*(?:ERROR|WARNING) .*)?$"
)


def codes() -> Iterator[str]:
    """Every code, with a line that brings it about."""
    from reglas.reading import codes as table

    samples = lines_with_codes()
    yield from ("## Findings", "", FINDINGS, "")
    for line in Path(table.__file__).read_text(encoding="utf-8").splitlines():
        if line.startswith("    # "):
            title = line[6:].partition(":")[0]
            yield from (
                "",
                f"### {title[:1].upper() + title[1:]}",
                "",
                "| code | what it is | such as |",
                "|---|---|---|",
            )
        found = re.match(r'    "(\w\d{3})":', line)
        if found:
            such = samples.get(found[1], "")
            yield f"| {found[1]} | {cell(table.CODES[found[1]])} | {cell(such)} |"


def lines_with_codes() -> dict[str, str]:
    """For each code a line that brings it about, the shortest of those whose message is written beside it, and the
    message."""
    found: dict[str, list[tuple[bool, int, str]]] = {}
    for name, line, text in (*from_comments(), *from_siblings(), *from_faults()):
        shown, said = visible(line.strip(" ")), text.strip()
        shown = shown if len(shown) <= LONG else shown[: LONG - 3] + " .."
        if shown and "``" not in shown:
            such = f"`` {shown} ``" + (f"<br>{said}" if said else "")
            found.setdefault(name, []).append((not said, len(such), such))
    return {name: min(each)[2] for name, each in found.items()}


def from_comments() -> Iterator[tuple[str, str, str]]:
    """Codes, lines and messages of broken specs that say them in a comment."""
    for path in sorted(ERRORS.rglob("*.yaml")):
        for line in path.read_bytes().decode("utf-8", errors="replace").split("\n"):
            match = _WANTED.match(line)
            if match:
                yield match["code"], match["line"], match["text"] or ""


def from_siblings() -> Iterator[tuple[str, str, str]]:
    """Those of broken specs that have a file beside them, as no comment can stand there."""
    for path in sorted(ERRORS.rglob("*.expected")):
        lines = path.with_suffix(".yaml").read_bytes().decode("utf-8", errors="replace").splitlines()
        for match in re.finditer(r"^(\d+):\d+ ([EW]\d{3})(?:: (.*))?$", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield match[2], lines[int(match[1]) - 1] if lines else "", match[3] or ""


def from_faults() -> Iterator[tuple[str, str, str]]:
    """Those of rules that fail while playing."""
    for match in re.finditer(r'\("(R\d{3})", "(.*?)", "(.*?)"\)', FAULTS.read_text(encoding="utf-8")):
        yield match[1], f"- {match[2]}", "" if match[3].startswith("act:") else match[3]


def visible(line: str) -> str:
    """A line with what cannot be seen in it named."""
    named = {"\t": "<TAB>", "\ufffd": "<?>"}
    return "".join(named.get(c) or (c if c.isprintable() else f"<U+{ord(c):04X}>") for c in line)


def main() -> int:
    """Compare the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write it anew")
    write, text = parser.parse_args().write, page()
    different = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
    if different:
        print(PAGE.relative_to(ROOT), "written" if write else "is different")
    if different and write:
        PAGE.write_text(text, encoding="utf-8")
    return 1 if different and not write else 0


if __name__ == "__main__":
    sys.exit(main())
