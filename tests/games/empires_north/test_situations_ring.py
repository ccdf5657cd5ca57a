"""Situations of pawns, the ring, the five actions, and the boost or field before them, as a reader answers them.

The ring of these positions: explore, populate, construct, harvest, sail, and explore again. Sources: L = line of the
rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import Pawn, Ship
from tests.games.empires_north.positions import (
    given,
    has,
    legal,
    played,
    points,
    question,
    refusals,
    settled,
    site,
    slot_of,
    take,
)
from tests.games.empires_north.situations import at, holding, resolved, slots_of, sound, use

# --- pawns ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["explore", "populate", "harvest", "sail"])
def test_placing_a_pawn_is_free_on_any_tile(tile):
    """L563."""
    assert refusals(at(), f"place_pawn tile={tile}") == set()


@pytest.mark.parametrize(
    ("start", "tile", "goods", "refused"),
    [
        ("harvest", "explore", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "populate", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "harvest", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "sail", {"food": 1}, set()),
        ("sail", "explore", {"food": 1}, set()),
        ("explore", "sail", {"food": 1}, set()),
        ("explore", "sail", {"gold": 1}, set()),
        ("explore", "sail", {"fish": 3}, {"move_pawn.price"}),
        ("-explore", "sail", {"food": 1}, {"move_pawn.active"}),
    ],
)
def test_where_a_pawn_moves_and_what_pays_for_it(start, tile, goods, refused):
    """L565, R7: one of two neighbours, the ring being closed; one food, for which gold may stand but no fish."""
    state = at(pawns=(start,), goods=goods)
    assert refusals(state, f"move_pawn start={start.lstrip('-')} tile={tile}") == refused


def test_a_boost_does_not_pay_for_the_pawn_that_lets_it_be_played():
    """The tile is paid before the window opens."""
    state = at("heidel", pawns=("sail",), hand=("drinking_competition",))
    assert refusals(state, "move_pawn start=sail tile=harvest") == {"move_pawn.price"}


def test_pawns_of_all_players_share_a_tile():
    """L579, R8."""
    state = played(at(), "place_pawn tile=populate", "place_pawn tile=populate", "place_pawn tile=populate")
    assert state.players[0].pawns == (Pawn("populate", exhausted=False),) * 2


def test_the_tavern_runner_hears_a_moved_pawn_before_its_action_but_no_placed_one():
    """C: paid, heard, then the window, then the action; once in a round."""
    state = at("heidel", pawns=("sail",), goods={"food": 2}, empire=("tavern_runner",), hand=("cooper",), passed=True)
    state = played(state, "move_pawn start=sail tile=harvest")
    assert (question(state), points(state), has(state, "food")) == ("window", 1, 1)
    assert state.me.pawns == (Pawn("harvest", exhausted=True),)
    state = played(state, "go_on", f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    state = played(state, "place_pawn tile=populate", "go_on")
    assert points(state) == 1
    assert points(played(state, "move_pawn start=populate tile=explore")) == 1


def test_a_pawn_moved_by_a_boost_does_not_act_there_and_keeps_its_side():
    """L569, L651, L677: the declared Harvest is carried out; the pawn is still active and may move on for food."""
    state = at("heidel", hand=("drinking_competition",), empire=("tavern_runner",), passed=True)
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=false tile=populate")
    assert (question(state), points(state), has(state, "food"), state.me.workers) == ("harvest", 1, 1, 5)
    state = played(state, f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    assert state.me.pawns == (Pawn("populate", exhausted=False),)
    assert refusals(state, "move_pawn start=populate tile=explore") == set()
    assert refusals(state, "move_pawn start=populate tile=sail") == {"move_pawn.beside"}


def test_a_pawn_that_paid_for_its_move_stays_exhausted_wherever_a_boost_takes_it():
    """L565, R7."""
    state = at("heidel", hand=("drinking_competition",), pawns=("sail",), goods={"food": 1}, passed=True)
    state = played(state, "move_pawn start=sail tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=true tile=explore")
    assert state.me.pawns == (Pawn("explore", exhausted=True),)
    assert question(state) == "harvest"


def test_a_boost_that_moves_pawns_can_be_played_without_one():
    """C impossible: it does as much as it can."""
    state = at("heidel", hand=("drinking_competition",), empire=("smokehouse_bay",), passed=True)
    state = played(state, use(state, "smokehouse_bay"), "play_boost card=drinking_competition")
    assert (question(state), has(state, "food"), state.me.spent) == ("harvest", 1, 1)


def test_a_pawn_that_was_woken_may_be_used_a_third_time():
    """C refresh_pawn."""
    state = at("heidel", empire=("night_watch",), pawns=("-populate",), goods={"food": 1}, passed=True)
    state = played(state, use(state, "night_watch"), "refresh_pawn tile=populate")
    assert state.me.pawns == (Pawn("populate", exhausted=False),)
    assert state.me.spent == 1
    assert refusals(state, "move_pawn start=populate tile=explore") == set()


# --- explore and populate -------------------------------------------------------------------------------------------


def test_exploring_with_an_empty_deck_shuffles_the_discard_pile():
    """L673, R5."""
    state = holding(at(), (), ("axe_yard", "axe_yard", "valkyrie", "watchtower"))
    state = settled(played(state, "place_pawn tile=explore", "go_on"))
    assert (sum(n for _, n in state.players[0].deck), state.players[0].discard) == (3, ())


def test_exploring_without_any_card_left_takes_a_boost():
    """L673, R5: nothing can be drawn; a boost played before it would lie on the discard pile."""
    state = holding(at(), ())
    state = played(state, "place_pawn tile=explore")
    assert refusals(state, "go_on") == {"go_on.declared"}
    assert refusals(state, "build_field card=rock_ledge host=2") == {"window.declared"}
    state = holding(at("heidel"), ())
    assert refusals(state, "place_pawn tile=explore") == {"declare.possible"}


def test_no_field_is_placed_after_the_card_of_an_exploration_is_seen():
    """L567: the field comes before the draw, or not at all."""
    state = played(at(hand=("rock_ledge",)), "place_pawn tile=explore", "go_on")
    assert question(state) == "draw"
    state = settled(state)
    assert (state.active, question(state)) == (1, "turn")


def test_gathering_takes_the_last_card_and_is_drawn_itself():
    """L573, L657, L673: the boost is discarded before the declared action."""
    state = holding(at("panuk"), ("seal_hunters",))
    held = dict(state.me.hand)
    state = played(state, "place_pawn tile=explore", "play_boost card=gathering", "take_card card=seal_hunters")
    state = settled(state)
    hand = dict(state.players[0].hand)
    assert (hand["seal_hunters"], hand["gathering"]) == (held.get("seal_hunters", 0) + 1, held["gathering"])
    assert (state.players[0].deck, state.players[0].discard) == ((), ())


def test_populating_is_heard_by_the_piper_but_the_school_is_no_populating():
    """L543, R5; once a round for every Piper."""
    state = at("glenn", empire=("piper", "piper", "village_school"), goods={"sheep": 1}, passed=True)
    schooled = played(state, use(state, "village_school"))
    assert (schooled.me.workers, points(schooled)) == (6, 0)
    state = played(state, "place_pawn tile=populate")
    assert (state.me.workers, points(state)) == (6, 2)
    assert points(played(state, "place_pawn tile=populate")) == 2


def test_helping_hands_without_a_spent_worker_still_bring_food():
    """C impossible."""
    state = at("glenn", hand=("helping_hands",), passed=True)
    state = played(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert (has(state, "food"), state.me.workers, state.me.discard) == (1, 6, (("helping_hands", 1),))


def test_one_boost_or_one_field_and_no_more():
    """L567."""
    state = at("glenn", hand=("helping_hands", "shared_flock"), passed=True)
    state = played(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert question(state) == "turn"
    assert dict(state.me.hand) == {"shared_flock": 1}


# --- construct ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "refused"),
    [
        (("leased_pasture",), True),
        (("building_loan", "building_loan"), True),
        (("leased_pasture", "building_loan"), True),
        (("leased_pasture", "toll_gate"), False),
        (("building_loan", "savings_bank"), False),
        ((), True),
    ],
)
def test_construct_needs_a_location_that_is_no_field(hand, refused):
    """L547, L569, R5: for a pawn and for capitals on a card alike."""
    state = at("mackinnon", hand=hand, empire=("great_forest",))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())
    assert refusals(state, use(state, "great_forest")) == ({"use_location.possible"} if refused else set())


def test_a_field_with_construct_comes_first_then_the_location_for_nothing():
    """L547, 2.5."""
    state = at("mackinnon", hand=("leased_pasture", "toll_gate"), passed=True)
    state = played(state, "place_pawn tile=construct", "build_field card=leased_pasture")
    assert (has(state, "sheep"), question(state)) == (1, "construct")
    assert refusals(state, "construct card=leased_pasture") == {"build.hand", "build.location"}
    state = played(state, "construct card=toll_gate")
    assert state.me.hand == ()


def test_construct_waives_workers_too():
    state = at(hand=("hall_of_heroes",), passed=True)
    state = played(state, "place_pawn tile=construct", "go_on", "construct card=hall_of_heroes")
    assert (state.me.workers, state.me.spent, points(state)) == (5, 0, 1)


def test_the_bank_that_is_being_built_takes_no_deposit_of_the_loan():
    """L567, L573: the loan is over before the bank stands."""
    state = at("mackinnon", hand=("building_loan", "savings_bank"), passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = played(state, "choose_resource resource=wood")
    assert question(state) == "construct"
    state = played(state, "construct card=savings_bank")
    assert (site(state, "savings_bank").goods, has(state, "wood")) == ((), 1)


def test_the_loan_may_put_what_it_brought_into_a_bank_that_stands():
    state = at("mackinnon", hand=("building_loan", "granary"), empire=("savings_bank",), passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = played(state, "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    assert refusals(state, "go_on") == set()
    assert site(played(state, f"assign good=wood slot={bank}"), "savings_bank").goods == (("wood", 1),)


def test_a_free_placement_by_an_effect_is_no_construct():
    """L582: no capitals, no window."""
    state = at("nanurjuk", empire=("pack_dogs",), hand=("summer_camp", "moving_day"))
    assert question(played(state, use(state, "pack_dogs"))) == "build_free"


# --- harvest, fields and upgrades -----------------------------------------------------------------------------------


def test_a_field_is_harvested_with_its_upgrades_and_alone():
    """L501, L551."""
    state = given()
    for _ in range(2):
        state, _ = take(state, 0, "rock_ledge", host=slot_of(state, "ulaf_stone_pit"))
    state = played(sound(state), "place_pawn tile=harvest")
    assert {action.slot for action in legal(state)} == {0, 1, 2}
    pit, forest = slot_of(state, "ulaf_stone_pit"), slot_of(state, "ulaf_pine_forest")
    assert dict(played(state, f"harvest slot={pit}").players[0].goods) == {"stone": 3}
    assert dict(played(state, f"harvest slot={forest}").players[0].goods) == {"wood": 2}


@pytest.mark.parametrize(
    ("clan", "field", "goods"), [("ulaf", "iron_hill", {"raze": 1}), ("mackinnon", "mackinnon_gold_burn", {"gold": 1})]
)
def test_raze_tokens_and_gold_are_harvested_too(clan, field, goods):
    """L551."""
    state = at(clan, empire=() if field.startswith(clan) else (field,))
    state = played(state, "place_pawn tile=harvest", f"harvest slot={slot_of(state, field)}")
    assert dict(state.players[0].goods) == goods


def test_a_field_placed_with_harvest_yields_twice():
    """R6."""
    state = played(at("heidel", hand=("sheepfold",)), "place_pawn tile=harvest", "build_field card=sheepfold")
    assert has(state, "sheep") == 1
    assert has(played(state, f"harvest slot={slot_of(state, 'sheepfold')}"), "sheep") == 2


def test_an_upgrade_brings_only_its_own_goods_when_placed():
    """L501."""
    state = played(at(hand=("rock_ledge",)), "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert (has(state, "stone"), question(state)) == (1, "draw")


@pytest.mark.parametrize(
    ("clan", "card", "empire", "tile", "hosts"),
    [
        ("heidel", "barley_row", ("hop_garden",), "populate", {"heidel_barley_field", "hop_garden"}),
        ("nanurjuk", "driftwood_pile", ("grazing_land",), "explore", {"nanurjuk_river_bend"}),
        ("glenn", "neighbourhood_ice_cream", (), "explore", {None, "glenn_croft"}),
        ("mackinnon", "tenant_plot", ("leased_pasture",), "populate", {"mackinnon_estate_wood"}),
    ],
)
def test_where_an_upgrade_may_lie(clan, card, empire, tile, hosts):
    """L501, L577, R14: under a field that yields its goods, mixed or not; a card of two kinds also by itself."""
    state = played(at(clan, hand=(card,), empire=empire), f"place_pawn tile={tile}")
    names = {site.slot: site.card for site in state.me.empire} | {None: None}
    assert {names[action.host] for action in legal(state, "build_field")} == hosts


# --- sail and capitals ----------------------------------------------------------------------------------------------


def test_no_third_ship_sails():
    """R5."""
    state = at(ships=0, queue=((0, ""), (0, "")))
    assert refusals(state, "place_pawn tile=sail") == {"declare.possible"}


def test_what_a_boost_brings_may_be_taken_aboard():
    """L557, L567."""
    state = at(goods={"fish": 1}, hand=("boarding_party",))
    state = played(state, "place_pawn tile=sail", "play_boost card=boarding_party")
    assert len(legal(state)) == 4
    state = played(state, "sail fish=true raze=true")
    assert (state.queue, state.players[0].goods) == ((Ship(0, fish=True, raze=True),), ())


def test_gold_is_no_fish_on_a_ship():
    """L641, R9."""
    state = played(at(goods={"gold": 2}), "place_pawn tile=sail")
    assert refusals(state, "sail fish=true raze=false") == {"sail.held"}


def test_sailing_is_heard_every_time_or_once_a_round():
    """C: a harbour without limit, two sheds with one each."""
    state = at("panuk", empire=("far_harbour", "kayak_shed", "kayak_shed"), ships=3, passed=True)
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    state = resolved(state)
    assert points(state) == 3
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    assert points(state) == 4


def test_an_impossible_action_in_capitals_costs_nothing():
    """R12, C impossible."""
    state = at(empire=("great_forest",), hand=("boarding_party", "river_farm"))
    assert refusals(state, use(state, "great_forest")) == {"use_location.possible"}


@pytest.mark.parametrize(("goods", "refused"), [({"food": 1}, False), ({"gold": 1}, False), ({}, True)])
def test_capitals_on_an_island_are_paid_then_a_boost_then_the_action(goods, refused):
    """L582: the boost cannot pay for the card that opens its window."""
    state = at("glenn", empire=("settler_valley", "piper"), hand=("helping_hands",), goods=goods, passed=True)
    assert refusals(state, use(state, "settler_valley")) == ({"use_location.price"} if refused else set())
    if not refused:
        state = played(state, use(state, "settler_valley"), "play_boost card=helping_hands")
        assert (has(state, "food"), state.me.workers, points(state)) == (1, 6, 1)


def test_two_ledges_may_lie_under_one_pit():
    """L501."""
    state = at(hand=("rock_ledge", "rock_ledge"), passed=True)
    for _ in range(2):
        state = settled(played(state, "place_pawn tile=explore", "build_field card=rock_ledge host=2"))
    assert [site.host for site in state.me.empire if site.slot in slots_of(state, "rock_ledge")] == [2, 2]
