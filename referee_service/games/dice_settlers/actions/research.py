"""Main action `research`: pay symbols and tokens for a technology whose terrains the player has."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import content
from ..fields import TableField
from ..labels import research_price, tokens_of_price
from ..main_actions import begin_action, can_begin, researchable, timing_objections
from ..map_tiles import terrains_of
from ..payment import can_pay_tokens, request_symbols, request_tokens
from ..questions import ResearchingFrame
from ..state import State
from ..symbols import max_symbols


class Research(Action, frozen=True, tag="research"):
    """A technology, gained for research symbols and tokens."""

    technology: TableField
    """Technology on the table that the player does not have, by its id: `scouts`."""


def candidates(state: State) -> list[Research]:
    """Return one action per technology that the active player can research."""
    if not can_begin(state, "research") or not max_symbols(state, state.active_player, "research"):
        return []
    return [Research(name) for name in researchable(state)]


def objections(state: State, action: Research) -> Iterator[Refusal]:
    """Yield every reason against researching this technology."""
    yield from timing_objections(state, "research")
    player, technology = state.active_player, content(state).technologies[action.technology]
    if action.technology not in state.technologies:
        yield refuse("research.table", technology=action.technology)
    if action.technology in player.technologies:
        yield refuse("research.twice", technology=action.technology)
    lacking = tuple(sorted(set(technology.row.terrains) - terrains_of(state, state.active_side)))
    if lacking:
        yield refuse("research.terrains", technology=action.technology, lacking=lacking)
    if technology.row.research > max_symbols(state, player, "research"):
        most = max_symbols(state, player, "research")
        yield refuse("research.symbols", technology=action.technology, price=technology.row.research, most=most)
    if not can_pay_tokens(player, technology.tokens):
        price = tokens_of_price(technology.row.tokens)
        yield refuse("research.tokens", technology=action.technology, price=price)


def apply(state: State, action: Research) -> State:
    """Ask the seat to pay the symbols, then the tokens. The technology is then its own."""
    seat, technology = state.active_side, content(state).technologies[action.technology]
    state = push(begin_action(state, "research"), ResearchingFrame(seat, action.technology))
    if technology.tokens:
        state = request_tokens(state, seat, technology.tokens, action.technology)
    return request_symbols(state, seat, "research", technology.row.research, action.technology)


def facts(state: State, action: Research) -> dict[str, Fact]:
    """Return the price in symbols and tokens."""
    return {"price": research_price(state, action.technology)}


RESEARCH = verb(
    Research,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"technology": "research.kind"},
    facts=facts,
    chip="action.research",
)
