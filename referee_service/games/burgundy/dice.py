"""Dice: which values a die can reach, the workers this takes, and spending it.

An action that answers the question of a castle or a building uses no die. Its field `die` is then None.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.tuples import with_player, without

from .content.tables import DIE_FACES
from .state import EstatePowers, Player, State, rule_number

_FACE_COUNT = len(DIE_FACES)


def die_distance(die: int, wanted: int) -> int:
    """Return the number of steps between two values. 1 and 6 are neighbours."""
    return min((die - wanted) % _FACE_COUNT, (wanted - die) % _FACE_COUNT)


def workers_needed(state: State, player: Player, die: int, wanted: int, free: int = 0) -> int:
    """Return the workers that turn a die to a value, after the free steps that a tile may give."""
    steps = max(0, die_distance(die, wanted) - free)
    return -(-steps // rule_number(state, player, "step_per_worker"))


def reachable_faces(powers: EstatePowers, workers: int, die: int | None, free: int = 0) -> tuple[int, ...]:
    """Return the values that a die can reach with this number of workers. Without a die it is every value."""
    reach = workers * powers.numbers["step_per_worker"] + free
    return _ALL_FACES if die is None or reach >= _MAX_DISTANCE else _FACES_WITHIN[die, reach]


_ALL_FACES = tuple(DIE_FACES)
_MAX_DISTANCE = _FACE_COUNT // 2
_FACES_WITHIN = {
    (die, reach): tuple(wanted for wanted in DIE_FACES if die_distance(die, wanted) <= reach)
    for die in DIE_FACES
    for reach in range(_MAX_DISTANCE)
}


def die_objections(state: State, die: int | None, wanted: int, free: int = 0) -> Iterator[Refusal]:
    """Yield every reason why this die cannot be used as the wanted value."""
    player = state.active_player
    if state.pending:
        if die is not None:
            yield refuse("die.unused", die=die)
    elif die is None:
        yield refuse("die.named", dice=player.dice)
    elif die not in player.dice:
        yield refuse("die.held", die=die, dice=player.dice)
    elif (needed := workers_needed(state, player, die, wanted, free)) > player.workers:
        held = player.workers or None
        lacking = None if held else "no_worker"
        yield refuse("die.workers", die=die, wanted=wanted, short=needed, held=held, lacking=lacking)


def die_facts(state: State, die: int | None, wanted: int, free: int = 0) -> dict[str, Fact]:
    """Return the workers that this use of a die costs, for its label. None if it costs none."""
    needed = 0 if die is None else workers_needed(state, state.active_player, die, wanted, free)
    return {"workers": needed or None}


def spend_die(state: State, die: int | None, wanted: int, free: int = 0) -> State:
    """Remove the die and pay its workers. Without a die, close the question that the action answers."""
    if die is None:
        return replace(state, pending=state.pending[:-1])
    seat, player = state.active_seat, state.active_player
    workers = workers_needed(state, player, die, wanted, free)
    state = with_player(state, seat, dice=without(player.dice, die), workers=player.workers - workers)
    paid: dict[str, Fact] = {"workers": workers} if workers else {}
    return emit(state, "die_used", seat, die=die, **paid)


def usable_dice(state: State) -> tuple[int | None, ...]:
    """Return the values for the field `die`: each different unused die, or None while a question is open."""
    if state.pending:
        return (None,)
    dice = state.active_player.dice
    return dice[:1] if len(set(dice)) == 1 else dice
