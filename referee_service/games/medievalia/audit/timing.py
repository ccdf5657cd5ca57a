"""What belongs to a moment of the game is there only then, and the game ends as soon as it is decided."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.elimination import game_end_now
from referee_service.games.medievalia.fiefs import ally_of, enemies, home_fief
from referee_service.games.medievalia.scoring import score
from referee_service.games.medievalia.state import State
from referee_service.kernel.rules import Fault, fault


def timing(state: State) -> Iterator[Fault]:
    """Phase, player in turn, marks of the turn, points, and the end."""
    marks = {
        "active_seat": state.active_player.alive or state.game_end is not None,
        "moved_units": _moved_units_fit(state),
        "ally_pool": not state.ally_pool or (state.phase == "actions" and state.ally_fee_paid and state.ally_asked),
        "ally_asked": not state.ally_asked or _has_partner(state),
        "ally_fee_paid": not state.ally_fee_paid or _has_partner(state),
        "fought_fronts": not state.fought_fronts or (state.phase == "war" and _fronts_fit(state)),
        "battle": state.battle is None or state.phase == "war",
        "game_end": (state.game_end is not None) == (state.phase == "over") and state.game_end == game_end_now(state),
        "players": state.phase != "draft" or _is_untouched(state),
    }
    for path, fits in marks.items():
        if not fits:
            yield fault(path, "audit.moment", phase=state.phase)
    nothing = replace(state, score_lines=((),) * len(state.players))
    wanted = (score(nothing) if state.game_end else nothing).score_lines
    for seat, lines in enumerate(state.score_lines):
        if lines != wanted[seat]:
            yield fault(f"score_lines[{seat}]", "audit.points", found=sum(line.points for line in lines))


def _moved_units_fit(state: State) -> bool:
    """Everything that was moved inside the fief is there, and nothing else was done since."""
    if not state.moved_units:
        return True
    units, fief = state.active_player.units, home_fief(state.active_seat)
    return state.phase == "actions" and all(
        state.moved_units.count((card, host))
        <= sum((unit.card, unit.fief, unit.host, unit.turned) == (card, fief, host, False) for unit in units)
        for card, host in state.moved_units
    )


def _has_partner(state: State) -> bool:
    """Whether the player in turn has an ally to ask."""
    return state.phase in ("actions", "march", "war") and ally_of(state, state.active_seat) is not None


def _fronts_fit(state: State) -> bool:
    """Each conflict was against an enemy, and each once."""
    foes = [seat for _, seat in state.fought_fronts]
    gone = [seat for seat, player in enumerate(state.players) if not player.alive]
    return len(set(state.fought_fronts)) == len(state.fought_fronts) and set(foes) <= {
        *enemies(state, state.active_seat),
        *gone,
    }


def _is_untouched(state: State) -> bool:
    """Before the first turn there are only cities and hands."""
    return not state.removed and all(
        player.alive
        and not player.units
        and not player.siege
        and not any(land.turned or land.buildings for land in player.lands)
        and not any(land.card for land in player.lands[1:])
        for player in state.players
    )
