"""`referee-check FILE…`: exit code 0 when all records can have been played, 1 when one cannot, 2 when unknown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from referee_sdk import connecting
from referee_sdk.checking import Checked, check, files_in
from referee_sdk.errors import RefereeError
from referee_sdk.progress import Progress
from referee_sdk.reports import as_json, as_junit

GOOD, BAD, UNKNOWN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check every record; the first bad line of each with its ruling."""
    options = _parser().parse_args(arguments)
    try:
        checked = _checked(options)
    except (connecting.CannotRun, RefereeError) as error:
        print(f"referee-check: {error}", file=sys.stderr)
        return UNKNOWN
    if options.junit is not None:
        options.junit.write_text(as_junit(checked), encoding="utf-8")
    if options.json:
        print(as_json(checked))
    else:
        _tell(checked)
    return GOOD if all(each.valid for each in checked) else BAD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee-check", description="Check that game records can have been played.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, or folders with *.game files")
    parser.add_argument("--json", action="store_true", help="print all answers as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write a JUnit report as well")
    connecting.add_arguments(parser)
    return parser


def _checked(options: argparse.Namespace) -> list[Checked]:
    files = files_in(options.files)
    if not files:
        raise connecting.CannotRun("there is no record to check")
    client = connecting.client_of(options)
    done: list[Checked] = []
    with Progress(len(files), sys.stderr) as progress:
        for file in files:
            progress.show(len(done), str(file))
            done.append(check(client, file))
    return done


def _tell(checked: Sequence[Checked]) -> None:
    for each in checked:
        print("\n".join(each.told()))
    failed = sum(not each.valid for each in checked)
    print(f"{len(checked)} checked, {failed} failed")
