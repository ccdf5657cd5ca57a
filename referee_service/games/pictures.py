"""The pictures of all games: the function that draws each table."""

from __future__ import annotations

from typing import cast

from referee_service.games.burgundy.picture import draw as draw_burgundy
from referee_service.pictures.table import DrawTable

PICTURES: dict[str, DrawTable] = {
    "burgundy": cast("DrawTable", draw_burgundy),
}
