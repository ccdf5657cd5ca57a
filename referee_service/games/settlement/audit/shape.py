"""Shape of a state: the names and numbers that the marks of its fields refer to."""

from __future__ import annotations

from functools import lru_cache

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import ExtraMarks, Known, Pieces, shape_audit

from ..content.tables import BASICS, PACKS, RESOURCES, SPACES, STREETS
from ..fields import MAX_HELD
from ..state import State

EXTRA_MARKS: ExtraMarks = {
    (PaymentFrame, "owed"): (Pieces("resource", most=MAX_HELD),),
    (PaymentFrame, "pool"): (Pieces("resource", most=MAX_HELD),),
}


def known(state: State) -> Known:
    """Return the names and numbers of the pack and the number of seats."""
    return _known(state.pack, len(state.players))


@lru_cache
def _known(pack: str, seats: int) -> Known:
    tables = PACKS.get(pack)
    heroes, artefacts = frozenset(tables.heroes), frozenset(tables.artefacts)
    return Known(
        names={
            "resource": frozenset(RESOURCES),
            "basic": frozenset(BASICS),
            "terrain": frozenset(tables.terrains),
            "building": frozenset(tables.buildings),
            "hero": heroes,
            "artefact": artefacts,
            "hero_or_artefact": heroes | artefacts,
        },
        numbers={
            "seats": seats,
            "rounds": tables.numbers["rounds"],
            "villagers": tables.numbers["villagers"],
            "market_slots": tables.numbers["market_slots"],
            "hero_slots": len(tables.surcharges),
            "artefacts": len(artefacts),
            "spaces": len(SPACES),
            "zones": len(STREETS),
        },
    )


shape = shape_audit(State, known, EXTRA_MARKS)
