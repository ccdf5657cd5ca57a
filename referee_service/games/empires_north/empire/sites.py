"""Where a location of the hand may be placed, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content.schema import Cost
from referee_service.games.empires_north.content.tables import card_of, scenario
from referee_service.games.empires_north.economy.costs import NO_COST
from referee_service.games.empires_north.effects.requirements import (
    can_place_islands,
    coverable_locations,
    has_foundation,
    needs_foundation,
)
from referee_service.games.empires_north.state import State
from referee_service.kernel.rules import Refusal, refuse


def is_placeable(state: State, card: str) -> bool:
    """Whether a card is a location, or an island where those can be placed from the hand."""
    found = card_of(state, card)
    return found.is_location or (found.is_island and can_place_islands(state))


def legal_sites(state: State, seat: int, card: str) -> list[int | None]:
    """Where a card can go: simply into the empire, or over the card in a slot."""
    found = card_of(state, card)
    free: list[int | None] = [None] if has_foundation(state, seat, found) else []
    over = coverable_locations(state, seat) if needs_foundation(state, found) else []
    return free + [site.slot for site in over]


def site_objections(state: State, seat: int, card: str, over: int | None) -> Iterator[Refusal]:
    """Why a location may not be placed there; nothing yielded means it may."""
    found = card_of(state, card)
    if over is None and not has_foundation(state, seat, found):
        yield refuse("build.foundation", card=card)
    if over is not None and over not in legal_sites(state, seat, card):
        yield refuse("build.over", card=card, slot=over)


def placement_cost(state: State, card: str) -> Cost:
    """What placing a card costs: as printed, for islands of the hand what the scenario says."""
    found = card_of(state, card)
    return (scenario(state).rules.island_cost or NO_COST) if found.is_island else found.cost


def cover_cost(state: State, over: int | None) -> Cost:
    """What building over another location costs more."""
    return NO_COST if over is None else scenario(state).rules.cover or NO_COST
