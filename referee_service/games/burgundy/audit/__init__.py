"""Audit: finds lost or doubled pieces, estates that no play leads to, and questions that cannot be open."""

from __future__ import annotations

from referee_service.games.burgundy.audit.pieces import pieces
from referee_service.games.burgundy.audit.points import cited_points
from referee_service.games.burgundy.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.burgundy.audit.timing import timing
from referee_service.games.burgundy.flow import automatic_step
from referee_service.kernel.audit import quiescence_check, staged_audit

audit = staged_audit(
    names_and_lengths, ranges_and_order, timing, pieces, cited_points, quiescence_check(automatic_step)
)
