"""The picture service: its cache, and the processes of its pool."""

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import visible_action
from referee_service.kernel.state import CHANCE
from referee_service.pictures.pool import PngPool
from referee_service.services import picture_service
from referee_service.services.context import ClientContext
from referee_service.services.matches.last_moves import LastMove, LastMoves
from referee_service.services.matches.loader import MatchLoader, OpenState
from referee_service.services.picture_service import PictureService, _Drawing
from referee_service.services.pictures import PICTURES, PictureOptions
from referee_service.store.memory import MemoryStore
from tests.contract.playthroughs import playthrough, sampled_plies
from tests.running.conftest import is_alive

STATE = OpenState(encode(playthrough("burgundy", 2, 0).matches[5]))


class CountingPool(PngPool):
    """A pool that renders nothing, and counts."""

    def __init__(self):
        super().__init__(1)
        self.rendered = 0

    def render(self, svg, width):
        """Return different bytes for each call."""
        self.rendered += 1
        return f"{width} {self.rendered}".encode()


def new_service(pool):
    """Return a picture service with its own store."""
    loader = MatchLoader(MemoryStore(1 << 20), None, cache_seconds=60)
    return PictureService(loader, LastMoves(loader), pool)


@pytest.fixture
def pool():
    return CountingPool()


@pytest.fixture
def service(pool):
    return new_service(pool)


def draw(service, picture_format="svg", seat=0, language="en", **options):
    context = ClientContext(language=language)
    game = GAMES["burgundy"]
    return service.picture(game, STATE, seat, picture_format, context, PictureOptions(**options)).raw


def test_equal_requests_are_drawn_once(service, pool, monkeypatch):
    assert draw(service, "png") == draw(service, "png") == b"1200 1"
    first = draw(service)
    monkeypatch.setattr(picture_service, "draw_position", None)
    assert draw(service) == first
    assert pool.rendered == 1


def test_different_requests_have_different_pictures(service):
    requests = [{}, {"seat": 1}, {"seat": None}, {"language": "fr"}, {"theme": "dark"}, {"width": 300}]
    requests += [{"names": ("Ada",)}, {"highlight": "none"}, {"picture_format": "png"}, {"picture_format": "json"}]
    found = [draw(service, **request) for request in requests]
    assert len(set(found)) == len(found)


def test_the_cache_of_pictures_is_bounded(pool, monkeypatch):
    monkeypatch.setattr(picture_service, "CACHE_BYTES", 20)
    service = new_service(pool)
    for width in range(200, 210):
        draw(service, "png", width=width)
    assert draw(service, "png", width=200) == b"200 11"


def test_every_game_with_a_picture_is_a_game_of_the_service():
    assert PICTURES.keys() <= GAMES.keys()


def test_a_last_move_that_a_viewer_did_not_see_touches_nothing():
    hidden = 0
    plies = [(GAMES[name], ply) for name in PICTURES for ply in sampled_plies(GAMES[name], 2, each=12)]
    for game, ply in plies:
        before = ply.before.state
        if ply.seat == CHANCE:
            continue
        move = LastMove(before, ply.seat, ply.action)
        for viewer in (0, 1, None):
            drawing = _Drawing(game, PICTURES[game.name], None, viewer, ClientContext(), PictureOptions(), move)
            is_seen = visible_action(game, before, ply.action, viewer) is not None
            assert bool(drawing._touched(move)) is is_seen
            hidden += not is_seen
    assert hidden


# --- processes ------------------------------------------------------------------------------------------------------


def test_an_app_starts_no_process_before_the_first_png():
    service = create_app().extensions["referee.pictures"]
    draw(service)
    draw(service, "json")
    assert service._pool.process_ids == ()


def test_the_processes_end_with_the_app():
    app = create_app()
    service = app.extensions["referee.pictures"]
    assert draw(service, "png").startswith(b"\x89PNG")
    (pid,) = service._pool.process_ids
    assert is_alive(pid)
    app.extensions["referee.stop"]()
    assert not is_alive(pid)
