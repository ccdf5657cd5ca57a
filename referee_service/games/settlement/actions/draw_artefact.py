"""The chance verb `draw_artefact`: turn up an artefact."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.fields import ArtefactField
from referee_service.games.settlement.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action


class DrawArtefact(Action, frozen=True, tag="draw_artefact"):
    """An artefact is turned up."""

    artefact: ArtefactField


def outcomes(state: State) -> list[tuple[DrawArtefact, int]]:
    """Return every artefact of the pile with equal weight."""
    return [(DrawArtefact(artefact), count) for artefact, count in state.supply.artefacts]


def apply(state: State, action: DrawArtefact) -> State:
    """Add the artefact to those on offer."""
    supply = replace(state.supply, artefacts=remove_from(state.supply.artefacts, action.artefact))
    state = replace(state, supply=supply, artefacts=tuple(sorted((*state.artefacts, action.artefact))))
    return emit(state, "artefact_came", CHANCE, artefact=action.artefact)


DRAW_ARTEFACT = chance_verb(DrawArtefact, outcomes, apply)
