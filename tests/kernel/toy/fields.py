"""Field types of Caravan with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Pieces, Range, Sorted

GoodField = Annotated[str, Domain("good")]
StallField = Annotated[str, Domain("stall")]
SeatField = Annotated[int, Domain("seat")]
PaceField = Annotated[str, Domain("pace")]

SeatIndex = Annotated[int, Index("seats")]
CardCount = Annotated[int, Range()]
Cards = Annotated[Bag, Pieces("good")]
Stalls = Annotated[Bag, Pieces("stall")]
StallRow = Annotated[tuple[StallField, ...], Sorted(repeats=True)]
Asks = Annotated[int, Range(0, 2)]
Turns = Annotated[int, Range(0, "turns")]
