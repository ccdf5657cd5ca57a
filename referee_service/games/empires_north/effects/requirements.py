"""Requirements: whether an action can be declared, a boost can be played, or an effect can begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.tuples import with_player

from ..content.cards import ANY, NO_COST, RESOURCES, Ability, Card, Effect, card_cost
from ..content.schema import Bundle, Cost, UpTo
from ..content.tables import ATTACK_OPTION, PACKS, card_of, cost_label, scenario
from ..economy.costs import after_cost, can_pay
from ..economy.supply import receive, recover_workers
from ..empire.assignments import legal_assignments, releasable_goods, with_assigned, with_released
from ..empire.cards import (
    action_of,
    action_sites,
    evaluate_amount,
    fields_of,
    sites_fitting,
    upgrade_hosts,
)
from ..empire.placement import is_constructible, take_from_hand
from ..state import Player, Ship, Site, State

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


@lru_cache(maxsize=MEMO_ENTRIES)
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


def can_declare_for(state: State, seat: int, cost: Cost, action: str) -> bool:
    """Return whether a cost of goods and workers can be paid in a way that still lets the player declare the action."""
    if cost is not NO_COST and not can_pay(state, state.players[seat], cost):
        return False
    if can_perform(state, seat, action) and (action != "construct" or state.solo is None):
        return True  # without a boost, only the price for covering a location takes goods and workers
    return any(can_declare(paid, seat, action) for paid in after_cost(state, seat, cost, None))


def is_playable(state: State, seat: int, card: Card, action: str) -> bool:
    """Return whether a boost or field of the hand can be played before this action.

    The card may still make the action impossible; see `action_stays_possible`.
    """
    if card.corner_action != action:
        return False
    if card.is_boost:
        return can_boost(state, seat, card)
    return card.is_field or (card.is_upgrade and bool(upgrade_hosts(state, state.players[seat], card)))


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
        return any(can_perform(after, seat, action) for after in after_corner_card(state, seat, definition))
    if action == "harvest":
        ready = sum(not field.exhausted for field in fields_of(state, player))
        removed = takes is not None and takes[0] != "exhaust_card"
        return definition.is_field or ready > removed
    if action == "sail":
        brings = definition.abilities[definition.immediate].effects if definition.immediate is not None else ()
        return player.ships > 0 or any(_brings_ship(each) for each in brings)
    return True


def after_corner_card(state: State, seat: int, card: Card) -> Iterator[State]:
    """Yield the state after each way to play a boost, or after a field, of the hand."""
    state = take_from_hand(state, seat, card.id)
    if card.immediate is None:
        yield receive(state, seat, card.goods, "score.bonus")
        return
    ability = card.abilities[card.immediate]
    for paid in after_cost(state, seat, ability.cost, None):
        yield from after_effects(paid, seat, ability.effects, None)


def _brings_ship(each: Effect) -> bool:
    """Return whether an effect brings a ship back to the supply."""
    return each.name in ("pillage_now", "conquer_now") or (each.name == "gain" and "ship" in each.bundles[0])


# --- effects --------------------------------------------------------------------------------------------------------


def can_begin_effects(state: State, seat: int, effects: Iterable[Effect], slot: int | None) -> bool:
    """Return whether the requirements of all effects are met. Most effects have none."""
    for each in effects:
        is_met = REQUIREMENT_BY_EFFECT.get(each.name)
        if is_met is not None and not is_met(state, seat, each, slot):
            return False
    return True


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


def depends_on_hand(effects: Iterable[Effect]) -> bool:
    """Return whether the hand can decide whether effects can begin: an action of the ring may need a card of it."""
    return any(each.name == "tile_action" or any(map(depends_on_hand, each.branches)) for each in effects)


# --- what effects lead to ---------------------------------------------------------------------------------------------


def after_effects(state: State, seat: int, effects: tuple[Effect, ...], slot: int | None) -> Iterator[State]:
    """Yield the state after each way to carry out effects, as far as it matters to a Construct.

    That is: what is sure to be gained, and what must be assigned. Cards that chance deals are not sure, and a
    player may decline to place a card.
    """
    if not effects:
        yield state
        return
    for after in after_effect(state, seat, effects[0], slot):
        yield from after_effects(after, seat, effects[1:], slot)


def after_effect(state: State, seat: int, each: Effect, slot: int | None) -> Iterator[State]:
    """Yield the state after each way to carry out one effect."""
    if each.name in ("gain", "gain_one_of"):
        for bundle in each.bundles:
            yield from after_bundle(state, seat, bundle)
    elif each.name == "choose":
        for branch in each.branches:
            if can_begin_effects(state, seat, branch, slot):
                yield from after_effects(state, seat, branch, slot)
    elif each.name == "assign":
        least = int(each.targets_itself) if isinstance(each.count, UpTo) else each.max_count
        yield from after_assignments(state, seat, each, slot, least)
    elif each.name == "release":
        yield from after_releases(state, seat, each, each.max_count)
    else:
        yield recover_workers(state, seat, each.max_count) if each.name == "recover_worker" else state


def after_bundle(state: State, seat: int, bundle: Bundle) -> Iterator[State]:
    """Yield the state after a bundle is gained, with each choice of resources."""
    player = state.players[seat]
    gained = [(kind, evaluate_amount(state, player, count)) for kind, count in bundle.items()]
    of_choice = sum(count for kind, count in gained if kind == ANY)
    named = [(kind, count) for kind, count in gained if kind != ANY]
    yield from after_choice(receive(state, seat, named, "score.boost"), seat, of_choice)


def after_choice(state: State, seat: int, count: int) -> Iterator[State]:
    """Yield the state after each choice of this many resources."""
    if not count:
        yield state
        return
    for resource in RESOURCES:
        yield from after_choice(receive(state, seat, ((resource, 1),), "score.boost"), seat, count - 1)


def after_assignments(state: State, seat: int, each: Effect, slot: int | None, count: int) -> Iterator[State]:
    """Yield the state after each way to assign this many goods, or as many as can be assigned."""
    pairs = legal_assignments(state, seat, each, slot) if count else []
    if not pairs:
        yield state
    for good, at in pairs:
        yield from after_assignments(with_assigned(state, seat, good, at), seat, each, slot, count - 1)


def after_releases(state: State, seat: int, each: Effect, count: int) -> Iterator[State]:
    """Yield the state after each way to release at most this many goods."""
    yield state
    for good, at in releasable_goods(state, seat, each) if count else ():
        yield from after_releases(with_released(state, seat, good, at), seat, each, count - 1)


def can_carry_out(state: State, seat: int, ability: Ability, slot: int | None) -> bool:
    """Return whether the effects of an Action can begin. A Construct must be possible once its cost is paid."""
    others = [each for each in ability.effects if each.name != "tile_action" or not orders_construct(each)]
    if len(others) == len(ability.effects) or not can_pay(state, state.players[seat], ability.cost, slot):
        return can_begin_effects(state, seat, ability.effects, slot)
    return can_begin_effects(state, seat, others, slot) and any(
        can_construct_in(after, seat, ability.effects, slot) for after in after_cost(state, seat, ability.cost, slot)
    )


def can_construct_in(state: State, seat: int, effects: tuple[Effect, ...], slot: int | None) -> bool:
    """Return whether the Construct among effects can be declared when its turn comes."""
    at = next(at for at, each in enumerate(effects) if orders_construct(each))
    return any(can_declare(after, seat, "construct") for after in after_effects(state, seat, effects[:at], slot))


def orders_construct(each: Effect) -> bool:
    """Return whether an effect is a Construct in capitals."""
    return each.name == "tile_action" and each.target == "construct"


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
    return can_pay(state, player, ability.cost, site.slot) and can_carry_out(state, seat, ability, site.slot)


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
