"""The search bot: information-set Monte Carlo tree search (MCTS) with chance nodes, for any game.

Each iteration descends from one determinization. States that look the same to the searching seat share their
statistics, so a decision never depends on hidden information. At a leaf, the seat that decided last plays on greedily
for a few decisions (rollout), so that leaves are compared between turns. The game's evaluation then gives the value of
the leaf. Every seat is assumed to maximise its own lead.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from typing import Final

from msgspec import Struct

from referee_service.bots.choice import ActionRank, Choice, rank_action, sort_ranking
from referee_service.bots.determinization import determinize, random_key
from referee_service.bots.evaluation import ScoreLeads
from referee_service.bots.simulation import (
    ActionStats,
    Branch,
    ChanceSample,
    ChanceSampler,
    SimulatedState,
    StateTable,
    observed_action,
    seat_to_move,
    verb_prior,
)
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import Action

MAX_DETERMINIZATIONS: Final = 48
"""Number of states that are sampled for a view with hidden information. Iterations use them in turn."""
HIDDEN_INFO_SAMPLES: Final = 8
"""If this many sampled states are equal, the view is assumed to hide nothing."""
EXPLORATION: Final = 1.0
"""Weight of the exploration term of PUCT."""
PRIOR_SHARPNESS: Final = 12.0
"""How quickly the PUCT prior falls as an action's first evaluation drops below the best one."""
MIN_PRIOR: Final = 0.1
"""Added to every verb prior, so that unlikely verbs are examined too."""
INITIAL_WIDTH: Final = 24
"""Number of actions of a long list that are considered at first. Every visit adds one (progressive widening)."""
MAX_DEPTH: Final = 60
"""Maximum depth of one iteration."""
MAX_ROLLOUT_DECISIONS: Final = 4
"""Maximum number of greedy decisions from a leaf."""
MAX_STATES: Final = 100_000
"""Maximum number of states in memory. After that, a search only revisits the states it has."""

ShouldStop = Callable[[int, Callable[[], Choice]], bool]
"""Called after every iteration with the number of iterations and a function that returns the current choice.

Returns True to stop the search.
"""


class Node:
    """All states that look the same to the searching seat after the same observed actions."""

    __slots__ = ("actions", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.actions: dict[Action, ActionStats] = {}
        self.next: dict[object, Node] = {}

    def child(self, seen: object) -> Node:
        """Return the node after an observation."""
        node = self.next.get(seen)
        if node is None:
            node = self.next[seen] = Node()
        return node


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector. A search forms no reference cycles, so a collection would find nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class MctsSearch:
    """One search from one view. `choice` may be called at any time."""

    def __init__(self, game: AnyGame, view: Struct, seed: str, *, part: int = 0) -> None:
        self.game, self.view = game, view
        self.key = random_key(seed, view, part=part)
        self.table = StateTable(game)
        first = self.table.find(determinize(game, view, self.key, 0))
        self.determinizations = [Branch(first)]
        self.seat = seat_to_move(game, first.state)
        self.hides_information = any(
            determinize(game, view, self.key, at) != first.state for at in range(1, HIDDEN_INFO_SAMPLES)
        )
        self.sampler = ChanceSampler(self.key)
        self.root = Node()
        self.iterations = 0
        seats = len(first.leads())
        self.low, self.high = [float("inf")] * seats, [float("-inf")] * seats

    def run(self, should_stop: ShouldStop) -> Choice:
        """Run iterations until `should_stop` returns True, and return the choice. A single legal action needs none."""
        if len(self.determinizations[0].simulated.legal()) > 1:
            with _gc_paused():
                while True:
                    self.run_iteration()
                    if should_stop(self.iterations, self.choice):
                        break
        return self.choice()

    def choice(self) -> Choice:
        """Return the current choice: most visits first, then highest value."""
        ranking: list[ActionRank] = []
        for action in self.determinizations[0].simulated.legal():
            stats = self.root.actions.get(action)
            ranking.append(rank_action(action, stats.visits if stats else 0, stats.mean_value if stats else None))
        return Choice(sort_ranking(ranking), self.iterations, len(self.table.states))

    def visit_margin(self) -> int:
        """Return by how many visits the most visited action leads."""
        most = second = 0
        for stats in self.root.actions.values():
            if stats.visits > most:
                most, second = stats.visits, most
            elif stats.visits > second:
                second = stats.visits
        return most - second

    # --- one iteration ----------------------------------------------------------------------------------------------

    def run_iteration(self) -> None:
        """Descend from one determinization to a leaf, and add the value of the leaf to every node on the path."""
        branch, node = self._next_determinization(), self.root
        node.visits += self.iterations == 0  # the root is open from the start
        self.iterations += 1
        path: list[tuple[ActionStats, int]] = []
        nodes = [node]
        while node.visits and branch.simulated.seat is not None and len(nodes) < MAX_DEPTH and self._can_expand(branch):
            simulated = branch.simulated
            if isinstance(simulated.seat, int):
                action, stats = self._select(branch, node, simulated.seat)
                path.append((stats, simulated.seat))
                seen = observed_action(self.game, simulated.state, action, self.seat)
                branch, node = branch.child(self.table, action), node.child(seen)
            else:
                sample = self._sample_chance(branch)
                branch, node = sample.branch, node.child(sample.seen)
            nodes.append(node)
        leads = self._rollout(branch.simulated, path[-1][1] if path else self.seat).leads()
        for node in nodes:
            node.visits += 1
        for stats, seat in path:
            stats.visits += 1
            stats.total += leads[seat]

    def _rollout(self, simulated: SimulatedState, seat: int) -> SimulatedState:
        """Return the state after greedy decisions of this seat, until another seat or chance is to move."""
        for _ in range(MAX_ROLLOUT_DECISIONS):
            if simulated.seat != seat or not self._can_expand(simulated):
                break
            simulated = self.table.greedy_child(simulated, seat)
        return simulated

    def _can_expand(self, point: Branch | SimulatedState) -> bool:
        """Return whether a state may get children. A full memory allows only states that already have some."""
        return len(self.table.states) < MAX_STATES or point.is_expanded

    def _next_determinization(self) -> Branch:
        """Return the next determinization. A view that hides nothing has a single one."""
        at = self.iterations % MAX_DETERMINIZATIONS if self.hides_information else 0
        if at == len(self.determinizations):
            self.determinizations.append(Branch(self.table.find(determinize(self.game, self.view, self.key, at))))
        return self.determinizations[at]

    def _sample_chance(self, branch: Branch) -> ChanceSample:
        """Return a chance sample: a new one while there are few, later the one with the fewest visits per draw."""
        samples = branch.samples
        tried = sum(sample.visits for sample in samples)
        if len(samples) * len(samples) <= tried and (len(self.table.states) < MAX_STATES or not samples):
            sample = self.sampler.sample(self.table, branch.simulated, self.seat)
            for earlier in samples:
                if earlier.seen == sample.seen:
                    earlier.times += 1
                    earlier.visits += 1
                    return earlier
            samples.append(sample)
            return sample
        sample = min(samples, key=lambda each: each.visits / each.times)
        sample.visits += 1
        return sample

    def _select(self, branch: Branch, node: Node, seat: int) -> tuple[Action, ActionStats]:
        """Return the action with the highest PUCT score, and its statistics."""
        actions, offers = branch.simulated.legal(), branch.offers
        width = min(len(actions), INITIAL_WIDTH + node.visits) if len(actions) > INITIAL_WIDTH else len(actions)
        if len(offers) < width:
            fresh = actions[len(offers) : width]
            self._expand(branch.simulated, node, seat, fresh)
            offers += [(action, node.actions[action]) for action in fresh]
        low, span = self.low[seat], (self.high[seat] - self.low[seat]) or 1.0
        chosen, top = offers[0], float("-inf")
        for offer in offers:
            stats = offer[1]
            stats.offered += 1
            visits = stats.visits
            value = ((stats.first_value + stats.total) / (1 + visits) - low) / span
            score = value + EXPLORATION * stats.prior * sqrt(stats.offered) / (1 + visits)
            if score > top:
                chosen, top = offer, score
        return chosen

    def _expand(self, simulated: SimulatedState, node: Node, seat: int, actions: list[Action]) -> None:
        """Add the statistics of actions that are new to a node: their first evaluation and their normalised prior."""
        fresh = [action for action in actions if action not in node.actions]
        if not fresh:
            return
        for action in fresh:
            leads = self.table.child(simulated, action).leads()
            node.actions[action] = ActionStats(leads[seat], verb_prior(self.game, action))
            self._update_value_range(leads)
        known = node.actions.values()
        best = max([stats.first_value for stats in known])
        span = (self.high[seat] - self.low[seat]) or 1.0
        for stats in known:
            stats.prior = (MIN_PRIOR + stats.verb_prior) / (1 + PRIOR_SHARPNESS * (best - stats.first_value) / span)
        total = sum([stats.prior for stats in known])
        for stats in known:
            stats.prior /= total

    def _update_value_range(self, leads: ScoreLeads) -> None:
        """Track the lowest and highest lead per seat. PUCT normalises values with this range."""
        for seat, lead in enumerate(leads):
            if lead < self.low[seat]:
                self.low[seat] = lead
            if lead > self.high[seat]:
                self.high[seat] = lead


def choose(game: AnyGame, view: Struct, seed: str, *, iterations: int) -> Choice:
    """Pick an action after a fixed number of iterations."""
    return MctsSearch(game, view, seed).run(lambda done, _: done >= iterations)


def choose_with_early_stop(game: AnyGame, view: Struct, seed: str, *, iterations: int) -> Choice:
    """Pick the same action as `choose`, but stop as soon as the remaining iterations cannot change it."""
    search = MctsSearch(game, view, seed)
    return search.run(lambda done, _: done >= iterations or search.visit_margin() > iterations - done)
