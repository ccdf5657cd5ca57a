"""March an unturned card to a fief beside; the actions of the turn are over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.realm import home, is_blocked, neighbours, partner
from referee_service.games.medievalia.state import FREE, Fief, State, Troop, Unit
from referee_service.games.medievalia.units import swap_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class March(Action, frozen=True, tag="march"):
    """March to a fief beside."""

    card: Troop
    origin: Fief
    to: Fief


def steps(state: State, card: str) -> int:
    """How many fiefs a card marches in a turn."""
    tables = content(state)
    return tables.numbers["swift_steps" if tables.troops[card].power == "swift" else "steps"]


def marchers(state: State, card: str, fief: str) -> list[Unit]:
    """The unturned cards of a kind that stand free in a fief, the freshest first."""
    found = [u for u in state.me.units if u.card == card and u.fief == fief and u.host == FREE and not u.turned]
    return sorted(found, key=lambda unit: unit.moved)


def is_open(state: State, origin: str, to: str) -> bool:
    """Whether the way is free: out of a neutral fief held by unturned enemies it only leads home or to the ally."""
    ally = partner(state, state.active)
    friendly = [home(state.active), *([home(ally)] if ally is not None else [])]
    return to in friendly or not is_blocked(state, state.active, origin)


def candidates(state: State) -> list[March]:
    """Every card that may still go, to every fief beside."""
    kinds = dict.fromkeys(
        (u.card, u.fief) for u in state.me.units if u.host == FREE and not u.turned and u.moved < steps(state, u.card)
    )
    beside = neighbours(len(state.players))
    return [March(card, fief, to) for card, fief in kinds for to in beside[fief] if is_open(state, fief, to)]


def objections(state: State, action: March) -> Iterator[Refusal]:
    """Why this card may not go there; nothing yielded means it may."""
    found = marchers(state, action.card, action.origin)
    beside = neighbours(len(state.players)).get(action.origin, ())
    if not found:
        yield refuse("march.card", card=action.card, fief=action.origin)
    elif found[0].moved >= steps(state, action.card):
        yield refuse("march.steps", card=action.card, steps=steps(state, action.card))
    if action.to not in beside:
        yield refuse("march.beside", origin=action.origin, to=action.to)
    elif not is_open(state, action.origin, action.to):
        yield refuse("march.blocked", fief=action.origin)


def apply(state: State, action: March) -> State:
    """It stands in the other fief; marching turns no card."""
    unit = marchers(state, action.card, action.origin)[0]
    moved = replace(unit, fief=action.to, moved=unit.moved + 1)
    state = replace(swap_unit(state, state.active, unit, moved), phase="march", stationed=(), gift=())
    return note(state, "marched", state.active, card=action.card, origin=action.origin, to=action.to)


MARCH = verb(March, candidates, objections, apply, exact=True)
