"""Audit: finds lost or doubled pieces, boards that no play leads to, and questions that cannot be open."""

from __future__ import annotations

from referee_service.games.settlement.audit.boards import boards
from referee_service.games.settlement.audit.pieces import pieces, slots
from referee_service.games.settlement.audit.points import cited_points
from referee_service.games.settlement.audit.shape import shape
from referee_service.games.settlement.audit.timing import timing
from referee_service.games.settlement.content.tables import SEAT_COUNTS
from referee_service.games.settlement.flow import FLOW
from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

audit = staged_audit(
    seat_check(SEAT_COUNTS),
    shape,
    slots,
    pieces,
    boards,
    timing,
    FLOW.stack_audit,
    cited_points,
    quiescence_check(FLOW.automatic_step),
)
