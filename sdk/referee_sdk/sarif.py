"""Report in SARIF 2.1.0, the format of static analysis that code hosts and editors read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from referee_sdk.record_check import CheckResult
from referee_sdk.version import VERSION

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT_ID = "SRCROOT"
"""Name of the repository root, to which all paths are relative."""

Json = dict[str, Any]

HELP: Mapping[str, tuple[str, str]] = {
    "illegal-move": (
        "A move cannot have been played",
        "The move cannot be read, is not what the seed gives, or breaks a rule. Correct this line of the record.",
    ),
    "not-finished": (
        "The record is not finished",
        "The file ends early. Write the missing moves, or remove the claimed result from the header.",
    ),
    "wrong-header": ("The header is wrong", "Correct this line of the header; docs/records.md describes each one."),
    "other-ruleset": (
        "The service has another ruleset or content pack",
        "Check the record with a service that has the ruleset and content pack of its header.",
    ),
    "wrong-result": ("The claimed result is wrong", "The scores in the header differ from those of the last position."),
    "unreadable-record": ("The file is not a record", "docs/records.md describes both forms: text and JSON."),
    "unreadable-file": ("The file cannot be read", "Check its path, permissions and encoding (UTF-8)."),
    "not-judged": ("The service cannot judge the record", "The message of the service has the reason."),
}
"""Title and help text of every code of a result."""


def as_sarif(results: Sequence[CheckResult], root: Path) -> str:
    """Return all results as a SARIF log. Files that cannot be checked are notifications, as the standard demands."""
    invalid = [result for result in results if result.status == "invalid"]
    errors = [result for result in results if result.status == "error"]
    rules = {rule["id"]: rule for rule in map(_rule, invalid)}
    notifications = {result.code: _descriptor(result.code, *HELP[result.code]) for result in errors}
    indexes = {rule_id: index for index, rule_id in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "referee-check",
                "version": VERSION,
                "rules": list(rules.values()),
                "notifications": list(notifications.values()),
            }
        },
        "originalUriBaseIds": {ROOT_ID: {"uri": f"{root.as_uri()}/"}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not errors,
                "toolExecutionNotifications": [_notification(result, root) for result in errors],
            }
        ],
        "results": [_result(result, indexes, root) for result in invalid],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule_id(result: CheckResult) -> str:
    """Return the rule of a ruling with its game, because games share names of rules, else the code."""
    return f"{result.game}.{result.refusals[0].rule}" if result.refusals else result.code


def _rule(result: CheckResult) -> Json:
    title, help_text = HELP[result.code]
    if result.refusals:
        refusal = result.refusals[0]
        title, help_text = refusal.title, f"{refusal.title}. Rule {refusal.rule} of {result.game} [{refusal.source}]."
    return _descriptor(_rule_id(result), title, help_text)


def _descriptor(name: str, title: str, help_text: str) -> Json:
    return {"id": name, "shortDescription": {"text": title}, "help": {"text": help_text}}


def _result(result: CheckResult, indexes: Mapping[str, int], root: Path) -> Json:
    rule_id = _rule_id(result)
    messages = [refusal.message for refusal in result.refusals] or [result.reason]
    return {
        "ruleId": rule_id,
        "ruleIndex": indexes[rule_id],
        "level": "error",
        "message": {"text": "\n".join([*([result.move] if result.move else []), *messages])},
        "locations": [_location(result, root)],
    }


def _notification(result: CheckResult, root: Path) -> Json:
    return {
        "descriptor": {"id": result.code},
        "level": "error",
        "message": {"text": result.reason},
        "locations": [_location(result, root)],
    }


def _location(result: CheckResult, root: Path) -> Json:
    """Return the place of a result. Code hosts demand a line, so a whole file has its first."""
    path = result.path.resolve()
    artifact = (
        {"uri": quote(os.fsencode(path.relative_to(root).as_posix())), "uriBaseId": ROOT_ID}
        if path.is_relative_to(root)
        else {"uri": path.as_uri()}
    )
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": result.line or 1}}}
