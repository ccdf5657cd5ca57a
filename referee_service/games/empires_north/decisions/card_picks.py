"""Questions about a card of an empire: as a price, or for an effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, lapse, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action, Frame

from ..content.cards import card_cost
from ..economy.costs import guard_cost, payment_cards
from ..effects.cards import refresh_site, refreshable_slots
from ..effects.commitments import are_answers_known
from ..effects.origins import cost_below, opened_by, opening_effect
from ..effects.requirements import copyable_cards, raidable
from ..effects.runner import COUNT_RULE, count_down, current_cost, current_effect, effects_frame_below
from ..empire.cards import action_sites, exhaust_site, guardable_sites, ready_fields, remove_card, update_site
from ..facts import cost_pieces, count_facts, deciding_twin, source_facts
from ..fields import Slot
from ..places import card_in_slot
from ..questions import (
    CopyFrame,
    EffectsFrame,
    ExhaustFieldFrame,
    GiveUpFrame,
    GuardFrame,
    InvadeFrame,
    PayWithCardFrame,
    RaidFreeFrame,
    RefreshFrame,
)
from ..state import State, deciding_player, deciding_seat, site_at

# --- the verb of the next seven questions -----------------------------------------------------------------------------


class PickCard(Action, frozen=True, tag="pick_card"):
    """A choice of one card in the player's empire, as a price or for an effect."""

    slot: Slot
    """Slot of a card in the player's empire, counted from 0. The open question says what happens to it."""


def apply_pick_card(state: State, action: PickCard) -> State:
    """Do to the card what the question is about."""
    return PICKS[type(state.pending[-1])][1](state, action.slot)


def pickable_slots(state: State) -> list[int]:
    """Return the slots of the cards that answer the open question."""
    return PICKS[type(state.pending[-1])][0](state)


def auto_pick(state: State, frame: Frame) -> State:
    """Let the question lapse if no card can be picked."""
    return state if pickable_slots(state) else lapse(state)


def pick_card_objections(state: State, action: PickCard) -> Iterator[Refusal]:
    """Yield the reason if this card does not answer: the slot is empty, the card asks itself, or it does not fit."""
    possible, site = pickable_slots(state), site_at(deciding_player(state), action.slot)
    if action.slot in possible:
        return
    reason: dict[str, Fact]
    if site is None:
        reason = {"empty": action.slot}
    elif isinstance(state.pending[-1], PayWithCardFrame) and current_cost(state)[0].slot == action.slot:
        reason = {"itself": site.card}
    else:
        reason = {"other": site.card, "at": action.slot, "how": treatment(state)}
    yield refuse("pick_card.meant", slot=action.slot, open=tuple(possible), **reason)


def pick_card_facts(state: State, action: PickCard) -> dict[str, Fact]:
    """Return what happens to the card."""
    return {"how": treatment(state), **deciding_twin(state, action.slot)}


def treatment(state: State) -> str:
    """Return what the open question does to a card: the part of a cost, or the effect."""
    frame = state.pending[-1]
    wanted = card_cost(current_cost(state)[1]) if isinstance(frame, PayWithCardFrame) else None
    return wanted[0] if wanted is not None else TREATMENTS[type(frame)]


TREATMENTS: dict[type[Frame], str] = {
    RefreshFrame: "refresh",
    CopyFrame: "copy",
    ExhaustFieldFrame: "exhaust_card",
    GuardFrame: "discard_card",
    GiveUpFrame: "discard_card",
    InvadeFrame: "invade",
}
"""What each question does to the card that is picked."""
PICK_CARD = verb(
    PickCard,
    lambda state: map(PickCard, pickable_slots(state)),
    pick_card_objections,
    apply_pick_card,
    exact=True,
    any_name=True,
    facts=pick_card_facts,
)
IS_PICK_KNOWN = are_answers_known(PICK_CARD)
"""The check that all seats know which cards can be picked."""


# --- pay_with_card: a card as the price -------------------------------------------------------------------------------


def payment_slots(state: State) -> list[int]:
    """Return the slots of the cards that can pay the current cost."""
    frame, cost = current_cost(state)
    return [site.slot for site in payment_cards(state, deciding_player(state), cost, frame.slot)]


def pay_with_card(state: State, slot: int) -> State:
    """Discard, return or exhaust the card, as the cost says."""
    seat, wanted = deciding_seat(state), card_cost(current_cost(state)[1])
    assert wanted is not None
    if wanted[0] == "exhaust_card":
        return exhaust_site(pop(state), seat, slot)
    return remove_card(pop(state), seat, slot, to_hand=wanted[0] == "return_card")


def is_card_due(state: State, frame: PayWithCardFrame, below: Below) -> bool:
    """Return whether the cost beneath is paid with a card of the empire."""
    cost = cost_below(state, below)
    return cost is not None and card_cost(cost) is not None


def pay_with_card_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and what happens to the one that pays."""
    return {**source_facts(state), "how": treatment(state)}


PAY_WITH_CARD = question(
    PayWithCardFrame,
    "pick_card",
    over=(EffectsFrame,),
    step=auto_pick,
    fits=is_card_due,
    forced=IS_PICK_KNOWN,
    facts=pay_with_card_facts,
)


# --- refresh: an exhausted card ---------------------------------------------------------------------------------------


def slots_to_refresh(state: State) -> list[int]:
    """Return the slots of the cards that the effect in progress may refresh."""
    wanted, acting_slot = current_effect(state).card_filter, effects_frame_below(state).slot
    return refreshable_slots(state, deciding_seat(state), wanted, acting_slot)


def refresh(state: State, slot: int) -> State:
    """Refresh the card, and close the question after the last one."""
    frame, seat = expect_top(state, RefreshFrame), deciding_seat(state)
    return refresh_site(count_down(state, frame), seat, slot)


def can_refresh(state: State, frame: RefreshFrame, below: Below) -> bool:
    """Return whether an effect refreshes this many cards."""
    effect = opening_effect(state, frame, below, "refresh")
    return effect is not None and frame.remaining <= effect.max_count


def refresh_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and how many cards it still refreshes."""
    return count_facts(state, expect_top(state, RefreshFrame).remaining)


REFRESH = question(
    RefreshFrame,
    *("pick_card", "go_on"),
    over=(EffectsFrame,),
    step=auto_pick,
    fits=can_refresh,
    forced=IS_PICK_KNOWN,
    closed_by=(COUNT_RULE,),
    facts=refresh_facts,
)


# --- copy: the card that the acting card copies -----------------------------------------------------------------------


def copyable_slots(state: State) -> list[int]:
    """Return the slots of the cards that the acting card may copy."""
    return [
        site.slot
        for site in copyable_cards(state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot)
    ]


def copy(state: State, slot: int) -> State:
    """Record which card the acting card copies."""
    seat, copy_slot = deciding_seat(state), effects_frame_below(state).slot
    assert copy_slot is not None
    card, duplicate = card_in_slot(state, seat, slot), card_in_slot(state, seat, copy_slot)
    state = update_site(pop(state), seat, copy_slot, copied_slot=slot)
    return emit(state, "copied", seat, slot=slot, card=card, copy=duplicate)


COPY = question(
    CopyFrame,
    "pick_card",
    over=(EffectsFrame,),
    step=auto_pick,
    fits=opened_by("copy"),
    forced=IS_PICK_KNOWN,
    facts=source_facts,
)


# --- exhaust_field: a field that yields nothing in this round ---------------------------------------------------------


def field_slots(state: State) -> list[int]:
    """Return the slots of the fields that are not exhausted."""
    return ready_fields(state, deciding_player(state))


def exhaust_field(state: State, slot: int) -> State:
    """Exhaust the field."""
    return exhaust_site(pop(state), deciding_seat(state), slot)


EXHAUST_FIELD = question(
    ExhaustFieldFrame,
    "pick_card",
    over=(EffectsFrame,),
    step=auto_pick,
    fits=opened_by("exhaust_field"),
    forced=IS_PICK_KNOWN,
    facts=source_facts,
)


# --- guard: a location to give up, or all others guarded --------------------------------------------------------------


def guardable_slots(state: State) -> list[int]:
    """Return the slots of the locations that must be guarded."""
    return [site.slot for site in guardable_sites(state, deciding_player(state))]


def leave_unguarded(state: State, slot: int) -> State:
    """Discard the location. The question stays open for the other locations."""
    return remove_card(state, deciding_seat(state), slot, to_hand=False)


def guard_facts(state: State) -> dict[str, Fact]:
    """Return the event that asks, and the price of guarding all locations that remain."""
    return {**source_facts(state), "cost": cost_pieces(guard_cost(state, deciding_player(state)))}


GUARD = question(
    GuardFrame,
    *("pick_card", "accept"),
    over=(EffectsFrame,),
    step=auto_pick,
    fits=opened_by("protect_cove"),
    forced=IS_PICK_KNOWN,
    facts=guard_facts,
)


# --- give_up: a location to discard -----------------------------------------------------------------------------------


def give_up(state: State, slot: int) -> State:
    """Discard the location."""
    return remove_card(pop(state), deciding_seat(state), slot, to_hand=False)


GIVE_UP = question(
    GiveUpFrame,
    "pick_card",
    over=(EffectsFrame,),
    step=auto_pick,
    fits=opened_by("give_up"),
    forced=IS_PICK_KNOWN,
    facts=source_facts,
)


# --- invade: a location with an Action --------------------------------------------------------------------------------


def invadable_slots(state: State) -> list[int]:
    """Return the slots of the Action locations without invaders."""
    return [site.slot for site in action_sites(state, deciding_player(state)) if not site.invaded]


def invade(state: State, slot: int) -> State:
    """Put an invader on the location."""
    seat = deciding_seat(state)
    card = card_in_slot(state, seat, slot)
    return emit(update_site(pop(state), seat, slot, invaded=True), "invaded", seat, slot=slot, card=card)


INVADE = question(
    InvadeFrame,
    "pick_card",
    over=(EffectsFrame,),
    step=auto_pick,
    fits=opened_by("invasion"),
    forced=IS_PICK_KNOWN,
    facts=source_facts,
)

PICKS: dict[type[Frame], tuple[Callable[[State], list[int]], Callable[[State, int], State]]] = {
    PayWithCardFrame: (payment_slots, pay_with_card),
    RefreshFrame: (slots_to_refresh, refresh),
    CopyFrame: (copyable_slots, copy),
    ExhaustFieldFrame: (field_slots, exhaust_field),
    GuardFrame: (guardable_slots, leave_unguarded),
    GiveUpFrame: (guardable_slots, give_up),
    InvadeFrame: (invadable_slots, invade),
}
"""For each question of the verb `pick_card`, the function that lists the slots and the one that applies a pick."""


# --- raid_free: a card of another player ------------------------------------------------------------------------------


def can_raid(state: State, frame: RaidFreeFrame, below: Below) -> bool:
    """Return whether an effect raids, and another player has a card that can be raided."""
    if opening_effect(state, frame, below, "raid") is None:
        return False
    return any(raidable(state, player) for seat, player in enumerate(state.players) if seat != frame.seat)


RAID_FREE = question(RaidFreeFrame, "raid", over=(EffectsFrame,), fits=can_raid, forced=True, facts=source_facts)
