"""Set-up: chance picks the starter and draws technologies, then each side gets a start tile and lays it.

The plan of the draft (`draft_plan` in setup.py) says where these questions lie.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop, replace_top
from referee_service.kernel.question import Below, Question, question
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.verb_factories import choose_verb, draw_verb, starter_verb

from ..content.tables import content
from ..exploration import lay_start_tile, legal_cells
from ..fields import HandTileField, TechnologyField, TileField
from ..prompts import frame_facts, offer_facts, tile_facts
from ..questions import (
    BotStartFrame,
    DealStartFrame,
    DrawTechnologiesFrame,
    LayStartFrame,
    PickStarterFrame,
    TakeStartFrame,
)
from ..setup import assign_start_tile, begin_draft
from ..state import BOT, State, is_bot

# --- pick_starter: the seat that begins -------------------------------------------------------------------------------


def begin_with(state: State, seat: int) -> State:
    """Begin the draft with this seat as the first player."""
    return emit(begin_draft(state, seat), "starter_picked", CHANCE, starter=seat)


def is_starter_unknown(state: State, frame: PickStarterFrame, below: Below) -> bool:
    """Return whether the first player tile still lies at seat 0."""
    return state.first_side == 0


PICK_STARTER = starter_verb(begin_with)
PICK_STARTER_QUESTION = question(PickStarterFrame, "pick_starter", chance=True, fits=is_starter_unknown)


# --- draw_technologies: technologies of one type for the table --------------------------------------------------------


class DrawTechnology(Action, frozen=True, tag="draw_technology"):
    """A technology that joins the table."""

    technology: TechnologyField
    """Technology of the type that is due, such as `scouts`."""


def draw_technology_outcomes(state: State) -> list[tuple[DrawTechnology, int]]:
    """Return every technology of the wanted type that is not on the table and fits the number of players."""
    seal, seats = expect_top(state, DrawTechnologiesFrame).seal, len(state.players)
    rows = [technology.row for technology in content(state).technologies.values()]
    fitting = [row.id for row in rows if row.seal == seal and row.players <= seats and row.id not in state.technologies]
    return [(DrawTechnology(name), 1) for name in fitting]


def apply_draw_technology(state: State, action: DrawTechnology) -> State:
    """Put the technology on the table."""
    frame = expect_top(state, DrawTechnologiesFrame)
    state = replace(
        replace_top(state, replace(frame, remaining=frame.remaining - 1)),
        technologies=(*state.technologies, action.technology),
    )
    return emit(state, "technology_came", CHANCE, technology=action.technology)


def auto_draw_technologies(state: State, frame: DrawTechnologiesFrame) -> State:
    """Close the question once enough technologies of this type are drawn."""
    return state if frame.remaining else pop(state)


DRAW_TECHNOLOGY = chance_verb(DrawTechnology, draw_technology_outcomes, apply_draw_technology)
DRAW_TECHNOLOGIES = question(
    DrawTechnologiesFrame,
    "draw_technology",
    chance=True,
    step=auto_draw_technologies,
    facts=frame_facts("remaining", "seal"),
)


# --- deal_start: start tiles for the offer ----------------------------------------------------------------------------


class DrawStart(Action, frozen=True, tag="draw_start"):
    """A start tile that joins the offer."""

    tile: TileField
    """Start tile that joins the offer, by its id."""


def start_deck(state: State) -> Bag:
    """Return the start tiles that are not dealt yet."""
    return state.start_deck


def apply_draw_start(state: State, action: DrawStart) -> State:
    """Move the tile from the start deck to the offer."""
    frame = expect_top(state, DealStartFrame)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    offer = tuple(sorted((*state.start_offer, action.tile)))
    state = replace(state, start_offer=offer, start_deck=remove_from(state.start_deck, action.tile))
    return emit(state, "start_offered", CHANCE, tile=action.tile)


def auto_deal_start(state: State, frame: DealStartFrame) -> State:
    """Close the question once enough start tiles are on offer."""
    return state if frame.remaining else pop(state)


DRAW_START = draw_verb(DrawStart, start_deck, apply_draw_start)
DEAL_START = question(DealStartFrame, "draw_start", chance=True, step=auto_deal_start, facts=frame_facts("remaining"))


# --- take_start: the start tile that a player keeps -------------------------------------------------------------------


class TakeStart(Action, frozen=True, tag="take_start"):
    """The start tile that the player gets in the draft."""

    tile: HandTileField
    """One of the start tiles on offer, by its id."""


def start_offer(state: State) -> tuple[str, ...]:
    """Return the start tiles on offer."""
    return state.start_offer


def apply_take_start(state: State, action: TakeStart) -> State:
    """Give the start tile to the seat. The next player gets the others."""
    seat = expect_top(state, TakeStartFrame).seat
    assert seat != CHANCE
    return assign_start_tile(pop(state), seat, action.tile)


TAKE_START = choose_verb(TakeStart, start_offer, apply_take_start, rule="take_start.offer")
TAKE_START_QUESTION: Question[State] = question(TakeStartFrame, "take_start", forced=True, facts=offer_facts)


# --- bot_start: the start tile of the printed Bot ---------------------------------------------------------------------


class BotStart(Action, frozen=True, tag="bot_start"):
    """A start tile for the printed Bot."""

    tile: TileField
    """One of the start tiles on offer, picked at random."""


def bot_start_outcomes(state: State) -> list[tuple[BotStart, int]]:
    """Return every start tile on offer with equal weight."""
    return [(BotStart(tile), 1) for tile in state.start_offer]


def apply_bot_start(state: State, action: BotStart) -> State:
    """Give the start tile to the printed Bot."""
    return assign_start_tile(pop(state), BOT, action.tile)


BOT_START = chance_verb(BotStart, bot_start_outcomes, apply_bot_start)
BOT_START_QUESTION: Question[State] = question(BotStartFrame, "bot_start", chance=True, facts=offer_facts)


# --- lay_start: the cell for a start tile -----------------------------------------------------------------------------


def auto_lay_start(state: State, frame: LayStartFrame) -> State:
    """Lay the start tile of the printed Bot on the first legal cell. All cells are equivalent."""
    return lay_start_tile(state, legal_cells(state)[0]) if is_bot(state, frame.side) else state


LAY_START = question(LayStartFrame, "place_tile", step=auto_lay_start, forced=True, facts=tile_facts)
