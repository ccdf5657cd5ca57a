"""Verb `march`: march an unturned unit to a neighbouring fief. The first march ends the actions of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import content
from ..fiefs import ally_of, home_fief, is_blocked, named_fief, neighbours, off_map_refusals
from ..fields import NO_HOST, FiefAhead, FreeTroop, UnitFief
from ..spots import Facts
from ..state import State, Unit
from ..units import replace_unit


class March(Action, frozen=True, tag="march"):
    """A march of a free, unturned unit to a neighbouring fief. The first march ends the actions of the turn."""

    card: FreeTroop
    origin: UnitFief
    """Fief where the unit starts: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    to: FiefAhead


def march_distance(state: State, card: str) -> int:
    """Return the number of fiefs that a unit can march in a turn."""
    tables = content(state)
    return tables.numbers["swift_steps" if tables.troops[card].power == "swift" else "steps"]


def movable_units(state: State, card: str, fief: str) -> list[Unit]:
    """Return the free unturned units of a kind in a fief, those that marched least first."""
    units = [
        u for u in state.active_player.units if u.card == card and u.fief == fief and u.host == NO_HOST and not u.turned
    ]
    return sorted(units, key=lambda unit: unit.fiefs_marched)


def is_route_open(state: State, origin: str, to: str) -> bool:
    """Return whether a unit may march this way.

    Out of a neutral fief with unturned enemies it may only go home or to the ally's fief.
    """
    ally = ally_of(state, state.active_seat)
    friendly = [home_fief(state.active_seat), *([home_fief(ally)] if ally is not None else [])]
    return to in friendly or not is_blocked(state, state.active_seat, origin)


def candidates(state: State) -> list[March]:
    """Return an action for every kind of unit that may still march, and every fief it can reach."""
    kinds = dict.fromkeys(
        (u.card, u.fief)
        for u in state.active_player.units
        if u.host == NO_HOST and not u.turned and u.fiefs_marched < march_distance(state, u.card)
    )
    adjacent = neighbours(len(state.players))
    return [March(card, fief, to) for card, fief in kinds for to in adjacent[fief] if is_route_open(state, fief, to)]


def objections(state: State, action: March) -> Iterator[Refusal]:
    """Yield every reason why this unit may not march there."""
    yield from off_map_refusals(state, action.origin, action.to)
    units = movable_units(state, action.card, action.origin)
    adjacent, where = neighbours(len(state.players)).get(action.origin, ()), facts(state, action)
    if not units:
        yield refuse("march.card", card=action.card, fief=action.origin, where=where["origin"])
    elif units[0].fiefs_marched >= march_distance(state, action.card):
        yield refuse("march.steps", card=action.card, steps=march_distance(state, action.card))
    if action.to not in adjacent:
        ends = {"start": where["origin"], "goal": where["to"]}
        yield refuse("march.beside", origin=action.origin, to=action.to, **ends)
    elif not is_route_open(state, action.origin, action.to):
        yield refuse("march.blocked", fief=action.origin, where=where["origin"])


def apply(state: State, action: March) -> State:
    """Move the unit to the other fief. It is not turned."""
    unit = movable_units(state, action.card, action.origin)[0]
    moved = replace(unit, fief=action.to, fiefs_marched=unit.fiefs_marched + 1)
    state = replace(replace_unit(state, state.active_seat, unit, moved), phase="march", moved_units=(), ally_pool=())
    ends = {"start": named_fief(state, action.origin), "goal": named_fief(state, action.to)}
    return emit(state, "marched", state.active_seat, card=action.card, origin=action.origin, to=action.to, **ends)


def facts(state: State, action: March) -> Facts:
    """Return the names of both fiefs for the player in turn."""
    seat = state.active_seat
    return {"origin": named_fief(state, action.origin, seat), "to": named_fief(state, action.to, seat)}


MARCH = verb(
    March,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"card": "march.kind", "origin": "fief.kind", "to": "fief.kind"},
    facts=facts,
)
