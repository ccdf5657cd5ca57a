"""Chance: the artefact turned up next."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.settlement.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action, Domain


class DrawArtefact(Action, frozen=True, tag="draw_artefact"):
    """An artefact is turned up."""

    artefact: Annotated[str, Domain("artefact")]


def outcomes(state: State) -> list[tuple[DrawArtefact, int]]:
    """Every artefact that was not seen yet, equally likely."""
    return [(DrawArtefact(artefact), count) for artefact, count in state.supply.artefacts]


def apply(state: State, action: DrawArtefact) -> State:
    """The artefact is on offer."""
    supply = replace(state.supply, artefacts=remove_from(state.supply.artefacts, action.artefact))
    state = replace(state, supply=supply, artefacts=tuple(sorted((*state.artefacts, action.artefact))))
    return emit(state, "artefact_came", CHANCE, artefact=action.artefact)


DRAW_ARTEFACT = chance_verb(DrawArtefact, outcomes, apply)
