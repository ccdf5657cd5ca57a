"""Choice of an island for a ship: one that lies face up, or the unknown first one of a pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from referee_service.games.empires_north.effects.requirements import reachable_piles
from referee_service.games.empires_north.phases.expedition import ship_of, take_face_up_island
from referee_service.games.empires_north.questions import BlindLandingFrame, LandingFrame, VoyageFrame
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action


class Land(Action, frozen=True, tag="land"):
    """The ship sails to an island of a pile. Without a name, it sails to the first one face down."""

    pile: Annotated[str, Domain("pile")]
    island: Annotated[str, Domain("island")] | None = None


def candidates(state: State) -> list[Land]:
    """Return every face-up island in reach, and the top of every pile in reach."""
    offers = list[Land]()
    for pile in reachable_piles(state, ship_of(state, expect_top(state, VoyageFrame))):
        islands = state.islands(pile)
        offers += [Land(pile, island) for island in islands.face_up]
        offers += [Land(pile)] if islands.pile or islands.discard else []
    return offers


def objections(state: State, action: Land) -> Iterator[Refusal]:
    """Yield every reason why the ship may not sail there."""
    islands = state.islands(action.pile)
    if action.pile == "distant" and not ship_of(state, expect_top(state, VoyageFrame)).fish:
        yield refuse("land.fish")
    if action.island is None and not (islands.pile or islands.discard):
        yield refuse("land.pile", pile=action.pile)
    if action.island is not None and action.island not in islands.face_up:
        yield refuse("land.open", island=action.island, pile=action.pile)


def apply(state: State, action: Land) -> State:
    """Take the face-up island, or ask chance to turn one up."""
    frame, seat = expect_top(state, VoyageFrame), deciding_seat(state)
    pile: Literal["near", "distant"] = "near" if action.pile == "near" else "distant"
    state = emit(state, "landed", seat, pile=pile, island=action.island)
    if action.island is None:
        return replace_top(state, BlindLandingFrame(CHANCE, frame.place, frame.mode, pile))
    return replace_top(
        take_face_up_island(state, pile, action.island),
        LandingFrame(seat, frame.place, frame.mode, pile, action.island),
    )


LAND = verb(Land, candidates, objections, apply, exact=True)
