"""The table writer: the view of a game as text, in sections of lines, tables, hex grids and legends.

A game returns sections; this module lays them out. Lines wrap at the width, columns narrow and wrap, and nothing is
cut. The plain form has no drawing: each row and each hex is a sentence, for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Final
from unicodedata import combining, east_asian_width

from msgspec import Struct

from referee_service.kernel.rules import Fact, Language

if TYPE_CHECKING:
    from referee_service.kernel.catalogue import Catalogue
    from referee_service.kernel.game import AnyGame

DEFAULT_WIDTH: Final = 80
MIN_WIDTH: Final = 40
MAX_WIDTH: Final = 200
GAP: Final = "  "
"""Space between two columns."""
INDENT: Final = "  "
"""Start of the second and later lines of a wrapped line."""
FILLER: Final = "\ue000"
"""Stands for the second column of a letter while lines are wrapped. No text has it: it is for private use."""


class Table(Struct, frozen=True):
    """Rows of cells, with a head. A cell may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class HexCell(Struct, frozen=True):
    """A hex of a grid: its column in half hexes, its row, its lines in the drawing, and its words in the plain form."""

    column: int
    row: int
    lines: tuple[str, ...]
    words: str


class HexGrid(Struct, frozen=True):
    """Hexes with a point at the top. Neighbours in a row are two columns apart, those below one column."""

    cells: tuple[HexCell, ...]


class Legend(Struct, frozen=True):
    """The meaning of each mark of a drawing. The plain form has no marks, so it leaves the legend out."""

    marks: tuple[tuple[str, str], ...]


Block = str | Table | HexGrid | Legend


class Section(Struct, frozen=True):
    """A part of the view that can be shown alone: `table`, `seat.0`."""

    name: str
    title: str
    blocks: tuple[Block, ...]


class UnknownPart(Exception):
    """Raised for a part that the view does not have. `parts` has the names of those that it has."""

    def __init__(self, part: str, parts: Sequence[str]) -> None:
        super().__init__(f"no part {part!r}; there are {', '.join(parts)}")
        self.part, self.parts = part, tuple(parts)


class TextContext:
    """What sections are written with: the catalogue, the language, and the names of the players."""

    def __init__(self, catalogue: Catalogue, language: Language, names: Sequence[str] = ()) -> None:
        self.catalogue, self.language, self.names = catalogue, language, tuple(names)

    def caption(self, name: str, /, **facts: Fact) -> str:
        """Return a caption of the catalogue, filled with facts."""
        return self.catalogue.format(self.catalogue.captions[name], facts, self.language)

    def player(self, seat: int) -> str:
        """Return the name of the player at a seat, or `Seat 0` if none was given."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.caption("seat", seat=seat)

    def piece(self, piece: str) -> str:
        """Return the name of a piece."""
        return self.catalogue.piece_name(piece, self.language)

    def counted(self, pieces: Iterable[tuple[str, int]]) -> str:
        """Return counted pieces, `2 wood, 1 stone`, or a dash if there are none."""
        return ", ".join(self.catalogue.counted(count, piece, self.language) for piece, count in pieces) or "–"


def write_text(
    sections: Iterable[Section],
    *,
    width: int = DEFAULT_WIDTH,
    part: str | None = None,
    plain: bool = False,
    language: Language = "en",
) -> str:
    """Return sections as text, or one of them if `part` is given. French has a space before its colons.

    No line is longer than `width`, unless a single word is. Raises UnknownPart.
    """
    listed = list(sections)
    if part is not None and part not in {section.name for section in listed}:
        raise UnknownPart(part, [section.name for section in listed])
    chosen = [section for section in listed if part in (None, section.name)]
    colon = " :" if language == "fr" else ":"
    return "\n\n".join("\n".join(_section_lines(section, width, colon, plain=plain)) for section in chosen)


def _section_lines(section: Section, width: int, colon: str, *, plain: bool) -> Iterator[str]:
    yield from _wrapped(section.title, width)
    for block in section.blocks:
        if isinstance(block, str):
            yield from _wrapped(block, width)
        elif isinstance(block, Table):
            yield from _plain_table(block, width, colon) if plain else _table_lines(block, width, colon)
        elif isinstance(block, Legend):
            yield from () if plain else _wrapped(" · ".join(f"{mark} {text}" for mark, text in block.marks), width)
        elif plain:
            for cell in block.cells:
                yield from _wrapped(cell.words, width)
        else:
            yield from _hex_lines(block, width)


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text. Words are not broken; a section may contain line breaks of its own."""
    lines = []
    for line in text.split("\n"):
        lines += _wrap(line, width, indent=INDENT, breaks_hyphens=False) or [""]
    return lines


def _wrap(text: str, width: int, *, indent: str = "", breaks_hyphens: bool = True) -> list[str]:
    """Return the lines of a text without line breaks. Letters that take two columns on a screen count as two."""
    if not text.isascii():
        text = "".join(letter + FILLER if _letter_width(letter) == 2 else letter for letter in text)
    wrapper = TextWrapper(width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=breaks_hyphens)
    return [line.replace(FILLER, "") for line in wrapper.wrap(text)]


# --- tables ---------------------------------------------------------------------------------------------------------


def _table_lines(table: Table, width: int, colon: str) -> Iterator[str]:
    """Yield the lines of a table. Its widest columns wrap until the rows fit. A table that cannot fit is plain."""
    rows = [row for row in (table.head, *table.rows) if any(row)]
    if not rows:
        return
    columns = list(zip(*rows, strict=True))
    widths = [max(map(_screen_width, column)) for column in columns]
    least = [max((_screen_width(word) for cell in column for word in cell.split()), default=0) for column in columns]
    room = width - len(GAP) * (len(widths) - 1)
    while sum(widths) > room:
        spare = [(wide - need, at) for at, (wide, need) in enumerate(zip(widths, least, strict=True))]
        if max(spare)[0] <= 0:
            yield from _plain_table(table, width, colon)
            return
        narrowed = max((widths[at], at) for free, at in spare if free > 0)[1]
        widths[narrowed] -= 1
    for row in rows:
        cells = [_wrap(cell, wide or 1) or [""] for cell, wide in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [cell[at] if at < len(cell) else "" for cell in cells]
            yield GAP.join(_padded(part, wide) for part, wide in zip(parts, widths, strict=True)).rstrip()


def _screen_width(text: str) -> int:
    """Return the columns of a text on a screen. Names may have letters that take two columns, or none."""
    return len(text) if text.isascii() else sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    return 0 if combining(letter) else 1 + (east_asian_width(letter) in "WF")


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - _screen_width(text))


def _plain_table(table: Table, width: int, colon: str) -> Iterator[str]:
    """Yield each row as one sentence: `Name: bank; Price: 2 gold.`"""
    for row in table.rows:
        pairs = zip(table.head or ("",) * len(row), row, strict=True)
        cells = [f"{head}{colon} {cell}" if head else cell for head, cell in pairs if cell]
        yield from _wrapped("; ".join(cells) + ".", width)


# --- hex grids ------------------------------------------------------------------------------------------------------

_STEP: Final = 4
"""The width of a hex is a multiple of this number, so that its corners lie on characters."""


def _hex_lines(grid: HexGrid, width: int) -> Iterator[str]:
    """Yield the drawing of a grid, or its plain form if it is wider than the text."""
    if not grid.cells:
        return
    inside = max(len(line) for cell in grid.cells for line in cell.lines)
    hex_width = -(-(inside + 1) // _STEP) * _STEP
    first = min(cell.column for cell in grid.cells)
    top = min(cell.row for cell in grid.cells)
    if (max(cell.column for cell in grid.cells) - first) * hex_width // 2 + hex_width + 1 > width:
        for cell in grid.cells:
            yield from _wrapped(cell.words, width)
        return
    height = 1 + max(len(cell.lines) for cell in grid.cells)
    canvas: dict[tuple[int, int], str] = {}
    for cell in grid.cells:
        _draw_hex(canvas, cell, ((cell.column - first) * hex_width // 2, (cell.row - top) * height), hex_width, height)
    for y in range(max(y for _, y in canvas) + 1):
        row = [x for x, line in canvas if line == y]
        yield "".join(canvas.get((x, y), " ") for x in range(max(row, default=-1) + 1)).rstrip()


def _draw_hex(
    canvas: dict[tuple[int, int], str], cell: HexCell, corner: tuple[int, int], hex_width: int, height: int
) -> None:
    """Draw a hex whose box begins at a corner: slopes in the first and last line, the lines of its text between."""
    left, top = corner
    slope = hex_width // _STEP
    for x, y, sign in (
        (left + slope, top, "/"),
        (left + hex_width - slope, top, "\\"),
        (left + slope, top + height, "\\"),
        (left + hex_width - slope, top + height, "/"),
    ):
        canvas[x, y] = sign
    for at in range(height - 1):
        line = cell.lines[at] if at < len(cell.lines) else ""
        for x, character in enumerate(f"|{line.center(hex_width - 1)}|"):
            canvas[left + x, top + 1 + at] = character


def view_text(
    game: AnyGame,
    view: Struct,
    catalogue: Catalogue,
    language: Language,
    *,
    names: Sequence[str] = (),
    width: int = DEFAULT_WIDTH,
    part: str | None = None,
    plain: bool = False,
) -> str:
    """Return a view as text. `names` are the names of the players. Raises UnknownPart."""
    sections = game.sections(view, TextContext(catalogue, language, names))
    return write_text(sections, width=width, part=part, plain=plain, language=language)
