"""The check of accessibility in Chromium: it finds planted violations, also inside elements."""

from __future__ import annotations

import pytest

from tests.browser.accessibility import violations
from tests.browser.pages import PageServer, Visitor

pytestmark = pytest.mark.alone

ELEMENT = "document.body.firstChild.attachShadow({mode: 'open'}).innerHTML = '<button></button>'"


def test_a_page_without_violations_has_none(pages: PageServer, visitor: Visitor):
    visitor.page.goto(pages.add_page("/fine", "<main><h1>Table</h1><p>Text</p></main>"))
    assert violations(visitor.page) == []


def test_a_button_without_a_name_is_found_inside_an_element(pages: PageServer, visitor: Visitor):
    visitor.page.goto(pages.add_page("/element", "<main></main>"))
    visitor.page.evaluate(ELEMENT)
    (found,) = [line for line in violations(visitor.page) if "<button>" in line]
    assert found.startswith("button-name: ")
