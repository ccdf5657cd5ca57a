"""Audit of a state in groups of checks. Each group relies on the groups before it."""

from __future__ import annotations

from referee_service.kernel.audit import Check, seat_check

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from ..state import State
from .battles import battles
from .fiefs import lands_and_units
from .pieces import pieces
from .points import points
from .shape import shape
from .timing import timing

CHECKS: tuple[Check[State], ...] = (
    seat_check(SEAT_COUNTS),
    shape,
    pieces,
    lands_and_units,
    timing,
    battles,
    FLOW.stack_audit,
    points,
)
