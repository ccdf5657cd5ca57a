"""What makes a position impossible: pieces lost or doubled, maps that no play leads to, questions out of time."""

from __future__ import annotations

from referee_service.games.dice_settlers.audit.land import land
from referee_service.games.dice_settlers.audit.moment import moment
from referee_service.games.dice_settlers.audit.owners import owners
from referee_service.games.dice_settlers.audit.pieces import pieces
from referee_service.games.dice_settlers.audit.points import cited_points
from referee_service.games.dice_settlers.audit.questions import questions
from referee_service.games.dice_settlers.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.dice_settlers.flow import proceed
from referee_service.kernel.auditing import at_rest, audit_by

audit = audit_by(
    names_and_lengths, ranges_and_order, pieces, land, moment, owners, questions, cited_points, at_rest(proceed)
)
