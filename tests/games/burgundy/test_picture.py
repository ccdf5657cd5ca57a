"""Tests of the picture: boards to choose from, estates, goods, the track, and words in both languages."""

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.content.tables import KINDS, content
from referee_service.games.burgundy.picture.pieces import looks
from referee_service.games.burgundy.questions import LoadShipFrame
from referee_service.games.burgundy.state import Bonuses
from referee_service.kernel.state import ScoreLine
from referee_service.kernel.tuples import with_player
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.svg import icon_shapes
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.games.burgundy.positions import CENTRE, SPACES, given, opening, random_game

NAMES = ("Ann", "Bob", "Cleo", "Dan")
GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")
DEPOT_WIDTH = 140


def drawn(state, viewer=0, language="en", names=NAMES, **options):
    """Return the scene of a position."""
    shown = PictureOptions(names=names[: len(state.players)], **options)
    return draw_position(GAME, PICTURES["burgundy"], state, viewer, language, shown)


def words(scene):
    """Return every line of text in a scene."""
    return [text.text for text in scene.texts]


def alt(scene, place):
    """Return the description of a place."""
    return scene.places[place].alt


# --- boards and estates -----------------------------------------------------------------------------------------------


def test_boards_to_choose_lie_in_the_place_of_the_depots():
    state = opening(seats=3, boards="chosen")
    scene = drawn(state)
    assert {f"board.{number}" for number in content(state).boards} <= set(scene.places)
    assert scene.marks["board.4"] == "can"
    assert "depot.1" not in scene.places
    assert "Set-up" in words(scene)
    assert scene.height <= 1000


def test_a_chosen_board_names_its_player_and_lies_in_the_panel():
    state = next(
        each for each in random_game(seats=2, boards="chosen") if [bool(p.board) for p in each.players].count(True) == 1
    )
    seat = next(seat for seat, player in enumerate(state.players) if player.board)
    scene = drawn(state)
    assert alt(scene, f"board.{state.players[seat].board}").endswith(f", chosen by {NAMES[seat]}")
    assert f"estate.{seat}.0" in scene.places
    assert f"estate.{1 - seat}.0" not in scene.places


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_space_of_every_estate_is_drawn(seats):
    scene = drawn(opening(seats=seats))
    assert {f"estate.{seat}.{space}" for seat in range(seats) for space in SPACES} <= set(scene.places)
    assert scene.height <= 1000


def test_the_castle_can_stand_on_every_castle_space_of_the_board():
    state = opening(boards=(2, 3))
    castles = content(state).boards[state.players[0].board].by_kind["castle"]
    scene = drawn(state)
    assert {place for place, mark in scene.marks.items() if mark == "can"} == {f"estate.0.{at}" for at in castles}


@pytest.mark.parametrize(("is_over", "viewer", "large"), [(False, 2, 0), (True, 2, 2), (True, None, 0)])
def test_the_large_estate_is_that_of_the_seat_to_move_or_of_the_viewer(is_over, viewer, large):
    state = opening(seats=3)
    scene = drawn(replace(state, stage="over", pending=()) if is_over else state, viewer)
    widths = {seat: scene.places[f"estate.{seat}.0"].box.width for seat in range(3)}
    assert max(widths, key=lambda seat: widths[seat]) == large


def test_a_space_says_its_tile_or_its_kind_and_die():
    scene = drawn(given(estate={19: "ship"}))
    assert alt(scene, f"estate.0.{CENTRE}") == "Ann, space 18: castle"
    assert alt(scene, "estate.0.19") == "Ann, space 19: ship"
    assert alt(scene, "estate.0.20") == "Ann, space 20: empty, for a ship, die 4"
    assert scene.places["estate.0.19"].holds == "ship"
    assert alt(drawn(given(), language="fr"), "estate.0.20") == "Ann, case 20 : vide, pour un navire, dé 4"


def test_a_tile_that_is_not_yet_placed_says_what_it_does():
    scene = drawn(given(storage=["bank"], depots={2: ["knowledge_8"]}))
    assert alt(scene, "storage.0.0").startswith("Ann, storage: bank. When placed: take 2 silverlings.")
    described = "Depot 2: knowledge tile 8 (stronger workers). Each worker changes a die by up to 2"
    assert alt(scene, "depot.2.0").startswith(described)


# --- the common board -------------------------------------------------------------------------------------------------


def test_goods_of_all_kinds_stay_inside_their_depot():
    scene = drawn(given(depot_goods={1: [*GOODS, *GOODS, "red"]}))
    card = scene.places["depot.1"].box
    assert card.width == DEPOT_WIDTH
    for goods in GOODS:
        place = scene.places[f"depot.1.goods.{goods}"]
        assert card.contains(place.box)
    assert alt(scene, "depot.1.goods.red") == "Depot 1: 3 red goods tiles"


def test_the_depots_can_be_touched_to_load_a_ship():
    state = given(depot_goods={2: ["red"], 5: ["pink"]}, pending=(LoadShipFrame(0),))
    marks = drawn(state).marks
    assert {"depot.2", "depot.5"} <= set(marks)


def test_the_track_and_the_bonus_tiles_name_players():
    state = given(seats=4, track=((2, 0), (1, 3), *((),) * 5), bonuses=Bonuses(mine=(3, 1)))
    scene = drawn(state)
    assert alt(scene, "track.0") == "Space 0 of the turn order track: Cleo and Ann"
    assert alt(scene, "track.2") == "Space 2 of the turn order track"
    assert alt(scene, "bonus.mine") == "Bonus tiles (mine): 7 points and 4 points, taken by Dan and Bob"
    assert alt(scene, "bonus.ship") == "Bonus tiles (ship): 7 points and 4 points"


def test_the_picture_speaks_french():
    scene = drawn(given(silver=2, workers=1, goods=["red"], sold=["pink", "pink"], storage=["church"]), language="fr")
    assert {"Tour 1 sur 5", "une fois par tour", "premier", "2 vendues"} <= set(words(scene))
    assert alt(scene, "seat.0.silver") == "Ann : 2 pépites d'argent"
    assert alt(scene, "seat.0.workers") == "Ann : 1 ouvrier"
    assert alt(scene, "seat.0.goods.red") == "Ann : 1 marchandise rouge"
    assert alt(scene, "storage.0.0").startswith("Ann, stock : église. À la pose : ")
    assert alt(scene, "depot.3") == "Dépôt 3"
    assert alt(scene, "phase.a") == "Phase A : un district achevé rapporte 10 points de plus"


@pytest.mark.parametrize("points", [7, 58, 187, 1024])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_star_of_a_large_score_touches_neither_the_estate_nor_the_name(seats, points):
    state = replace(given(seats=seats), score_lines=((ScoreLine("score.animals", 1, points),),) * seats)
    scene = drawn(state, names=("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wolfeschlegel", "D"))
    for seat in range(seats):
        score = scene.places[f"seat.{seat}.score"].box
        spaces = [scene.places[f"estate.{seat}.{space}"].box for space in SPACES]
        names = [text.box for text in scene.texts if text.text in ("Antoinette", "von Burg", "Wolfeschlegel")]
        assert not any(score.overlaps(box) for box in (*spaces, *names))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_number_of_sold_goods_is_written_for_every_player(seats):
    state = given(seats=seats)
    for seat in range(seats):
        state = with_player(state, seat, sold=("pink",) * (seat + 2))
    assert {f"{seat + 2} sold" for seat in range(seats)} <= set(words(drawn(state)))


def test_the_count_of_goods_lies_inside_their_place():
    scene = drawn(given(goods=["red", "red", "pink"], depot_goods={1: ["brown", "brown"], 4: [*GOODS, *GOODS]}))
    places = [place.box for name, place in scene.places.items() if ".goods." in name]
    counts = [text.box for text in scene.texts if text.text == "2" and any(box.overlaps(text.box) for box in places)]
    assert len(counts) >= 8
    assert all(any(box.contains(count, slack=1) for box in places) for count in counts)


def test_the_kinds_of_spaces_are_named_beside_the_boards():
    for language, kinds in (("en", {"Building", "Knowledge"}), ("fr", {"Bâtiment", "Connaissance"})):
        assert kinds <= set(words(drawn(opening(boards="chosen"), language=language)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_panel_of_a_winner_has_a_rim_of_its_colour(seats):
    state = random_game(seats)[-1]
    winners, elements = GAME.result(state).winners, drawn(state, viewer=None).elements
    for seat in range(seats):
        rim = f'stroke="{LIGHT.seats[seat]}" stroke-width="5"'
        assert any(rim in element for element in elements) is (seat in winners)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_long_name_stays_left_of_the_points(seats):
    scene = drawn(opening(seats=seats), names=("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wolfeschlegel", "D"))
    lines = [text.box for text in scene.texts if text.text in ("Antoinette", "von Burg")]
    assert len(lines) == 2
    spaces = [place.box for name, place in scene.places.items() if name.startswith("estate.")]
    assert not any(line.overlaps(space, slack=8) for line in lines for space in spaces)


def test_every_kind_and_every_tile_with_a_number_has_a_look():
    tables, icons, found = content(opening()), icon_shapes(), looks()
    assert set(found.kinds) == set(KINDS)
    assert set(found.goods) == {row.id for row in tables.pack.goods}
    assert {look.icon for look in found.kinds.values()} <= set(icons)
    for tile in tables.tiles.values():
        assert tile.id in found.formulas or tile.species in icons or tile.id in icons, tile.id


def test_a_finished_game_has_no_highlights():
    scene = drawn(random_game()[-1], viewer=None)
    assert not scene.highlights
    assert any(line.startswith("The game is over: ") for line in words(scene))
    assert Box(0, 0, scene.width, scene.height).contains(scene.places["estate.1.36"].box)
