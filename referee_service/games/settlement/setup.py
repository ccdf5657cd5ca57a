"""Set-up: the first state from seats, options and a pack."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import bag_of
from referee_service.kernel.pending import push
from referee_service.kernel.setup import check_first_player
from referee_service.kernel.state import CHANCE

from .common_board import EMPTY_SLOT
from .content.tables import PACKS, SPACES, STREETS, Content, content
from .questions import (
    AnyFrame,
    FillMarketFrame,
    FillRowFrame,
    PickStarterFrame,
    RevealArtefactsFrame,
    TakeArtefactFrame,
)
from .state import EMPTY, Player, SettlementOptions, State, Supply, is_solo


def setup(seats: int, options: SettlementOptions, pack: str) -> State:
    """Return the first state. Raises SetupError if `first_player` is not a seat."""
    tables = PACKS.get(pack)
    check_first_player(options.first_player, seats)
    starter = options.first_player or 0  # until chance picks one
    state = State(
        pack=pack,
        options=options,
        stage="draft",
        round=0,
        first_seat=starter,
        next_first_seat=None,
        active_seat=starter,
        has_acted=False,
        has_invited=False,
        evenly_exchanged=(),
        market=(EMPTY_SLOT,) * tables.numbers["market_slots"],
        hero_row=(EMPTY,) * len(tables.surcharges),
        artefacts=(),
        supply=_supply(tables),
        players=(new_player(tables),) * seats,
        pending=(),
        score_lines=((),) * seats,
    )
    return push(state, *first_questions(state))


def first_questions(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions that a match begins with.

    Chance fills the market, the hero row and the offer. Then it picks the starting player, unless that one is known.
    Then the draft begins.
    """
    chance_draws = (
        RevealArtefactsFrame(CHANCE, artefact_offer_size(content(state), len(state.players))),
        FillRowFrame(CHANCE),
        FillMarketFrame(CHANCE),
    )
    return (*(draft_questions(state) if is_starter_fixed(state) else (PickStarterFrame(CHANCE),)), *chance_draws)


def is_starter_fixed(state: State) -> bool:
    """Return whether the options or the solo game fix the starting player, so that chance does not pick it."""
    return state.options.first_player is not None or is_solo(state)


def artefact_offer_size(tables: Content, seats: int) -> int:
    """Return the number of artefacts turned up at the start: one for each seat, and the spare ones."""
    return seats + tables.numbers["spare_artefacts"]


def new_player(tables: Content) -> Player:
    """Return the pieces that every player begins with."""
    return Player(
        reserve=tables.start,
        villagers=tables.numbers["villagers"],
        bonus_villagers=0,
        bonus_used=0,
        wilderness=(EMPTY,) * len(SPACES),
        monsters=(),
        fortifications=(),
        colony=(EMPTY,) * len(SPACES),
        stored=(0,) * len(SPACES),
        regions=(0,) * len(STREETS),
        streets=(0,) * len(STREETS),
        activated_fortifications=(),
        artefact=EMPTY,
        heroes=(),
        passed=False,
    )


def _supply(tables: Content) -> Supply:
    """Return the full piles."""
    one, two, three = tables.terrain_piles
    heroes, artefacts = bag_of(tables.heroes), bag_of(tables.artefacts)
    return Supply(one, two, three, buildings=tables.building_pile, heroes=heroes, artefacts=artefacts, removed=())


def draft_order(state: State) -> tuple[int, ...]:
    """Return the seats in the order of the draft: the last player first, then counter-clockwise."""
    seats = len(state.players)
    return tuple((state.first_seat - 1 - place) % seats for place in range(seats))


def draft_questions(state: State) -> tuple[TakeArtefactFrame, ...]:
    """Return the questions of the draft: each seat takes an artefact, in the order of the draft."""
    return tuple(TakeArtefactFrame(seat) for seat in reversed(draft_order(state)))


def begin_draft(state: State, starter: int) -> State:
    """Set the starting player, and ask the seats for an artefact."""
    state = replace(state, first_seat=starter, active_seat=starter)
    return push(state, *draft_questions(state))
