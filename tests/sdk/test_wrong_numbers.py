"""Texts with a number that no legal move has there: they play nothing, and are never called allowed."""

from __future__ import annotations

import re

import pytest

from referee_sdk.chat import Table
from tests.sdk.test_phrasings import CLIENT, STARTS, answer, saved_table

PER_TABLE = 12
"""Texts per game and language."""

SIGNED = {**STARTS, "dice_settlers": 25}
"""Decisions of greedy bots before texts with signs. In Dice Settlers a tile is placed at `(-1, 0)` then."""


def changed_labels(game: str, language: str) -> list[str]:
    """Return labels of legal moves with the first number after a word changed to one that no move has after it."""
    table = Table.resume(CLIENT, saved_table(game, language, STARTS[game])[0])
    labels = [re.split(r" \(|: | : ", action.label)[0] for action in table.match.legal_actions()]
    texts = []
    for label in labels:
        if found := re.search(r"(?P<before>[^\W\d]{3,} )(?P<number>\d+)\b", label):
            taken = {int(each) for other in labels for each in re.findall(rf"\b{found['before']}(\d+)\b", other)}
            other = next(number for number in range(1, 99) if number not in taken)
            texts.append(label[: found.start("number")] + str(other) + label[found.end("number") :])
    return list(dict.fromkeys(texts))[:: max(1, len(texts) // PER_TABLE)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", STARTS)
def test_a_label_with_another_number_plays_nothing(game, language):
    allowed = {"en": "That is allowed", "fr": "C'est permis"}[language]
    question = {"en": "why not", "fr": "pourquoi pas"}[language]
    for text in changed_labels(game, language):
        assert answer(game, language, text)[0] == "", text
        assert allowed not in answer(game, language, f"{question} {text}")[1], text


def changed_numbers(label: str) -> list[str]:
    """Return a label with the sign of each of its numbers changed, and with the two numbers of a place exchanged."""
    signed = [
        label[: found.start()] + str(-int(found[0])) + label[found.end() :]
        for found in re.finditer(r"(?<![\d)])-?\b\d+", label)
    ]
    return [*signed, re.sub(r"\((-?\d+), (-?\d+)\)", r"(\2, \1)", label)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", SIGNED)
def test_a_label_with_another_sign_plays_nothing(game, language):
    saved, user = saved_table(game, language, SIGNED[game])
    table = Table.resume(CLIENT, saved)
    labels = [re.split(r": | : |, (?:beside|contre) ", action.label)[0] for action in table.match.legal_actions()]
    own = {action.label for action in table.match.legal_actions()} | set(labels)
    texts = [text for label in labels for text in changed_numbers(label) if text not in own]
    count = table.match.decision_count
    for text in texts[:: max(1, len(texts) // PER_TABLE)]:
        table.say(user, text)
        assert table.match.decision_count == count, text
