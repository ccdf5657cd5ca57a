"""The command `referee picture`: files and their font."""

from __future__ import annotations

import pytest

from referee_service.cli.main import main
from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.match import new_match, play_chance


@pytest.fixture
def state(tmp_path):
    """Return the file of a new match."""
    game, path = GAMES["burgundy"], tmp_path / "state.json"
    path.write_bytes(encode(play_chance(game, new_match(game, seats=2, chance=Chance("seeded", "1"))).match))
    return path


@pytest.mark.parametrize(("options", "styles"), [((), 0), (("--font", "page"), 0), (("--font", "embed"), 1)])
def test_an_svg_file_contains_its_font_on_request(state, tmp_path, options, styles):
    path = tmp_path / "board.svg"
    assert main(["picture", str(state), "-o", str(path), *options]) == 0
    assert path.read_text().count("<style>") == styles


def test_a_png_file_ignores_the_font(state, tmp_path):
    for font in ("page", "embed"):
        path = tmp_path / f"{font}.png"
        assert main(["picture", str(state), "-o", str(path), "--width", "300", "--font", font]) == 0
    assert (tmp_path / "page.png").read_bytes() == (tmp_path / "embed.png").read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--part", "cellar"), "--part must be one of: table"),
        (("--seat", "2"), "--seat must be from 0 to 1"),
        (("--width", "2401"), "--width must be from 1 to 2400"),
        (("--names", "A,B,C"), "--names has 3 names, and this match has 2 seats"),
        (("--names", "A\x01,B"), "--names needs printable names"),
        (("--names", "A,,"), "--names"),
    ],
)
def test_a_wrong_option_is_named_and_nothing_is_written(state, tmp_path, capsys, options, message):
    path = tmp_path / "board.svg"
    assert main(["picture", str(state), "-o", str(path), *options]) == 1
    assert message in capsys.readouterr().err
    assert not path.exists()


def test_highlights_can_be_left_out(state, tmp_path):
    path = tmp_path / "board.svg"
    assert main(["picture", str(state), "-o", str(path), "--seat", "0"]) == 0
    assert 'class="keys"' in path.read_text()
    assert main(["picture", str(state), "-o", str(path), "--seat", "0", "--highlight", "none"]) == 0
    assert 'class="keys"' not in path.read_text()
