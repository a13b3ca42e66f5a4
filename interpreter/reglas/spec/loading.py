"""From a name or path to a merged spec: the game, the variants laid over it, their words."""

from __future__ import annotations

from collections.abc import Mapping as MappingLike
from collections.abc import Sequence as Several
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from reglas.language.shapes import check_shape
from reglas.language.spelling import nearest
from reglas.paths import shipped_file, shipped_games, shipped_variants, shown_path, specs_folder
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.files import NotText, Unreadable, load_source
from reglas.reading.messages import Message, say
from reglas.reading.source import Source
from reglas.reading.tree import Entry, Mapping, Node, Scalar
from reglas.reading.yaml12 import read
from reglas.spec import libraries as libs
from reglas.spec.digest import digest
from reglas.spec.model import Game as Model
from reglas.spec.variants import merge, order


class UnknownName(Exception):
    """A name or path that leads to no spec, variant or option, or a number of players that is not taken."""

    def __init__(self, message: Message, help: Message | None = None) -> None:
        super().__init__(message.text())
        self.message, self.help = message, help


@dataclass(frozen=True)
class File:
    """A spec file that was read: its path (or None for a text) and its tree."""

    path: Path | None
    root: Mapping

    @property
    def sort(self) -> str:
        """The first key: game, variant, library, words."""
        return self.root.entries[0].key.text if self.root.entries else ""

    @property
    def name(self) -> str:
        """The value of the first key."""
        value = self.root.entries[0].value if self.root.entries else None
        return value.text if isinstance(value, Scalar) else "?"

    @property
    def of(self) -> str:
        """What a variant is a variant of."""
        value = self.root.get("of")
        return value.text if isinstance(value, Scalar) else ""


@dataclass
class Spec:
    """A merged spec: its tree, where it came from, and its words by language."""

    name: str
    root: Mapping
    chain: tuple[str, ...]
    variants: tuple[str, ...]
    words: dict[str, Mapping]
    diagnostics: Diagnostics
    files: list[File] = field(default_factory=list)
    model: Model | None = None

    @property
    def digest(self) -> str:
        """Of the merged tree without words."""
        return digest(self.root)

    @property
    def ok(self) -> bool:
        """Nothing found that is an error."""
        return not self.diagnostics.errors


def read_file(path: Path, diagnostics: Diagnostics, shown: str | None = None) -> Node | None:
    """The tree of a file; findings go to the diagnostics. Raises `Unreadable`."""
    try:
        source = load_source(path, shown or shown_path(path))
    except NotText as error:
        diagnostics.extend(error.diagnostics.found)
        return None
    root, found = _tree(source)
    diagnostics.extend(found)
    return root


@lru_cache(maxsize=256)
def _tree(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a text, and what was found on the way; one text under one name is read once."""
    diagnostics = Diagnostics()
    return read(source, diagnostics), diagnostics.found


@lru_cache(maxsize=256)
def _shape(source: Source) -> tuple[bool, list[Diagnostic]]:
    """Has a text, which can be read, the right shape? And what was found."""
    root, diagnostics = _tree(source)[0], Diagnostics()
    return root is not None and check_shape(root, diagnostics), diagnostics.found


def read_spec(path: Path, diagnostics: Diagnostics) -> File | None:
    """A game, variant or library file that has passed the shape check; None after findings."""
    before = len(diagnostics.errors)
    root = read_file(path, diagnostics)
    if root is None or len(diagnostics.errors) > before:
        return None
    shaped, found = _shape(root.span.source)
    diagnostics.extend(found)
    return File(path, root) if shaped and isinstance(root, Mapping) else None


def find(name: str, near: Path | None = None) -> Path:
    """The file for a name or path. A path has a slash or ends in .yaml; `near` is a folder to look in first."""
    path = Path(name).expanduser()
    if name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name:
        if not path.exists():
            raise UnknownName(say("there is no file `{file}`", file=name))
        return path
    if near is not None:
        for candidate in (near / f"{name}.yaml", near / name / f"{name}.yaml", near.parent / f"{name}.yaml",
                          near / "variants" / f"{name}.yaml"):  # fmt: skip
            if candidate.is_file():
                return candidate
    found = shipped_file(name)
    if found is not None:
        return found
    close = nearest(name, [*known_names(), *(p.stem for p in near.glob("*.yaml"))] if near else known_names())
    help = say("did you mean `{name}`?", name=close) if close else say("`reglas list` shows what there is")
    raise UnknownName(say("there is no game or variant `{name}`", name=name), help)


def known_names() -> list[str]:
    """The names of all shipped games and variants."""
    games = [p.stem for p in shipped_games()]
    return games + [v.stem for g in games for v in shipped_variants(g)]


class Loader:
    """Loads one spec with its variants and options."""

    def __init__(self) -> None:
        self.diagnostics = Diagnostics()
        self.files: list[File] = []

    def load(self, name: str, with_: Several[str] = (), options: MappingLike[str, object] | None = None) -> Spec | None:
        """The merged spec; None when a file could not be read. Raises `UnknownName` and `Unreadable`."""
        chain = self.chain(find(name))
        if chain is None:
            return None
        names = [file.name for file in chain]
        extra: list[File] = []
        for variant in with_:
            more = self.variant(variant, chain)
            if more is None:
                return None
            if more.of not in names and more.of not in [e.name for e in extra]:
                self.misplaced(more, names)
                return None
            extra.append(more)
        return self.merged(chain, extra, options or {})

    def misplaced(self, variant: File, names: list[str]) -> None:
        """Report a variant of another game."""
        node = variant.root.get("of")
        self.diagnostics.report(
            "E504",
            node.span if node else variant.root.span,
            say("`{variant}` is a variant of `{of}`, not of {names}", variant=variant.name, of=variant.of,
                names=", ".join(f"`{n}`" for n in names)),
        )  # fmt: skip

    def chain(self, path: Path) -> list[File] | None:
        """The game first, then each variant laid over it, up to the file named."""
        file = self.read(path)
        if file is None and not self.diagnostics.errors:
            raise UnknownName(say("`{file}` is no game or variant", file=shown_path(path)))
        found: list[File] = []
        while file is not None:
            if file.sort not in ("game", "variant"):
                raise UnknownName(say("`{file}` is no game or variant", file=shown_path(path)))
            found.insert(0, file)
            if file.sort == "game":
                return found
            file = self.base(file, [f.name for f in found])
        return None

    def base(self, file: File, seen: list[str]) -> File | None:
        """What a variant is of."""
        node = file.root.get("of")
        assert node is not None
        if file.of in seen:
            self.diagnostics.report("E508", node.span, say("`{name}` leads back to itself", name=file.of))
            return None
        try:
            return self.read(find(file.of, file.path.parent if file.path else None))
        except UnknownName as error:
            self.diagnostics.report("E504", node.span, error.message, help=error.help)
            return None

    def variant(self, name: str, chain: list[File]) -> File | None:
        """A variant by name: one of the chain's games first."""
        for file in reversed(chain):
            folders = [specs_folder() / file.name / "variants"]
            if file.path is not None:
                folders.insert(0, file.path.parent / "variants")
            for folder in folders:
                if "/" not in name and (folder / f"{name}.yaml").is_file():
                    return self.sorted_as_variant(folder / f"{name}.yaml", name)
        return self.sorted_as_variant(find(name, chain[-1].path.parent if chain[-1].path else None), name)

    def sorted_as_variant(self, path: Path, name: str) -> File | None:
        """A file that must be a variant."""
        file = self.read(path)
        if file is not None and file.sort != "variant":
            raise UnknownName(say("`{name}` is no variant, so it cannot be laid over a game", name=name))
        return file

    def read(self, path: Path) -> File | None:
        """Read a file and keep it."""
        file = read_spec(path, self.diagnostics)
        if file is not None:
            self.files.append(file)
        return file

    def merged(self, chain: list[File], extra: list[File], options: MappingLike[str, object]) -> Spec:
        """The chain and further variants merged over the game and the libraries it uses; shape checked again."""
        variants = [f.root for f in (*chain[1:], *extra)]
        laid = order(variants, Diagnostics()) if variants else []
        libraries = self.libraries(chain[0].root, laid, [*chain, *extra])
        base = libs.put_in(chain[0].root, libraries, self.diagnostics)
        overrides = option_tree(options) if options else None
        root = merge(base, variants, self.diagnostics, overrides) if variants or overrides else base
        if not self.diagnostics.errors and (variants or overrides):
            check_shape(root, self.diagnostics)
        names = tuple(f.name for f in chain)
        words = words_of(chain, laid, libraries)
        return Spec(
            chain[-1].name, root, names, tuple(f.name for f in extra), words, self.diagnostics, self.files
        )  # fmt: skip

    def libraries(self, game: Mapping, variants: list[Mapping], files: list[File]) -> list[Mapping]:
        """The libraries that are used: each beside a file that may use it, else a shipped one."""
        folders = [*{f.path.parent: None for f in files if f.path is not None}, specs_folder() / "library"]
        found = []
        for name in libs.used(game, variants):
            path = next((f / f"{name.text}.yaml" for f in folders if (f / f"{name.text}.yaml").is_file()), None)
            library = self.read(path) if path is not None else None
            if library is not None and library.sort == "library":
                found.append(library.root)
            elif library is not None or path is None:
                self.no_library(name)
        return found

    def no_library(self, name: Scalar) -> None:
        """Report a name that is no library's."""
        there_are = sorted(p.stem for p in (specs_folder() / "library").glob("*.yaml"))
        close = nearest(name.text, there_are)
        help = (
            say("did you mean `{name}`?", name=close)
            if close
            else say("there are: {names}", names=", ".join(there_are))
        )
        self.diagnostics.report("E301", name.span, say("there is no library `{name}`", name=name.text), help=help)


def option_tree(options: MappingLike[str, object]) -> Mapping:
    """Options of a command line as the tree that a variant's `set` would be."""
    lines = [f"{key}: {_written(value)}" for key, value in options.items()]
    source = Source("--set", "\n".join(lines))
    diagnostics = Diagnostics()
    root = read(source, diagnostics)
    if not isinstance(root, Mapping) or diagnostics.errors:
        raise UnknownName(say("options are written NAME=VALUE, not {text}", text=", ".join(lines)))
    return root


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def words_of(chain: list[File], variants: list[Mapping], libraries: list[Mapping]) -> dict[str, Mapping]:
    """Words by language: those of libraries, files beside the specs, then `words` inside them; later ones win. The
    name of a variant that is only laid over the game does not become the game's."""
    found: dict[str, Mapping] = {}
    for lang, brought in libs.words_of(libraries):
        _lay_words(found, lang, brought)
    by_name = {file.name: file for file in chain}
    for root in (chain[0].root, *variants):
        name = root.entries[0].value
        file = by_name.get(name.text) if isinstance(name, Scalar) else None
        if file is not None and file.path is not None:
            for path in sorted(file.path.parent.glob("words.*.yaml")):
                tree = _words_file(path, file.name)
                if tree is not None:
                    _lay_words(found, path.name.split(".")[1], tree)
        inline = root.get("words")
        for entry in inline if isinstance(inline, Mapping) else ():
            if isinstance(entry.value, Mapping):
                words = entry.value if file is not None else _without_name(entry.value)
                _lay_words(found, entry.key.text, words)
    return found


def _without_name(words: Mapping) -> Mapping:
    return replace(words, entries=tuple(e for e in words if e.key.text not in ("name", "about")))


def _words_file(path: Path, name: str) -> Mapping | None:
    """A words file that is for this spec; a broken one is left to `check`."""
    try:
        root = read_file(path, Diagnostics())
    except Unreadable:
        return None
    if not isinstance(root, Mapping):
        return None
    of = root.get("of")
    return root if isinstance(of, Scalar) and of.text == name else None


def _lay_words(found: dict[str, Mapping], lang: str, words: Mapping) -> None:
    found[lang] = laid_over(found[lang], words) if lang in found else words


def laid_over(below: Mapping, above: Mapping) -> Mapping:
    """Words over words: sections merge, a term is replaced whole."""
    entries = {e.key.text: e for e in below}
    for entry in above:
        old = entries.get(entry.key.text)
        if old is not None and isinstance(old.value, Mapping) and isinstance(entry.value, Mapping):
            terms = {"one", "many", "gender", "sign", "color", "quiet"}
            if not terms & set(entry.value.by_key):
                entries[entry.key.text] = Entry(entry.key, laid_over(old.value, entry.value))
                continue
        entries[entry.key.text] = entry
    return replace(below, entries=tuple(entries.values()))
