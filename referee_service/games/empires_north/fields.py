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
"""A clan card or an island, by its id: `seal_hunters`."""
OwnCard = Annotated[str, Domain("own_card")]
"""A card of the deciding player's clan, by its id: `seal_hunters`."""
SiteCard = Annotated[str, Domain("site_card")]
"""A card that may lie in an empire, by its id: a clan card, an island, or the location of the scenario."""
TileName = Annotated[str, Domain("tile")]
"""An action tile of the ring: `explore`, `populate`, `construct`, `harvest` or `sail`."""
StoredGood = Annotated[str, Domain("stored")]
"""What a card can hold: `food`, `wood`, `stone`, `sheep`, `fish`, `gold`, `raze` or `worker`."""
IslandName = Annotated[str, Domain("island")]
"""An island by its id: `spice_coast`."""
ClanName = Annotated[str, Domain("clan", place=choice_place, holds=same_component)]
"""A clan that no player has: `ulaf`, `heidel`, `panuk`, `nanurjuk`, `glenn` or `mackinnon`."""
ClanOrNone = Annotated[str, Domain("clan", optional=True)]
"""Clan of the player: `ulaf`, `heidel`, `panuk`, `nanurjuk`, `glenn` or `mackinnon`. Empty before it has one."""
EventOrNone = Annotated[str, Domain("event", optional=True)]
"""Event of the scenario, such as `winter_event_1`, or an empty string for none."""
EventName = Annotated[str, Domain("event")]
"""One of the five events of the scenario, such as `winter_event_1`."""
YesOrNo = Annotated[bool, Domain("yes_or_no")]
TriggerName = Annotated[str, Domain("trigger_kind")]
"""Kind of the event: `explored`, `location_used`, `pillaged`, `conquered` or `built`."""
SubjectCard = Annotated[str, Domain("site_card", optional=True)]
"""Card that the event is about, or an empty string for none."""

# --- fields of actions: values with a place ---------------------------------------------------------------------------

HandCard = Annotated[str, Domain("card", place=hand_places, holds=same_component)]
"""A card in the hand of the player, by its id: `seal_hunters`."""
PileCard = Annotated[str, Domain("card", place=choice_place, holds=same_component)]
"""A card of the player's deck or discard pile, by its id: `seal_hunters`."""
LookedCard = Annotated[str, Domain("own_card", place=lookout_places, holds=same_component)]
"""A card that the player looks at, by its id: `seal_hunters`."""
Slot = Annotated[int, Domain("slot", place=slot_places, holds=card_in_slot)]
"""Slot of a card in the player's own empire, counted from 0. A card does not change its slot."""
RaidedSeat = Annotated[int, Domain("seat", place=raided_seat_places)]
"""Seat whose card is raided, counted from 0. A seat that has passed cannot be raided."""
RaidedSlot = Annotated[int, Domain("slot", place=raided_slot_places, holds=raided_card)]
"""Slot of the raided card in the empire of that seat, counted from 0."""
PawnTarget = Annotated[str, Domain("tile", place=tile_places, holds=same_component)]
"""Action tile that the pawn comes to: `explore`, `populate`, `construct`, `harvest` or `sail`."""
PawnTile = Annotated[str, Domain("tile", place=pawn_places, holds=same_component)]
"""Action tile with a pawn of the player: `explore`, `populate`, `construct`, `harvest` or `sail`."""
GoodName = Annotated[str, Domain("good", place=good_places, holds=same_component)]
"""A good or a worker: `food`, `wood`, `stone`, `sheep`, `fish`, `gold`, `raze` or `worker`."""
ResourceName = Annotated[str, Domain("resource", place=choice_place, holds=same_component)]
"""Resource to gain: `food`, `wood`, `stone`, `sheep` or `fish`."""
PileName = Annotated[str, Domain("pile", place=pile_places)]
"""Group of islands: `near` or `distant`. A distant island needs a fish on the ship."""
LandingIsland = Annotated[
    str, Domain("island", place=island_places, holds=same_component, absent=unknown_island_places)
]
"""Island that lies face up in this group. Null or left out for the first one face down."""
OptionName = Annotated[str, Domain("option", place=choice_place)]
"""Name of an option that the question offers: what it gains, takes or does, such as `wood` or `attack`."""
ConquerOrPillage = Annotated[bool, Domain("yes_or_no", place=landing_places)]
"""True to conquer the island, which needs a raze token on the ship, or false to pillage it."""
FishOrNot = Annotated[bool, Domain("yes_or_no", place=fish_places)]
"""Whether a fish is assigned to the ship. With it, the ship can reach distant islands."""
RazeOrNot = Annotated[bool, Domain("yes_or_no", place=raze_places)]
"""Whether a raze token is assigned to the ship. With it, the ship can conquer an island."""

# --- numbers --------------------------------------------------------------------------------------------------------

Count = Annotated[int, Range(0, MAX_NUMBER)]
"""A number of pieces, at least 0."""
SeatNumber = Annotated[int, Domain("seat")]
"""Seat whose cards are discarded, counted from 0."""
WorkerCount = Annotated[int, Domain("number", place=choice_place)]
"""Number of spent workers to take back, from 0 to the limit of the effect."""
ShipPlace = Annotated[int, Domain("place", place=ship_places)]
"""Place of a ship in the queue, counted from 0."""
SeatIndex = Annotated[int, Index("seats")]
"""A seat, counted from 0."""
SlotIndex = Annotated[int, Index("slots")]
"""Slot of a card in an empire, counted from 0."""
SlotOrNothing = Annotated[int, Range(-1, "last_slot")]
"""Slot of a card in the empire, counted from 0, or -1 for none."""
QueueIndex = Annotated[int, Index("queue")]
"""Place of the ship in the queue, counted from 0."""
RoundNumber = Annotated[int, Range(0, "rounds")]
"""Number of the round, from 1. It is 0 in the set-up."""

# --- rows and bags --------------------------------------------------------------------------------------------------

Cards = Annotated[Bag, Pieces("card", most=MAX_NUMBER)]
"""Cards as [card, count] pairs, sorted by id."""
Goods = Annotated[Bag, Pieces("good", most=MAX_NUMBER)]
"""Goods as [good, count] pairs: `food`, `wood`, `stone`, `sheep`, `fish`, `gold` and `raze`."""
StoredGoods = Annotated[Bag, Pieces("stored", most=MAX_NUMBER)]
"""Goods and workers as [kind, count] pairs."""
Debt = Annotated[Bag, Pieces("owed", most=MAX_NUMBER)]
"""Goods owed, as [good, count] pairs. `any_resource` is any resource."""
Islands = Annotated[Bag, Pieces("island", most=MAX_NUMBER)]
"""Islands as [island, count] pairs. There is one of each."""
TemporaryPieces = Annotated[Bag, Pieces("temporary", most=MAX_NUMBER)]
"""Pieces lent for one round, as [kind, count] pairs: `worker` and `raze`."""
IslandRow = tuple[IslandName, ...]
"""Ids of islands, in order."""
TileSet = Annotated[tuple[TileName, ...], Sorted()]
"""Action tiles, sorted."""
Ring = Annotated[tuple[TileName, ...], Unique()]
"""Action tiles, each once, in order round the ring."""
CardRow = Annotated[tuple[CardName, ...], Sorted(repeats=True)]
"""Ids of cards, sorted, one entry per card."""
AbilityIndexes = Annotated[tuple[Annotated[int, Range(0, MAX_NUMBER)], ...], Sorted(repeats=True)]
PawnLimit = Length(0, "pawns")
QueueLimit = Length(0, "places")
