"""The verb `take_workers`: use a die of any value, or a castle's action, to take workers."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.places import Group
from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.state import Action, Seat
from referee_service.kernel.tuples import with_player

from ..dice import die_objections, spend_die, usable_dice
from ..fields import Die
from ..state import State, rule_number


class TakeWorkers(Action, frozen=True, tag="take_workers"):
    """Take workers from the supply, with a die of any value or with a castle's action."""

    die: Die


def candidates(state: State) -> list[TakeWorkers]:
    """Return one action per usable die."""
    return [TakeWorkers(die) for die in usable_dice(state)]


def objections(state: State, action: TakeWorkers) -> Iterator[Refusal]:
    """Yield every reason why this die may not be used. Its value does not matter."""
    yield from die_objections(state, action.die, action.die or 0)


def apply(state: State, action: TakeWorkers) -> State:
    """Give workers from the supply, which is unlimited."""
    seat = state.active_seat
    state = spend_die(state, action.die, action.die or 0)
    workers = rule_number(state, state.active_player, "workers_taken")
    state = with_player(state, seat, workers=state.active_player.workers + workers)
    return emit(state, "workers_taken", seat, workers=workers)


def facts(state: State, action: TakeWorkers) -> dict[str, Fact]:
    """Return the workers that the action brings."""
    return {"gain": rule_number(state, state.active_player, "workers_taken")}


def worker_places(state: State, seat: Seat, action: TakeWorkers) -> Group:
    """Return the workers of the seat, which the new ones join."""
    return (f"seat.{seat}.workers",)


TAKE_WORKERS = verb(TakeWorkers, candidates, objections, apply, exact=True, facts=facts, spot=worker_places)
