"""Places: named spots of the table, and what a player points at to choose an action.

A domain says where its values lie (`Domain.place`) and which component lies there (`Domain.holds`). Labels, refusals,
`touches` and verdicts on places derive from that. Names of places are lower case words with dots: `depot.3.1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.shape import HoldsFunction
from referee_service.kernel.state import CHANCE, Action, Seat, State

if TYPE_CHECKING:  # kernel.game uses this module
    from referee_service.kernel.game import AnyGame

Group = tuple[str, ...]
"""The places that show one value, each as good as the others: two equal dice."""
Touches = tuple[Group, ...]
"""The groups that a player points at to choose an action, in order."""

HOLDS = "_holds"
"""Ending of a fact that names the component at the place of a field: `slot_holds`."""


def choice_place(state: object, seat: object, value: object) -> Group:
    """Return the place of an option that is itself the answer: a chip beside the prompt."""
    return (f"choice.{str(value).lower()}",)


def fixed_place(name: str) -> Callable[[object, object, object], Group]:
    """Return a place function for a spot that all values share, or that contains `{}` for the value."""

    def place(state: object, seat: object, value: object) -> Group:
        return (name.format(str(value).lower()),)

    return place


def touches(game: AnyGame, state: State, seat: Seat, action: Action) -> Touches:
    """Return what a player points at to choose an action: its chip, one group for each field with a place, its spot.

    Fields that lie at common places share a group: a depot and a tile in it are one spot. `Domain.group` keeps fields
    apart. An action without a group has a button. Chance has buttons only.
    """
    verb = game.verb_by_type[type(action)]
    if seat == CHANCE:
        return ((f"button.{verb.name}",),)
    groups: list[Group] = [(verb.chip,)] if verb.chip else []
    named = {"": groups}
    for name, place, mark in game.place_fields[type(action)]:
        value, groups = getattr(action, name), named.setdefault(mark.group, [])
        if value is None:
            if mark.absent is not None and (places := mark.absent(state, seat, value)):
                _add_group(groups, places)
        elif isinstance(value, tuple):
            groups.extend(places for each in value if (places := place(state, seat, each)))
        elif places := place(state, seat, value):
            _add_group(groups, places)
    spot = verb.spot(state, seat, action) if verb.spot is not None else ()
    found = [group for row in named.values() for group in row] + ([spot] if spot else [])
    return tuple(found) or ((f"button.{verb.name}",),)


def _add_group(groups: list[Group], places: Group) -> None:
    """Add a group, or narrow an earlier one that shares places with it."""
    for at, group in enumerate(groups):
        common = tuple([place for place in group if place in places])  # a list, because every legal action has groups
        if common:
            groups[at] = common
            return
    groups.append(places)


def held_components(game: AnyGame, state: State, seat: Seat, action: Action) -> dict[str, Fact]:
    """Return the component at the place of each field that has one: `{"slot_holds": "sawmill"}`."""
    found: dict[str, Fact] = {}
    for name, holds in game.held_fields[type(action)]:
        value = getattr(action, name)
        if value is not None and (held := _held(holds, state, seat, value)):
            found[name + HOLDS] = held
    return found


def _held(holds: HoldsFunction, state: State, seat: Seat, value: Fact) -> Fact:
    if isinstance(value, tuple):
        return tuple(held for each in value if (held := holds(state, seat, each)))
    return holds(state, seat, value)


def action_facts(game: AnyGame, state: State, seat: Seat, action: Action) -> dict[str, Fact]:
    """Return the facts of an action's label: its fields, the components that they hold, and those of its verb."""
    facts: dict[str, Fact] = {name: getattr(action, name) for name in action.__struct_fields__}
    facts.update(held_components(game, state, seat, action))
    verb = game.verb_by_type[type(action)]
    if verb.facts is not None:
        facts.update(verb.facts(state, action))
    return facts


def with_components(
    game: AnyGame, state: State, seat: Seat, action: Action, refusals: Iterable[Refusal]
) -> tuple[Refusal, ...]:
    """Return refusals whose facts also have the components that the refused action names by their place."""
    held = held_components(game, state, seat, action)
    if not held:
        return tuple(refusals)
    return tuple(Refusal(each.rule, {**_of_equal_fields(action, each.facts, held), **each.facts}) for each in refusals)


def _of_equal_fields(action: Action, facts: Mapping[str, Fact], held: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the held components of those fields that a refusal mentions with the value of the action."""
    return {
        name: component
        for name, component in held.items()
        if (field := name.removesuffix(HOLDS)) in facts and facts[field] == getattr(action, field)
    }


def is_button(game: AnyGame, place: str) -> bool:
    """Return whether a place is the button of a verb, or a chip of a question."""
    kind, _, name = place.partition(".")
    is_chip = bool(place) and any(verb.chip == place for verb in game.verbs.values())
    return is_chip or (kind == "button" and name in game.verbs)
