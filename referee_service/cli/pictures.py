"""The command `referee picture`: a state as an SVG or PNG file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from referee_service.games import GAMES
from referee_service.kernel.codec import decode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import DECODE_ERRORS, CodecError
from referee_service.kernel.text_table import view_text
from referee_service.pictures.png import MAX_PIXELS, render_png
from referee_service.pictures.svg import FontSource, write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position, picture_parts

FORMATS = (".svg", ".png")


class PictureError(Exception):
    """A picture that cannot be drawn. The message says why, and what to do."""


class _StateHead(msgspec.Struct):
    """The part of a state that names its game."""

    game: str


def draw_picture(options: argparse.Namespace) -> int:
    """Draw a state into a file. Return the exit code."""
    try:
        game, match = read_state(options.state)
        write_picture(game, match, options)
    except (OSError, PictureError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    return 0


def read_state(path: Path) -> tuple[AnyGame, Match]:
    """Return the match of a state file, or of the standard input if the path is `-`, and its game."""
    raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        game = GAMES.get(msgspec.json.decode(raw, type=_StateHead).game)
        if game is None or game.name not in PICTURES:
            raise PictureError(f"{path}: no picture of this game; there are {', '.join(PICTURES)}")
        match = decode(game, raw)
    except (*DECODE_ERRORS, CodecError) as error:
        raise PictureError(f"{path}: not a state, as `state` of a position has it: {error}") from error
    faults = list(game.audit(match.state))
    if faults:
        message = game.texts(match.state.pack).ruling(faults[0], "en").message
        raise PictureError(f"{path}: an impossible state: {faults[0].path}: {message}")
    return game, match


def _check_options(game: AnyGame, seats: int, names: tuple[str, ...], options: argparse.Namespace) -> None:
    """Check the options of a picture. Raises PictureError."""
    if options.output.suffix.lower() not in FORMATS:
        raise PictureError(f"{options.output}: the name of the file must end in {' or '.join(FORMATS)}")
    if not 1 <= options.width <= MAX_PIXELS:
        raise PictureError(f"--width must be from 1 to {MAX_PIXELS}")
    if options.seat is not None and not 0 <= options.seat < seats:
        raise PictureError(f"--seat must be from 0 to {seats - 1}")
    parts = picture_parts(game.name, seats)
    if options.part is not None and options.part not in parts:
        raise PictureError(f"--part must be one of: {', '.join(parts)}")
    if len(names) > seats:
        raise PictureError(f"--names has {len(names)} names, and this match has {seats} seats")
    if not all(name and name.isprintable() for name in names):
        raise PictureError("--names needs printable names, separated by commas")


def write_picture(game: AnyGame, match: Match, options: argparse.Namespace) -> None:
    """Write the picture of a match as its seat sees it. Raises PictureError for an option that does not fit."""
    suffix, state = options.output.suffix.lower(), match.state
    names = tuple(options.names.split(",")) if options.names else ()
    _check_options(game, len(state.score_lines), names, options)
    chosen = PictureOptions(theme=options.theme, highlight=options.highlight, names=names, part=options.part)
    scene = draw_position(game, PICTURES[game.name], state, options.seat, options.lang, chosen)
    catalogue = game.texts(state.pack)
    words = view_text(game, game.view(state, options.seat), catalogue, options.lang, names=names, plain=True)
    title = catalogue.title[options.lang]
    font: FontSource = options.font if suffix == ".svg" else "page"
    svg = write_svg(scene, title=title, description=words, pixels=options.width, font=font)
    options.output.write_bytes(svg.encode() if suffix == ".svg" else render_png(svg, options.width))
