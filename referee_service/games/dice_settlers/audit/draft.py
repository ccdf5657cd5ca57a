"""Audit of the set-up: pieces must follow from the questions of the draft that are still open."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import Frame

from ..content.tables import content
from ..questions import (
    BotStartFrame,
    DealStartFrame,
    DrawTechnologiesFrame,
    LayStartFrame,
    PickStarterFrame,
    QueueDiceFrame,
    TakeStartFrame,
)
from ..setup import new_bot, start_dice, technology_draws
from ..state import State
from .map_layout import draft_order_at_start


def draft(state: State) -> Iterator[Fault]:
    """Yield a fault if the technologies, the start tiles or the printed Bot's dice do not fit the open questions."""
    if not _technologies_fit(state):
        yield fault("technologies", "audit.moment", stage=state.stage)
    if state.stage == "draft" and not _start_tiles_fit(state):
        yield fault("start_tiles", "audit.moment", stage=state.stage)
    if state.stage == "draft" and not _bot_fits(state):
        yield fault("bot", "audit.moment", stage=state.stage)


def _technologies_fit(state: State) -> bool:
    """Return whether the table has the technologies of the options, and the drawn ones type by type."""
    tables, options = content(state), state.options
    fixed = tables.sets.get(options.technologies, ())
    drawn = state.technologies[len(fixed) :]
    remaining = {frame.seal: frame.remaining for frame in state.pending if isinstance(frame, DrawTechnologiesFrame)}
    wanted: list[str] = []
    for frame in technology_draws(tables, options):
        wanted += [frame.seal] * (frame.remaining - remaining.get(frame.seal, 0))
    rows = [tables.technologies[name].row for name in drawn]
    fitting = all(row.players <= len(state.players) for row in rows)
    return state.technologies[: len(fixed)] == fixed and [row.seal for row in rows] == wanted and fitting


def _count(state: State, *frames: type[Frame]) -> int:
    """Return how many questions of these classes are open."""
    return sum(isinstance(frame, frames) for frame in state.pending)


def _start_tiles_fit(state: State) -> bool:
    """Return whether start tiles, offer and map follow from the questions that remain of the draft."""
    order = draft_order_at_start(state)
    waiting = len(order) if _count(state, PickStarterFrame) else _count(state, TakeStartFrame, BotStartFrame)
    chosen = order[: len(order) - waiting]
    if [bool(tile) for tile in state.start_tiles] != [side in chosen for side in range(len(order))]:
        return False
    if len(state.map) != (0 if waiting else len(order) - _count(state, LayStartFrame)):
        return False
    return _start_offer_fits(state, waiting, len(chosen))


def _start_offer_fits(state: State, waiting: int, chosen: int) -> bool:
    """Return whether the offer and the start deck have the right sizes.

    `waiting` counts the sides without a start tile, `chosen` those with one.
    """
    tables = content(state)
    if not waiting:
        return not state.start_offer and not state.start_deck
    begun = chosen or not _count(state, DrawTechnologiesFrame, PickStarterFrame)
    dealt = tables.numbers["start_offer"] + chosen if begun else 0
    dealing = state.pending[-1]
    dealt -= dealing.remaining if isinstance(dealing, DealStartFrame) and begun else 0
    whole = sum(tile.row.start for tile in tables.tiles.values())
    return len(state.start_offer) == dealt - chosen and len(state.start_deck) == whole - dealt


def _bot_fits(state: State) -> bool:
    """Return whether the printed Bot has only its start pieces, and its dice are queued or waiting."""
    if state.bot is None:
        return True
    tables = content(state)
    waiting = sum(size_of(frame.dice) for frame in state.pending if isinstance(frame, QueueDiceFrame))
    is_new = replace(state.bot, dice_queue=()) == new_bot(tables, state.options)
    return is_new and len(state.bot.dice_queue) + waiting == size_of(start_dice(tables))
