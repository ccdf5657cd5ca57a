"""Set-up by player count, the draft of start tiles, and how they are laid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.draw_start import DrawStart
from referee_service.games.dice_settlers.actions.draw_technology import DrawTechnology
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.take_start import TakeStart
from referee_service.games.dice_settlers.state import points_remaining, sides_of
from referee_service.kernel import engine
from referee_service.kernel.bags import size_of
from tests.games.dice_settlers.positions import (
    GAME,
    TABLES,
    after,
    after_chance,
    begun,
    legal,
    opening,
    question,
    refusals,
)
from tests.games.rules import rule


@pytest.mark.parametrize(("seats", "tiles", "points"), [(1, 19, 30), (2, 19, 30), (3, 27, 39), (4, 33, 48)])
def test_tiles_and_points_by_the_number_of_players(seats, tiles, points):
    state = begun(seats).state
    assert (size_of(state.deck), points_remaining(state)) == (tiles, points)


@pytest.mark.parametrize(
    ("seats", "supply"),
    [
        (1, {"green": 5, "yellow": 5, "orange": 5, "brown": 5, "grey": 5}),
        (2, {"green": 5, "yellow": 5, "orange": 5, "brown": 5, "grey": 5}),
        (3, {"green": 5, "yellow": 5, "orange": 6, "brown": 6, "grey": 6}),
        (4, {"green": 5, "yellow": 5, "orange": 7, "brown": 7, "grey": 7}),
    ],
)
def test_dice_in_the_supply_after_two_one_or_none_of_each_colour_were_boxed(seats, supply):
    assert dict(begun(seats).state.supply) == supply


def test_everybody_begins_with_five_dice_and_six_tents():
    for player in begun(4).state.players:
        assert dict(player.bag) == {"white": 3, "green": 1, "yellow": 1}
        assert (player.tents, player.quota) == (6, 3)


def test_first_player_must_be_a_seat():
    with pytest.raises(ValueError, match="first_player"):
        begun(2, first_player=2)


def test_the_first_player_is_drawn_by_lot_unless_named():
    assert question(begun(3, first_player=None).state) == "pick_starter"
    assert begun(3, first_player=2).state.first_side == 2


def test_three_seen_one_kept_two_passed_on_and_one_drawn():
    state = begun(3).state
    for tile in ("tile_01", "tile_02", "tile_03"):
        state = after(state, DrawStart(tile))
    assert (question(state), state.start_offer) == ("take_start", ("tile_01", "tile_02", "tile_03"))
    state = after(state, TakeStart("tile_02"), DrawStart("tile_07"))
    assert (GAME.turn(state).seat, state.start_offer) == (1, ("tile_01", "tile_03", "tile_07"))
    state = after(state, TakeStart("tile_07"), DrawStart("tile_05"), TakeStart("tile_01"))
    assert (state.start_tiles, state.start_offer, state.start_deck) == (("tile_02", "tile_07", "tile_01"), (), ())


@rule("take_start.offer")
def test_only_tiles_on_offer_are_kept():
    state = after_chance(begun(2).state)
    absent = next(tile for tile in TABLES.tiles if tile not in state.start_offer)
    assert refusals(state, TakeStart(absent)) == {"take_start.offer"}
    assert not refusals(state, TakeStart(state.start_offer[0]))


@rule("ruling.open_bags")
def test_bags_decks_and_the_draft_are_seen_by_everybody():
    """The first player gets the tiles face up, and what went into a bag was seen: nothing is hidden from anyone."""
    state = after_chance(begun(2).state)
    assert GAME.view(state, 1) == GAME.view(state, None) == state
    assert GAME.view(opening(), 1).players[0].bag == opening().players[0].bag
    assert GAME.view(replace(state, start_offer=()), 1) != state


def laid(seats: int):
    """A game when the first start tile lies and the second is to be laid."""
    state = after_chance(begun(seats).state)
    while question(state) == "take_start":
        state = after_chance(after(state, TakeStart(state.start_offer[0])))
    return state


@rule("place_tile.start")
def test_the_third_and_fourth_start_tiles_touch_two():
    state = laid(4)
    assert len(state.map) == 1
    assert len(legal(state)) == 6
    state = after(state, PlaceTile(1, 0))
    assert [(action.q, action.r) for action in legal(state)] == [(0, 1), (1, -1)]
    assert refusals(state, PlaceTile(2, 0)) == {"place_tile.start"}
    state = after(state, PlaceTile(0, 1))
    assert len(legal(state)) == 3
    assert not refusals(state, PlaceTile(1, 1))


def test_ruling_tile_7_and_the_bonuses_that_come_when_all_tiles_lie():
    """The house stands in place of a tent. Ruling start_bonus_die: the dice come from what is left after the boxing."""
    state = begun(2).state
    for tile in ("tile_01", "tile_07", "tile_03"):
        state = after(state, DrawStart(tile))
    state = after(state, TakeStart("tile_07"), DrawStart("tile_05"), TakeStart("tile_01"))
    assert not any(place.tents[0] for place in state.map)
    state = after(state, PlaceTile(1, 0))
    first, second = state.players
    assert (state.map[0].house, state.map[0].tents, first.tents) == (0, (0, 0), 6)
    assert (state.map[1].tents, second.tents, dict(second.tokens)) == ((0, 1), 5, {"food": 1})
    assert (dict(second.spent), dict(state.supply)["yellow"]) == ({"yellow": 1}, 4)


@pytest.mark.parametrize("name", ["nowhere", "warriors", "expansion", "peace"])
def test_a_predefined_table_lies_there_from_the_start(name):
    assert begun(2, technologies=name).state.technologies == TABLES.sets[name]


@pytest.mark.parametrize("seats", [2, 4])
def test_technologies_at_random_come_type_by_type(seats):
    state = begun(seats, technologies="random", explosive=True).state
    chronicle = set()
    while question(state) == "draw_technologies":
        chronicle.update(action.technology for action, _ in engine.outcomes(GAME, state))
        state = after(state, legal(state)[0])
    seals = [TABLES.technologies[name].row.seal for name in state.technologies]
    assert seals == ["I", "II", "II", "III", "III", "IV", "IV", "V", "V", "explosive"]
    assert ("chronicle" in chronicle) is (seats == 4)


def test_a_technology_is_drawn_once():
    state = after(begun(2, technologies="random").state, DrawTechnology("stability"), DrawTechnology("walls"))
    assert refusals(state, DrawTechnology("walls")) == {"referee.chance"}


def test_the_explosive_one_is_the_tenth():
    state = begun(3, explosive=True).state
    assert len(after(state, legal(state)[0]).technologies) == 10
    assert len(begun(3).state.technologies) == 9


def test_alone_the_bot_is_the_second_side():
    state = begun(1).state
    assert sides_of(state) == 2
    assert (state.bot.tents, state.bot.marker) == (6, 0)
    assert [side.token for side in state.bot.edges] == ["", "gold", "", "", "", ""]
    assert begun(1, bot_tents=8).state.bot.tents == 8


def test_the_bot_draws_its_start_tile_after_the_player_and_gets_no_bonus():
    state = begun(1).state
    for tile in ("tile_01", "tile_03", "tile_05"):
        state = after(state, DrawStart(tile))
    state = after(state, TakeStart("tile_03"), DrawStart("tile_07"))
    assert [action.tile for action, _ in engine.outcomes(GAME, state)] == ["tile_01", "tile_05", "tile_07"]
    state = after(state, next(a for a, _ in engine.outcomes(GAME, state) if a.tile == "tile_07"))
    while question(state) == "queue_dice":
        state = after(state, legal(state)[0])
    assert sorted(state.bot.dice_queue) == ["green", "white", "white", "white", "yellow"]
    assert (state.map[1].tile, state.map[1].tents, state.map[1].house) == ("tile_07", (0, 1), -1)
    assert state.bot.tents == 5
