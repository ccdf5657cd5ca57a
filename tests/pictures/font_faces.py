"""The font of pictures for browsers: two faces as WOFF2, made from the font that PNG pictures use, and their widths.

`PYTHONPATH=.:sdk python -m tests.pictures.font_faces` writes the files again. The license reserves the name of the
original font, so the faces have a family name of their own. Outlines, kerning and widths are those of the original.
"""

from __future__ import annotations

import io
import json
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from referee_service.pictures.typeface import BOLD, FAMILY, REGULAR

SOURCE = files("font_source_sans_pro") / "files"
PICTURES = Path(__file__).parents[2] / "referee_service" / "pictures"
FOLDER = PICTURES / "fonts"
STYLES = {REGULAR: "Regular", BOLD: "Bold"}

CHARACTERS = (
    *range(0x20, 0x7F),  # ASCII
    *range(0xA0, 0x250),  # Latin-1, Latin Extended-A and -B
    *range(0x300, 0x370),  # combining accents
    *range(0x1E00, 0x1F00),  # Latin Extended Additional
    *range(0x2010, 0x2028),  # dashes, quotation marks, dots
    0x202F,  # the narrow space of French
    *range(0x2030, 0x203B),  # per mille, primes, angle quotation marks
    0x20AC,  # euro
    0x2122,  # trade mark
    *range(0x2190, 0x2194),  # arrows
    *(0x2212, 0x2248, 0x2260, 0x2264, 0x2265),  # minus and comparisons
)
"""Code points of the faces, as far as the font has them."""
SOFT_HYPHEN = 0xAD
"""Invisible in a line, although the font has a width for it."""
FEATURES = ("ccmp", "kern", "liga", "mark", "mkmk")
"""The layout features that the PNG renderer applies too."""
COPYRIGHT, FAMILY_NAME, STYLE, UNIQUE_ID, FULL_NAME, VERSION, POSTSCRIPT_NAME, TRADEMARK = range(8)
DESIGNER, LICENSE, LICENSE_URL = 9, 13, 14
NAMES = (COPYRIGHT, VERSION, TRADEMARK, DESIGNER, LICENSE, LICENSE_URL)
"""Records of the name table that a face takes from the original."""
WINDOWS = (3, 1, 0x409)
"""Platform, encoding and language of name records."""


def original(weight: int) -> TTFont:
    """Return a face of the original font."""
    return TTFont(io.BytesIO((SOURCE / f"SourceSansPro-{STYLES[weight]}.ttf").read_bytes()), recalcTimestamp=False)


def face(weight: int) -> bytes:
    """Return the face of a weight as WOFF2. Equal versions of the libraries give equal bytes."""
    options = Options(layout_features=list(FEATURES), hinting=False, name_IDs=list(NAMES), notdef_outline=True)
    font, subsetter = original(weight), Subsetter(options)
    subsetter.populate(unicodes=set(CHARACTERS) - {SOFT_HYPHEN})
    subsetter.subset(font)
    _rename(font, STYLES[weight])
    font.flavor = "woff2"
    content = io.BytesIO()
    font.save(content)
    return content.getvalue()


def _rename(font: TTFont, style: str) -> None:
    """Give the font the family name of pictures."""
    table, postscript_name = font["name"], f"{FAMILY.replace(' ', '')}-{style}"
    table.names = [record for record in table.names if (record.platformID, record.platEncID, record.langID) == WINDOWS]
    records = {
        FAMILY_NAME: FAMILY,
        STYLE: style,
        UNIQUE_ID: postscript_name,
        FULL_NAME: f"{FAMILY} {style}",
        POSTSCRIPT_NAME: postscript_name,
    }
    for name_id, text in records.items():
        table.setName(text, name_id, *WINDOWS)


def widths() -> dict[str, dict[str, int]]:
    """Return the width of every character of the faces, in thousandths of the size, by weight."""
    return {str(weight): _widths(original(weight)) for weight in STYLES}


def _widths(font: TTFont) -> dict[str, int]:
    glyphs, advances, units = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    table = {chr(code): round(advances[glyphs[code]][0] * 1000 / units) for code in CHARACTERS if code in glyphs}
    return {**table, chr(SOFT_HYPHEN): 0}


def content() -> dict[Path, bytes]:
    """Return the files of the font with their content: faces, widths and license."""
    table = json.dumps(widths(), ensure_ascii=False, separators=(",", ":"))
    return {
        **{FOLDER / f"referee-sans-{weight}.woff2": face(weight) for weight in STYLES},
        FOLDER / "OFL.txt": (SOURCE / "LICENSE.txt").read_bytes(),
        PICTURES / "widths.json": table.encode(),
    }


def main() -> None:
    """Write the files."""
    for path, written in content().items():
        path.write_bytes(written)


if __name__ == "__main__":
    main()
