"""All that anyone calls: judge, legal_actions, outcomes, apply; and a match from its start to its last action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.chance import Chance, commitment, seed_key, weighted_choice
from referee_service.kernel.codec import (
    CodecError,
    Match,
    Record,
    RecordedMove,
    notation,
    parse_action_json,
    parse_notation,
)
from referee_service.kernel.game import AnyGame, Game, Verb, WeightedOutcomes
from referee_service.kernel.rules import Reason, Refusal, make_reason, refuse
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, State, verb_of

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


# --- one state ------------------------------------------------------------------------------------------------------


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


# --- a match --------------------------------------------------------------------------------------------------------


class MoveRefused(Exception):
    """A move that is against the rules, with every reason."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(", ".join(refusal.rule for refusal in refusals))
        self.refusals = tuple(refusals)


class MoveResult(Struct, frozen=True):
    """What a move brought: the match after it, every action played (yours and chance's), and what happened."""

    match: Match
    moves: tuple[RecordedMove, ...]
    events: tuple[Event, ...]
    states_before: tuple[State, ...]
    """The state in which each action was played, in the same order: it tells who saw what of it."""
    actions: tuple[Action, ...]
    """The actions themselves, in the same order."""


def new_match(
    game: Game[S, O, V], *, seats: int, options: O | None = None, chance: Chance, content: str | None = None
) -> Match:
    """A new match before chance has acted; ValueError or LookupError when it cannot be set up so."""
    if seats not in game.seats:
        raise ValueError(f"{game.name} is played by {', '.join(map(str, game.seats))}, not {seats}")
    chosen = msgspec.convert(msgspec.to_builtins(options or game.options_type()), game.options_type)
    board = game.setup(seats, chosen, game.packs.resolve_id(content))
    board = replace(run_automatic_steps(game, board), events=(), processed_events=0)
    return Match(game.name, game.ruleset, chance, 0, board)


def play_move(game: Game[S, O, V], match: Match, seat: Seat, action: Action) -> MoveResult:
    """One action of a seat, judged; Refused with all reasons when it is illegal."""
    board = _typed_state(game, match)
    refusals = judge(game, board, seat, action)
    if seat == CHANCE and match.chance.mode != "table":
        refusals = (*refusals, refuse("referee.chance_mode", mode=match.chance.mode))
    if refusals:
        raise MoveRefused(refusals)
    return _apply_move(game, match, seat, action)


def play_chance(game: Game[S, O, V], match: Match, key: bytes | None = None) -> MoveResult:
    """Let chance act until a seat must decide. A seeded match has its key with it; a table match waits."""
    if match.chance.mode != "secret":
        key = seed_key(match.chance.seed) if match.chance.mode == "seeded" else None
    elif key is not None and commitment(key) != match.chance.seed:
        raise ValueError("this is not the key that the match was committed to")
    played: list[RecordedMove] = []
    events: list[Event] = []
    boards: list[State] = []
    actions: list[Action] = []
    while key is not None and (open_outcomes := outcomes(game, _typed_state(game, match))):
        step = _apply_move(game, match, CHANCE, weighted_choice(key, match.chance.count, open_outcomes))
        match = step.match
        played += step.moves
        events += step.events
        boards += step.states_before
        actions += step.actions
    return MoveResult(match, tuple(played), tuple(events), tuple(boards), tuple(actions))


def _apply_move(game: Game[S, O, V], match: Match, seat: Seat, action: Action) -> MoveResult:
    before = _typed_state(game, match)
    board, events = apply(game, before, action)
    chance = replace(match.chance, count=match.chance.count + 1) if seat == CHANCE else match.chance
    after = Match(match.game, match.ruleset, chance, match.ply + 1, board)
    return MoveResult(after, (RecordedMove(seat, notation(action)),), events, (before,), (action,))


def _typed_state(game: Game[S, O, V], match: Match) -> S:
    assert isinstance(match.state, game.state_type)
    return match.state


# --- records --------------------------------------------------------------------------------------------------------


class ReplayError(Exception):
    """A record that cannot have been played: the index of its first bad move (-1: it cannot even begin), and why."""

    def __init__(self, index: int, reason: Reason, refusals: Sequence[Refusal] = ()) -> None:
        told = reason.text("en")
        super().__init__(f"move {index}: {told}" if index >= 0 else told)
        self.index, self.reason, self.refusals = index, reason, tuple(refusals)


def new_record(game: Game[S, O, V], match: Match, *, seats: int, options: O | None = None) -> Record:
    """An empty record for a match that begins."""
    chosen: dict[str, msgspec.Raw] = {
        name: msgspec.Raw(msgspec.json.encode(value))
        for name, value in msgspec.structs.asdict(options or game.options_type()).items()
    }
    start_chance = replace(match.chance, count=0)
    return Record(game.name, game.ruleset, match.state.pack, seats, chosen, start_chance)


def replay(game: AnyGame, record: Record) -> Match:
    """The match a record leads to; Diverged at its first illegal move, or one that chance cannot have brought.

    In a seeded record moves of chance may be left out; those given must be what the seed brings.
    """
    *_, match = replay_matches(game, record)
    if not any(move.seat == CHANCE for move in record.moves):
        match = play_chance(game, match).match
    outcome = game.result(match.state)
    if record.result is not None and (outcome is None or outcome.scores != record.result.scores):
        found = outcome.scores if outcome else None
        raise ReplayError(len(record.moves), make_reason("claim", claimed=record.result.scores, found=found))
    return match


def replay_matches(game: AnyGame, record: Record) -> Iterator[Match]:
    """The match at its start and after every move of a record."""
    match = _start_match(game, record)
    yield match
    key = seed_key(record.chance.seed) if record.chance.mode == "seeded" else None
    for index, recorded in enumerate(record.moves):
        if key is not None and recorded.seat != CHANCE:
            match = play_chance(game, match).match
        try:
            action = (
                parse_notation(game, recorded.notation)
                if recorded.notation
                else parse_action_json(game, recorded.action)
            )
        except CodecError as error:
            raise ReplayError(index, error.reason) from error
        refusals = judge(game, match.state, recorded.seat, action)
        if refusals:
            raise ReplayError(index, make_reason("refused", action=notation(action)), refusals)
        if key is not None and recorded.seat == CHANCE:
            brought = weighted_choice(key, match.chance.count, outcomes(game, match.state))
            if brought != action:
                raise ReplayError(index, make_reason("seed", brought=notation(brought), taken=notation(action)))
        match = _apply_move(game, match, recorded.seat, action).match
        yield match


def _start_match(game: AnyGame, record: Record) -> Match:
    if (record.game, record.ruleset) != (game.name, game.ruleset):
        found, wanted = f"{record.game} {record.ruleset}", f"{game.name} {game.ruleset}"
        raise ReplayError(-1, make_reason("other_record", found=found, wanted=wanted))
    try:
        options = msgspec.convert({n: msgspec.json.decode(v) for n, v in record.options.items()}, game.options_type)
        chance = replace(record.chance, count=0)
        return new_match(game, seats=record.seats, options=options, chance=chance, content=record.content)
    except (ValueError, LookupError, RecursionError) as error:
        raise ReplayError(-1, make_reason("start", why=str(error))) from error
