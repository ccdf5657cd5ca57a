"""Names of payment sources: their parts, and what a source of this name produces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..content.tables import Content
from .affordability import Stock

_HOST = re.compile(r"host_(\d+)(?:_muse_(\d+)|_(\w+))?")
"""A land, perhaps doubled by artists, or the power of a unit on it."""
_UNIT = re.compile(r"(\w+?)(?:_muse_(\d+)|_(power))?")
"""A free unit, perhaps doubled by artists, or its power."""


class SourceName(NamedTuple):
    """The parts of the name of a source."""

    card: str = ""
    """The unit that is turned, or the hand card that is discarded. Empty for a land and a conversion."""
    host: int | None = None
    """The land that is turned, or the one that the unit stands on."""
    artists: int = 0
    """The number of artists that multiply the output."""
    is_power: bool = False
    resource: str = ""
    """The resource that a discarded card gives."""
    conversion: str = ""
    """The whole name of a conversion or trade."""


def parse_source(source: str) -> SourceName:
    """Return the parts of the name of a source."""
    if source.startswith(("convert_", "trade_")):
        return SourceName(conversion=source)
    if source.startswith("discard_"):
        card, _, resource = source.removeprefix("discard_").rpartition("_")
        return SourceName(card=card, resource=resource)
    if (host := _HOST.fullmatch(source)) is not None:
        return SourceName(host[3] or "", int(host[1]), artists=int(host[2] or 0), is_power=host[3] is not None)
    unit = _UNIT.fullmatch(source)
    if unit is None:
        return SourceName(card=source)
    return SourceName(unit[1], artists=int(unit[2] or 0), is_power=unit[3] is not None)


def produced_by(tables: Content, stocks: Sequence[Stock], source: str) -> tuple[str, ...]:
    """Return what a source adds to a payment, one by one: resources, or the kind of a power. A conversion adds none."""
    named = parse_source(source)
    if named.resource:
        return (named.resource,)
    plain = source.partition("_muse_")[0]
    use = next((use for stock in stocks for use in stock.uses if use.name == plain), None)
    if use is None:
        return ()
    amount: int = use.amount + use.doubled * (tables.numbers["doubling"] ** named.artists - 1)
    return (use.kind,) * amount
