"""Small positions of Settlement by keywords, real games to look into, and short ways to ask the referee about them.

Spaces of the wilderness and of the colony:

    region III   6 7 8        upper street   0 1 2
    region II    3 4 5        middle street  3 4 5
    region I     0 1 2        lower street   6 7 8
"""

from __future__ import annotations

import random
from functools import cache

from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.end_turn import EndTurn
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.actions.take_artefact import TakeArtefact
from referee_service.games.settlement.common_board import EMPTY_SLOT
from referee_service.games.settlement.content.tables import SPACES, content
from referee_service.games.settlement.state import SettlementOptions, Slot, State, amount_of
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.tuples import with_player
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

RED_ROW = ("artisan_01", "artisan_08", "artisan_11", "builder_12")
"""Heroes who all show the red monster: no other ever appears."""
GREEN = "artisan_02"
"""A hero who shows the green monster."""
INERT = "diamond_ring"
"""An artefact that does nothing once it is taken."""
MARKET = ("sawmill", "diamond_mine", "alchemist_tower", "clay_pit", "bazaar", "warehouse", "quarry", "bank", "tavern")
WOOD, CLAY, STONE = "wood_1_green", "clay_1_green", "stone_1_green"
"""Terrains of region I where gnolls live."""
DIAMONDS, GOLD = "diamond_2_green", "gold_3_green"
"""Terrains of regions II and III where gnolls live."""


# --- positions ------------------------------------------------------------------------------------------------------


def begun(seats: int = 2, first_player: int | None = 0, seed: str = "opening") -> Match:
    """A match just set up, before chance has acted."""
    options = SettlementOptions(first_player=first_player)
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def drafting(seats: int = 2, first_player: int | None = 0) -> State:
    """A real game when the first artefact is chosen."""
    return play_chance(GAME, begun(seats, first_player)).match.state


@cache
def opening(seats: int = 2) -> State:
    """A real game at its first turn, seat 0 to play; everybody took the first artefact on offer."""
    state = drafting(seats)
    while question(state) == "take_artefact":
        state = after(state, TakeArtefact(state.artefacts[0]))
    return state


def given(*, seats: int = 2, **wanted) -> State:
    """A position with seat 0 in turn: empty boards and an empty reserve but for what is named.

    land: terrains by space. colony: buildings by space. stored: tokens by space. reserve: resources by name. market:
    buildings slot by slot, a pair (building, count) for a stack. Anything else is a field of the player or of the
    state. Pieces are not counted here.
    """
    state = opening(seats)
    market = [entry if isinstance(entry, tuple) else (entry, 1) for entry in wanted.pop("market", MARKET)]
    slots = tuple(Slot(*entry) for entry in market)
    state = replace(state, market=slots + (EMPTY_SLOT,) * (9 - len(slots)), hero_row=tuple(wanted.pop("hero_row", RED_ROW)))
    mine = {
        "wilderness": row_of(wanted.pop("land", {}), ""),
        "colony": row_of(wanted.pop("colony", {}), ""),
        "stored": row_of(wanted.pop("stored", {}), 0),
        "reserve": tuple(sorted(wanted.pop("reserve", {}).items())),
        "artefact": wanted.pop("artefact", INERT),
    }
    mine |= {name: wanted.pop(name) for name in list(wanted) if name in state.active_player.__struct_fields__}
    return replace(with_player(state, 0, **mine), **wanted)


def row_of(entries: dict, empty) -> tuple:
    """Nine spaces with these entries."""
    return tuple(entries.get(space, empty) for space in SPACES)


@cache
def game_by_lot(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Every position of a real game whose players choose by lot, and play on as long as they can."""
    lot = random.Random(seed)
    state = begun(seats, first_player=None).state
    positions = [state]
    while GAME.turn(state) is not None:
        actions = legal(state)
        busy = [action for action in actions if not isinstance(action, PassRound | EndTurn | Exchange)]
        goes_on = [action for action in actions if not isinstance(action, PassRound)]
        chosen = busy or (goes_on if lot.random() < 0.8 else ()) or actions
        kind = lot.choice(list(dict.fromkeys(map(type, chosen))))
        state, _ = engine.apply(GAME, state, lot.choice([action for action in chosen if type(action) is kind]))
        positions.append(state)
    return tuple(positions)


# --- moves ----------------------------------------------------------------------------------------------------------


def passed(state: State) -> State:
    """The position after the player in turn has passed, keeping and taking whatever comes first."""
    seat = state.active_seat
    state = after(state, PassRound())
    while GAME.turn(state) is not None and state.pending and state.pending[-1].seat == seat:
        state = after(state, legal(state)[-1])
    return after_chance(state)


# --- questions ------------------------------------------------------------------------------------------------------


def has(state: State, resource: str, seat: int = 0) -> int:
    """How many of a resource a seat has."""
    return amount_of(state.players[seat], resource)


def reserve(state: State, seat: int = 0) -> dict[str, int]:
    """All resources of a seat."""
    return dict(state.players[seat].reserve)


TABLES = content(opening())
