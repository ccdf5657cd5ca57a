"""Exchanging resources with the supply."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.content.tables import RESOURCES
from referee_service.games.settlement.payment import PAYMENT_RULES, cheapest_steps, is_payable
from referee_service.games.settlement.questions import PlaceBuildingFrame
from referee_service.kernel import engine
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import bag_of
from referee_service.kernel.payment import PaymentFrame, is_paid
from referee_service.kernel.payment import is_payable as is_payable_by_search
from referee_service.kernel.tuples import with_player
from tests.games.payment_oracle import search_cheapest_steps
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import RED_ROW, after, given, legal, question, refusals, reserve


@rule("exchange.rate")
@pytest.mark.parametrize(
    ("give", "get", "refused"),
    [
        (("clay", "wood"), "stone", False),
        (("wood", "wood"), "stone", False),
        (("clay", "stone", "wood"), "diamond", False),
        (("wood", "wood", "wood"), "diamond", True),
        (("diamond", "diamond"), "gold", False),
        (("diamond", "diamond"), "clay", False),
        (("gold",), "wood", False),
        (("gold",), "diamond", True),
        (("diamond",), "wood", True),
        (("wood", "clay"), "stone", True),
        ((), "gold", True),
    ],
)
def test_exchanges_follow_the_rates(give, get, refused):
    state = given(reserve=dict.fromkeys(RESOURCES, 5))
    assert ("exchange.rate" in refusals(state, Exchange(give, get))) is refused


@refuses("ruling.no_gift")
@allows("ruling.no_gift")
@pytest.mark.parametrize(
    ("give", "get", "cited"),
    [
        (("clay", "wood"), "clay", {"ruling.no_gift"}),
        (("clay", "wood"), "wood", {"ruling.no_gift"}),
        (("wood", "wood"), "wood", {"ruling.no_gift"}),
        (("clay", "wood"), "stone", set()),
        (("wood",), "wood", {"ruling.no_gift", "exchange.even"}),
        (("clay", "stone", "wood"), "clay", {"exchange.rate"}),
        (("diamond", "diamond"), "diamond", {"exchange.rate"}),
        (("gold",), "gold", {"exchange.rate"}),
        (("gold", "wood"), "wood", {"exchange.rate"}),
    ],
)
def test_an_exchange_never_gives_the_resource_that_it_brings(give, get, cited):
    state = given(reserve=dict.fromkeys(RESOURCES, 5))
    assert refusals(state, Exchange(give, get)) == cited
    assert not refusals(state, Exchange(("clay", "wood"), "stone"))
    assert refusals(state, Exchange(("clay", "wood"), "clay")) == {"ruling.no_gift"}


def test_a_gift_is_refused_for_its_other_reasons_too():
    state = given(reserve={"wood": 1}, artefact="enchanted_mirror")
    assert refusals(state, Exchange(("wood",), "wood")) == {"ruling.no_gift"}
    assert refusals(state, Exchange(("clay", "wood"), "clay")) == {"ruling.no_gift", "exchange.held"}


@rule("exchange.held")
@pytest.mark.parametrize(("wood", "refused"), [(1, True), (2, False)])
def test_only_what_is_held_is_given(wood, refused):
    state = given(reserve={"wood": wood})
    assert ("exchange.held" in refusals(state, Exchange(("wood", "wood"), "clay"))) is refused


def test_the_supply_takes_the_one_and_gives_the_other():
    state = after(given(reserve={"clay": 1, "stone": 1, "wood": 2}), Exchange(("clay", "stone", "wood"), "diamond"))
    assert reserve(state) == {"diamond": 1, "wood": 1}


@rule("exchange.even")
@pytest.mark.parametrize(("artefact", "refused"), [("diamond_ring", True), ("enchanted_mirror", False)])
def test_one_for_one_needs_the_mirror(artefact, refused):
    state = given(reserve={"wood": 1}, artefact=artefact)
    assert ("exchange.even" in refusals(state, Exchange(("wood",), "clay"))) is refused


@rule("ruling.even_exchange")
def test_an_even_exchange_is_not_reversed_until_something_else_is_done():
    state = given(reserve={"wood": 2, "gold": 1}, artefact="enchanted_mirror")
    state = after(state, Exchange(("wood",), "clay"))
    assert refusals(state, Exchange(("clay",), "wood")) == {"ruling.even_exchange"}
    assert not refusals(state, Exchange(("wood",), "stone"))
    assert not refusals(after(state, Exchange(("gold",), "stone")), Exchange(("clay",), "wood"))


def test_even_exchanges_come_to_an_end():
    state, count = given(reserve={"wood": 3, "clay": 2, "stone": 2}, artefact="enchanted_mirror"), 0
    while even := [action for action in legal(state, "exchange") if len(action.give) == 1]:
        state, count = after(state, even[-1]), count + 1
    assert count <= 7


def test_no_player_exchanges_in_the_turns_of_others():
    state = given(reserve={"wood": 2})
    assert refusals(with_player(state, 1, reserve=(("wood", 2),)), Exchange(("wood", "wood"), "clay"), 1) == {
        "referee.seat"
    }


def test_the_mirror_serves_while_paying():
    state = given(reserve={"wood": 1}, artefact="enchanted_mirror")
    assert question(after(state, Build(0, 0))) == "payment"
    assert refusals(given(reserve={"wood": 1}), Build(0, 0)) == {"build.price"}


@pytest.mark.parametrize("artefact", ["diamond_ring", "enchanted_mirror"])
def test_computation_and_search_agree_on_what_can_be_paid(artefact):
    rng = random.Random(artefact)
    for _ in range(400):
        held, pool, owed = (bag_of(rng.choices(RESOURCES, k=rng.randrange(max_count))) for max_count in (6, 4, 5))
        state = given(reserve=dict(held), artefact=artefact)
        sources, stocks = PAYMENT_RULES.sources(state)
        assert is_payable(state, owed, pool, stocks) == is_payable_by_search(owed, pool, sources, stocks)


@pytest.mark.parametrize("artefact", ["diamond_ring", "enchanted_mirror"])
def test_the_computed_payment_uses_as_few_pieces_as_a_search(artefact):
    rng = random.Random(artefact)
    for _ in range(150):
        held, owed = (bag_of(rng.choices(RESOURCES, k=rng.randrange(1, max_count))) for max_count in (7, 4))
        state = given(reserve=dict(held), artefact=artefact)
        sources, stocks = PAYMENT_RULES.sources(state)
        if is_payable(state, owed, (), stocks):
            pieces = {source.name: source.piece_cost for source in sources}
            payments = (
                cheapest_steps(state, PaymentFrame(0, owed, (), "")),
                search_cheapest_steps(owed, (), sources, stocks),
            )
            planned, searched = (sum(pieces[name] for name in payment) for payment in payments)
            assert planned == searched, (held, owed, payments)


@pytest.mark.parametrize("artefact", ["diamond_ring", "enchanted_mirror"])
def test_the_cheapest_payment_works_with_any_laid_resources(artefact):
    rng = random.Random(artefact)
    for _ in range(300):
        held, pool, owed = (bag_of(rng.choices(RESOURCES, k=rng.randrange(max_count))) for max_count in (12, 6, 7))
        state = given(reserve=dict(held), artefact=artefact)
        frame = PaymentFrame(0, owed, pool, "bank")
        if is_payable(state, owed, pool, dict(held)) and not is_paid(PAYMENT_RULES, frame):
            paid, _ = engine.apply(GAME, replace(state, pending=(PlaceBuildingFrame(0, "bank"), frame)), PayCheapest())
            assert question(paid) == "place_building"


def test_a_payment_from_a_large_reserve_is_computed_fast():
    rich = {"clay": 40, "stone": 40, "wood": 40}
    state = after(given(hero_row=("builder_12", *RED_ROW[:3]), reserve=rich), InviteHero("builder_12"), PayCheapest())
    assert sum(reserve(state).values()) == 120 - 18
