"""Reports of checked records: JSON, JUnit XML, workflow commands of GitHub, and SARIF."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from referee_sdk.commands.check import main
from referee_sdk.record_check import CheckResult
from referee_sdk.reports import FORMATS, as_github, as_junit
from referee_sdk.sarif import HELP
from tests.sdk.check_files import APP, BURGUNDY, git, tampered_record
from tests.sdk.matches import ROOT

COMMAND = re.compile(r"::error (?P<properties>[^:]*)::(?P<message>.*)")


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    """Make a repository with an invalid record, a valid one, and an unreadable one. Enter its folder of records."""
    folder = tmp_path / "records, 100%"
    folder.mkdir()
    git(tmp_path, "init", "-q")
    tampered_record("burgundy", folder)
    (folder / "valid.game").write_text(BURGUNDY.read_text())
    (folder / "binary.game").write_bytes(b"\xff")
    monkeypatch.chdir(folder)
    return tmp_path


def report(capsys, *arguments: str) -> str:
    """Check the current folder and return the report."""
    assert main([".", *arguments, *APP]) == 2
    return capsys.readouterr().out


def test_json_has_the_status_of_every_file(repository, capsys):
    checked = json.loads(report(capsys, "--format", "json"))
    assert (checked["checked"], checked["failed"], checked["errors"]) == (3, 1, 1)
    error, invalid, valid = checked["files"]
    assert (error["status"], error["code"], error["valid"]) == ("error", "unreadable-file", False)
    assert (invalid["status"], invalid["code"], invalid["game"]) == ("invalid", "illegal-move", "burgundy")
    assert (invalid["line"], invalid["refusals"][0]["rule"]) == (tampered_line(repository), "referee.seat")
    assert (valid["status"], valid["valid"], valid["line"], valid["code"]) == ("valid", True, None, "")
    assert json.loads(report(capsys, "--json"))["files"][2]["path"] == valid["path"] == "valid.game"


def tampered_line(repository: Path) -> int:
    lines = (repository / "records, 100%/tampered.game").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith("99 "))


def test_a_report_in_a_file_leaves_the_text_on_the_terminal(repository, capsys):
    shown = report(capsys, "--format", "json", "--output", "report.json", "--junit", "report.xml", "--quiet")
    assert shown.splitlines()[-1] == "3 checked, 1 failed, 1 error"
    assert "valid.game" not in shown
    assert json.loads(Path("report.json").read_text())["checked"] == 3
    assert ElementTree.parse("report.xml").getroot().tag == "testsuite"


# --- JUnit ------------------------------------------------------------------------------------------------------------


def test_junit_has_the_reason_as_its_message(repository, capsys):
    suite = ElementTree.fromstring(report(capsys, "--format", "junit"))
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "3",
        "failures": "1",
        "errors": "1",
    }
    failure, error = suite.find("testcase/failure"), suite.find("testcase/error")
    assert failure.get("message").startswith("Seat 99 may not act now")
    assert failure.get("type") == "illegal-move"
    assert failure.text.startswith(f"tampered.game:{tampered_line(repository)}: 99 ")
    assert error.get("message") == "is not UTF-8 (byte 0); save it as UTF-8"
    assert error.get("type") == "unreadable-file"


def test_junit_replaces_characters_that_xml_forbids():
    text = as_junit([CheckResult(Path("a\x01<&>.game"), "invalid", code="wrong-header", reason="\x02<\x00>")])
    case = ElementTree.fromstring(text).find("testcase")
    assert (case.get("name"), case.find("failure").get("message")) == ("a�<&>.game", "�<�>")


# --- GitHub -----------------------------------------------------------------------------------------------------------


def test_github_commands_name_the_file_from_the_root_of_the_repository(repository, capsys):
    *commands, summary = report(capsys, "--format", "github").splitlines()
    error, invalid = (COMMAND.fullmatch(command) for command in commands)
    name = "records%2C 100%25/tampered.game"
    assert invalid["properties"] == f"file={name},line={tampered_line(repository)},title=referee-check%3A illegal-move"
    assert error["properties"] == "file=records%2C 100%25/binary.game,title=referee-check%3A unreadable-file"
    move, ruling, *_ = invalid["message"].split("%0A")
    assert move.startswith("99 ")
    assert ruling.startswith("Seat 99 may not act now")
    assert summary == "3 checked, 1 failed, 1 error"


def test_github_commands_stay_on_one_line():
    result = CheckResult(Path("a:b,c\n.game"), "invalid", code="x", line=3, reason="100%\r\n::set-output name=x::y")
    command, _ = as_github([result]).split("\n")
    found = COMMAND.fullmatch(command)
    assert "a%3Ab%2Cc%0A.game,line=3," in found["properties"]
    assert found["message"] == "100%25%0D%0A::set-output name=x::y"


# --- SARIF ------------------------------------------------------------------------------------------------------------


def test_sarif_has_rules_with_help_and_places_below_the_root(repository, capsys):
    log = json.loads(report(capsys, "--format", "sarif"))
    assert (log["version"], log["$schema"].rpartition("/")[2]) == ("2.1.0", "sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    (rule,), (result,) = driver["rules"], run["results"]
    assert (result["ruleId"], result["ruleIndex"], rule["id"]) == ("burgundy.referee.seat", 0, "burgundy.referee.seat")
    assert rule["shortDescription"]["text"]
    assert "Rule referee.seat of burgundy [" in rule["help"]["text"]
    assert "Seat 99 may not act now" in result["message"]["text"]
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": tampered_line(repository)}
    assert unquote(place["artifactLocation"]["uri"]) == "records, 100%/tampered.game"
    base = run["originalUriBaseIds"][place["artifactLocation"]["uriBaseId"]]["uri"]
    assert base == f"file://{repository}/"


def test_sarif_reports_unreadable_files_as_notifications(repository, capsys):
    (run,) = json.loads(report(capsys, "--format", "sarif"))["runs"]
    (invocation,) = run["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert invocation["executionSuccessful"] is False
    assert notification["descriptor"]["id"] == run["tool"]["driver"]["notifications"][0]["id"] == "unreadable-file"


def test_every_code_has_a_help_text():
    sources = [ROOT / "sdk/referee_sdk" / name for name in ("record_check.py", "record_header.py")]
    codes = {code for source in sources for code in re.findall(r'Defect\(\s*"([\w-]+)"', source.read_text())}
    assert codes == set(HELP)


def test_a_file_name_that_is_not_utf8_can_be_reported(repository, capsys):
    Path(os.fsdecode(b"\xff.game")).write_text("game: x")
    for name in FORMATS:
        shown = report(capsys, "--format", name, "--output", "report")
        assert "\N{REPLACEMENT CHARACTER}.game" in shown
    for name in ("json", "github"):
        assert "\N{REPLACEMENT CHARACTER}.game" in report(capsys, "--format", name)
    assert "/%FF.game" in report(capsys, "--format", "sarif")


def test_a_valid_record_has_no_finding_in_any_format(capsys):
    for name in FORMATS:
        assert main([str(BURGUNDY), "--format", name, *APP]) == 0
        assert "error" not in capsys.readouterr().out.replace("errors", "")


def test_every_code_and_format_is_in_the_docs():
    page = (ROOT / "docs/checks.md").read_text()
    assert all(f"| `{code}` |" in page for code in HELP)
    assert r"\|".join(FORMATS) in page
