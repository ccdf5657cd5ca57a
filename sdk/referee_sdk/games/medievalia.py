"""Typed actions and states of medievalia, generated from openapi.yaml by `tests/sdk/typed_games.py`.

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
class PlayTerritory(TypedAction):
    """A territory played from the hand."""

    kind: ClassVar[Literal["play_territory"]] = "play_territory"
    card: str


@dataclass(frozen=True, kw_only=True)
class Recruit(TypedAction):
    """A military or character card played from the hand."""

    kind: ClassVar[Literal["recruit"]] = "recruit"
    card: str


@dataclass(frozen=True, kw_only=True)
class BuyBuilding(TypedAction):
    """A purchase of the open building of a pile, to be placed on a host."""

    kind: ClassVar[Literal["buy_building"]] = "buy_building"
    pile: int
    host: int


@dataclass(frozen=True, kw_only=True)
class BuyCard(TypedAction):
    """A purchase of a card of a deck."""

    kind: ClassVar[Literal["buy_card"]] = "buy_card"
    deck: str


@dataclass(frozen=True, kw_only=True)
class ClearLand(TypedAction):
    """A territory given up for a price."""

    kind: ClassVar[Literal["clear_land"]] = "clear_land"
    host: int


@dataclass(frozen=True, kw_only=True)
class Station(TypedAction):
    """A move of a unit inside the fief. A host of None means that it stands free."""

    kind: ClassVar[Literal["station"]] = "station"
    card: str
    origin: int | None = None
    host: int | None = None


@dataclass(frozen=True, kw_only=True)
class Dismiss(TypedAction):
    """An unturned unit removed from the game."""

    kind: ClassVar[Literal["dismiss"]] = "dismiss"
    card: str
    fief: str
    host: int | None = None


@dataclass(frozen=True, kw_only=True)
class AskAlly(TypedAction):
    """A request for help to the ally."""

    kind: ClassVar[Literal["ask_ally"]] = "ask_ally"


@dataclass(frozen=True, kw_only=True)
class March(TypedAction):
    """A march of a unit to a neighbouring fief."""

    kind: ClassVar[Literal["march"]] = "march"
    card: str
    origin: str
    to: str


@dataclass(frozen=True, kw_only=True)
class DeclareWar(TypedAction):
    """An attack on an enemy seat in a fief."""

    kind: ClassVar[Literal["declare_war"]] = "declare_war"
    fief: str
    seat: int


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """The end of a turn."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


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
class ChooseDeck(TypedAction):
    """A choice of the deck from which a card is drawn."""

    kind: ClassVar[Literal["choose_deck"]] = "choose_deck"
    deck: str


@dataclass(frozen=True, kw_only=True)
class Starve(TypedAction):
    """A unit that cannot be fed and leaves the game."""

    kind: ClassVar[Literal["starve"]] = "starve"
    card: str
    fief: str
    host: int | None = None
    turned: bool


@dataclass(frozen=True, kw_only=True)
class Contribute(TypedAction):
    """One source used for the ally."""

    kind: ClassVar[Literal["contribute"]] = "contribute"
    source: str


@dataclass(frozen=True, kw_only=True)
class HandOver(TypedAction):
    """The transfer of produced resources. `lost` is the resource that the transfer costs, or None if it is free."""

    kind: ClassVar[Literal["hand_over"]] = "hand_over"
    lost: str | None = None


@dataclass(frozen=True, kw_only=True)
class Enlist(TypedAction):
    """A unit put into an army. The next free number founds a new army."""

    kind: ClassVar[Literal["enlist"]] = "enlist"
    card: str
    army: int


@dataclass(frozen=True, kw_only=True)
class Engage(TypedAction):
    """A unit of the defender sent against an army."""

    kind: ClassVar[Literal["engage"]] = "engage"
    card: str
    army: int


@dataclass(frozen=True, kw_only=True)
class Ready(TypedAction):
    """A declaration that no more units are sent."""

    kind: ClassVar[Literal["ready"]] = "ready"


@dataclass(frozen=True, kw_only=True)
class Strike(TypedAction):
    """A strike of the next unengaged army at a target."""

    kind: ClassVar[Literal["strike"]] = "strike"
    target: str


@dataclass(frozen=True, kw_only=True)
class TakeDamage(TypedAction):
    """A card that takes damage until it falls or no damage remains."""

    kind: ClassVar[Literal["take_damage"]] = "take_damage"
    card: str
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Shoot(TypedAction):
    """An archer that shoots at an enemy unit."""

    kind: ClassVar[Literal["shoot"]] = "shoot"
    card: str
    fief: str
    host: int | None = None
    target: str
    place: str


@dataclass(frozen=True, kw_only=True)
class Heal(TypedAction):
    """A priest that heals another unit."""

    kind: ClassVar[Literal["heal"]] = "heal"
    card: str
    fief: str
    host: int | None = None
    target: str
    place: str


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """Leave an optional question unanswered."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int


@dataclass(frozen=True, kw_only=True)
class TurnUpLast(TypedAction):
    """The card that lies open beneath its deck."""

    kind: ClassVar[Literal["turn_up_last"]] = "turn_up_last"
    card: str


@dataclass(frozen=True, kw_only=True)
class DrawCard(TypedAction):
    """The card that is drawn."""

    kind: ClassVar[Literal["draw_card"]] = "draw_card"
    card: str


@dataclass(frozen=True, kw_only=True)
class RevealBuilding(TypedAction):
    """The building that is turned up."""

    kind: ClassVar[Literal["reveal_building"]] = "reveal_building"
    building: str


AnyAction: TypeAlias = (
    PlayTerritory
    | Recruit
    | BuyBuilding
    | BuyCard
    | ClearLand
    | Station
    | Dismiss
    | AskAlly
    | March
    | DeclareWar
    | EndTurn
    | Pay
    | PayCheapest
    | ChooseDeck
    | Starve
    | Contribute
    | HandOver
    | Enlist
    | Engage
    | Ready
    | Strike
    | TakeDamage
    | Shoot
    | Heal
    | Decline
    | PickStarter
    | TurnUpLast
    | DrawCard
    | RevealBuilding
)
"""An action of medievalia: any verb."""


VERBS: Mapping[str, type[AnyAction]] = {
    PlayTerritory.kind: PlayTerritory,
    Recruit.kind: Recruit,
    BuyBuilding.kind: BuyBuilding,
    BuyCard.kind: BuyCard,
    ClearLand.kind: ClearLand,
    Station.kind: Station,
    Dismiss.kind: Dismiss,
    AskAlly.kind: AskAlly,
    March.kind: March,
    DeclareWar.kind: DeclareWar,
    EndTurn.kind: EndTurn,
    Pay.kind: Pay,
    PayCheapest.kind: PayCheapest,
    ChooseDeck.kind: ChooseDeck,
    Starve.kind: Starve,
    Contribute.kind: Contribute,
    HandOver.kind: HandOver,
    Enlist.kind: Enlist,
    Engage.kind: Engage,
    Ready.kind: Ready,
    Strike.kind: Strike,
    TakeDamage.kind: TakeDamage,
    Shoot.kind: Shoot,
    Heal.kind: Heal,
    Decline.kind: Decline,
    PickStarter.kind: PickStarter,
    TurnUpLast.kind: TurnUpLast,
    DrawCard.kind: DrawCard,
    RevealBuilding.kind: RevealBuilding,
}
"""The class of each verb."""


# --- state ------------------------------------------------------------------------------------------------------------


class State(TypedDict):
    """A state of medievalia. Send it back unchanged."""

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
    """The full state of a match. Hands and the face-down cards of the decks are secret."""

    players: list[Player]
    pending: list[AnyFrame]
    score_lines: list[list[ScoreLine]]
    closed: NotRequired[list[ClosedQuestion]]
    options: Options
    phase: Literal["actions", "draft", "draw", "march", "over", "start", "war"]
    active_seat: int
    decks: list[DrawDeck]
    piles: list[Pile]
    hidden_buildings: list[tuple[str, int]]
    removed: list[tuple[str, int]]
    moved_units: list[tuple[str, int]]
    ally_pool: list[tuple[str, int]]
    ally_asked: bool
    ally_fee_paid: bool
    fought_fronts: list[tuple[str, int]]
    battle: Battle | None
    game_end: GameEnd | None


class Player(TypedDict):
    """The cards of one seat."""

    hand: list[tuple[str, int]]
    lands: list[Land]
    units: list[Unit]
    siege: int
    alive: bool


class PickStarterFrame(TypedDict):
    """Chance picks the seat that begins."""

    question: Literal["pick_starter"]
    seat: int | Literal["chance"]


class TurnUpLastFrame(TypedDict):
    """Chance turns up the last card of every deck."""

    question: Literal["turn_up_last"]
    seat: int | Literal["chance"]


class ChooseDeckFrame(TypedDict):
    """The seat chooses the deck of its next card."""

    question: Literal["choose_deck"]
    seat: int | Literal["chance"]
    remaining: int


class DrawCardFrame(TypedDict):
    """Chance draws a card of one deck for a player."""

    question: Literal["draw_card"]
    seat: int | Literal["chance"]
    to: int
    deck: int


class RevealBuildingFrame(TypedDict):
    """Chance turns up the next building of a pile."""

    question: Literal["reveal_building"]
    seat: int | Literal["chance"]
    pile: int


class StarveFrame(TypedDict):
    """The seat has too little food and chooses a unit that leaves the game."""

    question: Literal["starve"]
    seat: int | Literal["chance"]


class PurchaseFrame(TypedDict):
    """A purchase that takes effect once its price is paid. It waits below the payment and asks nothing itself."""

    question: Literal["purchase"]
    seat: int | Literal["chance"]
    what: Literal["building", "card", "clear", "play_territory", "recruit"]
    card: NotRequired[str]
    at: NotRequired[int]
    pile: NotRequired[int]


class AllyHelpFrame(TypedDict):
    """The ally may produce resources for the player in turn."""

    question: Literal["ally_help"]
    seat: int | Literal["chance"]
    pool: NotRequired[list[tuple[str, int]]]


class MusterFrame(TypedDict):
    """The attacker forms armies."""

    question: Literal["muster"]
    seat: int | Literal["chance"]


class EngageFrame(TypedDict):
    """The defender sends units against armies."""

    question: Literal["engage"]
    seat: int | Literal["chance"]


class StrikeFrame(TypedDict):
    """The attacker chooses the target of the next unengaged army."""

    question: Literal["strike"]
    seat: int | Literal["chance"]


class TakeDamageFrame(TypedDict):
    """The owner chooses which card of an army or a host takes damage next."""

    question: Literal["take_damage"]
    seat: int | Literal["chance"]
    army: int
    remaining: int
    bonus: int
    host: NotRequired[int]


class ShootFrame(TypedDict):
    """Archers of the seat may shoot."""

    question: Literal["shoot"]
    seat: int | Literal["chance"]


class HealFrame(TypedDict):
    """Priests of the seat may heal."""

    question: Literal["heal"]
    seat: int | Literal["chance"]


class PaymentFrame(TypedDict):
    """An open payment: what is owed, what the pool holds, and the purpose."""

    question: Literal["payment"]
    seat: int | Literal["chance"]
    owed: list[tuple[str, int]]
    pool: list[tuple[str, int]]
    purpose: str


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

    first_player: NotRequired[int | None]


class Battle(TypedDict):
    """The current battle."""

    fief: str
    attacker: int
    defender: int
    targets: NotRequired[list[tuple[int, int]]]
    struck_buildings: NotRequired[list[tuple[int, int, str]]]
    falling_buildings: NotRequired[list[tuple[int, str]]]
    falling_hosts: NotRequired[list[int]]
    bonus_given: NotRequired[list[tuple[int, str]]]


class GameEnd(TypedDict):
    """The end of the game. A victory by prestige or arms names the seats that won."""

    victory: Literal["cards", "military", "prestige"]
    winners: NotRequired[list[int]]


ScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total."""


DrawDeck: TypeAlias = "tuple[list[tuple[str, int]], str]"
"""A deck: the cards that lie face down, and the last card, which is visible."""


Pile: TypeAlias = "tuple[str, int]"
"""A pile of buildings: the open one on top, and the count of those face down beneath it."""


Land: TypeAlias = "tuple[str, list[str], bool]"
"""The city or a territory with its buildings. An empty place of a fief has no card."""


Unit: TypeAlias = "tuple[str, str, int, bool, int, int, int]"
"""A military or character card on the table."""


AnyFrame: TypeAlias = (
    PickStarterFrame
    | TurnUpLastFrame
    | ChooseDeckFrame
    | DrawCardFrame
    | RevealBuildingFrame
    | StarveFrame
    | PurchaseFrame
    | AllyHelpFrame
    | MusterFrame
    | EngageFrame
    | StrikeFrame
    | TakeDamageFrame
    | ShootFrame
    | HealFrame
    | PaymentFrame
)
"""An open question, or a step that waits below one."""


# --- conversions ------------------------------------------------------------------------------------------------------


def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of medievalia."""
    return typed_action("medievalia", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of medievalia."""
    return cast(State, open_state("medievalia", source))
