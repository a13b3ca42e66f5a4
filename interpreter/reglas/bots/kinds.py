"""The kinds of bots, by name; a name with a space or a slash in it is a command that starts one."""

from __future__ import annotations

from collections.abc import Mapping

from reglas.bots.careful import CarefulBot
from reglas.bots.outside import OutsideBot
from reglas.bots.random_bot import RandomBot
from reglas.bots.seats import Bot, Maker, Seat
from reglas.play import State
from reglas.reading.messages import Message

BOTS: dict[str, Maker] = {"random": RandomBot, "careful": CarefulBot}
"""Makers of bots, from the game's seed and the seat."""


def is_command(kind: str) -> bool:
    """Is this a command, and no kind of ours?"""
    return any(sign in kind for sign in " /\\")


def made(kind: str, seed: int, seat: int) -> Bot:
    """A bot of a kind. Raises `KeyError` for a kind that there is not."""
    return OutsideBot(kind, seed, seat) if is_command(kind) else BOTS[kind](seed, seat)


def complaint(bot: Bot) -> Message | None:
    """Why a bot has lost its say, told once."""
    return bot.complaint() if isinstance(bot, OutsideBot) else None


def part(bots: Mapping[int, Bot], state: State) -> None:
    """Tell bots in other processes that the game is over, or that the table breaks up."""
    for seat, bot in bots.items():
        if isinstance(bot, OutsideBot):
            bot.finish(Seat(state, seat), state.outcome())
