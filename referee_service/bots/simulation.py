"""Simulation: the states of a search with their children, sampled chance, and automatic payments."""

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
"""Prior of a verb without an entry in the game's `verb_priors`."""


GREEDY_WIDTH: Final = 6
"""Number of actions that a rollout compares, in the order of their priors."""


def apply_and_pay(game: AnyGame, state: State, action: Action) -> State:
    """Apply an action in simulation, and pay any price it opens the cheapest way."""
    state = engine.apply(game, state, action)[0]
    while (turn := game.turn(state)) is not None and PAY_VERB in turn.verbs:
        state = engine.apply(game, state, PAY_ACTION)[0]
    return state


def ordered_actions(game: AnyGame, state: State) -> list[Action]:
    """Return the legal actions, those with the highest prior first."""
    return sorted(engine.legal_actions(game, state), key=lambda action: -verb_prior(game, action))


def verb_prior(game: AnyGame, action: Action) -> float:
    """Return the prior of an action: how likely its verb is the right one when it is legal."""
    return game.bot_hints.verb_priors.get(verb_of(action), DEFAULT_PRIOR)


def seat_to_move(game: AnyGame, state: State) -> int:
    """Return the seat to move. Raises ValueError if chance is to move or the game is over."""
    turn = game.turn(state)
    if turn is None or not isinstance(turn.seat, int):
        raise ValueError("no seat is to move in this state")
    return turn.seat


class SimulatedState:
    """A determinized state. Its actions, the states after them and its leads are computed once, on first use."""

    __slots__ = ("_leads", "actions", "after", "game", "greedy", "seat", "state")

    def __init__(self, game: AnyGame, state: State) -> None:
        turn = game.turn(state)
        self.game, self.state = game, state
        self.seat: Seat | None = turn.seat if turn is not None else None
        self.actions: list[Action] | None = None
        self.after: dict[Action, SimulatedState] = {}
        self.greedy: SimulatedState | None = None
        self._leads: ScoreLeads | None = None

    def legal(self) -> list[Action]:
        """Return the legal actions of the seat to move, highest prior first."""
        if self.actions is None:
            self.actions = ordered_actions(self.game, self.state)
        return self.actions

    @property
    def is_expanded(self) -> bool:
        """True if a state after an action exists."""
        return bool(self.after)

    def leads(self) -> ScoreLeads:
        """Return the evaluated lead of each seat."""
        if self._leads is None:
            self._leads = score_leads(self.game, self.state)
        return self._leads


class StateTable:
    """The simulated states of one search. Equal states are one object, so each is evaluated once.

    A state does not refer to its table, so that a search forms no reference cycle.
    """

    __slots__ = ("game", "states")

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.states: dict[State, SimulatedState] = {}

    def find(self, state: State) -> SimulatedState:
        """Return the simulated state of a state. The first call creates it."""
        found = self.states.get(state)
        if found is None:
            found = self.states[state] = SimulatedState(self.game, state)
        return found

    def child(self, parent: SimulatedState, action: Action) -> SimulatedState:
        """Return the state after an action."""
        child = parent.after.get(action)
        if child is None:
            child = parent.after[action] = self.find(apply_and_pay(self.game, parent.state, action))
        return child

    def greedy_child(self, parent: SimulatedState, seat: int) -> SimulatedState:
        """Return the child with the best lead for the seat, among the most likely actions."""
        if parent.greedy is None:
            children = [self.child(parent, action) for action in parent.legal()[:GREEDY_WIDTH]]
            parent.greedy = max(children, key=lambda child: child.leads()[seat])
        return parent.greedy


class ActionStats:
    """Statistics of one action at a node, for the seat that decides there."""

    __slots__ = ("first_value", "offered", "prior", "total", "verb_prior", "visits")

    def __init__(self, first_value: float, verb_prior: float) -> None:
        self.first_value, self.verb_prior, self.prior = first_value, verb_prior, 0.0
        self.visits = self.offered = 0
        self.total = 0.0

    @property
    def mean_value(self) -> float:
        """The mean lead after this action. The first evaluation counts as one visit."""
        return (self.first_value + self.total) / (1 + self.visits)


class Branch:
    """A line of play from one determinization: the state it has reached, and what the search has tried there.

    Two branches may reach the same state. Each has chance samples and offers of its own.
    """

    __slots__ = ("_children", "offers", "samples", "simulated")

    def __init__(self, simulated: SimulatedState) -> None:
        self.simulated = simulated
        self.samples: list[ChanceSample] = []
        self.offers: list[tuple[Action, ActionStats]] = []
        """The actions that the search considers, in the order of the legal list, with the statistics of their node."""
        self._children: dict[Action, Branch] = {}

    def child(self, table: StateTable, action: Action) -> Branch:
        """Return the branch after an action."""
        child = self._children.get(action)
        if child is None:
            child = self._children[action] = Branch(table.child(self.simulated, action))
        return child

    @property
    def is_expanded(self) -> bool:
        """True if a child or a chance sample exists."""
        return bool(self._children or self.samples)


class ChanceSample:
    """One sampled sequence of chance outcomes up to the next decision.

    `seen` is what the searching seat observes of it, and `times` how often it was drawn.
    """

    __slots__ = ("branch", "seen", "times", "visits")

    def __init__(self, branch: Branch, seen: tuple[Action | str, ...]) -> None:
        self.branch, self.seen = branch, seen
        self.times = self.visits = 1


class ChanceSampler:
    """Random outcomes inside a search, from a keyed hash of a counter."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes) -> None:
        self.key, self.count = key, 0

    def pick(self, outcomes: WeightedOutcomes) -> Action:
        """Return one outcome. Its probability is its share of the weights."""
        self.count += 1
        return weighted_choice(self.key, self.count, outcomes)

    def sample(self, table: StateTable, parent: SimulatedState, seat: int) -> ChanceSample:
        """Apply chance outcomes until a seat must decide. Samples that look the same to `seat` have equal `seen`."""
        game, state, seen = table.game, parent.state, list[Action | str]()
        while outcomes := engine.outcomes(game, state):
            outcome = self.pick(outcomes)
            seen.append(observed_action(game, state, outcome, seat))
            state = engine.apply(game, state, outcome)[0]
        return ChanceSample(Branch(table.find(state)), tuple(seen))


def observed_action(game: AnyGame, state: State, action: Action, seat: int) -> Action | str:
    """Return what a seat sees of an action: the action itself, or only its verb."""
    verb = game.verb_by_type[type(action)]
    if verb.visible_to is None or engine.visible_action(game, state, action, seat) is not None:
        return action
    return verb.name
