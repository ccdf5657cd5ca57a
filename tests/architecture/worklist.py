"""Worklist of all findings: `python -m tests.architecture.worklist [path prefix …]`.

Run it from the root of a checkout. The exit code is 1 if there are findings.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.architecture import docstring_checks, tree_checks, word_checks
from tests.architecture.source_files import ROOT, is_below, report

CHECKS = (*word_checks.CHECKS, *tree_checks.CHECKS, *docstring_checks.CHECKS)


def main(prefixes: Sequence[str]) -> int:
    """Print the findings below these path prefixes, grouped by file. Return the exit code."""
    findings = [finding for check in CHECKS for finding in check(ROOT) if is_below(finding.path, prefixes)]
    print(report(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
