"""Every problem can be told, in every language, with exactly the facts it has."""

import ast
import re
from pathlib import Path

import pytest

from referee_service.api.error_handlers import CODE_BY_STATUS, STATUS_BY_CODE
from referee_service.services.errors import ServiceError, error_texts

SERVICE = Path(__file__).parents[2] / "referee_service"
SLOT = re.compile(r"\{(\w+)\}")


def raised():
    """Every problem that stands in the code by name, with the names of its facts."""
    for path in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            is_problem = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ServiceError" and node.args
            if is_problem and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value, {keyword.arg for keyword in node.keywords}


def cases():
    return {f"{code}.{case}": text for code, texts in error_texts().items() for case, text in texts.details.items()}


def test_every_problem_in_the_code_has_a_sentence_with_its_facts():
    found = dict(raised())
    assert len(found) > 20
    for name, facts in found.items():
        assert {*SLOT.findall(cases()[name].en)} <= facts, name
    assert {*CODE_BY_STATUS.values()} <= cases().keys()


def test_both_languages_tell_the_same_facts_in_other_words():
    for name, text in cases().items():
        assert {*SLOT.findall(text.en)} == {*SLOT.findall(text.fr)}, name
        assert text.en != text.fr, name
    assert all(texts.title.en != texts.title.fr for texts in error_texts().values())


def test_every_code_has_a_status_and_texts():
    assert STATUS_BY_CODE.keys() == error_texts().keys()


@pytest.mark.parametrize("fact", ["{digest}", "%s", "é", "\ud800"])
def test_facts_are_told_as_they_are(fact):
    assert fact in ServiceError("unknown-state.digest", digest=fact).detail("fr")
