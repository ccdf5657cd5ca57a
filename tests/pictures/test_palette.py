"""Tests of the palette: contrast of texts and signals in both themes."""

import pytest

from referee_service.pictures.palette import THEMES, contrast, mix

READABLE = 4.5
"""The least contrast of text, as WCAG 2 requires it."""


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_text_is_readable_on_every_ground(theme):
    for ground in (theme.panel, theme.table, theme.well):
        assert contrast(theme.ink, ground) >= READABLE
    assert contrast(theme.soft, theme.panel) >= READABLE
    assert contrast(theme.on_dark_panel, theme.dark_panel) >= READABLE
    assert contrast(theme.die_ink, theme.die) >= READABLE
    assert contrast(theme.on_signal, theme.signal) >= READABLE
    assert contrast(theme.signal, theme.panel) >= READABLE
    for seat in theme.seats:
        assert contrast(theme.on_seat, seat) >= READABLE
        assert contrast(seat, theme.panel) >= READABLE


def test_a_mixed_colour_lies_between_two_others():
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#102030", "#FFFFFF", 0.0) == "#102030"
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
