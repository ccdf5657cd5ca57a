"""Open questions that can be asked: about what is there, by what asks them, and with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.settlement.actions.invite_hero import price_of
from referee_service.games.settlement.content import BASIC, content
from referee_service.games.settlement.paying import is_payable
from referee_service.games.settlement.reserve import holds
from referee_service.games.settlement.state import (
    EMPTY,
    CollectTerrain,
    DrawTerrain,
    Encounter,
    GainBasic,
    GiveBasic,
    PlaceBuilding,
    State,
    UseBuildings,
    WelcomeHero,
    basics_of,
    collectable,
    region_of,
    touches_explored,
)
from referee_service.kernel.payment import Payment
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import Frame, question_of
from referee_service.kernel.values import Bag


def questions(state: State) -> Iterator[Fault]:
    """Every open question in turn."""
    for index, frame in enumerate(state.pending):
        fits = CHECKS.get(type(frame))
        if fits is not None and not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


def _names_effect(state: State, effect: str) -> bool:
    """Whether a building of the player in turn names this effect."""
    buildings = content(state).buildings
    return any({effect: True} in buildings[each].row.on_use for each in state.me.colony if each)


def _artefact_asks(state: State, effect: str) -> bool:
    """Whether the artefact of the player in turn names this effect."""
    return any({effect: True} in rows for rows in content(state).artefacts[state.me.artefact].row.triggers.values())


def _placing(state: State, index: int, frame: Frame) -> bool:
    return EMPTY in state.me.colony


def _paying(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, Payment)
    purpose, price = _wanted(state, state.pending[index - 1])
    open_still = not holds(frame.pool, frame.owed) and is_payable(state, price, frame.pool, dict(state.me.reserve))
    return (frame.purpose, frame.owed) == (purpose, price) and open_still


def _wanted(state: State, beneath: Frame) -> tuple[str, Bag]:
    if isinstance(beneath, PlaceBuilding):
        return beneath.building, content(state).buildings[beneath.building].cost
    assert isinstance(beneath, WelcomeHero)
    return beneath.hero, price_of(state, beneath.hero) if beneath.hero in state.row else ()


def _welcoming(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, WelcomeHero)
    return frame.hero in state.row


def _exploring(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, DrawTerrain)
    free = not state.me.wilderness[frame.space] and touches_explored(state.me, frame.space)
    return free and bool(state.supply.terrains(region_of(frame.space)))


def _meeting(state: State, index: int, frame: Frame) -> bool:
    """An open terrain; several are of one region, the leftmost is asked first."""
    assert isinstance(frame, Encounter)
    me, above = state.me, state.pending[index + 1 : index + 2]
    is_free = bool(me.wilderness[frame.space]) and frame.space not in (*me.monsters, *me.forts)
    follows = [each.space for each in above if isinstance(each, Encounter)]
    return is_free and all(at < frame.space and region_of(at) == region_of(frame.space) for at in follows)


def _using(state: State, index: int, frame: Frame) -> bool:
    """Buildings of one street that was activated; or one that an artefact lets its owner use."""
    assert isinstance(frame, UseBuildings)
    streets = {region_of(at) - 1 for at in frame.spaces}
    standing = all(state.me.colony[at] for at in frame.spaces) and len(streets) == 1
    active = standing and state.me.streets[min(streets)] > 0 and "fill_market" not in map(question_of, state.pending)
    return active or (standing and len(frame.spaces) == 1 and _artefact_asks(state, "ask_use"))


def _giving(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, GiveBasic)
    building = state.me.colony[frame.space]
    takes = bool(building) and BASIC in dict(content(state).buildings[building].give)
    return takes and len(set(basics_of(state.me))) > 1


def _gaining(state: State, index: int, frame: Frame) -> bool:
    return _names_effect(state, "ask_basic")


def _collecting(state: State, index: int, frame: Frame) -> bool:
    """All fortified terrains, by a building; or all open ones of a region just activated, by an artefact."""
    assert isinstance(frame, CollectTerrain)
    if _names_effect(state, "ask_fortified_terrain") and frame.spaces == state.me.forts:
        return True
    region = region_of(frame.spaces[0])
    collected = frame.spaces == collectable(state.me, region) and state.me.regions[region - 1] > 0
    return collected and _artefact_asks(state, "ask_extra")


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    PlaceBuilding: _placing,
    Payment: _paying,
    WelcomeHero: _welcoming,
    DrawTerrain: _exploring,
    Encounter: _meeting,
    UseBuildings: _using,
    GiveBasic: _giving,
    GainBasic: _gaining,
    CollectTerrain: _collecting,
}
