"""Audit: finds numbers out of range, lost or extra pieces, and questions that cannot be open."""

from __future__ import annotations

from referee_service.kernel.audit import quiescence_check, staged_audit
from tests.kernel.toy.audit.pieces import pieces
from tests.kernel.toy.audit.shape import shape
from tests.kernel.toy.audit.timing import timing
from tests.kernel.toy.flow import automatic_step

audit = staged_audit(shape, pieces, timing, quiescence_check(automatic_step))
