"""Violations of WCAG 2.2 AA that axe finds in an open page, the shadow trees of its elements included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from tests.typescript.node import PACKAGES, READY

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


BOARD = "referee-board"
"""The boards of the page. Their many places make a check ten times longer, so most checks leave them out."""


def violations(page: Page, *, without: str = "") -> list[str]:
    """Return a line for each violation: the rule, what to do, and where it is. `without` selects what is left out."""
    assert READY.exists(), "npm packages are missing: run `make tests/typescript/node_modules/.ready`"
    page.evaluate((PACKAGES / "axe-core/axe.min.js").read_text())
    found = _run(page, without, {"runOnly": list(TAGS)})
    assert found["passes"], "axe has checked nothing"
    return _lines(found)


def weak_contrasts(page: Page, *, without: str = "") -> list[str]:
    """Return a line for each text that is hard to read. That is all that another theme can change."""
    return _lines(_run(page, without, {"runOnly": {"type": "rule", "values": ["color-contrast"]}}))


def _run(page: Page, without: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    script = """([without, options]) => {
      const hosts = without ? [...document.querySelectorAll("*")].flatMap((each) =>
        [each, ...each.shadowRoot?.querySelectorAll("*") ?? []]).filter((each) => each.matches(without)) : [];
      return axe.run({include: [document], exclude: hosts}, options);
    }"""
    found: Mapping[str, Any] = page.evaluate(script, [without, options])
    return found


def _lines(found: Mapping[str, Any]) -> list[str]:
    return [
        f"{violation['id']}: {violation['help']}: {node['html']} ({node['failureSummary']})"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
