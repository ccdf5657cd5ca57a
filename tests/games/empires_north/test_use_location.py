"""Actions of cards: cost, exhaustion and effects.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.kernel.tuples import with_item, with_player
from tests.games.empires_north.positions import (
    after_specials,
    given,
    picks,
    play,
    points,
    points_by_rule,
    position,
    possible,
    refusals,
    site,
    slot_of,
    slots_of,
    supply_of,
    take,
    use,
    with_site,
)
from tests.games.rules import rule


@rule("use_location.action")
@pytest.mark.parametrize(("slot", "refused"), [(0, True), (3, False), (4, True), (9, True)])
def test_only_cards_with_an_action_are_used(slot, refused):
    state = given(empire=("axe_yard", "watchtower"))
    assert ("use_location.action" in refusals(state, f"use_location slot={slot}")) is refused


@rule("use_location.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_a_location_is_used_once_until_refreshed(exhausted):
    state = update_site(given(empire=("axe_yard",)), 0, 3, exhausted=exhausted)
    assert ("use_location.ready" in refusals(state, "use_location slot=3")) is exhausted


@rule("use_location.price")
@pytest.mark.parametrize(("workers", "refused"), [(0, True), (1, False)])
def test_an_action_is_paid(workers, refused):
    state = given(empire=("axe_yard",), workers=workers)
    assert ("use_location.price" in refusals(state, "use_location slot=3")) is refused


@rule("use_location.possible")
@pytest.mark.parametrize(("queue", "refused"), [((), True), (((0, ""),), False), (((1, ""),), True)])
def test_pillaging_at_once_needs_a_ship_on_the_board(queue, refused):
    state = given(empire=("priest_of_thor",), queue=queue)
    assert ("use_location.possible" in refusals(state, "use_location slot=3")) is refused


def test_ruling_12_an_action_is_paid_the_card_exhausted_and_the_effect_gained():
    state = play(given(empire=("axe_yard",)), "use_location slot=3")
    assert (state.players[0].workers, state.players[0].spent_workers, supply_of(state, "raze")) == (4, 1, 1)
    assert site(state, "axe_yard").exhausted


def test_ruling_12_a_card_never_refreshes_itself():
    state = play(given("heidel", empire=("long_table",)), "use_location slot=3")
    assert site(state, "long_table").exhausted


@rule("score.action")
def test_points_of_an_action_are_marked_at_once():
    state = given("panuk", empire=("penguin_colony",))
    assert points_by_rule(play(state, "use_location slot=3")) == {"score.action": 1}
    assert not points_by_rule(play(state, "pass_round"))


def test_the_war_hall_gives_points_or_a_worker():
    """At most three points."""
    state = position(empire=("war_hall", "war_hall", "watchtower", "treasury"), goods={"raze": 1}, passed=True)
    state = play(state, use(state, "war_hall"))
    paid, hired = play(state, "choose option=vp"), play(state, "choose option=worker")
    assert (points(paid), paid.active_player.workers) == (3, 5)
    assert (points(hired), hired.active_player.workers) == (0, 6)


@pytest.mark.parametrize(("tired", "gained"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 4)])
def test_the_dormitory_counts_itself_among_the_exhausted(tired, gained):
    """Ruling 12: a card is exhausted before it is resolved; one point for two, four at most."""
    others = ("small_brewery",) * 3 + ("tired_guards",) * 3 + ("cooper",) * 2 + ("mead_cellar",)
    state = position("heidel", empire=("dormitory", *others), passed=True)
    empire = state.active_player.empire
    for at_, each in [pair for pair in enumerate(empire) if pair[1].card in others][:tired]:
        empire = with_item(empire, at_, type(each)(each.slot, each.card, exhausted=True))
    state = possible(with_player(state, 0, empire=empire))
    assert points(play(state, use(state, "dormitory"))) == gained


def test_tired_guards_exhaust_another_refreshed_card_with_an_action():
    """No Specials, no exhausted cards, not the card itself."""
    state = position("heidel", empire=("tired_guards", "tavern_runner", "cooper"), passed=True)
    spent = with_site(state, "cooper", exhausted=True)
    assert refusals(spent, use(spent, "tired_guards")) == {"use_location.price"}
    state = play(state, use(state, "tired_guards"), "choose option=raze")
    assert site(state, "cooper").exhausted
    assert (supply_of(state, "raze"), state.active_player.spent_workers, state.active_player.goods) == (
        1,
        0,
        (("raze", 1),),
    )


def test_a_card_exhausted_as_a_price_is_not_used():
    """The exhausted card pays nothing and gains nothing."""
    state = position("heidel", empire=("tired_guards", "mead_cellar", "cooper"), goods={"food": 2}, passed=True)
    state = play(state, use(state, "tired_guards"))
    assert picks(state) == {"mead_cellar", "cooper"}
    state = play(state, f"pick_card slot={slot_of(state, 'mead_cellar')}", "choose option=vp")
    assert (points(state), supply_of(state, "food")) == (1, 2)


@pytest.mark.parametrize(("spent", "workers"), [(0, 5), (2, 4)])
def test_recovering_is_not_gaining(spent, workers):
    state = position(
        "heidel", empire=("small_brewery",), goods={"food": 1}, workers=5 - spent, spent_workers=spent, passed=True
    )
    state = play(state, use(state, "small_brewery"))
    assert (points(state), state.active_player.workers) == (1, workers)


def test_a_long_table_can_be_used_without_effect_and_refreshes_no_long_table():
    """Ruling 12."""
    state = position("heidel", empire=("long_table", "long_table"), passed=True)
    first, second = slots_of(state, "long_table")
    state = play(state, f"use_location slot={first}", f"use_location slot={second}")
    assert state.active_player.spent_workers == 2
    assert all(each.exhausted for each in state.active_player.empire if each.card == "long_table")


@pytest.mark.parametrize(
    ("islands", "gained"),
    [((), 0), (("herring_bank",), 1), (("herring_bank", "old_market", "ruined_city", "sheep_skerry"), 3)],
)
def test_the_jarl_counts_islands_up_to_three(islands, gained):
    state = position(empire=("jarl_seat", *islands), near=("driftwood_isle",), distant=("golden_reef",), passed=True)
    assert points(play(state, use(state, "jarl_seat"))) == gained


def test_the_merchant_stall_takes_gold_for_a_sheep():
    state = position("mackinnon", empire=("merchant_stall",), goods={"gold": 1}, passed=True)
    state = play(state, use(state, "merchant_stall"))
    assert (supply_of(state, "gold"), state.active_player.spent_workers) == (2, 1)
    state = position("mackinnon", empire=("merchant_stall",), goods={"food": 2}, passed=True)
    assert dict(play(state, use(state, "merchant_stall")).active_player.goods) == {"gold": 2}
    state = position("mackinnon", empire=("merchant_stall",), goods={"food": 1})
    assert refusals(state, use(state, "merchant_stall")) == {"use_location.price"}


@pytest.mark.parametrize(
    ("empire", "gained"), [(("herring_bank", "old_market"), 1), (("penguin_colony", "snow_igloo"), 2)]
)
def test_bone_carvers_count_types_and_islands_have_none(empire, gained):
    state = position(
        "panuk", empire=("bone_carvers", *empire), goods={"gold": 1}, near=("driftwood_isle",), passed=True
    )
    assert points(play(state, use(state, "bone_carvers"))) == gained


def test_a_card_taken_back_and_placed_again_is_refreshed():
    state = position("nanurjuk", empire=("river_trade", "sled_trail"), goods={"stone": 1}, passed=True)
    state = with_site(state, "river_trade", exhausted=True)
    state = play(state, use(state, "sled_trail"), "build card=river_trade")
    assert (supply_of(state, "food"), supply_of(state, "stone")) == (1, 0)
    assert refusals(state, use(state, "river_trade")) == set()


def test_a_price_of_a_card_cannot_be_paid_without_one():
    """Sled Trail and Last Fire take camps or barters; Elder's Tales a card of the hand."""
    for card, needed in (("sled_trail", "river_trade"), ("last_fire", "summer_camp")):
        bare = position("nanurjuk", empire=(card, "cairn"))
        assert refusals(bare, use(bare, card)) == {"use_location.price"}
        ready = position("nanurjuk", empire=(card, "cairn", needed))
        assert refusals(ready, use(ready, card)) == set()
    empty = position("nanurjuk", empire=("elder_tales",))
    assert refusals(empty, use(empty, "elder_tales")) == {"use_location.price"}


def test_pack_dogs_place_a_camp_free_and_other_specials_react():
    """Bonus, Winter Quarters and Marble Coast, each once; without a camp nothing happens."""
    empire = ("pack_dogs", "winter_quarters", "marble_coast")
    state = position("nanurjuk", empire=empire, hand=("summer_camp",), passed=True)
    state = after_specials(play(state, use(state, "pack_dogs"), "construct card=summer_camp"))
    assert points(state) == 3
    idle = position("nanurjuk", empire=empire, passed=True)
    idle = play(idle, use(idle, "pack_dogs"))
    assert (points(idle), site(idle, "pack_dogs").exhausted) == (0, True)


def test_the_last_fire_discards_a_camp_for_points_by_trails():
    """C: every Cairn reacts once a round to the card that leaves."""
    state = position("nanurjuk", empire=("last_fire", "cairn", "cairn", "summer_camp"), passed=True)
    state = after_specials(play(state, use(state, "last_fire")))
    assert (points(state), state.active_player.spent_workers, state.active_player.discard) == (
        3 + 2,
        1,
        (("summer_camp", 1),),
    )


def test_new_outpost_takes_a_field_or_an_upgrade_but_no_base_field():
    """The card may be placed again for its goods."""
    state = given("nanurjuk", empire=("new_outpost", "grazing_land"))
    state, _ = take(state, 0, "driftwood_pile", host=slot_of(state, "nanurjuk_river_bend"))
    state = play(possible(state), use(state, "new_outpost"))
    assert picks(state) == {"grazing_land", "driftwood_pile"}
    state = play(state, f"pick_card slot={slot_of(state, 'driftwood_pile')}")
    assert (points(state), dict(state.players[0].hand)) == (2, {"driftwood_pile": 1})


def test_good_neighbours_help_every_shepherd_once_but_no_apprentice():
    """C: two of them, one sheep; a copy keeps its type."""
    empire = ("wool_shed", "wool_shed", "good_neighbours", "good_neighbours", "apprentice")
    state = position("glenn", empire=empire, passed=True)
    first, second = slots_of(state, "wool_shed")
    copied = with_site(state, "apprentice", copied_slot=first)
    assert dict(play(copied, use(copied, "apprentice")).active_player.goods) == {"sheep": 1}
    state = after_specials(play(state, f"use_location slot={first}"))
    assert dict(state.active_player.goods) == {"sheep": 1, "food": 2}
    assert dict(play(state, f"use_location slot={second}").active_player.goods) == {"sheep": 2, "food": 2}


def test_the_outpost_of_glenn_counts_pairs_of_shepherds():
    state = position("glenn", empire=("outpost_096", "wool_shed", "wool_shed"), passed=True)
    state = play(state, use(state, "outpost_096"))
    assert (supply_of(state, "raze"), points(state)) == (1, 1)
