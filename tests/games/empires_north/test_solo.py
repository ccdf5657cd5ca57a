"""The four solo scenarios: their set-up, rules, events, locations, points; and readings of lost icons by option."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    GAME,
    after,
    after_chance,
    begun,
    cited,
    events_of,
    faults,
    given,
    has,
    having,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
    take,
)
from tests.games.rules import rule


def alone(name, clan="ulaf", **wanted):
    return given(clan, seats=1, scenario=name, **wanted)


def eventful(name, number, **wanted):
    """The position when this event of a scenario has been drawn in the next lookout, nothing having been kept."""
    return struck(alone(name, **wanted), number)


def struck(state, number):
    state = settled_but_event(played(state, "pass_round"))
    return played(state, f"draw_event event={state.options.scenario}_event_{number}")


def settled_but_event(state):
    while question(state) != "draw_event":
        state = (
            after(state, engine.outcomes(GAME, state)[0][0])
            if GAME.turn(state).seat == "chance"
            else after(state, legal(state)[0])
        )
    return state


# --- all scenarios --------------------------------------------------------------------------------------------------


@rule("ruling.solo_rounds")
@pytest.mark.parametrize(("number", "made", "over"), [(3, 25, False), (3, 60, False), (4, 0, True)])
def test_ruling_24_four_rounds_are_played_whatever_the_points(number, made, over):
    state = played(replace(having(alone("winter"), made), round=number), "pass_round")
    assert (state.stage == "over") is over


@pytest.mark.parametrize(("made", "told"), [(0, "threshold_missed"), (60, "threshold_reached")])
def test_the_threshold_decides(made, told):
    state = replace(having(alone("outpost"), made), round=4)
    assert told in [event.kind for event in events_of(state, legal(state, "pass_round")[0])]


@rule("ruling.solo_tiles")
def test_ruling_27_only_the_last_tiles_of_pawns_turn_dear():
    state = alone("winter", pawns=("-explore",), solo=replace(alone("winter").solo, solo_side_tiles=("sail",)))
    state = settled_but_event(played(state, "pass_round"))
    assert state.solo.solo_side_tiles == ("explore",)
    white = settled_but_event(played(alone("winter"), "pass_round"))
    assert white.solo.solo_side_tiles == ()


@rule("place_pawn.price")
@pytest.mark.parametrize(("goods", "refused"), [({}, True), ({"food": 1}, False), ({"gold": 1}, False)])
def test_the_solo_side_of_a_tile_costs_food_at_once(goods, refused):
    state = alone("winter", goods=goods)
    state = replace(state, solo=replace(state.solo, solo_side_tiles=("populate",)))
    assert ("place_pawn.price" in refusals(state, "place_pawn tile=populate")) is refused
    assert refusals(state, "place_pawn tile=explore") == set()


def test_moving_to_the_solo_side_costs_two_food():
    state = alone("winter", goods={"food": 2}, pawns=("explore",))
    state = replace(state, solo=replace(state.solo, solo_side_tiles=("populate",)))
    assert has(played(state, "move_pawn start=explore tile=populate"), "food") == 0


def test_the_scenarios_location_counts_no_point_and_is_never_counted():
    state = played(replace(alone("winter", goods={"food": 9}), round=4), "pass_round")
    assert cited(state)["score.cards"] == 3


@rule("score.penalty")
def test_ruling_26_an_unpaid_event_costs_two_points_but_never_below_nothing():
    rich = struck(having(alone("barbarians"), 5), 4)
    assert points(rich) == 5
    poor = struck(having(alone("barbarians", workers=0), 5), 4)
    assert cited(poor) == {"score.action": 5, "score.penalty": -2}
    bare = struck(alone("barbarians", workers=0), 4)
    assert points(bare) == 0


def test_ruling_26_there_is_no_part_payment():
    state = struck(having(alone("barbarians", goods={"wood": 1}), 5), 2)
    assert (has(state, "wood"), points(state)) == (1, 3)


def test_ruling_25_banks_pay_before_the_event():
    state = alone("barbarians", "mackinnon", empire=("gold_vault",))
    state = settled_but_event(played(update_site(state, 0, 3, goods=(("gold", 2),)), "pass_round"))
    assert points(state) == 2


@rule("score.event")
def test_points_of_an_event():
    state = eventful("winter", 2, goods={"food": 1})
    assert cited(state) == {}
    assert cited(played(state, "accept")) == {"score.event": 2}
    assert cited(played(state, "decline")) == {}


def test_an_offer_that_cannot_be_paid_is_not_made():
    assert question(eventful("winter", 2)) == "main"


@rule("accept.price")
def test_only_what_can_be_paid_is_accepted():
    state = eventful("pirates", 1, empire=("axe_yard", "fishing_boats"), workers=1)
    assert question(state) == "guard"
    assert refusals(state, "accept") == {"accept.price"}
    assert refusals(played(state, "pick_card slot=4"), "accept") == set()


# --- winter ---------------------------------------------------------------------------------------------------------


def test_winter_begins_with_three_more_food():
    state = after_chance(begun(1, scenario="winter").state)
    assert has(played(state, "choose_clan clan=panuk"), "food") == 4


def test_the_pantry_turns_three_foods_into_points():
    state = played(alone("winter", goods={"food": 1, "fish": 1, "sheep": 1}), "use_location slot=3")
    assert points(state) == 4
    assert site(state, "winter_location").exhausted


def test_the_exchange_has_no_limit():
    state = played(alone("winter", workers=4), "trade", "trade")
    assert (has(state, "food"), state.players[0].spent_workers) == (2, 4)


@pytest.mark.parametrize(("number", "goods"), [(1, {"food": 1}), (5, {"wood": 1})])
def test_winter_events_that_take_goods(number, goods):
    state = eventful("winter", number, goods=goods)
    state = played(state, "choose option=pay") if question(state) == "choose" else state
    assert not state.players[0].goods


@pytest.mark.parametrize("number", [3, 5])
def test_ruling_28_frozen_lands_exhaust_a_field_until_the_clean_up(number):
    state = played(eventful("winter", number), "pick_card slot=0")
    assert state.players[0].empire[0].exhausted
    state = settled_but_event(played(state, "pass_round"))
    assert not state.players[0].empire[0].exhausted


def test_a_blizzard_takes_a_card_of_the_hand_if_there_is_one():
    state = eventful("winter", 4, hand=("axe_yard", "valkyrie"))
    assert dict(played(state, "discard_card card=valkyrie").players[0].hand) == {"axe_yard": 1}
    assert question(eventful("winter", 4)) == "main"


@rule("score.unfed")
@pytest.mark.parametrize(("goods", "lost"), [({"food": 3, "fish": 2}, 0), ({"food": 3, "gold": 1}, -3), ({}, -15)])
def test_at_last_every_worker_eats_or_costs_three_points(goods, lost):
    state = played(replace(alone("winter", goods=goods), round=4), "pass_round")
    assert cited(state).get("score.unfed", 0) == lost


# --- the outpost ----------------------------------------------------------------------------------------------------


@rule("build.foundation")
@pytest.mark.parametrize(("foundations", "refused"), [(0, True), (1, False)])
def test_action_locations_need_a_foundation(foundations, refused):
    state = alone("outpost", hand=("axe_yard",), goods={"wood": 1})
    state = replace(state, solo=replace(state.solo, foundations=foundations))
    assert ("build.foundation" in refusals(state, "build card=axe_yard")) is refused


def test_ruling_29_other_locations_and_islands_need_none():
    state = alone("outpost", hand=("watchtower",), goods={"wood": 1, "stone": 2})
    state = replace(state, solo=replace(state.solo, foundations=0))
    assert refusals(state, "build card=watchtower") == set()


@rule("build.over")
@pytest.mark.parametrize(
    ("goods", "slot", "refused"),
    [({"wood": 1}, 4, True), ({"wood": 1, "stone": 1}, 4, False), ({"wood": 1, "stone": 1}, 0, True)],
)
def test_building_over_costs_a_stone_more(goods, slot, refused):
    state = alone("outpost", hand=("axe_yard",), empire=("fishing_boats",), goods=goods)
    assert ("build.over" in refusals(state, f"build card=axe_yard over={slot}")) is refused


@rule("score.covered")
def test_ruling_29_a_covered_card_has_no_effect_but_counts_two_points():
    state = alone("outpost", hand=("axe_yard",), empire=("fishing_boats",), goods={"wood": 1, "stone": 1})
    state = played(state, "build card=axe_yard over=4")
    assert (state.solo.covered, [s.card for s in state.players[0].empire][-1]) == (("fishing_boats",), "axe_yard")
    assert not faults(state)
    done = played(replace(state, round=4), "pass_round")
    assert (cited(done)["score.covered"], cited(done)["score.cards"]) == (2, 4)
    assert "score.covered" not in cited(played(replace(alone("outpost"), round=4), "pass_round"))


def test_exploring_may_buy_a_foundation():
    state = after_chance(played(alone("outpost", goods={"wood": 1}), "place_pawn tile=explore"))
    assert question(state) == "offer"
    assert played(state, "accept").solo.foundations == 6


@rule("score.assigned")
def test_the_headquarters_assigns_a_worker_to_explore_and_scores_for_it():
    state = after_chance(played(alone("outpost"), "use_location slot=3", "assign good=worker slot=3"))
    assert (state.players[0].workers, dict(site(state, "outpost_location").goods)) == (4, {"worker": 1})
    assert cited(played(replace(state, round=4), "pass_round"))["score.assigned"] == 1
    assert "score.assigned" not in cited(played(replace(alone("outpost"), round=4), "pass_round"))


@pytest.mark.parametrize(
    ("number", "gained"),
    [(1, {"gold": 2}), (3, {"raze": 1}), (5, {"food": 1, "wood": 1, "stone": 1, "fish": 1})],
)
def test_outpost_events_that_give(number, gained):
    assert dict(eventful("outpost", number).players[0].goods) == gained


def test_new_horizons_and_local_help():
    state = played(eventful("outpost", 2, goods={"wood": 2}), "accept")
    assert state.solo.foundations == 7
    assert sum(count for _, count in after_chance(eventful("outpost", 4)).players[0].hand) == 1


def test_islands_count_two_points_at_the_outpost():
    state = played(replace(alone("outpost", empire=("driftwood_isle",)), round=4), "pass_round")
    assert cited(state)["score.islands"] == 2


# --- the pirates' cove ----------------------------------------------------------------------------------------------


def test_the_cove_begins_with_two_near_islands_and_six_workers():
    state = played(after_chance(begun(1, scenario="pirates").state), "choose_clan clan=ulaf")
    state = after_chance(state)
    while state.stage == "setup":
        state = after_chance(after(state, legal(state)[0]))
    near = dict(PACKS.for_state(state).islands["near"])
    islands = [each.card for each in state.players[0].empire if each.card in near]
    assert len(islands) == 2
    assert state.players[0].workers >= 6


def test_ruling_26_an_unguarded_location_is_discarded_without_a_penalty():
    state = having(alone("pirates", empire=("axe_yard", "fishing_boats", "driftwood_isle")), 5)
    state = struck(state, 3)
    state = played(state, "pick_card slot=4", "accept", "choose option=ship")
    assert [each.card for each in state.players[0].empire][4:] == ["fishing_boats", "driftwood_isle"]
    assert (points(state), state.players[0].spent_workers, state.players[0].ships) == (5, 1, 3)


def test_ruling_30_pillaged_islands_go_to_the_deck_and_come_from_the_hand_for_a_raze_token():
    state = alone("pirates", queue=((0, ""),))
    state = played(state, "pass_round", "land pile=near island=driftwood_isle")
    assert "driftwood_isle" in {**dict(state.players[0].deck), **dict(state.players[0].looked_at)}
    island = alone("pirates", goods={"raze": 1})
    island = with_player(island, 0, hand=bag_of(["stone_circle"]))
    island = replace(
        island, near=replace(island.near, pile=tuple(p for p in island.near.pile if p[0] != "stone_circle"))
    )
    island = played(island, "build card=stone_circle")
    assert (points(island), has(island, "raze")) == (1, 0)


def test_ruling_30_construct_places_an_island_of_the_hand():
    state = with_player(alone("pirates"), 0, hand=bag_of(["stone_circle"]))
    state = played(state, "place_pawn tile=construct", "go_on", "construct card=stone_circle")
    assert points(state) == 1


@pytest.mark.parametrize(("number", "kind"), [(1, "hand"), (5, "hand"), (2, "open"), (4, "back")])
def test_events_of_the_cove(number, kind):
    state = after_chance(eventful("pirates", number, discard=("axe_yard",)))
    while question(state) in ("take_back", "give_up"):
        state = after_chance(after(state, legal(state)[0]))
    if kind == "open":
        assert (len(state.near.face_up), len(state.distant.face_up)) == (3, 3)
    else:
        assert sum(count for _, count in state.players[0].hand) == 1


def test_the_academy_populates():
    state = played(alone("pirates", goods={"food": 1, "raze": 1}), "use_location slot=3")
    assert state.players[0].workers == 6


# --- the barbarians -------------------------------------------------------------------------------------------------


def test_ruling_31_cards_that_gain_raze_and_workers_begin_in_the_empire():
    state = played(after_chance(begun(1, scenario="barbarians").state), "choose_clan clan=ulaf")
    state = after_chance(state)
    state = after_chance(after(state, legal(state)[0]))
    found = {action.card for action in legal(state, "take_card")}
    assert found <= {"axe_yard", "iron_hill"}
    state = after(state, legal(state)[0])
    assert len(state.players[0].empire) == 4
    assert "take_card.meant" in refusals(state, "take_card card=watchtower")
    assert question(played(state, "decline")) != "starting_card"


def test_ruling_32_without_an_action_location_no_invader_comes():
    state = eventful("barbarians", 5)
    assert has(state, "raze") == 2
    assert not any(s.invaded for s in state.players[0].empire)


@rule("use_location.tribute")
@pytest.mark.parametrize(
    ("goods", "refused"), [({}, True), ({"food": 1}, False), ({"raze": 1}, False), ({"wood": 1}, True)]
)
def test_an_invaded_location_wants_tribute(goods, refused):
    state = update_site(alone("barbarians", empire=("axe_yard",), goods=goods), 0, 3, invaded=True)
    assert ("use_location.tribute" in refusals(state, "use_location slot=3")) is refused


def test_an_attack_on_the_invaders_scores_two_points():
    state = update_site(alone("barbarians", empire=("axe_yard",), goods={"raze": 1, "food": 1}), 0, 3, invaded=True)
    state = played(state, "use_location slot=3", "choose option=attack")
    assert (points(state), has(state, "food"), has(state, "raze")) == (2, 1, 1)


def test_an_invasion_marks_one_location_each():
    state = eventful("barbarians", 3, empire=("axe_yard", "fishing_boats"))
    state = played(state, f"pick_card slot={slot_of(state, 'fishing_boats')}")
    assert [s.card for s in state.players[0].empire if s.invaded] == ["fishing_boats"]
    assert (has(state, "raze"), state.players[0].workers) == (1, 6)


@rule("ruling.temporary")
def test_ruling_33_mercenaries_leave_in_the_clean_up_but_not_after_the_last_round():
    state = eventful("barbarians", 1)
    assert state.players[0].workers == 7
    left = settled_but_event(played(state, "pass_round"))
    assert left.players[0].workers == 5
    last = played(replace(with_player(state, 0, goods=(("raze", 9),)), round=4), "pass_round")
    assert cited(last)["score.pairs"] == 14


def test_ruling_33_mercenaries_leave_from_the_clan_tile_too():
    state = with_player(eventful("barbarians", 1), 0, workers=1, spent_workers=6)
    assert settled_but_event(played(state, "pass_round")).players[0].workers == 5


@rule("score.pairs")
@pytest.mark.parametrize(("raze", "pairs"), [(0, 0), (2, 4), (9, 10)])
def test_a_worker_and_a_raze_token_are_two_points(raze, pairs):
    state = alone("barbarians", goods={"raze": raze} if raze else {}, workers=3, spent_workers=2)
    state = played(replace(state, round=4), "pass_round")
    assert cited(state).get("score.pairs", 0) == pairs


# --- lost icons -----------------------------------------------------------------------------------------------------


def test_a_lost_icon_may_be_read_otherwise_by_option():
    match = begun(1, scenario="winter", slots=(("winter_stock", "wood"),))
    assert has(played(after_chance(match.state), "choose_clan clan=panuk"), "wood") == 4


@pytest.mark.parametrize(
    "slots",
    [
        (("winter_stock", "gold"),),
        (("nothing", "food"),),
        (("outpost_cover", "wood"),),
        (("winter_trade_gain", "vp"), ("winter_stock", "wood")),
    ],
)
def test_a_reading_that_there_is_not_is_refused_at_set_up(slots):
    with pytest.raises(ValueError, match="slot"):
        begun(1, scenario="winter", slots=slots)


def test_a_larger_table_has_no_slots():
    with pytest.raises(ValueError, match="slots"):
        begun(2, slots=(("winter_stock", "wood"),))


@pytest.mark.parametrize("slot", [row.id for row in PACKS.get(PACKS.resolve_id(None)).pack.slots])
def test_every_reading_of_every_slot_can_be_played(slot):
    row = next(row for row in PACKS.get(PACKS.resolve_id(None)).pack.slots if row.id == slot)
    for value in row.values:
        match = new_match(
            GAME,
            seats=1,
            options=GAME.options_type(scenario=row.scenario or "winter", slots=((slot, value),)),
            chance=Chance("seeded", slot),
        )
        match = play_chance(GAME, match).match
        for _ in range(60):
            if (turn := GAME.turn(match.state)) is None:
                break
            actions = engine.legal_actions(GAME, match.state)
            match = play_chance(GAME, play_move(GAME, match, turn.seat, actions[match.ply % len(actions)]).match).match
            assert not list(GAME.audit(match.state))


def test_the_scenario_speaks_of_its_pawns_and_tiles():
    state = alone("winter", pawns=("sail",))
    assert state.players[0].pawns == (Pawn("sail", exhausted=False),)
    assert take(state, 0, "axe_yard")[1] == 4
