"""Set-up and artefacts: chance picks the starting player, and seats take artefacts in the draft and on passing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_player, without
from referee_service.kernel.verb_factories import starter_verb

from ..common_board import remove_from_game
from ..content.tables import content
from ..fields import ArtefactField
from ..questions import PickStarterFrame, RevealArtefactsFrame, TakeArtefactFrame
from ..setup import begin_draft
from ..state import State, is_solo

# --- pick_starter: the seat with the first player marker --------------------------------------------------------------


def give_marker(state: State, seat: int) -> State:
    """Give the first player marker to a seat, and begin the draft."""
    return begin_draft(emit(state, "starter_picked", CHANCE, starter=seat), seat)


def is_starter_unknown(state: State, frame: PickStarterFrame, below: Below) -> bool:
    """Return whether the marker lies at the first seat, as before the draw."""
    return state.first_seat == 0


PICK_STARTER = starter_verb(give_marker)
PICK_STARTER_QUESTION = question(PickStarterFrame, "pick_starter", chance=True, fits=is_starter_unknown)


# --- take_artefact: an artefact on offer ------------------------------------------------------------------------------


class TakeArtefact(Action, frozen=True, tag="take_artefact"):
    """Take an artefact on offer for the next round and return the old one."""

    artefact: ArtefactField
    """Artefact on offer to take, as the id of its component. It must differ from the seat's old one."""


def taking_seat(state: State) -> int:
    """Return the seat that takes an artefact."""
    seat = expect_top(state, TakeArtefactFrame).seat
    assert seat != CHANCE
    return seat


def take_artefact_candidates(state: State) -> list[TakeArtefact]:
    """Return every artefact on offer."""
    return [TakeArtefact(artefact) for artefact in state.artefacts]


def take_artefact_objections(state: State, action: TakeArtefact) -> Iterator[Refusal]:
    """Yield every reason why this artefact may not be taken."""
    if action.artefact == state.players[taking_seat(state)].artefact:
        yield refuse("take_artefact.new", artefact=action.artefact)
    elif action.artefact not in state.artefacts:
        yield refuse("take_artefact.offered", artefact=action.artefact)


def apply_take_artefact(state: State, action: TakeArtefact) -> State:
    """Give the artefact to the seat, return its old one, and apply the effects of the new one."""
    seat = taking_seat(state)
    old = state.players[seat].artefact
    state = replace(pop(state), artefacts=without(state.artefacts, action.artefact))
    state = emit(with_player(state, seat, artefact=action.artefact), "artefact_taken", seat, artefact=action.artefact)
    if old:
        state = return_artefact(state, old)
    for each in content(state).artefacts[action.artefact].on_take:
        state = each(state, seat)
    return state


def return_artefact(state: State, artefact: str) -> State:
    """Put an artefact back on offer. In a solo game it leaves the game, and chance turns up another."""
    if is_solo(state):
        wanted = content(state).numbers["spare_artefacts"]
        return push(remove_from_game(state, artefact), RevealArtefactsFrame(CHANCE, wanted))
    return replace(state, artefacts=tuple(sorted((*state.artefacts, artefact))))


def is_seat_waiting(state: State, frame: TakeArtefactFrame, below: Below) -> bool:
    """Return whether, in the draft, each seat without an artefact waits for one."""
    if state.stage != "draft" or frame is not state.pending[-1]:
        return True
    return len(below) + 1 == sum(not player.artefact for player in state.players)


def has_one_artefact(state: State) -> bool:
    """Return whether one artefact is on offer."""
    return len(state.artefacts) == 1


def take_artefact_facts(state: State) -> dict[str, Fact]:
    """Return the artefacts on offer, and the old one of the seat: it is returned, or leaves a solo game."""
    old = state.players[taking_seat(state)].artefact or None
    return {"artefacts": state.artefacts, "removed" if is_solo(state) else "returned": old}


TAKE_ARTEFACT = verb(
    TakeArtefact,
    take_artefact_candidates,
    take_artefact_objections,
    apply_take_artefact,
    exact=True,
    kinds={"artefact": "take_artefact.artefact"},
)
TAKE_ARTEFACT_QUESTION = question(
    TakeArtefactFrame,
    "take_artefact",
    stages=("passed",),
    fits=is_seat_waiting,
    forced=has_one_artefact,
    facts=take_artefact_facts,
)
