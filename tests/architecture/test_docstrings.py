"""Docstrings of functions start with a verb, and the sentences of all docstrings are short."""

from __future__ import annotations

import pytest

from tests.architecture.docstring_checks import docstring_openings, long_sentences, missing_docstrings
from tests.architecture.source_files import ROOT, plant, report

PYTHON = "referee_service/planted.py"


def function(docstring: str, name: str = "f") -> str:
    """Write a function with a docstring."""
    return f'def {name}():\n    """{docstring}"""\n'


def test_every_public_function_has_a_docstring():
    findings = list(missing_docstrings(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize("path", [PYTHON, "sdk/referee_sdk/x.py"])
@pytest.mark.parametrize("text", ["def f(): ...", "class A:\n    def f(self): ...", "async def f(): ..."])
def test_a_planted_function_without_docstring_is_found(tmp_path, path, text):
    (finding,) = missing_docstrings(plant(tmp_path, path, text))
    assert (finding.path, finding.line) == (path, len(text.splitlines()))


@pytest.mark.parametrize(
    "text",
    [
        "def _f(): ...",
        "def test_f(): ...",
        "class A:\n    def __init__(self): ...",
        "class _A:\n    def f(self): ...",
        "@overload\ndef f(): ...",
        "class A:\n    @x.setter\n    def x(self, value): ...",
        function("Do it.") + "    def g(): ...\n",
    ],
)
def test_other_functions_need_no_docstring(tmp_path, text):
    assert not list(missing_docstrings(plant(tmp_path, PYTHON, text)))


def test_docstrings_of_functions_start_with_a_verb():
    findings = list(docstring_openings(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    "docstring",
    [
        "The seat.",
        "Whether it is.",
        "Of a state.",
        "All: one by one.",
        "If so, do.",
        "return it.",
        "Returns it.",
        "Cards.",
    ],
)
@pytest.mark.parametrize("name", ["f", "_f"])
def test_a_planted_opening_is_found(tmp_path, docstring, name):
    (finding,) = docstring_openings(plant(tmp_path, PYTHON, function(docstring, name)))
    assert (finding.path, finding.line) == (PYTHON, 1)


@pytest.mark.parametrize(
    "text",
    [
        function("Return the seat."),
        function("Pass the turn."),
        function("Bring it."),
        "class A:\n    @property\n    " + function("The seat.").replace("\n    ", "\n        "),
        "class A:\n    @functools.cached_property\n    " + function("Cards.").replace("\n    ", "\n        "),
        '"""The module."""\nclass A:\n    """The class."""',
        function("The rule.", "test_f"),
        function("Do it.") + '    def g():\n        """The one."""\n',
    ],
)
def test_other_openings_are_allowed(tmp_path, text):
    assert not list(docstring_openings(plant(tmp_path, PYTHON, text)))


def test_sentences_are_short():
    findings = list(long_sentences(ROOT))
    assert not findings, report(findings)


WORDS = "word " * 35


@pytest.mark.parametrize(
    "text",
    [
        f'"""{WORDS}more."""',
        function(f"Do it. Then\n    {WORDS}more."),
        f'class A:\n    """{WORDS}more."""',
    ],
)
def test_a_planted_long_sentence_is_found(tmp_path, text):
    (finding,) = long_sentences(plant(tmp_path, PYTHON, text))
    assert finding.path == PYTHON


@pytest.mark.parametrize(
    "text",
    [
        f'"""{WORDS}"""',
        function(f"Do it. Word {WORDS[5:].strip()}. Word {WORDS[5:]}"),
        function(f"Do it.\n\n    {WORDS}more."),
        function("Do `" + WORDS + WORDS + "` it."),
    ],
)
def test_short_sentences_are_allowed(tmp_path, text):
    assert not list(long_sentences(plant(tmp_path, PYTHON, text)))
