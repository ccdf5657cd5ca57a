"""The screenshots of README and docs: they exist, they are small, and the program still takes them."""

from __future__ import annotations

import re

import pytest

from tests.docs.screenshots import FOLDER, PICTURES, take_pictures
from tests.docs.test_docs import ROOT

MOST_BYTES = 250_000
TAKEN = ("set-up", "match-medievalia", "why-not", "record", "room", "phone")
"""Those that the test takes again: one of each kind."""
PNG = b"\x89PNG"


def size_of(picture: bytes) -> tuple[int, int]:
    """Return width and height of a PNG picture."""
    assert picture.startswith(PNG)
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


@pytest.mark.parametrize("name", PICTURES)
def test_every_screenshot_exists_and_is_small(name):
    picture = (FOLDER / f"{name}.png").read_bytes()
    assert len(picture) < MOST_BYTES
    window = PICTURES[name][1]["viewport"]
    assert size_of(picture) == (window["width"], window["height"])


def test_there_is_no_other_screenshot_and_all_are_shown():
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)
    pages = [ROOT / "README.md", ROOT / "docs/table.md", ROOT / "docs/frontends.md"]
    shown = set(re.findall(r"screenshots/([\w-]+)\.png", "".join(page.read_text() for page in pages)))
    assert shown == set(PICTURES)


def test_the_program_still_takes_them(browser, table_server, tmp_path):
    take_pictures(browser, table_server.address, tmp_path, TAKEN)
    for name in TAKEN:
        window = PICTURES[name][1]["viewport"]
        assert size_of((tmp_path / f"{name}.png").read_bytes()) == (window["width"], window["height"])
