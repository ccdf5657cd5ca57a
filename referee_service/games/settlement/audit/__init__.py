"""What makes a position impossible: pieces lost or doubled, boards that no play leads to, questions out of time."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.audit.boards import boards
from referee_service.games.settlement.audit.moment import moment
from referee_service.games.settlement.audit.pieces import pieces
from referee_service.games.settlement.audit.points import cited_points
from referee_service.games.settlement.audit.questions import questions
from referee_service.games.settlement.audit.shape import names_and_lengths, ranges_and_order
from referee_service.games.settlement.flow import proceed
from referee_service.games.settlement.state import State
from referee_service.kernel.ruling import Fault, fault


def audit(state: State) -> Iterator[Fault]:
    """Every violated invariant with its place; a later group is asked only where all before it hold."""
    for group in (names_and_lengths, ranges_and_order, pieces, boards, moment, questions, cited_points, at_rest):
        faults = list(group(state))
        yield from faults
        if faults:
            return


def at_rest(state: State) -> Iterator[Fault]:
    """Nothing is left to happen by itself: a state is only ever handed out when somebody must decide, or it is over."""
    if proceed(state) is not state:
        yield fault("stage", "audit.rest", stage=state.stage)
