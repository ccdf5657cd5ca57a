"""Rows of full cards. Cards with long texts are wide, so that rows are low; all edges lie on one grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee_service.pictures.geometry import Box

from .painter import GAP, INSET, MARGIN, PANEL_WIDTH

SPANS: Final = 20
"""Columns of the grid."""
MIN_SPAN: Final = 3
MAX_SPAN: Final = 10
USUAL_SPAN: Final = 5
"""Cards of a row that is not full are no wider, unless that makes the row lower."""
MAX_CELLS: Final = SPANS // MIN_SPAN
UNEVEN: Final = 1.0
"""What the square of the number of cards counts in units of height: of equally high layouts, the most even one wins."""

HIGHEST: Final = 1e6
"""Higher than any card."""

Heights = tuple[float, ...]
"""Heights of a card by its span, from the least span. Infinite where it is too narrow."""


class Row(Struct, frozen=True):
    """A row of cards: its height, and the spans of the cards."""

    height: float
    spans: tuple[int, ...]


def span_width(span: int) -> float:
    """Return the width of a card that spans columns of the grid."""
    return span * (PANEL_WIDTH - 2 * INSET + GAP) / SPANS - GAP


def row_boxes(rows: Sequence[Row], y: float) -> list[Box]:
    """Return the boxes of all cards of rows that begin at a height."""
    boxes = []
    for row in rows:
        x = MARGIN + INSET
        for span in row.spans:
            boxes.append(Box(x, y, span_width(span), row.height))
            x += span_width(span) + GAP
        y += row.height + GAP
    return boxes


def rows_height(rows: Sequence[Row]) -> float:
    """Return the height of rows with the gaps between them."""
    return sum(row.height for row in rows) + GAP * max(0, len(rows) - 1)


def arrange(cells: Sequence[Heights]) -> list[Row]:
    """Return the lowest rows that keep the order of the cells."""
    least = [min(heights) for heights in cells]
    costs, starts, found = [0.0], [0], [Row(0.0, ())]
    for end in range(1, len(cells) + 1):
        cost, start, row = math.inf, end - 1, Row(math.inf, ())
        for at in range(end - 1, max(-1, end - 1 - MAX_CELLS), -1):
            extra = GAP + UNEVEN * (end - at) ** 2
            if costs[at] + max(least[at:end]) + extra >= cost:
                continue
            tried = _lowest(cells[at:end])
            if costs[at] + tried.height + extra < cost:
                cost, start, row = costs[at] + tried.height + extra, at, tried
        costs.append(cost)
        starts.append(start)
        found.append(row)
    return _filled(found, starts, cells)


def _lowest(cells: Sequence[Heights]) -> Row:
    """Return the lowest row of these cells: the highest card becomes wider while there is room."""
    spans = [_narrowest(heights, HIGHEST) for heights in cells]
    free = SPANS - sum(spans)
    if free < 0:
        return Row(math.inf, ())
    while True:
        now = [heights[span - MIN_SPAN] for heights, span in zip(cells, spans, strict=True)]
        highest = max(now)
        at = now.index(highest)
        wider = next((span for span in range(spans[at] + 1, MAX_SPAN + 1) if cells[at][span - MIN_SPAN] < highest), 0)
        if not wider or wider - spans[at] > free:
            return Row(highest, tuple(_narrowest(heights, highest) for heights in cells))
        free -= wider - spans[at]
        spans[at] = wider


def _narrowest(heights: Heights, limit: float) -> int:
    """Return the least span of a card that is not higher than a limit."""
    return next(at for at, height in enumerate(heights) if height <= limit) + MIN_SPAN


def _filled(found: Sequence[Row], starts: Sequence[int], cells: Sequence[Heights]) -> list[Row]:
    """Return the rows of the best layout. Free columns widen the narrowest cards; the last row may stay short."""
    rows: list[Row] = []
    end = len(cells)
    while end:
        row = found[end]
        spans, most = list(row.spans), MAX_SPAN if rows else USUAL_SPAN
        while sum(spans) < SPANS and min(spans) < most:
            spans[spans.index(min(spans))] += 1
        height = max(cells[starts[end] + at][span - MIN_SPAN] for at, span in enumerate(spans))
        rows.insert(0, Row(height, tuple(spans)))
        end = starts[end]
    return rows
