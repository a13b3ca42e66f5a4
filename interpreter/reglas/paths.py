"""Where the shipped specs lie: in the installed package, else in the checkout."""

from __future__ import annotations

from pathlib import Path


def specs_folder() -> Path:
    """The folder of shipped specs: `data/specs` of an installed package, else `specs/` of the checkout."""
    package = Path(__file__).parent
    installed = package / "data" / "specs"
    return installed if installed.is_dir() else package.parents[1] / "specs"


def shipped_games() -> list[Path]:
    """The files of shipped games and of variants that are games of their own, in order of their names."""
    folder = specs_folder()
    return sorted(p for p in folder.glob("*/*.yaml") if p.stem == p.parent.name)


def shipped_variants(game: str) -> list[Path]:
    """The files of the shipped variants of a game."""
    return sorted((specs_folder() / game / "variants").glob("*.yaml"))


def shipped_file(name: str) -> Path | None:
    """The file of a shipped game or variant by its name, or None."""
    folder = specs_folder()
    game = folder / name / f"{name}.yaml"
    if game.is_file():
        return game
    return next(iter(sorted(folder.glob(f"*/variants/{name}.yaml"))), None)


def shown_path(path: Path) -> str:
    """A path as it is shown: relative to the working folder where it lies below it, shipped ones from `specs/`."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        pass
    try:
        return str(Path("specs") / path.resolve().relative_to(specs_folder().resolve()))
    except ValueError:
        return str(path)
