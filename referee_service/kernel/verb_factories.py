"""Factories of common verbs: choose one of several values, the only action, draw from a bag, pick the starting seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, TypeVar, cast

from referee_service.kernel.bags import Bag
from referee_service.kernel.game import Verb, chance_verb, verb
from referee_service.kernel.pending import pop
from referee_service.kernel.places import Group
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action, Seat, State

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


def choose_verb(
    action: type[A],
    among: Callable[[S], Sequence[int | str]],
    apply: Callable[[S, A], S],
    *,
    rule: str,
    kind_rule: str = "",
    visible_to: Callable[[S, A], tuple[int, ...] | None] | None = None,
    facts: Callable[[S, A], Mapping[str, Fact]] | None = None,
) -> Verb[S]:
    """Build a verb with one field, whose only restriction is that the value is one of `among`.

    Another value is refused under `rule`, with the field and the possible values (`open`) as facts. If `kind_rule` is
    given, it refuses components of another kind.
    """
    (name,) = action.__struct_fields__

    def candidates(state: S) -> Iterable[A]:
        return [action(value) for value in among(state)]

    def objections(state: S, offer: A) -> Iterable[Refusal]:
        value, possible = cast("Fact", getattr(offer, name)), among(state)
        if value not in possible:
            yield refuse(rule, **{name: value, "open": tuple(possible)})

    kinds = {name: kind_rule} if kind_rule else {}
    return verb(
        action,
        candidates,
        objections,
        apply,
        exact=True,
        visible_to=visible_to,
        kinds=kinds,
        any_name=True,
        facts=facts,
    )


def only_verb(
    action: type[A],
    apply: Callable[[S, A], S],
    *,
    facts: Callable[[S, A], Mapping[str, Fact]] | None = None,
    spot: Callable[[S, Seat, A], Group] | None = None,
) -> Verb[S]:
    """Build a verb with one action without fields. It is legal whenever a question lists it."""
    only = action()

    def candidates(state: S) -> Iterable[A]:
        return (only,)

    def objections(state: S, offer: A) -> Iterable[Refusal]:
        return ()

    return verb(action, candidates, objections, apply, exact=True, facts=facts, spot=spot)


def draw_verb(
    action: type[A],
    bag: Callable[[S], Bag],
    apply: Callable[[S, A], S],
    *,
    kind_rule: str = "",
    visible_to: Callable[[S, A], tuple[int, ...] | None] | None = None,
) -> Verb[S]:
    """Build a chance verb that draws one piece of a bag. Each piece weighs as much as its copies.

    If `kind_rule` is given, it refuses components of another kind.
    """
    (name,) = action.__struct_fields__

    def outcomes(state: S) -> Sequence[tuple[A, int]]:
        return [(action(piece), copies) for piece, copies in bag(state)]

    return chance_verb(action, outcomes, apply, visible_to=visible_to, kinds={name: kind_rule} if kind_rule else {})


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """The seat that begins the match, picked at random."""

    seat: Annotated[int, Domain("seat")]
    """Seat that plays first, counted from 0."""


def starter_verb(begin: Callable[[S, int], S]) -> Verb[S]:
    """Build the chance verb that picks the starting seat, each with equal weight. The open question is closed first.

    `begin` returns the state that the seat begins.
    """

    def outcomes(state: S) -> Sequence[tuple[PickStarter, int]]:
        return [(PickStarter(seat), 1) for seat in range(len(state.players))]

    def apply(state: S, action: PickStarter) -> S:
        return begin(pop(state), action.seat)

    return chance_verb(PickStarter, outcomes, apply)
