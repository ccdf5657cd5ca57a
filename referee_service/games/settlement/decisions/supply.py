"""Pieces that chance brings to the common board: artefacts on offer, buildings of the market, heroes of the row."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item
from referee_service.kernel.verb_factories import draw_verb

from ..common_board import EMPTY_SLOT
from ..content.tables import content
from ..fields import ArtefactField, BuildingField, HeroField
from ..questions import FillMarketFrame, FillRowFrame, RevealArtefactsFrame
from ..state import EMPTY, Slot, State, is_solo

# --- fill_market: a building for each empty slot ----------------------------------------------------------------------


class DrawBuilding(Action, frozen=True, tag="draw_building"):
    """Chance draws a building tile for the first empty slot of the market."""

    building: BuildingField
    """Type of the building tile drawn, as the id of its component. Other slots may have the same type."""


def building_piles(state: State) -> Bag:
    """Return the buildings of all piles. The piles make no difference."""
    return state.supply.buildings


def apply_draw_building(state: State, action: DrawBuilding) -> State:
    """Put the building on the first empty slot, even if another slot has the same type."""
    slot = state.market.index(EMPTY_SLOT)
    supply = replace(state.supply, buildings=remove_from(state.supply.buildings, action.building))
    state = replace(state, supply=supply, market=with_item(state.market, slot, Slot(action.building, 1)))
    return emit(state, "building_came", CHANCE, building=action.building, slot=slot)


def auto_fill_market(state: State, frame: FillMarketFrame) -> State:
    """Close the question once no slot is empty or the pile is."""
    return state if EMPTY_SLOT in state.market and state.supply.buildings else pop(state)


def is_market_first(state: State, frame: FillMarketFrame, below: Below) -> bool:
    """Return whether, in the set-up, no hero has come before the buildings."""
    return state.stage != "draft" or not any(state.hero_row)


def fill_market_facts(state: State) -> dict[str, Fact]:
    """Return the slot that is filled next."""
    return {"slot": state.market.index(EMPTY_SLOT)}


DRAW_BUILDING = draw_verb(DrawBuilding, building_piles, apply_draw_building)
FILL_MARKET = question(
    FillMarketFrame,
    "draw_building",
    chance=True,
    stages=("acted", "new_round"),
    step=auto_fill_market,
    fits=is_market_first,
    facts=fill_market_facts,
)


# --- fill_row: a hero for each empty place ----------------------------------------------------------------------------


class DrawHero(Action, frozen=True, tag="draw_hero"):
    """Chance draws a hero for the rightmost empty place of the row."""

    hero: HeroField
    """Hero drawn from the pile, as the id of its component."""


def hero_pile(state: State) -> Bag:
    """Return the heroes of the pile."""
    return state.supply.heroes


def apply_draw_hero(state: State, action: DrawHero) -> State:
    """Put the hero on the rightmost empty place. During play that is the leftmost place of the row."""
    free = max(place for place, hero in enumerate(state.hero_row) if hero == EMPTY)
    supply = replace(state.supply, heroes=remove_from(state.supply.heroes, action.hero))
    state = replace(state, supply=supply, hero_row=with_item(state.hero_row, free, action.hero))
    return emit(state, "hero_came", CHANCE, hero=action.hero)


def auto_fill_row(state: State, frame: FillRowFrame) -> State:
    """Close the question once the row is full or the pile is empty."""
    return state if EMPTY in state.hero_row and state.supply.heroes else pop(state)


def is_row_next(state: State, frame: FillRowFrame, below: Below) -> bool:
    """Return whether a hero was invited, or the row is filled before other questions of the set-up or a new round."""
    is_early = state.stage == "draft" and bool(state.artefacts)
    return state.has_invited != bool(below) and not is_early


DRAW_HERO = draw_verb(DrawHero, hero_pile, apply_draw_hero)
FILL_ROW = question(
    FillRowFrame,
    "draw_hero",
    chance=True,
    stages=("invited", "new_round"),
    over=(None, FillMarketFrame),
    step=auto_fill_row,
    fits=is_row_next,
)


# --- reveal_artefacts: artefacts on offer -----------------------------------------------------------------------------


class DrawArtefact(Action, frozen=True, tag="draw_artefact"):
    """Chance turns up an artefact, which is then on offer."""

    artefact: ArtefactField
    """Artefact drawn from the pile, as the id of its component."""


def artefact_pile(state: State) -> Bag:
    """Return the artefacts of the pile."""
    return state.supply.artefacts


def apply_draw_artefact(state: State, action: DrawArtefact) -> State:
    """Add the artefact to those on offer."""
    supply = replace(state.supply, artefacts=remove_from(state.supply.artefacts, action.artefact))
    state = replace(state, supply=supply, artefacts=tuple(sorted((*state.artefacts, action.artefact))))
    return emit(state, "artefact_came", CHANCE, artefact=action.artefact)


def auto_reveal_artefacts(state: State, frame: RevealArtefactsFrame) -> State:
    """Close the question once enough artefacts are on offer or the pile is empty."""
    return state if len(state.artefacts) < frame.target_count and state.supply.artefacts else pop(state)


def is_artefact_replaced(state: State, frame: RevealArtefactsFrame, below: Below) -> bool:
    """Return whether, after the draft, a solo player's artefact left the game and another one replaces it."""
    if state.stage == "draft":
        return True
    return is_solo(state) and frame.target_count == content(state).numbers["spare_artefacts"]


DRAW_ARTEFACT = draw_verb(DrawArtefact, artefact_pile, apply_draw_artefact)
REVEAL_ARTEFACTS = question(
    RevealArtefactsFrame,
    "draw_artefact",
    chance=True,
    stages=("passed",),
    step=auto_reveal_artefacts,
    fits=is_artefact_replaced,
)
