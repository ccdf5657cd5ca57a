"""Contract of pictures of components: each is drawn whole, in both languages and themes, and the SVG is harmless."""

import re
from itertools import combinations, product
from xml.etree import ElementTree

import pytest

from referee_service.games import GAMES
from referee_service.kernel.components import Component
from referee_service.pictures.component import CARD_SCALE, MARGIN, WIDTH, ComponentRequest, enlarged
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT, THEMES
from referee_service.pictures.pool import PngPool
from referee_service.pictures.scene import Scene
from referee_service.services.component_pictures import (
    COMPONENT_PICTURES,
    ComponentPictureOptions,
    ComponentPictureService,
    component_scene,
)
from referee_service.services.components import ComponentService
from tests.contract.playthroughs import LANGUAGES
from tests.contract.test_components import components
from tests.contract.test_pictures import ELEMENTS

MAX_BYTES = 60_000
MAX_HEIGHT = 900

drawn_game = pytest.mark.parametrize("name", GAMES)


def scene_of(name: str, component: Component, language: str, theme: str = "light") -> Scene:
    """Return the scene of a component of the default pack."""
    game = GAMES[name]
    pack = game.packs.resolve_id(None)
    request = ComponentRequest(pack, component.id, component.kind, component.name, component.text)
    options = ComponentPictureOptions(theme=theme)
    return component_scene(game, request, COMPONENT_PICTURES[name], language, options)


def new_service() -> ComponentPictureService:
    """Return a service that has drawn nothing yet."""
    return ComponentPictureService(ComponentService(), PngPool(1))


def svg_of(service: ComponentPictureService, name: str, component: str, language: str, theme: str = "light") -> str:
    """Return the picture of a component."""
    options = ComponentPictureOptions(theme=theme)
    return service.picture(GAMES[name], None, component, "svg", language, options).raw.decode()


def test_every_game_draws_its_components():
    assert set(COMPONENT_PICTURES) == set(GAMES)
    assert sum(len(components(game, "en")) for game in GAMES.values()) == 528


@drawn_game
def test_all_text_stays_inside_the_panel_and_never_overlaps(name):
    for language in LANGUAGES:
        for each in components(GAMES[name], language):
            scene = scene_of(name, each, language)
            panel = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, scene.height - 2 * MARGIN)
            assert 0 < scene.height <= MAX_HEIGHT, each.id
            for text in scene.texts:
                assert panel.contains(text.box), (each.id, text)
            for first, second in combinations(scene.texts, 2):
                assert not first.box.overlaps(second.box, slack=2.0), (each.id, first, second)


@drawn_game
def test_the_name_and_the_whole_text_are_written_in_order(name):
    for language in LANGUAGES:
        for each in components(GAMES[name], language):
            lines = [text.text for text in scene_of(name, each, language).texts]
            assert " ".join(lines).endswith(" ".join(f"{each.name} {each.text}".split())), each.id


@drawn_game
def test_both_themes_write_the_same_and_no_line_is_smaller_than_15_units(name):
    for each in components(GAMES[name], "en"):
        light, dark = (scene_of(name, each, "en", theme) for theme in THEMES)
        assert light.texts == dark.texts
        assert light.elements != dark.elements
        assert min(text.box.height for text in light.texts) >= 11, each.id


@drawn_game
def test_the_svg_is_well_formed_and_has_no_script_style_or_outside_reference(name):
    service = new_service()
    for language, theme in product(LANGUAGES, THEMES):
        for each in components(GAMES[name], language):
            svg = svg_of(service, name, each.id, language, theme)
            found = list(ElementTree.fromstring(svg).iter())
            assert {element.tag.rpartition("}")[2] for element in found} <= ELEMENTS, each.id
            assert " style=" not in svg
            assert not re.search(r'href="[^#]', svg)
            assert len(svg.encode()) <= MAX_BYTES, each.id
            ids = re.findall(r' id="([^"]+)"', svg)
            assert len(set(ids)) == len(ids)
            assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(ids), each.id
            assert [element.get("data-holds") for element in found if element.get("data-place")] == [each.id]
            assert [element.text for element in found[1:3]] == [each.name, f"{each.name}. {each.text}"]


@drawn_game
def test_pictures_are_equal_each_time_and_their_ids_differ_from_those_of_others(name):
    shown = [(each.id, language) for each in components(GAMES[name], "en")[:2] for language in LANGUAGES]
    pictures, again = (
        [svg_of(service, name, component, language) for component, language in shown]
        for service in (new_service(), new_service())
    )
    assert pictures == again
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in pictures]
    assert len(set.union(*ids)) == sum(map(len, ids))


def test_text_in_an_enlarged_drawing_is_measured_where_it_is_seen():
    plain, large = Scene(LIGHT, width=WIDTH), Scene(LIGHT, width=WIDTH)
    plain.text(10, 20, "Bank", 20)
    with enlarged(large, 100, 50, CARD_SCALE):
        large.text(10, 20, "Bank", 20)
    (small,), (box,) = ([text.box for text in scene.texts] for scene in (plain, large))
    assert (box.x, box.y) == (100 + small.x * CARD_SCALE, 50 + small.y * CARD_SCALE)
    assert (box.width, box.height) == (small.width * CARD_SCALE, small.height * CARD_SCALE)
