"""Requirements: whether an action can be declared, a boost can be played, or an effect can begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.tuples import with_player

from ..content.cards import WORKER, Card, Effect, card_cost, goods_named_by
from ..content.schema import Cost
from ..content.tables import ATTACK_OPTION, PACKS, card_of, cost_label, scenario
from ..economy.costs import can_pay
from ..empire.cards import action_of, action_sites, fields_of, has_room_for, sites_fitting
from ..empire.placement import is_constructible
from ..state import Player, Ship, Site, State, amount_of, site_at

# --- the five actions -----------------------------------------------------------------------------------------------


def can_perform(state: State, seat: int, action: str) -> bool:
    """Return whether a player could carry out an action of the ring now."""
    player = state.players[seat]
    if action == "explore":
        return bool(player.deck or player.discard)
    if action == "construct":
        if state.solo is None:
            return has_location(state.pack, player.hand)
        return any(is_constructible(state, seat, card) for card, _ in player.hand)
    if action == "harvest":
        return any(not site.exhausted and site.host is None and is_field(state, site) for site in player.empire)
    return player.ships > 0 if action == "sail" else True


@lru_cache(maxsize=8192)
def has_location(pack: str, hand: Bag) -> bool:
    """Return whether a location is in a hand."""
    cards = PACKS.get(pack).cards
    return any(cards[card].is_location for card, _ in hand)


def is_field(state: State, site: Site) -> bool:
    """Return whether a card of an empire that is no upgrade is a field."""
    return card_of(state, site.card).is_field


def can_declare(state: State, seat: int, action: str) -> bool:
    """Return whether an action is possible now, or is sure to be after a boost or field of the hand."""
    if can_perform(state, seat, action):
        return True
    return any(
        is_playable(state, seat, card_of(state, card), action) and action_stays_possible(state, seat, card, action)
        for card, _ in state.players[seat].hand
    )


def is_playable(state: State, seat: int, card: Card, action: str) -> bool:
    """Return whether a boost or field of the hand can be played before this action.

    The card may still make the action impossible; see `action_stays_possible`.
    """
    if card.corner_action != action:
        return False
    return (card.is_boost and can_boost(state, seat, card)) or card.is_field


def can_boost(state: State, seat: int, card: Card) -> bool:
    """Return whether a boost of the hand can be paid and its effects can begin."""
    assert card.immediate is not None
    ability = card.abilities[card.immediate]
    state = with_player(state, seat, hand=remove_from(state.players[seat].hand, card.id))
    return can_pay(state, state.players[seat], ability.cost) and can_begin_effects(state, seat, ability.effects, None)


def action_stays_possible(state: State, seat: int, card: str, action: str) -> bool:
    """Return whether a declared action is sure to be possible after this boost or field."""
    definition, player = card_of(state, card), state.players[seat]
    cost = definition.abilities[definition.immediate].cost if definition.immediate is not None else None
    takes = card_cost(cost) if cost is not None else None
    if action == "explore":
        return definition.is_boost or can_perform(state, seat, action)
    if action == "construct":
        given_up = cost.card_from_hand if cost is not None else 0
        return sum(count for each, count in player.hand if is_constructible(state, seat, each)) > given_up
    if action == "harvest":
        ready = sum(not field.exhausted for field in fields_of(state, player))
        removed = takes is not None and takes[0] != "exhaust_card"
        return definition.is_field or ready > removed
    if action == "sail":
        brings = definition.abilities[definition.immediate].effects if definition.immediate is not None else ()
        return player.ships > 0 or any(_brings_ship(each) for each in brings)
    return True


def _brings_ship(each: Effect) -> bool:
    """Return whether an effect brings a ship back to the supply."""
    return each.name in ("pillage_now", "conquer_now") or (each.name == "gain" and "ship" in each.bundles[0])


# --- effects --------------------------------------------------------------------------------------------------------


def can_begin_effects(state: State, seat: int, effects: Iterable[Effect], slot: int | None) -> bool:
    """Return whether the requirements of all effects are met. Most effects have none."""
    return all(
        need(state, seat, each, slot) for each in effects if (need := REQUIREMENT_BY_EFFECT.get(each.name)) is not None
    )


def _ship_pillages(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return any(ship.seat == seat and reachable_piles(state, ship) for ship in state.queue)


def _ship_conquers(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return any(ship.seat == seat and ship.raze and reachable_piles(state, ship) for ship in state.queue)


def _declares(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return can_declare(state, seat, each.target)


def _assigns(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return not each.targets_itself or bool(legal_assignments(state, seat, each, slot))


def _chooses(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return any(can_begin_effects(state, seat, branch, slot) for branch in each.branches)


def _pays(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return can_pay(state, state.players[seat], each.cost)


def _exhausts_field(state: State, seat: int, each: Effect, slot: int | None) -> bool:
    return can_perform(state, seat, "harvest")


REQUIREMENT_BY_EFFECT: dict[str, Callable[[State, int, Effect, int | None], bool]] = {
    "pillage_now": _ship_pillages,
    "conquer_now": _ship_conquers,
    "tile_action": _declares,
    "assign": _assigns,
    "choose": _chooses,
    "pay": _pays,
    "exhaust_field": _exhausts_field,
}
"""The requirement of each effect that has one. The other effects can always begin."""


def legal_assignments(state: State, seat: int, each: Effect, slot: int | None) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that an effect may assign now."""
    player = state.players[seat]
    sites = [site_at(player, slot)] if each.targets_itself else list(sites_fitting(state, player, each.card_filter))
    return [
        (good, site.slot)
        for good in goods_named_by(each.goods)
        if (player.workers if good == WORKER else amount_of(player, good))
        for site in sites
        if site is not None and has_room_for(state, player, site, good)
    ]


def raidable(state: State, player: Player) -> list[Site]:
    """Return the refreshed cards of a player with an Action. A player who has passed cannot be raided."""
    return [] if player.passed else [site for site in action_sites(state, player) if not site.exhausted]


# --- islands --------------------------------------------------------------------------------------------------------


def reachable_piles(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the piles with an island that a ship can reach. Distant islands take a fish on board."""
    piles = ("near", "distant") if ship.fish else ("near",)
    return tuple(pile for pile in piles if (islands := state.islands(pile)).face_up or islands.pile or islands.discard)


@lru_cache(maxsize=1024)
def is_copy(pack: str, card: str) -> bool:
    """Return whether a card is itself a copy."""
    return any(each.name == "copy" for ability in PACKS.get(pack).cards[card].abilities for each in ability.effects)


def copyable_cards(state: State, seat: int, each: Effect, slot: int | None) -> list[Site]:
    """Return the other cards of the empire that a copy may copy."""
    player = state.players[seat]
    return [
        site
        for site in sites_fitting(state, player, each.card_filter)
        if site.slot != slot and not is_copy(state.pack, site.card)
    ]


def can_use_action(state: State, seat: int, site: Site) -> bool:
    """Return whether the Action of a card can be paid and carried out."""
    player = state.players[seat]
    card_action = action_of(state, player, site)
    if card_action is None:
        return False
    ability = card_of(state, card_action[0]).abilities[card_action[1]]
    return can_pay(state, player, ability.cost, site.slot) and can_begin_effects(
        state, seat, ability.effects, site.slot
    )


def tributes(state: State, seat: int, site: Site) -> dict[str, Cost]:
    """Return the costs that pay for the use of an invaded location, by option. Each can be paid with its Action."""
    player, rules = state.players[seat], scenario(state).rules
    action = action_of(state, player, site)
    if action is None:
        return {}
    costs = {cost_label(cost): cost for cost in rules.tribute}
    if rules.attack is not None:
        costs[ATTACK_OPTION] = rules.attack.cost
    cost = card_of(state, action[0]).abilities[action[1]].cost
    return {option: extra for option, extra in costs.items() if can_pay(state, player, cost, site.slot, extra)}
