"""Solo scenarios: their rules with every slot filled, by default or by option, and their effects bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from referee_service.games.empires_north.content.cards import Ability, Card, bind_ability, is_goods_and_workers
from referee_service.games.empires_north.content.schema import (
    AbilityRow,
    Bundle,
    Cost,
    Pack,
    Resource,
    ScenarioRow,
    SlotRow,
)
from referee_service.kernel.packs import ContentError, EffectRow

EVENT_COUNT = 5
"""The number tokens."""


class ScenarioOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a scenario lets its player do: a price and effects."""

    effects: tuple[EffectRow, ...]
    cost: Cost = Cost()


class SoloTileCosts(Struct, frozen=True, forbid_unknown_fields=True):
    """What the solo side of a tile asks for placing a pawn and for moving one there."""

    place: Cost
    move: Cost


class ScenarioScoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How a scenario counts at the end."""

    island: int = 1
    """An island of the empire, instead of the usual point."""
    covered: int = 0
    """A card that another was built over."""
    assigned: int = 0
    """A good on the scenario's location."""
    pair: int = 0
    """A worker and a raze token."""
    feed: tuple[Resource, ...] = ()
    """What feeds a worker."""
    unfed: int = 0
    """The points lost for a worker who goes hungry."""


class ScenarioRules(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a scenario may change; what it does not mention stays as it is."""

    tiles: SoloTileCosts
    events: tuple[tuple[EffectRow, ...], ...]
    points: ScenarioScoring
    stock: Bundle = {}
    """Gained at set-up."""
    islands: int = 0
    """Near islands that begin in the empire."""
    searches: tuple[Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker"], ...] = ()
    """Cards that gain these are looked for and begin in the empire."""
    foundations: int = 0
    """Action locations need foundations; so many there are at first."""
    cover: Cost | None = None
    """The price of building over an Action location."""
    after_explore: tuple[EffectRow, ...] = ()
    trade: ScenarioOffer | None = None
    """An exchange that is open in every turn."""
    location: ScenarioOffer | None = None
    """The scenario's own location and its action."""
    guard: Cost | None = None
    """What protecting the cove costs for each location."""
    island_cost: Cost | None = None
    """What placing an island of the hand costs."""
    keeps_pillaged: bool = False
    """Pillaged islands go into the deck."""
    tribute: tuple[Cost, ...] = ()
    """What using an invaded location costs: one of these."""
    attack: ScenarioOffer | None = None
    """Or this, which also brings something."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it is played."""

    id: str
    threshold: int
    rules: ScenarioRules
    abilities: Mapping[str, tuple[Ability, ...]]
    """What events, exchanges and offers do, by their names."""
    location: Card | None
    events: tuple[str, ...]


def resolve_scenario(pack: Pack, name: str, chosen: Mapping[str, str], *, where: str) -> Scenario:
    """A scenario with these readings of its slots; ValueError for a reading that there is not."""
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
        raise ContentError(where, on, f"there are {EVENT_COUNT} events")
    costs = (rules.cover, rules.guard, rules.island_cost, rules.tiles.place, rules.tiles.move, *rules.tribute)
    if not all(is_goods_and_workers(cost) for cost in costs if cost is not None):
        raise ContentError(where, on, "costs of a scenario are goods and workers")
    events = tuple(f"{row.id}_event_{number}" for number in range(1, EVENT_COUNT + 1))
    deeds = {name: ScenarioOffer(effects) for name, effects in zip(events, rules.events, strict=True)}
    deeds[f"{row.id}_explore"] = ScenarioOffer(rules.after_explore)
    for name, deed in (("trade", rules.trade), ("attack", rules.attack)):
        if deed is not None:
            deeds[f"{row.id}_{name}"] = deed
    abilities = {name: (_ability("event", deed, where=where, on=on),) for name, deed in deeds.items()}
    location = None
    if rules.location is not None:
        action = _ability("action", rules.location, where=where, on=on)
        location = Card(f"{row.id}_location", ("scenario",), (action,))
    return Scenario(row.id, row.threshold, rules, abilities, location, events)


def _ability(when: Literal["event", "action"], deed: ScenarioOffer, *, where: str, on: str) -> Ability:
    return bind_ability(AbilityRow(when, deed.effects, cost=deed.cost), where=where, on=on)


def _fill_slots(part: object, values: Mapping[str, object]) -> object:
    """The rules with every {slot: id} replaced by what stands there."""
    match part:
        case {"slot": str(slot), **rest} if not rest:
            return values[slot]
        case dict():
            return {key: _fill_slots(value, values) for key, value in part.items()}
        case list() | tuple():
            return [_fill_slots(value, values) for value in part]
    return part


def check_scenarios(pack: Pack, *, where: str) -> None:
    """Every scenario can be played with every reading of its slots."""
    for row in pack.scenarios:
        slots = [slot for slot in pack.slots if slot.scenario in ("", row.id)]
        for slot in slots:
            if slot.default not in slot.values:
                raise ContentError(where, f"slots {slot.id!r}", f"no value is called {slot.default!r}")
        resolve_scenario(pack, row.id, {}, where=where)
        for slot in slots:
            for value in slot.values:
                resolve_scenario(pack, row.id, {slot.id: value}, where=where)
