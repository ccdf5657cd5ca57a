"""Audit: the checks of a state for lost or doubled cards, impossible empires, and misplaced questions."""

from __future__ import annotations

from referee_service.kernel.audit import Check, seat_check

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from ..state import State
from .empires import empires
from .pieces import pieces
from .points import cited_points
from .shape import rows_and_effects, scenario_fits, shape
from .timing import timing

CHECKS: tuple[Check[State], ...] = (
    seat_check(SEAT_COUNTS),
    scenario_fits,
    shape,
    rows_and_effects,
    pieces,
    empires,
    timing,
    FLOW.stack_audit,
    cited_points,
)
