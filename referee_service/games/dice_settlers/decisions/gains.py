"""Gains that a player chooses: the colour of a die, tokens, and the tile for a house."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, lapse, pop, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import choose_verb

from ..content.tables import TOKENS, content, has_effect
from ..fields import MapTileField, OwnTokenField
from ..free_actions import house_sites
from ..gains import take_tokens
from ..map_tiles import recruitable, replace_tents_by_house
from ..prompts import frame_facts, gain_die_facts, house_facts
from ..questions import ACTION_PLACES, BuildHouseFrame, GainDieFrame, GainTokensFrame
from ..state import State

# --- gain_die: the colour of a die ------------------------------------------------------------------------------------


def auto_gain_die(state: State, frame: GainDieFrame) -> State:
    """Drop the question if no colour is possible."""
    return state if recruitable(state, state.active_side) else lapse(state)


def is_die_given(state: State, frame: GainDieFrame, below: Below) -> bool:
    """Return whether any effect of the pack gives a die of choice."""
    return has_effect(content(state), "ask_die")


GAIN_DIE = question(
    GainDieFrame,
    "choose_colour",
    stages=("action",),
    over=ACTION_PLACES,
    step=auto_gain_die,
    fits=is_die_given,
    forced=True,
    facts=gain_die_facts,
)


# --- gain_tokens: tokens of any kind ----------------------------------------------------------------------------------


class ChooseToken(Action, frozen=True, tag="choose_token"):
    """A token of the player's choice, gained from an effect."""

    token: OwnTokenField


def choose_token_candidates(state: State) -> list[ChooseToken]:
    """Return one action per kind of token."""
    return [ChooseToken(token) for token in TOKENS]


def choose_token_objections(state: State, action: ChooseToken) -> tuple[Refusal, ...]:
    """Return no refusal: every kind is allowed, and the supply is unlimited."""
    return ()


def apply_choose_token(state: State, action: ChooseToken) -> State:
    """Give the token, and ask again while tokens remain to choose."""
    frame = expect_top(state, GainTokensFrame)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1)) if frame.remaining > 1 else pop(state)
    return take_tokens(state, state.active_side, action.token, 1)


def are_tokens_given(state: State, frame: GainTokensFrame, below: Below) -> bool:
    """Return whether an explosive technology gives at least this number of tokens."""
    effects = [effect for row in content(state).pack.technologies for effect in row.on_explode]
    counts = [count for effect in effects if isinstance(count := effect.get("ask_tokens"), int)]
    return 0 < frame.remaining <= max(counts, default=0)


CHOOSE_TOKEN = verb(
    ChooseToken,
    choose_token_candidates,
    choose_token_objections,
    apply_choose_token,
    exact=True,
    kinds={"token": "token.kind"},
)
GAIN_TOKENS = question(
    GainTokensFrame,
    "choose_token",
    stages=("action",),
    fits=are_tokens_given,
    forced=True,
    facts=frame_facts("remaining"),
)


# --- build_house: the tile where three tents become a house -----------------------------------------------------------


class BuildHouse(Action, frozen=True, tag="build_house"):
    """A house in place of three tents of the player on this tile."""

    tile: MapTileField
    """Tile without a house where the player has at least three tents."""


def house_tiles(state: State) -> list[str]:
    """Return the tiles with enough tents of the player and no house."""
    return [map_tile.tile for map_tile in house_sites(state)]


def apply_build_house(state: State, action: BuildHouse) -> State:
    """Replace the tents by a house. A house is never removed."""
    return replace_tents_by_house(pop(state), action.tile, state.active_side)


def auto_build_house(state: State, frame: BuildHouseFrame) -> State:
    """Drop the question if no tile can get a house."""
    return state if house_sites(state) else lapse(state)


def build_house_facts(state: State, action: BuildHouse) -> dict[str, Fact]:
    """Return how many tents become the house."""
    return house_facts(state)


BUILD_HOUSE = choose_verb(BuildHouse, house_tiles, apply_build_house, rule="build_house.site", facts=build_house_facts)
BUILD_HOUSE_QUESTION = question(
    BuildHouseFrame, "build_house", stages=("action",), step=auto_build_house, forced=True, facts=house_facts
)
