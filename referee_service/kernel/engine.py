"""The engine of one state: judge an action, list legal actions, list outcomes, apply, run automatic steps."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.game import Game, Verb, WeightedOutcomes
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, State, verb_of

S = TypeVar("S", bound=State)


O = TypeVar("O", bound=Options)


V = TypeVar("V", bound=Struct)


def judge(game: Game[S, O, V], state: S, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Every reason against this action by this seat; none means it is legal."""
    now = game.turn(state)
    if now is None:
        return (refuse("referee.over"),)
    if seat != now.seat:
        return (refuse("referee.seat", seat=seat, turn=now.seat),)
    if verb_of(action) not in now.verbs:
        return (refuse("referee.verb", verb=verb_of(action), open=now.verbs),)
    verb = game.verb_by_type[type(action)]
    unknown = _unknown_values(game, state, verb, action)
    return unknown or tuple(verb.objections(state, action))


def _unknown_values(game: Game[S, O, V], state: S, verb: Verb[S], action: Action) -> tuple[Refusal, ...]:
    """Fields whose value this game has never heard of, so that no rule need ask."""
    domains, found = game.domains(state), []
    for name, domain in verb.domains.items():
        value = getattr(action, name)
        values = value if isinstance(value, tuple) else (value,)
        if value is not None and not all(each in domains[domain] for each in values):
            found.append(refuse("referee.field", field=name, value=value))
    return tuple(found)


def legal_actions(game: Game[S, O, V], state: S, *, kind: str | None = None) -> list[Action]:
    """Everything the seat to move may do, in a fixed order."""
    now = game.turn(state)
    legal: list[Action] = []
    if now is None:
        return legal
    for name in now.verbs:
        if kind is not None and name != kind:
            continue
        verb = game.verbs[name]
        offers = verb.candidates(state)
        if verb.exact:
            legal += offers
        else:
            legal.extend(offer for offer in offers if not any(True for _ in verb.objections(state, offer)))
    return legal


def outcomes(game: Game[S, O, V], state: S) -> WeightedOutcomes:
    """What chance may bring with its weights; empty when chance is not to act."""
    now = game.turn(state)
    if now is None or now.seat != CHANCE:
        return ()
    verbs = [game.verbs[name].outcomes for name in now.verbs]
    if len(verbs) == 1 and verbs[0] is not None:
        return verbs[0](state)
    return [outcome for listed in verbs if listed is not None for outcome in listed(state)]


def apply(game: Game[S, O, V], state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
    """The state after a legal action and all that follows by itself, and what happened on the way."""
    state = run_automatic_steps(game, game.verb_by_type[type(action)].apply(state, action))
    happened = state.events
    return replace(state, events=(), processed_events=0) if happened else state, happened


def run_automatic_steps(game: Game[S, O, V], state: S) -> S:
    """Let happen what happens by itself, until somebody must decide."""
    triggers = game.triggers
    while True:
        after = triggers.process(state) if triggers is not None else state
        after = game.automatic_step(after)
        if after is state:
            return state
        state = after


def nearest_legal_actions(game: Game[S, O, V], state: S, seat: Seat, action: Action, *, limit: int = 5) -> list[Action]:
    """The legal actions most like a refused one: the same verb first, then the most fields alike.

    Only the seat to move is told; to anybody else its list could give a hand away.
    """
    now = game.turn(state)
    if now is None or now.seat != seat:
        return []
    wanted = {name: getattr(action, name) for name in action.__struct_fields__}

    def unlike(legal: Action) -> tuple[bool, int]:
        alike = sum(getattr(legal, name, ...) == value for name, value in wanted.items())
        return (type(legal) is not type(action), -alike)

    return sorted(legal_actions(game, state), key=unlike)[:limit]


def visible_action(game: Game[S, O, V], state: S, action: Action, seat: int | None) -> Action | None:
    """What a seat sees of an action taken in this state: the action, or None when only its verb can be told."""
    seen_by = game.verb_by_type[type(action)].visible_to
    witnesses = seen_by(state, action) if seen_by else None
    return action if witnesses is None or seat in witnesses else None
