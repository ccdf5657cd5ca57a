"""Shape of a state: the names and numbers that the marks of its fields refer to."""

from __future__ import annotations

from functools import lru_cache

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import Domain, ExtraMarks, Index, Known, Length, Pieces, shape_audit
from referee_service.kernel.state import ScoreLine
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger
from tests.kernel.toy.content.schema import ANY, GOODS
from tests.kernel.toy.content.tables import PACKS
from tests.kernel.toy.state import MAX_ROUNDS, State

SCORE_RULES = ("build.value", "give.thanks", "opened.hand")

EXTRA_MARKS: ExtraMarks = {
    (PaymentFrame, "owed"): (Pieces("owed"),),
    (PaymentFrame, "pool"): (Pieces("good"),),
    (PaymentFrame, "purpose"): (Domain("stall"),),
    (OrderTriggersFrame, "waiting"): (Length(1, "stalls"),),
    (PendingTrigger, "seat"): (Index("seats"),),
    (PendingTrigger, "source"): (Domain("stall"),),
    (ScoreLine, "rule"): (Domain("score_rule"),),
}


def known(state: State) -> Known:
    """Return the names and numbers of the pack and the number of seats."""
    return _known(state.pack, len(state.players))


@lru_cache
def _known(pack: str, seats: int) -> Known:
    tables = PACKS.get(pack)
    return Known(
        names={
            "good": frozenset(GOODS),
            "owed": frozenset({*GOODS, ANY}),
            "stall": frozenset(tables.stalls),
            "score_rule": frozenset(SCORE_RULES),
        },
        numbers={"seats": seats, "turns": MAX_ROUNDS * seats, "stalls": len(tables.stalls)},
    )


shape = shape_audit(State, known, EXTRA_MARKS)
