"""What makes a position of Medievalia impossible, in groups: each trusts what those before it found."""

from __future__ import annotations

from referee_service.games.medievalia.flow import proceed
from referee_service.kernel.auditing import at_rest, audit_by

audit = audit_by(at_rest(proceed))
