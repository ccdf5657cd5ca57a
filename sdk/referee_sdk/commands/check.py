"""`referee-check FILE…`: exit code 0 when all records can have been played, 1 when one cannot, 2 when unknown."""

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
    """Check every record; the first bad line of each with its ruling."""
    options = _parser().parse_args(arguments)
    try:
        checked = _checked(options)
    except (connection.CommandError, RefereeError) as error:
        print(f"referee-check: {error}", file=sys.stderr)
        return EXIT_UNKNOWN
    if options.junit is not None:
        options.junit.write_text(as_junit(checked), encoding="utf-8")
    if options.json:
        print(as_json(checked))
    else:
        _print_result(checked)
    return EXIT_OK if all(each.valid for each in checked) else EXIT_INVALID


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee-check", description="Check that game records can have been played.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, or folders with *.game files")
    parser.add_argument("--json", action="store_true", help="print all answers as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write a JUnit report as well")
    connection.add_arguments(parser)
    return parser


def _checked(options: argparse.Namespace) -> list[CheckResult]:
    files = find_record_files(options.files)
    if not files:
        raise connection.CommandError("there is no record to check")
    client = connection.client_from_options(options)
    done: list[CheckResult] = []
    with ProgressBar(len(files), sys.stderr) as progress:
        for file in files:
            progress.show(len(done), str(file))
            done.append(check_file(client, file))
    return done


def _print_result(checked: Sequence[CheckResult]) -> None:
    for each in checked:
        print("\n".join(each.report_lines()))
    failed = sum(not each.valid for each in checked)
    print(f"{len(checked)} checked, {failed} failed")
