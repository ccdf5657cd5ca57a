"""The font of pictures for browsers: current files, own name, license, coverage, widths, and style rules."""

import base64
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from referee_service.pictures.faces import WEIGHTS, embedded_faces, face, face_name, linked_faces
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.png import render_png
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import write_svg
from referee_service.pictures.typeface import BOLD, FAMILIES, FAMILY, REGULAR
from tests.pictures.font_faces import PICTURES, SOFT_HYPHEN, content

SERVICE = PICTURES.parent
MAX_FACE_BYTES = 40_000
WIDTHS = json.loads((PICTURES / "widths.json").read_text())
FAMILY_NAMES, COPYRIGHT, LICENSE = (1, 3, 4, 6), 0, 13

each_weight = pytest.mark.parametrize("weight", WEIGHTS)


def font(weight):
    """Return the face of a weight, decoded."""
    return TTFont(io.BytesIO(face(weight)))


def scene_with(**weights):
    """Return a scene with one line of text in each weight."""
    scene = Scene(LIGHT, width=300)
    for at, (text, weight) in enumerate(weights.items()):
        scene.text(10, 30 + 40 * at, text, 30, weight=weight)
    scene.height = 100
    return scene


# --- files ----------------------------------------------------------------------------------------------------------


def test_the_files_are_those_that_the_script_writes():
    for path, expected in content().items():
        assert path.read_bytes() == expected, f"{path.name}: run python -m tests.pictures.font_faces"


@each_weight
def test_a_face_is_small(weight):
    assert len(face(weight)) <= MAX_FACE_BYTES


@each_weight
def test_a_face_has_its_own_name_and_the_license_of_the_original(weight):
    names = {record.nameID: str(record) for record in font(weight)["name"].names}
    for name_id in FAMILY_NAMES:
        assert names[name_id].replace(" ", "").startswith("RefereeSans")
        assert "Source" not in names[name_id]
    assert "Adobe" in names[COPYRIGHT]
    assert "SIL Open Font License" in names[LICENSE]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (PICTURES / "fonts" / "OFL.txt").read_text()


@each_weight
def test_a_face_says_its_weight(weight):
    assert font(weight)["OS/2"].usWeightClass == weight


# --- characters -----------------------------------------------------------------------------------------------------


@each_weight
def test_widths_are_those_of_the_face(weight):
    glyphs, advances = font(weight).getBestCmap(), font(weight)["hmtx"]
    table = {chr(code): advances[glyph][0] for code, glyph in glyphs.items()}
    assert {**table, chr(SOFT_HYPHEN): 0} == WIDTHS[str(weight)]


@each_weight
def test_a_face_has_the_letters_of_players_names(weight):
    letters = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x17F)]))
    assert set(letters) - set(WIDTHS[str(weight)]) == set()
    assert set("ȘșȚțẞỄ–—‘’“”„…←↑→↓−≤≥€") - set(WIDTHS[str(weight)]) == set()


def test_a_face_has_all_characters_of_texts_and_drawings():
    texts = [*SERVICE.rglob("*.yaml"), *PICTURES.glob("*.py"), *SERVICE.glob("games/*/picture/**/*.py")]
    assert len(texts) > 50
    known = set(map(chr, font(REGULAR).getBestCmap())) & set(map(chr, font(BOLD).getBestCmap())) | {"\n"}
    missing = {path.relative_to(SERVICE): set(path.read_text()) - known for path in texts}
    assert {path: signs for path, signs in missing.items() if signs} == {}


# --- documents ------------------------------------------------------------------------------------------------------


def test_an_svg_names_the_font_for_browsers_first():
    drawn = ElementTree.fromstring(write_svg(scene_with(Bank=REGULAR), title="", description=""))
    assert drawn.get("font-family") == FAMILIES == "Referee Sans, Source Sans Pro, sans-serif"


@pytest.mark.parametrize("weights", [(REGULAR,), (BOLD,), (REGULAR, BOLD)])
def test_png_pictures_have_the_original_font(weights):
    svg = write_svg(scene_with(**{f"Qu{weight}": weight for weight in weights}), title="", description="")
    original = svg.replace(FAMILIES, "Source Sans Pro")
    assert render_png(svg, 300) == render_png(original, 300) != render_png(svg.replace(FAMILIES, FAMILY), 300)


@pytest.mark.parametrize("weights", [(REGULAR,), (BOLD,), (REGULAR, BOLD)])
def test_an_embedded_font_has_the_faces_that_the_picture_uses(weights):
    scene = scene_with(**{f"Qu{weight}": weight for weight in weights})
    root = ElementTree.fromstring(write_svg(scene, title="", description="", font="embed"))
    (style,) = (element for element in root.iter() if element.tag.endswith("}style"))
    assert [int(found) for found in re.findall("font-weight: ([0-9]+)", style.text)] == list(weights)
    faces = re.findall(r'url\("data:font/woff2;base64,([^"]+)"\)', style.text)
    assert [base64.b64decode(each) for each in faces] == [face(weight) for weight in weights]
    assert style.text.count(f'font-family: "{FAMILY}"') == style.text.count("@font-face") == len(weights)


def test_a_picture_without_text_embeds_no_face():
    assert embedded_faces(scene_with().weights) == ""


def test_the_stylesheet_links_all_faces_beside_it():
    rules = linked_faces().splitlines()
    assert len(rules) == len(WEIGHTS)
    for weight, rule in zip(WEIGHTS, rules, strict=True):
        assert f"font-weight: {weight};" in rule
        assert re.search(rf'url\("{re.escape(face_name(weight))}\?v=[0-9a-f]{{12}}"\)', rule)
    assert Path(face_name(BOLD)).suffix == ".woff2"
