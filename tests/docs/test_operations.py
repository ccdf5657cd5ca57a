"""docs/operations.md beside the code: every setting, metric, log line, error code and reason is there and exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from referee_service.api.problems import STATUS_BY_CODE
from referee_service.app import create_app
from referee_service.services.readiness import Part, Reason
from referee_service.settings import Settings
from referee_service.store import GUARD_SECONDS, StoreWarning

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
CODE = "".join(path.read_text() for path in sorted((ROOT / "referee_service").rglob("*.py")))
FROM_GRANIAN = "Unexpected exit from worker-1"
"""A log line of the library that runs the serving processes."""


def rows(section: str) -> list[list[str]]:
    """Return the cells of the table of a section, without its head."""
    text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def exposed_metrics() -> set[str]:
    """Return the names of all metrics of an app, as its `/metrics` writes them."""
    app = create_app()
    app.extensions["referee.metrics"].add_watchers(lambda: 0.0)  # the server in front adds it
    text = app.test_client().get("/metrics").text
    return {name for name in re.findall(r"^# TYPE (\w+)", text, re.MULTILINE) if not name.endswith("_created")}


def test_every_setting_is_in_the_table():
    assert sorted(row[0].strip("`") for row in rows("Settings")) == sorted(Settings().redacted())


def test_every_metric_is_in_the_table_with_its_kind():
    text = create_app().test_client().get("/metrics").text
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)", text, re.MULTILINE)) | {"referee_watchers": "gauge"}
    documented = {row[0].strip("`"): row[1].partition(",")[0] for row in rows("Metrics")}
    assert documented.keys() == exposed_metrics()
    assert all(kinds[name] == kind for name, kind in documented.items())


def test_alerts_and_faults_use_existing_metrics():
    named = set(re.findall(r"referee_\w+", str(rows("Alerts") + rows("Faults")))) - {"referee_service"}
    assert len(named) > 8
    assert {name.removesuffix("_bucket") for name in named} <= exposed_metrics()


def test_every_log_line_of_a_fault_is_in_the_code():
    lines = [line for row in rows("Faults") for line in re.findall(r"`([^`]+)`", row[1])]
    lines = [line for line in lines if line not in (FROM_GRANIAN, "referee up", "worker --workers N")]
    assert len(lines) > 8
    names = ("Redis", "the cache Redis")
    assert all(f'"{name}"' in CODE for name in names)
    code = CODE + "".join(CODE.replace('"%s is', f'"{name} is') for name in names)
    assert [line for line in lines if not all(part in code for part in re.split(" ?… ?", line))] == []


def test_every_reason_part_and_warning_of_readiness_is_explained():
    cells = " ".join(row[3] for row in rows("Faults"))
    assert all(f"`{part}`" in cells for part in get_args(Part))
    assert all(f"`{reason}`" in cells for reason in set(get_args(Reason)) - {"no-redis", "no-secret"})
    assert all(f"`{warning}`" in cells for warning in get_args(StoreWarning))


def test_status_and_code_of_an_error_belong_together():
    pairs = re.findall(r"\b([45]\d\d) `([a-z]+(?:-[a-z]+)*)`", PAGE)
    assert len(pairs) > 10
    assert [pair for pair in pairs if STATUS_BY_CODE[pair[1]] != int(pair[0])] == []


def test_the_pause_of_a_rotation_is_the_lifetime_of_a_guard():
    assert f"Wait {GUARD_SECONDS // 86400} days" in PAGE
