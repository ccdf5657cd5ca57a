"""Effects that only solo scenarios have."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE

from ..content.cards import effect
from ..content.schema import Cost, Pile
from ..content.tables import content
from ..economy.costs import can_pay, request_cost
from ..economy.supply import lose_points, receive
from ..empire.cards import action_sites
from ..questions import (
    DiscardHandFrame,
    DrawIsleFrame,
    ExhaustFieldFrame,
    GiveUpFrame,
    GuardFrame,
    InvadeFrame,
    OfferFrame,
    RevealFrame,
)
from ..state import State


@effect
def pay(state: State, seat: int, cost: Cost) -> State:
    """Pay what an event demands, or lose points."""
    if not can_pay(state, state.players[seat], cost):
        return lose_points(state, seat, content(state).numbers["penalty"])
    return request_cost(state, seat, cost, "event")


@effect
def may(state: State, seat: int, cost: Cost, effects: tuple[EffectRow, ...]) -> State:
    """Offer effects for a price, if the player can pay it."""
    return push(state, OfferFrame(seat)) if can_pay(state, state.players[seat], cost) else state


@effect
def exhaust_field(state: State, seat: int) -> State:
    """Exhaust a field, which yields nothing until the clean-up."""
    return push(state, ExhaustFieldFrame(seat))


@effect
def discard_hand(state: State, seat: int) -> State:
    """Discard a card of the hand, if there is one."""
    return push(state, DiscardHandFrame(seat)) if state.players[seat].hand else state


@effect
def foundations(state: State, seat: int, n: int) -> State:
    """Add foundations."""
    assert state.solo is not None
    state = replace(state, solo=replace(state.solo, foundations=state.solo.foundations + n))
    return emit(state, "founded", seat, count=n)


@effect
def protect_cove(state: State, seat: int) -> State:
    """Ask the player to guard every location that is neither field nor island, or to discard it."""
    return push(state, GuardFrame(seat))


@effect
def give_up(state: State, seat: int) -> State:
    """Discard a location that is neither field nor island, if there is one."""
    return push(state, GiveUpFrame(seat))


@effect
def draw_island(state: State, seat: int, pile: Pile) -> State:
    """Draw an island into the hand."""
    return push(state, DrawIsleFrame(CHANCE, pile, "hand"))


@effect
def reveal_islands(state: State, seat: int, n: int) -> State:
    """Turn up more islands, near and distant."""
    return push(state, RevealFrame(CHANCE, "distant", n), RevealFrame(CHANCE, "near", n))


@effect
def invasion(state: State, seat: int) -> State:
    """Put an invading raze token on an Action location that has none, if there is one."""
    free = [site for site in action_sites(state, state.players[seat]) if not site.invaded]
    return push(state, InvadeFrame(seat)) if free else state


@effect
def borrow(state: State, seat: int, what: Literal["worker", "raze"], n: int) -> State:
    """Lend workers or tokens for this round only."""
    assert state.solo is not None
    temporary = add_to(state.solo.temporary, what, n)
    return receive(replace(state, solo=replace(state.solo, temporary=temporary)), seat, ((what, n),), "score.event")
