"""Tests of seat bars: a long name has two lines inside its room, and the bar has the colour of its seat."""

import pytest

from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene
from referee_service.pictures.seat_bars import draw_bar_ground, draw_owner

ROOM = Box(24, 10, 250, 48)


@pytest.mark.parametrize(
    ("name", "lines"), [("Ann", 1), ("Maximiliane-Antoinette", 2), ("Bartholomäus von Burg", 2), ("M" * 30, 1)]
)
def test_a_name_stays_in_its_room(name, lines):
    scene = Scene(LIGHT, width=1200)
    right = draw_owner(scene, 1, name, ROOM)
    assert len(scene.texts) == lines
    assert all(ROOM.contains(text.box, slack=0.5) for text in scene.texts)
    assert right == pytest.approx(max(text.box.x + text.box.width for text in scene.texts))


def test_the_ground_of_a_bar_has_the_colour_of_its_seat():
    scene = Scene(LIGHT, width=1200)
    draw_bar_ground(scene, 2, Box(0, 0, 600, 48))
    assert [LIGHT.seats[2] in element for element in scene.elements] == [True]
