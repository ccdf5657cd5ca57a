"""Speed and size of pictures: drawing, rendering, cached pictures beside verdicts, and moves beside pictures."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain, count, cycle
from typing import NamedTuple

import msgspec

from benchmarks.games import game_positions
from benchmarks.http import body_of
from benchmarks.load import Load, drive, fetch_all, get, neighbour, request, same
from benchmarks.servers import running_server
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import notation
from referee_service.kernel.state import CHANCE
from referee_service.pictures.png import render_png
from referee_service.pictures.svg import write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from referee_service.store.embedded import embedded_redis

NAMES = ("Maximiliane-Antoinette", "Bartholomäus von Burg", "Wilhelmina Featherstone", "Ó Súilleabháin")
WIDTH = 1200
SAMPLES = 12
"""How many positions of a game are drawn to find the largest."""
REPEATS = 5
LOADED_SECONDS = 4.0
"""Duration of one round with and one without pictures."""
ROUNDS, SECONDS = 3, 0.5
"""Rounds of verdicts and cached pictures, and the duration of each."""
CALLS = ("moves", "verdicts")
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


def _cpu_ms(work: Callable[[], object]) -> float:
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
    positions = game_positions(game, seats=2, seed=0)[:-1]
    bodies = [body_of(encode(match), notation(action)) for match, action in positions]
    moves, verdicts = ([request(f"/v1/games/{game.name}/{call}", body) for body in bodies] for call in CALLS)
    matches = [match for match, _ in positions]
    digests = [digest(encode(match)) for match in matches[:: max(1, len(matches) // SAMPLES)]]
    paths = {form: [f"/v1/games/{game.name}/pictures/{each}.{form}?seat=0" for each in digests] for form in MEDIA_TYPES}
    gets = {form: [get(path) for path in paths[form]] for form in paths}
    figures = ServedFigures(Load(), {form: Load() for form in gets}, Load(), Load(), 0)
    with ExitStack() as stack:
        environ = {"REDIS_URL": stack.enter_context(embedded_redis()).url}
        port = stack.enter_context(running_server("service", environ)).port
        for warm in (moves, verdicts, *gets.values()):
            fetch_all(port, warm)
        for _ in range(ROUNDS):
            drive(port, same(cycle(verdicts)), seconds=SECONDS, into=figures.verdicts)
            for form, load in figures.cached.items():
                drive(port, same(cycle(gets[form])), seconds=SECONDS, into=load)
        drawn = 0
        for _ in range(ROUNDS):
            drive(port, same(cycle(moves)), seconds=LOADED_SECONDS, into=figures.moves)
            with neighbour(port, new_pictures(game, matches), pause=1.0) as pictures:
                drive(port, same(cycle(moves)), seconds=LOADED_SECONDS, into=figures.moves_beside)
            drawn += len(pictures.latencies)
    return figures._replace(drawn=drawn)


_widths = chain.from_iterable(range(1100, 1200) for _ in count())
"""Widths of pictures that no cache has."""


def new_pictures(game: AnyGame, matches: list[Match]) -> Iterator[bytes]:
    """Yield requests of PNG pictures that are not cached."""
    for match, width in zip(cycle(matches), _widths, strict=False):
        body = msgspec.json.encode({"state": msgspec.Raw(encode(match)), "seat": 0, "width": width})
        yield request(f"/v1/games/{game.name}/pictures", body, accept=MEDIA_TYPES["png"])
