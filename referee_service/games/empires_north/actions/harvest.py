"""Harvest of a field with its upgrades."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.empire.cards import fields_of
from referee_service.games.empires_north.harvesting import harvest_field
from referee_service.games.empires_north.picking import ready_fields
from referee_service.games.empires_north.state import Slot, State, deciding_player
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Harvest(Action, frozen=True, tag="harvest"):
    """The field in a slot is harvested."""

    slot: Slot


def candidates(state: State) -> list[Harvest]:
    """Return every field that is not exhausted."""
    return [Harvest(slot) for slot in ready_fields(state)]


def objections(state: State, action: Harvest) -> Iterator[Refusal]:
    """Yield the reason if this is no field, or the field is exhausted."""
    field = next((site for site in fields_of(state, deciding_player(state)) if site.slot == action.slot), None)
    if field is None:
        yield refuse("harvest.field", slot=action.slot)
    elif field.exhausted:
        yield refuse("harvest.ready", card=field.card)


def apply(state: State, action: Harvest) -> State:
    """Gain the goods of the field and of its upgrades."""
    return harvest_field(state, action.slot)


HARVEST = verb(Harvest, candidates, objections, apply, exact=True)
