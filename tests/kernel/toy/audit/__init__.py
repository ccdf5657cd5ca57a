"""Audit: finds numbers out of range, lost or extra pieces, and questions that cannot be open."""

from __future__ import annotations

from referee_service.kernel.audit import Check, seat_check
from tests.kernel.toy.audit.pieces import pieces
from tests.kernel.toy.audit.shape import shape
from tests.kernel.toy.audit.timing import timing
from tests.kernel.toy.flow import FLOW
from tests.kernel.toy.state import SEAT_COUNTS, State

CHECKS: tuple[Check[State], ...] = (seat_check(SEAT_COUNTS), shape, pieces, timing, FLOW.stack_audit)
