"""Check of record files: each is valid, or has a first bad line with its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

from referee_sdk.client import Client
from referee_sdk.errors import RateLimited, RefereeError, ServerError, Unauthorized, UnreadableRecord
from referee_sdk.models import Refusal, Replay
from referee_sdk.records import Record

RECORD_SUFFIX = ".game"
SERVICE_ERRORS = (ServerError, RateLimited, Unauthorized)
"""Errors of the service; they do not mean that a record is invalid."""


@dataclass(frozen=True)
class CheckResult:
    """Result for one file. `line`, `move` and `refusals` belong to the first move that cannot have been played.

    `scores` are the points of the seats, and `rivals` those of opponents without a seat, by name.
    """

    path: Path
    valid: bool
    moves: int = 0
    seconds: float = 0.0
    scores: tuple[int, ...] = ()
    rivals: Mapping[str, int] = field(default_factory=dict)
    line: int | None = None
    move: str = ""
    reason: str = ""
    refusals: tuple[Refusal, ...] = ()

    @property
    def location(self) -> str:
        """Place of the bad line as `path:line`, which editors can open."""
        return f"{self.path}:{self.line}" if self.line is not None else str(self.path)

    def report_lines(self) -> Iterator[str]:
        """Yield the lines of a report: a summary, or the bad line with its rulings."""
        if self.valid:
            scores = f", scores {'-'.join(map(str, self.scores))}" if self.scores else ", not played to its end"
            rivals = "".join(f", {name} {score}" for name, score in self.rivals.items())
            yield f"{self.path}: {self.moves} moves are legal{scores}{rivals}"
            return
        yield f"{self.location}: {self.move}" if self.move else f"{self.location}: {self.reason}"
        if self.move and not self.refusals:
            yield f"    {self.reason}"
        for refusal in self.refusals:
            yield f"    {refusal.message}  ({refusal.rule}: {refusal.title} [{refusal.source}])"


def find_record_files(paths: Iterable[Path]) -> list[Path]:
    """Return the given files, and all `*.game` files in the given folders."""
    return [file for path in paths for file in (sorted(path.rglob(f"*{RECORD_SUFFIX}")) if path.is_dir() else [path])]


def check_file(client: Client, path: Path) -> CheckResult:
    """Replay one record and return the result. Raises only the errors in `SERVICE_ERRORS`."""
    started_at = perf_counter()
    try:
        content = path.read_text(encoding="utf-8")
        record = Record.parse(content)
        is_json = content.lstrip().startswith("{")
        replay = client.replay(record if is_json else content, include=[])
    except SERVICE_ERRORS:
        raise
    except UnreadableRecord as error:
        return CheckResult(path, valid=False, line=error.line, reason=f"cannot be read: {error.detail}")
    except RefereeError as error:
        return CheckResult(path, valid=False, reason=f"cannot be judged: {error.detail}")
    except (OSError, UnicodeDecodeError) as error:
        return CheckResult(path, valid=False, reason=f"cannot be read: {error}")
    return _check_result(path, record, replay, perf_counter() - started_at)


def _check_result(path: Path, record: Record, replay: Replay, seconds: float) -> CheckResult:
    if replay.position is not None:
        result = replay.position.result
        checked = CheckResult(path, valid=True, moves=len(record.moves), seconds=seconds)
        return replace(checked, scores=result.scores, rivals=result.rival_scores) if result else checked
    index = replay.index
    bad_move = record.moves[index] if index is not None and index < len(record.moves) else None
    return CheckResult(
        path,
        valid=False,
        moves=len(record.moves),
        seconds=seconds,
        line=bad_move.line if bad_move else None,
        move=f"{bad_move.seat} {bad_move.notation}" if bad_move else "",
        reason=replay.reason or "",
        refusals=replay.refusals,
    )
