"""Pictures in a real browser: they have the font of the service, and text is where the scene measured it."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest

from referee_service.pictures.faces import WEIGHTS
from referee_service.services.pictures import PICTURES
from tests.browser.measurement import drawn_texts, fonts_of_texts, text_faults
from tests.browser.positions import middle_position

pytestmark = pytest.mark.alone  # a browser has time limits, and uses several cores

WIDTHS = (360, 800, 1600)
LOADED = {str(weight): "loaded" for weight in WEIGHTS}
EMBEDDED_FONT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"

each_game = pytest.mark.parametrize("name", PICTURES)


def assert_text_is_as_measured(visitor, scene):
    """Check fonts, errors and the box of every line of text of the open picture."""
    assert visitor.faces == LOADED
    assert (visitor.errors, visitor.blocked) == ([], [])
    assert list(text_faults(scene, drawn_texts(visitor.page))) == []


@each_game
def test_inline_pictures_have_the_font_of_the_service_at_every_width(visitor, pages, service, name):
    position = middle_position(name)
    for language, theme, width in product(("en", "fr"), ("light", "dark"), WIDTHS):
        options = {"theme": theme, "names": position.names, "width": width}
        svg = position.svg(service, language, **options)
        visitor.open(pages.add_page(f"/{name}-{theme}-{language}-{width}", svg), width)
        assert_text_is_as_measured(visitor, position.scene(language, **options))


@pytest.mark.parametrize("language", ["en", "fr"])
@each_game
def test_no_character_needs_another_font(visitor, pages, service, name, language):
    position = middle_position(name)
    svg = position.svg(service, language, names=position.names)
    visitor.open(pages.add_page(f"/{name}-{language}", svg), 1200)
    fonts = fonts_of_texts(visitor.page)
    assert len(fonts) == svg.count("<text ")
    assert set().union(*fonts) <= {"RefereeSans-Regular", "RefereeSans-Bold"}


@each_game
def test_a_picture_with_its_font_is_a_document_of_its_own(visitor, service, name):
    position = middle_position(name)
    position.svg(service, "en")  # the service caches the state
    address = position.address(service, f"font=embed&seat={position.seat}&width=800")
    headers = visitor.open(address, 800)
    assert headers["content-security-policy"] == EMBEDDED_FONT_POLICY
    assert_text_is_as_measured(visitor, position.scene("en", width=800))


def test_an_image_with_its_font_looks_like_an_inline_picture(visitor, pages, service):
    position = middle_position("burgundy")
    svg = position.svg(service, "en", width=800)
    address = position.address(service, f"seat={position.seat}&amp;width=800")
    images = {
        "embed": f'<img src="{address}&amp;font=embed">',
        "page": f'<img src="{address}">',
        "no text": f'<img src="{pages.add("/no-text.svg", without_text(svg), "image/svg+xml")}">',
        "inline": svg,
    }
    shots = {}
    for kind, body in images.items():
        visitor.open(pages.add_page(f"/{kind.replace(' ', '-')}", body), 800)
        shown = visitor.page.locator("body > *")
        shots[kind] = shown.screenshot(animations="disabled")
        assert (visitor.errors, visitor.blocked) == ([], [])
        if kind != "inline":
            assert shown.evaluate("image => [image.complete, image.naturalWidth]") == [True, 800]
    assert shots["embed"] == shots["inline"]
    assert shots["embed"] != shots["page"], "an image without its font falls back to another one"
    assert shots["embed"] != shots["no text"]


def test_a_strict_page_blocks_the_style_of_an_inline_picture(visitor, pages, service):
    svg = middle_position("burgundy").svg(service, "en", font="embed")
    visitor.open(pages.add_page("/style", svg, has_font=False), 1200)
    assert visitor.blocked == ["style-src-elem"]
    assert visitor.errors
    assert visitor.faces == {}


def without_text(svg: str) -> str:
    """Return an SVG document without its text elements."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for element in [child for child in parent if child.tag.endswith("}text")]:
            parent.remove(element)
    return ElementTree.tostring(root, encoding="unicode")
