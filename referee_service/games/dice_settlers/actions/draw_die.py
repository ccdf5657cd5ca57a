"""Chance verb `draw_die`: one die drawn from a player's bag and rolled."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import PACKS
from referee_service.games.dice_settlers.fields import ColourField, FaceField
from referee_service.games.dice_settlers.questions import DrawDiceFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.bags import Bag, add_to, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class DrawDie(Action, frozen=True, tag="draw_die"):
    """A drawn die of this colour that shows this face."""

    colour: ColourField
    face: FaceField


def outcomes(state: State) -> tuple[tuple[DrawDie, int], ...]:
    """Return every pair of a colour in the bag and one of its faces, weighted."""
    return _bag_outcomes(state.pack, state.players[expect_top(state, DrawDiceFrame).to].bag)


@lru_cache(maxsize=4096)
def _bag_outcomes(pack: str, bag: Bag) -> tuple[tuple[DrawDie, int], ...]:
    """Return the outcomes for a bag, weighted by dice of the colour times equal faces. Cached."""
    dice = PACKS.get(pack).dice
    return tuple(
        (DrawDie(colour, face), count * weight) for colour, count in bag for face, weight in dice[colour].faces
    )


def apply(state: State, action: DrawDie) -> State:
    """Move the die from the bag to the active dice."""
    frame = expect_top(state, DrawDiceFrame)
    player, die = state.players[frame.to], f"{action.colour}_{action.face}"
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    bag, active = remove_from(player.bag, action.colour), add_to(player.active, die)
    return emit(with_player(state, frame.to, bag=bag, active=active), "die_drawn", frame.to, die=die)


DRAW_DIE = chance_verb(DrawDie, outcomes, apply)
