"""Audit: finds lost or doubled pieces, estates that no play leads to, and questions that cannot be open."""

from __future__ import annotations

from referee_service.games.burgundy.audit.holdings import holdings
from referee_service.games.burgundy.audit.pieces import pieces
from referee_service.games.burgundy.audit.points import cited_points
from referee_service.games.burgundy.audit.shape import shape
from referee_service.games.burgundy.audit.timing import timing
from referee_service.games.burgundy.content.tables import SEAT_COUNTS
from referee_service.games.burgundy.flow import FLOW
from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

audit = staged_audit(
    seat_check(SEAT_COUNTS),
    shape,
    holdings,
    pieces,
    timing,
    FLOW.stack_audit,
    cited_points,
    quiescence_check(FLOW.automatic_step),
)
