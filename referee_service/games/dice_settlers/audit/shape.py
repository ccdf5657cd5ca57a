"""Shape of a state: the names and numbers that the marks of its fields refer to."""

from __future__ import annotations

from functools import lru_cache

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import Domain, ExtraMarks, Known, Pieces, shape_audit

from ..content.tables import MAIN_ACTIONS, PACKS, RESOURCE, SYMBOLS, TOKENS
from ..payment import HALF_SYMBOL
from ..roll_phase import ROLL_PRICES
from ..state import State

EXTRA_MARKS: ExtraMarks = {
    (PaymentFrame, "owed"): (Pieces("owed"),),
    (PaymentFrame, "pool"): (Pieces("money"),),
    (PaymentFrame, "purpose"): (Domain("purpose"),),
}


def known(state: State) -> Known:
    """Return the names and numbers of the pack and the number of seats."""
    return _known(state.pack, len(state.players))


@lru_cache
def _known(pack: str, seats: int) -> Known:
    tables, sides = PACKS.get(pack), max(2, seats)
    owed = frozenset({*SYMBOLS, RESOURCE, *(f"token_{token}" for token in TOKENS)})
    return Known(
        names={
            "tile": frozenset(tables.tiles),
            "colour": frozenset(tables.dice),
            "die": frozenset(tables.faces),
            "token": frozenset(TOKENS),
            "symbol": frozenset(SYMBOLS),
            "technology": frozenset(tables.technologies),
            "technology_type": frozenset({"explosive", *(row.id for row in tables.pack.seals)}),
            "main_action": frozenset(MAIN_ACTIONS),
            "price": frozenset(ROLL_PRICES),
            "owed": owed,
            "money": owed | {HALF_SYMBOL},
            "purpose": frozenset({*MAIN_ACTIONS, *ROLL_PRICES, *tables.technologies}),
        },
        numbers={
            "seats": seats,
            "sides": sides,
            "last_side": sides - 1,
            "turns": tables.numbers["turns"] * sides,
            "last_round": tables.numbers["most_rounds"] + 1,
            "quota_base": tables.numbers["quota_base"],
            "quota_most": tables.numbers["quota_most"],
            "edges": len(tables.hexagon),
            "bot_tents": tables.numbers["bot_all_tents"],
        },
    )


shape = shape_audit(State, known, EXTRA_MARKS)
