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
    """A territory played from the hand to the first empty place. Its price is paid next."""

    kind: ClassVar[Literal["play_territory"]] = "play_territory"
    card: str
    """Kind of territory card in the seat's hand, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class Recruit(TypedAction):
    """A military or character card played from the hand. Its price is paid next."""

    kind: ClassVar[Literal["recruit"]] = "recruit"
    card: str
    """Kind of military or character card in the seat's hand, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class BuyBuilding(TypedAction):
    """A purchase of the open building of a pile. Its price is paid next, then it is placed."""

    kind: ClassVar[Literal["buy_building"]] = "buy_building"
    pile: int
    """Pile of buildings, 0 to 2. Its open building is bought."""
    host: int
    """Unturned land of the seat that gets the building: 0 is the city, 1 to 4 are territories."""


@dataclass(frozen=True, kw_only=True)
class BuyCard(TypedAction):
    """A purchase of a card of a deck for resources of any kinds."""

    kind: ClassVar[Literal["buy_card"]] = "buy_card"
    deck: str
    """Deck to draw from: `territory`, `military` or `character`. It must have cards."""


@dataclass(frozen=True, kw_only=True)
class ClearLand(TypedAction):
    """A territory given up for workforce. It leaves the game with its buildings."""

    kind: ClassVar[Literal["clear_land"]] = "clear_land"
    host: int
    """Territory of the seat, 1 to 4 by its place. The value 0, the city, is refused by a rule."""


@dataclass(frozen=True, kw_only=True)
class Station(TypedAction):
    """A move of an unturned unit inside the seat's own fief: onto a land, off it, or between two lands."""

    kind: ClassVar[Literal["station"]] = "station"
    card: str
    """Kind of the unturned unit, as the id of its component."""
    origin: int | None = None
    """Land that the unit leaves: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
    host: int | None = None
    """Land that the unit moves to: 0 is the city, 1 to 4 are territories. Null if it then stands on none."""


@dataclass(frozen=True, kw_only=True)
class Dismiss(TypedAction):
    """An unturned unit that its owner removes from the game, so that it needs no food."""

    kind: ClassVar[Literal["dismiss"]] = "dismiss"
    card: str
    """Kind of the unturned unit, as the id of its component."""
    fief: str
    """Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    host: int | None = None
    """Land of the seat that the unit stands on: 0 is the city, 1 to 4 are territories. Null if it stands on none."""


@dataclass(frozen=True, kw_only=True)
class AskAlly(TypedAction):
    """A request to the ally to produce resources for the next purchase."""

    kind: ClassVar[Literal["ask_ally"]] = "ask_ally"


@dataclass(frozen=True, kw_only=True)
class March(TypedAction):
    """A march of a free, unturned unit to a neighbouring fief. The first march ends the actions of the turn."""

    kind: ClassVar[Literal["march"]] = "march"
    card: str
    """Kind of the unturned unit, which stands on no land, as the id of its component."""
    origin: str
    """Fief where the unit starts: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    to: str
    """Neighbouring fief that the unit marches to: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and
    1.
    """


@dataclass(frozen=True, kw_only=True)
class DeclareWar(TypedAction):
    """An attack on an enemy seat in a fief, once a turn for each fief and enemy."""

    kind: ClassVar[Literal["declare_war"]] = "declare_war"
    fief: str
    """Fief of the battle, with units of the attacker: `home_0` is that of seat 0, `neutral_0` is between seats 0 and
    1.
    """
    seat: int
    """Enemy seat that is attacked, counted from 0. It must have units in the fief, or own it."""


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """The end of the turn. The next seat clockwise that is still in the game follows."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


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
class ChooseDeck(TypedAction):
    """A choice of the deck from which chance draws the seat's next card."""

    kind: ClassVar[Literal["choose_deck"]] = "choose_deck"
    deck: str
    """Deck to draw from: `territory`, `military` or `character`. It must have cards."""


@dataclass(frozen=True, kw_only=True)
class Starve(TypedAction):
    """A unit that cannot be fed and leaves the game. It may be turned."""

    kind: ClassVar[Literal["starve"]] = "starve"
    card: str
    """Kind of the unit, turned or not, as the id of its component."""
    fief: str
    """Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    host: int | None = None
    """Land of the seat that the unit stands on: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
    turned: bool
    """Whether the unit is turned. It distinguishes equal units at one place."""


@dataclass(frozen=True, kw_only=True)
class Contribute(TypedAction):
    """A land or free unit turned, or a hand card discarded, to produce resources for the ally."""

    kind: ClassVar[Literal["contribute"]] = "contribute"
    source: str
    """Producer: `host_2` (turns land 2), `peasant` (turns a free unit), `discard_field_gold` (gives up a hand card)."""


@dataclass(frozen=True, kw_only=True)
class HandOver(TypedAction):
    """The end of the help: the produced resources go to the ally. The first transfer of a turn costs one of them."""

    kind: ClassVar[Literal["hand_over"]] = "hand_over"
    lost: str | None = None
    """Produced resource that the transfer costs: `energy`, `food`, `gold` or `workforce`. Null if it is free."""


@dataclass(frozen=True, kw_only=True)
class Enlist(TypedAction):
    """A unit of the attacker put into an army."""

    kind: ClassVar[Literal["enlist"]] = "enlist"
    card: str
    """Kind of the unit that joins the battle, as the id of its component. It is unturned and stands on no land."""
    army: int
    """Number of the army, from 1. The next free number founds a new army."""


@dataclass(frozen=True, kw_only=True)
class Engage(TypedAction):
    """A unit of the defender sent against an army of the attacker."""

    kind: ClassVar[Literal["engage"]] = "engage"
    card: str
    """Kind of the unit that joins the battle, as the id of its component. It is unturned and stands on no land."""
    army: int
    """Number of the attacker's army that the unit fights, from 1."""


@dataclass(frozen=True, kw_only=True)
class Ready(TypedAction):
    """A declaration that the seat sends no more units into the battle."""

    kind: ClassVar[Literal["ready"]] = "ready"


@dataclass(frozen=True, kw_only=True)
class Strike(TypedAction):
    """A strike of the next unengaged army at a land, army, unit or military building of the defender."""

    kind: ClassVar[Literal["strike"]] = "strike"
    target: str
    """What is struck: `host_2` (land), `army_1`, `archer`, `turned_archer` (free unit), `guard_2_tower` (on land 2)."""


@dataclass(frozen=True, kw_only=True)
class TakeDamage(TypedAction):
    """A card that takes damage until it falls or no damage remains."""

    kind: ClassVar[Literal["take_damage"]] = "take_damage"
    card: str
    """Kind of the unit or military building that takes the damage next, as the id of its component."""
    bonus: int
    """Points of defence that the land or army of the card gives to it. Each point is given once in a battle."""


@dataclass(frozen=True, kw_only=True)
class Shoot(TypedAction):
    """A shot of an archer at an enemy unit in the battle. The archer is turned."""

    kind: ClassVar[Literal["shoot"]] = "shoot"
    card: str
    """Kind of the unturned unit that shoots, as the id of its component."""
    fief: str
    """Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    host: int | None = None
    """Land of the seat that the unit stands on: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
    target: str
    """Kind of the enemy unit that is hit, as the id of its component."""
    place: str
    """Place of the enemy unit: `host_2` on land 2 of its owner, `army_1` in the fight of army 1, else `free`."""


@dataclass(frozen=True, kw_only=True)
class Heal(TypedAction):
    """A priest that heals a point of damage of another unit in the battle. The priest is turned."""

    kind: ClassVar[Literal["heal"]] = "heal"
    card: str
    """Kind of the unturned unit that heals, as the id of its component."""
    fief: str
    """Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    host: int | None = None
    """Land of the seat that the unit stands on: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
    target: str
    """Kind of the wounded unit, as the id of its component."""
    place: str
    """Place of the wounded unit: `host_2` on land 2 of its owner, `army_1` in the fight of army 1, else `free`."""


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """No answer to an optional question. The seat goes without what it offers."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins the match, picked at random."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int
    """Seat that plays first, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class TurnUpLast(TypedAction):
    """A card that chance turns up as the last one of the next deck."""

    kind: ClassVar[Literal["turn_up_last"]] = "turn_up_last"
    card: str
    """Kind of the card turned up, as the id of its component. All seats see it."""


@dataclass(frozen=True, kw_only=True)
class DrawCard(TypedAction):
    """A card that chance draws for a player. Only this player sees it."""

    kind: ClassVar[Literal["draw_card"]] = "draw_card"
    card: str
    """Kind of the card drawn, as the id of its component. It is secret: only the player who draws sees it."""


@dataclass(frozen=True, kw_only=True)
class RevealBuilding(TypedAction):
    """A building that chance turns up on its pile after a purchase."""

    kind: ClassVar[Literal["reveal_building"]] = "reveal_building"
    building: str
    """Kind of the building turned up, as the id of its component."""


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

    game: Literal["medievalia"]
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
    """Whole state of a match. Hands and the face-down cards of the decks are secret."""

    players: list[Player]
    """Cards of each player, by seat: entry 0 is seat 0."""
    pending: list[Frame]
    """Stack of open questions: the last one is due now, the others wait below. If empty, the seat in turn acts.

    At the end of the game it is empty too.
    """
    score_lines: list[list[StateScoreLine]]
    """Points of each seat so far, in seat order: one score line per rule, sorted by the id of the rule."""
    closed: NotRequired[list[ClosedQuestion]]
    """Questions that closed automatically since the last action of a seat. Refusals cite their rules. If absent:
    `[]`.
    """
    options: Options
    """Options with which the match was set up. They never change."""
    phase: Literal["actions", "draft", "draw", "march", "over", "start", "war"]
    """Part of the match: `draft`, then the parts of a turn, then `over`.

    A turn begins with `start`, `draw` and `actions`. `march` begins with the first march, `war` with the first
    war.
    """
    active_seat: int
    """Seat whose turn it is, counted from 0. In a battle another seat may have to decide."""
    decks: list[DrawDeck]
    """The three decks: territory, military, character."""
    piles: list[Pile]
    """The three piles of buildings, by number: entry 0 is pile 0."""
    hidden_buildings: Bag
    """Buildings that lie face down in all piles together, as [building, count] pairs. Every seat may see them."""
    removed: Bag
    """Cards and buildings that have left the game, as [id, count] pairs sorted by id."""
    moved_units: Bag
    """Units that moved inside the fief since the last other action, as sorted [card, host] pairs. -1 is no land."""
    ally_pool: Bag
    """Resources that the ally handed over for the next purchase, as [resource, count] pairs sorted by resource."""
    ally_asked: bool
    """Whether the seat in turn has requested the ally's help since its last purchase."""
    ally_fee_paid: bool
    """Whether a resource was already lost for the ally's help in this turn. Further help in this turn is free."""
    fought_fronts: Bag
    """Battles that the seat in turn has fought in this turn, as sorted [fief, enemy seat] pairs."""
    battle: Battle | None
    """The current battle, or null if there is none."""
    game_end: GameEnd | None
    """How the game ended, or null while it runs."""


class Player(TypedDict):
    """Cards of one player."""

    hand: Bag
    """Cards in hand, as [card, count] pairs sorted by card. They are secret: other seats' views have an empty list."""
    lands: list[Land]
    """Lands of the fief: entry 0 is the city, entries 1 to 4 are the places for territories."""
    units: list[Unit]
    """All units of the player in any fief, sorted."""
    siege: int
    """Number of the player's turns in a row that began under siege, 0 to 2. The third one eliminates the player."""
    alive: bool
    """Whether the player is still in the game. It is false once the player is eliminated."""


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
    """Options of a match: the starting player."""

    first_player: NotRequired[int | None]
    """Seat that begins, counted from 0. Chance picks it if null. Default: `null`."""


class Battle(TypedDict):
    """The current battle between two seats in one fief."""

    fief: str
    """Fief of the battle: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    attacker: int
    """Seat that declared war, counted from 0."""
    defender: int
    """Seat that is attacked, counted from 0."""
    targets: list[tuple[int, int]]
    """Armies of the attacker that strike a land of the defender, as [army, host] pairs in the order of the strikes."""
    struck_buildings: list[tuple[int, int, str]]
    """Armies that strike a military building of the defender alone, as [army, host, building] rows."""
    falling_buildings: list[tuple[int, str]]
    """Military buildings of the defender that fall at the end of the battle, as sorted [host, building] pairs."""
    falling_hosts: list[int]
    """Lands of the defender that fall at the end of the battle unless a guard survives, sorted. Host 0 is the city."""
    bonus_given: list[tuple[int, str]]
    """Points of defence given so far, as sorted [seat, place] pairs, one for each point. The place gave the point.

    A place is `host_` and the number of a land, or `army_` and a number.
    """


class GameEnd(TypedDict):
    """The end of the game and, for a victory by prestige or arms, the seats that won."""

    victory: Literal["cards", "military", "prestige"]
    """Reason for the end: `prestige` (points reached), `military` (one side remains) or `cards` (cards ran out)."""
    winners: list[int]
    """Seats of the team that won by prestige or arms. It is empty if cards ran out: then the points decide."""


class PickStarterFrame(TypedDict):
    """Chance picks the seat that begins."""

    question: Literal["pick_starter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class TurnUpLastFrame(TypedDict):
    """Chance turns up the last card of every deck, in the order territory, military, character."""

    question: Literal["turn_up_last"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ChooseDeckFrame(TypedDict):
    """The seat chooses the deck of its next card: eight times for its first hand, then once a turn."""

    question: Literal["choose_deck"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Number of cards that the seat still has to draw. It is 0 while chance draws the last one."""


class DrawCardFrame(TypedDict):
    """Chance draws a card of one deck for a player, who alone sees it."""

    question: Literal["draw_card"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    to: int
    """Seat that receives the card in its hand, counted from 0."""
    deck: int
    """Deck that the card comes from: 0 is territory, 1 is military, 2 is character."""


class RevealBuildingFrame(TypedDict):
    """Chance turns up the next building of a pile after a purchase."""

    question: Literal["reveal_building"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    pile: int
    """Pile of buildings that lost its open building, 0 to 2."""


class StarveFrame(TypedDict):
    """The seat has more units than its food can feed and chooses a unit that leaves the game."""

    question: Literal["starve"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PurchaseFrame(TypedDict):
    """A purchase that takes effect once its price is paid. It waits below the payment and asks nothing itself."""

    question: Literal["purchase"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    what: Literal["building", "card", "clear", "play_territory", "recruit"]
    """Purchase: `play_territory` or `recruit` a hand card, a `building`, a `card` of a deck, or `clear` a territory."""
    card: str
    """Kind of card or building that is bought, or an empty string for a card of a deck and a cleared territory."""
    at: int
    """Land (0 to 4) that gets the building or is cleared, or place (1 to 4) of a new territory, or -1 for none."""
    pile: int
    """Pile of the building, or deck of the card (0 territory, 1 military, 2 character). It is 0 for other purchases."""


class AllyHelpFrame(TypedDict):
    """The ally may produce resources for the next purchase of the player in turn, and hands them over."""

    question: Literal["ally_help"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    pool: Bag
    """Resources that the ally has produced so far, as [resource, count] pairs sorted by resource."""


class MusterFrame(TypedDict):
    """The attacker puts units into armies, then declares itself ready."""

    question: Literal["muster"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class EngageFrame(TypedDict):
    """The defender sends units against armies of the attacker, then declares itself ready."""

    question: Literal["engage"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class StrikeFrame(TypedDict):
    """The attacker chooses the target of the next army that the defender has not engaged."""

    question: Literal["strike"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class TakeDamageFrame(TypedDict):
    """The owner chooses which card of an army or a land takes damage next."""

    question: Literal["take_damage"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    army: int
    """Number of the attacker's army that takes or deals the damage, from 1."""
    remaining: int
    """Points of damage that are still to take."""
    bonus: int
    """Points of defence that the land or army of the cards may still give."""
    host: int
    """Land of the defender that takes the damage, 0 to 4, or -1 if units that fight in the army's battle take it."""


class ShootFrame(TypedDict):
    """Archers of the seat in or next to the fief of the battle may shoot."""

    question: Literal["shoot"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class HealFrame(TypedDict):
    """Priests of the seat in or next to the fief of the battle may heal."""

    question: Literal["heal"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


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


Frame: TypeAlias = "AnyFrame"
"""An open question, or a step that waits below one."""


StateScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total.

- 0: Id of the rule that gave the points, such as `score.penalty`. The list of rules explains it.
- 1: How often the rule has applied, or how many pieces it has counted.
- 2: Sum of all points under this rule. A penalty is negative.
"""


DrawDeck: TypeAlias = "tuple[Bag, str]"
"""A deck of cards, as [cards, last].

- 0: Face-down cards, as [card, count] pairs sorted by card. They are secret: views have an empty list.
- 1: Open last card of the deck, or an empty string before it is turned up and after it is drawn.
"""


Pile: TypeAlias = "tuple[str, int]"
"""A pile of buildings, as [top, hidden_count].

- 0: Open building on the pile, as the id of its component, or an empty string for none.
- 1: Number of buildings that lie face down in the pile.
"""


Bag: TypeAlias = "list[tuple[str, int]]"
"""Pieces of several kinds as (kind, number) pairs, sorted by kind, without zeros."""


Land: TypeAlias = "tuple[str, list[str], bool]"
"""The city or a territory with its buildings, as [card, buildings, turned].

- 0: Kind of land, `city` or a territory, as the id of its component, or an empty string for an empty place.
- 1: Up to two buildings on the land, as ids of their components, sorted.
- 2: Whether the land is turned, that is used, until its owner's next turn.
"""


Unit: TypeAlias = "tuple[str, str, int, bool, int, int, int]"
"""A military or character card on the table, as [card, fief, host, turned, fiefs_marched, army, wounds].

- 0: Kind of military or character card, as the id of its component.
- 1: Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1.
- 2: Land of its owner where the unit guards and works: 0 is the city, 1 to 4 are territories, -1 is no land.
- 3: Whether the unit is turned, that is used, until its owner's next turn.
- 4: Number of fiefs that the unit has marched in this turn, at most 1, or 2 with the power to march twice.
- 5: Army in the current battle, from 1: its own, or for a defender the one it fights. It is 0 for none. It is
  -1 from the end of its battle to the end of the turn.
- 6: Points of damage taken in this turn. A unit with as many as its defence leaves the game after the battle.
"""


Seat: TypeAlias = "int | Literal['chance']"
"""A seat at the table, counted from 0, or `chance`, which rolls dice and draws."""


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
