"""Audit: the checks of a state for lost or doubled cards, impossible empires, and misplaced questions."""

from __future__ import annotations

from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

from ..content.tables import SEAT_COUNTS
from ..flow import FLOW
from .empires import empires
from .pieces import pieces
from .points import cited_points
from .shape import rows_and_effects, scenario_fits, shape
from .timing import timing

audit = staged_audit(
    seat_check(SEAT_COUNTS),
    scenario_fits,
    shape,
    rows_and_effects,
    pieces,
    empires,
    timing,
    FLOW.stack_audit,
    cited_points,
    quiescence_check(FLOW.automatic_step),
)
