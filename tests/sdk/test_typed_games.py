"""Typed actions and states: the modules are current, real games fit them, and type checkers find mistakes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from referee_sdk import Action, BadRequest, IllegalMove, Position
from referee_sdk.games import burgundy, empires_north, settlement
from referee_sdk.typed_actions import TypedAction
from tests.sdk import typed_games
from tests.sdk.matches import ROOT
from tests.typescript.node import PACKAGES, run_node

MODULES = {
    game: import_module(f"referee_sdk.games.{game}") for game in typed_games.game_names(typed_games.load_document())
}
DECISIONS = 60
PROGRAM = ROOT / "tests" / "sdk" / "typed_program.py"


# --- generator -------------------------------------------------------------------------------------------------------


def test_the_modules_are_current():
    written = {path: path.read_text() for path in typed_games.FOLDER.glob("*.py") if path.name != "__init__.py"}
    assert written == typed_games.content(), "run python -m tests.sdk.typed_games"


def test_descriptions_become_docstrings_and_optional_fields_get_a_default():
    schemas = {
        "ToyAction": {"oneOf": [{"$ref": "#/components/schemas/ToyTakeAction"}]},
        "ToyTakeAction": {
            "description": "Take stones.",
            "properties": {
                "kind": {"const": "take"},
                "count": {"type": "integer", "description": "Stones to take."},
                "piles": {"type": "array", "items": {"type": "string"}},
                "hand": {"enum": ["left", "right"], "description": 'Hand, "left" or "right"'},
                "label": {"type": "string"},
            },
            "required": ["kind", "piles"],
        },
        "ToyState": {
            "properties": {
                "at": {"$ref": "#/components/schemas/ToyPoint", "description": "Where it is."},
                "names": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
            },
            "required": ["at"],
        },
        "ToyPoint": {
            "description": "A point.",
            "type": "array",
            "prefixItems": [{"type": "integer", "description": "Column."}, {"type": "integer"}],
        },
    }
    source = typed_games.GameModule("toy", schemas).source()
    for part in (
        '    """Take stones."""\n\n    kind: ClassVar[Literal["take"]] = "take"\n'
        '    count: int | None = None\n    """Stones to take."""\n    piles: tuple[str, ...]\n'
        '    hand: Literal["left", "right"] | None = None\n    """Hand, "left" or "right"\n    """\n',
        '    at: Point\n    """Where it is."""\n    names: NotRequired[dict[str, str | None]]\n',
        'Point: TypeAlias = "tuple[int, int]"\n"""A point.\n\n- 0: Column.\n"""\n',
    ):
        assert part in source
    assert "label" not in source


@pytest.mark.parametrize("schema", [{}, {"type": "object", "properties": {}}, {"allOf": []}])
def test_a_schema_without_python_type_is_refused(schema):
    with pytest.raises(ValueError, match="no Python type"):
        typed_games.GameModule("toy", {"ToyAction": {"oneOf": []}, "ToyState": {"properties": {"x": schema}}}).source()


# --- real games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MODULES)
def test_real_games_fit_the_types(client, game):
    module, random = MODULES[game], Random(game)
    match = client.new_match(game, seats=2, seed="typed")
    while not match.is_over and match.decision_count < DECISIONS:
        state = module.state_of(match)
        assert state is match.state
        assert not list(misfits(state, module.State))
        legal = match.legal_actions()
        typed = [module.from_action(action) for action in legal]
        assert [action.to_json() for action in typed] == [without_none(action) for action in legal]
        for action in typed:
            assert not list(misfits({name: getattr(action, name) for name in hints(type(action))}, type(action)))
        assert len(set(typed)) == len(typed)
        match.play(random.choice(typed))


def without_none(action: Action) -> dict[str, Any]:
    return {name: value for name, value in action.to_json().items() if value is not None}


def hints(kind: type) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind, include_extras=True).items() if name != "kind"}


def misfits(value: object, kind: Any) -> Iterator[str]:
    """Yield the parts of a JSON value that do not have this type. Of a union, one member must fit."""
    arguments = get_args(kind)
    if is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, TypedAction)):
        known = hints(kind)
        required = {name for name, hint in known.items() if get_origin(hint) is not NotRequired}
        if not isinstance(value, dict) or not required <= value.keys() <= known.keys():
            yield f"{kind}: {value}"
        else:
            for name, part in value.items():
                yield from misfits(part, known[name])
    elif get_origin(kind) is NotRequired:
        yield from misfits(value, arguments[0])
    elif get_origin(kind) in (Union, UnionType):
        if all(list(misfits(value, member)) for member in arguments):
            yield f"{kind}: {value}"
    elif get_origin(kind) is Literal:
        if value not in arguments:
            yield f"{kind}: {value}"
    elif get_origin(kind) is tuple and ... not in arguments:
        if not isinstance(value, list) or len(value) != len(arguments):
            yield f"{kind}: {value}"
        else:
            for part, member in zip(value, arguments, strict=True):
                yield from misfits(part, member)
    elif get_origin(kind) in (list, tuple):
        if not isinstance(value, get_origin(kind)):
            yield f"{kind}: {value}"
        else:
            for part in value:
                yield from misfits(part, arguments[0])
    elif type(value) is not (NoneType if kind is None else kind):
        yield f"{kind}: {value}"


def test_a_misfit_is_found():
    state = {"game": "burgundy", "ruleset": "1", "content": "x", "chance": {"mode": "seeded", "seed": "1"}, "ply": 1}
    assert list(misfits(state, burgundy.State))
    assert list(misfits({"mode": "dice", "seed": "1"}, burgundy.Chance))
    assert list(misfits({"mode": "seeded", "seed": 1}, burgundy.Chance))
    assert list(misfits(["x", 1], tuple[str, int, int]))
    assert not list(misfits({"mode": "seeded", "seed": "1"}, burgundy.Chance))


# --- actions ---------------------------------------------------------------------------------------------------------


def test_a_typed_action_is_judged_and_refused_like_any_other(client):
    match = client.new_match("burgundy", seats=2, seed="1")
    action = burgundy.PlaceTile(die=5, tile="bank", space=12)
    assert action.to_json() == {"kind": "place_tile", "die": 5, "tile": "bank", "space": 12}
    assert "place_tile.stored" in {refusal.rule for refusal in match.judge(action).refusals}
    with pytest.raises(IllegalMove, match=r"place_tile\.stored"):
        match.play(action)


def test_typed_actions_compare_by_verb_and_fields():
    take = burgundy.TakeWorkers(die=3)
    assert take == burgundy.TakeWorkers(die=3)
    assert len({take, burgundy.TakeWorkers(die=3), burgundy.TakeWorkers(die=4)}) == 2
    assert burgundy.Decline() != empires_north.Decline()
    assert burgundy.TakeWorkers() != burgundy.SellGoods(goods="red")
    with pytest.raises(AttributeError):
        take.die = 4


def test_a_list_is_sent_as_a_list_and_an_optional_field_is_left_out():
    assert empires_north.KeepCards(cards=("a", "b")).to_json() == {"kind": "keep_cards", "cards": ["a", "b"]}
    assert burgundy.TakeWorkers().to_json() == {"kind": "take_workers"}


def test_a_verb_or_field_that_the_game_does_not_have_is_refused():
    with pytest.raises(BadRequest, match=r"“keep_cards” is not a verb of burgundy\. Use the module"):
        burgundy.from_action(Action("keep_cards", {"cards": []}))
    with pytest.raises(BadRequest, match=r"“take_workers” has other fields than dye; it has: die\. Install"):
        burgundy.from_action(Action("take_workers", {"dye": 3}))


def test_the_state_of_another_game_or_without_state_is_refused(client):
    position = client.set_up("burgundy", seats=2)
    assert burgundy.state_of(position)["board"]["phase"] == "A"
    with pytest.raises(BadRequest, match=r"of burgundy, not of settlement\. Use `referee_sdk\.games\.burgundy`"):
        settlement.state_of(position)
    short: Position = client.set_up("burgundy", seats=2, include=["legal_actions"])
    with pytest.raises(BadRequest, match="has no state"):
        burgundy.state_of(short)


# --- type checkers ---------------------------------------------------------------------------------------------------


def expected_errors(checker: int) -> dict[int, str]:
    """Return the error that the comments of the program name for mypy (0) or pyright (1), by line."""
    found = {}
    for number, line in enumerate(PROGRAM.read_text().splitlines(), 1):
        if comment := re.search(r"# error: (.+), (.+)$", line):
            found[number] = comment[checker + 1]
    return found


def check_errors(errors: dict[int, set[str]], checker: int) -> None:
    """Check that exactly the marked lines have errors, each with the one that its comment names."""
    expected = expected_errors(checker)
    assert len(expected) > 10
    assert errors.keys() == expected.keys()
    assert {line for line, code in expected.items() if code not in errors[line]} == set()


def test_mypy_in_strict_mode_finds_exactly_the_mistakes():
    command = [sys.executable, "-m", "mypy", "--strict", "--output", "json", PROGRAM]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    errors: dict[int, set[str]] = {}
    for report in map(json.loads, process.stdout.splitlines()):
        assert ROOT / report["file"] == PROGRAM, report
        errors.setdefault(report["line"], set()).add(report["code"])
    check_errors(errors, 0)


def test_pyright_in_strict_mode_finds_exactly_the_mistakes(tmp_path):
    """The modules themselves are part of the run, and have no error."""
    sources = [PROGRAM, ROOT / "sdk/referee_sdk/typed_actions.py", ROOT / "sdk/referee_sdk/games"]
    settings = {
        "typeCheckingMode": "strict",
        "include": [os.path.relpath(path, tmp_path) for path in sources],  # pyright ignores absolute paths here
        "extraPaths": [str(ROOT / "sdk")],
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    process = run_node(
        PACKAGES / "pyright/index.js", "-p", tmp_path, "--outputjson", "--pythonpath", sys.executable, cwd=tmp_path
    )
    report = json.loads(process.stdout)
    assert report["summary"]["filesAnalyzed"] == 2 + len(list((ROOT / "sdk/referee_sdk/games").glob("*.py")))
    errors: dict[int, set[str]] = {}
    for diagnostic in report["generalDiagnostics"]:
        assert diagnostic["file"] == str(PROGRAM), diagnostic
        errors.setdefault(diagnostic["range"]["start"]["line"] + 1, set()).add(diagnostic["rule"])
    check_errors(errors, 1)
