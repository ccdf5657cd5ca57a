"""Tests of the picture: the map and its tiles, actions, technologies, panels of players, and the printed Bot."""

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.picture.pieces import LABEL, Pieces
from referee_service.games.dice_settlers.places import free_cells, tiles_in_hand
from referee_service.games.dice_settlers.questions import ChooseTileFrame, PlaceTileFrame, RerollFrame
from referee_service.games.dice_settlers.state import MapTile
from referee_service.kernel.text_table import TextContext
from referee_service.kernel.tuples import with_player
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import icon_shapes, write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.games.dice_settlers.positions import (
    COLOURS,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after_chance,
    dice_match,
    given,
    random_game,
    solo,
)

NAMES = ("Ann", "Bob", "Cleo", "Dan")
LAID = "tile_25"


def drawn(state, viewer=0, language="en", **options):
    """Return the scene of a position."""
    shown = PictureOptions(names=NAMES[: len(state.players)], **options)
    return draw_position(GAME, PICTURES["dice_settlers"], state, viewer, language, shown)


def words(scene):
    """Return every line of text in a scene."""
    return [text.text for text in scene.texts]


def alt(scene, place):
    """Return the description of a place."""
    return scene.places[place].alt


def spots(scene):
    """Return the free cells that are drawn."""
    return {place for place in scene.places if place.startswith("spot.")}


# --- map and tiles beside it ------------------------------------------------------------------------------------------


def test_a_tile_names_its_points_and_the_pieces_on_it():
    scene = drawn(given({FOREST: {0: 2, 1: 1}, HILL: {"house": 1}}))
    worth = "7 points for control, 3 points for second place. Presence lets you recruit a green die."
    assert alt(scene, f"map.{FOREST}") == f"Tile 18 (forest), controlled by Ann. {worth}"
    assert alt(drawn(given({FOREST: {0: 1, 1: 1}})), f"map.{FOREST}") == f"Tile 18 (forest). {worth}"
    assert alt(scene, f"map.{FOREST}.tents.0") == "Tile 18 (forest): 2 tents of Ann"
    assert alt(scene, f"map.{HILL}.house") == "Tile 14 (hill): house of Bob"
    french = drawn(solo({FOREST: {1: 2}}), language="fr")
    assert alt(french, f"map.{FOREST}.tents.1") == "Tuile 18 (forêt) : 2 tentes du Bot"
    assert alt(french, f"map.{FOREST}").startswith("Tuile 18 (forêt), contrôlée par le Bot. 7 points pour le contrôle")


def test_only_the_seat_that_lays_a_tile_sees_free_cells():
    state = given({FOREST: {0: 1}}, pending=(PlaceTileFrame(0, LAID, 0),))
    assert len(spots(drawn(state))) == 6
    assert not spots(drawn(state, viewer=1))
    assert f"hand.{LAID}" in drawn(state, viewer=1).places


def test_without_highlights_all_free_cells_are_drawn():
    state = given({FOREST: {0: 1}, HILL: {1: 1}}, pending=(PlaceTileFrame(0, LAID, 0),))
    cells = {f"spot.{q}.{r}" for q, r in free_cells(state)}
    assert spots(drawn(state)) < cells
    assert spots(drawn(state, highlight="none")) == cells


def test_tiles_to_choose_from_lie_beside_the_map():
    tiles = ("tile_20", "tile_22", "tile_25", "tile_27")
    scene = drawn(given({FOREST: {0: 1}, PLAIN: {}}, pending=(ChooseTileFrame(0, tiles),)))
    hand = [scene.places[f"hand.{tile}"].box for tile in tiles]
    on_map = [scene.places[f"map.{tile}"].box for tile in (FOREST, PLAIN)]
    assert not any(tile.overlaps(other) for tile in hand for other in on_map)
    assert scene.marks["hand.tile_22"] == "can"


def test_the_draft_shows_the_tiles_on_offer():
    state = after_chance(dice_match(4).state)
    scene = drawn(state)
    assert tiles_in_hand(state)
    assert {f"hand.{tile}" for tile in tiles_in_hand(state)} <= set(scene.places)
    assert "Draft" in words(scene)


def test_the_supply_lies_beside_a_high_map_and_below_a_wide_one():
    high = given(
        map=tuple(MapTile(tile, -at // 2, at, (1, 0)) for at, tile in enumerate((FOREST, PLAIN, HILL, MOUNTAIN)))
    )
    wide = given({FOREST: {0: 1}, PLAIN: {0: 1}, HILL: {0: 1}})
    wide = replace(wide, map=tuple(replace(tile, q=at, r=0) for at, tile in enumerate(wide.map)))
    for state, is_column in ((high, True), (wide, False)):
        boxes = [drawn(state).places[f"supply.{colour}"].box for colour in ("green", "yellow")]
        assert (boxes[0].x == boxes[1].x) is is_column


def test_a_small_map_is_drawn_large():
    (box,) = [place.box for name, place in drawn(given({FOREST: {}})).places.items() if name == f"map.{FOREST}"]
    assert box.width > 150


def test_a_high_map_of_many_tiles_lies_on_its_side():
    names = [f"tile_{number:02}" for number in range(1, 9)]
    high = given(map=tuple(MapTile(tile, -at // 2, at, (0, 0)) for at, tile in enumerate(names)))
    wide = given(map=tuple(MapTile(tile, at, 0, (0, 0)) for at, tile in enumerate(names)))
    sizes = [drawn(state).places["map.tile_01"].box.width for state in (high, wide)]
    assert sizes[0] >= sizes[1]
    few = replace(high, map=high.map[:4])
    rows = {drawn(few).places[f"map.{tile.tile}"].box.y for tile in few.map}
    assert len(rows) == 4


def test_cells_beside_a_turned_map_keep_their_names_and_lie_beside_their_neighbours():
    names = [f"tile_{number:02}" for number in range(1, 9)]
    tiles = tuple(MapTile(tile, 0, at, (0, 0)) for at, tile in enumerate(names))
    scene = drawn(given(map=tiles, pending=(PlaceTileFrame(0, LAID, 0),)))
    first, last = scene.places["map.tile_01"].box, scene.places["map.tile_08"].box
    spot = scene.places["spot.1.6"].box
    assert abs(last.x - first.x) > abs(last.y - first.y)
    assert Box(last.x - last.width * 1.3, last.y - last.height, last.width * 3.6, last.height * 3).contains(spot)


def test_every_tile_shows_its_number_in_a_readable_size():
    scene = drawn(given({FOREST: {0: 2, 1: 1}, HILL: {"house": 1}}))
    numbers = [text for text in scene.texts if text.text in ("18", "14")]
    assert len(numbers) == 2
    assert all(text.box.height >= 16 * 0.7 for text in numbers)


def test_a_factory_that_is_used_in_this_round_is_pale():
    idle, used = (given({LAID: {0: 1}}, seat_0={"used_factories": tiles}) for tiles in ((), (LAID,)))
    labels = [write_svg(drawn(state), title="", description="").count(LABEL) for state in (idle, used)]
    assert labels[0] == labels[1] + 1


# --- actions and the round --------------------------------------------------------------------------------------------


def test_actions_that_are_done_say_so():
    scene = drawn(given(seat_0={"active": ["white_settle"], "actions_done": ["harvest"]}))
    assert alt(scene, "action.harvest") == "Harvest: done in this round"
    assert alt(scene, "action.settle") == "Settle"


def test_answers_in_rows_take_the_room_of_the_actions():
    state = next(each for each in random_game(4) if GAME.turn(each) and GAME.turn(each).question == "roll")
    scene = drawn(state, viewer=GAME.turn(state).seat, language="fr")
    if len([place for place in scene.places if place.startswith(("choice.", "button."))]) > 2:
        assert "action.settle" not in scene.places
    assert scene.height <= 1000


@pytest.mark.parametrize(("language", "label"), [("en", "Last round"), ("fr", "Dernière manche")])
def test_the_last_round_is_announced(language, label):
    assert label in words(drawn(given(is_last_round=True), language=language))


def test_a_shared_answer_is_named_by_its_verb():
    state = next(each for each in random_game(2) if GAME.turn(each) and GAME.turn(each).question == "adjust")
    scene = drawn(state, viewer=GAME.turn(state).seat)
    assert "Turn a die" in words(scene)


# --- players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_pieces_of_all_players_fit_into_the_picture(seats):
    state = given(seats=seats)
    for seat in range(seats):
        dice = tuple((f"{colour}_research", 2) for colour in ("brown", "green", "grey", "orange", "white"))
        bag = tuple((colour, 11) for colour in sorted(COLOURS))
        tokens = (("food", 12), ("gold", 10), ("iron", 11), ("wood", 13))
        state = with_player(state, seat, active=dice, spent=bag, bag=bag, tokens=tokens, tents=24)
    scene = drawn(state)
    frame = Box(0, 0, scene.width, scene.height)
    boxes = {name: place.box for name, place in scene.places.items() if name.startswith("seat.")}
    assert all(frame.contains(box) for box in boxes.values())
    for seat in range(seats):
        for part in ("active.9", "spent.yellow", "tokens.gold", "bag", "quota"):
            assert f"seat.{seat}.{part}" in boxes
    lines = [text.box for text in scene.texts]
    assert not any(a.overlaps(b, slack=2) for at, a in enumerate(lines) for b in lines[at + 1 :])


def test_a_closed_bag_shows_only_the_number_of_its_dice():
    state = given(seat_1={"bag": ["green", "green", "yellow"]}, options={"bags": "closed"})
    scene = drawn(state, viewer=0)
    assert alt(scene, "seat.1.bag") == "Bob, dice in the bag: 3 hidden dice"
    assert alt(drawn(state, viewer=1), "seat.1.bag") == "Bob, dice in the bag: 2 green dice, 1 yellow die"


def test_dice_in_hand_follow_a_hand():
    state = given(seat_0={"active": ["white_settle"]}, pending=(RerollFrame(0, ("green", "yellow")),))
    assert "hand" in drawn(state).icons
    assert "hand" not in drawn(given(technologies=())).icons


def test_the_panel_speaks_french():
    state = given(
        seat_0={"active": ["white_settle"], "spent": ["green"], "tokens": {"wood": 2}, "tents": 1, "quota": 4}
    )
    scene = drawn(state, language="fr")
    assert {"dépensés", "sac", "réserve", "Coloniser"} <= set(words(scene))
    assert alt(scene, "seat.0.tokens.wood") == "Ann : 2 jetons Bois"
    assert alt(scene, "seat.0.tents") == "Ann : 1 tente en réserve"
    assert alt(scene, "seat.0.quota") == "Ann : quota de 4 dés"
    assert alt(scene, "seat.0.spent.green") == "Ann, dés dépensés : 1 dé vert"


# --- technologies and the printed Bot ---------------------------------------------------------------------------------


def test_every_tile_and_technology_has_a_formula_of_known_icons():
    state = given()
    pieces = Pieces(Scene(LIGHT, width=1200), state.pack, TextContext(GAME.texts(state.pack), "en"))
    tables = content(state)
    formulas = [pieces.technology_formula(technology.row) for technology in tables.technologies.values()]
    assert all(formulas)
    formulas += [pieces.tile_formula(tile.row) for tile in tables.tiles.values()]
    icons = {part.name for formula in formulas for part in formula if part.kind in ("icon", "token", "terrain")}
    assert icons <= set(icon_shapes())


def test_a_technology_names_its_owners():
    technology = given().technologies[0]
    scene = drawn(given(seat_0={"technologies": [technology]}, seat_1={"technologies": [technology]}))
    assert alt(scene, f"table.{technology}").startswith("Stability, acquired by Ann and Bob. Type I. Costs ")


def test_the_pieces_of_the_printed_bot_fit_into_its_panel():
    around = {"raid": [*COLOURS, "wood"], "explore": ["green", "green", "gold"]}
    state = solo(dice_queue=COLOURS * 4, around=around, centre={"wood": 3, "gold": 1, "iron": 12, "food": 1})
    scene = drawn(state)
    left = min(place.box.x for name, place in scene.places.items() if name.startswith("bot"))
    assert left > 560
    assert all(f"bot.queue.{at}" in scene.places for at in range(24))
    assert Box(564, 0, 612, scene.height - 16).contains(scene.places["bot.queue.23"].box)
    assert scene.places["bot.side.raid.6"].holds == "wood"
    assert alt(scene, "bot.centre").startswith("Centre of the hexagon: ")
    assert alt(scene, "bot.side.raid.6") == "Raid edge: wood token"


def test_the_marker_of_the_printed_bot_is_described():
    scene = drawn(solo(bot={"marker": 3}))
    marked = [
        place.alt for name, place in scene.places.items() if name.startswith("bot.side.") and "marker" in place.alt
    ]
    assert marked == ["Raid edge: the marker lies here"]


def test_the_panel_of_a_winner_has_a_rim_of_its_colour():
    state = random_game(2)[-1]
    winners = GAME.result(state).winners
    for seat in range(2):
        rim = f'stroke="{LIGHT.seats[seat]}" stroke-width="5"'
        assert any(rim in element for element in drawn(state, viewer=None).elements) is (seat in winners)


def test_the_picture_has_neither_clips_nor_styles():
    svg = write_svg(drawn(random_game(4)[-1], viewer=None), title="", description="")
    assert "url(" not in svg
    assert "style" not in svg
