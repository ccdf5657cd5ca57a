"""The verb `take_artefact`: take an artefact on offer, in the draft and on passing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.common_board import remove_from_game
from referee_service.games.settlement.content.tables import content
from referee_service.games.settlement.fields import ArtefactField
from referee_service.games.settlement.questions import RevealArtefactsFrame, TakeArtefactFrame
from referee_service.games.settlement.state import State, is_solo
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_player, without


class TakeArtefact(Action, frozen=True, tag="take_artefact"):
    """Take an artefact."""

    artefact: ArtefactField


def deciding_seat(state: State) -> int:
    """Return the seat that takes an artefact."""
    seat = expect_top(state, TakeArtefactFrame).seat
    assert seat != CHANCE
    return seat


def candidates(state: State) -> list[TakeArtefact]:
    """Return every artefact on offer."""
    return [TakeArtefact(artefact) for artefact in state.artefacts]


def objections(state: State, action: TakeArtefact) -> Iterator[Refusal]:
    """Yield every reason why this artefact may not be taken."""
    if action.artefact == state.players[deciding_seat(state)].artefact:
        yield refuse("take_artefact.new", artefact=action.artefact)
    elif action.artefact not in state.artefacts:
        yield refuse("take_artefact.offered", artefact=action.artefact)


def apply(state: State, action: TakeArtefact) -> State:
    """Give the artefact to the seat, return its old one, and apply the effects of the new one."""
    seat = deciding_seat(state)
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


TAKE_ARTEFACT = verb(TakeArtefact, candidates, objections, apply, exact=True)
