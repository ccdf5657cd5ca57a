"""Decisions made by searches in the queue: those that are done are taken, the next one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.choice import Choice, Ranked, merged
from referee_service.kernel.game import AnyGame
from referee_service.services.searches import UNDER_WAY, Progress, Searches, Status
from referee_service.services.thinking import Task, view_digest
from referee_service.services.tickets import Ticket, name_of


class NotYet(Exception):
    """A decision that is still being searched for, and how that stands."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(progress.status)
        self.progress = progress


class Searched:
    """Decides by searches in the queue: takes those that are done, asks for the next, and says where it stands."""

    def __init__(
        self, searches: Searches, ticket: Ticket, *, is_wanted: Callable[[], bool], again: bool = False
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
        tasks = {name_of("search", self.ticket.owner, task): task for task in _tasks(game, view, self.ticket)}
        stands = [self._look(name, task) for name, task in tasks.items()]
        self.waiting = [name for name, each in zip(tasks, stands, strict=True) if each.status in UNDER_WAY]
        thoughts = [each.thought for each in stands if each.thought is not None and not each.thought.stopped]
        if len(thoughts) < len(stands):
            raise NotYet(self._together(stands))
        choices = [thought.decisions[0].choice for thought in thoughts]
        self.known[view_digest(view)] = merged(choices) if len(choices) > 1 else choices[0]
        for later in thoughts[0].decisions[1:]:
            self.known[later.view] = later.choice

    def _look(self, name: str, task: Task) -> Progress:
        """How one search stands; asked for where nobody has, and again where it was cut short or failed."""
        stands = self.searches.look(name)
        if self.ticket.stopped:
            return stands or Progress("stopped")
        if stands is not None and not _is_cut(stands) and not (self.again and stands.status == "failed"):
            return stands
        if not self.is_wanted():  # it was stopped in this moment
            return stands or Progress("stopped")
        self.searches.put(name, task, self.ticket.owner)
        return Progress("queued")

    def _together(self, stands: list[Progress]) -> Progress:
        """Several searches as one: the best is that of the one that looked furthest."""
        figures = [_figures(each) for each in stands]
        iterations, nodes = (sum(each) for each in zip((self.iterations, self.nodes), *figures, strict=True))
        furthest = stands[figures.index(max(figures))]
        failed = next((each for each in stands if each.status == "failed"), None)
        status: Status = "queued" if all(each.status == "queued" for each in stands) else "running"
        if failed is not None:
            status = "failed"
        elif self.ticket.stopped:
            status = "stopped"
        return Progress(status, iterations, nodes, _best(furthest), failure=failed.failure if failed else None)


def _is_cut(progress: Progress) -> bool:
    """Whether somebody stopped this search before it was done."""
    return progress.status == "stopped" or (progress.thought is not None and progress.thought.stopped)


def _figures(progress: Progress) -> tuple[int, int]:
    """The iterations and the nodes of one search."""
    if progress.thought is None:
        return progress.iterations, progress.nodes
    choices = [each.choice for each in progress.thought.decisions]
    return sum(choice.iterations for choice in choices), sum(choice.nodes for choice in choices)


def _best(progress: Progress) -> Ranked | None:
    return progress.best if progress.thought is None else progress.thought.decisions[0].choice.ranking[0]


def _tasks(game: AnyGame, view: Struct, ticket: Ticket) -> Iterator[Task]:
    """The searches of one decision; several share the iterations and each uses all of the time."""
    wanted, parts = ticket.wanted, ticket.wanted.workers
    for part in range(parts):
        share = None if wanted.iterations is None else (wanted.iterations + part) // parts
        yield Task(
            game=game.name,
            view=Raw(msgspec.json.encode(view)),
            seat=ticket.seat,
            seed=wanted.seed,
            iterations=max(1, share) if share is not None else None,
            milliseconds=wanted.milliseconds,
            part=part,
            whole_turn=wanted.until == "turn_end" and parts == 1,
        )
