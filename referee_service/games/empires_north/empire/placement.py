"""Placement of cards in an empire: where a card may go, its cost, and what happens when it enters."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.tuples import with_player

from ..content.cards import NO_COST, Card, goods_owed
from ..content.schema import Cost
from ..content.tables import card_of, content, scenario
from ..economy.costs import can_afford
from ..economy.supply import receive
from ..questions import EffectsFrame, EmitEventFrame
from ..state import Site, State, site_at
from .cards import add_card, remove_site

# --- where a card may go ----------------------------------------------------------------------------------------------


def is_constructible(state: State, seat: int, card: str) -> bool:
    """Return whether Construct can place this card of the hand."""
    definition = card_of(state, card)
    if not definition.is_location:
        return definition.is_island and can_place_islands(state)
    return has_legal_site(state, seat, definition)


def is_placeable(state: State, card: str) -> bool:
    """Return whether a card is a location, or an island in a scenario that places islands from the hand."""
    definition = card_of(state, card)
    return definition.is_location or (definition.is_island and can_place_islands(state))


def can_place_islands(state: State) -> bool:
    """Return whether islands can be placed from the hand."""
    return state.solo is not None and scenario(state).rules.island_cost is not None


def legal_sites(state: State, seat: int, card: str) -> list[int | None]:
    """Return where a card can go: None for a free place in the empire, or the slot of a card to cover."""
    definition = card_of(state, card)
    free: list[int | None] = [None] if has_foundation_if_needed(state, seat, definition) else []
    over = coverable_locations(state, seat) if needs_foundation(state, definition) else []
    return free + [site.slot for site in over]


def kind_objections(state: State, card: str) -> Iterator[Refusal]:
    """Yield the reason if a card is not placed for a price or by Construct. Boosts and fields go with an action."""
    definition = card_of(state, card)
    if definition.corner_action is not None:
        yield refuse("build.corner", card=card, corner=definition.corner_action)
    elif not is_placeable(state, card):
        yield refuse("build.location", card=card)


def site_objections(state: State, seat: int, card: str, over: int | None) -> Iterator[Refusal]:
    """Yield every reason why a location may not be placed there."""
    definition = card_of(state, card)
    if over is None and not has_foundation_if_needed(state, seat, definition):
        yield refuse("build.foundation", card=card)
    if over is not None and over not in legal_sites(state, seat, card):
        yield refuse("build.over", card=card, over=over)


def has_legal_site(state: State, seat: int, card: Card) -> bool:
    """Return whether there is a foundation for a location, or another location that it can cover."""
    return has_foundation_if_needed(state, seat, card) or bool(coverable_locations(state, seat))


def has_foundations(state: State) -> bool:
    """Return whether Action locations stand on foundations, as in the Outpost scenario."""
    return state.solo is not None and scenario(state).rules.cover is not None


def needs_foundation(state: State, card: Card) -> bool:
    """Return whether a card can only be placed on a foundation."""
    return card.action is not None and not card.is_island and has_foundations(state)


def has_foundation_if_needed(state: State, seat: int, card: Card) -> bool:
    """Return whether a free foundation remains for a location, or the location needs none."""
    if not needs_foundation(state, card):
        return True
    assert state.solo is not None
    return used_foundations(state, seat) < state.solo.foundations


def used_foundations(state: State, seat: int) -> int:
    """Return the number of foundations in use."""
    return len(uncovered_locations(state, seat))


def uncovered_locations(state: State, seat: int) -> list[Site]:
    """Return the locations that stand on foundations: those with an Action of their own."""
    cards = content(state).cards
    return [
        site
        for site in state.players[seat].empire
        if site.card in cards and cards[site.card].is_location and cards[site.card].action is not None
    ]


def coverable_locations(state: State, seat: int) -> list[Site]:
    """Return the locations that another may cover, or none if the player cannot pay for that."""
    if state.solo is None or (cover := scenario(state).rules.cover) is None:
        return []
    player = state.players[seat]
    payable = can_afford(player, goods_owed(cover)) and player.workers >= cover.worker
    return uncovered_locations(state, seat) if payable else []


# --- what it costs ----------------------------------------------------------------------------------------------------


def placement_cost(state: State, card: str) -> Cost:
    """Return the cost of placing a card: its own, or for an island the cost that the scenario sets."""
    definition = card_of(state, card)
    return (scenario(state).rules.island_cost or NO_COST) if definition.is_island else definition.cost


def cover_cost(state: State, over: int | None) -> Cost:
    """Return the extra cost of covering another location."""
    return NO_COST if over is None else scenario(state).rules.cover or NO_COST


# --- how it enters ----------------------------------------------------------------------------------------------------


def take_from_hand(state: State, seat: int, card: str) -> State:
    """Remove a card from a hand, to play it."""
    return with_player(state, seat, hand=remove_from(state.players[seat].hand, card))


def cover_location(state: State, seat: int, slot: int) -> State:
    """Cover a location: it stays below without effect. Goods on it are lost, and workers on it become spent."""
    site = site_at(state.players[seat], slot)
    assert site is not None
    assert state.solo is not None
    covered = tuple(sorted((*state.solo.covered, site.card)))
    state = replace(remove_site(state, seat, slot), solo=replace(state.solo, covered=covered))
    return emit(state, "covered", seat, card=site.card)


def enter_empire(state: State, seat: int, card: str, *, event: str, host: int | None = None) -> State:
    """Add a card to an empire. A field yields its goods, and a bonus is gained.

    The event is emitted after that, so that specials react to the complete placement.
    """
    definition = card_of(state, card)
    state, slot = add_card(state, seat, card, host)
    state = emit(state, "placed", seat, card=card)
    state = push(state, EmitEventFrame(seat, event, slot, card))
    state = receive(state, seat, definition.goods, "score.bonus")
    return push(state, EffectsFrame(seat, card, definition.bonus, slot=slot)) if definition.bonus is not None else state
