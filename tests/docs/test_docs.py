"""Documentation that runs: every Python block of README and docs is executed, every linked file exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee_service.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def blocks() -> list[tuple[str, str]]:
    return [(f"{page.name}-{at}", code) for page in PAGES for at, code in enumerate(BLOCK.findall(page.read_text()))]


@pytest.mark.parametrize(("name", "code"), blocks(), ids=[name for name, _ in blocks()])
def test_every_python_block_runs(name, code):
    before = {game.name: dict(game.packs.load_builtin()) for game in GAMES.values()}
    try:
        exec(compile(code, name, "exec"), {})
    finally:
        for game in GAMES.values():
            game.packs.packs.clear()
            game.packs.packs.update(before[game.name])


def test_the_readme_shows_what_the_referee_really_says(capsys):
    readme = (ROOT / "README.md").read_text()
    exec(compile(BLOCK.findall(readme)[0], "README.md", "exec"), {})
    shown = re.findall(r"^```text\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)[0]
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_of_the_catalogue_stands_in_the_docs_of_its_game(name):
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
    rulings = [rule_id for rule_id, rule in GAMES[name].catalogue().rules.items() if rule.source.startswith("ruling")]
    assert rulings
    assert all(f"`{rule_id}`" in page for rule_id in rulings)
