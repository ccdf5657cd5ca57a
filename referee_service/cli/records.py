"""Commands for records: `referee check` replays them, `referee verify-chance` recomputes their dice."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from referee_service.games import GAMES
from referee_service.kernel.chance import commitment, seed_key
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError
from referee_service.kernel.records import Record, parse_record, parse_record_json
from referee_service.kernel.replay import ReplayError, replay, replay_steps, start_match, unexpected_outcome
from referee_service.kernel.rules import Language, Refusal
from referee_service.kernel.score import scores_text

EXIT_OK, EXIT_INVALID, EXIT_ERROR = 0, 1, 2
READ_ERRORS = (OSError, UnicodeDecodeError, CodecError, LookupError)


def read_record(path: Path) -> tuple[AnyGame, Record]:
    """Return a record (text or JSON) and its game. Raises one of READ_ERRORS if the file is not a valid record."""
    text = path.read_text()
    record = parse_record_json(text.encode()) if text.lstrip().startswith("{") else parse_record(text)
    if record.game not in GAMES:
        raise LookupError(f"no game is named {record.game!r}; see `referee games`")
    return GAMES[record.game], record


def ruling_lines(game: AnyGame, refusals: tuple[Refusal, ...], language: Language) -> Iterator[str]:
    """Yield one line of text per refusal."""
    for refusal in refusals:
        ruling = game.catalogue().ruling(refusal, language)
        yield f"{ruling.message}  ({ruling.rule}: {ruling.title} [{ruling.source}])"


# --- check ----------------------------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    """Replay every record. Return 2 if a file cannot be read, else 1 if a record is invalid, else 0."""
    return max(_check_file(path, options.lang) for path in options.files)


def _check_file(path: Path, language: Language) -> int:
    """Print the result of one record and return its exit code, with the meaning of `referee-check`."""
    if path.is_dir():
        print(f"{path}: is a folder; `referee-check {path}` of the SDK checks all records in it")
        return EXIT_ERROR
    try:
        game, record = read_record(path)
        match = replay(game, record)
    except READ_ERRORS as error:
        print(f"{path}: cannot be read: {error}")
        return EXIT_ERROR if isinstance(error, OSError | UnicodeDecodeError) else EXIT_INVALID
    except ReplayError as error:
        print(f"{path}: {error}")
        for line in ruling_lines(game, error.refusals, language):
            print(f"    {line}")
        return EXIT_INVALID
    result = game.result(match.state)
    scores = f"; scores {scores_text(result.scores, result.rival_scores)}" if result else ""
    print(f"{path}: {len(record.moves)} moves are legal{scores}")
    return EXIT_OK


# --- verify-chance --------------------------------------------------------------------------------------------------


class UnverifiableChance(Exception):
    """A reason why the dice of a record cannot be recomputed."""


def verify_chance(options: argparse.Namespace) -> int:
    """Recompute every chance move of a record. Return 1 if one differs or the record is unreadable, else 0."""
    path: Path = options.file
    try:
        game, record = read_record(path)
        count = _verify_moves(game, record, options.key)
    except READ_ERRORS as error:
        print(f"{path}: cannot be read: {error}")
    except (UnverifiableChance, ReplayError) as error:
        print(f"{path}: {error}")
    else:
        source = "seed" if record.chance.mode == "seeded" else "key"
        print(f"{path}: all {count} chance moves follow from the {source}")
        return 0
    return 1


def _verify_moves(game: AnyGame, record: Record, revealed_key: bytes | None) -> int:
    """Return the number of chance moves. Raises ReplayError at the first one that differs from the key's outcome."""
    key, count = _chance_key(record, revealed_key), 0
    for step in replay_steps(game, record, start_match(game, record), key):
        if step.index is not None and step.expected is not None:
            if step.expected != step.move.action:
                raise ReplayError(step.index, unexpected_outcome("key", step.expected, step.move.action))
            count += 1
    return count


def _chance_key(record: Record, revealed_key: bytes | None) -> bytes:
    mode, seed = record.chance.mode, record.chance.seed
    if mode == "table":
        raise UnverifiableChance("the match used real dice, so nothing can be recomputed")
    if mode == "seeded":
        return seed_key(seed)
    if revealed_key is None:
        raise UnverifiableChance("the match used secret chance; pass the revealed chance_key with --key")
    if commitment(revealed_key) != seed:
        raise UnverifiableChance("the key does not match the commitment of the record")
    return revealed_key
