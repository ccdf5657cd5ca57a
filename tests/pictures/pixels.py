"""Pixels of PNG pictures that the renderer wrote: 8 bits a channel, RGBA, not interlaced."""

from __future__ import annotations

import struct
import zlib

Colour = tuple[int, int, int]


class Pixels:
    """A decoded picture."""

    def __init__(self, png: bytes) -> None:
        self.width, self.height = struct.unpack(">II", png[16:24])
        assert png[24:29] == bytes([8, 6, 0, 0, 0]), "8 bits, RGBA, not interlaced"
        self._rows = _unfiltered(zlib.decompress(_data(png)), self.width * 4)

    def at(self, x: float, y: float) -> Colour:
        """Return the colour of the pixel at a point."""
        row, left = self._rows[min(int(y), self.height - 1)], 4 * min(int(x), self.width - 1)
        red, green, blue = row[left : left + 3]
        return red, green, blue


def _data(png: bytes) -> bytes:
    """Return the compressed data of all IDAT chunks."""
    found, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            found += png[at + 8 : at + 8 + length]
        at += length + 12
    return found


def _unfiltered(raw: bytes, stride: int) -> list[bytearray]:
    """Return the rows of a picture without the filters of PNG."""
    rows, above = [], bytearray(stride)
    for at in range(0, len(raw), stride + 1):
        row = bytearray(raw[at + 1 : at + 1 + stride])
        _UNFILTER[raw[at]](row, above)
        rows.append(row)
        above = row
    return rows


def _sub(row: bytearray, above: bytearray) -> None:
    for at in range(4, len(row)):
        row[at] = (row[at] + row[at - 4]) & 255


def _up(row: bytearray, above: bytearray) -> None:
    row[:] = bytes((a + b) & 255 for a, b in zip(row, above, strict=True))


def _average(row: bytearray, above: bytearray) -> None:
    for at, up in enumerate(above):
        left = row[at - 4] if at >= 4 else 0
        row[at] = (row[at] + (left + up) // 2) & 255


def _paeth(row: bytearray, above: bytearray) -> None:
    for at, up in enumerate(above):
        left, corner = (row[at - 4], above[at - 4]) if at >= 4 else (0, 0)
        guess = left + up - corner
        near = (abs(guess - left), abs(guess - up), abs(guess - corner))
        best = left if near[0] <= near[1] and near[0] <= near[2] else up if near[1] <= near[2] else corner
        row[at] = (row[at] + best) & 255


_UNFILTER = (lambda row, above: None, _sub, _up, _average, _paeth)
