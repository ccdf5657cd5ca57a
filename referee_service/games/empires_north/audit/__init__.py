"""Audit: the checks of a state for lost or doubled cards, impossible empires, and misplaced questions."""

from __future__ import annotations

from referee_service.games.empires_north.audit.empires import empires
from referee_service.games.empires_north.audit.pieces import pieces
from referee_service.games.empires_north.audit.points import cited_points
from referee_service.games.empires_north.audit.shape import rows_and_effects, scenario_fits, shape
from referee_service.games.empires_north.audit.timing import timing
from referee_service.games.empires_north.content.tables import SEAT_COUNTS
from referee_service.games.empires_north.flow import FLOW
from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

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
