"""Playing again when a game is over: with the same rules, or with an option, a variant or the players changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli.common import Usage
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.table.voice import Voice

MOST_SEED = 1 << 64


@dataclass(frozen=True)
class Setting:
    """What a game is played with: how it was asked for. `seed` is None where each game gets a new one by lot;
    `bots` are the kinds asked for, `record` a file that was named."""

    name: str
    players: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] | None = None
    names: tuple[str, ...] = ()
    people: int = 1
    bots: tuple[str, ...] = ()
    seed: int | None = None
    record: Path | None = None

    def next(self, text: str) -> Setting:
        """The setting of the next game: this one with the changes of a text, and with a new seed.

        Raises `Usage` for a text that is no change. Whether the option or variant exists, loading tells.
        """
        changed = self
        for word in text.split():
            changed = changed._with(word)
        seed = None if self.seed is None else (self.seed + 1) % MOST_SEED
        return replace(changed, seed=seed, record=_free(self.record))

    def _with(self, word: str) -> Setting:
        found = re.fullmatch(r"(\w+)=(\S+)", word)
        if found and found[1] in ("players", "jugadores") and found[2].isdigit() and len(found[2]) < 4:
            return self._for(int(found[2]))
        if found:
            return replace(self, options={**(self.options or {}), found[1]: _value(found[2])})
        sign, name = word[:1], word[1:]
        if sign == "+" and name:
            if name in self.variants:
                raise Usage(say("the variant `{variant}` is put on top twice", variant=name))
            return replace(self, variants=(*self.variants, name))
        if sign == "-" and name:
            if name not in self.variants:
                help = say("one of {names}", names=", ".join(self.variants)) if self.variants else None
                raise Usage(say("the variant `{variant}` does not lie on top", variant=name), help)
            return replace(self, variants=tuple(v for v in self.variants if v != name))
        raise Usage(say("a change is OPTION=VALUE, players=N, +VARIANT or -VARIANT, not `{text}`", text=word))

    def _for(self, players: int) -> Setting:
        if players < self.people:
            raise Usage(say("there are {people} names for {seats} seats", people=self.people, seats=players))
        bots = self.bots[:1] if len(set(self.bots)) == 1 and players > self.people else ()
        return replace(self, players=players, bots=bots)


def again_lines(voice: Voice, setting: Setting) -> list[str]:
    """What can be changed for the next game."""
    from reglas.table.rules_told import option_value

    lines = [voice.put(say("What can be changed:"))]
    for name, value in voice.game.options.items():
        lines.append(f"  {name}={option_value(voice, name, value)}: {voice.words.option(name)}")
    lines.append(f"  players={setting.players}")
    if setting.variants:
        lines.append("  " + voice.put(say("variants on top: {names}", names=", ".join(setting.variants))))
    lines.append(voice.put(say("`reglas list {game}` shows all variants.", game=setting.name)))
    return lines


def _value(text: str) -> object:
    words = {"true": True, "false": False, "yes": True, "no": False, "sí": True, "si": True}
    if text.casefold() in words:
        return words[text.casefold()]
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


def _free(path: Path | None) -> Path | None:
    """A name for the next record beside the one that was named."""
    if path is None:
        return None
    stem = re.sub(r"-\d+$", "", path.stem)
    number = 2
    while (free := path.with_stem(f"{stem}-{number}")).exists():
        number += 1
    return free
