"""Effects in progress, events that wait for them, and the order of specials that react to an event."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, Place, question
from referee_service.kernel.triggers import OrderTriggersFrame

from ..content.schema import Timing
from ..content.tables import abilities_of, card_of
from ..effects.origins import player_of
from ..effects.runner import run_next_effect
from ..empire.cards import COPY_OF_NOTHING, ability_source
from ..questions import (
    BoostWindowFrame,
    DiscardBoostFrame,
    DrawEventFrame,
    DrawIsleFrame,
    EffectsFrame,
    EmitEventFrame,
    GuardFrame,
    PerformActionFrame,
    ShiftPawnFrame,
    StartingCardFrame,
)
from ..state import Site, Stage, State, site_at

CARRIERS: tuple[Place, ...] = (
    None,
    EffectsFrame,
    PerformActionFrame,
    BoostWindowFrame,
    ShiftPawnFrame,
    OrderTriggersFrame,
    GuardFrame,
    DrawIsleFrame,
    StartingCardFrame,
)
"""What may wait beneath while specials react to an event."""


def place_below(below: Below) -> Place:
    """Return the class of the frame directly beneath, or None at the bottom."""
    return type(below[-1]) if below else None


# --- effects: a list of effects, carried out one by one ---------------------------------------------------------------


ABILITY_PLACES: dict[Timing, tuple[Place, ...]] = {
    "action": (EmitEventFrame, EffectsFrame),
    "bonus": (None, EffectsFrame, EmitEventFrame),
    "immediate": (DiscardBoostFrame,),
    "special": CARRIERS,
    "storage": (None, EffectsFrame, DrawEventFrame),
    "event": (None, EffectsFrame, EmitEventFrame),
}
"""What may lie beneath the effects of an ability, by its timing."""
ABILITY_STAGES: dict[Timing, tuple[Stage, ...]] = {
    "bonus": ("actions",),
    "special": ("setup", "actions", "expedition"),
    "storage": ("lookout",),
    "event": ("lookout", "actions"),
}
"""The stages in which the effects of an ability may lie at the bottom."""


def is_ability_due(state: State, frame: EffectsFrame, below: Below) -> bool:
    """Return whether a list of effects lies on the frame that began it."""
    if frame.branch:
        return is_branch_of(frame, below)
    when = abilities_of(state, frame.source)[frame.ability].row.when
    if place_below(below) not in ABILITY_PLACES[when] or (not below and state.stage not in ABILITY_STAGES[when]):
        return False
    if below and isinstance(below[-1], DiscardBoostFrame):
        return frame.slot is None and below[-1].card == frame.source
    if when == "event":
        return frame.slot is None
    site = site_at(player_of(state, frame), frame.slot)
    if site is None or not can_act_as(state, frame, site):
        return False
    if when == "action":
        is_begun = any(isinstance(each, EmitEventFrame) and each.slot == frame.slot for each in below[-2:])
        return is_begun and site.exhausted
    return when != "storage" or state.stage == "lookout"


def is_branch_of(frame: EffectsFrame, below: Below) -> bool:
    """Return whether the frame beneath is at the effect that this branch belongs to."""
    parent = below[-1] if below else None
    if not isinstance(parent, EffectsFrame):
        return False
    step, _ = frame.branch[-2:]
    return parent == replace(frame, step=step + 1, branch=frame.branch[:-2])


def can_act_as(state: State, frame: EffectsFrame, site: Site) -> bool:
    """Return whether the card in a slot has this ability, its own or a copied one."""
    is_bonus = abilities_of(state, frame.source)[frame.ability].row.when == "bonus"
    source = site.card if is_bonus else ability_source(player_of(state, frame), site)
    return source == frame.source or (site.copied_slot == COPY_OF_NOTHING and not is_bonus)


EFFECTS = question(
    EffectsFrame,
    over=(*CARRIERS, EmitEventFrame, DiscardBoostFrame, DrawEventFrame),
    step=run_next_effect,
    fits=is_ability_due,
)


# --- emit_event: an event that waits for the frames above -------------------------------------------------------------


EVENT_PLACES: dict[str, tuple[Place, ...]] = {
    "explored": (None, EffectsFrame),
    "location_used": (None,),
    "pillaged": (None, EffectsFrame),
    "conquered": (None, EffectsFrame, DrawIsleFrame, StartingCardFrame),
    "built": (None, EffectsFrame, PerformActionFrame, StartingCardFrame),
}
"""What may lie beneath an event that waits."""
EVENT_STAGES: dict[str, tuple[Stage, ...]] = {
    "explored": ("actions",),
    "location_used": ("actions",),
    "pillaged": ("expedition",),
    "conquered": ("setup", "expedition"),
    "built": ("setup", "actions"),
}
"""The stages in which an event may wait at the bottom."""


def auto_emit_event(state: State, frame: EmitEventFrame) -> State:
    """Emit the event that waited for the frames above."""
    if not frame.card:
        return emit(pop(state), frame.event, frame.seat)
    return emit(pop(state), frame.event, frame.seat, card=frame.card, slot=frame.slot)


def is_event_waiting(state: State, frame: EmitEventFrame, below: Below) -> bool:
    """Return whether the event follows from the frame beneath, and fits the card that it names."""
    if place_below(below) not in EVENT_PLACES.get(frame.event, ()):
        return False
    if not below and state.stage not in EVENT_STAGES[frame.event]:
        return False
    if frame.event == "explored":
        return not frame.card and frame.slot == -1
    if frame.event == "pillaged":
        return bool(frame.card) and card_of(state, frame.card).is_island and frame.slot == -1
    site = site_at(player_of(state, frame), frame.slot)
    return site is not None and site.card == frame.card


EMIT_EVENT = question(
    EmitEventFrame,
    over=(None, EffectsFrame, PerformActionFrame, DrawIsleFrame, StartingCardFrame),
    step=auto_emit_event,
    fits=is_event_waiting,
)


# --- simultaneous: the order of specials ------------------------------------------------------------------------------


def can_triggers_wait(state: State, frame: OrderTriggersFrame, below: Below) -> bool:
    """Return whether all waiting triggers belong to cards of the empire with a special for their one event."""
    player = player_of(state, frame)
    sources = {site.card: ability_source(player, site) for site in player.empire}
    if not frame.waiting or (not below and state.stage not in ABILITY_STAGES["special"]):
        return False
    if len({trigger.event for trigger in frame.waiting}) != 1:
        return False
    return all(
        trigger.seat == frame.seat
        and is_slot(trigger.subject)
        and any(ability.row.hears == trigger.event for ability in abilities_of(state, sources.get(trigger.source, "")))
        for trigger in frame.waiting
    )


def is_slot(subject: str) -> bool:
    """Return whether the subject of a trigger is a slot number, or -1."""
    return subject == "-1" or (subject.isdecimal() and len(subject) <= 2)


ORDER_TRIGGERS = question(OrderTriggersFrame, "resolve", over=CARRIERS, fits=can_triggers_wait, forced=True)
