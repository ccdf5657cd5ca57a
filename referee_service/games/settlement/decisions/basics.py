"""Basic resources: chosen for a building, kept on passing, exchanged after the last pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee_service.kernel.bags import bag_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop
from referee_service.kernel.question import Below, Question, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..actions.exchange import candidates as exchange_candidates
from ..content.tables import ANY_BASIC, BASICS, content
from ..effects import first_building_with, has_building_effect
from ..fields import ChosenBasicField, HeldBasicField
from ..questions import (
    BENEATH_USED_BUILDING,
    GainBasicFrame,
    GiveBasicFrame,
    KeepBasicsFrame,
    LastExchangesFrame,
    TakeArtefactFrame,
)
from ..reserve import covers_price, discard_other_basics, give_back, receive
from ..state import State, amount_of, basics_of, kept_basics_count
from ..turns import ACTION_VERBS

# --- give_basic, gain_basic: a basic resource that a building takes or brings -----------------------------------------


class ChooseBasic(Action, frozen=True, tag="choose_basic"):
    """Choose the basic resource that a building takes or brings."""

    resource: ChosenBasicField


def is_given(state: State) -> bool:
    """Return whether the resource leaves the reserve. Otherwise it is gained."""
    return isinstance(state.pending[-1], GiveBasicFrame)


def choose_basic_candidates(state: State) -> list[ChooseBasic]:
    """Return every basic resource, or only those held if one is given."""
    allowed = [basic for basic in BASICS if not is_given(state) or amount_of(state.active_player, basic)]
    return [ChooseBasic(basic) for basic in allowed]


def choose_basic_objections(state: State, action: ChooseBasic) -> Iterator[Refusal]:
    """Yield the reason why this resource may not be given."""
    if is_given(state) and not amount_of(state.active_player, action.resource):
        yield refuse("choose_basic.held", resource=action.resource)


def apply_choose_basic(state: State, action: ChooseBasic) -> State:
    """Return the resource to the supply, or take it from there."""
    if is_given(state):
        return give_back(pop(state), state.active_seat, ((action.resource, 1),))
    return receive(pop(state), state.active_seat, action.resource)


def is_basic_taken(state: State, frame: GiveBasicFrame, below: Below) -> bool:
    """Return whether the building takes a basic resource and the player has one."""
    building = state.active_player.colony[frame.space]
    takes_basic = bool(building) and ANY_BASIC in dict(content(state).buildings[building].give)
    return takes_basic and bool(basics_of(state.active_player))


def give_basic_facts(state: State) -> dict[str, Fact]:
    """Return the building that takes a basic resource."""
    return {"building": state.active_player.colony[expect_top(state, GiveBasicFrame).space]}


def gain_basic_facts(state: State) -> dict[str, Fact]:
    """Return the building that brings a basic resource of choice."""
    return {"building": first_building_with(state, "ask_basic")}


def is_basic_brought(state: State, frame: GainBasicFrame, below: Below) -> bool:
    """Return whether a building of the player gives a basic resource of choice."""
    return has_building_effect(state, "ask_basic")


CHOOSE_BASIC = verb(
    ChooseBasic,
    choose_basic_candidates,
    choose_basic_objections,
    apply_choose_basic,
    exact=True,
    kinds={"resource": "choose_basic.basic"},
)
GIVE_BASIC = question(
    GiveBasicFrame,
    "choose_basic",
    stages=("acted",),
    over=BENEATH_USED_BUILDING,
    fits=is_basic_taken,
    forced=True,
    facts=give_basic_facts,
)
GAIN_BASIC = question(
    GainBasicFrame,
    "choose_basic",
    stages=("acted",),
    over=BENEATH_USED_BUILDING,
    fits=is_basic_brought,
    facts=gain_basic_facts,
)


OUT_OF_ROUND = dict.fromkeys((*ACTION_VERBS, "invite_hero", "end_turn", "pass_round"), "pass_round.out")
"""The rule against verbs of a turn, for questions of a player who has passed."""


# --- keep_basics: as many as the fortifications allow, on passing, after exchanges ------------------------------------


class KeepBasics(Action, frozen=True, tag="keep_basics"):
    """Keep as many basic resources as the fortifications allow, and discard the others."""

    kept: tuple[HeldBasicField, ...]
    """Basic resources to keep, one by one, sorted by name: one for each fortification, or all if there are fewer."""


def keep_basics_candidates(state: State) -> list[KeepBasics]:
    """Return every choice of the allowed number of basic resources."""
    player, max_kept = state.active_player, kept_basics_count(state, state.active_player)
    counts = product(*(range(min(max_kept, amount_of(player, basic)) + 1) for basic in BASICS))
    return [KeepBasics(_expand_counts(chosen)) for chosen in counts if sum(chosen) == max_kept]


def _expand_counts(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Return the basic resources one by one, sorted, from the count of each."""
    return tuple(basic for basic, count in zip(BASICS, counts, strict=True) for _ in range(count))


def keep_basics_objections(state: State, action: KeepBasics) -> Iterator[Refusal]:
    """Yield every reason why exactly these resources may not be kept."""
    player = state.active_player
    if not covers_price(player.reserve, bag_of(action.kept)):
        lacking: dict[str, Fact] = {"kept": action.kept} if len(action.kept) > 1 else {"lacking": action.kept[0]}
        yield refuse("keep_basics.held", **lacking)
    if len(action.kept) != kept_basics_count(state, player):
        forts, found = len(player.fortifications) or None, len(action.kept)
        wanted, named = kept_basics_count(state, player), None if forts else found
        yield refuse("keep_basics.count", found=found, wanted=wanted, forts=forts, named=named)
    if list(action.kept) != sorted(action.kept):
        yield refuse("keep_basics.sorted")


def apply_keep_basics(state: State, action: KeepBasics) -> State:
    """Discard the other basic resources."""
    return discard_other_basics(pop(state), state.active_seat, action.kept)


def auto_keep_basics(state: State, frame: KeepBasicsFrame) -> State:
    """Keep basic resources if there is no choice: none or all may stay, or they are of one kind, and no exchange is
    possible with a basic resource that would be discarded. Exchanges of rare resources alone open no question."""
    resources: tuple[str, ...] = ()
    if basics_of(state.active_player):
        choices = keep_basics_candidates(state)
        if len(choices) > 1 or can_exchange_discarded(state):
            return state
        resources = choices[0].kept
    return discard_other_basics(pop(close_top(state, "keep_basics.no_choice")), state.active_seat, resources)


def can_exchange_discarded(state: State) -> bool:
    """Return whether the fortifications cannot keep all basic resources, and an exchange takes basic resources."""
    if kept_basics_count(state, state.active_player) == amount_of(state.active_player, ANY_BASIC):
        return False
    return any(set(exchange.give) <= set(BASICS) for exchange in exchange_candidates(state))


def has_passed(state: State, frame: KeepBasicsFrame, below: Below) -> bool:
    """Return whether the artefact beneath is taken on passing, not in the draft."""
    return state.active_player.passed


def keep_basics_facts(state: State) -> dict[str, Fact]:
    """Return the number of basic resources of the seat, its fortifications, and how many resources these keep."""
    player = state.active_player
    count, forts = kept_basics_count(state, player) or None, len(player.fortifications)
    return {"held": amount_of(player, ANY_BASIC), "count": count, "forts": forts}


KEEP_BASICS = verb(
    KeepBasics,
    keep_basics_candidates,
    keep_basics_objections,
    apply_keep_basics,
    exact=True,
    kinds={"kept": "keep_basics.basic"},
)
KEEP_BASICS_QUESTION = question(
    KeepBasicsFrame,
    *("exchange", "keep_basics"),
    over=(TakeArtefactFrame,),
    step=auto_keep_basics,
    fits=has_passed,
    closed_by=("keep_basics.no_choice",),
    refused=OUT_OF_ROUND,
    facts=keep_basics_facts,
)


# --- last_exchanges: exchanges after the last pass --------------------------------------------------------------------

LAST_EXCHANGES: Question[State] = question(
    LastExchangesFrame, "exchange", "decline", stages=("last_pass",), forced=True, refused=OUT_OF_ROUND
)
