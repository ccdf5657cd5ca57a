"""Reports of checked records for programs: JSON, and JUnit XML for CI systems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from xml.etree import ElementTree

from referee_sdk.record_check import CheckResult


def as_json(results: Sequence[CheckResult]) -> str:
    """Return all results as one JSON object."""
    files = [{**asdict(result), "path": str(result.path), "seconds": round(result.seconds, 3)} for result in results]
    failed = sum(not result.valid for result in results)
    return json.dumps({"checked": len(results), "failed": failed, "files": files}, indent=2, ensure_ascii=False)


def as_junit(results: Sequence[CheckResult]) -> str:
    """Return all results as a JUnit test suite with one test case per file."""
    suite = ElementTree.Element(
        "testsuite",
        name="referee-check",
        tests=str(len(results)),
        failures=str(sum(not result.valid for result in results)),
        errors="0",
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        case = ElementTree.SubElement(
            suite, "testcase", classname="referee-check", name=str(result.path), time=f"{result.seconds:.3f}"
        )
        if not result.valid:
            lines = [_printable(line) for line in result.report_lines()]
            failure = ElementTree.SubElement(case, "failure", message=lines[0], type="illegal-record")
            failure.text = "\n".join(lines)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _printable(line: str) -> str:
    """Replace control characters, which XML does not permit and a record may contain."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
