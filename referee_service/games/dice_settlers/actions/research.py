"""Research a technology: symbols and tokens are paid, terrains are needed."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.mains import begin, may_begin, researchable, when_objections
from referee_service.games.dice_settlers.paying import ask_symbols, ask_tokens, can_pay_tokens
from referee_service.games.dice_settlers.questions import Researching
from referee_service.games.dice_settlers.state import State, TechnologyField, terrains_of
from referee_service.games.dice_settlers.symbols import most_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class Research(Action, frozen=True, tag="research"):
    """Research this technology."""

    technology: TechnologyField


def candidates(state: State) -> list[Research]:
    """Every technology whose price and terrains are there."""
    if not may_begin(state, "research") or not most_of(state, state.me, "research"):
        return []
    return [Research(name) for name in researchable(state)]


def objections(state: State, action: Research) -> Iterator[Refusal]:
    """Why this technology may not be researched; nothing yielded means it may."""
    yield from when_objections(state, "research")
    me, technology = state.me, content(state).technologies[action.technology]
    if action.technology not in state.table:
        yield refuse("research.table", technology=action.technology)
    if action.technology in me.technologies:
        yield refuse("research.twice", technology=action.technology)
    lacking = tuple(sorted(set(technology.row.terrains) - terrains_of(state, state.active)))
    if lacking:
        yield refuse("research.terrains", lacking=lacking)
    if technology.row.research > most_of(state, me, "research"):
        yield refuse("research.symbols", price=technology.row.research, most=most_of(state, me, "research"))
    if not can_pay_tokens(me, technology.tokens):
        yield refuse("research.tokens", technology=action.technology)


def apply(state: State, action: Research) -> State:
    """Symbols and tokens are paid; then a marker lies on the card."""
    seat, technology = state.active, content(state).technologies[action.technology]
    state = push(begin(state, "research"), Researching(seat, action.technology))
    if technology.tokens:
        state = ask_tokens(state, seat, technology.tokens, action.technology)
    return ask_symbols(state, seat, "research", technology.row.research, action.technology)


RESEARCH = verb(Research, candidates, objections, apply, exact=True)
