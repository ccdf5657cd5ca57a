"""Are these records of games that can have been played? One file, one answer: fine, or its first bad line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from referee_sdk.client import Client
from referee_sdk.errors import RateLimited, RefereeError, ServerError, Unauthorized, UnreadableRecord
from referee_sdk.models import Refusal, Replay
from referee_sdk.records import Record

RECORD_SUFFIX = ".game"
SERVICE_ERRORS = (ServerError, RateLimited, Unauthorized)
"""Errors that say nothing about a record."""


@dataclass(frozen=True)
class CheckResult:
    """What the referee says of one file; `line` and `move` are those of the first that cannot have been played."""

    path: Path
    valid: bool
    moves: int = 0
    seconds: float = 0.0
    scores: tuple[int, ...] = ()
    line: int | None = None
    move: str = ""
    reason: str = ""
    refusals: tuple[Refusal, ...] = ()

    @property
    def location(self) -> str:
        """`path:line`, as editors know it."""
        return f"{self.path}:{self.line}" if self.line is not None else str(self.path)

    def report_lines(self) -> Iterator[str]:
        """The answer in lines: what is wrong, then every ruling."""
        if self.valid:
            scores = f", scores {'-'.join(map(str, self.scores))}" if self.scores else ", not played to its end"
            yield f"{self.path}: {self.moves} moves are legal{scores}"
            return
        yield f"{self.location}: {self.move}" if self.move else f"{self.location}: {self.reason}"
        if self.move and not self.refusals:
            yield f"    {self.reason}"
        for refusal in self.refusals:
            yield f"    {refusal.message}  ({refusal.rule}: {refusal.title} [{refusal.source}])"


def find_record_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and all records in the folders named."""
    return [file for path in paths for file in (sorted(path.rglob(f"*{RECORD_SUFFIX}")) if path.is_dir() else [path])]


def check_file(client: Client, path: Path) -> CheckResult:
    """Replay one record. Raises only when the service cannot be asked."""
    began = perf_counter()
    try:
        written = path.read_text(encoding="utf-8")
        record = Record.parse(written)
        is_json = written.lstrip().startswith("{")
        replay = client.replay(record if is_json else written, include=[])
    except SERVICE_ERRORS:
        raise
    except UnreadableRecord as error:
        return CheckResult(path, valid=False, line=error.line, reason=f"cannot be read: {error.detail}")
    except RefereeError as error:
        return CheckResult(path, valid=False, reason=f"cannot be judged: {error.detail}")
    except (OSError, UnicodeDecodeError) as error:
        return CheckResult(path, valid=False, reason=f"cannot be read: {error}")
    return _check_result(path, record, replay, perf_counter() - began)


def _check_result(path: Path, record: Record, replay: Replay, seconds: float) -> CheckResult:
    if replay.position is not None:
        result = replay.position.result
        return CheckResult(path, True, len(record.moves), seconds, result.scores if result else ())
    at = replay.index
    bad = record.moves[at] if at is not None and at < len(record.moves) else None
    return CheckResult(
        path,
        valid=False,
        moves=len(record.moves),
        seconds=seconds,
        line=bad.line if bad else None,
        move=f"{bad.seat} {bad.notation}" if bad else "",
        reason=replay.reason or "",
        refusals=replay.refusals,
    )
