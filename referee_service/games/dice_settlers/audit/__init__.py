"""Audit of a state: the invariants of Dice Settlers, in groups. A later group trusts the earlier ones."""

from __future__ import annotations

from referee_service.kernel.audit import Check, seat_check

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from ..state import State
from .draft import draft
from .holdings import holdings
from .map_layout import map_layout
from .pieces import pieces, printed_bot
from .points import cited_points
from .shape import shape
from .timing import timing

CHECKS: tuple[Check[State], ...] = (
    seat_check(SEAT_COUNTS),
    shape,
    printed_bot,
    pieces,
    map_layout,
    timing,
    holdings,
    FLOW.stack_audit,
    draft,
    cited_points,
)
