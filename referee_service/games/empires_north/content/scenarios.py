"""Solo scenarios: their rules with all slots filled, and their effects bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from referee_service.kernel.packs import ContentError, EffectRow
from referee_service.kernel.struct_types import prepare_type

from .cards import Ability, Card, bind_ability, is_goods_and_workers
from .schema import AbilityRow, Bundle, Cost, Pack, Resource, ScenarioRow, SlotRow

EVENT_COUNT = 5
"""The number of events, one per number token."""


class ScenarioOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects that a scenario offers for a price."""

    effects: tuple[EffectRow, ...]
    cost: Cost = Cost()


class SoloTileCosts(Struct, frozen=True, forbid_unknown_fields=True):
    """The costs of the solo side of a tile: to place a pawn there, and to move one there."""

    place: Cost
    move: Cost


class ScenarioScoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that a scenario gives at the end."""

    island: int = 1
    """Points of an island in the empire, as a multiple of the usual card point."""
    covered: int = 0
    """Points of a covered card."""
    assigned: int = 0
    """Points of a good or worker on the scenario's location."""
    pair: int = 0
    """Points of a pair: a worker and a raze token."""
    feed: tuple[Resource, ...] = ()
    """The goods that feed a worker."""
    unfed: int = 0
    """The points lost for each hungry worker."""


@prepare_type
class ScenarioRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that a scenario changes. A field that is not set changes nothing."""

    tiles: SoloTileCosts
    events: tuple[tuple[EffectRow, ...], ...]
    points: ScenarioScoring
    stock: Bundle = {}
    """Gained at set-up."""
    islands: int = 0
    """Number of near islands that begin in the empire."""
    searches: tuple[Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker"], ...] = ()
    """For each of these, a card that gains it is searched and begins in the empire."""
    foundations: int = 0
    """Number of foundations at the start. Action locations need foundations."""
    cover: Cost | None = None
    """The cost of covering an Action location."""
    after_explore: tuple[EffectRow, ...] = ()
    """Effects that follow every Explore."""
    trade: ScenarioOffer | None = None
    """An exchange that is possible in every turn."""
    location: ScenarioOffer | None = None
    """The Action of the scenario's own location."""
    guard: Cost | None = None
    """The cost of guarding one location of the cove."""
    island_cost: Cost | None = None
    """The cost of placing an island from the hand."""
    keeps_pillaged: bool = False
    """Whether pillaged islands go into the deck."""
    tribute: tuple[Cost, ...] = ()
    """The alternative costs of using an invaded location."""
    attack: ScenarioOffer | None = None
    """One more alternative, which also has effects."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario with all slots filled."""

    id: str
    threshold: int
    rules: ScenarioRules
    abilities: Mapping[str, tuple[Ability, ...]]
    """The effects of events, exchanges and offers, by their names."""
    location: Card | None
    events: tuple[str, ...]


def resolve_scenario(pack: Pack, name: str, chosen: Mapping[str, str], *, where: str) -> Scenario:
    """Return a scenario with these readings of its slots. Raises ValueError for an unknown reading."""
    row = next((row for row in pack.scenarios if row.id == name), None)
    if row is None:
        raise ValueError(f"no scenario is called {name!r}")
    slots = {slot.id: slot for slot in pack.slots if slot.scenario in ("", name)}
    for slot, value in chosen.items():
        if slot not in slots or value not in slots[slot].values:
            raise ValueError(f"{name}: no slot {slot!r} with a value {value!r}")
    return _bind_scenario(row, {id: _value(slot, chosen) for id, slot in slots.items()}, where=where)


def _value(slot: SlotRow, chosen: Mapping[str, str]) -> object:
    return slot.values[chosen.get(slot.id, slot.default)]


def _bind_scenario(row: ScenarioRow, values: Mapping[str, object], *, where: str) -> Scenario:
    on = f"scenarios {row.id!r}"
    try:
        rules = msgspec.convert(_fill_slots(row.rules, values), ScenarioRules)
    except (msgspec.ValidationError, KeyError) as error:
        raise ContentError(where, on, str(error)) from error
    if len(rules.events) != EVENT_COUNT:
        raise ContentError(where, on, f"a scenario has {EVENT_COUNT} events")
    costs = (rules.cover, rules.guard, rules.island_cost, rules.tiles.place, rules.tiles.move, *rules.tribute)
    if not all(is_goods_and_workers(cost) for cost in costs if cost is not None):
        raise ContentError(where, on, "costs of a scenario are goods and workers")
    events = tuple(f"{row.id}_event_{number}" for number in range(1, EVENT_COUNT + 1))
    offers = {name: ScenarioOffer(effects) for name, effects in zip(events, rules.events, strict=True)}
    offers[f"{row.id}_explore"] = ScenarioOffer(rules.after_explore)
    for name, offer in (("trade", rules.trade), ("attack", rules.attack)):
        if offer is not None:
            offers[f"{row.id}_{name}"] = offer
    abilities = {name: (_ability("event", offer, where=where, on=on),) for name, offer in offers.items()}
    location = None
    if rules.location is not None:
        action = _ability("action", rules.location, where=where, on=on)
        location = Card(f"{row.id}_location", ("scenario",), (action,))
    return Scenario(row.id, row.threshold, rules, abilities, location, events)


def _ability(when: Literal["event", "action"], offer: ScenarioOffer, *, where: str, on: str) -> Ability:
    return bind_ability(AbilityRow(when, offer.effects, cost=offer.cost), where=where, on=on)


def _fill_slots(part: object, values: Mapping[str, object]) -> object:
    """Replace every {slot: id} by the value of that slot."""
    match part:
        case {"slot": str(slot), **rest} if not rest:
            return values[slot]
        case dict():
            return {key: _fill_slots(value, values) for key, value in part.items()}
        case list() | tuple():
            return [_fill_slots(value, values) for value in part]
    return part


def check_scenarios(pack: Pack, *, where: str) -> None:
    """Check that every scenario can be bound with every reading of its slots. Raises ContentError."""
    for row in pack.scenarios:
        slots = [slot for slot in pack.slots if slot.scenario in ("", row.id)]
        for slot in slots:
            if slot.default not in slot.values:
                raise ContentError(where, f"slots {slot.id!r}", f"no value is called {slot.default!r}")
        resolve_scenario(pack, row.id, {}, where=where)
        for slot in slots:
            for value in slot.values:
                resolve_scenario(pack, row.id, {slot.id: value}, where=where)
