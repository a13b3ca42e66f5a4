"""A game at the table: people and bots in turn, what happened told to each, every move recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from reglas.asked import is_secret, offered
from reglas.bots import kinds
from reglas.bots.seats import Bot, Seat
from reglas.cli import common
from reglas.cli.console import Console
from reglas.cli.reading_rules import Reader
from reglas.cli.typed import NOBODY, OFFERED, PASSING, YES, Typed, read_line
from reglas.cli.windows import Ahead
from reglas.engine.faults import RuleFault
from reglas.engine.notation import DECLINE, seat_letter
from reglas.knowledge.seen import OBSERVER, SPECTATOR, Viewer
from reglas.knowledge.views import View
from reglas.play import AmbiguousMove, IllegalMove, Move, MoveError, State, UnreadableMove
from reglas.reading.messages import Message, say
from reglas.records import NoRoom, Recorder
from reglas.table.phrases import folded
from reglas.table.reveal import reveals
from reglas.table.screen import Screen
from reglas.table.sentences import Teller, ending
from reglas.table.spoken import Spoken
from reglas.table.told import LEVELS, Level, forgotten
from reglas.table.voice import Voice


class Left(Exception):
    """Somebody left the table."""


@dataclass(frozen=True)
class Made:
    """A move that may be taken back: the state before it, who made it, whether it declined what was offered while
    everybody could see that, and whether it was made for somebody who had passed ahead."""

    before: State
    seat: int
    declined: bool = False
    ahead: bool = False


@dataclass
class Session:
    """A game being played. `people` are the seats of people, `bots` the others; `watch` is the viewer to whom a game
    without people is told; `level` is how much is shown of what is known, until somebody changes it for themselves;
    `memory_aid` shows cards that lie face down as they were once seen."""

    state: State
    voice: Voice
    console: Console
    people: Sequence[int]
    bots: Mapping[int, Bot]
    watch: Viewer = OBSERVER
    recorder: Recorder | None = None
    level: Level = "said"
    memory_aid: bool = False
    last: int | None = None
    levels: dict[Viewer, Level] = field(default_factory=dict)
    made: list[Made] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    ahead: Ahead = field(default_factory=Ahead)

    def __post_init__(self) -> None:
        self.screen = Screen(self.voice, self.console.width)
        self.spoken = Spoken(self.voice, self.screen.phrases)
        self.reader = Reader(self.voice, self.screen.phrases, self.console)
        viewers = [*self.people, *([SPECTATOR] if len(self.people) > 1 else [])] or [self.watch]
        self.tellers = {viewer: Teller(self.voice, viewer) for viewer in viewers}

    # -- the whole game --------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end; the exit code."""
        try:
            self.play()
        except Left:
            self._left()
            return common.OK
        except KeyboardInterrupt:
            self.console.tell("")
            self._left()
            return common.INTERRUPTED
        except RuleFault as fault:
            common.complain(say("a rule fails: {what}", what=fault.text(self.voice.lang)), lang=self.voice.lang)
            self._left()
            return common.RULE_FAILED
        except NoRoom as error:
            common.complain(error.message, say("the game up to there is in `{file}`", file=str(error.path)),
                            self.voice.lang)  # fmt: skip
            return common.INTERNAL
        finally:
            kinds.part(self.bots, self.state)
            if self.recorder is not None:
                self.recorder.close()
        return common.OK

    def play(self) -> None:
        """Move after move, then how it ended."""
        if not self.people:
            self._news(self.watch)
            self._show(self.watch)
            self.console.tell("")
        while not self.state.over:
            seat = self.state.to_act[0]
            if seat in self.bots:
                self._push(self._bot_move(seat), seat)
            else:
                self._turn(seat)
            if not self.people:
                self._news(self.watch)
        self._end()

    def _bot_move(self, seat: int) -> str:
        """What a bot chooses; said when one has lost its say."""
        move = self.bots[seat].choose(Seat(self.state, seat))
        reason = kinds.complaint(self.bots[seat])
        if reason is not None:
            self.console.say(say("The bot of {player} has no say any more: {reason}. Random moves are played for it.",
                                 player=self.voice.label(seat), reason=reason))  # fmt: skip
        return move

    def _end(self) -> None:
        outcome = self.state.outcome()
        assert outcome is not None
        if self.recorder is not None:
            self.recorder.end(self.state)
        self._news(self.watch if not self.people else self.people[0] if self.last is None else self.last)
        self.console.tell("")
        self._show(OBSERVER)
        self.console.tell("", *ending(self.voice, outcome))
        if self.recorder is not None:
            self.console.say(say("The game is saved in {file}", file=str(self.recorder.path)))

    def _left(self) -> None:
        if len(self.people) > 1:
            self.console.hide()
        if self.recorder is None:
            self.console.say(say("The game is not over and is not saved."))
            return
        command = f"reglas play --resume {shell(self.recorder.path)}"
        self.console.tell(self.voice.put(say("The game is saved. Go on with: {command}", command=command)))

    # -- a person's turn -------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """Show a person the table and ask until there is a move that can be played, or one was taken back."""
        if self.ahead.declines(self.state, seat) or self._nothing_else(seat):
            self._push(DECLINE, seat, ahead=True)
            return
        if len(self.people) > 1 and seat != self.last:
            typed = self._handed(seat)
            if typed:
                self._push(typed, seat)
                return
        self._news(seat)
        self._open(seat)
        move, together = self._settled(seat), is_secret(self.state)
        if move is not None:
            self._push(move, seat)
            self._news(seat)
            if together and is_secret(self.state) and seat not in self.state.to_act:
                self.console.say(say("Your choice is kept until everybody has chosen."))

    def _settled(self, seat: int) -> str | None:
        """A move that somebody means; None when one was taken back, and it is somebody else's turn."""
        while True:
            move = self._asked(self._view(seat))
            if move is not None and self._sure(move, seat):
                return move
            if self.state.to_act[:1] != (seat,):
                return None

    def _nothing_else(self, seat: int) -> bool:
        """Can somebody only decline, who sits at the keyboard? From whom it would have to be passed, that is asked
        all the same: else everybody could tell."""
        here = len(self.people) == 1 or seat == self.last
        return here and offered(self.state) is not None and len(self.state.raw_moves(seat)) == 1

    def _handed(self, seat: int) -> str:
        """Pass the keyboard; the move of somebody who declines without looking, else empty."""
        decision, player = offered(self.state), self.voice.label(seat)
        nothing_shown = self.last in (None, SPECTATOR)
        if decision is None:
            typed = self.console.hand_over(player, nothing_shown, asks=self.reader.asks)
        else:
            names = dict.fromkeys(self.screen.phrases.action_name(a.action) for a in decision.alternatives)
            how = say("{player}, you may act now ({actions}). Press Enter to see the table, or write `{word}` to pass "
                      "without looking, or `{nobody}` if nobody at this screen wants to act.", player=player,
                      actions=", ".join(names), word=self.screen.phrases.declining, nobody=say("nobody"))  # fmt: skip
            page = self.tellers[SPECTATOR].news(self.state.seen(SPECTATOR))
            typed = self.console.hand_over(player, nothing_shown, page, how, self.reader.asks)
        if typed is None:
            raise Left
        short = folded(" ".join(typed.split()))
        if decision is not None and (short in NOBODY or short in PASSING):
            self.ahead.nobody = short in NOBODY
            self.last = SPECTATOR  # whoever has the keyboard now, a table is opened to nobody without a page
            return DECLINE
        self.last = seat
        return ""

    def _sure(self, text: str, seat: int) -> bool:
        """Does somebody mean a move that breaks a rule? The others learn nothing of it."""
        broken = self._broken(seat).get(text)
        if not broken:
            return True
        self._tell_broken(broken)
        line = self.console.ask(say("Play it all the same? (`yes` or `no`):"), ("no",), seat)
        if line is None:
            raise Left
        return folded(line.strip()) in YES

    def _broken(self, seat: int) -> dict[str, tuple[str, ...]]:
        """The moves of somebody that break a rule, with the rules."""
        if not self.state.game.fouls or seat not in self.state.to_act:
            return {}
        return {move.text: move.foul for move in self.state.all_moves(seat) if move.foul}

    def _tell_broken(self, broken: Sequence[str]) -> None:
        reasons = "; ".join(self.voice.words.condition(name) for name in broken)
        self.console.say(say("This breaks a rule: {reasons}. It can be played, and others may hold you to it.",
                             reasons=reasons))  # fmt: skip

    def _open(self, seat: int) -> None:
        """The table as somebody's turn begins. Who listens hears all of it once, then only what is new."""
        view = self._view(seat)
        if self.console.plain and seat in self.met:
            self.console.tell(*self.spoken.table(view)[1:2])
        else:
            self.met.add(seat)
            self.console.tell("")
            self._show(seat)
        if not self.console.plain:
            self.console.tell("", *self.screen.moves(view, self._broken(seat)))
        if offered(self.state) is not None:
            self._say_how(view)

    def _say_how(self, view: View) -> None:
        """How one does nothing of what is offered."""
        word = self.screen.phrases.declining
        if view.moves == (DECLINE,):
            self.console.say(say("There is nothing here that you could do. Enter goes on."))
            return
        self.console.say(say("You need not act: write `{word}` to do nothing, or `{ahead}` to pass until something "
                             "changes. Enter alone decides nothing.", word=word, ahead=say("pass on")))  # fmt: skip

    def _asked(self, view: View) -> str | None:
        """A move that can be played, or None after something else was typed."""
        written = [self.screen.phrases.write(text) for text in view.moves]
        prompt = say("Your move (text or number; `?` for help):")
        line = self.console.ask(prompt, [*written, *OFFERED.get(self.voice.lang, ())], view.viewer)
        if line is None:
            raise Left
        typed = read_line(line, [*written, *view.moves])
        if typed.command == "ahead" and DECLINE in view.moves:
            self.ahead.seats.add(view.viewer)
            return DECLINE
        if typed.command:
            self._command(typed, view)
            return None
        text = typed.rest
        if not text and view.moves == (DECLINE,):
            return DECLINE
        if text.isascii() and text.isdigit():
            return self._numbered(int(text), view)
        return self._read(text) if text else None

    def _command(self, typed: Typed, view: View) -> None:
        """Something that is no move."""
        tell, spoken, level = self.console.tell, self.spoken, self._level(view.viewer)
        match typed.command:
            case "leave":
                raise Left
            case "rules":
                self.reader.rules(typed.rest)
            case "help":
                self.reader.help()
            case "table":
                self._show(view.viewer)
                if not self.console.plain:
                    tell("", *self.screen.moves(view, self._broken(view.viewer)))
            case "mine":
                tell(*spoken.mine(view, level))
            case "others":
                tell(*spoken.hands(view, level))
            case "piles":
                tell(*spoken.piles(view, level))
            case "moves":
                fouls = self._broken(view.viewer)
                tell(*(spoken.moves(view, fouls) if self.console.plain else self.screen.moves(view, fouls)))
            case "log":
                self._whole_log(view.viewer)
            case "level":
                self._next_level(view.viewer)
            case "undo":
                self._undo(view.viewer)
            case "why":
                self._why(typed.rest, view.viewer)
            case "ahead":
                self.console.say(say("You have to choose here: there is nothing to pass."))
            case _:
                self.console.say(say("That can be typed when the game is over."))

    def _numbered(self, number: int, view: View) -> str | None:
        if 1 <= number <= len(view.moves):
            return view.moves[number - 1]
        self.console.say(say("There is no move {number}; they go from 1 to {most}.", number=number,
                             most=len(view.moves)))  # fmt: skip
        return None

    def _read(self, text: str) -> str | None:
        try:
            return self.screen.phrases.read(self.state, text).text
        except MoveError as error:
            why, *help = refusal(self.voice, self.screen, error)
            self.console.tell(why)
            for line in help:
                self.console.tell_long(line)
            return None

    def _why(self, text: str, seat: int) -> None:
        """Whether a move may be played, and which rule forbids it."""
        if not text:
            self.console.say(say("Write the move after it, such as: why {move}",
                                 move=self.screen.phrases.write(self.state.legal_moves[0].text)))  # fmt: skip
            return
        move = self._read(text)
        broken = self._broken(seat).get(move) if move is not None else None
        if broken:
            self._tell_broken(broken)
        elif move is not None:
            self.console.say(say("Allowed: {move}", move=self.screen.phrases.write(move)))

    def _next_level(self, viewer: Viewer) -> None:
        """More or less of what is known of hidden cards, in turn."""
        level = LEVELS[(LEVELS.index(self._level(viewer)) + 1) % len(LEVELS)]
        self.levels[viewer] = level
        told = {
            "said": say("Shown of hidden cards: what was said."),
            "all": say("Shown of hidden cards: what was said, and what they therefore are not."),
            "counted": say("Shown of hidden cards: what was said and not said, and what counting your cards leaves."),
        }
        self.console.say(told[level])
        if self.console.plain:
            self.console.tell(*self.spoken.mine(self._view(viewer), level))
        else:
            self.console.tell("")
            self._show(viewer)

    # -- taking back -----------------------------------------------------------------------------------------------

    def _undo(self, asking: int | None = None) -> None:
        """Take back the last move of a person and what bots did since, unless something came to light."""
        found = (i for i in reversed(range(len(self.made))) if self._takes_back(self.made[i], asking))
        at = next(found, None)
        if at is None:
            why = say("It cannot be taken back: since then a card was drawn or shown, or something was told.")
            self.console.say(why if self.state.played else say("There is no move to take back yet."))
            return
        made, count = self.made[at], len(self.made) - at
        self.state = made.before
        del self.made[at:]
        self.ahead.clear(self.state)
        if self.recorder is not None:
            self.recorder.undo(self.state, count)
        for viewer in self.tellers:
            self.tellers[viewer] = Teller(self.voice, viewer)
            self.tellers[viewer].skip(self.state.seen(viewer))
        self.console.say(say("The last move of {player} is taken back.", player=self.voice.player(made.seat)))
        if self.last in (None, made.seat):
            self._open(made.seat)

    def _takes_back(self, made: Made, asking: int | None) -> bool:
        """Is this the move that somebody means to take back? Who passed in the meantime need not be asked again, and
        whether they had passed ahead makes no difference."""
        if made.seat not in self.people:
            return False
        return not made.ahead if made.seat == asking else not made.declined

    def _push(self, text: str, seat: int, ahead: bool = False) -> Move:
        if not self.people:
            made = self.state.push(text, seat)
        else:
            before, drawn, seen = self.state.copy(), len(self.state.drawn), len(self.state.seen(OBSERVER))
            together = is_secret(self.state)
            made = self.state.push(text, seat)
            fresh = self.state.seen(OBSERVER)[seen:]
            closed = together and len(before.to_act) == 1  # what the others chose has come to light
            if closed or len(self.state.drawn) > drawn or reveals(self.state.game.eyes, fresh):
                self.made.clear()
            else:
                self.made.append(Made(before, seat, made.text == DECLINE and not together, ahead and not together))
        if self.recorder is not None:
            self.recorder.move(self.state)
        return made

    # -- what both do ----------------------------------------------------------------------------------------------

    def _view(self, viewer: Viewer) -> View:
        return self.state.view(named(viewer), self._level(viewer) == "counted", self.memory_aid)

    def _level(self, viewer: Viewer) -> Level:
        return self.levels.get(viewer, self.level)

    def _news(self, viewer: Viewer) -> None:
        for line in self.tellers[viewer].news(self.state.seen(viewer)):
            self.console.tell_long(line)

    def _whole_log(self, viewer: Viewer) -> None:
        seen = self.state.seen(viewer)
        if not self.memory_aid:
            seen = forgotten(self.state.game.eyes, viewer, seen)
        for line in Teller(self.voice, viewer).news(seen):
            self.console.tell_long(line)

    def _show(self, viewer: Viewer) -> None:
        view = self._view(viewer)
        if self.console.plain:
            self.console.tell(*self.spoken.table(view, self._level(viewer)))
        else:
            self.console.tell(*self.screen.draw(view, self._level(viewer)))


def named(viewer: Viewer) -> int | Literal["spectator", "observer"]:
    """A viewer as `State.view` takes it."""
    if viewer == SPECTATOR:
        return "spectator"
    return "observer" if viewer == OBSERVER else viewer


def refusal(voice: Voice, screen: Screen, error: MoveError) -> list[str]:
    """Why a move is refused, in words, and the key of the condition."""
    if isinstance(error, AmbiguousMove):
        moves = ", ".join(screen.phrases.write(text) for text in error.candidates)
        return [voice.put(say("This may be several moves: {moves}", moves=moves))]
    if isinstance(error, IllegalMove) and error.condition is not None:
        reason = voice.words.condition(error.condition)
        return [voice.put(say("Not allowed: {reason} (`{rule}`).", reason=reason, rule=error.condition))]
    if isinstance(error, UnreadableMove):
        lines = [voice.put(say("Not understood: {what}.", what=error.message))]
    else:
        lines = [voice.put(say("Not possible: {what}.", what=error.message))]
    if error.help is not None:
        lines.append("  " + voice.put(error.help))
    return lines


def shell(path: Path) -> str:
    """A path as it is typed."""
    import shlex

    return shlex.quote(str(path))


def seats_text(voice: Voice, people: Sequence[int], kinds: Mapping[int, str]) -> Message:
    """Who plays."""
    parts = [
        voice.label(seat) if seat in people else f"{seat_letter(seat)} ({kinds[seat]})"
        for seat in range(voice.game.players)
    ]
    return say("players: {players}", players=", ".join(parts))
