"""Chooser on top of the search queue: uses finished searches and enqueues the next one."""

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
    """Raised if a choice has no complete search result yet. It has the progress of the search."""

    def __init__(self, progress: SearchProgress) -> None:
        super().__init__(progress.status)
        self.progress = progress


class QueuedChooser:
    """Chooser that takes its choices from the searches of one job.

    It enqueues missing searches while `is_active()` returns True, and failed ones only if `retry_failed` is set.
    `waiting` has the ids of searches in progress; `iterations` and `nodes` are totals of the returned choices.
    """

    def __init__(
        self, searches: SearchQueue, spec: JobSpec, *, is_active: Callable[[], bool], retry_failed: bool = False
    ) -> None:
        self.searches, self.spec, self.is_active, self.retry_failed = searches, spec, is_active, retry_failed
        self.choice_by_view: dict[str, Choice] = {}
        self.waiting: list[str] = []
        self.iterations = self.nodes = 0

    def __call__(self, game: AnyGame, view: Struct) -> Choice:
        """Return the choice for a view. Raises SearchPending if a search for it is not finished."""
        digest = view_digest(view)
        if digest not in self.choice_by_view:
            self._search(game, view)
        choice = self.choice_by_view[digest]
        self.iterations += choice.iterations
        self.nodes += choice.nodes
        return choice

    def _search(self, game: AnyGame, view: Struct) -> None:
        """Collect the results of the searches of a view. Raises SearchPending if one is missing."""
        tasks = {stable_id("search", self.spec.client_id, task): task for task in _tasks(game, view, self.spec)}
        progresses = [self._progress_of(search_id, task) for search_id, task in tasks.items()]
        self.waiting = [
            search_id for search_id, each in zip(tasks, progresses, strict=True) if each.status in ACTIVE_STATUSES
        ]
        results = [each.result for each in progresses if each.result is not None and not each.result.stopped]
        if len(results) < len(progresses):
            raise SearchPending(self._combined_progress(progresses))
        choices = [result.choices[0].choice for result in results]
        self.choice_by_view[view_digest(view)] = merge_choices(choices) if len(choices) > 1 else choices[0]
        for later in results[0].choices[1:]:
            self.choice_by_view[later.view] = later.choice

    def _progress_of(self, search_id: str, task: SearchTask) -> SearchProgress:
        """Return the progress of one search. Enqueue it if it is unknown, was stopped, or failed and may be retried."""
        progress = self.searches.progress(search_id)
        if self.spec.stopped:
            return progress or SearchProgress("stopped")
        may_retry = self.retry_failed and progress is not None and progress.status == "failed"
        if progress is not None and not _was_stopped(progress) and not may_retry:
            return progress
        if not self.is_active():  # another request has stopped the job since it was loaded
            return progress or SearchProgress("stopped")
        self.searches.enqueue(search_id, task, self.spec.client_id)
        return SearchProgress("queued")

    def _combined_progress(self, progresses: list[SearchProgress]) -> SearchProgress:
        """Merge the progress of several searches: counts are added, `best` comes from the one with most iterations."""
        counts = [_counts(each) for each in progresses]
        iterations, nodes = (sum(each) for each in zip((self.iterations, self.nodes), *counts, strict=True))
        furthest = progresses[counts.index(max(counts))]
        failed = next((each for each in progresses if each.status == "failed"), None)
        status: Status = "queued" if all(each.status == "queued" for each in progresses) else "running"
        if failed is not None:
            status = "failed"
        elif self.spec.stopped:
            status = "stopped"
        return SearchProgress(status, iterations, nodes, _best(furthest), failure=failed.failure if failed else None)


def _was_stopped(progress: SearchProgress) -> bool:
    """Return whether a search was stopped before it used its budget."""
    return progress.status == "stopped" or (progress.result is not None and progress.result.stopped)


def _counts(progress: SearchProgress) -> tuple[int, int]:
    """Return the iterations of one search, and its nodes (simulated states created)."""
    if progress.result is None:
        return progress.iterations, progress.nodes
    choices = [each.choice for each in progress.result.choices]
    return sum(choice.iterations for choice in choices), sum(choice.nodes for choice in choices)


def _best(progress: SearchProgress) -> ActionRank | None:
    return progress.best if progress.result is None else progress.result.choices[0].choice.ranking[0]


def _tasks(game: AnyGame, view: Struct, spec: JobSpec) -> Iterator[SearchTask]:
    """Yield the search tasks of one choice. Several tasks share the iterations, and each uses the whole time."""
    request, parts = spec.request, spec.request.workers
    for part in range(parts):
        share = None if request.iterations is None else (request.iterations + part) // parts
        yield SearchTask(
            game=game.name,
            view=Raw(msgspec.json.encode(view)),
            seat=spec.seat,
            seed=request.seed,
            iterations=max(1, share) if share is not None else None,
            milliseconds=request.milliseconds,
            part=part,
            whole_turn=request.until == "turn_end" and parts == 1,
        )
