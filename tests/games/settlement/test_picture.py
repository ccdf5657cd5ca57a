"""Tests of the picture: parts, open questions, cards of every pack row in both languages, and crowded tables."""

from itertools import combinations
from time import process_time

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.content.tables import content
from referee_service.games.settlement.picture.offers import Offers
from referee_service.games.settlement.picture.pieces import Pieces, looks
from referee_service.games.settlement.questions import EncounterFrame, PlaceBuildingFrame
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.text_table import TextContext
from referee_service.kernel.tuples import with_player
from referee_service.pictures.cards import card_height
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import icon_shapes, write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.games.settlement.positions import DIAMONDS, GOLD, WOOD, draft, given, opening

LANGUAGES = ("en", "fr")
LONG_NAMES = ("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wilhelmina Featherstone", "Ó Súilleabháin")
MAX_PART_HEIGHT = 1200
MAX_BYTES = 260_000
MAX_SECONDS = 0.25
"""Ten times the time that the largest picture may take, because tests share their processors."""


def picture(state, viewer=0, language="en", **options):
    """Return the scene of a position."""
    options = PictureOptions(names=LONG_NAMES[: len(state.players)], **options)
    return draw_position(GAME, PICTURES["settlement"], state, viewer, language, options)


def words(scene):
    """Return all text of a scene."""
    return " ".join(text.text for text in scene.texts)


def crowded(seats=4):
    """Return a position in which every player has a full board, a large reserve and a dozen heroes."""
    state = opening(seats)
    tables = content(state)
    stored = [1 if tables.buildings[each].row.stores else 0 for each in list(tables.buildings)[:9]]
    for seat in range(seats):
        state = with_player(
            state,
            seat,
            wilderness=(WOOD,) * 3 + (DIAMONDS,) * 3 + (GOLD,) * 3,
            monsters=(0, 3),
            fortifications=(1, 4, 5, 6),
            activated_fortifications=(4,),
            colony=tuple(tables.buildings)[-9:],
            stored=tuple(12 * each for each in stored[-9:]),
            reserve=(("clay", 12), ("diamond", 23), ("gold", 14), ("stone", 11), ("wood", 10)),
            bonus_villagers=14,
            heroes=tuple(sorted(tables.heroes))[seat * 12 : seat * 12 + 12],
            regions=(1, 2, 0),
            streets=(0, 1, 2),
        )
    return state


def assert_nothing_overlaps(scene):
    frame = Box(0, 0, scene.width, scene.height)
    assert all(frame.contains(text.box) for text in scene.texts)
    for first, second in combinations(scene.texts, 2):
        assert not first.box.overlaps(second.box, slack=2.0), (first, second)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["table", "mine", "seat.0", "seat.3", None])
def test_a_crowded_table_is_small_and_quick_and_nothing_overlaps(part, language):
    state = crowded()
    picture(state, part=part, language=language)
    start = process_time()
    scene = picture(state, part=part, language=language)
    assert process_time() - start < MAX_SECONDS
    assert_nothing_overlaps(scene)
    assert len(write_svg(scene, title="", description="").encode()) <= MAX_BYTES
    assert scene.height <= (MAX_PART_HEIGHT if part else 1900)


def test_parts_show_what_their_names_say():
    state = opening(3)
    table, mine, seat = (picture(state, viewer=1, part=part) for part in ("table", "mine", "seat.2"))
    assert {"market.0", "row.3", "wild.0.4", "wild.2.4"} <= set(table.places)
    assert "wild.1.4" not in table.places
    assert {"wild.1.4", "region.1.2", "street.1.upper", "seat.1.reserve"} <= set(mine.places)
    assert not {"market.0", "wild.0.4"} & set(mine.places)
    assert "colony.2.8" in seat.places
    assert not {"market.0", "wild.1.4"} & set(seat.places)


def test_an_open_payment_shows_the_price_and_what_is_paid():
    payment = PaymentFrame(0, owed=(("diamond", 1),), pool=(("clay", 1),), purpose="bazaar")
    state = given(reserve={"wood": 1, "stone": 1}, has_acted=True, pending=(PlaceBuildingFrame(0, "bazaar"), payment))
    shown = words(picture(state, part="mine"))
    assert "TO PAY" in shown
    assert "PAID" in shown


def test_a_building_to_place_and_a_monster_that_may_come_are_shown():
    building = given(has_acted=True, pending=(PlaceBuildingFrame(0, "tavern"),))
    assert "Tavern" in words(picture(building, viewer=1, part="seat.0"))
    monster = given(land={0: WOOD}, artefact="sorcerer_mask", has_acted=True, pending=(EncounterFrame(0, 0),))
    assert "?" in words(picture(monster, viewer=1, part="seat.0"))


def test_in_the_draft_other_players_are_bars_and_all_artefacts_are_on_offer():
    state = draft(4)
    scene = picture(state, viewer=state.active_seat)
    assert {f"artefact.{each}" for each in state.artefacts} <= set(scene.places)
    assert len([place for place in scene.places if place.startswith("wild.")]) == 9


def test_passed_players_and_used_zones_have_words():
    state = with_player(opening(2), 1, passed=True)
    state = replace(with_player(state, 0, regions=(1, 0, 0)), next_first_seat=1)
    assert "passed" in words(picture(state))
    assert "used" in words(picture(state))
    assert "begins the next round" in words(picture(state, part="seat.1"))


@pytest.mark.parametrize("seats", [1, 2])
def test_the_end_names_the_winner_or_the_rank(seats):
    state = replace(opening(seats), stage="over", pending=())
    shown = words(picture(state))
    assert ("rank" if seats == 1 else "win together") in shown


def test_the_end_shows_the_points_of_each_guild_and_building_instead_of_the_offers():
    heroes = tuple(sorted(content(opening(2)).heroes))[:2]
    state = with_player(replace(opening(2), stage="over", pending=()), 1, heroes=heroes)
    scene = picture(state)
    assert "FINAL SCORE" in words(scene)
    assert "Cathedral" in words(scene)
    assert not {place for place in scene.places if place.startswith(("market.", "row.", "artefact."))}


def test_the_last_round_offers_no_artefacts():
    state = opening(2)
    assert any(place.startswith("artefact.") for place in picture(state).places)
    last = replace(state, round=content(state).numbers["rounds"])
    assert not any(place.startswith("artefact.") for place in picture(last).places)


@pytest.mark.parametrize("seats", [3, 4])
def test_other_players_stand_side_by_side(seats):
    scene = picture(opening(seats))
    boxes = [scene.places[f"seat.{seat}.reserve"].box for seat in range(1, seats)]
    assert len({box.y for box in boxes}) == 1
    assert f"wild.{seats - 1}.8" in scene.places


@pytest.mark.parametrize(("artefact", "has_even_rate"), [("cup_of_cheer", False), ("enchanted_mirror", True)])
def test_the_rates_of_exchange_include_the_even_one_with_its_permit(artefact, has_even_rate):
    state = given(artefact=artefact)
    offers = Offers(Scene(LIGHT, width=1200), state, TextContext(GAME.texts(state.pack), "en"))
    rates = list(offers.exchange_rates(state.players[0]))
    assert ((("basic", 2),), "basic") in rates
    assert ((("diamond", 2),), "gold") in rates
    assert (((("basic", 1),), "basic") in rates) is has_even_rate
    assert "EXCHANGE" in words(picture(state, part="mine"))


def test_a_terrain_says_whether_a_hero_of_the_row_lures_its_monster():
    state = given(land={0: WOOD})
    monster = content(state).terrains[WOOD].monster
    rows = [
        [hero for hero, row in content(state).heroes.items() if (row.monster == monster) is lures][:4]
        for lures in (True, False)
    ]
    alts = [picture(replace(state, hero_row=tuple(row))).places["wild.0.0"].alt for row in rows]
    assert "; a hero of the row lures this monster" in alts[0]
    assert "; no hero of the row lures this monster" in alts[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_and_hero_has_a_look_and_words_that_fit(language):
    state = opening(2)
    tables, look = content(state), looks()
    pieces = Pieces(Scene(LIGHT, width=1200), state.pack, TextContext(GAME.texts(state.pack), language))
    glyphs = [*look.buildings.values(), *look.artefacts.values(), *(each.glyph for each in look.guilds.values())]
    assert {f"glyph_{glyph}" for glyph in glyphs} <= set(icon_shapes())
    assert (set(look.buildings), set(look.artefacts)) == (set(tables.buildings), set(tables.artefacts))
    for building in tables.buildings:
        card = pieces.building_card(building, is_offered=True)
        assert len(card.words) <= 70
        assert card_height(card, 180) < 150
        assert {f"piece_{sign.name}" for sign in card.icons if sign.kind == "piece"} <= set(icon_shapes())
    for hero in tables.heroes:
        assert card_height(pieces.hero_card(hero, 2), 210) < 200


def test_descriptions_come_from_the_components():
    scene = picture(given(land={0: WOOD}, monsters=(0,), market=("bank",)))
    assert scene.places["market.0"].alt.startswith("Bank. ")
    assert "forest gnoll" in scene.places["wild.0.0"].alt
    assert scene.places["region.0.1"].alt[0].isupper()
