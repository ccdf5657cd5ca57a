"""Payment: affordability, sources, surplus, and the cheapest payment."""

from __future__ import annotations

import random

import pytest

from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.content.tables import PACKS, RESOURCES, WILDCARDS
from referee_service.games.medievalia.payment.affordability import (
    BUILDING_POWERS,
    HAND_PREFIX,
    is_affordable,
    stocks_of,
)
from referee_service.games.medievalia.payment.cheapest import plan_cheapest_steps
from referee_service.games.medievalia.payment.rules import build_sources
from referee_service.games.medievalia.state import Land, Unit, max_units_fed, output_of
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import bag_of
from referee_service.kernel.payment import covers, is_payable, next_step, pool_after
from referee_service.kernel.tuples import without
from tests.games.medievalia.positions import (
    NEUTRAL,
    after,
    buy,
    checked_position,
    given,
    hand,
    holdings,
    lands,
    payment_sources,
    possible,
    question,
    refusals,
    removed_count,
    turned_cards,
    units,
)
from tests.games.rules import rule

# --- affordability compared with a search ----------------------------------------------------------------------------


def random_purchase(rng):
    """Return lands, units, hand and price of a small random purchase."""
    places = [Land("city")]
    for card in rng.sample(["field", "farm", "forest", "mine"], rng.randrange(3)):
        places.append(Land(card, tuple(rng.sample(["bank", "church"], rng.randrange(2))), rng.random() < 0.2))
    people = ["peasant", "merchant", "merchant", "merchant", "artist", "bureaucrat", "soldier"]
    standing = []
    for card in rng.sample(people, rng.randrange(4)):
        at = rng.choice([-1, -1, *range(len(places))])
        standing.append(Unit(card, "home_0", at, at >= 0 and places[at].turned))
    kinds = rng.sample(RESOURCES, rng.randrange(1, 4))
    owed = tuple(sorted((kind, rng.randrange(1, 4)) for kind in kinds))
    if rng.random() < 0.2:
        owed = (("any", rng.randrange(2, 9)),)
    return (
        tuple(places),
        tuple(sorted(standing)),
        bag_of(rng.sample(["field", "mine", "soldier"], rng.randrange(3))),
        owed,
    )


@pytest.mark.parametrize("seed", range(6))
def test_affordability_agrees_with_a_search_of_all_payments(seed):
    rng, pack = random.Random(seed), PACKS.resolve_id(None)
    for _ in range(60):
        places, standing, cards, owed = random_purchase(rng)
        stocks = stocks_of(pack, "home_0", places, standing, powers=BUILDING_POWERS)
        sources = build_sources(pack, stocks, tuple(card for card, _ in cards), 3)
        remaining = {stock.name: stock.size for stock in stocks} | {HAND_PREFIX + card: count for card, count in cards}
        affordable = is_affordable(pack, stocks, sum(count for _, count in cards), (), owed)
        assert affordable == is_payable(owed, (), sources, remaining, WILDCARDS), (places, standing, cards, owed)
        if affordable:
            assert covers(
                pool_after_steps(plan_cheapest_steps(pack, stocks, cards, (), owed), sources), owed, WILDCARDS
            )


def pool_after_steps(steps, sources):
    """Return the pool after these steps, in the order of the kernel."""
    pool, named = (), {source.name: source for source in sources}
    while steps:
        source = next_step(steps, pool, named)
        steps, pool = without(steps, source.name), pool_after(pool, source)
    return pool


# --- output of lands -------------------------------------------------------------------------------------------------


@rule("ruling.group")
@pytest.mark.parametrize(
    ("places", "people", "paid"),
    [
        ("field", "", 1),
        ("field", "peasant#1", 2),
        ("field", "peasant#1 peasant#1", 3),
        ("field", "peasant#1 peasant#1 peasant#1", 3),
        ("field", "soldier#1", 1),
        ("field+bank", "", 2),
        ("field+bank+church", "peasant#1", 4),
        ("field+tower", "", 1),
        ("farm", "peasant#1", 3),
    ],
)
def test_m04_m07_m08_a_field_with_two_peasants_yields_three(places, people, paid):
    """Example: a field yields 1 food, 2 with a peasant, 3 with two. Each civil building adds one."""
    state = given(holdings(lands=f"city! {places}", units=people, hand="mine soldier soldier soldier"))
    state = after(state, PlayTerritory("mine"), Pay("host_1"))
    assert dict(state.pending[-1].pool) == {"food": paid}
    assert turned_cards(state) == [
        "0:city",
        "1:" + places.split("+")[0],
        *(word.split("#")[0] for word in people.split()),
    ]


def test_m04_free_workers_turn_one_by_one():
    state = given(holdings(lands="field!", units="peasant peasant", hand="field"))
    state = after(state, PlayTerritory("field"), Pay("peasant"))
    assert turned_cards(state) == ["1:field", "peasant"]


def test_m08_a_building_on_the_city_yields_workforce():
    state = given(holdings(lands="city+bank", hand="farm"))
    assert not refusals(state, PlayTerritory("farm"))
    assert refusals(given(holdings(hand="farm")), PlayTerritory("farm")) == {"play_territory.price"}


@pytest.mark.parametrize(
    ("fief", "cards", "host", "wanted"),
    [
        ("field", "peasant#1 peasant#1", 1, 3),
        ("mine", "peasant#1 peasant#1 peasant#1", 1, 3),  # M-07: two slots, the third only guards
        ("forest", "soldier#1 peasant#1", 1, 2),  # M-07: a soldier does not work
        ("field", "merchant#1 priest#1", 1, 3),  # M-07: both produce workforce
        ("city+bank+church", "peasant#0 peasant#0", 0, 5),  # M-08
        ("mine+church", "", 1, 2),  # M-08: of the mine's own kind
        ("farm+bank+church", "peasant#1 peasant#1", 1, 6),
        ("farm+tower+church", "", 1, 3),  # a tower yields nothing
        ("forest+stable", "artist#1 bureaucrat#1", 1, 4),
    ],
)
def test_what_a_land_yields(fief, cards, host, wanted):
    """Rulings M-04, M-07 and M-08."""
    state = checked_position(holdings(lands=f"{fief} farm farm", units=cards), holdings())
    assert sum(output_of(state, 0, host)) == wanted


def test_new_cards_work_in_the_turn_they_are_played():
    """The city pays for a field, the field for a peasant, the peasant for another field."""
    state = checked_position(holdings(hand="field field peasant"), holdings())
    state = buy(state, PlayTerritory("field"), "host_0")
    state = buy(state, Recruit("peasant"), "host_1")
    state = buy(state, PlayTerritory("field"), "peasant")
    assert lands(state) == ["field", "field"]
    assert turned_cards(state) == ["0:city", "1:field", "peasant"]


def test_a_land_turns_with_all_units_on_it_and_the_surplus_is_lost():
    """A field with two peasants pays one food, and cannot pay for the next peasant."""
    state = checked_position(
        holdings(lands="city! field", units="peasant#1 peasant#1", hand="peasant peasant"), holdings()
    )
    state = buy(state, Recruit("peasant"), "host_1")
    assert turned_cards(state) == ["0:city", "1:field", "peasant", "peasant"]
    assert refusals(state, Recruit("peasant")) == {"recruit.price"}


def test_workers_on_a_land_yield_its_resource_until_they_leave():
    """Ruling M-22: as free units they yield workforce, and the field yields less food at once."""
    state = checked_position(holdings(lands="city! field", units="peasant#1 peasant#1", hand="farm field"), holdings())
    assert "peasant" not in payment_sources(after(state, PlayTerritory("field")))
    state = after(state, Station("peasant", 1, None), Station("peasant", 1, None))
    assert max_units_fed(state, 0) == 2
    assert lands(buy(state, PlayTerritory("farm"), "peasant", "peasant")) == ["field", "farm"]


def test_a_civil_building_yields_only_with_its_land():
    """Ruling M-08: a stable is no source of its own."""
    state = after(checked_position(holdings(lands="field+stable", hand="peasant"), holdings()), Recruit("peasant"))
    assert "stable" not in payment_sources(state)
    assert refusals(state, Pay("stable")) == {"payment.kind"}


# --- sources ---------------------------------------------------------------------------------------------------------


@rule("ruling.one_purchase")
def test_m05_surplus_is_lost_and_one_payment_buys_one_thing():
    state = given(holdings(lands="city+bank", hand="field field"))
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert question(state) == "actions"
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
    assert not refusals(given(holdings(hand="field field")), PlayTerritory("field"))


def test_m05_a_payment_may_convert_three_equal_resources_and_discard_hand_cards():
    state = given(holdings(lands="city! farm+bank", hand="field mine"))
    state = after(state, PlayTerritory("field"))
    by_food = after(state, Pay("host_1"), Pay("convert_food_workforce"))
    by_card = after(state, Pay("discard_mine_workforce"))
    assert (hand(by_food), lands(by_food)) == ({"mine": 1}, ["farm", "field"])
    assert (hand(by_card), removed_count(by_card, "mine")) == ({}, 1)


def test_a_card_that_is_played_cannot_pay_for_itself():
    assert refusals(given(holdings(lands="city!", hand="field")), PlayTerritory("field")) == {"play_territory.price"}


@rule("ruling.cheapest")
def test_the_cheapest_payment_spares_the_hand_and_then_turns_few_cards():
    state = given(holdings(lands="farm+bank", units="peasant", hand="field mine"))
    state = after(state, PlayTerritory("field"), PayCheapest())
    assert hand(state) == {"mine": 1}
    assert turned_cards(state) in (["0:city"], ["peasant"])
    poor = after(given(holdings(lands="city!", hand="field mine")), PlayTerritory("field"), PayCheapest())
    assert not hand(poor)


def test_cards_away_from_home_produce_nothing():
    state = given(holdings(lands="city!", units="peasant@neutral_0", hand="field"))
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}


def test_a_hand_card_pays_for_another_card_but_not_for_itself():
    """Ruling M-05: city and peasant give two workforce for a mine, and a discarded card gives the third."""
    poor = checked_position(holdings(lands="field", units="peasant", hand="mine"), holdings())
    assert refusals(poor, PlayTerritory("mine")) == {"play_territory.price"}
    state = checked_position(holdings(lands="field", units="peasant", hand="mine farm"), holdings())
    state = buy(state, PlayTerritory("mine"), "host_0", "peasant", "discard_farm_workforce")
    assert lands(state) == ["field", "mine"]
    assert hand(state) == {}
    assert removed_count(state, "farm") == 1


def test_three_equal_resources_become_one_of_another_kind_but_a_mixture_does_not():
    """Three food become a gold, but two food and an energy do not. Food does not become food."""
    mixed = checked_position(
        holdings(lands="city! field forest mine+bank!", units="peasant#1", hand="merchant"), holdings()
    )
    assert refusals(mixed, Recruit("merchant")) == {"recruit.price"}
    fief = "city! field+church forest mine+bank!"
    state = after(
        checked_position(holdings(lands=fief, units="peasant#1 peasant#1", hand="merchant"), holdings()),
        Recruit("merchant"),
    )
    assert refusals(state, Pay("convert_food_gold")) == {"payment.convert"}
    assert refusals(state, Pay("convert_food_food")) == {"referee.field"}
    state = after(state, Pay("host_1"))
    assert refusals(state, Pay("convert_energy_gold")) == {"payment.convert"}
    assert "merchant" in units(possible(after(state, Pay("convert_food_gold"))))


def test_one_production_serves_one_purchase():
    """Ruling M-05: the surplus of a farm's six food cannot become workforce for a field."""
    state = checked_position(
        holdings(lands="city! farm+bank+church", units="peasant#1 peasant#1", hand="peasant field"),
        holdings(),
    )
    state = buy(state, Recruit("peasant"), "host_1")
    state = after(state, PlayTerritory("field"))
    assert payment_sources(state) == {"peasant"}


def test_a_turned_land_cannot_pay():
    """Ruling M-05: a land can be used once per turn."""
    state = checked_position(holdings(lands="city! field", units="peasant", hand="field"), holdings())
    state = after(state, PlayTerritory("field"))
    assert refusals(state, Pay("host_0")) == {"payment.turned"}
    assert turned_cards(state) == ["0:city"]


@pytest.mark.parametrize("fief", [NEUTRAL, "home_1"])
def test_workers_in_any_other_fief_produce_nothing(fief):
    state = checked_position(
        holdings(lands="city! field", units=f"peasant@{fief} merchant@{fief}", hand="field"), holdings()
    )
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
