"""Scripts and styles of `web/` stay short: files up to 350 lines, lines up to 120 characters, each with a subject."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source_files import ROOT, Finding, files_below, plant, report
from tests.architecture.tree_checks import MAX_FILE_LINES

MAX_LINE = 120


def script_findings(root: Path) -> Iterator[Finding]:
    """Yield files of `web/` that are too long, have long lines, or do not begin with a comment on their subject."""
    for suffix in (".js", ".css", ".html"):
        for path in files_below(root, ("web",), suffix):
            name, lines = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8").splitlines()
            if len(lines) > MAX_FILE_LINES:
                yield Finding(name, 1, "size", f"the file has {len(lines)} lines, more than {MAX_FILE_LINES}: split it")
            if suffix == ".js" and not (lines and lines[0].startswith("// ")):
                yield Finding(name, 1, "subject", "the file does not begin with a comment on its subject")
            for number, line in enumerate(lines, 1):
                if len(line) > MAX_LINE:
                    yield Finding(name, number, "size", f"the line has {len(line)} characters, more than {MAX_LINE}")


def test_scripts_are_short_and_name_their_subject():
    findings = list(script_findings(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("web/long.js", "// Long.\n" * 351),
        ("web/wide.css", "a" * 121),
        ("web/table/silent.js", "export const x = 1;\n"),
    ],
)
def test_a_planted_script_is_found(tmp_path, path, text):
    (finding,) = script_findings(plant(tmp_path, path, text))
    assert finding.path == path
