"""Check of record files: each is valid, is invalid for a reason at a line, or cannot be checked (an error)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Literal

from referee_sdk.check_texts import check_text
from referee_sdk.client import Client
from referee_sdk.errors import (
    BadRequest,
    RateLimited,
    RefereeError,
    ServerError,
    Unauthorized,
    UnreadableRecord,
)
from referee_sdk.models import Refusal, Replay
from referee_sdk.options import Language
from referee_sdk.record_header import Defect, header_defect, header_line, is_cut, is_json, move_line, refused_header
from referee_sdk.records import Record

RECORD_SUFFIX = ".game"
SERVICE_ERRORS = (ServerError, RateLimited, Unauthorized)
"""Errors of the service; they do not mean that a record is invalid."""
BODY_TOO_LARGE = 413
UNKNOWN_NAME = "referee.field"
"""Rule that refuses a name that the game does not have, such as the first half of one."""

Status = Literal["valid", "invalid", "error"]


@dataclass(frozen=True)
class CheckResult:
    """Result for one file. An `error` is a file that cannot be checked, so nothing is known about its record.

    `code` names the kind of defect. `line`, `move` and `refusals` belong to the first line that is wrong. `scores` are
    the points of the seats, and `rivals` those of opponents without a seat, by name.
    """

    path: Path
    status: Status
    game: str = ""
    moves: int = 0
    seconds: float = 0.0
    scores: tuple[int, ...] = ()
    rivals: Mapping[str, int] = field(default_factory=dict)
    code: str = ""
    line: int | None = None
    move: str = ""
    reason: str = ""
    refusals: tuple[Refusal, ...] = ()
    language: Language = "en"

    @property
    def valid(self) -> bool:
        """Whether the record can have been played."""
        return self.status == "valid"

    @property
    def name(self) -> str:
        """The path as text that every report can contain: bytes that are not UTF-8 are replaced."""
        return printable_path(self.path)

    @property
    def location(self) -> str:
        """Place of the bad line as `path:line`, which editors can open."""
        return f"{self.name}:{self.line}" if self.line is not None else self.name

    @property
    def sentence(self) -> str:
        """The reason in one sentence: the first ruling, or what is wrong with the file. Empty if it is valid."""
        return self.refusals[0].message if self.refusals else self.reason

    def report_lines(self) -> Iterator[str]:
        """Yield the lines of a report: a summary, or the bad line with its rulings."""
        if self.valid:
            yield f"{self.name}: {self._valid_text()}"
            return
        yield f"{self.location}: {self.move or self.reason}"
        if self.move and not self.refusals:
            yield f"    {self.reason}"
        for refusal in self.refusals:
            yield f"    {refusal.message}  ({refusal.rule}: {refusal.title} [{refusal.source}])"

    def _valid_text(self) -> str:
        legal = check_text(self.language, "legal", count=self.moves)
        if not self.scores:
            return legal + check_text(self.language, "unfinished")
        rivals = "".join(f", {name} {score}" for name, score in self.rivals.items())
        return legal + check_text(self.language, "scores", scores="-".join(map(str, self.scores))) + rivals


def printable_path(path: Path) -> str:
    """Return a path as text, with replaced bytes where the file name is not UTF-8."""
    return os.fsencode(path).decode(errors="replace")


def find_record_files(paths: Iterable[Path]) -> list[Path]:
    """Return the given files, and all `*.game` files in the given folders. A folder without any remains as it is."""
    files = [
        file
        for path in paths
        for file in ((sorted(path.rglob(f"*{RECORD_SUFFIX}")) or [path]) if os.path.isdir(path) else [path])
    ]
    return list(dict.fromkeys(files))


def check_file(client: Client, path: Path) -> CheckResult:
    """Replay one record and return the result. Raises only the errors in `SERVICE_ERRORS`."""
    started_at = perf_counter()
    content = _read_content(path)
    if isinstance(content, Defect):
        return _with_defect(CheckResult(path, "error", language=client.language), content)
    result = _check_content(client, CheckResult(path, "invalid", language=client.language), content)
    return replace(result, seconds=perf_counter() - started_at)


def _read_content(path: Path) -> str | Defect:
    """Return the text of a file, or the reason why it has none."""
    if os.path.isdir(path):  # a path that cannot be looked up is not a folder
        return Defect("unreadable-file", "no_records")
    try:
        content = path.read_bytes().decode("utf-8-sig")  # some editors start a file with a byte order mark
    except OSError as error:
        return Defect("unreadable-file", "file", facts={"why": error.strerror or str(error)})
    except UnicodeDecodeError as error:
        return Defect("unreadable-file", "encoding", facts={"byte": error.start})
    return Defect("unreadable-file", "binary") if "\0" in content else content


def _with_defect(result: CheckResult, defect: Defect) -> CheckResult:
    reason = check_text(result.language, defect.text, **defect.facts)
    return replace(result, code=defect.code, line=defect.line, reason=reason)


# --- replay -----------------------------------------------------------------------------------------------------------


def _check_content(client: Client, result: CheckResult, content: str) -> CheckResult:
    """Return the result for the text of a file."""
    defect = header_defect(content)
    if defect is not None:
        return _with_defect(result, defect)
    try:
        record = Record.parse(content)
    except UnreadableRecord as error:
        return _with_defect(result, _unreadable_line(content, error))
    result = replace(result, game=record.game, moves=len(record.moves))
    try:
        replay = client.replay(record if is_json(content) else content, include=[])
    except SERVICE_ERRORS:
        raise
    except RefereeError as error:
        return _refused_result(client, result, record, content, error)
    if replay.position is None:
        return _invalid_result(client, result, record, replay, content)
    final = replay.position.result
    valid = replace(result, status="valid")
    return replace(valid, scores=final.scores, rivals=final.rival_scores) if final else valid


def _refused_result(
    client: Client, result: CheckResult, record: Record, content: str, error: RefereeError
) -> CheckResult:
    """Return the result of a record that the service does not replay: its game is unknown, or it is no record."""
    if all(summary.game != record.game for summary in client.games()):
        return _with_defect(result, refused_header(client, record, content, error.detail))
    if isinstance(error, BadRequest) and error.status != BODY_TOO_LARGE:
        return _with_defect(result, Defect("unreadable-record", "service", facts={"why": error.detail}))
    defect = Defect("not-judged", "not_judged", facts={"why": error.detail})
    return _with_defect(replace(result, status="error"), defect)


def _unreadable_line(content: str, error: UnreadableRecord) -> Defect:
    """Return the defect of a line after the header that is no move."""
    if error.line is None:
        return Defect("unreadable-record", "service", facts={"why": error.detail})
    if is_cut(content, error.line):
        return Defect("not-finished", "cut_line", error.line, {"why": error.detail})
    line = content.splitlines()[error.line - 1].strip()
    return Defect("unreadable-record", "move_line", error.line, {"line": line})


def _invalid_result(client: Client, result: CheckResult, record: Record, replay: Replay, content: str) -> CheckResult:
    """Return the result of a record that the service refuses: its header, a move or the claimed result is wrong."""
    index, reason = replay.index if replay.index is not None else -1, replay.reason or ""
    if index < 0:
        return _with_defect(result, refused_header(client, record, content, reason))
    if index >= len(record.moves):
        return _with_defect(result, _claim_defect(client, record, content, reason))
    bad_move = record.moves[index]
    result = replace(result, move=f"{bad_move.seat} {bad_move.notation}")
    line = move_line(content, record, index)
    is_unread = all(refusal.rule == UNKNOWN_NAME for refusal in replay.refusals)
    if is_unread and is_cut(content, line) and not is_json(content):
        why = replay.refusals[0].message if replay.refusals else reason
        return _with_defect(result, Defect("not-finished", "cut_line", line, {"why": why}))
    result = replace(result, refusals=replay.refusals)
    return _with_defect(result, Defect("illegal-move", "service", line, {"why": reason}))


def _claim_defect(client: Client, record: Record, content: str, reason: str) -> Defect:
    """Return the defect of a claimed result: the match is not over, or it has other scores."""
    position = client.replay(replace(record, result=None), include=[]).position
    if position is not None and position.result is None:
        claimed = "-".join(map(str, (record.result or {}).get("scores", ())))
        last_line = move_line(content, record, -1) if record.moves else header_line(content, "result")
        return Defect("not-finished", "cut_moves", last_line, {"claimed": claimed})
    return Defect("wrong-result", "service", header_line(content, "result"), {"why": reason})
