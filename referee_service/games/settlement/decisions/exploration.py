"""The wilderness: the terrain that chance draws, encounters, and the choice of a terrain that yields its resource."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player
from referee_service.kernel.verb_factories import choose_verb, draw_verb

from ..effects import first_building_with, has_artefact_effect, has_building_effect
from ..fields import TerrainField, WildField, YesOrNo
from ..questions import BENEATH_USED_BUILDING, CollectTerrainFrame, DrawTerrainFrame, EncounterFrame
from ..reserve import receive_from
from ..state import (
    State,
    collectable_spaces,
    explored_spaces,
    has_permit,
    is_next_to_explored,
    is_shown_by_heroes,
    monster_of,
    region_of,
    resource_of,
)

# --- draw_terrain: the terrain of an explored space -------------------------------------------------------------------


class DrawTerrain(Action, frozen=True, tag="draw_terrain"):
    """Chance draws the terrain tile of the explored space."""

    terrain: TerrainField
    """Type of the terrain tile drawn, as the id of its component, with its level and monster: `wood_1_green`."""


def terrain_pile(state: State) -> Bag:
    """Return the pile of terrains of the region's level."""
    return state.supply.terrains(region_of(expect_top(state, DrawTerrainFrame).space))


def apply_draw_terrain(state: State, action: DrawTerrain) -> State:
    """Put the terrain on its space, and start an encounter there."""
    seat, space = state.active_seat, expect_top(state, DrawTerrainFrame).space
    pile = f"terrain_{region_of(space)}"
    remaining = remove_from(state.supply.terrains(region_of(space)), action.terrain)
    state = replace(pop(state), supply=replace(state.supply, **{pile: remaining}))
    state = with_player(state, seat, wilderness=with_item(state.active_player.wilderness, space, action.terrain))
    return emit(
        push(state, EncounterFrame(seat, space)), "terrain_explored", seat, terrain=action.terrain, spaces=(space,)
    )


def is_space_explored(state: State, frame: DrawTerrainFrame, below: Below) -> bool:
    """Return whether the space can be explored and its pile has a terrain."""
    player = state.active_player
    is_free = not player.wilderness[frame.space] and is_next_to_explored(explored_spaces(player), frame.space)
    return is_free and bool(state.supply.terrains(region_of(frame.space)))


def draw_terrain_facts(state: State) -> dict[str, Fact]:
    """Return the explored space, its region, and the seat that explores it."""
    space = expect_top(state, DrawTerrainFrame).space
    return {"space": space, "region": region_of(space), "explorer": state.active_seat}


DRAW_TERRAIN = draw_verb(DrawTerrain, terrain_pile, apply_draw_terrain)
DRAW_TERRAIN_QUESTION = question(
    DrawTerrainFrame,
    "draw_terrain",
    chance=True,
    stages=("acted",),
    fits=is_space_explored,
    facts=draw_terrain_facts,
)


# --- encounter: whether the monster of a terrain appears --------------------------------------------------------------


class DecideEncounter(Action, frozen=True, tag="decide_encounter"):
    """Decide whether the monster of a terrain appears. Only an artefact lets a seat decide this."""

    appears: YesOrNo
    """True if the monster appears on the terrain, false if none does."""


def decide_encounter_candidates(state: State) -> list[DecideEncounter]:
    """Return both decisions."""
    return [DecideEncounter(appears=False), DecideEncounter(appears=True)]


def decide_encounter_objections(state: State, action: DecideEncounter) -> tuple[Refusal, ...]:
    """Return no refusals: both decisions are always legal."""
    return ()


def apply_decide_encounter(state: State, action: DecideEncounter) -> State:
    """Finish the encounter as decided."""
    return finish_encounter(state, expect_top(state, EncounterFrame), appears=action.appears)


def finish_encounter(state: State, frame: EncounterFrame, *, appears: bool) -> State:
    """Close the encounter, and place the monster on the terrain if it appears."""
    seat, player = state.active_seat, state.active_player
    state = pop(state)
    if not appears:
        return state
    state = with_player(state, seat, monsters=tuple(sorted((*player.monsters, frame.space))))
    return emit(state, "monster_appeared", seat, monster=monster_of(state, player, frame.space), space=frame.space)


def auto_encounter(state: State, frame: EncounterFrame) -> State:
    """Finish the encounter: the monster appears if a hero of the row shows it. With a permit the seat decides."""
    player = state.active_player
    if has_permit(state, player, "choose_encounter"):
        return state
    appears = is_shown_by_heroes(state, monster_of(state, player, frame.space))
    return finish_encounter(close_top(state, "decide_encounter.heroes"), frame, appears=appears)


def is_terrain_unprotected(state: State, frame: EncounterFrame, below: Below) -> bool:
    """Return whether the terrain has neither monster nor fortification.

    Several encounters belong to one region, and the leftmost one comes first.
    """
    player = state.active_player
    if not player.wilderness[frame.space] or frame.space in (*player.monsters, *player.fortifications):
        return False
    later = [each.space for each in below if isinstance(each, EncounterFrame)]
    return all(frame.space < space and region_of(frame.space) == region_of(space) for space in later)


def encounter_facts(state: State) -> dict[str, Fact]:
    """Return the monster, its space with terrain and resource, and the artefact that lets the seat decide."""
    player, space = state.active_player, expect_top(state, EncounterFrame).space
    return {
        "monster": monster_of(state, player, space),
        "space": space,
        "terrain": player.wilderness[space],
        "resource": resource_of(state, player, space),
        "artefact": player.artefact,
    }


def decide_encounter_facts(state: State, action: DecideEncounter) -> dict[str, Fact]:
    """Return the space and the monster: `coming` if it appears, else `absent`."""
    known = encounter_facts(state)
    return {"space": known["space"], "coming" if action.appears else "absent": known["monster"]}


DECIDE_ENCOUNTER = verb(
    DecideEncounter,
    decide_encounter_candidates,
    decide_encounter_objections,
    apply_decide_encounter,
    exact=True,
    facts=decide_encounter_facts,
)
ENCOUNTER = question(
    EncounterFrame,
    "decide_encounter",
    stages=("acted",),
    over=(None, EncounterFrame),
    step=auto_encounter,
    fits=is_terrain_unprotected,
    closed_by=("decide_encounter.heroes",),
    facts=encounter_facts,
)


# --- collect_terrain: one of several terrains, without an encounter ---------------------------------------------------


class CollectTerrain(Action, frozen=True, tag="collect_terrain"):
    """Gain the resource of one of the offered terrains, without an encounter."""

    space: WildField
    """Space of the seat's wilderness with the terrain, 0 to 8: three in each region, region I first."""


def offered_terrains(state: State) -> tuple[int, ...]:
    """Return the spaces that the question names."""
    return expect_top(state, CollectTerrainFrame).spaces


def apply_collect_terrain(state: State, action: CollectTerrain) -> State:
    """Gain the resource of the terrain."""
    return receive_from(pop(state), state.active_seat, action.space)


def auto_collect_terrain(state: State, frame: CollectTerrainFrame) -> State:
    """Collect automatically if several terrains all yield the same resource."""
    resources = {resource_of(state, state.active_player, space) for space in frame.spaces}
    if len(frame.spaces) == 1 or len(resources) > 1:
        return state
    return receive_from(pop(close_top(state, "collect_terrain.one_kind")), state.active_seat, frame.spaces[0])


def can_terrain_be_collected(state: State, frame: CollectTerrainFrame, below: Below) -> bool:
    """Return whether a building offers all fortified terrains, or an artefact those of an activated region.

    The encounters of the region wait beneath, unless all its terrains are fortified.
    """
    player, is_region = state.active_player, bool(below) and isinstance(below[-1], EncounterFrame)
    if not is_region and has_building_effect(state, "ask_fortified_terrain") and frame.spaces == player.fortifications:
        return True
    region = region_of(frame.spaces[0])
    is_collected = player.regions[region - 1] > 0 and frame.spaces == collectable_spaces(player, region)
    return (is_region or not below) and is_collected and has_artefact_effect(state, "ask_extra")


def collect_terrain_facts(state: State) -> dict[str, Fact]:
    """Return the spaces to choose from, and the building or artefact that asks, if only one of them can."""
    spaces, player = offered_terrains(state), state.active_player
    building = first_building_with(state, "ask_fortified_terrain") if spaces == player.fortifications else None
    is_region = len({region_of(space) for space in spaces}) == 1 and player.regions[region_of(spaces[0]) - 1] > 0
    artefact = player.artefact if is_region and has_artefact_effect(state, "ask_extra") else None
    return {"spaces": spaces, "source": None if building and artefact else building or artefact}


def terrain_resource(state: State, action: CollectTerrain) -> dict[str, Fact]:
    """Return the resource of the terrain, if it is explored."""
    player = state.active_player
    return {"resource": resource_of(state, player, action.space) if player.wilderness[action.space] else None}


COLLECT_TERRAIN = choose_verb(
    CollectTerrain,
    offered_terrains,
    apply_collect_terrain,
    rule="collect_terrain.named",
    facts=terrain_resource,
)
COLLECT_TERRAIN_QUESTION = question(
    CollectTerrainFrame,
    "collect_terrain",
    stages=("acted",),
    over=(*BENEATH_USED_BUILDING, EncounterFrame),
    step=auto_collect_terrain,
    fits=can_terrain_be_collected,
    forced=True,
    closed_by=("collect_terrain.one_kind",),
    facts=collect_terrain_facts,
)
