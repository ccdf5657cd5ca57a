"""Set-up: supplies by player count, the draft of start tiles, and technologies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.decisions.setup import (
    DrawStart,
    DrawTechnology,
    TakeStart,
    draw_technology_outcomes,
)
from referee_service.games.dice_settlers.map_tiles import quota_of
from referee_service.games.dice_settlers.state import points_remaining, sides_of
from referee_service.kernel import engine
from referee_service.kernel.bags import size_of
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.full_positions import (
    after_lines,
    legal_lines,
    possible,
    refused_rules,
    seat_to_move,
    tents_and_house,
    tile_id,
)
from tests.games.dice_settlers.positions import (
    GAME,
    TABLES,
    after,
    after_chance,
    dice_match,
    legal,
    opening,
    question,
    refusals,
)
from tests.games.rules import rule


@pytest.mark.parametrize(("seats", "tiles", "points"), [(1, 19, 30), (2, 19, 30), (3, 27, 39), (4, 33, 48)])
def test_tiles_and_points_by_the_number_of_players(seats, tiles, points):
    state = dice_match(seats).state
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
    assert dict(dice_match(seats).state.supply) == supply


def test_each_player_begins_with_five_dice_and_six_tents():
    for player in dice_match(4).state.players:
        assert dict(player.bag) == {"white": 3, "green": 1, "yellow": 1}
        assert (player.tents, player.quota) == (6, 3)


def test_first_player_must_be_a_seat():
    with pytest.raises(ValueError, match="first_player"):
        dice_match(2, first_player=2)


def test_the_first_player_is_random_unless_named():
    assert question(dice_match(3, first_player=None).state) == "pick_starter"
    assert dice_match(3, first_player=2).state.first_side == 2


def test_the_draft_offers_three_tiles_and_passes_two_on():
    state = dice_match(3).state
    for tile in ("tile_01", "tile_02", "tile_03"):
        state = after(state, DrawStart(tile))
    assert (question(state), state.start_offer) == ("take_start", ("tile_01", "tile_02", "tile_03"))
    state = after(state, TakeStart("tile_02"), DrawStart("tile_07"))
    assert (GAME.turn(state).seat, state.start_offer) == (1, ("tile_01", "tile_03", "tile_07"))
    state = after(state, TakeStart("tile_07"), DrawStart("tile_05"), TakeStart("tile_01"))
    assert (state.start_tiles, state.start_offer, state.start_deck) == (("tile_02", "tile_07", "tile_01"), (), ())


@rule("take_start.offer")
def test_only_tiles_on_offer_are_kept():
    state = after_chance(dice_match(2).state)
    absent = next(tile for tile in TABLES.tiles if tile not in state.start_offer)
    assert refusals(state, TakeStart(absent)) == {"take_start.offer"}
    assert not refusals(state, TakeStart(state.start_offer[0]))


@rule("ruling.open_bags")
def test_bags_decks_and_the_draft_are_public():
    """All seats see the offer of the draft and the contents of bags and decks."""
    state = after_chance(dice_match(2).state)
    assert GAME.view(state, 1) == GAME.view(state, None) == state
    assert GAME.view(opening(), 1).players[0].bag == opening().players[0].bag
    assert GAME.view(replace(state, start_offer=()), 1) != state


def second_start_tile(seats: int):
    """Return the position in which the second start tile is to be laid."""
    state = after_chance(dice_match(seats).state)
    while question(state) == "take_start":
        state = after_chance(after(state, TakeStart(state.start_offer[0])))
    return state


@rule("place_tile.start")
def test_the_third_and_fourth_start_tiles_touch_two():
    state = second_start_tile(4)
    assert len(state.map) == 1
    assert len(legal(state)) == 6
    state = after(state, PlaceTile(1, 0))
    assert [(action.q, action.r) for action in legal(state)] == [(0, 1), (1, -1)]
    assert refusals(state, PlaceTile(2, 0)) == {"place_tile.start"}
    state = after(state, PlaceTile(0, 1))
    assert len(legal(state)) == 3
    assert not refusals(state, PlaceTile(1, 1))


def test_ruling_tile_7_and_the_bonuses_that_come_when_all_tiles_lie():
    """The house replaces the tent. Ruling start_bonus_die: the bonus dice come from the supply after the set-up."""
    state = dice_match(2).state
    for tile in ("tile_01", "tile_07", "tile_03"):
        state = after(state, DrawStart(tile))
    state = after(state, TakeStart("tile_07"), DrawStart("tile_05"), TakeStart("tile_01"))
    assert not any(map_tile.tents[0] for map_tile in state.map)
    state = after(state, PlaceTile(1, 0))
    first, second = state.players
    assert (state.map[0].house, state.map[0].tents, first.tents) == (0, (0, 0), 6)
    assert (state.map[1].tents, second.tents, dict(second.tokens)) == ((0, 1), 5, {"food": 1})
    assert (dict(second.spent), dict(state.supply)["yellow"]) == ({"yellow": 1}, 4)


@pytest.mark.parametrize("name", ["nowhere", "warriors", "expansion", "peace"])
def test_a_predefined_table_is_complete_at_set_up(name):
    assert dice_match(2, technologies=name).state.technologies == TABLES.sets[name]


@pytest.mark.parametrize("seats", [2, 4])
def test_technologies_at_random_come_type_by_type(seats):
    state = dice_match(seats, technologies="random", explosive=True).state
    chronicle = set()
    while question(state) == "draw_technologies":
        chronicle.update(action.technology for action, _ in engine.outcomes(GAME, state))
        state = after(state, legal(state)[0])
    seals = [TABLES.technologies[name].row.seal for name in state.technologies]
    assert seals == ["I", "II", "II", "III", "III", "IV", "IV", "V", "V", "explosive"]
    assert ("chronicle" in chronicle) is (seats == 4)


def test_a_technology_is_drawn_once():
    state = after(dice_match(2, technologies="random").state, DrawTechnology("stability"), DrawTechnology("walls"))
    assert refusals(state, DrawTechnology("walls")) == {"referee.chance"}


def test_the_explosive_one_is_the_tenth():
    state = dice_match(3, explosive=True).state
    assert len(after(state, legal(state)[0]).technologies) == 10
    assert len(dice_match(3).state.technologies) == 9


def test_in_a_solo_game_the_printed_bot_is_the_second_side():
    state = dice_match(1).state
    assert sides_of(state) == 2
    assert (state.bot.tents, state.bot.marker) == (6, 0)
    assert [side.token for side in state.bot.edges] == ["", "gold", "", "", "", ""]
    assert dice_match(1, bot_tents=8).state.bot.tents == 8


def test_the_bot_draws_its_start_tile_after_the_player_and_gets_no_bonus():
    state = dice_match(1).state
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


def after_draft(seats: int, takes: list[int], **options):
    """Return the position after the draft in which the sides took these start tiles."""
    state = dice_match(seats, **options).state
    wanted = [*takes, *(tile for tile in range(1, 8) if tile not in takes)]
    while state.stage == "draft":
        if question(state) == "deal_start":
            tile = next(tile for tile in wanted if tile_id(tile) in dict(state.start_deck))
            state = after_lines(state, f"draw_start tile={tile_id(tile)}")
        elif question(state) == "take_start":
            state = after_lines(state, f"take_start tile={tile_id(takes[seat_to_move(state)])}")
        elif question(state) == "bot_start":
            state = after_lines(state, f"bot_start tile={tile_id(takes[1])}")
        elif seat_to_move(state) == CHANCE:
            state = after_lines(state, legal_lines(state, "queue_die")[0])
        else:
            state = after_lines(state, legal_lines(state, "place_tile")[0])
    return state


@pytest.mark.parametrize(
    ("seats", "points", "each", "tiles"),
    [
        (1, 30, (5, 5, 5, 5, 5), range(8, 27)),
        (2, 30, (5, 5, 5, 5, 5), range(8, 27)),
        (3, 39, (5, 5, 6, 6, 6), range(8, 35)),
        (4, 48, (5, 5, 7, 7, 7), range(8, 41)),
    ],
)
def test_the_supplies_by_number_of_players(seats, points, each, tiles):
    """Unused white dice leave the game. Green and yellow dice are five for every number of players."""
    state = possible(dice_match(seats).state)
    assert points_remaining(state) == points
    assert dict(state.supply) == dict(zip(("green", "yellow", "orange", "brown", "grey"), each, strict=True))
    assert [tile for tile, _ in state.deck] == [tile_id(tile) for tile in tiles]


def test_a_small_table_has_six_factories_and_one_tile_with_a_symbol():
    tiles = [content(dice_match(2).state).tiles[tile] for tile, _ in dice_match(2).state.deck]
    assert [tile.id for tile in tiles if tile.row.ability == "factory"] == [tile_id(n) for n in (9, 11, 13, 16, 22, 25)]
    assert [tile.id for tile in tiles if tile.row.bonus] == [tile_id(10)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_chooses_one_of_three_start_tiles(seats):
    """Two tiles are passed on and one is drawn. The rest leaves the game."""
    state, seen = after_chance(dice_match(seats).state), set()
    for seat in range(seats):
        assert (question(state), seat_to_move(state), len(state.start_offer)) == ("take_start", seat, 3)
        seen.update(state.start_offer)
        passed = set(state.start_offer[1:])
        state = possible(after_chance(after_lines(state, f"take_start tile={state.start_offer[0]}")))
        assert seat == seats - 1 or passed < set(state.start_offer)
    assert len(seen) == seats + 2
    assert (state.start_offer, state.start_deck) == ((), ())
    assert not set(state.start_tiles) & set(dict(state.deck))


def test_only_tiles_on_offer_are_taken_and_only_in_turn():
    state = after_chance(dice_match(3).state)
    hidden = next(tile for tile, _ in state.start_deck)
    assert refused_rules(state, f"take_start tile={hidden}") == {"take_start.offer"}
    assert refused_rules(state, f"take_start tile={state.start_offer[0]}", seat=1) == {"referee.seat"}


def test_start_tiles_share_as_many_edges_as_possible():
    """The third and fourth tiles touch two tiles. No cell touches three."""
    state = after_chance(dice_match(4).state)
    while question(state) != "lay_start":
        state = after_chance(after_lines(state, legal_lines(state, "take_start")[0]))
    assert [(map_tile.q, map_tile.r) for map_tile in state.map] == [(0, 0)]
    assert len(legal(state)) == 6
    state = after_lines(state, "place_tile q=1 r=0")
    assert refused_rules(state, "place_tile q=2 r=0") == {"place_tile.start"}
    assert set(legal_lines(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=0 r=1"}
    state = after_lines(state, "place_tile q=0 r=1")
    assert set(legal_lines(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=1 r=1", "place_tile q=-1 r=1"}


def test_a_start_tile_that_gives_a_token_and_a_die():
    """The die is in the spent area, so the first draw is from five dice."""
    state = after_draft(2, [1, 2])
    player = state.players[0]
    assert (player.tents, tents_and_house(state, 1)) == (5, ((1, 0), -1))
    assert dict(player.tokens) == {"food": 1}
    assert dict(player.spent) == {"yellow": 1}
    assert (size_of(player.bag), dict(state.supply)["yellow"]) == (5, 4)
    assert question(state) == "draw_dice"


def test_the_desert_start_tile_gives_a_house_in_place_of_the_tent():
    """Ruling tile_7."""
    state = after_draft(2, [7, 2])
    assert (state.players[0].tents, tents_and_house(state, 7)) == (6, ((0, 0), 0))


def test_a_start_tile_with_control_gives_no_bonus_but_raises_the_quota():
    """Ruling placement_only."""
    state = after_draft(2, [1, 2])
    other = state.players[1]
    assert (other.tokens, other.spent, size_of(other.bag)) == ((), (), 5)
    assert (quota_of(state, 1), quota_of(state, 0)) == (4, 3)


def test_start_bonuses_come_after_all_start_tiles_lie():
    """During the draft no player has a tent on the map or a bonus."""
    state = after_chance(dice_match(3).state)
    while state.stage == "draft":
        assert all(player.tents == 6 and not player.tokens and not player.spent for player in state.players)
        assert not any(any(map_tile.tents) for map_tile in state.map)
        state = after_lines(state, *legal_lines(state, "take_start")[:1], *legal_lines(state, "place_tile")[:1])
        state = after_chance(state) if question(state) == "deal_start" else state


@pytest.mark.parametrize(("seats", "there"), [(1, False), (2, False), (3, False), (4, True)])
def test_the_chronicle_is_drawn_at_a_table_of_four_only(seats, there):
    state = dice_match(seats, technologies="random").state
    while question(state) == "draw_technologies":
        drawn = [action.technology for action, _ in draw_technology_outcomes(state)]
        assert ("chronicle" in drawn) is (there and state.pending[-1].seal == "V")
        state = after_lines(state, f"draw_technology technology={next(name for name in drawn if name != 'chronicle')}")
    assert len(state.technologies) == 9


def test_an_explosive_technology_is_the_tenth():
    assert len(after_chance(dice_match(2, technologies="random", explosive=True).state).technologies) == 10


def test_the_peaceful_set_in_a_solo_game():
    state = after_chance(dice_match(1, technologies="peace").state)
    wanted = {"wanderlust", "walls", "cartography", "versatile_explorers", "commitment", "missionaries", "double_shift"}
    assert set(state.technologies) == wanted | {"foreign_trade", "constitution"}


def test_the_bot_starts_without_a_bonus_and_with_twenty_tents():
    """Ruling solo_tents."""
    for tile in (1, 7):
        state = after_draft(1, [2, tile])
        assert tents_and_house(state, tile) == ((0, 1), -1)
        assert (state.bot.tents, state.bot.centre, dict(state.supply)["yellow"]) == (5, (), 5)


def test_the_bot_starts_with_five_dice_in_a_queue_and_gold_at_explore():
    """The centre is empty, the marker lies at recruit, the player begins."""
    state = after_draft(1, [2, 1])
    hexagon = content(state).hexagon
    assert sorted(state.bot.dice_queue) == ["green", "white", "white", "white", "yellow"]
    assert {action: side.token for action, side in zip(hexagon, state.bot.edges, strict=True) if side.token} == {
        "explore": "gold"
    }
    assert (hexagon[state.bot.marker], state.first_side, question(state)) == ("recruit", 0, "draw_dice")


def test_the_bot_with_eight_tents():
    state = after_draft(1, [2, 1], bot_tents=8)
    assert (state.bot.tents, tents_and_house(state, 1)) == (7, ((0, 1), -1))
