"""The engine on one state: judge an action, list legal actions and outcomes, apply an action, run automatic steps."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.game import Game, Verb, WeightedOutcomes
from referee_service.kernel.places import with_components
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action, ClosedQuestion, Event, Options, Seat, State, verb_of

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


def judge(game: Game[S, O, V], state: S, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Return every refusal of this action by this seat. An empty tuple means that it is legal."""
    turn = game.turn(state)
    if turn is None:
        return (refuse("referee.over"),)
    if seat != turn.seat:
        return (*_closing_rules(game, state, seat, action), other_seat(seat, turn.seat))
    if (name := verb_of(action)) not in turn.verbs:
        if rule := game.flow.refused[turn.question].get(name):
            return (refuse(rule, seat=seat, verb=name),)
        return (*_closing_rules(game, state, seat, action), refuse("referee.verb", verb=name, open=turn.verbs))
    verb = game.verb_by_type[type(action)]
    if unknown := _unknown_values(game, state, verb, action):
        return unknown
    refusals = tuple(verb.objections(state, action))
    return with_components(game, state, seat, action, refusals) if refusals else ()


def other_seat(seat: Seat, decider: Seat) -> Refusal:
    """Return the refusal of a seat that is not to move. Its facts name the seat that decides, or chance."""
    facts: dict[str, Fact] = {"chance": CHANCE} if decider == CHANCE else {"decider": decider}
    return refuse("referee.seat", seat=seat, turn=decider, **facts)


def _closing_rules(game: Game[S, O, V], state: S, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Return the rules that closed a question of this seat that the action would have answered.

    Otherwise a rule that ended the turn of the seat is the reason against all its later actions.
    """
    verb = verb_of(action)
    turn, own = game.turn(state), [each for each in state.closed if each.seat == seat]
    closed = [each for each in own if verb in game.flow.verbs[each.question]]
    if not closed and turn is not None and turn.seat != seat:
        closed = [each for each in own if each.question in game.flow.turn_questions]
    return tuple(refuse(each.rule, seat=seat, verb=verb, **_answer_of(each)) for each in closed)


def _answer_of(closed: ClosedQuestion) -> dict[str, Fact]:
    return {"answer": closed.answer} if closed.answer else {}


def _unknown_values(game: Game[S, O, V], state: S, verb: Verb[S], action: Action) -> tuple[Refusal, ...]:
    """Return a refusal for each field whose value is not in its domain. Objections may then rely on known values.

    A component of another kind breaks a rule of the game. Only a value that the game lacks breaks `referee.field`.
    """
    domains, found = game.domains(state), []
    for name, domain in verb.domains.items():
        value = getattr(action, name)
        values = dict.fromkeys(value) if isinstance(value, tuple) else (value,)
        for unknown in (each for each in values if value is not None and each not in domains[domain]):
            kind = component_kind(game, state, unknown)
            if kind and name in verb.kinds:
                found.append(refuse(verb.kinds[name], **{name: unknown, "kind": kind}))
            elif not (kind and verb.any_name):
                found.append(refuse("referee.field", field=name, value=unknown))
    return tuple(found)


def component_kind(game: Game[S, O, V], state: S, name: Fact) -> str:
    """Return the kind of a component: the first domain that has it and whose kind is named in the texts, else ""."""
    names = game.catalogue().names
    kinds = (domain for domain, values in game.domains(state).items() if f"kind_{domain}" in names and name in values)
    return next(kinds, "") if isinstance(name, str) else ""


def legal_actions(game: Game[S, O, V], state: S, *, kind: str | None = None) -> list[Action]:
    """Return every legal action of the seat to move, of one verb if `kind` is given. The order is fixed."""
    turn = game.turn(state)
    legal: list[Action] = []
    if turn is None:
        return legal
    for name in turn.verbs:
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
    """Return the outcomes of chance with their weights. Empty if chance is not the seat to move."""
    turn = game.turn(state)
    if turn is None or turn.seat != CHANCE:
        return ()
    verbs = [game.verbs[name].outcomes for name in turn.verbs]
    if len(verbs) == 1 and verbs[0] is not None:
        return verbs[0](state)
    return [outcome for listed in verbs if listed is not None for outcome in listed(state)]


def apply(game: Game[S, O, V], state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
    """Apply a legal action and the automatic steps after it. Returns the next state and the events.

    An action of a seat clears the questions that closed before it. Chance keeps them.
    """
    verb = game.verb_by_type[type(action)]
    if state.closed and verb.outcomes is None:
        state = replace(state, closed=())
    state = run_automatic_steps(game, verb.apply(state, action))
    events = state.events
    return replace(state, events=(), processed_events=0) if events else state, events


def run_automatic_steps(game: Game[S, O, V], state: S) -> S:
    """Run automatic steps and triggers until a seat must decide or the game is over.

    The loop has the two parts of `Game.automatic_step` without its call: it runs after every action of a search.
    """
    triggers, flow = game.triggers, game.flow
    while True:
        after = triggers.process(state) if triggers is not None else state
        after = flow.automatic_step(after)
        if after is state:
            after = game.forced_answer(state) if flow.is_forced(state) else state
            if after is state:
                return state
        state = after


def nearest_legal_actions(game: Game[S, O, V], state: S, seat: Seat, action: Action, *, limit: int = 5) -> list[Action]:
    """Return the legal actions most similar to a refused one: same verb first, then most equal fields.

    Empty for a seat that is not to move, because the list could reveal the hand of the seat that is.
    """
    turn = game.turn(state)
    if turn is None or turn.seat != seat:
        return []
    wanted = {name: getattr(action, name) for name in action.__struct_fields__}

    def distance(legal: Action) -> tuple[bool, int]:
        equal_fields = sum(getattr(legal, name, ...) == value for name, value in wanted.items())
        return (type(legal) is not type(action), -equal_fields)

    return sorted(legal_actions(game, state), key=distance)[:limit]


def visible_action(game: Game[S, O, V], state: S, action: Action, seat: int | None) -> Action | None:
    """Return the action as a seat sees it, or None if the seat sees only its verb."""
    visible_to = game.verb_by_type[type(action)].visible_to
    seats = visible_to(state, action) if visible_to else None
    return action if seats is None or seat in seats else None
