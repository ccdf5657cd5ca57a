"""Field types with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted, Unique

MAX_NUMBER = 999
"""A limit that no count in a game reaches."""

# --- names ----------------------------------------------------------------------------------------------------------

CardName = Annotated[str, Domain("card")]
OwnCard = Annotated[str, Domain("own_card")]
"""A card of the deciding player's clan."""
SiteCard = Annotated[str, Domain("site_card")]
"""A card that may lie in an empire: a card of the pack, or the location of the scenario."""
Slot = Annotated[int, Domain("slot")]
TileName = Annotated[str, Domain("tile")]
GoodName = Annotated[str, Domain("good")]
StoredGood = Annotated[str, Domain("stored")]
"""What a card can keep: a good, or a worker."""
ResourceName = Annotated[str, Domain("resource")]
IslandName = Annotated[str, Domain("island")]
PileName = Annotated[str, Domain("pile")]
ClanName = Annotated[str, Domain("clan")]
ClanOrNone = Annotated[str, Domain("clan", optional=True)]
EventOrNone = Annotated[str, Domain("event", optional=True)]
EventName = Annotated[str, Domain("event")]
OptionName = Annotated[str, Domain("option")]
YesOrNo = Annotated[bool, Domain("yes_or_no")]
TriggerName = Annotated[str, Domain("trigger_kind")]
SubjectCard = Annotated[str, Domain("site_card", optional=True)]
"""The card that an event is about, or none."""

# --- numbers --------------------------------------------------------------------------------------------------------

Count = Annotated[int, Range(0, MAX_NUMBER)]
SeatNumber = Annotated[int, Domain("seat")]
"""The seat that an action names."""
WorkerCount = Annotated[int, Domain("number")]
ShipPlace = Annotated[int, Domain("place")]
"""The place of a ship in the queue that an action names."""
SeatIndex = Annotated[int, Index("seats")]
SlotIndex = Annotated[int, Index("slots")]
SlotOrNothing = Annotated[int, Range(-1, "last_slot")]
"""A slot, or -1 if there is none."""
QueueIndex = Annotated[int, Index("queue")]
"""The place of a ship in the queue."""
RoundNumber = Annotated[int, Range(0, "rounds")]

# --- rows and bags --------------------------------------------------------------------------------------------------

Cards = Annotated[Bag, Pieces("card", most=MAX_NUMBER)]
Goods = Annotated[Bag, Pieces("good", most=MAX_NUMBER)]
StoredGoods = Annotated[Bag, Pieces("stored", most=MAX_NUMBER)]
Debt = Annotated[Bag, Pieces("owed", most=MAX_NUMBER)]
Islands = Annotated[Bag, Pieces("island", most=MAX_NUMBER)]
TemporaryPieces = Annotated[Bag, Pieces("temporary", most=MAX_NUMBER)]
IslandRow = tuple[IslandName, ...]
TileSet = Annotated[tuple[TileName, ...], Sorted()]
Ring = Annotated[tuple[TileName, ...], Unique()]
CardRow = Annotated[tuple[CardName, ...], Sorted(repeats=True)]
AbilityIndexes = Annotated[tuple[Annotated[int, Range(0, MAX_NUMBER)], ...], Sorted(repeats=True)]
PawnLimit = Length(0, "pawns")
QueueLimit = Length(0, "places")
