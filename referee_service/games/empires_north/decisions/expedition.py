"""Questions of a ship that lands: the island, chance if it is unknown, and what the ship does there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from referee_service.kernel.bags import size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action

from ..content.tables import card_of
from ..economy.supply import reshuffle_islands
from ..effects.origins import ACTION_PLACES, effect_below
from ..effects.requirements import reachable_piles
from ..facts import load_of, pillage_facts, source_facts
from ..fields import ConquerOrPillage, LandingIsland, PileName
from ..phases.expedition import conquer, pillage, return_ship, ship_of, take_face_up_island
from ..questions import BlindLandingFrame, LandingFrame, VoyageFrame
from ..state import State, deciding_seat


def is_landing(state: State, frame: VoyageFrame | BlindLandingFrame | LandingFrame, below: Below) -> bool:
    """Return whether the ship may land: the first one in the expedition, else one that an effect sends."""
    ship = ship_of(state, frame)
    if not isinstance(frame, BlindLandingFrame) and frame.seat != ship.seat:
        return False
    if frame.mode == "conquer" and not ship.raze:
        return False
    if frame.mode == "any":
        return not below and state.stage == "expedition" and frame.place == 0
    effect = effect_below(state, below)
    return effect is not None and effect.name == f"{frame.mode}_now" and below[-1].seat == ship.seat


# --- voyage: the island -----------------------------------------------------------------------------------------------


class Land(Action, frozen=True, tag="land"):
    """The ship sails to an island."""

    pile: PileName
    island: LandingIsland | None = None


def land_candidates(state: State) -> list[Land]:
    """Return every face-up island in reach, and the top of every pile in reach."""
    offers = list[Land]()
    for pile in reachable_piles(state, ship_of(state, expect_top(state, VoyageFrame))):
        islands = state.islands(pile)
        offers += [Land(pile, island) for island in islands.face_up]
        offers += [Land(pile)] if islands.pile or islands.discard else []
    return offers


def land_objections(state: State, action: Land) -> Iterator[Refusal]:
    """Yield every reason why the ship may not sail there."""
    islands = state.islands(action.pile)
    if action.pile == "distant" and not ship_of(state, expect_top(state, VoyageFrame)).fish:
        yield refuse("land.fish")
    if action.island is None and not (islands.pile or islands.discard):
        yield refuse("land.pile", pile=action.pile)
    if action.island is not None and action.island not in islands.face_up:
        yield refuse("land.open", island=action.island, pile=action.pile)


def apply_land(state: State, action: Land) -> State:
    """Take the face-up island, or ask chance to turn one up."""
    frame, seat = expect_top(state, VoyageFrame), deciding_seat(state)
    pile: Literal["near", "distant"] = "near" if action.pile == "near" else "distant"
    state = emit(state, "landed", seat, pile=pile, island=action.island)
    if action.island is None:
        return replace_top(state, BlindLandingFrame(CHANCE, frame.place, frame.mode, pile))
    return replace_top(
        take_face_up_island(state, pile, action.island),
        LandingFrame(seat, frame.place, frame.mode, pile, action.island),
    )


def auto_voyage(state: State, frame: VoyageFrame) -> State:
    """Return a ship that can reach no island, with nothing."""
    if reachable_piles(state, ship_of(state, frame)):
        return state
    return emit(return_ship(pop(close_top(state, "ruling.voyage")), frame.place), "came_home", frame.seat)


def land_facts(state: State, action: Land) -> dict[str, Fact]:
    """Return what pillaging the island brings, or how many islands lie face down."""
    if action.island is not None:
        return pillage_facts(state, action.island)
    islands = state.islands(action.pile)
    return {"hidden": size_of(islands.pile) or size_of(islands.discard)}


def voyage_facts(state: State) -> dict[str, Fact]:
    """Return the card that sends the ship, its load, and what it must do at the island."""
    frame = expect_top(state, VoyageFrame)
    facts: dict[str, Fact] = {**source_facts(state), "load": load_of(ship_of(state, frame))}
    return facts if frame.mode == "any" else {**facts, "mode": frame.mode}


LAND = verb(
    Land,
    land_candidates,
    land_objections,
    apply_land,
    exact=True,
    kinds={"pile": "land.kind", "island": "land.kind"},
    facts=land_facts,
)
VOYAGE = question(
    VoyageFrame,
    "land",
    over=ACTION_PLACES,
    step=auto_voyage,
    fits=is_landing,
    forced=True,
    closed_by=("ruling.voyage",),
    facts=voyage_facts,
)


# --- blind_landing: the first island of a pile, face down -------------------------------------------------------------


def auto_blind_landing(state: State, frame: BlindLandingFrame) -> State:
    """Reshuffle an empty pile before an island is turned up."""
    return state if state.islands(frame.pile).pile else reshuffle_islands(state, frame.pile)


def can_land_blind(state: State, frame: BlindLandingFrame, below: Below) -> bool:
    """Return whether the ship can reach the pile, and the pile has islands."""
    islands = state.islands(frame.pile)
    is_reached = frame.pile == "near" or ship_of(state, frame).fish
    return is_reached and bool(islands.pile or islands.discard) and is_landing(state, frame, below)


def blind_landing_facts(state: State) -> dict[str, Fact]:
    """Return the pile."""
    return {"pile": expect_top(state, BlindLandingFrame).pile}


BLIND_LANDING = question(
    BlindLandingFrame,
    "draw_island",
    chance=True,
    over=ACTION_PLACES,
    step=auto_blind_landing,
    fits=can_land_blind,
    facts=blind_landing_facts,
)


# --- landing: pillage or conquer --------------------------------------------------------------------------------------


class TakeIsland(Action, frozen=True, tag="take_island"):
    """The island is pillaged or conquered."""

    conquer: ConquerOrPillage


def take_island_candidates(state: State) -> list[TakeIsland]:
    """Return both answers. Only a ship with a raze token has the choice."""
    return [TakeIsland(conquer=False), TakeIsland(conquer=True)]


def take_island_objections(state: State, action: TakeIsland) -> Iterator[Refusal]:
    """Yield the reason if the ship has no raze token to conquer with."""
    if action.conquer and not ship_of(state, expect_top(state, LandingFrame)).raze:
        yield refuse("take_island.raze")


def apply_take_island(state: State, action: TakeIsland) -> State:
    """Pillage or conquer the island."""
    return conquer(state) if action.conquer else pillage(state)


def auto_landing(state: State, frame: LandingFrame) -> State:
    """Pillage or conquer the island at once if an effect says which."""
    if frame.mode == "any":
        return state
    return conquer(state) if frame.mode == "conquer" else pillage(state)


def can_take_island(state: State, frame: LandingFrame, below: Below) -> bool:
    """Return whether the ship can have reached this island of the pile."""
    is_reached = frame.pile == "near" or ship_of(state, frame).fish
    return is_reached and card_of(state, frame.island).pile == frame.pile and is_landing(state, frame, below)


def take_island_facts(state: State, action: TakeIsland) -> dict[str, Fact]:
    """Return the island, and what pillaging it brings."""
    island = expect_top(state, LandingFrame).island
    return {"island": island} if action.conquer else {"island": island, **pillage_facts(state, island)}


def landing_facts(state: State) -> dict[str, Fact]:
    """Return the island, and what pillaging it brings."""
    island = expect_top(state, LandingFrame).island
    return {"island": island, **pillage_facts(state, island)}


TAKE_ISLAND = verb(
    TakeIsland, take_island_candidates, take_island_objections, apply_take_island, facts=take_island_facts
)
LANDING = question(
    LandingFrame,
    "take_island",
    stages=("expedition",),
    step=auto_landing,
    fits=can_take_island,
    forced=True,
    facts=landing_facts,
)
