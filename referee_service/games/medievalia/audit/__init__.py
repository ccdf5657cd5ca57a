"""Audit of a state in groups of checks. Each group relies on the groups before it."""

from __future__ import annotations

from referee_service.games.medievalia.audit.battles import battles
from referee_service.games.medievalia.audit.fiefs import lands_and_units
from referee_service.games.medievalia.audit.pieces import pieces
from referee_service.games.medievalia.audit.points import points
from referee_service.games.medievalia.audit.shape import shape
from referee_service.games.medievalia.audit.timing import timing
from referee_service.games.medievalia.content.tables import SEAT_COUNTS
from referee_service.games.medievalia.flow import FLOW
from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

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
