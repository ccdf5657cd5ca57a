"""Violations of WCAG 2.2 AA that axe finds in an open page, the shadow trees of its elements included."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.typescript.node import PACKAGES, READY

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


def violations(page: Page) -> list[str]:
    """Return a line for each violation: the rule, what to do, and where it is."""
    assert READY.exists(), "npm packages are missing: run `make tests/typescript/node_modules/.ready`"
    page.evaluate((PACKAGES / "axe-core/axe.min.js").read_text())
    found = page.evaluate("tags => axe.run(document, {runOnly: tags})", list(TAGS))
    assert found["passes"], "axe has checked nothing"
    return [
        f"{violation['id']}: {violation['help']}: {node['html']} ({node['failureSummary']})"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
