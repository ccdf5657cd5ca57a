"""Open questions that can be asked: about what is there, by what asks them, and with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.settlement.actions.invite_hero import price_of
from referee_service.games.settlement.content.tables import ANY_BASIC, content
from referee_service.games.settlement.payment import is_payable
from referee_service.games.settlement.reserve import covers_price
from referee_service.games.settlement.state import (
    EMPTY,
    CollectTerrainFrame,
    DrawTerrainFrame,
    EncounterFrame,
    GainBasicFrame,
    GiveBasicFrame,
    PlaceBuildingFrame,
    State,
    UseBuildingsFrame,
    WelcomeHeroFrame,
    basics_of,
    collectable,
    region_of,
    touches_explored,
)
from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import Frame, question_of


def questions(state: State) -> Iterator[Fault]:
    """Every open question in turn."""
    for index, frame in enumerate(state.pending):
        fits = CHECKS.get(type(frame))
        if fits is not None and not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


def _building_has_effect(state: State, effect: str) -> bool:
    """Whether a building of the player in turn names this effect."""
    buildings = content(state).buildings
    return any({effect: True} in buildings[each].row.on_use for each in state.active_player.colony if each)


def _artefact_has_effect(state: State, effect: str) -> bool:
    """Whether the artefact of the player in turn names this effect."""
    return any(
        {effect: True} in rows for rows in content(state).artefacts[state.active_player.artefact].row.triggers.values()
    )


def _placing(state: State, index: int, frame: Frame) -> bool:
    return EMPTY in state.active_player.colony


def _paying(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, PaymentFrame)
    purpose, price = _expected_price(state, state.pending[index - 1])
    open_still = not covers_price(frame.pool, frame.owed) and is_payable(
        state, price, frame.pool, dict(state.active_player.reserve)
    )
    return (frame.purpose, frame.owed) == (purpose, price) and open_still


def _expected_price(state: State, beneath: Frame) -> tuple[str, Bag]:
    if isinstance(beneath, PlaceBuildingFrame):
        return beneath.building, content(state).buildings[beneath.building].cost
    assert isinstance(beneath, WelcomeHeroFrame)
    return beneath.hero, price_of(state, beneath.hero) if beneath.hero in state.hero_row else ()


def _welcoming(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, WelcomeHeroFrame)
    return frame.hero in state.hero_row


def _exploring(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, DrawTerrainFrame)
    free = not state.active_player.wilderness[frame.space] and touches_explored(state.active_player, frame.space)
    return free and bool(state.supply.terrains(region_of(frame.space)))


def _encountering(state: State, index: int, frame: Frame) -> bool:
    """An open terrain; several are of one region, the leftmost is asked first."""
    assert isinstance(frame, EncounterFrame)
    me, above = state.active_player, state.pending[index + 1 : index + 2]
    is_free = bool(me.wilderness[frame.space]) and frame.space not in (*me.monsters, *me.fortifications)
    follows = [each.space for each in above if isinstance(each, EncounterFrame)]
    return is_free and all(at < frame.space and region_of(at) == region_of(frame.space) for at in follows)


def _using(state: State, index: int, frame: Frame) -> bool:
    """Buildings of one street that was activated; or one that an artefact lets its owner use."""
    assert isinstance(frame, UseBuildingsFrame)
    streets = {region_of(at) - 1 for at in frame.spaces}
    standing = all(state.active_player.colony[at] for at in frame.spaces) and len(streets) == 1
    active = (
        standing
        and state.active_player.streets[min(streets)] > 0
        and "fill_market" not in map(question_of, state.pending)
    )
    return active or (standing and len(frame.spaces) == 1 and _artefact_has_effect(state, "ask_use"))


def _giving(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, GiveBasicFrame)
    building = state.active_player.colony[frame.space]
    takes = bool(building) and ANY_BASIC in dict(content(state).buildings[building].give)
    return takes and len(set(basics_of(state.active_player))) > 1


def _gaining(state: State, index: int, frame: Frame) -> bool:
    return _building_has_effect(state, "ask_basic")


def _collecting(state: State, index: int, frame: Frame) -> bool:
    """All fortified terrains, by a building; or all open ones of a region just activated, by an artefact."""
    assert isinstance(frame, CollectTerrainFrame)
    if _building_has_effect(state, "ask_fortified_terrain") and frame.spaces == state.active_player.fortifications:
        return True
    region = region_of(frame.spaces[0])
    collected = frame.spaces == collectable(state.active_player, region) and state.active_player.regions[region - 1] > 0
    return collected and _artefact_has_effect(state, "ask_extra")


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    PlaceBuildingFrame: _placing,
    PaymentFrame: _paying,
    WelcomeHeroFrame: _welcoming,
    DrawTerrainFrame: _exploring,
    EncounterFrame: _encountering,
    UseBuildingsFrame: _using,
    GiveBasicFrame: _giving,
    GainBasicFrame: _gaining,
    CollectTerrainFrame: _collecting,
}
