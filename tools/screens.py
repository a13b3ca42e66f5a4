"""Pictures of the table as a terminal shows it: `python tools/screens.py [FOLDER]`, by default `docs/screens`.

Each is an SVG of 80 columns, drawn by rich from the same lines that `reglas play` puts on a terminal.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import reglas
from reglas.cli.console import folded_lines
from reglas.cli.ink import in_color
from reglas.reading.messages import say
from reglas.table.pieces import Line, line
from reglas.table.screen import Screen
from reglas.table.sentences import Teller
from reglas.table.told import Level
from reglas.table.voice import Voice

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"


@dataclass(frozen=True)
class Picture:
    """A game in progress, and who looks at it, who saw what happened up to the last `since` moves (0: one for each
    player)."""

    file: str
    name: str
    lang: str
    names: tuple[str, ...]
    moves: tuple[str, ...]
    level: Level = "said"
    variants: tuple[str, ...] = ()
    seed: int = 4
    since: int = 0


PICTURES = (
    Picture("hanabi-es", "hanabi", "es", ("Ana", "Luis"), ("clue_rank B 1", "play 2", "clue_suit B blue", "play 3",
            "clue_suit B yellow", "clue_rank A 2")),
    Picture("janabi-en", "janabi", "en", ("Ana", "Luis", "Eva"), ("clue_rank B 1", "clue_suit C white", "play 5",
            "clue_suit B green", "clue_suit A yellow", "clue_rank A 4"), "all", ("rainbow",)),
    Picture("julenque-es", "julenque", "es", ("Ana", "Luis", "Eva", "Leo"), ("-", "-", "-", "-",
            "open total-7 forward", "-", "-", "-", "-", "say total-9", "-", "-", "-", "-"), seed=5, since=12),
    Picture("sabai-sabai-en", "sabai-sabai", "en", ("Ana", "Luis", "Eva"), ("look_at_two 1 2", "look_at_two 1 3",
            "look_at_two 2 4", "-", "keep 1"), seed=5),
)  # fmt: skip


def lines_of(picture: Picture, width: int = 80) -> list[Line]:
    """What a person finds on the screen as their turn begins."""
    game = reglas.load(picture.name, len(picture.names), picture.variants)
    state = game.start(picture.seed)
    voice = Voice(game, picture.lang, picture.names)
    seen = 0
    for move in picture.moves:
        if len(picture.moves) - len(state.played) == (picture.since or game.players):
            seen = len(state.seen(0))
        state.push(move)
    viewer = state.to_act[0]
    teller, screen = Teller(voice, viewer), Screen(voice, width)
    teller.news(state.seen(viewer)[:seen])
    view = state.view(viewer, picture.level == "counted", remember=False)
    told = teller.news(state.seen(viewer))
    news = [line(part) for text in told for part in folded_lines(text, width)]
    fouls = {move.text for move in state.all_moves(viewer) if move.foul}
    prompt = voice.put(say("Your move (text or number; `?` for help):"))
    return [*news, line(""), *screen.draw(view, picture.level), line(""), *screen.moves(view, fouls), line(prompt)]


def svg(picture: Picture, width: int = 80) -> str:
    """The picture; it fetches nothing from elsewhere."""
    with open("/dev/null", "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=width, file=nowhere, force_terminal=True, color_system="truecolor",
                          highlight=False)  # fmt: skip
        for drawn in lines_of(picture, width):
            console.print(in_color(drawn))
        code = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
        return console.export_svg(title="reglas play " + picture.name, code_format=code, unique_id=picture.file)


def main() -> None:
    """Draw all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        (folder / f"{picture.file}.svg").write_text(svg(picture), encoding="utf-8")


if __name__ == "__main__":
    main()
