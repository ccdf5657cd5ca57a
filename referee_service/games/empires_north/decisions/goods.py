"""Questions of goods and workers: gained, recovered, assigned to a card, or released from one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import LAPSED, close_top, expect_top, lapse, pop, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import choose_verb

from ..content.cards import ANY, RESOURCES, WORKER
from ..content.tables import card_of
from ..economy.supply import receive, recover_workers
from ..effects.cards import close_assignment
from ..effects.commitments import are_answers_known
from ..effects.origins import effect_below, opening_effect, player_of
from ..effects.runner import COUNT_RULE, count_down, current_effect, effects_frame_below
from ..empire.assignments import legal_assignments, releasable_goods, with_assigned, with_released
from ..facts import count_facts, deciding_twin, several, source_facts
from ..fields import GoodName, ResourceName, Slot, WorkerCount
from ..questions import AssignFrame, EffectsFrame, EmitEventFrame, GainResourceFrame, RecoverFrame, ReleaseFrame
from ..state import Player, State, amount_of, deciding_player, deciding_seat, site_at

# --- gain_resource: a resource of choice ------------------------------------------------------------------------------


class ChooseResource(Action, frozen=True, tag="choose_resource"):
    """A resource of this kind is gained."""

    resource: ResourceName


def choose_resource_candidates(state: State) -> list[ChooseResource]:
    """Return every resource. The supply never runs out."""
    return [ChooseResource(resource) for resource in RESOURCES]


def choose_resource_objections(state: State, action: ChooseResource) -> tuple[Refusal, ...]:
    """Return no reasons: every resource may be chosen."""
    return ()


def apply_choose_resource(state: State, action: ChooseResource) -> State:
    """Gain the resource, and close the question after the last one."""
    frame, seat = expect_top(state, GainResourceFrame), deciding_seat(state)
    return receive(count_down(state, frame), seat, ((action.resource, 1),), "score.event")


MAX_GAINED = 20
"""Limit of the resources of choice that one effect gives."""


def is_resource_due(state: State, frame: GainResourceFrame, below: Below) -> bool:
    """Return whether a resource of choice comes from an effect, or from a pillaged island."""
    origin, effect = below[-1], effect_below(state, below)
    if isinstance(origin, EmitEventFrame):
        is_named = origin.event == "pillaged" and ANY in dict(card_of(state, origin.card).pillage)
    else:
        is_named = effect is not None and any(ANY in bundle for bundle in effect.bundles)
    return is_named and 1 <= frame.remaining <= MAX_GAINED


CHOOSE_RESOURCE = verb(
    ChooseResource,
    choose_resource_candidates,
    choose_resource_objections,
    apply_choose_resource,
    exact=True,
    kinds={"resource": "choose_resource.kind"},
)


def gain_resource_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and how many resources are still to be chosen."""
    return {**source_facts(state), **several(expect_top(state, GainResourceFrame).remaining)}


GAIN_RESOURCE = question(
    GainResourceFrame,
    "choose_resource",
    over=(EffectsFrame, EmitEventFrame),
    fits=is_resource_due,
    closed_by=(COUNT_RULE,),
    facts=gain_resource_facts,
)


# --- recover: a number of workers -------------------------------------------------------------------------------------


class ChooseNumber(Action, frozen=True, tag="choose_number"):
    """The number of spent workers that return to the supply."""

    number: WorkerCount


def possible_numbers(state: State) -> range:
    """Return every number from 0 to the limit of the effect."""
    return range(expect_top(state, RecoverFrame).max_count + 1)


def apply_choose_number(state: State, action: ChooseNumber) -> State:
    """Move this many spent workers back to the supply."""
    return recover_workers(pop(state), deciding_seat(state), action.number)


def can_recover(state: State, frame: RecoverFrame, below: Below) -> bool:
    """Return whether an effect recovers workers, and this many are spent."""
    effect = opening_effect(state, frame, below, "recover_worker")
    if effect is None:
        return False
    return 1 <= frame.max_count <= min(effect.max_count, player_of(state, frame).spent_workers)


CHOOSE_NUMBER = choose_verb(ChooseNumber, possible_numbers, apply_choose_number, rule="choose_number.most")


def recover_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and the greatest number."""
    return {**source_facts(state), "up_to": expect_top(state, RecoverFrame).max_count}


RECOVER = question(RecoverFrame, "choose_number", over=(EffectsFrame,), fits=can_recover, facts=recover_facts)


# --- assign: a good for a card ----------------------------------------------------------------------------------------


class Assign(Action, frozen=True, tag="assign"):
    """A good or worker of the supply is assigned to a card of the empire."""

    good: GoodName
    """What is assigned: a good in the player's supply such as `food`, or `worker`."""
    slot: Slot
    """Slot of the card that the good goes to, counted from 0."""


def assignable_pairs(state: State) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that the effect allows."""
    return legal_assignments(state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot)


def assign_candidates(state: State) -> list[Assign]:
    """Return one action per allowed pair."""
    return [Assign(*pair) for pair in assignable_pairs(state)]


def assign_objections(state: State, action: Assign) -> Iterator[Refusal]:
    """Yield the reason if this good may not go to that card."""
    if (action.good, action.slot) in assignable_pairs(state):
        return
    player, reason = deciding_player(state), dict[str, Fact]()
    if site_at(player, action.slot) is None:
        reason["empty"] = action.slot
    elif not held_by(player, action.good):
        reason["lacking"] = action.good
    yield refuse("assign.fits", good=action.good, slot=action.slot, **reason)


def held_by(player: Player, good: str) -> int:
    """Return the number of goods of a kind, or of workers, in a player's supply."""
    return player.workers if good == WORKER else amount_of(player, good)


def apply_assign(state: State, action: Assign) -> State:
    """Move the good from the supply to the card."""
    frame, seat, player = expect_top(state, AssignFrame), deciding_seat(state), deciding_player(state)
    site = site_at(player, action.slot)
    assert site is not None
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1, has_begun=True))
    state = with_assigned(state, seat, action.good, action.slot)
    return emit(state, "laid_on", seat, good=action.good, card=site.card)


def auto_assign(state: State, frame: AssignFrame) -> State:
    """Close the question if nothing remains to be assigned, or nothing can be."""
    if frame.remaining and assignable_pairs(state):
        return state
    return close_assignment(close_top(state, LAPSED if frame.remaining else COUNT_RULE), frame)


def can_assign(state: State, frame: AssignFrame, below: Below) -> bool:
    """Return whether an effect assigns goods, and this many remain."""
    effect = opening_effect(state, frame, below, "assign")
    if effect is None or frame.remaining > effect.max_count:
        return False
    return frame.has_begun == (frame.remaining < effect.max_count)


def assign_facts(state: State, action: Assign) -> dict[str, Fact]:
    """Return the slot if the name of the card is not enough."""
    return deciding_twin(state, action.slot)


def assign_question_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and how many goods remain."""
    return count_facts(state, expect_top(state, AssignFrame).remaining)


ASSIGN = verb(
    Assign,
    assign_candidates,
    assign_objections,
    apply_assign,
    exact=True,
    kinds={"good": "assign.kind"},
    facts=assign_facts,
)
ASSIGN_QUESTION = question(
    AssignFrame,
    *("assign", "go_on"),
    over=(EffectsFrame,),
    step=auto_assign,
    fits=can_assign,
    forced=are_answers_known(ASSIGN),
    closed_by=(COUNT_RULE,),
    facts=assign_question_facts,
)


# --- release: a good that leaves a card -------------------------------------------------------------------------------


def releasable(state: State) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that the effect in progress may release."""
    return releasable_goods(state, deciding_seat(state), current_effect(state))


class Release(Action, frozen=True, tag="release"):
    """A good or worker returns from a card of the empire to the supply."""

    good: GoodName
    """What returns to the player's supply: a good such as `food`, or `worker`."""
    slot: Slot
    """Slot of the card that the good leaves, counted from 0."""


def release_candidates(state: State) -> list[Release]:
    """Return every good on a card that the effect may release from."""
    return [Release(*pair) for pair in releasable(state)]


def release_objections(state: State, action: Release) -> Iterator[Refusal]:
    """Yield the reason if this good may not be released from that card."""
    if (action.good, action.slot) in releasable(state):
        return
    site, reason = site_at(deciding_player(state), action.slot), dict[str, Fact]()
    if site is None:
        reason["empty"] = action.slot
    elif not count_in(site.goods, action.good):
        reason["lacking"] = action.good
    yield refuse("release.assigned", good=action.good, slot=action.slot, **reason)


def apply_release(state: State, action: Release) -> State:
    """Move the good from the card to the supply."""
    frame, seat, player = expect_top(state, ReleaseFrame), deciding_seat(state), deciding_player(state)
    site = site_at(player, action.slot)
    assert site is not None
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    state = with_released(state, seat, action.good, action.slot)
    return emit(state, "released", seat, good=action.good, card=site.card)


def auto_release(state: State, frame: ReleaseFrame) -> State:
    """Close the question if nothing remains to be released, or let it lapse if nothing can be."""
    if not frame.remaining:
        return pop(close_top(state, COUNT_RULE))
    return state if releasable(state) else lapse(state)


def can_release(state: State, frame: ReleaseFrame, below: Below) -> bool:
    """Return whether an effect releases goods, and this many remain."""
    effect = opening_effect(state, frame, below, "release")
    return effect is not None and frame.remaining <= effect.max_count


def release_facts(state: State, action: Release) -> dict[str, Fact]:
    """Return the slot if the name of the card is not enough."""
    return deciding_twin(state, action.slot)


def release_question_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and how many goods remain."""
    return count_facts(state, expect_top(state, ReleaseFrame).remaining)


RELEASE = verb(
    Release,
    release_candidates,
    release_objections,
    apply_release,
    exact=True,
    kinds={"good": "assign.kind"},
    facts=release_facts,
)
RELEASE_QUESTION = question(
    ReleaseFrame,
    *("release", "go_on"),
    over=(EffectsFrame,),
    step=auto_release,
    fits=can_release,
    forced=True,
    closed_by=(COUNT_RULE,),
    facts=release_question_facts,
)
