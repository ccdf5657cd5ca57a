"""Audit of timing: the player in turn, marks that belong to a phase or a turn, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..elimination import game_end_now
from ..fiefs import ally_of, enemies, home_fief
from ..state import State


def timing(state: State) -> Iterator[Fault]:
    """Check the player in turn, the marks of phase and turn, and the end of the game."""
    marks = {
        "active_seat": _can_be_in_turn(state),
        "moved_units": _moved_units_fit(state),
        "ally_pool": not state.ally_pool or (state.phase == "actions" and state.ally_fee_paid and state.ally_asked),
        "ally_asked": not state.ally_asked or _can_have_been_helped(state),
        "ally_fee_paid": not state.ally_fee_paid or _can_have_been_helped(state),
        "fought_fronts": not state.fought_fronts or (state.phase == "war" and _has_possible_fronts(state)),
        "battle": state.battle is None or state.phase == "war",
        "game_end": (state.game_end is not None) == (state.phase == "over") and state.game_end == game_end_now(state),
        "players": state.phase != "draft" or _is_untouched(state),
    }
    for path, fits in marks.items():
        if not fits:
            yield fault(path, "audit.moment", phase=state.phase)


def _can_be_in_turn(state: State) -> bool:
    """Return whether the player in turn is in the game, and is the one of the option `first_player` in the draft."""
    if state.phase == "draft" and state.options.first_player not in (None, state.active_seat):
        return False
    return state.active_player.alive or state.game_end is not None


def _moved_units_fit(state: State) -> bool:
    """Return whether all moved units stand unturned at their new host, in the actions of the player in turn."""
    if not state.moved_units:
        return True
    units, fief = state.active_player.units, home_fief(state.active_seat)
    return state.phase == "actions" and all(
        state.moved_units.count((card, host))
        <= sum((unit.card, unit.fief, unit.host, unit.turned) == (card, fief, host, False) for unit in units)
        for card, host in state.moved_units
    )


def _can_have_been_helped(state: State) -> bool:
    """Return whether the player in turn can have been helped: there is an ally, and the phase allows help."""
    return state.phase in ("actions", "march", "war") and ally_of(state, state.active_seat) is not None


def _has_possible_fronts(state: State) -> bool:
    """Return whether each battle of this turn was against an enemy."""
    eliminated = [seat for seat, player in enumerate(state.players) if not player.alive]
    return {seat for _, seat in state.fought_fronts} <= {*enemies(state, state.active_seat), *eliminated}


def _is_untouched(state: State) -> bool:
    """Return whether the players have only cities and hands, as before the first turn."""
    return not state.removed and all(
        player.alive
        and not player.units
        and not player.siege
        and not any(land.turned or land.buildings for land in player.lands)
        and not any(land.card for land in player.lands[1:])
        for player in state.players
    )
