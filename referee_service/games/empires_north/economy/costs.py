"""Costs: what can be paid, how it is paid, and the payment rules. Gold can replace any resource."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from msgspec import convert

from referee_service.kernel.bags import Bag, add_to, bag_of, count_in, merge_bags, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, payment_after, request_payment
from referee_service.kernel.pending import close_top, pop, push
from referee_service.kernel.tuples import with_player

from ..content.cards import ANY, GOLD, GOODS, NO_COST, RAZE, RESOURCES, WORKER, card_cost, goods_owed, pieces_in_order
from ..content.schema import Cost
from ..content.tables import scenario
from ..empire.cards import action_of, exhaust_site, guardable_sites, remove_card, sites_fitting
from ..questions import ChooseCostFrame, PayFromHandFrame, PayWithCardFrame
from ..state import Player, Site, State, deciding_player, deciding_seat, hand_size
from .supply import discard_from_hand, spend_workers

SOURCES = tuple(PaymentSource(good, stock=good, produces=((good, 1),)) for good in GOODS)
"""One payment source per good."""
SOURCE_BY_NAME = {source.name: source for source in SOURCES}
"""The payment source of each good, by its name."""
WILDCARDS = {resource: frozenset({resource, GOLD}) for resource in RESOURCES} | {ANY: frozenset({*RESOURCES, GOLD})}
"""What may pay each resource: the resource itself, or gold."""


# --- goods ----------------------------------------------------------------------------------------------------------


class PriceBalance(NamedTuple):
    """The state of a payment: what is still owed, and what gold and other resources could pay."""

    fits: bool
    """Whether everything in the pool counts towards the price."""
    owed: int
    """Resources still to be paid, those of any kind included."""
    any_owed: int
    """Resources of any kind still to be paid."""
    spare: int
    """Resources held beyond the named ones."""
    kinds: int
    """The number of kinds of these resources."""
    gold_to_spare: int
    """Gold held beyond what must be paid with gold."""
    replaceable: int
    """Resources held that could pay something. Spare gold may pay in their place."""


@lru_cache(maxsize=MEMO_ENTRIES)
def balance(owed: Bag, pool: Bag, stocks: Bag) -> PriceBalance:
    """Return the balance of a price with this pool and these stocks. Cached, because audits and lists repeat it."""
    price, laid, held = dict(owed), dict(pool), dict(stocks)
    lacking = spare = kinds = beyond = short = 0
    for resource in RESOURCES:
        left, have = price.get(resource, 0) - laid.get(resource, 0), held.get(resource, 0)
        if left < 0:
            beyond, left = beyond - left, 0
        lacking += left
        if have < left:
            short += left - have
        elif have > left:
            spare, kinds = spare + have - left, kinds + 1
    any_owed = price.get(ANY, 0) - beyond
    gold_laid = laid.get(GOLD, 0) - price.get(GOLD, 0)
    covered = max(0, gold_laid)
    raze = price.get(RAZE, 0) - laid.get(RAZE, 0)
    fits = any_owed >= 0 and covered <= lacking + any_owed and 0 <= raze <= held.get(RAZE, 0)
    needed = short + max(0, any_owed - spare)
    gold_to_spare, replaceable = gold_laid + held.get(GOLD, 0) - needed, lacking + any_owed - needed
    return PriceBalance(fits, lacking + any_owed - covered, any_owed, spare, kinds, gold_to_spare, replaceable)


def is_payable(owed: Bag, pool: Bag, stocks: Bag) -> bool:
    """Return whether the pool counts towards the price, and the stocks cover the rest."""
    if not pool:
        return can_cover_price(stocks, owed)
    price = balance(owed, pool, stocks)
    return price.fits and price.gold_to_spare >= 0


def can_cover_price(goods: Bag, owed: Bag) -> bool:
    """Return whether goods cover a whole price: what `is_payable` returns for an empty pool, without a balance."""
    held, lacking, any_owed = dict(goods), 0, 0
    for good, count in owed:
        if good == ANY:
            any_owed = count
        elif (left := held.get(good, 0) - count) >= 0 or good == GOLD:
            held[good] = left
        elif good == RAZE:
            return False
        else:
            held[good], lacking = 0, lacking - left
    if any_owed:
        lacking += max(0, any_owed - sum([held.get(resource, 0) for resource in RESOURCES]))
    return held.get(GOLD, 0) >= lacking


def is_forced(owed: Bag, pool: Bag, stocks: Bag) -> bool:
    """Return whether there is only one way to pay the rest: no spare gold, and no choice among resources."""
    price = balance(owed, pool, stocks)
    if price.gold_to_spare > 0 and price.replaceable and price.owed:
        return False
    return price.any_owed <= 0 or price.kinds < 2 or price.spare <= price.any_owed


def sources(state: State) -> tuple[Sequence[PaymentSource], Mapping[str, int]]:
    """Return the payment sources and the goods of the deciding player."""
    return SOURCES, dict(deciding_player(state).goods)


def use(state: State, source: PaymentSource) -> State:
    """Return a good from the deciding player to the supply."""
    seat = deciding_seat(state)
    return with_player(state, seat, goods=add_to(state.players[seat].goods, source.stock, -1))


def on_paid(state: State, payment: PaymentFrame) -> State:
    """Emit the payment. What was bought waits in the frame below."""
    return emit(state, "price_paid", payment.seat, goods=pieces_in_order(payment.pool)) if payment.pool else state


def expand_bag(bag: Bag) -> tuple[str, ...]:
    """Return the pieces of a bag one by one."""
    return tuple(piece for piece, count in bag for _ in range(count))


def payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Return whether the deciding player can pay. This is the kernel's hook around `is_payable`."""
    return is_payable(owed, pool, tuple(sorted(stocks.items())))


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the goods that pay the rest: named resources first, then those held most, gold last."""
    held, pool, steps = dict(deciding_player(state).goods), payment.pool, list[str]()
    order = sorted(GOODS, key=lambda good: (good == GOLD, -held.get(good, 0), good))
    named = [good for good, _ in payment.owed if good != ANY]
    while not is_exact_price(payment.owed, pool):
        for good in (*named, *order):
            after = add_to(pool, good)
            left = tuple(sorted((g, n - (g == good)) for g, n in held.items() if n - (g == good)))
            if held.get(good, 0) and is_payable(payment.owed, after, left):
                pool, held = after, dict(left)
                steps.append(good)
                break
        else:
            raise AssertionError("a payment that opened can be completed")
    return tuple(steps)


def is_exact_price(owed: Bag, pool: Bag) -> bool:
    """Return whether the pool is the complete price."""
    return size_of(pool) == size_of(owed)


PAYMENT_RULES: PaymentRules[State] = PaymentRules(
    sources=sources, use=use, on_paid=on_paid, wildcards=WILDCARDS, is_payable=payable, cheapest_steps=cheapest_steps
)


def can_afford(player: Player, owed: Bag) -> bool:
    """Return whether a player can pay these goods."""
    return is_payable(owed, (), player.goods)


def request_price(state: State, seat: int, owed: Bag, purpose: str) -> State:
    """Open a payment of goods. It completes automatically if there is only one way to pay."""
    return request_payment(PAYMENT_RULES, state, seat, owed, purpose)


def auto_pay(state: State, payment: PaymentFrame) -> State:
    """Pay the rest of a price if there is only one way to pay it, else return the same state."""
    if not is_forced(payment.owed, payment.pool, deciding_player(state).goods):
        return state
    state = close_top(state, "ruling.payment")
    for name in cheapest_steps(state, payment):
        state, payment = use(state, SOURCE_BY_NAME[name]), payment_after(payment, SOURCE_BY_NAME[name])
    return on_paid(pop(state), payment)


# --- whole costs ----------------------------------------------------------------------------------------------------


def payable_alternatives(player: Player, cost: Cost, extra: Bag = ()) -> list[int]:
    """Return the indexes of the alternative costs that the player can pay on top of the rest."""
    return [
        at
        for at, choice in enumerate(cost.choice)
        if can_afford(player, merge_bags(goods_owed(cost), goods_owed(choice), extra))
        and player.workers >= cost.worker + choice.worker
    ]


def payment_cards(state: State, player: Player, cost: Cost, slot: int | None) -> Iterator[Site]:
    """Yield the cards that may be discarded, returned or exhausted as the price. The acting card never is."""
    wanted = card_cost(cost)
    if wanted is None:
        return
    how, which = wanted
    for site in sites_fitting(state, player, which):
        ready = how != "exhaust_card" or (not site.exhausted and action_of(state, player, site) is not None)
        if site.slot != slot and ready:
            yield site


def can_pay(state: State, player: Player, cost: Cost, slot: int | None = None, extra: Cost = NO_COST) -> bool:
    """Return whether a player can pay all parts of a cost, and an extra cost with it."""
    if player.workers < cost.worker + extra.worker:
        return False
    owed = merge_bags(goods_owed(cost), goods_owed(extra)) if extra is not NO_COST else goods_owed(cost)
    if owed and not can_afford(player, owed):
        return False
    if cost.card_from_hand and hand_size(player) < cost.card_from_hand:
        return False
    if cost.choice and not payable_alternatives(player, cost, goods_owed(extra)):
        return False
    return card_cost(cost) is None or any(True for _ in payment_cards(state, player, cost, slot))


def request_cost(state: State, seat: int, cost: Cost, purpose: str, extra: Cost = NO_COST) -> State:
    """Request a cost. Workers are spent at once; questions for goods and cards are pushed above the waiting frames."""
    state = spend_workers(state, seat, cost.worker + extra.worker)
    if card_cost(cost) is not None:
        state = push(state, PayWithCardFrame(seat))
    if cost.card_from_hand:
        state = push(state, PayFromHandFrame(seat, cost.card_from_hand))
    if cost.choice:
        return push(state, ChooseCostFrame(seat, goods_owed(extra)))
    return request_price(state, seat, merge_bags(goods_owed(cost), goods_owed(extra)), purpose)


# --- every way to pay -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=MEMO_ENTRIES)
def payments(owed: Bag, pool: Bag, stocks: Bag) -> tuple[Bag, ...]:
    """Return every whole payment of a price that contains the pool and takes the rest from the stocks."""
    held = dict(merge_bags(pool, stocks))
    found: set[Bag] = {()}
    for kind, count in owed:
        money = sorted(WILDCARDS.get(kind, {kind}))
        parts = [bag_of(pieces) for pieces in combinations_with_replacement(money, count)]
        found = {merge_bags(paid, part) for paid in found for part in parts}
        found = {paid for paid in found if all(held.get(good, 0) >= n for good, n in paid)}
    return tuple(sorted(paid for paid in found if all(count_in(paid, good) >= n for good, n in pool)))


def after_payment(state: State, seat: int, owed: Bag, pool: Bag = ()) -> Iterator[State]:
    """Yield the state after each way to pay goods, of which the pool is paid already."""
    stocks = state.players[seat].goods
    for paid in payments(owed, pool, stocks):
        yield with_player(state, seat, goods=merge_bags(pool, stocks, negative(paid)))


def negative(bag: Bag) -> Bag:
    """Return a bag that takes these pieces away when it is merged."""
    return tuple((piece, -count) for piece, count in bag)


def after_hand_cards(state: State, seat: int, count: int) -> Iterator[State]:
    """Yield the state after each way to discard this many cards of the hand."""
    if not count:
        yield state
        return
    for card, _ in state.players[seat].hand:
        yield from after_hand_cards(discard_from_hand(state, seat, card), seat, count - 1)


def after_card_price(state: State, seat: int, cost: Cost, slot: int | None) -> Iterator[State]:
    """Yield the state after each way to discard, return or exhaust the card that a cost names, if it names one."""
    wanted = card_cost(cost)
    if wanted is None:
        yield state
        return
    for site in payment_cards(state, state.players[seat], cost, slot):
        if wanted[0] == "exhaust_card":
            yield exhaust_site(state, seat, site.slot)
        else:
            yield remove_card(state, seat, site.slot, to_hand=wanted[0] == "return_card")


def after_cost(state: State, seat: int, cost: Cost, slot: int | None) -> Iterator[State]:
    """Yield the state after each way to pay a whole cost. Nothing if it cannot be paid."""
    for choice in cost.choice or (NO_COST,):
        workers = cost.worker + choice.worker
        if state.players[seat].workers < workers:
            continue
        owed = merge_bags(goods_owed(cost), goods_owed(choice))
        for paid in after_payment(spend_workers(state, seat, workers), seat, owed):
            for discarded in after_hand_cards(paid, seat, cost.card_from_hand):
                yield from after_card_price(discarded, seat, cost, slot)


# --- extra costs of scenarios -----------------------------------------------------------------------------------------


def extra_costs(state: State) -> list[Bag]:
    """Return what may be owed beside the cost of an Action: nothing, or tribute to invaders."""
    if state.solo is None:
        return [()]
    rules = scenario(state).rules
    attack = [goods_owed(rules.attack.cost)] if rules.attack is not None else []
    return [(), *(goods_owed(cost) for cost in rules.tribute), *attack]


def guard_cost(state: State, player: Player) -> Cost:
    """Return the cost of guarding all locations that remain in the cove."""
    each, sites = scenario(state).rules.guard or NO_COST, len(guardable_sites(state, player))
    counts = {name: getattr(each, name) * sites for name in (*GOODS, ANY, WORKER)}
    return convert(counts, Cost)
