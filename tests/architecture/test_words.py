"""Names and texts use the words of docs/glossary.md, and none of banned.txt."""

from __future__ import annotations

import pytest

from tests.architecture.source_files import ROOT, plant, report
from tests.architecture.word_checks import (
    Banned,
    banned,
    banned_classes,
    banned_identifiers,
    banned_phrases,
    unused_exemptions,
)

PYTHON = "referee_service/planted.py"


# --- Identifiers -----------------------------------------------------------------------------------------------------


def test_no_name_is_banned():
    findings = list(banned_identifiers(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        (PYTHON, "def told(): ...", 1),
        (PYTHON, "\nclass Shelf: ...", 2),
        (PYTHON, "def f(*, pass_): ...", 1),
        (PYTHON, "x = 1\n_asked = 2", 2),
        (PYTHON, "NOBODY = -1", 1),
        (PYTHON, "x = y.nobody", 1),
        (PYTHON, "f(kept=1)", 1),
        (PYTHON, "from z import moment", 1),
        (PYTHON, "from z import y as moment", 1),
        (PYTHON, "import z.moment", 1),
        (PYTHON, "worth_of_anything = 1", 1),
        (PYTHON, "try: ...\nexcept OSError as world: ...", 2),
        (PYTHON, "match x:\n    case [*worlds]: ...", 2),
        (PYTHON, "def f():\n    for kept in x: ...", 2),
        ("sdk/referee_sdk/lately.py", "", 1),
        ("referee_service/picking/__init__.py", "", 1),
        ("tests/store/test_x.py", "def test_x(told): ...", 1),
        ("benchmarks/x.py", "told = 1", 1),
        ("examples/x.py", "told = 1", 1),
        ("web/table.js", "const a = 'x';\nlet told = 1;", 2),
        ("referee_service/games/settlement/reserve.py", "def keep(kept): ...", 1),
        ("referee_service/games/burgundy/state.py", "class Player:\n    kept: int", 2),
    ],
)
def test_a_planted_name_is_found(tmp_path, path, text, line):
    (finding,) = banned_identifiers(plant(tmp_path, path, text))
    assert (finding.path, finding.line) == (path, line)
    assert "tests/architecture/banned.txt" in finding.message


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PYTHON, "was_told = told_by = Told = SHELF = pass_x = 1"),
        (PYTHON, '"""told"""\nx = "told"  # asked'),
        (PYTHON, "from referee_service.x.told_y import z"),
        ("web/table.js", "// told\nlet x = 'asked' + \"asked\"; /* told\n */"),
        ("docs/x.py", "told = 1"),
        ("referee_service/games/settlement/actions/keep_basics.py", "class KeepBasics:\n    kept: int"),
        ("referee_service/games/settlement/reserve.py", "refuse(kept=action.kept)"),
    ],
)
def test_other_names_are_allowed(tmp_path, path, text):
    assert not list(banned_identifiers(plant(tmp_path, path, text)))


def test_a_finding_names_the_replacement(tmp_path):
    (finding,) = banned_identifiers(plant(tmp_path, PYTHON, "class Shelf: ..."))
    assert finding.message.endswith("write instead: PackRegistry")


def test_every_exemption_is_needed():
    findings = list(unused_exemptions(ROOT))
    assert not findings, report(findings)


def test_an_exemption_without_use_is_found(tmp_path):
    found = {finding.line for finding in unused_exemptions(plant(tmp_path, PYTHON, "x = 1"))}
    assert found == {exemption.line for exemption in banned().exemptions}


def test_every_exemption_has_a_reason():
    assert all(len(exemption.reason.split()) >= 4 for exemption in banned().exemptions)


# --- Class names -----------------------------------------------------------------------------------------------------


def test_no_class_name_is_banned():
    findings = list(banned_classes(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize("path", [PYTHON, "sdk/referee_sdk/planted.py"])
@pytest.mark.parametrize("name", ["Payment", "_Decision", "Simultaneous"])
def test_a_planted_class_is_found(tmp_path, path, name):
    (finding,) = banned_classes(plant(tmp_path, path, f"\nclass {name}: ..."))
    assert (finding.path, finding.line) == (path, 2)


def test_other_classes_are_allowed(tmp_path):
    plant(tmp_path, PYTHON, "class PaymentFrame: ...")
    assert not list(banned_classes(plant(tmp_path, "tests/test_x.py", "class Payment: ...")))


# --- Phrases ---------------------------------------------------------------------------------------------------------


def test_no_phrase_is_banned():
    findings = list(banned_phrases(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        (PYTHON, '"""Module.\n\nNobody knows.\n"""', 3),
        (PYTHON, 'def f():\n    """It ends by\n    itself."""', 2),
        (PYTHON, '"""X."""\n\nLIMIT = 3\n"""At hand."""', 4),
        (PYTHON, "x = 1  # so many", 1),
        (PYTHON, "# it ends by\n# itself", 1),
        (PYTHON, "x = 1\n\n# it is\n# under way", 4),
        (PYTHON, 'add_argument("--x", help="so many games")', 1),
        ("sdk/referee_sdk/chat/texts.py", 'TEXTS = {"en": {"moved": "somebody else has moved"}}', 1),
        ("tests/test_x.py", "# for nothing", 1),
        ("docs/x.md", "# Title\n\nThis is free for\nnothing.", 3),
        ("docs/x.md", "> it ends by\n> itself", 1),
        ("README.md", "Call us.", 1),
        ("examples/README.md", "whoever", 1),
        ("referee_service/games/x/rules.yaml", "a.b:\n  message:\n    en: It is Alike.\n    fr: Pareil.", 3),
        ("referee_service/games/x/texts.yaml", "a: {en: 'all else', fr: tout le reste}", 1),
        ("referee_service/services/errors.yaml", "# of ours\na: {en: x}", 1),
        ("referee_service/games/x/content/y.yaml", "a:\n  - {id: b}   # as it stands", 2),
        ("web/table.js", "// anybody", 1),
        ("web/table.js", "const a = 1;\nconst TEXTS = {en: 'so many moves'};", 2),
        ("web/table.js", "const text = `it is under\n  way`;", 1),
        ("web/page/page.css", "/* at hand */", 1),
        ("web/page/index.html", "<p>\nCall us.</p>", 2),
    ],
)
def test_a_planted_phrase_is_found(tmp_path, path, text, line):
    (finding,) = banned_phrases(plant(tmp_path, path, text))
    assert (finding.path, finding.line) == (path, line)
    assert "tests/architecture/banned.txt" in finding.message


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PYTHON, '"""The status, usual; look-alike; 5 µs; by_itself."""'),
        (PYTHON, "# by\nx = 1\n# itself"),
        ("tests/test_x.py", 'x = "nobody"'),
        ("docs/glossary.md", "Do not write nobody."),
        ("referee_service/games/x/rules.yaml", "nobody: {en: 'x # y', fr: us}"),
    ],
)
def test_other_texts_are_allowed(tmp_path, path, text):
    assert not list(banned_phrases(plant(tmp_path, path, text)))


def test_a_phrase_comes_with_its_replacement(tmp_path):
    (finding,) = banned_phrases(plant(tmp_path, PYTHON, "# Under way"))
    assert finding.message.endswith("write instead: in progress")


# --- The list --------------------------------------------------------------------------------------------------------


def test_the_list_is_read_whole():
    words = Banned(
        "# c\n[identifiers]\na b\n# c\nc_*\n[class names]\nD\n[phrases]\ne f, g\nh\n[replacements]\ng: i: j\n"
    )
    assert (words.identifiers, words.class_names, words.phrases) == (["a", "b", "c_*"], {"D"}, ["e f", "g", "h"])
    assert words.replacements == {"g": "i: j"}


def test_every_replacement_is_for_a_word_of_the_list():
    known = {*banned().identifiers, *banned().class_names, *banned().phrases}
    assert set(banned().replacements) <= known
