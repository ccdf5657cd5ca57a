"""Speed and size of pictures: drawing, rendering, cached pictures beside verdicts, and moves beside pictures."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, count, cycle
from threading import Event, Thread
from typing import NamedTuple

import msgspec

from benchmarks.http import ROUNDS, SECONDS, requests_of, running_server
from benchmarks.load import Connection, Load, drive, get, request
from benchmarks.steps import game_positions
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.state import CHANCE
from referee_service.pictures.png import render_png
from referee_service.pictures.svg import write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from referee_service.store.embedded import embedded_redis

SERVER = "granian"
NAMES = ("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wilhelmina Featherstone", "Ó Súilleabháin")
WIDTH = 1200
SAMPLES = 12
"""How many positions of a game are drawn to find the largest."""
REPEATS = 5
LOADED_SECONDS = 4.0
"""Duration of one round with and one without pictures."""
MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


class Figures(NamedTuple):
    """The cost of one position: CPU milliseconds and kilobytes."""

    svg_ms: float
    svg_kb: float
    gzip_kb: float
    png_ms: float


def svg_of(game: AnyGame, match: Match) -> str:
    """Return the picture of a match as its seat to move sees it, in French with long names."""
    turn, seats = game.turn(match.state), len(match.state.score_lines)
    viewer = turn.seat if turn is not None and turn.seat != CHANCE else None
    options = PictureOptions(names=NAMES[:seats])
    scene = draw_position(game, PICTURES[game.name], match.state, viewer, "fr", options)
    return write_svg(scene, title="", description="")


def cost(game: AnyGame, seats: int) -> tuple[Figures, Figures]:
    """Return the figures of the position of median size and of the largest, among samples of three random games."""
    matches = [match for seed in range(3) for match, _ in game_positions(game, seats=seats, seed=seed)]
    samples = matches[:: max(1, len(matches) // (3 * SAMPLES))]
    ordered = sorted(samples, key=lambda match: len(svg_of(game, match)))
    return _figures(game, ordered[len(ordered) // 2]), _figures(game, ordered[-1])


def _figures(game: AnyGame, match: Match) -> Figures:
    svg = svg_of(game, match)
    raw = svg.encode()
    drawing = min(_cpu_ms(lambda: svg_of(game, match)) for _ in range(REPEATS))
    rendering = min(_cpu_ms(lambda: render_png(svg, WIDTH)) for _ in range(REPEATS))
    return Figures(drawing, len(raw) / 1000, len(gzip.compress(raw, 6)) / 1000, rendering)


def _cpu_ms(work: object) -> float:
    assert callable(work)
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


# --- over HTTP --------------------------------------------------------------------------------------------------------


class ServedFigures(NamedTuple):
    """Loads of verdicts and cached pictures, and of moves alone and while one PNG a second is drawn."""

    verdicts: Load
    cached: dict[str, Load]
    moves: Load
    moves_beside: Load
    drawn: int


def race(game: AnyGame) -> ServedFigures:
    """Return the loads of one serving process. Calls alternate, so that noise affects all of them."""
    calls = requests_of(game)["redis"]
    matches = [match for match, _ in game_positions(game, seats=2, seed=0)[:-1]]
    digests = [digest(encode(match)) for match in matches[:: max(1, len(matches) // SAMPLES)]]
    paths = {form: [f"/v1/games/{game.name}/pictures/{each}.{form}" for each in digests] for form in MEDIA_TYPES}
    gets = {form: [get(path) for path in paths[form]] for form in paths}
    figures = ServedFigures(Load(), {form: Load() for form in gets}, Load(), Load(), 0)
    with ExitStack() as stack:
        redis = stack.enter_context(embedded_redis()).url
        port, _ = stack.enter_context(running_server(SERVER, "redis", redis))
        for warm in (calls["moves"], calls["verdicts"], *gets.values()):
            drive(port, cycle(warm), seconds=0, into=Load(), at_least=len(warm), connections=1)
        for _ in range(ROUNDS):
            drive(port, cycle(calls["verdicts"]), seconds=SECONDS, into=figures.verdicts)
            for form, load in figures.cached.items():
                drive(port, cycle(gets[form]), seconds=SECONDS, into=load)
        drawn = 0
        for _ in range(ROUNDS):
            drive(port, cycle(calls["moves"]), seconds=LOADED_SECONDS, into=figures.moves)
            with pictures_each_second(port, game, matches) as pictures:
                drive(port, cycle(calls["moves"]), seconds=LOADED_SECONDS, into=figures.moves_beside)
            drawn += len(pictures.latencies)
            _check(pictures)
    for load in (figures.verdicts, figures.moves, figures.moves_beside, *figures.cached.values()):
        _check(load)
    return figures._replace(drawn=drawn)


def _check(load: Load) -> None:
    assert load.statuses == {200}, load.statuses


_widths = chain.from_iterable(range(1100, 1200) for _ in count())
"""Widths of pictures that no cache has."""


@contextmanager
def pictures_each_second(port: int, game: AnyGame, matches: list[Match]) -> Iterator[Load]:
    """Request one PNG that is not cached each second while the block runs."""
    end, load = Event(), Load()
    bodies = (
        msgspec.json.encode({"state": msgspec.Raw(encode(match)), "seat": 0, "width": width})
        for match, width in zip(cycle(matches), _widths, strict=False)
    )
    requests = (request(f"/v1/games/{game.name}/pictures", body, accept=MEDIA_TYPES["png"]) for body in bodies)

    def run() -> None:
        while not end.is_set():
            connection = Connection(port, requests)
            connection.send()
            while (status := connection.receive()) is None:
                pass
            load.latencies.append(time.perf_counter() - connection.sent)
            load.statuses.add(status)
            connection.socket.close()
            end.wait(1)

    thread = Thread(target=run)
    thread.start()
    try:
        yield load
    finally:
        end.set()
        thread.join()
