"""What a worker does: search from a view, decision after decision, as far as the view alone tells how it goes on."""

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

REPORT_SECONDS: Final = 0.2
"""How often a search says how it stands, and asks whether to stop."""

TURN_SEARCH_SECONDS: Final = 10.0
"""So long a worker goes on with further decisions of a turn; they would be the same as another search of their own."""


class SearchTask(Struct, frozen=True):
    """A search to be done: all that a worker is told. It holds a view, never a state."""

    game: str
    view: Raw
    seat: int
    seed: str
    iterations: int | None
    milliseconds: int | None
    part: int = 0
    """Which of several searches of the same view this is; each draws other lots."""
    whole_turn: bool = False
    """Go on with the next decision of the same seat, where the view alone tells what it will be."""


class ViewChoice(Struct, frozen=True):
    """A choice, and the digest of the view it was made for: it holds for that view and no other."""

    view: str
    choice: Choice


class SearchResult(Struct, frozen=True):
    """What a search came to."""

    decisions: tuple[ViewChoice, ...]
    stopped: bool = False


ReportProgress = Callable[[Choice], bool]
"""Told the choice as it stands, with the iterations and nodes of all decisions so far; True: stop."""


def view_digest(view: Struct) -> str:
    """The short name of a view."""
    return blake2b(msgspec.json.encode(view), digest_size=16).hexdigest()


def run_search_task(games: Mapping[str, AnyGame], task: SearchTask, report: ReportProgress) -> SearchResult:
    """Search as the task says."""
    game = games[task.game]
    view: Struct | None = msgspec.json.decode(task.view, type=game.view_type)
    decisions: list[ViewChoice] = []
    stopped = False
    latest = monotonic() + TURN_SEARCH_SECONDS
    while view is not None and not stopped:
        choice = _search_decision(game, view, task, partial(_report_totals, report, decisions))
        stopped = choice.stopped
        decisions.append(ViewChoice(view_digest(view), choice))
        goes_on = task.whole_turn and monotonic() < latest
        view = _next_view(game, view, choice, task.seat) if goes_on else None
    return SearchResult(tuple(decisions), stopped)


def _search_decision(game: AnyGame, view: Struct, task: SearchTask, report: ReportProgress) -> Choice:
    """One decision within the budget."""
    search, began, stopped = MctsSearch(game, view, task.seed, part=task.part), monotonic(), False
    due = began + REPORT_SECONDS
    latest = began + task.milliseconds / 1000 if task.milliseconds is not None else None

    def watch(done: int, so_far: Callable[[], Choice]) -> bool:
        nonlocal due, stopped
        now = monotonic()
        if now >= due:
            due = now + REPORT_SECONDS
            stopped = report(so_far())
        return stopped or done == task.iterations or (latest is not None and now >= latest)

    return replace(search.run(watch), stopped=stopped)


def _report_totals(report: ReportProgress, before: Sequence[ViewChoice], so_far: Choice) -> bool:
    """Tell of a later decision: its figures come on top of those before; the best is that of the first."""
    iterations = sum(each.choice.iterations for each in before) + so_far.iterations
    nodes = sum(each.choice.nodes for each in before) + so_far.nodes
    ranking = before[0].choice.ranking if before else so_far.ranking
    return report(replace(so_far, ranking=ranking, iterations=iterations, nodes=nodes))


def _next_view(game: AnyGame, view: Struct, choice: Choice, seat: int) -> Struct | None:
    """What the seat will see after its choice, if it decides again before chance acts.

    Should something hidden change what it really sees, this decision is made for another view, and nobody uses it.
    """
    state = game.determinize(view, b"")
    after, _ = engine.apply(game, state, parse_notation(game, choice.notation))
    turn = game.turn(after)
    seen: Struct | None = game.view(after, seat) if turn is not None and turn.seat == seat else None
    return seen
