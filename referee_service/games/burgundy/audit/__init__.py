"""Audit: finds lost or doubled pieces, estates that no play leads to, and questions that cannot be open."""

from __future__ import annotations

from referee_service.kernel.audit import Check, seat_check

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from ..state import State
from .holdings import holdings
from .pieces import pieces
from .points import cited_points
from .shape import shape
from .timing import timing

CHECKS: tuple[Check[State], ...] = (
    seat_check(SEAT_COUNTS),
    shape,
    holdings,
    pieces,
    timing,
    FLOW.stack_audit,
    cited_points,
)
