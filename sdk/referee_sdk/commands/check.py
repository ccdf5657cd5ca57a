"""Command `referee-check FILE…`. docs/checks.md has its exit codes in a table."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from referee_sdk import connection
from referee_sdk.check_texts import check_text
from referee_sdk.check_workers import ServiceAddress, check_files, core_count
from referee_sdk.errors import RefereeError
from referee_sdk.git_changes import find_changes
from referee_sdk.progress import ProgressBar
from referee_sdk.record_check import CheckResult, find_record_files
from referee_sdk.reports import FORMATS, as_junit, as_text
from referee_sdk.version import VERSION

EXIT_OK, EXIT_INVALID, EXIT_ERROR, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
DATA_FORMATS = ("json", "junit", "sarif")
"""Formats of which programs read the whole output, so a note goes to standard error."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check all records, print a report, and return the exit code."""
    options = _parse_options(sys.argv[1:] if arguments is None else arguments)
    try:
        files, scope = _chosen_files(options)
        results = _check_files(files, options)
        _write_reports(results, scope, options)
    except (connection.CommandError, RefereeError) as error:
        print(f"referee-check: {error}", file=sys.stderr)
        return EXIT_ERROR
    except KeyboardInterrupt:
        print("referee-check: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    return _exit_code(results)


def _exit_code(results: Sequence[CheckResult]) -> int:
    statuses = {result.status for result in results}
    return EXIT_ERROR if "error" in statuses else EXIT_INVALID if "invalid" in statuses else EXIT_OK


# --- options ----------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Parser whose errors have their own exit code, because 2 means a file that cannot be checked."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"{self.prog}: {message}\n")


def _parse_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    # `--changed` takes a value only after `=`, so that a FILE may follow it.
    options = parser.parse_args(["--changed=" if argument == "--changed" else argument for argument in arguments])
    if not options.files and options.changed is None:
        parser.error("name a record or a folder with *.game files, or use --changed")
    if options.jobs < 1:
        parser.error("-j needs a number from 1")
    if options.json and options.format not in (None, "json"):
        parser.error("--json is short for --format json; use one of them")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="referee-check", description="Check that game records can have been played.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="records, or folders with *.game files")
    parser.add_argument(
        "--changed",
        nargs="?",
        metavar="BASE",
        help="only files that git sees as changed since the branch or commit BASE (write --changed=BASE; default: the"
        " target of a pull request, else the default branch of the remote)",
    )
    parser.add_argument("-j", "--jobs", type=int, default=core_count(), metavar="N", help="number of worker processes")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only files that are not valid, and a summary")
    parser.add_argument("--format", choices=tuple(FORMATS), help="format of the report; default: text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there, and print it as text")
    parser.add_argument("--json", action="store_true", help="short for --format json")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write a JUnit report")
    parser.add_argument("--version", action="version", version=f"referee-check {VERSION}")
    connection.add_arguments(parser)
    return parser


# --- check ------------------------------------------------------------------------------------------------------------


def _check_files(files: Sequence[Path], options: argparse.Namespace) -> list[CheckResult]:
    if not files:
        return []
    if connection.is_default_service(options.url, options.app):
        print(
            f"referee-check: uses the service at {connection.DEFAULT_URL}; no other is named or installed",
            file=sys.stderr,
        )
    service = ServiceAddress(options.url, options.app, options.api_key, options.lang)
    results: list[CheckResult] = []
    with ProgressBar(len(files), sys.stderr) as progress:
        progress.show(0, "")
        for result in check_files(files, service, max_workers=options.jobs):
            results.append(result)
            progress.show(len(results), str(result.path))
    return results


def _chosen_files(options: argparse.Namespace) -> tuple[list[Path], str]:
    """Return the files to check, and with `--changed` a sentence that names the base.

    Paths that are no files are chosen although git does not know them: the check reports them as errors.
    """
    if options.changed is None:
        return find_record_files(options.files), ""
    changes = find_changes(options.changed)
    files = find_record_files(options.files) or [file for file in find_record_files([Path()]) if file.is_file()]
    chosen = [file for file in files if changes.has(file) or not os.path.isfile(file)]
    if changes.base is None:
        return chosen, check_text(options.lang, "all_changed")
    return chosen, check_text(options.lang, "changed", count=len(chosen), total=len(files), base=changes.base)


# --- reports ----------------------------------------------------------------------------------------------------------


def _write_reports(results: Sequence[CheckResult], scope: str, options: argparse.Namespace) -> None:
    """Print the report, and write those in files. A file that cannot be written does not hide the printed report."""
    name = "json" if options.json else options.format or "text"
    is_printed = name != "text" and options.output is None
    _print(FORMATS[name](results) if is_printed else as_text(results, failures_only=options.quiet))
    if scope:
        is_data = is_printed and name in DATA_FORMATS
        print(scope, file=sys.stderr if is_data else sys.stdout)
    if options.output is not None:
        _write(options.output, FORMATS[name](results))
    if options.junit is not None:
        _write(options.junit, as_junit(results))


def _print(report: str) -> None:
    try:
        print(report, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes again when it ends
        if not isinstance(error, BrokenPipeError):  # the reader of the report, such as `head`, has ended
            raise connection.CommandError(f"cannot write the report: {error.strerror}") from error


def _write(path: Path, report: str) -> None:
    try:
        path.write_text(report + "\n", encoding="utf-8")
    except OSError as error:
        raise connection.CommandError(f"cannot write the report {path}: {error.strerror}") from error


if __name__ == "__main__":
    sys.exit(main())
