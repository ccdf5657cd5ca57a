"""Kinds of things that names stand for. An action that names a thing of the wrong kind is refused by a rule."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from referee_service.kernel.game import Verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from .content.tables import content
from .fiefs import neighbours
from .state import State


def with_kinds(checked: Verb[State], **rules: str) -> Verb[State]:
    """Return a verb that first refuses names of the wrong kind, each field under the rule given for it.

    The objections of the verb see only names that fit their fields.
    """

    def objections(state: State, action: Action) -> Iterator[Refusal]:
        wrong = [*_wrong_names(state, action, checked.domains, rules)]
        yield from wrong or checked.objections(state, action)

    return dataclasses.replace(checked, objections=objections)


def _wrong_names(
    state: State, action: Action, domains: Mapping[str, str], rules: Mapping[str, str]
) -> Iterator[Refusal]:
    """Yield a refusal for each field that names a thing of the wrong kind, or a fief that is not on the map."""
    tables = content(state)
    for field, rule in rules.items():
        name = getattr(action, field)
        if name is None:
            continue
        if name not in tables.fitting[domains[field]]:
            yield refuse(rule, name=name, kind=tables.kinds[name])
        elif domains[field] == "fief" and name not in neighbours(len(state.players)):
            yield refuse("fief.map", fief=name, seats=len(state.players))
