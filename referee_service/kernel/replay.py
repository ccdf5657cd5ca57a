"""Replay of records: every move judged again, and every outcome of chance recomputed where its key is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.chance import seed_key, weighted_choice
from referee_service.kernel.engine import judge, outcomes
from referee_service.kernel.game import AnyGame, Game
from referee_service.kernel.match import Match, MoveResult, PlayedMove, _apply_move, chance_steps, new_match
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.notation import CodecError, format_notation, notation, parse_action_json, parse_notation
from referee_service.kernel.records import ClaimedResult, Record, RecordedMove
from referee_service.kernel.rules import Reason, Refusal, make_reason
from referee_service.kernel.score import Result, scores_text
from referee_service.kernel.setup import SetupError
from referee_service.kernel.state import CHANCE, Action, Options, State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


class ReplayError(Exception):
    """Raised if a record is not a legal match. `index` is its first bad move, or -1 if the match cannot be set up."""

    def __init__(self, index: int, reason: Reason, refusals: Sequence[Refusal] = ()) -> None:
        sentence = reason_text(reason, "en")
        super().__init__(f"move {index}: {sentence}" if index >= 0 else sentence)
        self.index, self.reason, self.refusals = index, reason, tuple(refusals)


def new_record(game: Game[S, O, V], match: Match, *, seats: int, options: O | None = None) -> Record:
    """Return an empty record for a match that begins."""
    chosen: dict[str, msgspec.Raw] = {
        name: msgspec.Raw(msgspec.json.encode(value))
        for name, value in msgspec.structs.asdict(options or game.options_type()).items()
    }
    start_chance = replace(match.chance, count=0)
    return Record(game.name, game.ruleset, match.state.pack, seats, chosen, start_chance)


class ReplayStep(Struct, frozen=True):
    """One move of a replay: the match before it and its result. `index` is None if the record leaves it out.

    For a move of chance with a known key, `outcomes` are all possible ones with their weights, and `expected` is the
    one that the key selects.
    """

    index: int | None
    before: Match
    result: MoveResult
    outcomes: Sequence[tuple[Action, int]] = ()
    expected: Action | None = None

    @property
    def after(self) -> Match:
        """The match after the move."""
        return self.result.match

    @property
    def move(self) -> PlayedMove:
        """The move."""
        return self.result.moves[0]


def replay(game: AnyGame, record: Record) -> Match:
    """Replay a record and return the match after its last move.

    Raises ReplayError at the first illegal move, impossible outcome of chance, or wrong claim about the result. A
    seeded record may omit the moves of chance; those it has must match the seed.
    """
    match = start_match(game, record)
    for step in replay_steps(game, record, match):
        match = step.after
    check_claim(game, record, match)
    return match


def replay_matches(game: AnyGame, record: Record) -> Iterator[Match]:
    """Yield the match at its start and after every move of a record. Raises ReplayError at the first bad move."""
    match = start_match(game, record)
    yield match
    yield from (step.after for step in replay_steps(game, record, match) if step.index is not None)


def replay_steps(game: AnyGame, record: Record, start: Match, key: bytes | None = None) -> Iterator[ReplayStep]:
    """Yield every move of a record from its start. Raises ReplayError at the first bad move.

    A seeded record has its key, and the moves of chance that it leaves out are yielded too. With the `key` of a secret
    record, the steps of chance have what it selects; that may differ from the move.
    """
    match, is_seeded = start, record.chance.mode == "seeded"
    key = seed_key(record.chance.seed) if is_seeded else key
    for index, recorded in enumerate(record.moves):
        if is_seeded and recorded.seat != CHANCE:
            for step in _omitted_steps(game, match, key):
                yield step
                match = step.after
        action = _legal_action(game, match, index, recorded)
        possible = outcomes(game, match.state) if key is not None and recorded.seat == CHANCE else ()
        expected = weighted_choice(key, match.chance.count, possible) if key is not None and possible else None
        if is_seeded and expected not in (None, action):
            raise ReplayError(index, unexpected_outcome("seed", expected, action))
        result = _apply_move(game, match, recorded.seat, action)
        yield ReplayStep(index, match, result, possible, expected)
        match = result.match
    if not any(move.seat == CHANCE for move in record.moves):
        yield from _omitted_steps(game, match, key if is_seeded else None)


def _omitted_steps(game: AnyGame, match: Match, key: bytes | None) -> Iterator[ReplayStep]:
    """Yield the moves of chance until a seat must decide."""
    for possible, result in chance_steps(game, match, key) if key is not None else ():
        yield ReplayStep(None, match, result, possible, result.moves[0].action)
        match = result.match


def _legal_action(game: AnyGame, match: Match, index: int, recorded: RecordedMove) -> Action:
    """Return the action of a recorded move. Raises ReplayError if it cannot be read or is illegal."""
    try:
        action = (
            parse_notation(game, recorded.notation) if recorded.notation else parse_action_json(game, recorded.action)
        )
    except CodecError as error:
        raise ReplayError(index, error.reason) from error
    refusals = judge(game, match.state, recorded.seat, action)
    if refusals:
        raise ReplayError(index, make_reason("refused", action=format_notation(action)), refusals)
    return action


def unexpected_outcome(source: Literal["seed", "key"], expected: Action, taken: Action) -> Reason:
    """Return the reason why an outcome is not the one that a seed or key selects."""
    return make_reason(source, brought=notation(expected), taken=notation(taken))


def check_claim(game: AnyGame, record: Record, match: Match) -> None:
    """Raise ReplayError if a record claims a result that its last match does not have."""
    if record.result is not None:
        _check_scores(record.result, game.result(match.state), len(record.moves))


def _check_scores(claimed: ClaimedResult, found: Result | None, move_count: int) -> None:
    """Raise ReplayError if a record claims a result before the end, or other scores or winners than its last state has.

    A record may leave out the scores of rivals.
    """
    claimed_text = scores_text(claimed.scores, claimed.rivals)
    if found is None:
        raise ReplayError(move_count, make_reason("unfinished", claimed=claimed_text))
    if claimed.scores != found.scores or claimed.rivals not in ({}, found.rival_scores):
        found_text = scores_text(found.scores, found.rival_scores)
        raise ReplayError(move_count, make_reason("claim", claimed=claimed_text, found=found_text))
    if set(claimed.winners) != set(found.winners):
        claimed_text, found_text = (msgspec.json.encode(each.winners).decode() for each in (claimed, found))
        raise ReplayError(move_count, make_reason("claim_winners", claimed=claimed_text, found=found_text))


def start_match(game: AnyGame, record: Record) -> Match:
    """Return the match at the start of a record. Raises ReplayError if it cannot be set up."""
    if (record.game, record.ruleset) != (game.name, game.ruleset):
        found, wanted = f"{record.game} {record.ruleset}", f"{game.name} {game.ruleset}"
        raise ReplayError(-1, make_reason("other_record", found=found, wanted=wanted))
    try:
        options = msgspec.convert({n: msgspec.json.decode(v) for n, v in record.options.items()}, game.options_type)
        chance = replace(record.chance, count=0)
        return new_match(game, seats=record.seats, options=options, chance=chance, content=record.content)
    except SetupError as error:
        raise ReplayError(-1, error.reason) from error
    except msgspec.ValidationError as error:
        raise ReplayError(-1, mismatch(error, game.options_type)) from error
    except (ValueError, LookupError, RecursionError) as error:
        raise ReplayError(-1, make_reason("start", why=str(error))) from error
