"""The searches for one choice: their tasks, their merged result, and their common progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.choice import ActionRank, Choice, merge_choices
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.jobs import BotJob, JobSpec, stable_id
from referee_service.services.bots.queue import ACTIVE_STATUSES, SearchProgress, Status
from referee_service.services.bots.search_task import SearchResult, SearchTask, ViewChoice


def search_tasks(game: AnyGame, view: Struct, spec: JobSpec, id_key: bytes) -> dict[str, SearchTask]:
    """Return the tasks of one choice by search id. Equal tasks of one client share a search.

    A guarded match has its own key, because a search that is shared with another match answers at once and so confirms
    a guess of the view.
    """
    return {stable_id("search", spec.client_id, task, key=id_key): task for task in _tasks(game, view, spec)}


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


def is_missing(progress: SearchProgress | None, *, retry_failed: bool) -> bool:
    """Return whether a job needs a search that has no complete result. One that failed may be given up."""
    if progress is not None and progress.status == "failed":
        return retry_failed
    return progress is None or progress.result is None or progress.result.stopped


def after_enqueue(progress: SearchProgress | None, *, retry_failed: bool) -> SearchProgress | None:
    """Return the progress of a search after it was enqueued: queued, unless it was in progress or has finished."""
    is_active = progress is not None and progress.status in ACTIVE_STATUSES
    return SearchProgress("queued") if is_missing(progress, retry_failed=retry_failed) and not is_active else progress


def complete_results(progresses: Sequence[SearchProgress | None]) -> list[SearchResult] | None:
    """Return the results of all searches, or None if one is missing or was stopped before it used its budget."""
    results = [each.result for each in progresses if each is not None and each.result is not None]
    is_complete = len(results) == len(progresses) and not any(result.stopped for result in results)
    return results if is_complete else None


def merged_choice(results: Sequence[SearchResult]) -> tuple[Choice, tuple[ViewChoice, ...]]:
    """Return the common choice of searches, and the choices that the first one made for later views."""
    choices = [result.choices[0].choice for result in results]
    return merge_choices(choices) if len(choices) > 1 else choices[0], results[0].choices[1:]


def job_progress(job: BotJob, progresses: Sequence[SearchProgress | None]) -> SearchProgress:
    """Return the progress of a job from that of its latest searches.

    Counts are those of the choices and of the searches for the next one. `best` comes from the search with most
    iterations.
    """
    known = [each if each is not None else SearchProgress("queued") for each in progresses]
    counts = [_counts(each) for each in known if not job.is_searched]
    iterations = sum(choice.iterations for choice in job.choices) + sum(count for count, _ in counts)
    nodes = sum(choice.nodes for choice in job.choices) + sum(count for _, count in counts)
    best = _best(known[counts.index(max(counts))]) if counts else None
    failed = next((each for each in known if each.status == "failed"), None)
    if failed is not None:
        return SearchProgress("failed", iterations, nodes, best, failure=failed.failure)
    return SearchProgress(_status(job, known), iterations, nodes, best)


def _status(job: BotJob, progresses: Sequence[SearchProgress]) -> Status:
    if job.finished:
        return "finished"
    if job.stopped:
        return "stopped"
    is_queued = bool(progresses) and all(each.status == "queued" for each in progresses)
    return "queued" if is_queued else "running"


def waiting_searches(job: BotJob, progresses: Sequence[SearchProgress | None]) -> list[str]:
    """Return the ids of the searches of a job that have not ended."""
    return [
        search_id
        for search_id, progress in zip(job.searches, progresses, strict=True)
        if progress is None or progress.status in ACTIVE_STATUSES
    ]


def _counts(progress: SearchProgress) -> tuple[int, int]:
    """Return the iterations of one search, and its nodes (simulated states created)."""
    if progress.result is None:
        return progress.iterations, progress.nodes
    choices = [each.choice for each in progress.result.choices]
    return sum(choice.iterations for choice in choices), sum(choice.nodes for choice in choices)


def _best(progress: SearchProgress) -> ActionRank | None:
    return progress.best if progress.result is None else progress.result.choices[0].choice.ranking[0]
