"""Command `referee-check FILE…`. Exit codes: 0 all records are valid, 1 one is not, 2 they cannot be results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from referee_sdk import connection
from referee_sdk.errors import RefereeError
from referee_sdk.progress import ProgressBar
from referee_sdk.record_check import CheckResult, check_file, find_record_files
from referee_sdk.reports import as_json, as_junit

EXIT_OK, EXIT_INVALID, EXIT_UNKNOWN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check all records, print a report, and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        results = _check_files(options)
    except (connection.CommandError, RefereeError) as error:
        print(f"referee-check: {error}", file=sys.stderr)
        return EXIT_UNKNOWN
    if options.junit is not None:
        options.junit.write_text(as_junit(results), encoding="utf-8")
    if options.json:
        print(as_json(results))
    else:
        _print_results(results)
    return EXIT_OK if all(result.valid for result in results) else EXIT_INVALID


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee-check", description="Check that game records can have been played.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, or folders with *.game files")
    parser.add_argument("--json", action="store_true", help="print all results as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write a JUnit report")
    connection.add_arguments(parser)
    return parser


def _check_files(options: argparse.Namespace) -> list[CheckResult]:
    files = find_record_files(options.files)
    if not files:
        raise connection.CommandError("there is no record to check; name a file or a folder with *.game files")
    client = connection.client_from_options(options)
    results: list[CheckResult] = []
    with ProgressBar(len(files), sys.stderr) as progress:
        for file in files:
            progress.show(len(results), str(file))
            results.append(check_file(client, file))
    return results


def _print_results(results: Sequence[CheckResult]) -> None:
    for result in results:
        print("\n".join(result.report_lines()))
    failed = sum(not result.valid for result in results)
    print(f"{len(results)} checked, {failed} failed")
