"""Audit of a state in groups of checks. Each group relies on the groups before it."""

from __future__ import annotations

from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from .battles import battles
from .fiefs import lands_and_units
from .pieces import pieces
from .points import points
from .shape import shape
from .timing import timing

audit = staged_audit(
    seat_check(SEAT_COUNTS),
    shape,
    pieces,
    lands_and_units,
    timing,
    battles,
    FLOW.stack_audit,
    points,
    quiescence_check(FLOW.automatic_step),
)
