"""What a bot looks at: states that look just like its view, what follows from them, and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel import play
from referee_service.kernel.chance import pick
from referee_service.kernel.game import AnyGame, Outcomes
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Seat, State, verb_of
from referee_service.kernel.verbs.pay_cheapest import PayCheapest

Leads = tuple[float, ...]
"""For each seat how many points it is ahead of the best of the others; alone, its points."""


PAY: Final = PayCheapest()
PAY_VERB: Final = verb_of(PAY)
UNSAID: Final = 0.5
"""How often a verb is thought to be right of which the game says nothing."""
GLANCE: Final = 6
"""So many actions of a long list are compared where one is chosen at first sight."""


def key_of(seed: str, view: Struct, *, part: int = 0) -> bytes:
    """The key of all that a bot leaves to chance: it follows from the seed and from what is seen."""
    seen = blake2b(msgspec.json.encode(view), digest_size=32).digest()
    return blake2b(seen + seed.encode("utf-8", "surrogatepass"), key=part.to_bytes(4, "big"), digest_size=32).digest()


def imagined(game: AnyGame, view: Struct, key: bytes, at: int) -> State:
    """One of the states that look just like this view."""
    state: State = game.imagine(view, blake2b(at.to_bytes(8, "big"), key=key, digest_size=32).digest())
    return state


def followed(game: AnyGame, state: State, action: Action) -> State:
    """What follows from an action, in thought: a price that it opens is paid the cheapest way, whoever owes it."""
    state = play.apply(game, state, action)[0]
    while (turn := game.turn(state)) is not None and PAY_VERB in turn.verbs:
        state = play.apply(game, state, PAY)[0]
    return state


def choices(game: AnyGame, state: State) -> list[Action]:
    """Everything the seat to move may do, as bots look at it: what is most often right comes first."""
    return sorted(play.legal_actions(game, state), key=lambda action: -eagerness(game, action))


def eagerness(game: AnyGame, action: Action) -> float:
    """About how often such an action is right where it is open."""
    return game.bot.eager.get(verb_of(action), UNSAID)


def seat_to_move(game: AnyGame, state: State) -> int:
    """The seat that decides here; a bot is only asked where one does."""
    turn = game.turn(state)
    if turn is None or not isinstance(turn.seat, int):
        raise ValueError("nobody is to move here")
    return turn.seat


def leads(game: AnyGame, state: State) -> Leads:
    """How far each seat may expect to be ahead in the end."""
    result = game.result(state)
    points: Sequence[float] = ended(game, result) if result is not None else game.bot.points(state)
    if len(points) == 2 and game.bot.sides is None:
        ahead = points[0] - points[1]
        return (ahead, -ahead)
    sides = game.bot.sides(state) if game.bot.sides is not None else [(seat,) for seat in range(len(points))]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    rivals = game.bot.rivals(state) if game.bot.rivals is not None else ()
    return tuple(_lead(points, side_of, seat, rivals) for seat in range(len(points)))


def ended(game: AnyGame, result: Result) -> Sequence[float]:
    """What the end of a game is worth: its points, and the victory where a game is not won by them."""
    bonus = game.bot.victory
    if not bonus:
        return result.scores
    return [score + bonus * (seat in result.winners) for seat, score in enumerate(result.scores)]


def _lead(points: Sequence[float], side_of: dict[int, int], seat: int, rivals: Sequence[float]) -> float:
    others = [points[other] for other in range(len(points)) if side_of[other] != side_of[seat]]
    return points[seat] - max((*others, *rivals), default=0.0)


class Scene:
    """A state of an imagined world and what follows from it, worked out when first asked for, and once."""

    __slots__ = ("_after", "_best", "_leads", "actions", "draws", "game", "seat", "state", "tally")

    def __init__(self, game: AnyGame, state: State, tally: list[int]) -> None:
        turn = game.turn(state)
        self.game, self.state, self.tally = game, state, tally
        tally[0] += 1  # shared by all scenes of a search: how many are kept
        self.seat: Seat | None = turn.seat if turn is not None else None
        self.actions: list[Action] | None = None
        self.draws: list[Draw] = []
        self._after: dict[Action, Scene] = {}
        self._best: Scene | None = None
        self._leads: Leads | None = None

    def legal(self) -> list[Action]:
        """Everything the seat to move may do."""
        if self.actions is None:
            self.actions = choices(self.game, self.state)
        return self.actions

    def after(self, action: Action) -> Scene:
        """What follows from an action."""
        scene = self._after.get(action)
        if scene is None:
            scene = self._after[action] = Scene(self.game, followed(self.game, self.state, action), self.tally)
        return scene

    def best(self, seat: int) -> Scene:
        """What follows from the action that the seat to move likes best at first sight."""
        if self._best is None:
            self._best = max(map(self.after, self.legal()[:GLANCE]), key=lambda scene: scene.leads()[seat])
        return self._best

    @property
    def is_open(self) -> bool:
        """Whether something that follows was looked at already."""
        return bool(self._after or self.draws)

    def leads(self) -> Leads:
        """What this state is worth to everybody."""
        if self._leads is None:
            self._leads = leads(self.game, self.state)
        return self._leads


class Draw:
    """One thing that chance may have brought, until somebody decides again: what a seat saw of it, and the scene."""

    __slots__ = ("scene", "seen", "times", "visits")

    def __init__(self, scene: Scene, seen: tuple[Action | str, ...]) -> None:
        self.scene, self.seen = scene, seen
        self.times = self.visits = 1


class Dice:
    """Chance inside a bot: a keyed hash of a counter."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes) -> None:
        self.key, self.count = key, 0

    def pick(self, outcomes: Outcomes) -> Action:
        """One of the outcomes, each as likely as its weight."""
        self.count += 1
        return pick(self.key, self.count, outcomes)

    def draw(self, scene: Scene, seat: int) -> Draw:
        """Let chance act until somebody decides; what `seat` sees of it tells the draws apart."""
        game, state, seen = scene.game, scene.state, list[Action | str]()
        while outcomes := play.outcomes(game, state):
            brought = self.pick(outcomes)
            seen.append(sight(game, state, brought, seat))
            state = play.apply(game, state, brought)[0]
        return Draw(Scene(game, state, scene.tally), tuple(seen))


def sight(game: AnyGame, state: State, action: Action, seat: int) -> Action | str:
    """What a seat sees of an action: the action, or the verb alone."""
    verb = game.verb_by_type[type(action)]
    if verb.seen_by is None or play.shown(game, state, action, seat) is not None:
        return action
    return verb.name
