"""Tests of payments: which debts are covered, the cheapest way to pay, and single steps."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import assume
from hypothesis import given as for_all
from hypothesis import strategies as st

from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest, pay_cheapest_verb
from referee_service.kernel.bags import bag_of, count_in, merge_bags, size_of
from referee_service.kernel.payment import (
    PaymentFrame,
    PaymentSource,
    can_pay,
    covers,
    is_payable,
    is_usable,
    keeps_payable,
    next_step,
    pool_after,
    request_payment,
    usable_sources,
)
from tests.games.payment_oracle import search_cheapest_steps
from tests.kernel.positions import after, bag, given, legal, refusals
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.payment import PAYMENT_RULES, SOURCES, WILDCARDS, cheapest_payment
from tests.kernel.toy.questions import TradeFrame

WOOD = PaymentSource("wood", stock="wood", produces=bag(wood=1))
CART = PaymentSource("cart", stock="cart", produces=bag(wood=3))
STONE = PaymentSource("stone", stock="stone", produces=bag(stone=1))
SWAP = PaymentSource("swap", stock="", produces=bag(stone=1), consumes=bag(wood=2), piece_cost=0)
PAIR = PaymentSource("pair", stock="wood", produces=bag(stone=1), piece_cost=2)


# --- covered debts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "owed", "is_covered"),
    [
        (bag(), bag(), True),
        (bag(silk=1), bag(silk=1), True),
        (bag(silk=1), bag(silk=2), False),
        (bag(salt=1), bag(silk=1), False),
        (bag(gold=1), bag(silk=1), True),
        (bag(salt=1, silk=1), bag(any=2), True),
        (bag(salt=1, silk=1), bag(any=3), False),
        (bag(gold=1, silk=1), bag(any=1, silk=1), True),
        (bag(gold=1, salt=1), bag(any=1, silk=1), True),
        (bag(gold=1), bag(any=1, silk=1), False),
        (bag(gold=1, salt=5), bag(silk=1, spice=1), False),
        (bag(gold=2), bag(silk=1, spice=1), True),
    ],
)
def test_a_debt_is_covered_by_its_own_kind_or_by_its_wildcards(pool, owed, is_covered):
    assert covers(pool, owed, WILDCARDS) is is_covered


def test_wildcard_debts_share_the_same_money_in_the_best_way():
    wild = {"x": frozenset({"a", "b"}), "y": frozenset({"a", "c"})}
    assert covers(bag(a=1, b=1), bag(x=1, y=1), wild)
    assert covers(bag(a=1, c=1), bag(x=1, y=1), wild)
    assert not covers(bag(b=2), bag(x=1, y=1), wild)


@for_all(
    st.lists(st.sampled_from(SOURCES[:4]), max_size=5),
    st.dictionaries(st.sampled_from(sorted(WILDCARDS)), st.integers(1, 2)),
)
def test_a_pool_covers_a_debt_if_every_piece_owed_can_be_matched(money, owed):
    pool = bag_of(source.name for source in money)
    assert covers(pool, bag(**owed), WILDCARDS) is can_be_matched([*pieces_of(pool)], [*pieces_of(bag(**owed))])


def pieces_of(held):
    """Yield the pieces of a bag one by one."""
    return (piece for piece, count in held for _ in range(count))


def can_be_matched(money, debts):
    """Return whether each debt finds a piece of money of its own. Tries all combinations."""
    if not debts:
        return True
    first, *others = debts
    fitting = [at for at, piece in enumerate(money) if piece in WILDCARDS[first]]
    return any(can_be_matched(money[:at] + money[at + 1 :], others) for at in fitting)


# --- the cheapest way, by the oracle ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owed", "stocks", "steps"),
    [
        (bag(), {}, ()),
        (bag(wood=2), {"wood": 3}, ("wood", "wood")),
        (bag(wood=2), {"wood": 3, "cart": 1}, ("cart",)),  # fewest pieces
        (bag(wood=3), {"wood": 2, "cart": 1}, ("cart",)),
        (bag(wood=4), {"wood": 2, "cart": 2}, ("cart", "wood")),  # two pieces, as with two carts, but less surplus
        (bag(stone=1), {"stone": 1, "cart": 1}, ("stone",)),  # one piece, as with the cart, but nothing is lost
        (bag(stone=1), {"cart": 1}, ("cart", "swap")),
        (bag(stone=1), {"wood": 2}, ("swap", "wood", "wood")),
        (bag(stone=2), {"wood": 3}, None),
        (bag(gold=1), {"wood": 9, "stone": 9, "cart": 9}, None),
    ],
)
def test_cheapest_means_fewest_pieces_then_least_surplus(owed, stocks, steps):
    assert search_cheapest_steps(owed, (), (WOOD, CART, STONE, SWAP), stocks) == steps


def test_notation_order_breaks_ties():
    ash = PaymentSource("ash", stock="ash", produces=bag(wood=1))
    for sources in ((WOOD, ash), (ash, WOOD)):
        assert search_cheapest_steps(bag(wood=1), (), sources, {"ash": 1, "wood": 1}) == ("ash",)


def test_fewer_steps_come_before_notation_order():
    along = PaymentSource("along", stock="", produces=bag(wood=1), consumes=bag(twig=1), piece_cost=0)
    twig = PaymentSource("twig", stock="twig", produces=bag(twig=1))
    assert search_cheapest_steps(bag(wood=1), (), (along, twig, WOOD), {"twig": 1, "wood": 1}) == ("wood",)


def test_money_in_the_pool_is_used_first():
    assert search_cheapest_steps(bag(stone=1), bag(wood=2), (WOOD, STONE, SWAP), {"stone": 1}) == ("swap",)


def test_one_use_of_a_source_may_cost_several_pieces():
    assert search_cheapest_steps(bag(stone=1), (), (PAIR,), {"wood": 2}) == ("pair",)
    assert search_cheapest_steps(bag(stone=1), (), (PAIR,), {"wood": 1}) is None
    assert search_cheapest_steps(bag(stone=2), (), (PAIR,), {"wood": 3}) is None


@for_all(
    st.dictionaries(st.sampled_from(sorted(WILDCARDS)), st.integers(1, 2), min_size=1, max_size=3),
    st.dictionaries(st.sampled_from([source.name for source in SOURCES[:4]]), st.integers(1, 2), max_size=4),
)
def test_cheapest_steps_are_the_best_of_all_ways_to_pay(owed, hand):
    assert search_cheapest_steps(bag(**owed), (), SOURCES, hand, WILDCARDS) == best_of_all_ways(bag(**owed), hand)


@for_all(
    st.dictionaries(st.sampled_from(sorted(WILDCARDS)), st.integers(1, 2), min_size=1, max_size=3),
    st.dictionaries(st.sampled_from([source.name for source in SOURCES[:4]]), st.integers(1, 3), max_size=4),
    st.dictionaries(st.sampled_from([source.name for source in SOURCES[:4]]), st.integers(1, 3), max_size=2),
)
def test_the_cheapest_payment_of_the_toy_game_is_that_of_the_search(owed, hand, pool):
    assume(not covers(bag(**pool), bag(**owed), WILDCARDS))  # a covered payment is closed at once
    searched = search_cheapest_steps(bag(**owed), bag(**pool), SOURCES, hand, WILDCARDS)
    assert cheapest_payment(bag(**owed), bag(**pool), hand) == searched


def test_a_price_is_payable_exactly_if_cheapest_steps_exist():
    sources = (WOOD, CART, STONE, SWAP, PAIR)
    for wood, stone, trunks, rocks, carts in product(range(4), repeat=5):
        owed, stocks = merge_bags(bag(wood=wood, stone=stone)), {"wood": trunks, "stone": rocks, "cart": carts}
        assert is_payable(owed, (), sources, stocks) == (search_cheapest_steps(owed, (), sources, stocks) is not None)


def best_of_all_ways(owed, hand):
    """Return the cheapest steps, found by trying every multiset of sources."""
    ways = []
    for size in range(sum(hand.values()) + 4):
        for way in combinations_with_replacement(sorted(SOURCES, key=lambda source: source.name), size):
            pool = pool_after_all(way, hand)
            if pool is not None and covers(pool, owed, WILDCARDS):
                pieces = sum(source.piece_cost for source in way)
                ways.append((pieces, size_of(pool) - size_of(owed), size, tuple(source.name for source in way)))
        if ways and size > min(ways)[0] + 3:
            break
    return min(ways)[3] if ways else None


def pool_after_all(way, hand):
    """Return the pool after one use of each source, cards first, or None if a source cannot be used."""
    pool, used = (), []
    for source in sorted(way, key=lambda source: -source.piece_cost):
        if not is_usable(source, pool, hand.get(source.stock, 0) - used.count(source.stock)):
            return None
        pool = pool_after(pool, source)
        used += [source.stock] * source.piece_cost
    return pool


# --- payments in a game ---------------------------------------------------------------------------------------------


def payment_for(stall, hand):
    """Return the position in which seat 0 has just opened the payment for a stall."""
    return after(given(hands=(hand, "")), Build(stall))


@pytest.mark.parametrize(
    ("hand", "can_build"),
    [("spice", True), ("gold", True), ("salt salt", True), ("salt silk", False), ("salt", False), ("", False)],
)
def test_a_payment_opens_only_if_it_can_be_completed(hand, can_build):
    assert (refusals(given(hands=(hand, "")), Build("scribe")) == []) is can_build


def test_a_payment_owes_the_price_of_the_stall():
    state = payment_for("inn", hand="silk salt")
    assert state.pending == (TradeFrame(0), PaymentFrame(0, bag(any=1, silk=1), (), "inn"))
    assert legal(state) == [Pay("salt"), Pay("silk"), PayCheapest()]


def test_a_step_that_would_leave_the_price_unpayable_is_refused():
    state = after(payment_for("bazaar", hand="salt silk silk"), Pay("silk"), Pay("silk"))
    assert refusals(state, Pay("change_silk")) == ["pay.completable"]
    assert legal(state) == [Pay("salt"), PayCheapest()]
    with_one_more = after(payment_for("bazaar", hand="gold salt silk silk"), Pay("silk"), Pay("silk"))
    assert refusals(with_one_more, Pay("change_silk")) == []


def test_a_conversion_needs_its_money_in_the_pool():
    state = after(payment_for("bazaar", hand="salt silk silk"), Pay("silk"))
    assert refusals(state, Pay("change_silk")) == ["pay.source"]


def test_only_cards_in_hand_can_pay():
    state = payment_for("inn", hand="silk salt")
    assert refusals(state, Pay("gold")) == ["pay.source"]
    assert refusals(state, Pay("camel")) == ["referee.field"]


def test_a_covered_price_completes_the_purchase():
    state = after(payment_for("inn", hand="silk salt salt"), Pay("silk"), Pay("salt"))
    assert state.players[0].stalls == ("inn",)
    assert state.players[0].hand == bag(salt=1)
    assert state.discard == bag(salt=1, silk=1)
    assert count_in(state.market, "inn") == 2


def test_pay_cheapest_spends_the_fewest_cards():
    state = after(payment_for("scribe", hand="gold salt salt"), PayCheapest())
    assert state.discard == bag(gold=1)


def test_pay_cheapest_completes_a_payment_that_has_begun():
    state = after(payment_for("scribe", hand="gold salt salt"), Pay("salt"), Pay("salt"), PayCheapest())
    assert state.discard == bag(salt=2)
    assert state.players[0].stalls == ("scribe",)


def test_single_steps_and_pay_cheapest_lead_to_the_same_state():
    begun = payment_for("fountain", hand="salt salt spice silk")
    assert after(begun, PayCheapest()) == after(begun, Pay("salt"), Pay("silk"), Pay("spice"))


def test_a_price_of_nothing_is_paid_at_once():
    state = request_payment(PAYMENT_RULES, given(), 0, (), "inn")
    assert not state.pending[1:]
    assert "inn" in state.players[0].stalls


def test_a_source_without_a_cost_raises_an_error():
    with pytest.raises(ValueError, match="without a cost"):
        PaymentSource("mint", "mint", (("gold", 1),), piece_cost=0)


@pytest.mark.parametrize("payable", [True, False])
def test_is_payable_of_the_game_replaces_the_search(payable):
    rules = replace(PAYMENT_RULES, is_payable=lambda state, owed, pool, stocks: payable)
    assert can_pay(rules, given(), bag(silk=1)) is payable
    frame = PaymentFrame(0, bag(silk=1), (), "tent")
    assert keeps_payable(rules, given(), frame, SOURCES[0]) is payable


def test_pay_cheapest_takes_the_cheapest_steps_of_the_game():
    state = payment_for("scribe", hand="gold salt salt")
    rules = replace(PAYMENT_RULES, cheapest_steps=lambda state, frame: ("salt", "salt", "change_salt"))
    assert pay_cheapest_verb(rules).apply(state, PayCheapest()).discard == bag(salt=2)
    assert pay_cheapest_verb(PAYMENT_RULES).apply(state, PayCheapest()).discard == bag(gold=1)


def test_usable_sources_of_the_game_replace_the_trial_of_each_source():
    state = payment_for("inn", hand="silk salt")
    frame = state.pending[-1]
    rules = replace(PAYMENT_RULES, usable_sources=lambda state, frame: (WOOD,))
    assert usable_sources(rules, state, frame) == (WOOD,)
    tried = usable_sources(PAYMENT_RULES, state, frame)
    assert [Pay(source.name) for source in tried] == legal(state, "pay")


def test_steps_are_taken_in_order_but_sources_that_consume_nothing_come_first():
    first, second = (renamed(SWAP, name) for name in ("z", "a"))
    named = {source.name: source for source in (first, second, WOOD)}
    assert next_step(("z", "a"), bag(wood=2), named).name == "z"
    assert next_step(("a", "z"), bag(wood=2), named).name == "a"
    assert next_step(("z", "wood"), bag(wood=2), named).name == "wood"
    assert next_step(("z", "wood"), bag(), named).name == "wood"


def renamed(source, name):
    """Return the source with another name."""
    return PaymentSource(
        name, stock=source.stock, produces=source.produces, consumes=source.consumes, piece_cost=source.piece_cost
    )
