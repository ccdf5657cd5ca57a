"""The kit on pages of another origin: the examples of docs/frontends.md play, exactly as they are printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import EMBEDDING_POLICY, PageServer
from tests.browser.screens import TableScreen
from tests.running.conftest import ROOT
from tests.typescript.node import PACKAGES, run_node

EXAMPLE_ADDRESS = "https://referee.example"
SCRIPT = "text/javascript; charset=utf-8"
EVENTS = ("referee-choose", "referee-narrow", "referee-moved", "referee-refused")
LISTEN = """() => {
  window.seen = [];
  for (const name of %s) document.addEventListener(name, (event) => {
    seen.push([name, Object.keys(event.detail)]);
    if (name === "referee-choose" && window.isForbidden) event.preventDefault();
  });
}""" % list(EVENTS)  # noqa: UP031 - the script is full of braces


@pytest.fixture
def site(embedding_pages, table_server):
    """Return a server of pages whose origin may call the service; both are running."""
    return embedding_pages


def blocks(kind):
    """Return the examples of a kind in docs/frontends.md, in order."""
    text = (ROOT / "docs/frontends.md").read_text()
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def document(service, body, *scripts):
    """Return a page with the kit of a service."""
    sources = (f"{service}/kit/referee.js", *scripts)
    head = "".join(f'<script type="module" src="{source}"></script>' for source in sources)
    return f"<!doctype html><html lang=en><title>Our table</title>{head}<main>{body}</main></html>"


def test_the_printed_example_is_a_table_in_thirty_lines(open_page, site):
    (page,), script = blocks("html"), blocks("js")[0]
    assert len(page.splitlines() + script.splitlines()) <= 32
    assert page.count("<script") == 2
    site.add("/our-table.js", script, SCRIPT)
    tab = open_page()
    tab.page.goto(site.add("/table", page.replace(EXAMPLE_ADDRESS, site.service)))
    table = TableScreen(tab).wait()
    action = next(each for each in table.state["legal"] if each["kind"] == "take_tile")
    table.pick(action["touches"][0][0])
    news = tab.page.locator("#news")
    expect(news).to_have_text(re.compile(r"^1 picked, \d+ moves fit$"))
    table.page.keyboard.press("Escape")
    table.wait()
    table.pick("estate.0.5")
    expect(news).to_have_text("Not allowed: estate.0.5")
    expect(table.why).to_be_visible()
    table.play(action)
    expect(news).to_have_text(re.compile(r"^Take .* \(ply \d+\)$"))
    digest = table.wait().state["digest"]
    table.press_move(next(each["label"] for each in table.state["legal"] if each["kind"] == "take_workers"))
    tab.page.wait_for_timeout(300)
    assert table.look()["digest"] == digest, "the example forbids to take workers"


def test_one_script_and_one_tag_play_and_report(open_page, site):
    body = '<referee-table game="settlement" bots="1:random" language="fr" theme="dark"></referee-table>'
    tab = open_page()
    tab.page.goto(site.add("/one-tag", document(site.service, body)))
    tab.page.evaluate(LISTEN)
    table = TableScreen(tab).wait()
    expect(table.table.get_by_role("tab", name="Coups", exact=True)).to_be_visible()
    for _ in range(3):
        table.play(table.wait().state["legal"][0])
    table.wait()
    tab.page.evaluate("window.isForbidden = true")
    digest = table.state["digest"]
    table.press_move(table.state["legal"][0]["label"])
    tab.page.wait_for_timeout(300)
    assert table.look()["digest"] == digest
    seen = dict(tab.page.evaluate("seen"))
    assert seen["referee-choose"] == ["action"]
    assert {"action", "position"} <= set(seen["referee-moved"])


def test_a_page_whose_origin_is_not_named_is_refused_in_words(open_page, table_server):
    body = '<referee-table game="settlement"></referee-table>'
    tab = open_page()
    with PageServer(table_server.address, EMBEDDING_POLICY) as foreign:
        tab.page.goto(foreign.add("/", document(table_server.address, body)))
        expect(tab.page.locator("referee-table").get_by_role("alert")).to_contain_text("The service cannot be reached")
    tab.expect_problems("CORS policy", "failed: GET")


def bundle(folder: Path) -> str:
    """Bundle the React example as it is printed, and return the script."""
    shutil.copy(ROOT / "tests/typescript/package.json", folder)
    (folder / "node_modules").symlink_to(PACKAGES)
    component, app = blocks("jsx")
    (folder / "referee-table.jsx").write_text(component)
    (folder / "app.jsx").write_text(app)
    options = (
        "--bundle",
        "--jsx=automatic",
        "--format=esm",
        "--outfile=app.js",
        "--define:process.env.NODE_ENV='\"production\"'",
    )
    process = run_node(PACKAGES / "esbuild/bin/esbuild", "app.jsx", *options, cwd=folder)
    assert process.returncode == 0, process.stderr
    return (folder / "app.js").read_text()


def test_the_printed_component_of_react_plays(open_page, site, tmp_path):
    site.add("/app.js", bundle(tmp_path), SCRIPT)
    tab = open_page()
    tab.page.goto(site.add("/react", document(site.service, "<div id=app></div>", "/app.js")))
    table = TableScreen(tab).wait()
    news = tab.page.locator("#app > p[role=status]")
    expect(news).to_have_text("Your turn")
    action = table.state["legal"][0]
    table.play(action)
    expect(news).to_have_text(action["label"])
