"""Paying: what can be completed, what is cheapest, and what a step may do."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest, pay_cheapest_verb
from referee_service.kernel.bags import bag_of, count_in, merge_bags, size_of
from referee_service.kernel.payment import (
    PaymentFrame,
    PaymentSource,
    can_pay,
    cheapest_steps,
    covers,
    is_payable,
    is_usable,
    keeps_payable,
    next_step,
    request_payment,
    usable_sources,
)
from referee_service.kernel.payment import (
    pool_after as produced,
)
from tests.kernel.positions import after, bag, given, legal, refusals
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.payment import SOURCES, TILL, WILD
from tests.kernel.toy.state import Trade

WOOD = PaymentSource("wood", stock="wood", produces=bag(wood=1))
CART = PaymentSource("cart", stock="cart", produces=bag(wood=3))
STONE = PaymentSource("stone", stock="stone", produces=bag(stone=1))
SWAP = PaymentSource("swap", stock="", produces=bag(stone=1), consumes=bag(wood=2), piece_cost=0)
PAIR = PaymentSource("pair", stock="wood", produces=bag(stone=1), piece_cost=2)


# --- covering -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "owed", "settled"),
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
def test_a_debt_is_settled_by_its_own_kind_or_by_what_stands_for_it(pool, owed, settled):
    assert covers(pool, owed, WILD) is settled


def test_wild_debts_that_want_the_same_money_share_it_in_the_best_way():
    wild = {"x": frozenset({"a", "b"}), "y": frozenset({"a", "c"})}
    assert covers(bag(a=1, b=1), bag(x=1, y=1), wild)
    assert covers(bag(a=1, c=1), bag(x=1, y=1), wild)
    assert not covers(bag(b=2), bag(x=1, y=1), wild)


@for_all(
    st.lists(st.sampled_from(SOURCES[:4]), max_size=5),
    st.dictionaries(st.sampled_from(sorted(WILD)), st.integers(1, 2)),
)
def test_covering_is_finding_a_piece_for_every_debt(money, owed):
    pool = bag_of(source.name for source in money)
    assert covers(pool, bag(**owed), WILD) is can_be_matched([*bag_of_list(pool)], [*bag_of_list(bag(**owed))])


def bag_of_list(pieces):
    """The pieces of a bag one by one."""
    return (piece for piece, count in pieces for _ in range(count))


def can_be_matched(money, debts):
    """Every debt in turn tries every piece of money that settles it."""
    if not debts:
        return True
    first, *others = debts
    fitting = [at for at, piece in enumerate(money) if piece in WILD[first]]
    return any(can_be_matched(money[:at] + money[at + 1 :], others) for at in fitting)


# --- the cheapest way -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owed", "stocks", "way"),
    [
        (bag(), {}, ()),
        (bag(wood=2), {"wood": 3}, ("wood", "wood")),
        (bag(wood=2), {"wood": 3, "cart": 1}, ("cart",)),  # fewest pieces
        (bag(wood=3), {"wood": 2, "cart": 1}, ("cart",)),
        (bag(wood=4), {"wood": 2, "cart": 2}, ("cart", "wood")),  # as many pieces as two carts, less surplus
        (bag(stone=1), {"stone": 1, "cart": 1}, ("stone",)),  # as many pieces, and nothing is lost
        (bag(stone=1), {"cart": 1}, ("cart", "swap")),
        (bag(stone=1), {"wood": 2}, ("swap", "wood", "wood")),
        (bag(stone=2), {"wood": 3}, None),
        (bag(gold=1), {"wood": 9, "stone": 9, "cart": 9}, None),
    ],
)
def test_cheapest_means_fewest_pieces_then_least_surplus(owed, stocks, way):
    assert cheapest_steps(owed, (), (WOOD, CART, STONE, SWAP), stocks) == way


def test_between_equal_ways_notation_order_decides():
    ash = PaymentSource("ash", stock="ash", produces=bag(wood=1))
    for sources in ((WOOD, ash), (ash, WOOD)):
        assert cheapest_steps(bag(wood=1), (), sources, {"ash": 1, "wood": 1}) == ("ash",)


def test_a_shorter_way_comes_before_notation_order():
    along = PaymentSource("along", stock="", produces=bag(wood=1), consumes=bag(twig=1), piece_cost=0)
    twig = PaymentSource("twig", stock="twig", produces=bag(twig=1))
    assert cheapest_steps(bag(wood=1), (), (along, twig, WOOD), {"twig": 1, "wood": 1}) == ("wood",)


def test_what_lies_in_the_pool_is_used_first():
    assert cheapest_steps(bag(stone=1), bag(wood=2), (WOOD, STONE, SWAP), {"stone": 1}) == ("swap",)


def test_a_source_may_cost_several_pieces_at_once():
    assert cheapest_steps(bag(stone=1), (), (PAIR,), {"wood": 2}) == ("pair",)
    assert cheapest_steps(bag(stone=1), (), (PAIR,), {"wood": 1}) is None
    assert cheapest_steps(bag(stone=2), (), (PAIR,), {"wood": 3}) is None


@for_all(
    st.dictionaries(st.sampled_from(sorted(WILD)), st.integers(1, 2), min_size=1, max_size=3),
    st.dictionaries(st.sampled_from([source.name for source in SOURCES[:4]]), st.integers(1, 2), max_size=4),
)
def test_the_cheapest_way_is_the_best_of_all_ways(owed, hand):
    assert cheapest_steps(bag(**owed), (), SOURCES, hand, WILD) == best_of_all(bag(**owed), hand)


def test_a_price_is_payable_when_there_is_a_cheapest_way():
    sources = (WOOD, CART, STONE, SWAP, PAIR)
    for wood, stone, trunks, rocks, carts in product(range(4), repeat=5):
        owed, stocks = merge_bags(bag(wood=wood, stone=stone)), {"wood": trunks, "stone": rocks, "cart": carts}
        assert is_payable(owed, (), sources, stocks) == (cheapest_steps(owed, (), sources, stocks) is not None)


def best_of_all(owed, hand):
    """Try every multiset of sources, and of those that settle the debt take the best by the written order."""
    ways = []
    for size in range(sum(hand.values()) + 4):
        for way in combinations_with_replacement(sorted(SOURCES, key=lambda source: source.name), size):
            pool = pool_after(way, hand)
            if pool is not None and covers(pool, owed, WILD):
                pieces = sum(source.piece_cost for source in way)
                ways.append((pieces, size_of(pool) - size_of(owed), size, tuple(source.name for source in way)))
        if ways and size > min(ways)[0] + 3:
            break
    return min(ways)[3] if ways else None


def pool_after(way, hand):
    """What lies there after all these sources, cards first; None when they cannot all be used."""
    pool, used = (), []
    for source in sorted(way, key=lambda source: -source.piece_cost):
        if not is_usable(source, pool, hand.get(source.stock, 0) - used.count(source.stock)):
            return None
        pool = produced(pool, source)
        used += [source.stock] * source.piece_cost
    return pool


# --- paying in a game -----------------------------------------------------------------------------------------------


def paying(hand, stall):
    """A player who has just begun to pay for a stall."""
    return after(given(hands=(hand, "")), Build(stall))


@pytest.mark.parametrize(
    ("hand", "can_build"),
    [("spice", True), ("gold", True), ("salt salt", True), ("salt silk", False), ("salt", False), ("", False)],
)
def test_a_payment_opens_only_if_it_can_be_completed(hand, can_build):
    assert (refusals(given(hands=(hand, "")), Build("scribe")) == []) is can_build


def test_a_payment_asks_for_the_price():
    state = paying("silk salt", "inn")
    assert state.pending == (Trade(0), PaymentFrame(0, bag(any=1, silk=1), (), "inn"))
    assert legal(state) == [Pay("salt"), Pay("silk"), PayCheapest()]


def test_a_step_that_would_leave_the_price_unpayable_is_refused():
    state = after(paying("salt silk silk", "bazaar"), Pay("silk"), Pay("silk"))
    assert refusals(state, Pay("change_silk")) == ["pay.completable"]
    assert legal(state) == [Pay("salt"), PayCheapest()]
    with_one_more = after(paying("gold salt silk silk", "bazaar"), Pay("silk"), Pay("silk"))
    assert refusals(with_one_more, Pay("change_silk")) == []


def test_a_change_needs_what_it_takes_in_the_pool():
    state = after(paying("salt silk silk", "bazaar"), Pay("silk"))
    assert refusals(state, Pay("change_silk")) == ["pay.source"]


def test_only_what_is_at_hand_can_be_paid_with():
    state = paying("silk salt", "inn")
    assert refusals(state, Pay("gold")) == ["pay.source"]
    assert refusals(state, Pay("camel")) == ["referee.field"]


def test_when_the_price_is_covered_the_purchase_happens():
    state = after(paying("silk salt salt", "inn"), Pay("silk"), Pay("salt"))
    assert state.players[0].stalls == ("inn",)
    assert state.players[0].hand == bag(salt=1)
    assert state.discard == bag(salt=1, silk=1)
    assert count_in(state.market, "inn") == 2


def test_paying_the_cheapest_way_spends_the_fewest_cards():
    state = after(paying("gold salt salt", "scribe"), PayCheapest())
    assert state.discard == bag(gold=1)


def test_paying_the_cheapest_way_finishes_what_was_begun():
    state = after(paying("gold salt salt", "scribe"), Pay("salt"), Pay("salt"), PayCheapest())
    assert state.discard == bag(salt=2)
    assert state.players[0].stalls == ("scribe",)


def test_paying_step_by_step_and_at_once_lead_to_the_same_state():
    begun = paying("salt salt spice silk", "fountain")
    assert after(begun, PayCheapest()) == after(begun, Pay("salt"), Pay("silk"), Pay("spice"))


def test_a_price_of_nothing_is_paid_at_once():
    state = request_payment(TILL, given(), 0, (), "inn")
    assert not state.pending[1:]
    assert "inn" in state.players[0].stalls


def test_no_source_gives_money_for_nothing():
    with pytest.raises(ValueError, match="without a cost"):
        PaymentSource("mint", "mint", (("gold", 1),), piece_cost=0)


@pytest.mark.parametrize("payable", [True, False])
def test_a_game_that_can_tell_what_is_payable_is_asked_instead_of_searching(payable):
    till = replace(TILL, is_payable=lambda state, owed, pool, stocks: payable)
    assert can_pay(till, given(), bag(silk=1)) is payable
    frame = PaymentFrame(0, bag(silk=1), (), "tent")
    assert keeps_payable(till, given(), frame, SOURCES[0]) is payable


def test_a_game_that_knows_the_cheapest_way_is_asked_instead_of_searching():
    state = paying("gold salt salt", "scribe")
    till = replace(TILL, cheapest_steps=lambda state, frame: ("salt", "salt", "change_salt"))
    assert pay_cheapest_verb(till).apply(state, PayCheapest()).discard == bag(salt=2)
    assert pay_cheapest_verb(TILL).apply(state, PayCheapest()).discard == bag(gold=1)


def test_a_game_that_knows_what_is_usable_is_asked_instead_of_trying_each():
    state = paying("silk salt", "inn")
    frame = state.pending[-1]
    told = replace(TILL, usable_sources=lambda state, frame: (WOOD,))
    assert usable_sources(told, state, frame) == (WOOD,)
    tried = usable_sources(TILL, state, frame)
    assert [Pay(source.name) for source in tried] == legal(state, "pay")


def test_the_steps_of_a_way_are_taken_in_its_order_but_money_is_brought_first():
    first, second = (replace_name(SWAP, name) for name in ("z", "a"))
    named = {source.name: source for source in (first, second, WOOD)}
    assert next_step(("z", "a"), bag(wood=2), named).name == "z"
    assert next_step(("a", "z"), bag(wood=2), named).name == "a"
    assert next_step(("z", "wood"), bag(wood=2), named).name == "wood"
    assert next_step(("z", "wood"), bag(), named).name == "wood"


def replace_name(source, name):
    return PaymentSource(
        name, stock=source.stock, produces=source.produces, consumes=source.consumes, piece_cost=source.piece_cost
    )
