"""Solo games: rounds, events, tile costs, the threshold, and readings of lost icons.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    after_event,
    after_last_round,
    before_event,
    event_position,
    events_of,
    legal,
    new_game,
    next_lookout,
    play,
    points,
    points_by_rule,
    position,
    possible,
    question,
    refusals,
    solo_position,
    supply_of,
    take,
    use,
    with_points,
    with_site,
)
from tests.games.rules import rule


@rule("ruling.solo_rounds")
@pytest.mark.parametrize(("number", "made", "over"), [(3, 25, False), (3, 60, False), (4, 0, True)])
def test_ruling_24_four_rounds_are_played_whatever_the_points(number, made, over):
    state = play(replace(with_points(solo_position("winter"), made), round=number), "pass_round")
    assert (state.stage == "over") is over


@pytest.mark.parametrize(("made", "event"), [(0, "threshold_missed"), (60, "threshold_reached")])
def test_the_threshold_decides(made, event):
    state = replace(with_points(solo_position("outpost"), made), round=4)
    assert event in [each.kind for each in events_of(state, legal(state, "pass_round")[0])]


@rule("ruling.solo_tiles")
def test_ruling_27_only_the_last_tiles_of_pawns_turn_to_the_solo_side():
    state = solo_position(
        "winter", pawns=("-explore",), solo=replace(solo_position("winter").solo, solo_side_tiles=("sail",))
    )
    state = before_event(play(state, "pass_round"))
    assert state.solo.solo_side_tiles == ("explore",)
    white = before_event(play(solo_position("winter"), "pass_round"))
    assert white.solo.solo_side_tiles == ()


@rule("place_pawn.price")
@pytest.mark.parametrize(("goods", "refused"), [({}, True), ({"food": 1}, False), ({"gold": 1}, False)])
def test_the_solo_side_of_a_tile_costs_food_at_once(goods, refused):
    state = solo_position("winter", goods=goods)
    state = replace(state, solo=replace(state.solo, solo_side_tiles=("populate",)))
    assert ("place_pawn.price" in refusals(state, "place_pawn tile=populate")) is refused
    assert refusals(state, "place_pawn tile=explore") == set()


def test_moving_to_the_solo_side_costs_two_food():
    state = solo_position("winter", goods={"food": 2}, pawns=("explore",))
    state = replace(state, solo=replace(state.solo, solo_side_tiles=("populate",)))
    assert supply_of(play(state, "move_pawn start=explore tile=populate"), "food") == 0


def test_the_scenarios_location_counts_no_point_and_is_never_counted():
    state = play(replace(solo_position("winter", goods={"food": 9}), round=4), "pass_round")
    assert points_by_rule(state)["score.cards"] == 3


@rule("score.penalty")
def test_ruling_26_an_unpaid_event_costs_two_points_but_a_score_never_falls_below_zero():
    rich = after_event(with_points(solo_position("barbarians"), 5), 4)
    assert points(rich) == 5
    poor = after_event(with_points(solo_position("barbarians", workers=0), 5), 4)
    assert points_by_rule(poor) == {"score.action": 5, "score.penalty": -2}
    bare = after_event(solo_position("barbarians", workers=0), 4)
    assert points(bare) == 0


def test_ruling_26_there_is_no_part_payment():
    state = after_event(with_points(solo_position("barbarians", goods={"wood": 1}), 5), 2)
    assert (supply_of(state, "wood"), points(state)) == (1, 3)


def test_ruling_25_banks_pay_before_the_event():
    state = solo_position("barbarians", "mackinnon", empire=("gold_vault",))
    state = before_event(play(update_site(state, 0, 3, goods=(("gold", 2),)), "pass_round"))
    assert points(state) == 2


@rule("score.event")
def test_points_of_an_event():
    state = event_position("winter", 2, goods={"food": 1})
    assert points_by_rule(state) == {}
    assert points_by_rule(play(state, "accept")) == {"score.event": 2}
    assert points_by_rule(play(state, "decline")) == {}


def test_an_offer_that_cannot_be_paid_is_not_made():
    assert question(event_position("winter", 2)) == "main"


@rule("accept.price")
def test_only_an_affordable_offer_is_accepted():
    state = event_position("pirates", 1, empire=("axe_yard", "fishing_boats"), workers=1)
    assert question(state) == "guard"
    assert refusals(state, "accept") == {"accept.price"}
    assert refusals(play(state, "pick_card slot=4"), "accept") == set()


def test_a_lost_icon_has_another_reading_by_option():
    match = new_game(1, scenario="winter", slots=(("winter_stock", "wood"),))
    assert supply_of(play(after_chance(match.state), "choose_clan clan=panuk"), "wood") == 4


@pytest.mark.parametrize(
    "slots",
    [
        (("winter_stock", "gold"),),
        (("nothing", "food"),),
        (("outpost_cover", "wood"),),
        (("winter_trade_gain", "vp"), ("winter_stock", "wood")),
    ],
)
def test_an_unknown_reading_is_refused_at_set_up(slots):
    with pytest.raises(ValueError, match="slot"):
        new_game(1, scenario="winter", slots=slots)


def test_a_larger_table_has_no_slots():
    with pytest.raises(ValueError, match="slots"):
        new_game(2, slots=(("winter_stock", "wood"),))


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


def test_the_text_view_shows_the_scenario_its_pawns_and_tiles():
    state = solo_position("winter", pawns=("sail",))
    assert state.players[0].pawns == (Pawn("sail", exhausted=False),)
    assert take(state, 0, "axe_yard")[1] == 4


def on_solo_side(state, *tiles: str):
    """Return the position with these tiles on their solo side."""
    return possible(replace(state, solo=replace(state.solo, solo_side_tiles=tuple(sorted(tiles)))))


def test_the_event_is_unknown_while_cards_are_chosen():
    """Ruling 25: it is drawn after the lookout and the banks; any of the five, also the last one again."""
    state = solo_position("winter")
    state = after_chance(play(state, "pass_round"))
    assert (question(state), state.solo.event) == ("keep", "")
    state = next_lookout(solo_position("winter", "mackinnon", empire=("granary",)))
    assert {action.event[-1] for action, _ in engine.outcomes(GAME, state)} == set("12345")


def test_banks_pay_before_the_event_is_known():
    """Ruling 25."""
    state = with_site(solo_position("winter", "mackinnon", empire=("granary",)), "granary", goods=(("food", 2),))
    assert points(next_lookout(state)) == 2


@pytest.mark.parametrize(
    ("goods", "made", "left"),
    [({"food": 1}, 5, 5), ({"gold": 2}, 5, 5), ({"fish": 3}, 5, 3), ({}, 5, 3), ({}, 1, 0), ({}, 0, 0)],
)
def test_an_event_is_paid_if_possible_and_costs_points_otherwise(goods, made, left):
    """Ruling 26: gold can pay, so it must; a score never falls below 0."""
    state = after_event(with_points(solo_position("winter", goods=goods), made), 1)
    if question(state) == "payment":
        assert refusals(state, "decline") == {"referee.verb"}
        state = play(state, "pay_cheapest")
    assert (question(state), points(state)) == ("main", left)
    assert sum(n for _, n in state.players[0].goods) == sum(goods.values()) - (left == 5)


def test_only_tiles_with_a_pawn_at_the_end_turn_to_the_solo_side():
    """Ruling 27: a tile that a pawn left is white; an empty tile turns back to white."""
    state = on_solo_side(solo_position("winter", goods={"food": 1}), "explore")
    state = play(state, "place_pawn tile=harvest", "harvest slot=0")
    state = play(state, "move_pawn start=harvest tile=sail", "place_pawn tile=populate")
    state = play(state, "pass_round", "land pile=near island=herring_bank")
    assert state.solo.solo_side_tiles == ("populate", "sail")


def test_a_tile_turns_to_its_solo_side_if_a_card_moved_the_pawn_there():
    """Ruling 27."""
    state = solo_position("winter", "heidel", hand=("drinking_competition",))
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = play(state, "shift_pawn start=harvest exhausted=false tile=explore", "harvest slot=0")
    assert next_lookout(state).solo.solo_side_tiles == ("explore",)


@pytest.mark.parametrize(
    ("pawns", "action", "goods", "refused"),
    [
        ((), "place_pawn tile=populate", {}, {"place_pawn.price"}),
        ((), "place_pawn tile=populate", {"gold": 1}, set()),
        ((), "place_pawn tile=sail", {}, set()),
        (("explore",), "move_pawn start=explore tile=populate", {"food": 1}, {"move_pawn.price"}),
        (("explore",), "move_pawn start=explore tile=populate", {"food": 1, "gold": 1}, set()),
        (("explore",), "move_pawn start=explore tile=sail", {"food": 1}, set()),
    ],
)
def test_the_solo_side_of_a_tile_has_a_cost(pawns, action, goods, refused):
    """One food to place, two to move there."""
    assert refusals(on_solo_side(solo_position("winter", pawns=pawns, goods=goods), "populate"), action) == refused


def test_the_solo_side_of_a_tile_costs_workers_by_option():
    """A worker goes to the clan tile; gold replaces only the food."""
    slots = (("solo_tiles", "worker"),)
    state = on_solo_side(solo_position("winter", pawns=("explore",), goods={"gold": 1}, slots=slots), "populate")
    placed = play(state, "place_pawn tile=populate")
    assert (placed.active_player.workers, placed.active_player.spent_workers, supply_of(placed, "gold")) == (5, 1, 1)
    moved = play(state, "move_pawn start=explore tile=populate")
    assert (moved.active_player.spent_workers, supply_of(moved, "gold")) == (1, 0)
    tired = possible(with_player(state, 0, workers=0, spent_workers=5))
    assert refusals(tired, "place_pawn tile=populate") == {"place_pawn.price"}


def test_an_action_in_capitals_has_no_tile_cost():
    """There is no pawn, so no tile is turned either."""
    state = on_solo_side(solo_position("winter", empire=("smokehouse_bay",)), "harvest")
    state = play(state, use(state, "smokehouse_bay"))
    assert (question(state), state.active_player.spent_workers) == ("harvest", 1)
    assert next_lookout(play(state, "harvest slot=0")).solo.solo_side_tiles == ()


@pytest.mark.parametrize(("made", "won"), [(26, False), (27, True)])
def test_the_threshold_is_reached_by_as_many_points(made, won):
    """Three base fields and workers fed; thirty points are enough, one less is not."""
    state = after_last_round(with_points(solo_position("winter", goods={"food": 5}), made))
    assert points(state) == made + 3
    result = GAME.result(state)
    assert (result.winners, result.ranking) == (((0,), ((0,),)) if won else ((), ((), (0,))))


def test_a_larger_table_has_no_events():
    assert position().solo is None
    assert refusals(position(workers=5), "trade") == {"trade.offered"}
