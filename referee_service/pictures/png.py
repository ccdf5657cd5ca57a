"""PNG pictures: the renderer of SVG documents, and the loop of a process that does nothing else.

The renderer holds the interpreter for a quarter of a second, so serving processes use `pool.py`. It aborts the process
on a huge canvas, so the width is checked first, and only SVG that this service wrote is rendered.
"""

from __future__ import annotations

import signal
import struct
import sys
from functools import cache
from importlib.resources import files
from typing import BinaryIO, Final

MAX_PIXELS: Final = 2400
"""Largest width of a picture."""
FACES: Final = ("Regular", "Bold")
REQUEST: Final = struct.Struct(">II")
"""Head of a request to a rendering process: the width, and the length of the SVG that follows."""
RESPONSE: Final = struct.Struct(">?I")
"""Head of its response: whether it succeeded, and the length of the PNG or of the error message that follows."""


@cache
def _font_files() -> list[str]:
    folder = files("font_source_sans_pro") / "files"
    return [str(folder / f"SourceSansPro-{face}.ttf") for face in FACES]


def render_png(svg: str, width: int) -> bytes:
    """Return an SVG document as a PNG of this width. Raises ValueError if it is wider than MAX_PIXELS."""
    import resvg_py  # only rendering processes load it

    if not 1 <= width <= MAX_PIXELS:
        raise ValueError(f"the width of a picture is at most {MAX_PIXELS} pixels")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=_font_files()))


def answer_requests(requests: BinaryIO, responses: BinaryIO) -> None:
    """Render pictures until the requests end. That is when the process that sends them is gone."""
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        width, length = REQUEST.unpack(head)
        try:
            is_png, body = True, render_png(requests.read(length).decode(), width)
        except ValueError as error:
            is_png, body = False, str(error).encode()
        responses.write(RESPONSE.pack(is_png, len(body)) + body)
        responses.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the service, and that ends the requests
    answer_requests(sys.stdin.buffer, sys.stdout.buffer)
