"""The guides for agents: short enough for a prompt, and every verb, notation and section in them is real."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match
from referee_service.kernel.notation import CodecError, parse_notation
from referee_service.kernel.state import verb_of
from referee_service.services.guides import guide_text
from tests.typescript.node import run_node

MAX_TOKENS = 600
FOLDER = Path(__file__).parent
CODE = re.compile(r"`([^`]+)`")
SECTION = re.compile(r"\(((?:§|p\. )[^)]+)\)")

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def domains(game: str) -> dict[str, set[object]]:
    """Return the values of every domain of a game for two seats."""
    state = new_match(GAMES[game], seats=2, chance=Chance("seeded", "guide")).state
    return {name: set(values) for name, values in GAMES[game].domains(state).items()}


def wrong_values(game: str, line: str) -> list[str]:
    """Return the fields of a line of notation whose value the game lacks, or why the line cannot be read."""
    try:
        action = parse_notation(GAMES[game], line)
    except CodecError as error:
        return [str(error)]
    fields = GAMES[game].verbs[verb_of(action)].domains
    found = []
    for name, domain in fields.items():
        value = getattr(action, name)
        values = value if isinstance(value, tuple) else (value,)
        found += [f"{name}={each}" for each in values if each is not None and each not in domains(game)[domain]]
    return found


def _text(value: object) -> str:
    """Return a value as notation writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fault(game: str, span: str) -> str:
    """Return what is wrong with a piece of code in a guide, or an empty string.

    It is a verb, a line of notation, a field with its value, a field, or a name of the game.
    """
    verbs, word = GAMES[game].verbs, span.split()[0]
    if span in verbs:
        return "" if verbs[span].outcomes is None else f"{span} is a verb of chance"
    if word in verbs:
        return ", ".join(wrong_values(game, span))
    name, sign, value = span.partition("=")
    owners = [verb.domains[name] for verb in verbs.values() if name in verb.domains]
    if sign and any(value in map(_text, domains(game)[domain]) for domain in owners):
        return ""
    if not sign and (owners or any(span in values for values in domains(game).values())):
        return ""
    return f"{span} is no verb, field or name of the game"


def test_every_guide_is_short_enough_for_a_prompt():
    paths = {game: FOLDER.parents[1] / "referee_service" / "games" / game / "guide.md" for game in GAMES}
    process = run_node(FOLDER / "tokens.mjs", *paths.values(), cwd=FOLDER)
    assert process.returncode == 0, process.stderr
    tokens = dict(zip(paths, map(int, process.stdout.split()), strict=True))
    assert not {game: count for game, count in tokens.items() if count > MAX_TOKENS}
    assert min(tokens.values()) > 300


@every_game
def test_every_verb_and_notation_of_a_guide_is_real(game):
    spans = CODE.findall(guide_text(game))
    assert len(spans) > 15
    faults = {span: fault(game, span) for span in spans}
    assert not {span: text for span, text in faults.items() if text}


@pytest.mark.parametrize(
    "span",
    ["fly", "take_tile die=9 depot=5 tile=mine", "take_tile die=6 depot=5 tile=mill", "take_tile die=6", "die=x"],
)
def test_a_wrong_notation_is_found(span):
    assert fault("burgundy", span)


@every_game
def test_every_section_that_a_guide_cites_is_a_source_of_rules(game):
    sources = " ".join(rule.source for rule in GAMES[game].catalogue().rules.values())
    cited = SECTION.findall(guide_text(game))
    assert len(cited) >= 4
    assert not [section for section in cited if section.removeprefix("§ ") not in sources]


@every_game
def test_a_guide_has_the_title_of_its_game_and_its_traps(game):
    text = guide_text(game)
    assert text.startswith(f"# {GAMES[game].catalogue().title.en}: guide for agents\n")
    assert len(text.split("\nTraps:\n\n")[1].splitlines()) >= 5
