"""Records from the command line: `referee check` replays them, `referee verify-chance` recomputes their dice."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from referee_service.games import GAMES
from referee_service.kernel import play
from referee_service.kernel.chance import commitment, pick, seed_key
from referee_service.kernel.codec import (
    CodecError,
    Record,
    action_from,
    notation,
    parse,
    parse_record,
    parse_record_json,
)
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Language, Refusal, because
from referee_service.kernel.state import CHANCE

UNREADABLE = (OSError, UnicodeDecodeError, CodecError, LookupError)


def read_record(path: Path) -> tuple[AnyGame, Record]:
    """A record, as text or as JSON, and its game."""
    text = path.read_text()
    record = parse_record_json(text.encode()) if text.lstrip().startswith("{") else parse_record(text)
    if record.game not in GAMES:
        raise LookupError(f"no game is called {record.game!r}")
    return GAMES[record.game], record


def rulings(game: AnyGame, refusals: tuple[Refusal, ...], language: Language) -> Iterator[str]:
    """Refusals in words, a line each."""
    for refusal in refusals:
        ruling = game.catalogue().ruling(refusal, language)
        yield f"{ruling.message}  ({ruling.rule}: {ruling.title} [{ruling.source}])"


# --- check ----------------------------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    """Replay every record; 1 when one of them cannot have been played."""
    results = [_is_legal(path, options.lang) for path in options.files]
    return 0 if all(results) else 1


def _is_legal(path: Path, language: Language) -> bool:
    try:
        game, record = read_record(path)
        match = play.replay(game, record)
    except UNREADABLE as error:
        print(f"{path}: cannot be read: {error}")
        return False
    except play.Diverged as error:
        print(f"{path}: {error}")
        for line in rulings(game, error.refusals, language):
            print(f"    {line}")
        return False
    outcome = game.result(match.board)
    print(f"{path}: {len(record.moves)} moves are legal" + (f"; scores {outcome.scores}" if outcome else ""))
    return True


# --- verify-chance --------------------------------------------------------------------------------------------------


class Unverified(Exception):
    """A record whose dice cannot be recomputed, and why."""


def verify_chance(options: argparse.Namespace) -> int:
    """Recompute what chance brought; 1 when something else stands in the record."""
    path: Path = options.file
    try:
        game, record = read_record(path)
        acts = _recomputed(game, record, options.key)
    except UNREADABLE as error:
        print(f"{path}: cannot be read: {error}")
    except (Unverified, play.Diverged) as error:
        print(f"{path}: {error}")
    else:
        source = "seed" if record.chance.mode == "seeded" else "key"
        print(f"{path}: all {acts} acts of chance are what the {source} brings")
        return 0
    return 1


def _recomputed(game: AnyGame, record: Record, given: bytes | None) -> int:
    """How many acts of chance the record holds; Diverged at the first that its key does not bring."""
    key, acts = _key_of(record, given), 0
    judged = play.positions(game, record)
    before = next(judged)
    for index, (move, after) in enumerate(zip(record.moves, judged, strict=True)):
        if move.seat == CHANCE:
            brought = pick(key, before.chance.count, play.outcomes(game, before.board))
            taken = parse(game, move.notation) if move.notation else action_from(game, move.action)
            if brought != taken:
                raise play.Diverged(index, because("key", brought=notation(brought), taken=notation(taken)))
            acts += 1
        before = after
    return acts


def _key_of(record: Record, given: bytes | None) -> bytes:
    mode, seed = record.chance.mode, record.chance.seed
    if mode == "table":
        raise Unverified("real dice were rolled at a table: there is nothing to recompute")
    if mode == "seeded":
        return seed_key(seed)
    if given is None:
        raise Unverified("the dice were secret: give the revealed chance_key with --key")
    if commitment(given) != seed:
        raise Unverified("this is not the key that the match was committed to")
    return given
