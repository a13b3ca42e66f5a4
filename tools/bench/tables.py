"""Figures as tables: text for a terminal, Markdown for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Group = dict[str, Any]
Result = dict[str, Any]

NAMES = {
    ("interpreter", "moves"): "interpreter",
    ("interpreter", "marks"): "interpreter, every seat's marks after each move",
    ("interpreter", "knowledge"): "interpreter, every seat's knowledge after each move, with all that follows",
    ("interpreter", "observation"): "interpreter, a view each move",
    ("plain", "moves"): "`plain`, move by move",
    ("plain", "playouts"): "`plain`, whole games inside",
    ("plain", "marks"): "`plain`, every seat's marks after each move",
    ("plain", "observation"): "`plain`, an observation each move",
    ("plain", "informed"): "`plain`, an observation with marks each move",
    ("plain", "vector"): "`plain`, a vector of 256, an observation each move",
    ("fast", "moves"): "`fast`, move by move",
    ("fast", "playouts"): "`fast`, whole games inside",
    ("fast", "marks"): "`fast`, every seat's marks after each move",
    ("fast", "observation"): "`fast`, an observation each move",
    ("fast", "informed"): "`fast`, an observation with marks each move",
    ("fast", "vector"): "`fast`, a vector of 256, an observation each move",
    ("fast", "vector-informed"): "`fast`, a vector of 256, an observation with marks each move",
    ("fast", "vector-python"): "`fast`, a vector of 256, an observation each move, moves chosen in Python",
    ("c", "playouts"): "C written for the purpose, with what clues tell",
    ("openspiel", "moves"): "OpenSpiel through Python",
    ("openspiel", "observation"): "OpenSpiel through Python, an observation tensor each move",
    ("openspiel-inside", "playouts"): "OpenSpiel, whole games in C++",
    ("pettingzoo", "observation"): "PettingZoo `hanabi_v5` (it observes each move)",
}
"""Engine and task in words."""

LIKE = {
    "moves": ("openspiel", "moves"),
    "observation": ("openspiel", "observation"),
    "informed": ("openspiel", "observation"),
    "vector": ("openspiel", "observation"),
    "vector-informed": ("openspiel", "observation"),
    "vector-python": ("openspiel", "observation"),
    "playouts": ("openspiel-inside", "playouts"),
}
"""With what a task is compared, an engine and its task: through Python with through Python, inside with inside. The
tensor of an observation has in it what hints told."""


@dataclass(frozen=True)
class Table:
    """Columns and rows of text, and what was left out and why."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left_out: tuple[str, ...] = ()


def short(number: float | None, unit: str = "") -> str:
    """Three digits that count, with k or M."""
    if number is None:
        return "–"
    for limit, letter in ((1e6, " M"), (1e4, " k")):
        if number >= limit:
            return f"{number / (1e6 if letter == ' M' else 1e3):.3g}{letter}{unit}".replace("e+03", "000")
    return f"{number:,.0f}{unit}" if number >= 100 else f"{number:.3g}{unit}"


def found(group: Group, **wanted: object) -> dict[str, Any] | None:
    """The figures of the first row that is so."""
    for result in group["rows"]:
        if "figures" in result and all(result["row"][key] == value for key, value in wanted.items()):
            return dict(result["figures"])
    return None


def speed(group: Group, **wanted: object) -> float | None:
    """Moves a second of the first row that is so."""
    figures = found(group, **wanted)
    return None if figures is None else float(figures["moves_per_second"])


def left_out(group: Group) -> tuple[str, ...]:
    """Why rows are missing, each reason once, with the rows that have it."""
    why: dict[str, list[str]] = {}
    for result in group["rows"]:
        reason = result.get("skipped") or ("failed: " + result["failed"] if "failed" in result else "")
        name = NAMES.get((result["row"]["engine"], result["row"]["task"]), result["row"]["engine"])
        if reason and name not in why.setdefault(reason, []):
            why[reason].append(name)
    return tuple(f"{'; '.join(names)}: {reason}" for reason, names in why.items())


def ratio(number: float | None, other: float | None) -> str:
    """How many times as fast."""
    return "–" if number is None or not other else short(number / other)


def table(name: str, group: Group) -> Table:
    """The table of a group."""
    makers = {
        "hanabi": _hanabi,
        "games": _games,
        "start": _start,
        "memory": _memory,
        "passes": _passes,
        "growth": _growth,
        "neighbours": _neighbours,
    }
    head, rows = makers[name](group)
    return Table(head, tuple(rows), left_out(group))


Made = tuple[tuple[str, ...], list[tuple[str, ...]]]


def players_in(group: Group) -> list[int]:
    """The numbers of players there are rows for."""
    return sorted({result["row"]["players"] for result in group["rows"]})


def _hanabi(group: Group) -> Made:
    counts = players_in(group)
    middle = 4 if 4 in counts else counts[0]
    base = speed(group, engine="openspiel", task="moves", players=middle)
    lines = []
    for (engine, task), name in NAMES.items():
        speeds = [speed(group, engine=engine, task=task, players=players) for players in counts]
        if all(one is None for one in speeds):
            continue
        mine = speed(group, engine=engine, task=task, players=middle)
        engine_like, task_like = LIKE.get(task, ("", ""))
        like = speed(group, engine=engine_like, task=task_like, players=middle)
        games = (found(group, engine=engine, task=task, players=middle) or {}).get("games_per_second")
        line = (name, *map(short, speeds), short(games), ratio(mine, base), ratio(mine, like))
        lines.append((mine or 0.0, line))
    head = ("moves a second", *(f"{players} players" for players in counts), f"games a second, {middle} players",
            "times OpenSpiel through Python", "times OpenSpiel at the same task")  # fmt: skip
    return head, [line for _, line in sorted(lines, key=lambda one: -one[0])]


def _games(group: Group) -> Made:
    columns = (
        ("interpreter", "moves", "interpreter"),
        ("interpreter", "marks", "and marks"),
        ("interpreter", "knowledge", "and knowledge"),
        ("interpreter", "observation", "and a view"),
        ("plain", "moves", "`plain`"),
        ("plain", "playouts", "inside"),
        ("plain", "marks", "and marks"),
        ("plain", "observation", "and an observation"),
        ("plain", "informed", "with marks"),
        ("fast", "moves", "`fast`"),
        ("fast", "playouts", "inside"),
        ("fast", "marks", "and marks"),
        ("fast", "observation", "and an observation"),
        ("fast", "informed", "with marks"),
    )
    there = [one for one in columns if speed(group, engine=one[0], task=one[1]) is not None]
    lines = []
    for game, players in unique(group, "game", "players"):
        here = [speed(group, game=game, engine=engine, task=task) for engine, task, _ in there]
        length = (found(group, game=game, engine="interpreter", task="moves") or {}).get("moves_per_game")
        lines.append((str(game), str(players), short(length), *map(short, here)))
    return ("moves a second", "players", "moves a game", *(name for _, _, name in there)), lines


def unique(group: Group, *keys: str) -> list[tuple[Any, ...]]:
    """What there is of these, in order."""
    return list(dict.fromkeys(tuple(_hashable(r["row"][key]) for key in keys) for r in group["rows"]))


def _hashable(value: Any) -> Any:
    return tuple(_hashable(one) for one in value) if isinstance(value, list | tuple) else value


def _start(group: Group) -> Made:
    lines = []
    for game, players in unique(group, "game", "players"):
        plain = found(group, game=game, engine="interpreter", task="start")
        totals = [
            found(group, game=game, engine=engine, task=task)
            for engine in ("plain", "fast")
            for task in ("start", "cached")
        ]
        cells = [seconds(plain, "load"), seconds(plain, "total"), *(seconds(one, "total") for one in totals)]
        lines.append((str(game), str(players), *cells))
    head = ("seconds to the first whole game", "players", "of which loading the spec", "interpreter",
            "`plain`, first", "`plain`, kept", "`fast`, first", "`fast`, kept")  # fmt: skip
    return head, lines


def seconds(figures: dict[str, Any] | None, key: str) -> str:
    """Seconds in two digits after the point."""
    return "–" if not figures else f"{figures[key]:.2f}"


def _memory(group: Group) -> Made:
    lines = []
    for result in group["rows"]:
        row, figures = result["row"], result.get("figures")
        if figures is None:
            continue
        emitted = figures.get("emitted")
        emitted = emitted if isinstance(emitted, dict) else {}
        name = row["game"] if row["engine"] == "interpreter" else f"{row['game']} in OpenSpiel"
        line = [name, str(row["players"]), short(figures.get("cells"))]
        line += [short(figures.get(key)) for key in ("list_bytes", "array_bytes")]
        line += [short(figures.get("state_bytes") or figures.get("recorded_bytes"))]
        line += [time(figures.get(key)) for key in ("copy_list_ns", "copy_array_ns")]
        line += [time(emitted.get(key)) for key in ("plain_copy_ns", "fast_copy_ns")]
        line += [time(figures.get(key)) for key in ("copy_state_ns", "copy_recorded_ns")]
        lines.append(tuple(line))
    head = ("state", "players", "cells", "bytes as a list", "bytes as an array", "bytes of a whole game with its log",
            "copy of the list", "of the array", "of a `plain` row", "of a `fast` row", "of a state without a log",
            "of a whole game with its log")  # fmt: skip
    return head, lines


def time(nanoseconds: float | None) -> str:
    """A short time."""
    if nanoseconds is None:
        return "–"
    return f"{nanoseconds / 1000:.3g} µs" if nanoseconds >= 1000 else f"{nanoseconds:.0f} ns"


def _passes(group: Group) -> Made:
    """For each pass and game: how many times as fast it is with it as without, inside and move by move. The quickest
    runs are compared: what disturbs others makes them slower, and gains are small beside it."""
    games, lines = [game for (game,) in unique(group, "game")], []
    for (name,) in unique(group, "without"):
        if not name:
            continue
        line = ["all of them" if name == "all" else f"`{name}`"]
        for game in games:
            both = []
            for task in ("playouts", "moves"):
                with_, less = (found(group, game=game, task=task, without=one) for one in ("", name))
                both.append(f"{with_['most'] / less['most']:.2f}" if with_ and less else "–")
            line.append(" / ".join(both))
        lines.append(tuple(line))
    return ("times as fast with the pass: inside / move by move", *map(str, games)), lines


def _growth(group: Group) -> Made:
    lines = []
    for game, players, settings, with_ in unique(group, "game", "players", "settings", "with_"):
        here = [r for r in group["rows"] if r["row"]["game"] == game and r["row"]["players"] == players]
        part = {**group, "rows": [r for r in here if _hashable(r["row"]["settings"]) == settings]}
        whole = found(part, engine="interpreter") or {}
        speeds = [speed(part, engine=engine) for engine in ("interpreter", "plain", "fast")]
        what = ", ".join([*(f"{key} {value}" for key, value in settings), *with_])
        emitted = found(part, engine="plain")
        times = (seconds(whole, "load"), seconds(emitted, "engine"))
        sizes = (short(whole.get("cells")), short(whole.get("moves_per_game")))
        lines.append((str(game), str(players), what, *sizes, *times, *map(short, speeds)))
    head = ("moves a second", "players", "with", "cells", "moves a game", "seconds to load", "to emit", "interpreter",
            "`plain`, inside", "`fast`, inside")  # fmt: skip
    return head, lines


def _neighbours(group: Group) -> Made:
    lines = []
    for (game,) in unique(group, "game"):
        outer, inner = (found(group, game=game, engine=e) or {} for e in ("openspiel", "openspiel-inside"))
        length = short(outer.get("moves_per_game"))
        figures = [one.get(key) for key in ("moves_per_second", "games_per_second") for one in (outer, inner)]
        lines.append((f"`{game}`", length, *map(short, figures)))
    head = ("OpenSpiel's", "moves a game", "moves a second through Python", "in C++", "games a second through Python",
            "in C++")  # fmt: skip
    return head, lines


def circumstances(group: Group) -> str:
    """On what and how a group was measured, in a sentence."""
    machine, versions = group["machine"], dict(group["versions"])
    shares = [r["figures"]["share"] for r in group["rows"] if "share" in r.get("figures", {})]
    python = versions.pop("python")
    parts = [f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {python}"]
    parts += [f"{name} {version}" if name != "cc" else version for name, version in versions.items()]
    parts += [group["date"], f"`{group['command']}`"]
    if shares:
        parts.append(f"median of {group['runs']} runs of {group['seconds']:g} s of processor time")
        parts.append(f"the processes had between {min(shares):.0%} and {max(shares):.0%} of a core")
    return "; ".join(parts) + "."


def as_text(name: str, group: Group) -> str:
    """A table for a terminal."""
    made = table(name, group)
    lines: Sequence[tuple[str, ...]] = (made.head, *made.rows)
    widths = [max(len(line[i]) for line in lines) for i in range(len(made.head))]
    text = ["  ".join(cell.ljust(w) if not i else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths,
            strict=True))).rstrip() for line in lines]  # fmt: skip
    return "\n".join(["", *text, *(f"left out: {one}" for one in made.left_out), circumstances(group), ""])


def as_markdown(name: str, group: Group) -> str:
    """A table for the page."""
    made = table(name, group)
    rule = "|---|" + "---:|" * (len(made.head) - 1)
    lines = ["| " + " | ".join(made.head) + " |", rule, *("| " + " | ".join(row) + " |" for row in made.rows)]
    notes = [f"Left out: {one}." for one in made.left_out]
    return "\n".join([*lines, "", *(note + "\n" for note in notes), circumstances(group)])
