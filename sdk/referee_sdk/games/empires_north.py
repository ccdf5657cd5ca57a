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
    """A location of the hand is placed for its cost."""

    kind: ClassVar[Literal["build"]] = "build"
    card: str
    """Location in the hand, by its id: `seal_hunters`."""
    over: int | None = None
    """Slot of the location to cover (scenario Outpost). Null or left out to cover none."""


@dataclass(frozen=True, kw_only=True)
class PlacePawn(TypedAction):
    """A pawn of the supply goes to a tile, and declares the action there."""

    kind: ClassVar[Literal["place_pawn"]] = "place_pawn"
    tile: str
    """Action tile that the pawn comes to: `explore`, `populate`, `construct`, `harvest` or `sail`."""


@dataclass(frozen=True, kw_only=True)
class MovePawn(TypedAction):
    """An active pawn moves to a tile beside its own, and declares the action there."""

    kind: ClassVar[Literal["move_pawn"]] = "move_pawn"
    start: str
    """Tile that the active pawn of the player stands on."""
    tile: str
    """Tile beside it that the pawn moves to. The pawn becomes exhausted there."""


@dataclass(frozen=True, kw_only=True)
class Raid(TypedAction):
    """A card with an Action in another player's empire is exhausted."""

    kind: ClassVar[Literal["raid"]] = "raid"
    seat: int
    """Seat whose card is raided, counted from 0. A seat that has passed cannot be raided."""
    slot: int
    """Slot of the raided card in the empire of that seat, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class UseLocation(TypedAction):
    """The Action of a card in the player's empire is used: it is paid, and the card is exhausted."""

    kind: ClassVar[Literal["use_location"]] = "use_location"
    slot: int
    """Slot of a card of the player's empire with an Action that is not exhausted, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Trade(TypedAction):
    """The exchange that the scenario offers in every turn takes place."""

    kind: ClassVar[Literal["trade"]] = "trade"


@dataclass(frozen=True, kw_only=True)
class PassRound(TypedAction):
    """The player takes no more actions in this round, and cannot be raided in it."""

    kind: ClassVar[Literal["pass_round"]] = "pass_round"


@dataclass(frozen=True, kw_only=True)
class KeepCards(TypedAction):
    """The cards that the player chooses of those looked at. The others will be discarded."""

    kind: ClassVar[Literal["keep_cards"]] = "keep_cards"
    cards: tuple[str, ...]
    """Ids of the chosen cards, sorted, one entry per card. Only the seat that chooses sees them."""


@dataclass(frozen=True, kw_only=True)
class PlayBoost(TypedAction):
    """A boost of the hand is played before the declared action."""

    kind: ClassVar[Literal["play_boost"]] = "play_boost"
    card: str
    """Boost in the hand whose corner shows the declared action, by its id."""


@dataclass(frozen=True, kw_only=True)
class BuildField(TypedAction):
    """A field or upgrade of the hand is placed before the declared action."""

    kind: ClassVar[Literal["build_field"]] = "build_field"
    card: str
    """Field or upgrade in the hand whose corner shows the declared action, by its id."""
    host: int | None = None
    """Slot of the field that the upgrade goes under. Null or left out for a field."""


@dataclass(frozen=True, kw_only=True)
class GoOn(TypedAction):
    """The optional question ends: the player does nothing more."""

    kind: ClassVar[Literal["go_on"]] = "go_on"


@dataclass(frozen=True, kw_only=True)
class Construct(TypedAction):
    """A location of the hand is placed free."""

    kind: ClassVar[Literal["construct"]] = "construct"
    card: str
    """Location in the hand, by its id: `seal_hunters`."""
    over: int | None = None
    """Slot of the location to cover (scenario Outpost). Null or left out to cover none."""


@dataclass(frozen=True, kw_only=True)
class Harvest(TypedAction):
    """A field yields its goods and those of its upgrades."""

    kind: ClassVar[Literal["harvest"]] = "harvest"
    slot: int
    """Slot of a field of the player's empire that is not exhausted, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Sail(TypedAction):
    """A ship sails, with or without a fish and a raze token."""

    kind: ClassVar[Literal["sail"]] = "sail"
    fish: bool
    """Whether a fish is assigned to the ship. With it, the ship can reach distant islands."""
    raze: bool
    """Whether a raze token is assigned to the ship. With it, the ship can conquer an island."""


@dataclass(frozen=True, kw_only=True)
class Land(TypedAction):
    """The ship sails to an island."""

    kind: ClassVar[Literal["land"]] = "land"
    pile: str
    """Group of islands: `near` or `distant`. A distant island needs a fish on the ship."""
    island: str | None = None
    """Island that lies face up in this group. Null or left out for the first one face down."""


@dataclass(frozen=True, kw_only=True)
class TakeIsland(TypedAction):
    """The island is pillaged or conquered."""

    kind: ClassVar[Literal["take_island"]] = "take_island"
    conquer: bool
    """True to conquer the island, which needs a raze token on the ship, or false to pillage it."""


@dataclass(frozen=True, kw_only=True)
class Pay(TypedAction):
    """One use of a source of a payment. Every use must leave the rest of the price payable."""

    kind: ClassVar[Literal["pay"]] = "pay"
    source: str
    """Source to use once: a piece that pays, or a conversion of what is paid so far."""


@dataclass(frozen=True, kw_only=True)
class PayCheapest(TypedAction):
    """The rest of the price, paid at once in the cheapest way."""

    kind: ClassVar[Literal["pay_cheapest"]] = "pay_cheapest"


@dataclass(frozen=True, kw_only=True)
class PickCard(TypedAction):
    """A choice of one card in the player's empire, as a price or for an effect."""

    kind: ClassVar[Literal["pick_card"]] = "pick_card"
    slot: int
    """Slot of a card in the player's empire, counted from 0. The open question says what happens to it."""


@dataclass(frozen=True, kw_only=True)
class DiscardCard(TypedAction):
    """A card of the hand is discarded, as a price or for an event."""

    kind: ClassVar[Literal["discard_card"]] = "discard_card"
    card: str
    """Any card in the hand, by its id: `seal_hunters`."""


@dataclass(frozen=True, kw_only=True)
class Choose(TypedAction):
    """A choice of one option, by its name."""

    kind: ClassVar[Literal["choose"]] = "choose"
    option: str
    """Name of an option that the question offers: what it gains, takes or does, such as `wood` or `attack`."""


@dataclass(frozen=True, kw_only=True)
class ChooseResource(TypedAction):
    """A resource of this kind is gained."""

    kind: ClassVar[Literal["choose_resource"]] = "choose_resource"
    resource: str
    """Resource to gain: `food`, `wood`, `stone`, `sheep` or `fish`."""


@dataclass(frozen=True, kw_only=True)
class ChooseNumber(TypedAction):
    """The number of spent workers that return to the supply."""

    kind: ClassVar[Literal["choose_number"]] = "choose_number"
    number: int
    """Number of spent workers to take back, from 0 to the limit of the effect."""


@dataclass(frozen=True, kw_only=True)
class ChooseShip(TypedAction):
    """A choice of a ship in the queue, which lands at once or moves up."""

    kind: ClassVar[Literal["choose_ship"]] = "choose_ship"
    place: int
    """Place of a ship in the queue, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class TakeCard(TypedAction):
    """A card is taken from the deck or discard pile, into the hand or as a starting card."""

    kind: ClassVar[Literal["take_card"]] = "take_card"
    card: str
    """Id of the card. If the player searches the deck, only that seat sees it."""


@dataclass(frozen=True, kw_only=True)
class Assign(TypedAction):
    """A good or worker of the supply is assigned to a card of the empire."""

    kind: ClassVar[Literal["assign"]] = "assign"
    good: str
    """What is assigned: a good in the player's supply such as `food`, or `worker`."""
    slot: int
    """Slot of the card that the good goes to, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Release(TypedAction):
    """A good or worker returns from a card of the empire to the supply."""

    kind: ClassVar[Literal["release"]] = "release"
    good: str
    """What returns to the player's supply: a good such as `food`, or `worker`."""
    slot: int
    """Slot of the card that the good leaves, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class RefreshPawn(TypedAction):
    """An exhausted pawn is turned to its active side."""

    kind: ClassVar[Literal["refresh_pawn"]] = "refresh_pawn"
    tile: str
    """Action tile with an exhausted pawn of the player."""


@dataclass(frozen=True, kw_only=True)
class ShiftPawn(TypedAction):
    """A pawn moves to another tile. No action is declared there."""

    kind: ClassVar[Literal["shift_pawn"]] = "shift_pawn"
    start: str
    """Tile that the pawn stands on."""
    exhausted: bool
    """Whether the pawn shows its exhausted side. It tells two pawns on one tile apart."""
    tile: str
    """Tile that the pawn goes to: any other one of the ring."""


@dataclass(frozen=True, kw_only=True)
class Resolve(TypedAction):
    """The choice of the waiting trigger that comes next."""

    kind: ClassVar[Literal["resolve"]] = "resolve"
    source: str
    """Id of the card or tile whose waiting trigger is resolved next."""


@dataclass(frozen=True, kw_only=True)
class Accept(TypedAction):
    """The price of an offer, or of guarding all locations that remain, is paid."""

    kind: ClassVar[Literal["accept"]] = "accept"


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """No answer to an optional question. The seat goes without what it offers."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseClan(TypedAction):
    """A player chooses a clan."""

    kind: ClassVar[Literal["choose_clan"]] = "choose_clan"
    clan: str
    """A clan that no player has: `ulaf`, `heidel`, `panuk`, `nanurjuk`, `glenn` or `mackinnon`."""


@dataclass(frozen=True, kw_only=True)
class DealClan(TypedAction):
    """A player receives a clan at random."""

    kind: ClassVar[Literal["deal_clan"]] = "deal_clan"
    clan: str
    """A clan that no player has: `ulaf`, `heidel`, `panuk`, `nanurjuk`, `glenn` or `mackinnon`."""


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins the match, picked at random."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int
    """Seat that plays first, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class LayTile(TypedAction):
    """An action tile is laid beside the last one of the ring."""

    kind: ClassVar[Literal["lay_tile"]] = "lay_tile"
    tile: str
    """Action tile that comes next: `explore`, `populate`, `construct`, `harvest` or `sail`."""


@dataclass(frozen=True, kw_only=True)
class DrawCard(TypedAction):
    """A card is drawn from a player's deck."""

    kind: ClassVar[Literal["draw_card"]] = "draw_card"
    card: str
    """Id of the drawn card. Only the seat that draws sees it."""


@dataclass(frozen=True, kw_only=True)
class LayOff(TypedAction):
    """The cards that a player did not choose are discarded. The chosen ones come to the hand."""

    kind: ClassVar[Literal["lay_off"]] = "lay_off"
    seat: int
    """Seat whose cards are discarded, counted from 0."""
    cards: tuple[str, ...]
    """Ids of the discarded cards, sorted, one entry per card. All seats see them."""


@dataclass(frozen=True, kw_only=True)
class DrawIsland(TypedAction):
    """An island is turned up from a pile."""

    kind: ClassVar[Literal["draw_island"]] = "draw_island"
    island: str
    """Island that chance turns up, by its id: `spice_coast`."""


@dataclass(frozen=True, kw_only=True)
class DrawEvent(TypedAction):
    """A number token is drawn: the event of this round."""

    kind: ClassVar[Literal["draw_event"]] = "draw_event"
    event: str
    """One of the five events of the scenario, such as `winter_event_1`."""


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

    game: Literal["empires_north"]
    """Game of the match, such as `burgundy`."""
    ruleset: str
    """Id of the rules in force."""
    content: str
    """Id of the content pack: its name and its digest."""
    chance: Chance
    """Origin of random outcomes, and how often chance has acted."""
    ply: int
    """Number of actions so far, those of chance included."""
    board: Board
    """State of the game itself. Every game has its own fields."""


class Chance(TypedDict):
    """The chance of a match: its mode, its seed, and how often it has acted."""

    mode: Literal["secret", "seeded", "table"]
    """Origin of random outcomes: `seeded` by a public seed, `table` by real dice, `secret` by a key of the service."""
    seed: str
    """Public seed in mode `seeded`, commitment to the key in mode `secret`. Mode `table` does not use it."""
    count: int
    """How often chance has acted so far. Its next outcome depends on this number."""


class Board(TypedDict):
    """A complete position. Hands, decks and the cards looked at are secret."""

    players: list[Player]
    """Pieces of each player, in seat order."""
    pending: list[Frame]
    """Stack of open questions and waiting steps, the open one last. Empty while the seat in turn acts freely."""
    score_lines: list[list[StateScoreLine]]
    """Points of each seat so far, in seat order: one score line per rule, sorted by the id of the rule."""
    closed: NotRequired[list[ClosedQuestion]]
    """Questions that closed automatically since the last action of a seat. Refusals cite their rules. If absent:
    `[]`.
    """
    options: Options
    """Options that the match was set up with."""
    stage: Literal["actions", "expedition", "lookout", "over", "setup"]
    """Part of the match: `setup`, then in each round `lookout`, `actions` and `expedition`, and at the end `over`."""
    round: int
    """Number of the round, from 1. It is 0 in the set-up."""
    first_seat: int
    """Seat with the first player marker, counted from 0."""
    active_seat: int
    """Seat in turn, counted from 0. Other seats may have to answer first: see `pending`."""
    has_acted: bool
    """Whether the seat in turn has taken the one action of its turn."""
    is_last_round: bool
    """Whether the match ends after this expedition. It is known when the expedition begins."""
    ring: list[str]
    """The five action tiles in order. The last one lies beside the first. Incomplete in the set-up."""
    near: IslandPiles
    """Near islands, which every ship can reach."""
    distant: IslandPiles
    """Distant islands, which only a ship with a fish can reach."""
    queue: list[Ship]
    """Ships on the expedition board, in the order in which they land."""
    solo: Solo | None
    """State of the scenario in a solo game, or null with more seats."""


class Player(TypedDict):
    """The pieces of one seat."""

    clan: str
    """Clan of the player: `ulaf`, `heidel`, `panuk`, `nanurjuk`, `glenn` or `mackinnon`. Empty before it has one."""
    goods: Bag
    """Goods in the supply of the player, as [good, count] pairs. Gold stands for any resource."""
    workers: int
    """Workers in the supply of the player, ready to be spent."""
    spent_workers: int
    """Spent workers on the clan tile. They return to the supply in the clean-up."""
    ships: int
    """Ships in the supply of the player, which are not in the queue."""
    empire: list[Site]
    """Cards in the empire, in order of their slots."""
    hand: Bag
    """Cards in hand, as [card, count] pairs. Empty in the views of others, where `hands` has their number."""
    deck: Bag
    """Cards of the deck, as [card, count] pairs. Their order is unknown. Empty in the views of others."""
    discard: Bag
    """Cards of the discard pile, face up, as [card, count] pairs."""
    looked_at: Bag
    """Cards that the player looks at, as [card, count] pairs. Empty in the views of others, see `looked`."""
    kept: Bag
    """Cards chosen of those looked at, as [card, count] pairs. Secret and empty in the views of others."""
    pawns: list[Pawn]
    """Action pawns on the ring, sorted by tile, at most two. The others are in the supply."""
    passed: bool
    """Whether the player has passed for this round. No other player can raid it then."""


class ClosedQuestion(TypedDict):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: int
    """Seat whose question closed, counted from 0."""
    question: str
    """Id of the question that closed, as in `turn.question`."""
    rule: str
    """Id of the rule that closed it, such as `referee.forced` for a single legal answer."""
    answer: NotRequired[str]
    """Verb of the forced answer, or an empty string. The fields are left out, as they may be secret. If absent:
    `""`.
    """


class Options(TypedDict):
    """Options of a match: clans, first player, a variant of scoring, and the solo scenario."""

    clans: NotRequired[Literal["chosen", "random"]]
    """`random`: each player is dealt a clan. `chosen`: the players choose in seat order. Default: `"random"`."""
    first_player: NotRequired[int | None]
    """Seat that begins, counted from 0, or null for a random one. Default: `null`."""
    raze_points: NotRequired[bool]
    """Whether each raze token in the supply scores a point at the end, as in the publisher's FAQ. Default: `false`."""
    scenario: NotRequired[Literal["barbarians", "outpost", "pirates", "winter"]]
    """Solo: the scenario to play. With more seats it has no effect. Default: `"winter"`."""
    slots: NotRequired[list[tuple[str, str]]]
    """Solo: choices for unclear icons of the scenario, as sorted [slot, value] pairs, instead of the defaults.
    Default: `[]`.
    """


class IslandPiles(TypedDict):
    """The near or the distant islands: face down, discarded, and face up on the board."""

    pile: Bag
    """Islands face down, as [island, count] pairs. Their order is unknown."""
    discard: Bag
    """Discarded islands, as [island, count] pairs. They become the pile once that is empty."""
    face_up: list[str]
    """Ids of the islands that lie face up on the expedition board, in the order of their arrival."""


class Ship(TypedDict):
    """A ship in the queue of the expedition board, and what is assigned to it."""

    seat: int
    """Seat that the ship belongs to, counted from 0."""
    fish: bool
    """Whether a fish is assigned to the ship, which can then reach distant islands."""
    raze: bool
    """Whether a raze token is assigned to the ship, which can then conquer an island."""


class Solo(TypedDict):
    """State of the scenario in a solo game."""

    solo_side_tiles: list[str]
    """Action tiles on their solo side, sorted. A pawn costs more there."""
    event: str
    """Event of this round, such as `winter_event_1`, or an empty string before it is drawn."""
    foundations: int
    """Foundations in all (scenario Outpost). Each location with an Action stands on one."""
    covered: list[str]
    """Ids of the locations that others cover (scenario Outpost), sorted. They have no effect, but score."""
    temporary: Bag
    """Workers and raze tokens lent for this round, as [kind, count] pairs. They leave in the clean-up."""
    unfed: int
    """Workers without food at the end (scenario Winter). Each one costs points."""


class Site(TypedDict):
    """A card in an empire. It keeps its slot number as long as it lies there."""

    slot: int
    """Number of the card's slot in this empire, counted from 0. It stays the same while the card lies here."""
    card: str
    """Id of the card: a clan card, an island, or the location of the scenario."""
    exhausted: NotRequired[bool]
    """Whether the card is turned: it cannot be used or harvested until it is refreshed. If absent: `false`."""
    host: NotRequired[int | None]
    """Slot of the field that this upgrade lies under, or null for any other card."""
    copied_slot: NotRequired[int | None]
    """Slot of the card that this one copies: -1 if that card has left, or null for no copy."""
    goods: NotRequired[Bag]
    """Goods and workers assigned to the card, as [kind, count] pairs. If absent: `[]`."""
    triggered: NotRequired[list[int]]
    """Indexes, from 0, of the card's limited specials that reacted in this round, one entry per reaction. If absent:
    `[]`.
    """
    invaded: NotRequired[bool]
    """Whether a raze token of the invaders lies on the card (scenario Barbarians). Its use then costs tribute. If
    absent: `false`.
    """


class Pawn(TypedDict):
    """An action pawn on a tile of the ring."""

    tile: str
    """Action tile that the pawn stands on: `explore`, `populate`, `construct`, `harvest` or `sail`."""
    exhausted: bool
    """Whether the pawn shows its exhausted side: it has moved, and cannot move again until it is refreshed."""


class PickStarterFrame(TypedDict):
    """Chance picks the first player."""

    question: Literal["pick_starter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class LayRingFrame(TypedDict):
    """Chance lays the next tile of the ring."""

    question: Literal["lay_ring"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DealClanFrame(TypedDict):
    """Chance deals a clan to a player."""

    question: Literal["deal_clan"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    recipient: int
    """Seat that is dealt a clan, counted from 0."""


class ChooseClanFrame(TypedDict):
    """A player chooses a clan."""

    question: Literal["choose_clan"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class RevealFrame(TypedDict):
    """Chance turns up islands of a pile."""

    question: Literal["reveal"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    pile: Literal["distant", "near"]
    """Group of islands that are turned up: `near` or `distant`."""
    remaining: int
    """Islands still to turn up."""


class DrawFrame(TypedDict):
    """Chance deals cards of the deck to a player: into the hand, or to look at first."""

    question: Literal["draw"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    recipient: int
    """Seat that gets the cards, counted from 0. Only this seat sees them."""
    remaining: int
    """Cards still to draw."""
    into: Literal["hand", "looked_at"]
    """Where the cards go: into the `hand`, or `looked_at` until the player has chosen."""


class KeepFrame(TypedDict):
    """The choice of cards to keep. In the set-up their number is fixed and they are free."""

    question: Literal["keep"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    exactly: int | None
    """Number of cards to keep in the set-up. Null in a lookout, where each card costs a worker."""


class DiscardUnkeptFrame(TypedDict):
    """The discard of the cards that a player did not choose, once every player has chosen."""

    question: Literal["lay_off"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    player: int
    """Seat whose other cards are discarded, counted from 0."""


class EndLookoutFrame(TypedDict):
    """The step after the lookout: banks pay, and a solo game draws an event."""

    question: Literal["end_lookout"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PlaceFrame(TypedDict):
    """A card that enters the empire once it is paid."""

    question: Literal["place"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    card: str
    """Id of the card that enters the empire."""
    host: int | None
    """Slot of the field that the upgrade goes under, or null for any other card."""
    over: int | None
    """Slot of the location that the card covers (scenario Outpost), or null."""


class PawnArrivalFrame(TypedDict):
    """A pawn that comes to a tile once that is paid."""

    question: Literal["arrive"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    start: str | None
    """Tile that the pawn comes from, or null for a pawn of the supply."""
    tile: str
    """Tile that the pawn comes to. Its action is then declared."""


class PerformActionFrame(TypedDict):
    """A declared action that waits to be performed."""

    question: Literal["perform"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    action: str
    """Declared action: `explore`, `populate`, `construct`, `harvest` or `sail`."""


class BoostWindowFrame(TypedDict):
    """The choice of a boost or field before a declared action. The player may go on without one."""

    question: Literal["boost_window"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    action: str
    """Declared action, such as `harvest`. The corner of the boost or field must show it."""


class ConstructFrame(TypedDict):
    """The choice of a location of the hand to place free: the action Construct."""

    question: Literal["construct"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class HarvestFrame(TypedDict):
    """The choice of a field to harvest: the action Harvest."""

    question: Literal["harvest"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class SailFrame(TypedDict):
    """The choice of what to assign to the ship: the action Sail."""

    question: Literal["sail"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class EmitEventFrame(TypedDict):
    """An event that is emitted when all frames above are done, so that specials react to it."""

    question: Literal["emit_event"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    event: str
    """Kind of the event: `explored`, `location_used`, `pillaged`, `conquered` or `built`."""
    slot: int
    """Slot of the card that the event is about, or -1 if it is about none in the empire."""
    card: str
    """Id of the card that the event is about, or an empty string for none."""


class DiscardBoostFrame(TypedDict):
    """A boost that is discarded when all frames above are done."""

    question: Literal["discard_boost"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    card: str
    """Id of the boost that goes to the discard pile."""


class EffectsFrame(TypedDict):
    """The effects of an ability, carried out one by one."""

    question: Literal["effects"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    source: str
    """Id of the card with the ability, or name of the event or offer of the scenario."""
    ability: int
    """Index of the ability on its source, counted from 0."""
    step: int
    """Index of the next effect to carry out, counted from 0."""
    slot: int | None
    """Slot of the acting card, counted from 0, or null for a boost or an event."""
    branch: list[int]
    """Choices taken so far: the index of an effect, the index of its option, and so on."""


class ChooseCostFrame(TypedDict):
    """The choice of one of the alternative costs."""

    question: Literal["choose_cost"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    extra: Bag
    """Tribute owed on top of the chosen cost (scenario Barbarians), as [good, count] pairs."""


class PayWithCardFrame(TypedDict):
    """The choice of a card of the empire that is discarded, returned or exhausted as the price."""

    question: Literal["pay_with_card"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PayFromHandFrame(TypedDict):
    """The choice of cards of the hand that are discarded as the price."""

    question: Literal["pay_from_hand"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Cards of the hand still to discard."""


class ChooseFrame(TypedDict):
    """The choice of one of several effects or gains."""

    question: Literal["choose"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class GainResourceFrame(TypedDict):
    """The choice of a resource to gain."""

    question: Literal["gain_resource"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Resources still to choose."""


class SearchFrame(TypedDict):
    """The choice of a card of the deck to take into the hand. The player may decline."""

    question: Literal["search"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class TakeBackFrame(TypedDict):
    """The choice of a card of the discard pile to take into the hand."""

    question: Literal["take_back"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class BuildFreeFrame(TypedDict):
    """The choice of a card to place free. The player may decline."""

    question: Literal["build_free"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ChooseShipFrame(TypedDict):
    """The choice of a ship of the queue that lands at once or moves up."""

    question: Literal["choose_ship"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class AssignFrame(TypedDict):
    """The choice of a good to assign, and of a card for it."""

    question: Literal["assign"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Goods or workers that may still be assigned."""
    has_begun: bool
    """Whether at least one good or worker of this effect is assigned."""


class ReleaseFrame(TypedDict):
    """The choice of a good to release from a card."""

    question: Literal["release"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Goods or workers that may still be released."""


class RecoverFrame(TypedDict):
    """The choice of how many spent workers return to the supply."""

    question: Literal["recover"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    max_count: int
    """Greatest number of workers that may be taken back."""


class RefreshFrame(TypedDict):
    """The choice of an exhausted card to refresh."""

    question: Literal["refresh"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Cards that may still be refreshed."""


class RefreshPawnFrame(TypedDict):
    """The choice of an exhausted pawn to turn to its active side."""

    question: Literal["refresh_pawn"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ShiftPawnFrame(TypedDict):
    """The choice of a pawn to move, and of its new tile. No action is declared there."""

    question: Literal["shift_pawn"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class CopyFrame(TypedDict):
    """The choice of a card of the empire to copy."""

    question: Literal["copy"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class RaidFreeFrame(TypedDict):
    """The choice of a card of another player to raid without a raze token."""

    question: Literal["raid_free"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class VoyageFrame(TypedDict):
    """The choice of an island for a ship of the queue."""

    question: Literal["voyage"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    place: int
    """Place of the ship in the queue, counted from 0."""
    mode: Literal["any", "conquer", "pillage"]
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""


class BlindLandingFrame(TypedDict):
    """Chance turns up the first island of a pile for a ship."""

    question: Literal["blind_landing"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    place: int
    """Place of the ship in the queue, counted from 0."""
    mode: Literal["any", "conquer", "pillage"]
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""
    pile: Literal["distant", "near"]
    """Group of islands that the island comes from: `near` or `distant`."""


class LandingFrame(TypedDict):
    """The choice to pillage or to conquer the island that a ship has reached."""

    question: Literal["landing"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    place: int
    """Place of the ship in the queue, counted from 0."""
    mode: Literal["any", "conquer", "pillage"]
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""
    pile: Literal["distant", "near"]
    """Group of islands that the island comes from: `near` or `distant`."""
    island: str
    """Id of the island that the ship has reached."""


class DrawEventFrame(TypedDict):
    """Chance draws the event of the round."""

    question: Literal["draw_event"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DrawIsleFrame(TypedDict):
    """Chance draws an island of a pile, into the hand or the empire."""

    question: Literal["draw_isle"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    pile: Literal["distant", "near"]
    """Group of islands that one is drawn from: `near` or `distant`."""
    into: Literal["empire", "hand"]
    """Where the island goes: into the `hand`, or into the `empire`."""


class OfferFrame(TypedDict):
    """The choice to pay for an offer of the scenario, or to decline."""

    question: Literal["offer"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ExhaustFieldFrame(TypedDict):
    """The choice of a field to exhaust, which then yields nothing before the clean-up."""

    question: Literal["exhaust_field"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DiscardHandFrame(TypedDict):
    """The choice of a card of the hand to discard, because an event demands it."""

    question: Literal["discard_hand"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class GuardFrame(TypedDict):
    """The choice to give up a location, or to pay and guard all that remain (scenario Pirates)."""

    question: Literal["guard"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class GiveUpFrame(TypedDict):
    """The choice of a location to discard (scenario Pirates)."""

    question: Literal["give_up"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class InvadeFrame(TypedDict):
    """The choice of a location that is invaded (scenario Barbarians)."""

    question: Literal["invade"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class TributeFrame(TypedDict):
    """The choice of the tribute for the use of an invaded location (scenario Barbarians)."""

    question: Literal["tribute"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    slot: int
    """Slot of the invaded location that the player uses, counted from 0."""


class StartingCardFrame(TypedDict):
    """The choice of a card of the deck that begins in the empire. The player may decline."""

    question: Literal["starting_card"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    good: str
    """What the card must gain, as a field or by its Action: a good such as `food`, or `worker`."""


class PaymentFrame(TypedDict):
    """An open payment. The seat pays source by source, or the rest at once."""

    question: Literal["payment"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    owed: Bag
    """Whole price, as [kind, count] pairs. It does not shrink while the seat pays."""
    pool: Bag
    """What is paid so far, as [kind, count] pairs. The payment ends when it covers the price."""
    purpose: str
    """What is paid for: the id of a card, tile or technology, or the name of an action."""


class OrderTriggersFrame(TypedDict):
    """Several triggers of one seat wait. The seat chooses the order."""

    question: Literal["simultaneous"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    waiting: list[PendingTrigger]
    """Triggers of this seat that still wait. The seat chooses which one is resolved next."""


class PendingTrigger(TypedDict):
    """A trigger whose event happened and that waits to be resolved.

    `source` is its card or tile, and `subject` what the event was about.
    """

    seat: int
    """Seat with the card or tile that reacts, counted from 0."""
    source: str
    """Id of the card or tile that reacts."""
    event: str
    """Kind of the event that it reacts to."""
    subject: str
    """Slot of the card that the event was about, as text. `-1` or an empty string means none."""


Frame: TypeAlias = "AnyFrame"
"""An open question, or a step that waits below one."""


StateScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total.

- 0: Id of the rule that gave the points, such as `score.penalty`. The list of rules explains it.
- 1: How often the rule has applied, or how many pieces it has counted.
- 2: Sum of all points under this rule. A penalty is negative.
"""


Bag: TypeAlias = "list[tuple[str, int]]"
"""Pieces of several kinds as (kind, number) pairs, sorted by kind, without zeros."""


Seat: TypeAlias = "int | Literal['chance']"
"""A seat at the table, counted from 0, or `chance`, which rolls dice and draws."""


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
