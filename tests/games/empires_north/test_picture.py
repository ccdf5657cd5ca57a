"""The picture: cards with their words, what a question shows, parts, and what other seats do not see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.content.cards import effect
from referee_service.games.empires_north.content.schema import TriggerKind
from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.picture import RAID_DETAILS, Table
from referee_service.games.empires_north.picture.brief import brief_height, draw_brief
from referee_service.games.empires_north.picture.cards import Labels, Shown, draw_full, full_height
from referee_service.games.empires_north.picture.compact import COMPACT, NAMES, SMALL, compact_height, draw_compact
from referee_service.games.empires_north.picture.faces import face_writer
from referee_service.games.empires_north.picture.looks import looks
from referee_service.games.empires_north.picture.rows import SPANS, arrange, row_boxes
from referee_service.games.empires_north.questions import LandingFrame
from referee_service.games.empires_north.state import Ship
from referee_service.kernel.text_table import TextContext
from referee_service.kernel.tuples import with_player
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import PictureRequest
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.games.empires_north.positions import (
    after_chance,
    after_last_round,
    given,
    new_game,
    play,
    position,
    random_game,
    slot_of,
    solo_position,
    take,
    with_points,
    with_site,
)

PACK = PACKS.resolve_id(None)
LABELS = Labels("Used", "Invaded", "Chosen", "Cost", "With", {tile: tile for tile in looks().tiles})
CROWDED = (
    "fishing_boats",
    "war_hall",
    "valkyrie",
    "axe_yard",
    "white_keep",
    "treasury",
    "twin_ships",
    "priest_of_thor",
)


def drawn(state, viewer=0, language="en", **options):
    """Return the scene of a position."""
    return draw_position(GAME, PICTURES["empires_north"], state, viewer, language, PictureOptions(**options))


def crowded_state():
    """Return the position of random games of four with the most cards in empires and hands."""
    states = (state for seed in range(2) for state in random_game(4, seed))
    return max(states, key=lambda state: sum(len(player.empire) + len(player.hand) for player in state.players))


def words(scene):
    """Return all text of a scene."""
    return " ".join(text.text for text in scene.texts)


def marked(scene):
    """Return the places that can be touched."""
    return set(scene.marks) & set(scene.places)


# --- cards ------------------------------------------------------------------------------------------------------------


def test_every_effect_and_trigger_has_icons():
    assert set(looks().effects) == set(effect.named)
    assert set(looks().triggers) == set(TriggerKind.__args__)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("card", PACKS.get(PACK).cards)
def test_a_full_card_has_icons_and_words_inside_its_box(card, language):
    face = face_writer(PACK, GAME.texts(PACK), language).face(PACKS.get(PACK).cards[card])
    assert all(part.icons and part.words.endswith(".") for part in face.parts)
    shown = Shown(face=face, parts=face.parts, where="hand", is_used=True, is_invaded=True, count=3)
    box = Box(20, 20, 215, full_height(shown, 215))
    scene = Scene(LIGHT, width=300)
    draw_full(scene, shown, box, LABELS)
    assert all(box.contains(text.box, slack=1) for text in scene.texts)
    assert not [(a, b) for at, a in enumerate(scene.texts) for b in scene.texts[:at] if a.box.overlaps(b.box, slack=2)]


@pytest.mark.parametrize("style", [COMPACT, SMALL, NAMES])
@pytest.mark.parametrize("card", ["neighbourhood_ice_cream", "following_wind", "merchant_bank", "drinking_competition"])
def test_a_compact_card_keeps_its_text_inside(card, style):
    face = face_writer(PACK, GAME.texts(PACK), "fr").face(PACKS.get(PACK).cards[card])
    shown = Shown(face=face, parts=face.parts, where="hand", is_used=True, is_invaded=True, is_chosen=True, count=3)
    width = 1100 / style.columns
    box = Box(20, 20, width, compact_height(shown, width, style))
    scene = Scene(LIGHT, width=300)
    draw_compact(scene, shown, box, style)
    assert all(box.contains(text.box, slack=1) for text in scene.texts)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("card", PACKS.get(PACK).cards)
def test_a_brief_card_has_all_its_words_inside_its_box(card, language):
    face = face_writer(PACK, GAME.texts(PACK), language).face(PACKS.get(PACK).cards[card])
    shown = Shown(face=face, parts=face.parts, where="hand", is_used=True, is_invaded=True, count=3)
    box = Box(20, 20, 158, brief_height(shown, 158, LABELS))
    scene = Scene(LIGHT, width=300)
    draw_brief(scene, shown, box, LABELS)
    assert all(part.words in words(scene) for part in face.parts)
    assert all(box.contains(text.box, slack=1) for text in scene.texts)
    assert not [(a, b) for at, a in enumerate(scene.texts) for b in scene.texts[:at] if a.box.overlaps(b.box, slack=2)]


def test_rows_keep_the_order_of_cards_and_the_grid():
    low, high = (100.0,) * 8, (float("inf"), 300.0, 240.0, 200.0, 160.0, 150.0, 140.0, 130.0)
    rows = arrange([low, high, low, low, low, high, low])
    assert sum(len(row.spans) for row in rows) == 7
    assert all(sum(row.spans) <= SPANS for row in rows)
    assert sum(rows[0].spans) == SPANS
    boxes = row_boxes(rows, 50)
    assert len(boxes) == 7
    assert not [(a, b) for at, a in enumerate(boxes) for b in boxes[:at] if a.overlaps(b)]


def test_a_long_card_is_wider_than_its_neighbours():
    low, high = (100.0,) * 8, (300.0, 250.0, 220.0, 190.0, 160.0, 150.0, 140.0, 130.0)
    (row,) = arrange([low, high, low])
    assert row.spans[1] > max(row.spans[0], row.spans[2])


def test_a_card_in_play_shows_no_price_and_no_bonus_that_is_over():
    scene = drawn(position(empire=("floki_workshop", "axe_yard")))
    assert "BONUS" not in words(drawn(position(empire=("floki_workshop",)), part="mine"))
    assert "COST" not in words(scene)
    assert "COST" in words(drawn(position(hand=("axe_yard",))))


def test_a_used_and_an_invaded_card_say_so():
    state = with_site(position(empire=("axe_yard",)), "axe_yard", exhausted=True)
    assert "USED" in words(drawn(state))
    state = with_site(solo_position("barbarians", empire=("axe_yard",)), "axe_yard", invaded=True)
    assert "INVADED" in words(drawn(state))


def test_a_copy_shows_the_abilities_of_the_copied_card():
    state = position(empire=("fishing_boats", "sister_ship"))
    copied = with_site(state, "sister_ship", copied_slot=slot_of(state, "fishing_boats"))
    assert "= Fishing Boats" in words(drawn(copied))
    assert words(drawn(copied)).count("gain 1 fish or") == 2


def test_an_upgrade_is_a_place_on_its_field():
    state, slot = take(given(), 0, "rock_ledge", host=2)
    scene = drawn(state)
    field, upgrade = scene.places["empire.0.card.2"].box, scene.places[f"empire.0.card.{slot}"].box
    assert field.contains(upgrade)


# --- questions --------------------------------------------------------------------------------------------------------


def test_cards_to_choose_from_are_shown_with_their_words():
    state = play(position(clan="panuk", hand=("gathering",)), "place_pawn tile=explore", "play_boost card=gathering")
    scene = drawn(state)
    choices = [place for place in scene.places if place.startswith("choice.")]
    assert choices
    assert marked(scene) >= set(choices)
    assert all("–" in scene.places[place].alt for place in choices)


def test_clans_to_choose_from_are_cards():
    scene = drawn(after_chance(new_game().state))
    assert scene.places["choice.ulaf"].holds == "ulaf"
    assert "Longship" in words(scene)


def test_an_island_that_was_face_down_is_shown_before_the_choice():
    states = [state for seed in range(6) for state in random_game(2, seed)]
    found = [
        (state, state.pending[-1])
        for state in states
        if state.pending and state.pending[-1].__class__.__name__ == "LandingFrame"
    ]
    hidden = [
        (state, frame) for state, frame in found if frame.island not in (*state.near.face_up, *state.distant.face_up)
    ]
    assert hidden
    for state, frame in hidden:
        name = GAME.texts(state.pack).piece_name(frame.island, "en")
        assert name in [text.text for text in drawn(state, viewer=frame.seat).texts]


def test_goods_that_can_pay_have_rings():
    state = play(position(hand=("axe_yard",), goods={"gold": 1, "wood": 1}), "build card=axe_yard")
    assert {"seat.0.goods.gold", "seat.0.goods.wood"} <= marked(drawn(state))


def test_the_cards_of_a_lookout_are_shown_to_their_seat_only():
    state = next(state for state in random_game(2, 1) if state.pending and state.players[0].looked_at)
    own, other = drawn(state, viewer=0), drawn(state, viewer=1)
    assert {f"lookout.0.{card}" for card, _ in state.players[0].looked_at} <= set(own.places)
    assert "lookout.0" in other.places
    assert not [place for place in other.places if place.startswith("lookout.0.")]


def test_the_end_of_a_game_is_said():
    state = after_last_round(solo_position("winter"))
    assert "The game is over" in words(drawn(state))
    assert "of 30 points" in words(drawn(state))


def test_the_end_of_a_game_shows_what_gave_points():
    state = random_game(2, 0)[-1]
    assert state.stage == "over"
    scene = drawn(state)
    titles = {line.rule for lines in state.score_lines for line in lines if line.points}
    assert titles
    assert all(GAME.texts(state.pack).rules[rule].title["en"] in words(scene) for rule in titles)


@pytest.mark.parametrize("part", [None, "table", "mine", "seat.0"])
def test_the_end_of_a_long_game_is_not_too_high(part):
    state = random_game(4, 1)[-1]
    for viewer in (*range(4), None):
        assert drawn(state, viewer=viewer, language="fr", part=part).height <= (1200 if part else 1900)


def test_a_raid_on_a_crowded_table_shows_the_icons_of_other_seats():
    state = crowded_state()
    assert "Pay 1" in words(drawn(state, viewer=1))
    scene = Scene(LIGHT, width=1200, marks={"empire.0.card.4": "can"})
    view, texts = GAME.view(state, 1), GAME.texts(state.pack)
    table = Table(scene, view, TextContext(texts, "en"), PictureRequest(viewer=1))
    assert all(detail.others in (COMPACT, SMALL) for detail in table.details()[: len(RAID_DETAILS)])


def test_an_island_that_a_ship_has_reached_has_an_explanation():
    states = (state for seed in range(6) for state in random_game(2, seed))
    state = next(state for state in states if state.pending and isinstance(state.pending[-1], LandingFrame))
    assert "Only with a raze token on board." in words(drawn(state, viewer=state.pending[-1].seat))


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_hand_of_another_seat_is_one_place_with_its_number():
    state = position(hand_of_1=("wool_shed", "piper"))
    scene = drawn(state)
    assert "hand.1" in scene.places
    assert "2" in scene.places["hand.1"].alt
    assert "Piper" not in words(scene)


def test_seats_with_equal_points_do_not_overlap_on_the_track():
    state = with_points(with_points(given(seats=2), 25), 25, seat=1)
    texts = [text.box for text in drawn(state).texts if text.text == "25"]
    assert not [(a, b) for at, a in enumerate(texts) for b in texts[:at] if a.overlaps(b, slack=2)]


@pytest.mark.parametrize("count", [1, 7, 24])
def test_all_ships_of_the_queue_are_drawn(count):
    ships = tuple(Ship(at % 2, fish=True, raze=True) for at in range(count))
    scene = drawn(replace(given(), queue=ships))
    boxes = [scene.places[f"queue.{at}"].box for at in range(count)]
    assert not [(a, b) for at, a in enumerate(boxes) for b in boxes[:at] if a.overlaps(b)]


@pytest.mark.parametrize("scenario", ["winter", "outpost", "pirates", "barbarians"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_scenario_shows_its_goal_and_its_event(scenario, language):
    state = solo_position(scenario)
    scene = drawn(state, language=language)
    catalogue = GAME.texts(state.pack)
    assert catalogue.piece_name(scenario, language) in [text.text for text in scene.texts]
    assert catalogue.piece_name(f"{scenario}_event_1", language) in words(scene)
    assert "solo.scenario" in scene.places


# --- parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("part", [None, "table", "mine", "seat.0", "seat.1", "seat.3"])
def test_parts_of_the_largest_positions_are_not_too_high(part, language):
    state = crowded_state()
    for viewer in (*range(4), None):
        assert drawn(state, viewer=viewer, language=language, part=part).height <= (1200 if part else 1900)


def test_a_part_shows_only_what_it_names():
    state = position(hand=("axe_yard",), empire=CROWDED[:3])
    table, mine, other = (set(drawn(state, part=part).places) for part in ("table", "mine", "seat.1"))
    assert "ring.sail" in table - mine - other
    assert "hand.0.axe_yard" in mine - table - other
    assert "empire.1.card.0" in (table & other) - mine
    assert set(drawn(state).places) == table | mine


def test_a_crowded_table_drops_the_words_of_empires_before_those_of_the_hand():
    state = crowded_state()
    scene = drawn(with_player(state, 0, hand=state.players[0].hand[:2]))
    assert {"COST", "WITH"} & set(words(scene).split())
