"""Paying: lands and cards are turned together, hand cards discarded, resources converted, powers used."""

from __future__ import annotations

import random

import pytest

from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.settle import Settle
from referee_service.games.medievalia.content import RESOURCES, SHELF, WILD
from referee_service.games.medievalia.paying import TILL, sources_from
from referee_service.games.medievalia.plan import cheapest_steps
from referee_service.games.medievalia.purse import BUILDING_POWERS, HAND, is_enough, stocks_of
from referee_service.games.medievalia.state import Land, Unit
from referee_service.kernel.payment import covers, is_payable, next_step, produced
from referee_service.kernel.values import bag_of, drop, merge
from referee_service.kernel.verbs.pay import Pay
from referee_service.kernel.verbs.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    after,
    gone,
    given,
    hand,
    lands,
    legal,
    question,
    refusals,
    settled,
    side,
    turned,
    units,
    with_top,
)
from tests.games.rules import allows, refuses, rule

# --- reckoning against searching ------------------------------------------------------------------------------------


def purse_by_lot(lot):
    """A small fief, hand and price."""
    places = [Land("city")]
    for card in lot.sample(["field", "farm", "forest", "mine"], lot.randrange(3)):
        places.append(Land(card, tuple(lot.sample(["bank", "church"], lot.randrange(2))), lot.random() < 0.2))
    people = ["peasant", "merchant", "merchant", "merchant", "artist", "bureaucrat", "soldier"]
    standing = []
    for card in lot.sample(people, lot.randrange(4)):
        at = lot.choice([-1, -1, *range(len(places))])
        standing.append(Unit(card, "home_0", at, at >= 0 and places[at].turned))
    kinds = lot.sample(RESOURCES, lot.randrange(1, 4))
    owed = tuple(sorted((kind, lot.randrange(1, 4)) for kind in kinds))
    if lot.random() < 0.2:
        owed = (("any", lot.randrange(2, 9)),)
    return tuple(places), tuple(sorted(standing)), bag_of(lot.sample(["field", "mine", "soldier"], lot.randrange(3))), owed


@pytest.mark.parametrize("seed", range(6))
def test_what_is_reckoned_is_what_a_search_finds(seed):
    lot, pack = random.Random(seed), SHELF.full_id(None)
    for _ in range(60):
        places, standing, cards, owed = purse_by_lot(lot)
        stocks = stocks_of(pack, "home_0", places, standing, powers=BUILDING_POWERS)
        sources = sources_from(pack, stocks, tuple(card for card, _ in cards), 3)
        left = {stock.name: stock.size for stock in stocks} | {HAND + card: count for card, count in cards}
        reckoned = is_enough(pack, stocks, sum(count for _, count in cards), (), owed)
        assert reckoned == is_payable(owed, (), sources, left, WILD), (places, standing, cards, owed)
        if reckoned:
            assert covers(played(cheapest_steps(pack, stocks, cards, (), owed), sources), owed, WILD)


def played(steps, sources):
    """The pool after these steps, in the order in which the referee takes them."""
    pool = ()
    while steps:
        source = next_step(steps, pool, sources)
        steps, pool = drop(steps, source.name), produced(pool, source)
    return pool
