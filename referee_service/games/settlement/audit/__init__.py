"""Audit: finds lost or doubled pieces, boards that no play leads to, and questions that cannot be open."""

from __future__ import annotations

from referee_service.games.settlement.audit.boards import boards
from referee_service.games.settlement.audit.pieces import pieces
from referee_service.games.settlement.audit.points import cited_points
from referee_service.games.settlement.audit.questions import questions
from referee_service.games.settlement.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.settlement.audit.timing import timing
from referee_service.games.settlement.flow import automatic_step
from referee_service.kernel.audit import quiescence_check, staged_audit

audit = staged_audit(
    names_and_lengths,
    ranges_and_order,
    pieces,
    boards,
    timing,
    questions,
    cited_points,
    quiescence_check(automatic_step),
)
