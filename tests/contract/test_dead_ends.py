"""Contract of dead ends: a search that prefers scarce states finds none without a legal action.

Random play has plenty of pieces most of the time. The search takes the questions in turn. Of each question it follows
the state with the fewest legal actions and the poorest deciding seat, and it edits possible states towards scarcity.
"""

import dataclasses
import random
from collections import defaultdict
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import count

import msgspec
import pytest

from referee_service.kernel.bags import size_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import apply, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.state import CHANCE, Action, State
from tests.contract.playthroughs import each_game, sampled_plies
from tests.games.forgeries import randomly_edited
from tests.kernel.toy import GAME as TOY
from tests.kernel.toy.actions.rest import Rest

STATES, SOAK_STATES = 2_000, 100_000
"""Number of distinct states per game: in every run, and in the long campaign."""
MAX_CHILDREN = 12
"""How many legal actions of one state are followed at most, so that the search gets deep."""
EDITS_PER_STATE = 2
RANDOM_SHARE = 0.2
"""Share of steps that follow a random state instead of the scarcest one, so that the search leaves a corner."""


def wealth(part: object) -> int:
    """Return how much a part of a state holds: the sum of its numbers, and one for each name."""
    match part:
        case bool():
            return 0
        case int():
            return abs(part)
        case str():
            return bool(part)
        case list() | tuple():
            return sum(map(wealth, part))
        case dict():
            return sum(map(wealth, part.values()))
    return 0


def scarcity(game: AnyGame, state: State, legal: list[Action]) -> int:
    """Return the rank of a state in the search: few legal actions and a poor seat come first."""
    turn = game.turn(state)
    seats = range(len(state.players)) if turn is None or turn.seat == CHANCE else (turn.seat,)
    return 3 * len(legal) + min(wealth(msgspec.to_builtins(state.players[seat])) for seat in seats)


class DeadEndSearch:
    """A search for states of one game without a legal action, or that the audit refuses."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game, self.rng, self.order = game, random.Random(f"{game.name} {seed}"), count()
        self.seen: set[State] = set()
        self.frontier: dict[str, list[tuple[int, int, State]]] = defaultdict(list)
        self.donors: list[State] = []
        for seats in game.seats:
            for ply in sampled_plies(game, seats, each=2):
                self.donors.append(ply.before.state)
                self.visit(ply.before.state, "a random game")

    def visit(self, state: State, origin: str) -> None:
        """Check a state that the search has not seen yet, and keep it for later if the game is not over."""
        if state in self.seen:
            return
        self.seen.add(state)
        faults, turn, legal = list(self.game.audit(state)), self.game.turn(state), legal_actions(self.game, state)
        assert not faults, f"{origin} leads to an impossible state: {faults[0]}\n{self.shown(state)}"
        assert turn is None or legal, f"{origin} leads to a dead end at {turn.question}\n{self.shown(state)}"
        if turn is not None:
            heappush(self.frontier[turn.question], (scarcity(self.game, state, legal), next(self.order), state))

    def shown(self, state: State) -> str:
        """Return a state as JSON, so that a finding can be played again."""
        return encode(Match(self.game.name, self.game.ruleset, Chance("table", ""), 0, state)).decode()

    def next_states(self) -> Iterator[State]:
        """Yield, for each question, the scarcest state that was not followed yet, and sometimes a random one."""
        for heap in [heap for heap in self.frontier.values() if heap]:
            if self.rng.random() < RANDOM_SHARE:
                at = self.rng.randrange(len(heap))
                heap[at], heap[-1] = heap[-1], heap[at]
                yield heap.pop()[2]
                heapify(heap)
            else:
                yield heappop(heap)[2]

    def scarcer_states(self, state: State) -> Iterator[State]:
        """Yield edited states that are possible and hold less than this one."""
        for _ in range(EDITS_PER_STATE):
            edited = randomly_edited(self.game, state, self.rng.choice(self.donors), self.rng)
            if edited is None or list(self.game.audit(edited)):
                continue
            if wealth(msgspec.to_builtins(edited.players)) < wealth(msgspec.to_builtins(state.players)):
                yield edited

    def run(self, states: int) -> None:
        """Follow states until this many distinct ones are checked."""
        while len(self.seen) < states and any(self.frontier.values()):
            for state in self.next_states():
                legal = legal_actions(self.game, state)
                for action in self.rng.sample(legal, min(MAX_CHILDREN, len(legal))):
                    self.visit(apply(self.game, state, action)[0], f"{action} in {state.pending[-1:]}")
                for edited in self.scarcer_states(state):
                    self.visit(edited, "an edit")


def test_the_search_finds_a_planted_dead_end():
    def no_rest_without_cards(state):
        return [] if size_of(state.active_player.hand) == 0 else [Rest()]

    rest = dataclasses.replace(TOY.verbs["rest"], candidates=no_rest_without_cards)
    game = dataclasses.replace(TOY, verbs={**TOY.verbs, "rest": rest})
    with pytest.raises(AssertionError, match="leads to a dead end at trade"):
        DeadEndSearch(game, seed=0).run(STATES)


@each_game
def test_no_scarce_state_is_a_dead_end(game, record_property):
    search_and_report(game, STATES, record_property)


@pytest.mark.soak
@each_game
def test_no_state_of_a_long_search_is_a_dead_end(game, record_property):
    search_and_report(game, SOAK_STATES, record_property)


def search_and_report(game: AnyGame, states: int, record_property) -> None:
    """Search this many states of a game, and record how many questions they had."""
    search = DeadEndSearch(game, seed=states)
    search.run(states)
    found = f"{len(search.seen):,} states of {len(search.frontier)} questions searched for dead ends"
    record_property("figures", f"{game.name}: {found}")
    assert len(search.seen) >= min(states, 500)
