"""Search tasks: a worker searches from a view, and continues the turn as far as the view determines it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from time import monotonic
from typing import Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from referee_service.bots.choice import Choice
from referee_service.bots.mcts import MctsSearch
from referee_service.kernel import engine
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.struct_types import prepare_type

REPORT_SECONDS: Final = 0.2
"""Time between two progress reports of a search. Each report also returns whether to stop."""

TURN_SEARCH_SECONDS: Final = 10.0
"""Time after which a search returns its choices. The rest of the turn is then a new search."""


@prepare_type
class SearchTask(Struct, frozen=True):
    """The input of a search. It holds a view, never a state, so a search receives no hidden information."""

    game: str
    view: Raw
    seat: int
    seed: str
    iterations: int | None
    milliseconds: int | None
    part: int = 0
    """Number of this search among several that share one view. Each uses different random choices."""
    whole_turn: bool = False
    """Whether to continue with the next decision of the same seat, if the view determines it."""


class ViewChoice(Struct, frozen=True):
    """A choice, and the digest of the view it was made for. It is valid for that view only."""

    view: str
    choice: Choice


@prepare_type
class SearchResult(Struct, frozen=True):
    """The result of a search: one choice, or several of a turn. `stopped` is true if it ended before its budget."""

    choices: tuple[ViewChoice, ...]
    stopped: bool = False


ReportProgress = Callable[[Choice], bool]
"""Callback with the current choice. Its `iterations` and `nodes` (simulated states created) are totals of the task.

Returns True to stop the search.
"""


def view_digest(view: Struct) -> str:
    """Return the BLAKE2b-128 hex digest of a view."""
    return blake2b(msgspec.json.encode(view), digest_size=16).hexdigest()


def run_search_task(games: Mapping[str, AnyGame], task: SearchTask, report: ReportProgress) -> SearchResult:
    """Run a search task and return its choices. `report` is called every REPORT_SECONDS."""
    game = games[task.game]
    view: Struct | None = msgspec.json.decode(task.view, type=game.view_type)
    decisions: list[ViewChoice] = []
    stopped = False
    deadline = monotonic() + TURN_SEARCH_SECONDS
    while view is not None and not stopped:
        choice = _search_decision(game, view, task, partial(_report_totals, report, decisions))
        stopped = choice.stopped
        decisions.append(ViewChoice(view_digest(view), choice))
        continues = task.whole_turn and monotonic() < deadline
        view = _next_view(game, view, choice, task.seat) if continues else None
    return SearchResult(tuple(decisions), stopped)


def _search_decision(game: AnyGame, view: Struct, task: SearchTask, report: ReportProgress) -> Choice:
    """Search one decision within the budget of the task."""
    search, start, stopped = MctsSearch(game, view, task.seed, part=task.part), monotonic(), False
    next_report = start + REPORT_SECONDS
    deadline = start + task.milliseconds / 1000 if task.milliseconds is not None else None

    def should_stop(iterations: int, current_choice: Callable[[], Choice]) -> bool:
        nonlocal next_report, stopped
        now = monotonic()
        if now >= next_report:
            next_report = now + REPORT_SECONDS
            stopped = report(current_choice())
        return stopped or iterations == task.iterations or (deadline is not None and now >= deadline)

    return replace(search.run(should_stop), stopped=stopped)


def _report_totals(report: ReportProgress, earlier: Sequence[ViewChoice], choice: Choice) -> bool:
    """Report a choice with the counts of earlier ones added, and with the ranking of the first."""
    iterations = sum(each.choice.iterations for each in earlier) + choice.iterations
    nodes = sum(each.choice.nodes for each in earlier) + choice.nodes
    ranking = earlier[0].choice.ranking if earlier else choice.ranking
    return report(replace(choice, ranking=ranking, iterations=iterations, nodes=nodes))


def _next_view(game: AnyGame, view: Struct, choice: Choice, seat: int) -> Struct | None:
    """Return the view of the seat after its choice, or None unless the same seat decides again before chance acts.

    Hidden information may give the seat another view in the real match. Then the job does not use the next choice,
    because it names the wrong view.
    """
    state = game.determinize(view, b"")
    after, _ = engine.apply(game, state, parse_notation(game, choice.notation))
    turn = game.turn(after)
    next_view: Struct | None = game.view(after, seat) if turn is not None and turn.seat == seat else None
    return next_view
