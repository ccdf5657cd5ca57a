"""The pictures of README and docs are those that the code draws now."""

from __future__ import annotations

import pytest

from referee_service.services.pictures import PICTURES
from tests.docs.sample_pictures import FOLDER, PIXELS, sample_svg
from tests.docs.test_docs import ROOT


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_of_each_game_is_current(name):
    assert (FOLDER / f"{name}.svg").read_text() == sample_svg(name), "run python -m tests.docs.sample_pictures"
    png = (FOLDER / f"{name}.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == PIXELS


@pytest.mark.parametrize("name", PICTURES)
def test_readme_and_the_page_of_each_game_show_its_picture(name):
    assert f"docs/pictures/{name}.png" in (ROOT / "README.md").read_text()
    assert f"../pictures/{name}.png" in (ROOT / "docs" / "games" / f"{name}.md").read_text()
