"""Audit of a state: the invariants of Dice Settlers, in groups. A later group trusts the earlier ones."""

from __future__ import annotations

from referee_service.games.dice_settlers.audit.holdings import holdings
from referee_service.games.dice_settlers.audit.map_layout import map_layout
from referee_service.games.dice_settlers.audit.pieces import pieces
from referee_service.games.dice_settlers.audit.points import cited_points
from referee_service.games.dice_settlers.audit.questions import questions
from referee_service.games.dice_settlers.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.dice_settlers.audit.timing import timing
from referee_service.games.dice_settlers.flow import automatic_step
from referee_service.kernel.audit import quiescence_check, staged_audit

audit = staged_audit(
    names_and_lengths,
    ranges_and_order,
    pieces,
    map_layout,
    timing,
    holdings,
    questions,
    cited_points,
    quiescence_check(automatic_step),
)
