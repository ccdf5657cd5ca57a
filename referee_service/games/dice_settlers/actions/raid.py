"""Raid a tile: for each symbol a tent of somebody else is replaced by one of your own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.dice_settlers.land import place_own_tent, take_back_tent
from referee_service.games.dice_settlers.mains import (
    can_spend,
    may_do,
    raidable,
    raided_sides,
    spend_one,
    symbol_objections,
    under_way,
    when_objections,
)
from referee_service.games.dice_settlers.state import State, TileField, is_bot, is_present, number, place_of, sides_of
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import put


class Raid(Action, frozen=True, tag="raid"):
    """Raid a tent of this side on this tile."""

    tile: TileField
    side: Annotated[int, Domain("side")]


def candidates(state: State) -> list[Raid]:
    """Every side with tents on every tile that can be raided; a raid under way keeps to its tile."""
    if not may_do(state, "raid") or not state.me.tents or not can_spend(state, "raid", "raid"):
        return []
    frame = under_way(state, "raid")
    places = [place for place in raidable(state) if frame is None or place.tile == frame.tile]
    return [Raid(place.tile, side) for place in places for side in raided_sides(state, place)]


def objections(state: State, action: Raid) -> Iterator[Refusal]:
    """Why this tent may not be raided; nothing yielded means it may."""
    yield from when_objections(state, "raid")
    yield from symbol_objections(state, "raid", "raid")
    frame, place = under_way(state, "raid"), place_of(state, action.tile)
    if not state.me.tents:
        yield refuse("raid.tents")
    if frame is not None and frame.tile != action.tile:
        yield refuse("raid.one_tile", tile=frame.tile)
    if place is None or not is_present(place, state.active):
        yield refuse("raid.presence", tile=action.tile)
    elif action.side not in raided_sides(state, place):
        yield refuse("raid.victim", tile=action.tile, side=action.side)


def shields(state: State) -> tuple[int, ...]:
    """How many symbols of a raid each side shrugs off."""
    return tuple(
        0 if is_bot(state, side) else number(state, state.players[side], "shield") for side in range(sides_of(state))
    )


def apply(state: State, action: Raid) -> State:
    """The symbol is to be paid; a shield takes it, or the tent goes home and one of yours takes its place."""
    seat, frame = state.active, under_way(state, "raid")
    left = frame.shields if frame is not None else shields(state)
    shield = left[action.side]
    state = spend_one(state, "raid", "raid", tile=action.tile, shields=put(left, action.side, max(0, shield - 1)))
    if shield:
        return note(state, "raid_shielded", action.side, tile=action.tile)
    return place_own_tent(take_back_tent(state, action.tile, action.side), action.tile, seat)


RAID = verb(Raid, candidates, objections, apply, exact=True)
