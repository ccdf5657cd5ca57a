"""Use the Action of a card of your empire: it is paid, exhausted, and does what it says."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.choosing import tributes
from referee_service.games.empires_north.content import card_of
from referee_service.games.empires_north.costs import can_pay
from referee_service.games.empires_north.declaring import are_possible, can_use
from referee_service.games.empires_north.empire import action_of, set_site
from referee_service.games.empires_north.placing import begin
from referee_service.games.empires_north.questions import Told, Tribute
from referee_service.games.empires_north.state import Site, Slot, State, site_at
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class UseLocation(Action, frozen=True, tag="use_location"):
    """Use the Action of the card in a slot of your empire."""

    slot: Slot


def candidates(state: State) -> list[UseLocation]:
    """Every refreshed card of the empire whose Action can be paid and carried out."""
    me = state.me
    ready = (site for site in me.empire if not site.exhausted)
    return [UseLocation(site.slot) for site in ready if is_usable(state, site)]


def is_usable(state: State, site: Site) -> bool:
    """Whether the Action of a card can be used, tribute to invaders included."""
    return can_use(state, state.active, site) and (not site.invaded or bool(tributes(state, state.active, site)))


def objections(state: State, action: UseLocation) -> Iterator[Refusal]:
    """Why this card may not be used; nothing yielded means it may."""
    site = site_at(state.me, action.slot)
    found = action_of(state, state.me, site) if site is not None else None
    if site is None or found is None:
        yield refuse("use_location.action", slot=action.slot)
        return
    ability = card_of(state, found[0]).abilities[found[1]]
    if site.exhausted:
        yield refuse("use_location.ready", card=site.card)
    if not can_pay(state, state.me, ability.cost, site.slot):
        yield refuse("use_location.price", card=site.card)
    elif site.invaded and not tributes(state, state.active, site):
        yield refuse("use_location.tribute", card=site.card)
    if not are_possible(state, state.active, ability.effects, site.slot):
        yield refuse("use_location.possible", card=site.card)


def apply(state: State, action: UseLocation) -> State:
    """The card is exhausted; when its effects are done, specials hear of it. Invaders want their tribute first."""
    seat, site = state.active, site_at(state.me, action.slot)
    assert site is not None
    found = action_of(state, state.me, site)
    assert found is not None
    state = set_site(replace(state, acted=True), seat, site.slot, exhausted=True)
    state = note(state, "location_begun", seat, card=site.card)
    state = push(state, Told(seat, "location_used", site.slot, site.card))
    if site.invaded:
        return push(state, Tribute(seat, site.slot))
    return begin(state, seat, *found, site.slot)


USE_LOCATION = verb(UseLocation, candidates, objections, apply, exact=True)
