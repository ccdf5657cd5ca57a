"""Help of the ally: the ally produces resources for the next purchase and hands them over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in, merge_bags, pieces_of, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.payment import PaymentSource
from referee_service.kernel.pending import expect_top, pop, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import choose_verb

from ..facts import help_facts, helping_facts
from ..fiefs import ally_of
from ..fields import LostResource, Source
from ..payment.refusals import with_reasons
from ..payment.rules import build_sources, turnable_stocks, use_stock
from ..questions import AllyHelpFrame
from ..sequence import PAYMENT_VERBS, TURN_VERBS
from ..spots import Facts
from ..state import State

# --- ally_help: what the ally produces and hands over -----------------------------------------------------------------


class Contribute(Action, frozen=True, tag="contribute"):
    """A land or free unit turned, or a hand card discarded, to produce resources for the ally."""

    source: Source


def ally_sources(state: State) -> list[PaymentSource]:
    """Return the sources that the helping seat can still use. Powers and conversions are not among them."""
    seat = expect_top(state, AllyHelpFrame).seat
    assert isinstance(seat, int)
    cards = tuple(card for card, _ in state.players[seat].hand)
    sources = build_sources(state.pack, turnable_stocks(state, seat, powers=""), cards, 0)
    return [source for source in sources if source.piece_cost]


def ally_source_names(state: State) -> list[str]:
    """Return the names of the sources that the helping seat can still use."""
    return [source.name for source in ally_sources(state)]


def apply_contribute(state: State, action: Contribute) -> State:
    """Turn or discard the piece, and add what it produces to the pool of the help."""
    frame = expect_top(state, AllyHelpFrame)
    assert isinstance(frame.seat, int)
    source = next(source for source in ally_sources(state) if source.name == action.source)
    state = use_stock(state, frame.seat, source.stock)
    return replace_top(state, replace(frame, pool=merge_bags(frame.pool, source.produces)))


class HandOver(Action, frozen=True, tag="hand_over"):
    """The end of the help: the produced resources go to the ally. The first transfer of a turn costs one of them."""

    lost: LostResource | None
    """Produced resource that the transfer costs: `energy`, `food`, `gold` or `workforce`. Null if it is free."""


def costs_resource(state: State) -> bool:
    """Return whether this transfer costs a resource. The first one of a turn that transfers anything does."""
    return bool(expect_top(state, AllyHelpFrame).pool) and not state.ally_fee_paid


def hand_over_candidates(state: State) -> list[HandOver]:
    """Return one action for every kind that can be lost, or a single action if the transfer is free."""
    return (
        [HandOver(kind) for kind, _ in expect_top(state, AllyHelpFrame).pool]
        if costs_resource(state)
        else [HandOver(None)]
    )


def hand_over_objections(state: State, action: HandOver) -> Iterator[Refusal]:
    """Yield a refusal if `lost` is given without need, is missing, or is not among the produced resources."""
    if costs_resource(state) != (action.lost is not None):
        yield refuse("hand_over.surcharge", due=int(costs_resource(state)))
    elif action.lost is not None and not count_in(expect_top(state, AllyHelpFrame).pool, action.lost):
        yield refuse("hand_over.lost", resource=action.lost)


def apply_hand_over(state: State, action: HandOver) -> State:
    """Move the resources to the pool for the next purchase."""
    frame = expect_top(state, AllyHelpFrame)
    transferred = remove_from(frame.pool, action.lost) if action.lost is not None else frame.pool
    state = replace(pop(state), ally_pool=transferred, ally_fee_paid=state.ally_fee_paid or action.lost is not None)
    return emit(state, "handed_over", frame.seat, count=size_of(transferred), resources=pieces_of(transferred))


def hand_over_facts(state: State, action: HandOver) -> Facts:
    """Return the resources that the ally gets."""
    pool = state.pending[-1].pool if state.pending and isinstance(state.pending[-1], AllyHelpFrame) else ()
    is_lost = action.lost is not None and count_in(pool, action.lost)
    return {"handed": pieces_of(remove_from(pool, action.lost) if action.lost is not None and is_lost else pool)}


def contribute_facts(state: State, action: Contribute) -> Facts:
    """Return what the source is called here, and what it produces."""
    return helping_facts(state, action.source)


def has_empty_hand(state: State) -> bool:
    """Return whether the helping seat has no hand. Its sources are then public, and one answer may be left."""
    seat = expect_top(state, AllyHelpFrame).seat
    assert isinstance(seat, int)
    return not state.players[seat].hand


def is_ally_asked(state: State, frame: AllyHelpFrame, below: Below) -> bool:
    """Return whether the ally was asked and has not handed over yet."""
    return frame.seat == ally_of(state, state.active_seat) and state.ally_asked and not state.ally_pool


CONTRIBUTE = with_reasons(
    choose_verb(Contribute, ally_source_names, apply_contribute, rule="contribute.source", facts=contribute_facts),
    "contribute.source",
)
HAND_OVER = verb(
    HandOver,
    hand_over_candidates,
    hand_over_objections,
    apply_hand_over,
    exact=True,
    kinds={"lost": "hand_over.kind"},
    facts=hand_over_facts,
)
ALLY_HELP = question(
    AllyHelpFrame,
    *("contribute", "hand_over"),
    any_seat=True,
    stages=("actions",),
    fits=is_ally_asked,
    forced=has_empty_hand,
    refused=dict.fromkeys((*TURN_VERBS, *PAYMENT_VERBS, "decline"), "contribute.only"),
    facts=help_facts,
)
