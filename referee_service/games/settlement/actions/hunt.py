"""The verb `hunt`: hunt a monster of the wilderness for its reward."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without

from ..content.tables import content
from ..fields import MonsterField, VillagersField
from ..reserve import receive
from ..state import State, monster_of
from ..villagers import (
    bonus_villager_options,
    turn_objections,
    use_villagers,
    villager_objections,
    villager_pieces,
)


class Hunt(Action, frozen=True, tag="hunt"):
    """Hunt a monster for its reward. The villagers needed depend on the monster, from one to four."""

    space: MonsterField
    bonus: VillagersField


def hunters_needed(state: State, space: int) -> int:
    """Return the villagers that hunting on this space takes. A stronger monster takes more."""
    return content(state).monsters[monster_of(state, state.active_player, space)].villagers


def candidates(state: State) -> list[Hunt]:
    """Return every monster of the player's wilderness, with every number of bonus villagers."""
    monsters = () if state.has_acted else state.active_player.monsters
    return [
        Hunt(space, bonus)
        for space in monsters
        for bonus in bonus_villager_options(state, hunters_needed(state, space))
    ]


def objections(state: State, action: Hunt) -> Iterator[Refusal]:
    """Yield every reason why no monster may be hunted there."""
    if action.space in state.active_player.monsters:
        yield from villager_objections(state, hunters_needed(state, action.space), action.bonus)
    else:
        yield from turn_objections(state)
        yield refuse("hunt.monster", space=action.space)


def apply(state: State, action: Hunt) -> State:
    """Use the villagers, remove the monster and gain its reward."""
    seat, monster = state.active_seat, monster_of(state, state.active_player, action.space)
    state = use_villagers(state, hunters_needed(state, action.space), action.bonus)
    state = with_player(state, seat, monsters=without(state.active_player.monsters, action.space))
    state = emit(state, "monster_hunted", seat, monster=monster, spaces=(action.space,))
    for resource, count in content(state).monsters[monster].reward.items():
        state = receive(state, seat, resource, count)
    return state


def facts(state: State, action: Hunt) -> dict[str, Fact]:
    """Return the villagers and the reward."""
    if action.space not in state.active_player.monsters:
        return {}
    monster = content(state).monsters[monster_of(state, state.active_player, action.space)]
    reward = tuple(resource for resource, count in monster.reward.items() for _ in range(count))
    return {"villagers": villager_pieces(monster.villagers, action.bonus), "reward": reward}


HUNT = verb(Hunt, candidates, objections, apply, exact=True, facts=facts)
