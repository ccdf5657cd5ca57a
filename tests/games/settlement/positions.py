"""Positions of Settlement for tests: small ones by keywords, real games, and the bound test harness.

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
from referee_service.games.settlement.common_board import EMPTY_SLOT
from referee_service.games.settlement.content.tables import SPACES, content
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.state import SettlementOptions, Slot, State, amount_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.games.harness import GameHarness, random_action

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


def new_game(seats: int = 2, first_player: int | None = 0, seed: str = "opening") -> Match:
    """Return a match just set up, before chance has acted."""
    options = SettlementOptions(first_player=first_player)
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def draft(seats: int = 2, first_player: int | None = 0) -> State:
    """Return a real game when the first artefact is chosen."""
    return play_chance(GAME, new_game(seats, first_player)).match.state


@cache
def opening(seats: int = 2) -> State:
    """Return a real game at its first turn, seat 0 to play. Every seat took the first artefact on offer."""
    state = draft(seats)
    while question(state) == "take_artefact":
        state = after(state, TakeArtefact(state.artefacts[0]))
    return state


def given(*, seats: int = 2, **wanted) -> State:
    """Return a position with seat 0 in turn. Boards and reserve are empty except for the arguments.

    land: terrains by space. colony: buildings by space. stored: tokens by space. reserve: resources by name. market:
    buildings slot by slot, a pair (building, count) for a stack. Any other keyword is a field of the player or of the
    state. Pieces are not counted here.
    """
    state = opening(seats)
    market = [entry if isinstance(entry, tuple) else (entry, 1) for entry in wanted.pop("market", MARKET)]
    slots = tuple(Slot(*entry) for entry in market)
    state = replace(
        state, market=slots + (EMPTY_SLOT,) * (9 - len(slots)), hero_row=tuple(wanted.pop("hero_row", RED_ROW))
    )
    fields = {
        "wilderness": row_of(wanted.pop("land", {}), ""),
        "colony": row_of(wanted.pop("colony", {}), ""),
        "stored": row_of(wanted.pop("stored", {}), 0),
        "reserve": tuple(sorted(wanted.pop("reserve", {}).items())),
        "artefact": wanted.pop("artefact", INERT),
    }
    fields |= {name: wanted.pop(name) for name in list(wanted) if name in state.active_player.__struct_fields__}
    return replace(with_player(state, 0, **fields), **wanted)


def row_of(entries: dict, empty) -> tuple:
    """Return nine spaces with these entries."""
    return tuple(entries.get(space, empty) for space in SPACES)


@cache
def random_game(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Return every position of a random game, from set-up to the end. Players act as long as they can."""
    rng = random.Random(seed)

    def choose(actions: list[Action]) -> Action:
        busy = [action for action in actions if not isinstance(action, PassRound | EndTurn | Exchange)]
        no_pass = [action for action in actions if not isinstance(action, PassRound)]
        return random_action(busy or (no_pass if rng.random() < 0.8 else []) or actions, rng)

    return harness.random_positions(new_game(seats, first_player=None).state, rng, choose)


# --- moves ----------------------------------------------------------------------------------------------------------


def after_pass(state: State) -> State:
    """Return the position after the active player has passed, with the last legal answer to each question."""
    seat = state.active_seat
    state = after(state, PassRound())
    while GAME.turn(state) is not None and state.pending and state.pending[-1].seat == seat:
        state = after(state, legal(state)[-1])
    return after_chance(state)


# --- resources ------------------------------------------------------------------------------------------------------


def has(state: State, resource: str, seat: int = 0) -> int:
    """Return the number of a resource that a seat has."""
    return amount_of(state.players[seat], resource)


def reserve(state: State, seat: int = 0) -> dict[str, int]:
    """Return all resources of a seat."""
    return dict(state.players[seat].reserve)


TABLES = content(opening())
