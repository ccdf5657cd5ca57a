"""PNG pictures: SVG documents of this service rendered in worker processes.

The renderer holds the interpreter for a quarter of a second, so it never runs in a serving process. It aborts the
process on a huge canvas, so sizes are checked first, and only SVG that this service wrote is rendered.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from multiprocessing import get_context
from typing import Final

MAX_PIXELS: Final = 2400
"""Largest width of a picture."""
FACES: Final = ("Regular", "Bold")


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


class PngPool:
    """Processes that render pictures. They start with the first picture."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def render(self, svg: str, width: int) -> bytes:
        """Return an SVG document as a PNG, rendered in a process of the pool."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("forkserver"))
        return self._pool.submit(render_png, svg, width).result()

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
