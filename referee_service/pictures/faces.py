"""Faces of the font for browsers: one WOFF2 file for each weight, and the CSS rules that load or embed them.

`fonts/OFL.txt` is their license. `tests/pictures/font_faces.py` makes the files.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final

from referee_service.pictures.typeface import BOLD, FAMILY, REGULAR

WEIGHTS: Final = (REGULAR, BOLD)


def face_name(weight: int) -> str:
    """Return the file name of a face."""
    return f"referee-sans-{weight}.woff2"


@cache
def face(weight: int) -> bytes:
    """Return a face as WOFF2."""
    return (files(__package__) / "fonts" / face_name(weight)).read_bytes()


def linked_faces() -> str:
    """Return the stylesheet for pages. The address of each face has a hash of its bytes, so it may be cached long.

    Browsers hide text until the font is loaded: pictures are laid out for this font, and another one may be wider.
    """
    return "".join(
        _rule(weight, f"{face_name(weight)}?v={_digest(weight)}", "; font-display: block") + "\n" for weight in WEIGHTS
    )


def embedded_faces(weights: Iterable[int]) -> str:
    """Return one rule for each weight, with the face as a data URI."""
    return "".join(map(_embedded_face, sorted(set(weights))))


@cache
def _embedded_face(weight: int) -> str:
    return _rule(weight, f"data:font/woff2;base64,{b64encode(face(weight)).decode()}")


def _rule(weight: int, address: str, display: str = "") -> str:
    source = f'url("{address}") format("woff2")'
    return f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; src: {source}{display} }}'


def _digest(weight: int) -> str:
    return blake2b(face(weight), digest_size=6).hexdigest()
