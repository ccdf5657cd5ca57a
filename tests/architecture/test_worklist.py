"""The worklist prints findings below path prefixes, grouped by file."""

from __future__ import annotations

import pytest

from tests.architecture import worklist
from tests.architecture.source_files import Finding

A2, A1, B = (
    Finding("a/x.py", 2, "size", "long"),
    Finding("a/x.py", 1, "size", "long"),
    Finding("b.md", 3, "phrase", "us"),
)


@pytest.fixture(autouse=True)
def _checks(monkeypatch):
    monkeypatch.setattr(worklist, "CHECKS", (lambda root: iter([A2, B]), lambda root: iter([A1])))


def test_all_findings_are_grouped_by_file(capsys):
    assert worklist.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 finding(s)"
    assert lines[2:5] == ["a/x.py (2)", "  a/x.py:1: [size] long", "  a/x.py:2: [size] long"]
    assert lines[6:] == ["b.md (1)", "  b.md:3: [phrase] us"]


@pytest.mark.parametrize(("prefixes", "count"), [(["a/"], 2), (["./b.md"], 1), (["a", "b"], 3)])
def test_prefixes_select_files(capsys, prefixes, count):
    assert worklist.main(prefixes) == 1
    assert capsys.readouterr().out.startswith(f"{count} finding(s)\n")


def test_the_exit_code_is_zero_without_findings(capsys):
    assert worklist.main(["c"]) == 0
    assert capsys.readouterr().out == "0 finding(s)\n"
