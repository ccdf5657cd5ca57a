"""Tests of highlights: rings and numbers above everything, each at its place."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from referee_service.pictures.geometry import Box
from referee_service.pictures.highlights import draw_highlights
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import write_svg

BOX = Box(40, 40, 90, 60)


def highlighted(marks, keys=None, *, shape="rect"):
    """Return a scene with three cards in a row, a name on each, and these highlights."""
    scene = Scene(LIGHT, width=400, marks=marks)
    for at in range(3):
        box = Box(BOX.x + 100 * at, BOX.y, BOX.width, BOX.height)
        with scene.place(f"card.{at}", box, alt=f"Card {at}", shape=shape):
            scene.text(box.x + 30, box.y + 16, "Name", 18)
    scene.height = 140
    draw_highlights(scene, marks, keys or {})
    return scene


def svg_of(scene):
    """Return the SVG of a scene as an element."""
    return ElementTree.fromstring(write_svg(scene, title="", description=""))


def group(root, class_name):
    """Return the group of a class, or None."""
    return next((each for each in root.iter() if each.get("class") == class_name), None)


def key_texts(scene):
    """Return the numbers of a scene with their boxes."""
    return {text.text: text.box for text in scene.texts if text.text != "Name"}


@pytest.mark.parametrize("mark", ["can", "minor", "chosen", "last"])
def test_rings_lie_above_everything_and_take_no_clicks(mark):
    root = svg_of(highlighted({"card.1": mark}))
    assert root[-1].get("class") == "highlights"
    assert root[-1].get("pointer-events") == "none"
    assert len(root[-1]) > 0


def test_a_place_without_a_mark_has_no_ring():
    assert len(svg_of(highlighted({}))[-1]) == 0
    assert len(svg_of(highlighted({"card.7": "can"}))[-1]) == 0, "a place that is not drawn"


def test_a_minor_place_can_be_touched_and_has_one_thin_ring():
    root = svg_of(highlighted({"card.0": "minor", "card.1": "can"}))
    classes = {each.get("data-place"): each.get("class") for each in root.iter() if each.get("data-place")}
    assert classes == {"card.0": "place can minor", "card.1": "place can", "card.2": "place"}
    rings = [each for each in root[-1] if each.get("stroke-dasharray")]
    assert [float(ring.get("stroke-width")) for ring in rings] == [2]


def test_numbers_are_one_group_that_a_page_can_hide():
    numbered = group(svg_of(highlighted({"card.0": "can"}, {"card.0": "7"})), "keys")
    assert [each.text for each in numbered.iter() if each.text] == ["7"]
    assert group(svg_of(highlighted({"card.0": "can"})), "keys") is None


@pytest.mark.parametrize("shape", ["rect", "hex", "circle"])
def test_a_number_lies_at_the_upper_left_corner_of_its_place(shape):
    scene = highlighted({"card.1": "can"}, {"card.1": "7"}, shape=shape)
    box = key_texts(scene)["7"]
    assert abs(box.x - 140) < 20
    assert abs(box.y - 40) < 25


def test_numbers_cover_neither_names_nor_each_other():
    marks = dict.fromkeys(["card.0", "card.1", "card.2"], "can")
    scene = highlighted(marks, {"card.0": "1 14 22", "card.1": "15–18 23", "card.2": "99"})
    for first, second in combinations(scene.texts, 2):
        assert not first.box.overlaps(second.box, slack=1), (first, second)


def test_a_number_at_the_edge_stays_inside_the_picture():
    scene = Scene(LIGHT, width=160)
    with scene.place("corner", Box(0, 0, 30, 30), alt="Corner"):
        pass
    scene.height = 30
    draw_highlights(scene, {"corner": "can"}, {"corner": "1–12 14 16 +3"})
    assert Box(0, 0, 160, 30).contains(key_texts(scene)["1–12 14 16 +3"])
