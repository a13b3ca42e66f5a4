"""How a careful player chooses where all win or lose together.

Each move is tried in imagined worlds, and the others' next turns after it, by what they may know then. What a card is
worth in an action is asked of the rules: it is laid at the place in a copy of the world, and the action is played. So
certain gains come first, and a thing told is worth what others then do better than they would have done.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from reglas.bots.measure import Measure, Outlook
from reglas.bots.minds import Mind, Minds
from reglas.bots.outlook import Outlooks, card_moves
from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.play import Game
from reglas.worlds import Raw, World

LATER = 0.9
"""What a gain is worth one turn later."""

INSIGHT = 0.15
"""What it is worth that somebody thinks of a card what it is: for each step that they would be wrong by."""

SAYING = 0.1
"""What saying something is taken to be worth when somebody else does it."""

FAULT = -50.0
"""What a move is worth by which a rule fails."""


@dataclass
class Scene:
    """A world, its outlook, and what each player may think of what they cannot see; what it is worth; and how many
    steps there are to spare for each action that must be paid for."""

    world: World
    outlook: Outlook
    minds: list[Mind]
    worth: float
    spare: tuple[int, ...]

    @cached_property
    def moves(self) -> list[Raw]:
        """The legal moves."""
        return self.world.moves()

    @cached_property
    def counts(self) -> dict[int, tuple[tuple[int, ...], int]]:
        """For players asked about: how many cards of each face they cannot see."""
        return {}


class Together:
    """Values moves in a game that is won or lost together. One is made for each choice: what it keeps is of that."""

    def __init__(self, game: Game, measure: Measure, minds: Minds) -> None:
        self.game, self.measure, self.minds = game, measure, minds
        self.outlooks = Outlooks(measure)
        self._gains: dict[tuple[object, ...], tuple[float, tuple[int, ...]]] = {}
        self._thought: dict[tuple[object, ...], float] = {}
        self._counts: dict[tuple[int, ...], int] = {}

    def scene(self, world: World, minds: list[Mind]) -> Scene:
        """The scene of a world, its outlook made anew."""
        return self._scene(world, self.outlooks.first(world), minds)

    def _scene(self, world: World, outlook: Outlook, minds: list[Mind]) -> Scene:
        spare = self.measure.spare(world)
        return Scene(world, outlook, minds, self.measure.value(world, outlook), spare)

    # -- what a move is worth --------------------------------------------------------------------------------------

    def gain(self, scene: Scene, move: Raw, card: int = 0, face: int = -1) -> float:
        """How much a move changes, if this face lies at the place of its pick `card` (or whatever lies there)."""
        rest = move[:card] + move[card + 1 :] if face >= 0 else move
        key = (scene.outlook.key, face, rest)
        found = self._gains.get(key)
        if found is None:
            found = self._gains[key] = self._gain(scene, move, card, face)
        value, paid = found
        return value + self.measure.freed(scene.spare, paid)

    def _gain(self, scene: Scene, move: Raw, card: int, face: int) -> tuple[float, tuple[int, ...]]:
        """By how much a move changes what the scene is worth, and what there is to spare."""
        then = scene.world.copy()
        if face >= 0:
            then.put(move[card], face, self.minds.hidden[scene.world.actor])
        try:
            then.play(move)
        except RuleFault:
            return FAULT, (0,) * len(scene.spare)
        after = self._scene(then, self.outlooks.after(scene.outlook, then), scene.minds)
        return after.worth - scene.worth, _paid(scene, after)

    def hidden_pick(self, scene: Scene, player: int, move: Raw) -> int:
        """Which value of a move is a card that its player cannot see; 0 when none is."""
        picks = scene.world.alternatives()[move[0]].picks
        zone_of = self.game.machine.evaluator.zone_of
        for number, pick in enumerate(picks, 1):
            if pick.sort == "card" and zone_of[move[number]] in self.minds.hidden[player]:
                return number
        return 0

    def expected(self, scene: Scene, player: int, move: Raw, card: int) -> float:
        """What a move with a hidden card is worth by what its player may think of the card."""
        zone, index = self.game.machine.place(move[card])
        return self.thought(scene, player, move, card, scene.minds[player][zone][index])

    def thought(self, scene: Scene, player: int, move: Raw, card: int, faces: frozenset[int]) -> float:
        """What a move is worth to a player who thinks that its card has one of these faces."""
        counts, number = self.unseen(scene, player)
        key = (scene.outlook.key, number, scene.spare, faces, move[:card], move[card + 1 :])
        found = self._thought.get(key)
        if found is None:
            chances = self.minds.chances(counts, faces)
            found = sum(part * self.gain(scene, move, card, face) for face, part in chances)
            self._thought[key] = found
        return found

    def unseen(self, scene: Scene, player: int) -> tuple[tuple[int, ...], int]:
        """How many cards of each face a player cannot see, and a number for that, by which things are kept."""
        if player not in scene.counts:
            counts = tuple(scene.world.counts(self.minds.hidden[player]))
            scene.counts[player] = counts, self._counts.setdefault(counts, len(self._counts))
        return scene.counts[player]

    # -- what others do --------------------------------------------------------------------------------------------

    def likely(self, scene: Scene, player: int) -> tuple[Raw, bool]:
        """The move that somebody else may be taken to make, and whether it stands for saying anything whatever."""
        best, chosen, said = float("-inf"), scene.moves[0], False
        tried: set[int] = set()
        for move in scene.moves:
            card = self.hidden_pick(scene, player, move)
            if card:
                value = self.expected(scene, player, move, card)
            elif move[0] in tried:
                continue
            else:
                tried.add(move[0])
                value = self.gain(scene, move) + SAYING
            if value > best + 1e-9:
                best, chosen, said = value, move, not card
        return chosen, said

    def step(self, scene: Scene, move: Raw, silent: bool = False) -> Scene:
        """The scene after a move; with `silent` nobody takes in what is said."""
        world, log = scene.world.copy(), list[ev.Event]()
        world.play(move, log)
        if silent:
            log = [event for event in log if not isinstance(event, ev.Told)]
        minds = [self.minds.after(mind, player, log) for player, mind in enumerate(scene.minds)]
        return self._scene(world, self.outlooks.after(scene.outlook, world), minds)

    def follow(self, scene: Scene, me: int) -> float:
        """What comes of the others' next turns."""
        found, weight = 0.0, LATER
        for _ in range(self.game.players - 1):
            player = scene.world.actor
            if player in (-1, me):
                break
            move, said = self.likely(scene, player)
            then = self.step(scene, move, said)
            found += weight * (then.worth - scene.worth + self.measure.freed(scene.spare, _paid(scene, then)))
            scene, weight = then, weight * LATER
        return found

    def insight(self, scene: Scene, after: Scene, me: int) -> float:
        """What it is worth that others think of their cards what they think after a move by which no card moved."""
        if after.outlook.key != scene.outlook.key or after.world.over:
            return 0.0
        minds = Scene(scene.world, scene.outlook, after.minds, scene.worth, scene.spare)
        return INSIGHT * (self.error(scene, me) - self.error(minds, me))

    def error(self, scene: Scene, me: int) -> float:
        """By how much the others are wrong about what their hidden cards are worth, all in all."""
        ways = [m for m in card_moves(scene.world) if self.hidden_pick(scene, scene.world.actor, m)]
        return sum(
            self._wrong(scene, player, zone, ways)
            for player in range(self.game.players)
            for zone in self.minds.hidden[player]
            if player != me and self.game.program.zones[zone].owner == player
        )

    def _wrong(self, scene: Scene, player: int, zone: int, ways: list[Raw]) -> float:
        start, wrong = self.game.program.zones[zone].start, 0.0
        for index, faces in enumerate(scene.minds[player][zone]):
            face = scene.world.cells[start + index]
            wrong += sum(
                abs(self.thought(scene, player, move, 1, faces) - self.gain(scene, move, 1, face)) for move in ways
            )
        return wrong


def _paid(before: Scene, after: Scene) -> tuple[int, ...]:
    """How much more or less there is to spare; nothing matters any more at the end."""
    if after.world.over:
        return (0,) * len(before.spare)
    return tuple(n - m for n, m in zip(after.spare, before.spare, strict=True))
