"""Tests of the documentation: every Python block runs, and every linked file exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee_service import app
from referee_service.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.fixture
def stopped_apps(monkeypatch) -> Iterator[None]:
    """Stop the apps that a block creates. One that rendered a picture has a process."""
    create, created = app.create_app, []

    def create_app(*arguments, **settings):
        created.append(create(*arguments, **settings))
        return created[-1]

    monkeypatch.setattr(app, "create_app", create_app)
    yield
    for each in created:
        each.extensions["referee.stop"]()


def python_blocks() -> list[tuple[str, str]]:
    """Return name and code of every Python block of the pages."""
    return [(f"{page.name}-{at}", code) for page in PAGES for at, code in enumerate(BLOCK.findall(page.read_text()))]


@pytest.mark.parametrize(("name", "code"), python_blocks(), ids=[name for name, _ in python_blocks()])
def test_every_python_block_runs(name, code, stopped_apps):
    before = {game.name: dict(game.packs.load_builtin()) for game in GAMES.values()}
    try:
        exec(compile(code, name, "exec"), {})
    finally:
        for game in GAMES.values():
            game.packs.packs.clear()
            game.packs.packs.update(before[game.name])


def test_the_readme_shows_the_real_output(capsys):
    readme = (ROOT / "README.md").read_text()
    exec(compile(BLOCK.findall(readme)[0], "README.md", "exec"), {})
    shown = re.findall(r"^```text\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)[0]
    assert capsys.readouterr().out == shown


def test_the_example_of_a_question_stands_in_the_code():
    settlement = ROOT / "referee_service/games/settlement"
    code = "".join((settlement / name).read_text() for name in ("questions.py", "decisions/exploration.py"))
    blocks = re.findall(
        r"^   ```python\n(.*?)^   ```", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE | re.DOTALL
    )
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    assert len(lines) > 20
    assert not [line for line in lines if line not in ("", "...") and line.removesuffix('"""') not in code]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_linked_file_exists(page):
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_lists_every_ruling_of_its_catalogue(name):
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
    rulings = [rule_id for rule_id, rule in GAMES[name].catalogue().rules.items() if rule.source.startswith("ruling")]
    assert rulings
    assert all(f"`{rule_id}`" in page for rule_id in rulings)
