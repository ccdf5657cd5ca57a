"""The chance verb `draw_hero`: put a hero into the row."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.fields import HeroField
from referee_service.games.settlement.state import EMPTY, State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item


class DrawHero(Action, frozen=True, tag="draw_hero"):
    """A hero comes into the row."""

    hero: HeroField


def outcomes(state: State) -> list[tuple[DrawHero, int]]:
    """Return every hero of the pile with equal weight."""
    return [(DrawHero(hero), count) for hero, count in state.supply.heroes]


def apply(state: State, action: DrawHero) -> State:
    """Put the hero on the rightmost empty place. During play that is the leftmost place of the row."""
    free = max(place for place, hero in enumerate(state.hero_row) if hero == EMPTY)
    supply = replace(state.supply, heroes=remove_from(state.supply.heroes, action.hero))
    state = replace(state, supply=supply, hero_row=with_item(state.hero_row, free, action.hero))
    return emit(state, "hero_came", CHANCE, hero=action.hero)


DRAW_HERO = chance_verb(DrawHero, outcomes, apply)
