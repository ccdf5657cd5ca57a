"""Contract of pictures: every place that a legal action touches is drawn, nothing overlaps, and the SVG is harmless."""

import re
from itertools import combinations, product
from xml.etree import ElementTree

import pytest

from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.places import touches
from referee_service.kernel.state import CHANCE
from referee_service.pictures.geometry import Box
from referee_service.pictures.svg import write_svg
from referee_service.services.pictures import CARD_GAMES, PICTURES, PictureOptions, draw_position, picture_parts
from tests.contract.playthroughs import LANGUAGES, sampled_plies

LONG_NAMES = ("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wilhelmina Featherstone", "Ó Súilleabháin")
ELEMENTS = {"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "ellipse", "use", "text", "polygon"}
MAX_BYTES = 260_000
MAX_HEIGHT = 1900
MAX_PART_HEIGHT = 1200
"""Height of a part of a card game at a width of 1,200, for chats."""

drawn_table = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in PICTURES for seats in GAMES[name].seats]
)


def scenes(name, seats, each):
    """Yield scenes of sampled positions as their seat to move sees them, with long names, and their legal touches."""
    game = GAMES[name]
    for at, ply in enumerate(sampled_plies(game, seats, each=each)):
        viewer = ply.seat if ply.seat != CHANCE else None
        language, theme = LANGUAGES[at % 2], ("light", "dark")[at // 2 % 2]
        options = PictureOptions(theme=theme, names=LONG_NAMES[:seats])
        state = ply.before.state
        scene = draw_position(game, PICTURES[name], state, viewer, language, options)
        legal = legal_actions(game, state) if viewer is not None else []
        yield scene, state, [touches(game, state, viewer, action) for action in legal]


@drawn_table
def test_every_place_that_a_legal_action_touches_is_drawn(name, seats):
    for scene, _, listed in scenes(name, seats, each=8):
        touched = {place for groups in listed for group in groups for place in group}
        assert touched <= set(scene.places), sorted(touched - set(scene.places))


@drawn_table
def test_drawn_places_are_places_of_the_table(name, seats):
    game = GAMES[name]
    for ply in sampled_plies(game, seats, each=2):
        state, viewer = ply.before.state, ply.seat if ply.seat != CHANCE else None
        scene = draw_position(game, PICTURES[name], state, viewer, "en", PictureOptions())
        known = set(game.places(state, viewer))
        unknown = {place for place in scene.places if not place.startswith(("button.", "choice."))} - known
        assert not unknown, sorted(unknown)


@drawn_table
def test_text_stays_inside_the_picture_and_never_overlaps(name, seats):
    for scene, _, _ in scenes(name, seats, each=4):
        frame = Box(0, 0, scene.width, scene.height)
        for text in scene.texts:
            assert frame.contains(text.box), text
        for first, second in combinations(scene.texts, 2):
            assert not first.box.overlaps(second.box, slack=2.0), (first, second)


@drawn_table
def test_the_svg_is_well_formed_small_and_has_no_script_style_or_outside_reference(name, seats):
    for scene, _, _ in scenes(name, seats, each=2):
        svg = write_svg(scene, title="A <table>", description="Words & signs")
        root = ElementTree.fromstring(svg)
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert names <= ELEMENTS
        assert " style=" not in svg
        assert not re.search(r'href="[^#]', svg)
        assert len(svg.encode()) <= MAX_BYTES
        assert 0 < scene.height <= MAX_HEIGHT
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(set(ids)) == len(ids)
        assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(ids)


@drawn_table
def test_a_part_of_a_card_game_is_low_enough_for_a_chat(name, seats):
    if name not in CARD_GAMES:
        assert picture_parts(name, seats) == ("table",)
        return
    game = GAMES[name]
    for ply in sampled_plies(game, seats, each=1):
        viewer = ply.seat if ply.seat != CHANCE else None
        for part in picture_parts(name, seats):
            options = PictureOptions(part=part, names=LONG_NAMES[:seats])
            scene = draw_position(game, PICTURES[name], ply.before.state, viewer, "fr", options)
            assert scene.height <= MAX_PART_HEIGHT, part


@drawn_table
def test_a_picture_tells_a_seat_nothing_that_its_view_hides(name, seats):
    game = GAMES[name]
    for ply, viewer in product(sampled_plies(game, seats, each=2), (*range(seats), None)):
        state = ply.before.state
        other = game.determinize(game.view(state, viewer), b"picture")
        if viewer is not None and viewer == ply.seat:
            continue  # both states are equal to the seat to move, and so are their legal lists
        pictures = [
            draw_position(game, PICTURES[name], each, viewer, "en", PictureOptions()) for each in (state, other)
        ]
        first, second = (write_svg(each, title="", description="") for each in pictures)
        assert first == second
