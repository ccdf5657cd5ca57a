"""The searching bot: information-set Monte Carlo tree search with chance nodes, for any game.

Every iteration goes down from one of the imagined states. Statistics are shared by all states that look the same to
the searching seat, so a decision never rests on what it cannot know; what follows from a state is worked out once and
kept. From a leaf the seat that decided last plays its turn on as it looks best at first sight, so that positions are
compared at rest; there the game's own evaluation says what they are worth. Everybody is supposed to play for their own
lead.
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
    ChanceSample,
    ChanceSampler,
    SimulatedState,
    observed_action,
    seat_to_move,
    verb_prior,
)
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import Action

MAX_DETERMINIZATIONS: Final = 48
"""So many states are imagined for a view that hides something, and visited by turns."""
HIDDEN_INFO_SAMPLES: Final = 8
"""Where so many imagined states are the same, nothing is hidden that matters."""
EXPLORATION: Final = 1.0
"""How much curiosity weighs against what is known."""
PRIOR_SHARPNESS: Final = 12.0
"""How fast an action that looks worse at first sight is looked into less, over the span of all values seen."""
MIN_PRIOR: Final = 0.1
"""How much an action is looked into that is hardly ever right, beside those that are."""
INITIAL_WIDTH: Final = 24
"""So many actions of a long list are tried at first; a visit more lets one more in."""
MAX_DEPTH: Final = 60
"""No iteration goes deeper than this."""
MAX_ROLLOUT_DECISIONS: Final = 4
"""From a leaf so many decisions at most are played on."""
MAX_STATES: Final = 100_000
"""So many states a search keeps; then it only refines what it knows."""

ShouldStop = Callable[[int, Callable[[], Choice]], bool]
"""Called after every iteration with their number so far and a way to see the choice as it stands; True: stop."""


class ActionStats:
    """One action at a node, as the seat that decides there sees it."""

    __slots__ = ("eager", "guess", "offered", "prior", "total", "visits")

    def __init__(self, guess: float, eager: float) -> None:
        self.guess, self.eager, self.prior = guess, eager, 0.0
        self.visits = self.offered = 0
        self.total = 0.0

    @property
    def mean_value(self) -> float:
        """The lead this action brings; the first guess counts as one visit."""
        return (self.guess + self.total) / (1 + self.visits)


class Node:
    """All positions that look alike to the searching seat after the same actions."""

    __slots__ = ("arms", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Action, ActionStats] = {}
        self.next: dict[object, Node] = {}

    def child(self, seen: object) -> Node:
        """The node after what was seen."""
        node = self.next.get(seen)
        if node is None:
            node = self.next[seen] = Node()
        return node


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Scenes and nodes only point onward, so there is nothing for the collector of cycles to find among thousands."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class MctsSearch:
    """One search from one view; `choice` may be asked at any time."""

    def __init__(self, game: AnyGame, view: Struct, seed: str, *, part: int = 0) -> None:
        self.game, self.view = game, view
        self.key = random_key(seed, view, part=part)
        self.kept = [0]
        self.worlds: list[SimulatedState] = [SimulatedState(game, determinize(game, view, self.key, 0), self.kept)]
        self.seat = seat_to_move(game, self.worlds[0].state)
        self.hides = any(
            determinize(game, view, self.key, at) != self.worlds[0].state for at in range(1, HIDDEN_INFO_SAMPLES)
        )
        self.dice = ChanceSampler(self.key)
        self.root = Node()
        self.iterations = 0
        seats = len(self.worlds[0].leads())
        self.low, self.high = [float("inf")] * seats, [float("-inf")] * seats

    def run(self, watch: ShouldStop) -> Choice:
        """Search until the watch says stop."""
        if len(self.worlds[0].legal()) > 1:
            with _gc_paused():
                while True:
                    self.run_iteration()
                    if watch(self.iterations, self.choice):
                        break
        return self.choice()

    def choice(self) -> Choice:
        """The decision as it stands: most visits, then most value."""
        ranking: list[ActionRank] = []
        for action in self.worlds[0].legal():
            arm = self.root.arms.get(action)
            ranking.append(rank_action(action, arm.visits if arm else 0, arm.mean_value if arm else None))
        return Choice(sort_ranking(ranking), self.iterations, self.kept[0])

    def visit_margin(self) -> int:
        """How much more often the best action was looked into than any other."""
        most = second = 0
        for arm in self.root.arms.values():
            if arm.visits > most:
                most, second = arm.visits, most
            elif arm.visits > second:
                second = arm.visits
        return most - second

    # --- one iteration ----------------------------------------------------------------------------------------------

    def run_iteration(self) -> None:
        """Down from one imagined state to a leaf, and back up with what the leaf is worth."""
        scene, node = self._next_determinization(), self.root
        node.visits += self.iterations == 0  # the root is open from the start
        self.iterations += 1
        path: list[tuple[ActionStats, int]] = []
        nodes = [node]
        while node.visits and scene.seat is not None and len(nodes) < MAX_DEPTH and self._can_expand(scene):
            if isinstance(scene.seat, int):
                action, arm = self._select(scene, node, scene.seat)
                path.append((arm, scene.seat))
                seen = observed_action(self.game, scene.state, action, self.seat)
                scene, node = scene.child(action), node.child(seen)
            else:
                draw = self._sample_chance(scene)
                scene, node = draw.scene, node.child(draw.seen)
            nodes.append(node)
        worth = self._rollout(scene, path[-1][1] if path else self.seat).leads()
        for node in nodes:
            node.visits += 1
        for arm, seat in path:
            arm.visits += 1
            arm.total += worth[seat]

    def _rollout(self, scene: SimulatedState, seat: int) -> SimulatedState:
        """Where a leaf leads when this seat goes on as it looks best, until somebody else decides or chance acts."""
        for _ in range(MAX_ROLLOUT_DECISIONS):
            if scene.seat != seat or not self._can_expand(scene):
                break
            scene = scene.greedy_child(seat)
        return scene

    def _can_expand(self, scene: SimulatedState) -> bool:
        """Once memory is used up, only what is known is visited again."""
        return self.kept[0] < MAX_STATES or scene.is_expanded

    def _next_determinization(self) -> SimulatedState:
        """The next of the imagined states; where nothing is hidden there is only one."""
        at = self.iterations % MAX_DETERMINIZATIONS if self.hides else 0
        if at == len(self.worlds):
            self.worlds.append(SimulatedState(self.game, determinize(self.game, self.view, self.key, at), self.kept))
        return self.worlds[at]

    def _sample_chance(self, scene: SimulatedState) -> ChanceSample:
        """What chance brings: something new while little was drawn here, later what is visited too seldom."""
        draws = scene.draws
        tried = sum(draw.visits for draw in draws)
        if len(draws) * len(draws) <= tried and (self.kept[0] < MAX_STATES or not draws):
            draw = self.dice.sample(scene, self.seat)
            for known in draws:
                if known.seen == draw.seen:
                    known.times += 1
                    known.visits += 1
                    return known
            draws.append(draw)
            return draw
        draw = min(draws, key=lambda each: each.visits / each.times)
        draw.visits += 1
        return draw

    def _select(self, scene: SimulatedState, node: Node, seat: int) -> tuple[Action, ActionStats]:
        """The action to look into: promising by what is known, or too little known."""
        actions = scene.legal()
        if len(actions) > INITIAL_WIDTH:
            actions = actions[: INITIAL_WIDTH + node.visits]
        self._expand(scene, node, seat, actions)
        low, span = self.low[seat], (self.high[seat] - self.low[seat]) or 1.0
        best, chosen, top = None, actions[0], float("-inf")
        for action in actions:
            arm = node.arms[action]
            arm.offered += 1
            visits = arm.visits
            known = ((arm.guess + arm.total) / (1 + visits) - low) / span
            score = known + EXPLORATION * arm.prior * sqrt(arm.offered) / (1 + visits)
            if score > top:
                best, chosen, top = arm, action, score
        assert best is not None
        return chosen, best

    def _expand(self, scene: SimulatedState, node: Node, seat: int, actions: list[Action]) -> None:
        """Try actions not met before: what each is worth at first sight, and how much it is to be looked into."""
        fresh = [action for action in actions if action not in node.arms]
        if not fresh:
            return
        for action in fresh:
            worth = scene.child(action).leads()
            node.arms[action] = ActionStats(worth[seat], verb_prior(self.game, action))
            self._update_value_range(worth)
        best = max(arm.guess for arm in node.arms.values())
        span = (self.high[seat] - self.low[seat]) or 1.0
        for arm in node.arms.values():
            arm.prior = (MIN_PRIOR + arm.eager) / (1 + PRIOR_SHARPNESS * (best - arm.guess) / span)
        whole = sum(arm.prior for arm in node.arms.values())
        for arm in node.arms.values():
            arm.prior /= whole

    def _update_value_range(self, worth: ScoreLeads) -> None:
        """Remember between what everybody's leads move, so that curiosity has a measure in every game."""
        for seat, lead in enumerate(worth):
            if lead < self.low[seat]:
                self.low[seat] = lead
            if lead > self.high[seat]:
                self.high[seat] = lead


def choose(game: AnyGame, view: Struct, seed: str, *, iterations: int) -> Choice:
    """The best action after so many iterations."""
    return MctsSearch(game, view, seed).run(lambda done, _: done >= iterations)


def choose_with_early_stop(game: AnyGame, view: Struct, seed: str, *, iterations: int) -> Choice:
    """The same action, without the iterations that could not change it any more."""
    search = MctsSearch(game, view, seed)
    return search.run(lambda done, _: done >= iterations or search.visit_margin() > iterations - done)
