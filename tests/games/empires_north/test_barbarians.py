"""Scenario Barbarian Invasions.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.decisions.pile_picks import gains
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    after_event,
    after_last_round,
    before_event,
    event_position,
    legal,
    new_game,
    next_lookout,
    picks,
    play,
    points,
    points_by_rule,
    possible,
    question,
    refusals,
    site,
    slot_of,
    solo_position,
    supply_of,
    use,
    with_points,
    with_site,
)
from tests.games.rules import rule


def test_ruling_31_cards_that_gain_raze_and_workers_begin_in_the_empire():
    state = play(after_chance(new_game(1, scenario="barbarians").state), "choose_clan clan=ulaf")
    state = after_chance(state)
    state = after_chance(after(state, legal(state)[0]))
    cards = {action.card for action in legal(state, "take_card")}
    assert cards <= {"axe_yard", "iron_hill"}
    state = after(state, legal(state)[0])
    assert len(state.players[0].empire) == 4
    assert "take_card.meant" in refusals(state, "take_card card=watchtower")
    assert question(play(state, "decline")) != "starting_card"


def test_ruling_32_without_an_action_location_no_invader_comes():
    state = event_position("barbarians", 5)
    assert supply_of(state, "raze") == 2
    assert not any(s.invaded for s in state.players[0].empire)


@rule("use_location.tribute")
@pytest.mark.parametrize(
    ("goods", "refused"), [({}, True), ({"food": 1}, False), ({"raze": 1}, False), ({"wood": 1}, True)]
)
def test_an_invaded_location_needs_tribute(goods, refused):
    state = update_site(solo_position("barbarians", empire=("axe_yard",), goods=goods), 0, 3, invaded=True)
    assert ("use_location.tribute" in refusals(state, "use_location slot=3")) is refused


def test_an_attack_on_the_invaders_scores_two_points():
    state = update_site(
        solo_position("barbarians", empire=("axe_yard",), goods={"raze": 1, "food": 1}), 0, 3, invaded=True
    )
    state = play(state, "use_location slot=3", "choose option=attack")
    assert (points(state), supply_of(state, "food"), supply_of(state, "raze")) == (2, 1, 1)


def test_each_invasion_marks_one_location():
    state = event_position("barbarians", 3, empire=("axe_yard", "fishing_boats"))
    state = play(state, f"pick_card slot={slot_of(state, 'fishing_boats')}")
    assert [s.card for s in state.players[0].empire if s.invaded] == ["fishing_boats"]
    assert (supply_of(state, "raze"), state.players[0].workers) == (1, 6)


@rule("ruling.temporary")
def test_ruling_33_mercenaries_leave_in_the_clean_up_but_not_after_the_last_round():
    state = event_position("barbarians", 1)
    assert state.players[0].workers == 7
    left = before_event(play(state, "pass_round"))
    assert left.players[0].workers == 5
    last = play(replace(with_player(state, 0, goods=(("raze", 9),)), round=4), "pass_round")
    assert points_by_rule(last)["score.pairs"] == 14


def test_ruling_33_mercenaries_leave_from_the_clan_tile_too():
    state = with_player(event_position("barbarians", 1), 0, workers=1, spent_workers=6)
    assert before_event(play(state, "pass_round")).players[0].workers == 5


@rule("score.pairs")
@pytest.mark.parametrize(("raze", "pairs"), [(0, 0), (2, 4), (9, 10)])
def test_a_worker_and_a_raze_token_are_two_points(raze, pairs):
    state = solo_position("barbarians", goods={"raze": raze} if raze else {}, workers=3, spent_workers=2)
    state = play(replace(state, round=4), "pass_round")
    assert points_by_rule(state).get("score.pairs", 0) == pairs


@pytest.mark.parametrize(
    ("clan", "good", "cards"),
    [
        ("ulaf", "raze", {"axe_yard", "iron_hill"}),
        ("ulaf", "worker", {"war_hall"}),
        ("panuk", "worker", {"penguin_school"}),
        ("heidel", "raze", {"tired_guards", "brawlers"}),
        ("heidel", "worker", {"guest_house"}),
    ],
)
def test_a_starting_card_gains_the_good_as_a_field_or_by_its_action(clan, good, cards):
    """Fields and Actions count, also by a choice; boosts, bonuses, Specials and recovery do not."""
    tables = content(solo_position("barbarians", clan))
    assert {card for card, _ in tables.decks[clan] if gains(tables.cards[card], good)} == cards


def invaded_empire(*cards: str, clan: str = "ulaf", **wanted):
    """Return a solo position with invaders on the first of these cards."""
    return with_site(solo_position("barbarians", clan, empire=cards, **wanted), cards[0], invaded=True)


def test_invaders_come_to_locations_without_invaders():
    """Ruling 32: the player chooses a location for each token; a second one finds no place."""
    state = after_event(invaded_empire("axe_yard", "fishing_boats"), 5)
    assert site(state, "fishing_boats").invaded
    assert (question(state), supply_of(state, "raze")) == ("main", 2)
    state = after_event(solo_position("barbarians", empire=("axe_yard", "fishing_boats", "watchtower")), 5)
    assert picks(state) == {"axe_yard", "fishing_boats"}
    state = after_event(invaded_empire("axe_yard", "watchtower"), 5)
    assert supply_of(state, "raze") == 2


@pytest.mark.parametrize(
    ("goods", "refused"),
    [
        ({"sheep": 1}, True),
        ({"sheep": 1, "food": 1}, False),
        ({"sheep": 2}, False),
        ({"sheep": 1, "gold": 1}, False),
        ({"sheep": 1, "raze": 1}, False),
        ({"sheep": 1, "wood": 1}, True),
    ],
)
def test_tribute_is_paid_on_top_of_the_cost(goods, refused):
    state = invaded_empire("kinfolk", clan="nanurjuk", goods=goods)
    assert refusals(state, use(state, "kinfolk")) == ({"use_location.tribute"} if refused else set())


def test_an_attack_takes_a_raze_token_besides_the_price_and_leaves_the_invaders():
    state = invaded_empire("pirate_den", goods={"raze": 1})
    assert refusals(state, use(state, "pirate_den")) == {"use_location.tribute"}
    state = invaded_empire("pirate_den", goods={"raze": 2})
    state = play(state, use(state, "pirate_den"))
    assert (points(state), supply_of(state, "raze"), site(state, "pirate_den").invaded) == (5, 0, True)


def test_tribute_is_due_for_using_not_for_exhausting():
    """Tired Guards exhaust an invaded cellar without tribute; a refreshed cellar pays again."""
    state = invaded_empire("mead_cellar", "tired_guards", clan="heidel")
    state = play(state, use(state, "tired_guards"), "choose option=raze")
    assert (site(state, "mead_cellar").exhausted, supply_of(state, "raze")) == (True, 1)


def test_invaders_do_not_count_as_a_deposit():
    """A bank pays nothing for them, and a cashier cannot release them."""
    state = invaded_empire("merchant_bank", "cashier", clan="mackinnon")
    assert points(next_lookout(state)) == 0
    state = play(state, use(state, "cashier"))
    assert question(state) == "main"


@pytest.mark.parametrize(("workers", "spent"), [(3, 5), (8, 0), (1, 7), (0, 8)])
def test_mercenaries_leave_after_the_round(workers, spent):
    """Ruling 33: they also leave from the clan tile, because they came after the lookout."""
    state = after_event(solo_position("barbarians", workers=6), 1)
    assert state.active_player.workers == 8
    state = possible(with_player(state, 0, workers=workers, spent_workers=spent))
    assert next_lookout(state).active_player.workers == 6


@pytest.mark.parametrize(
    ("number", "wanted", "left", "lost"),
    [
        (2, {"goods": {"wood": 1}}, {"wood": 1}, 2),
        (2, {"goods": {"wood": 1, "gold": 1}}, {}, 0),
        (2, {"goods": {"raze": 3}}, {"raze": 3}, 2),
        (4, {"workers": 1}, {}, 2),
        (4, {"workers": 2}, {}, 0),
    ],
)
def test_events_are_paid_whole_or_cost_two_points(number, wanted, left, lost):
    """Ruling 26: gold may replace a resource, and nothing replaces a worker."""
    state = after_event(with_points(solo_position("barbarians", **wanted), 5), number)
    assert (points(state), dict(state.active_player.goods)) == (5 - lost, left)
    assert state.active_player.spent_workers == (2 if number == 4 and not lost else 0)


@pytest.mark.parametrize(("raze", "made"), [(4, 8), (6, 12), (9, 14)])
def test_pairs_count_all_workers_and_only_tokens_of_the_supply(raze, made):
    """Seven workers, two of them spent; invaders do not count."""
    state = invaded_empire("axe_yard", "fishing_boats", goods={"raze": raze}, workers=5, spent_workers=2)
    state = with_site(state, "fishing_boats", invaded=True)
    assert points_by_rule(after_last_round(state))["score.pairs"] == made
