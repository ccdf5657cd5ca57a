"""Questions of solo scenarios: the event of a round, an island drawn, and an offer."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, lapse, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action

from ..content.cards import goods_owed
from ..content.tables import scenario
from ..economy.costs import is_payable
from ..economy.supply import reshuffle_islands
from ..effects.origins import opening_effect, player_of
from ..effects.runner import current_effect
from ..facts import cost_pieces, effect_facts, source_facts
from ..fields import EventName
from ..questions import DrawEventFrame, DrawIsleFrame, EffectsFrame, OfferFrame
from ..state import State, deciding_player

# --- draw_event: the event of the round -------------------------------------------------------------------------------


class DrawEvent(Action, frozen=True, tag="draw_event"):
    """A number token is drawn: the event of this round."""

    event: EventName


def draw_event_outcomes(state: State) -> list[tuple[DrawEvent, int]]:
    """Return the five events of the scenario, with equal weight in every round."""
    return [(DrawEvent(event), 1) for event in scenario(state).events]


def apply_draw_event(state: State, action: DrawEvent) -> State:
    """Record the event and begin its effects."""
    assert state.solo is not None
    state = replace(state, solo=replace(state.solo, event=action.event))
    return emit(replace_top(state, EffectsFrame(0, action.event, 0)), "event_drawn", CHANCE, event=action.event)


def is_event_due(state: State, frame: DrawEventFrame, below: Below) -> bool:
    """Return whether this is a solo game without an event yet."""
    return state.solo is not None and not state.solo.event


DRAW_EVENT = chance_verb(DrawEvent, draw_event_outcomes, apply_draw_event)
DRAW_EVENT_QUESTION = question(DrawEventFrame, "draw_event", chance=True, stages=("lookout",), fits=is_event_due)


# --- draw_isle: an island, into the hand or the empire ----------------------------------------------------------------


def auto_draw_isle(state: State, frame: DrawIsleFrame) -> State:
    """Let the question lapse if no island is left. Reshuffle an empty pile."""
    islands = state.islands(frame.pile)
    if not (islands.pile or islands.discard):
        return lapse(state)
    return state if islands.pile else reshuffle_islands(state, frame.pile)


def can_draw_isle(state: State, frame: DrawIsleFrame, below: Below) -> bool:
    """Return whether the set-up puts islands into the empire, or an effect draws one of this pile into the hand."""
    if frame.into == "empire":
        return state.stage == "setup"
    effect = opening_effect(state, frame, below, "draw_island")
    return effect is not None and frame.pile == effect.target


def draw_isle_facts(state: State) -> dict[str, Fact]:
    """Return the pile."""
    return {"pile": expect_top(state, DrawIsleFrame).pile}


DRAW_ISLE = question(
    DrawIsleFrame,
    "draw_island",
    chance=True,
    over=(EffectsFrame,),
    step=auto_draw_isle,
    fits=can_draw_isle,
    facts=draw_isle_facts,
)


# --- offer: effects for a price ---------------------------------------------------------------------------------------


def can_take_offer(state: State, frame: OfferFrame, below: Below) -> bool:
    """Return whether an effect offers something that the player can pay."""
    effect, player = opening_effect(state, frame, below, "may"), player_of(state, frame)
    if effect is None:
        return False
    return is_payable(goods_owed(effect.cost), (), player.goods) and player.workers >= effect.cost.worker


def offer_facts(state: State) -> dict[str, Fact]:
    """Return the event or scenario that offers something, its price, and what it brings."""
    offered, player = current_effect(state), deciding_player(state)
    facts = effect_facts(state, player, offered.branches[0])
    return {**source_facts(state), **facts, "cost": cost_pieces(offered.cost)}


OFFER = question(
    OfferFrame, "accept", "decline", over=(EffectsFrame,), fits=can_take_offer, forced=True, facts=offer_facts
)
