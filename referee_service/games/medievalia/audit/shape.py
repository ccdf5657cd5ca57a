"""Shape of a state: the names and numbers that the marks of its fields refer to."""

from __future__ import annotations

from functools import lru_cache

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import ExtraMarks, Known, Pieces, shape_audit

from ..content.tables import ANY_RESOURCE, ARTIST_POWER, BUREAUCRAT_POWER, MERCHANT_POWER, PACKS, RESOURCES
from ..fiefs import neighbours
from ..fields import MAX_NUMBER
from ..state import State

EXTRA_MARKS: ExtraMarks = {
    (PaymentFrame, "owed"): (Pieces("owed", MAX_NUMBER),),
    (PaymentFrame, "pool"): (Pieces("money", MAX_NUMBER),),
}


def known(state: State) -> Known:
    """Return the names and numbers of the pack and the number of seats."""
    return _known(state.pack, len(state.players))


@lru_cache
def _known(pack: str, seats: int) -> Known:
    tables = PACKS.get(pack)
    cards, buildings = {*tables.territories, *tables.troops}, frozenset(tables.buildings)
    return Known(
        names={
            "building": buildings,
            "card": frozenset(cards),
            "fief": frozenset(neighbours(seats)),
            "land_or_city": frozenset(tables.lands),
            "money": frozenset({*RESOURCES, BUREAUCRAT_POWER, ARTIST_POWER, MERCHANT_POWER}),
            "owed": frozenset({*RESOURCES, ANY_RESOURCE}),
            "piece": frozenset({*cards, *buildings}),
            "place": frozenset(tables.domains["place"]),
            "resource": frozenset(RESOURCES),
            "troop": frozenset(tables.troops),
        },
        numbers={
            **tables.numbers,
            "hosts": tables.numbers["lands"] + 1,
            "max_steps": max(tables.numbers["steps"], tables.numbers["swift_steps"]),
            "seats": seats,
        },
    )


shape = shape_audit(State, known, EXTRA_MARKS)
