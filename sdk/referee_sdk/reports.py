"""Reports of checked records: text, JSON, JUnit XML, and workflow commands of GitHub. `sarif` has the fifth format."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree

from referee_sdk.check_texts import check_text
from referee_sdk.git_changes import repository_root
from referee_sdk.record_check import CheckResult, Status, printable_path
from referee_sdk.sarif import as_sarif

Report = Callable[[Sequence[CheckResult]], str]


def as_text(results: Sequence[CheckResult], *, failures_only: bool = False) -> str:
    """Return the report for people: every file, or only those that are not valid, and a summary."""
    shown = [result for result in results if not (failures_only and result.valid)]
    return "\n".join([*(line for result in shown for line in result.report_lines()), summary(results)])


def summary(results: Sequence[CheckResult]) -> str:
    """Return the last line of a report: the number of files per status."""
    language = results[0].language if results else "en"
    errors = count(results, "error")
    text = check_text(language, "summary", checked=len(results), failed=count(results, "invalid"))
    if errors == 0:
        return text
    return text + check_text(language, "summary_error" if errors == 1 else "summary_errors", errors=errors)


def count(results: Sequence[CheckResult], status: Status) -> int:
    """Return the number of results with a status."""
    return sum(result.status == status for result in results)


def as_json(results: Sequence[CheckResult]) -> str:
    """Return all results as one JSON object."""
    report = {
        "checked": len(results),
        "failed": count(results, "invalid"),
        "errors": count(results, "error"),
        "files": [_json_result(result) for result in results],
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


def _json_result(result: CheckResult) -> dict[str, object]:
    fields = asdict(result)
    del fields["language"]
    return {**fields, "path": result.name, "valid": result.valid, "seconds": round(result.seconds, 3)}


# --- JUnit ------------------------------------------------------------------------------------------------------------


def as_junit(results: Sequence[CheckResult]) -> str:
    """Return all results as a JUnit test suite with one test case per file."""
    suite = ElementTree.Element(
        "testsuite",
        name="referee-check",
        tests=str(len(results)),
        failures=str(count(results, "invalid")),
        errors=str(count(results, "error")),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        path = _printable(result.name)
        case = ElementTree.SubElement(
            suite, "testcase", classname="referee-check", name=path, file=path, time=f"{result.seconds:.3f}"
        )
        if not result.valid:
            tag = "error" if result.status == "error" else "failure"
            element = ElementTree.SubElement(case, tag, message=_printable(result.sentence), type=result.code)
            element.text = "\n".join(map(_printable, result.report_lines()))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _printable(line: str) -> str:
    """Replace control characters, which XML does not permit and a record may contain."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)


# --- GitHub -----------------------------------------------------------------------------------------------------------


def as_github(results: Sequence[CheckResult]) -> str:
    """Return a workflow command per file that is not valid, and a summary. GitHub shows it at the line of the file."""
    root = repository_root()
    return "\n".join([*(_annotation(result, root) for result in results if not result.valid), summary(results)])


def _annotation(result: CheckResult, root: Path) -> str:
    properties = {"file": _path_below(root, result.path)}
    if result.line is not None:
        properties["line"] = str(result.line)
    properties["title"] = f"referee-check: {result.code}"
    named = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    return f"::error {named}::{_escape_data(chr(10).join(_message_lines(result)))}"


def _message_lines(result: CheckResult) -> list[str]:
    """Return the lines of a report without the location, which the annotation has."""
    first, *others = result.report_lines()
    return [first.removeprefix(f"{result.location}: "), *(line.strip() for line in others)]


def _path_below(root: Path, path: Path) -> str:
    """Return a path relative to the root of the repository, or absolute if it is outside."""
    resolved = path.resolve()
    return printable_path(resolved.relative_to(root) if resolved.is_relative_to(root) else resolved)


def _escape_data(text: str) -> str:
    """Escape what would end a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: dict[str, Report] = {
    "text": as_text,
    "json": as_json,
    "junit": as_junit,
    "github": as_github,
    "sarif": lambda results: as_sarif(results, repository_root()),
}
"""Reports by the names that `--format` accepts."""
