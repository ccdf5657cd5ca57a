"""Situations of raids, Actions and exhaustion, as a reader of the rulebook answers them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.kernel.tuples import with_item, with_player
from tests.games.empires_north.positions import (
    given,
    has,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
    take,
)
from tests.games.empires_north.situations import altered, at, picks, resolved, slots_of, sound, use

# --- raids ----------------------------------------------------------------------------------------------------------


def test_what_can_be_raided():
    """L584-596, L653, R10: refreshed cards with an Action, islands too; no Special, field or exhausted card."""
    state = at(other="heidel", theirs=("cooper", "tavern_runner", "mead_cellar", "whale_strand"), goods={"raze": 1})
    state = altered(state, "mead_cellar", 1, exhausted=True)
    names = {each.slot: each.card for each in state.players[1].empire}
    assert {names[action.slot] for action in legal(state, "raid")} == {"cooper", "whale_strand"}


@pytest.mark.parametrize(("goods", "refused"), [({"gold": 2}, True), ({"raze": 1}, False)])
def test_gold_raids_nobody(goods, refused):
    """L151, L590."""
    state = at(other="heidel", theirs=("cooper",), goods=goods)
    assert refusals(state, "raid seat=1 slot=3") == ({"raid.token"} if refused else set())


def test_a_copy_with_an_action_is_raided_by_itself_and_a_blank_one_not_at_all():
    """C copy_rule."""
    state = at(other="panuk", theirs=("penguin_colony", "ice_mirror"), goods={"raze": 1})
    copied = altered(state, "ice_mirror", 1, copied_slot=slot_of(state, "penguin_colony", 1))
    raided = played(copied, f"raid seat=1 slot={slot_of(state, 'ice_mirror', 1)}")
    assert site(raided, "ice_mirror", 1).exhausted
    assert not site(raided, "penguin_colony", 1).exhausted
    blank = altered(state, "ice_mirror", 1, copied_slot=-1)
    assert refusals(blank, f"raid seat=1 slot={slot_of(state, 'ice_mirror', 1)}") == {"raid.action"}


def test_a_raided_card_may_be_refreshed_in_the_same_round():
    """L584, L653."""
    state = at(other="heidel", theirs=("small_brewery", "long_table"), goods={"raze": 1})
    brewery = slot_of(state, "small_brewery", 1)
    state = played(state, f"raid seat=1 slot={brewery}")
    assert "use_location.ready" in refusals(state, f"use_location slot={brewery}")
    state = played(state, f"use_location slot={slot_of(state, 'long_table', 1)}", f"pick_card slot={brewery}")
    assert not site(state, "small_brewery", 1).exhausted


@pytest.mark.parametrize(("passed", "asked"), [(True, "main"), (False, "raid_free")])
def test_brawlers_score_with_or_without_somebody_to_raid(passed, asked):
    """C raid: nothing without a target; with one it must be chosen. Who has passed is none (L370)."""
    state = at("heidel", empire=("brawlers",), theirs=("wool_shed",), goods={"food": 1}, passed=passed)
    state = played(state, use(state, "brawlers"), "choose option=raid_vp")
    assert question(state) == asked
    if asked == "raid_free":
        state = played(state, "raid seat=1 slot=3")
        assert site(state, "wool_shed", 1).exhausted
    assert points(state) == 1


# --- actions of cards -----------------------------------------------------------------------------------------------


def test_the_war_hall_gives_points_or_a_worker():
    """L515-519: at most three points."""
    state = at(empire=("war_hall", "war_hall", "watchtower", "treasury"), goods={"raze": 1}, passed=True)
    state = played(state, use(state, "war_hall"))
    paid, hired = played(state, "choose option=vp"), played(state, "choose option=worker")
    assert (points(paid), paid.active_player.workers) == (3, 5)
    assert (points(hired), hired.active_player.workers) == (0, 6)


@pytest.mark.parametrize(("tired", "gained"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 4)])
def test_the_dormitory_counts_itself_among_the_exhausted(tired, gained):
    """R12: a card is exhausted before it is resolved; one point for two, four at most."""
    others = ("small_brewery",) * 3 + ("tired_guards",) * 3 + ("cooper",) * 2 + ("mead_cellar",)
    state = at("heidel", empire=("dormitory", *others), passed=True)
    empire = state.active_player.empire
    for at_, each in [pair for pair in enumerate(empire) if pair[1].card in others][:tired]:
        empire = with_item(empire, at_, type(each)(each.slot, each.card, exhausted=True))
    state = sound(with_player(state, 0, empire=empire))
    assert points(played(state, use(state, "dormitory"))) == gained


def test_tired_guards_exhaust_another_refreshed_card_with_an_action():
    """C exhaust_card: no Special, no exhausted card, not themselves."""
    state = at("heidel", empire=("tired_guards", "tavern_runner", "cooper"), passed=True)
    spent = altered(state, "cooper", exhausted=True)
    assert refusals(spent, use(spent, "tired_guards")) == {"use_location.price"}
    state = played(state, use(state, "tired_guards"), "choose option=raze")
    assert site(state, "cooper").exhausted
    assert (has(state, "raze"), state.active_player.spent_workers, state.active_player.goods) == (1, 0, (("raze", 1),))


def test_a_card_exhausted_as_a_price_is_not_used():
    """C exhaust_card: nothing is paid for it and nothing gained by it."""
    state = at("heidel", empire=("tired_guards", "mead_cellar", "cooper"), goods={"food": 2}, passed=True)
    state = played(state, use(state, "tired_guards"))
    assert picks(state) == {"mead_cellar", "cooper"}
    state = played(state, f"pick_card slot={slot_of(state, 'mead_cellar')}", "choose option=vp")
    assert (points(state), has(state, "food")) == (1, 2)


@pytest.mark.parametrize(("spent", "workers"), [(0, 5), (2, 4)])
def test_recovering_is_not_gaining(spent, workers):
    """L663."""
    state = at("heidel", empire=("small_brewery",), goods={"food": 1}, workers=5 - spent, spent_workers=spent, passed=True)
    state = played(state, use(state, "small_brewery"))
    assert (points(state), state.active_player.workers) == (1, workers)


def test_a_long_table_may_be_used_for_nothing_and_wakes_no_table():
    """R12."""
    state = at("heidel", empire=("long_table", "long_table"), passed=True)
    first, second = slots_of(state, "long_table")
    state = played(state, f"use_location slot={first}", f"use_location slot={second}")
    assert state.active_player.spent_workers == 2
    assert all(each.exhausted for each in state.active_player.empire if each.card == "long_table")


@pytest.mark.parametrize(
    ("islands", "gained"),
    [((), 0), (("herring_bank",), 1), (("herring_bank", "old_market", "ruined_city", "sheep_skerry"), 3)],
)
def test_the_jarl_counts_islands_up_to_three(islands, gained):
    state = at(empire=("jarl_seat", *islands), near=("driftwood_isle",), distant=("golden_reef",), passed=True)
    assert points(played(state, use(state, "jarl_seat"))) == gained


def test_the_merchant_stall_takes_gold_for_a_sheep():
    state = at("mackinnon", empire=("merchant_stall",), goods={"gold": 1}, passed=True)
    state = played(state, use(state, "merchant_stall"))
    assert (has(state, "gold"), state.active_player.spent_workers) == (2, 1)
    state = at("mackinnon", empire=("merchant_stall",), goods={"food": 2}, passed=True)
    assert dict(played(state, use(state, "merchant_stall")).active_player.goods) == {"gold": 2}
    state = at("mackinnon", empire=("merchant_stall",), goods={"food": 1})
    assert refusals(state, use(state, "merchant_stall")) == {"use_location.price"}


@pytest.mark.parametrize(
    ("empire", "gained"), [(("herring_bank", "old_market"), 1), (("penguin_colony", "snow_igloo"), 2)]
)
def test_bone_carvers_count_types_and_islands_have_none(empire, gained):
    state = at("panuk", empire=("bone_carvers", *empire), goods={"gold": 1}, near=("driftwood_isle",), passed=True)
    assert points(played(state, use(state, "bone_carvers"))) == gained


def test_a_copy_keeps_its_own_type_where_sets_are_counted():
    """C copy_rule: three penguins, two igloos, one hunter and a copied hunter are one set."""
    cards = ("penguin_colony",) * 3 + ("elders_igloo", "snow_igloo", "seal_hunters", "ice_mirror")
    state = at("panuk", empire=cards, passed=True)
    state = altered(state, "ice_mirror", copied_slot=slot_of(state, "seal_hunters"))
    assert points(played(state, use(state, "elders_igloo"))) == 1


def test_a_card_taken_back_and_placed_again_is_refreshed():
    """L489."""
    state = at("nanurjuk", empire=("river_trade", "sled_trail"), goods={"stone": 1}, passed=True)
    state = altered(state, "river_trade", exhausted=True)
    state = played(state, use(state, "sled_trail"), "build card=river_trade")
    assert (has(state, "food"), has(state, "stone")) == (1, 0)
    assert refusals(state, use(state, "river_trade")) == set()


def test_a_price_of_a_card_cannot_be_paid_without_one():
    """C impossible: Sled Trail and Last Fire take camps or barters; Elder's Tales a card of the hand."""
    for card, needed in (("sled_trail", "river_trade"), ("last_fire", "summer_camp")):
        bare = at("nanurjuk", empire=(card, "cairn"))
        assert refusals(bare, use(bare, card)) == {"use_location.price"}
        ready = at("nanurjuk", empire=(card, "cairn", needed))
        assert refusals(ready, use(ready, card)) == set()
    empty = at("nanurjuk", empire=("elder_tales",))
    assert refusals(empty, use(empty, "elder_tales")) == {"use_location.price"}


def test_pack_dogs_place_a_camp_for_nothing_and_others_hear_of_it():
    """C build, on_build: bonus, Winter Quarters and Marble Coast, each once; without a camp nothing happens."""
    empire = ("pack_dogs", "winter_quarters", "marble_coast")
    state = at("nanurjuk", empire=empire, hand=("summer_camp",), passed=True)
    state = resolved(played(state, use(state, "pack_dogs"), "construct card=summer_camp"))
    assert points(state) == 3
    idle = at("nanurjuk", empire=empire, passed=True)
    idle = played(idle, use(idle, "pack_dogs"))
    assert (points(idle), site(idle, "pack_dogs").exhausted) == (0, True)


def test_the_last_fire_discards_a_camp_for_points_by_trails():
    """C: every Cairn hears the leaving once a round."""
    state = at("nanurjuk", empire=("last_fire", "cairn", "cairn", "summer_camp"), passed=True)
    state = resolved(played(state, use(state, "last_fire")))
    assert (points(state), state.active_player.spent_workers, state.active_player.discard) == (
        3 + 2,
        1,
        (("summer_camp", 1),),
    )


def test_new_outpost_takes_a_field_or_an_upgrade_but_no_base_field():
    """C new_outpost: it may be placed again for its goods."""
    state = given("nanurjuk", empire=("new_outpost", "grazing_land"))
    state, _ = take(state, 0, "driftwood_pile", host=slot_of(state, "nanurjuk_river_bend"))
    state = played(sound(state), use(state, "new_outpost"))
    assert picks(state) == {"grazing_land", "driftwood_pile"}
    state = played(state, f"pick_card slot={slot_of(state, 'driftwood_pile')}")
    assert (points(state), dict(state.players[0].hand)) == (2, {"driftwood_pile": 1})


def test_good_neighbours_help_every_shepherd_once_but_no_apprentice():
    """C: two of them, one sheep; a copy keeps its type."""
    empire = ("wool_shed", "wool_shed", "good_neighbours", "good_neighbours", "apprentice")
    state = at("glenn", empire=empire, passed=True)
    first, second = slots_of(state, "wool_shed")
    copied = altered(state, "apprentice", copied_slot=first)
    assert dict(played(copied, use(copied, "apprentice")).active_player.goods) == {"sheep": 1}
    state = resolved(played(state, f"use_location slot={first}"))
    assert dict(state.active_player.goods) == {"sheep": 1, "food": 2}
    assert dict(played(state, f"use_location slot={second}").active_player.goods) == {"sheep": 2, "food": 2}


def test_the_outpost_of_glenn_counts_pairs_of_shepherds():
    state = at("glenn", empire=("outpost_096", "wool_shed", "wool_shed"), passed=True)
    state = played(state, use(state, "outpost_096"))
    assert (has(state, "raze"), points(state)) == (1, 1)
