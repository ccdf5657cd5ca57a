"""Field types with their marks. Actions, frames and the state share them.

Fields of actions also say where their values lie on the table, and which component lies there (`places.py`).
"""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.places import choice_place
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted, Unique

from .places import (
    card_in_slot,
    fish_places,
    good_places,
    hand_places,
    island_places,
    landing_places,
    lookout_places,
    pawn_places,
    pile_places,
    raided_card,
    raided_seat_places,
    raided_slot_places,
    raze_places,
    same_component,
    ship_places,
    slot_places,
    tile_places,
    unknown_island_places,
)

MAX_NUMBER = 999
"""A limit that no count in a game reaches."""

# --- names ----------------------------------------------------------------------------------------------------------

CardName = Annotated[str, Domain("card")]
OwnCard = Annotated[str, Domain("own_card")]
"""A card of the deciding player's clan."""
SiteCard = Annotated[str, Domain("site_card")]
"""A card that may lie in an empire: a card of the pack, or the location of the scenario."""
TileName = Annotated[str, Domain("tile")]
StoredGood = Annotated[str, Domain("stored")]
"""What a card can keep: a good, or a worker."""
IslandName = Annotated[str, Domain("island")]
ClanName = Annotated[str, Domain("clan", place=choice_place, holds=same_component)]
ClanOrNone = Annotated[str, Domain("clan", optional=True)]
EventOrNone = Annotated[str, Domain("event", optional=True)]
EventName = Annotated[str, Domain("event")]
YesOrNo = Annotated[bool, Domain("yes_or_no")]
TriggerName = Annotated[str, Domain("trigger_kind")]
SubjectCard = Annotated[str, Domain("site_card", optional=True)]
"""The card that an event is about, or none."""

# --- fields of actions: values with a place ---------------------------------------------------------------------------

HandCard = Annotated[str, Domain("card", place=hand_places, holds=same_component)]
PileCard = Annotated[str, Domain("card", place=choice_place, holds=same_component)]
"""A card of a deck or discard pile. It lies in a pile, so it is a choice."""
LookedCard = Annotated[str, Domain("own_card", place=lookout_places, holds=same_component)]
Slot = Annotated[int, Domain("slot", place=slot_places, holds=card_in_slot)]
RaidedSeat = Annotated[int, Domain("seat", place=raided_seat_places)]
RaidedSlot = Annotated[int, Domain("slot", place=raided_slot_places, holds=raided_card)]
PawnTarget = Annotated[str, Domain("tile", place=tile_places, holds=same_component)]
"""A tile that a pawn comes to."""
PawnTile = Annotated[str, Domain("tile", place=pawn_places, holds=same_component)]
"""A tile with a pawn of the player."""
GoodName = Annotated[str, Domain("good", place=good_places, holds=same_component)]
ResourceName = Annotated[str, Domain("resource", place=choice_place, holds=same_component)]
PileName = Annotated[str, Domain("pile", place=pile_places)]
LandingIsland = Annotated[
    str, Domain("island", place=island_places, holds=same_component, absent=unknown_island_places)
]
"""A face-up island. Without one, a ship lands at the pile."""
OptionName = Annotated[str, Domain("option", place=choice_place)]
ConquerOrPillage = Annotated[bool, Domain("yes_or_no", place=landing_places)]
FishOrNot = Annotated[bool, Domain("yes_or_no", place=fish_places)]
RazeOrNot = Annotated[bool, Domain("yes_or_no", place=raze_places)]

# --- numbers --------------------------------------------------------------------------------------------------------

Count = Annotated[int, Range(0, MAX_NUMBER)]
SeatNumber = Annotated[int, Domain("seat")]
"""The seat that an action names."""
WorkerCount = Annotated[int, Domain("number", place=choice_place)]
ShipPlace = Annotated[int, Domain("place", place=ship_places)]
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
