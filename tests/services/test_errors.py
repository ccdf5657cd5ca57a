"""Every service error has texts in every language, with exactly its facts."""

import ast
import re
from pathlib import Path

import pytest

from referee_service.api.error_handlers import ERROR_NAME_BY_STATUS
from referee_service.api.problems import STATUS_BY_CODE
from referee_service.services.errors import ServiceError, error_texts

SERVICE = Path(__file__).parents[2] / "referee_service"
SLOT = re.compile(r"\{(\w+)\}")


def errors_in_code():
    """Yield the name and the fact names of every ServiceError that the code raises by a literal name."""
    for path in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            is_error = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ServiceError" and node.args
            if is_error and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value, {keyword.arg for keyword in node.keywords}


def cases():
    return {f"{code}.{case}": text for code, texts in error_texts().items() for case, text in texts.details.items()}


def test_every_error_in_the_code_has_a_sentence_with_its_facts():
    errors = dict(errors_in_code())
    assert len(errors) > 20
    for name, facts in errors.items():
        assert {*SLOT.findall(cases()[name].en)} <= facts, name
    assert {*ERROR_NAME_BY_STATUS.values()} <= cases().keys()


def test_both_languages_have_the_same_facts_and_different_words():
    for name, text in cases().items():
        assert {*SLOT.findall(text.en)} == {*SLOT.findall(text.fr)}, name
        assert text.en != text.fr, name
    assert all(texts.title.en != texts.title.fr for texts in error_texts().values())


def test_every_code_has_a_status_and_texts():
    assert STATUS_BY_CODE.keys() == error_texts().keys()


@pytest.mark.parametrize("fact", ["{digest}", "%s", "é", "\ud800"])
def test_facts_appear_unchanged(fact):
    assert fact in ServiceError("unknown-state.digest", game="burgundy", digest=fact).detail("fr")
