"""Effects that cards have in common."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.content.cards import effect
from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn
from referee_service.kernel.engine import visible_action
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import after_chance, given, legal, play, question, refusals, site, supply_of
from tests.games.rules import rule


def test_gaining_a_resource_of_choice():
    state = play(given("nanurjuk", empire=("river_trade",)), "use_location slot=3", "choose_resource resource=fish")
    assert supply_of(state, "fish") == 1


@rule("take_card.meant")
@pytest.mark.parametrize(("card", "refused"), [("penguin_colony", False), ("gathering", True), ("ice_hole", True)])
def test_searching_takes_a_matching_card_of_the_deck_in_secret(card, refused):
    state = play(given("panuk", hand=("gathering",)), "place_pawn tile=explore", "play_boost card=gathering")
    assert question(state) == "search"
    assert ("take_card.meant" in refusals(state, f"take_card card={card}")) is refused
    action = legal(state, "take_card")[0]
    assert visible_action(GAME, state, action, 1) is None
    assert refusals(state, "decline") == set()


def test_taking_a_card_back_from_the_discard_pile():
    state = given("nanurjuk", hand=("trackers",), goods={"wood": 2}, discard=("cairn", "kinfolk"))
    state = play(state, "build card=trackers", "take_card card=cairn")
    assert dict(state.players[0].hand) == {"cairn": 1}


def test_drawing_by_a_bonus():
    state = given(queue=((0, "raze"),), near=("mapmaker_rock",))
    state = play(state, "pass_round", "pass_round", "land pile=near island=mapmaker_rock", "take_island conquer=true")
    assert sum(count for _, count in after_chance(state).players[0].hand) == 1


@rule("choose_number.most")
@pytest.mark.parametrize(("number", "refused"), [(0, False), (2, False), (3, True)])
def test_up_to_two_workers_are_recovered(number, refused):
    state = given(empire=("orchard_isle",), goods={"food": 1}, workers=2, spent_workers=3)
    state = play(state, "use_location slot=3")
    assert ("choose_number.most" in refusals(state, f"choose_number number={number}")) is refused
    assert play(state, "choose_number number=2").players[0].spent_workers == 1


def test_one_worker_is_recovered_without_a_question():
    state = given("heidel", empire=("small_brewery",), goods={"food": 1}, workers=4, spent_workers=1)
    assert play(state, "use_location slot=3").players[0].workers == 5


def test_refreshing_one_of_several_cards():
    state = given("heidel", empire=("cooper", "small_brewery"), hand=("second_round",))
    state = update_site(update_site(state, 0, 3, exhausted=True), 0, 4, exhausted=True)
    state = play(state, "place_pawn tile=populate", "play_boost card=second_round", "pick_card slot=4")
    assert [site(state, card).exhausted for card in ("cooper", "small_brewery")] == [True, False]


def test_refreshing_up_to_two_may_stop_before():
    state = given("heidel", empire=("long_table", "cooper", "small_brewery"))
    state = update_site(update_site(state, 0, 4, exhausted=True), 0, 5, exhausted=True)
    state = play(state, "use_location slot=3", "pick_card slot=4", "go_on")
    assert site(state, "small_brewery").exhausted


@rule("refresh_pawn.exhausted")
@pytest.mark.parametrize(("tile", "refused"), [("sail", False), ("explore", True)])
def test_the_night_watch_refreshes_a_pawn(tile, refused):
    state = given("heidel", empire=("night_watch",), pawns=("-sail", "-harvest"))
    state = play(state, "use_location slot=3")
    assert ("refresh_pawn.exhausted" in refusals(state, f"refresh_pawn tile={tile}")) is refused
    assert Pawn("sail", exhausted=False) in play(state, "refresh_pawn tile=sail").players[0].pawns


def test_every_effect_that_there_is_stands_on_some_row_of_the_pack():
    text = repr(PACKS.get(PACKS.resolve_id(None)).pack)
    assert [name for name in effect.named if f"'{name}': " not in text] == []


def test_a_discarded_pile_is_taken_over_when_the_deck_runs_out():
    state = with_player(given(discard=("valkyrie",)), 0, deck=())
    state = after_chance(play(state, "place_pawn tile=explore"))
    assert dict(state.players[0].hand) == {"valkyrie": 1}
    assert state.players[0].discard == ()
