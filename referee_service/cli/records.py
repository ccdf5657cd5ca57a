"""Records from the command line: `referee check` replays them, `referee verify-chance` recomputes their dice."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import commitment, seed_key, weighted_choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError, notation, parse_action_json, parse_notation
from referee_service.kernel.records import Record, parse_record, parse_record_json
from referee_service.kernel.replay import ReplayError, replay, replay_matches
from referee_service.kernel.rules import Language, Refusal, make_reason
from referee_service.kernel.state import CHANCE

READ_ERRORS = (OSError, UnicodeDecodeError, CodecError, LookupError)


def read_record(path: Path) -> tuple[AnyGame, Record]:
    """A record, as text or as JSON, and its game."""
    text = path.read_text()
    record = parse_record_json(text.encode()) if text.lstrip().startswith("{") else parse_record(text)
    if record.game not in GAMES:
        raise LookupError(f"no game is called {record.game!r}")
    return GAMES[record.game], record


def ruling_lines(game: AnyGame, refusals: tuple[Refusal, ...], language: Language) -> Iterator[str]:
    """Refusals in words, a line each."""
    for refusal in refusals:
        ruling = game.catalogue().ruling(refusal, language)
        yield f"{ruling.message}  ({ruling.rule}: {ruling.title} [{ruling.source}])"


# --- check ----------------------------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    """Replay every record; 1 when one of them cannot have been played."""
    results = [_check_file(path, options.lang) for path in options.files]
    return 0 if all(results) else 1


def _check_file(path: Path, language: Language) -> bool:
    try:
        game, record = read_record(path)
        match = replay(game, record)
    except READ_ERRORS as error:
        print(f"{path}: cannot be read: {error}")
        return False
    except ReplayError as error:
        print(f"{path}: {error}")
        for line in ruling_lines(game, error.refusals, language):
            print(f"    {line}")
        return False
    outcome = game.result(match.state)
    print(f"{path}: {len(record.moves)} moves are legal" + (f"; scores {outcome.scores}" if outcome else ""))
    return True


# --- verify-chance --------------------------------------------------------------------------------------------------


class UnverifiableChance(Exception):
    """A record whose dice cannot be recomputed, and why."""


def verify_chance(options: argparse.Namespace) -> int:
    """Recompute what chance brought; 1 when something else stands in the record."""
    path: Path = options.file
    try:
        game, record = read_record(path)
        acts = _verify_moves(game, record, options.key)
    except READ_ERRORS as error:
        print(f"{path}: cannot be read: {error}")
    except (UnverifiableChance, ReplayError) as error:
        print(f"{path}: {error}")
    else:
        source = "seed" if record.chance.mode == "seeded" else "key"
        print(f"{path}: all {acts} acts of chance are what the {source} brings")
        return 0
    return 1


def _verify_moves(game: AnyGame, record: Record, given: bytes | None) -> int:
    """How many acts of chance the record holds; Diverged at the first that its key does not bring."""
    key, acts = _chance_key(record, given), 0
    judged = replay_matches(game, record)
    before = next(judged)
    for index, (move, after) in enumerate(zip(record.moves, judged, strict=True)):
        if move.seat == CHANCE:
            brought = weighted_choice(key, before.chance.count, engine.outcomes(game, before.state))
            taken = parse_notation(game, move.notation) if move.notation else parse_action_json(game, move.action)
            if brought != taken:
                raise ReplayError(index, make_reason("key", brought=notation(brought), taken=notation(taken)))
            acts += 1
        before = after
    return acts


def _chance_key(record: Record, given: bytes | None) -> bytes:
    mode, seed = record.chance.mode, record.chance.seed
    if mode == "table":
        raise UnverifiableChance("real dice were rolled at a table: there is nothing to recompute")
    if mode == "seeded":
        return seed_key(seed)
    if given is None:
        raise UnverifiableChance("the dice were secret: give the revealed chance_key with --key")
    if commitment(given) != seed:
        raise UnverifiableChance("this is not the key that the match was committed to")
    return given
