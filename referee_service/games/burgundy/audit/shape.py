"""Shape of a state: the names and numbers that the marks of its fields refer to."""

from __future__ import annotations

from functools import lru_cache

from referee_service.kernel.shape import ExtraMarks, Known, shape_audit

from ..content.tables import PACKS, PHASES
from ..state import EMPTY, State

EXTRA_MARKS: ExtraMarks = {}
"""No frame of the kernel is used, and `points.py` checks the score lines."""


def known(state: State) -> Known:
    """Return the names and numbers of the pack and the number of seats."""
    return _known(state.pack, len(state.players))


@lru_cache
def _known(pack: str, seats: int) -> Known:
    tables = PACKS.get(pack)
    names = {name: frozenset(values) for name, values in tables.domains.items()}
    return Known(
        names=names | {"tile_or_empty": names["tile"] | {EMPTY}, "board_or_none": names["board"] | {0}},
        numbers={
            "seats": seats,
            "rounds": tables.numbers["rounds"],
            "storage_spaces": tables.numbers["storage_spaces"],
            "slots": len(tables.slots[seats, PHASES[0]]),  # every phase fills the same number of slots
        },
    )


shape = shape_audit(State, known, EXTRA_MARKS)
