"""Questions of the set-up: the ring of tiles, the starting seat, and a clan for each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import TILES, content
from referee_service.games.empires_north.questions import ChooseClanFrame, DealClanFrame, LayRingFrame, PickStarterFrame
from referee_service.games.empires_north.setup import assign_clan, available_clans
from referee_service.games.empires_north.state import State, TileName, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb, verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.question import Question, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action

# --- lay_ring: the order of the action tiles --------------------------------------------------------------------------


class LayTile(Action, frozen=True, tag="lay_tile"):
    """A tile is laid beside the last one."""

    tile: TileName


def lay_tile_outcomes(state: State) -> list[tuple[LayTile, int]]:
    """Return every tile that is not in the ring yet, with equal weight."""
    return [(LayTile(tile), 1) for tile in TILES if tile not in state.ring]


def apply_lay_tile(state: State, action: LayTile) -> State:
    """Add the tile to the ring."""
    return emit(replace(state, ring=(*state.ring, action.tile)), "tile_laid", CHANCE, tile=action.tile)


LAY_TILE = chance_verb(LayTile, lay_tile_outcomes, apply_lay_tile)


def auto_lay_ring(state: State, frame: LayRingFrame) -> State:
    """Close the question once the ring is complete."""
    return pop(state) if len(state.ring) == len(content(state).pack.tiles) else state


LAY_RING = question(LayRingFrame, "lay_tile", chance=True, step=auto_lay_ring)


# --- pick_starter: the first player -----------------------------------------------------------------------------------


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """A player gets the first player marker."""

    seat: Annotated[int, Domain("seat")]


def pick_starter_outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat, with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply_pick_starter(state: State, action: PickStarter) -> State:
    """Give that seat the marker and the first turn."""
    state = replace(pop(state), first_seat=action.seat, active_seat=action.seat)
    return emit(state, "starter_picked", CHANCE, starter=action.seat)


PICK_STARTER_VERB = chance_verb(PickStarter, pick_starter_outcomes, apply_pick_starter)


PICK_STARTER: Question[State] = question(PickStarterFrame, "pick_starter", chance=True)


# --- deal_clan: a clan at random --------------------------------------------------------------------------------------


class DealClan(Action, frozen=True, tag="deal_clan"):
    """A player receives a clan at random."""

    clan: Annotated[str, Domain("clan")]


def deal_clan_outcomes(state: State) -> list[tuple[DealClan, int]]:
    """Return every clan that no player has, with equal weight."""
    return [(DealClan(clan), 1) for clan in available_clans(state)]


def apply_deal_clan(state: State, action: DealClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), expect_top(state, DealClanFrame).recipient, action.clan)


DEAL_CLAN_VERB = chance_verb(DealClan, deal_clan_outcomes, apply_deal_clan)


DEAL_CLAN: Question[State] = question(DealClanFrame, "deal_clan", chance=True)


# --- choose_clan: a clan of choice ------------------------------------------------------------------------------------


class ChooseClan(Action, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""

    clan: Annotated[str, Domain("clan")]


def choose_clan_candidates(state: State) -> list[ChooseClan]:
    """Return every clan that no player has."""
    return [ChooseClan(clan) for clan in available_clans(state)]


def choose_clan_objections(state: State, action: ChooseClan) -> Iterator[Refusal]:
    """Yield the reason if another player has this clan."""
    if action.clan not in available_clans(state):
        yield refuse("choose_clan.free", clan=action.clan)


def apply_choose_clan(state: State, action: ChooseClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), deciding_seat(state), action.clan)


CHOOSE_CLAN_VERB = verb(ChooseClan, choose_clan_candidates, choose_clan_objections, apply_choose_clan, exact=True)


CHOOSE_CLAN: Question[State] = question(ChooseClanFrame, "choose_clan")
