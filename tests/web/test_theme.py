"""The colours of the web kit are those of the pictures, and its texts have enough contrast."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee_service.pictures.palette import THEMES, ThemeName, contrast

THEME_FILE = Path(__file__).parents[2] / "web/theme.js"
SHARED = ("table", "panel", "well", "line", "ink", "soft", "signal", "on_signal", "halo", "dark_panel", "on_dark_panel")


def colours(theme: ThemeName) -> dict[str, str]:
    """Return the colours of a theme of the kit by name, as in Python."""
    block = re.search(rf"^  {theme}: \{{(.*?)^  \}}", THEME_FILE.read_text(encoding="utf-8"), re.S | re.M)
    assert block is not None
    pairs = re.findall(r'(\w+): "([^"]+)"', block[1])
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): value for name, value in pairs}


@pytest.mark.parametrize("theme", THEMES)
def test_colours_of_kit_and_pictures_are_equal(theme):
    drawn, shown = THEMES[theme], colours(theme)
    assert {name: shown[name] for name in SHARED} == {name: getattr(drawn, name) for name in SHARED}
    assert tuple(shown[f"seat{seat}"] for seat in range(4)) == drawn.seats
    assert shown["on_seat"] == drawn.on_seat


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("text", ["ink", "soft", "good", "bad"])
@pytest.mark.parametrize("ground", ["table", "panel", "well", "raised"])
def test_texts_have_the_contrast_of_wcag_aa(theme, text, ground):
    shown = colours(theme)
    assert contrast(shown[text], shown[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["table", "panel", "well", "raised"])
def test_rings_have_the_contrast_of_controls(theme, ground):
    shown = colours(theme)
    assert contrast(shown["signal"], shown[ground]) >= 3
