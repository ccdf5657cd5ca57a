"""Answer to `harvest`: the gain of a field's goods. The verb `harvest` and the automatic answer share it.

The other five modules are about other answers: `answering` has the automatic ones, `choosing` named options, `picking`
cards of the empire, `taking` cards of a pile and goods on cards, `ships` the ships of the queue.
"""

from __future__ import annotations

from referee_service.games.empires_north.economy.supply import receive
from referee_service.games.empires_north.empire.cards import harvest_yield
from referee_service.games.empires_north.state import State, deciding_player, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop


def harvest_field(state: State, slot: int) -> State:
    """Close the question and gain the goods of a field and its upgrades."""
    seat, goods = deciding_seat(state), harvest_yield(state, deciding_player(state), slot)
    state = emit(pop(state), "harvested", seat, slot=slot)
    return receive(state, seat, sorted(goods.items()), "score.action")
