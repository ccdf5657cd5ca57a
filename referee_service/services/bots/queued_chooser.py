"""Decisions made by searches in the queue: those that are done are taken, the next one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.choice import ActionRank, Choice, merge_choices
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.jobs import JobSpec, stable_id
from referee_service.services.bots.queue import ACTIVE_STATUSES, SearchProgress, SearchQueue, Status
from referee_service.services.bots.search_task import SearchTask, view_digest


class SearchPending(Exception):
    """A decision that is still being searched for, and how that stands."""

    def __init__(self, progress: SearchProgress) -> None:
        super().__init__(progress.status)
        self.progress = progress


class QueuedChooser:
    """Decides by searches in the queue: takes those that are done, asks for the next, and says where it stands."""

    def __init__(
        self, searches: SearchQueue, ticket: JobSpec, *, is_wanted: Callable[[], bool], again: bool = False
    ) -> None:
        self.searches, self.ticket, self.is_wanted, self.again = searches, ticket, is_wanted, again
        self.known: dict[str, Choice] = {}
        self.waiting: list[str] = []
        self.iterations = self.nodes = 0

    def __call__(self, game: AnyGame, view: Struct) -> Choice:
        seen = view_digest(view)
        if seen not in self.known:
            self._search(game, view)
        choice = self.known[seen]
        self.iterations += choice.iterations
        self.nodes += choice.nodes
        return choice

    def _search(self, game: AnyGame, view: Struct) -> None:
        """What the searches of this view came to; NotYet while one of them is under way."""
        tasks = {stable_id("search", self.ticket.client_id, task): task for task in _tasks(game, view, self.ticket)}
        stands = [self._progress_of(name, task) for name, task in tasks.items()]
        self.waiting = [name for name, each in zip(tasks, stands, strict=True) if each.status in ACTIVE_STATUSES]
        thoughts = [each.result for each in stands if each.result is not None and not each.result.stopped]
        if len(thoughts) < len(stands):
            raise SearchPending(self._combined_progress(stands))
        choices = [thought.decisions[0].choice for thought in thoughts]
        self.known[view_digest(view)] = merge_choices(choices) if len(choices) > 1 else choices[0]
        for later in thoughts[0].decisions[1:]:
            self.known[later.view] = later.choice

    def _progress_of(self, name: str, task: SearchTask) -> SearchProgress:
        """How one search stands; asked for where nobody has, and again where it was cut short or failed."""
        stands = self.searches.progress(name)
        if self.ticket.stopped:
            return stands or SearchProgress("stopped")
        if stands is not None and not _was_stopped(stands) and not (self.again and stands.status == "failed"):
            return stands
        if not self.is_wanted():  # it was stopped in this moment
            return stands or SearchProgress("stopped")
        self.searches.enqueue(name, task, self.ticket.client_id)
        return SearchProgress("queued")

    def _combined_progress(self, stands: list[SearchProgress]) -> SearchProgress:
        """Several searches as one: the best is that of the one that looked furthest."""
        figures = [_counts(each) for each in stands]
        iterations, nodes = (sum(each) for each in zip((self.iterations, self.nodes), *figures, strict=True))
        furthest = stands[figures.index(max(figures))]
        failed = next((each for each in stands if each.status == "failed"), None)
        status: Status = "queued" if all(each.status == "queued" for each in stands) else "running"
        if failed is not None:
            status = "failed"
        elif self.ticket.stopped:
            status = "stopped"
        return SearchProgress(status, iterations, nodes, _best(furthest), failure=failed.failure if failed else None)


def _was_stopped(progress: SearchProgress) -> bool:
    """Whether somebody stopped this search before it was done."""
    return progress.status == "stopped" or (progress.result is not None and progress.result.stopped)


def _counts(progress: SearchProgress) -> tuple[int, int]:
    """The iterations and the nodes of one search."""
    if progress.result is None:
        return progress.iterations, progress.nodes
    choices = [each.choice for each in progress.result.decisions]
    return sum(choice.iterations for choice in choices), sum(choice.nodes for choice in choices)


def _best(progress: SearchProgress) -> ActionRank | None:
    return progress.best if progress.result is None else progress.result.decisions[0].choice.ranking[0]


def _tasks(game: AnyGame, view: Struct, ticket: JobSpec) -> Iterator[SearchTask]:
    """The searches of one decision; several share the iterations and each uses all of the time."""
    wanted, parts = ticket.request, ticket.request.workers
    for part in range(parts):
        share = None if wanted.iterations is None else (wanted.iterations + part) // parts
        yield SearchTask(
            game=game.name,
            view=Raw(msgspec.json.encode(view)),
            seat=ticket.seat,
            seed=wanted.seed,
            iterations=max(1, share) if share is not None else None,
            milliseconds=wanted.milliseconds,
            part=part,
            whole_turn=wanted.until == "turn_end" and parts == 1,
        )
