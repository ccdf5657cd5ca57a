"""Effects of cards. Each function carries out one effect, or asks its player how."""

from __future__ import annotations

from typing import Literal

from referee_service.kernel.events import emit
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.state import CHANCE

from ..content.cards import WORKER, Effect, effect
from ..content.schema import Bundle, CardFilter, GoodsWord, Tile, UpTo
from ..economy.supply import receive, recover_workers
from ..empire.assignments import legal_assignments
from ..empire.cards import evaluate_amount, sites_fitting, update_site
from ..phases.declared_actions import declare
from ..places import card_in_slot
from ..questions import (
    AssignFrame,
    BuildFreeFrame,
    ChooseFrame,
    ChooseShipFrame,
    CopyFrame,
    DrawFrame,
    EffectsFrame,
    RaidFreeFrame,
    RecoverFrame,
    RefreshFrame,
    RefreshPawnFrame,
    ReleaseFrame,
    SearchFrame,
    ShiftPawnFrame,
    TakeBackFrame,
)
from ..state import Ship, State
from .requirements import can_declare, can_perform, copyable_cards, raidable, reachable_piles
from .runner import current_effect, effects_of_frame, is_forced_by_scenario, score_rule_of


def current_effects_frame(state: State) -> EffectsFrame:
    """Return the list of effects in progress."""
    return expect_top(state, EffectsFrame)


@effect
def gain(state: State, seat: int, what: Bundle) -> State:
    """Gain a bundle."""
    player = state.players[seat]
    bundle = [(kind, evaluate_amount(state, player, count)) for kind, count in what.items()]
    return receive(state, seat, bundle, score_rule_of(state, current_effects_frame(state)))


@effect
def gain_one_of(state: State, seat: int, bundles: tuple[Bundle, ...]) -> State:
    """Gain one of several bundles."""
    return push(state, ChooseFrame(seat))


@effect
def choose(state: State, seat: int, of: tuple[tuple[EffectRow, ...], ...]) -> State:
    """Carry out one of several lists of effects."""
    return push(state, ChooseFrame(seat))


@effect
def draw(state: State, seat: int, n: int) -> State:
    """Draw cards of the player's deck."""
    return push(state, DrawFrame(CHANCE, seat, n, "hand"))


@effect
def search(state: State, seat: int, filter: CardFilter) -> State:
    """Look through the player's deck and take a card that fits the filter."""
    return push(state, SearchFrame(seat)) if state.players[seat].deck else state


@effect
def return_to_hand(state: State, seat: int, filter: CardFilter) -> State:
    """Take a card that fits the filter from the player's discard pile."""
    return push(state, TakeBackFrame(seat))


@effect
def build(state: State, seat: int, filter: CardFilter) -> State:
    """Place a location of the hand that fits the filter, free.

    The question is open even if no card fits, because a hand is secret.
    """
    return push(state, BuildFreeFrame(seat)) if state.players[seat].hand else state


@effect
def tile_action(state: State, seat: int, action: Tile) -> State:
    """Carry out an action of the ring, with a boost or field before it. An impossible action lapses.

    An action that an event forces must be possible without a boost.
    """
    is_possible = can_perform if is_forced_by_scenario(state, current_effects_frame(state)) else can_declare
    return declare(state, seat, action) if is_possible(state, seat, action) else state


@effect
def pillage_now(state: State, seat: int) -> State:
    """Let a ship of the player pillage at once."""
    return push(state, ChooseShipFrame(seat))


@effect
def conquer_now(state: State, seat: int) -> State:
    """Let a ship of the player with a raze token conquer at once."""
    return push(state, ChooseShipFrame(seat))


@effect
def advance_ship(state: State, seat: int, n: int) -> State:
    """Move a ship of the player up in the queue. The player may leave it where it is ("vous permet", p. 12)."""
    return push(state, ChooseShipFrame(seat))


@effect
def assign(state: State, seat: int, what: GoodsWord, n: int | UpTo, to: Literal["this"] | CardFilter) -> State:
    """Assign goods of the supply to a card."""
    frame = current_effects_frame(state)
    current = effects_of_frame(state, frame)[frame.step - 1]
    limit = n if isinstance(n, int) else n.up_to
    return push(state, AssignFrame(seat, limit)) if legal_assignments(state, seat, current, frame.slot) else state


def close_assignment(state: State, frame: AssignFrame) -> State:
    """Close the question. Emit the event if goods were assigned; workers are no goods."""
    triggers_specials = frame.has_begun and current_effect(state).goods != WORKER
    return emit(pop(state), "assigned", frame.seat) if triggers_specials else pop(state)


@effect
def release(state: State, seat: int, what: GoodsWord, n: int | UpTo, source: CardFilter) -> State:
    """Return goods from cards to the supply: up to a number, or exactly this many if they are there."""
    return push(state, ReleaseFrame(seat, n if isinstance(n, int) else n.up_to))


@effect
def recover_worker(state: State, seat: int, n: int | UpTo) -> State:
    """Take workers back from the clan tile."""
    spent = state.players[seat].spent_workers
    if isinstance(n, int) or not spent:
        return recover_workers(state, seat, n if isinstance(n, int) else 0)
    return push(state, RecoverFrame(seat, min(n.up_to, spent)))


@effect
def refresh(state: State, seat: int, filter: CardFilter, n: int | UpTo | Literal["all"]) -> State:
    """Refresh exhausted cards that fit the filter, but never the acting one."""
    slots = refreshable_slots(state, seat, filter, current_effects_frame(state).slot)
    if n == "all" or (isinstance(n, int) and n >= len(slots)):
        for slot in slots:
            state = refresh_site(state, seat, slot)
        return state
    limit = n.up_to if isinstance(n, UpTo) else n
    return push(state, RefreshFrame(seat, limit)) if slots else state


def refreshable_slots(state: State, seat: int, wanted: CardFilter, acting_slot: int | None) -> list[int]:
    """Return the slots of the exhausted cards that fit the filter, without the acting card."""
    sites = sites_fitting(state, state.players[seat], wanted)
    return [site.slot for site in sites if site.exhausted and site.slot != acting_slot]


def refresh_site(state: State, seat: int, slot: int) -> State:
    """Refresh a card."""
    card = card_in_slot(state, seat, slot)
    return emit(update_site(state, seat, slot, exhausted=False), "refreshed", seat, slot=slot, card=card)


@effect
def refresh_pawn(state: State, seat: int, n: int) -> State:
    """Turn exhausted pawns to their active side."""
    return push(state, *(RefreshPawnFrame(seat) for _ in range(n)))


@effect
def move_pawn(state: State, seat: int, n: int) -> State:
    """Move pawns from tile to tile, without any action there."""
    return push(state, *(ShiftPawnFrame(seat) for _ in range(n)))


@effect
def copy(state: State, seat: int, target: CardFilter) -> State:
    """Choose, once and for good, the card that this one copies."""
    frame = current_effects_frame(state)
    current = effects_of_frame(state, frame)[frame.step - 1]
    return push(state, CopyFrame(seat)) if copyable_cards(state, seat, current, frame.slot) else state


@effect
def raid(state: State, seat: int) -> State:
    """Exhaust an Action card of another player, free. Without one, only this part of the effect lapses (ruling 34)."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    return push(state, RaidFreeFrame(seat)) if any(raidable(state, player) for player in others) else state


def eligible_ships(state: State, seat: int, each: Effect) -> list[int]:
    """Return the places of the seat's ships that an effect can use. A ship moves up only if that changes the queue."""
    ships = [(place, ship) for place, ship in enumerate(state.queue) if ship.seat == seat]
    if each.name == "advance_ship":
        return [place for place, _ in ships if queue_after_advance(state, place, each.max_count) != state.queue]
    pillages = each.name == "pillage_now"
    return [place for place, ship in ships if reachable_piles(state, ship) and (ship.raze or pillages)]


def queue_after_advance(state: State, place: int, steps: int) -> tuple[Ship, ...]:
    """Return the queue after a ship moves up by at most this number of places."""
    queue = list(state.queue)
    queue.insert(max(0, place - steps), queue.pop(place))
    return tuple(queue)
