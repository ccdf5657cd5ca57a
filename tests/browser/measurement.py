"""Measurement of the text of a picture in the browser, in units of the picture, and its comparison with the scene."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from playwright.sync_api import Page

from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene, TextBox
from referee_service.pictures.typeface import BASELINE

WIDTH_SLACK = 0.6
"""How much wider a line may be than the scene measured it: rare pairs of letters are set apart by kerning."""
PLACE_SHARE = 0.05
"""How far a line may start from where the scene measured it, in shares of its width: kerning narrows centred lines."""
EDGE_SLACK = 2.0
"""How far ink may cross the edge of a place: a ring is three units outside. Scenes do not measure descenders."""
OVERLAP_SLACK = 2.0
"""How far the boxes of two lines may overlap in both directions, as in the tests of scenes."""

MEASURE = """() => {
  const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas").getContext("2d");
  return [...document.querySelectorAll("text")].map(text => {
    const size = parseFloat(getComputedStyle(text).fontSize), weight = getComputedStyle(text).fontWeight;
    canvas.font = `${weight} 200px "Referee Sans"`;
    const ink = canvas.measureText(text.textContent), scale = size / 200, last = text.getNumberOfChars() - 1;
    const start = text.getStartPositionOfChar(0), end = text.getEndPositionOfChar(last);
    const top = start.y - ink.actualBoundingBoxAscent * scale, bottom = start.y + ink.actualBoundingBoxDescent * scale;
    const place = text.closest("[data-place]");
    return {text: text.textContent, box: [start.x, top, end.x - start.x, bottom - top], baseline: start.y,
            size, place: place ? place.getAttribute("data-place") : ""};
  });
}"""
"""Width and position as the SVG has them; top and bottom of the ink from the same font in a canvas."""


@dataclass(frozen=True)
class DrawnText:
    """A line of text as the browser draws it. `place` is the innermost place around it, or empty.

    `middle` is the height at which the scene has written the line.
    """

    text: str
    box: Box
    middle: float
    place: str


def drawn_texts(page: Page) -> list[DrawnText]:
    """Return all lines of text of the open page."""
    return [
        DrawnText(each["text"], Box(*each["box"]), each["baseline"] - each["size"] * BASELINE, each["place"])
        for each in page.evaluate(MEASURE)
    ]


def fonts_of_texts(page: Page) -> list[set[str]]:
    """Return the PostScript names of the fonts that each line of text has used."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "text"})["nodeIds"]
    used = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    session.detach()
    return [{font["postScriptName"] for font in fonts} for fonts in used]


def text_faults(scene: Scene, drawn: list[DrawnText]) -> Iterator[str]:
    """Yield every line that is wider than measured, elsewhere, outside the picture or its place, or over another."""
    frame, remaining = Box(0, 0, scene.width, scene.height), list(drawn)
    assert sorted(line.text for line in drawn) == sorted(measured.text for measured in scene.texts)
    for measured in scene.texts:
        line = min((each for each in remaining if each.text == measured.text), key=partial(_distance, measured))
        remaining.remove(line)
        if line.box.width > measured.box.width + WIDTH_SLACK:
            yield f"wider than measured: {line} {measured.box}"
        if _distance(measured, line) > PLACE_SHARE * max(measured.box.width, 10):
            yield f"elsewhere than measured: {line} {measured.box}"
        if not frame.contains(line.box):
            yield f"outside the picture: {line}"
        place = scene.places[line.place].box if line.place else frame
        if place.contains(measured.box) and not place.contains(line.box, EDGE_SLACK):
            yield f"outside its place: {line} {place}"
    for first, second in combinations(drawn, 2):
        if first.box.overlaps(second.box, OVERLAP_SLACK):
            yield f"overlap: {first} {second}"


def _distance(measured: TextBox, line: DrawnText) -> float:
    """Return how far a drawn line is from a measured one. Layers may change the order of lines."""
    middle = measured.box.y + measured.box.height / 2
    return abs(line.middle - middle) + abs(line.box.x - measured.box.x)
