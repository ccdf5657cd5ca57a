"""Typed actions and states of settlement, generated from openapi.yaml by `tests/sdk/typed_games.py`.

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
    """Buy the building of a market slot. Its price is paid next, then it is placed."""

    kind: ClassVar[Literal["build"]] = "build"
    slot: int
    """Slot of the market with the building to buy, counted from 0."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class Explore(TypedAction):
    """Explore a space of the wilderness with one villager in region I, two in region II and three in region III."""

    kind: ClassVar[Literal["explore"]] = "explore"
    space: int
    """Unexplored space of the seat's wilderness, 0 to 8: three in each region, region I first."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class Hunt(TypedAction):
    """Hunt a monster for its reward. The villagers needed depend on the monster, from one to four."""

    kind: ClassVar[Literal["hunt"]] = "hunt"
    space: int
    """Space of the seat's wilderness with the monster, 0 to 8: three in each region, region I first."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class Fortify(TypedAction):
    """Build a fortification on a terrain that has neither a monster nor a fortification."""

    kind: ClassVar[Literal["fortify"]] = "fortify"
    space: int
    """Space of the seat's wilderness with the terrain, 0 to 8: three in each region, region I first."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class ActivateRegion(TypedAction):
    """Collect the resources of a region, once per round. Each terrain without a fortification risks an encounter."""

    kind: ClassVar[Literal["activate_region"]] = "activate_region"
    region: int
    """Region of the wilderness, 1 to 3 for regions I to III."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class ActivateStreet(TypedAction):
    """Use the buildings of a street in any order, once per round."""

    kind: ClassVar[Literal["activate_street"]] = "activate_street"
    street: str
    """Street of the seat's colony: `upper`, `middle` or `lower`."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class ActivateFortification(TypedAction):
    """Collect the resource of a fortified terrain without an encounter, once per round and fortification."""

    kind: ClassVar[Literal["activate_fortification"]] = "activate_fortification"
    space: int
    """Space of the seat's wilderness with the fortification, 0 to 8: three in each region, region I first."""
    bonus: int
    """Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""


@dataclass(frozen=True, kw_only=True)
class InviteHero(TypedAction):
    """Invite a hero of the row, once per turn and without villagers. Its price is paid next."""

    kind: ClassVar[Literal["invite_hero"]] = "invite_hero"
    hero: str
    """Hero of the row to invite, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class Exchange(TypedAction):
    """Exchange resources with the supply at a fixed rate, at any time of the turn."""

    kind: ClassVar[Literal["exchange"]] = "exchange"
    give: tuple[str, ...]
    """Resources that the seat gives, one by one, sorted by name, such as two of `wood` for another basic resource."""
    get: str
    """The one resource that the seat gets: `clay`, `stone`, `wood`, `diamond` or `gold`."""


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """End the turn without passing. The seat must have used its action or its invitation."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class PassRound(TypedAction):
    """Leave the round. The first seat to pass begins the next round."""

    kind: ClassVar[Literal["pass_round"]] = "pass_round"


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
class PlaceBuilding(TypedAction):
    """Put the bought building on an empty space of the colony."""

    kind: ClassVar[Literal["place_building"]] = "place_building"
    space: int
    """Empty space of the seat's colony, 0 to 8: three in each street, the upper street first."""


@dataclass(frozen=True, kw_only=True)
class UseBuilding(TypedAction):
    """Use a building of the colony once: give what it takes and gain what it brings."""

    kind: ClassVar[Literal["use_building"]] = "use_building"
    space: int
    """Space of the seat's colony with the building, 0 to 8: three in each street, the upper street first."""


@dataclass(frozen=True, kw_only=True)
class ChooseBasic(TypedAction):
    """Choose the basic resource that a building takes or brings."""

    kind: ClassVar[Literal["choose_basic"]] = "choose_basic"
    resource: str
    """Basic resource that the building takes or brings: `clay`, `stone` or `wood`."""


@dataclass(frozen=True, kw_only=True)
class CollectTerrain(TypedAction):
    """Gain the resource of one of the offered terrains, without an encounter."""

    kind: ClassVar[Literal["collect_terrain"]] = "collect_terrain"
    space: int
    """Space of the seat's wilderness with the terrain, 0 to 8: three in each region, region I first."""


@dataclass(frozen=True, kw_only=True)
class DecideEncounter(TypedAction):
    """Decide whether the monster of a terrain appears. Only an artefact lets a seat decide this."""

    kind: ClassVar[Literal["decide_encounter"]] = "decide_encounter"
    appears: bool
    """True if the monster appears on the terrain, false if none does."""


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """No answer to an optional question. The seat goes without what it offers."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class KeepBasics(TypedAction):
    """Keep as many basic resources as the fortifications allow, and discard the others."""

    kind: ClassVar[Literal["keep_basics"]] = "keep_basics"
    kept: tuple[str, ...]
    """Basic resources to keep, one by one, sorted by name: one for each fortification, or all if there are fewer."""


@dataclass(frozen=True, kw_only=True)
class TakeArtefact(TypedAction):
    """Take an artefact on offer for the next round and return the old one."""

    kind: ClassVar[Literal["take_artefact"]] = "take_artefact"
    artefact: str
    """Artefact on offer to take, as the id of its component. It must differ from the seat's old one."""


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins the match, picked at random."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int
    """Seat that plays first, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class DrawArtefact(TypedAction):
    """Chance turns up an artefact, which is then on offer."""

    kind: ClassVar[Literal["draw_artefact"]] = "draw_artefact"
    artefact: str
    """Artefact drawn from the pile, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class DrawBuilding(TypedAction):
    """Chance draws a building tile for the first empty slot of the market."""

    kind: ClassVar[Literal["draw_building"]] = "draw_building"
    building: str
    """Type of the building tile drawn, as the id of its component. Other slots may have the same type."""


@dataclass(frozen=True, kw_only=True)
class DrawHero(TypedAction):
    """Chance draws a hero for the rightmost empty place of the row."""

    kind: ClassVar[Literal["draw_hero"]] = "draw_hero"
    hero: str
    """Hero drawn from the pile, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class DrawTerrain(TypedAction):
    """Chance draws the terrain tile of the explored space."""

    kind: ClassVar[Literal["draw_terrain"]] = "draw_terrain"
    terrain: str
    """Type of the terrain tile drawn, as the id of its component, with its level and monster: `wood_1_green`."""


AnyAction: TypeAlias = (
    Build
    | Explore
    | Hunt
    | Fortify
    | ActivateRegion
    | ActivateStreet
    | ActivateFortification
    | InviteHero
    | Exchange
    | EndTurn
    | PassRound
    | Pay
    | PayCheapest
    | PlaceBuilding
    | UseBuilding
    | ChooseBasic
    | CollectTerrain
    | DecideEncounter
    | Decline
    | KeepBasics
    | TakeArtefact
    | PickStarter
    | DrawArtefact
    | DrawBuilding
    | DrawHero
    | DrawTerrain
)
"""An action of settlement: any verb."""


VERBS: Mapping[str, type[AnyAction]] = {
    Build.kind: Build,
    Explore.kind: Explore,
    Hunt.kind: Hunt,
    Fortify.kind: Fortify,
    ActivateRegion.kind: ActivateRegion,
    ActivateStreet.kind: ActivateStreet,
    ActivateFortification.kind: ActivateFortification,
    InviteHero.kind: InviteHero,
    Exchange.kind: Exchange,
    EndTurn.kind: EndTurn,
    PassRound.kind: PassRound,
    Pay.kind: Pay,
    PayCheapest.kind: PayCheapest,
    PlaceBuilding.kind: PlaceBuilding,
    UseBuilding.kind: UseBuilding,
    ChooseBasic.kind: ChooseBasic,
    CollectTerrain.kind: CollectTerrain,
    DecideEncounter.kind: DecideEncounter,
    Decline.kind: Decline,
    KeepBasics.kind: KeepBasics,
    TakeArtefact.kind: TakeArtefact,
    PickStarter.kind: PickStarter,
    DrawArtefact.kind: DrawArtefact,
    DrawBuilding.kind: DrawBuilding,
    DrawHero.kind: DrawHero,
    DrawTerrain.kind: DrawTerrain,
}
"""The class of each verb."""


# --- state ------------------------------------------------------------------------------------------------------------


class State(TypedDict):
    """A state of settlement. Send it back unchanged."""

    game: Literal["settlement"]
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
    """Whole state of a match. It has no secrets: only future chance is unknown."""

    players: list[Player]
    """Pieces of each player, by seat: entry 0 is seat 0."""
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
    stage: Literal["draft", "over", "turns"]
    """Part of the match: `draft` (set-up and first artefacts), `turns`, then `over`."""
    round: int
    """Round of the game, 1 to 6. It is 0 during set-up and the draft."""
    first_seat: int
    """Seat with the first player marker, which began this round. It is 0 until chance picks the starting player."""
    next_first_seat: int | None
    """Seat that passed first in this round and begins the next one, or null before a seat has passed."""
    active_seat: int
    """Seat in turn, counted from 0. In the draft it is the starting player; `pending` names the seat that decides."""
    has_acted: bool
    """Whether the seat in turn has used its one action of this turn."""
    has_invited: bool
    """Whether the seat in turn has used its one invitation of this turn."""
    evenly_exchanged: list[str]
    """Basic resources just received one for one, sorted. They may not be given one for one before another action."""
    market: list[Slot]
    """The nine slots of the market, by number: entry 0 is slot 0."""
    hero_row: list[str]
    """Heroes on the four places of the row from left to right. The leftmost two cost 2 and 1 additional diamonds.

    An empty string is an empty place. Empty places are on the left.
    """
    artefacts: list[str]
    """Artefacts on offer, as ids of their components, sorted."""
    supply: Supply
    """Pieces that are face down or out of the game. All seats may see which they are, but not what is drawn next."""


class Player(TypedDict):
    """Pieces of one player, all open to every seat."""

    reserve: Bag
    """Resources that the player has, as [resource, count] pairs sorted by resource. Stored ones are not included."""
    villagers: int
    """Number of basic villagers, 0 to 6, that the player has not used yet in this round."""
    bonus_villagers: int
    """Number of bonus villagers that the player has not used yet. They stay for later rounds."""
    bonus_used: int
    """Number of bonus villagers used in this round. They return to the supply when the player passes."""
    wilderness: list[str]
    """Type of terrain tile on each space: entries 0 to 2 are region I, 3 to 5 region II, 6 to 8 region III.

    An empty string is an unexplored space.
    """
    monsters: list[int]
    """Spaces of the wilderness with a monster, 0 to 8, sorted. The terrain tile names the monster."""
    fortifications: list[int]
    """Spaces of the wilderness with a fortification, 0 to 8, sorted."""
    colony: list[str]
    """Type of building tile on each space: entries 0 to 2 are the upper street, 3 to 5 the middle, 6 to 8 the lower.

    An empty string is a space without a building.
    """
    stored: list[int]
    """Number of gold or diamonds stored on the building of each space of the colony. They count only for points."""
    regions: list[int]
    """Number of activations of regions I, II and III in this round. An artefact allows a second one."""
    streets: list[int]
    """Number of activations of the upper, middle and lower street in this round. An artefact allows a second one."""
    activated_fortifications: list[int]
    """Spaces of the fortifications that were activated in this round, 0 to 8, sorted."""
    artefact: str
    """Artefact of the player in this round, as the id of its component, or an empty string before its first one."""
    heroes: list[str]
    """Heroes that the player has invited, as ids of their components, sorted."""
    passed: bool
    """Whether the player has passed and is out of this round. It becomes false when the next round begins."""


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
    """Seat that begins, counted from 0. Chance picks it if null; a solo player always begins. Default: `null`."""


class Slot(TypedDict):
    """Slot of the market with buildings of one type. At the end of a round, slots of one type are merged."""

    building: str
    """Type of building tile on offer, as the id of its component, or an empty string for an empty slot."""
    count: int
    """Number of building tiles in the slot, 0 for an empty slot."""


class Supply(TypedDict):
    """Face-down piles and removed pieces, as the count of each. Chance decides which piece comes when it draws."""

    terrain_1: Bag
    """Face-down terrain tiles for region I, as [terrain, count] pairs."""
    terrain_2: Bag
    """Face-down terrain tiles for region II, as [terrain, count] pairs."""
    terrain_3: Bag
    """Face-down terrain tiles for region III, as [terrain, count] pairs."""
    buildings: Bag
    """Face-down building tiles of all piles together, as [building, count] pairs."""
    heroes: Bag
    """Face-down hero cards, as [hero, 1] pairs."""
    artefacts: Bag
    """Face-down artefact tiles, as [artefact, 1] pairs. They are used again only in a solo game."""
    removed: Bag
    """Heroes discarded at the end of a round, and returned artefacts of a solo game, as [id, 1] pairs."""


class PickStarterFrame(TypedDict):
    """Chance picks the player who gets the first player marker."""

    question: Literal["pick_starter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class RevealArtefactsFrame(TypedDict):
    """Chance turns up artefacts until enough are on offer or the pile is empty."""

    question: Literal["reveal_artefacts"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    target_count: int
    """Number of artefacts on offer at which chance stops."""


class FillMarketFrame(TypedDict):
    """Chance fills the empty slots of the market, in the order of their numbers."""

    question: Literal["fill_market"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class FillRowFrame(TypedDict):
    """Chance fills the empty places of the hero row."""

    question: Literal["fill_row"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DrawTerrainFrame(TypedDict):
    """Chance draws the terrain of a space that the seat in turn explores."""

    question: Literal["draw_terrain"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    space: int
    """Space of the wilderness that is explored, 0 to 8. Its region names the pile of terrain tiles."""


class TakeArtefactFrame(TypedDict):
    """A seat takes one of the artefacts on offer, in the draft or after passing. It returns its old artefact."""

    question: Literal["take_artefact"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PlaceBuildingFrame(TypedDict):
    """A seat chooses the space for a building that it bought. The payment of the price may lie above."""

    question: Literal["place_building"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    building: str
    """Type of the bought building tile, which has left the market, as the id of its component."""


class WelcomeHeroFrame(TypedDict):
    """A hero waits for its price. The hero joins its player automatically once the price is paid."""

    question: Literal["welcome_hero"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    hero: str
    """Hero to invite, as the id of its component. It lies in the hero row until the price is paid."""


class UseBuildingsFrame(TypedDict):
    """A seat may use buildings of its colony in any order: those of an activated street, or one just built."""

    question: Literal["use_buildings"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    spaces: list[int]
    """Spaces of the colony whose buildings are not used yet, 0 to 8, sorted."""


class GiveBasicFrame(TypedDict):
    """A seat chooses the basic resource that it gives to a building that it uses."""

    question: Literal["give_basic"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    space: int
    """Space of the colony with the building that takes the resource, 0 to 8."""


class GainBasicFrame(TypedDict):
    """A seat chooses the basic resource that it gains from a building that it uses."""

    question: Literal["gain_basic"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class CollectTerrainFrame(TypedDict):
    """A seat chooses one terrain and gains its resource. A building or an artefact gives it."""

    question: Literal["collect_terrain"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    spaces: list[int]
    """Spaces of the wilderness with the terrains to choose from, 0 to 8, sorted."""


class EncounterFrame(TypedDict):
    """A monster appears on a terrain or not. The hero row decides, or the seat if its artefact lets it."""

    question: Literal["encounter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    space: int
    """Space of the wilderness with the terrain whose monster may appear, 0 to 8."""


class KeepBasicsFrame(TypedDict):
    """A seat that passes may exchange resources, then chooses the basic resources that its fortifications keep."""

    question: Literal["keep_basics"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class LastExchangesFrame(TypedDict):
    """A seat that has passed in the last round may still exchange resources."""

    question: Literal["last_exchanges"]
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


Bag: TypeAlias = "list[tuple[str, int]]"
"""Pieces of several kinds as (kind, number) pairs, sorted by kind, without zeros."""


Seat: TypeAlias = "int | Literal['chance']"
"""A seat at the table, counted from 0, or `chance`, which rolls dice and draws."""


AnyFrame: TypeAlias = (
    PickStarterFrame
    | RevealArtefactsFrame
    | FillMarketFrame
    | FillRowFrame
    | DrawTerrainFrame
    | TakeArtefactFrame
    | PlaceBuildingFrame
    | WelcomeHeroFrame
    | UseBuildingsFrame
    | GiveBasicFrame
    | GainBasicFrame
    | CollectTerrainFrame
    | EncounterFrame
    | KeepBasicsFrame
    | LastExchangesFrame
    | PaymentFrame
)
"""An open question, or a step that waits below one."""


# --- conversions ------------------------------------------------------------------------------------------------------


def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of settlement."""
    return typed_action("settlement", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of settlement."""
    return cast(State, open_state("settlement", source))
