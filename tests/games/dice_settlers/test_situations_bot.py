"""Situations of the Bot's actions (134-157). L is a line of the rulebook; B is the Bot, H the player."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.printed_bot.hexagon import tents_in_supply
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import question
from tests.games.dice_settlers.scenes import bot_acts, may, next_seat, played, points, scene, stands, why_not
from tests.games.rules import rule

HUMAN = {24: {0: 1}}


# --- recruit --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "dice", "worth"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1), (5, 2, 2)])
def test_one_or_two_dice_and_points_beyond(force, dice, worth):
    """134, L718-726; ruling solo_recruit_2: new dice at the end of the queue."""
    state = bot_acts("recruit", force, {**HUMAN, 14: {1: 1}}, dice_queue=["green"])
    assert state.bot.dice_queue == ("green", *["white"] * force, *["brown"] * dice)
    assert points(state, 1) == worth


def test_the_colour_it_has_fewest_of_then_the_rarest():
    """135, L722-728: grey first; then grey and green are alike for the Bot, and the rarer one comes."""
    land, queue = {**HUMAN, 18: {1: 1}, 20: {1: 1}}, ["yellow", "yellow", "yellow", "green"]
    rare_grey = {"orange": 2, "brown": 2, "grey": 3, "green": 3}
    assert bot_acts("recruit", 3, land, dice_queue=queue, supply=rare_grey).bot.dice_queue[-2:] == ("grey", "grey")
    rare_green = {"orange": 2, "brown": 2, "grey": 4, "green": 1}
    assert bot_acts("recruit", 3, land, dice_queue=queue, supply=rare_green).bot.dice_queue[-2:] == ("grey", "green")


def test_among_colours_alike_the_player_picks():
    """135, L728."""
    land, queue = {**HUMAN, 18: {1: 1}, 20: {1: 1}}, ["yellow", "yellow", "yellow", "green"]
    supply = {"orange": 2, "brown": 2, "grey": 3, "green": 2}
    state = bot_acts("recruit", 3, land, dice_queue=queue, supply=supply)
    assert (question(state), next_seat(state)) == ("bot_recruit", 0)
    assert set(may(state, "choose_colour")) == {"choose_colour colour=green", "choose_colour colour=grey"}
    assert why_not(state, "choose_colour colour=brown") == {"bot.recruit"}
    assert played(state, "choose_colour colour=green").bot.dice_queue[-2:] == ("grey", "green")


def test_an_exhausted_colour_is_no_choice():
    """135 and 136: brown is out, so it takes what else it has access to, or gets points."""
    supply = {"green": 3, "grey": 2, "orange": 2}
    state = bot_acts("recruit", 1, {**HUMAN, 14: {1: 1}, 18: {1: 1}}, supply=supply)
    assert state.bot.dice_queue[-1] == "green"
    nothing = bot_acts("recruit", 3, {**HUMAN, 14: {1: 1}}, supply=supply)
    assert (nothing.bot.dice_queue, points(nothing, 1)) == (("white",) * 3, 3)


def test_one_die_where_two_were_wanted():
    """136, silent; ruling bot_one_die: one force took the die, the others are left over."""
    supply = {"green": 3, "grey": 2, "orange": 2, "brown": 1}
    state = bot_acts("recruit", 3, {**HUMAN, 14: {1: 1}}, supply=supply)
    assert (state.bot.dice_queue[-1], points(state, 1)) == ("brown", 2)


# --- explore --------------------------------------------------------------------------------------------------------


def test_the_bot_explores_with_one_force():
    """137, L734-739: one tile, a tent from the general supply, no effect of the tile, points for the rest."""
    land = {1: {0: 1}, 3: {1: 1}}
    state = bot_acts("explore", 3, land, bot_tents=2)
    assert (next_seat(state), question(state), points(state, 1)) == (CHANCE, "draw_tiles", 2)
    state = played(state, "draw_tile tile=tile_15")
    state = played(state, may(state, "place_tile")[0])
    assert (stands(state, 15), state.bot.tents, question(state)) == (((0, 1), -1), 2, "main")
    assert state.bot.dice_queue == ("white",) * 3


def test_without_tiles_all_force_is_worth_points():
    """137; ruling solo_nothing."""
    state = bot_acts("explore", 3, {1: {0: 1}, 3: {1: 1}}, deck=[])
    assert (points(state, 1), question(state)) == (3, "main")


def test_the_bot_lays_tiles_by_the_usual_rules_and_the_player_picks_among_equals():
    """138, L736; ruling solo_explore_spot: touching two tiles comes before keeping away from the player."""
    state = played(bot_acts("explore", 1, {1: {0: 1}, 3: {1: 1}}), "draw_tile tile=tile_14")
    assert (question(state), next_seat(state)) == ("place_tile", 0)
    assert set(may(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=0 r=1"}
    assert why_not(state, "place_tile q=2 r=0") == {"place_tile.spot"}


@pytest.mark.parametrize(("tents", "then"), [(1, (1, 2)), (0, (1, 1))])
def test_the_player_follows_and_the_bot_answers_by_itself(tents, then):
    """138, L740: with a tent of its own supply, if there is one."""
    state = bot_acts("explore", 1, {1: {0: 1}, 3: {1: 1}}, mine={"tents": 1}, bot_tents=tents)
    state = played(state, "draw_tile tile=tile_14", "place_tile q=0 r=1")
    assert (question(state), next_seat(state)) == ("follow", 0)
    assert stands(played(state, "add_tent"), 14)[0] == then
    assert stands(played(state, "decline"), 14)[0] == (0, 1)


@pytest.mark.parametrize(
    ("human", "spots"),
    [
        pytest.param({1: {0: 1}}, {(4, -1), (3, 1)}, id="away from tents"),
        pytest.param({1: {0: 1}, 20: {"house": 0}}, {(2, 1), (3, -1)}, id="but not beside a house, if possible"),
        pytest.param({20: {"house": 0}}, {(2, 1), (3, -1)}, id="a house alone: all are equally far"),
    ],
)
def test_far_from_tents_and_not_beside_any_presence(human, spots):
    """139, L734: beside counts tents and houses, how far counts from the nearest tent."""
    row = {24: {"at": (2, 0)}, 18: {1: 1, "at": (3, 0)}, 20: {"at": (4, 0)}}
    land = {tile: row.get(tile, {}) | human.get(tile, {}) for tile in (*row, *human)}
    state = played(bot_acts("explore", 1, land), "draw_tile tile=tile_16")
    assert set(may(state, "place_tile")) == {f"place_tile q={q} r={r}" for q, r in spots}


# --- following ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "tents", "then"),
    [
        pytest.param((0, 1), 2, (1, 1), id="beside it and with a tent"),
        pytest.param((0, 1), 0, (1, 0), id="without a tent"),
        pytest.param((2, 0), 2, (1, 0), id="not beside it"),
    ],
)
def test_the_bot_always_follows_when_it_can(cell, tents, then):
    """140, L694; ruling solo_follow: then the player may answer."""
    land = {1: {0: 1}, 18: {1: 1, "at": cell}, 25: {0: 1, "at": (-1, 0)}}
    state = scene(land, seats=1, mine={"active": ["white_explore"], "tents": 1}, bot_tents=tents)
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert stands(state, 14)[0] == then
    assert question(state) == ("defend" if then[1] else "main")


# --- settle ---------------------------------------------------------------------------------------------------------


def chosen(state):
    """Where tiles are equal for the Bot, the player chooses the first."""
    while question(state) == "bot_settle":
        state = played(state, may(state, "choose_for_bot")[0])
    return state


def test_new_ground_first_then_where_fewest_tents_are_missing():
    """141, L748-750."""
    land = {24: {1: 1, "at": (-1, 0)}, 17: {"at": (-2, 0)}, 20: {0: 1, "at": (-2, 1)}, 23: {"at": (-1, 1)}}
    one = bot_acts("settle", 1, land, bot_tents=5)
    assert [stands(one, tile)[0][1] for tile in (17, 20, 23)] == [1, 0, 0]
    two = bot_acts("settle", 2, land, bot_tents=5)
    assert [stands(two, tile)[0][1] for tile in (17, 20, 23)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("tile", "prefers"),
    [
        pytest.param(14, 18, id="nothing for the second there: not worth a tent"),
        pytest.param(24, 24, id="points for the second there: worth one"),
        pytest.param(17, 18, id="no points at all there: not worth a tent"),
    ],
)
def test_a_new_tile_with_the_players_house(tile, prefers):
    """142, L749: every terrain is known to the Bot, and tile 18 needs one tent more for a house."""
    known = {1: {1: 1}, 3: {1: 1}, 13: {1: 1}}
    land = {**known, 18: {1: 2, "at": (-1, 0)}, tile: {"house": 0, "at": (-2, 1)}}
    state = bot_acts("settle", 1, land, bot_tents=5)
    assert stands(state, prefers) == (((0, 0), 1) if prefers == 18 else ((0, 1), 0))


def test_new_ground_counts_even_beside_the_players_house():
    """143, L748: the exception is for the second priority only."""
    land = {18: {1: 2, "at": (-1, 0)}, 14: {"house": 0, "at": (-1, 1)}, 1: {1: 1}}
    state = bot_acts("settle", 1, land, bot_tents=5)
    assert stands(state, 14) == ((0, 1), 0)


@pytest.mark.parametrize(("built", "prefers"), [(4, 18), (5, 20)])
def test_without_a_house_left_no_tile_is_nearer_to_one(built, prefers):
    """144, L99 and L750: then it denies the player the sole control of tile 20."""
    houses = {tile: {"house": 1} for tile in (12, 16, 22, 13, 23)[:built]}
    more = {tile: {1: 1} for tile in (12, 16, 22, 13, 23)[built:]}
    land = {1: {1: 1}, 3: {1: 1}, **houses, **more, 18: {1: 2}, 20: {0: 2, 1: 1}}
    state = bot_acts("settle", 1, land, bot_tents=5)
    assert stands(state, prefers) == (((0, 0), 1) if prefers == 18 else ((2, 2), -1))


@pytest.mark.parametrize(
    ("own", "force", "then", "worth", "on_map"),
    [
        pytest.param(1, 2, 2, 0, 4, id="145 one placed, three fetched, one placed (L763)"),
        pytest.param(1, 3, 4, 0, 4, id="145 one placed, five fetched, one placed"),
        pytest.param(0, 4, 4, 0, 4, id="145 five fetched with all force"),
        pytest.param(0, 1, 2, 0, 4, id="145 three fetched"),
        pytest.param(2, 5, 1, 3, 16, id="146 only two to fetch (L767)"),
        pytest.param(0, 1, 1, 1, 18, id="146 two instead of three"),
        pytest.param(0, 3, 0, 3, 20, id="146 none to fetch"),
        pytest.param(5, 3, 2, 0, 1, id="tents enough"),
    ],
)
def test_the_bot_fetches_tents_when_it_has_none(own, force, then, worth, on_map):
    """L757-767; rulings solo_settle_5 and solo_tents."""
    tents = on_map // 2
    land = {1: {1: tents, 0: 20}, 3: {1: on_map - tents, 0: 20}}
    state = chosen(bot_acts("settle", force, land, bot_tents=own))
    assert (state.bot.tents, points(state, 1)) == (then, worth)
    assert tents_in_supply(state) + state.bot.tents + sum(place.tents[1] for place in state.map) == 20


def test_the_tents_of_a_house_can_be_fetched_again():
    """147, L756-759: 16 on the map and two at hand; the first makes a house, so five can be fetched."""
    land = {1: {1: 2}, 3: {1: 14, 0: 20}}
    state = bot_acts("settle", 5, land, bot_tents=2)
    assert stands(state, 1)[1] == 1
    assert (state.bot.tents, points(state, 1)) == (4, 0)


def test_who_is_nowhere_settles_nowhere():
    """148; ruling solo_nothing."""
    state = bot_acts("settle", 2, {24: {0: 1}}, bot_tents=3)
    assert (state.bot.tents, points(state, 1)) == (3, 2)


# --- raid -----------------------------------------------------------------------------------------------------------


def test_the_bot_raids_where_most_force_can_be_used():
    """149, L776-788: three tents go home, and a lead of four makes a house."""
    state = bot_acts("raid", 3, {24: {1: 1, 0: 2}, 18: {1: 1, 0: 3}}, bot_tents=5)
    assert (stands(state, 24), stands(state, 18)) == (((2, 1), -1), ((0, 1), 1))
    assert (state.players[0].tents, state.bot.tents, points(state, 1)) == (3, 2, 0)


def test_the_bot_ends_sole_control_first_and_unused_force_is_worth_points():
    """150, L776-786; ruling solo_raid_left."""
    state = bot_acts("raid", 3, {24: {1: 1, 0: 2}, 18: {1: 3, 0: 3}}, bot_tents=1)
    assert (stands(state, 24)[0], stands(state, 18)[0], points(state, 1)) == ((1, 2), (3, 3), 2)


def test_a_house_in_the_middle_of_a_raid():
    """151, L788: at a lead of three at once; the raid goes on, without a second house."""
    state = bot_acts("raid", 3, {24: {1: 4, 0: 3}}, bot_tents=5)
    assert (stands(state, 24), state.bot.tents, points(state, 1)) == (((0, 4), 1), 2, 0)


@pytest.mark.parametrize(
    ("who", "tents"), [({1: 1, 0: 3}, 0), ({1: 1}, 3), ({0: 3}, 3)], ids=["no tent", "no victim", "not present"]
)
def test_a_raid_that_cannot_happen_is_worth_its_force(who, tents):
    """152, L786; rulings solo_raid_left and solo_nothing."""
    state = bot_acts("raid", 3, {24: who, 18: {1: 1}}, bot_tents=tents)
    assert (points(state, 1), stands(state, 24)[0]) == (3, (who.get(0, 0), who.get(1, 0)))


@rule("score.bot_shielded")
@pytest.mark.parametrize("leftover", [0, 1, 2])
@pytest.mark.parametrize(("force", "raided", "shielded"), [(2, 0, 1), (1, 0, 1), (4, 2, 0)])
def test_walls_against_the_bot(force, raided, shielded, leftover):
    """153 and 163, L775: force ignored is worth nothing; where all is, the Bot gets one point at any difficulty."""
    mine = {"technologies": ["walls"]}
    state = bot_acts("raid", force, {24: {1: 1, 0: 4}}, bot_tents=5, mine=mine, options={"bot_leftover": leftover})
    assert stands(state, 24)[0] == (4 - raided, 1 + raided)
    assert points(state, 1) == shielded
