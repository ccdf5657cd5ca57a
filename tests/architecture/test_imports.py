"""Import rules: the contracts of import-linter, and what pure packages may not use.

The contracts are in pyproject.toml. The tests run them on the project, and on a small model with one planted violation
each, because a contract with wildcards could silently match nothing.
"""

import ast
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "referee_service"
KERNEL = "referee_service.kernel"

# Nothing below the service layer reads a clock, a network, the environment or a source of randomness.
IMPURE = {"datetime", "http", "os", "random", "secrets", "socket", "subprocess", "time", "urllib", "uuid"}
# The kernel opens no file either. It reads package data through importlib.resources.
IMPURE_IN_KERNEL = IMPURE | {"io", "pathlib", "tempfile"}


# --- The contracts ---------------------------------------------------------------------------------------------------


def lint_imports(project: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the packages of a project folder."""
    command = [Path(sysconfig.get_path("scripts")) / "lint-imports", "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=project, text=True, capture_output=True, check=False)


def test_the_project_keeps_its_import_contracts():
    report = lint_imports(ROOT)
    assert report.returncode == 0, report.stdout + report.stderr


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Write a small project under the real contracts: all packages, and two games with two verbs and groups."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    modules = ["kernel/engine", "services/move", "store/redis", "api/moves", "bots/mcts"]
    games = [f"games/{game}/{room}" for game in ("red", "blue") for room in ("flow", "view", "evaluation", "state")]
    verbs = [f"games/{game}/actions/{verb}" for game in ("red", "blue") for verb in ("take", "give")]
    groups = [f"games/{game}/decisions/{group}" for game in ("red", "blue") for group in ("setup", "battle")]
    for module in ["referee_sdk/client", *(f"referee_service/{name}" for name in modules + games + verbs + groups)]:
        path = tmp_path / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for folder in [path for path in tmp_path.rglob("*") if path.is_dir()]:
        (folder / "__init__.py").touch()
    return tmp_path


def test_a_model_without_violations_keeps_the_contracts(model: Path):
    red = model / "referee_service/games/red"
    (red / "actions/take.py").write_text("from referee_service.games.red import state\n")
    (red / "state.py").write_text("import msgspec\nfrom referee_service.kernel import engine\n")
    report = lint_imports(model)
    assert report.returncode == 0, report.stdout + report.stderr


@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("referee_service/kernel/engine", "referee_service.games.red", "Packages import downwards only"),
        ("referee_service/kernel/engine", "referee_service.services.move", "Packages import downwards only"),
        ("referee_service/kernel/engine", "yaml", "The kernel imports the standard library"),
        ("referee_service/games/red/state", "referee_service.services.move", "Packages import downwards only"),
        ("referee_service/games/red/state", "flask", "A game imports no web framework"),
        ("referee_service/games/red/state", "referee_service.games.blue.state", "A game never imports another game"),
        ("referee_service/games/red/actions/take", "referee_service.games.red.actions.give", "A verb never imports"),
        *(
            ("referee_service/games/red/actions/take", f"referee_service.games.red.{room}", "A verb of a turn imports")
            for room in ("decisions.battle", "flow", "view", "evaluation")
        ),
        *(
            ("referee_service/games/red/decisions/setup", f"referee_service.games.red.{room}", "A group of questions")
            for room in ("decisions.battle", "flow", "view", "evaluation")
        ),
        ("referee_service/services/move", "flask", "Services import no Flask"),
        ("referee_service/services/move", "redis", "Services import no Flask"),
        ("referee_service/services/move", "rq", "Services import no Flask"),
        ("referee_service/services/move", "referee_service.api.moves", "Packages import downwards only"),
        ("referee_service/bots/mcts", "referee_service.games.red", "Bots import no game"),
        ("referee_service/bots/mcts", "redis", "Bots import no game"),
        ("referee_sdk/client", "referee_service.kernel", "The SDK never imports the service"),
        ("referee_service/cellar", "msgspec", "every package has a layer"),
    ],
)
def test_a_planted_violation_breaks_its_contract(model: Path, importer: str, imported: str, contract: str):
    (model / f"{importer}.py").write_text(f"import {imported}\n")
    report = lint_imports(model)
    broken = [line for line in report.stdout.splitlines() if line.endswith("BROKEN")]
    assert report.returncode == 1, report.stdout + report.stderr
    assert any(contract in line for line in broken), report.stdout


# --- Checks that import-linter cannot make ---------------------------------------------------------------------------
# Each check takes a parsed module and yields its violations, so that a test can plant a bad example.


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield every dotted name that a module imports. Relative imports start with a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def foreign_imports(tree: ast.Module) -> Iterator[str]:
    """Yield imports that the kernel may not have: all but the standard library, msgspec and the kernel."""
    for name in imports(tree):
        is_known = name.split(".")[0] in sys.stdlib_module_names | {"msgspec"}
        is_kernel = f"{name}.".startswith(f"{KERNEL}.")  # a relative import is a violation
        if not (is_known or is_kernel):
            yield f"imports {name}"


def impurities(tree: ast.Module) -> Iterator[str]:
    """Yield imports of impure modules."""
    yield from (f"imports {name}" for name in imports(tree) if name.split(".")[0] in IMPURE)


def impurities_in_kernel(tree: ast.Module) -> Iterator[str]:
    """Yield imports of modules that are impure for the kernel, and calls of `open`."""
    yield from (f"imports {name}" for name in imports(tree) if name.split(".")[0] in IMPURE_IN_KERNEL)
    yield from (f"line {node.lineno} calls open()" for node in ast.walk(tree) if is_call_of_open(node))


def is_call_of_open(node: ast.AST) -> bool:
    """Return whether a node calls a function or method named `open`."""
    return isinstance(node, ast.Call) and "open" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))


def deep_copies(tree: ast.Module) -> Iterator[str]:
    """Yield uses of `deepcopy`. States are immutable, so a copy is never needed."""
    yield from (f"imports {name}" for name in imports(tree) if name.endswith(".deepcopy"))
    for node in ast.walk(tree):
        if "deepcopy" in (getattr(node, "id", ""), getattr(node, "attr", "")):
            yield f"line {node.lineno} uses deepcopy"


@pytest.mark.parametrize(
    ("check", "packages"),
    [
        (foreign_imports, ["kernel"]),
        (impurities_in_kernel, ["kernel"]),
        (impurities, ["kernel", "games", "bots"]),
        (deep_copies, ["."]),
    ],
)
def test_no_module_has_a_violation(check: Callable[[ast.Module], Iterator[str]], packages: list[str]):
    modules = [path for package in packages for path in sorted((SERVICE / package).rglob("*.py"))]
    found = [f"{path.relative_to(ROOT)} {each}" for path in modules for each in check(ast.parse(path.read_bytes()))]
    assert modules, f"nothing to check in {packages}"
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (foreign_imports, "import yaml"),
        (foreign_imports, "def later():\n    import flask.json"),
        (foreign_imports, "from referee_service.games.burgundy import GAME"),
        (foreign_imports, "from referee_service import games"),
        (foreign_imports, "from ..games import burgundy"),
        (foreign_imports, "from referee_service.kernels import engine"),
        (impurities, "import random"),
        (impurities, "from time import monotonic"),
        (impurities, "import datetime as clock"),
        (impurities, "from os.path import exists"),
        (impurities_in_kernel, "import socket"),
        (impurities_in_kernel, "from pathlib import Path"),
        (impurities_in_kernel, "text = open('rules.yaml').read()"),
        (impurities_in_kernel, "text = path.open().read()"),
        (deep_copies, "from copy import deepcopy"),
        (deep_copies, "import copy\ncopy.deepcopy(state)"),
    ],
)
def test_a_planted_violation_is_found(check: Callable[[ast.Module], Iterator[str]], source: str):
    assert list(check(ast.parse(source)))


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (foreign_imports, "import msgspec.json\nfrom referee_service import kernel"),
        (
            foreign_imports,
            "from __future__ import annotations\nfrom referee_service.kernel.engine import judge",
        ),
        (impurities_in_kernel, "from hashlib import blake2b\nfrom importlib.resources import files"),
        (deep_copies, "from copy import copy"),
    ],
)
def test_other_modules_are_allowed(check: Callable[[ast.Module], Iterator[str]], source: str):
    assert not list(check(ast.parse(source)))
