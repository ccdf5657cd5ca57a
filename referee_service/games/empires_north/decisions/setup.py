"""Questions of the set-up: the ring of tiles, the starting seat, and a clan for each player."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.question import Question, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.verb_factories import choose_verb, starter_verb

from ..content.tables import TILES, content
from ..fields import ClanName, TileName
from ..questions import ChooseClanFrame, DealClanFrame, LayRingFrame, PickStarterFrame
from ..setup import assign_clan, available_clans
from ..state import State, deciding_seat

# --- lay_ring: the order of the action tiles --------------------------------------------------------------------------


class LayTile(Action, frozen=True, tag="lay_tile"):
    """An action tile is laid beside the last one of the ring."""

    tile: TileName
    """Action tile that comes next: `explore`, `populate`, `construct`, `harvest` or `sail`."""


def lay_tile_outcomes(state: State) -> list[tuple[LayTile, int]]:
    """Return every tile that is not in the ring yet, with equal weight."""
    return [(LayTile(tile), 1) for tile in TILES if tile not in state.ring]


def apply_lay_tile(state: State, action: LayTile) -> State:
    """Add the tile to the ring."""
    return emit(replace(state, ring=(*state.ring, action.tile)), "tile_laid", CHANCE, tile=action.tile)


def auto_lay_ring(state: State, frame: LayRingFrame) -> State:
    """Close the question once the ring is complete."""
    return pop(state) if len(state.ring) == len(content(state).pack.tiles) else state


LAY_TILE = chance_verb(LayTile, lay_tile_outcomes, apply_lay_tile)
LAY_RING = question(LayRingFrame, "lay_tile", chance=True, step=auto_lay_ring)


# --- pick_starter: the first player -----------------------------------------------------------------------------------


def give_marker(state: State, seat: int) -> State:
    """Give a seat the first player marker and the first turn."""
    return emit(replace(state, first_seat=seat, active_seat=seat), "starter_picked", CHANCE, starter=seat)


PICK_STARTER = starter_verb(give_marker)
PICK_STARTER_QUESTION: Question[State] = question(PickStarterFrame, "pick_starter", chance=True)


# --- deal_clan: a clan at random --------------------------------------------------------------------------------------


class DealClan(Action, frozen=True, tag="deal_clan"):
    """A player receives a clan at random."""

    clan: ClanName


def deal_clan_outcomes(state: State) -> list[tuple[DealClan, int]]:
    """Return every clan that no player has, with equal weight."""
    return [(DealClan(clan), 1) for clan in available_clans(state)]


def apply_deal_clan(state: State, action: DealClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), expect_top(state, DealClanFrame).recipient, action.clan)


DEAL_CLAN = chance_verb(DealClan, deal_clan_outcomes, apply_deal_clan)


def deal_clan_facts(state: State) -> dict[str, Fact]:
    """Return the seat that receives the clan."""
    return {"recipient": expect_top(state, DealClanFrame).recipient}


DEAL_CLAN_QUESTION: Question[State] = question(DealClanFrame, "deal_clan", chance=True, facts=deal_clan_facts)


# --- choose_clan: a clan of choice ------------------------------------------------------------------------------------


class ChooseClan(Action, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""

    clan: ClanName


def apply_choose_clan(state: State, action: ChooseClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), deciding_seat(state), action.clan)


CHOOSE_CLAN = choose_verb(ChooseClan, available_clans, apply_choose_clan, rule="choose_clan.free")
CHOOSE_CLAN_QUESTION: Question[State] = question(ChooseClanFrame, "choose_clan")
