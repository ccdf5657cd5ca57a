"""Field types of Caravan with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.places import choice_place
from referee_service.kernel.shape import Domain, Index, Pieces, Range, Sorted
from tests.kernel.toy.places import market_places, same_component, seat_places

GoodField = Annotated[str, Domain("good", place=choice_place, holds=same_component)]
"""A kind of card that a player names. It lies nowhere, so it is a choice."""
StallField = Annotated[str, Domain("stall", place=market_places, holds=same_component)]
SeatField = Annotated[int, Domain("seat", place=seat_places)]
PaceField = Annotated[str, Domain("pace")]

SeatIndex = Annotated[int, Index("seats")]
CardCount = Annotated[int, Range()]
Cards = Annotated[Bag, Pieces("good")]
Stalls = Annotated[Bag, Pieces("stall")]
StallRow = Annotated[tuple[StallField, ...], Sorted(repeats=True)]
Asks = Annotated[int, Range(0, 2)]
Turns = Annotated[int, Range(0, "turns")]
