"""Simulation: cached children of a state, sampled chance, and payments made automatically."""

from __future__ import annotations

from typing import Final

from referee_service.bots.evaluation import ScoreLeads, score_leads
from referee_service.kernel import engine
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.game import AnyGame, WeightedOutcomes
from referee_service.kernel.state import Action, Seat, State, verb_of

PAY_ACTION: Final = PayCheapest()


PAY_VERB: Final = verb_of(PAY_ACTION)


DEFAULT_PRIOR: Final = 0.5
"""How often a verb is thought to be right of which the game says nothing."""


GREEDY_WIDTH: Final = 6
"""So many actions of a long list are compared where one is chosen at first sight."""


def apply_and_pay(game: AnyGame, state: State, action: Action) -> State:
    """What follows from an action, in thought: a price that it opens is paid the cheapest way, whoever owes it."""
    state = engine.apply(game, state, action)[0]
    while (turn := game.turn(state)) is not None and PAY_VERB in turn.verbs:
        state = engine.apply(game, state, PAY_ACTION)[0]
    return state


def ordered_actions(game: AnyGame, state: State) -> list[Action]:
    """Everything the seat to move may do, as bots look at it: what is most often right comes first."""
    return sorted(engine.legal_actions(game, state), key=lambda action: -verb_prior(game, action))


def verb_prior(game: AnyGame, action: Action) -> float:
    """About how often such an action is right where it is open."""
    return game.bot_hints.verb_priors.get(verb_of(action), DEFAULT_PRIOR)


def seat_to_move(game: AnyGame, state: State) -> int:
    """The seat that decides here; a bot is only asked where one does."""
    turn = game.turn(state)
    if turn is None or not isinstance(turn.seat, int):
        raise ValueError("nobody is to move here")
    return turn.seat


class SimulatedState:
    """A state of an imagined world and what follows from it, worked out when first asked for, and once."""

    __slots__ = ("_after", "_best", "_leads", "actions", "draws", "game", "seat", "state", "tally")

    def __init__(self, game: AnyGame, state: State, tally: list[int]) -> None:
        turn = game.turn(state)
        self.game, self.state, self.tally = game, state, tally
        tally[0] += 1  # shared by all scenes of a search: how many are kept
        self.seat: Seat | None = turn.seat if turn is not None else None
        self.actions: list[Action] | None = None
        self.draws: list[ChanceSample] = []
        self._after: dict[Action, SimulatedState] = {}
        self._best: SimulatedState | None = None
        self._leads: ScoreLeads | None = None

    def legal(self) -> list[Action]:
        """Everything the seat to move may do."""
        if self.actions is None:
            self.actions = ordered_actions(self.game, self.state)
        return self.actions

    def child(self, action: Action) -> SimulatedState:
        """What follows from an action."""
        scene = self._after.get(action)
        if scene is None:
            scene = self._after[action] = SimulatedState(
                self.game, apply_and_pay(self.game, self.state, action), self.tally
            )
        return scene

    def greedy_child(self, seat: int) -> SimulatedState:
        """What follows from the action that the seat to move likes best at first sight."""
        if self._best is None:
            self._best = max(map(self.child, self.legal()[:GREEDY_WIDTH]), key=lambda scene: scene.leads()[seat])
        return self._best

    @property
    def is_expanded(self) -> bool:
        """Whether something that follows was looked at already."""
        return bool(self._after or self.draws)

    def leads(self) -> ScoreLeads:
        """What this state is worth to everybody."""
        if self._leads is None:
            self._leads = score_leads(self.game, self.state)
        return self._leads


class ChanceSample:
    """One thing that chance may have brought, until somebody decides again: what a seat saw of it, and the scene."""

    __slots__ = ("scene", "seen", "times", "visits")

    def __init__(self, scene: SimulatedState, seen: tuple[Action | str, ...]) -> None:
        self.scene, self.seen = scene, seen
        self.times = self.visits = 1


class ChanceSampler:
    """Chance inside a bot: a keyed hash of a counter."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes) -> None:
        self.key, self.count = key, 0

    def pick(self, outcomes: WeightedOutcomes) -> Action:
        """One of the outcomes, each as likely as its weight."""
        self.count += 1
        return weighted_choice(self.key, self.count, outcomes)

    def sample(self, scene: SimulatedState, seat: int) -> ChanceSample:
        """Let chance act until somebody decides; what `seat` sees of it tells the draws apart."""
        game, state, seen = scene.game, scene.state, list[Action | str]()
        while outcomes := engine.outcomes(game, state):
            brought = self.pick(outcomes)
            seen.append(observed_action(game, state, brought, seat))
            state = engine.apply(game, state, brought)[0]
        return ChanceSample(SimulatedState(game, state, scene.tally), tuple(seen))


def observed_action(game: AnyGame, state: State, action: Action, seat: int) -> Action | str:
    """What a seat sees of an action: the action, or the verb alone."""
    verb = game.verb_by_type[type(action)]
    if verb.visible_to is None or engine.visible_action(game, state, action, seat) is not None:
        return action
    return verb.name
