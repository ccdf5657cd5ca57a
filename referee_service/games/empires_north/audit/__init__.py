"""What makes a position impossible."""

from __future__ import annotations

from referee_service.games.empires_north.flow import proceed
from referee_service.kernel.auditing import at_rest, audit_by

audit = audit_by(at_rest(proceed))
