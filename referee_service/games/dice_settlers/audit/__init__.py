"""Audit of a state: the invariants of Dice Settlers, in groups. A later group trusts the earlier ones."""

from __future__ import annotations

from referee_service.games.dice_settlers.audit.draft import draft
from referee_service.games.dice_settlers.audit.holdings import holdings
from referee_service.games.dice_settlers.audit.map_layout import map_layout
from referee_service.games.dice_settlers.audit.pieces import pieces, printed_bot
from referee_service.games.dice_settlers.audit.points import cited_points
from referee_service.games.dice_settlers.audit.shape import shape
from referee_service.games.dice_settlers.audit.timing import timing
from referee_service.games.dice_settlers.content.tables import SEAT_COUNTS
from referee_service.games.dice_settlers.flow import FLOW
from referee_service.kernel.audit import quiescence_check, seat_check, staged_audit

audit = staged_audit(
    seat_check(SEAT_COUNTS),
    shape,
    printed_bot,
    pieces,
    map_layout,
    timing,
    holdings,
    FLOW.stack_audit,
    draft,
    cited_points,
    quiescence_check(FLOW.automatic_step),
)
