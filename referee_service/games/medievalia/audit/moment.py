"""What belongs to a moment of the game is there only then, and the game ends as soon as it is decided."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.elimination import ending
from referee_service.games.medievalia.realm import enemies, home, partner
from referee_service.games.medievalia.scoring import score
from referee_service.games.medievalia.state import State
from referee_service.kernel.ruling import Fault, fault


def moment(state: State) -> Iterator[Fault]:
    """Phase, player in turn, marks of the turn, points, and the end."""
    marks = {
        "active": state.me.alive or state.outcome is not None,
        "stationed": _stationed_fits(state),
        "gift": not state.gift or (state.phase == "actions" and state.helped and state.asked),
        "asked": not state.asked or _has_partner(state),
        "helped": not state.helped or _has_partner(state),
        "fronts": not state.fronts or (state.phase == "war" and _fronts_fit(state)),
        "battle": state.battle is None or state.phase == "war",
        "outcome": (state.outcome is not None) == (state.phase == "over") and state.outcome == ending(state),
        "players": state.phase != "draft" or _is_untouched(state),
    }
    for path, fits in marks.items():
        if not fits:
            yield fault(path, "audit.moment", phase=state.phase)
    nothing = replace(state, points=((),) * len(state.players))
    wanted = (score(nothing) if state.outcome else nothing).points
    for seat, lines in enumerate(state.points):
        if lines != wanted[seat]:
            yield fault(f"points[{seat}]", "audit.points", found=sum(line.points for line in lines))


def _stationed_fits(state: State) -> bool:
    """Everything that was moved inside the fief is there, and nothing else was done since."""
    if not state.stationed:
        return True
    units, fief = state.me.units, home(state.active)
    return state.phase == "actions" and all(
        state.stationed.count((card, host))
        <= sum((unit.card, unit.fief, unit.host, unit.turned) == (card, fief, host, False) for unit in units)
        for card, host in state.stationed
    )


def _has_partner(state: State) -> bool:
    """Whether the player in turn has an ally to ask."""
    return state.phase in ("actions", "march", "war") and partner(state, state.active) is not None


def _fronts_fit(state: State) -> bool:
    """Each conflict was against an enemy, and each once."""
    foes = [seat for _, seat in state.fronts]
    gone = [seat for seat, player in enumerate(state.players) if not player.alive]
    return len(set(state.fronts)) == len(state.fronts) and set(foes) <= {*enemies(state, state.active), *gone}


def _is_untouched(state: State) -> bool:
    """Before the first turn there are only cities and hands."""
    return not state.gone and all(
        player.alive
        and not player.units
        and not player.siege
        and not any(land.turned or land.buildings for land in player.lands)
        and not any(land.card for land in player.lands[1:])
        for player in state.players
    )
