"""Page and kit of the installed wheel: every file of `web/` is there, and every address that a browser follows."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from hatchling.builders.sdist import SdistBuilder

from tests.running.installation import ROOT, wheel_of

WEB = ROOT / "web"
FILES = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_file()}
ATTRIBUTE = re.compile(r"""(?:src|href)=["']([^"'#]+)["']""")
IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["'](\.[^"']+)["']""")
"""An import or export of another file: static, dynamic, or of a type in a comment."""
HASHED = re.compile(r"/kit/[0-9a-f]{16}/(.+)")


def fetch(address: str, **headers: str) -> tuple[str, bytes]:
    """Return the media type and the body of an address. Raises HTTPError if it does not exist."""
    with urlopen(Request(address, headers=headers), timeout=30) as response:
        return response.headers["Content-Type"].partition(";")[0], response.read()


def links(address: str, media_type: str, body: bytes) -> list[str]:
    """Return the addresses of the service that a page or module names."""
    if media_type == "text/html":
        found = ATTRIBUTE.findall(body.decode())
    elif media_type == "text/javascript":
        found = IMPORT.findall(body.decode())
    else:
        return []
    return [urljoin(address, link) for link in found]


def test_the_wheel_and_the_source_archive_contain_every_file(wheels, tmp_path):
    names = zipfile.ZipFile(wheel_of(wheels, "referee_service")).namelist()
    prefix = "referee_service/web/"
    assert {name.removeprefix(prefix) for name in names if name.startswith(prefix)} == FILES
    assert not [name for name in names if name.startswith("web/")]
    builder = SdistBuilder(str(ROOT))
    included = {Path(each.relative_path) for each in builder.recurse_included_files()}
    assert {Path("web", name) for name in FILES} <= included


def test_every_address_of_the_installed_page_exists(installed_server):
    start = f"{installed_server.address}/"
    waiting, bodies = [start, f"{start}kit/referee.js"], {}
    while waiting:
        address = waiting.pop()
        if address not in bodies:
            headers = {"Accept": "text/html"} if address == start else {}
            media_type, bodies[address] = fetch(address, **headers)
            waiting += links(address, media_type, bodies[address])
    served = {hashed[1]: body for address, body in bodies.items() if (hashed := HASHED.search(address))}
    assert {"page/icon.svg", "referee.js", "theme.js"} <= served.keys()
    assert served.keys() <= FILES
    assert all(body == (WEB / name).read_bytes() for name, body in served.items())
