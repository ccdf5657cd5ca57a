"""The palette of all pictures: themes, colours of seats, and how colours are mixed and compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

ThemeName = Literal["light", "dark"]
SeatShape = Literal["circle", "square", "triangle", "diamond"]

BLACK: Final = "#000000"
WHITE: Final = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme. `signal` means "can be touched" and nothing else."""

    name: ThemeName
    table: str
    panel: str
    well: str
    line: str
    ink: str
    soft: str
    """Text of less importance."""
    edge: str
    signal: str
    on_signal: str
    halo: str
    """The rim of rings, which keeps them apart from what they surround."""
    dark_panel: str
    on_dark_panel: str
    die: str
    die_ink: str
    star: str
    pale_share: float
    """Share of the panel in the tint of an empty space."""
    seats: tuple[str, str, str, str]
    on_seat: str


LIGHT: Final = Theme(
    name="light",
    table="#EFE9DD",
    panel="#FBF8F1",
    well="#E6DECF",
    line="#CFC4B0",
    ink="#23262D",
    soft="#5E5A52",
    edge=WHITE,
    signal="#C800BE",
    on_signal=WHITE,
    halo=WHITE,
    dark_panel="#2B2E36",
    on_dark_panel="#F4EFE4",
    die=WHITE,
    die_ink="#23262D",
    star="#E0A800",
    pale_share=0.66,
    seats=("#1D5FBF", "#B8321A", "#5A2A8C", "#3A3F4A"),
    on_seat=WHITE,
)
DARK: Final = Theme(
    name="dark",
    table="#12151B",
    panel="#1D222B",
    well="#2A313D",
    line="#414B5A",
    ink="#F3EEE3",
    soft="#B3B7BF",
    edge="#0E1116",
    signal="#FF6BEB",
    on_signal="#1C0519",
    halo="#0B0D11",
    dark_panel="#07090C",
    on_dark_panel="#F3EEE3",
    die="#F6F2E9",
    die_ink="#23262D",
    star="#F5CF3F",
    pale_share=0.62,
    seats=("#5B9BFF", "#FF7A5C", "#D2B3FF", "#F4EEDF"),
    on_seat="#14171D",
)
THEMES: Final[dict[ThemeName, Theme]] = {"light": LIGHT, "dark": DARK}
SEAT_SHAPES: Final[tuple[SeatShape, ...]] = ("circle", "square", "triangle", "diamond")
"""The sign of each seat, because colour alone never tells seats apart."""


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=512)
def mix(first: str, second: str, share: float) -> str:
    """Return a colour between two others. `share` is that of the second, from 0 to 1."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)
