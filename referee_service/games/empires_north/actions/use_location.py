"""Use of a card's Action: it is paid, the card is exhausted, and its effects follow."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import card_of, cards_without_action
from ..economy.costs import can_pay
from ..effects.requirements import can_carry_out, can_use_action, tributes
from ..effects.runner import begin_ability
from ..empire.cards import action_of, update_site
from ..facts import ability_facts, cost_pieces, twin_facts
from ..fields import Slot
from ..questions import EmitEventFrame, TributeFrame
from ..state import Site, State, site_at


class UseLocation(Action, frozen=True, tag="use_location"):
    """The Action of a card in the player's empire is used: it is paid, and the card is exhausted."""

    slot: Slot
    """Slot of a card of the player's empire with an Action that is not exhausted, counted from 0."""


def candidates(state: State) -> Iterator[UseLocation]:
    """Yield every refreshed card whose Action can be paid and carried out."""
    passive = cards_without_action(state.pack)
    for site in state.active_player.empire:
        if site.exhausted or (site.card in passive and site.copied_slot is None):
            continue
        if is_usable(state, site):
            yield UseLocation(site.slot)


def is_usable(state: State, site: Site) -> bool:
    """Return whether the Action of a card can be paid and carried out, tribute to invaders included."""
    return can_use_action(state, state.active_seat, site) and (
        not site.invaded or bool(tributes(state, state.active_seat, site))
    )


def objections(state: State, action: UseLocation) -> Iterator[Refusal]:
    """Yield every reason why this Action may not be used."""
    site = site_at(state.active_player, action.slot)
    card_action = action_of(state, state.active_player, site) if site is not None else None
    if site is None or card_action is None:
        yield refuse("use_location.action", slot=action.slot, empty=action.slot if site is None else None)
        return
    ability = card_of(state, card_action[0]).abilities[card_action[1]]
    if site.exhausted:
        yield refuse("use_location.ready", card=site.card)
    if not can_pay(state, state.active_player, ability.cost, site.slot):
        yield refuse("use_location.price", card=site.card, cost=cost_pieces(ability.cost))
    elif site.invaded and not tributes(state, state.active_seat, site):
        yield refuse("use_location.tribute", card=site.card)
    if not can_carry_out(state, state.active_seat, ability, site.slot):
        yield refuse("use_location.possible", card=site.card)


def apply(state: State, action: UseLocation) -> State:
    """Exhaust the card and begin its Action. For an invaded card, ask for tribute first."""
    seat, site = state.active_seat, site_at(state.active_player, action.slot)
    assert site is not None
    card_action = action_of(state, state.active_player, site)
    assert card_action is not None
    state = update_site(replace(state, has_acted=True), seat, site.slot, exhausted=True)
    state = emit(state, "location_begun", seat, card=site.card)
    state = push(state, EmitEventFrame(seat, "location_used", site.slot, site.card))
    if site.invaded:
        return push(state, TributeFrame(seat, site.slot))
    return begin_ability(state, seat, *card_action, site.slot)


def facts(state: State, action: UseLocation) -> dict[str, Fact]:
    """Return what the Action costs and brings."""
    player = state.active_player
    site = site_at(player, action.slot)
    assert site is not None
    card_action = action_of(state, player, site)
    assert card_action is not None
    ability = card_of(state, card_action[0]).abilities[card_action[1]]
    found = {**ability_facts(state, player, ability), **twin_facts(player, action.slot)}
    return {**found, "cost": (*cost_pieces(ability.cost), "tribute")} if site.invaded else found


USE_LOCATION = verb(UseLocation, candidates, objections, apply, exact=True, facts=facts)
