"""Question checks: each open question fits the pieces on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.settlement.actions.invite_hero import price_of
from referee_service.games.settlement.content.tables import ANY_BASIC, content
from referee_service.games.settlement.payment import is_payable
from referee_service.games.settlement.questions import (
    CollectTerrainFrame,
    DrawTerrainFrame,
    EncounterFrame,
    GainBasicFrame,
    GiveBasicFrame,
    PlaceBuildingFrame,
    UseBuildingsFrame,
    WelcomeHeroFrame,
)
from referee_service.games.settlement.reserve import covers_price
from referee_service.games.settlement.state import (
    EMPTY,
    State,
    basics_of,
    collectable_spaces,
    is_next_to_explored,
    region_of,
)
from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import Frame, question_of


def questions(state: State) -> Iterator[Fault]:
    """Yield a fault for each open question that does not fit the table."""
    for index, frame in enumerate(state.pending):
        fits = CHECKS.get(type(frame))
        if fits is not None and not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


def _building_has_effect(state: State, effect: str) -> bool:
    """Return whether a building of the active player names this effect."""
    buildings = content(state).buildings
    return any({effect: True} in buildings[each].row.on_use for each in state.active_player.colony if each)


def _artefact_has_effect(state: State, effect: str) -> bool:
    """Return whether the artefact of the active player names this effect."""
    return any(
        {effect: True} in rows for rows in content(state).artefacts[state.active_player.artefact].row.triggers.values()
    )


def _fits_place_building(state: State, index: int, frame: Frame) -> bool:
    """Return whether the colony has an empty space."""
    return EMPTY in state.active_player.colony


def _fits_payment(state: State, index: int, frame: Frame) -> bool:
    """Return whether the price belongs to the frame beneath, is not covered yet, and can be paid."""
    assert isinstance(frame, PaymentFrame)
    purpose, price = _expected_price(state, state.pending[index - 1])
    is_open = not covers_price(frame.pool, frame.owed) and is_payable(
        state, price, frame.pool, dict(state.active_player.reserve)
    )
    return (frame.purpose, frame.owed) == (purpose, price) and is_open


def _expected_price(state: State, beneath: Frame) -> tuple[str, Bag]:
    """Return the purpose and the price that the frame beneath a payment needs."""
    if isinstance(beneath, PlaceBuildingFrame):
        return beneath.building, content(state).buildings[beneath.building].cost
    assert isinstance(beneath, WelcomeHeroFrame)
    return beneath.hero, price_of(state, beneath.hero) if beneath.hero in state.hero_row else ()


def _fits_welcome_hero(state: State, index: int, frame: Frame) -> bool:
    """Return whether the hero is in the row."""
    assert isinstance(frame, WelcomeHeroFrame)
    return frame.hero in state.hero_row


def _fits_draw_terrain(state: State, index: int, frame: Frame) -> bool:
    """Return whether the space can be explored and its pile has a terrain."""
    assert isinstance(frame, DrawTerrainFrame)
    is_free = not state.active_player.wilderness[frame.space] and is_next_to_explored(state.active_player, frame.space)
    return is_free and bool(state.supply.terrains(region_of(frame.space)))


def _fits_encounter(state: State, index: int, frame: Frame) -> bool:
    """Return whether the terrain is unprotected.

    Several encounters belong to one region, and the leftmost one comes first.
    """
    assert isinstance(frame, EncounterFrame)
    player, above = state.active_player, state.pending[index + 1 : index + 2]
    is_free = bool(player.wilderness[frame.space]) and frame.space not in (*player.monsters, *player.fortifications)
    next_spaces = [each.space for each in above if isinstance(each, EncounterFrame)]
    return is_free and all(at < frame.space and region_of(at) == region_of(frame.space) for at in next_spaces)


def _fits_use_buildings(state: State, index: int, frame: Frame) -> bool:
    """Return whether the buildings belong to an activated street, or to an artefact that lets its owner use one."""
    assert isinstance(frame, UseBuildingsFrame)
    streets = {region_of(at) - 1 for at in frame.spaces}
    is_built = all(state.active_player.colony[at] for at in frame.spaces) and len(streets) == 1
    is_active = (
        is_built
        and state.active_player.streets[min(streets)] > 0
        and "fill_market" not in map(question_of, state.pending)
    )
    return is_active or (is_built and len(frame.spaces) == 1 and _artefact_has_effect(state, "ask_use"))


def _fits_give_basic(state: State, index: int, frame: Frame) -> bool:
    """Return whether the building takes a basic resource and the player has a choice."""
    assert isinstance(frame, GiveBasicFrame)
    building = state.active_player.colony[frame.space]
    takes_basic = bool(building) and ANY_BASIC in dict(content(state).buildings[building].give)
    return takes_basic and len(set(basics_of(state.active_player))) > 1


def _fits_gain_basic(state: State, index: int, frame: Frame) -> bool:
    """Return whether a building of the player gives a basic resource of choice."""
    return _building_has_effect(state, "ask_basic")


def _fits_collect_terrain(state: State, index: int, frame: Frame) -> bool:
    """Return whether a building offers all fortified terrains, or an artefact those of an activated region."""
    assert isinstance(frame, CollectTerrainFrame)
    if _building_has_effect(state, "ask_fortified_terrain") and frame.spaces == state.active_player.fortifications:
        return True
    region = region_of(frame.spaces[0])
    is_collected = (
        frame.spaces == collectable_spaces(state.active_player, region) and state.active_player.regions[region - 1] > 0
    )
    return is_collected and _artefact_has_effect(state, "ask_extra")


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    PlaceBuildingFrame: _fits_place_building,
    PaymentFrame: _fits_payment,
    WelcomeHeroFrame: _fits_welcome_hero,
    DrawTerrainFrame: _fits_draw_terrain,
    EncounterFrame: _fits_encounter,
    UseBuildingsFrame: _fits_use_buildings,
    GiveBasicFrame: _fits_give_basic,
    GainBasicFrame: _fits_gain_basic,
    CollectTerrainFrame: _fits_collect_terrain,
}
"""For each frame class, its check. Arguments: state, index in the stack, frame."""
