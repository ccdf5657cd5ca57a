"""Main action `recruit`: one, two or three dice of accessible colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import content
from ..fields import SupplyDieField
from ..labels import lacking_dice_facts
from ..main_actions import access_objections, begin_action, can_begin, recruit_price, recruit_prices, timing_objections
from ..map_tiles import recruitable
from ..payment import request_symbols
from ..questions import RecruitingFrame
from ..state import State
from ..symbols import max_symbols


class Recruit(Action, frozen=True, tag="recruit"):
    """One to three dice gained from the general supply for recruit symbols."""

    dice: tuple[SupplyDieField, ...]
    """Colours of one to three dice, sorted. The player must be present on the terrain of each colour."""


def candidates(state: State) -> list[Recruit]:
    """Return every selection of colours that the player can pay and the supply has."""
    if not can_begin(state, "recruit"):
        return []
    actions, symbols = list[Recruit](), max_symbols(state, state.active_player, "recruit")
    prices = recruit_prices(state)
    if prices[0] > symbols:
        return actions
    colours = recruitable(state, state.active_side)
    for count, price in enumerate(prices, start=1):
        if price > symbols:
            break
        choices = combinations_with_replacement(colours, count)
        actions += [Recruit(dice) for dice in choices if count == 1 or _supply_has(state, dice)]
    return actions


def _supply_has(state: State, dice: tuple[str, ...]) -> bool:
    """Return whether the general supply has all these dice, duplicates included."""
    return all(count_in(state.supply, colour) >= count for colour, count in Counter(dice).items())


def objections(state: State, action: Recruit) -> Iterator[Refusal]:
    """Yield every reason against recruiting these dice."""
    max_dice = len(content(state).recruit_costs)
    yield from timing_objections(state, "recruit")
    if not 1 <= len(action.dice) <= max_dice:
        yield refuse("recruit.count", found=len(action.dice), most=max_dice)
    elif recruit_price(state, len(action.dice)) > max_symbols(state, state.active_player, "recruit"):
        yield refuse("recruit.symbols", price=recruit_price(state, len(action.dice)))
    if list(action.dice) != sorted(action.dice):
        yield refuse("recruit.sorted")
    for colour in sorted(set(action.dice)):
        yield from access_objections(state, colour)
    if not _supply_has(state, action.dice):
        yield refuse("recruit.supply", dice=action.dice, **lacking_dice_facts(state.supply, action.dice))


def apply(state: State, action: Recruit) -> State:
    """Ask the seat to pay. The dice then go to its spent area."""
    price = recruit_price(state, len(action.dice))
    state = push(begin_action(state, "recruit"), RecruitingFrame(state.active_side, action.dice))
    return request_symbols(state, state.active_side, "recruit", price, "recruit")


def facts(state: State, action: Recruit) -> dict[str, Fact]:
    """Return the price in symbols."""
    return {"price": recruit_price(state, len(action.dice))}


RECRUIT = verb(
    Recruit,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"dice": "recruit.kind"},
    facts=facts,
    chip="action.recruit",
)
