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
    """Buy the building of a market slot, with a basic or a bonus villager."""

    kind: ClassVar[Literal["build"]] = "build"
    slot: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Explore(TypedAction):
    """Explore a space of the wilderness, with `bonus` bonus villagers among those needed."""

    kind: ClassVar[Literal["explore"]] = "explore"
    space: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Hunt(TypedAction):
    """Hunt the monster on a space, with `bonus` bonus villagers among those needed."""

    kind: ClassVar[Literal["hunt"]] = "hunt"
    space: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Fortify(TypedAction):
    """Fortify the terrain on a space, with a basic or a bonus villager."""

    kind: ClassVar[Literal["fortify"]] = "fortify"
    space: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class ActivateRegion(TypedAction):
    """Collect the resources of a region, with a basic or a bonus villager."""

    kind: ClassVar[Literal["activate_region"]] = "activate_region"
    region: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class ActivateStreet(TypedAction):
    """Use the buildings of a street, with a basic or a bonus villager."""

    kind: ClassVar[Literal["activate_street"]] = "activate_street"
    street: str
    bonus: int


@dataclass(frozen=True, kw_only=True)
class ActivateFortification(TypedAction):
    """Collect the resource of a fortified terrain, with a basic or a bonus villager."""

    kind: ClassVar[Literal["activate_fortification"]] = "activate_fortification"
    space: int
    bonus: int


@dataclass(frozen=True, kw_only=True)
class InviteHero(TypedAction):
    """Invite a hero."""

    kind: ClassVar[Literal["invite_hero"]] = "invite_hero"
    hero: str


@dataclass(frozen=True, kw_only=True)
class Exchange(TypedAction):
    """Give resources, in order of their names, and get another one."""

    kind: ClassVar[Literal["exchange"]] = "exchange"
    give: tuple[str, ...]
    get: str


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """End the turn without passing."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class PassRound(TypedAction):
    """Leave the round."""

    kind: ClassVar[Literal["pass_round"]] = "pass_round"


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
class PlaceBuilding(TypedAction):
    """Put the building on a space of the player's colony."""

    kind: ClassVar[Literal["place_building"]] = "place_building"
    space: int


@dataclass(frozen=True, kw_only=True)
class UseBuilding(TypedAction):
    """Use the building on a space of the player's colony."""

    kind: ClassVar[Literal["use_building"]] = "use_building"
    space: int


@dataclass(frozen=True, kw_only=True)
class ChooseBasic(TypedAction):
    """Choose a basic resource."""

    kind: ClassVar[Literal["choose_basic"]] = "choose_basic"
    resource: str


@dataclass(frozen=True, kw_only=True)
class CollectTerrain(TypedAction):
    """Gain the resource of the terrain on a space."""

    kind: ClassVar[Literal["collect_terrain"]] = "collect_terrain"
    space: int


@dataclass(frozen=True, kw_only=True)
class DecideEncounter(TypedAction):
    """A monster appears, or none does."""

    kind: ClassVar[Literal["decide_encounter"]] = "decide_encounter"
    appears: bool


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """Leave an optional question unanswered."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class KeepBasics(TypedAction):
    """Keep these basic resources, sorted by name."""

    kind: ClassVar[Literal["keep_basics"]] = "keep_basics"
    kept: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TakeArtefact(TypedAction):
    """Take an artefact."""

    kind: ClassVar[Literal["take_artefact"]] = "take_artefact"
    artefact: str


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int


@dataclass(frozen=True, kw_only=True)
class DrawArtefact(TypedAction):
    """An artefact is turned up."""

    kind: ClassVar[Literal["draw_artefact"]] = "draw_artefact"
    artefact: str


@dataclass(frozen=True, kw_only=True)
class DrawBuilding(TypedAction):
    """A building comes to the market."""

    kind: ClassVar[Literal["draw_building"]] = "draw_building"
    building: str


@dataclass(frozen=True, kw_only=True)
class DrawHero(TypedAction):
    """A hero comes into the row."""

    kind: ClassVar[Literal["draw_hero"]] = "draw_hero"
    hero: str


@dataclass(frozen=True, kw_only=True)
class DrawTerrain(TypedAction):
    """A terrain is revealed."""

    kind: ClassVar[Literal["draw_terrain"]] = "draw_terrain"
    terrain: str


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
    """The whole state. It has no secrets: only future chance is unknown."""

    players: list[Player]
    pending: list[AnyFrame]
    score_lines: list[list[ScoreLine]]
    closed: NotRequired[list[ClosedQuestion]]
    options: Options
    stage: Literal["draft", "over", "turns"]
    round: int
    first_seat: int
    next_first_seat: int | None
    active_seat: int
    has_acted: bool
    has_invited: bool
    evenly_exchanged: list[str]
    market: list[Slot]
    hero_row: list[str]
    artefacts: list[str]
    supply: Supply


class Player(TypedDict):
    """Pieces of one player."""

    reserve: list[tuple[str, int]]
    villagers: int
    bonus_villagers: int
    bonus_used: int
    wilderness: list[str]
    monsters: list[int]
    fortifications: list[int]
    colony: list[str]
    stored: list[int]
    regions: list[int]
    streets: list[int]
    activated_fortifications: list[int]
    artefact: str
    heroes: list[str]
    passed: bool


class PickStarterFrame(TypedDict):
    """Chance picks the starting player."""

    question: Literal["pick_starter"]
    seat: int | Literal["chance"]


class RevealArtefactsFrame(TypedDict):
    """Chance turns up artefacts."""

    question: Literal["reveal_artefacts"]
    seat: int | Literal["chance"]
    target_count: int


class FillMarketFrame(TypedDict):
    """Chance fills the empty slots of the market."""

    question: Literal["fill_market"]
    seat: int | Literal["chance"]


class FillRowFrame(TypedDict):
    """Chance fills the empty places of the hero row."""

    question: Literal["fill_row"]
    seat: int | Literal["chance"]


class DrawTerrainFrame(TypedDict):
    """Chance draws the terrain of an explored space."""

    question: Literal["draw_terrain"]
    seat: int | Literal["chance"]
    space: int


class TakeArtefactFrame(TypedDict):
    """A seat takes one of the artefacts on offer."""

    question: Literal["take_artefact"]
    seat: int | Literal["chance"]


class PlaceBuildingFrame(TypedDict):
    """A seat chooses the space for a bought building."""

    question: Literal["place_building"]
    seat: int | Literal["chance"]
    building: str


class WelcomeHeroFrame(TypedDict):
    """A hero that joins its player once the price is paid."""

    question: Literal["welcome_hero"]
    seat: int | Literal["chance"]
    hero: str


class UseBuildingsFrame(TypedDict):
    """A seat may use the buildings on these spaces, each once."""

    question: Literal["use_buildings"]
    seat: int | Literal["chance"]
    spaces: list[int]


class GiveBasicFrame(TypedDict):
    """A seat chooses the basic resource that it gives to the building on this space."""

    question: Literal["give_basic"]
    seat: int | Literal["chance"]
    space: int


class GainBasicFrame(TypedDict):
    """A seat chooses a basic resource to gain."""

    question: Literal["gain_basic"]
    seat: int | Literal["chance"]


class CollectTerrainFrame(TypedDict):
    """A seat chooses one of these terrains and gains its resource."""

    question: Literal["collect_terrain"]
    seat: int | Literal["chance"]
    spaces: list[int]


class EncounterFrame(TypedDict):
    """An encounter on this space: a monster appears or not."""

    question: Literal["encounter"]
    seat: int | Literal["chance"]
    space: int


class KeepBasicsFrame(TypedDict):
    """A seat that passes may exchange, and chooses the basic resources that its fortifications keep."""

    question: Literal["keep_basics"]
    seat: int | Literal["chance"]


class LastExchangesFrame(TypedDict):
    """A seat that has passed for the last time may still exchange resources."""

    question: Literal["last_exchanges"]
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
    """Options of a match: the starting player."""

    first_player: NotRequired[int | None]


class Slot(TypedDict):
    """A market slot: a building and its number of copies. An empty slot has no building and the count 0."""

    building: str
    count: int


class Supply(TypedDict):
    """Face-down piles as multisets, and the heroes and artefacts that left the game."""

    terrain_1: list[tuple[str, int]]
    terrain_2: list[tuple[str, int]]
    terrain_3: list[tuple[str, int]]
    buildings: list[tuple[str, int]]
    heroes: list[tuple[str, int]]
    artefacts: list[tuple[str, int]]
    removed: list[tuple[str, int]]


ScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total."""


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
