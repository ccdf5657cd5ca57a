"""Modules are nouns with a docstring, stay short, stand in the same rooms in every game, and hold no copied code."""

from __future__ import annotations

import time

import pytest

from tests.architecture.source_files import ROOT, plant, report
from tests.architecture.tree_checks import (
    ROOMS,
    copied_code,
    module_docstrings,
    module_names,
    rooms,
    sizes,
)

PYTHON = "referee_service/planted.py"

# --- Names of modules ------------------------------------------------------------------------------------------------


def test_modules_are_nouns():
    findings = list(module_names(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    "path",
    [
        "referee_service/kernel/auditing.py",
        "referee_service/services/searched.py",
        "sdk/referee_sdk/reading.py",
        "referee_service/moving/__init__.py",
        "referee_service/testing.py",
        "referee_service/games/x/actions/feed.py",
    ],
)
def test_a_planted_module_name_is_found(tmp_path, path):
    (finding,) = module_names(plant(tmp_path, path, 'class Feed(Action, tag="other"): ...'))
    assert finding.path == path


@pytest.mark.parametrize(
    "path",
    [
        "referee_service/games/x/scoring.py",
        "referee_service/store/embedded.py",
        "referee_service/testing/__init__.py",
        "referee_service/games/x/actions/feed.py",
        "tests/api/asking.py",
    ],
)
def test_other_module_names_are_allowed(tmp_path, path):
    assert not list(module_names(plant(tmp_path, path, 'class Feed(Action, tag="feed"): ...')))


# --- Docstrings of modules -------------------------------------------------------------------------------------------


def test_every_module_has_a_docstring():
    findings = list(module_docstrings(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize("text", ["", "x = 1", '"""No full stop"""', '"""No full stop\n\nMore.\n"""'])
@pytest.mark.parametrize("folder", ["referee_service", "sdk", "tests", "benchmarks", "examples"])
def test_a_planted_module_without_docstring_is_found(tmp_path, folder, text):
    (finding,) = module_docstrings(plant(tmp_path, f"{folder}/x.py", text))
    assert finding.path == f"{folder}/x.py"


@pytest.mark.parametrize("text", ['"""A module."""', '"""Two kinds:\n\n- a\n- b\n"""'])
def test_a_module_with_docstring_is_allowed(tmp_path, text):
    assert not list(module_docstrings(plant(tmp_path, PYTHON, text)))


# --- Sizes -----------------------------------------------------------------------------------------------------------


def function(lines: int, above: str = "", docstring: str = "") -> str:
    """Write a function of this many lines, not counting the lines above it and the docstring."""
    return f"{above}def f():\n{docstring}" + "    x = 1\n" * (lines - 1)


REASON = "# Long because one table is easier to read.\n"


def test_files_and_functions_are_short():
    findings = list(sizes(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n" * 351, 1),
        ("x = 1\n" * 400 + REASON, 1),
        ("# Long because it must.\n" + "x = 1\n" * 351, 1),
        (function(41), 1),
        (function(41, "# Long because it must.\n"), 2),
        (function(41, REASON + "\n"), 3),
        (function(41, "@a\n"), 2),
    ],
)
def test_planted_length_is_found(tmp_path, text, line):
    (finding,) = sizes(plant(tmp_path, PYTHON, text))
    assert finding.line == line


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n" * 350,
        f'"""A module."""\n\n{REASON}' + "x = 1\n" * 400,
        function(40, "@a\n@b\n"),
        function(40, docstring='    """Do it.\n\n    More.\n    """\n'),
        function(60, REASON),
        function(60, f"{REASON}@a\n"),
        function(60, f"@a\n{REASON}"),
        function(60, "# Long because\n# one table is easier to read.\n"),
    ],
)
def test_short_code_and_code_with_a_reason_is_allowed(tmp_path, text):
    assert not list(sizes(plant(tmp_path, PYTHON, text)))


# --- Rooms of a game -------------------------------------------------------------------------------------------------


def plant_game(root, name: str, without: str = ""):
    """Write a game with all rooms but one."""
    wanted = [room for room in ROOMS if room != without]
    for room in wanted:
        path = room.split("|")[-1]
        plant(root, f"referee_service/games/{name}/{path}{'x.py' if path.endswith('/') else ''}", "")
    return root


def test_every_game_has_the_same_rooms():
    findings = list(rooms(ROOT))
    assert not findings, report(findings)


@pytest.mark.parametrize("room", ROOMS[1:])
def test_a_planted_game_without_a_room_is_found(tmp_path, room):
    (finding,) = rooms(plant_game(tmp_path, "x", without=room))
    assert room.split("|")[0] in finding.message


def test_a_game_with_all_rooms_is_allowed(tmp_path):
    assert not list(rooms(plant_game(tmp_path, "x")))


# --- Copied code -----------------------------------------------------------------------------------------------------


def block(lines: int) -> str:
    """Write different lines of code."""
    return "".join(f"x{at} = {at}\n" for at in range(lines))


def test_no_code_is_copied():
    findings = list(copied_code(ROOT))
    assert not findings, report(findings)


def test_the_search_for_copies_is_fast():
    start = time.process_time()
    list(copied_code(ROOT))
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (block(13), block(13)),
        ("a = 1\n" + block(20), "b = 1\n" + block(20)),
        (block(13), "if a:\n" + "".join(f"\n    # {at}\n    x{at}  =  {at}  # b\n" for at in range(13))),
        (f'"""{block(15)}"""', f'"""{block(15)}"""'),
    ],
)
def test_a_planted_copy_is_found(tmp_path, first, second):
    plant(tmp_path, "referee_service/a.py", first)
    findings = list(copied_code(plant(tmp_path, "sdk/b.py", second)))
    assert [finding.path for finding in findings] == ["sdk/b.py"]
    assert "referee_service/a.py" in findings[0].message


def test_a_copy_inside_one_file_is_found(tmp_path):
    (finding,) = copied_code(plant(tmp_path, PYTHON, block(13) + "y = 1\n" + block(13)))
    assert finding.line == 15


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("referee_service/{}.py", block(12)),
        ("referee_service/{}.py", "from a import (\n" + "".join(f"    x{at},\n" for at in range(20)) + ")\n"),
        (
            "referee_service/games/{}/__init__.py",
            "GAME = Game(\n" + "".join(f"    x{at}={at},\n" for at in range(20)) + ")",
        ),
        ("tests/{}.py", block(30)),
        ("sdk/referee_sdk/games/{}.py", block(30)),
    ],
)
def test_short_copies_imports_game_records_and_generated_modules_are_allowed(tmp_path, path, text):
    plant(tmp_path, path.format("a"), text)
    assert not list(copied_code(plant(tmp_path, path.format("b"), text)))


def test_one_line_again_and_again_is_no_copy(tmp_path):
    assert not list(copied_code(plant(tmp_path, PYTHON, "x = 1\n" * 20)))
