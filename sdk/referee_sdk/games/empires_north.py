"""Typed actions and states of empires_north, generated from openapi.yaml by `tests/sdk/typed_games.py`.

An action is a frozen dataclass. A state is the JSON as the service sends it, so its classes are `TypedDict`s. An array
in which each position has its own meaning has the type `tuple`, although JSON decodes it as a list.
"""

# Long because the contract has one class for each verb, question and part of the state.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypeAlias, TypedDict, cast

from referee_sdk.models import Action
from referee_sdk.typed_actions import HasState, TypedAction, open_state, typed_action

# --- actions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Build(TypedAction):
    """A location of the hand is placed. In the Outpost, `over` may name a location to cover."""

    kind: ClassVar[Literal["build"]] = "build"
    card: str
    over: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlacePawn(TypedAction):
    """A pawn of the supply goes to a tile."""

    kind: ClassVar[Literal["place_pawn"]] = "place_pawn"
    tile: str


@dataclass(frozen=True, kw_only=True)
class MovePawn(TypedAction):
    """A pawn moves from one tile to another."""

    kind: ClassVar[Literal["move_pawn"]] = "move_pawn"
    start: str
    tile: str


@dataclass(frozen=True, kw_only=True)
class Raid(TypedAction):
    """The card in a slot of another player's empire is exhausted."""

    kind: ClassVar[Literal["raid"]] = "raid"
    seat: int
    slot: int


@dataclass(frozen=True, kw_only=True)
class UseLocation(TypedAction):
    """The Action of the card in a slot is used."""

    kind: ClassVar[Literal["use_location"]] = "use_location"
    slot: int


@dataclass(frozen=True, kw_only=True)
class Trade(TypedAction):
    """The exchange of the scenario takes place."""

    kind: ClassVar[Literal["trade"]] = "trade"


@dataclass(frozen=True, kw_only=True)
class PassRound(TypedAction):
    """The player takes no more actions in this round."""

    kind: ClassVar[Literal["pass_round"]] = "pass_round"


@dataclass(frozen=True, kw_only=True)
class KeepCards(TypedAction):
    """These cards are kept. They are listed in order of their names."""

    kind: ClassVar[Literal["keep_cards"]] = "keep_cards"
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayBoost(TypedAction):
    """A boost of the hand is played."""

    kind: ClassVar[Literal["play_boost"]] = "play_boost"
    card: str


@dataclass(frozen=True, kw_only=True)
class BuildField(TypedAction):
    """A field of the hand is placed. An upgrade names the field that it lies under."""

    kind: ClassVar[Literal["build_field"]] = "build_field"
    card: str
    host: int | None = None


@dataclass(frozen=True, kw_only=True)
class GoOn(TypedAction):
    """The player does nothing more."""

    kind: ClassVar[Literal["go_on"]] = "go_on"


@dataclass(frozen=True, kw_only=True)
class Construct(TypedAction):
    """A location of the hand is placed free. In the Outpost, `over` may name a location to cover."""

    kind: ClassVar[Literal["construct"]] = "construct"
    card: str
    over: int | None = None


@dataclass(frozen=True, kw_only=True)
class Harvest(TypedAction):
    """The field in a slot is harvested."""

    kind: ClassVar[Literal["harvest"]] = "harvest"
    slot: int


@dataclass(frozen=True, kw_only=True)
class Sail(TypedAction):
    """A ship sails, with or without a fish and a raze token."""

    kind: ClassVar[Literal["sail"]] = "sail"
    fish: bool
    raze: bool


@dataclass(frozen=True, kw_only=True)
class Land(TypedAction):
    """The ship sails to an island of a pile. Without a name, it sails to the first one face down."""

    kind: ClassVar[Literal["land"]] = "land"
    pile: str
    island: str | None = None


@dataclass(frozen=True, kw_only=True)
class TakeIsland(TypedAction):
    """The island is pillaged or conquered."""

    kind: ClassVar[Literal["take_island"]] = "take_island"
    conquer: bool


@dataclass(frozen=True, kw_only=True)
class Pay(TypedAction):
    """Use one source of a payment."""

    kind: ClassVar[Literal["pay"]] = "pay"
    source: str


@dataclass(frozen=True, kw_only=True)
class PayCheapest(TypedAction):
    """Pay the rest of the price the cheapest way."""

    kind: ClassVar[Literal["pay_cheapest"]] = "pay_cheapest"


@dataclass(frozen=True, kw_only=True)
class PickCard(TypedAction):
    """A choice of the card in one slot of the player's empire."""

    kind: ClassVar[Literal["pick_card"]] = "pick_card"
    slot: int


@dataclass(frozen=True, kw_only=True)
class DiscardCard(TypedAction):
    """A card of the hand is discarded."""

    kind: ClassVar[Literal["discard_card"]] = "discard_card"
    card: str


@dataclass(frozen=True, kw_only=True)
class Choose(TypedAction):
    """A choice of one option, by its name."""

    kind: ClassVar[Literal["choose"]] = "choose"
    option: str


@dataclass(frozen=True, kw_only=True)
class ChooseResource(TypedAction):
    """A resource of this kind is gained."""

    kind: ClassVar[Literal["choose_resource"]] = "choose_resource"
    resource: str


@dataclass(frozen=True, kw_only=True)
class ChooseNumber(TypedAction):
    """The number of workers to recover."""

    kind: ClassVar[Literal["choose_number"]] = "choose_number"
    number: int


@dataclass(frozen=True, kw_only=True)
class ChooseShip(TypedAction):
    """A ship, by its place in the queue. The first ship has place 0."""

    kind: ClassVar[Literal["choose_ship"]] = "choose_ship"
    place: int


@dataclass(frozen=True, kw_only=True)
class TakeCard(TypedAction):
    """A card is taken."""

    kind: ClassVar[Literal["take_card"]] = "take_card"
    card: str


@dataclass(frozen=True, kw_only=True)
class Assign(TypedAction):
    """A good or worker of the supply goes to the card in a slot."""

    kind: ClassVar[Literal["assign"]] = "assign"
    good: str
    slot: int


@dataclass(frozen=True, kw_only=True)
class Release(TypedAction):
    """A good leaves the card in a slot."""

    kind: ClassVar[Literal["release"]] = "release"
    good: str
    slot: int


@dataclass(frozen=True, kw_only=True)
class RefreshPawn(TypedAction):
    """The exhausted pawn on a tile becomes active."""

    kind: ClassVar[Literal["refresh_pawn"]] = "refresh_pawn"
    tile: str


@dataclass(frozen=True, kw_only=True)
class ShiftPawn(TypedAction):
    """A pawn of this side moves from one tile to another."""

    kind: ClassVar[Literal["shift_pawn"]] = "shift_pawn"
    start: str
    exhausted: bool
    tile: str


@dataclass(frozen=True, kw_only=True)
class Resolve(TypedAction):
    """The choice of the waiting trigger that comes next."""

    kind: ClassVar[Literal["resolve"]] = "resolve"
    source: str


@dataclass(frozen=True, kw_only=True)
class Accept(TypedAction):
    """The price of the offer is paid."""

    kind: ClassVar[Literal["accept"]] = "accept"


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """Leave an optional question unanswered."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseClan(TypedAction):
    """A player chooses a clan."""

    kind: ClassVar[Literal["choose_clan"]] = "choose_clan"
    clan: str


@dataclass(frozen=True, kw_only=True)
class DealClan(TypedAction):
    """A player receives a clan at random."""

    kind: ClassVar[Literal["deal_clan"]] = "deal_clan"
    clan: str


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int


@dataclass(frozen=True, kw_only=True)
class LayTile(TypedAction):
    """A tile is laid beside the last one."""

    kind: ClassVar[Literal["lay_tile"]] = "lay_tile"
    tile: str


@dataclass(frozen=True, kw_only=True)
class DrawCard(TypedAction):
    """A card is drawn."""

    kind: ClassVar[Literal["draw_card"]] = "draw_card"
    card: str


@dataclass(frozen=True, kw_only=True)
class LayOff(TypedAction):
    """These cards of a player are discarded. The other cards looked at were kept."""

    kind: ClassVar[Literal["lay_off"]] = "lay_off"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DrawIsland(TypedAction):
    """An island is turned up."""

    kind: ClassVar[Literal["draw_island"]] = "draw_island"
    island: str


@dataclass(frozen=True, kw_only=True)
class DrawEvent(TypedAction):
    """A number token is drawn."""

    kind: ClassVar[Literal["draw_event"]] = "draw_event"
    event: str


AnyAction: TypeAlias = (
    Build
    | PlacePawn
    | MovePawn
    | Raid
    | UseLocation
    | Trade
    | PassRound
    | KeepCards
    | PlayBoost
    | BuildField
    | GoOn
    | Construct
    | Harvest
    | Sail
    | Land
    | TakeIsland
    | Pay
    | PayCheapest
    | PickCard
    | DiscardCard
    | Choose
    | ChooseResource
    | ChooseNumber
    | ChooseShip
    | TakeCard
    | Assign
    | Release
    | RefreshPawn
    | ShiftPawn
    | Resolve
    | Accept
    | Decline
    | ChooseClan
    | DealClan
    | PickStarter
    | LayTile
    | DrawCard
    | LayOff
    | DrawIsland
    | DrawEvent
)
"""An action of empires_north: any verb."""


VERBS: Mapping[str, type[AnyAction]] = {
    Build.kind: Build,
    PlacePawn.kind: PlacePawn,
    MovePawn.kind: MovePawn,
    Raid.kind: Raid,
    UseLocation.kind: UseLocation,
    Trade.kind: Trade,
    PassRound.kind: PassRound,
    KeepCards.kind: KeepCards,
    PlayBoost.kind: PlayBoost,
    BuildField.kind: BuildField,
    GoOn.kind: GoOn,
    Construct.kind: Construct,
    Harvest.kind: Harvest,
    Sail.kind: Sail,
    Land.kind: Land,
    TakeIsland.kind: TakeIsland,
    Pay.kind: Pay,
    PayCheapest.kind: PayCheapest,
    PickCard.kind: PickCard,
    DiscardCard.kind: DiscardCard,
    Choose.kind: Choose,
    ChooseResource.kind: ChooseResource,
    ChooseNumber.kind: ChooseNumber,
    ChooseShip.kind: ChooseShip,
    TakeCard.kind: TakeCard,
    Assign.kind: Assign,
    Release.kind: Release,
    RefreshPawn.kind: RefreshPawn,
    ShiftPawn.kind: ShiftPawn,
    Resolve.kind: Resolve,
    Accept.kind: Accept,
    Decline.kind: Decline,
    ChooseClan.kind: ChooseClan,
    DealClan.kind: DealClan,
    PickStarter.kind: PickStarter,
    LayTile.kind: LayTile,
    DrawCard.kind: DrawCard,
    LayOff.kind: LayOff,
    DrawIsland.kind: DrawIsland,
    DrawEvent.kind: DrawEvent,
}
"""The class of each verb."""


# --- state ------------------------------------------------------------------------------------------------------------


class State(TypedDict):
    """A state of empires_north. Send it back unchanged."""

    game: str
    ruleset: str
    content: str
    chance: Chance
    ply: int
    board: Board


class Chance(TypedDict):
    """The chance of a match: its mode, its seed, and how often it has acted.

    seeded: `seed` is public. table: the client reports real dice. secret: the service holds the key, and `seed` is
    the commitment to it.
    """

    mode: Literal["secret", "seeded", "table"]
    seed: str
    count: NotRequired[int]


class Board(TypedDict):
    """A complete position. Hands, decks and the cards looked at are secret."""

    players: list[Player]
    pending: list[AnyFrame]
    score_lines: list[list[ScoreLine]]
    closed: NotRequired[list[ClosedQuestion]]
    options: Options
    stage: Literal["actions", "expedition", "lookout", "over", "setup"]
    round: int
    first_seat: int
    active_seat: int
    has_acted: bool
    is_last_round: bool
    ring: list[str]
    near: IslandPiles
    distant: IslandPiles
    queue: list[Ship]
    solo: Solo | None


class Player(TypedDict):
    """The pieces of one seat."""

    clan: str
    goods: list[tuple[str, int]]
    workers: int
    spent_workers: int
    ships: int
    empire: list[Site]
    hand: list[tuple[str, int]]
    deck: list[tuple[str, int]]
    discard: list[tuple[str, int]]
    looked_at: list[tuple[str, int]]
    kept: list[tuple[str, int]]
    pawns: list[Pawn]
    passed: bool


class PickStarterFrame(TypedDict):
    """Chance picks the first player."""

    question: Literal["pick_starter"]
    seat: int | Literal["chance"]


class LayRingFrame(TypedDict):
    """Chance lays the next tile of the ring."""

    question: Literal["lay_ring"]
    seat: int | Literal["chance"]


class DealClanFrame(TypedDict):
    """Chance deals a clan to a player."""

    question: Literal["deal_clan"]
    seat: int | Literal["chance"]
    recipient: int


class ChooseClanFrame(TypedDict):
    """A player chooses a clan."""

    question: Literal["choose_clan"]
    seat: int | Literal["chance"]


class RevealFrame(TypedDict):
    """Chance turns up islands of a pile."""

    question: Literal["reveal"]
    seat: int | Literal["chance"]
    pile: Literal["distant", "near"]
    remaining: int


class DrawFrame(TypedDict):
    """Chance deals cards of the deck to a player: into the hand, or to look at first."""

    question: Literal["draw"]
    seat: int | Literal["chance"]
    recipient: int
    remaining: int
    into: Literal["hand", "looked_at"]


class KeepFrame(TypedDict):
    """The choice of cards to keep. In the set-up their number is fixed and they are free."""

    question: Literal["keep"]
    seat: int | Literal["chance"]
    exactly: int | None


class DiscardUnkeptFrame(TypedDict):
    """The discard of the cards that a player did not keep, once every player has chosen."""

    question: Literal["lay_off"]
    seat: int | Literal["chance"]
    player: int


class EndLookoutFrame(TypedDict):
    """The step after the lookout: banks pay, and a solo game draws an event."""

    question: Literal["end_lookout"]
    seat: int | Literal["chance"]


class PlaceFrame(TypedDict):
    """A card that enters the empire once it is paid. `host` is the field above it, `over` the location it covers."""

    question: Literal["place"]
    seat: int | Literal["chance"]
    card: str
    host: NotRequired[int | None]
    over: NotRequired[int | None]


class PawnArrivalFrame(TypedDict):
    """A pawn that comes to a tile once that is paid: from the supply (None), or from another tile."""

    question: Literal["arrive"]
    seat: int | Literal["chance"]
    start: str | None
    tile: str


class PerformActionFrame(TypedDict):
    """A declared action that waits to be performed."""

    question: Literal["perform"]
    seat: int | Literal["chance"]
    action: str


class BoostWindowFrame(TypedDict):
    """The choice of a boost or field before a declared action."""

    question: Literal["boost_window"]
    seat: int | Literal["chance"]
    action: str


class ConstructFrame(TypedDict):
    """The choice of a location to place free."""

    question: Literal["construct"]
    seat: int | Literal["chance"]


class HarvestFrame(TypedDict):
    """The choice of a field to harvest."""

    question: Literal["harvest"]
    seat: int | Literal["chance"]


class SailFrame(TypedDict):
    """The choice of what to assign to the ship."""

    question: Literal["sail"]
    seat: int | Literal["chance"]


class EmitEventFrame(TypedDict):
    """An event that is emitted when all frames above are done, so that specials react to it."""

    question: Literal["emit_event"]
    seat: int | Literal["chance"]
    event: str
    slot: NotRequired[int]
    card: NotRequired[str]


class DiscardBoostFrame(TypedDict):
    """A boost that is discarded when all frames above are done."""

    question: Literal["discard_boost"]
    seat: int | Literal["chance"]
    card: str


class EffectsFrame(TypedDict):
    """The effects of an ability, carried out one by one from this step on.

    `source` is the card or event with the ability, `slot` the place of the acting card. `branch` lists the choices
    taken so far, as pairs of step and option.
    """

    question: Literal["effects"]
    seat: int | Literal["chance"]
    source: str
    ability: int
    step: NotRequired[int]
    slot: NotRequired[int | None]
    branch: NotRequired[list[int]]


class ChooseCostFrame(TypedDict):
    """The choice of one of the alternative costs. `extra` is owed on top of it."""

    question: Literal["choose_cost"]
    seat: int | Literal["chance"]
    extra: NotRequired[list[tuple[str, int]]]


class PayWithCardFrame(TypedDict):
    """The choice of a card of the empire that is discarded, returned or exhausted as the price."""

    question: Literal["pay_with_card"]
    seat: int | Literal["chance"]


class PayFromHandFrame(TypedDict):
    """The choice of cards of the hand that are discarded as the price."""

    question: Literal["pay_from_hand"]
    seat: int | Literal["chance"]
    remaining: int


class ChooseFrame(TypedDict):
    """The choice of one of several effects."""

    question: Literal["choose"]
    seat: int | Literal["chance"]


class GainResourceFrame(TypedDict):
    """The choice of a resource to gain."""

    question: Literal["gain_resource"]
    seat: int | Literal["chance"]
    remaining: int


class SearchFrame(TypedDict):
    """The choice of a card of the deck."""

    question: Literal["search"]
    seat: int | Literal["chance"]


class TakeBackFrame(TypedDict):
    """The choice of a card of the discard pile."""

    question: Literal["take_back"]
    seat: int | Literal["chance"]


class BuildFreeFrame(TypedDict):
    """The choice of a card to place free. The player may decline."""

    question: Literal["build_free"]
    seat: int | Literal["chance"]


class ChooseShipFrame(TypedDict):
    """The choice of a ship that lands at once or moves up."""

    question: Literal["choose_ship"]
    seat: int | Literal["chance"]


class AssignFrame(TypedDict):
    """The choice of a good to assign, and of a card for it."""

    question: Literal["assign"]
    seat: int | Literal["chance"]
    remaining: int
    has_begun: NotRequired[bool]


class ReleaseFrame(TypedDict):
    """The choice of a good to release from a card."""

    question: Literal["release"]
    seat: int | Literal["chance"]
    remaining: int


class RecoverFrame(TypedDict):
    """The choice of how many workers to recover."""

    question: Literal["recover"]
    seat: int | Literal["chance"]
    max_count: int


class RefreshFrame(TypedDict):
    """The choice of a card to refresh."""

    question: Literal["refresh"]
    seat: int | Literal["chance"]
    remaining: int


class RefreshPawnFrame(TypedDict):
    """The choice of a pawn to turn to its active side."""

    question: Literal["refresh_pawn"]
    seat: int | Literal["chance"]


class ShiftPawnFrame(TypedDict):
    """The choice of a pawn to move, and of its new tile."""

    question: Literal["shift_pawn"]
    seat: int | Literal["chance"]


class CopyFrame(TypedDict):
    """The choice of a card to copy."""

    question: Literal["copy"]
    seat: int | Literal["chance"]


class RaidFreeFrame(TypedDict):
    """The choice of a card of another player to raid."""

    question: Literal["raid_free"]
    seat: int | Literal["chance"]


class VoyageFrame(TypedDict):
    """The choice of an island for a ship of the queue. An effect may fix what the ship does there."""

    question: Literal["voyage"]
    seat: int | Literal["chance"]
    place: int
    mode: NotRequired[Literal["any", "conquer", "pillage"]]


class BlindLandingFrame(TypedDict):
    """Chance turns up the first island of a pile for a ship."""

    question: Literal["blind_landing"]
    seat: int | Literal["chance"]
    place: int
    mode: Literal["any", "conquer", "pillage"]
    pile: Literal["distant", "near"]


class LandingFrame(TypedDict):
    """The choice to pillage or to conquer an island."""

    question: Literal["landing"]
    seat: int | Literal["chance"]
    place: int
    mode: Literal["any", "conquer", "pillage"]
    pile: Literal["distant", "near"]
    island: str


class DrawEventFrame(TypedDict):
    """Chance draws the event of the round."""

    question: Literal["draw_event"]
    seat: int | Literal["chance"]


class DrawIsleFrame(TypedDict):
    """Chance draws an island of a pile, into the hand or the empire."""

    question: Literal["draw_isle"]
    seat: int | Literal["chance"]
    pile: Literal["distant", "near"]
    into: Literal["empire", "hand"]


class OfferFrame(TypedDict):
    """The choice to pay for an offer of the scenario, or to decline."""

    question: Literal["offer"]
    seat: int | Literal["chance"]


class ExhaustFieldFrame(TypedDict):
    """The choice of a field to exhaust."""

    question: Literal["exhaust_field"]
    seat: int | Literal["chance"]


class DiscardHandFrame(TypedDict):
    """The choice of a card of the hand to discard."""

    question: Literal["discard_hand"]
    seat: int | Literal["chance"]


class GuardFrame(TypedDict):
    """The choice to give up a location, or to guard all that remain."""

    question: Literal["guard"]
    seat: int | Literal["chance"]


class GiveUpFrame(TypedDict):
    """The choice of a location to discard."""

    question: Literal["give_up"]
    seat: int | Literal["chance"]


class InvadeFrame(TypedDict):
    """The choice of a location that is invaded."""

    question: Literal["invade"]
    seat: int | Literal["chance"]


class TributeFrame(TypedDict):
    """The choice of the tribute for the use of an invaded location."""

    question: Literal["tribute"]
    seat: int | Literal["chance"]
    slot: int


class StartingCardFrame(TypedDict):
    """The choice of a card of the deck that gains this good and begins in the empire."""

    question: Literal["starting_card"]
    seat: int | Literal["chance"]
    good: str


class PaymentFrame(TypedDict):
    """An open payment: what is owed, what the pool holds, and the purpose."""

    question: Literal["payment"]
    seat: int | Literal["chance"]
    owed: list[tuple[str, int]]
    pool: list[tuple[str, int]]
    purpose: str


class OrderTriggersFrame(TypedDict):
    """Several triggers of one seat wait. The seat chooses the order."""

    question: Literal["simultaneous"]
    seat: int | Literal["chance"]
    waiting: list[PendingTrigger]


class ClosedQuestion(TypedDict):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: int
    question: str
    rule: str
    answer: NotRequired[str]


class Options(TypedDict):
    """Options of a match."""

    clans: NotRequired[Literal["chosen", "random"]]
    first_player: NotRequired[int | None]
    raze_points: NotRequired[bool]
    scenario: NotRequired[Literal["barbarians", "outpost", "pirates", "winter"]]
    slots: NotRequired[list[tuple[str, str]]]


class IslandPiles(TypedDict):
    """The near or the distant islands: face down, discarded, and face up on the board."""

    pile: list[tuple[str, int]]
    discard: list[tuple[str, int]]
    face_up: list[str]


class Ship(TypedDict):
    """A ship on the expedition board, and what is assigned to it."""

    seat: int
    fish: bool
    raze: bool


class Solo(TypedDict):
    """What only a solo game has."""

    solo_side_tiles: NotRequired[list[str]]
    event: NotRequired[str]
    foundations: NotRequired[int]
    covered: NotRequired[list[str]]
    temporary: NotRequired[list[tuple[str, int]]]
    unfed: NotRequired[int]


class Site(TypedDict):
    """A card in an empire. It keeps its slot number as long as it lies there."""

    slot: int
    card: str
    exhausted: NotRequired[bool]
    host: NotRequired[int | None]
    copied_slot: NotRequired[int | None]
    goods: NotRequired[list[tuple[str, int]]]
    triggered: NotRequired[list[int]]
    invaded: NotRequired[bool]


class Pawn(TypedDict):
    """An action pawn on a tile of the ring."""

    tile: str
    exhausted: bool


class PendingTrigger(TypedDict):
    """A trigger whose event happened and that waits to be resolved.

    `source` is its card or tile, and `subject` what the event was about.
    """

    seat: int
    source: str
    event: str
    subject: NotRequired[str]


ScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total."""


AnyFrame: TypeAlias = (
    PickStarterFrame
    | LayRingFrame
    | DealClanFrame
    | ChooseClanFrame
    | RevealFrame
    | DrawFrame
    | KeepFrame
    | DiscardUnkeptFrame
    | EndLookoutFrame
    | PlaceFrame
    | PawnArrivalFrame
    | PerformActionFrame
    | BoostWindowFrame
    | ConstructFrame
    | HarvestFrame
    | SailFrame
    | EmitEventFrame
    | DiscardBoostFrame
    | EffectsFrame
    | ChooseCostFrame
    | PayWithCardFrame
    | PayFromHandFrame
    | ChooseFrame
    | GainResourceFrame
    | SearchFrame
    | TakeBackFrame
    | BuildFreeFrame
    | ChooseShipFrame
    | AssignFrame
    | ReleaseFrame
    | RecoverFrame
    | RefreshFrame
    | RefreshPawnFrame
    | ShiftPawnFrame
    | CopyFrame
    | RaidFreeFrame
    | VoyageFrame
    | BlindLandingFrame
    | LandingFrame
    | DrawEventFrame
    | DrawIsleFrame
    | OfferFrame
    | ExhaustFieldFrame
    | DiscardHandFrame
    | GuardFrame
    | GiveUpFrame
    | InvadeFrame
    | TributeFrame
    | StartingCardFrame
    | PaymentFrame
    | OrderTriggersFrame
)
"""An open question, or a step that waits below one."""


# --- conversions ------------------------------------------------------------------------------------------------------


def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of empires_north."""
    return typed_action("empires_north", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of empires_north."""
    return cast(State, open_state("empires_north", source))
