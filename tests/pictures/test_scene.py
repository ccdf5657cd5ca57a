"""Tests of scenes: text that is measured, places, highlights, and their SVG and PNG."""

from xml.etree import ElementTree

import pytest

from referee_service.pictures.geometry import Box, rounded_box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.png import MAX_PIXELS, render_png
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import icon_shapes, write_svg
from referee_service.pictures.typeface import BOLD, fitting_size, name_lines, text_width, wrap_text

SENTENCE = "Your castle gives you one action with any die value."


def drawn(**options):
    """Return a scene with one place that holds a bank, and one text."""
    scene = Scene(LIGHT, width=200, **options)
    with scene.place("depot.1.0", Box(10, 10, 40, 40), alt="Depot 1: <bank>", holds="bank"):
        scene.icon("bank", 30, 30, 24)
    scene.text(100, 60, "Bank & Co", 20, weight=BOLD)
    scene.height = 100
    return scene


def written(scene):
    """Return the SVG of a scene as an element."""
    return ElementTree.fromstring(write_svg(scene, title="A table", description="One bank."))


def test_text_is_as_wide_as_its_characters():
    assert text_width("iii", 20) < text_width("mmm", 20)
    assert text_width("bank", 20, BOLD) > text_width("bank", 20)
    assert text_width("é", 20) == text_width("e", 20)


def test_text_wraps_at_its_room_and_nothing_is_lost():
    lines = wrap_text(SENTENCE, 20, 200)
    assert all(text_width(line, 20) <= 200 for line in lines)
    assert " ".join(lines) == SENTENCE


def test_french_punctuation_stays_on_the_line_of_its_word():
    lines = wrap_text("Types de cartes : Igloo ; « Chasseur » !", 20, 60)
    assert not [line for line in lines if line[0] in ":;!»"]
    assert not [line for line in lines if line.endswith("«")]


def test_a_line_shrinks_until_it_fits():
    size = fitting_size(SENTENCE, 30, 200)
    assert text_width(SENTENCE, size, BOLD) == pytest.approx(200)
    assert fitting_size("Bank", 30, 200) == 30


def test_a_long_name_has_two_lines_and_a_word_that_cannot_be_split_shrinks():
    assert name_lines("Ann", 26, 120) == ("Ann",)
    assert name_lines("Bartholomäus von Burg", 26, 120) == ("Bartholomäus", "von Burg")
    assert name_lines("Maximiliane-Antoinette", 26, 120) == ("Maximiliane-", "Antoinette")
    assert name_lines("Wolfeschlegelsteinhausen", 26, 120) == ("Wolfeschlegelsteinhausen",)
    scene = Scene(LIGHT, width=200)
    for at, name in enumerate(("Bartholomäus von Burg", "Wolfeschlegelsteinhausen")):
        scene.name(10, 30 + 50 * at, name, 26, 120, LIGHT.ink)
    assert [text.text for text in scene.texts] == ["Bartholomäus", "von Burg", "Wolfeschlegelsteinhausen"]
    assert all(text.box.width <= 120.1 for text in scene.texts)
    assert not scene.texts[0].box.overlaps(scene.texts[1].box)


def test_a_place_is_a_group_with_its_name_its_component_and_a_description():
    (group,) = (element for element in written(drawn()).iter() if element.get("data-place"))
    assert (group.get("data-place"), group.get("data-holds")) == ("depot.1.0", "bank")
    assert group[0].text == "Depot 1: <bank>"
    assert group.get("role") is None


def test_a_place_names_its_box_or_its_outline():
    scene = Scene(LIGHT, width=200)
    with scene.place("die", Box(10, 20.5, 30, 40), alt="Die"):
        pass
    with scene.place("tile", Box(10, 20, 30, 40), alt="Tile", outline="M0,0 L9,9Z", shape="hex"):
        pass
    box, outline = (element for element in written(scene).iter() if element.get("data-place"))
    assert (box.get("data-box"), box.get("data-outline")) == ("10 20.5 30 40", None)
    assert (outline.get("data-box"), outline.get("data-outline")) == (None, "M0,0 L9,9Z")


def test_two_pictures_on_one_page_have_different_ids():
    first, second = (write_svg(drawn(prefix=prefix), title="", description="") for prefix in ("a", "b"))
    assert 'id="a-bank"' in first
    assert 'id="b-bank"' in second


def test_every_icon_is_well_formed():
    for name, shape in icon_shapes().items():
        ElementTree.fromstring(f"<g>{shape}</g>"), name


def test_boxes_overlap_only_if_they_share_an_area():
    box = Box(0, 0, 10, 10)
    assert box.overlaps(Box(5, 5, 10, 10))
    assert not box.overlaps(Box(10, 0, 10, 10))
    assert not box.overlaps(Box(9, 0, 10, 10), slack=2)
    assert box.contains(Box(1, 1, 8, 8))
    assert not box.contains(Box(1, 1, 12, 8))
    assert rounded_box(box, 2).endswith("Z")


def test_a_png_has_text_and_the_width_that_was_asked_for():
    with_text = render_png(write_svg(drawn(), title="", description=""), 400)
    scene = drawn()
    scene.elements = [element for element in scene.elements if not element.startswith("<text")]
    without = render_png(write_svg(scene, title="", description=""), 400)
    assert int.from_bytes(with_text[16:20], "big") == 400
    assert len(with_text) > len(without), "the font is found"


@pytest.mark.parametrize("width", [0, MAX_PIXELS + 1])
def test_a_huge_png_is_refused_before_it_is_rendered(width):
    with pytest.raises(ValueError, match="2400"):
        render_png("<svg/>", width)
