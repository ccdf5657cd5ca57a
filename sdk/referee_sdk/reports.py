"""What was checked, for machines: JSON, and JUnit XML as CI systems read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from xml.etree import ElementTree

from referee_sdk.record_check import CheckResult


def as_json(checked: Sequence[CheckResult]) -> str:
    """All answers as one JSON object."""
    files = [{**asdict(each), "path": str(each.path), "seconds": round(each.seconds, 3)} for each in checked]
    failed = sum(not each.valid for each in checked)
    return json.dumps({"checked": len(checked), "failed": failed, "files": files}, indent=2, ensure_ascii=False)


def as_junit(checked: Sequence[CheckResult]) -> str:
    """All answers as a JUnit test suite: one case a file."""
    suite = ElementTree.Element(
        "testsuite",
        name="referee-check",
        tests=str(len(checked)),
        failures=str(sum(not each.valid for each in checked)),
        errors="0",
        time=f"{sum(each.seconds for each in checked):.3f}",
    )
    for each in checked:
        case = ElementTree.SubElement(
            suite, "testcase", classname="referee-check", name=str(each.path), time=f"{each.seconds:.3f}"
        )
        if not each.valid:
            lines = [_printable(line) for line in each.report_lines()]
            failure = ElementTree.SubElement(case, "failure", message=lines[0], type="illegal-record")
            failure.text = "\n".join(lines)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _printable(line: str) -> str:
    """XML cannot hold control characters, and a record may hold anything."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
