"""What makes a position impossible: pieces lost or doubled, estates that no play can lead to, questions out of time."""

from __future__ import annotations

from referee_service.games.burgundy.audit.moment import moment
from referee_service.games.burgundy.audit.pieces import pieces
from referee_service.games.burgundy.audit.points import cited_points
from referee_service.games.burgundy.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.burgundy.flow import proceed
from referee_service.kernel.auditing import at_rest, audit_by

audit = audit_by(names_and_lengths, ranges_and_order, moment, pieces, cited_points, at_rest(proceed))
