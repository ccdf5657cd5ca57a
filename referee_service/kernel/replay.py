"""Replay of records: every move judged again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.chance import seed_key, weighted_choice
from referee_service.kernel.engine import judge, outcomes
from referee_service.kernel.game import AnyGame, Game
from referee_service.kernel.match import Match, _apply_move, new_match, play_chance
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.notation import CodecError, notation, parse_action_json, parse_notation
from referee_service.kernel.records import ClaimedResult, Record
from referee_service.kernel.rules import Reason, Refusal, make_reason
from referee_service.kernel.score import Result, scores_text
from referee_service.kernel.setup import SetupError
from referee_service.kernel.state import CHANCE, Options, State

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


def replay(game: AnyGame, record: Record) -> Match:
    """Replay a record and return the match after its last move.

    Raises ReplayError at the first illegal move, impossible outcome of chance, or wrong claim about the result. A
    seeded record may omit the moves of chance; those it has must match the seed.
    """
    *_, match = replay_matches(game, record)
    if not any(move.seat == CHANCE for move in record.moves):
        match = play_chance(game, match).match
    if record.result is not None:
        _check_claim(record.result, game.result(match.state), len(record.moves))
    return match


def _check_claim(claimed: ClaimedResult, found: Result | None, move_count: int) -> None:
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


def replay_matches(game: AnyGame, record: Record) -> Iterator[Match]:
    """Yield the match at its start and after every move of a record. Raises ReplayError at the first bad move."""
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
    except SetupError as error:
        raise ReplayError(-1, error.reason) from error
    except msgspec.ValidationError as error:
        raise ReplayError(-1, mismatch(error, game.options_type)) from error
    except (ValueError, LookupError, RecursionError) as error:
        raise ReplayError(-1, make_reason("start", why=str(error))) from error
