"""The verb `explore`: explore a space of the wilderness."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.keyed_candidates import KeyedCandidates
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action

from ..content.tables import SPACES, content
from ..fields import VillagersField, WildField
from ..questions import DrawTerrainFrame
from ..state import State, explored_spaces, is_next_to_explored, region_of
from ..villagers import bonus_villager_counts, use_villagers, villager_objections, villager_pieces


class Explore(Action, frozen=True, tag="explore"):
    """Explore a space of the wilderness with one villager in region I, two in region II and three in region III."""

    space: WildField
    """Unexplored space of the seat's wilderness, 0 to 8: three in each region, region I first."""
    bonus: VillagersField


def villagers_needed(state: State, space: int) -> int:
    """Return the villagers that exploring this space takes. A farther region takes more."""
    return content(state).explorers[region_of(space) - 1]


def key(state: State) -> tuple[tuple[int, ...], tuple[bool, ...], int, int] | None:
    """Return what the offers follow from, or None if the action of this turn is used."""
    player = state.active_player
    if state.has_acted:
        return None
    return content(state).explorers, explored_spaces(player), player.villagers, player.bonus_villagers


def offers(
    explorers: tuple[int, ...], explored: tuple[bool, ...], villagers: int, bonus_villagers: int
) -> list[Explore]:
    """Return every free space next to an explored one, with every number of bonus villagers."""
    free = [at for at in SPACES if not explored[at] and is_next_to_explored(explored, at)]
    return [
        Explore(space, bonus)
        for space in free
        for bonus in bonus_villager_counts(villagers, bonus_villagers, explorers[region_of(space) - 1])
    ]


candidates = KeyedCandidates(key, offers)


def objections(state: State, action: Explore) -> Iterator[Refusal]:
    """Yield every reason why this space may not be explored."""
    player = state.active_player
    yield from villager_objections(state, villagers_needed(state, action.space), action.bonus)
    if player.wilderness[action.space]:
        yield refuse("explore.free", space=action.space)
    elif not any(player.wilderness) and region_of(action.space) > 1:
        yield refuse("explore.first", region=region_of(action.space))
    elif not is_next_to_explored(explored_spaces(player), action.space):
        yield refuse("explore.touching", space=action.space)


def apply(state: State, action: Explore) -> State:
    """Use the villagers, and ask chance for the terrain."""
    state = use_villagers(state, villagers_needed(state, action.space), action.bonus)
    return push(state, DrawTerrainFrame(CHANCE, action.space))


def facts(state: State, action: Explore) -> dict[str, Fact]:
    """Return the region of the space, and the villagers."""
    villagers = villager_pieces(villagers_needed(state, action.space), action.bonus)
    return {"region": region_of(action.space), "villagers": villagers}


EXPLORE = verb(Explore, candidates, objections, apply, exact=True, facts=facts)
