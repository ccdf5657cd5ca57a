"""Set-up, rounds and their ends, the end of the game, and the solo game."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.actions.end_turn import EndTurn
from referee_service.games.settlement.actions.hunt import Hunt
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.common_board import EMPTY_SLOT
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.decisions.supply import DrawArtefact, DrawBuilding, DrawHero
from referee_service.games.settlement.state import SettlementOptions, Slot
from referee_service.kernel.bags import size_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match
from referee_service.kernel.tuples import with_player
from tests.contract.playthroughs import misjudged, wide_offers
from tests.games.settlement.positions import (
    RED_ROW,
    TABLES,
    after,
    after_chance,
    after_pass,
    draft,
    given,
    legal,
    opening,
    question,
    random_game,
)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_first_state_has_all_starting_pieces(seats):
    state = draft(seats)
    assert [size_of(state.supply.terrains(level)) for level in (1, 2, 3)] == [12, 12, 12]
    assert [slot.count for slot in state.market] == [1] * 9
    assert size_of(state.supply.buildings) == 27
    assert all(state.hero_row)
    assert size_of(state.supply.heroes) == 44
    assert len(state.artefacts) == seats + 3
    for player in state.players:
        assert player.reserve == (("clay", 1), ("stone", 1), ("wood", 1))
        assert (player.villagers, player.bonus_villagers) == (6, 0)


@pytest.mark.parametrize(("first", "order"), [(0, [3, 2, 1, 0]), (2, [1, 0, 3, 2])])
def test_artefacts_are_chosen_from_the_last_player_backwards(first, order):
    state, seats = draft(4, first), []
    while question(state) == "take_artefact":
        seats.append(GAME.turn(state).seat)
        state = after(state, legal(state)[0])
    assert seats == order
    assert (state.active_seat, state.round) == (first, 1)


def test_the_first_player_is_drawn_at_random():
    state = new_match(GAME, seats=3, options=None, chance=Chance("table", "")).state
    while question(state) != "pick_starter":
        state = after(state, legal(state)[0])
    assert len(legal(state)) == 3
    assert after(state, legal(state)[1]).first_seat == 1


def test_an_unknown_first_player_is_refused():
    with pytest.raises(ValueError, match="seats 0 to 1"):
        new_match(GAME, seats=2, options=SettlementOptions(first_player=2), chance=Chance("table", ""))


def test_gifts_come_in_the_draft_as_well():
    state = replace(draft(), artefacts=("cup_of_cheer", "magic_purse"))
    assert dict(after(state, TakeArtefact("magic_purse")).players[1].reserve)["gold"] == 1


def test_the_first_to_pass_begins_and_the_others_follow_clockwise():
    state = replace(opening(4), active_seat=2)
    for _ in range(4):
        state = after_pass(state)
    assert (state.round, state.first_seat, state.active_seat, state.next_first_seat) == (2, 2, 2, None)
    state = after(replace(state, has_acted=True), EndTurn())
    assert state.active_seat == 3


def test_at_the_end_of_a_round_the_rightmost_hero_leaves():
    state = given(seats=1, artefacts=("cup_of_cheer", "magic_purse", "diamond_ring"), artefact="sacred_clock")
    state = after(state, PassRound(), TakeArtefact("cup_of_cheer"))
    state = after(state, DrawArtefact(state.supply.artefacts[0][0]))
    assert state.hero_row == ("", *RED_ROW[:3])
    assert (RED_ROW[3], 1) in state.supply.removed
    assert question(state) == "fill_row"


def test_equal_buildings_are_grouped_once_and_new_twins_wait():
    market = ["tavern", "bank", "tavern", "quarry", ("bank", 2), "sawmill", "bazaar", "warehouse", "clay_pit"]
    state = given(seats=1, market=market, artefacts=("cup_of_cheer", "magic_purse", "helpful_chest"))
    state = after(state, PassRound(), TakeArtefact("cup_of_cheer"))
    state = after(state, DrawArtefact(state.supply.artefacts[0][0]), DrawHero(state.supply.heroes[0][0]))
    assert state.market[:5] == (Slot("tavern", 2), Slot("bank", 3), EMPTY_SLOT, Slot("quarry", 1), EMPTY_SLOT)
    state = after(state, DrawBuilding("tavern"), DrawBuilding("quarry"))
    assert (state.market[2], state.market[4]) == (Slot("tavern", 1), Slot("quarry", 1))
    assert (question(state), state.round) == ("main", 2)


def test_empty_piles_leave_holes():
    state = given(seats=1, market=["tavern", "tavern"], artefacts=("cup_of_cheer", "magic_purse", "helpful_chest"))
    state = replace(state, supply=replace(state.supply, buildings=()))
    state = after_chance(after(state, PassRound(), TakeArtefact("cup_of_cheer")))
    assert state.market == (Slot("tavern", 2), *[EMPTY_SLOT] * 8)


def test_without_a_hero_deck_the_row_stays_short_and_slides_on():
    state = given(seats=1, artefacts=("cup_of_cheer", "magic_purse", "helpful_chest"))
    state = replace(state, supply=replace(state.supply, heroes=()))
    state = after_chance(after(state, PassRound(), TakeArtefact("cup_of_cheer")))
    assert state.hero_row == ("", *RED_ROW[:3])


def test_after_the_last_round_market_and_row_stay_as_they_are():
    state = given(seats=1, round=6)
    state = after(state, PassRound())
    assert (GAME.turn(state), state.hero_row, state.round) == (None, RED_ROW, 6)


def test_in_a_solo_game_the_used_artefact_leaves_and_another_is_turned_up():
    state = draft(1)
    assert len(state.artefacts) == 4
    state = with_player(after(state, legal(state)[0]), 0, reserve=())
    assert len(state.artefacts) == 3
    seen = {state.active_player.artefact, *state.artefacts}
    for number in range(1, 6):
        old = state.active_player.artefact
        state = after(state, PassRound())
        assert len(legal(state)) == 3
        state = after(state, legal(state)[0])
        assert question(state) == "reveal_artefacts"
        assert (old, 1) in state.supply.removed
        state = after_chance(state)
        assert state.round == number + 1
        seen |= set(state.artefacts)
    assert len(seen) == 9
    state = after(state, PassRound())
    while GAME.turn(state) is not None:
        state = after(state, legal(state)[-1])
    assert GAME.result(state).winners == (0,)


def test_a_hunted_monster_may_come_again():
    assert [row.id for row in TABLES.pack.monsters] == ["green", "yellow", "blue", "red"]
    state = given(land={0: "wood_1_green"}, monsters=(0,), hero_row=("artisan_02", *RED_ROW[1:]), seats=1)
    state = after(state, Hunt(0, 0), EndTurn(), ActivateRegion(1, 0))
    assert state.active_player.monsters == (0,)


def test_a_villager_count_is_back_to_six_in_every_round():
    state = after_pass(with_player(opening(1), 0, villagers=0))
    assert (state.active_player.villagers, state.round) == (6, 2)


def test_activating_a_region_builds_no_fortification():
    state = after(given(land={0: "wood_1_green"}), ActivateRegion(1, 0))
    assert state.active_player.fortifications == ()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_legal_actions_are_complete_and_correct_in_long_games(seats):
    rng = random.Random(seats)
    for state in rng.sample(random_game(seats, seed=10 + seats)[:-1], 25):
        for verb in GAME.turn(state).verbs:
            offers = [*wide_offers(GAME, state, GAME.verbs[verb], rng), *legal(state, verb)]
            assert not misjudged(GAME, state, offers)
